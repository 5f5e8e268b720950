//! One walk over the program: numbers the statements, builds the flow, and notes every definition, use and copy.

use smallvec::SmallVec;

use super::super::lanes::{ignores_sign, is_sign_free};
use super::floats::floats;
use super::flow::{BlockId, Flow, Slot};
use super::forest::{Web, Webs};
use super::kinds::Kinds;
use super::origin::{Origin, origins};
use crate::ir::{
    Block, Case, CaseLabel, Element, Expr, Handle, Lanes, Module, Node, Place, Scalar, Stmt, StmtKind, Type, Variable,
};
use crate::program::WriteMask;

/// How the analysis sees a variable.
#[derive(Clone, Copy)]
pub(in super::super) enum Seen {
    /// Is not looked at.
    Apart,
    /// Holds floats only, so that nothing more is to be known of it.
    Floats,
    /// An array: one web.
    Whole(Web),
    /// By lanes.
    Lanes {
        /// The slot of lane x, the others follow.
        first: Slot,
        /// Lanes that hold floats only, so that nothing more is to be known of them.
        floats: WriteMask,
    },
}

impl Seen {
    /// Whether a load of some lanes, or a store to them, is looked at.
    fn has(self, lanes: WriteMask) -> bool {
        match self {
            Self::Apart | Self::Floats => false,
            Self::Whole(_) => true,
            Self::Lanes { floats, .. } => !floats.covers(lanes),
        }
    }
}

/// What the walk found; the lists are those of the plan, with webs in place of types.
#[derive(Default)]
pub(in super::super) struct Found {
    pub(in super::super) webs: Webs,
    pub(in super::super) variables: Vec<Seen>,
    /// Web of each local.
    pub(in super::super) locals: Vec<Web>,
    /// Moves of bits from one web to another.
    pub(in super::super) copies: Vec<(Web, Web)>,
    /// Integers that are computed with each other where the sign does not matter.
    pub(in super::super) companions: Vec<(Web, Web)>,
    pub(in super::super) loads: Vec<(Handle<Node>, u32)>,
    pub(in super::super) first_load: Vec<u32>,
    pub(in super::super) loaded: Vec<Web>,
    pub(in super::super) first_store: Vec<u32>,
    pub(in super::super) stored: Vec<Web>,
    /// The stores to variables stored by lanes: which, and the number of lanes in `stored`.
    pub(in super::super) stores: Vec<(Handle<Variable>, u32)>,
}

/// Where a lane of a value comes from.
#[derive(Clone, Copy)]
enum Source {
    Kind(Kinds),
    /// A move of its bits.
    Web(Web),
    /// A computation with it for which the sign does not matter.
    Companion(Web),
}

/// Walks the whole module.
pub(in super::super) fn gather(module: &Module) -> Found {
    let mut found = Found::default();
    let mut slots = 0;
    let mut variables = Vec::with_capacity(module.variables.len());
    for ((_, variable), floats) in module.variables.iter().zip(floats(module)) {
        variables.push(match (variable.scalar, variable.length) {
            (Some(_), _) => Seen::Apart,
            (None, _) if floats == WriteMask::ALL => Seen::Floats,
            (None, Some(_)) => Seen::Whole(found.webs.fresh()),
            (None, None) => {
                slots += 4;
                Seen::Lanes { first: slots - 4, floats }
            }
        });
    }
    let mut bits = false;
    for (_, local) in module.locals.iter() {
        bits |= local.ty.scalar == Scalar::Bits;
        let web = found.webs.fresh();
        found.locals.push(web);
    }
    if !bits && variables.iter().all(|seen| matches!(seen, Seen::Apart | Seen::Floats)) {
        found.variables = variables;
        return found;
    }
    let mut seen = Vec::with_capacity(module.exprs.len());
    for (_, node) in module.exprs.iter() {
        seen.push(looked_at(module, &variables, node, &seen));
    }
    found.variables = variables;
    // In about three expressions a load of about two lanes, and a statement.
    let expected = module.exprs.len() / 3;
    found.webs.reserve(2 * expected);
    found.loads.reserve(expected);
    found.loaded.reserve(2 * expected);
    found.stored.reserve(expected);
    found.first_load.reserve(expected);
    found.first_store.reserve(expected);
    found.stores.reserve(expected);
    let slots = slots as usize;
    let floats = found.webs.fresh();
    found.webs.define(floats, Kinds::FLOAT);
    found.webs.use_as(floats, Kinds::FLOAT);
    let mut gatherer = Gatherer {
        module,
        found,
        floats,
        flow: Flow::new(slots),
        shared: vec![None; slots],
        seen,
        load_at: vec![0; module.exprs.len()],
        stamp: 0,
        block: None,
        loops: Vec::new(),
        exits: Vec::new(),
    };
    for function in module.functions.iter().skip(1) {
        gatherer.share(&function.body);
    }
    for function in &module.functions {
        gatherer.block = Some(gatherer.flow.block());
        gatherer.statements(&function.body);
    }
    gatherer.flow.join(&mut gatherer.found.webs);
    gatherer.found
}

/// 0 if an expression reads something that is looked at, and [`NEVER`] else; `before` has those of its operands.
#[allow(clippy::wildcard_enum_match_arm, reason = "others read what their operands do")]
#[allow(clippy::indexing_slicing, reason = "operands are older than what uses them")]
fn looked_at(module: &Module, variables: &[Seen], Node { expr, .. }: &Node, before: &[u32]) -> u32 {
    let itself = match expr {
        Expr::Load { place: Place::Variable(variable), lanes, .. } => variables[variable.index()].has(lanes.mask()),
        Expr::Local(local) => module.locals[*local].ty.scalar == Scalar::Bits,
        _ => false,
    };
    let mut mark = if itself { 0 } else { NEVER };
    expr.for_each_operand(|operand| mark = mark.min(before[operand.index()]));
    mark
}

/// Where a `Break` goes.
struct Exit {
    block: BlockId,
    reached: bool,
}

/// Marks expressions that read nothing of what is looked at.
const NEVER: u32 = u32::MAX;

struct Gatherer<'a> {
    module: &'a Module,
    found: Found,
    flow: Flow,
    /// The web of all lanes that hold floats only, for loads and stores of those beside others.
    floats: Web,
    /// Slots that subroutines touch are one web each.
    shared: Vec<Option<Web>>,
    /// The last statement that reached an expression, from 1; [`NEVER`] where nothing is looked at.
    seen: Vec<u32>,
    /// For loads of the statement at hand: the place of the first lane in `found.loaded`.
    load_at: Vec<u32>,
    stamp: u32,
    /// The open block; none where nothing runs.
    block: Option<BlockId>,
    /// Headers of the open loops.
    loops: Vec<BlockId>,
    exits: Vec<Exit>,
}

#[allow(clippy::cast_possible_truncation, reason = "a program has far fewer than 2^32 lanes")]
#[allow(
    clippy::indexing_slicing,
    reason = "slots, variables, locals and expressions are numbered by the lists that they index"
)]
impl Gatherer<'_> {
    /// Gives each slot that a subroutine touches a web for the whole program.
    fn share(&mut self, block: &Block) {
        for statement in block {
            if let StmtKind::Store { variable, .. } = statement.kind {
                self.share_variable(variable);
            }
            self.stamp += 1;
            for &value in &self.module.values_of(&statement.kind) {
                self.share_loads(value);
            }
            statement.kind.for_each_block(|block| self.share(block));
        }
    }

    fn share_loads(&mut self, value: Handle<Node>) {
        if !self.is_new(value) {
            return;
        }
        let module = self.module;
        let expr = &module.exprs[value].expr;
        if let Expr::Load { place: Place::Variable(variable), .. } = expr {
            self.share_variable(*variable);
        }
        expr.for_each_operand(|operand| self.share_loads(operand));
    }

    fn share_variable(&mut self, variable: Handle<Variable>) {
        if let Seen::Lanes { first, .. } = self.found.variables[variable.index()] {
            for slot in &mut self.shared[first as usize..first as usize + 4] {
                let webs = &mut self.found.webs;
                slot.get_or_insert_with(|| webs.fresh());
            }
        }
    }

    fn statements(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    /// The open block; statements that nothing reaches are in a block that nothing enters.
    fn here(&mut self) -> BlockId {
        let flow = &mut self.flow;
        *self.block.get_or_insert_with(|| flow.block())
    }

    /// A new block that control enters from others.
    fn enter(&mut self, from: &[Option<BlockId>]) -> Option<BlockId> {
        if from.iter().all(Option::is_none) {
            return None;
        }
        let block = self.flow.block();
        for &from in from.iter().flatten() {
            self.flow.edge(from, block);
        }
        Some(block)
    }

    fn statement(&mut self, statement: &Stmt) {
        self.stamp += 1;
        let here = self.here();
        self.found.first_load.push(self.found.loads.len() as u32);
        self.found.first_store.push(self.found.stored.len() as u32);
        for &value in &self.module.values_of(&statement.kind) {
            self.read(value, here, Kinds::of);
        }
        match &statement.kind {
            StmtKind::Let(local) => self.bind(local.index(), self.module.locals[*local].value),
            StmtKind::Store { variable, mask, value, .. } => self.store(*variable, *mask, *value, here),
            StmtKind::If { accept, reject, .. } => {
                self.block = self.enter(&[Some(here)]);
                self.statements(accept);
                let accepted = self.block;
                self.block = self.enter(&[Some(here)]);
                self.statements(reject);
                let rejected = self.block;
                self.block = self.enter(&[accepted, rejected]);
            }
            StmtKind::Loop(body) => self.repeat(body, here),
            StmtKind::Switch { cases, .. } => self.switch(cases, here),
            StmtKind::Break => {
                if let Some(exit) = self.exits.last_mut() {
                    exit.reached = true;
                    self.flow.edge(here, exit.block);
                }
                self.block = None;
            }
            StmtKind::Continue => {
                if let Some(&header) = self.loops.last() {
                    self.flow.edge(here, header);
                }
                self.block = None;
            }
            StmtKind::Return | StmtKind::Discard => self.block = None,
            StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Demote
            | StmtKind::Call(_)
            | StmtKind::WriteOutputs => {}
        }
    }

    fn repeat(&mut self, body: &Block, here: BlockId) {
        let (header, exit) = (self.flow.block(), self.flow.block());
        self.flow.edge(here, header);
        self.loops.push(header);
        self.exits.push(Exit { block: exit, reached: false });
        self.block = Some(header);
        self.statements(body);
        if let Some(end) = self.block {
            self.flow.edge(end, header);
        }
        self.loops.pop();
        self.leave();
    }

    fn switch(&mut self, cases: &[Case], here: BlockId) {
        let exit = self.flow.block();
        self.exits.push(Exit { block: exit, reached: false });
        let mut before = None;
        let mut complete = false;
        for case in cases {
            complete |= case.labels.contains(&CaseLabel::Default);
            self.block = self.enter(&[Some(here), before]);
            self.statements(&case.body);
            before = self.block.filter(|_| case.falls_through);
            self.exit_from(self.block.filter(|_| !case.falls_through));
        }
        self.exit_from(before);
        self.exit_from((!complete).then_some(here));
        self.leave();
    }

    /// Control may go from a block to the innermost exit.
    fn exit_from(&mut self, from: Option<BlockId>) {
        if let (Some(from), Some(exit)) = (from, self.exits.last_mut()) {
            exit.reached = true;
            self.flow.edge(from, exit.block);
        }
    }

    /// Goes on behind the innermost loop or switch.
    fn leave(&mut self) {
        self.block = self.exits.pop().filter(|exit| exit.reached).map(|exit| exit.block);
    }

    fn bind(&mut self, local: usize, value: Handle<Node>) {
        let web = self.found.locals[local];
        for lane in 0..usize::from(self.module.type_of(value).width) {
            self.flow_into(web, value, lane);
        }
    }

    fn store(&mut self, variable: Handle<Variable>, mask: WriteMask, value: Handle<Node>, here: BlockId) {
        let seen = self.found.variables[variable.index()];
        if !seen.has(mask) {
            return;
        }
        if let Seen::Lanes { .. } = seen {
            self.found.stores.push((variable, mask.count()));
        }
        for (at, lane) in mask.iter().enumerate() {
            let web = match seen {
                Seen::Apart | Seen::Floats => continue,
                Seen::Whole(web) => web,
                Seen::Lanes { floats, .. } if floats.contains(lane) => {
                    self.found.stored.push(self.floats);
                    continue;
                }
                Seen::Lanes { first, .. } => {
                    let slot = first + lane.index() as Slot;
                    let web = match self.shared[slot as usize] {
                        Some(web) => web,
                        None => self.flow.define(&mut self.found.webs, here, slot),
                    };
                    self.found.stored.push(web);
                    web
                }
            };
            self.flow_into(web, value, at);
        }
    }

    /// A lane of a value is written to a web.
    fn flow_into(&mut self, web: Web, value: Handle<Node>, lane: usize) {
        if self.module.type_of(value).scalar == Scalar::F32 {
            return self.found.webs.define(web, Kinds::FLOAT);
        }
        let mut sources = SmallVec::new();
        self.sources(value, lane, &mut sources);
        for source in sources {
            match source {
                Source::Kind(kinds) => self.found.webs.define(web, kinds),
                Source::Web(from) => self.found.copies.push((from, web)),
                Source::Companion(with) => self.found.companions.push((with, web)),
            }
        }
    }

    /// Notes the loads of an expression that a statement evaluates, each once, and what is read of them.
    fn read(&mut self, value: Handle<Node>, here: BlockId, kinds: fn(Scalar) -> Kinds) {
        if self.seen[value.index()] == NEVER {
            return;
        }
        let module = self.module;
        let Node { expr, ty } = &module.exprs[value];
        match expr {
            Expr::Literal(_)
            | Expr::Input(_)
            | Expr::System(_)
            | Expr::Local(_)
            | Expr::Sampling(_)
            | Expr::Buffer(_)
            | Expr::MipCount(_)
            | Expr::BufferSize(_)
            | Expr::GroupMemory(_)
            | Expr::TextureSize(_) => {}
            Expr::Load { place, element, lanes } => {
                let is_new = self.is_new(value);
                if let (Some(Element::Value(index)), true) = (element, is_new) {
                    self.read(*index, here, Kinds::of);
                }
                if let Place::Variable(variable) = place {
                    if is_new {
                        self.load(value, *variable, *lanes, here);
                    }
                    self.used(value, *variable, lanes.len(), kinds(ty.scalar));
                }
            }
            Expr::Bitcast(operand) => {
                if self.is_new(value) {
                    self.read(*operand, here, Kinds::of);
                    self.read_bits(*operand, *ty);
                }
            }
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Select { .. }
            | Expr::Swizzle(..)
            | Expr::Compose(_)
            | Expr::Splat(_)
            | Expr::Convert(_)
            | Expr::Matrix(_)
            | Expr::Column(..)
            | Expr::Call { .. }
            | Expr::Texel(..)
            | Expr::Atomic { .. }
            | Expr::Agreed(_) => {
                if self.is_new(value) {
                    let mut position = 0;
                    expr.for_each_operand(|operand| {
                        let kinds = if ignores_sign(expr, position) { Kinds::like } else { Kinds::of };
                        self.read(operand, here, kinds);
                        position += 1;
                    });
                }
            }
        }
    }

    /// Whether the statement at hand reaches an expression that is looked at for the first time.
    fn is_new(&mut self, value: Handle<Node>) -> bool {
        let seen = &mut self.seen[value.index()];
        let is_new = *seen < self.stamp;
        *seen = self.stamp.max(*seen);
        is_new
    }

    /// Bits are read as what they are cast to.
    fn read_bits(&mut self, operand: Handle<Node>, ty: Type) {
        if self.module.type_of(operand).scalar != Scalar::Bits {
            return;
        }
        let mut sources = SmallVec::new();
        for lane in 0..usize::from(ty.width) {
            self.sources(operand, lane, &mut sources);
        }
        for source in sources {
            if let Source::Web(web) = source {
                self.found.webs.use_as(web, Kinds::of(ty.scalar));
            }
        }
    }

    /// A load is read as some kinds. Bits are used as what they flow into.
    fn used(&mut self, value: Handle<Node>, variable: Handle<Variable>, lanes: usize, kinds: Kinds) {
        if kinds == Kinds::BITS {
            return;
        }
        match self.found.variables[variable.index()] {
            Seen::Apart | Seen::Floats => {}
            Seen::Whole(web) => self.found.webs.use_as(web, kinds),
            Seen::Lanes { .. } => {
                let first = self.load_at[value.index()] as usize;
                for &web in &self.found.loaded[first..first + lanes] {
                    self.found.webs.use_as(web, kinds);
                }
            }
        }
    }

    fn load(&mut self, value: Handle<Node>, variable: Handle<Variable>, lanes: Lanes, here: BlockId) {
        let Seen::Lanes { first: slot, floats } = self.found.variables[variable.index()] else { return };
        let first = self.found.loaded.len();
        for lane in lanes {
            let slot = slot + lane.index() as Slot;
            let web = match self.shared[slot as usize] {
                _ if floats.contains(lane) => self.floats,
                Some(web) => web,
                None => self.flow.use_of(&mut self.found.webs, here, slot),
            };
            self.found.loaded.push(web);
        }
        self.load_at[value.index()] = first as u32;
        self.found.loads.push((value, first as u32));
    }

    /// Where a lane of a value comes from; both sides of a select.
    fn sources(&self, value: Handle<Node>, lane: usize, sources: &mut SmallVec<[Source; 4]>) {
        origins(self.module, value, lane, &mut |origin| {
            sources.push(match origin {
                Origin::Bits => Source::Kind(Kinds::BITS),
                Origin::Typed(value, lane) => return self.typed_sources(value, lane, sources),
                Origin::Load(value, variable, lane) => match self.found.variables[variable.index()] {
                    Seen::Apart => Source::Kind(Kinds::BITS),
                    Seen::Whole(web) => Source::Web(web),
                    // All of the load is floats, or all of it is in `loaded`.
                    Seen::Lanes { .. } if self.seen[value.index()] != NEVER => {
                        Source::Web(self.found.loaded[self.load_at[value.index()] as usize + lane])
                    }
                    Seen::Floats | Seen::Lanes { .. } => Source::Kind(Kinds::FLOAT),
                },
                Origin::Local(local) => Source::Web(self.found.locals[local.index()]),
            });
        });
    }

    /// Where a lane of a typed value comes from: its type, and integers that it is computed with.
    fn typed_sources(&self, value: Handle<Node>, lane: usize, sources: &mut SmallVec<[Source; 4]>) {
        let Node { expr, ty } = &self.module.exprs[value];
        if !matches!(ty.scalar, Scalar::I32 | Scalar::U32) || !is_sign_free(expr) {
            return sources.push(Source::Kind(Kinds::of(ty.scalar)));
        }
        sources.push(Source::Kind(Kinds::like(ty.scalar)));
        let mut position = 0;
        expr.for_each_operand(|operand| {
            if ignores_sign(expr, position) {
                self.companions(operand, lane, sources);
            }
            position += 1;
        });
    }

    /// The webs of a lane of an operand, if it is a load.
    fn companions(&self, value: Handle<Node>, lane: usize, sources: &mut SmallVec<[Source; 4]>) {
        let Expr::Load { place: Place::Variable(variable), .. } = &self.module.exprs[value].expr else { return };
        match self.found.variables[variable.index()] {
            Seen::Whole(web) => sources.push(Source::Companion(web)),
            Seen::Lanes { .. } if self.seen[value.index()] != NEVER => {
                let at = self.load_at[value.index()] as usize + lane;
                sources.push(Source::Companion(self.found.loaded[at]));
            }
            Seen::Apart | Seen::Floats | Seen::Lanes { .. } => {}
        }
    }
}
