//! The four-byte names of chunks.

use std::fmt;

use serde::{Serialize, Serializer};

/// The name of a chunk, four bytes in file order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FourCc(pub [u8; 4]);

macro_rules! known {
    ($($name:ident $bytes:literal $doc:literal;)+) => {
        impl FourCc {
            $(#[doc = $doc] pub const $name: Self = Self(*$bytes);)+
        }
    };
}

known! {
    DXBC b"DXBC" "The container itself.";
    SHDR b"SHDR" "Program tokens, shader model 4.";
    SHEX b"SHEX" "Program tokens, shader model 5, or 4 with features of 11.";
    ISGN b"ISGN" "Input signature.";
    ISG1 b"ISG1" "Input signature with stream and minimum precision.";
    OSGN b"OSGN" "Output signature.";
    OSG1 b"OSG1" "Output signature with stream and minimum precision.";
    OSG5 b"OSG5" "Output signature with stream.";
    PCSG b"PCSG" "Patch constant signature.";
    PSG1 b"PSG1" "Patch constant signature with stream and minimum precision.";
    RDEF b"RDEF" "Reflection: bindings and constant-buffer layouts.";
    STAT b"STAT" "Counters of the compiler.";
    SFI0 b"SFI0" "Feature flags.";
    IFCE b"IFCE" "Interfaces and classes.";
    AON9 b"Aon9" "Direct3D 9 bytecode of the `level_9` profiles.";
    DXIL b"DXIL" "LLVM bitcode, shader model 6.";
    ILDB b"ILDB" "LLVM bitcode with debug information, shader model 6.";
    RTS0 b"RTS0" "Root signature.";
    SDBG b"SDBG" "Debug information.";
    SPDB b"SPDB" "Debug information as a program database.";
    PRIV b"PRIV" "Private data of an application.";
}

/// The name; bytes that do not print are shown as `\x00`.
impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.escape_ascii().fmt(f)
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for FourCc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
