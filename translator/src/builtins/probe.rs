//! Small shaders that call every builtin with every shape of arguments, for a real compiler to accept.
//!
//! Each takes its arguments from uniforms, so that nothing is folded, and stores the result in a variable of the
//! type that the table promises. A compiler that accepts all of them agrees with the table about spellings, argument
//! kinds, result kinds and helper definitions.

use std::collections::BTreeSet;

use super::es300::{Bias, Param, Sampler, TEXTURE_FUNCTIONS};
use super::form::Form;
use super::helper::{self, Operand, Overload};
use super::kind::{Kind, ResultKind, Scalar, Shape, Stage, Texels, Type};
use super::row::{Arg, Glsl, Offset};
use super::table::Builtin;

/// One shader to compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// What it calls: stage, call and argument types.
    pub name: String,
    /// The builtin that it calls; none for a probe of the language itself.
    pub builtin: Option<Builtin>,
    /// The stage to compile it for: vertex or fragment.
    pub stage: Stage,
    /// The whole source.
    pub source: String,
}

/// The type of an argument or a result in GLSL ES 3.00.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GlslType {
    /// A scalar or a vector.
    Value(Type),
    /// A float matrix of this many columns and rows.
    Matrix(u8, u8),
    /// A sampler of this element.
    Texture(Sampler, Scalar, Shape),
    /// Nothing: the argument joins another one.
    Joined,
}

/// A call with the types of its arguments settled.
pub(super) struct Call {
    pub(super) builtin: Builtin,
    pub(super) glsl: Glsl,
    pub(super) form: Form,
    pub(super) args: Vec<GlslType>,
    pub(super) offset: Option<&'static str>,
}

/// A shader for every GLSL ES 3.00 form of every builtin, over the shapes of its arguments and the stages where the
/// call is legal, texture reads with a constant offset included.
pub fn all_glsl_probe_shaders() -> Vec<Probe> {
    let mut probes = Vec::new();
    for call in calls() {
        for (stage, word) in [(Stage::Vertex, "vertex"), (Stage::Fragment, "fragment")] {
            if call.builtin.row().stages.allow(stage)
                && let Some(source) = source(stage, &call)
            {
                let name = format!("{word} {}", call_name(&call));
                probes.push(Probe { name, builtin: Some(call.builtin), stage, source });
            }
        }
    }
    probes
}

/// A fragment shader for every overload of every texture function that GLSL ES 3.00 predeclares.
pub fn all_texture_overload_shaders() -> Vec<Probe> {
    let mut probes = Vec::new();
    for function in TEXTURE_FUNCTIONS {
        for overload in function.overloads {
            let biases: &[&[Param]] = match overload.bias {
                Bias::Optional => &[&[], &[Param::F1]],
                Bias::None => &[&[]],
            };
            for bias in biases {
                let params: Vec<Param> = overload.params.iter().chain(*bias).copied().collect();
                probes.push(overload_probe(function.name, overload.sampler, &params));
            }
        }
    }
    probes
}

/// A fragment shader that calls a texture function with these parameters, whether it takes them or not.
pub fn overload_probe(function: &str, sampler: Sampler, params: &[Param]) -> Probe {
    let mut text = head(Stage::Fragment);
    let sampler_name = sampler.name(Scalar::F32).unwrap_or_default();
    text.push_str(&format!("uniform highp {sampler_name} t;\n"));
    let mut call = format!("{function}(t");
    let mut types = vec![sampler_name];
    for (at, param) in params.iter().enumerate() {
        types.push(param.name());
        // Offsets have to be constant, and every whole vector after the coordinate is an offset.
        if at > 0 && matches!(param, Param::I2 | Param::I3) {
            call.push_str(&format!(", {}(1)", param.name()));
        } else {
            text.push_str(&format!("uniform highp {} a{at};\n", param.name()));
            call.push_str(&format!(", a{at}"));
        }
    }
    // A constructor of one component takes the first one of whatever the function gives.
    text.push_str(&format!("void main() {{\n    color = vec4(float({call})));\n}}\n"));
    let name = format!("overload {function}({})", types.join(", "));
    Probe { name, builtin: None, stage: Stage::Fragment, source: text }
}

/// Every call that has a GLSL ES 3.00 form, its argument types settled.
pub(super) fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for builtin in Builtin::ALL.iter().copied() {
        let row = builtin.row();
        let own = (row.args, row.glsl);
        let others = row.alts.iter().map(|alt| (alt.args, alt.glsl));
        for (args, glsl) in std::iter::once(own).chain(others) {
            let Some(form) = glsl.form() else { continue };
            for args in combinations(args) {
                calls.push(Call { builtin, glsl, form: *form, args, offset: None });
            }
        }
        if let Offset::Form(form) = row.offset {
            for args in combinations(row.args) {
                if let Some(offset) = args.iter().find_map(|arg| offset_text(*arg)) {
                    calls.push(Call { builtin, glsl: row.glsl, form, args, offset: Some(offset) });
                }
            }
        }
    }
    calls
}

/// A constant offset for a read from this texture; none for anything but a texture that takes one.
fn offset_text(arg: GlslType) -> Option<&'static str> {
    let GlslType::Texture(sampler, ..) = arg else { return None };
    match sampler.offset_width() {
        2 => Some("ivec2(1, -2)"),
        3 => Some("ivec3(1, -2, 3)"),
        _ => None,
    }
}

/// Every way to settle the types of the arguments.
fn combinations(args: &[Arg]) -> Vec<Vec<GlslType>> {
    let mut settled = vec![Vec::new()];
    for arg in args {
        settled = settled
            .iter()
            .flat_map(|before| {
                candidates(arg.kind, before).into_iter().map(move |next| {
                    let mut after = before.clone();
                    after.push(next);
                    after
                })
            })
            .collect();
    }
    settled
}

/// The GLSL ES 3.00 types that an argument of a kind may have, given the types of the arguments before it.
fn candidates(kind: Kind, before: &[GlslType]) -> Vec<GlslType> {
    let first = match before.first() {
        Some(GlslType::Value(first)) => Some(*first),
        Some(GlslType::Matrix(..) | GlslType::Texture(..) | GlslType::Joined) | None => None,
    };
    let like_first = |scalar: Option<Scalar>, width: Option<u8>| {
        let new = first.map(|first| Type::new(scalar.unwrap_or(first.scalar), width.unwrap_or(first.width)));
        new.map(GlslType::Value).into_iter().collect::<Vec<_>>()
    };
    match kind {
        Kind::Is(value) => values(&[value.scalar], &[value.width]),
        Kind::Float => values(&[Scalar::F32], &[1, 2, 3, 4]),
        Kind::Signed => values(&[Scalar::F32, Scalar::I32], &[1, 2, 3, 4]),
        Kind::Unsigned => values(&[Scalar::U32], &[1, 2, 3, 4]),
        Kind::Number => values(&[Scalar::F32, Scalar::I32, Scalar::U32], &[1, 2, 3, 4]),
        Kind::Int => values(&[Scalar::I32, Scalar::U32], &[1, 2, 3, 4]),
        Kind::VectorOf(scalar) => values(&[scalar], &[2, 3, 4]),
        Kind::SquareMatrix => (2..=4).map(|n| GlslType::Matrix(n, n)).collect(),
        Kind::Matrix => (2..=4).flat_map(|c| (2..=4).map(move |r| GlslType::Matrix(c, r))).collect(),
        Kind::Same => like_first(None, None),
        Kind::SameOrScalar => {
            let mut all = like_first(None, None);
            all.extend(like_first(None, Some(1)));
            all.dedup();
            all
        }
        Kind::ScalarOf0 => like_first(None, Some(1)),
        Kind::I32Shape => like_first(Some(Scalar::I32), None),
        Kind::BoolShape => like_first(Some(Scalar::Bool), None),
        Kind::AnyScalar | Kind::AnyScalarButF64 => values(&[Scalar::F32, Scalar::I32, Scalar::U32, Scalar::Bool], &[1]),
        Kind::AnyValue => values(&[Scalar::F32, Scalar::I32, Scalar::U32, Scalar::Bool], &[1, 2, 3, 4]),
        Kind::IntScalar => values(&[Scalar::I32, Scalar::U32], &[1]),
        Kind::Coord => coords(before, &[Scalar::F32]),
        Kind::SignedIntCoord => coords(before, &[Scalar::I32]),
        Kind::Texture(shapes, texels) => textures(shapes, texels),
        Kind::DataTexture(scalar) => vec![GlslType::Texture(Sampler::D2, scalar, Shape::D2)],
        Kind::Sampler | Kind::ComparisonSampler => vec![GlslType::Joined],
        Kind::IntCoord
        | Kind::Const0To3
        | Kind::F32OrF64
        | Kind::RuntimeArray
        | Kind::AtomicLocation
        | Kind::WorkgroupLocation
        | Kind::SameInt
        | Kind::StorageTexel => Vec::new(),
    }
}

/// The values of these elements and widths.
fn values(scalars: &[Scalar], widths: &[u8]) -> Vec<GlslType> {
    scalars.iter().flat_map(|s| widths.iter().map(|w| GlslType::Value(Type::new(*s, *w)))).collect()
}

/// The coordinates that the texture among the earlier arguments asks for.
fn coords(before: &[GlslType], scalars: &[Scalar]) -> Vec<GlslType> {
    let width = before.iter().find_map(|arg| match arg {
        GlslType::Texture(_, _, shape) => Some(shape.coord_width()),
        GlslType::Value(_) | GlslType::Matrix(..) | GlslType::Joined => None,
    });
    values(scalars, width.as_slice())
}

/// The samplers of these shapes, as far as the language has them.
fn textures(shapes: &[Shape], texels: Texels) -> Vec<GlslType> {
    let elements: &[Scalar] = match texels {
        Texels::Float => &[Scalar::F32],
        Texels::Any => &[Scalar::F32, Scalar::I32, Scalar::U32],
    };
    let samplers = shapes.iter().filter_map(|shape| shape.es300_sampler().ok().map(|sampler| (sampler, *shape)));
    samplers
        .flat_map(|(sampler, shape)| {
            let named = elements.iter().filter(move |element| sampler.name(**element).is_some());
            named.map(move |element| GlslType::Texture(sampler, *element, shape))
        })
        .collect()
}

/// The name of the type in GLSL ES 3.00; none for an argument that joins another.
fn type_name(glsl: GlslType) -> Option<String> {
    match glsl {
        GlslType::Value(value) => value.es300_name().map(str::to_owned),
        GlslType::Matrix(columns, rows) => Some(format!("mat{columns}x{rows}")),
        GlslType::Texture(sampler, scalar, _) => sampler.name(scalar).map(str::to_owned),
        GlslType::Joined => None,
    }
}

/// What the call of these arguments gives; none for a statement.
fn result(kind: ResultKind, args: &[GlslType]) -> Option<GlslType> {
    match (kind, args.first()) {
        (ResultKind::Is(value), _) => Some(GlslType::Value(value)),
        (ResultKind::Same, Some(first)) => Some(*first),
        (ResultKind::Transposed, Some(GlslType::Matrix(columns, rows))) => Some(GlslType::Matrix(*rows, *columns)),
        (ResultKind::Texel, Some(GlslType::Texture(_, scalar, _))) => Some(GlslType::Value(Type::new(*scalar, 4))),
        (
            ResultKind::Void
            | ResultKind::Same
            | ResultKind::Transposed
            | ResultKind::Texel
            | ResultKind::SameInt
            | ResultKind::SameStored
            | ResultKind::CompareExchange,
            _,
        ) => None,
    }
}

/// The overload of a helper that a call reaches.
fn helper_overload(call: &Call) -> Option<Overload> {
    let Glsl::Helper(helper, _) = call.glsl else { return None };
    let operand = match *call.args.first()? {
        GlslType::Value(value) => Operand::of(value)?,
        GlslType::Texture(..) => Operand::Texture,
        GlslType::Matrix(..) | GlslType::Joined => return None,
    };
    Overload::new(helper, operand)
}

/// Name and argument types of a call.
fn call_name(call: &Call) -> String {
    let types: Vec<String> = call.args.iter().filter_map(|arg| type_name(*arg)).collect();
    let offset = if call.offset.is_some() { " offset" } else { "" };
    format!("{}({}){offset}", call.builtin.name(), types.join(", "))
}

/// Everything before the first declaration.
fn head(stage: Stage) -> String {
    let output = match stage {
        Stage::Fragment => "layout(location = 0) out highp vec4 color;\n",
        Stage::Vertex | Stage::Compute => "flat out highp vec4 color;\n",
    };
    format!("#version 300 es\nprecision highp float;\nprecision highp int;\n{output}")
}

/// The shader around a call; none where the table promises a result that GLSL ES 3.00 has no type for.
fn source(stage: Stage, call: &Call) -> Option<String> {
    let mut text = head(stage);
    for (at, arg) in call.args.iter().enumerate() {
        if let Some(name) = type_name(*arg) {
            let precision = if name.starts_with('b') { "" } else { "highp " };
            text.push_str(&format!("uniform {precision}{name} a{at};\n"));
        }
    }
    if call.builtin == Builtin::F64Guard {
        text.push_str("uniform highp sampler2D _fp64;\n");
    }
    let used: BTreeSet<Overload> = helper_overload(call).into_iter().collect();
    helper::definitions(&used, helper::DataTextures::Samplers).for_each(|definition| text.push_str(&definition));
    let given = result(call.builtin.row().result, &call.args)?;
    let spelled = call.form.spell(|at| format!("a{at}"), call.offset.unwrap_or_default());
    let name = type_name(given)?;
    let first = match given {
        GlslType::Value(value) if value.width > 1 => "r.x",
        GlslType::Matrix(..) => "r[0].x",
        GlslType::Value(_) | GlslType::Texture(..) | GlslType::Joined => "r",
    };
    text.push_str(&format!("void main() {{\n    {name} r = {spelled};\n    color = vec4(float({first}));\n"));
    if stage == Stage::Vertex {
        text.push_str("    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n");
    }
    text.push_str("}\n");
    Some(text)
}
