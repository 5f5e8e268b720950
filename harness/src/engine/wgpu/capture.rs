//! The outputs of a vertex stage: its module with another entry, which calls the stage for every vertex and writes all
//! words of the result to a storage buffer.

use naga::{
    AddressSpace, ArraySize, BinaryOperator, Binding, BuiltIn, EntryPoint, Expression, Function, FunctionArgument,
    FunctionResult, GlobalVariable, Handle, Literal, MemoryDecorations, Module, Range, ResourceBinding, Scalar,
    ScalarKind, ShaderStage, Span, Statement, StorageAccess, Type, TypeInner, VectorSize,
};

use crate::engine::{DrawError, Varying};

/// A module that writes its outputs.
pub(super) struct Capture {
    pub(super) module: Module,
    /// Words of a vertex, in the order of the varyings.
    pub(super) words: u32,
}

/// Gives the module of a vertex stage another entry. Vertex `i` of instance `k` writes its words from word
/// `(k * vertices + i) * words` of the storage buffer at `place` on.
///
/// # Errors
/// [`DrawError::Mismatch`] for a varying that the stage does not write, or as another type.
pub(super) fn capture(
    mut module: Module,
    varyings: &[Varying],
    vertices: u32,
    place: dxbc_translator::reflect::Binding,
) -> Result<Capture, DrawError> {
    let Some(entry) = module.entry_points.pop() else { return Err(fault("main", "there is no entry")) };
    let mut stage = entry.function;
    let arguments = stage.arguments.clone();
    for argument in &mut stage.arguments {
        argument.binding = None;
    }
    let Some(result) = &mut stage.result else { return Err(fault("main", "it gives nothing")) };
    let result_binding = result.binding.take();
    let result = result.ty;
    stage.name = Some("stage".to_owned());
    let stage = module.functions.append(stage, Span::UNDEFINED);
    let types = Types::new(&mut module);
    let buffer = module.global_variables.append(
        GlobalVariable {
            name: Some("captured".to_owned()),
            space: AddressSpace::Storage { access: StorageAccess::LOAD | StorageAccess::STORE },
            binding: Some(ResourceBinding { group: place.group, binding: place.binding }),
            ty: types.words,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        },
        Span::UNDEFINED,
    );
    let mut writer = Writer { module: &module, function: Function { arguments, ..Function::default() }, types };
    let words: u32 = varyings.iter().map(|varying| varying.components).sum();
    let first = writer.first_word(vertices, words);
    let value = writer.call(stage);
    let buffer = writer.constant(Expression::GlobalVariable(buffer));
    let mut offset = 0;
    for varying in varyings {
        let found = writer.output(value, (result, result_binding.as_ref()), varying)?;
        for word in writer.words(found, varying)? {
            writer.store(buffer, first, offset, word);
            offset += 1;
        }
    }
    writer.leave();
    let function = writer.function;
    module.entry_points.push(EntryPoint {
        name: "capture".to_owned(),
        stage: ShaderStage::Vertex,
        early_depth_test: None,
        workgroup_size: [0; 3],
        workgroup_size_overrides: None,
        function,
        mesh_info: None,
        task_payload: None,
        incoming_ray_payload: None,
    });
    Ok(Capture { module, words })
}

fn fault(name: &str, message: &str) -> DrawError {
    DrawError::Mismatch { what: "varying".to_owned(), name: name.to_owned(), message: message.to_owned() }
}

/// Types that the entry needs.
#[derive(Clone, Copy)]
struct Types {
    word: Handle<Type>,
    position: Handle<Type>,
    words: Handle<Type>,
}

impl Types {
    fn new(module: &mut Module) -> Self {
        let mut add = |inner| module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
        let word = add(TypeInner::Scalar(Scalar::U32));
        let position = add(TypeInner::Vector { size: VectorSize::Quad, scalar: Scalar::F32 });
        let words = add(TypeInner::Array { base: word, size: ArraySize::Dynamic, stride: 4 });
        Self { word, position, words }
    }
}

/// Writes the entry.
struct Writer<'a> {
    module: &'a Module,
    function: Function,
    types: Types,
}

/// A value and its type.
#[derive(Clone, Copy)]
struct Value {
    expression: Handle<Expression>,
    ty: Handle<Type>,
}

impl Writer<'_> {
    /// An expression that needs no evaluation.
    fn constant(&mut self, expression: Expression) -> Handle<Expression> {
        self.function.expressions.append(expression, Span::UNDEFINED)
    }

    /// An expression, evaluated here.
    fn value(&mut self, expression: Expression) -> Handle<Expression> {
        let value = self.constant(expression);
        self.statement(Statement::Emit(Range::new_from_bounds(value, value)));
        value
    }

    fn statement(&mut self, statement: Statement) {
        self.function.body.push(statement, Span::UNDEFINED);
    }

    fn number(&mut self, number: u32) -> Handle<Expression> {
        self.constant(Expression::Literal(Literal::U32(number)))
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Handle<Expression> {
        self.value(Expression::Binary { op, left, right })
    }

    /// The first word of this vertex.
    fn first_word(&mut self, vertices: u32, words: u32) -> Handle<Expression> {
        let [vertex, instance] =
            [BuiltIn::VertexIndex, BuiltIn::InstanceIndex].map(|builtin| self.system_value(builtin));
        let vertices = self.number(vertices);
        let before = self.binary(BinaryOperator::Multiply, instance, vertices);
        let item = self.binary(BinaryOperator::Add, before, vertex);
        let words = self.number(words);
        self.binary(BinaryOperator::Multiply, item, words)
    }

    /// A generated value: from an argument that has it, or from one more.
    fn system_value(&mut self, builtin: BuiltIn) -> Handle<Expression> {
        let wanted = Some(&Binding::BuiltIn(builtin));
        for (number, argument) in (0..).zip(self.function.arguments.clone()) {
            if argument.binding.as_ref() == wanted {
                return self.constant(Expression::FunctionArgument(number));
            }
            if let TypeInner::Struct { members, .. } = &self.module.types[argument.ty].inner
                && let Some((index, _)) = (0..).zip(members).find(|(_, member)| member.binding.as_ref() == wanted)
            {
                let base = self.constant(Expression::FunctionArgument(number));
                return self.value(Expression::AccessIndex { base, index });
            }
        }
        let number = u32::try_from(self.function.arguments.len()).unwrap_or(u32::MAX);
        let binding = wanted.cloned();
        self.function.arguments.push(FunctionArgument { name: None, ty: self.types.word, binding });
        self.constant(Expression::FunctionArgument(number))
    }

    /// Calls the stage with the arguments that it declares, which are the first ones.
    fn call(&mut self, stage: Handle<Function>) -> Handle<Expression> {
        let count = u32::try_from(self.module.functions[stage].arguments.len()).unwrap_or(0);
        let arguments = (0..count).map(|number| self.constant(Expression::FunctionArgument(number))).collect();
        let result = self.constant(Expression::CallResult(stage));
        self.statement(Statement::Call { function: stage, arguments, result: Some(result) });
        result
    }

    /// What the stage writes as a varying.
    fn output(
        &mut self,
        value: Handle<Expression>,
        (ty, binding): (Handle<Type>, Option<&Binding>),
        varying: &Varying,
    ) -> Result<Value, DrawError> {
        let is_it = |binding: Option<&Binding>| match (binding, varying.location) {
            (Some(Binding::Location { location, .. }), Some(wanted)) => *location == wanted,
            (Some(Binding::BuiltIn(BuiltIn::Position { .. })), None) => true,
            _ => false,
        };
        if is_it(binding) {
            return Ok(Value { expression: value, ty });
        }
        if let TypeInner::Struct { members, .. } = &self.module.types[ty].inner
            && let Some((index, member)) = (0..).zip(members).find(|(_, member)| is_it(member.binding.as_ref()))
        {
            let expression = self.value(Expression::AccessIndex { base: value, index });
            return Ok(Value { expression, ty: member.ty });
        }
        Err(fault(&varying.name, "the stage does not write it"))
    }

    /// The words of a value.
    #[allow(clippy::wildcard_enum_match_arm, reason = "naga has many types, and outputs have two")]
    fn words(&mut self, value: Value, varying: &Varying) -> Result<Vec<Handle<Expression>>, DrawError> {
        let (scalar, parts) = match self.module.types[value.ty].inner {
            TypeInner::Scalar(scalar) => (scalar, vec![value.expression]),
            TypeInner::Vector { size, scalar } => {
                let part = |index| self.value(Expression::AccessIndex { base: value.expression, index });
                (scalar, (0..size as u32).map(part).collect())
            }
            _ => return Err(fault(&varying.name, "it is no scalar and no vector")),
        };
        if parts.len() != varying.components as usize || scalar.width != 4 {
            let message = format!("it has {} components, {} were to be captured", parts.len(), varying.components);
            return Err(fault(&varying.name, &message));
        }
        if scalar.kind == ScalarKind::Uint {
            return Ok(parts);
        }
        let word = |expr| self.value(Expression::As { expr, kind: ScalarKind::Uint, convert: None });
        Ok(parts.into_iter().map(word).collect())
    }

    fn store(&mut self, buffer: Handle<Expression>, first: Handle<Expression>, offset: u32, word: Handle<Expression>) {
        let offset = self.number(offset);
        let index = self.binary(BinaryOperator::Add, first, offset);
        let pointer = self.value(Expression::Access { base: buffer, index });
        self.statement(Statement::Store { pointer, value: word });
    }

    /// Gives a position, which every vertex stage must.
    fn leave(&mut self) {
        let zero = self.constant(Expression::Literal(Literal::F32(0.0)));
        let one = self.constant(Expression::Literal(Literal::F32(1.0)));
        let ty = self.types.position;
        let position = self.value(Expression::Compose { ty, components: vec![zero, zero, zero, one] });
        self.statement(Statement::Return { value: Some(position) });
        let binding = Some(Binding::BuiltIn(BuiltIn::Position { invariant: false }));
        self.function.result = Some(FunctionResult { ty, binding });
    }
}
