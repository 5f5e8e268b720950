//! Emitted text as naga reads it: its front ends of WGSL and GLSL, its validator, and what a pair of stages must agree on;
//! no device.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use dxbc_translator::program::Stage;
use naga::ShaderStage;
use naga::front::{glsl, wgsl};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Binding, Handle, Interpolation, Module, Sampling, Type, TypeInner};
use serde::Serialize;

/// Where naga found a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The front end: syntax, names, types, constants.
    Read,
    /// The validator.
    Validate,
    /// The stages of a program together.
    Fit,
}

/// What naga says of a text that it does not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rejected {
    /// Who found it.
    pub step: Step,
    /// The message with its causes, in one line.
    pub message: String,
    /// The line of the text, from 1; none where naga names no place.
    pub line: Option<u32>,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.line {
            Some(line) => write!(f, " (line {line})"),
            None => Ok(()),
        }
    }
}

/// A text that naga takes.
#[derive(Debug)]
pub struct Valid(Module);

/// Reads and validates a text with what WebGPU has without asking for features.
///
/// # Errors
///
/// What naga does not take, and where.
pub fn validate(source: &str) -> Result<Valid, Rejected> {
    let module = wgsl::parse_str(source).map_err(|error| Rejected {
        step: Step::Read,
        message: error.message().to_owned(),
        line: error.location(source).map(|place| place.line_number),
    })?;
    // Halves packed in words are WebGPU's own, without the feature of half arithmetic.
    check(&module, source, Capabilities::default() | Capabilities::SHADER_FLOAT16_IN_FLOAT32)?;
    Ok(Valid(module))
}

/// Validates what was read from a text.
fn check(module: &Module, source: &str, capabilities: Capabilities) -> Result<(), Rejected> {
    let result = Validator::new(ValidationFlags::all(), capabilities).validate(module);
    result.map(drop).map_err(|error| Rejected {
        step: Step::Validate,
        message: chain(error.as_inner()),
        line: error.location(source).map(|place| place.line_number),
    })
}

/// Reads and validates a text in the GLSL of Vulkan, which is the only GLSL that naga reads.
///
/// # Errors
///
/// What naga does not take, and where.
pub fn validate_glsl(stage: Stage, source: &str) -> Result<(), Rejected> {
    let stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => ShaderStage::Fragment,
    };
    let parsed = glsl::Frontend::default().parse(&glsl::Options::from(stage), source);
    let module = parsed.map_err(|errors| {
        let first = errors.errors.first();
        Rejected {
            step: Step::Read,
            message: first.map_or_else(|| "it gives no reason".to_owned(), |error| error.kind.to_string()),
            line: first.and_then(|error| error.location(source)).map(|place| place.line_number),
        }
    })?;
    // Packed halves are behind a capability there, and in every device.
    check(&module, source, Capabilities::all())
}

/// An error and what caused it.
fn chain(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message
}

/// What a location holds.
pub(crate) type Location = (TypeInner, Option<Interpolation>, Option<Sampling>);

impl Valid {
    /// Whether a pixel stage reads nothing but what this vertex stage writes, as the same type and interpolated alike.
    ///
    /// # Errors
    ///
    /// The first location that does not fit.
    pub fn fits(&self, pixel: &Self) -> Result<(), Rejected> {
        let (written, read) = (self.written(), pixel.read());
        for (location, read) in read {
            let message = match written.get(&location) {
                Some(written) if *written == read => continue,
                Some(written) => format!("location {location} is written as {written:?} and read as {read:?}"),
                None => format!("location {location} is read and not written"),
            };
            return Err(Rejected { step: Step::Fit, message, line: None });
        }
        Ok(())
    }

    /// The module that was read.
    pub(crate) const fn module(&self) -> &Module {
        &self.0
    }

    /// What the entry writes.
    fn written(&self) -> BTreeMap<u32, Location> {
        let results = self.0.entry_points.iter().filter_map(|entry| entry.function.result.as_ref());
        results.flat_map(|result| self.locations(result.ty, result.binding.as_ref())).collect()
    }

    /// What the entry reads.
    pub(crate) fn read(&self) -> BTreeMap<u32, Location> {
        let arguments = self.0.entry_points.iter().flat_map(|entry| &entry.function.arguments);
        arguments.flat_map(|argument| self.locations(argument.ty, argument.binding.as_ref())).collect()
    }

    /// The locations of an argument or result: its own, or those of its members.
    fn locations(&self, ty: Handle<Type>, binding: Option<&Binding>) -> Vec<(u32, Location)> {
        let inner = &self.0.types[ty].inner;
        match (binding, inner) {
            (Some(Binding::Location { location, interpolation, sampling, .. }), _) => {
                vec![(*location, (inner.clone(), *interpolation, *sampling))]
            }
            (None, TypeInner::Struct { members, .. }) => {
                members.iter().flat_map(|member| self.locations(member.ty, member.binding.as_ref())).collect()
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_or_its_fault_is_named() {
        validate("@fragment fn main() -> @location(0) vec4f { return vec4f(1.0f); }").unwrap();
        let unread = validate("@fragment fn main() -> @location(0) vec4f {\n return vec4f(x); }").unwrap_err();
        assert_eq!((unread.step, unread.line), (Step::Read, Some(2)));
        assert!(unread.message.contains('x'), "{unread}");
        let invalid = validate("@vertex fn main() -> @location(0) vec4f { return vec4f(1.0f); }").unwrap_err();
        assert_eq!(invalid.step, Step::Validate);
    }

    #[test]
    fn glsl_of_vulkan_is_taken_or_its_fault_is_named() {
        let text =
            |value: &str| ["#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = ", value, "; }"].concat();
        validate_glsl(Stage::Pixel, &text("vec4(1.0)")).unwrap();
        let unread = validate_glsl(Stage::Pixel, &text("vec4(x)")).unwrap_err();
        assert_eq!((unread.step, unread.line), (Step::Read, Some(3)));
        let invalid = validate_glsl(Stage::Vertex, "#version 450\nvoid main() {}").unwrap_err();
        assert_eq!(invalid.step, Step::Validate);
        // It reads no GLSL ES.
        validate_glsl(Stage::Pixel, "#version 300 es\nvoid main() {}").unwrap_err();
    }

    #[test]
    fn numbers_that_cannot_be_are_found() {
        // It lets `bitcast<f32>(0x7fc00000u)` pass, which WGSL forbids.
        let taken = |text: &&str| {
            let source = ["@fragment fn main() -> @location(0) vec4f { return vec4f(", text, "); }"].concat();
            validate(&source).is_ok()
        };
        let taken: Vec<&str> = ["1.0f / 0.0f", "f32(1i << 40u)", "3e38f * 10.0f"].into_iter().filter(taken).collect();
        assert_eq!(taken, [""; 0]);
    }

    #[test]
    fn stages_fit_by_location_type_and_interpolation() {
        let vertex =
            "struct O { @builtin(position) p: vec4f, @location(0) a: vec2f, @location(1) @interpolate(flat) b: u32 }
            @vertex fn main() -> O { var o: O; return o; }";
        let vertex = validate(vertex).unwrap();
        let fits = |inputs: &str| {
            let text = ["@fragment fn main(", inputs, ") -> @location(0) vec4f { return vec4f(0.0f); }"].concat();
            vertex.fits(&validate(&text).unwrap()).map_err(|rejected| rejected.message)
        };
        assert_eq!(fits("@location(0) a: vec2f, @location(1) @interpolate(flat) b: u32"), Ok(()));
        assert_eq!(fits("@location(1) @interpolate(flat) b: u32"), Ok(()));
        assert_eq!(fits("@location(2) a: vec2f"), Err("location 2 is read and not written".into()));
        for other in ["@location(0) a: vec3f", "@location(0) @interpolate(flat) a: vec2f", "@location(1) b: f32"] {
            fits(other).unwrap_err();
        }
    }
}
