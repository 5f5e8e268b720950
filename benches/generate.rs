//! Shaders of any length, for what grows with it.

use std::fmt::Write as _;

use dxbc_translator::program::assemble_container;

/// How the instructions stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One after the other.
    Flat,
    /// Within loops and branches, 60 deep.
    Nested,
}

impl Shape {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Nested => "nested",
        }
    }
}

/// Constructs within constructs of a nested shader; Direct3D allows 64.
const DEPTH: usize = 60;

/// The container of a pixel shader of about so many instructions.
pub fn generated(shape: Shape, instructions: usize) -> Vec<u8> {
    let mut text = String::from(
        ".input  TEXCOORD 0 xyzw v0 float\n.output SV_Target 0 xyzw o0 float\nps_5_0\n\
         dcl_globalFlags refactoringAllowed\ndcl_constantbuffer CB0[8], immediateIndexed\n\
         dcl_input_ps linear v0.xyzw\ndcl_output o0.xyzw\ndcl_temps 16\nmov r0.xyzw, v0.xyzw\n",
    );
    let mut open: Vec<&str> = Vec::new();
    let close = |text: &mut String, end: &str| writeln!(text, "{end}").expect("a string takes all");
    for number in 0..instructions {
        match shape {
            Shape::Flat => {}
            Shape::Nested if open.len() == DEPTH => open.drain(..).rev().for_each(|end| close(&mut text, end)),
            Shape::Nested if number % 3 == 1 => {
                // Every fourth construct is a loop that ends after its first trip.
                let looped = open.len() % 4 == 3;
                writeln!(text, "{}", if looped { "loop" } else { "if_nz r1.x" }).expect("a string takes all");
                open.push(if looped { "break\nendloop" } else { "endif" });
            }
            Shape::Nested => {}
        }
        // Each reads what others wrote, over all registers.
        let (to, a, b) = (number % 16, (number + 5) % 16, (number + 11) % 16);
        let line = match number % 4 {
            0 => writeln!(text, "mad r{to}.xyzw, r{a}.xyzw, cb0[{}].xyzw, r{b}.wzyx", number % 8),
            1 => writeln!(text, "mul r{to}.xy, r{a}.zwzz, r{b}.xyxx"),
            2 => writeln!(text, "lt r{to}.z, r{a}.x, r{b}.y"),
            _ => writeln!(text, "iadd r{to}.w, r{a}.w, l({number})"),
        };
        line.expect("a string takes all");
    }
    open.drain(..).rev().for_each(|end| close(&mut text, end));
    text.push_str("mov o0.xyzw, r0.xyzw\nret\n");
    assemble_container(&text).unwrap_or_else(|error| panic!("a generated shader does not assemble: {error}"))
}
