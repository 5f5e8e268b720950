//! The examination of expressions: what must hold of each so that its text compiles, and what it uses.

use super::{Examiner, Language, call, node};
use crate::builtins::{Builtin, ResultKind, Stages};
use crate::error::{Error, Feature};
use crate::ir::{Callee, Element, Expr, Handle, Input, Lanes, Local, Node, Place, Scalar, SystemInput, Type};
use crate::limits;
use crate::program::Stage;

/// Expressions within expressions. Lowering makes one tree an instruction, so it needs a few dozen.
const EXPRESSION_DEPTH: u32 = 128;
/// Nodes of one printed tree, a shared node counted wherever it stands.
const EXPRESSION_NODES: u32 = 1 << 14;

const NO_SIZE: &str = "a size is one u32";

/// What an expression may be where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A value.
    Value,
    /// A value, or a texture, buffer or matrix: an argument of a builtin.
    Argument,
}

impl<L: Language> Examiner<'_, L> {
    /// Examines a whole expression and gives its type.
    pub(super) fn value(&mut self, expr: Handle<Node>) -> Type {
        self.nodes = 0;
        self.operand(expr, 0)
    }

    /// Examines an expression that stands within `depth` others and must be a value, and gives its type.
    pub(super) fn operand(&mut self, expr: Handle<Node>, depth: u32) -> Type {
        self.node(expr, depth, Role::Value)
    }

    /// Examines an expression that stands within `depth` others, with its operands, and gives its type. What is shared is
    /// examined as often as it is printed.
    fn node(&mut self, expr: Handle<Node>, depth: u32, role: Role) -> Type {
        let node = &self.module.exprs[expr];
        let ty = node.ty;
        self.nodes += 1;
        if depth >= EXPRESSION_DEPTH || self.nodes > EXPRESSION_NODES {
            self.overgrown(depth);
            return ty;
        }
        let depth = depth + 1;
        self.rule(node, node::has_type(node), "a value has no type of the target");
        match &node.expr {
            Expr::Literal(_) => {}
            Expr::Load { place, element, lanes } => {
                if let Some(Element::Value(index)) = element {
                    self.operand(*index, depth);
                }
                self.load(node, *place, *element, *lanes);
            }
            Expr::Input(input) => self.input(node, *input),
            Expr::System(system) => self.system(node, *system),
            Expr::Local(local) => self.local(node, *local),
            Expr::Unary(op, operand) => {
                let gives = node::unary(*op, self.operand(*operand, depth));
                self.rule(node, gives == Some(ty), "an operator does not take its operand");
            }
            Expr::Binary(op, left, right) => {
                let gives = node::binary(*op, self.operand(*left, depth), self.operand(*right, depth));
                self.rule(node, gives == Some(ty), "an operator does not take its operands");
            }
            Expr::Select { condition, accept, reject } => {
                let condition = self.operand(*condition, depth);
                let [accept, reject] = [accept, reject].map(|arm| self.operand(*arm, depth));
                let fits = accept == ty && reject == ty && call::is_condition(condition, ty);
                self.rule(node, fits, "the arms of a choice differ in type, or its condition does not fit");
                self.choice(condition, ty);
            }
            Expr::Swizzle(vector, lanes) => {
                let inner = self.operand(*vector, depth);
                let same = inner.scalar == ty.scalar && lanes.width() == ty.width;
                let fits = same && lanes.are_within(inner.width);
                self.rule(node, fits, "a swizzle takes lanes that are not there");
            }
            Expr::Compose(parts) => {
                let (mut lanes, mut same) = (0, true);
                for part in parts {
                    let part = self.operand(*part, depth);
                    lanes += part.width;
                    same &= part.scalar == ty.scalar;
                }
                self.rule(node, same && lanes == ty.width, "a vector is made of too many or too few lanes");
            }
            Expr::Splat(scalar) => {
                let fits = self.operand(*scalar, depth) == Type::new(ty.scalar, 1) && ty.width > 1;
                self.rule(node, fits, "a vector is made of something else than one scalar");
            }
            Expr::Bitcast(inner) => {
                let inner = self.operand(*inner, depth);
                let fits = inner.scalar != Scalar::Bool && ty.scalar != Scalar::Bool && inner.width == ty.width;
                self.rule(node, fits, "a cast changes the number of lanes, or is of a truth value");
            }
            Expr::Convert(inner) => {
                let same = self.operand(*inner, depth).width == ty.width;
                self.rule(node, same, "a conversion changes the number of lanes");
            }
            Expr::Call { .. } => self.call(node, depth, role),
            Expr::Matrix(columns) => self.matrix(node, columns, depth, role),
            Expr::Column(matrix, number) => self.column(node, *matrix, *number, depth),
            Expr::GroupMemory(_) => {
                self.memory(node, depth);
                self.may_stand(role);
            }
            Expr::Texel(..) | Expr::TextureSize(_) | Expr::Atomic { .. } | Expr::Agreed(_) => self.memory(node, depth),
            Expr::Sampling(_) | Expr::Buffer(_) => {
                self.resource(node);
                self.may_stand(role);
            }
            Expr::MipCount(_) | Expr::BufferSize(_) => self.resource(node),
        }
        ty
    }

    /// Examines where something stands that is no value.
    fn may_stand(&mut self, role: Role) {
        self.ensure(role == Role::Argument, "a texture, buffer or matrix stands where a value is wanted");
    }

    #[cold]
    fn overgrown(&mut self, depth: u32) {
        self.internal(if depth < EXPRESSION_DEPTH {
            "an expression is too large: values that are shared must be bound"
        } else {
            "expressions nest too deeply"
        });
    }

    #[inline]
    fn load(&mut self, node: &Node, place: Place, element: Option<Element>, lanes: Lanes) {
        let (module, ty) = (self.module, node.ty);
        let same = lanes.width() == ty.width;
        self.rule(node, same, "a load takes another number of lanes than its type has");
        let (length, width, fits) = match place {
            Place::Variable(handle) => {
                self.uses.variables.insert(handle);
                let variable = &module.variables[handle];
                (variable.length, variable.width, variable.scalar == Some(ty.scalar))
            }
            Place::ConstantBuffer(handle) => {
                self.uses.constant_buffers.insert(handle);
                (Some(module.constant_buffers[handle].rows), 4, ty.scalar != Scalar::Bool)
            }
            Place::ImmediateConstants => {
                self.uses.immediate_constants = true;
                (u32::try_from(module.immediate_constants.len()).ok(), 4, ty.scalar != Scalar::Bool)
            }
        };
        self.rule(node, fits, "a load has another type than its variable");
        self.obeys(node, node::element(module, element, length));
        self.rule(node, lanes.are_within(width), "a load takes lanes that are not there");
    }

    /// Notes an input that is read. Only these are declared, and so only these count.
    fn input(&mut self, node: &Node, input: Handle<Input>) {
        let inputs = &self.module.inputs;
        self.rule(node, inputs[input].declared == node.ty, "an input is read as another type");
        if !self.uses.inputs.insert(input) {
            return;
        }
        let count =
            inputs.iter().filter(|(handle, input)| !input.missing && self.uses.inputs.contains(*handle)).count();
        if self.module.stage == Stage::Vertex && count > limits::VERTEX_ATTRIBUTES {
            let feature = Feature::VertexAttributes;
            let message = format!(
                "the shader reads more than {} inputs: {}",
                limits::VERTEX_ATTRIBUTES,
                feature.reason(L::TARGET)
            );
            self.refuse(Error::unsupported(feature, L::TARGET, message));
        }
    }

    fn system(&mut self, node: &Node, system: SystemInput) {
        self.obeys(node, node::system_input(self.module.stage, system, node.ty));
        self.uses.systems.insert(system);
    }

    fn local(&mut self, node: &Node, local: Handle<Local>) {
        self.rule(node, self.module.locals[local].ty == node.ty, "a bound value is read as another type");
        let bound = self.bound.contains(local);
        self.ensure(bound, "a value is used where it is not bound");
    }

    /// A matrix of its columns.
    fn matrix(&mut self, node: &Node, columns: &[Handle<Node>], depth: u32, role: Role) {
        let mut alike = columns.len() > 1 && node.ty.width > 1;
        for column in columns {
            alike &= self.operand(*column, depth) == node.ty;
        }
        self.rule(node, alike, "a matrix is made of something else than its columns");
        self.may_stand(role);
    }

    /// A column of a matrix.
    fn column(&mut self, node: &Node, matrix: Handle<Node>, number: u8, depth: u32) {
        self.node(matrix, depth, Role::Argument);
        let size = self.module.matrix_size(matrix);
        let fits = size.is_some_and(|size| number < size.columns && size.column() == node.ty);
        self.rule(node, fits, "a column is read that does not exist, or as another type");
    }

    /// A texture or buffer, or a number of its levels or elements.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    fn resource(&mut self, node: &Node) {
        match &node.expr {
            Expr::Sampling(sampling) => {
                if let Err(refused) = L::texture(self.module, &self.module.samplings[*sampling]) {
                    self.refused(refused);
                }
                self.uses.samplings.insert(*sampling);
            }
            Expr::Buffer(buffer) => {
                self.uses.buffers.insert(*buffer);
            }
            Expr::MipCount(texture) => {
                self.uses.mip_counts.insert(*texture);
                self.rule(node, node.ty == Type::U32, NO_SIZE);
            }
            Expr::BufferSize(buffer) => {
                self.uses.buffer_sizes.insert(*buffer);
                self.rule(node, node.ty == Type::U32, NO_SIZE);
            }
            _ => {}
        }
    }

    fn call(&mut self, node: &Node, depth: u32, role: Role) {
        let module = self.module;
        let Expr::Call { callee, args, offset } = &node.expr else { return };
        let builtin = match callee {
            Callee::Helper(helper) => {
                let wanted = helper.args().iter().map(|&scalar| node.ty.with_scalar(scalar));
                let fits = self.operands(args, wanted, depth) && node.ty.scalar == helper.result();
                self.helper(helper.name(), fits);
                self.uses.helpers.insert(*helper, node.ty.width);
                return;
            }
            Callee::Double(helper) => {
                let fits = self.operands(args, helper.args().iter().copied(), depth) && node.ty == helper.result();
                self.helper(helper.name(), fits);
                self.uses.doubles.insert(*helper);
                return;
            }
            Callee::Builtin(builtin) => *builtin,
        };
        for arg in args {
            self.node(*arg, depth, Role::Argument);
        }
        match L::call(module, builtin, args, *offset) {
            Ok(overload) => self.uses.overloads.extend(overload),
            Err(refused) => self.refused(refused),
        }
        if let Err(message) = call::check(module, builtin, args, node.ty) {
            self.internal(&message);
        }
        let row = builtin.row();
        if row.result == ResultKind::Transposed {
            self.may_stand(role);
        }
        self.uses.guard |= builtin == Builtin::F64Guard;
        self.uses.derivatives |= row.stages == Stages::Fragment;
        if let (Builtin::Select, [.., condition]) = (builtin, &args[..]) {
            self.choice(module.type_of(*condition), node.ty);
        }
    }

    /// Examines all operands and says whether they have the wanted types.
    pub(super) fn operands(
        &mut self,
        args: &[Handle<Node>],
        mut wanted: impl Iterator<Item = Type>,
        depth: u32,
    ) -> bool {
        let mut fit = true;
        for arg in args {
            fit &= Some(self.operand(*arg, depth)) == wanted.next();
        }
        fit && wanted.next().is_none()
    }

    fn helper(&mut self, name: &str, fits: bool) {
        if !fits {
            self.internal(&format!("the helper {name} does not take its arguments"));
        }
    }

    /// Notes a choice by a vector of conditions that the language lacks.
    fn choice(&mut self, condition: Type, ty: Type) {
        if condition.width > 1 && ty.scalar != Scalar::F32 {
            self.uses.choices.insert(ty);
        }
    }

    pub(super) fn rule(&mut self, node: &Node, holds: bool, otherwise: &str) {
        if !holds {
            self.broken(node, otherwise);
        }
    }

    fn obeys(&mut self, node: &Node, rule: Result<(), &str>) {
        if let Err(message) = rule {
            self.broken(node, message);
        }
    }

    #[cold]
    fn broken(&mut self, node: &Node, message: &str) {
        self.internal(&format!("{message}: {:?} {}", node.expr, node.ty));
    }
}
