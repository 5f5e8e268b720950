//! The two forms of GLSL that a module is printed in: that of WebGL2, and that of Vulkan, in which everything has a
//! location or a binding and textures stand apart from samplers. Statements and expressions are the same text in both.

use std::fmt::Write as _;

use super::Writer;
use crate::ir::{Handle, Sampling, SystemInput};

/// A form of GLSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// GLSL ES 3.00.
    #[default]
    Es300,
    /// GLSL 4.50 of Vulkan, for validators that read nothing else. Bindings are numbers in the order of the text, and
    /// nothing describes them: it is not there to be drawn with.
    Vulkan,
}

/// What is added to the name of a sampling to name its texture and its sampler.
const PARTS: [&str; 2] = ["_texture", "_sampler"];

impl Dialect {
    /// The first line.
    pub(super) const fn version(self) -> &'static str {
        match self {
            Self::Es300 => "#version 300 es",
            Self::Vulkan => "#version 450",
        }
    }

    /// The spelling of a generated value, where it has one of its own. naga takes these two for unsigned.
    pub(super) const fn system(self, system: SystemInput) -> Option<&'static str> {
        match (self, system) {
            (Self::Es300, _) => None,
            (Self::Vulkan, SystemInput::VertexId) => Some("int(gl_VertexIndex)"),
            (Self::Vulkan, SystemInput::InstanceId) => Some("int(gl_InstanceIndex)"),
            (
                Self::Vulkan,
                SystemInput::FragCoord
                | SystemInput::ReciprocalW
                | SystemInput::FrontFacing
                | SystemInput::SampleIndex
                | SystemInput::Thread
                | SystemInput::Group
                | SystemInput::ThreadInGroup
                | SystemInput::ThreadInGroupFlattened,
            ) => None,
        }
    }
}

/// The texture type of a sampler type, and its sampler type.
fn parts(sampler: &str) -> (String, &'static str) {
    let (element, rest) = sampler.split_once("sampler").unwrap_or(("", sampler));
    match rest.strip_suffix("Shadow") {
        Some(rest) => (format!("{element}texture{rest}"), "samplerShadow"),
        None => (format!("{element}texture{rest}"), "sampler"),
    }
}

impl Writer<'_> {
    /// Writes `layout(location = 3) ` where a varying or attribute needs one.
    pub(super) fn location(&mut self, location: u32) {
        if self.dialect == Dialect::Vulkan {
            let _ = write!(self.text, "layout(location = {location}) ");
        }
    }

    /// The next binding.
    fn binding(&mut self) -> u32 {
        self.bindings += 1;
        self.bindings - 1
    }

    /// Writes what stands before `uniform` of a block.
    pub(super) fn block_layout(&mut self) {
        match self.dialect {
            Dialect::Es300 => self.text.push("layout(std140) "),
            Dialect::Vulkan => {
                let binding = self.binding();
                let _ = write!(self.text, "layout(std140, set = 0, binding = {binding}) ");
            }
        }
    }

    /// Declares a sampler, or a texture and a sampler.
    pub(super) fn sampler(&mut self, ty: &str, name: &str) {
        if self.dialect == Dialect::Es300 {
            return self.uniform(ty, name);
        }
        let (texture, sampler) = parts(ty);
        for (ty, part) in [texture.as_str(), sampler].into_iter().zip(PARTS) {
            let binding = self.binding();
            self.text.begin();
            let _ = write!(self.text, "layout(set = 0, binding = {binding}) uniform {ty} {name}{part};");
            self.text.end();
        }
    }

    /// Declares the texture of a buffer, which the helpers take without a sampler.
    pub(super) fn data_texture(&mut self, ty: &str, name: &str) {
        if self.dialect == Dialect::Es300 {
            return self.uniform(ty, name);
        }
        let binding = self.binding();
        self.text.begin();
        let _ = write!(self.text, "layout(set = 0, binding = {binding}) uniform {} {name};", parts(ty).0);
        self.text.end();
    }

    /// Declares numbers that the host sets: uniforms, or a block of them.
    pub(super) fn numbers(&mut self, names: &[&str]) {
        match self.dialect {
            Dialect::Es300 => {
                for name in names {
                    self.uniform("uint", name);
                }
            }
            Dialect::Vulkan if names.is_empty() => {}
            Dialect::Vulkan => {
                self.block_layout();
                self.text.line("uniform Numbers {");
                self.text.indent();
                for name in names {
                    self.text.line(&["uint ", name, ";"].concat());
                }
                self.text.outdent();
                self.text.line("};");
            }
        }
    }

    fn uniform(&mut self, ty: &str, name: &str) {
        self.declaration(&["uniform ", ty, " ", name]);
    }

    /// The use of a sampler.
    pub(super) fn sampling(&mut self, sampling: Handle<Sampling>) {
        if self.dialect == Dialect::Es300 {
            return self.text.name(self.names.spelled_sampling(sampling));
        }
        let name = self.names.sampling(sampling);
        let ty = super::types::sampler_name(self.module, &self.module.samplings[sampling]).unwrap_or_default();
        let _ = write!(self.text, "{ty}({name}{}, {name}{})", PARTS[0], PARTS[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samplers_are_taken_apart() {
        assert_eq!(parts("usampler2DArray"), ("utexture2DArray".to_owned(), "sampler"));
        assert_eq!(parts("samplerCubeShadow"), ("textureCube".to_owned(), "samplerShadow"));
    }
}
