//! The first lines: version and default precisions.

use std::collections::BTreeSet;

use super::types::{GUARD_SAMPLER, buffer_sampler, sampler_name};
use super::{Dialect, Writer};

impl Writer<'_> {
    /// The version stands on the first line, where GLSL ES wants it, and every precision is said in both stages:
    /// the default for samplers is low or none.
    pub(super) fn header(&mut self) {
        self.text.line(self.dialect.version());
        self.text.line("precision highp float;");
        self.text.line("precision highp int;");
        if self.dialect == Dialect::Vulkan {
            return;
        }
        let module = self.module;
        let uses = self.uses;
        let samplings = module.samplings.iter().filter(|(handle, _)| uses.samplings.contains(*handle));
        let buffers = module.buffers.iter().filter(|(handle, _)| uses.buffers.contains(*handle));
        let types: BTreeSet<&str> = samplings
            .filter_map(|(_, sampling)| sampler_name(module, sampling))
            .chain(buffers.map(|(_, buffer)| buffer_sampler(buffer.kind)))
            .chain(uses.guard.then_some(GUARD_SAMPLER))
            .collect();
        for ty in types {
            self.text.begin();
            for part in ["precision highp ", ty, ";"] {
                self.text.push(part);
            }
            self.text.end();
        }
    }
}
