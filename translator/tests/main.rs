//! The tests of the translator that need more than one module, in one binary.

mod public_corpus;
