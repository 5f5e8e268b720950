//! The types inside the reflection data: what a variable of a constant buffer is made of.

use std::fmt;

use serde::Serialize;

use super::number::numbered;
use super::rdef::Source;
use crate::error::Result;
use crate::limits;

numbered! {
    /// How the components of a type are arranged.
    Class {
        0 Scalar "scalar",
        1 Vector "vector",
        2 MatrixRows "matrix-rows",
        3 MatrixColumns "matrix-columns",
        4 Object "object",
        5 Struct "struct",
        6 InterfaceClass "interface-class",
        7 InterfacePointer "interface-pointer",
    }
}

numbered! {
    /// What one component is, spelled as in HLSL.
    Scalar {
        0 Void "void",
        1 Bool "bool",
        2 Int "int",
        3 Float "float",
        4 String "string",
        5 Texture "texture",
        6 Texture1D "Texture1D",
        7 Texture2D "Texture2D",
        8 Texture3D "Texture3D",
        9 TextureCube "TextureCube",
        10 Sampler "sampler",
        11 Sampler1D "sampler1D",
        12 Sampler2D "sampler2D",
        13 Sampler3D "sampler3D",
        14 SamplerCube "samplerCUBE",
        19 Uint "uint",
        20 Uint8 "uint8",
        25 Buffer "Buffer",
        26 ConstantBuffer "cbuffer",
        27 TextureBuffer "tbuffer",
        28 Texture1DArray "Texture1DArray",
        29 Texture2DArray "Texture2DArray",
        32 Texture2DMS "Texture2DMS",
        33 Texture2DMSArray "Texture2DMSArray",
        34 TextureCubeArray "TextureCubeArray",
        37 InterfacePointer "interface",
        39 Double "double",
        40 RWTexture1D "RWTexture1D",
        41 RWTexture1DArray "RWTexture1DArray",
        42 RWTexture2D "RWTexture2D",
        43 RWTexture2DArray "RWTexture2DArray",
        44 RWTexture3D "RWTexture3D",
        45 RWBuffer "RWBuffer",
        46 ByteAddressBuffer "ByteAddressBuffer",
        47 RWByteAddressBuffer "RWByteAddressBuffer",
        48 StructuredBuffer "StructuredBuffer",
        49 RWStructuredBuffer "RWStructuredBuffer",
        50 AppendStructuredBuffer "AppendStructuredBuffer",
        51 ConsumeStructuredBuffer "ConsumeStructuredBuffer",
        52 Min8Float "min8float",
        53 Min10Float "min10float",
        54 Min16Float "min16float",
        55 Min12Int "min12int",
        56 Min16Int "min16int",
        57 Min16Uint "min16uint",
    }
}

/// A type, with the types of its members inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Type {
    /// How the components are arranged.
    pub class: Class,
    /// What one component is; `Void` for a struct.
    pub scalar: Scalar,
    /// Rows of a matrix; 1 for a vector.
    pub rows: u16,
    /// Columns of a matrix; components of a vector.
    pub columns: u16,
    /// Elements of an array; 0 if it is none.
    pub elements: u16,
    /// Name as in the source; shader model 5 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Members of a struct.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member {
    /// Name as in the source.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u32,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
}

/// The length of a type that ends with its name.
const TYPE_WITH_NAME: u32 = 36;

/// How the parts of a type follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Constant and texture buffers: an element of an array and a row or column of a matrix start at a multiple of
    /// 16 bytes, and nothing follows the last one.
    Rows,
    /// Elements of structured buffers: without gaps.
    Tight,
}

impl Packing {
    /// Bytes of `count` things of `size` bytes.
    fn repeat(self, count: u32, size: u32) -> u32 {
        let stride = match self {
            Self::Rows => size.next_multiple_of(16),
            Self::Tight => size,
        };
        stride.saturating_mul(count.saturating_sub(1)).saturating_add(size)
    }
}

impl Type {
    /// Reads the type at `at`. Its members are read too, `depth` structs deep so far.
    pub(super) fn parse(source: &Source<'_>, at: u32, depth: u32) -> Result<Self> {
        let data = source.data;
        if depth > limits::STRUCT_DEPTH {
            let message = format!("structs are nested more than {} deep", limits::STRUCT_DEPTH);
            return Err(data.limit(at, message));
        }
        source.charge(at, size_of::<Self>())?;
        let record = data.sub(at, source.sizes.ty)?;
        let name_at = if source.sizes.ty >= TYPE_WITH_NAME { record.u32_at(32)? } else { 0 };
        let name = if name_at == 0 { String::new() } else { source.name(name_at)? };
        let count = u32::from(record.u16_at(10)?);
        let first = record.u32_at(12)?;
        let mut members = Vec::new();
        for index in 0..count {
            members.push(Member::parse(
                source,
                first.saturating_add(index.saturating_mul(source.sizes.member)),
                depth,
            )?);
        }
        Ok(Self {
            class: Class::from_number(record.u16_at(0)?.into()),
            scalar: Scalar::from_number(record.u16_at(2)?.into()),
            rows: record.u16_at(4)?,
            columns: record.u16_at(6)?,
            elements: record.u16_at(8)?,
            name: (!name.is_empty()).then_some(name),
            members,
        })
    }

    /// Bytes from the first to the last component. 0 for objects.
    pub fn size(&self, packing: Packing) -> u32 {
        let scalar: u32 = if self.scalar == Scalar::Double { 8 } else { 4 };
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let element = match self.class {
            Class::Scalar | Class::Vector => scalar.saturating_mul(columns),
            Class::MatrixRows => packing.repeat(rows, scalar.saturating_mul(columns)),
            Class::MatrixColumns => packing.repeat(columns, scalar.saturating_mul(rows)),
            Class::Struct | Class::InterfaceClass => {
                let ends = self.members.iter().map(|member| member.offset.saturating_add(member.ty.size(packing)));
                ends.max().unwrap_or(0)
            }
            Class::Object | Class::InterfacePointer | Class::Other(_) => 0,
        };
        if self.elements == 0 { element } else { packing.repeat(self.elements.into(), element) }
    }
}

impl Member {
    fn parse(source: &Source<'_>, at: u32, depth: u32) -> Result<Self> {
        source.charge(at, size_of::<Self>())?;
        let record = source.data.sub(at, source.sizes.member)?;
        Ok(Self {
            name: source.name(record.u32_at(0)?)?,
            offset: record.u32_at(8)?,
            ty: Type::parse(source, record.u32_at(4)?, depth.saturating_add(1))?,
        })
    }
}

/// The type as HLSL spells it, arrays as a suffix: `float4x4`, `row_major float3x4[60]`, `struct Light[4]`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scalar = self.scalar;
        match self.class {
            Class::Scalar => write!(f, "{scalar}")?,
            Class::Vector => write!(f, "{scalar}{}", self.columns)?,
            Class::MatrixRows => write!(f, "row_major {scalar}{}x{}", self.rows, self.columns)?,
            Class::MatrixColumns => write!(f, "{scalar}{}x{}", self.rows, self.columns)?,
            Class::Struct => write!(f, "struct {}", self.name.as_deref().unwrap_or("(unnamed)"))?,
            Class::Object | Class::InterfaceClass | Class::InterfacePointer | Class::Other(_) => {
                write!(f, "{}", self.name.as_deref().unwrap_or("(unnamed)"))?;
            }
        }
        if self.elements == 0 { Ok(()) } else { write!(f, "[{}]", self.elements) }
    }
}
