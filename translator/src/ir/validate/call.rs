//! Rules of calls: the registry's argument and result kinds.

use super::Validator;
use super::expr::is_argument;
use crate::builtins::{self, Arg, Builtin, Category, Kind, Offset, ResultKind, Shape};
use crate::ir::double::BUILTINS;
use crate::ir::{Callee, Expr, Handle, Helper, Node, Scalar, TextureKind, Type};
use crate::program::TexelOffset;

/// The texture of a call.
#[derive(Clone, Copy)]
struct Read {
    shape: Shape,
    scalar: Scalar,
}

/// The registry's shape; textures of one dimension are read as two-dimensional ones of height 1.
const fn shape_of(kind: TextureKind, depth: bool) -> Shape {
    match (kind, depth) {
        (TextureKind::Line, _) => Shape::D1,
        (TextureKind::D1 | TextureKind::D2, false) => Shape::D2,
        (TextureKind::D1Array | TextureKind::D2Array, false) => Shape::D2Array,
        (TextureKind::D3, _) => Shape::D3,
        (TextureKind::Cube, false) => Shape::Cube,
        (TextureKind::CubeArray, false) => Shape::CubeArray,
        (TextureKind::D2Ms, false) => Shape::D2Ms,
        (TextureKind::D2Ms, true) => Shape::DepthD2Ms,
        (TextureKind::CubeArray, true) => Shape::DepthCubeArray,
        (TextureKind::D1 | TextureKind::D2, true) => Shape::DepthD2,
        (TextureKind::D1Array | TextureKind::D2Array, true) => Shape::DepthD2Array,
        (TextureKind::Cube, true) => Shape::DepthCube,
    }
}

/// The result of a call as its row has it: a read of an integer texture returns integers instead of floats.
fn texel_type(result: Type, read: Option<Read>) -> Type {
    match read {
        Some(read) if result == Type::new(Scalar::F32, 4) => result.with_scalar(read.scalar),
        _ => result,
    }
}

impl Validator<'_> {
    pub(super) fn call(&mut self, callee: Callee, args: &[Handle<Node>], offset: Option<TexelOffset>, ty: Type) {
        match callee {
            Callee::Helper(helper) => {
                self.require(offset.is_none(), "a helper is called with a texel offset");
                self.helper(helper, args, ty);
            }
            Callee::Double(helper) => {
                self.require(offset.is_none(), "a helper is called with a texel offset");
                let types = args.iter().map(|&arg| self.module.type_of(arg));
                if !types.eq(helper.args().iter().copied()) || ty != helper.result() {
                    self.fault(format!("the call of helper {} does not fit it", helper.name()));
                }
            }
            Callee::Builtin(builtin) => self.builtin(builtin, args, offset, ty),
        }
    }

    fn helper(&mut self, helper: Helper, args: &[Handle<Node>], ty: Type) {
        let expected = helper.args();
        let fits = args.len() == expected.len()
            && args.iter().zip(expected).all(|(&arg, &scalar)| {
                self.module.type_of(arg) == ty.with_scalar(scalar) && !is_argument(self.module, arg)
            });
        if !fits || ty.scalar != helper.result() {
            self.fault(format!("the call of helper {} does not fit it", helper.name()));
        }
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Handle<Node>], offset: Option<TexelOffset>, ty: Type) {
        let row = builtin.row();
        let name = builtin.name();
        let read = args.iter().find_map(|&arg| self.read_texture(arg));
        let first = args.first().map_or(ty, |&arg| self.module.type_of(arg));
        let fits = |kinds: &&[Arg]| args.iter().zip(*kinds).all(|(&arg, kind)| self.fits(arg, kind.kind, first, read));
        let calls = std::iter::once(row.args).chain(row.alts.iter().map(|alt| alt.args));
        let mut calls = calls.filter(|kinds: &&[Arg]| kinds.len() == args.len());
        let Some(kinds) = calls.clone().find(fits).or_else(|| calls.next()) else {
            return self.fault(format!("{name} does not take {} arguments", args.len()));
        };
        let double = |ty: Type| ty.scalar == Scalar::F64;
        let takes = BUILTINS.contains(&builtin) || row.category == Category::F64;
        if !takes && (double(ty) || args.iter().any(|&arg| double(self.module.type_of(arg)))) {
            return self.fault(format!("{name} takes no f64"));
        }
        for (position, (&arg, kind)) in args.iter().zip(kinds).enumerate() {
            if !self.fits(arg, kind.kind, first, read) {
                let found = self.module.type_of(arg);
                self.fault(format!("argument {position} ({found}) of {name} is no {}", kind.name));
            }
        }
        let result = match row.result {
            ResultKind::Is(result) => Some(texel_type(result.into(), read)),
            ResultKind::Same => Some(first),
            ResultKind::Texel => read.map(|read| Type::new(read.scalar, 4)),
            ResultKind::Transposed => {
                args.first().and_then(|&arg| self.module.matrix_size(arg)).map(|size| size.transposed().column())
            }
            ResultKind::Void | ResultKind::SameInt | ResultKind::SameStored | ResultKind::CompareExchange => None,
        };
        if result != Some(ty) {
            self.fault(format!("{name} does not give {ty}"));
        }
        if offset.is_some() {
            // In some target: which, its writer knows.
            let has = matches!(row.offset, Offset::Form(_)) && read.is_none_or(|read| !read.shape.is_cube())
                || read.is_some_and(|read| builtin.wgsl_offset(read.shape).is_ok());
            self.require(has, "a function that takes no texel offset is called with one");
        }
    }

    /// What an argument reads, if it is a texture that exists.
    fn read_texture(&self, arg: Handle<Node>) -> Option<Read> {
        let Expr::Sampling(sampling) = self.module.exprs[arg].expr else { return None };
        let sampling = self.module.samplings.get(sampling)?;
        let texture = self.module.textures.get(sampling.texture)?;
        Some(Read { shape: shape_of(texture.kind, sampling.reading.is_of_depths()), scalar: texture.scalar })
    }

    /// Whether an argument is of a kind. `first` is the type of argument 0.
    fn fits(&self, arg: Handle<Node>, kind: Kind, first: Type, read: Option<Read>) -> bool {
        let Node { expr, ty } = &self.module.exprs[arg];
        let ty = *ty;
        let value = !is_argument(self.module, arg);
        let coord = read.map(|read| read.shape.coord_width());
        let integer = matches!(ty.scalar, Scalar::I32 | Scalar::U32);
        let float = matches!(ty.scalar, Scalar::F32 | Scalar::F64);
        match kind {
            Kind::Is(expected) => value && Type::from(expected) == ty,
            Kind::Float => value && float,
            Kind::F32OrF64 => value && ty.width == 1 && float,
            Kind::Signed => value && (float || ty.scalar == Scalar::I32),
            Kind::Unsigned => value && ty.scalar == Scalar::U32,
            Kind::Number => value && (integer || float),
            Kind::Int => value && integer,
            Kind::VectorOf(scalar) => value && ty.width > 1 && Type::from(builtins::Type::new(scalar, ty.width)) == ty,
            Kind::Same => value && ty == first,
            Kind::SameOrScalar => value && ty.scalar == first.scalar && (ty.width == first.width || ty.width == 1),
            Kind::ScalarOf0 => value && ty == Type::new(first.scalar, 1),
            Kind::I32Shape => value && ty == first.with_scalar(Scalar::I32),
            Kind::BoolShape => value && ty == first.with_scalar(Scalar::Bool),
            Kind::AnyScalar | Kind::AnyScalarButF64 => value && ty.width == 1 && ty.scalar != Scalar::Bits,
            Kind::AnyValue => value && ty.scalar != Scalar::Bits,
            Kind::IntScalar => value && ty.width == 1 && (integer || ty.scalar == Scalar::F32),
            Kind::Const0To3 => self.module.as_literal(arg).is_some_and(|lanes| lanes.len() == 1 && lanes[0] < 4),
            Kind::Coord => value && ty.scalar == Scalar::F32 && coord == Some(ty.width),
            Kind::IntCoord => value && integer && coord == Some(ty.width),
            Kind::SignedIntCoord => {
                let line = read.is_some_and(|read| read.shape == Shape::D1);
                value && (ty.scalar == Scalar::I32 || line && integer) && coord == Some(ty.width)
            }
            // Integer textures too: Direct3D samples them without a filter, as GLSL does.
            Kind::Texture(shapes, _) => {
                read.is_some_and(|read| matches!(expr, Expr::Sampling(_)) && shapes.contains(&read.shape))
            }
            Kind::DataTexture(word) => {
                let word = Type::from(builtins::Type::new(word, 1));
                matches!(expr, Expr::Buffer(_) | Expr::GroupMemory(_)) && ty == word
            }
            Kind::Sampler => self.sampler(expr, false),
            Kind::ComparisonSampler => self.sampler(expr, true),
            Kind::Matrix => self.module.matrix_size(arg).is_some(),
            Kind::SquareMatrix => self.module.matrix_size(arg).is_some_and(|size| size.columns == size.rows),
            Kind::RuntimeArray
            | Kind::AtomicLocation
            | Kind::WorkgroupLocation
            | Kind::SameInt
            | Kind::StorageTexel => false,
        }
    }

    fn sampler(&self, expr: &Expr, comparison: bool) -> bool {
        let Expr::Sampling(sampling) = expr else { return false };
        let Some(sampling) = self.module.samplings.get(*sampling) else { return false };
        sampling.sampler.is_some() && sampling.reading.compares() == comparison
    }
}
