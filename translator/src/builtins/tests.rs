//! What the registry as a whole must hold: its size, its groups, and what its spellings may call.

use std::collections::BTreeSet;

use super::es300::{self, Param, Sampler};
use super::probe::{self, Call, GlslType};
use super::*;

fn rows() -> impl Iterator<Item = &'static Row> {
    Builtin::ALL.iter().map(|builtin| builtin.row())
}

fn count(mut holds: impl FnMut(&Row) -> bool) -> usize {
    rows().filter(|row| holds(row)).count()
}

fn names(mut holds: impl FnMut(&Row) -> bool) -> BTreeSet<&'static str> {
    rows().filter(|row| holds(row)).map(|row| row.name).collect()
}

fn words(text: &'static str) -> BTreeSet<&'static str> {
    text.split_whitespace().collect()
}

/// The plain call of a name: all arguments in order and nothing else.
fn plain(row: &Row) -> String {
    let places: Vec<String> = (0..row.args.len()).map(|at| format!("${at}")).collect();
    format!("{}({})", row.name, places.join(", "))
}

fn template(form: &Form) -> String {
    form.spell(|at| format!("${at}"), "$off")
}

fn is_alike(row: &Row) -> bool {
    let spells_plainly = |form: Option<&Form>| form.is_some_and(|form| template(form) == plain(row));
    spells_plainly(row.wgsl.form()) && spells_plainly(row.glsl.form())
}

fn all_forms() -> impl Iterator<Item = (&'static Row, &'static Form)> {
    rows().flat_map(|row| {
        let own = row.glsl.form().into_iter();
        let alts = row.alts.iter().filter_map(|alt| alt.glsl.form());
        let offset = match &row.offset {
            Offset::Form(form) => Some(form),
            Offset::None(_) => None,
        };
        own.chain(alts).chain(offset).map(move |form| (row, form))
    })
}

#[test]
fn the_registry_has_its_size() {
    assert_eq!(Builtin::ALL.len(), 163);
    assert_eq!(count(is_alike), 44);
    assert_eq!(count(|row| row.glsl.form().is_some() && !is_alike(row)), 73);
    assert_eq!(count(|row| matches!(row.glsl, Glsl::None(_))), 43);
    assert_eq!(count(|row| matches!(row.glsl, Glsl::PreEmit)), 3);
    assert_eq!(count(|row| row.math.is_some()), 27);
    assert_eq!(count(|row| row.stages == Stages::Fragment), 19);
    assert_eq!(count(|row| row.stages == Stages::Compute), 4);
    assert_eq!(count(|row| row.stages == Stages::FragmentOrCompute), 12);
    assert_eq!(count(|row| matches!(row.glsl, Glsl::Helper(..))), 13);
    let helpers: BTreeSet<Helper> = rows()
        .filter_map(|row| match row.glsl {
            Glsl::Helper(helper, _) => Some(helper),
            Glsl::Form(_) | Glsl::None(_) | Glsl::PreEmit => None,
        })
        .collect();
    assert_eq!(helpers.len(), 12);
}

#[test]
fn the_groups_have_their_sizes() {
    let sizes = [
        (Category::Maths, 47),
        (Category::Geometry, 12),
        (Category::Derivatives, 9),
        (Category::Bits, 10),
        (Category::Packing, 16),
        (Category::Casts, 5),
        (Category::Textures, 45),
        (Category::Atomics, 11),
        (Category::Barriers, 4),
        (Category::F64, 4),
    ];
    for (category, size) in sizes {
        assert_eq!(count(|row| row.category == category), size, "{category:?}");
    }
    let refusals = [11, 4, 1, 8, 6, 6, 2, 4, 1];
    for (refusal, size) in Refusal::ALL.into_iter().zip(refusals) {
        assert_eq!(count(|row| row.glsl == Glsl::None(refusal)), size, "{}", refusal.code());
    }
}

#[test]
fn the_groups_have_their_names() {
    let alike = "any all reflect refract transpose determinant sin cos tan asin acos atan sinh cosh tanh asinh acosh \
                 atanh exp log log2 exp2 floor ceil abs sqrt fract trunc sign radians degrees normalize fwidth min \
                 max pow clamp mix smoothstep step length dot distance cross";
    assert_eq!(names(is_alike), words(alike));

    let fragment = "textureSample textureSampleArray textureSampleCubeArray textureSampleBias textureSampleBiasArray \
                    textureSampleBiasCubeArray textureSampleCompare textureSampleCompareArray \
                    textureSampleCompareCube textureSampleCompareCubeArray dpdx dpdy fwidth dpdxCoarse dpdxFine \
                    dpdyCoarse dpdyFine fwidthCoarse fwidthFine";
    assert_eq!(names(|row| row.stages == Stages::Fragment), words(fragment));
    let compute = "workgroupBarrier storageBarrier textureBarrier workgroupUniformLoad";
    assert_eq!(names(|row| row.stages == Stages::Compute), words(compute));

    assert_eq!(names(|row| matches!(row.glsl, Glsl::PreEmit)), words("f64 f64FromParts f64Parts"));
    assert_eq!(names(|row| row.wgsl == Wgsl::Never), words("storageFetchF32 storageFetchI32 storageFetchU32"));
    assert!(rows().all(|row| (row.wgsl == Wgsl::PreEmit) == (row.glsl == Glsl::PreEmit)));

    let math = "abs acos acosh asin asinh atan atanh atan2 ceil cos cosh exp floor fround log log2 max min pow round \
                sign sin sinh sqrt tan tanh trunc";
    let members: BTreeSet<&str> = rows().filter_map(|row| row.math).collect();
    assert_eq!(members, words(math));
    for row in rows() {
        let reached = row.math.is_none_or(|member| member == row.name || (row.name, member) == ("f32", "fround"));
        assert!(reached, "{}", row.name);
    }

    let atoms = "absU ldexp mod pack4x8snorm pack4x8unorm quantizeToF16Vec2 quantizeToF16Vec3 quantizeToF16Vec4 \
                 unpack4x8snorm unpack4x8unorm";
    assert_eq!(names(Row::atom_args), words(atoms));
}

#[test]
fn each_name_leads_to_its_row_and_back() {
    let mut seen = BTreeSet::new();
    for builtin in Builtin::ALL.iter().copied() {
        assert_eq!(builtin.row().builtin, builtin);
        assert_eq!(Builtin::from_name(builtin.name()), Some(builtin));
        assert!(seen.insert(builtin.name()), "{} twice", builtin.name());
    }
    assert_eq!(Builtin::from_name("textureLod"), None);
    assert_eq!(Builtin::from_name(""), None);
}

#[test]
fn helpers_serve_the_names_that_need_them() {
    let want = [
        ("countOneBits", Helper::Popcnt),
        ("reverseBits", Helper::Brev),
        ("countLeadingZeros", Helper::Clz),
        ("countTrailingZeros", Helper::Ctz),
        ("firstLeadingBit", Helper::Msb),
        ("firstTrailingBit", Helper::Lsb),
        ("extractBits", Helper::Xbits),
        ("insertBits", Helper::Ibits),
        ("dotI", Helper::Idot),
        ("dotU", Helper::Idot),
        ("storageFetchF32", Helper::Sfetch),
        ("storageFetchU32", Helper::SfetchU),
        ("storageFetchI32", Helper::SfetchI),
    ];
    for (name, helper) in want {
        let glsl = Builtin::from_name(name).unwrap().row().glsl;
        assert!(matches!(glsl, Glsl::Helper(given, _) if given == helper), "{name}");
    }
}

/// The names that a text calls: identifiers with a parenthesis after them.
fn called(text: &str) -> Vec<&str> {
    text.match_indices('(')
        .map(|(at, _)| {
            let before = &text[..at];
            let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
            &before[start..]
        })
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn a_form_calls_predeclared_functions_or_its_helper_only() {
    for (row, form) in all_forms() {
        for name in called(&template(form)) {
            let own = matches!(row.glsl, Glsl::Helper(helper, _) if helper.name() == name);
            let known = es300::is_es300_builtin(name) || es300::is_es300_constructor(name);
            assert!(own || known, "{} calls {name}", row.name);
        }
    }
}

#[test]
fn a_helper_calls_predeclared_functions_or_helpers_only() {
    for helper in Helper::ALL {
        for operand in helper::Operand::ALL {
            let Some(overload) = helper::Overload::new(helper, operand) else { continue };
            let text = overload.definition(helper::DataTextures::Samplers);
            for name in called(&text).into_iter().filter(|name| *name != "if") {
                let own = Helper::ALL.iter().any(|helper| helper.name() == name);
                let known = es300::is_es300_builtin(name) || es300::is_es300_constructor(name);
                assert!(own || known, "{text} calls {name}");
            }
        }
    }
}

#[test]
fn a_form_prints_every_argument_that_its_target_takes() {
    let joined = |kind: Kind| matches!(kind, Kind::Sampler | Kind::ComparisonSampler);
    for row in rows().filter(|row| row.builtin != Builtin::F64Guard) {
        let all: BTreeSet<usize> = (0..row.args.len()).collect();
        let unjoined: BTreeSet<usize> = all.iter().copied().filter(|at| !joined(row.args[*at].kind)).collect();
        if let Some(form) = row.wgsl.form() {
            assert_eq!(form.args().collect::<BTreeSet<_>>(), all, "{}", row.name);
        }
        if let Some(form) = row.glsl.form() {
            assert_eq!(form.args().collect::<BTreeSet<_>>(), unjoined, "{}", row.name);
        }
        if let Offset::Form(form) = &row.offset {
            assert_eq!(form.args().collect::<BTreeSet<_>>(), unjoined, "{}", row.name);
            assert_eq!(form.pieces.iter().filter(|piece| **piece == Piece::Offset).count(), 1, "{}", row.name);
        }
        for alt in row.alts {
            let all: BTreeSet<usize> = (0..alt.args.len()).collect();
            for form in alt.wgsl.form().into_iter().chain(alt.glsl.form()) {
                assert_eq!(form.args().collect::<BTreeSet<_>>(), all, "{}", row.name);
            }
        }
    }
    let with_offset = all_forms().filter(|(_, form)| form.pieces.contains(&Piece::Offset));
    assert_eq!(with_offset.count(), 17);
}

#[test]
fn meanings_are_one_ascii_line() {
    for row in rows() {
        let meaning = row.meaning;
        assert!(meaning.is_ascii() && !meaning.contains('\n') && !meaning.contains("  "), "{}", row.name);
        assert!(!meaning.ends_with('.') && (10..=160).contains(&meaning.len()), "{}: {}", row.name, meaning.len());
    }
}

/// The forms that the specification of the registry states, for rows where a slip would still compile.
#[test]
fn spellings_are_the_stated_ones() {
    let want = [
        (Builtin::Atan2, "atan($0, $1)"),
        (Builtin::Mod, "mod($0, $1)"),
        (Builtin::Round, "roundEven($0)"),
        (Builtin::Select, "($2 ? $1 : $0)"),
        (
            Builtin::Ldexp,
            "($0 * intBitsToFloat((($1 >> 1) + 127) << 23) * intBitsToFloat((($1 - ($1 >> 1)) + 127) << 23))",
        ),
        (
            Builtin::Pack4x8Unorm,
            "(uint(floor(0.5 + clamp($0.x, 0.0, 1.0) * 255.0)) | (uint(floor(0.5 + clamp($0.y, 0.0, 1.0) * 255.0)) \
             << 8) | (uint(floor(0.5 + clamp($0.z, 0.0, 1.0) * 255.0)) << 16) | (uint(floor(0.5 + clamp($0.w, 0.0, \
             1.0) * 255.0)) << 24))",
        ),
        (
            Builtin::Pack4x8Snorm,
            "(uint(int(floor(0.5 + clamp($0.x, -1.0, 1.0) * 127.0)) & 0xFF) | (uint(int(floor(0.5 + clamp($0.y, \
             -1.0, 1.0) * 127.0)) & 0xFF) << 8) | (uint(int(floor(0.5 + clamp($0.z, -1.0, 1.0) * 127.0)) & 0xFF) << \
             16) | (uint(int(floor(0.5 + clamp($0.w, -1.0, 1.0) * 127.0)) & 0xFF) << 24))",
        ),
        (
            Builtin::QuantizeToF16Vec3,
            "vec3(unpackHalf2x16(packHalf2x16(vec2($0.x, 0.0))).x, unpackHalf2x16(packHalf2x16(vec2($0.y, 0.0))).x, \
             unpackHalf2x16(packHalf2x16(vec2($0.z, 0.0))).x)",
        ),
        (Builtin::TextureSampleBiasArray, "texture($0, vec3($2, float($3)), $4)"),
        (Builtin::TextureSampleCompareArray, "texture($0, vec4($2, float($3), $4))"),
        (Builtin::TextureSampleCompareLevel, "textureLod($0, vec3($2, $3), 0.0)"),
        (Builtin::TextureSampleGradArray, "textureGrad($0, vec3($2, float($3)), $4, $5)"),
        (Builtin::TextureLoadArrayU, "texelFetch($0, ivec3(ivec2($1), int($2)), int($3))"),
        (Builtin::TextureNumLayers, "uint(textureSize($0, 0).z)"),
        (Builtin::F64Guard, "texelFetch(_fp64, ivec2(0, 0), 0).x"),
    ];
    for (builtin, text) in want {
        assert_eq!(template(builtin.row().glsl.form().unwrap()), text);
    }
}

#[test]
fn the_number_of_arguments_chooses_the_call() {
    let spelled = |builtin: Builtin, argc| match builtin.glsl(argc) {
        Ok(glsl) => Ok(template(glsl.form().unwrap())),
        Err(no_form) => Err(no_form),
    };
    let size = Builtin::TextureDimensions;
    assert_eq!(spelled(size, 1).unwrap(), "uvec2(textureSize($0, 0))");
    assert_eq!(spelled(size, 2).unwrap(), "uvec2(textureSize($0, int($1)))");
    assert_eq!(spelled(size, 3), Err(NoForm::ArgumentCount { builtin: size, given: 3 }));
    assert_eq!(spelled(Builtin::TextureDimensions3d, 2).unwrap(), "uvec3(textureSize($0, int($1)))");

    // Three arguments are a mip level here, two a storage texture.
    assert!(Builtin::TextureLoad.glsl_pieces(3).is_ok());
    assert_eq!(Builtin::TextureLoad.glsl_pieces(2), Err(NoForm::Refused(Refusal::NoImageStore)));
    assert_eq!(Builtin::TextureStore.glsl_pieces(4), Err(NoForm::Refused(Refusal::NoImageStore)));
    assert_eq!(Builtin::F64Parts.glsl_pieces(1), Err(NoForm::PreEmit { builtin: Builtin::F64Parts }));

    let picked = Builtin::Select.glsl_when(When::VectorCondition).unwrap().form().unwrap();
    assert_eq!(template(picked), "mix($0, $1, $2)");
    let none = NoForm::NoSuchCall { builtin: Builtin::Abs, when: When::Level };
    assert_eq!(Builtin::Abs.glsl_when(When::Level), Err(none));
    assert_eq!(none.to_string(), "`abs` has no call of kind Level");
}

#[test]
fn offsets_stand_where_the_language_has_them() {
    let spelled = |builtin: Builtin, shape| builtin.glsl_offset(shape).map(template);
    let form = |text: &str| Ok(text.to_owned());
    assert_eq!(spelled(Builtin::TextureSample, Shape::D2), form("textureOffset($0, $2, $off)"));
    assert_eq!(spelled(Builtin::TextureSample, Shape::Cube), Err(NoOffset::Cube));
    assert_eq!(spelled(Builtin::TextureSample, Shape::D1), Err(NoOffset::NoForm(Refusal::NoTexture1d)));
    assert_eq!(spelled(Builtin::TextureSampleBias, Shape::D3), form("textureOffset($0, $2, $off, $3)"));
    let compare = Builtin::TextureSampleCompare;
    assert_eq!(spelled(compare, Shape::DepthD2), form("textureOffset($0, vec3($2, $3), $off)"));
    let array = Builtin::TextureSampleCompareArray;
    // `textureOffset` first takes a `sampler2DArrayShadow` in ES 3.20.
    let want = "textureGradOffset($0, vec4($2, float($3), $4), dFdx($2), dFdy($2), $off)";
    assert_eq!(spelled(array, Shape::DepthD2Array), form(want));
    let level = Builtin::TextureSampleCompareLevelArray;
    let want = "textureGradOffset($0, vec4($2, float($3), $4), vec2(0.0), vec2(0.0), $off)";
    assert_eq!(spelled(level, Shape::DepthD2Array), form(want));
    assert_eq!(spelled(Builtin::TextureSampleCompareLevelCube, Shape::DepthCube), Err(NoOffset::Cube));
    let load = Builtin::TextureLoadU;
    assert_eq!(spelled(load, Shape::D2), form("texelFetchOffset($0, ivec2($1), int($2), $off)"));
    assert_eq!(spelled(Builtin::TextureGather, Shape::D2), Err(NoOffset::NoForm(Refusal::NoGather)));
    assert_eq!(spelled(Builtin::TextureDimensions, Shape::D2), Err(NoOffset::NotARead));
    assert_eq!(spelled(Builtin::Abs, Shape::D2), Err(NoOffset::NotARead));
}

#[test]
fn a_declared_function_wins() {
    let declared = BTreeSet::from(["pow", "f32", "f64", "mine"]);
    assert_eq!(resolve("pow", &declared), Callee::Declared);
    assert_eq!(resolve("mine", &declared), Callee::Declared);
    assert_eq!(resolve("exp", &declared), Callee::Builtin(Builtin::Exp));
    assert_eq!(resolve("yours", &declared), Callee::Unknown);
    // Of the value constructors only the double gives way.
    assert_eq!(resolve("f32", &declared), Callee::Builtin(Builtin::F32));
    assert_eq!(resolve("f64", &declared), Callee::Declared);
    assert_eq!(resolve("f64", &BTreeSet::new()), Callee::Builtin(Builtin::F64));

    for name in ["textureSample", "inversesqrt", "mat3x2", "_popcnt"] {
        assert!(is_predeclared(name), "{name}");
    }
    assert!(!is_predeclared("mine"));
}

/// The parameter that an expression of a template is, the types of the arguments being settled.
fn param(text: &str, args: &[GlslType]) -> Option<Param> {
    let text = text.trim();
    if let Some(at) = text.strip_prefix('$').and_then(|at| at.parse::<usize>().ok()) {
        let GlslType::Value(value) = args[at] else { return None };
        return named(value.es300_name()?);
    }
    match text.split_once('(') {
        // A derivative has the type of what it is taken of.
        Some(("dFdx" | "dFdy", of)) => param(of.strip_suffix(')')?, args),
        Some((constructor, _)) => named(constructor),
        None if text.contains('.') => Some(Param::F1),
        None => Some(Param::I1),
    }
}

fn named(name: &str) -> Option<Param> {
    let all = [Param::F1, Param::F2, Param::F3, Param::F4, Param::I1, Param::I2, Param::I3];
    all.into_iter().find(|param| param.name() == name)
}

/// The pieces of a list between its outermost commas.
fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The texture function that a call makes: its name, sampler and parameters.
fn texture_call(call: &Call) -> Option<(&'static str, Sampler, Vec<Param>)> {
    let offset = call.offset.unwrap_or_default();
    let text = call.form.spell(|at| format!("${at}"), offset);
    let function = es300::TEXTURE_FUNCTIONS.iter().find(|f| called(&text).contains(&f.name))?.name;
    let open = text.find(&format!("{function}("))? + function.len() + 1;
    let mut depth = 1;
    let close = text[open..].find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })? + open;
    let list = split_list(&text[open..close]);
    let (texture, rest) = list.split_first()?;
    let at: usize = texture.strip_prefix('$')?.parse().ok()?;
    let GlslType::Texture(sampler, ..) = call.args[at] else { return None };
    let params: Option<Vec<Param>> = rest.iter().map(|text| param(text, &call.args)).collect();
    Some((function, sampler, params?))
}

#[test]
fn texture_forms_call_overloads_that_exist() {
    let mut checked = BTreeSet::new();
    for call in probe::calls() {
        let row = call.builtin.row();
        let guarded = matches!(row.glsl, Glsl::Helper(..)) || row.builtin == Builtin::F64Guard;
        if row.category != Category::Textures || guarded {
            continue;
        }
        let (function, sampler, params) = texture_call(&call).unwrap();
        assert!(es300::takes(function, sampler, &params), "{}: {function} {sampler:?} {params:?}", row.name);
        checked.insert((row.name, call.offset.is_some()));
    }
    // Of the 45 names 20 have no form and 3 go through a helper.
    assert_eq!(checked.iter().filter(|(_, offset)| !offset).count(), 45 - 20 - 3);
    assert_eq!(checked.iter().filter(|(_, offset)| *offset).count(), 17);
}

#[test]
fn every_form_has_a_probe() {
    let probes = probe::all_glsl_probe_shaders();
    let probed: BTreeSet<Builtin> = probes.iter().filter_map(|probe| probe.builtin).collect();
    let with_form: BTreeSet<Builtin> =
        Builtin::ALL.iter().copied().filter(|builtin| builtin.row().glsl.form().is_some()).collect();
    assert_eq!(probed, with_form);
    assert_eq!(probed.len(), 117);
    let distinct: BTreeSet<&str> = probes.iter().map(|probe| probe.name.as_str()).collect();
    assert_eq!(distinct.len(), probes.len());
    assert!(probes.iter().all(|probe| probe.stage != Stage::Compute && !probe.source.contains('$')));
}

#[test]
fn every_texture_overload_has_a_probe() {
    let overloads = es300::TEXTURE_FUNCTIONS.iter().flat_map(|function| function.overloads);
    let calls: usize = overloads.map(|overload| 1 + usize::from(overload.bias == es300::Bias::Optional)).sum();
    assert_eq!(probe::all_texture_overload_shaders().len(), calls);
}
