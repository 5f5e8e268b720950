//! Operands of random programs: registers of every file with swizzles and modifiers, and literals.

use super::lanes::{Kind, REGISTERS, SHARED_BITS, SHARED_FLOATS};
use super::program::{Writer, Zone};

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Rows of `cb0`, of bits, and of `cb1`, of floats.
pub(super) const ROWS: u32 = 6;
/// Rows of the immediate constant buffer, of floats.
pub(super) const IMMEDIATE_ROWS: u32 = 4;
/// Elements of `x0`, of bits, and of `x1`, of floats.
pub(super) const ELEMENTS: u32 = 4;

/// A destination mask as letters.
pub(super) fn letters(lanes: &[usize]) -> String {
    lanes.iter().filter_map(|&lane| LETTERS.get(lane)).collect()
}

/// Modifiers that an operand may get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Modifiers {
    None,
    Negate,
    Float,
}

/// A float operand: its text, and whether the sign of a zero in it is open.
pub(super) struct FloatOperand {
    pub(super) text: String,
    pub(super) open: bool,
}

impl Writer {
    /// A swizzle that takes only the given lanes; one letter if one lane is wanted.
    fn swizzle(&mut self, valid: &[usize], wanted: usize) -> String {
        let count = if wanted == 1 && self.random.chance(60) { 1 } else { 4 };
        (0..count).map(|_| LETTERS[self.random.pick(valid) & 3]).collect()
    }

    /// A multiple of 1/8 as a literal. Never -1.0: Mesa makes a choice of that and 0.0 the negation of a flag, which is
    /// -0.0 where 0.0 is chosen (`regress/select-minus-one`).
    fn float_number(&mut self) -> String {
        let eighths = if self.random.chance(40) { self.random.below(9) } else { self.random.below(257) };
        let value = eighths as f32 / 8.0;
        format!("{:?}", if self.random.chance(40) && value != 1.0 { -value } else { value })
    }

    fn bits_number(&mut self) -> String {
        const EDGES: [u32; 10] = [0, 1, 2, 31, 32, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0x7fc0_0001, 0x3f80_0000];
        let bits = match self.random.below(3) {
            0 => self.random.pick(&EDGES),
            1 => self.random.below(16),
            _ => self.random.word(),
        };
        format!("{bits:#x}")
    }

    fn literal(&mut self, wanted: usize, number: fn(&mut Self) -> String) -> String {
        let count = if wanted == 1 || self.random.chance(20) { 1 } else { 4 };
        let numbers: Vec<String> = (0..count).map(|_| number(self)).collect();
        format!("l({})", numbers.join(", "))
    }

    /// A lane that holds bits, as an index or condition.
    pub(super) fn bits_lane(&mut self) -> String {
        let mut found = Vec::new();
        for (register, kinds) in self.lanes.iter().enumerate() {
            let usable = self.zone == Zone::Main || register == SHARED_BITS;
            for (lane, kind) in kinds.iter().enumerate() {
                if usable && kind.is_bits() {
                    found.push((register, lane));
                }
            }
        }
        let (register, lane) = self.random.pick(&found);
        format!("r{register}.{}", LETTERS[lane & 3])
    }

    /// A register with lanes that satisfy a predicate, and those lanes.
    fn readable(&mut self, want: fn(Kind) -> bool, shared: usize) -> (usize, Vec<usize>) {
        let start = self.random.below(REGISTERS as u32) as usize;
        for step in 0..REGISTERS {
            let register = if self.zone == Zone::Main { (start + step) % REGISTERS } else { shared };
            let kinds = self.lanes[register];
            let valid: Vec<usize> = (0..4).filter(|&lane| want(kinds[lane])).collect();
            if !valid.is_empty() {
                return (register, valid);
            }
        }
        (shared, vec![0, 1, 2, 3])
    }

    /// `[3]`, `[r0.x]` or `[r0.x + 1]` of `count` elements: in range if `inside`, where an index is computed first.
    pub(super) fn element(&mut self, count: u32, first: u32) -> String {
        match self.random.below(3) {
            0 => format!("[{}]", first + self.random.below(count)),
            1 => {
                // Mostly inside.
                let source = self.bits_lane();
                let mask = if self.random.chance(70) { 3 } else { 7 };
                self.line(format!("and r11.w, {source}, l({mask})"));
                if first == 0 { "[r11.w]".into() } else { format!("[r11.w + {first}]") }
            }
            _ => {
                let offset = first + self.random.below(2);
                let source = self.bits_lane();
                if self.random.chance(80) {
                    self.line(format!("and r11.w, {source}, l(3)"));
                    format!("[r11.w + {offset}]")
                } else {
                    format!("[{source} + {offset}]")
                }
            }
        }
    }

    /// An element with a fixed number, for instructions that already index something.
    fn fixed(&mut self, count: u32) -> String {
        format!("[{}]", self.random.below(count))
    }

    fn maybe_dynamic(&mut self, count: u32) -> String {
        // One index at a time: they share a register.
        if self.random.chance(25) && !self.indexed {
            self.indexed = true;
            self.element(count, 0)
        } else {
            self.fixed(count)
        }
    }

    fn modified(&mut self, text: String, modifiers: Modifiers) -> String {
        if self.random.chance(65) {
            return text;
        }
        match (modifiers, self.random.below(3)) {
            (Modifiers::None, _) => text,
            (Modifiers::Negate, _) | (Modifiers::Float, 0) => format!("-{text}"),
            (Modifiers::Float, 1) => format!("|{text}|"),
            (Modifiers::Float, _) => format!("-|{text}|"),
        }
    }

    /// An operand of bits for `wanted` lanes.
    pub(super) fn bits(&mut self, wanted: usize, modifiers: Modifiers) -> String {
        let all = [0, 1, 2, 3];
        let text = match self.random.below(12) {
            0 | 1 => return self.literal(wanted, Self::bits_number),
            2 => format!("cb0{}.{}", self.maybe_dynamic(ROWS), self.swizzle(&all, wanted)),
            3 => format!("icb{}.{}", self.maybe_dynamic(IMMEDIATE_ROWS), self.swizzle(&all, wanted)),
            4 => format!("x0{}.{}", self.maybe_dynamic(ELEMENTS), self.swizzle(&all, wanted)),
            5 => format!("v2.{}", self.swizzle(&all, wanted)),
            _ => {
                let (register, valid) = self.readable(Kind::is_bits, SHARED_BITS);
                format!("r{register}.{}", self.swizzle(&valid, wanted))
            }
        };
        self.modified(text, modifiers)
    }

    /// An operand of floats for `wanted` lanes.
    pub(super) fn float(&mut self, wanted: usize) -> FloatOperand {
        let all = [0, 1, 2, 3];
        let mut open = false;
        let text = match self.random.below(12) {
            0 | 1 => return FloatOperand { text: self.literal(wanted, Self::float_number), open },
            2 => format!("cb1{}.{}", self.maybe_dynamic(ROWS), self.swizzle(&all, wanted)),
            3 => format!("icb{}.{}", self.maybe_dynamic(IMMEDIATE_ROWS), self.swizzle(&all, wanted)),
            4 => {
                open = true;
                format!("x1{}.{}", self.maybe_dynamic(ELEMENTS), self.swizzle(&all, wanted))
            }
            5 => format!("v3.{}", self.swizzle(&all, wanted)),
            _ => {
                let (register, valid) = self.readable(Kind::is_float, SHARED_FLOATS);
                open = valid.iter().any(|&lane| self.lanes[register][lane] == Kind::Open);
                format!("r{register}.{}", self.swizzle(&valid, wanted))
            }
        };
        FloatOperand { text: self.modified(text, Modifiers::Float), open }
    }
}
