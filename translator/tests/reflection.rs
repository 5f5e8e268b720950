//! The reflection of every container of the corpus against its text: the same names, no more and no fewer.

use std::collections::BTreeSet;

use dxbc_translator::options::{IntegerAttributes, Names, Options, RegisterModel};
use dxbc_translator::reflect::Reflection;
use dxbc_translator::translate;

use crate::program_corpus::{containers, own_corpus};

/// Every name that the text declares for the outside, with its type; blocks have none.
fn declared(source: &str) -> BTreeSet<(String, String)> {
    let mut names = BTreeSet::new();
    for line in source.lines().filter(|line| !line.starts_with(' ')) {
        if let Some(block) = line.strip_prefix("layout(std140) uniform ") {
            names.insert((block.trim_end_matches(" {").to_owned(), String::new()));
        } else {
            let words: Vec<&str> = line.trim_end_matches(';').split(' ').collect();
            if let [.., "in" | "out" | "uniform", ty, name] = words[..] {
                names.insert((name.to_owned(), ty.to_owned()));
            }
        }
    }
    names
}

fn reflected(reflection: &Reflection) -> BTreeSet<(String, String)> {
    let mut names = BTreeSet::new();
    let mut add = |name: &str, ty: &str| {
        assert!(names.insert((name.to_owned(), ty.to_owned())), "{name} twice");
    };
    reflection.attributes.iter().for_each(|attribute| add(&attribute.name, attribute.ty));
    reflection.varyings.iter().for_each(|varying| add(&varying.name, varying.ty));
    reflection.uniform_blocks.iter().for_each(|block| add(&block.block, ""));
    reflection.textures.iter().for_each(|texture| add(&texture.uniform, texture.ty));
    for buffer in &reflection.buffers {
        buffer.uniform.iter().for_each(|uniform| add(uniform, buffer.ty));
        buffer.placement.iter().filter_map(|placement| placement.own_block()).for_each(|block| add(block, ""));
        buffer.size_uniform.iter().for_each(|uniform| add(uniform, "uint"));
    }
    reflection.double_guard.iter().for_each(|guard| add(guard.uniform, guard.ty));
    reflection.mip_counts.iter().for_each(|count| add(&count.uniform, "uint"));
    reflection.render_targets.iter().for_each(|target| add(&target.name, target.ty));
    names
}

#[test]
fn reflection_names_what_the_text_declares() {
    let reflected_names = Options {
        names: Names::Reflected,
        register_model: RegisterModel::Float,
        integer_attributes: IntegerAttributes::Native,
        ..Options::default()
    };
    let (mut texts, mut names) = (0, 0);
    for path in containers(&own_corpus()) {
        let bytes = std::fs::read(&path).unwrap();
        for options in [&Options::default(), &reflected_names] {
            let Ok(shader) = translate(&bytes, options) else { continue };
            let declared = declared(&shader.source);
            assert_eq!(declared, reflected(&shader.reflection), "{}", path.display());
            assert!(shader.line_map.is_sorted_by_key(|mapping| mapping.line), "{}", path.display());
            assert_eq!(shader.reflection.extensions, Vec::<String>::new());
            shader.reflection.to_json().unwrap();
            texts += 1;
            names += declared.len();
        }
    }
    println!("{names} names of {texts} texts");
    assert!(texts > 8000 && names > 20_000, "the corpus is smaller than it was");
}
