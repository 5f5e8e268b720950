//! Declarations of resources, immediate constants and variables.

use std::fmt::Write as _;

use super::Writer;
use super::bindings::{Binding, GUARD_BINDING};
use super::keywords::{INPUT, INPUTS, WORD};
use super::resources::{self, Bindings};
use super::types::{BUFFER, GUARD_TEXTURE, sampler_type, texture_type, type_name};
use crate::ir::{Literal, Scalar, Type, Variable};
use crate::options::Indexing;
use crate::write::names::{FRAG_COORD, GUARD};

impl Writer<'_> {
    /// `@group(0) @binding(100) var t0: texture_2d<f32>;`
    fn resource(&mut self, binding: Option<Binding>, variable: &str, name: &str, ty: &str) {
        let Some(Binding { group, binding }) = binding else { return };
        self.text.begin();
        let _ = write!(self.text.out(), "@group({group}) @binding({binding}) {variable} {name}: {ty};");
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
        if uses.guard || !(buffers.is_empty() && samplers.is_empty() && textures.is_empty() && words.is_empty()) {
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
            self.resource(bindings.buffer(handle), "var<storage, read>", names.buffer(handle), BUFFER);
        }
        if uses.guard {
            self.resource(Some(GUARD_BINDING), "var", GUARD, GUARD_TEXTURE);
        }
    }

    /// The functions that read words of buffers: zero past the end, as in Direct3D.
    pub(super) fn words(&mut self) {
        let (module, names, uses) = (self.module, self.names, self.uses);
        for handle in module.buffers.handles().filter(|handle| uses.buffers[handle.index()]) {
            let name = names.buffer(handle);
            self.text.gap();
            self.text.begin();
            let _ = write!(self.text.out(), "fn {name}{WORD}(at: u32) -> u32 {{");
            self.text.end();
            self.text.indent();
            if self.options.indexing == Indexing::Robust {
                self.text.begin();
                let _ = write!(self.text.out(), "if (at >= arrayLength(&{name})) {{");
                self.text.end();
                self.text.indent();
                self.text.line("return 0u;");
                self.text.outdent();
                self.text.line("}");
            }
            self.text.begin();
            let _ = write!(self.text.out(), "return {name}[at];");
            self.text.end();
            self.text.outdent();
            self.text.line("}");
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
        let _ = write!(self.text.out(), "const {name} = array<{}, {}>(", type_name(ty), rows.len());
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
            let _ = write!(self.text.out(), "var<private> {INPUT}: {INPUTS};");
            self.text.end();
        }
        if self.frag_coord() {
            self.text.begin();
            let _ = write!(self.text.out(), "var<private> {FRAG_COORD}: vec4f;");
            self.text.end();
        }
        self.variables();
    }

    /// Declares the variables that are used. Each starts as zero, as WGSL has it.
    pub(super) fn variables(&mut self) {
        let (module, uses) = (self.module, self.uses);
        let space = if self.has_subroutines() { "var<private>" } else { "var" };
        for (handle, variable) in module.variables.iter().filter(|(h, _)| uses.variables[h.index()]) {
            let ty = type_name(variable_type(variable));
            let name = self.names.variable(handle);
            self.text.begin();
            let _ = match variable.length {
                Some(length) => write!(self.text.out(), "{space} {name}: array<{ty}, {length}>;"),
                None => write!(self.text.out(), "{space} {name}: {ty};"),
            };
            self.text.end();
        }
    }
}

fn variable_type(variable: &Variable) -> Type {
    Type::new(variable.scalar.unwrap_or(Scalar::F32), variable.width)
}
