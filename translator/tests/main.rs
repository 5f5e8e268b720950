//! The tests of the translator that need more than one module, in one binary.

mod program_corpus;
mod public_corpus;
