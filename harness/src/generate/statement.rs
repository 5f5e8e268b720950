//! Statements of random programs without control flow.

use super::lanes::{Kind, REGISTERS, SCRATCH_FLOAT, SHARED_BITS, SHARED_FLOATS};
use super::operand::{ELEMENTS, Modifiers, letters};
use super::program::{Writer, Zone};

/// Where a statement writes.
pub(super) struct Target {
    register: usize,
    lanes: Vec<usize>,
}

impl Target {
    fn text(&self) -> String {
        format!("r{}.{}", self.register, letters(&self.lanes))
    }
}

impl Writer {
    /// Lanes of a register that may take a kind; none if no register has one.
    fn target(&mut self, kind: Kind) -> Option<Target> {
        let start = self.random.below(REGISTERS as u32) as usize;
        for step in 0..REGISTERS {
            let register = match self.zone {
                Zone::Main => (start + step) % REGISTERS,
                Zone::Subroutine if kind.is_float() => SHARED_FLOATS,
                Zone::Subroutine => SHARED_BITS,
            };
            let fits = |lane: usize| match (register, &self.frozen) {
                (SHARED_BITS, _) => kind.is_bits(),
                (SHARED_FLOATS, _) => kind.is_float(),
                (_, Some(frozen)) => frozen[register][lane].or(kind) == frozen[register][lane],
                (_, None) => true,
            };
            let valid: Vec<usize> = (0..4).filter(|&lane| fits(lane)).collect();
            let mut lanes: Vec<usize> = valid.iter().copied().filter(|_| self.random.chance(60)).collect();
            if lanes.is_empty() && !valid.is_empty() {
                lanes = vec![self.random.pick(&valid)];
            }
            if !lanes.is_empty() {
                return Some(Target { register, lanes });
            }
        }
        None
    }

    /// Notes what a target holds now.
    fn wrote(&mut self, target: &Target, kind: Kind) {
        let kind = match target.register {
            SHARED_BITS => Kind::Bits,
            SHARED_FLOATS => Kind::Open,
            _ => kind,
        };
        for &lane in &target.lanes {
            self.lanes[target.register][lane] = kind;
        }
    }

    /// One statement of several instructions at most.
    pub(super) fn statement(&mut self) {
        self.indexed = false;
        match self.random.below(20) {
            0..=3 => self.wide_float(),
            4..=5 => self.narrow_float(),
            6..=8 => self.integer(),
            9 => self.two_results(),
            10 => self.comparison(),
            11 => self.conversion(),
            12..=13 => self.moves(),
            14 => self.array(),
            15 => self.texture(),
            16 => self.buffer(),
            17 => self.input_range(),
            18 => self.mask_of_float(),
            _ => self.output(),
        }
    }

    /// Arithmetic that leaves the range or the grid, and the way back to it.
    fn wide_float(&mut self) {
        const OPS: [(&str, usize, bool, bool); 7] = [
            ("add", 2, false, false),
            ("mul", 2, true, false),
            ("mad", 3, true, false),
            ("dp2", 2, true, true),
            ("dp3", 2, true, true),
            ("dp4", 2, true, true),
            ("div", 1, true, false),
        ];
        let (op, count, off_grid, dot) = self.random.pick(&OPS);
        let mut texts: Vec<String> = (0..count).map(|_| self.float(if dot { 4 } else { 2 }).text).collect();
        if op == "div" {
            texts.push(self.random.pick(&["l(2.0)", "l(-4.0)", "l(0.5)", "l(8.0)"]).into());
        }
        // Mesa drops the sign of a zero that only a condition or an index looks at: `regress/zero-sign-condition`.
        let Some(target) = self.target(Kind::Open) else { return };
        let mask = letters(&target.lanes);
        let scratch = format!("r{SCRATCH_FLOAT}.{mask}");
        let read = format!("r{SCRATCH_FLOAT}.xyzw");
        self.line(format!("{op} {scratch}, {}", texts.join(", ")));
        self.line(format!("max {scratch}, {read}, l(-64.0)"));
        if off_grid {
            self.line(format!("min {scratch}, {read}, l(64.0)"));
            self.line(format!("mul {scratch}, {read}, l(8.0)"));
            let round = self.random.pick(&["round_ne", "round_ni", "round_pi", "round_z"]);
            self.line(format!("{round} {scratch}, {read}"));
            self.line(format!("mul {}, {read}, l(0.125)", target.text()));
        } else {
            self.line(format!("min {}, {read}, l(64.0)", target.text()));
        }
        self.wrote(&target, Kind::Open);
    }

    /// Arithmetic that stays in the range and on the grid.
    fn narrow_float(&mut self) {
        const OPS: [(&str, usize, bool); 8] = [
            ("min", 2, true),
            ("max", 2, true),
            ("round_ne", 1, false),
            ("round_ni", 1, false),
            ("round_pi", 1, false),
            ("round_z", 1, false),
            ("frc", 1, false),
            ("add_sat", 2, true),
        ];
        let (op, count, open) = self.random.pick(&OPS);
        let saturate = op != "add_sat" && self.random.chance(20);
        let operands: Vec<_> = (0..count).map(|_| self.float(2)).collect();
        let open = open || saturate || operands.iter().any(|operand| operand.open);
        let kind = if open { Kind::Open } else { Kind::Float };
        let Some(target) = self.target(kind) else { return };
        let texts: Vec<String> = operands.into_iter().map(|operand| operand.text).collect();
        let suffix = if saturate { "_sat" } else { "" };
        self.line(format!("{op}{suffix} {}, {}", target.text(), texts.join(", ")));
        self.wrote(&target, kind);
    }

    fn integer(&mut self) {
        const OPS: [(&str, usize, Modifiers); 26] = [
            ("iadd", 2, Modifiers::Negate),
            ("iadd", 2, Modifiers::Negate),
            ("imad", 3, Modifiers::Negate),
            ("imax", 2, Modifiers::Negate),
            ("imin", 2, Modifiers::Negate),
            ("ineg", 1, Modifiers::None),
            ("umad", 3, Modifiers::None),
            ("umax", 2, Modifiers::None),
            ("umin", 2, Modifiers::None),
            ("msad", 3, Modifiers::None),
            ("and", 2, Modifiers::None),
            ("or", 2, Modifiers::None),
            ("xor", 2, Modifiers::None),
            ("not", 1, Modifiers::None),
            ("ishl", 2, Modifiers::None),
            ("ishr", 2, Modifiers::None),
            ("ushr", 2, Modifiers::None),
            ("countbits", 1, Modifiers::None),
            ("firstbit_hi", 1, Modifiers::None),
            ("firstbit_lo", 1, Modifiers::None),
            ("firstbit_shi", 1, Modifiers::None),
            ("bfrev", 1, Modifiers::None),
            ("ubfe", 3, Modifiers::None),
            ("ibfe", 3, Modifiers::None),
            ("bfi", 4, Modifiers::None),
            ("xor", 2, Modifiers::None),
        ];
        let (op, count, modifiers) = self.random.pick(&OPS);
        let Some(target) = self.target(Kind::Bits) else { return };
        let texts: Vec<String> = (0..count).map(|_| self.bits(target.lanes.len(), modifiers)).collect();
        self.line(format!("{op} {}, {}", target.text(), texts.join(", ")));
        self.wrote(&target, Kind::Bits);
    }

    fn two_results(&mut self) {
        let op = self.random.pick(&["imul", "umul", "udiv", "uaddc", "usubb", "swapc"]);
        let (Some(first), Some(second)) = (self.target(Kind::Bits), self.target(Kind::Bits)) else { return };
        let null = op != "swapc" && self.random.chance(30);
        if first.register == second.register && !null {
            return;
        }
        let count = if op == "swapc" { 3 } else { 2 };
        let modifiers = if op == "imul" { Modifiers::Negate } else { Modifiers::None };
        let texts: Vec<String> = (0..count).map(|_| self.bits(2, modifiers)).collect();
        let texts = texts.join(", ");
        if null && self.random.chance(50) {
            self.line(format!("{op} {}, null, {texts}", first.text()));
            self.wrote(&first, Kind::Bits);
        } else if null && !matches!(op, "uaddc" | "usubb") {
            self.line(format!("{op} null, {}, {texts}", second.text()));
            self.wrote(&second, Kind::Bits);
        } else if first.register != second.register {
            self.line(format!("{op} {}, {}, {texts}", first.text(), second.text()));
            self.wrote(&first, Kind::Bits);
            self.wrote(&second, Kind::Bits);
        }
    }

    /// A comparison to somewhere.
    pub(super) fn compare_into(&mut self, target: &str, wanted: usize) {
        self.indexed = false;
        if self.random.chance(50) {
            let op = self.random.pick(&["eq", "ne", "lt", "ge"]);
            let (a, b) = (self.float(wanted).text, self.float(wanted).text);
            self.line(format!("{op} {target}, {a}, {b}"));
        } else {
            let op = self.random.pick(&["ieq", "ine", "ilt", "ige", "ult", "uge"]);
            let (a, b) = (self.bits(wanted, Modifiers::None), self.bits(wanted, Modifiers::None));
            self.line(format!("{op} {target}, {a}, {b}"));
        }
    }

    fn comparison(&mut self) {
        let Some(target) = self.target(Kind::Bits) else { return };
        self.compare_into(&target.text(), target.lanes.len());
        self.wrote(&target, Kind::Bits);
    }

    fn conversion(&mut self) {
        if self.random.chance(50) {
            let op = self.random.pick(&["ftoi", "ftou", "ftoi", "f32tof16"]);
            let source = self.float(2);
            if op == "f32tof16" && source.open {
                return;
            }
            let Some(target) = self.target(Kind::Bits) else { return };
            self.line(format!("{op} {}, {}", target.text(), source.text));
            self.wrote(&target, Kind::Bits);
            return;
        }
        let Some(target) = self.target(Kind::Float) else { return };
        let mask = letters(&target.lanes);
        match self.random.below(3) {
            0 => {
                let source = self.bits(2, Modifiers::None);
                self.line(format!("and r9.{mask}, {source}, l(63)"));
                let op = self.random.pick(&["itof", "utof"]);
                let negate = if op == "itof" && self.random.chance(30) { "-" } else { "" };
                self.line(format!("{op} {}, {negate}r9.xyzw", target.text()));
            }
            1 => {
                // A half of 1, 1.25, 1.5 or 1.75 of either sign.
                let source = self.bits(2, Modifiers::None);
                self.line(format!("and r9.{mask}, {source}, l(0x8300)"));
                self.line(format!("or r9.{mask}, r9.xyzw, l(0x3c00)"));
                let modifier = self.random.pick(&[("", ""), ("-", ""), ("|", "|"), ("-|", "|")]);
                self.line(format!("f16tof32 {}, {}r9.xyzw{}", target.text(), modifier.0, modifier.1));
            }
            _ => {
                let source = self.bits(2, Modifiers::None);
                self.line(format!("ieq r9.{mask}, {source}, l(0, 1, 2, 3)"));
                self.line(format!("and {}, r9.xyzw, l(0x3f800000)", target.text()));
            }
        }
        self.wrote(&target, Kind::Float);
    }

    fn moves(&mut self) {
        if self.random.chance(50) {
            let source = self.float(2);
            let saturate = self.random.chance(15);
            let kind = if source.open || saturate { Kind::Open } else { Kind::Float };
            let Some(target) = self.target(kind) else { return };
            if self.random.chance(40) {
                let condition = self.bits(2, Modifiers::None);
                let other = self.float(2);
                let kind = if other.open { Kind::Open } else { kind };
                let Some(target) = self.target(kind) else { return };
                self.line(format!("movc {}, {condition}, {}, {}", target.text(), source.text, other.text));
                return self.wrote(&target, kind);
            }
            let suffix = if saturate { "_sat" } else { "" };
            self.line(format!("mov{suffix} {}, {}", target.text(), source.text));
            return self.wrote(&target, kind);
        }
        let Some(target) = self.target(Kind::Bits) else { return };
        let source = self.bits(target.lanes.len(), Modifiers::None);
        if self.random.chance(50) {
            let (condition, other) = (self.bits(2, Modifiers::None), self.bits(2, Modifiers::None));
            self.line(format!("movc {}, {condition}, {source}, {other}", target.text()));
        } else {
            self.line(format!("mov {}, {source}", target.text()));
        }
        self.wrote(&target, Kind::Bits);
    }

    /// A write to an indexable temp, in range or not.
    fn array(&mut self) {
        let mask = self.random.pick(&["x", "yw", "xyzw", "zw", "y"]);
        if self.random.chance(50) {
            let source = self.bits(mask.len(), Modifiers::None);
            let element = if self.indexed { "[1]".into() } else { self.element(ELEMENTS, 0) };
            self.line(format!("mov x0{element}.{mask}, {source}"));
        } else {
            let source = self.float(mask.len()).text;
            let element = if self.indexed { "[2]".into() } else { self.element(ELEMENTS, 0) };
            self.line(format!("mov x1{element}.{mask}, {source}"));
        }
    }

    fn texture(&mut self) {
        let resource = self.random.pick(&["xyzw", "wzyx", "yyxz"]);
        match self.random.below(4) {
            0 => {
                let Some(target) = self.target(Kind::Bits) else { return };
                let source = self.bits(4, Modifiers::None);
                let mask = self.random.pick(&["l(3, 3, 0, 1)", "l(7, 7, 0, 3)", "l(0xffffffff, 3, 0, 3)"]);
                self.line(format!("and r11.xyzw, {source}, {mask}"));
                let offset = self.random.pick(&["", "_aoffimmi(1,0,0)", "_aoffimmi(-1,2,0)"]);
                let (name, offset) = if offset.is_empty() {
                    ("ld_indexable", "")
                } else {
                    ("ld_aoffimmi_indexable", offset.trim_start_matches("_aoffimmi"))
                };
                let types = "(texture2d)(uint,uint,uint,uint)";
                self.line(format!("{name}{offset}{types} {}, r11.xyzw, t0.{resource}", target.text()));
                self.wrote(&target, Kind::Bits);
            }
            1 => {
                let Some(target) = self.target(Kind::Bits) else { return };
                let level = self.bits_lane();
                self.line(format!("and r11.x, {level}, l(3)"));
                let types = "(texture2d)(uint,uint,uint,uint)_uint";
                self.line(format!("resinfo_indexable{types} {}, r11.x, t0.{resource}", target.text()));
                self.wrote(&target, Kind::Bits);
            }
            choice => {
                let Some(target) = self.target(Kind::Float) else { return };
                let source = self.float(4).text;
                self.line(format!("add r11.xy, {source}, l(0.0625, 0.0625, 0.0, 0.0)"));
                let types = "(texture2d)(float,float,float,float)";
                let text = target.text();
                if choice == 2 {
                    self.line(format!("sample_l_indexable{types} {text}, r11.xyxx, t1.{resource}, s0, l(0.0)"));
                } else {
                    let channel = self.random.pick(&["x", "y", "z", "w"]);
                    self.line(format!("gather4_indexable{types} {text}, r11.xyxx, t1.{resource}, s0.{channel}"));
                }
                self.wrote(&target, Kind::Float);
            }
        }
    }

    fn buffer(&mut self) {
        let mixed = "(mixed,mixed,mixed,mixed)";
        if self.random.chance(25) {
            let Some(target) = self.target(Kind::Float) else { return };
            let source = self.bits(1, Modifiers::None);
            let mask = self.random.pick(&["l(7)", "l(15)", "l(0xffffffff)"]);
            self.line(format!("and r11.x, {source}, {mask}"));
            let types = "(buffer)(float,float,float,float)";
            self.line(format!("ld_indexable{types} {}, r11.xxxx, t4.xyzw", target.text()));
            return self.wrote(&target, Kind::Float);
        }
        let Some(target) = self.target(Kind::Bits) else { return };
        let text = target.text();
        let source = self.bits(1, Modifiers::None);
        let mask = self.random.pick(&["l(7)", "l(31)", "l(0xffffffff)"]);
        match self.random.below(3) {
            0 => {
                self.line(format!("and r11.x, {source}, {mask}"));
                self.line("ishl r11.x, r11.x, l(2)".into());
                self.line(format!("ld_raw_indexable(raw_buffer){mixed} {text}, r11.x, t2.xyzw"));
            }
            1 => {
                self.line(format!("and r11.x, {source}, {mask}"));
                let (offset, swizzle) = self.random.pick(&[(0, "xyzw"), (0, "wzyx"), (4, "xyzz"), (12, "xxxx")]);
                let head = format!("ld_structured_indexable(structured_buffer, stride=16){mixed}");
                self.line(format!("{head} {text}, r11.x, l({offset}), t3.{swizzle}"));
            }
            _ => self.line(format!("bufinfo_indexable(raw_buffer){mixed} {text}, t2.xyzw")),
        }
        self.wrote(&target, Kind::Bits);
    }

    /// Inputs by a number at run time.
    fn input_range(&mut self) {
        let Some(target) = self.target(Kind::Bits) else { return };
        let element = self.element(2, 4);
        let swizzle = self.random.pick(&["xyzw", "wwxx", "yzwx"]);
        self.line(format!("mov {}, v{element}.{swizzle}", target.text()));
        self.wrote(&target, Kind::Bits);
    }

    /// A float where a comparison holds, else zero: the usual idiom of compilers.
    fn mask_of_float(&mut self) {
        let Some(target) = self.target(Kind::Float) else { return };
        let mask = letters(&target.lanes);
        self.compare_into(&format!("r9.{mask}"), target.lanes.len());
        let value = self.random.pick(&["0x3f800000", "0x40200000"]);
        self.line(format!("and {}, r9.xyzw, l({value})", target.text()));
        self.wrote(&target, Kind::Float);
    }

    fn output(&mut self) {
        let mask = self.random.pick(&["x", "y", "zw", "xyz", "xyzw"]);
        if self.random.chance(70) {
            let source = self.bits(mask.len(), Modifiers::None);
            self.line(format!("mov o0.{mask}, {source}"));
        } else {
            let (a, b) = (self.bits(mask.len(), Modifiers::None), self.bits(mask.len(), Modifiers::None));
            self.line(format!("xor o0.{mask}, {a}, {b}"));
        }
    }
}
