//! Modules made by hand, and the rule that every emitted text keeps.

use smallvec::SmallVec;

use crate::builtins::es300::{is_es300_builtin, is_es300_constructor};
use crate::ir::{
    Block, Function, Handle, Input, InterpolationMode, Lanes, Module, Node, Output, OutputKind, Place, Scalar,
    Semantic, Span, Stmt, StmtKind, Type, Variable, VariableKind,
};
use crate::options::Options;
use crate::program::{Component, Stage, WriteMask};
use crate::write::glsl::write;
use crate::write::{Listing, Names, Written};

pub(super) const F4: Type = Type::new(Scalar::F32, 4);

pub(super) fn ty(scalar: Scalar, width: u8) -> Type {
    Type::new(scalar, width)
}

pub(super) fn lanes(letters: &str) -> Lanes {
    letters.chars().map(|c| Component::ALL[['x', 'y', 'z', 'w'].iter().position(|&l| l == c).unwrap()]).collect()
}

pub(super) fn mask(letters: &str) -> WriteMask {
    lanes(letters).mask()
}

/// A statement at offset 0x100 and item 0.
pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span { offset: 0x100, item: 0 } }
}

pub(super) fn semantic(name: &str, index: u32) -> Semantic {
    Semantic { name: name.into(), index }
}

pub(super) fn variable(module: &mut Module, kind: VariableKind, scalar: Scalar, width: u8) -> Handle<Variable> {
    module.variables.push(Variable::new(kind, Some(scalar), width))
}

/// Four lanes of `r#` as floats, as ints and as uints, `x0[8]` of floats.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    pub(super) r: [Handle<Variable>; 3],
    pub(super) ri: [Handle<Variable>; 3],
    pub(super) ru: [Handle<Variable>; 3],
    /// One lane.
    pub(super) narrow: Handle<Variable>,
    pub(super) x: Handle<Variable>,
}

impl Registers {
    pub(super) fn new(module: &mut Module) -> Self {
        let mut three = |scalar| [0, 1, 2].map(|number| variable(module, VariableKind::Temp(number), scalar, 4));
        let (r, ri, ru) = (three(Scalar::F32), three(Scalar::I32), three(Scalar::U32));
        let narrow = variable(module, VariableKind::Temp(3), Scalar::F32, 1);
        let x = module.variables.push(Variable::array(VariableKind::IndexableTemp(0), Some(Scalar::F32), 4, 8));
        Self { r, ri, ru, narrow, x }
    }
}

/// A load of lanes of a variable that is no array.
pub(super) fn load(module: &mut Module, variable: Handle<Variable>, letters: &str) -> Handle<Node> {
    let scalar = module.variables[variable].scalar.unwrap();
    module.load(Place::Variable(variable), None, lanes(letters), scalar)
}

pub(super) fn store(variable: Handle<Variable>, letters: &str, value: Handle<Node>) -> Stmt {
    stmt(StmtKind::Store { variable, element: None, mask: mask(letters), value })
}

pub(super) fn output(module: &mut Module, name: &str, index: u32, kind: OutputKind, ty: Type) -> Handle<Variable> {
    let number = u32::try_from(module.outputs.len()).unwrap();
    let holder = variable(module, VariableKind::Output(number), ty.scalar, ty.width);
    module.outputs.push(Output {
        location: 0,
        semantic: semantic(name, index),
        register: if kind == OutputKind::Depth { None } else { Some(number) },
        mask: WriteMask::first(u32::from(ty.width)),
        ty,
        kind,
        variable: holder,
    });
    holder
}

pub(super) fn input(module: &mut Module, name: &str, index: u32, ty: Type) -> Handle<Input> {
    let register = u32::try_from(module.inputs.len()).unwrap();
    module.inputs.push(Input {
        location: 0,
        semantic: semantic(name, index),
        register,
        mask: WriteMask::first(u32::from(ty.width)),
        ty,
        declared: ty,
        interpolation: InterpolationMode::Smooth,
        missing: false,
    })
}

/// Makes `body` the entry.
pub(super) fn entry(module: &mut Module, body: Block) {
    module.functions.insert(0, Function { label: None, body });
}

pub(super) fn written(module: &Module, options: &Options, listing: Option<Listing<'_>>) -> Written {
    let names = Names::new(module, options);
    let written = write(module, options, &names, listing).unwrap();
    calls_are_known(&written.source);
    written
}

pub(super) fn text(module: &Module) -> String {
    written(module, &Options::default(), None).source
}

/// The text between the braces of `main`, without the declarations of variables.
pub(super) fn body_of(source: &str) -> String {
    let main = source.split_once("void main() {\n").unwrap().1.strip_suffix("}\n").unwrap();
    let declares = |line: &&str| {
        let words: SmallVec<[&str; 4]> = line.split_whitespace().take(3).collect();
        let name = words.get(1).unwrap_or(&"");
        !(is_es300_constructor(words[0]) && (name.starts_with(['r', 'o', 'x']) || name.starts_with("TempArray")))
    };
    let clears = main.split_once("        TempArray0[i] = vec4(0.0);\n    }\n");
    let statements = clears.map_or(main, |(_, rest)| rest);
    statements.lines().filter(declares).map(|line| format!("{}\n", line.strip_prefix("    ").unwrap())).collect()
}

/// The text of the statements of a pixel shader.
pub(super) fn statements(build: impl FnOnce(&mut Module, &Registers) -> Block) -> String {
    let mut module = Module::new(Stage::Pixel);
    let registers = Registers::new(&mut module);
    let body = build(&mut module, &registers);
    entry(&mut module, body);
    body_of(&text(&module))
}

/// The text of one expression in a pixel shader.
pub(super) fn expression(build: impl FnOnce(&mut Module, &Registers) -> Handle<Node>) -> String {
    let text = statements(|module, registers| {
        let value = build(module, registers);
        vec![module.bind(value, Span::NONE).0]
    });
    text.split_once(" tmp0 = ").unwrap().1.strip_suffix(";\n").unwrap().to_owned()
}

/// Every function that a text calls is of the language, a constructor, or defined in the text.
fn calls_are_known(source: &str) {
    let code: Vec<&str> = source.lines().map(|line| line.split("//").next().unwrap()).collect();
    let defined: Vec<&str> = code
        .iter()
        .filter(|line| !line.starts_with(' ') && line.ends_with(") {"))
        .filter_map(|line| line.split_once('(')?.0.rsplit(' ').next())
        .collect();
    for line in code {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('(') {
            let word = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap();
            let flow = ["", "if", "while", "for", "switch", "layout", "return"].contains(&word);
            let known = flow || is_es300_builtin(word) || is_es300_constructor(word) || defined.contains(&word);
            assert!(known, "{word} is called in {line}");
            rest = after;
        }
    }
}
