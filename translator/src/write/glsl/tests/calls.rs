//! Text of calls of registry names.

use super::fixture::{Registers, body_of, entry, load, stmt, text, ty};
use crate::builtins::Builtin;
use crate::ir::{
    Expr, Handle, Module, Node, Reading, Sampler, Sampling, Scalar, Span, StmtKind, Texture, TextureKind, Type, UnaryOp,
};
use crate::program::{Stage, TexelOffset};

/// The text of a call of `builtin` in a pixel shader: `letters` picks the lanes of each argument, `f` before them
/// for floats, `i` for ints, `u` for uints.
struct Call {
    kind: TextureKind,
    comparison: bool,
    builtin: Builtin,
    args: &'static [&'static str],
    offset: Option<[i8; 3]>,
    sampler_given: bool,
}

impl Call {
    const fn new(kind: TextureKind, builtin: Builtin, args: &'static [&'static str]) -> Self {
        Self { kind, comparison: false, builtin, args, offset: None, sampler_given: false }
    }

    const fn compares(self) -> Self {
        Self { comparison: true, ..self }
    }

    const fn at(self, u: i8, v: i8, w: i8) -> Self {
        Self { offset: Some([u, v, w]), ..self }
    }

    fn module(&self) -> (Module, Handle<Node>) {
        let mut m = Module::new(Stage::Pixel);
        let r = Registers::new(&mut m);
        let texture = Texture { register: 0, space: 0, kind: self.kind, scalar: Scalar::F32, name: None };
        let texture = m.textures.push(texture);
        let sampler = Sampler { register: 0, space: 0, comparison: self.comparison, name: None };
        let sampler = Some(m.samplers.push(sampler));
        let sampling = m.samplings.push(Sampling { texture, sampler, reading: Reading::compared(self.comparison) });
        let texel = if self.comparison { Type::F32 } else { ty(Scalar::F32, 4) };
        let mut args = vec![m.node(Expr::Sampling(sampling), texel)];
        if self.sampler_given {
            args.push(args[0]);
        }
        for (index, arg) in self.args.iter().enumerate() {
            let (file, letters) = arg.split_at(1);
            let files = match file {
                "f" => r.r,
                "i" => r.ri,
                _ => r.ru,
            };
            args.push(load(&mut m, files[index.min(2)], letters));
        }
        let offset = self.offset.map(|[u, v, w]| TexelOffset { u, v, w });
        let value = m.texture_call(self.builtin, &args, offset, texel);
        (m, value)
    }

    fn text(&self) -> String {
        let (mut m, value) = self.module();
        let bound = m.bind(value, Span::NONE).0;
        entry(&mut m, vec![bound]);
        let body = body_of(&text(&m));
        body.split_once(" tmp0 = ").unwrap().1.strip_suffix(";\n").unwrap().to_owned()
    }
}

#[test]
fn samples_join_the_layer_and_the_reference_to_the_coordinate() {
    use Builtin as B;
    use TextureKind::{Cube, D1, D2, D2Array, D3};
    let t = "t0TEX_with_SMPs0";
    let z = "hlslcc_zcmpt0TEX_with_SMPs0";
    for (call, want) in [
        (Call::new(D2, B::TextureSample, &["fxy"]), format!("texture({t}, r0.xy)")),
        (Call::new(D1, B::TextureSample, &["fxy"]), format!("texture({t}, r0.xy)")),
        (Call::new(D3, B::TextureSample, &["fxyz"]), format!("texture({t}, r0.xyz)")),
        (Call::new(Cube, B::TextureSampleBias, &["fxyz", "fw"]), format!("texture({t}, r0.xyz, r1.w)")),
        (Call::new(D2Array, B::TextureSampleArray, &["fxy", "iz"]), format!("texture({t}, vec3(r0.xy, float(r1i.z)))")),
        (Call::new(D2, B::TextureSampleLevel, &["fxy", "fw"]), format!("textureLod({t}, r0.xy, r1.w)")),
        (Call::new(D2, B::TextureSampleGrad, &["fxy", "fxy", "fzw"]), format!("textureGrad({t}, r0.xy, r1.xy, r2.zw)")),
        (Call::new(D2, B::TextureLoad, &["ixy", "iw"]), format!("texelFetch({t}, r0i.xy, int(r1i.w))")),
        (Call::new(D2, B::TextureSampleCompare, &["fxy", "fz"]).compares(), format!("texture({z}, vec3(r0.xy, r1.z))")),
        (
            Call::new(Cube, B::TextureSampleCompareLevelCube, &["fxyz", "fw"]).compares(),
            format!("textureGrad({z}, vec4(r0.xyz, r1.w), vec3(0.0), vec3(0.0))"),
        ),
        (
            Call::new(D2Array, B::TextureSampleCompareArray, &["fxy", "iz", "fw"]).compares().at(1, 0, 0),
            format!("textureGradOffset({z}, vec4(r0.xy, float(r1i.z), r2.w), dFdx(r0.xy), dFdy(r0.xy), ivec2(1, 0))"),
        ),
        // Offsets; none where all are zero.
        (Call::new(D2, B::TextureSample, &["fxy"]).at(0, 0, 0), format!("texture({t}, r0.xy)")),
        (Call::new(D2, B::TextureSample, &["fxy"]).at(1, -8, 0), format!("textureOffset({t}, r0.xy, ivec2(1, -8))")),
        (
            Call::new(D3, B::TextureSampleLevel, &["fxyz", "fw"]).at(1, 2, -3),
            format!("textureLodOffset({t}, r0.xyz, r1.w, ivec3(1, 2, -3))"),
        ),
        (
            Call::new(D2, B::TextureSampleBias, &["fxy", "fw"]).at(7, 0, 0),
            format!("textureOffset({t}, r0.xy, ivec2(7, 0), r1.w)"),
        ),
        (
            Call::new(D2, B::TextureLoad, &["ixy", "iw"]).at(-1, 1, 0),
            format!("texelFetchOffset({t}, r0i.xy, int(r1i.w), ivec2(-1, 1))"),
        ),
    ] {
        assert_eq!(call.text(), want);
    }
    // The sampler may stand among the arguments: its texture brings it along.
    let given = Call { sampler_given: true, ..Call::new(D2, B::TextureSampleLevel, &["fxy", "fw"]) };
    assert_eq!(given.text(), format!("textureLod({t}, r0.xy, r1.w)"));
}

#[test]
fn a_call_that_the_registry_does_not_have_is_refused() {
    use Builtin as B;
    use TextureKind::{Cube, D2, D2Array, D3};
    for (call, want) in [
        (Call::new(D2, B::TextureSample, &["fxyz"]), "textureSample does not take (f32x4, f32x3)"),
        (Call::new(D2Array, B::TextureSample, &["fxyz"]), "textureSample does not take (f32x4, f32x3)"),
        (Call::new(D3, B::TextureSampleCompare, &["fxy", "fz"]), "textureSampleCompare does not take"),
        (Call::new(D2, B::TextureLoad, &["uxy", "iw"]), "textureLoad does not take (f32x4, u32x2, i32)"),
        (Call::new(D2, B::TextureSample, &["fxy", "fx", "fx"]), "`textureSample` does not take 4 arguments"),
        (Call::new(Cube, B::TextureSample, &["fxyz"]).at(1, 0, 0), "a texel offset has no meaning on a cube"),
    ] {
        let (mut m, value) = call.module();
        let bound = m.bind(value, Span { offset: 0x44, item: 1 }).0;
        entry(&mut m, vec![bound]);
        let error = crate::write::glsl::examine(&m).unwrap_err();
        assert!(error.message().contains(want), "{error}");
        assert_eq!(error.at().offset, Some(0x44));
    }
}

#[test]
fn forms_with_operators_take_primaries() {
    let text = super::fixture::expression(|m, r| {
        let (a, b) = (load(m, r.r[0], "xy"), load(m, r.r[1], "xy"));
        let sum = m.binary(crate::ir::BinaryOp::Add, a, b);
        m.builtin(Builtin::QuantizeToF16Vec2, &[sum], ty(Scalar::F32, 2))
    });
    let half = |lane| format!("unpackHalf2x16(packHalf2x16(vec2((r0.xy + r1.xy).{lane}, 0.0))).x");
    assert_eq!(text, format!("vec2({}, {})", half('x'), half('y')));
    let text = super::fixture::expression(|m, r| {
        let bits = load(m, r.ru[0], "xy");
        m.builtin(Builtin::ReverseBits, &[bits], ty(Scalar::U32, 2))
    });
    assert_eq!(text, "_brev(r0u.xy)");
}

#[test]
fn select_is_a_choice() {
    let select = |letters: &'static str| {
        super::fixture::expression(move |m, r| {
            let bits = load(m, r.ru[2], letters);
            let condition = m.unary(UnaryOp::AnyBit, bits);
            let (reject, accept) = (load(m, r.ri[0], "xy"), load(m, r.ri[1], "xy"));
            m.builtin(Builtin::Select, &[reject, accept, condition], ty(Scalar::I32, 2))
        })
    };
    assert_eq!(select("x"), "r2u.x != 0u ? r1i.xy : r0i.xy");
    assert_eq!(select("zw"), "d3d_choose(notEqual(r2u.zw, uvec2(0u)), r1i.xy, r0i.xy)");
}

#[test]
fn derivatives_belong_to_the_pixel_stage() {
    let mut m = Module::new(Stage::Vertex);
    let r = Registers::new(&mut m);
    let x = load(&mut m, r.r[0], "x");
    let value = m.builtin(Builtin::Dpdx, &[x], Type::F32);
    let bound = m.bind(value, Span { offset: 0x20, item: 1 }).0;
    entry(&mut m, vec![bound, stmt(StmtKind::Return)]);
    let error = crate::write::glsl::examine(&m).unwrap_err();
    assert!(error.message().ends_with("dpdx is called in the vs stage"), "{error}");
}

#[test]
fn matrices_are_made_of_their_columns() {
    let mut m = Module::new(Stage::Pixel);
    let r = Registers::new(&mut m);
    let columns = [load(&mut m, r.r[0], "xyz"), load(&mut m, r.r[1], "xyz")];
    let matrix = m.matrix(&columns);
    let transposed = m.builtin(Builtin::Transpose, &[matrix], ty(Scalar::F32, 2));
    let column = m.column(transposed, 2);
    let bound = m.bind(column, Span::NONE).0;
    entry(&mut m, vec![bound]);
    let body = body_of(&text(&m));
    assert!(body.contains("vec2 tmp0 = transpose(mat2x3(r0.xyz, r1.xyz))[2];"), "{body}");
}
