//! What the stages of a program agree on before either is lowered.
//!
//! Varyings are matched by semantic name (without case) and index: the wider of both declarations, the pixel
//! side's interpolation and component type. A constant buffer that both declare gets the larger size.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::container::signature::{ComponentType, Signature, SignatureElement, SystemValue};
use crate::error::Location;
use crate::ir::{InterpolationMode, Scalar};
use crate::options::{Options, Target};
use crate::program::declaration::Interpolation;
use crate::program::{DeclarationKind, Index, Program, RegisterFile, WriteMask};
use crate::warnings::Warning;

/// A varying as both stages declare it.
#[derive(Clone, Debug, PartialEq)]
pub struct Varying {
    /// Semantic name in upper case.
    pub name: String,
    /// Semantic index.
    pub index: u32,
    /// Component type: the pixel side's.
    pub scalar: Scalar,
    /// Lanes, 1 to 4.
    pub width: u8,
    /// Interpolation: the pixel side's.
    pub interpolation: InterpolationMode,
    /// Its number among the vertex stage's outputs, where the target numbers them; 0 if it is not among them.
    pub location: u32,
    /// Whether the vertex stage has it among its outputs.
    pub written: bool,
    /// The lanes that clip; none if it is no clip distance.
    pub clip: Option<Clip>,
}

/// A clip distance of the vertex stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clip {
    /// Its register, `o#`.
    pub register: u32,
    /// Its lanes of the register.
    pub mask: WriteMask,
}

/// What a stage has to know of the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linkage {
    /// Varyings that the pixel stage reads, and clip distances; none for a lone stage.
    pub varyings: Option<Vec<Varying>>,
    /// Rows of the constant buffers of both stages, by register space and register.
    pub constant_buffer_rows: BTreeMap<(u32, u32), u32>,
    /// Rows that the structured buffers of both stages take in constant buffers of space 0, by register.
    pub placed_rows: BTreeMap<u32, u32>,
}

impl Linkage {
    /// What a stage knows that has no other.
    #[must_use]
    pub fn alone(stage: StageInterface<'_>, options: &Options) -> Self {
        Self { placed_rows: options.abi.placed_rows(stage.program), ..Self::default() }
    }

    /// The agreed varying of a semantic.
    #[must_use]
    pub fn varying(&self, name: &str, index: u32) -> Option<&Varying> {
        self.varyings.as_ref()?.iter().find(|v| v.index == index && v.name.eq_ignore_ascii_case(name))
    }
}

/// A program with its signatures.
#[derive(Clone, Copy, Debug)]
pub struct StageInterface<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its inputs.
    pub inputs: &'a Signature,
    /// Its outputs.
    pub outputs: &'a Signature,
}

/// Matches the stages of a program.
#[must_use]
pub fn link(vertex: StageInterface<'_>, pixel: StageInterface<'_>, options: &Options) -> (Linkage, Vec<Warning>) {
    let target = options.target;
    let mut warnings = Vec::new();
    let mut varyings = Vec::new();
    for element in pixel_varyings(pixel) {
        let written = vertex.outputs.elements.iter().find(|other| other.is(&element.semantic, element.index));
        if let Some(other) = written {
            compare_packing(element, other, &mut warnings);
        }
        let width = element.mask.count().max(written.map_or(0, |other| other.mask.count()));
        varyings.push(Varying {
            name: element.semantic.to_ascii_uppercase(),
            index: element.index,
            scalar: component_scalar(element.component_type),
            width: u8::try_from(width).unwrap_or(4),
            interpolation: interpolation_of(pixel.program, element, target),
            location: written.map_or(0, |other| location(vertex.outputs, other, is_generated_pixel_input)),
            written: written.is_some(),
            clip: None,
        });
    }
    add_clip_distances(vertex, &mut varyings, &mut warnings);
    let mut constant_buffer_rows = BTreeMap::new();
    let mut placed_rows = BTreeMap::new();
    for stage in [vertex, pixel] {
        for (slot, rows) in options.abi.placed_rows(stage.program) {
            let agreed: &mut u32 = placed_rows.entry(slot).or_default();
            *agreed = (*agreed).max(rows);
        }
        for declaration in stage.program.declarations() {
            if let DeclarationKind::ConstantBuffer { binding, rows, .. } = declaration.kind {
                let agreed: &mut u32 = constant_buffer_rows.entry((binding.space, binding.lower)).or_default();
                *agreed = (*agreed).max(rows);
            }
        }
    }
    (Linkage { varyings: Some(varyings), constant_buffer_rows, placed_rows }, warnings)
}

/// Marks the clip distances of the vertex stage, and adds those that the pixel stage does not read.
fn add_clip_distances(vertex: StageInterface<'_>, varyings: &mut Vec<Varying>, warnings: &mut Vec<Warning>) {
    for element in vertex.outputs.elements.iter().filter(|e| e.system_value == SystemValue::ClipDistance) {
        let clip = element.register.map(|register| Clip { register, mask: element.mask });
        let Some(varying) = varyings.iter_mut().find(|v| element.is(&v.name, v.index)) else {
            varyings.push(Varying {
                name: element.semantic.to_ascii_uppercase(),
                index: element.index,
                scalar: Scalar::F32,
                width: u8::try_from(element.mask.count()).unwrap_or(4),
                interpolation: InterpolationMode::Smooth,
                location: location(vertex.outputs, element, is_generated_pixel_input),
                written: true,
                clip,
            });
            continue;
        };
        varying.clip = clip;
        if varying.interpolation != InterpolationMode::Smooth {
            varying.interpolation = InterpolationMode::Smooth;
            let message = format!("{}{} clips, and is interpolated with perspective", varying.name, varying.index);
            warnings.push(Warning::new(Location::UNKNOWN, message));
        }
    }
}

/// Says where a pair packs a semantic differently: drivers were seen to connect such a pair by register.
fn compare_packing(pixel: &SignatureElement, vertex: &SignatureElement, warnings: &mut Vec<Warning>) {
    let same_place = pixel.register == vertex.register && pixel.mask.without(vertex.mask).is_empty();
    if !same_place {
        let message = format!(
            "the stages hold {}{} in different registers or lanes; they are linked by name",
            pixel.semantic, pixel.index
        );
        warnings.push(Warning::new(Location::UNKNOWN, message));
    }
    if pixel.component_type != vertex.component_type {
        let message = format!(
            "the stages give {}{} different component types; the pixel shader's is taken",
            pixel.semantic, pixel.index
        );
        warnings.push(Warning::new(Location::UNKNOWN, message));
    }
}

/// The elements of the pixel stage's inputs that its program declares and that come from the vertex stage.
fn pixel_varyings(pixel: StageInterface<'_>) -> impl Iterator<Item = &SignatureElement> {
    let declared = DeclaredInputs::of(pixel.program);
    pixel
        .inputs
        .elements
        .iter()
        .filter(move |element| !is_generated_pixel_input(element.system_value) && !declared.lanes(element).is_empty())
}

/// The number of an element among those of its signature that are not generated. Stages whose signatures list the
/// same elements in the same order number them alike, also when each is translated alone.
pub(crate) fn location(signature: &Signature, element: &SignatureElement, generated: fn(SystemValue) -> bool) -> u32 {
    let before =
        signature.elements.iter().filter(|other| other.stream == 0).take_while(|other| !std::ptr::eq(*other, element));
    u32::try_from(before.filter(|other| !generated(other.system_value)).count()).unwrap_or(u32::MAX)
}

/// Whether a vertex input is made by the input assembler.
#[must_use]
pub(crate) const fn is_generated_attribute(value: SystemValue) -> bool {
    matches!(value, SystemValue::VertexId | SystemValue::InstanceId)
}

/// Whether a pixel input is made by the rasteriser.
#[must_use]
pub(crate) const fn is_generated_pixel_input(value: SystemValue) -> bool {
    matches!(
        value,
        SystemValue::Position
            | SystemValue::IsFrontFace
            | SystemValue::SampleIndex
            | SystemValue::PrimitiveId
            | SystemValue::RenderTargetArrayIndex
            | SystemValue::ViewportArrayIndex
            | SystemValue::Coverage
            | SystemValue::InnerCoverage
            | SystemValue::Barycentrics
            | SystemValue::ShadingRate
    )
}

/// The input registers that a program declares, each with the lanes of one declaration.
#[derive(Default)]
pub(crate) struct DeclaredInputs(SmallVec<[(Option<u32>, WriteMask); 8]>);

impl DeclaredInputs {
    fn of(program: &Program) -> Self {
        let mut inputs = Self::default();
        program.declarations().for_each(|declaration| inputs.add(&declaration.kind));
        inputs
    }

    /// Takes in a declaration, if it is of an input register.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other declaration is of an input register")]
    pub(crate) fn add(&mut self, declaration: &DeclarationKind) {
        match declaration {
            DeclarationKind::Input { operand, .. } | DeclarationKind::InputPs { operand, .. }
                if operand.file() == Some(RegisterFile::Input) =>
            {
                let register = operand.indices().last().and_then(Index::as_immediate);
                self.0.push((register, operand.selection.mask()));
            }
            _ => {}
        }
    }

    /// The lanes of a signature element that are declared.
    pub(crate) fn lanes(&self, element: &SignatureElement) -> WriteMask {
        let declared = self.0.iter().filter(|(register, _)| *register == element.register);
        declared.fold(WriteMask::NONE, |lanes, (_, mask)| lanes.or(*mask)).and(element.mask)
    }
}

/// How the program interpolates an element.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other declaration has an interpolation")]
fn interpolation_of(program: &Program, element: &SignatureElement, target: Target) -> InterpolationMode {
    let declared = program.declarations().find_map(|declaration| match &declaration.kind {
        DeclarationKind::InputPs { operand, interpolation, .. }
            if operand.indices().last().and_then(Index::as_immediate) == element.register
                && !operand.selection.mask().and(element.mask).is_empty() =>
        {
            Some(*interpolation)
        }
        _ => None,
    });
    interpolation_mode(declared, component_scalar(element.component_type), target)
}

/// The nearest that the target has, with what passes make up for; integers are flat whatever is declared.
pub(crate) fn interpolation_mode(declared: Option<Interpolation>, scalar: Scalar, target: Target) -> InterpolationMode {
    if scalar != Scalar::F32 {
        return InterpolationMode::Flat;
    }
    let mode = match declared.unwrap_or(Interpolation::Undefined) {
        Interpolation::Constant => InterpolationMode::Flat,
        Interpolation::Undefined | Interpolation::Linear => InterpolationMode::Smooth,
        Interpolation::LinearCentroid => InterpolationMode::Centroid,
        Interpolation::LinearSample => InterpolationMode::Sample,
        Interpolation::LinearNoPerspective => InterpolationMode::NoPerspective,
        Interpolation::LinearNoPerspectiveCentroid => InterpolationMode::NoPerspectiveCentroid,
        Interpolation::LinearNoPerspectiveSample => InterpolationMode::NoPerspectiveSample,
    };
    // No stage of WebGL2 is run for each sample.
    match (target, mode) {
        (Target::Glsl, InterpolationMode::Sample) => InterpolationMode::Smooth,
        (Target::Glsl, InterpolationMode::NoPerspectiveSample) => InterpolationMode::NoPerspective,
        (_, mode) => mode,
    }
}

/// The scalar of a signature's component type; minimum precision is executed at 32 bits.
pub(crate) const fn component_scalar(component: ComponentType) -> Scalar {
    match component {
        ComponentType::Uint32 | ComponentType::Uint16 | ComponentType::Uint64 => Scalar::U32,
        ComponentType::Sint32 | ComponentType::Sint16 | ComponentType::Sint64 => Scalar::I32,
        ComponentType::Unknown
        | ComponentType::Float32
        | ComponentType::Float16
        | ComponentType::Float64
        | ComponentType::Other(_) => Scalar::F32,
    }
}
