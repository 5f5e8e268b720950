//! The dispatch of a compute case: its groups, its views with what they hold before, and what they must hold after.
//!
//! What the shader reads besides (constants, textures, buffers, samplers) is planned as that of a draw.

use std::collections::BTreeMap;

use dxbc_translator::opcode::{Buffer as BufferOp, Opcode, Role};
use dxbc_translator::program::declaration::UavKind;
use dxbc_translator::program::{DeclarationKind, ResourceDimension, ReturnType};
use serde::Deserialize;

use super::file::{Fill, Words};
use super::plan::plan;
use super::random::Random;
use super::scene::SceneBindings;
use super::stage::StageUnit;
use super::{Case, CaseError, Stages};
use crate::interp::{Extent, Format, View, ViewKind, Views};

/// The `[dispatch]` table of a case file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DispatchFile {
    /// Groups along x, y and z.
    pub groups: [u32; 3],
    /// Views by register: `u0`.
    #[serde(default)]
    pub views: BTreeMap<String, ViewFile>,
    /// Registers of structured views whose structures may stand in any order: those that a counter hands out.
    #[serde(default)]
    pub any_order: Vec<String>,
    /// The first words of views after the dispatch, from the rules of Direct3D: by register, `u0`, or of its counter,
    /// `u0_counter`.
    #[serde(default)]
    pub expect: BTreeMap<String, Words>,
}

/// What a view is bound to.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewFile {
    /// Structures, elements of a typed buffer, or words of a raw one.
    #[serde(default)]
    pub elements: Option<u32>,
    /// Width, height, and depth or layers of a texture.
    #[serde(default)]
    pub size: Option<[u32; 3]>,
    /// First words before it runs; the rest is what `fill` says.
    #[serde(default)]
    pub words: Option<Words>,
    /// How the words are made that are not given: zeros without it, else whole numbers.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// Least and greatest of these.
    #[serde(default)]
    pub range: Option<[u32; 2]>,
    /// The hidden counter before it runs.
    #[serde(default)]
    pub counter: u32,
}

/// A dispatch with all that it binds.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// Case and variant: `compute/reduce (strip)`.
    pub name: String,
    /// The compute shader.
    pub unit: StageUnit,
    /// What it reads.
    pub bindings: SceneBindings,
    /// What it writes, as it is before.
    pub views: Views,
    /// Groups along x, y and z.
    pub groups: [u32; 3],
    /// Registers of views whose structures may stand in any order.
    pub any_order: Vec<u32>,
    /// What is known of the views afterwards.
    pub expect: Vec<Expected>,
}

/// What a view holds after a dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its register.
    pub register: u32,
    /// Which part of it.
    pub part: ViewPart,
    /// The first words.
    pub words: Vec<u32>,
}

/// A part of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViewPart {
    /// What it holds.
    Words,
    /// The hidden counter.
    Counter,
}

/// Elements of a view that the case does not say.
const ELEMENTS: u32 = 64;

impl Case {
    /// The dispatch of one of the case's variants; none for a case without a compute shader.
    ///
    /// # Errors
    /// [`CaseError`] as [`Case::stages`], and for a dispatch that does not fit the shader.
    pub fn dispatch(&self, variant: &str) -> Result<Option<Dispatch>, CaseError> {
        let stages = self.stages(variant)?;
        let Some(unit) = stages.compute.clone() else { return Ok(None) };
        let wrong = |message: String| CaseError::Dispatch { case: self.name.clone(), message };
        let file = self.file.dispatch.as_ref().ok_or_else(|| wrong("there is no [dispatch]".into()))?;
        let scene = plan(&self.name, &Stages { compute: stages.compute, ..Stages::default() }, &self.file.draw);
        let mut expect = Vec::new();
        for (key, words) in &file.expect {
            let (name, part) = match key.strip_suffix("_counter") {
                Some(name) => (name, ViewPart::Counter),
                None => (key.as_str(), ViewPart::Words),
            };
            let words = words.flatten().iter().map(|number| number.bits()).collect();
            expect.push(Expected {
                register: register(name).ok_or_else(|| wrong(format!("what is {key}")))?,
                part,
                words,
            });
        }
        let any_order: Option<Vec<u32>> = file.any_order.iter().map(|name| register(name)).collect();
        let views = views(&self.name, &unit, &file.views);
        for known in &expect {
            if views.get(0, known.register).is_none() {
                return Err(wrong(format!("the shader does not declare u{}", known.register)));
            }
        }
        let name = if variant.is_empty() { self.name.clone() } else { format!("{} ({variant})", self.name) };
        Ok(Some(Dispatch {
            name,
            unit,
            bindings: scene.bindings,
            views,
            groups: file.groups,
            any_order: any_order.ok_or_else(|| wrong("any_order names no register".into()))?,
            expect,
        }))
    }
}

/// The number of `u3`.
fn register(name: &str) -> Option<u32> {
    name.strip_prefix('u')?.parse().ok()
}

/// The views that a shader declares.
pub(super) fn views(case: &str, unit: &StageUnit, given: &BTreeMap<String, ViewFile>) -> Views {
    let mut views = Views::default();
    for declaration in unit.program.declarations() {
        let DeclarationKind::Uav { binding, kind, .. } = &declaration.kind else { continue };
        let key = format!("u{}", binding.lower);
        let default = ViewFile::default();
        let given = given.get(&key).unwrap_or(&default);
        views.set(binding.space, binding.lower, view(case, &key, *kind, reads_texels(unit, binding.id), given));
    }
    views
}

/// Whether the shader reads the texels of a view: then they have one component.
fn reads_texels(unit: &StageUnit, id: u32) -> bool {
    unit.program.instructions().any(|instruction| {
        matches!(instruction.opcode, Opcode::Buffer(BufferOp::LdUavTyped | BufferOp::LdUavTypedS))
            && instruction.operand(|role| role == Role::Uav).and_then(|view| view.indices().first()?.as_immediate())
                == Some(id)
    })
}

fn view(case: &str, key: &str, kind: UavKind, reads: bool, file: &ViewFile) -> View {
    let elements = file.elements.unwrap_or(ELEMENTS).clamp(1, 1 << 16);
    let (kind, count) = match kind {
        UavKind::Raw => (ViewKind::Raw, elements),
        UavKind::Structured { stride } => {
            let stride = stride.clamp(4, 2048);
            (ViewKind::Structured { stride }, elements * (stride / 4))
        }
        UavKind::Typed { dimension: ResourceDimension::Buffer, .. } => (ViewKind::Typed, elements * 4),
        UavKind::Typed { dimension, return_types } => {
            let [width, height, depth] = file.size.unwrap_or([8, 8, 1]).map(|size| size.clamp(1, 256));
            let layered = matches!(dimension, ResourceDimension::Texture1DArray | ResourceDimension::Texture2DArray);
            let (depth, layers) = if layered { (1, depth) } else { (depth, 1) };
            let extent = Extent { width, height, depth, layers, samples: 1 };
            let format = format(return_types[0], reads);
            (ViewKind::Texture { dimension, extent, format }, width * height * depth * layers * 4)
        }
    };
    let mut random = Random::new(&[case, "view", key]);
    let [low, high] = file.range.unwrap_or([0, 15]);
    let mut words: Vec<u32> = (0..count)
        .map(|_| if file.fill.is_some() { low.saturating_add(random.below(high.saturating_sub(low) + 1)) } else { 0 })
        .collect();
    let given = file.words.iter().flat_map(Words::flatten);
    words.iter_mut().zip(given).for_each(|(word, number)| *word = number.bits());
    if let ViewKind::Texture { format, .. } = kind {
        // A texel that was never written reads as its format says: the last component of one that lacks it is one.
        for texel in words.chunks_exact_mut(4) {
            let stored = format.stored([texel[0], texel[1], texel[2], texel[3]]);
            texel.copy_from_slice(&stored);
        }
    }
    View::new(kind, &words, file.counter)
}

/// The format that the translation gives a view: one component where texels are read, four elsewhere.
const fn format(returns: ReturnType, reads: bool) -> Format {
    match (returns, reads) {
        (ReturnType::Uint, true) => Format::R32Uint,
        (ReturnType::Sint, true) => Format::R32Sint,
        (_, true) => Format::R32Float,
        (ReturnType::Uint, false) => Format::R32G32B32A32Uint,
        (ReturnType::Sint, false) => Format::R32G32B32A32Sint,
        (ReturnType::Unorm, false) => Format::R8G8B8A8Unorm,
        (ReturnType::Snorm, false) => Format::R8G8B8A8Snorm,
        (_, false) => Format::R32G32B32A32Float,
    }
}
