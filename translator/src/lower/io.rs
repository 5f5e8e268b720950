//! Signatures and system values to inputs and outputs; reads of `v#` and `o#`, writes of `o#`.
//!
//! Rules: `decl-io` and `dxbc-semantics` section 7. Several elements may share a register: every lane of a
//! register maps to a lane of one element.

use smallvec::SmallVec;

use super::lane_map::LaneMap;
use super::register::Destination;
use super::{Lowerer, clip};
use crate::container::signature::{SignatureElement, SystemValue};
use crate::error::{Error, Feature, Result};
use crate::ir::{
    Company, Element, Expr, Handle, Helper, Input, InterpolationMode, Lanes, List, Node, Output, OutputKind, Place,
    Scalar, Semantic, StmtKind, SystemInput, Type, UnaryOp, Variable, VariableKind,
};
use crate::limits;
use crate::link::{
    DeclaredInputs, component_scalar, interpolation_mode, is_generated_attribute, is_generated_pixel_input, location,
};
use crate::options::{IntegerAttributes, Target};
use crate::program::declaration::{Interpolation, SystemName};
use crate::program::{Component, DeclarationKind, Index, Indices, RegisterFile, Stage, WriteMask};

/// What the declarations say of inputs and outputs, and where each lane of a register is.
#[derive(Default)]
pub(super) struct Registers {
    /// What lanes of inputs are lanes of.
    sources: Vec<InputSource>,
    inputs: LaneMap<InputLane>,
    outputs: LaneMap<(Handle<Output>, Component)>,
    depth: Option<Handle<Output>>,
    declared: DeclaredInputs,
    /// By register, in the order of the declarations.
    interpolation: SmallVec<[(u32, Interpolation); 8]>,
    input_ranges: Vec<Range>,
    output_ranges: Vec<Range>,
}

/// Registers that are indexed together.
#[derive(Clone, Copy)]
struct Range {
    first: u32,
    count: u32,
    variable: Handle<Variable>,
}

impl Range {
    const fn contains(&self, register: u32) -> bool {
        register >= self.first && register - self.first < self.count
    }
}

/// The number of the invocation that an input register of compute shaders holds.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other register holds one")]
pub(super) const fn thread_input(file: RegisterFile) -> Option<SystemInput> {
    match file {
        RegisterFile::InputThreadId => Some(SystemInput::Thread),
        RegisterFile::InputThreadGroupId => Some(SystemInput::Group),
        RegisterFile::InputThreadIdInGroup => Some(SystemInput::ThreadInGroup),
        RegisterFile::InputThreadIdInGroupFlattened => Some(SystemInput::ThreadInGroupFlattened),
        _ => None,
    }
}

/// What a lane of an input register is a lane of.
#[derive(Clone, Copy)]
enum InputSource {
    Element(Handle<Input>),
    System(SystemInput),
}

#[derive(Clone, Copy)]
struct InputLane {
    /// Position among the sources.
    source: u16,
    at: Component,
}

impl Lowerer<'_> {
    /// Takes in a declaration of an input, output or index range.
    #[allow(clippy::wildcard_enum_match_arm, reason = "declare_io is called for these declarations only")]
    pub(super) fn declare_io(&mut self, kind: &DeclarationKind, offset: u32) -> Result<()> {
        self.io.declared.add(kind);
        match kind {
            DeclarationKind::Input { operand, system, .. } => self.check_input(operand.file(), *system),
            DeclarationKind::InputPs { operand, interpolation, system, .. } => {
                if let Some(register) = operand.indices().last().and_then(Index::as_immediate) {
                    self.io.interpolation.push((register, *interpolation));
                }
                // The position is what it is, however it is declared.
                if *system != Some(SystemName::Position) {
                    self.warn_interpolation(*interpolation, offset);
                }
                self.check_input(operand.file(), *system)
            }
            DeclarationKind::Output { operand, system, .. } => {
                if *system == Some(SystemName::ClipDistance) && self.module.company == Company::Alone {
                    self.warn(offset, clip::ALONE);
                }
                self.check_output(operand.file(), *system)
            }
            DeclarationKind::IndexRange { operand, count } => {
                let Some(first) = operand.indices().last().and_then(Index::as_immediate) else {
                    return Err(Error::malformed(offset, "an index range has no first register"));
                };
                self.declare_range(operand.file(), first, *count, offset)
            }
            _ => Err(Error::internal("lower", "a declaration that is neither input nor output")),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "no other register file can be indexed")]
    fn declare_range(&mut self, file: Option<RegisterFile>, first: u32, count: u32, offset: u32) -> Result<()> {
        if count == 0 || count > limits::INPUTS {
            return Err(Error::limit(offset, format!("an index range of {count} registers")));
        }
        let kind = match file {
            Some(RegisterFile::Input) => VariableKind::InputRange(first),
            Some(RegisterFile::Output) => VariableKind::OutputRange(first),
            _ => return Err(Error::malformed(offset, "an index range of registers that cannot be indexed")),
        };
        let ranges = match kind {
            VariableKind::InputRange(_) => &mut self.io.input_ranges,
            _ => &mut self.io.output_ranges,
        };
        // A range is declared once for each mask of its registers.
        if let Some(range) = ranges.iter_mut().find(|range| range.first == first) {
            range.count = range.count.max(count);
            self.module.variables[range.variable].length = Some(range.count);
        } else {
            let variable = Variable::array(kind, None, 4, count);
            let variable = self.module.variables.push(variable);
            ranges.push(Range { first, count, variable });
        }
        Ok(())
    }

    fn warn_interpolation(&mut self, interpolation: Interpolation, offset: u32) {
        if self.target() == Target::Wgsl {
            return;
        }
        let is_linear = interpolation_mode(Some(interpolation), Scalar::F32, self.target()).is_screen_linear();
        if is_linear && self.module.company == Company::Alone {
            self.warn(
                offset,
                "noperspective is dropped: only the vertex shader can make up for it; translate both as a program",
            );
        }
        if matches!(interpolation, Interpolation::LinearSample | Interpolation::LinearNoPerspectiveSample) {
            self.warn(offset, "sample interpolation is dropped: WebGL2 shades each pixel once");
        }
    }

    fn check_input(&self, file: Option<RegisterFile>, system: Option<SystemName>) -> Result<()> {
        let feature = match (file, system) {
            (Some(RegisterFile::InputCoverageMask | RegisterFile::InnerCoverage), _) => Feature::InputCoverage,
            (Some(RegisterFile::InputPrimitiveId), _) | (_, Some(SystemName::PrimitiveId)) => Feature::PrimitiveId,
            (Some(RegisterFile::CycleCounter), _) => Feature::CycleCounter,
            (_, Some(SystemName::SampleIndex)) if Feature::SampleIndex.is_refused(self.target()) => {
                Feature::SampleIndex
            }
            (_, Some(SystemName::RenderTargetArrayIndex)) => Feature::RenderTargetArrayIndex,
            (_, Some(SystemName::ViewportArrayIndex)) => Feature::ViewportArrayIndex,
            (_, Some(SystemName::CullDistance)) => Feature::CullDistance,
            (Some(RegisterFile::Input), _) => return Ok(()),
            (Some(file), _) if thread_input(file).is_some() && self.source.program.stage == Stage::Compute => {
                return Ok(());
            }
            _ => return Err(Error::malformed(self.span.offset, "an input of another stage is declared")),
        };
        let target = self.target().name();
        Err(self.lacks(feature, format_args!("the shader reads an input that {target} lacks")))
    }

    fn check_output(&self, file: Option<RegisterFile>, system: Option<SystemName>) -> Result<()> {
        let feature = match (file, system) {
            (Some(RegisterFile::OutputCoverageMask), _) => Feature::OutputCoverage,
            (Some(RegisterFile::OutputStencilRef), _) => Feature::StencilReference,
            (_, Some(SystemName::RenderTargetArrayIndex)) => Feature::RenderTargetArrayIndex,
            (_, Some(SystemName::ViewportArrayIndex)) => Feature::ViewportArrayIndex,
            (_, Some(SystemName::CullDistance)) => Feature::CullDistance,
            _ => return Ok(()),
        };
        let target = self.target().name();
        Err(self.lacks(feature, format_args!("the shader writes an output that {target} lacks")))
    }

    /// Makes the module's inputs and outputs of the signatures, once all declarations are known.
    pub(super) fn finish_io(&mut self) -> Result<()> {
        let source = self.source;
        self.module.inputs.reserve(source.inputs.elements.len());
        self.module.outputs.reserve(source.outputs.elements.len());
        for element in &source.inputs.elements {
            if let (Some(register), false) = (element.register, self.io.declared.lanes(element).is_empty()) {
                self.add_input(element, register);
            }
        }
        for element in source.outputs.elements.iter().filter(|element| element.stream == 0) {
            if self.is_pixel() && element.register.is_some_and(|target| target >= limits::RENDER_TARGETS) {
                let message = format!("{}{} is beyond the 8 render targets", element.semantic, element.index);
                return Err(Error::malformed(0, message));
            }
            self.add_output(element);
        }
        let outputs = &self.module.outputs;
        let is_single = |output: &Output| !matches!(output.kind, OutputKind::Varying(_));
        let is_twin = |handle, output: &Output| outputs.find(|other| other.kind == output.kind) != Some(handle);
        if outputs.iter().any(|(handle, output)| is_single(output) && is_twin(handle, output)) {
            return Err(Error::malformed(
                0,
                "two elements of the output signature are the same target or system value",
            ));
        }
        Ok(())
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the other values are inputs like any other")]
    fn add_input(&mut self, element: &SignatureElement, register: u32) {
        let lanes = element.mask.iter().zip(Component::ALL);
        let system = match element.system_value {
            SystemValue::VertexId if !self.is_pixel() => Some(SystemInput::VertexId),
            SystemValue::InstanceId if !self.is_pixel() => Some(SystemInput::InstanceId),
            SystemValue::Position if self.is_pixel() => Some(SystemInput::FragCoord),
            SystemValue::IsFrontFace if self.is_pixel() => Some(SystemInput::FrontFacing),
            SystemValue::SampleIndex if self.is_pixel() => Some(SystemInput::SampleIndex),
            _ => None,
        };
        let source = match system {
            Some(system) => InputSource::System(system),
            None => InputSource::Element(self.add_element(element, register)),
        };
        let position = u16::try_from(self.io.sources.len()).unwrap_or(u16::MAX);
        self.io.sources.push(source);
        for (lane, at) in lanes {
            self.io.inputs.insert(register, lane, InputLane { source: position, at });
        }
    }

    fn add_element(&mut self, element: &SignatureElement, register: u32) -> Handle<Input> {
        let input =
            if self.is_pixel() { self.varying_in(element, register) } else { self.attribute(element, register) };
        self.module.inputs.push(input)
    }

    fn attribute(&self, element: &SignatureElement, register: u32) -> Input {
        let ty = element_type(element);
        let declared = match self.source.options.attributes(&element.semantic, element.index) {
            IntegerAttributes::Float => ty.with_scalar(Scalar::F32),
            IntegerAttributes::Native => ty,
        };
        let interpolation = InterpolationMode::Smooth;
        Input {
            semantic: semantic(element),
            register,
            mask: element.mask,
            ty,
            declared,
            location: location(self.source.inputs, element, is_generated_attribute),
            interpolation,
            missing: false,
        }
    }

    fn varying_in(&self, element: &SignatureElement, register: u32) -> Input {
        let ty = element_type(element);
        let linkage = self.source.linkage;
        let agreed = linkage.varying(&element.semantic, element.index);
        let declared = self.io.interpolation.iter().rfind(|(declared, _)| *declared == register);
        let interpolation = declared.map(|(_, interpolation)| *interpolation);
        Input {
            semantic: semantic(element),
            register,
            mask: element.mask,
            ty,
            declared: agreed.map_or(ty, |varying| Type::new(varying.scalar, varying.width)),
            location: agreed.filter(|varying| varying.written).map_or_else(
                || location(self.source.inputs, element, is_generated_pixel_input),
                |varying| varying.location,
            ),
            interpolation: agreed
                .map_or_else(|| interpolation_mode(interpolation, ty.scalar, self.target()), |v| v.interpolation),
            missing: agreed.is_some_and(|varying| !varying.written),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the other values are targets")]
    fn add_output(&mut self, element: &SignatureElement) {
        let (kind, ty) = if self.is_pixel() {
            match element.output_value() {
                SystemValue::Depth | SystemValue::DepthGreaterEqual | SystemValue::DepthLessEqual => {
                    (OutputKind::Depth, Type::F32)
                }
                SystemValue::Coverage | SystemValue::StencilRef => return,
                _ => {
                    let target = element.register.unwrap_or(element.index);
                    (OutputKind::Target(target), Type::new(component_scalar(element.component_type), 4))
                }
            }
        } else if element.system_value == SystemValue::Position {
            (OutputKind::Position, Type::new(Scalar::F32, 4))
        } else {
            self.varying_out(element)
        };
        let number = u32::try_from(self.module.outputs.len()).unwrap_or(u32::MAX);
        let variable = Variable::new(VariableKind::Output(number), Some(ty.scalar), ty.width);
        let variable = self.module.variables.push(variable);
        let register = if kind == OutputKind::Depth { None } else { element.register };
        let location = match kind {
            OutputKind::Varying(_) => location(self.source.outputs, element, is_generated_pixel_input),
            OutputKind::Position | OutputKind::Target(_) | OutputKind::Depth => 0,
        };
        let output = Output { semantic: semantic(element), register, mask: element.mask, ty, kind, location, variable };
        let output = self.module.outputs.push(output);
        match register {
            None => self.io.depth = Some(output),
            Some(register) => {
                // A target keeps the register's lanes; other elements start at their own lane x.
                let mask = if matches!(kind, OutputKind::Target(_)) { WriteMask::ALL } else { element.mask };
                for (lane, at) in mask.iter().zip(Component::ALL) {
                    self.io.outputs.insert(register, lane, (output, at));
                }
            }
        }
    }

    fn varying_out(&self, element: &SignatureElement) -> (OutputKind, Type) {
        let ty = element_type(element);
        match self.source.linkage.varying(&element.semantic, element.index) {
            Some(varying) => {
                (OutputKind::Varying(varying.interpolation), Type::new(varying.scalar, varying.width.max(ty.width)))
            }
            None => (OutputKind::Varying(interpolation_mode(None, ty.scalar, self.target())), ty),
        }
    }

    /// Fills the arrays of indexed inputs, where the entry begins.
    pub(super) fn begin_io(&mut self) {
        for range in self.io.input_ranges.clone() {
            for row in 0..range.count {
                let register = range.first + row;
                let lanes: Lanes =
                    Component::ALL.into_iter().filter(|&lane| self.io.inputs.get(register, lane).is_some()).collect();
                if lanes.is_empty() {
                    continue;
                }
                let mask = lanes.mask();
                let value = self.input_lanes(register, lanes, Scalar::Bits);
                self.store_variable(range.variable, Some(Element::Known(row)), mask, value);
            }
        }
    }

    /// Copies the arrays of indexed outputs and writes the outputs, where the entry ends.
    pub(super) fn end_io(&mut self) {
        for range in self.io.output_ranges.clone() {
            for row in 0..range.count {
                let register = range.first + row;
                for lane in Component::ALL {
                    let Some((output, at)) = self.io.outputs.get(register, lane) else { continue };
                    let variable = self.module.outputs[output].variable;
                    let element = Element::Known(row);
                    let lanes = Lanes::one(lane);
                    let value = self.load(Place::Variable(range.variable), Some(element), lanes, Scalar::Bits);
                    self.store_variable(variable, None, WriteMask::of(at), value);
                }
            }
        }
        self.emit(StmtKind::WriteOutputs);
    }

    /// Lanes of `v#`.
    pub(super) fn read_input(&mut self, indices: Indices<'_>, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        let last = indices.len().saturating_sub(1);
        let index = self.nth_index(indices, last)?;
        if let Some(register) = index.as_immediate() {
            return Ok(self.input_lanes(register, lanes, scalar));
        }
        let (range, element) = self.range_element(indices, last, false)?;
        self.read_array(range.variable, element, lanes, scalar)
    }

    /// The range that a relative index names and the element in it.
    fn range_element(&mut self, indices: Indices<'_>, position: usize, output: bool) -> Result<(Range, Element)> {
        let index = self.nth_index(indices, position)?;
        let ranges = if output { &self.io.output_ranges } else { &self.io.input_ranges };
        // The base may lie before the range (the relative part brings it in), so the nearest range is taken.
        let range = ranges
            .iter()
            .find(|range| range.contains(index.immediate))
            .or_else(|| ranges.iter().filter(|range| range.first >= index.immediate).min_by_key(|range| range.first));
        let Some(&range) = range else {
            return Err(Error::malformed(self.span.offset, "registers are indexed without a declared index range"));
        };
        let element = self.element_at(Index { immediate: index.immediate.wrapping_sub(range.first), ..index })?;
        Ok((range, element))
    }

    /// Lanes of an input register: consecutive lanes of one element are one swizzle.
    fn input_lanes(&mut self, register: u32, lanes: Lanes, scalar: Scalar) -> Handle<Node> {
        let mut parts: List<Handle<Node>, 4> = List::new();
        let row = self.io.inputs.row(register);
        let mut sources = lanes.iter().map(|lane| row[lane.index()]).peekable();
        while let Some(first) = sources.next() {
            let source = first.map(|lane| lane.source);
            let mut at: Lanes = first.map(|lane| lane.at).into_iter().collect();
            let mut run = 1;
            while let Some(next) = sources.next_if(|next| next.map(|lane| lane.source) == source) {
                at.extend(next.map(|lane| lane.at));
                run += 1;
            }
            let part = match source.and_then(|source| self.io.sources.get(usize::from(source))) {
                Some(&InputSource::Element(input)) => self.element_lanes(input, at),
                Some(&InputSource::System(system)) => self.system_lanes(system, at),
                None => self.zero(if scalar == Scalar::Bits { Scalar::F32 } else { scalar }, run),
            };
            parts.push(if scalar == Scalar::Bits { part } else { self.module.bitcast(part, scalar) });
        }
        let first = parts.first().map(|&part| self.module.type_of(part).scalar);
        if parts.iter().any(|&part| Some(self.module.type_of(part).scalar) != first) {
            for part in parts.iter_mut() {
                *part = self.module.bitcast(*part, Scalar::U32);
            }
        }
        self.module.compose(&parts)
    }

    fn element_lanes(&mut self, input: Handle<Input>, lanes: Lanes) -> Handle<Node> {
        let Input { ty, declared, missing, .. } = self.module.inputs[input];
        if missing {
            return self.zero(ty.scalar, lanes.len());
        }
        let value = self.module.node(Expr::Input(input), declared);
        let value = if declared.width == 1 {
            self.module.splat(value, lanes.width())
        } else {
            self.module.swizzle(value, lanes)
        };
        // An integer attribute that is fed as floats carries the number; a varying carries the bits.
        if self.is_pixel() { self.module.bitcast(value, ty.scalar) } else { self.module.convert(value, ty.scalar) }
    }

    /// Lanes of a number of the invocation.
    pub(super) fn read_thread(&mut self, system: SystemInput, lanes: Lanes, scalar: Scalar) -> Handle<Node> {
        let value = self.system_lanes(system, lanes);
        if scalar == Scalar::Bits { value } else { self.module.bitcast(value, scalar) }
    }

    fn system_lanes(&mut self, system: SystemInput, lanes: Lanes) -> Handle<Node> {
        let ty = match system {
            SystemInput::VertexId | SystemInput::InstanceId => Type::I32,
            SystemInput::FragCoord => Type::new(Scalar::F32, 4),
            SystemInput::ReciprocalW => Type::F32,
            SystemInput::FrontFacing => Type::BOOL,
            SystemInput::SampleIndex | SystemInput::ThreadInGroupFlattened => Type::U32,
            SystemInput::Thread | SystemInput::Group | SystemInput::ThreadInGroup => Type::new(Scalar::U32, 3),
        };
        let mut value = self.module.node(Expr::System(system), ty);
        if system == SystemInput::FrontFacing {
            value = self.module.unary(UnaryOp::Mask, value);
        }
        if ty.width == 1 { self.module.splat(value, lanes.width()) } else { self.module.swizzle(value, lanes) }
    }

    /// Lanes of `o#` as they were written so far; lanes that no element has read as zero.
    pub(super) fn read_output(&mut self, indices: Indices<'_>, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        let register = match self.output_target(indices)? {
            Destination::Element(variable, element) => return self.read_array(variable, element, lanes, scalar),
            Destination::Output(register) => register,
            Destination::Temp(_) | Destination::Depth => {
                return Err(Error::internal("lower", "o# names no output"));
            }
        };
        let scalar = if scalar == Scalar::Bits { Scalar::U32 } else { scalar };
        let mut parts: List<Handle<Node>, 4> = List::new();
        for lane in lanes {
            parts.push(match self.io.outputs.get(register, lane) {
                Some((output, at)) => {
                    let variable = self.module.outputs[output].variable;
                    self.load(Place::Variable(variable), None, Lanes::one(at), scalar)
                }
                None => self.zero(scalar, 1),
            });
        }
        Ok(self.module.compose(&parts))
    }

    /// What an `o#` destination names.
    pub(super) fn output_target(&mut self, indices: Indices<'_>) -> Result<Destination> {
        match self.nth_index(indices, 0)?.as_immediate() {
            Some(register) if !self.io.output_ranges.iter().any(|range| range.contains(register)) => {
                Ok(Destination::Output(register))
            }
            _ => {
                let (range, element) = self.range_element(indices, 0, true)?;
                Ok(Destination::Element(range.variable, element))
            }
        }
    }

    /// Stores lanes of `o#`, element by element; lanes that no element has are dropped.
    pub(super) fn store_output(&mut self, register: u32, mask: WriteMask, value: Handle<Node>) {
        let mut elements: SmallVec<[(Handle<Output>, WriteMask, WriteMask); 2]> = SmallVec::new();
        for lane in mask.iter() {
            let Some((output, at)) = self.io.outputs.get(register, lane) else { continue };
            match elements.iter_mut().find(|(other, _, _)| *other == output) {
                Some((_, from, to)) => {
                    *from = from.or(WriteMask::of(lane));
                    *to = to.or(WriteMask::of(at));
                }
                None => elements.push((output, WriteMask::of(lane), WriteMask::of(at))),
            }
        }
        let value = if elements.len() > 1 { self.bind(value) } else { value };
        for (output, from, to) in elements {
            let variable = self.module.outputs[output].variable;
            let part = self.lanes_of(value, mask, from);
            self.store_variable(variable, None, to, part);
        }
    }

    fn depth_output(&self) -> Result<Handle<Output>> {
        self.io
            .depth
            .ok_or_else(|| Error::malformed(self.span.offset, "depth is written that the signature does not have"))
    }

    pub(super) fn read_depth(&mut self, lanes: usize, scalar: Scalar) -> Result<Handle<Node>> {
        let variable = self.module.outputs[self.depth_output()?].variable;
        let value = self.load(Place::Variable(variable), None, Lanes::one(Component::X), scalar);
        Ok(self.module.splat(value, u8::try_from(lanes).unwrap_or(1)))
    }

    /// Depth is clamped to the viewport's range, taken as [0, 1], with D3D's rule for NaN.
    pub(super) fn store_depth(&mut self, value: Handle<Node>) -> Result<()> {
        let variable = self.module.outputs[self.depth_output()?].variable;
        let value = self.module.lane(value, Component::X);
        let value = self.module.bitcast(value, Scalar::F32);
        let value = self.module.helper(Helper::Saturate, &[value]);
        self.store_variable(variable, None, WriteMask::X, value);
        Ok(())
    }

    /// The error of a register file that cannot be read or written here.
    #[allow(clippy::wildcard_enum_match_arm, reason = "every other file is malformed here")]
    pub(super) fn unreadable(&self, file: RegisterFile) -> Error {
        let feature = match file {
            RegisterFile::InputPrimitiveId => Feature::PrimitiveId,
            RegisterFile::InputCoverageMask | RegisterFile::InnerCoverage => Feature::InputCoverage,
            RegisterFile::OutputCoverageMask => Feature::OutputCoverage,
            RegisterFile::OutputStencilRef => Feature::StencilReference,
            RegisterFile::CycleCounter => Feature::CycleCounter,
            RegisterFile::ThisPointer | RegisterFile::Interface => Feature::Interfaces,
            RegisterFile::UnorderedAccessView => Feature::UnorderedAccess,
            _ => {
                let message = format!("register {} cannot stand here in a vertex or pixel shader", file.name());
                return Error::malformed(self.span.offset, message);
            }
        };
        self.lacks(feature, format_args!("register {} is not expressible", file.name()))
    }
}

fn element_type(element: &SignatureElement) -> Type {
    let width = u8::try_from(element.mask.count().max(1)).unwrap_or(4);
    Type::new(component_scalar(element.component_type), width)
}

fn semantic(element: &SignatureElement) -> Semantic {
    Semantic { name: element.semantic.clone(), index: element.index }
}
