//! Text of statements.

use super::fixture::{
    Registers, body_of, entry, load, mask, output, statements, stmt, store, text, ty, variable, written,
};
use crate::ir::{
    BinaryOp, Block, Case, CaseLabel, Element, Expr, Function, Handle, Module, Node, OutputKind, Place, Scalar, Span,
    Stmt, StmtKind, SystemInput, UnaryOp, VariableKind,
};
use crate::options::{Comments, Options};
use crate::program::Stage;
use crate::write::Mapping;

fn nonzero(m: &mut Module, r: &Registers) -> Handle<Node> {
    let bits = load(m, r.ru[0], "x");
    m.unary(UnaryOp::AnyBit, bits)
}

#[test]
fn stores_name_the_lanes_unless_they_write_all() {
    let text = statements(|m, r| {
        let (four, two, one) = (load(m, r.r[1], "xyzw"), load(m, r.r[1], "yw"), load(m, r.r[1], "z"));
        let element = load(m, r.ru[0], "w");
        let kind =
            StmtKind::Store { variable: r.x, element: Some(Element::Value(element)), mask: mask("y"), value: one };
        vec![store(r.r[0], "xyzw", four), store(r.r[0], "xz", two), store(r.narrow, "x", one), stmt(kind)]
    });
    let want = "\
r0 = r1;
r0.xz = r1.yw;
r3 = r1.z;
TempArray0[r0u.w].y = r1.z;
";
    assert_eq!(text, want);
}

#[test]
fn values_are_bound_to_names_of_their_own() {
    let text = statements(|m, r| {
        let (a, less) = (load(m, r.r[0], "xyz"), {
            let (a, b) = (load(m, r.r[0], "xy"), load(m, r.r[1], "xy"));
            m.binary(BinaryOp::Less, a, b)
        });
        let (first, value) = m.bind(a, Span::NONE);
        let (second, truth) = m.bind(less, Span::NONE);
        let masks = m.unary(UnaryOp::Mask, truth);
        vec![first, second, store(r.r[1], "yzw", value), store(r.ru[1], "xy", masks)]
    });
    let want = "\
vec3 tmp0 = r0.xyz;
bvec2 tmp1 = lessThan(r0.xy, r1.xy);
r1.yzw = tmp0;
r1u.xy = uvec2(tmp1) * 0xffffffffu;
";
    assert_eq!(text, want);
}

#[test]
fn branches_and_loops_nest_as_in_the_bytecode() {
    let text = statements(|m, r| {
        let (first, second) = (nonzero(m, r), nonzero(m, r));
        let zero = m.unary(UnaryOp::LogicalNot, second);
        let body = vec![
            stmt(StmtKind::If { condition: first, accept: vec![stmt(StmtKind::Break)], reject: vec![] }),
            stmt(StmtKind::If {
                condition: zero,
                accept: vec![stmt(StmtKind::Discard)],
                reject: vec![stmt(StmtKind::Continue)],
            }),
        ];
        vec![stmt(StmtKind::Loop(body)), stmt(StmtKind::Return)]
    });
    let want = "\
while (true) {
    if (r0u.x != 0u) {
        break;
    }
    if (r0u.x == 0u) {
        discard;
    } else {
        continue;
    }
}
return;
";
    assert_eq!(text, want);
}

#[test]
fn switches_have_one_shape() {
    let text = statements(|m, r| {
        let selector = load(m, r.ru[0], "x");
        let set = |m: &mut Module, value: f32| {
            let value = m.float(value);
            store(r.narrow, "x", value)
        };
        let case =
            |labels: &[CaseLabel], body: Block, falls_through| Case { labels: labels.to_vec(), body, falls_through };
        use CaseLabel::{Default, Value};
        let cases = vec![
            case(&[Value(0), Value(0xffff_ffff)], vec![set(m, 1.0), stmt(StmtKind::Break)], false),
            case(&[Value(2)], vec![set(m, 2.0)], true),
            case(&[Value(3)], vec![stmt(StmtKind::Return)], false),
            case(&[Default], vec![stmt(StmtKind::Break)], false),
        ];
        vec![stmt(StmtKind::Switch { selector, cases })]
    });
    let want = "\
switch (r0u.x) {
    case 0u:
    case 0xffffffffu: {
        r3 = 1.0;
    }
    break;
    case 2u: {
        r3 = 2.0;
    }
    case 3u: {
        return;
    }
    break;
    default: {
    }
    break;
}
";
    assert_eq!(text, want);
}

#[test]
fn assembly_stands_above_the_first_statement_of_each_instruction() {
    let mut module = Module::new(Stage::Pixel);
    let r = Registers::new(&mut module);
    let at = |item, offset, statement: Stmt| Stmt { span: Span { offset, item }, ..statement };
    let value = load(&mut module, r.r[1], "x");
    let (bound, local) = module.bind(value, Span { offset: 0x40, item: 5 });
    let condition = nonzero(&mut module, &r);
    let inner = at(7, 0x58, store(r.r[0], "y", value));
    let body = vec![
        bound,
        at(5, 0x40, store(r.r[0], "x", local)),
        at(6, 0x50, stmt(StmtKind::If { condition, accept: vec![inner], reject: vec![] })),
        Stmt { span: Span::NONE, ..store(r.r[0], "z", value) },
        at(9, 0x70, stmt(StmtKind::Return)),
    ];
    entry(&mut module, body);
    let listing = |item: u32| match item {
        5 => Some("mov r0.x, r1.x".to_owned()),
        6 => Some("if_nz r0.x".to_owned()),
        7 => Some("  odd \\\n  é two".to_owned()),
        _ => None,
    };
    let options = Options { comments: Comments::Assembly, ..Options::default() };
    let commented = written(&module, &options, Some(&listing));
    let want = "\
// mov r0.x, r1.x
float tmp0 = r1.x;
r0.x = tmp0;
// if_nz r0.x
if (r0u.x != 0u) {
    // odd ?
    // ? two
    r0.y = r1.x;
}
r0.z = r1.x;
return;
";
    assert_eq!(body_of(&commented.source), want);
    let lines: Vec<&str> = commented.source.lines().collect();
    let mapped: Vec<(&str, u32)> = commented
        .line_map
        .iter()
        .map(|Mapping { line, offset }| (lines[usize::try_from(*line).unwrap() - 1].trim(), *offset))
        .collect();
    let want = [
        ("float tmp0 = r1.x;", 0x40),
        ("r0.x = tmp0;", 0x40),
        ("if (r0u.x != 0u) {", 0x50),
        ("r0.y = r1.x;", 0x58),
        ("return;", 0x70),
    ];
    assert_eq!(mapped, want);
    let last = u32::try_from(lines.len()).unwrap();
    assert_eq!(commented.offset_of_line(last), Some(0x70));
    assert_eq!(commented.offset_of_line(1), None);
    // Without the option there are none, whoever could give them.
    let plain = written(&module, &Options::default(), Some(&listing));
    assert!(!plain.source.contains("//"));
}

#[test]
fn subroutines_share_global_registers() {
    let mut module = Module::new(Stage::Pixel);
    let r0 = variable(&mut module, VariableKind::Temp(0), Scalar::F32, 4);
    let x1 = module.variables.push(crate::ir::Variable::array(VariableKind::IndexableTemp(1), Some(Scalar::U32), 2, 3));
    let o0 = output(&mut module, "SV_Target", 0, OutputKind::Target(0), super::fixture::F4);
    let position = module.node(Expr::System(SystemInput::FragCoord), super::fixture::F4);
    let value = load(&mut module, r0, "xyzw");
    let two = Element::Known(2);
    let bits = module.load(Place::Variable(x1), Some(two), super::fixture::lanes("x"), Scalar::U32);
    let bits = module.bitcast(bits, Scalar::F32);
    let main =
        vec![stmt(StmtKind::Call(2)), store(o0, "xyzw", value), stmt(StmtKind::WriteOutputs), stmt(StmtKind::Return)];
    entry(&mut module, main);
    let inner = vec![store(r0, "xyzw", position), store(r0, "w", bits), stmt(StmtKind::Return)];
    module.functions.push(Function { label: Some(4), body: inner });
    module.functions.push(Function { label: Some(1), body: vec![stmt(StmtKind::Call(1)), stmt(StmtKind::Call(1))] });
    module.functions.push(Function { label: Some(9), body: vec![stmt(StmtKind::Return)] });
    let want = "\
#version 300 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 SV_Target0;

vec4 hlslcc_FragCoord;
vec4 r0 = vec4(0.0);
uvec2 TempArray1u[3];
vec4 o0 = vec4(0.0);

void sub4() {
    r0 = hlslcc_FragCoord;
    r0.w = uintBitsToFloat(TempArray1u[2].x);
    return;
}

void sub1() {
    sub4();
    sub4();
}

void main() {
    hlslcc_FragCoord = vec4(gl_FragCoord.xyz, 1.0/gl_FragCoord.w);
    for (int i = 0; i < 3; i++) {
        TempArray1u[i] = uvec2(0u);
    }
    sub1();
    o0 = r0;
    SV_Target0 = o0;
    return;
}
";
    assert_eq!(text(&module), want);
}

#[test]
fn an_empty_switch_prints_nothing() {
    let text = statements(|m, r| {
        let selector = load(m, r.ru[0], "x");
        let seven = m.literal(ty(Scalar::F32, 1).scalar, &[7]);
        vec![stmt(StmtKind::Switch { selector, cases: vec![] }), store(r.narrow, "x", seven)]
    });
    assert_eq!(text, "r3 = uintBitsToFloat(7u);\n");
}
