//! Passes: the ordered list that turns lowered IR into what the GLSL writer prints.

mod storage_float;

use crate::error::Result;
use crate::ir::Module;
use crate::options::Options;

/// Runs all passes in order.
///
/// # Errors
///
/// `Internal` for a module that breaks the rules of the IR.
pub fn run(module: &mut Module, _options: &Options) -> Result<()> {
    storage_float::run(module);
    Ok(())
}
