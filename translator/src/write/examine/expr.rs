//! The examination of expressions: what must hold of each so that its text compiles, and what it uses.

use super::{Examiner, Language, call, mark, node};
use crate::builtins::{Builtin, ResultKind, Stages};
use crate::error::{Error, Feature, Result};
use crate::ir::{Callee, Expr, Handle, Input, Lanes, Local, Node, Place, Scalar, SystemInput, Type};
use crate::limits;
use crate::program::Stage;

/// Expressions within expressions. Lowering makes one tree an instruction, so it needs a few dozen.
const EXPRESSION_DEPTH: u8 = 128;
/// Nodes of one printed tree, a shared node counted wherever it stands.
const EXPRESSION_NODES: u32 = 1 << 14;

const NO_VALUE: &str = "a texture, buffer or matrix stands where a value is wanted";

/// What is known of an expression.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    ty: Type,
    /// Levels of its text; 0 before the expression was seen.
    height: u8,
    /// Whether it is a value: textures, buffers and matrices stand among the arguments of builtins only.
    is_value: bool,
    /// Nodes of its text.
    nodes: u32,
}

impl Tree {
    /// Of an expression that was not seen.
    pub(super) const UNSEEN: Self = Self { ty: Type::BOOL, height: 0, is_value: true, nodes: 0 };
}

/// An expression while its operands are examined.
pub(super) struct Within<'a> {
    /// How many expressions its operands stand within.
    depth: u8,
    tree: &'a mut Tree,
}

impl Within<'_> {
    /// Says that the expression is a texture, buffer or matrix.
    pub(super) const fn is_no_value(&mut self) {
        self.tree.is_value = false;
    }
}

impl<L: Language> Examiner<'_, L> {
    /// Examines a whole expression and gives its type.
    pub(super) fn value(&mut self, expr: Handle<Node>) -> Result<Type> {
        let Tree { ty, is_value, nodes, .. } = self.tree(expr, 0)?;
        self.ensure(nodes <= EXPRESSION_NODES, "an expression is too large: values that are shared must be bound")?;
        self.ensure(is_value, NO_VALUE)?;
        Ok(ty)
    }

    /// Examines an expression that stands within `depth` others.
    fn tree(&mut self, expr: Handle<Node>, depth: u8) -> Result<Tree> {
        if let Some(tree) = self.trees.get(expr.index())
            && tree.height > 0
            && depth.saturating_add(tree.height) <= EXPRESSION_DEPTH
        {
            return Ok(*tree);
        }
        self.ensure(depth < EXPRESSION_DEPTH, "expressions nest too deeply")?;
        let node = &self.module.exprs[expr];
        let mut tree = Tree { ty: node.ty, height: 1, is_value: true, nodes: 1 };
        self.node(node, &mut Within { depth: depth + 1, tree: &mut tree })?;
        if let Some(slot) = self.trees.get_mut(expr.index()) {
            *slot = tree;
        }
        Ok(tree)
    }

    /// Examines what may be a texture, buffer or matrix.
    fn argument(&mut self, expr: Handle<Node>, within: &mut Within<'_>) -> Result<Tree> {
        let inner = self.tree(expr, within.depth)?;
        let tree = &mut *within.tree;
        tree.height = tree.height.max(inner.height.saturating_add(1));
        tree.nodes = tree.nodes.saturating_add(inner.nodes);
        Ok(inner)
    }

    /// Examines an operand and gives its type.
    pub(super) fn operand(&mut self, expr: Handle<Node>, within: &mut Within<'_>) -> Result<Type> {
        let inner = self.argument(expr, within)?;
        self.ensure(inner.is_value, NO_VALUE)?;
        Ok(inner.ty)
    }

    /// Examines a node with its operands.
    fn node(&mut self, node: &Node, within: &mut Within<'_>) -> Result<()> {
        self.rule(node, node::has_type(node), "a value has no type of the target")?;
        let ty = node.ty;
        match &node.expr {
            Expr::Literal(_) => Ok(()),
            Expr::Load { place, element, lanes } => self.load(node, (*place, *element, *lanes), within),
            Expr::Input(input) => self.input(node, *input),
            Expr::System(system) => self.system(node, *system),
            Expr::Local(local) => self.local(node, *local),
            Expr::Unary(op, operand) => {
                let gives = node::unary(*op, self.operand(*operand, within)?);
                self.rule(node, gives == Some(ty), "an operator does not take its operand")
            }
            Expr::Binary(op, left, right) => {
                let gives = node::binary(*op, self.operand(*left, within)?, self.operand(*right, within)?);
                self.rule(node, gives == Some(ty), "an operator does not take its operands")
            }
            Expr::Select { condition, accept, reject } => {
                let condition = self.operand(*condition, within)?;
                let alike = self.operand(*accept, within)? == ty && self.operand(*reject, within)? == ty;
                let fits = alike && call::is_condition(condition, ty);
                self.rule(node, fits, "the arms of a choice differ in type, or its condition does not fit")?;
                self.choice(condition, ty);
                Ok(())
            }
            Expr::Swizzle(vector, lanes) => {
                let inner = self.operand(*vector, within)?;
                let same = inner.scalar == ty.scalar && lanes.width() == ty.width;
                let fits = same && lanes.are_within(inner.width);
                self.rule(node, fits, "a swizzle takes lanes that are not there")
            }
            Expr::Compose(parts) => {
                let (mut lanes, mut same) = (0, true);
                for part in parts {
                    let part = self.operand(*part, within)?;
                    lanes += part.width;
                    same &= part.scalar == ty.scalar;
                }
                self.rule(node, same && lanes == ty.width, "a vector is made of too many or too few lanes")
            }
            Expr::Matrix(_) | Expr::Column(..) => self.matrix(node, within),
            Expr::Splat(scalar) => {
                let fits = self.operand(*scalar, within)? == Type::new(ty.scalar, 1) && ty.width > 1;
                self.rule(node, fits, "a vector is made of something else than one scalar")
            }
            Expr::Bitcast(inner) => {
                let inner = self.operand(*inner, within)?;
                let fits = inner.scalar != Scalar::Bool && ty.scalar != Scalar::Bool && inner.width == ty.width;
                self.rule(node, fits, "a cast changes the number of lanes, or is of a truth value")
            }
            Expr::Convert(inner) => {
                let same = self.operand(*inner, within)?.width == ty.width;
                self.rule(node, same, "a conversion changes the number of lanes")
            }
            Expr::Call { .. } => self.call(node, within),
            Expr::Sampling(_) | Expr::Buffer(_) | Expr::MipCount(_) | Expr::BufferSize(_) => {
                self.resource(node, within)
            }
            Expr::GroupMemory(_) | Expr::Texel(..) | Expr::TextureSize(_) | Expr::Atomic { .. } | Expr::Agreed(_) => {
                self.memory(node, within)
            }
        }
    }

    fn load(
        &mut self,
        node: &Node,
        (place, element, lanes): (Place, Option<Handle<Node>>, Lanes),
        within: &mut Within<'_>,
    ) -> Result<()> {
        if let Some(element) = element {
            self.operand(element, within)?;
        }
        let (module, ty) = (self.module, node.ty);
        let same = lanes.width() == ty.width;
        self.rule(node, same, "a load takes another number of lanes than its type has")?;
        let (length, width, fits) = match place {
            Place::Variable(handle) => {
                mark(&mut self.uses.variables, handle.index());
                let variable = &module.variables[handle];
                (variable.length, variable.width, variable.scalar == Some(ty.scalar))
            }
            Place::ConstantBuffer(handle) => {
                mark(&mut self.uses.constant_buffers, handle.index());
                (Some(module.constant_buffers[handle].rows), 4, ty.scalar != Scalar::Bool)
            }
            Place::ImmediateConstants => {
                self.uses.immediate_constants = true;
                (u32::try_from(module.immediate_constants.len()).ok(), 4, ty.scalar != Scalar::Bool)
            }
        };
        self.rule(node, fits, "a load has another type than its variable")?;
        node::element(module, element, length).map_err(|message| self.broken(node, message))?;
        self.rule(node, lanes.are_within(width), "a load takes lanes that are not there")
    }

    /// Notes an input that is read. Only these are declared, and so only these count.
    fn input(&mut self, node: &Node, input: Handle<Input>) -> Result<()> {
        let inputs = &self.module.inputs;
        self.rule(node, inputs[input].declared == node.ty, "an input is read as another type")?;
        if self.uses.inputs.get(input.index()) == Some(&true) {
            return Ok(());
        }
        mark(&mut self.uses.inputs, input.index());
        let count = inputs.iter().filter(|(handle, input)| !input.missing && self.uses.inputs[handle.index()]).count();
        if self.module.stage == Stage::Vertex && count > limits::VERTEX_ATTRIBUTES {
            let feature = Feature::VertexAttributes;
            let message = format!(
                "the shader reads more than {} inputs: {}",
                limits::VERTEX_ATTRIBUTES,
                feature.reason(L::TARGET)
            );
            return Err(self.place(Error::unsupported(feature, L::TARGET, message)));
        }
        Ok(())
    }

    fn system(&mut self, node: &Node, system: SystemInput) -> Result<()> {
        node::system_input(self.module.stage, system, node.ty).map_err(|message| self.broken(node, message))?;
        self.uses.systems.insert(system);
        Ok(())
    }

    fn local(&mut self, node: &Node, local: Handle<Local>) -> Result<()> {
        self.rule(node, self.module.locals[local].ty == node.ty, "a bound value is read as another type")?;
        let bound = self.bound.get(local.index()).copied().unwrap_or(false);
        self.ensure(bound, "a value is used where it is not bound")
    }

    /// A matrix of its columns, or a column of a matrix.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    fn matrix(&mut self, node: &Node, within: &mut Within<'_>) -> Result<()> {
        match &node.expr {
            Expr::Matrix(columns) => {
                let mut alike = columns.len() > 1 && node.ty.width > 1;
                for column in columns {
                    alike &= self.operand(*column, within)? == node.ty;
                }
                within.is_no_value();
                self.rule(node, alike, "a matrix is made of something else than its columns")
            }
            Expr::Column(matrix, number) => {
                self.argument(*matrix, within)?;
                let size = self.module.matrix_size(*matrix);
                let fits = size.is_some_and(|size| *number < size.columns && size.column() == node.ty);
                self.rule(node, fits, "a column is read that does not exist, or as another type")
            }
            _ => Ok(()),
        }
    }

    /// A texture or buffer, or a number of its levels or elements.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    fn resource(&mut self, node: &Node, within: &mut Within<'_>) -> Result<()> {
        let (used, index) = match &node.expr {
            Expr::Sampling(sampling) => {
                within.is_no_value();
                L::texture(self.module, &self.module.samplings[*sampling]).map_err(|refused| self.refusal(refused))?;
                (&mut self.uses.samplings, sampling.index())
            }
            Expr::Buffer(buffer) => {
                within.is_no_value();
                (&mut self.uses.buffers, buffer.index())
            }
            Expr::MipCount(texture) => (&mut self.uses.mip_counts, texture.index()),
            Expr::BufferSize(buffer) => (&mut self.uses.buffer_sizes, buffer.index()),
            _ => return Ok(()),
        };
        mark(used, index);
        self.rule(node, !within.tree.is_value || node.ty == Type::U32, "a size is one u32")
    }

    fn call(&mut self, node: &Node, within: &mut Within<'_>) -> Result<()> {
        let module = self.module;
        let Expr::Call { callee, args, offset } = &node.expr else { return Ok(()) };
        let builtin = match callee {
            Callee::Helper(helper) => {
                let wanted = helper.args().iter().map(|&scalar| node.ty.with_scalar(scalar));
                let fits = self.operands(args, wanted, within)? && node.ty.scalar == helper.result();
                self.helper(helper.name(), fits)?;
                self.uses.helpers.insert(*helper, node.ty.width);
                return Ok(());
            }
            Callee::Double(helper) => {
                let fits = self.operands(args, helper.args().iter().copied(), within)? && node.ty == helper.result();
                self.helper(helper.name(), fits)?;
                self.uses.doubles.insert(*helper);
                return Ok(());
            }
            Callee::Builtin(builtin) => *builtin,
        };
        for arg in args {
            self.argument(*arg, within)?;
        }
        let overload = L::call(module, builtin, args, *offset).map_err(|refused| self.refusal(refused))?;
        call::check(module, builtin, args, node.ty).map_err(|message| self.internal(&message))?;
        let row = builtin.row();
        if row.result == ResultKind::Transposed {
            within.is_no_value();
        }
        self.uses.overloads.extend(overload);
        self.uses.guard |= builtin == Builtin::F64Guard;
        self.uses.derivatives |= row.stages == Stages::Fragment;
        if let (Builtin::Select, [.., condition]) = (builtin, &args[..]) {
            self.choice(module.type_of(*condition), node.ty);
        }
        Ok(())
    }

    /// Examines all operands and says whether they have the wanted types.
    pub(super) fn operands(
        &mut self,
        args: &[Handle<Node>],
        mut wanted: impl Iterator<Item = Type>,
        within: &mut Within<'_>,
    ) -> Result<bool> {
        let mut fit = true;
        for arg in args {
            fit &= Some(self.operand(*arg, within)?) == wanted.next();
        }
        Ok(fit && wanted.next().is_none())
    }

    fn helper(&self, name: &str, fits: bool) -> Result<()> {
        if fits { Ok(()) } else { Err(self.internal(&format!("the helper {name} does not take its arguments"))) }
    }

    /// Notes a choice by a vector of conditions that the language lacks.
    fn choice(&mut self, condition: Type, ty: Type) {
        if condition.width > 1 && ty.scalar != Scalar::F32 {
            self.uses.choices.insert(ty);
        }
    }

    pub(super) fn rule(&self, node: &Node, holds: bool, otherwise: &str) -> Result<()> {
        if holds { Ok(()) } else { Err(self.broken(node, otherwise)) }
    }

    #[cold]
    fn broken(&self, node: &Node, message: &str) -> Error {
        self.internal(&format!("{message}: {:?} {}", node.expr, node.ty))
    }
}
