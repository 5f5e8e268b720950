//! Shaders made by the harness: listings of assembly with everything that they read, run by the interpreter and by the
//! engines on the same data.

pub mod fuzz;
mod lanes;
mod operand;
pub mod program;
pub mod random;
pub mod scene;
pub mod single_op;
mod statement;
pub mod trial;
pub mod values;
