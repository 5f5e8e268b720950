//! All that a container says about itself, as data for JSON and as a text for people.

use std::fmt;

use serde::Serialize;

use super::features::{ShaderFeatures, Statistics};
use super::rdef::{Binding, BindingKind, Buffer, Dimension, Reflection, ReturnType, Variable};
use super::rdef_types::Type;
use super::signature::{MinPrecision, Signature, SignatureElement, SystemValue, letters};
use super::{Container, Digest, FourCc, Version};
use crate::error::{Error, Result};
use crate::program::Stage;
use crate::warnings::Warning;

/// Everything that can be read without decoding the program.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Profile of the program; none if there is no program to translate.
    pub profile: Option<Version>,
    /// Bytes of the container.
    pub size: u32,
    /// Whether the digest is right.
    pub digest: Digest,
    /// The chunk table.
    pub chunks: Vec<ChunkSummary>,
    /// The input signature.
    pub inputs: Option<Signature>,
    /// The output signature.
    pub outputs: Option<Signature>,
    /// The patch constants of a tessellation stage.
    pub patch_constants: Option<Signature>,
    /// Names and layouts, if not stripped.
    pub reflection: Option<Reflection>,
    /// Feature flags.
    pub features: Option<ShaderFeatures>,
    /// Counters, if not stripped.
    pub statistics: Option<Statistics>,
    /// Oddities of the container.
    pub warnings: Vec<Warning>,
    /// Why parts of the above are missing though their chunk is there.
    pub errors: Vec<Error>,
}

/// One line of the chunk table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChunkSummary {
    /// Its name.
    pub name: FourCc,
    /// Where its data start in the container.
    pub offset: u32,
    /// Bytes of its data.
    pub size: u32,
}

impl Summary {
    /// Reads every chunk there is a view of. What cannot be read is listed in `errors`.
    pub fn new(container: &Container<'_>) -> Self {
        let mut errors = Vec::new();
        let chunks = container.chunks().iter().map(|chunk| ChunkSummary {
            name: chunk.name,
            offset: chunk.data.absolute(0),
            size: chunk.data.len(),
        });
        Self {
            profile: keep(container.version().map(Some), &mut errors),
            size: container.size(),
            digest: container.digest(),
            chunks: chunks.collect(),
            inputs: keep(container.inputs(), &mut errors),
            outputs: keep(container.outputs(), &mut errors),
            patch_constants: keep(container.patch_constants(), &mut errors),
            reflection: keep(container.reflection(), &mut errors),
            features: keep(container.features(), &mut errors),
            statistics: container.statistics(),
            warnings: container.warnings().to_vec(),
            errors,
        }
    }
}

/// The value, or nothing and one more error.
fn keep<T>(part: Result<Option<T>>, errors: &mut Vec<Error>) -> Option<T> {
    part.unwrap_or_else(|error| {
        errors.push(error);
        None
    })
}

/// A few lines for each part, in the words of Direct3D.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.profile {
            Some(profile) => write!(f, "{profile}")?,
            None => write!(f, "no program")?,
        }
        let digest = match self.digest {
            Digest::Ok => "digest ok",
            Digest::Mismatch => "digest wrong",
            Digest::Absent => "no digest",
        };
        writeln!(f, ", {} bytes, {digest}", self.size)?;
        writeln!(f, "\nchunks")?;
        for chunk in &self.chunks {
            writeln!(f, "  {:4} {:6} bytes at {:#x}", chunk.name.to_string(), chunk.size, chunk.offset)?;
        }
        write_signature(f, "inputs", Direction::In, self.inputs.as_ref())?;
        write_signature(f, "outputs", Direction::Out, self.outputs.as_ref())?;
        let hull = self.profile.is_some_and(|profile| profile.stage == Stage::Hull);
        let direction = if hull { Direction::Out } else { Direction::In };
        write_signature(f, "patch constants", direction, self.patch_constants.as_ref())?;
        if let Some(reflection) = &self.reflection {
            write_reflection(f, reflection)?;
        }
        if let Some(features) = &self.features {
            writeln!(f, "\nfeatures")?;
            for feature in &features.known {
                writeln!(f, "  {feature:?}")?;
            }
            if features.unknown != 0 {
                writeln!(f, "  unknown bits {:#x}", features.unknown)?;
            }
        }
        if let Some(statistics) = &self.statistics {
            writeln!(f, "\n{} instructions, {} temps", statistics.instructions, statistics.temps)?;
        }
        for warning in &self.warnings {
            writeln!(f, "\nwarning: {warning}")?;
        }
        for error in &self.errors {
            writeln!(f, "\nerror: {error}")?;
        }
        Ok(())
    }
}

/// Whether a program reads or writes the registers of a signature.
#[derive(Clone, Copy)]
enum Direction {
    In,
    Out,
}

fn write_signature(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    direction: Direction,
    signature: Option<&Signature>,
) -> fmt::Result {
    let Some(signature) = signature else { return Ok(()) };
    writeln!(f, "\n{title}")?;
    for element in &signature.elements {
        write_element(f, direction, element)?;
    }
    Ok(())
}

fn write_element(f: &mut fmt::Formatter<'_>, direction: Direction, element: &SignatureElement) -> fmt::Result {
    let semantic = format!("{}{}", element.semantic, element.index);
    let (file, verb, lanes, value) = match direction {
        Direction::In => ('v', "reads", element.read_write, element.system_value),
        Direction::Out => ('o', "writes", element.mask.without(element.read_write), element.output_value()),
    };
    let place = match element.register {
        Some(register) => format!("{file}{register}.{}", letters(element.mask)),
        None => format!("no register, {}", letters(element.mask)),
    };
    write!(f, "  {semantic:24} {place:9} {}, {verb} {}", element.component_type, letters(lanes))?;
    if value != SystemValue::Undefined {
        write!(f, ", {value}")?;
    }
    if element.min_precision != MinPrecision::Default {
        write!(f, ", {}", element.min_precision)?;
    }
    if element.stream != 0 {
        write!(f, ", stream {}", element.stream)?;
    }
    writeln!(f)
}

fn write_reflection(f: &mut fmt::Formatter<'_>, reflection: &Reflection) -> fmt::Result {
    writeln!(f, "\nbindings")?;
    for binding in &reflection.bindings {
        write_binding(f, binding)?;
    }
    for buffer in &reflection.buffers {
        write_buffer(f, buffer)?;
    }
    writeln!(f, "\ncreated by {}", reflection.creator)
}

/// The letters before the slot in the assembly.
fn register_file(kind: BindingKind) -> &'static str {
    match kind {
        BindingKind::ConstantBuffer => "cb",
        BindingKind::Sampler => "s",
        BindingKind::TextureBuffer | BindingKind::Texture | BindingKind::Structured | BindingKind::ByteAddress => "t",
        BindingKind::TypedUav
        | BindingKind::StructuredUav
        | BindingKind::ByteAddressUav
        | BindingKind::AppendUav
        | BindingKind::ConsumeUav
        | BindingKind::CountedUav => "u",
        BindingKind::Other(_) => "?",
    }
}

fn write_binding(f: &mut fmt::Formatter<'_>, binding: &Binding) -> fmt::Result {
    let place = format!("{}{}", register_file(binding.kind), binding.slot);
    write!(f, "  {:24} {place:9} {}", binding.name, binding.kind)?;
    match binding.count {
        0 => write!(f, ", unbounded")?,
        1 => {}
        count => write!(f, ", {count} slots")?,
    }
    if binding.space != 0 {
        write!(f, ", space {}", binding.space)?;
    }
    if binding.comparison {
        write!(f, ", comparison")?;
    }
    if binding.dimension != Dimension::Unknown {
        write!(f, ", {}", binding.dimension)?;
    }
    if !matches!(binding.return_type, ReturnType::None | ReturnType::Mixed) {
        write!(f, ", {}{}", binding.return_type, binding.components)?;
    }
    writeln!(f)
}

fn write_buffer(f: &mut fmt::Formatter<'_>, buffer: &Buffer) -> fmt::Result {
    writeln!(f, "\n{} {}, {} bytes", buffer.kind, buffer.name, buffer.size)?;
    for variable in &buffer.variables {
        write_variable(f, variable)?;
        write_members(f, &variable.ty, variable.offset, 2)?;
    }
    Ok(())
}

fn write_variable(f: &mut fmt::Formatter<'_>, variable: &Variable) -> fmt::Result {
    write!(f, "  {:5} {} {}", variable.offset, variable.ty, variable.name)?;
    if variable.default.is_some() {
        write!(f, ", with a default")?;
    }
    writeln!(f, "{}", if variable.used { "" } else { ", not used" })
}

/// One line a member, those of the first element for an array. Parsing bounded the depth.
fn write_members(f: &mut fmt::Formatter<'_>, ty: &Type, base: u32, depth: usize) -> fmt::Result {
    for member in &ty.members {
        let offset = base.saturating_add(member.offset);
        writeln!(f, "  {offset:5} {:indent$}{} {}", "", member.ty, member.name, indent = depth)?;
        write_members(f, &member.ty, offset, depth.saturating_add(2))?;
    }
    Ok(())
}
