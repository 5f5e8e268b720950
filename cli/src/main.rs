//! The `dxbc-cross` command.
fn main() {}
