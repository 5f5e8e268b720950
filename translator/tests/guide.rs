//! The guide to binding against the translation of its example.

use std::path::Path;

use dxbc_translator::abi::file::LayoutFile;
use dxbc_translator::options::Options;
use dxbc_translator::translate_program;
use serde_json::Value;

use crate::corpus::case_path;

fn guide() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/binding.md");
    std::fs::read_to_string(path).unwrap()
}

/// The blocks of code in a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// Both reflections of the example.
fn example(options: &Options) -> Value {
    let read = |file: &str| std::fs::read(case_path("feature/abi-bones-1").join(file)).unwrap();
    let program = translate_program(&read("vs.dxbc"), &read("ps.dxbc"), options).unwrap();
    let stages = [&program.vertex, &program.fragment].map(|shader| serde_json::to_value(&shader.reflection).unwrap());
    Value::Array(stages.into())
}

/// Whether a value is part of another: objects may lack fields.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|other| is_part(value, other)))
        }
        _ => part == whole,
    }
}

/// Whether a value is part of something inside another.
fn stands_in(part: &Value, whole: &Value) -> bool {
    let inside = match whole {
        Value::Array(items) => items.iter().any(|item| stands_in(part, item)),
        Value::Object(fields) => fields.values().any(|field| stands_in(part, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    };
    inside || is_part(part, whole)
}

/// Every key of objects.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| {
            found.push(key.clone());
            keys(field, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn carbon() -> Options {
    let mut options = Options::default();
    dxbc_translator::abi::Preset::Carbon.layout().apply(&mut options);
    options
}

#[test]
fn the_data_that_the_guide_shows_are_those_of_its_example() {
    let (plain, carbon) = (example(&Options::default()), example(&carbon()));
    let shown = blocks(&guide(), "json");
    assert_eq!(shown.len(), 6);
    for text in shown {
        let value: Value = serde_json::from_str(&text).unwrap();
        let whole = if text.contains("placement") { &carbon } else { &plain };
        assert!(stands_in(&value, whole), "{text}");
    }
    let block = serde_json::json!({ "block": "ConstantBuffer3", "rows": 200 });
    assert!(stands_in(&block, &carbon) && !stands_in(&block, &plain));
}

#[test]
fn the_fields_that_the_guide_reads_are_there() {
    let mut fields = Vec::new();
    keys(&example(&Options::default()), &mut fields);
    keys(&example(&carbon()), &mut fields);
    let in_block = "[vertex.t0]\nplacement = \"uniform-block\"\ncapacity = 58\n";
    let mut options = Options::default();
    toml::from_str::<LayoutFile>(in_block).unwrap().layout().unwrap().apply(&mut options);
    keys(&example(&options), &mut fields);
    let mut read = 0;
    for code in blocks(&guide(), "js") {
        for object in
            ["reflection", "attribute", "block", "entry", "count", "placement", "content", "buffer", "texture"]
        {
            for field in code.split(&format!("{object}.")).skip(1) {
                let field: String = field.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let of_gl = ["length", "byteOffset", "byteLength", "next"].contains(&field.as_str());
                assert!(of_gl || fields.contains(&field), "{object}.{field}");
                read += 1;
            }
        }
    }
    assert!(read > 25, "{read}");
}

#[test]
fn the_layout_that_the_guide_shows_is_one() {
    let shown = blocks(&guide(), "toml");
    assert_eq!(shown.len(), 1);
    for text in shown {
        let layout = toml::from_str::<LayoutFile>(&text).unwrap().layout().unwrap();
        let mut options = Options::default();
        layout.apply(&mut options);
        assert!(stands_in(&serde_json::json!({ "name": "in_BITANGENT0" }), &example(&options)));
    }
}
