//! The tests of the translator that need more than one module, in one binary.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod container;
mod passes_corpus;
mod program_corpus;
mod public_corpus;
