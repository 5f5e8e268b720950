//! Runs compute cases: on the interpreter, in two opposite orders of threads, and against what is known of the result;
//! and on engines, from translated text.
//!
//! The result of a dispatch is all that its views hold afterwards. Every word is compared: it must be equal, unless
//! Direct3D does not define it.

pub mod oracle;
pub mod outcome;
pub mod submit;

pub use oracle::{OracleError, run};
pub use outcome::{Difference, Outcome};
pub use submit::{Failure, Verdict, compare, outcomes};
