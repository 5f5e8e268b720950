//! Comparisons go where they are tested.
//!
//! Bytecode compares in one instruction, which makes a mask of all ones or none, and tests the mask in a later one.
//! Where a mask has no other use, its comparison takes the place of the test, and the register stays out of it:
//! `r1.x = mask(a < b); if any(r1.x)` is `if a < b`. A mask that cuts a constant or a float (`and`) selects it.
//!
//! The comparison moves past statements of its block that change nothing it reads, so it gives the same. Only masks
//! whose one definition has one use are moved ([`webs`](super::webs)).

use smallvec::SmallVec;

use super::lanes::{pick, reads};
use super::webs::{Found, Web, Which, gather};
use crate::ir::{
    BinaryOp, Block, Expr, Handle, Lanes, Local, Module, Node, Place, Scalar, Stmt, StmtKind, Type, UnaryOp, Variable,
};
use crate::program::{Component, WriteMask};

/// Masks of one block that wait for their test; older ones stay as they are.
const WAITING: usize = 16;

/// Moves comparisons to their tests.
pub(super) fn run(module: &mut Module) {
    let mut masked = vec![false; module.variables.len()];
    for function in &module.functions {
        mark_masked(module, &function.body, &mut masked);
    }
    if !masked.contains(&true) {
        return;
    }
    let mut found = gather(module, Which::Marked(&masked));
    let mut counts = vec![(0, 0); found.webs.len()];
    let roots =
        |found: &mut Found, webs: Vec<Web>| -> Vec<Web> { webs.into_iter().map(|web| found.webs.root(web)).collect() };
    let (loaded, stored) = (std::mem::take(&mut found.loaded), std::mem::take(&mut found.stored));
    let (loaded, stored) = (roots(&mut found, loaded), roots(&mut found, stored));
    for &web in &stored {
        counts.get_mut(web as usize).map(|(stores, _)| *stores += 1).unwrap_or_default();
    }
    for &web in &loaded {
        counts.get_mut(web as usize).map(|(_, loads)| *loads += 1).unwrap_or_default();
    }
    let mut functions = std::mem::take(&mut module.functions);
    let mut pass = Conditions { module, found, loaded, stored, counts, statement: 0, tests: Vec::new() };
    for function in &mut functions {
        pass.block(&mut function.body);
    }
    module.functions = functions;
}

/// Marks the variables that a mask is stored to.
fn mark_masked(module: &Module, block: &Block, masked: &mut [bool]) {
    for statement in block {
        if let StmtKind::Store { variable, value, .. } = statement.kind
            && matches!(module.exprs[without_casts(module, value)].expr, Expr::Unary(UnaryOp::Mask, _))
            && let Some(marked) = masked.get_mut(variable.index())
        {
            *marked = true;
        }
        statement.kind.for_each_block(|block| mark_masked(module, block, masked));
    }
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
    webs: SmallVec<[Web; 4]>,
    /// One truth value for each lane of the mask.
    condition: Handle<Node>,
}

struct Conditions<'a> {
    module: &'a mut Module,
    found: Found,
    loaded: Vec<Web>,
    stored: Vec<Web>,
    /// Lanes stored to and loaded from each web.
    counts: Vec<(u32, u32)>,
    statement: usize,
    /// The loads of the statement at hand that read a waiting mask; at most [`WAITING`].
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
}

impl Conditions<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut waiting: Vec<Mask> = Vec::new();
        // Places of the masks that are not read any more.
        let mut gone: Vec<usize> = Vec::new();
        for (at, Stmt { kind, .. }) in block.iter_mut().enumerate() {
            let number = self.statement;
            self.statement += 1;
            self.connect(number, &waiting);
            if !self.tests.is_empty() {
                self.test(kind, &mut waiting, &mut gone);
                self.tests.clear();
            }
            match kind {
                StmtKind::Store { variable, mask, value, .. } => {
                    waiting.retain(|waiting| !reads(self.module, waiting.condition, *variable, *mask));
                    self.wait(number, at, (*variable, *mask, *value), &mut waiting);
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
        gone.sort_unstable();
        let mut place = 0..;
        block.retain(|_| place.next().is_none_or(|at: usize| gone.binary_search(&at).is_err()));
    }

    /// Lets a store wait if it makes a mask that has one use.
    fn wait(
        &self,
        number: usize,
        at: usize,
        (variable, mask, value): (Handle<Variable>, WriteMask, Handle<Node>),
        waiting: &mut Vec<Mask>,
    ) {
        let Expr::Unary(UnaryOp::Mask, condition) = self.module.exprs[without_casts(self.module, value)].expr else {
            return;
        };
        let first = self.found.first_store.get(number).copied().unwrap_or(0) as usize;
        let webs = self.stored.get(first..first + mask.count() as usize).unwrap_or_default();
        let once = |web: &Web| self.counts.get(*web as usize).is_some_and(|&(stores, _)| stores == 1);
        // Arrays are not looked at and have no webs; nor have the registers of outputs.
        let own = self.found.is_by_lanes(variable);
        if own && webs.iter().all(once) {
            if waiting.len() == WAITING {
                waiting.remove(0);
            }
            waiting.push(Mask { at, variable, mask, webs: webs.into(), condition });
        }
    }

    /// Finds the loads of a statement that are the one use of a waiting mask, and what they test.
    fn connect(&mut self, number: usize, waiting: &[Mask]) {
        if waiting.is_empty() {
            return;
        }
        let first = self.found.first_load.get(number).copied().unwrap_or(0) as usize;
        let end = self.found.first_load.get(number + 1).map_or(self.found.loads.len(), |&end| end as usize);
        for index in first..end {
            let Some(&(load, at)) = self.found.loads.get(index) else { continue };
            let Expr::Load { place: Place::Variable(variable), lanes, .. } = &self.module.exprs[load].expr else {
                continue;
            };
            let webs = self.loaded.get(at as usize..).and_then(|webs| webs.get(..lanes.len())).unwrap_or_default();
            let reads = |mask: &&Mask| mask.variable == *variable && self.is_only_use(mask, *lanes, webs);
            let Some(mask) = waiting.iter().find(reads) else { continue };
            let at = mask.at;
            let lanes: Lanes = lanes.iter().filter_map(|lane| place_of(mask.mask, lane)).collect();
            let lanes = if lanes.is_splat() { lanes.part(0, 1) } else { lanes };
            let truth = pick_truth(self.module, mask.condition, lanes);
            self.tests.push(Test { load, truth, at });
        }
    }

    /// Whether a load of some lanes reads just this mask and nothing else ever does.
    fn is_only_use(&self, mask: &Mask, lanes: Lanes, webs: &[Web]) -> bool {
        let of_mask = lanes
            .iter()
            .zip(webs)
            .all(|(lane, web)| place_of(mask.mask, lane).and_then(|at| mask.webs.get(at.index())) == Some(web));
        of_mask
            && mask.webs.iter().all(|web| {
                let here = webs.iter().filter(|other| *other == web).count();
                self.counts.get(*web as usize).is_some_and(|&(_, loads)| loads as usize == here)
            })
    }

    /// Puts comparisons into the tests of a statement, and takes out the masks that are not read any more.
    fn test(&mut self, kind: &mut StmtKind, waiting: &mut Vec<Mask>, gone: &mut Vec<usize>) {
        if let StmtKind::Let(local) = kind {
            let Local { value, ty } = self.module.locals[*local];
            let value = self.value(value);
            self.module.locals[*local] = Local { value, ty };
        }
        kind.map_values(|value| self.value(value));
        let values = self.module.values_of(kind);
        for &Test { load, at, .. } in &self.tests {
            if values.iter().any(|&value| contains(self.module, value, load)) {
                continue;
            }
            waiting.retain(|mask| mask.at != at);
            gone.push(at);
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

    /// What takes the place of a test of a waiting mask, or of a constant that it cuts.
    fn tested(&mut self, expr: &Expr, ty: Type) -> Option<Handle<Node>> {
        if let Expr::Unary(UnaryOp::AnyBit, mask) = *expr {
            let test = self.truth(mask)?;
            return Some(self.widened(test, ty.width));
        }
        let Expr::Binary(op, left, right) = *expr else { return None };
        if op == BinaryOp::And {
            for (mask, other) in [(left, right), (right, left)] {
                if let (Some(test), true) = (self.truth(mask), self.is_data(other)) {
                    let zero = self.module.splat_literal(ty, 0);
                    return Some(self.module.select(test, other, zero));
                }
            }
        }
        let whole = self.module.type_of(right).scalar != Scalar::F32;
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && whole && self.is_zero(right) {
            let test = self.truth(left)?;
            let test = if op == BinaryOp::Equal { self.module.unary(UnaryOp::LogicalNot, test) } else { test };
            return Some(self.widened(test, ty.width));
        }
        None
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

    /// Whether a value is a constant or a float and so no mask itself.
    fn is_data(&self, value: Handle<Node>) -> bool {
        let expr = &self.module.exprs[value].expr;
        matches!(expr, Expr::Literal(_))
            || matches!(expr, Expr::Bitcast(operand) if self.module.type_of(*operand).scalar == Scalar::F32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{add, module, printed, stmt, temp};
    use crate::program::Stage;

    use Component::{X, Y};

    /// `r0` of floats and `r1` of masks.
    struct Program {
        module: Module,
        r0: Handle<Variable>,
        r1: Handle<Variable>,
    }

    impl Program {
        fn new() -> Self {
            let mut module = module(Stage::Pixel);
            let (r0, r1) = (temp(&mut module, 0, Some(Scalar::F32)), temp(&mut module, 1, Some(Scalar::U32)));
            Self { module, r0, r1 }
        }

        fn load(&mut self, variable: Handle<Variable>, lanes: &[Component]) -> Handle<Node> {
            let scalar = self.module.variables[variable].scalar.unwrap();
            self.module.load(Place::Variable(variable), None, lanes.iter().copied().collect(), scalar)
        }

        /// `r1.lanes = mask(r0.lanes < 1)`
        fn compare(&mut self, lanes: &[Component]) -> StmtKind {
            let value = self.load(self.r0, lanes);
            let one = self.module.splat_literal(self.module.type_of(value), 0x3f80_0000);
            let less = self.module.binary(BinaryOp::Less, value, one);
            let value = self.module.unary(UnaryOp::Mask, less);
            let mask = lanes.iter().fold(WriteMask::NONE, |mask, &lane| mask.or(WriteMask::of(lane)));
            StmtKind::Store { variable: self.r1, element: None, mask, value }
        }

        /// `if any(r1.lane) discard`
        fn test(&mut self, lane: Component) -> StmtKind {
            let value = self.load(self.r1, &[lane]);
            let condition = self.module.unary(UnaryOp::AnyBit, value);
            StmtKind::If { condition, accept: vec![stmt(StmtKind::Discard)], reject: vec![] }
        }

        /// `r0.lane = 2`
        fn assign(&mut self, lane: Component) -> StmtKind {
            let value = self.module.float(2.0);
            StmtKind::Store { variable: self.r0, element: None, mask: WriteMask::of(lane), value }
        }

        fn text(mut self, kinds: Vec<StmtKind>) -> String {
            add(&mut self.module, kinds);
            run(&mut self.module);
            printed(&self.module).trim_end_matches("write_outputs\n").to_string()
        }
    }

    #[test]
    fn a_comparison_takes_the_place_of_its_test() {
        let mut p = Program::new();
        let kinds = vec![p.compare(&[X]), p.assign(Y), p.test(X)];
        assert_eq!(p.text(kinds), "r0.y = 2.0\nif (r0.x < 1.0)\n  discard\n");
    }

    #[test]
    fn not_past_a_change_of_what_it_compares() {
        let mut p = Program::new();
        let kinds = vec![p.compare(&[X]), p.assign(X), p.test(X)];
        assert_eq!(p.text(kinds), "r1u.x = mask((r0.x < 1.0))\nr0.x = 2.0\nif any(r1u.x)\n  discard\n");
    }

    #[test]
    fn not_with_two_uses() {
        let mut p = Program::new();
        let kinds = vec![p.compare(&[X]), p.test(X), p.test(X)];
        let expected = "r1u.x = mask((r0.x < 1.0))\nif any(r1u.x)\n  discard\nif any(r1u.x)\n  discard\n";
        assert_eq!(p.text(kinds), expected);
    }

    #[test]
    fn not_out_of_a_loop() {
        let mut p = Program::new();
        let body = vec![p.compare(&[X]), StmtKind::Break].into_iter().map(stmt).collect();
        let kinds = vec![StmtKind::Loop(body), p.test(X)];
        assert_eq!(p.text(kinds), "loop\n  r1u.x = mask((r0.x < 1.0))\n  break\nif any(r1u.x)\n  discard\n");
    }

    #[test]
    fn a_vector_of_masks_is_tested_as_a_whole() {
        let mut p = Program::new();
        let compare = p.compare(&[X, Y]);
        let both = p.load(p.r1, &[Y, X]);
        let both = p.module.unary(UnaryOp::AnyBit, both);
        let accept = p.load(p.r0, &[X, Y]);
        let reject = p.module.splat_literal(p.module.type_of(accept), 0);
        let value = p.module.select(both, accept, reject);
        let store = StmtKind::Store { variable: p.r0, element: None, mask: WriteMask::first(2), value };
        assert_eq!(p.text(vec![compare, store]), "r0.xy = select((r0.yx < splat2(1.0)), r0.xy, splat2(0.0))\n");
    }

    #[test]
    fn a_part_of_a_vector_of_masks_stays() {
        let mut p = Program::new();
        let kinds = vec![p.compare(&[X, Y]), p.test(X), p.test(Y)];
        assert!(p.text(kinds).starts_with("r1u.xy = mask((r0.xy < splat2(1.0)))\n"));
    }

    #[test]
    fn a_mask_that_cuts_a_constant_selects_it() {
        let mut p = Program::new();
        let compare = p.compare(&[X]);
        let mask = p.load(p.r1, &[X]);
        let one = p.module.uint(0x3f80_0000);
        let cut = p.module.binary(BinaryOp::And, mask, one);
        let value = p.module.bitcast(cut, Scalar::F32);
        let store = StmtKind::Store { variable: p.r0, element: None, mask: WriteMask::X, value };
        assert_eq!(p.text(vec![compare, store]), "r0.x = bits<f32>(select((r0.x < 1.0), 1065353216u, 0u))\n");
    }

    #[test]
    fn a_test_of_zero_is_turned() {
        let mut p = Program::new();
        let compare = p.compare(&[X]);
        let value = p.load(p.r1, &[X]);
        let zero = p.module.uint(0);
        let condition = p.module.binary(BinaryOp::Equal, value, zero);
        let branch = StmtKind::If { condition, accept: vec![stmt(StmtKind::Discard)], reject: vec![] };
        assert_eq!(p.text(vec![compare, branch]), "if !((r0.x < 1.0))\n  discard\n");
    }
}
