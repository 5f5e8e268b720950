//! Declarations: inputs, outputs, uniforms, immediate constants, variables.

use std::fmt::Write as _;

use super::Writer;
use super::types::{GUARD_SAMPLER, buffer_sampler, sampler_name, type_name, type_part};
use crate::ir::{Handle, InterpolationMode, Literal, OutputKind, Scalar, Start, SystemInput, Type, Variable};
use crate::options::FloatRules;
use crate::program::Stage;
use crate::write::names::{COUNTER, FRAG_COORD, GUARD};
use crate::write::part::{Part, Spelled};

const ROW: Type = Type::new(Scalar::F32, 4);

/// Qualifier before `in` and `out`. Integers cannot be interpolated; `noperspective` is left to a pass.
const fn qualifier(mode: InterpolationMode, scalar: Scalar) -> Part {
    match (mode, scalar) {
        (InterpolationMode::Flat, _) | (_, Scalar::I32 | Scalar::U32) => const { Part::new("flat ") },
        (InterpolationMode::Centroid | InterpolationMode::NoPerspectiveCentroid, _) => const { Part::new("centroid ") },
        // The language has no other: the linking asks for none at samples.
        (
            InterpolationMode::Smooth
            | InterpolationMode::Sample
            | InterpolationMode::NoPerspective
            | InterpolationMode::NoPerspectiveSample,
            _,
        ) => Part::EMPTY,
    }
}

impl Writer<'_> {
    pub(super) fn declaration(&mut self, parts: &[&str]) {
        self.text.begin();
        for part in parts {
            self.text.push(part);
        }
        self.text.push(";");
        self.text.end();
    }

    /// Declares an attribute or a varying.
    fn varying(&mut self, location: u32, mode: Part, direction: &str, ty: Type, name: Spelled<'_>) {
        self.text.begin();
        self.location(location);
        self.text.part(mode);
        self.text.push(direction);
        self.text.part(type_part(ty));
        self.text.push(" ");
        self.text.name(name);
        self.text.push(";");
        self.text.end();
    }

    /// Attributes or varyings that come in. What is never read is not declared: a vertex shader of Direct3D may list
    /// 32 attributes, and devices count all that are declared.
    pub(super) fn inputs(&mut self) {
        let (module, names, uses) = (self.module, self.names, self.uses);
        let mut first = true;
        let read = module.inputs.iter().filter(|(handle, input)| !input.missing && uses.inputs.contains(*handle));
        for (handle, input) in read {
            if std::mem::take(&mut first) {
                self.text.gap();
            }
            let vertex = module.stage == Stage::Vertex;
            let mode = if vertex { Part::EMPTY } else { qualifier(input.interpolation, input.declared.scalar) };
            self.varying(input.location, mode, "in ", input.declared, names.spelled_input(handle));
        }
    }

    /// Varyings or targets that go out, and what must be computed as it is written.
    ///
    /// GLSL ES has no `precise`; what flows into an `invariant` output is not rearranged by any driver that was
    /// measured. The position is always invariant, so that passes that draw the same geometry agree.
    pub(super) fn outputs(&mut self) {
        let (module, names) = (self.module, self.names);
        let exact = module.precise || self.options.float_rules == FloatRules::Strict;
        let position = module.stage == Stage::Vertex;
        if module.outputs.is_empty() && !position {
            return;
        }
        self.text.gap();
        for (handle, output) in module.outputs.iter() {
            let name = names.output(handle);
            match output.kind {
                OutputKind::Varying(mode) => {
                    let mode = qualifier(mode, output.ty.scalar);
                    self.varying(output.location, mode, "out ", output.ty, names.spelled_output(handle));
                }
                OutputKind::Target(location) => {
                    self.text.begin();
                    self.text.push("layout(location = ");
                    self.text.decimal(location);
                    for part in [") out ", type_name(output.ty), " ", name, ";"] {
                        self.text.push(part);
                    }
                    self.text.end();
                }
                OutputKind::Position => {}
                OutputKind::Depth if exact => {}
                OutputKind::Depth => continue,
            }
            if exact && output.kind != OutputKind::Position {
                self.declaration(&["invariant ", name]);
            }
        }
        if position {
            self.text.line("invariant gl_Position;");
        }
    }

    /// Uniform blocks, textures and sizes that are used.
    pub(super) fn uniforms(&mut self) {
        let (module, names, uses) = (self.module, self.names, self.uses);
        for (handle, buffer) in module.constant_buffers.iter().filter(|(h, _)| uses.constant_buffers.contains(*h)) {
            self.text.gap();
            self.text.begin();
            self.block_layout();
            for part in ["uniform ", names.block(handle), " {"] {
                self.text.push(part);
            }
            self.text.end();
            self.text.indent();
            self.text.begin();
            self.text.push("vec4 data[");
            self.text.decimal(buffer.rows);
            self.text.push("];");
            self.text.end();
            self.text.outdent();
            self.declaration(&["} ", names.instance(handle)]);
        }
        let samplings: Vec<_> = module.samplings.iter().filter(|(h, _)| uses.samplings.contains(*h)).collect();
        let buffers: Vec<_> = module.buffers.handles().filter(|h| uses.buffers.contains(*h)).collect();
        let counts = module.textures.handles().filter(|h| uses.mip_counts.contains(*h)).map(|h| names.mip_count(h));
        let sizes = module.buffers.handles().filter(|h| uses.buffer_sizes.contains(*h)).map(|h| names.buffer_size(h));
        let numbers: Vec<&str> = counts.chain(sizes).collect();
        if uses.guard || !(samplings.is_empty() && buffers.is_empty() && numbers.is_empty()) {
            self.text.gap();
        }
        for (handle, sampling) in samplings {
            self.sampler(sampler_name(module, sampling).unwrap_or_default(), names.sampling(handle));
        }
        for handle in buffers {
            self.data_texture(buffer_sampler(module.buffers[handle].kind), names.buffer(handle));
        }
        if uses.guard {
            self.data_texture(GUARD_SAMPLER, GUARD);
        }
        self.numbers(&numbers);
    }

    /// The immediate constant buffer, bit exact.
    pub(super) fn immediate_constants(&mut self) {
        if !self.uses.immediate_constants {
            return;
        }
        let rows = &self.module.immediate_constants;
        let name = self.names.immediate_constants();
        self.text.gap();
        self.text.begin();
        let _ = write!(self.text, "const vec4 {name}[{0}] = vec4[{0}](", rows.len());
        self.text.end();
        self.text.indent();
        for (index, row) in rows.iter().enumerate() {
            self.text.begin();
            self.literal(Literal(*row), ROW);
            self.text.push(if index + 1 == rows.len() { "" } else { "," });
            self.text.end();
        }
        self.text.outdent();
        self.text.line(");");
    }

    /// Registers as globals, for a module with subroutines.
    pub(super) fn global_variables(&mut self) {
        self.text.gap();
        if self.uses.systems.contains(&SystemInput::FragCoord) {
            self.declaration(&["vec4 ", FRAG_COORD]);
        }
        self.variables();
    }

    /// Declares the variables that are used, neighbours of one type together. Drivers leave what is not written as noise, so
    /// what is read before starts as zero.
    pub(super) fn variables(&mut self) {
        let (module, uses) = (self.module, self.uses);
        let used = module.variables.iter().filter(|(handle, _)| uses.variables.contains(*handle));
        // The type of the declaration that may go on.
        let mut open: Option<Type> = None;
        for (handle, variable) in used {
            let ty = variable_type(variable);
            let plain = variable.length.is_none() && variable.start == Start::Anything;
            if plain && open == Some(ty) {
                self.text.push(", ");
                self.text.name(self.names.spelled_variable(handle));
                continue;
            }
            self.close(open);
            self.text.begin();
            self.text.part(type_part(ty));
            self.text.push(" ");
            self.text.name(self.names.spelled_variable(handle));
            open = plain.then_some(ty);
            if plain {
                continue;
            }
            match variable.length {
                Some(length) => {
                    let _ = write!(self.text, "[{length}]");
                }
                None => {
                    self.text.push(" = ");
                    self.literal(Literal([0; 4]), ty);
                }
            }
            self.text.push(";");
            self.text.end();
        }
        self.close(open);
    }

    /// Ends a declaration, if one is open.
    fn close(&mut self, open: Option<Type>) {
        if open.is_some() {
            self.text.push(";");
            self.text.end();
        }
    }

    /// Fills the arrays that are used with zeros.
    pub(super) fn clear_arrays(&mut self) {
        let (module, uses) = (self.module, self.uses);
        for (handle, variable) in module.variables.iter().filter(|(h, _)| uses.variables.contains(*h)) {
            let Some(length) = variable.length else { continue };
            self.clear_array(handle, variable, length);
        }
    }

    fn clear_array(&mut self, handle: Handle<Variable>, variable: &Variable, length: u32) {
        self.text.begin();
        let _ = write!(self.text, "for (int {COUNTER} = 0; {COUNTER} < {length}; {COUNTER}++) {{");
        self.text.end();
        self.text.indent();
        self.text.begin();
        let name = self.names.variable(handle);
        let _ = write!(self.text, "{name}[{COUNTER}] = ");
        self.literal(Literal([0; 4]), variable_type(variable));
        self.text.push(";");
        self.text.end();
        self.text.outdent();
        self.text.line("}");
    }
}

fn variable_type(variable: &Variable) -> Type {
    Type::new(variable.scalar.unwrap_or(Scalar::F32), variable.width)
}
