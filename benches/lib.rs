//! What the benches measure: the shaders, and the stages of their translation.

mod generate;
mod shaders;
mod stages;

pub use generate::{Shape, generated};
pub use shaders::{Shader, corpus, fixed, size};
pub use stages::{Input, Stage};
