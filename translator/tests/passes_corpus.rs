//! Lowers every shader of the corpora and runs the passes: the module keeps the rules of the IR all the way.

use dxbc_translator::ir::validate::{Phase, validate};
use dxbc_translator::link::Linkage;
use dxbc_translator::lower::{Source, lower};
use dxbc_translator::options::{ClipSpace, Indexing, Options, RegisterModel};
use dxbc_translator::passes;
use dxbc_translator::translate::decode;

use crate::program_corpus::corpora;

/// The options that passes look at.
fn variants() -> Vec<(&'static str, Options)> {
    let float = Options { register_model: RegisterModel::Float, ..Options::default() };
    let opengl = Options { clip_space: ClipSpace::OpenGl, indexing: Indexing::Trusted, ..Options::default() };
    vec![("typed", Options::default()), ("float", float), ("opengl, trusted", opengl)]
}

#[test]
fn passes_keep_the_rules_of_the_ir() {
    let (mut passed, mut refused) = (0, 0);
    let mut failures = Vec::new();
    for path in corpora() {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(decoded) = decode(&bytes) else {
            refused += 1;
            continue;
        };
        for (name, options) in variants() {
            let source = Source {
                program: &decoded.program,
                inputs: &decoded.inputs,
                outputs: &decoded.outputs,
                reflection: decoded.reflection.as_ref(),
                options: &options,
                linkage: &Linkage::default(),
            };
            let Ok((mut module, _)) = lower(&source) else {
                refused += 1;
                continue;
            };
            if let Err(error) = passes::run(&mut module, &options) {
                failures.push(format!("{} ({name}): {error}", path.display()));
                continue;
            }
            match validate(&module, Phase::Stored) {
                Ok(()) => passed += 1,
                Err(faults) => failures.push(format!("{} ({name}): {}", path.display(), faults[0])),
            }
        }
    }
    println!("{passed} modules passed, {refused} refused before");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0, "no shader was found");
}
