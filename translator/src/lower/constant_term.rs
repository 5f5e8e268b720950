//! Leaves constants out of the sums that index structures (`ConstantTerm::Drop`).
//!
//! The index of a read is traced back, lane by lane, through moves, casts and conversions to the sum with a value that
//! comes from constant buffers alone, and the read gets the other operand instead. Registers keep what the bytecode
//! stores in them; the operand is bound where the sum stands, so that later stores do not change it. What flows through
//! branches, loops and subroutines is not traced: where such an index may hold a constant, it is refused.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Feature, Result};
use crate::ir::{
    BinaryOp, Block, Callee, Element, Expr, Handle, Helper, Local, Module, Node, Place, Scalar, Span, Stmt, StmtKind,
    Type, Variable,
};
use crate::options::Target;
use crate::program::{Component, WriteMask};

/// Drops the constant terms of some locals, which are indices.
///
/// # Errors
///
/// `Unsupported` with the place of an index that mixes a constant with something else in another way than a sum.
pub(super) fn drop_terms(module: &mut Module, indices: &[Handle<Local>], target: Target) -> Result<()> {
    if indices.is_empty() {
        return Ok(());
    }
    let mut functions = std::mem::take(&mut module.functions);
    let indices = indices.iter().copied().collect();
    let mut tracer = Tracer { module, indices, target, state: State::default(), bound: BTreeMap::new(), number: 0 };
    for function in &functions {
        // What a subroutine finds in registers is not known, nor what the entry finds after it.
        tracer.state = State { entry_unknown: function.label.is_some(), ..State::default() };
        tracer.block(&function.body)?;
    }
    let needed = tracer.needed();
    let mut number = 0;
    for function in &mut functions {
        insert(&mut function.body, &needed, &mut number);
    }
    module.functions = functions;
    Ok(())
}

/// What a lane is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// Of literals.
    Literal,
    /// Of no constant buffer.
    Free,
    /// Of constant buffers, and what functions make of them.
    Constant,
    /// Of both; without the constant it is this value.
    Sum(Handle<Node>),
    /// Of both, or not known.
    Mixed,
}

/// What is known where a statement stands.
#[derive(Clone, Default)]
struct State {
    lanes: BTreeMap<(Handle<Variable>, usize), Lane>,
    locals: BTreeMap<(Handle<Local>, usize), Lane>,
    /// Registers that were not stored hold something already.
    entry_unknown: bool,
}

struct Tracer<'a> {
    module: &'a mut Module,
    indices: BTreeSet<Handle<Local>>,
    target: Target,
    state: State,
    /// Locals that hold sums without their constants: before the statement of which number they are bound.
    bound: BTreeMap<Handle<Local>, (usize, Span)>,
    /// Statements before the one at hand.
    number: usize,
}

impl Tracer<'_> {
    fn block(&mut self, block: &Block) -> Result<()> {
        for statement in block {
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Result<()> {
        let number = self.number;
        self.number += 1;
        match &statement.kind {
            StmtKind::Let(local) => self.bind(*local, number, statement.span)?,
            StmtKind::Store { variable, element, mask, value } => {
                for (position, lane) in mask.iter().enumerate() {
                    let found = match element {
                        None => self.keep(*value, position, number, statement.span),
                        Some(_) => Lane::Mixed,
                    };
                    self.state.lanes.insert((*variable, lane.index()), found);
                }
            }
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Switch { .. } => self.branches(statement)?,
            StmtKind::Call(_) => self.state = State { entry_unknown: true, ..State::default() },
            StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Demote
            | StmtKind::Discard
            | StmtKind::WriteOutputs => {}
        }
        Ok(())
    }

    /// Blocks that run or do not: what one of them stores is not known in a loop, nor behind them.
    fn branches(&mut self, statement: &Stmt) -> Result<()> {
        let mut stored = Vec::new();
        let mut calls = false;
        statement.kind.for_each_block(|block| collect(block, &mut stored, &mut calls));
        let forget = |state: &mut State| {
            if calls {
                *state = State { entry_unknown: true, ..State::default() };
            }
            for &(variable, mask) in &stored {
                for lane in mask.iter() {
                    state.lanes.insert((variable, lane.index()), Lane::Mixed);
                }
            }
        };
        let before = self.state.clone();
        let mut result = Ok(());
        statement.kind.for_each_block(|block| {
            self.state = before.clone();
            // Cases may fall through, and loops come round again.
            if !matches!(statement.kind, StmtKind::If { .. }) {
                forget(&mut self.state);
            }
            if result.is_ok() {
                result = self.block(block);
            }
        });
        self.state = before;
        forget(&mut self.state);
        result
    }

    fn bind(&mut self, local: Handle<Local>, number: usize, span: Span) -> Result<()> {
        let Local { value, ty } = self.module.locals[local];
        if self.indices.contains(&local) {
            let index = match self.lane(value, 0) {
                Lane::Literal | Lane::Free => value,
                Lane::Constant => self.module.splat_literal(ty, 0),
                Lane::Sum(rest) => rest,
                Lane::Mixed => return Err(self.refusal(span)),
            };
            self.module.locals[local] = Local { value: index, ty };
            return Ok(());
        }
        for lane in 0..usize::from(ty.width) {
            let found = self.keep(value, lane, number, span);
            self.state.locals.insert((local, lane), found);
        }
        Ok(())
    }

    /// What a lane is made of, with its sum bound at the statement at hand.
    fn keep(&mut self, value: Handle<Node>, lane: usize, number: usize, span: Span) -> Lane {
        match self.lane(value, lane) {
            Lane::Sum(rest) => {
                let ty = self.module.type_of(rest);
                let local = self.module.locals.push(Local { value: rest, ty });
                self.bound.insert(local, (number, span));
                Lane::Sum(self.module.node(Expr::Local(local), ty))
            }
            other @ (Lane::Literal | Lane::Free | Lane::Constant | Lane::Mixed) => other,
        }
    }

    /// What a lane of an expression is made of.
    fn lane(&mut self, value: Handle<Node>, lane: usize) -> Lane {
        let Node { expr, ty } = self.module.exprs[value];
        match expr {
            Expr::Literal(_) => Lane::Literal,
            Expr::Load { place: Place::Variable(variable), element: None, lanes } => {
                let Some(from) = lanes.get(lane) else { return Lane::Mixed };
                let unknown = if self.state.entry_unknown { Lane::Mixed } else { Lane::Literal };
                let found = self.state.lanes.get(&(variable, from.index())).copied().unwrap_or(unknown);
                self.cast(found, ty.scalar)
            }
            Expr::Load { place: Place::ConstantBuffer(_), element, .. } => {
                match element.and_then(Element::value).map_or(Lane::Literal, |row| self.lane(row, 0)) {
                    Lane::Literal | Lane::Constant => Lane::Constant,
                    Lane::Free | Lane::Sum(_) | Lane::Mixed => Lane::Mixed,
                }
            }
            Expr::Load { place: Place::ImmediateConstants, element, .. } => {
                element.and_then(Element::value).map_or(Lane::Literal, |row| self.lane(row, 0))
            }
            Expr::Load { place: Place::Variable(_), .. } => Lane::Mixed,
            Expr::Local(local) => self.state.locals.get(&(local, lane)).copied().unwrap_or(Lane::Mixed),
            Expr::Swizzle(vector, lanes) => lanes.get(lane).map_or(Lane::Mixed, |from| self.lane(vector, from.index())),
            Expr::Splat(scalar) => self.lane(scalar, 0),
            Expr::Compose(parts) => self.part(&parts, lane),
            Expr::Bitcast(operand) => {
                let found = self.lane(operand, lane);
                self.cast(found, ty.scalar)
            }
            Expr::Binary(BinaryOp::Add, left, right) => self.sum([left, right], lane, ty.scalar),
            Expr::Convert(operand) => self.converted(value, operand, lane),
            Expr::Call { callee: Callee::Helper(Helper::FloatToInt | Helper::FloatToUint), args, .. } => {
                args.first().map_or(Lane::Mixed, |&operand| self.converted(value, operand, lane))
            }
            Expr::Input(_)
            | Expr::System(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Select { .. }
            | Expr::Call { .. }
            | Expr::Sampling(_)
            | Expr::Buffer(_)
            | Expr::MipCount(_)
            | Expr::BufferSize(_)
            | Expr::GroupMemory(_)
            | Expr::TextureSize(_) => self.operands(&expr, lane),
            Expr::Matrix(_) | Expr::Column(..) | Expr::Texel(..) | Expr::Atomic { .. } | Expr::Agreed(_) => Lane::Mixed,
        }
    }

    /// A lane that all operands flow into, as no sum.
    fn operands(&mut self, expr: &Expr, lane: usize) -> Lane {
        let mut operands = Vec::new();
        expr.for_each_operand(|operand| operands.push(operand));
        let mut found = if operands.is_empty() { Lane::Free } else { Lane::Literal };
        for operand in operands {
            // A function may look at all lanes of its arguments.
            let width = usize::from(self.module.type_of(operand).width);
            let lanes =
                if matches!(expr, Expr::Call { .. }) { 0..width } else { lane.min(width - 1)..lane.min(width - 1) + 1 };
            for lane in lanes {
                found = match (found, self.lane(operand, lane)) {
                    (found, Lane::Literal) => found,
                    (Lane::Literal | Lane::Free, Lane::Free) => Lane::Free,
                    (Lane::Literal | Lane::Constant, Lane::Constant) => Lane::Constant,
                    (Lane::Literal | Lane::Free | Lane::Constant | Lane::Sum(_) | Lane::Mixed, _) => Lane::Mixed,
                };
            }
        }
        found
    }

    /// A lane of a vector of parts.
    fn part(&mut self, parts: &[Handle<Node>], lane: usize) -> Lane {
        let mut before = 0;
        for &part in parts {
            let width = usize::from(self.module.type_of(part).width);
            if lane < before + width {
                return self.lane(part, lane - before);
            }
            before += width;
        }
        Lane::Mixed
    }

    fn sum(&mut self, operands: [Handle<Node>; 2], lane: usize, scalar: Scalar) -> Lane {
        let found = operands.map(|operand| self.lane(operand, lane));
        match found {
            [Lane::Mixed, _] | [_, Lane::Mixed] => return Lane::Mixed,
            [Lane::Literal, Lane::Literal] => return Lane::Literal,
            [Lane::Literal | Lane::Free, Lane::Literal | Lane::Free] => return Lane::Free,
            [Lane::Constant, Lane::Constant] => return Lane::Constant,
            [Lane::Literal | Lane::Free | Lane::Constant | Lane::Sum(_), _] => {}
        }
        let mut rest = None;
        for (operand, found) in operands.into_iter().zip(found) {
            let part = match found {
                Lane::Constant | Lane::Mixed => continue,
                Lane::Sum(part) => self.module.bitcast(part, scalar),
                Lane::Literal | Lane::Free => {
                    let component = Component::ALL.into_iter().nth(lane).unwrap_or(Component::X);
                    self.module.lane(operand, component)
                }
            };
            rest = Some(rest.map_or(part, |rest| self.module.binary(BinaryOp::Add, rest, part)));
        }
        rest.map_or(Lane::Constant, Lane::Sum)
    }

    fn cast(&mut self, found: Lane, scalar: Scalar) -> Lane {
        match found {
            Lane::Sum(rest) if scalar != Scalar::Bits => Lane::Sum(self.module.bitcast(rest, scalar)),
            other @ (Lane::Literal | Lane::Sum(_) | Lane::Free | Lane::Constant | Lane::Mixed) => other,
        }
    }

    /// A number converted, of the sum without its constant.
    fn converted(&mut self, value: Handle<Node>, operand: Handle<Node>, lane: usize) -> Lane {
        let found = self.lane(operand, lane);
        let Lane::Sum(rest) = found else { return found };
        let Node { mut expr, ty } = self.module.exprs[value];
        let rest = self.module.bitcast(rest, self.module.type_of(operand).scalar);
        expr.map_operands(|_| rest);
        Lane::Sum(self.module.node(expr, Type::new(ty.scalar, 1)))
    }

    fn refusal(&self, span: Span) -> Error {
        let what = "the index of a structure holds a constant that is no term of a sum in the same block, so it cannot \
            be dropped";
        Error::unsupported(Feature::BindingLayout, self.target, what)
            .with_help("give the rule `constant-term = \"keep\"`, and bind the structures of all objects")
            .at_offset(span.offset)
    }

    /// The locals that the indices are made of, by the number of the statement that they are bound before.
    fn needed(&self) -> BTreeMap<usize, Vec<(Handle<Local>, Span)>> {
        let mut needed: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<Handle<Node>> = self.indices.iter().map(|&index| self.module.locals[index].value).collect();
        while let Some(value) = open.pop() {
            let expr = self.module.exprs[value].expr;
            if let Expr::Local(local) = expr
                && let Some(&(number, span)) = self.bound.get(&local)
                && seen.insert(local)
            {
                needed.entry(number).or_default().push((local, span));
                open.push(self.module.locals[local].value);
            }
            expr.for_each_operand(|operand| open.push(operand));
        }
        needed
    }
}

/// The variables that a block stores, and whether it calls a subroutine.
fn collect(block: &Block, stored: &mut Vec<(Handle<Variable>, WriteMask)>, calls: &mut bool) {
    for statement in block {
        match &statement.kind {
            StmtKind::Store { variable, mask, .. } => stored.push((*variable, *mask)),
            StmtKind::Call(_) => *calls = true,
            StmtKind::Let(_)
            | StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Switch { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Demote
            | StmtKind::Discard
            | StmtKind::WriteOutputs => {}
        }
        statement.kind.for_each_block(|block| collect(block, stored, calls));
    }
}

/// Puts the bound operands before the statements that they are of; statements count as the tracer counts them.
fn insert(block: &mut Block, needed: &BTreeMap<usize, Vec<(Handle<Local>, Span)>>, number: &mut usize) {
    for mut statement in std::mem::take(block) {
        for &(local, span) in needed.get(number).into_iter().flatten() {
            block.push(Stmt { kind: StmtKind::Let(local), span });
        }
        *number += 1;
        statement.kind.for_each_block_mut(|block| insert(block, needed, number));
        block.push(statement);
    }
}
