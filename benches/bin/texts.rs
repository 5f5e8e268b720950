//! The lengths of the texts that the containers of a list translate to, and a digest that shows whether any changed.
//!
//! `texts LIST [FILE]`: translates to GLSL with typed and with float registers and to WGSL. The digest covers text,
//! warnings, line map and reflection, or the error; `FILE` gets one line for each container and kind, to be compared
//! with that of another build.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher};

use dxbc_translator::Translator;
use dxbc_translator::options::{Options, RegisterModel, Target};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(list), file, None) = (arguments.next(), arguments.next(), arguments.next()) else {
        panic!("texts LIST [FILE]");
    };
    let list = std::fs::read_to_string(&list).expect("a readable list");
    let shaders: Vec<(&str, Vec<u8>)> =
        list.lines().map(|path| (path, std::fs::read(path).expect("a readable file"))).collect();
    let mut lines = String::new();
    let mut all = DefaultHasher::new();
    for (name, options) in kinds() {
        let mut translator = Translator::new(&options);
        let (mut inputs, mut texts) = (Vec::new(), Vec::new());
        for (path, bytes) in &shaders {
            let result = translator.translate(bytes);
            if let Ok(shader) = &result {
                inputs.push(bytes.len());
                texts.push(shader.source.len());
            }
            let mut one = DefaultHasher::new();
            one.write(format!("{result:?}").as_bytes());
            all.write_u64(one.finish());
            writeln!(lines, "{:016x} {name} {path}", one.finish()).expect("a string takes all");
        }
        let count = texts.len();
        println!("{name}: {count} translate, median {} bytes of {}", median(texts), median(inputs));
    }
    println!("digest {:016x}", all.finish());
    if let Some(file) = file {
        std::fs::write(file, lines).expect("a writable file");
    }
}

fn kinds() -> [(&'static str, Options); 3] {
    let options = Options::default();
    [
        ("glsl", options.clone()),
        ("glsl, float registers", Options { register_model: RegisterModel::Float, ..options.clone() }),
        ("wgsl", Options { target: Target::Wgsl, ..options }),
    ]
}

fn median(mut lengths: Vec<usize>) -> usize {
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied().unwrap_or(0)
}
