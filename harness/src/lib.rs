//! Proves translations: engines, interpreter, cases, verdicts.
#![deny(unsafe_code)]

pub mod case;
pub mod compare;
pub mod conformance;
pub mod dispatch;
pub mod draw;
pub mod engine;
pub mod generate;
pub mod interp;
mod known;
pub mod naga;
pub mod package;
pub mod partner;
pub mod reduce;
pub mod registry;
pub mod tally;
pub mod verify;
