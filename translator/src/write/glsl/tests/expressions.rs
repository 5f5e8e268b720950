//! Text of expressions.

use super::fixture::{Registers, expression, input, lanes, load, ty};
use crate::builtins::Builtin;
use crate::ir::{
    BinaryOp, ConstantBuffer, Element, Expr, Handle, Helper, Module, Node, Place, Scalar, SystemInput, Type, UnaryOp,
};
use crate::program::Component;

/// `r0.xyz`, `r1.xyz`, `r2.www`.
fn abc(m: &mut Module, r: &Registers) -> [Handle<Node>; 3] {
    [load(m, r.r[0], "xyz"), load(m, r.r[1], "xyz"), load(m, r.r[2], "www")]
}

/// `r0u.x`, `r1u.y`, `r2u.z`.
fn uints(m: &mut Module, r: &Registers) -> [Handle<Node>; 3] {
    [load(m, r.ru[0], "x"), load(m, r.ru[1], "y"), load(m, r.ru[2], "z")]
}

#[test]
fn loads_pick_lanes_unless_they_take_all_in_order() {
    assert_eq!(expression(|m, r| load(m, r.r[0], "xyzw")), "r0");
    assert_eq!(expression(|m, r| load(m, r.r[0], "xyz")), "r0.xyz");
    assert_eq!(expression(|m, r| load(m, r.r[0], "wzyx")), "r0.wzyx");
    assert_eq!(expression(|m, r| load(m, r.r[0], "xxx")), "r0.xxx");
    assert_eq!(expression(|m, r| load(m, r.ri[1], "y")), "r1i.y");
    assert_eq!(expression(|m, r| load(m, r.narrow, "x")), "r3");
    assert_eq!(expression(|m, r| load(m, r.narrow, "xxx")), "vec3(r3)");
}

#[test]
fn arrays_are_indexed_by_numbers_and_by_values() {
    let array = |m: &mut Module, r: &Registers, element: Element| {
        m.load(Place::Variable(r.x), Some(element), lanes("xy"), Scalar::F32)
    };
    let number = |m: &mut Module, r: &Registers| array(m, r, Element::Known(3));
    assert_eq!(expression(number), "TempArray0[3].xy");
    let value = |m: &mut Module, r: &Registers| {
        let [a, ..] = uints(m, r);
        let two = m.uint(2);
        let sum = m.binary(BinaryOp::Add, a, two);
        array(m, r, Element::Value(sum))
    };
    assert_eq!(expression(value), "TempArray0[r0u.x + 2u].xy");
}

#[test]
fn constant_buffers_hold_floats() {
    let buffer =
        |m: &mut Module| m.constant_buffers.push(ConstantBuffer { register: 2, space: 0, rows: 9, name: None });
    let read = |scalar| {
        move |m: &mut Module, _: &Registers| {
            let (buffer, row) = (buffer(m), Element::Known(3));
            m.load(Place::ConstantBuffer(buffer), Some(row), lanes("xyz"), scalar)
        }
    };
    assert_eq!(expression(read(Scalar::F32)), "cb2.data[3].xyz");
    assert_eq!(expression(read(Scalar::U32)), "floatBitsToUint(cb2.data[3].xyz)");
    assert_eq!(expression(read(Scalar::I32)), "floatBitsToInt(cb2.data[3].xyz)");
    let icb = |m: &mut Module, r: &Registers| {
        m.immediate_constants = vec![[0; 4]; 5];
        let row = load(m, r.ru[0], "w");
        m.load(Place::ImmediateConstants, Some(Element::Value(row)), lanes("x"), Scalar::U32)
    };
    assert_eq!(expression(icb), "floatBitsToUint(ImmCB_0[r0u.w].x)");
}

#[test]
fn arithmetic_has_the_parentheses_that_it_needs() {
    let built = |build: fn(&mut Module, [Handle<Node>; 3]) -> Handle<Node>| {
        expression(|m, r| {
            let operands = abc(m, r);
            build(m, operands)
        })
    };
    use BinaryOp::{Add, Divide, Multiply, Subtract};
    let text = built(|m, [a, b, c]| {
        let product = m.binary(Multiply, a, b);
        m.binary(Add, product, c)
    });
    assert_eq!(text, "r0.xyz * r1.xyz + r2.www");
    let text = built(|m, [a, b, c]| {
        let sum = m.binary(Add, a, b);
        m.binary(Multiply, sum, c)
    });
    assert_eq!(text, "(r0.xyz + r1.xyz) * r2.www");
    let text = built(|m, [a, b, c]| {
        let left = m.binary(Subtract, a, b);
        m.binary(Subtract, left, c)
    });
    assert_eq!(text, "r0.xyz - r1.xyz - r2.www");
    let text = built(|m, [a, b, c]| {
        let right = m.binary(Subtract, b, c);
        m.binary(Subtract, a, right)
    });
    assert_eq!(text, "r0.xyz - (r1.xyz - r2.www)");
    // The order of the additions is the bytecode's: float addition is not associative.
    let text = built(|m, [a, b, c]| {
        let right = m.binary(Add, b, c);
        m.binary(Add, a, right)
    });
    assert_eq!(text, "r0.xyz + (r1.xyz + r2.www)");
    let text = built(|m, [a, b, c]| {
        let right = m.binary(Multiply, b, c);
        m.binary(Divide, a, right)
    });
    assert_eq!(text, "r0.xyz / (r1.xyz * r2.www)");
    let text = built(|m, [a, b, _]| {
        let minus = m.unary(UnaryOp::Negate, b);
        let product = m.binary(Multiply, a, minus);
        m.unary(UnaryOp::Negate, product)
    });
    assert_eq!(text, "-(r0.xyz * -r1.xyz)");
    let text = built(|m, [a, ..]| {
        let minus = m.unary(UnaryOp::Negate, a);
        m.unary(UnaryOp::Negate, minus)
    });
    assert_eq!(text, "-(-r0.xyz)");
}

#[test]
fn a_scalar_that_all_lanes_share_is_written_once() {
    let half = |m: &mut Module| m.splat_literal(ty(Scalar::F32, 3), 0.5_f32.to_bits());
    let text = expression(|m, r| {
        let ([a, ..], half) = (abc(m, r), half(m));
        m.binary(BinaryOp::Multiply, a, half)
    });
    assert_eq!(text, "r0.xyz * 0.5");
    let text = expression(|m, r| {
        let ([a, ..], half) = (abc(m, r), half(m));
        m.binary(BinaryOp::Divide, half, a)
    });
    assert_eq!(text, "0.5 / r0.xyz");
    let text = expression(|m, r| {
        let [a, ..] = abc(m, r);
        let sine = load(m, r.r[1], "x");
        let sine = m.builtin(Builtin::Sin, &[sine], Type::F32);
        let sine = m.splat(sine, 3);
        m.binary(BinaryOp::Add, sine, a)
    });
    assert_eq!(text, "sin(r1.x) + r0.xyz");
    // Both operands cannot be scalars: the result is a vector.
    let text = expression(|m, _| {
        let (a, b) = (half(m), half(m));
        m.binary(BinaryOp::Add, a, b)
    });
    assert_eq!(text, "vec3(0.5) + 0.5");
    // A function takes operands of one type.
    let text = expression(|m, r| {
        let ([a, ..], half) = (abc(m, r), half(m));
        m.binary(BinaryOp::Less, a, half)
    });
    assert_eq!(text, "lessThan(r0.xyz, vec3(0.5))");
    // The left operand of a shift is never the narrower one.
    let text = expression(|m, r| {
        let (one, count) = (m.splat_literal(ty(Scalar::U32, 2), 1), load(m, r.ru[0], "xy"));
        m.binary(BinaryOp::ShiftLeft, one, count)
    });
    assert_eq!(text, "uvec2(1u) << r0u.xy");
}

#[test]
fn bit_operations_show_how_they_bind() {
    use BinaryOp::{Add, And, Multiply, Or, ShiftLeft, ShiftRight, Xor};
    let built = |build: fn(&mut Module, [Handle<Node>; 3]) -> Handle<Node>| {
        expression(|m, r| {
            let operands = uints(m, r);
            build(m, operands)
        })
    };
    let text = built(|m, [a, b, c]| {
        let (low, shifted) = (m.binary(And, a, b), m.binary(ShiftLeft, b, c));
        m.binary(Or, low, shifted)
    });
    assert_eq!(text, "(r0u.x & r1u.y) | (r1u.y << r2u.z)");
    let text = built(|m, [a, b, c]| {
        let left = m.binary(Or, a, b);
        m.binary(Or, left, c)
    });
    assert_eq!(text, "r0u.x | r1u.y | r2u.z");
    let text = built(|m, [a, b, c]| {
        let right = m.binary(Xor, b, c);
        m.binary(Xor, a, right)
    });
    assert_eq!(text, "r0u.x ^ r1u.y ^ r2u.z");
    let text = built(|m, [a, b, c]| {
        let sum = m.binary(Add, a, b);
        let shifted = m.binary(ShiftRight, sum, c);
        m.binary(Multiply, shifted, a)
    });
    assert_eq!(text, "((r0u.x + r1u.y) >> r2u.z) * r0u.x");
    let text = built(|m, [a, b, _]| {
        let not = m.unary(UnaryOp::Not, b);
        m.binary(And, a, not)
    });
    assert_eq!(text, "r0u.x & ~r1u.y");
    let text = built(|m, [a, b, _]| {
        let low = m.binary(And, a, b);
        m.unary(UnaryOp::Not, low)
    });
    assert_eq!(text, "~(r0u.x & r1u.y)");
}

#[test]
fn scalars_compare_by_operators_and_vectors_by_functions() {
    let compared = |op, vector: bool| {
        expression(|m, r| {
            let letters = if vector { "xy" } else { "x" };
            let (a, b) = (load(m, r.r[0], letters), load(m, r.r[1], letters));
            m.binary(op, a, b)
        })
    };
    assert_eq!(compared(BinaryOp::Less, false), "r0.x < r1.x");
    assert_eq!(compared(BinaryOp::GreaterEqual, false), "r0.x >= r1.x");
    assert_eq!(compared(BinaryOp::Equal, false), "r0.x == r1.x");
    assert_eq!(compared(BinaryOp::NotEqual, false), "!(r0.x == r1.x)");
    assert_eq!(compared(BinaryOp::Less, true), "lessThan(r0.xy, r1.xy)");
    assert_eq!(compared(BinaryOp::GreaterEqual, true), "greaterThanEqual(r0.xy, r1.xy)");
    assert_eq!(compared(BinaryOp::Equal, true), "equal(r0.xy, r1.xy)");
    assert_eq!(compared(BinaryOp::NotEqual, true), "not(equal(r0.xy, r1.xy))");
    let integers = |op, letters| {
        expression(move |m, r| {
            let (a, b) = (load(m, r.ri[0], letters), load(m, r.ri[1], letters));
            m.binary(op, a, b)
        })
    };
    assert_eq!(integers(BinaryOp::NotEqual, "x"), "r0i.x != r1i.x");
    assert_eq!(integers(BinaryOp::NotEqual, "xy"), "notEqual(r0i.xy, r1i.xy)");
}

#[test]
fn truth_values_become_masks_and_bits_are_tested() {
    let less = |m: &mut Module, r: &Registers, letters: &str| {
        let (a, b) = (load(m, r.r[0], letters), load(m, r.r[1], letters));
        m.binary(BinaryOp::Less, a, b)
    };
    let mask = |letters: &'static str| {
        expression(move |m, r| {
            let less = less(m, r, letters);
            m.unary(UnaryOp::Mask, less)
        })
    };
    assert_eq!(mask("x"), "r0.x < r1.x ? 0xffffffffu : 0u");
    assert_eq!(mask("xyz"), "uvec3(lessThan(r0.xyz, r1.xyz)) * 0xffffffffu");
    let test = |letters: &'static str, negated: bool| {
        expression(move |m, r| {
            let bits = load(m, r.ru[0], letters);
            let any = m.unary(UnaryOp::AnyBit, bits);
            if negated { m.unary(UnaryOp::LogicalNot, any) } else { any }
        })
    };
    assert_eq!(test("x", false), "r0u.x != 0u");
    assert_eq!(test("x", true), "r0u.x == 0u");
    assert_eq!(test("xy", false), "notEqual(r0u.xy, uvec2(0u))");
    assert_eq!(test("xy", true), "equal(r0u.xy, uvec2(0u))");
    let not = |letters: &'static str| {
        expression(move |m, r| {
            let less = less(m, r, letters);
            m.unary(UnaryOp::LogicalNot, less)
        })
    };
    assert_eq!(not("x"), "!(r0.x < r1.x)");
    assert_eq!(not("xy"), "not(lessThan(r0.xy, r1.xy))");
    // A mask of a mask's bits.
    let text = expression(|m, r| {
        let [a, b, _] = uints(m, r);
        let low = m.binary(BinaryOp::And, a, b);
        let any = m.unary(UnaryOp::AnyBit, low);
        m.unary(UnaryOp::Mask, any)
    });
    assert_eq!(text, "(r0u.x & r1u.y) != 0u ? 0xffffffffu : 0u");
}

#[test]
fn truth_values_combine() {
    let text = expression(|m, r| {
        let [a, b, c] = uints(m, r);
        let (x, y) = (m.binary(BinaryOp::Less, a, b), m.binary(BinaryOp::NotEqual, b, c));
        let both = m.binary(BinaryOp::And, x, y);
        let facing = m.node(Expr::System(SystemInput::FrontFacing), Type::BOOL);
        m.binary(BinaryOp::Or, both, facing)
    });
    assert_eq!(text, "(r0u.x < r1u.y && r1u.y != r2u.z) || gl_FrontFacing");
}

#[test]
fn choices_are_made_by_the_smallest_form() {
    let choice = |condition: &'static str, value: &'static str, scalar| {
        expression(move |m, r| {
            let bits = load(m, r.ru[2], condition);
            let condition = m.unary(UnaryOp::AnyBit, bits);
            let file = match scalar {
                Scalar::F32 => r.r,
                Scalar::I32 => r.ri,
                Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => r.ru,
            };
            let (accept, reject) = (load(m, file[0], value), load(m, file[1], value));
            m.select(condition, accept, reject)
        })
    };
    assert_eq!(choice("w", "x", Scalar::F32), "r2u.w != 0u ? r0.x : r1.x");
    assert_eq!(choice("w", "xyz", Scalar::I32), "r2u.w != 0u ? r0i.xyz : r1i.xyz");
    assert_eq!(choice("xy", "zw", Scalar::F32), "mix(r1.zw, r0.zw, notEqual(r2u.xy, uvec2(0u)))");
    assert_eq!(choice("xy", "zw", Scalar::U32), "d3d_choose(notEqual(r2u.xy, uvec2(0u)), r0u.zw, r1u.zw)");
    // A choice among choices, and as an operand.
    let text = expression(|m, r| {
        let [a, b, c] = uints(m, r);
        let test = m.unary(UnaryOp::AnyBit, a);
        let inner = m.select(test, b, c);
        let outer = m.select(test, inner, a);
        m.binary(BinaryOp::Add, outer, a)
    });
    assert_eq!(text, "(r0u.x != 0u ? (r0u.x != 0u ? r1u.y : r2u.z) : r0u.x) + r0u.x");
}

#[test]
fn vectors_are_made_and_taken_apart() {
    let text = expression(|m, r| {
        let (a, b) = (load(m, r.r[0], "xy"), load(m, r.r[1], "w"));
        let one = m.float(1.0);
        m.compose(&[a, b, one])
    });
    assert_eq!(text, "vec4(r0.xy, r1.w, 1.0)");
    let text = expression(|m, r| {
        let [a, b, _] = abc(m, r);
        let sum = m.binary(BinaryOp::Add, a, b);
        m.swizzle(sum, [Component::Z, Component::X].into())
    });
    assert_eq!(text, "(r0.xyz + r1.xyz).zx");
    let text = expression(|m, r| {
        let x = load(m, r.r[0], "x");
        let root = m.builtin(Builtin::Sqrt, &[x], Type::F32);
        m.splat(root, 2)
    });
    assert_eq!(text, "vec2(sqrt(r0.x))");
    let text = expression(|m, _| {
        let position = m.node(Expr::System(SystemInput::FragCoord), ty(Scalar::F32, 4));
        m.swizzle(position, [Component::X, Component::Y].into())
    });
    assert_eq!(text, "hlslcc_FragCoord.xy");
}

#[test]
fn literals_stand_for_themselves() {
    let bits = |scalar, bits: &'static [u32]| expression(move |m, _| m.literal(scalar, bits));
    assert_eq!(bits(Scalar::F32, &[0x3f80_0000]), "1.0");
    assert_eq!(bits(Scalar::F32, &[0x3f80_0000, 0, 0x8000_0000]), "vec3(1.0, 0.0, -0.0)");
    assert_eq!(bits(Scalar::F32, &[0x3f00_0000; 3]), "vec3(0.5)");
    assert_eq!(bits(Scalar::F32, &[0x7f80_0000, 1]), "vec2(uintBitsToFloat(0x7f800000u), uintBitsToFloat(1u))");
    assert_eq!(bits(Scalar::I32, &[0xffff_fffb, 7]), "ivec2(-5, 7)");
    assert_eq!(bits(Scalar::U32, &[0xffff_ffff; 4]), "uvec4(0xffffffffu)");
    assert_eq!(bits(Scalar::Bool, &[1, 0]), "bvec2(true, false)");
    // A negative number is a term of its own.
    let text = expression(|m, r| {
        let (x, minus) = (load(m, r.r[0], "x"), m.float(-2.0));
        m.binary(BinaryOp::Multiply, minus, x)
    });
    assert_eq!(text, "-2.0 * r0.x");
}

#[test]
fn bits_and_numbers_are_cast() {
    let cast = |from, to| {
        expression(move |m, r| {
            let file = match from {
                Scalar::F32 => r.r,
                Scalar::I32 => r.ri,
                Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => r.ru,
            };
            let value = load(m, file[0], "xy");
            m.bitcast(value, to)
        })
    };
    assert_eq!(cast(Scalar::F32, Scalar::I32), "floatBitsToInt(r0.xy)");
    assert_eq!(cast(Scalar::F32, Scalar::U32), "floatBitsToUint(r0.xy)");
    assert_eq!(cast(Scalar::I32, Scalar::F32), "intBitsToFloat(r0i.xy)");
    assert_eq!(cast(Scalar::U32, Scalar::F32), "uintBitsToFloat(r0u.xy)");
    assert_eq!(cast(Scalar::I32, Scalar::U32), "uvec2(r0i.xy)");
    assert_eq!(cast(Scalar::U32, Scalar::I32), "ivec2(r0u.xy)");
    let convert = |to| {
        expression(move |m, r| {
            let value = load(m, r.ri[0], "xyz");
            m.convert(value, to)
        })
    };
    assert_eq!(convert(Scalar::F32), "vec3(r0i.xyz)");
    assert_eq!(convert(Scalar::U32), "uvec3(r0i.xyz)");
}

#[test]
fn inputs_have_their_names_and_missing_ones_are_zero() {
    let read = |missing: bool| {
        expression(move |m, _| {
            let uv = input(m, "TEXCOORD", 3, ty(Scalar::F32, 2));
            m.inputs[uv].missing = missing;
            m.node(Expr::Input(uv), ty(Scalar::F32, 2))
        })
    };
    assert_eq!(read(false), "vs_TEXCOORD3");
    assert_eq!(read(true), "vec2(0.0)");
}

#[test]
fn helpers_are_called_with_whole_vectors() {
    let text = expression(|m, r| {
        let ([a, ..], one) = (abc(m, r), m.splat_literal(ty(Scalar::F32, 3), 0x3f80_0000));
        let least = m.helper(Helper::Min, &[a, one]);
        m.helper(Helper::Saturate, &[least])
    });
    assert_eq!(text, "d3d_saturate(d3d_min(r0.xyz, vec3(1.0)))");
}
