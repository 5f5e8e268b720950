//! Reflection from stripped bytecode: all that the binding needs comes from the instruction stream, and the reflection
//! chunk adds names only.

use dxbc_translator::container::{Container, FourCc, write};
use dxbc_translator::options::{Options, RegisterModel, Target};
use dxbc_translator::{Shader, translate, translate_program};
use serde_json::Value;

use crate::program_corpus::{containers, own_corpus};

/// The container with its program and signatures, and nothing else.
fn strip(bytes: &[u8]) -> Vec<u8> {
    let container = Container::parse(bytes).unwrap();
    let kept = |name: FourCc| {
        ["SHDR", "SHEX", "ISGN", "ISG1", "OSGN", "OSG1", "OSG5", "PCSG"].iter().any(|kept| name.0 == kept.as_bytes())
    };
    let chunks: Vec<(FourCc, &[u8])> = container
        .chunks()
        .iter()
        .filter(|chunk| kept(chunk.name))
        .map(|chunk| (chunk.name, chunk.data.data()))
        .collect();
    write::container(&chunks).unwrap()
}

/// Takes away what the reflection chunk gives: names of resources, and the members of blocks.
fn without_names(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            if fields.contains_key("register") && fields.contains_key("space") {
                fields.remove("name");
                fields.remove("members");
            }
            for (_, field) in fields.iter_mut() {
                *field = without_names(field.take());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_names(item.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

fn binding(shader: &Shader) -> Value {
    without_names(serde_json::to_value(&shader.reflection).unwrap())
}

#[test]
fn stripped_bytecode_binds_as_the_full_one() {
    let (mut compared, mut named) = (0, 0);
    for path in containers(&own_corpus()) {
        let bytes = std::fs::read(&path).unwrap();
        let stripped = strip(&bytes);
        for (register_model, target) in [
            (RegisterModel::Float, Target::Glsl),
            (RegisterModel::Typed, Target::Glsl),
            (RegisterModel::Typed, Target::Wgsl),
        ] {
            let options = Options { register_model, target, ..Options::default() };
            let (full, bare) = (translate(&bytes, &options), translate(&stripped, &options));
            let (Ok(full), Ok(bare)) = (&full, &bare) else {
                assert_eq!(full.is_err(), bare.is_err(), "{}", path.display());
                continue;
            };
            assert_eq!(binding(full), binding(bare), "{}", path.display());
            assert_eq!(full.source, bare.source, "{}", path.display());
            named += usize::from(full.reflection != bare.reflection);
            compared += 1;
        }
    }
    println!("{compared} reflections, {named} of them with names to lose");
    assert!(compared > 8000 && named > 3000, "{compared} {named}");
}

#[test]
fn stripped_programs_bind_as_full_ones() {
    let mut compared = 0;
    for path in containers(&own_corpus()) {
        let Some(pixel) =
            path.to_str().and_then(|name| name.strip_suffix("vs.dxbc")).map(|name| format!("{name}ps.dxbc"))
        else {
            continue;
        };
        let (vertex, Ok(pixel)) = (std::fs::read(&path).unwrap(), std::fs::read(pixel)) else { continue };
        let options = Options::default();
        let (Ok(full), Ok(bare)) = (
            translate_program(&vertex, &pixel, &options),
            translate_program(&strip(&vertex), &strip(&pixel), &options),
        ) else {
            continue;
        };
        for (full, bare) in [(&full.vertex, &bare.vertex), (&full.fragment, &bare.fragment)] {
            assert_eq!(binding(full), binding(bare), "{}", path.display());
        }
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}
