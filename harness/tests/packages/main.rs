//! Draw packages: the way there and back, and what an independent Direct3D 11 draws of them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]
#![allow(clippy::result_large_err, reason = "what could not be drawn is handed back whole, to be reported")]

mod round_trip;
mod second_opinion;
