//! The commands, one file each.

pub(crate) mod bless;
pub(crate) mod builtins;
pub(crate) mod compare;
pub(crate) mod conformance;
pub(crate) mod dis;
mod drawing;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod fuzz;
pub(crate) mod opcodes;
pub(crate) mod reflect;
pub(crate) mod render;
pub(crate) mod translate;
pub(crate) mod verify;
mod verify_dispatch;
mod verify_draw;
mod verify_text;
