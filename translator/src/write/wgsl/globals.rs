//! Declarations of resources, immediate constants and variables.

use std::fmt::Write as _;

use super::Writer;
use super::bindings::{Binding, GUARD_BINDING};
use super::keywords::{INPUT, INPUTS};
use super::resources::{self, Bindings, COUNTER};
use super::types::{GUARD_TEXTURE, buffer_type, sampler_type, storage_type, texture_type, type_name, type_part};
use crate::ir::{Literal, Memory, Scalar, Type, Variable, View};
use crate::write::names::{FRAG_COORD, GUARD};

impl Writer<'_> {
    /// `@group(0) @binding(100) var t0: texture_2d<f32>;`
    fn resource(&mut self, binding: Option<Binding>, variable: &str, name: &str, ty: &str) {
        let Some(Binding { group, binding }) = binding else { return };
        self.text.begin();
        self.text.push("@group(");
        self.text.decimal(group);
        self.text.push(") @binding(");
        self.text.decimal(binding);
        for part in [") ", variable, " ", name, ": ", ty, ";"] {
            self.text.push(part);
        }
        self.text.end();
    }

    /// Constant buffers, samplers, textures and buffers that are used.
    pub(super) fn resources(&mut self) {
        let (module, names, uses) = (self.module, self.names, self.uses);
        let bindings = Bindings { module, names };
        let buffers: Vec<_> = resources::constant_buffers(module, uses).collect();
        let samplers = resources::samplers(module, uses);
        let textures = resources::textures(module, uses);
        let words: Vec<_> = resources::buffers(module, uses).collect();
        let counters = resources::counters(uses);
        let storage: Vec<_> = resources::storage_textures(module, uses).collect();
        let sampled = buffers.len() + samplers.len() + textures.len();
        if uses.guard || sampled + words.len() + counters.len() + storage.len() > 0 {
            self.text.gap();
        }
        for handle in buffers {
            let ty = format!("array<vec4f, {}>", module.constant_buffers[handle].rows);
            self.resource(bindings.constant_buffer(handle), "var<uniform>", names.instance(handle), &ty);
        }
        for (handle, comparison) in samplers {
            let name = names.sampler(handle, comparison);
            self.resource(bindings.sampler((handle, comparison)), "var", name, sampler_type(comparison));
        }
        for (handle, comparison) in textures {
            let ty = texture_type(&module.textures[handle], comparison).unwrap_or_default();
            let name = names.texture(handle, comparison);
            self.resource(bindings.texture((handle, comparison)), "var", name, ty);
        }
        for handle in words {
            let variable = match module.buffers[handle].view {
                View::Resource => "var<storage, read>",
                View::Unordered { .. } => "var<storage, read_write>",
            };
            let ty = buffer_type(resources::is_atomic(module, uses, Memory::Buffer(handle)));
            self.resource(bindings.buffer(handle), variable, names.buffer(handle), ty);
        }
        for handle in counters {
            let name = names.counter(handle);
            self.resource(bindings.counter(handle), "var<storage, read_write>", name, COUNTER);
        }
        for handle in storage {
            let ty = storage_type(&module.storage_textures[handle]);
            self.resource(bindings.storage_texture(handle), "var", names.storage_texture(handle), &ty);
        }
        if uses.guard {
            self.resource(Some(GUARD_BINDING), "var", GUARD, GUARD_TEXTURE);
        }
    }

    /// The immediate constant buffer, bit exact.
    pub(super) fn immediate_constants(&mut self) {
        if !self.uses.immediate_constants {
            return;
        }
        let ty = Type::new(self.constants, 4);
        let rows = &self.module.immediate_constants;
        let name = self.names.immediate_constants();
        self.text.gap();
        self.text.begin();
        let _ = write!(self.text, "const {name} = array<{}, {}>(", type_name(ty), rows.len());
        self.text.end();
        self.text.indent();
        for row in rows {
            self.text.begin();
            self.literal(Literal(*row), ty);
            self.text.push(",");
            self.text.end();
        }
        self.text.outdent();
        self.text.line(");");
    }

    /// Inputs and registers as globals, for a module with subroutines.
    pub(super) fn global_variables(&mut self) {
        self.text.gap();
        if self.has_inputs() {
            self.text.begin();
            let _ = write!(self.text, "var<private> {INPUT}: {INPUTS};");
            self.text.end();
        }
        if self.frag_coord() {
            self.text.begin();
            let _ = write!(self.text, "var<private> {FRAG_COORD}: vec4f;");
            self.text.end();
        }
        self.variables();
    }

    /// Declares the variables that are used. Each starts as zero, as WGSL has it.
    pub(super) fn variables(&mut self) {
        let (module, uses) = (self.module, self.uses);
        let space = if self.has_subroutines() { "var<private>" } else { "var" };
        for (handle, variable) in module.variables.iter().filter(|(h, _)| uses.variables.contains(*h)) {
            let ty = variable_type(variable);
            self.text.begin();
            self.text.push(space);
            self.text.push(" ");
            self.text.name(self.names.spelled_variable(handle));
            self.text.push(": ");
            match variable.length {
                Some(length) => {
                    let _ = write!(self.text, "array<{}, {length}>", type_name(ty));
                }
                None => self.text.part(type_part(ty)),
            }
            self.text.push(";");
            self.text.end();
        }
    }
}

fn variable_type(variable: &Variable) -> Type {
    Type::new(variable.scalar.unwrap_or(Scalar::F32), variable.width)
}
