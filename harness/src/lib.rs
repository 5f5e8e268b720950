//! Proves translations: engines, interpreter, cases, verdicts.
#![deny(unsafe_code)]

pub mod case;
pub mod compare;
pub mod draw;
pub mod engine;
pub mod interp;
pub mod partner;
pub mod verify;
