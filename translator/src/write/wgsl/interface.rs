//! The head of the text, and the structures of what comes in and goes out.

use std::fmt::Write as _;

use super::Writer;
use super::keywords::{INPUTS, OUTPUTS};
use super::types::type_name;
use crate::ir::{Handle, Input, InterpolationMode, OutputKind, Scalar, SystemInput, Type};
use crate::program::Stage;

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

    fn read_inputs(&self) -> Vec<(Handle<Input>, &Input)> {
        let (module, uses) = (self.module, self.uses);
        module.inputs.iter().filter(|(handle, input)| !input.missing && uses.inputs.contains(*handle)).collect()
    }

    pub(super) fn has_inputs(&self) -> bool {
        !self.uses.systems.is_empty() || !self.read_inputs().is_empty()
    }

    pub(super) fn has_outputs(&self) -> bool {
        self.module.stage == Stage::Vertex || !self.module.outputs.is_empty()
    }

    /// Whether the shader writes no position, which every vertex stage of WebGPU must.
    pub(super) fn lacks_position(&self) -> bool {
        let mut outputs = self.module.outputs.iter();
        self.module.stage == Stage::Vertex && !outputs.any(|(_, output)| output.kind == OutputKind::Position)
    }

    fn structure(&mut self, name: &str, members: &[String]) {
        self.text.gap();
        self.text.begin();
        for part in ["struct ", name, " {"] {
            self.text.push(part);
        }
        self.text.end();
        self.text.indent();
        for member in members {
            self.text.line(member);
        }
        self.text.outdent();
        self.text.line("}");
    }

    /// Attributes or varyings that come in, and generated values. What is never read is not declared.
    pub(super) fn inputs(&mut self) {
        let mut members = Vec::new();
        for &input in &self.uses.systems {
            let (attribute, name, ty) = system(input);
            let member = format!("@builtin({attribute}) {name}: {ty},");
            // Two values are lanes of the position.
            if !members.contains(&member) {
                members.push(member);
            }
        }
        for (handle, input) in self.read_inputs() {
            let vertex = self.module.stage == Stage::Vertex;
            let mode = if vertex { "" } else { interpolation(input.interpolation, input.declared.scalar) };
            let (name, ty) = (self.names.input(handle), type_name(input.declared));
            members.push(format!("@location({}){mode} {name}: {ty},", input.location));
        }
        if !members.is_empty() {
            self.structure(INPUTS, &members);
        }
    }

    /// Varyings or targets that go out.
    ///
    /// The position is always invariant, so that passes that draw the same geometry agree.
    pub(super) fn outputs(&mut self) {
        if !self.has_outputs() {
            return;
        }
        let position = "@builtin(position) @invariant position: vec4f,";
        let mut members = Vec::new();
        for (handle, output) in self.module.outputs.iter() {
            let (name, ty) = (self.names.output(handle), type_name(output.ty));
            let mut member = String::new();
            // Writing to a string cannot fail.
            let _ = match output.kind {
                OutputKind::Position => write!(member, "{position}"),
                OutputKind::Depth => write!(member, "@builtin(frag_depth) {name}: {ty},"),
                OutputKind::Target(number) => write!(member, "@location({number}) {name}: {ty},"),
                OutputKind::Varying(mode) => {
                    let mode = interpolation(mode, output.ty.scalar);
                    write!(member, "@location({}){mode} {name}: {ty},", output.location)
                }
            };
            members.push(member);
        }
        if self.lacks_position() {
            members.insert(0, position.to_owned());
        }
        self.structure(OUTPUTS, &members);
    }
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
