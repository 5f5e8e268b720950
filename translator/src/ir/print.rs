//! The IR as text, for tests and for people.
//!
//! ```text
//! pixel
//! in TEXCOORD0: f32x2
//! cb0[4]
//! r0: bits x4
//! x0[3]: f32 x4
//! o0: f32 x4 = SV_Target0, target 0
//! entry:
//!   r0.xy = (in.TEXCOORD0 * cb0[1].xy:f32)
//!   if any(r0.x:u32)
//!     o0 = call textureSample(t0_s1, t0_s1, r0.xy:f32).xyzw
//!   write_outputs
//! ```
//!
//! A load of a place that is of another scalar type, or of none, says the type that it reads as. Casts are
//! `bits<i32>(..)` for the same bits and `i32(..)` for the same number.

use std::fmt::{self, Write as _};

use super::{
    Barrier, BinaryOp, Block, Buffer, BufferKind, Callee, CaseLabel, ConstantBuffer, Element, Expr, Handle,
    InterpolationMode, Lanes, Literal, Local, Memory, Module, Node, OutputKind, Place, Reading, Sampling, Scalar, Stmt,
    StmtKind, SystemInput, Type, UnaryOp, Variable, VariableKind, View,
};
use crate::program::WriteMask;

/// The module as text.
#[must_use]
pub fn print(module: &Module) -> String {
    let mut printer = Printer { module, names: names(module), text: String::new() };
    // Writing to a string cannot fail.
    let _ = printer.module();
    printer.text
}

/// The statements of one function as text, without the globals.
#[must_use]
pub fn print_body(module: &Module, block: &Block) -> String {
    let mut printer = Printer { module, names: names(module), text: String::new() };
    let _ = printer.block(block, 0);
    printer.text
}

/// What register the rows of a block are called after.
fn block_file(module: &Module, block: Handle<ConstantBuffer>) -> &'static str {
    if module.owner(block).is_some() { "t" } else { "cb" }
}

/// A scalar type's name.
const fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "f32",
        Scalar::I32 => "i32",
        Scalar::U32 => "u32",
        Scalar::Bool => "bool",
        Scalar::Bits => "bits",
        Scalar::F64 => "f64",
    }
}

/// Names of the variables: the register with `i` or `u` for integers, and a number where that is not unique.
fn names(module: &Module) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, variable) in module.variables.iter() {
        let mut name = match variable.kind {
            VariableKind::Temp(register) => format!("r{register}"),
            VariableKind::IndexableTemp(register) => format!("x{register}"),
            VariableKind::Output(number) => format!("o{number}"),
            VariableKind::InputRange(register) => format!("in_range{register}"),
            VariableKind::OutputRange(register) => format!("out_range{register}"),
            VariableKind::Demoted => "demoted".into(),
        };
        if let (VariableKind::Temp(_), Some(Scalar::I32)) = (variable.kind, variable.scalar) {
            name.push('i');
        }
        if let (VariableKind::Temp(_), Some(Scalar::U32)) = (variable.kind, variable.scalar) {
            name.push('u');
        }
        let same = names.iter().filter(|other| other.split('_').next() == Some(&name)).count();
        if same > 0 && matches!(variable.kind, VariableKind::Temp(_)) {
            name = format!("{name}_{same}");
        }
        names.push(name);
    }
    names
}

struct Printer<'a> {
    module: &'a Module,
    names: Vec<String>,
    text: String,
}

impl Printer<'_> {
    fn module(&mut self) -> fmt::Result {
        let module = self.module;
        writeln!(self.text, "{:?}{}", module.stage, if module.precise { " precise" } else { "" })?;
        for (_, input) in module.inputs.iter() {
            let missing = if input.missing { ", missing" } else { "" };
            let mode = mode_name(input.interpolation);
            let semantic = &input.semantic;
            write!(self.text, "in {}{}: {}", semantic.name, semantic.index, input.declared)?;
            writeln!(self.text, " as {}{mode}{missing}", input.ty)?;
        }
        for (handle, buffer) in module.constant_buffers.iter() {
            let file = block_file(module, handle);
            writeln!(self.text, "{file}{}[{}]", buffer.register, buffer.rows)?;
        }
        for row in &module.immediate_constants {
            writeln!(self.text, "icb {:#x} {:#x} {:#x} {:#x}", row[0], row[1], row[2], row[3])?;
        }
        for (_, buffer) in module.buffers.iter() {
            let kind = match buffer.kind {
                BufferKind::Raw => "raw".into(),
                BufferKind::Structured { stride } => format!("structured {stride}"),
                BufferKind::Typed { scalar } => format!("typed {}", scalar_name(scalar)),
                BufferKind::Lanes { scalar } => format!("lanes {}", scalar_name(scalar)),
            };
            writeln!(self.text, "t{}: buffer {kind}", buffer.register)?;
        }
        for (_, sampling) in module.samplings.iter() {
            self.sampling(*sampling)?;
            let texture = &module.textures[sampling.texture];
            writeln!(self.text, ": {:?} {}", texture.kind, scalar_name(texture.scalar))?;
        }
        for (handle, variable) in module.variables.iter() {
            self.declaration(handle, variable)?;
        }
        for (number, function) in module.functions.iter().enumerate() {
            match function.label {
                None if number == 0 => writeln!(self.text, "entry:")?,
                label => writeln!(self.text, "sub{number} (label {}):", label.unwrap_or(0))?,
            }
            self.block(&function.body, 1)?;
        }
        Ok(())
    }

    fn declaration(&mut self, handle: Handle<Variable>, variable: &Variable) -> fmt::Result {
        self.text.push_str(&self.names[handle.index()]);
        if let Some(length) = variable.length {
            write!(self.text, "[{length}]")?;
        }
        let scalar = variable.scalar.unwrap_or(Scalar::Bits);
        write!(self.text, ": {} x{}", scalar_name(scalar), variable.width)?;
        if let VariableKind::Output(_) = variable.kind
            && let Some((_, output)) = self.module.outputs.iter().find(|(_, output)| output.variable == handle)
        {
            write!(self.text, " = {}{}", output.semantic.name, output.semantic.index)?;
            match output.kind {
                OutputKind::Varying(mode) => write!(self.text, ", varying{}", mode_name(mode))?,
                OutputKind::Position => self.text.push_str(", position"),
                OutputKind::Target(target) => write!(self.text, ", target {target}")?,
                OutputKind::Depth => self.text.push_str(", depth"),
            }
        }
        self.text.push('\n');
        Ok(())
    }

    fn block(&mut self, block: &Block, depth: usize) -> fmt::Result {
        for statement in block {
            self.statement(statement, depth)?;
        }
        Ok(())
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
    }

    fn statement(&mut self, statement: &Stmt, depth: usize) -> fmt::Result {
        self.indent(depth);
        match &statement.kind {
            StmtKind::Let(local) => {
                let Local { value, ty } = self.module.locals[*local];
                write!(self.text, "let l{}: {ty} = ", local.index())?;
                self.expr(value)?;
            }
            StmtKind::Store { variable, element, mask, value } => {
                self.variable(*variable, *element)?;
                self.mask(*variable, *mask);
                self.text.push_str(" = ");
                self.expr(*value)?;
            }
            StmtKind::StoreWord { memory, at, value } => {
                self.memory(*memory)?;
                self.text.push('[');
                self.expr(*at)?;
                self.text.push_str("] = ");
                self.expr(*value)?;
            }
            StmtKind::StoreTexel { texture, coordinates, value } => {
                write!(self.text, "u{}[", self.module.storage_textures[*texture].register)?;
                self.expr(*coordinates)?;
                self.text.push_str("] = ");
                self.expr(*value)?;
            }
            StmtKind::Barrier(barrier) => {
                self.text.push_str(match barrier {
                    Barrier::Group => "group_barrier",
                    Barrier::Buffers => "buffer_barrier",
                    Barrier::Textures => "texture_barrier",
                });
            }
            StmtKind::If { condition, accept, reject } => {
                self.text.push_str("if ");
                self.expr(*condition)?;
                self.text.push('\n');
                self.block(accept, depth + 1)?;
                if !reject.is_empty() {
                    self.indent(depth);
                    self.text.push_str("else\n");
                    self.block(reject, depth + 1)?;
                }
                return Ok(());
            }
            StmtKind::Loop(body) => {
                self.text.push_str("loop\n");
                return self.block(body, depth + 1);
            }
            StmtKind::Switch { selector, cases } => {
                self.text.push_str("switch ");
                self.expr(*selector)?;
                self.text.push('\n');
                for case in cases {
                    self.indent(depth);
                    for label in &case.labels {
                        match label {
                            CaseLabel::Value(value) => write!(self.text, "case {value} ")?,
                            CaseLabel::Default => self.text.push_str("default "),
                        }
                    }
                    self.text.push_str(if case.falls_through { "falls through\n" } else { "\n" });
                    self.block(&case.body, depth + 1)?;
                }
                return Ok(());
            }
            StmtKind::Break => self.text.push_str("break"),
            StmtKind::Continue => self.text.push_str("continue"),
            StmtKind::Return => self.text.push_str("return"),
            StmtKind::Demote => self.text.push_str("demote"),
            StmtKind::Discard => self.text.push_str("discard"),
            StmtKind::Call(function) => write!(self.text, "call sub{function}")?,
            StmtKind::WriteOutputs => self.text.push_str("write_outputs"),
        }
        self.text.push('\n');
        Ok(())
    }

    fn mask(&mut self, variable: Handle<Variable>, mask: WriteMask) {
        if mask != WriteMask::first(u32::from(self.module.variables[variable].width)) {
            self.text.push('.');
            self.text.push_str(mask.letters());
        }
    }

    fn variable(&mut self, variable: Handle<Variable>, element: Option<Element>) -> fmt::Result {
        self.text.push_str(&self.names[variable.index()]);
        self.element(element)
    }

    fn element(&mut self, element: Option<Element>) -> fmt::Result {
        if let Some(element) = element {
            self.text.push('[');
            match element {
                Element::Known(number) => write!(self.text, "{number}")?,
                Element::Value(value) => self.expr(value)?,
            }
            self.text.push(']');
        }
        Ok(())
    }

    fn lanes(&mut self, lanes: Lanes) {
        self.text.push('.');
        self.text.extend(lanes.iter().map(crate::program::Component::letter));
    }

    fn load(&mut self, place: Place, element: Option<Element>, lanes: Lanes, ty: Type) -> fmt::Result {
        let stored = match place {
            Place::Variable(variable) => {
                self.text.push_str(&self.names[variable.index()]);
                self.module.variables[variable].scalar
            }
            Place::ConstantBuffer(buffer) => {
                let file = block_file(self.module, buffer);
                write!(self.text, "{file}{}", self.module.constant_buffers[buffer].register)?;
                Some(Scalar::F32)
            }
            Place::ImmediateConstants => {
                self.text.push_str("icb");
                Some(Scalar::F32)
            }
        };
        self.element(element)?;
        self.lanes(lanes);
        if stored != Some(ty.scalar) {
            write!(self.text, ":{}", scalar_name(ty.scalar))?;
        }
        Ok(())
    }

    fn list(&mut self, parts: &[Handle<Node>]) -> fmt::Result {
        self.text.push('(');
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.expr(*part)?;
        }
        self.text.push(')');
        Ok(())
    }

    fn wrapped(&mut self, name: &str, operand: Handle<Node>) -> fmt::Result {
        self.called(name, &[operand])
    }

    fn called(&mut self, name: &str, operands: &[Handle<Node>]) -> fmt::Result {
        self.text.push_str(name);
        self.list(operands)
    }

    fn expr(&mut self, handle: Handle<Node>) -> fmt::Result {
        let module = self.module;
        let Node { expr, ty } = &module.exprs[handle];
        match expr {
            Expr::Literal(literal) => self.literal(*literal, *ty),
            Expr::Load { place, element, lanes } => self.load(*place, *element, *lanes, *ty),
            Expr::Input(input) => {
                let semantic = &module.inputs[*input].semantic;
                write!(self.text, "in.{}{}", semantic.name, semantic.index)
            }
            Expr::System(system) => {
                self.text.push_str(system_name(*system));
                Ok(())
            }
            Expr::Local(local) => write!(self.text, "l{}", local.index()),
            Expr::Unary(op, operand) => {
                let name = match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Not => "~",
                    UnaryOp::LogicalNot => "!",
                    UnaryOp::Mask => "mask",
                    UnaryOp::AnyBit => "any",
                };
                self.wrapped(name, *operand)
            }
            Expr::Binary(op, left, right) => {
                self.text.push('(');
                self.expr(*left)?;
                write!(self.text, " {} ", operator(*op))?;
                self.expr(*right)?;
                self.text.push(')');
                Ok(())
            }
            Expr::Select { condition, accept, reject } => self.called("select", &[*condition, *accept, *reject]),
            Expr::Swizzle(vector, lanes) => {
                self.expr(*vector)?;
                self.lanes(*lanes);
                Ok(())
            }
            Expr::Compose(parts) => self.list(parts),
            Expr::Matrix(columns) => self.called("matrix", columns),
            Expr::Column(matrix, number) => {
                self.expr(*matrix)?;
                write!(self.text, "[{number}]")
            }
            Expr::Splat(scalar) => {
                write!(self.text, "splat{}", ty.width)?;
                self.list(&[*scalar])
            }
            Expr::Bitcast(operand) => {
                write!(self.text, "bits<{}>", scalar_name(ty.scalar))?;
                self.list(&[*operand])
            }
            Expr::Convert(operand) => self.wrapped(scalar_name(ty.scalar), *operand),
            Expr::Call { callee, args, offset } => {
                match callee {
                    Callee::Builtin(builtin) => self.text.push_str(builtin.name()),
                    Callee::Helper(helper) => write!(self.text, "d3d.{}", helper.name())?,
                    Callee::Double(helper) => write!(self.text, "d3d.{}", helper.name())?,
                }
                self.list(args)?;
                match offset {
                    Some(offset) => write!(self.text, "@({}, {}, {})", offset.u, offset.v, offset.w),
                    None => Ok(()),
                }
            }
            Expr::Sampling(_)
            | Expr::Buffer(_)
            | Expr::MipCount(_)
            | Expr::BufferSize(_)
            | Expr::GroupMemory(_)
            | Expr::Texel(..)
            | Expr::TextureSize(_)
            | Expr::Atomic { .. }
            | Expr::Agreed(_) => self.resource(expr),
        }
    }

    /// Resources, and memory that invocations share.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    fn resource(&mut self, expr: &Expr) -> fmt::Result {
        let module = self.module;
        match expr {
            Expr::Sampling(sampling) => self.sampling(module.samplings[*sampling]),
            Expr::Buffer(buffer) => self.memory(Memory::Buffer(*buffer)),
            Expr::MipCount(texture) => write!(self.text, "mips(t{})", module.textures[*texture].register),
            Expr::BufferSize(buffer) => {
                self.text.push_str("size(");
                self.memory(Memory::Buffer(*buffer))?;
                self.text.push(')');
                Ok(())
            }
            Expr::GroupMemory(memory) => self.memory(Memory::Group(*memory)),
            Expr::Texel(texture, coordinates) => {
                write!(self.text, "u{}[", module.storage_textures[*texture].register)?;
                self.expr(*coordinates)?;
                self.text.push(']');
                Ok(())
            }
            Expr::TextureSize(texture) => write!(self.text, "size(u{})", module.storage_textures[*texture].register),
            Expr::Atomic { op, memory, args } => {
                write!(self.text, "atomic.{op:?} ")?;
                self.memory(*memory)?;
                self.list(args)
            }
            Expr::Agreed(value) => self.wrapped("agreed", *value),
            _ => Ok(()),
        }
    }

    fn memory(&mut self, memory: Memory) -> fmt::Result {
        let module = self.module;
        match memory {
            Memory::Buffer(buffer) => {
                let Buffer { register, view, .. } = module.buffers[buffer];
                let file = if view == View::Resource { 't' } else { 'u' };
                write!(self.text, "{file}{register}")
            }
            Memory::Counter(buffer) => write!(self.text, "u{}.counter", module.buffers[buffer].register),
            Memory::Group(memory) => write!(self.text, "g{}", module.group_memory[memory].register),
        }
    }

    fn sampling(&mut self, sampling: Sampling) -> fmt::Result {
        write!(self.text, "t{}", self.module.textures[sampling.texture].register)?;
        if let Some(sampler) = sampling.sampler {
            write!(self.text, "_s{}", self.module.samplers[sampler].register)?;
        }
        self.text.push_str(match sampling.reading {
            Reading::Texels => "",
            Reading::Depths => "_depth",
            Reading::Comparisons => "_cmp",
        });
        Ok(())
    }

    fn literal(&mut self, literal: Literal, ty: Type) -> fmt::Result {
        let lanes = literal.0.get(..usize::from(ty.width)).unwrap_or(&literal.0);
        let first = lanes.first().copied().unwrap_or(0);
        if lanes.len() > 1 && lanes.iter().all(|&bits| bits == first) {
            write!(self.text, "splat{}(", lanes.len())?;
            self.number(first, ty.scalar)?;
            self.text.push(')');
            return Ok(());
        }
        if lanes.len() > 1 {
            self.text.push('(');
        }
        for (position, &bits) in lanes.iter().enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.number(bits, ty.scalar)?;
        }
        if lanes.len() > 1 {
            self.text.push(')');
        }
        Ok(())
    }

    fn number(&mut self, bits: u32, scalar: Scalar) -> fmt::Result {
        let float = f32::from_bits(bits);
        match scalar {
            Scalar::F32 if bits == 0 || float.is_normal() => write!(self.text, "{float:?}"),
            Scalar::F32 => write!(self.text, "f32:{bits:#x}"),
            Scalar::I32 => write!(self.text, "{}", bits.cast_signed()),
            Scalar::U32 => write!(self.text, "{bits}u"),
            Scalar::Bool => write!(self.text, "{}", bits != 0),
            // No literal is an f64: it is made of two.
            Scalar::Bits | Scalar::F64 => write!(self.text, "{bits:#x}"),
        }
    }
}

const fn system_name(system: SystemInput) -> &'static str {
    match system {
        SystemInput::VertexId => "vertex_id",
        SystemInput::InstanceId => "instance_id",
        SystemInput::FragCoord => "frag_coord",
        SystemInput::ReciprocalW => "reciprocal_w",
        SystemInput::FrontFacing => "front_facing",
        SystemInput::SampleIndex => "sample_index",
        SystemInput::Thread => "thread",
        SystemInput::Group => "group",
        SystemInput::ThreadInGroup => "thread_in_group",
        SystemInput::ThreadInGroupFlattened => "thread_in_group_flattened",
    }
}

const fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::GreaterEqual => ">=",
    }
}

const fn mode_name(mode: InterpolationMode) -> &'static str {
    match mode {
        InterpolationMode::Smooth => "",
        InterpolationMode::Centroid => " centroid",
        InterpolationMode::Flat => " flat",
        InterpolationMode::Sample => " sample",
        InterpolationMode::NoPerspective => " noperspective",
        InterpolationMode::NoPerspectiveCentroid => " noperspective centroid",
        InterpolationMode::NoPerspectiveSample => " noperspective sample",
    }
}
