//! Values for constant buffers and structures, by the types and names in the reflection data.

use std::collections::BTreeMap;

use dxbc_translator::container::rdef::Buffer;
use dxbc_translator::container::rdef_types::{Class, Packing, Scalar, Type};

use super::file::{Number, Words};
use super::matrices::{self, CAMERA, Convention, FAR, NEAR};
use super::mesh::unit;
use super::random::Random;

/// Most values of one buffer: what a file says must not decide memory.
const VALUES: u32 = 1 << 16;

/// What values are made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe<'a> {
    /// The case, which seeds all values.
    pub(super) case: &'a str,
    /// How the shader multiplies matrices.
    pub(super) convention: Convention,
    /// Size of the targets.
    pub(super) size: [u32; 2],
    /// Values that the case gives, by the variable's name.
    pub(super) given: &'a BTreeMap<String, Words>,
}

/// The bytes of a constant buffer of `rows` rows, with what its description says.
pub(super) fn constants(recipe: Recipe<'_>, name: &str, rows: u32, layout: Option<&Buffer>) -> Vec<u8> {
    let mut bytes = vec![0; rows as usize * 16];
    match layout {
        Some(layout) => fill(recipe, layout, layout.kind.packing(), &mut bytes),
        None => {
            let mut random = Random::new(&[recipe.case, "rows", name]);
            for word in bytes.chunks_exact_mut(4) {
                word.copy_from_slice(&random.between(0.1, 1.0).to_le_bytes());
            }
        }
    }
    bytes
}

/// The bytes of `count` structures of `stride` bytes.
pub(super) fn structures(recipe: Recipe<'_>, layout: &Buffer, stride: u32, count: u32) -> Vec<u8> {
    let mut bytes = vec![0; stride as usize * count as usize];
    for (number, structure) in bytes.chunks_exact_mut(stride.max(1) as usize).enumerate() {
        let case = format!("{}[{number}]", recipe.case);
        fill(Recipe { case: &case, ..recipe }, layout, Packing::Tight, structure);
    }
    bytes
}

fn fill(recipe: Recipe<'_>, layout: &Buffer, packing: Packing, bytes: &mut [u8]) {
    let mut writer = Writer { recipe, packing, bytes, budget: VALUES };
    for variable in &layout.variables {
        match recipe.given.get(&variable.name) {
            Some(words) => {
                let mut numbers = words.flatten().into_iter().cycle();
                writer.each_component(&variable.ty, variable.offset, &mut |scalar| {
                    numbers.next().map_or(0, |number| given_bits(scalar, number))
                });
            }
            None => writer.value(&variable.ty, &variable.name, variable.offset, 0),
        }
    }
}

/// A given number as a variable of a type holds it.
fn given_bits(scalar: Scalar, number: Number) -> u32 {
    if is_float(scalar) { number.float_bits() } else { number.bits() }
}

const fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float | Scalar::Double | Scalar::Min8Float | Scalar::Min10Float | Scalar::Min16Float)
}

struct Writer<'a> {
    recipe: Recipe<'a>,
    packing: Packing,
    bytes: &'a mut [u8],
    budget: u32,
}

impl Writer<'_> {
    fn put(&mut self, offset: u32, word: u32) {
        let start = offset as usize;
        if let Some(slot) = self.bytes.get_mut(start..start + 4) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Bytes from one element of an array to the next.
    fn stride(&self, element: &Type) -> u32 {
        let size = element.size(self.packing);
        match self.packing {
            Packing::Rows => size.next_multiple_of(16),
            Packing::Tight => size,
        }
    }

    /// Splits an array, and says whether there was one.
    fn elements(&mut self, ty: &Type, mut each: impl FnMut(&mut Self, &Type, u32, u32)) -> bool {
        if ty.elements == 0 {
            return false;
        }
        let element = Type { elements: 0, ..ty.clone() };
        let stride = self.stride(&element);
        for number in 0..u32::from(ty.elements) {
            if self.budget == 0 {
                break;
            }
            each(self, &element, number, number.saturating_mul(stride));
        }
        true
    }

    fn value(&mut self, ty: &Type, name: &str, offset: u32, element: u32) {
        let split = self.elements(ty, |writer, ty, number, at| {
            writer.value(ty, name, offset.saturating_add(at), number);
        });
        if split {
            return;
        }
        self.budget = self.budget.saturating_sub(1);
        match ty.class {
            Class::Scalar | Class::Vector => {
                let components = usize::from(ty.columns.clamp(1, 4));
                let number = element.to_string();
                let mut random = Random::new(&[self.recipe.case, "constant", name, &number]);
                let words = vector(self.recipe, ty.scalar, name, components, &mut random);
                for (component, word) in (0..).zip(words.into_iter().take(components)) {
                    self.component(ty.scalar, offset, component, word);
                }
            }
            Class::MatrixRows | Class::MatrixColumns => self.matrix(ty, name, offset, element),
            Class::Struct | Class::InterfaceClass => {
                for member in &ty.members {
                    let path = format!("{name}.{}", member.name);
                    self.value(&member.ty, &path, offset.saturating_add(member.offset), element);
                }
            }
            Class::Object | Class::InterfacePointer | Class::Other(_) => {}
        }
    }

    /// Writes component `component` of a vector; `word` is a float's bits for a double.
    fn component(&mut self, scalar: Scalar, offset: u32, component: u32, word: u32) {
        if scalar == Scalar::Double {
            let bits = f64::from(f32::from_bits(word)).to_bits();
            let at = offset.saturating_add(component * 8);
            #[allow(clippy::cast_possible_truncation, reason = "the two halves")]
            let halves = [bits as u32, (bits >> 32) as u32];
            self.put(at, halves[0]);
            self.put(at.saturating_add(4), halves[1]);
        } else {
            self.put(offset.saturating_add(component * 4), word);
        }
    }

    fn matrix(&mut self, ty: &Type, name: &str, offset: u32, element: u32) {
        let m = matrices::named(name, element, self.recipe.convention);
        let (rows, columns) = (usize::from(ty.rows.min(4)), usize::from(ty.columns.min(4)));
        let by_rows = ty.class == Class::MatrixRows;
        let (lines, length) = if by_rows { (rows, columns) } else { (columns, rows) };
        let tight = u32::try_from(length * 4).unwrap_or(16);
        let stride = if self.packing == Packing::Rows { 16 } else { tight };
        let m = if by_rows { m } else { matrices::transposed(&m) };
        for (line, values) in m.iter().enumerate().take(lines) {
            for (place, &value) in values.iter().enumerate().take(length) {
                #[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
                let word = if is_float(ty.scalar) { (value as f32).to_bits() } else { (value * 4.0) as i32 as u32 };
                let at = offset.saturating_add(u32::try_from(line).unwrap_or(0) * stride);
                self.component(ty.scalar, at, u32::try_from(place).unwrap_or(0), word);
            }
        }
    }

    /// Writes every component of a variable in order.
    fn each_component(&mut self, ty: &Type, offset: u32, next: &mut dyn FnMut(Scalar) -> u32) {
        let split = self.elements(ty, |writer, ty, _, at| {
            writer.each_component(ty, offset.saturating_add(at), next);
        });
        if split {
            return;
        }
        self.budget = self.budget.saturating_sub(1);
        match ty.class {
            Class::Scalar | Class::Vector => {
                for component in 0..u32::from(ty.columns.min(4)) {
                    let word = next(ty.scalar);
                    self.component(ty.scalar, offset, component, word);
                }
            }
            Class::MatrixRows | Class::MatrixColumns => {
                // Given as its rows are written in HLSL.
                let by_rows = ty.class == Class::MatrixRows;
                let line = if by_rows { u32::from(ty.columns) } else { u32::from(ty.rows) };
                let stride = if self.packing == Packing::Rows { 16 } else { line * 4 };
                for row in 0..u32::from(ty.rows.min(4)) {
                    for column in 0..u32::from(ty.columns.min(4)) {
                        let (line, place) = if by_rows { (row, column) } else { (column, row) };
                        let word = next(ty.scalar);
                        self.component(ty.scalar, offset.saturating_add(line * stride), place, word);
                    }
                }
            }
            Class::Struct | Class::InterfaceClass => {
                for member in &ty.members {
                    self.each_component(&member.ty, offset.saturating_add(member.offset), next);
                }
            }
            Class::Object | Class::InterfacePointer | Class::Other(_) => {}
        }
    }
}

/// The words of a vector.
fn vector(recipe: Recipe<'_>, scalar: Scalar, name: &str, components: usize, random: &mut Random) -> [u32; 4] {
    // The last part of the path says what it is.
    let lower = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    if is_float(scalar) {
        return floats(recipe, &lower, components, random).map(f32::to_bits);
    }
    if scalar == Scalar::Bool {
        return [(); 4].map(|()| random.below(2));
    }
    [(); 4].map(|()| integer(&lower, random))
}

/// Whether a name is one of the operands of an operation: `g_a`.
fn is_operand(lower: &str) -> bool {
    lower.strip_prefix("g_").is_some_and(|rest| rest.len() == 1)
}

/// Words with the least and greatest whole number that their variables get.
const INTEGERS: [(&[&str], [u32; 2]); 6] = [
    (&["count", "num", "steps", "samples", "iterations", "octaves", "loops", "limit", "max"], [2, 6]),
    (&["mask", "flags", "bits", "packed", "seed"], [1, 0xffff]),
    (&["stride"], [16, 16]),
    (&["width", "height", "size", "extent", "resolution"], [8, 16]),
    (&["level", "mip", "lod", "index", "layer", "slice", "mode", "kind", "channel", "face"], [0, 2]),
    (&[""], [0, 5]),
];

/// A whole number for a variable of that name.
fn integer(lower: &str, random: &mut Random) -> u32 {
    const EDGES: [u32; 4] = [0, u32::MAX, 0x8000_0000, 0x7fff_ffff];
    if is_operand(lower) {
        let (word, small) = (random.word(), random.below(40));
        return match random.below(4) {
            0 => word,
            1 => EDGES[(word % 4) as usize],
            _ => small,
        };
    }
    let range = INTEGERS.iter().find(|(words, _)| words.iter().any(|word| lower.contains(word)));
    let [low, high] = range.map_or([0, 5], |(_, range)| *range);
    low + random.below(high - low + 1)
}

/// Words with the least and greatest value that the floats of their variables get. The first row that fits counts.
const FLOATS: [(&[&str], [f32; 2]); 9] = [
    (&["color", "colour", "tint", "albedo", "ambient", "emission", "emissive"], [0.2, 1.0]),
    (&["pos", "center", "centre", "origin", "point"], [-0.75, 0.75]),
    (&["texel", "invsize", "rcp", "pixelsize"], [0.0625, 0.0625]),
    (&["cutoff", "threshold", "alpharef", "dissolve"], [0.25, 0.5]),
    (&["bias", "epsilon"], [0.001, 0.01]),
    (&["power", "exponent", "shininess", "gloss"], [2.0, 8.0]),
    (&["time", "phase", "clock"], [0.5, 2.0]),
    (&["offset", "scroll", "velocity", "jitter"], [-0.25, 0.25]),
    (&[""], [0.1, 1.0]),
];

/// Floats for a variable of that name.
fn floats(recipe: Recipe<'_>, lower: &str, components: usize, random: &mut Random) -> [f32; 4] {
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if is_operand(lower) {
        return [(); 4].map(|()| random.between(-4.0, 4.0));
    }
    if has(&["near"]) && components == 1 {
        return [NEAR; 4];
    }
    if has(&["far"]) && components == 1 {
        return [FAR; 4];
    }
    if has(&["viewport", "screensize", "resolution", "screen"]) && components >= 2 {
        let [width, height] = recipe.size.map(|side| u16::try_from(side).map_or(1.0, f32::from));
        return [width, height, 1.0 / width, 1.0 / height];
    }
    if has(&["camera", "eye"]) && has(&["pos"]) {
        return [CAMERA[0], CAMERA[1], CAMERA[2], 1.0];
    }
    if has(&["dir", "normal", "axis"]) && components >= 3 {
        let [x, y, z] = [(); 3].map(|()| random.between(-0.75, 0.75));
        let [x, y, z] = unit([x, y + 0.5, z - 0.75]);
        return [x, y, z, random.between(0.1, 1.0)];
    }
    let [low, high] =
        FLOATS.iter().find(|(words, _)| words.iter().any(|word| lower.contains(word))).map_or([0.1, 1.0], |row| row.1);
    [(); 4].map(|()| random.between(low, high))
}

#[cfg(test)]
mod tests {
    use dxbc_translator::container::rdef::{BufferKind, Variable};

    use super::*;

    fn ty(class: Class, scalar: Scalar, rows: u16, columns: u16, elements: u16) -> Type {
        Type { class, scalar, rows, columns, elements, name: None, members: Vec::new() }
    }

    fn buffer(variables: Vec<(&str, u32, Type)>) -> Buffer {
        let variables = variables.into_iter().map(|(name, offset, ty)| Variable {
            name: name.into(),
            offset,
            size: ty.size(Packing::Rows),
            used: true,
            ty,
            default: None,
            textures: None,
            samplers: None,
        });
        Buffer {
            name: "cb".into(),
            kind: BufferKind::ConstantBuffer,
            size: 0,
            explicit_register: false,
            variables: variables.collect(),
        }
    }

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
    }

    #[test]
    fn given_values_go_where_the_layout_says() {
        let given = BTreeMap::from([
            ("a".to_owned(), Words::List(vec![Words::Int(1), Words::Float(2.0)])),
            ("n".to_owned(), Words::Int(7)),
            ("m".to_owned(), Words::List((1..=6).map(Words::Int).collect())),
        ]);
        let recipe = Recipe { case: "x", convention: Convention::Columns, size: [32, 32], given: &given };
        let layout = buffer(vec![
            ("a", 0, ty(Class::Scalar, Scalar::Float, 1, 1, 2)),
            ("n", 20, ty(Class::Vector, Scalar::Int, 1, 2, 0)),
            ("m", 32, ty(Class::MatrixColumns, Scalar::Float, 2, 3, 0)),
        ]);
        let found = words(&constants(recipe, "cb", 5, Some(&layout)));
        let f = |value: f32| value.to_bits();
        // An element of an array starts a row; columns of a matrix do too.
        assert_eq!(found[0..8], [f(1.0), 0, 0, 0, f(2.0), 7, 7, 0]);
        assert_eq!(found[8..20], [f(1.0), f(4.0), 0, 0, f(2.0), f(5.0), 0, 0, f(3.0), f(6.0), 0, 0]);
    }

    #[test]
    fn values_do_not_depend_on_the_place_in_the_buffer() {
        let given = BTreeMap::new();
        let recipe = Recipe { case: "x", convention: Convention::Columns, size: [32, 32], given: &given };
        let one = ty(Class::Vector, Scalar::Float, 1, 2, 0);
        let a = constants(recipe, "cb", 1, Some(&buffer(vec![("v", 0, one.clone())])));
        let b = constants(recipe, "cb", 1, Some(&buffer(vec![("v", 8, one)])));
        assert_eq!(a[0..8], b[8..16]);
        assert!(words(&a)[..2].iter().all(|&word| (0.1..1.0).contains(&f32::from_bits(word))));
    }

    #[test]
    fn rows_without_description_are_floats() {
        let given = BTreeMap::new();
        let recipe = Recipe { case: "x", convention: Convention::Columns, size: [32, 32], given: &given };
        let found = words(&constants(recipe, "cb0", 3, None));
        assert_eq!(found.len(), 12);
        assert!(found.iter().all(|&word| (0.1..1.0).contains(&f32::from_bits(word))));
    }
}
