//! What a program must keep to beyond the format of its tokens.

use super::Program;
use super::words::Warnings;
use crate::error::Result;

pub(super) fn check(_program: &Program, _warnings: &mut Warnings) -> Result<()> {
    Ok(())
}
