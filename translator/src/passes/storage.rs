//! Gives storage its types: rewrites loads, stores and bits by a plan that a storage model made.
//!
//! What both models share:
//! - Constant buffers and immediate constants are rows of f32; other reads are casts of those.
//! - [`Scalar::Bits`] becomes the type of where the value goes.
//! - An instruction reads all its sources before it writes any lane: where one store becomes several, what a
//!   later one would read too late is bound first.

use std::mem::take;

use smallvec::SmallVec;

use super::lanes::{ignores_sign, is_cheap, is_sign_free, pick, reads};
use crate::ir::{
    Block, Element, Expr, Handle, Lanes, List, Local, Module, Node, Place, Scalar, Span, Stmt, StmtKind, Type, Variable,
};
use crate::program::{Component, WriteMask};

/// How the lanes of a variable are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placement {
    /// All as one type, in the variable itself.
    Whole(Scalar),
    /// Each value by itself: the plan's lists say how, but for loads and stores of lanes that hold floats only.
    Lanes {
        /// The variables for f32, i32 and u32.
        targets: [Handle<Variable>; 3],
        /// Lanes that hold floats only. If there are any, the variable itself is the one for f32.
        floats: WriteMask,
    },
}

impl Placement {
    /// The type that some lanes are stored as in the variable itself, if they all are.
    const fn whole(&self, lanes: WriteMask) -> Option<Scalar> {
        match self {
            Self::Whole(scalar) => Some(*scalar),
            Self::Lanes { floats, .. } if floats.covers(lanes) => Some(Scalar::F32),
            Self::Lanes { .. } => None,
        }
    }
}

/// The variable among the three of [`Placement::Lanes`].
pub(super) const fn slot(scalar: Scalar) -> usize {
    match scalar {
        Scalar::F32 => 0,
        Scalar::I32 => 1,
        Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => 2,
    }
}

const fn is_whole(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I32 | Scalar::U32)
}

/// Where everything is stored. Statements are numbered in the order in which they stand, inner ones after the
/// one around them, over all functions.
#[derive(Default, Debug)]
pub(super) struct Plan {
    /// Of each variable.
    pub(super) variables: Vec<Placement>,
    /// Type of each local that holds bits.
    pub(super) locals: Vec<Scalar>,
    /// The loads of variables stored by lanes: the node, and the place of its first lane in `loaded`.
    pub(super) loads: Vec<(Handle<Node>, u32)>,
    /// For each statement: its first load in `loads`.
    pub(super) first_load: Vec<u32>,
    /// Type of each loaded lane; none where nothing was stored before, which reads as zero.
    pub(super) loaded: Vec<Option<Scalar>>,
    /// For each statement: the place of its first lane in `stored`.
    pub(super) first_store: Vec<u32>,
    /// Type of each lane that is stored to a variable stored by lanes.
    pub(super) stored: Vec<Scalar>,
}

impl Plan {
    /// The type that some lanes of a place are stored as, if it is one and they are in the place itself.
    fn whole(&self, place: Place, lanes: Lanes) -> Option<Scalar> {
        match place {
            Place::ConstantBuffer(_) | Place::ImmediateConstants => Some(Scalar::F32),
            Place::Variable(variable) => self.variables.get(variable.index())?.whole(lanes.mask()),
        }
    }

    /// For each expression whether it is no load by lanes, or one of lanes that are all stored as what they are read as,
    /// in the variable itself.
    fn kept(&self, module: &Module) -> Vec<bool> {
        let mut kept = vec![true; module.exprs.len()];
        for &(load, at) in &self.loads {
            let Node { expr: Expr::Load { place: Place::Variable(variable), .. }, ty } = module.exprs[load] else {
                continue;
            };
            let Some(Placement::Lanes { targets, .. }) = self.variables.get(variable.index()) else { continue };
            let types = self.loaded.get(at as usize..).unwrap_or_default();
            let alike = types.iter().take(ty.width.into()).all(|stored| *stored == Some(ty.scalar));
            if let Some(kept) = kept.get_mut(load.index()) {
                *kept &= alike && targets[slot(ty.scalar)] == variable;
            }
        }
        kept
    }
}

/// Rewrites the module by the plan.
pub(super) fn apply(module: &mut Module, plan: &Plan) {
    for ((_, variable), placement) in module.variables.iter_mut().zip(&plan.variables) {
        if let Placement::Whole(scalar) = placement {
            variable.scalar = Some(*scalar);
        }
    }
    let settled = settled(module, plan);
    let memo = vec![Memo { statement: 0, scalar: Scalar::Bits, result: Handle::default() }; module.exprs.len()];
    let load_at = vec![u32::MAX; module.exprs.len()];
    let mut functions = take(&mut module.functions);
    let mut resolver = Resolver { module, plan, settled, memo, load_at, statement: 0 };
    for function in &mut functions {
        resolver.block(&mut function.body);
    }
    module.functions = functions;
}

/// For each expression whether it stays as it is in every statement: no part of it could change.
#[allow(clippy::wildcard_enum_match_arm, reason = "others stay as they are if their operands do")]
fn settled(module: &Module, plan: &Plan) -> Vec<bool> {
    // What is told of each expression gives way to what is found.
    let mut settled = plan.kept(module);
    let stays = |settled: &[bool], part: Handle<Node>| settled.get(part.index()) == Some(&true);
    for (handle, Node { expr, ty }) in module.exprs.iter() {
        let is_settled = match expr {
            _ if !matches!(ty.scalar, Scalar::F32 | Scalar::Bool) => false,
            Expr::Load { place, element, lanes } => {
                let fixed = element.and_then(Element::value).is_none();
                fixed
                    && match plan.whole(*place, *lanes) {
                        Some(stored) => stored == ty.scalar,
                        None => stays(&settled, handle),
                    }
            }
            Expr::Local(local) => module.locals[*local].ty == *ty,
            Expr::Bitcast(_) => false,
            // Picked through where it can be.
            Expr::Swizzle(vector, _) => {
                let whole =
                    !matches!(module.exprs[*vector].expr, Expr::Select { .. } | Expr::Compose(_) | Expr::Unary(..));
                whole && stays(&settled, *vector)
            }
            _ => {
                let mut all = true;
                expr.for_each_operand(|operand| all = all && stays(&settled, operand));
                all
            }
        };
        if let Some(slot) = settled.get_mut(handle.index()) {
            *slot = is_settled;
        }
    }
    settled
}

/// What became of an expression in a statement.
#[derive(Clone, Copy)]
struct Memo {
    /// Number of the statement, from 1; 0 before the first.
    statement: u32,
    /// The type of the result.
    scalar: Scalar,
    result: Handle<Node>,
}

struct Resolver<'a> {
    /// Expressions that change are added to those that were lowered.
    module: &'a mut Module,
    plan: &'a Plan,
    /// Of each expression that was lowered whether it stays as it is.
    settled: Vec<bool>,
    memo: Vec<Memo>,
    /// For loads of the statement at hand: the place in `plan.loaded`.
    load_at: Vec<u32>,
    /// Number of the statement at hand, from 1.
    statement: u32,
}

/// Lanes of a store that go to one variable.
struct Part {
    scalar: Scalar,
    mask: WriteMask,
    lanes: Lanes,
}

impl<'a> Resolver<'a> {
    fn block(&mut self, block: &mut Block) {
        // The stores that become several statements, by their place.
        let mut split: Vec<(usize, Vec<Stmt>)> = Vec::new();
        for (at, statement) in block.iter_mut().enumerate() {
            let parts = self.statement(statement);
            if !parts.is_empty() {
                split.push((at, parts));
            }
        }
        if split.is_empty() {
            return;
        }
        let mut split = split.into_iter().peekable();
        for (at, statement) in take(block).into_iter().enumerate() {
            match split.next_if(|&(place, _)| place == at) {
                Some((_, parts)) => block.extend(parts),
                None => block.push(statement),
            }
        }
    }

    /// Makes the loads of the next statement known.
    fn begin(&mut self) -> usize {
        let number = self.statement as usize;
        self.statement += 1;
        let first = self.plan.first_load.get(number).copied().unwrap_or(0) as usize;
        let end = self.plan.first_load.get(number + 1).map_or(self.plan.loads.len(), |&end| end as usize);
        for &(load, at) in self.plan.loads.get(first..end).unwrap_or_default() {
            if let Some(slot) = self.load_at.get_mut(load.index()) {
                *slot = at;
            }
        }
        number
    }

    /// Rewrites a statement in its place, or gives those that it becomes.
    fn statement(&mut self, statement: &mut Stmt) -> Vec<Stmt> {
        let number = self.begin();
        match &mut statement.kind {
            StmtKind::Let(local) => {
                let Local { value, ty } = self.module.locals[*local];
                let scalar = self.local_scalar(*local, ty);
                let value = self.value(value, scalar);
                self.module.locals[*local] = Local { value, ty: ty.with_scalar(scalar) };
            }
            StmtKind::Store { .. } => return self.store(number, statement),
            StmtKind::If { condition: value, .. } | StmtKind::Switch { selector: value, .. } => {
                *value = self.value(*value, Scalar::U32);
            }
            StmtKind::StoreWord { at, value, .. } => {
                *at = self.value(*at, Scalar::U32);
                *value = self.cast_value(*value, Scalar::U32);
            }
            StmtKind::StoreTexel { texture, coordinates, value } => {
                *coordinates = self.cast_value(*coordinates, Scalar::U32);
                *value = self.cast_value(*value, self.module.storage_textures[*texture].format.scalar());
            }
            StmtKind::Loop(_)
            | StmtKind::Barrier(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Demote
            | StmtKind::Discard
            | StmtKind::Call(_)
            | StmtKind::WriteOutputs => {}
        }
        statement.kind.for_each_block_mut(|block| self.block(block));
        Vec::new()
    }

    fn local_scalar(&self, local: Handle<Local>, ty: Type) -> Scalar {
        match ty.scalar {
            Scalar::Bits => self.plan.locals.get(local.index()).copied().unwrap_or(Scalar::U32),
            Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::F64 => ty.scalar,
        }
    }

    fn store(&mut self, number: usize, statement: &mut Stmt) -> Vec<Stmt> {
        let mut out = Vec::new();
        let Stmt { kind: StmtKind::Store { variable: target, element, mask, value: stored }, span } = statement else {
            return out;
        };
        let (variable, mask, value, span) = (*target, *mask, *stored, *span);
        *element = element.map(|element| element.map(|value| self.value(value, Scalar::U32)));
        let element = *element;
        let Some(placement) = self.plan.variables.get(variable.index()) else { return out };
        if let Some(scalar) = placement.whole(mask) {
            *stored = self.cast_value(value, scalar);
            return out;
        }
        let Placement::Lanes { targets, .. } = *placement else { return out };
        let types = self.stored_types(number, mask);
        if let [first, others @ ..] = types
            && others.iter().all(|other| other == first)
        {
            *target = targets[slot(*first)];
            *stored = self.cast_value(value, *first);
            return out;
        }
        let parts = Self::parts(types, mask);
        let mut values = self.part_values(&parts, value, span, &mut out);
        // A later part must not read what an earlier one wrote.
        let mut written: SmallVec<[(Handle<Variable>, WriteMask); 3]> = SmallVec::new();
        for (part, value) in parts.iter().zip(values.iter_mut()) {
            if written.iter().any(|&(variable, mask)| reads(self.module, *value, variable, mask)) {
                let (bind, local) = self.module.bind(*value, span);
                out.push(bind);
                *value = local;
            }
            written.push((targets[slot(part.scalar)], part.mask));
        }
        for (part, &value) in parts.iter().zip(&values) {
            let kind = StmtKind::Store { variable: targets[slot(part.scalar)], element, mask: part.mask, value };
            out.push(Stmt { kind, span });
        }
        out
    }

    /// The type of each lane of a store to a variable that is stored by lanes.
    fn stored_types(&self, number: usize, mask: WriteMask) -> &'a [Scalar] {
        let first = self.plan.first_store.get(number).copied().unwrap_or(0) as usize;
        self.plan.stored.get(first..first + mask.count() as usize).unwrap_or_default()
    }

    /// The lanes of a store by the type that they are stored as.
    fn parts(types: &[Scalar], mask: WriteMask) -> SmallVec<[Part; 3]> {
        let mut parts: SmallVec<[Part; 3]> = SmallVec::new();
        for ((lane, at), &scalar) in mask.iter().zip(Component::ALL).zip(types) {
            let place = parts.iter().position(|part| part.scalar == scalar).unwrap_or_else(|| {
                parts.push(Part { scalar, mask: WriteMask::NONE, lanes: Lanes::new() });
                parts.len() - 1
            });
            if let Some(part) = parts.get_mut(place) {
                part.mask = part.mask.or(WriteMask::of(lane));
                part.lanes.push(at);
            }
        }
        parts
    }

    /// The value of each part of a store. What costs something is bound, so that it is computed once.
    fn part_values(
        &mut self,
        parts: &[Part],
        value: Handle<Node>,
        span: Span,
        out: &mut Block,
    ) -> List<Handle<Node>, 3> {
        let mut values = List::new();
        if self.module.exprs[value].ty.scalar == Scalar::Bits {
            for part in parts {
                let value = self.value(value, part.scalar);
                values.push(pick(self.module, value, part.lanes));
            }
            return values;
        }
        let sign = self.own_sign(value).unwrap_or(Scalar::U32);
        let mut value = self.value(value, sign);
        if !is_cheap(self.module, value) {
            let (bind, local) = self.module.bind(value, span);
            out.push(bind);
            value = local;
        }
        for part in parts {
            let lanes = pick(self.module, value, part.lanes);
            values.push(self.module.bitcast(lanes, part.scalar));
        }
        values
    }

    /// The rewritten value as a type.
    fn cast_value(&mut self, value: Handle<Node>, scalar: Scalar) -> Handle<Node> {
        let ty = self.module.exprs[value].ty;
        let read = match (scalar, ty.scalar) {
            (Scalar::F32, Scalar::I32 | Scalar::U32) => self.own_sign(value).unwrap_or(ty.scalar),
            _ => scalar,
        };
        let value = self.value(value, read);
        if scalar == Scalar::Bool { value } else { self.module.bitcast(value, scalar) }
    }

    /// Rewrites an expression: itself, if nothing of it changes. One of bits is read as `scalar`, and so is one of
    /// integers for which the sign does not matter if `scalar` is an integer; others keep their type.
    fn value(&mut self, handle: Handle<Node>, scalar: Scalar) -> Handle<Node> {
        // What was made here is as it is to be.
        if self.settled.get(handle.index()) != Some(&false) {
            return handle;
        }
        let Some(known) = self.memo.get(handle.index()).copied() else { return handle };
        let Node { expr, ty } = self.module.exprs[handle];
        let takes = match ty.scalar {
            Scalar::Bits => true,
            Scalar::I32 | Scalar::U32 => is_whole(scalar) && (is_sign_free(&expr) || matches!(expr, Expr::Load { .. })),
            Scalar::F32 | Scalar::Bool | Scalar::F64 => false,
        };
        let ty = if takes { ty.with_scalar(scalar) } else { ty };
        let memo = Memo { statement: self.statement, scalar: ty.scalar, result: handle };
        if known.statement == memo.statement && known.scalar == memo.scalar {
            return known.result;
        }
        let result = self.rebuild(handle, expr, ty);
        if let Some(known) = self.memo.get_mut(handle.index()) {
            *known = Memo { result, ..memo };
        }
        result
    }

    /// The type that integers of either sign are read as: that of the first register among them, or their own.
    fn own_sign(&self, handle: Handle<Node>) -> Option<Scalar> {
        let Node { expr, ty } = &self.module.exprs[handle];
        if let Expr::Load { place, .. } = expr {
            let Place::Variable(variable) = place else { return None };
            let stored = match self.plan.variables.get(variable.index())? {
                Placement::Whole(scalar) => Some(*scalar),
                Placement::Lanes { .. } => {
                    let at = self.load_at.get(handle.index()).map_or(0, |&at| at as usize);
                    self.plan.loaded.get(at).copied().flatten()
                }
            };
            return stored.filter(|&scalar| is_whole(scalar));
        }
        if is_sign_free(expr) { self.common_sign(expr) } else { Some(ty.scalar) }
    }

    /// The type of the first operand that has one, among those whose sign an operator ignores.
    fn common_sign(&self, expr: &Expr) -> Option<Scalar> {
        let (mut found, mut position) = (None, 0);
        expr.for_each_operand(|operand| {
            if found.is_none() && ignores_sign(expr, position) {
                found = self.own_sign(operand);
            }
            position += 1;
        });
        found
    }

    /// Rewrites the expression at `handle` so that it gives the type `ty`.
    fn rebuild(&mut self, handle: Handle<Node>, expr: Expr, ty: Type) -> Handle<Node> {
        match expr {
            Expr::Literal(_) => self.typed(handle, expr, ty),
            Expr::Load { place, element, lanes } => self.load(handle, (place, element, lanes), ty.scalar),
            Expr::Local(local) => {
                let stored = self.module.locals[local].ty;
                let value = self.typed(handle, expr, stored);
                if value == handle { value } else { self.module.bitcast(value, ty.scalar) }
            }
            Expr::Bitcast(operand) => self.cast_value(operand, ty.scalar),
            Expr::Swizzle(vector, lanes) => {
                let vector = self.value(vector, ty.scalar);
                pick(self.module, vector, lanes)
            }
            Expr::Splat(operand) => {
                let operand = self.value(operand, ty.scalar);
                self.module.splat(operand, ty.width)
            }
            Expr::Compose(parts) => {
                let parts: List<Handle<Node>, 4> = parts.iter().map(|&part| self.value(part, ty.scalar)).collect();
                self.module.compose(&parts)
            }
            Expr::Input(_)
            | Expr::System(_)
            | Expr::Sampling(_)
            | Expr::Buffer(_)
            | Expr::MipCount(_)
            | Expr::BufferSize(_)
            | Expr::GroupMemory(_)
            | Expr::TextureSize(_) => handle,
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Select { .. }
            | Expr::Convert(_)
            | Expr::Matrix(_)
            | Expr::Column(..)
            | Expr::Call { .. }
            | Expr::Texel(..)
            | Expr::Atomic { .. }
            | Expr::Agreed(_) => self.operator(handle, expr, ty),
        }
    }

    /// The expression at `handle` with a type.
    fn typed(&mut self, handle: Handle<Node>, expr: Expr, ty: Type) -> Handle<Node> {
        if self.module.type_of(handle) == ty { handle } else { self.module.node(expr, ty) }
    }

    /// Rewrites the operands of the expression at `handle`, which gives the type `ty`.
    fn operator(&mut self, handle: Handle<Node>, mut expr: Expr, ty: Type) -> Handle<Node> {
        // Where the result does not say which sign the operands have, they do.
        let common = if is_sign_free(&expr) { Some(ty.scalar) } else { self.common_sign(&expr) };
        let common = common.filter(|&scalar| is_whole(scalar));
        let (shape, mut position, mut changed) = (expr, 0, false);
        expr.map_operands(|operand| {
            let own = self.module.type_of(operand).scalar;
            let own = if own == Scalar::Bits { ty.scalar } else { own };
            let scalar = match common {
                Some(common) if own != Scalar::F32 && ignores_sign(&shape, position) => common,
                _ => own,
            };
            position += 1;
            let new = self.cast_value(operand, scalar);
            changed |= new != operand;
            new
        });
        if changed { self.module.node(expr, ty) } else { self.typed(handle, expr, ty) }
    }

    fn load(
        &mut self,
        handle: Handle<Node>,
        (place, element, lanes): (Place, Option<Element>, Lanes),
        scalar: Scalar,
    ) -> Handle<Node> {
        let index = element.map(|element| element.map(|value| self.value(value, Scalar::U32)));
        let stored = match (self.plan.whole(place, lanes), place) {
            (Some(stored), _) => stored,
            (None, Place::Variable(variable)) => match self.plan.variables.get(variable.index()) {
                Some(Placement::Lanes { targets, .. }) => return self.lanes(handle, variable, *targets, lanes, scalar),
                Some(Placement::Whole(_)) | None => scalar,
            },
            (None, Place::ConstantBuffer(_) | Place::ImmediateConstants) => scalar,
        };
        let ty = self.module.type_of(handle).with_scalar(stored);
        let load = Expr::Load { place, element: index, lanes };
        let value = if index == element { self.typed(handle, load, ty) } else { self.module.node(load, ty) };
        self.module.bitcast(value, scalar)
    }

    /// A load of lanes that may be of several types: runs of one type are read together.
    fn lanes(
        &mut self,
        handle: Handle<Node>,
        variable: Handle<Variable>,
        targets: [Handle<Variable>; 3],
        lanes: Lanes,
        scalar: Scalar,
    ) -> Handle<Node> {
        let at = self.load_at.get(handle.index()).map_or(0, |&at| at as usize);
        let types = self.plan.loaded.get(at..).unwrap_or_default();
        let mut parts: List<Handle<Node>, 4> = List::new();
        let mut types = types.get(..lanes.len()).unwrap_or_default();
        if let [Some(stored), others @ ..] = types
            && others.iter().all(|other| *other == Some(*stored))
        {
            let target = targets[slot(*stored)];
            let ty = self.module.type_of(handle).with_scalar(*stored);
            let load = Expr::Load { place: Place::Variable(target), element: None, lanes };
            let value = if target == variable { self.typed(handle, load, ty) } else { self.module.node(load, ty) };
            return self.module.bitcast(value, scalar);
        }
        let mut done = 0;
        while let [stored, ..] = types {
            let run = types.iter().take_while(|other| *other == stored).count();
            #[allow(clippy::cast_possible_truncation, reason = "there are at most four lanes")]
            let group = lanes.part(done, run as u8);
            let part = match stored {
                Some(stored) => {
                    let place = Place::Variable(targets[slot(*stored)]);
                    let value = self.module.load(place, None, group, *stored);
                    self.module.bitcast(value, scalar)
                }
                None => self.module.literal(scalar, [0; 4].get(..group.len()).unwrap_or(&[0; 4])),
            };
            parts.push(part);
            done += group.width();
            types = types.get(run..).unwrap_or_default();
        }
        self.module.compose(&parts)
    }
}
