//! Scalar and vector types.

use std::fmt;

use crate::builtins;

/// How the lanes of a value are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// 32-bit float.
    F32,
    /// Signed 32-bit integer.
    I32,
    /// Unsigned 32-bit integer.
    U32,
    /// Truth value; never stored in a variable.
    Bool,
    /// 32 bits that nothing looks at yet; gone after the storage pass.
    Bits,
    /// 64-bit float, always one lane; gone after the doubles pass, which is the first.
    F64,
}

/// A scalar or a vector of 2 to 4 lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Type {
    /// Lane type.
    pub scalar: Scalar,
    /// Number of lanes, 1 to 4.
    pub width: u8,
}

/// A type of the registry.
impl From<builtins::Type> for Type {
    fn from(ty: builtins::Type) -> Self {
        let scalar = match ty.scalar {
            builtins::Scalar::F32 => Scalar::F32,
            builtins::Scalar::I32 => Scalar::I32,
            builtins::Scalar::U32 => Scalar::U32,
            builtins::Scalar::Bool => Scalar::Bool,
            builtins::Scalar::F64 => Scalar::F64,
        };
        Self::new(scalar, ty.width)
    }
}

impl Type {
    /// One f32.
    pub const F32: Self = Self::new(Scalar::F32, 1);
    /// One i32.
    pub const I32: Self = Self::new(Scalar::I32, 1);
    /// One u32.
    pub const U32: Self = Self::new(Scalar::U32, 1);
    /// One truth value.
    pub const BOOL: Self = Self::new(Scalar::Bool, 1);
    /// One f64.
    pub const F64: Self = Self::new(Scalar::F64, 1);

    /// `width` lanes of `scalar`; width 1 to 4.
    #[must_use]
    pub const fn new(scalar: Scalar, width: u8) -> Self {
        Self { scalar, width }
    }

    /// 32-bit words that it holds.
    #[must_use]
    pub const fn words(self) -> u8 {
        match self.scalar {
            Scalar::F64 => 2 * self.width,
            Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::Bits => self.width,
        }
    }

    /// The same lanes read as another scalar.
    #[must_use]
    pub const fn with_scalar(self, scalar: Scalar) -> Self {
        Self { scalar, width: self.width }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.scalar {
            Scalar::F32 => "f32",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::Bool => "bool",
            Scalar::Bits => "bits",
            Scalar::F64 => "f64",
        };
        if self.width == 1 { f.write_str(name) } else { write!(f, "{name}x{}", self.width) }
    }
}
