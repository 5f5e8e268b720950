//! The names that the binding layout asks for: inputs and outputs get other semantics, from which writers and reflection
//! make their names.

use std::collections::{BTreeMap, BTreeSet};

use crate::abi::{Abi, SemanticKey};
use crate::error::{Error, Feature, Result};
use crate::ir::{Handle, Input, Module, Output, OutputKind, Semantic};
use crate::options::Target;
use crate::program::Stage;

/// Renames attributes and varyings.
///
/// # Errors
///
/// `Unsupported` where two attributes or varyings would have one name.
pub(super) fn run(module: &mut Module, abi: &Abi, target: Target) -> Result<()> {
    let of_inputs = match module.stage {
        Stage::Vertex => &abi.attribute_renames,
        Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => &abi.varying_renames,
    };
    let renamed = |semantic: &Semantic, table: &BTreeMap<SemanticKey, SemanticKey>| {
        let (_, to) = SemanticKey::find(table, &semantic.name, semantic.index)?;
        let (name, index) = to.renamed(semantic.index);
        Some(Semantic { name: name.to_owned(), index })
    };
    if !of_inputs.is_empty() {
        let inputs: Vec<Handle<Input>> = module.inputs.handles().collect();
        for &handle in &inputs {
            if let Some(new) = renamed(&module.inputs[handle].semantic, of_inputs) {
                let old = std::mem::replace(&mut module.inputs[handle].semantic, new);
                module.renamed.inputs.insert(handle, old);
            }
        }
        check(inputs.iter().map(|&handle| &module.inputs[handle].semantic), target)?;
    }
    if module.stage == Stage::Vertex && !abi.varying_renames.is_empty() {
        let is_varying = |handle: &Handle<Output>| matches!(module.outputs[*handle].kind, OutputKind::Varying(_));
        let outputs: Vec<Handle<Output>> = module.outputs.handles().filter(is_varying).collect();
        for &handle in &outputs {
            if let Some(new) = renamed(&module.outputs[handle].semantic, &abi.varying_renames) {
                let old = std::mem::replace(&mut module.outputs[handle].semantic, new);
                module.renamed.outputs.insert(handle, old);
            }
        }
        check(outputs.iter().map(|&handle| &module.outputs[handle].semantic), target)?;
    }
    Ok(())
}

/// Refuses two of one name; Direct3D matches names without case.
fn check<'a>(semantics: impl Iterator<Item = &'a Semantic>, target: Target) -> Result<()> {
    let mut taken = BTreeSet::new();
    for Semantic { name, index } in semantics {
        if !taken.insert((name.to_ascii_uppercase(), *index)) {
            let message = format!("the layout's renames give two of the shader's semantics the name {name}{index}");
            return Err(Error::unsupported(Feature::BindingLayout, target, message)
                .with_help("rename the one that has the name already, too, or choose another name"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{InterpolationMode, Scalar, Type};
    use crate::program::WriteMask;

    fn attributes(names: &[(&str, u32)]) -> Module {
        let mut module = Module::new(Stage::Vertex);
        for (register, &(name, index)) in (0..).zip(names) {
            module.inputs.push(Input {
                semantic: Semantic { name: name.into(), index },
                register,
                mask: WriteMask::ALL,
                ty: Type::new(Scalar::F32, 4),
                declared: Type::new(Scalar::F32, 4),
                location: register,
                interpolation: InterpolationMode::Smooth,
                missing: false,
            });
        }
        module
    }

    fn run_on(module: &mut Module, renames: &[(&str, &str)]) -> Result<Vec<String>> {
        let key = |text: &str| text.parse::<SemanticKey>().unwrap();
        let attribute_renames: BTreeMap<_, _> = renames.iter().map(|(from, to)| (key(from), key(to))).collect();
        run(module, &Abi { attribute_renames, ..Abi::default() }, Target::Glsl)?;
        Ok(module.inputs.iter().map(|(_, i)| format!("{}{}", i.semantic.name, i.semantic.index)).collect())
    }

    #[test]
    fn names_change_and_the_old_ones_are_kept() {
        let mut module = attributes(&[("Position", 0), ("Binormal", 2), ("TEXCOORD", 7), ("TEXCOORD", 1)]);
        let names = run_on(&mut module, &[("BINORMAL", "BITANGENT"), ("TEXCOORD7", "BONE0")]).unwrap();
        assert_eq!(names, ["Position0", "BITANGENT2", "BONE0", "TEXCOORD1"]);
        let old: Vec<_> = module.renamed.inputs.values().map(|old| (old.name.as_str(), old.index)).collect();
        assert_eq!(old, [("Binormal", 2), ("TEXCOORD", 7)]);
    }

    #[test]
    fn names_can_be_exchanged() {
        let mut module = attributes(&[("A", 0), ("B", 0)]);
        assert_eq!(run_on(&mut module, &[("A", "B"), ("B", "A")]).unwrap(), ["B0", "A0"]);
    }

    #[test]
    fn two_of_one_name_are_refused() {
        let mut module = attributes(&[("BINORMAL", 0), ("Bitangent", 0)]);
        let error = run_on(&mut module, &[("BINORMAL", "BITANGENT")]).unwrap_err();
        assert_eq!(error.feature(), Some(Feature::BindingLayout));
        assert!(error.message().contains("the name Bitangent0"), "{error}");
    }
}
