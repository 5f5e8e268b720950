//! Lowers every shader of the corpora and runs the passes: the module keeps the rules of the IR all the way, and
//! what it computes.

use std::path::Path;

use dxbc_translator::ir::Module;
use dxbc_translator::ir::validate::{Phase, validate};
use dxbc_translator::link::Linkage;
use dxbc_translator::lower::{Source, lower};
use dxbc_translator::options::{ClipSpace, Indexing, Options, RegisterModel};
use dxbc_translator::passes;
use dxbc_translator::translate::decode;

use crate::ir_eval::{self, Outcome, Outside};
use crate::program_corpus::corpora;

/// Runs of each module with different inputs.
const SEEDS: u64 = 8;

/// The options that passes look at.
fn variants() -> Vec<(&'static str, Options)> {
    let float = Options { register_model: RegisterModel::Float, ..Options::default() };
    let opengl = Options { clip_space: ClipSpace::OpenGl, indexing: Indexing::Trusted, ..Options::default() };
    vec![("typed", Options::default()), ("float", float), ("opengl, trusted", opengl)]
}

/// Calls `check` with every module that lowering makes of the corpora; how many there were, and how many shaders
/// were refused before.
fn for_each_module(mut check: impl FnMut(&Path, &str, &Options, Module)) -> (usize, usize) {
    let (mut lowered, mut refused) = (0, 0);
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
            match lower(&source) {
                Ok((module, _)) => {
                    lowered += 1;
                    check(&path, name, &options, module);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(lowered > 0, "no shader was found");
    (lowered, refused)
}

#[test]
fn passes_keep_the_rules_of_the_ir() {
    let mut failures = Vec::new();
    let (lowered, refused) = for_each_module(|path, name, options, mut module| {
        if let Err(error) = passes::run(&mut module, options) {
            failures.push(format!("{} ({name}): {error}", path.display()));
        } else if let Err(faults) = validate(&module, Phase::Stored) {
            failures.push(format!("{} ({name}): {}", path.display(), faults[0]));
        }
    });
    println!("{lowered} modules, {refused} refused before");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn passes_change_no_result() {
    let (mut compared, mut written) = (0, 0);
    let mut failures = Vec::new();
    for_each_module(|path, name, options, module| {
        // The one pass that is meant to change what a shader writes.
        let options = Options { clip_space: ClipSpace::AsIs, ..options.clone() };
        let mut passed = module.clone();
        if passes::run(&mut passed, &options).is_err() {
            return;
        }
        for seed in 0..SEEDS {
            let outside = if options.indexing == Indexing::Robust { Outside::Fault } else { Outside::Zero };
            let (before, after) = (ir_eval::run(&module, seed, Outside::Zero), ir_eval::run(&passed, seed, outside));
            compared += 1;
            written += usize::from(matches!(before, Outcome::Written(_)));
            if before != after {
                failures.push(format!("{} ({name}), seed {seed}:\n  {before:x?}\n  {after:x?}", path.display()));
                return;
            }
        }
    });
    println!("{compared} runs compared, {written} of them wrote outputs");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
