//! Opcodes as types: class enums, shape and lookups, all expanded from `table.rs`.

mod table;

use crate::error::Feature;
use table::for_each_opcode;

/// How an instruction reads or writes the lanes of an operand (`dxbc-semantics` section 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// 32-bit float.
    F32,
    /// Signed 32-bit integer.
    I32,
    /// Unsigned 32-bit integer.
    U32,
    /// Opaque bits.
    Bits,
    /// Half of a 64-bit float: lanes in pairs xy and zw.
    F64,
    /// Comparison result: all ones or 0.
    Mask,
}

/// The part that an operand plays in its instruction, in operand order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Destination lanes under a write mask; may be `null` where the instruction has two.
    Dst(Lane),
    /// Destination of the tiled-resource status; may be `null`.
    Status,
    /// Source read by the lane rule: lane i of the result takes swizzle entry i.
    Src(Lane),
    /// One selected component.
    Scalar(Lane),
    /// Source whose leading lanes are read after the swizzle, whatever the destination mask is.
    Vector(Lane),
    /// Texture or buffer address: lanes by resource dimension.
    Address(Lane),
    /// `t#`; the returned vector passes through its swizzle.
    Resource,
    /// `s#`; in gather4 its selected component is the channel.
    Sampler,
    /// `t#` or `rasterizer`.
    ResourceOrRasterizer,
    /// `t#` or `u#`.
    ResourceOrUav,
    /// `t#`, `u#` or `g#` that is read.
    ResourceOrMemory,
    /// `u#` that is read.
    Uav,
    /// `u#` that is written, with a mask.
    DstUav,
    /// `u#` or `g#` that is written.
    DstMemory,
    /// Level of detail, one component, f32.
    Lod,
    /// Bias of the level of detail, one component, f32.
    Bias,
    /// Least level of detail, one component, f32.
    Clamp,
    /// Comparison reference, one component, f32.
    Reference,
    /// Derivative of the address along x, f32.
    DerivativeX,
    /// Derivative of the address along y, f32.
    DerivativeY,
    /// Texel offset from a register: lanes x and y, i32.
    TexelOffset,
    /// Sample index, one component, u32.
    SampleIndex,
    /// Mip level, one component, u32.
    MipLevel,
    /// Offset in bytes, one component, u32.
    ByteOffset,
    /// Index of a structure, one component, u32.
    StructIndex,
    /// Subroutine label.
    Label,
    /// Immediate value of a case label.
    CaseValue,
    /// Number of the method that an interface call runs: a bare dword, not an operand token.
    CallSite,
    /// Interface: `fp#[index]`.
    Interface,
    /// Geometry stream.
    Stream,
}

/// Modifiers of the opcode token that an instruction may carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Neither.
    None,
    /// Bit 13 is saturate.
    Saturate,
    /// Bit 18 chooses the zero or the nonzero test.
    Test,
}

/// The stages that may hold an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stages {
    /// Every stage.
    Any,
    /// Pixel only.
    Pixel,
    /// Geometry only.
    Geometry,
    /// Hull only.
    Hull,
    /// Compute only.
    Compute,
    /// Hull and domain.
    Tessellation,
}

/// Whether the translator takes an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// Lowered.
    Lowered,
    /// Refused for want of a feature.
    Refused(Feature),
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The opcode.
    pub opcode: Opcode,
    /// Number in bits 0 to 10 of the opcode token.
    pub number: u16,
    /// Base mnemonic as Microsoft's disassembler writes it.
    pub mnemonic: &'static str,
    /// Class, as the table groups it.
    pub class: &'static str,
    /// Operands in order.
    pub roles: &'static [Role],
    /// First shader model, major times ten plus minor.
    pub first_model: u8,
    /// Stages that may hold it.
    pub stages: Stages,
    /// What the opcode token may carry.
    pub flag: Flag,
    /// Whether the translator takes it.
    pub support: Support,
    /// What it does, in one line.
    pub doc: &'static str,
}

mod role {
    //! The table's short names of roles.
    use super::{Lane, Role};

    macro_rules! roles {
        ($($name:ident = $role:expr;)*) => {
            $(#[allow(non_upper_case_globals, reason = "column entries of the opcode table")]
            pub(super) const $name: Role = $role;)*
        };
    }
    roles! {
        DF = Role::Dst(Lane::F32); DI = Role::Dst(Lane::I32); DU = Role::Dst(Lane::U32);
        DB = Role::Dst(Lane::Bits); DL = Role::Dst(Lane::F64); DM = Role::Dst(Lane::Mask);
        SF = Role::Src(Lane::F32); SI = Role::Src(Lane::I32); SU = Role::Src(Lane::U32);
        SB = Role::Src(Lane::Bits); SL = Role::Src(Lane::F64);
        CU = Role::Scalar(Lane::U32); CI = Role::Scalar(Lane::I32); CB = Role::Scalar(Lane::Bits);
        VF = Role::Vector(Lane::F32); VI = Role::Vector(Lane::I32);
        AF = Role::Address(Lane::F32); AU = Role::Address(Lane::U32);
        T = Role::Resource; S = Role::Sampler; TOrRasterizer = Role::ResourceOrRasterizer;
        TOrU = Role::ResourceOrUav; TOrMemory = Role::ResourceOrMemory;
        Uav = Role::Uav; DUav = Role::DstUav; DMemory = Role::DstMemory;
        Status = Role::Status; Lod = Role::Lod; Bias = Role::Bias; Clamp = Role::Clamp;
        Reference = Role::Reference; DerivativeX = Role::DerivativeX; DerivativeY = Role::DerivativeY;
        TexelOffset = Role::TexelOffset; SampleIndex = Role::SampleIndex; MipLevel = Role::MipLevel;
        ByteOffset = Role::ByteOffset; StructIndex = Role::StructIndex; Label = Role::Label;
        CaseValue = Role::CaseValue; CallSite = Role::CallSite; Interface = Role::Interface; Stream = Role::Stream;
    }
}

macro_rules! flag {
    (none) => {
        Flag::None
    };
    (sat) => {
        Flag::Saturate
    };
    (test) => {
        Flag::Test
    };
}

macro_rules! stages {
    (any) => {
        Stages::Any
    };
    (pixel) => {
        Stages::Pixel
    };
    (geometry) => {
        Stages::Geometry
    };
    (hull) => {
        Stages::Hull
    };
    (compute) => {
        Stages::Compute
    };
    (other) => {
        Stages::Tessellation
    };
}

macro_rules! support {
    (ok) => {
        Support::Lowered
    };
    (no $feature:ident) => {
        Support::Refused(Feature::$feature)
    };
}

macro_rules! define_opcodes {
    ($(
        $(#[$class_doc:meta])*
        $class:ident {
            $($number:literal $variant:ident $mnemonic:literal [$($role:ident)*] $model:literal $stages:ident
              $flag:ident $support:ident $(($feature:ident))? $doc:literal;)*
        }
    )*) => {
        $(
            $(#[$class_doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
            #[repr(u16)]
            #[allow(clippy::doc_markdown, reason = "a row's description is also printed as plain text")]
            pub enum $class {
                $(#[doc = $doc] $variant = $number,)*
            }
        )*

        /// An opcode, by class.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Opcode {
            $($(#[$class_doc])* $class($class),)*
        }

        /// All rows, in table order.
        static ROWS: &[Info] = &[
            $($(Info {
                opcode: Opcode::$class($class::$variant),
                number: $number,
                mnemonic: $mnemonic,
                class: stringify!($class),
                roles: &[$(role::$role),*],
                first_model: $model,
                stages: stages!($stages),
                flag: flag!($flag),
                support: support!($support $($feature)?),
                doc: $doc,
            },)*)*
        ];

        impl Opcode {
            /// The opcode's number in the opcode token.
            #[must_use]
            pub const fn number(self) -> u16 {
                match self {
                    $(Self::$class(opcode) => opcode as u16,)*
                }
            }
        }
    };
}

for_each_opcode!(define_opcodes);

/// Greatest opcode number of the table plus one.
const NUMBERS: usize = 235;

/// Row of each opcode number; `u8::MAX` where the number is reserved.
static BY_NUMBER: [u8; NUMBERS] = index_rows();

#[allow(clippy::cast_possible_truncation, reason = "fewer rows than 255, checked when the constant is evaluated")]
const fn index_rows() -> [u8; NUMBERS] {
    assert!(ROWS.len() < u8::MAX as usize);
    let mut rows = [u8::MAX; NUMBERS];
    let mut row = 0;
    while row < ROWS.len() {
        rows[ROWS[row].number as usize] = row as u8;
        row += 1;
    }
    rows
}

impl Info {
    /// The row of an opcode's number, or none where the number is reserved or unknown.
    #[must_use]
    pub fn from_number(number: u16) -> Option<&'static Self> {
        let row = *BY_NUMBER.get(usize::from(number))?;
        ROWS.get(usize::from(row))
    }
}

impl Opcode {
    /// All rows of the table, grouped by class.
    #[must_use]
    pub fn all() -> &'static [Info] {
        ROWS
    }

    /// The opcode with a number, or none where the number is reserved or unknown.
    #[must_use]
    pub fn from_number(number: u16) -> Option<Self> {
        Info::from_number(number).map(|info| info.opcode)
    }

    /// The opcode with a base mnemonic.
    #[must_use]
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        ROWS.iter().find(|info| info.mnemonic == mnemonic).map(|info| info.opcode)
    }

    /// The opcode's row.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "every opcode has a row: both come from the same table")]
    pub fn info(self) -> &'static Info {
        &ROWS[usize::from(BY_NUMBER[usize::from(self.number())])]
    }

    /// The base mnemonic.
    #[must_use]
    pub fn mnemonic(self) -> &'static str {
        self.info().mnemonic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_last_is_a_row_or_reserved() {
        // Numbers without a row: `dxbc-semantics` sections 5.14 and 13.
        const RESERVED: [u16; 5] = [107, 112, 209, 218, 235];
        for number in 0..=235 {
            assert_eq!(Opcode::from_number(number).is_none(), RESERVED.contains(&number), "number {number}");
        }
        assert_eq!(Opcode::from_number(u16::MAX), None);
    }

    #[test]
    fn rows_are_found_by_number_and_mnemonics_are_unique() {
        let mut names = std::collections::BTreeSet::new();
        for info in Opcode::all() {
            assert_eq!(info.opcode.number(), info.number);
            assert_eq!(info.opcode.info().mnemonic, info.mnemonic);
            assert!(names.insert(info.mnemonic), "{} stands twice", info.mnemonic);
        }
    }
}
