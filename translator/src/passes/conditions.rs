//! Comparisons go where they are tested.
//!
//! Bytecode compares in one instruction, which makes a mask of all ones or none, and tests the mask in a later one.
//! Where a mask has no other use, its comparison takes the place of the test, and the register stays out of it:
//! `r1.x = mask(a < b); if any(r1.x)` is `if a < b`. A mask that cuts a value (`and`) selects it, and one that is
//! joined with another (`and`, `or`) or turned (`not`) makes a new one, which may go on to its own test.
//!
//! The comparison moves past statements of its block that change nothing it reads, so it gives the same. Only lanes
//! that are read once before they are written again are moved ([`Module::last_loads`]).

#[cfg(test)]
mod tests;

use std::mem::take;

use smallvec::SmallVec;

use super::lanes::{pick, reads};
use crate::ir::{
    BinaryOp, Block, Expr, Handle, HandleSet, Lanes, Literal, Local, Module, Node, Place, Scalar, Stmt, StmtKind, Type,
    UnaryOp, Variable, VariableKind,
};
use crate::program::{Component, WriteMask};

/// Masks of one block that wait for their test; older ones stay as they are.
const WAITING: usize = 16;

/// Moves comparisons to their tests.
pub(super) fn run(module: &mut Module) {
    if !module.makes_masks {
        return;
    }
    let mut functions = take(&mut module.functions);
    let last = take(&mut module.last_loads);
    let mut pass = Conditions { module, last, reads: Vec::new(), tests: Vec::new() };
    for function in &mut functions {
        pass.block(&mut function.body);
    }
    module.functions = functions;
}

/// A load of lanes of a variable.
#[derive(Clone, Copy)]
struct Read {
    load: Handle<Node>,
    variable: Handle<Variable>,
    lanes: WriteMask,
}

/// Adds the loads of variables that an expression evaluates.
fn reads_of(module: &Module, value: Handle<Node>, reads: &mut impl Extend<Read>) {
    let expr = &module.exprs[value].expr;
    if let Expr::Load { place: Place::Variable(variable), lanes, .. } = *expr {
        reads.extend([Read { load: value, variable, lanes: lanes.mask() }]);
    }
    expr.for_each_operand(|operand| reads_of(module, operand, reads));
}

/// What a cast of bits is of.
fn without_casts(module: &Module, mut value: Handle<Node>) -> Handle<Node> {
    while let Expr::Bitcast(operand) = module.exprs[value].expr {
        value = operand;
    }
    value
}

/// A mask that waits for its test.
struct Mask {
    /// Place of its statement in the block.
    at: usize,
    variable: Handle<Variable>,
    mask: WriteMask,
    /// One truth value for each lane of the mask.
    condition: Handle<Node>,
    /// What it is compared from.
    reads: SmallVec<[Read; 2]>,
}

impl Mask {
    /// Whether a store to lanes of a variable changes it, or what it is compared from.
    fn is_changed(&self, variable: Handle<Variable>, mask: WriteMask) -> bool {
        let meets = |other: Handle<Variable>, lanes: WriteMask| other == variable && !lanes.and(mask).is_empty();
        meets(self.variable, self.mask) || self.reads.iter().any(|read| meets(read.variable, read.lanes))
    }
}

struct Conditions<'a> {
    module: &'a mut Module,
    /// The loads that are the only ones of their lanes before they are written again.
    last: HandleSet<Node>,
    /// The loads of the statement at hand.
    reads: Vec<Read>,
    /// Those of them that read a waiting mask; at most [`WAITING`].
    tests: Vec<Test>,
}

/// A load that is the one use of a waiting mask.
#[derive(Clone, Copy)]
struct Test {
    load: Handle<Node>,
    /// What is true where the mask is set.
    truth: Handle<Node>,
    /// The place of the mask.
    at: usize,
    /// The lanes of the mask that it reads.
    lanes: WriteMask,
}

/// A mask of which some lanes are not read any more.
struct Tested {
    /// Place of its statement in the block.
    at: usize,
    /// Lanes that are still to be stored.
    left: WriteMask,
    /// One truth value for each lane that was stored.
    condition: Handle<Node>,
}

impl Conditions<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut waiting: Vec<Mask> = Vec::new();
        let mut tested: Vec<Tested> = Vec::new();
        for (at, Stmt { kind, .. }) in block.iter_mut().enumerate() {
            if !waiting.is_empty() {
                self.connect(kind, &mut waiting);
            }
            if !self.tests.is_empty() {
                self.test(kind, &waiting, &mut tested);
                self.tests.clear();
            }
            match kind {
                StmtKind::Store { variable, mask, value, .. } => {
                    waiting.retain(|waiting| !waiting.is_changed(*variable, *mask));
                    self.wait(at, (*variable, *mask, *value), &mut waiting);
                }
                StmtKind::Let(_) | StmtKind::StoreWord { .. } | StmtKind::StoreTexel { .. } | StmtKind::Barrier(_) => {}
                StmtKind::If { .. }
                | StmtKind::Loop(_)
                | StmtKind::Switch { .. }
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return
                | StmtKind::Demote
                | StmtKind::Discard
                | StmtKind::Call(_)
                | StmtKind::WriteOutputs => {
                    waiting.clear();
                    kind.for_each_block_mut(|block| self.block(block));
                }
            }
        }
        self.shrink(block, tested);
    }

    /// Takes the lanes that are not read any more out of the masks of a block, and out of the block the masks that have
    /// none left.
    fn shrink(&mut self, block: &mut Block, mut tested: Vec<Tested>) {
        if tested.is_empty() {
            return;
        }
        tested.sort_unstable_by_key(|tested| tested.at);
        for Tested { at, left, condition } in &tested {
            if let Some(Stmt { kind: StmtKind::Store { mask, value, .. }, .. }) = block.get_mut(*at) {
                let lanes: Lanes = left.iter().filter_map(|lane| place_of(*mask, lane)).collect();
                if !lanes.is_empty() {
                    let truth = pick_truth(self.module, *condition, lanes);
                    *value = self.module.unary(UnaryOp::Mask, truth);
                }
                *mask = *left;
            }
        }
        let mut gone = tested.iter().filter(|tested| tested.left.is_empty()).map(|tested| tested.at).peekable();
        let mut at = 0;
        block.retain(|_| {
            let stays = gone.next_if_eq(&at).is_none();
            at += 1;
            stays
        });
    }

    /// Lets a store wait if it makes a mask of a register.
    fn wait(
        &self,
        at: usize,
        (variable, mask, value): (Handle<Variable>, WriteMask, Handle<Node>),
        waiting: &mut Vec<Mask>,
    ) {
        let Expr::Unary(UnaryOp::Mask, condition) = self.module.exprs[without_casts(self.module, value)].expr else {
            return;
        };
        if let VariableKind::Temp(_) = self.module.variables[variable].kind {
            if waiting.len() == WAITING {
                waiting.remove(0);
            }
            let mut reads = SmallVec::new();
            reads_of(self.module, condition, &mut reads);
            waiting.push(Mask { at, variable, mask, condition, reads });
        }
    }

    /// Finds the loads of a statement that are the one use of a waiting mask, and what they test. A mask that is read
    /// otherwise waits no more.
    fn connect(&mut self, kind: &StmtKind, waiting: &mut Vec<Mask>) {
        self.reads.clear();
        for &value in &self.module.values_of(kind) {
            reads_of(self.module, value, &mut self.reads);
        }
        for &Read { load, variable, lanes } in &self.reads {
            let is_read = |mask: &Mask| mask.variable == variable && !mask.mask.and(lanes).is_empty();
            let Some(mask) = waiting.iter().find(|mask| is_read(mask)) else { continue };
            if !mask.mask.covers(lanes) || !self.last.contains(load) {
                waiting.retain(|mask| !is_read(mask));
                continue;
            }
            let at = mask.at;
            let Expr::Load { lanes: read, .. } = &self.module.exprs[load].expr else { continue };
            let places: Lanes = read.iter().filter_map(|lane| place_of(mask.mask, lane)).collect();
            let places = if places.is_splat() { places.part(0, 1) } else { places };
            let truth = pick_truth(self.module, mask.condition, places);
            // Lanes that stay in the register take the place of what they were compared from.
            if reads(self.module, truth, variable, mask.mask.without(lanes)) {
                waiting.retain(|mask| !is_read(mask));
                continue;
            }
            self.tests.push(Test { load, truth, at, lanes });
        }
    }

    /// Puts comparisons into the tests of a statement, and notes the lanes of masks that are not read any more.
    fn test(&mut self, kind: &mut StmtKind, waiting: &[Mask], tested: &mut Vec<Tested>) {
        if let StmtKind::Let(local) = kind {
            let Local { value, ty } = self.module.locals[*local];
            let value = self.value(value);
            self.module.locals[*local] = Local { value, ty };
        }
        if let StmtKind::Store { variable, value, .. } = kind
            && let Some(new) = self.stored(*value)
        {
            // Registers take any bits; what has a type keeps it.
            *value = match self.module.variables[*variable].scalar {
                None => new,
                Some(scalar) => self.module.bitcast(new, scalar),
            };
        }
        kind.map_values(|value| self.value(value));
        let values = self.module.values_of(kind);
        for &Test { load, at, lanes, .. } in &self.tests {
            if values.iter().any(|&value| contains(self.module, value, load)) {
                continue;
            }
            // What nothing evaluates any more is not to be taken for a read of the register.
            self.module.exprs[load].expr = Expr::Literal(Literal([0; 4]));
            if let Some(tested) = tested.iter_mut().find(|tested| tested.at == at) {
                tested.left = tested.left.without(lanes);
            } else if let Some(mask) = waiting.iter().find(|mask| mask.at == at) {
                tested.push(Tested { at, left: mask.mask.without(lanes), condition: mask.condition });
            }
        }
    }

    /// The truth value that a value tests, if it reads a waiting mask.
    fn truth(&self, value: Handle<Node>) -> Option<Handle<Node>> {
        let load = without_casts(self.module, value);
        self.tests.iter().find(|test| test.load == load).map(|test| test.truth)
    }

    fn is_zero(&self, value: Handle<Node>) -> bool {
        self.module.as_literal(value).is_some_and(|lanes| lanes.iter().all(|&bits| bits == 0))
    }

    /// What takes the place of a test of a waiting mask, or of a comparison of two.
    fn tested(&mut self, expr: &Expr, ty: Type) -> Option<Handle<Node>> {
        if let Expr::Unary(UnaryOp::AnyBit, mask) = *expr {
            let test = self.truth(mask)?;
            return Some(self.widened(test, ty.width));
        }
        let Expr::Binary(op, left, right) = *expr else { return None };
        let whole = self.module.type_of(right).scalar != Scalar::F32;
        if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) || !whole {
            return None;
        }
        if let (Some(one), Some(other), Type::BOOL) = (self.truth(left), self.truth(right), ty)
            && self.are_single([one, other])
        {
            return Some(self.module.binary(op, one, other));
        }
        if self.is_zero(right) {
            let test = self.truth(left)?;
            let test = if op == BinaryOp::Equal { self.module.unary(UnaryOp::LogicalNot, test) } else { test };
            return Some(self.widened(test, ty.width));
        }
        None
    }

    /// What is stored in place of a value, whatever its type: another mask, if it is made of waiting masks alone, or what
    /// a waiting mask selects.
    #[allow(clippy::wildcard_enum_match_arm, reason = "only these make masks of masks")]
    fn stored(&mut self, value: Handle<Node>) -> Option<Handle<Node>> {
        let Node { expr, ty } = self.module.exprs[without_casts(self.module, value)];
        match expr {
            Expr::Unary(UnaryOp::Not, mask) => {
                let test = self.truth(mask)?;
                let turned = self.module.unary(UnaryOp::LogicalNot, test);
                Some(self.mask(turned, ty.width))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                match (self.truth(left), self.truth(right)) {
                    (Some(one), Some(other)) => self.are_single([one, other]).then(|| {
                        let joined = self.module.binary(op, one, other);
                        self.mask(joined, ty.width)
                    }),
                    (Some(test), None) if op == BinaryOp::And => Some(self.cut(test, right)),
                    (None, Some(test)) if op == BinaryOp::And => Some(self.cut(test, left)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether tests are of one lane each, which alone are joined.
    fn are_single(&self, tests: [Handle<Node>; 2]) -> bool {
        tests.iter().all(|&test| self.module.type_of(test) == Type::BOOL)
    }

    /// A mask in as many lanes as what is stored.
    fn mask(&mut self, truth: Handle<Node>, width: u8) -> Handle<Node> {
        let truth = self.widened(truth, width);
        self.module.unary(UnaryOp::Mask, truth)
    }

    /// A value where a test is true, and 0 elsewhere. Of a register and of a literal the bits, which say nothing of their
    /// type.
    #[allow(clippy::wildcard_enum_match_arm, reason = "others have a type of their own")]
    fn cut(&mut self, test: Handle<Node>, value: Handle<Node>) -> Handle<Node> {
        let value = match self.module.exprs[value].expr {
            Expr::Load { place, element, lanes } => self.module.load(place, element, lanes, Scalar::Bits),
            Expr::Literal(_) => self.module.bitcast(value, Scalar::Bits),
            _ => value,
        };
        let zero = self.module.splat_literal(self.module.type_of(value), 0);
        self.module.select(test, value, zero)
    }

    fn value(&mut self, handle: Handle<Node>) -> Handle<Node> {
        let Node { mut expr, ty } = self.module.exprs[handle];
        if let Some(value) = self.tested(&expr, ty) {
            return value;
        }
        let mut changed = false;
        expr.map_operands(|operand| {
            let new = self.value(operand);
            changed |= new != operand;
            new
        });
        if changed { self.module.node(expr, ty) } else { handle }
    }

    /// A truth value in as many lanes as the test that it takes the place of.
    fn widened(&mut self, test: Handle<Node>, width: u8) -> Handle<Node> {
        if self.module.type_of(test).width == 1 { self.module.splat(test, width) } else { test }
    }
}

/// The place of a lane among the lanes of a mask.
fn place_of(mask: WriteMask, lane: Component) -> Option<Component> {
    mask.iter().zip(Component::ALL).find(|&(other, _)| other == lane).map(|(_, at)| at)
}

/// Lanes of a comparison, by lanes of what is compared.
fn pick_truth(module: &mut Module, condition: Handle<Node>, lanes: Lanes) -> Handle<Node> {
    if lanes == Lanes::first(module.type_of(condition).width) {
        return condition;
    }
    if let Expr::Binary(op, left, right) = module.exprs[condition].expr
        && op.compares()
    {
        let (left, right) = (pick(module, left, lanes), pick(module, right, lanes));
        return module.binary(op, left, right);
    }
    pick(module, condition, lanes)
}

/// Whether an expression is made of another.
fn contains(module: &Module, value: Handle<Node>, part: Handle<Node>) -> bool {
    if value <= part {
        // Operands are older than what uses them.
        return value == part;
    }
    let mut found = false;
    module.exprs[value].expr.for_each_operand(|operand| found = found || contains(module, operand, part));
    found
}
