//! What an expression or statement is made of: its operands, values and blocks.

use super::{Block, Element, Expr, Handle, List, Module, Node, StmtKind};

impl Expr {
    /// Calls `visit` with each operand, in order.
    #[inline]
    pub fn for_each_operand(&self, mut visit: impl FnMut(Handle<Node>)) {
        match self {
            Self::Literal(_)
            | Self::Input(_)
            | Self::System(_)
            | Self::Local(_)
            | Self::Sampling(_)
            | Self::Buffer(_)
            | Self::MipCount(_)
            | Self::BufferSize(_)
            | Self::GroupMemory(_)
            | Self::TextureSize(_) => {}
            Self::Load { element, .. } => element.and_then(Element::value).into_iter().for_each(visit),
            Self::Unary(_, operand)
            | Self::Swizzle(operand, _)
            | Self::Splat(operand)
            | Self::Bitcast(operand)
            | Self::Convert(operand)
            | Self::Column(operand, _)
            | Self::Texel(_, operand)
            | Self::Agreed(operand) => visit(*operand),
            Self::Binary(_, left, right) => {
                visit(*left);
                visit(*right);
            }
            Self::Select { condition, accept, reject } => {
                visit(*condition);
                visit(*accept);
                visit(*reject);
            }
            Self::Compose(parts) | Self::Matrix(parts) => parts.iter().copied().for_each(visit),
            Self::Call { args, .. } => args.iter().copied().for_each(visit),
            Self::Atomic { args, .. } => args.iter().copied().for_each(visit),
        }
    }

    /// Replaces each operand by what `map` makes of it, in order.
    #[inline]
    pub fn map_operands(&mut self, mut map: impl FnMut(Handle<Node>) -> Handle<Node>) {
        match self {
            Self::Literal(_)
            | Self::Input(_)
            | Self::System(_)
            | Self::Local(_)
            | Self::Sampling(_)
            | Self::Buffer(_)
            | Self::MipCount(_)
            | Self::BufferSize(_)
            | Self::GroupMemory(_)
            | Self::TextureSize(_) => {}
            Self::Load { element, .. } => {
                *element = element.map(|element| element.map(&mut map));
            }
            Self::Unary(_, operand)
            | Self::Swizzle(operand, _)
            | Self::Splat(operand)
            | Self::Bitcast(operand)
            | Self::Convert(operand)
            | Self::Column(operand, _)
            | Self::Texel(_, operand)
            | Self::Agreed(operand) => *operand = map(*operand),
            Self::Binary(_, left, right) => {
                *left = map(*left);
                *right = map(*right);
            }
            Self::Select { condition, accept, reject } => {
                *condition = map(*condition);
                *accept = map(*accept);
                *reject = map(*reject);
            }
            Self::Compose(parts) | Self::Matrix(parts) => parts.iter_mut().for_each(|part| *part = map(*part)),
            Self::Call { args, .. } => args.iter_mut().for_each(|arg| *arg = map(*arg)),
            Self::Atomic { args, .. } => args.iter_mut().for_each(|arg| *arg = map(*arg)),
        }
    }
}

impl StmtKind {
    /// Calls `visit` with each block that stands inside the statement, in order.
    pub fn for_each_block<'a>(&'a self, mut visit: impl FnMut(&'a Block)) {
        match self {
            Self::If { accept, reject, .. } => {
                visit(accept);
                visit(reject);
            }
            Self::Loop(body) => visit(body),
            Self::Switch { cases, .. } => cases.iter().for_each(|case| visit(&case.body)),
            Self::Let(_)
            | Self::Store { .. }
            | Self::StoreWord { .. }
            | Self::StoreTexel { .. }
            | Self::Barrier(_)
            | Self::Break
            | Self::Continue
            | Self::Return
            | Self::Demote
            | Self::Discard
            | Self::Call(_)
            | Self::WriteOutputs => {}
        }
    }

    /// Replaces each expression that the statement holds by what `map` makes of it, in order. The value of a `Let`
    /// stands with its local, and what blocks hold is theirs.
    pub fn map_values(&mut self, mut map: impl FnMut(Handle<Node>) -> Handle<Node>) {
        match self {
            Self::Store { element, value, .. } => {
                *element = element.map(|element| element.map(&mut map));
                *value = map(*value);
            }
            Self::If { condition: value, .. } | Self::Switch { selector: value, .. } => *value = map(*value),
            Self::StoreWord { at: place, value, .. } | Self::StoreTexel { coordinates: place, value, .. } => {
                *place = map(*place);
                *value = map(*value);
            }
            Self::Let(_)
            | Self::Barrier(_)
            | Self::Loop(_)
            | Self::Break
            | Self::Continue
            | Self::Return
            | Self::Demote
            | Self::Discard
            | Self::Call(_)
            | Self::WriteOutputs => {}
        }
    }

    /// Calls `visit` with each block that stands inside the statement, in order, to change it.
    pub fn for_each_block_mut(&mut self, mut visit: impl FnMut(&mut Block)) {
        match self {
            Self::If { accept, reject, .. } => {
                visit(accept);
                visit(reject);
            }
            Self::Loop(body) => visit(body),
            Self::Switch { cases, .. } => cases.iter_mut().for_each(|case| visit(&mut case.body)),
            Self::Let(_)
            | Self::Store { .. }
            | Self::StoreWord { .. }
            | Self::StoreTexel { .. }
            | Self::Barrier(_)
            | Self::Break
            | Self::Continue
            | Self::Return
            | Self::Demote
            | Self::Discard
            | Self::Call(_)
            | Self::WriteOutputs => {}
        }
    }
}

impl Module {
    /// The expressions that a statement itself evaluates, in order; not those of its blocks.
    #[must_use]
    pub fn values_of(&self, kind: &StmtKind) -> List<Handle<Node>, 2> {
        let mut values = List::new();
        match kind {
            StmtKind::Let(local) => values.push(self.locals[*local].value),
            StmtKind::Store { element, value, .. } => {
                values.extend(element.and_then(Element::value));
                values.push(*value);
            }
            StmtKind::StoreWord { at: place, value, .. } | StmtKind::StoreTexel { coordinates: place, value, .. } => {
                values.push(*place);
                values.push(*value);
            }
            StmtKind::If { condition, .. } => values.push(*condition),
            StmtKind::Switch { selector, .. } => values.push(*selector),
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
        values
    }
}
