//! Translates Direct3D 10/11 shader bytecode to GLSL ES 3.00 or WGSL.
#![forbid(unsafe_code)]

pub mod abi;
pub mod builtins;
pub mod bytes;
pub mod container;
pub mod error;
mod feature;
pub mod ir;
pub mod limits;
pub mod link;
pub mod lower;
pub mod opcode;
pub mod options;
pub mod passes;
pub mod program;
pub mod reflect;
pub mod report;
pub mod translate;
pub mod warnings;
pub mod write;

pub use translate::{ProgramText, Shader, Translator, translate, translate_program};
