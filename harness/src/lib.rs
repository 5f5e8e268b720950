//! Proves translations: engines, interpreter, cases, verdicts.
#![deny(unsafe_code)]

pub mod engine;
pub mod interp;
