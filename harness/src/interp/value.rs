//! Values: raw 32-bit lanes with a mark that says whether Direct3D defines them.

/// One 32-bit lane as a caller sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The bits; 0 where nothing better is known of an undefined value.
    pub bits: u32,
    /// Whether Direct3D defines the bits. An undefined value must not be compared with what an engine gives.
    pub defined: bool,
}

/// One four-lane register.
pub type Register = [Value; 4];

impl Value {
    /// A lane that nothing wrote.
    pub const UNDEFINED: Self = Self { bits: 0, defined: false };

    /// A defined lane.
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self { bits, defined: true }
    }

    /// A defined lane that holds a float.
    #[must_use]
    pub const fn float(value: f32) -> Self {
        Self::new(value.to_bits())
    }

    /// The lane read as a float.
    #[must_use]
    pub const fn as_f32(self) -> f32 {
        f32::from_bits(self.bits)
    }
}

/// A register that nothing wrote.
pub const UNDEFINED_REGISTER: Register = [Value::UNDEFINED; 4];

/// A set of the quad's four lanes, lane 0 in bit 0.
pub(super) type LaneMask = u8;

/// All four lanes of a quad.
pub(super) const ALL_LANES: LaneMask = 15;

/// One component of a register in the four lanes of a quad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lanes {
    /// The bits of each lane.
    pub(super) bits: [u32; 4],
    /// Lanes whose bits Direct3D does not define.
    pub(super) undefined: LaneMask,
}

impl Lanes {
    /// The same defined bits in every lane.
    pub(super) const fn splat(bits: u32) -> Self {
        Self { bits: [bits; 4], undefined: 0 }
    }

    /// A function of one value; undefined where the value is.
    #[inline(always)]
    pub(super) fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self { bits: self.bits.map(f), undefined: self.undefined }
    }

    /// A function of two values; undefined where either is.
    #[inline(always)]
    pub(super) fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self {
            bits: std::array::from_fn(|lane| f(self.bits[lane], other.bits[lane])),
            undefined: self.undefined | other.undefined,
        }
    }

    /// A function of three values; undefined where any is.
    #[inline(always)]
    pub(super) fn zip3(self, b: Self, c: Self, f: impl Fn(u32, u32, u32) -> u32) -> Self {
        Self {
            bits: std::array::from_fn(|lane| f(self.bits[lane], b.bits[lane], c.bits[lane])),
            undefined: self.undefined | b.undefined | c.undefined,
        }
    }

    /// Lanes with any bit set: the condition test of Direct3D, under which -0.0 is true.
    pub(super) fn nonzero(self) -> LaneMask {
        lanes_where(|lane| self.bits[lane] != 0)
    }

    /// One lane as a caller sees it.
    pub(super) fn value(self, lane: usize) -> Value {
        Value { bits: self.bits[lane & 3], defined: self.undefined >> (lane & 3) & 1 == 0 }
    }

    /// Sets one lane.
    pub(super) fn set(&mut self, lane: usize, value: Value) {
        let bit = 1 << (lane & 3);
        self.bits[lane & 3] = value.bits;
        self.undefined = if value.defined { self.undefined & !bit } else { self.undefined | bit };
    }
}

/// The lanes for which a condition holds.
pub(super) fn lanes_where(condition: impl Fn(usize) -> bool) -> LaneMask {
    (0..4).fold(0, |mask, lane| mask | (LaneMask::from(condition(lane)) << lane))
}

/// The lanes of a set in order.
pub(super) fn lanes(mask: LaneMask) -> impl Iterator<Item = usize> {
    (0..4).filter(move |lane| mask >> lane & 1 != 0)
}

/// A four-component register in the four lanes of a quad, by component.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuadRegister(pub(super) [Lanes; 4]);

impl QuadRegister {
    /// A register that nothing wrote.
    pub(super) const UNDEFINED: Self = Self([Lanes { bits: [0; 4], undefined: ALL_LANES }; 4]);

    /// One lane as a caller sees it.
    pub(super) fn register(&self, lane: usize) -> Register {
        self.0.map(|component| component.value(lane))
    }

    /// Sets one lane.
    pub(super) fn set(&mut self, lane: usize, register: &Register) {
        for (component, value) in self.0.iter_mut().zip(register) {
            component.set(lane, *value);
        }
    }
}
