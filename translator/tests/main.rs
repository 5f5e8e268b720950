//! The tests of the translator that need more than one module, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod coherence;
mod constant_terms;
mod container;
mod corpus;
mod guide;
mod ir_doubles;
mod ir_eval;
mod layouts;
mod malformed;
mod passes_corpus;
mod passes_random;
mod program_checks;
mod program_corpus;
mod program_damage;
mod program_text;
mod program_tokens;
mod programs;
mod public_corpus;
mod reflection;
mod report;
mod snapshots;
mod stripped;
