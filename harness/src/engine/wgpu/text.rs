//! A text of WGSL as the engine needs it: what it binds, reads and writes, as naga says.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dxbc_translator::reflect::Binding;
use naga::{AddressSpace, ImageClass, ImageDimension, Module, ScalarKind, StorageAccess, TypeInner};

use super::device::{Gpu, in_one_line};
use crate::engine::{DrawError, LinkFailure, LinkStage};
use crate::naga::{Valid, validate};

/// A text that naga takes.
pub(super) struct Text {
    pub(super) stage: LinkStage,
    valid: Valid,
}

/// What a variable of a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A uniform buffer of so many bytes.
    Uniform(u32),
    /// A storage buffer that is only read.
    Words,
    /// A storage buffer that is written.
    Written,
    /// A storage texture.
    Texels { view: wgpu::TextureViewDimension, access: wgpu::StorageTextureAccess },
    /// A texture.
    Texture { view: wgpu::TextureViewDimension, sample: Sample, multisampled: bool },
    /// A sampler, and whether it compares.
    Sampler { compares: bool },
}

/// What a read of a texture gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    Float,
    Sint,
    Uint,
    Depth,
}

/// A variable with a binding.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) kind: Kind,
}

impl Text {
    /// Reads and validates a text.
    pub(super) fn read(stage: LinkStage, source: &str) -> Result<Self, LinkFailure> {
        match validate(source) {
            Ok(valid) => Ok(Self { stage, valid }),
            Err(rejected) => Err(LinkFailure { stage, log: rejected.to_string() }),
        }
    }

    pub(super) fn module(&self) -> &Module {
        self.valid.module()
    }

    /// Makes a shader of it.
    pub(super) fn shader(&self, gpu: &Gpu) -> Result<wgpu::ShaderModule, LinkFailure> {
        shader(gpu, self.stage, self.module().clone())
    }

    /// The variables by their bindings.
    pub(super) fn variables(&self) -> Result<BTreeMap<Binding, Variable>, DrawError> {
        let mut variables = BTreeMap::new();
        for (_, global) in self.module().global_variables.iter() {
            let Some(place) = &global.binding else { continue };
            let name = global.name.clone().unwrap_or_default();
            let Some(kind) = self.kind(global) else {
                let message = "this engine has no binding of its type".to_owned();
                return Err(DrawError::Mismatch { what: "variable".to_owned(), name, message });
            };
            variables.insert(Binding { group: place.group, binding: place.binding }, Variable { name, kind });
        }
        Ok(variables)
    }

    fn kind(&self, global: &naga::GlobalVariable) -> Option<Kind> {
        let module = self.module();
        let inner = &module.types[global.ty].inner;
        match (global.space, inner) {
            (AddressSpace::Uniform, _) => Some(Kind::Uniform(inner.try_size(module.to_ctx())?)),
            (AddressSpace::Storage { access }, _) if access == StorageAccess::LOAD => Some(Kind::Words),
            (AddressSpace::Storage { .. }, _) => Some(Kind::Written),
            (AddressSpace::Handle, TypeInner::Sampler { comparison }) => Some(Kind::Sampler { compares: *comparison }),
            (AddressSpace::Handle, &TypeInner::Image { dim, arrayed, class }) => texture(dim, arrayed, class),
            _ => None,
        }
    }

    /// Locations that the entry reads.
    pub(super) fn read_locations(&self) -> Vec<u32> {
        self.valid.read().into_keys().collect()
    }
}

fn texture(dim: ImageDimension, arrayed: bool, class: ImageClass) -> Option<Kind> {
    use wgpu::TextureViewDimension as View;
    let view = match (dim, arrayed) {
        (ImageDimension::D1, _) => View::D1,
        (ImageDimension::D2, false) => View::D2,
        (ImageDimension::D2, true) => View::D2Array,
        (ImageDimension::D3, _) => View::D3,
        (ImageDimension::Cube, false) => View::Cube,
        (ImageDimension::Cube, true) => View::CubeArray,
    };
    let (sample, multisampled) = match class {
        ImageClass::Sampled { kind: ScalarKind::Float, multi } => (Sample::Float, multi),
        ImageClass::Sampled { kind: ScalarKind::Sint, multi } => (Sample::Sint, multi),
        ImageClass::Sampled { kind: ScalarKind::Uint, multi } => (Sample::Uint, multi),
        ImageClass::Depth { multi } => (Sample::Depth, multi),
        ImageClass::Storage { access, .. } => {
            let access = match (access.contains(StorageAccess::LOAD), access.contains(StorageAccess::STORE)) {
                (true, true) => wgpu::StorageTextureAccess::ReadWrite,
                (true, false) => wgpu::StorageTextureAccess::ReadOnly,
                (false, _) => wgpu::StorageTextureAccess::WriteOnly,
            };
            return Some(Kind::Texels { view, access });
        }
        ImageClass::Sampled { .. } | ImageClass::External => return None,
    };
    Some(Kind::Texture { view, sample, multisampled })
}

/// Makes a shader of a module.
pub(super) fn shader(gpu: &Gpu, stage: LinkStage, module: Module) -> Result<wgpu::ShaderModule, LinkFailure> {
    let made = gpu.checked("shader", || {
        let source = wgpu::ShaderSource::Naga(Cow::Owned(module));
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
    });
    made.map_err(|error| LinkFailure { stage, log: in_one_line(&error.to_string()) })
}
