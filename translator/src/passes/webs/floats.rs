//! Lanes of registers that hold nothing but floats, found without a look at the flow: most lanes, and the cheapest
//! answer.
//!
//! A lane of a register, an array, or a bound value is a *place*. Moves of bits join places, both ways, wherever they
//! stand. Joined places hold floats if no integer is ever written to or read from one of them: by the rules of
//! [`kinds`](super::kinds) every web in them is f32. A lane that nothing writes is zero, as its variable is at first.

use super::origin::{Origin, origins};
use crate::ir::{Block, Expr, Handle, Local, Module, Node, Place, Scalar, StmtKind, Variable};
use crate::program::{Component, WriteMask};

/// For each variable that has no type yet the lanes that hold floats only: all four, or those of them that something
/// is written to.
pub(super) fn floats(module: &Module) -> Vec<WriteMask> {
    let count = 4 * module.variables.len() + module.locals.len();
    let mut places = Places {
        module,
        parents: (0..count).collect(),
        whole: vec![false; count],
        written: vec![WriteMask::NONE; module.variables.len()],
    };
    for (handle, local) in module.locals.iter() {
        for lane in 0..usize::from(local.ty.width) {
            places.flow(local.value, lane, Some(places.local(handle)));
        }
    }
    for function in &module.functions {
        places.block(&function.body);
    }
    places.reads();
    places.close();
    let variables = module.variables.iter();
    variables
        .map(|(handle, variable)| if variable.scalar.is_none() { places.floats(handle) } else { WriteMask::NONE })
        .collect()
}

/// The places, by number: four lanes of each variable, then the locals.
struct Places<'a> {
    module: &'a Module,
    /// Union-find.
    parents: Vec<usize>,
    /// Whether an integer is written to or read from a place.
    whole: Vec<bool>,
    /// The lanes of each variable that something is written to.
    written: Vec<WriteMask>,
}

#[allow(clippy::indexing_slicing, reason = "places are numbered by the lists that they index")]
impl Places<'_> {
    /// An array is one place, whatever the lane.
    fn lane(&self, variable: Handle<Variable>, lane: Component) -> usize {
        let array = self.module.variables[variable].length.is_some();
        4 * variable.index() + if array { 0 } else { lane.index() }
    }

    fn local(&self, local: Handle<Local>) -> usize {
        4 * self.module.variables.len() + local.index()
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.parents[place] != place {
            self.parents[place] = self.parents[self.parents[place]];
            place = self.parents[place];
        }
        place
    }

    /// Bits are moved from a place to another, or read as an integer.
    fn join(&mut self, from: usize, to: Option<usize>) {
        let Some(to) = to else {
            self.whole[from] = true;
            return;
        };
        let (from, to) = (self.root(from), self.root(to));
        self.parents[from] = to;
    }

    /// Notes what is read as an integer.
    fn reads(&mut self) {
        for (_, node) in self.module.exprs.iter() {
            self.read(node);
        }
    }

    /// Notes what an expression itself reads as an integer.
    #[allow(clippy::wildcard_enum_match_arm, reason = "others read what other expressions give")]
    fn read(&mut self, Node { expr, ty }: &Node) {
        if !matches!(ty.scalar, Scalar::I32 | Scalar::U32) {
            return;
        }
        match expr {
            Expr::Load { place: Place::Variable(variable), lanes, .. } => {
                lanes.iter().for_each(|lane| self.join(self.lane(*variable, lane), None));
            }
            Expr::Bitcast(operand) if self.module.type_of(*operand).scalar == Scalar::Bits => {
                (0..usize::from(ty.width)).for_each(|lane| self.flow(*operand, lane, None));
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            if let StmtKind::Store { variable, mask, value, .. } = statement.kind {
                let written = &mut self.written[variable.index()];
                *written = written.or(mask);
                // Most values are computed floats, and say nothing of what they are computed from.
                if self.module.type_of(value).scalar != Scalar::F32 {
                    for (at, lane) in mask.iter().enumerate() {
                        self.flow(value, at, Some(self.lane(variable, lane)));
                    }
                }
            }
            statement.kind.for_each_block(|block| self.block(block));
        }
    }

    /// A lane of a value goes to a place, or is read as an integer.
    fn flow(&mut self, value: Handle<Node>, lane: usize, to: Option<usize>) {
        let module = self.module;
        origins(module, value, lane, &mut |origin| match origin {
            Origin::Bits => {}
            Origin::Typed(value, _) => {
                if let (true, Some(to)) = (module.type_of(value).scalar != Scalar::F32, to) {
                    self.whole[to] = true;
                }
            }
            Origin::Load(value, variable, lane) => {
                if let Expr::Load { lanes, .. } = &module.exprs[value].expr
                    && let Some(lane) = lanes.get(lane)
                {
                    self.join(self.lane(variable, lane), to);
                }
            }
            Origin::Local(local) => self.join(self.local(local), to),
        });
    }

    /// Makes each root know of the integers of its places.
    fn close(&mut self) {
        for place in 0..self.whole.len() {
            if self.whole[place] {
                let root = self.root(place);
                self.whole[root] = true;
            }
        }
    }

    fn floats(&mut self, variable: Handle<Variable>) -> WriteMask {
        let floats = Component::ALL.into_iter().filter(|&lane| {
            let root = self.root(self.lane(variable, lane));
            !self.whole[root]
        });
        let floats = floats.collect::<WriteMask>();
        if floats == WriteMask::ALL { floats } else { floats.and(self.written[variable.index()]) }
    }
}
