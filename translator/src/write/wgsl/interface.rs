//! The head of the text, and the structures of what comes in and goes out.

use super::keywords::{INPUTS, OUTPUTS};
use super::types::{type_name, type_part};
use super::{Uses, Writer};
use crate::ir::{Handle, Input, InterpolationMode, Module, OutputKind, Scalar, SystemInput, Type};
use crate::program::Stage;
use crate::write::part::Spelled;

/// The attribute after a location. Integers cannot be interpolated.
const fn interpolation(mode: InterpolationMode, scalar: Scalar) -> &'static str {
    match (mode, scalar) {
        (InterpolationMode::Flat, _) | (_, Scalar::I32 | Scalar::U32) => " @interpolate(flat)",
        (InterpolationMode::Centroid, _) => " @interpolate(perspective, centroid)",
        (InterpolationMode::Sample, _) => " @interpolate(perspective, sample)",
        (InterpolationMode::NoPerspective, _) => " @interpolate(linear)",
        (InterpolationMode::NoPerspectiveCentroid, _) => " @interpolate(linear, centroid)",
        (InterpolationMode::NoPerspectiveSample, _) => " @interpolate(linear, sample)",
        (InterpolationMode::Smooth, _) => "",
    }
}

/// Attribute, name and type of a generated value.
pub(super) const fn system(system: SystemInput) -> (&'static str, &'static str, &'static str) {
    match system {
        SystemInput::VertexId => ("vertex_index", "vertex_index", "u32"),
        SystemInput::InstanceId => ("instance_index", "instance_index", "u32"),
        SystemInput::FragCoord | SystemInput::ReciprocalW => ("position", "position", "vec4f"),
        SystemInput::FrontFacing => ("front_facing", "front_facing", "bool"),
        SystemInput::SampleIndex => ("sample_index", "sample_index", "u32"),
        SystemInput::Thread => ("global_invocation_id", "thread", "vec3u"),
        SystemInput::Group => ("workgroup_id", "group", "vec3u"),
        SystemInput::ThreadInGroup => ("local_invocation_id", "thread_in_group", "vec3u"),
        SystemInput::ThreadInGroupFlattened => ("local_invocation_index", "thread_in_group_flattened", "u32"),
    }
}

impl Writer<'_> {
    /// Derivatives stand where Direct3D lets them stand, which is in flow that is not uniform too.
    pub(super) fn header(&mut self) {
        if self.uses.derivatives {
            self.text.line("diagnostic(off, derivative_uniformity);");
        }
    }

    pub(super) fn has_inputs(&self) -> bool {
        !self.uses.systems.is_empty() || read_inputs(self.module, self.uses).next().is_some()
    }

    pub(super) fn has_outputs(&self) -> bool {
        self.module.stage == Stage::Vertex || !self.module.outputs.is_empty()
    }

    /// Whether the shader writes no position, which every vertex stage of WebGPU must.
    pub(super) fn lacks_position(&self) -> bool {
        let mut outputs = self.module.outputs.iter();
        self.module.stage == Stage::Vertex && !outputs.any(|(_, output)| output.kind == OutputKind::Position)
    }

    fn begin_structure(&mut self, name: &str) {
        self.text.gap();
        self.line(&["struct ", name, " {"]);
        self.text.indent();
    }

    fn end_structure(&mut self) {
        self.text.outdent();
        self.text.line("}");
    }

    /// A line of some parts.
    fn line(&mut self, parts: &[&str]) {
        self.text.begin();
        for part in parts {
            self.text.push(part);
        }
        self.text.end();
    }

    /// A member with a location.
    fn located(&mut self, location: u32, mode: &str, name: Spelled<'_>, ty: Type) {
        self.text.begin();
        self.text.push("@location(");
        self.text.decimal(location);
        self.text.push(")");
        self.text.push(mode);
        self.text.push(" ");
        self.text.name(name);
        self.text.push(": ");
        self.text.part(type_part(ty));
        self.text.push(",");
        self.text.end();
    }

    /// Attributes or varyings that come in, and generated values. What is never read is not declared.
    pub(super) fn inputs(&mut self) {
        if !self.has_inputs() {
            return;
        }
        let (module, names, uses) = (self.module, self.names, self.uses);
        self.begin_structure(INPUTS);
        let mut before = "";
        for &input in &uses.systems {
            let (attribute, name, ty) = system(input);
            // Two values are lanes of the position.
            if attribute != before {
                self.line(&["@builtin(", attribute, ") ", name, ": ", ty, ","]);
            }
            before = attribute;
        }
        let vertex = module.stage == Stage::Vertex;
        for (handle, input) in read_inputs(module, uses) {
            let mode = if vertex { "" } else { interpolation(input.interpolation, input.declared.scalar) };
            self.located(input.location, mode, names.spelled_input(handle), input.declared);
        }
        self.end_structure();
    }

    /// Varyings or targets that go out.
    ///
    /// The position is always invariant, so that passes that draw the same geometry agree.
    pub(super) fn outputs(&mut self) {
        if !self.has_outputs() {
            return;
        }
        let (module, names) = (self.module, self.names);
        let position = "@builtin(position) @invariant position: vec4f,";
        self.begin_structure(OUTPUTS);
        if self.lacks_position() {
            self.text.line(position);
        }
        for (handle, output) in module.outputs.iter() {
            let name = names.spelled_output(handle);
            match output.kind {
                OutputKind::Position => self.text.line(position),
                OutputKind::Depth => {
                    self.line(&["@builtin(frag_depth) ", names.output(handle), ": ", type_name(output.ty), ","]);
                }
                OutputKind::Target(number) => self.located(number, "", name, output.ty),
                OutputKind::Varying(mode) => {
                    self.located(output.location, interpolation(mode, output.ty.scalar), name, output.ty);
                }
            }
        }
        self.end_structure();
    }
}

/// The inputs that are read: no others are declared.
fn read_inputs<'a>(module: &'a Module, uses: &'a Uses) -> impl Iterator<Item = (Handle<Input>, &'a Input)> {
    module.inputs.iter().filter(|(handle, input)| !input.missing && uses.inputs.contains(*handle))
}

/// The type that a generated value has in the IR, where WGSL has another.
pub(super) const fn system_cast(system: SystemInput) -> Option<Type> {
    match system {
        SystemInput::VertexId | SystemInput::InstanceId => Some(Type::I32),
        SystemInput::FragCoord
        | SystemInput::ReciprocalW
        | SystemInput::FrontFacing
        | SystemInput::SampleIndex
        | SystemInput::Thread
        | SystemInput::Group
        | SystemInput::ThreadInGroup
        | SystemInput::ThreadInGroupFlattened => None,
    }
}
