//! The functions that GLSL ES 3.00 lacks and a unit defines for itself.
//!
//! A unit carries the overloads that it calls and those that they call, each defined before its first use. The
//! text leans on `precision highp int;` and `precision highp float;` standing above it, since a fragment shader
//! has mediump integers otherwise; samplers say `highp` themselves, as some have no default at all.

use std::collections::BTreeSet;

use super::kind::{Scalar, Type};

/// A function that a unit may have to define, in the order of definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// `_popcnt(x)`: how many bits are 1.
    Popcnt,
    /// `_brev(x)`: the bits in the opposite order.
    Brev,
    /// `_msb(x)`: where the highest 1 bit is, for a signed x the highest bit unlike the sign; all ones if none.
    Msb,
    /// `_lsb(x)`: where the lowest 1 bit is; all ones if none.
    Lsb,
    /// `_clz(x)`: how many 0 bits stand above the highest 1 bit; 32 if none.
    Clz,
    /// `_ctz(x)`: how many 0 bits stand below the lowest 1 bit; 32 if none.
    Ctz,
    /// `_xbits(e, offset, count)`: a field of bits moved to bit 0, sign-extended if e is signed.
    Xbits,
    /// `_ibits(e, newbits, offset, count)`: e with a field of bits replaced.
    Ibits,
    /// `_idot(a, b)`: the dot product of integer vectors, wrapping.
    Idot,
    /// `_sfetch(t, i)`: lane i of a float buffer in a texture.
    Sfetch,
    /// `_sfetchU(t, i)`: lane i of an unsigned buffer in a texture.
    SfetchU,
    /// `_sfetchI(t, i)`: lane i of a signed buffer in a texture.
    SfetchI,
}

impl Helper {
    /// Every helper, in the order of definition.
    pub const ALL: [Self; 12] = [
        Self::Popcnt,
        Self::Brev,
        Self::Msb,
        Self::Lsb,
        Self::Clz,
        Self::Ctz,
        Self::Xbits,
        Self::Ibits,
        Self::Idot,
        Self::Sfetch,
        Self::SfetchU,
        Self::SfetchI,
    ];

    /// The name of the function. One leading underscore is legal everywhere; WebGL reserves `webgl_` and `_webgl_`,
    /// and GLSL two underscores in a row and `gl_`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Popcnt => "_popcnt",
            Self::Brev => "_brev",
            Self::Msb => "_msb",
            Self::Lsb => "_lsb",
            Self::Clz => "_clz",
            Self::Ctz => "_ctz",
            Self::Xbits => "_xbits",
            Self::Ibits => "_ibits",
            Self::Idot => "_idot",
            Self::Sfetch => "_sfetch",
            Self::SfetchU => "_sfetchU",
            Self::SfetchI => "_sfetchI",
        }
    }
}

/// The type of the first argument of a helper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// `uint`.
    Uint,
    /// `uvec2`.
    Uvec2,
    /// `uvec3`.
    Uvec3,
    /// `uvec4`.
    Uvec4,
    /// `int`.
    Int,
    /// `ivec2`.
    Ivec2,
    /// `ivec3`.
    Ivec3,
    /// `ivec4`.
    Ivec4,
    /// The one sampler type that the helper reads.
    Texture,
}

impl Operand {
    /// Every type, in the order of definition.
    pub const ALL: [Self; 9] = [
        Self::Uint,
        Self::Uvec2,
        Self::Uvec3,
        Self::Uvec4,
        Self::Int,
        Self::Ivec2,
        Self::Ivec3,
        Self::Ivec4,
        Self::Texture,
    ];

    /// The operand of an integer type; none for any other type.
    pub const fn of(value: Type) -> Option<Self> {
        let operand = match (value.scalar, value.width) {
            (Scalar::U32, 1) => Self::Uint,
            (Scalar::U32, 2) => Self::Uvec2,
            (Scalar::U32, 3) => Self::Uvec3,
            (Scalar::U32, 4) => Self::Uvec4,
            (Scalar::I32, 1) => Self::Int,
            (Scalar::I32, 2) => Self::Ivec2,
            (Scalar::I32, 3) => Self::Ivec3,
            (Scalar::I32, 4) => Self::Ivec4,
            (Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::F64, _) => return None,
        };
        Some(operand)
    }

    /// The unsigned type of as many components; a texture is itself.
    const fn unsigned(self) -> Self {
        match self {
            Self::Uint | Self::Int => Self::Uint,
            Self::Uvec2 | Self::Ivec2 => Self::Uvec2,
            Self::Uvec3 | Self::Ivec3 => Self::Uvec3,
            Self::Uvec4 | Self::Ivec4 => Self::Uvec4,
            Self::Texture => Self::Texture,
        }
    }

    /// The name of the type, of its unsigned counterpart, of its element, and its components; none for a texture.
    const fn words(self) -> Option<Words> {
        let (name, unsigned, element, lanes) = match self {
            Self::Uint => ("uint", "uint", "uint", ""),
            Self::Uvec2 => ("uvec2", "uvec2", "uint", "xy"),
            Self::Uvec3 => ("uvec3", "uvec3", "uint", "xyz"),
            Self::Uvec4 => ("uvec4", "uvec4", "uint", "xyzw"),
            Self::Int => ("int", "uint", "int", ""),
            Self::Ivec2 => ("ivec2", "uvec2", "int", "xy"),
            Self::Ivec3 => ("ivec3", "uvec3", "int", "xyz"),
            Self::Ivec4 => ("ivec4", "uvec4", "int", "xyzw"),
            Self::Texture => return None,
        };
        Some(Words { name, unsigned, element, lanes })
    }

    /// Whether it is signed.
    const fn is_signed(self) -> bool {
        matches!(self, Self::Int | Self::Ivec2 | Self::Ivec3 | Self::Ivec4)
    }
}

/// The words that the text of an integer helper is made of.
#[derive(Clone, Copy)]
struct Words {
    name: &'static str,
    unsigned: &'static str,
    element: &'static str,
    lanes: &'static str,
}

/// One definition: a helper for one type of its first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overload {
    helper: Helper,
    operand: Operand,
}

impl Overload {
    /// The overload of `helper` whose first argument is `operand`; none where the helper has no such overload.
    pub const fn new(helper: Helper, operand: Operand) -> Option<Self> {
        let fits = match helper {
            Helper::Sfetch | Helper::SfetchU | Helper::SfetchI => matches!(operand, Operand::Texture),
            Helper::Idot => !matches!(operand, Operand::Texture | Operand::Uint | Operand::Int),
            Helper::Popcnt
            | Helper::Brev
            | Helper::Msb
            | Helper::Lsb
            | Helper::Clz
            | Helper::Ctz
            | Helper::Xbits
            | Helper::Ibits => !matches!(operand, Operand::Texture),
        };
        if fits { Some(Self { helper, operand }) } else { None }
    }

    /// The helper.
    pub const fn helper(self) -> Helper {
        self.helper
    }

    /// The type of its first argument.
    pub const fn operand(self) -> Operand {
        self.operand
    }

    /// The overload that its text calls, if it calls one. What that one calls comes earlier still, so following the
    /// calls ends.
    const fn calls(self) -> Option<Self> {
        let unsigned = self.operand.unsigned();
        let helper = match self.helper {
            Helper::Popcnt | Helper::Brev | Helper::Msb if self.operand.is_signed() => self.helper,
            Helper::Lsb | Helper::Clz => Helper::Msb,
            Helper::Ctz => Helper::Popcnt,
            Helper::Popcnt
            | Helper::Brev
            | Helper::Msb
            | Helper::Xbits
            | Helper::Ibits
            | Helper::Idot
            | Helper::Sfetch
            | Helper::SfetchU
            | Helper::SfetchI => return None,
        };
        Some(Self { helper, operand: unsigned })
    }

    /// The definition in GLSL, ending in a line break.
    pub fn definition(self, textures: DataTextures) -> String {
        let Some(words) = self.operand.words() else { return fetch(self.helper, textures) };
        let signed = self.operand.is_signed();
        match self.helper {
            Helper::Popcnt | Helper::Brev if signed => through_unsigned(self.helper.name(), words),
            Helper::Popcnt => popcnt(words),
            Helper::Brev => brev(words),
            Helper::Msb if signed => signed_msb(words),
            Helper::Msb => msb(words),
            Helper::Lsb => lsb(words),
            Helper::Clz => clz(words),
            Helper::Ctz => ctz(words),
            Helper::Xbits => xbits(words),
            Helper::Ibits => ibits(words),
            Helper::Idot => idot(words),
            Helper::Sfetch | Helper::SfetchU | Helper::SfetchI => fetch(self.helper, textures),
        }
    }
}

/// The overloads that a unit defines when it calls `used`: those and the ones they call, each before its first use.
/// The order is that of [`Helper`], then that of [`Operand`].
pub fn closure(used: &BTreeSet<Overload>) -> BTreeSet<Overload> {
    let mut all = BTreeSet::new();
    for overload in used {
        let mut next = Some(*overload);
        while let Some(overload) = next {
            all.insert(overload);
            next = overload.calls();
        }
    }
    all
}

/// The definitions that a unit needs when it calls `used`, in order, each ending in a line break.
pub fn definitions(used: &BTreeSet<Overload>, textures: DataTextures) -> impl Iterator<Item = String> {
    closure(used).into_iter().map(move |overload| overload.definition(textures))
}

/// What the texture of a buffer is to the helpers that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataTextures {
    /// A sampler, as GLSL ES has it.
    Samplers,
    /// A texture without a sampler, as the GLSL of Vulkan has it.
    Textures,
}

/// A signed overload that differs from the unsigned one by its type only.
fn through_unsigned(function: &str, Words { name, unsigned, .. }: Words) -> String {
    format!("{name} {function}({name} x) {{\n    return {name}({function}({unsigned}(x)));\n}}\n")
}

/// Counts in fields of 2, then 4, then 8 bits; the product adds the four bytes up in the top one.
fn popcnt(Words { name, .. }: Words) -> String {
    format!(
        "{name} _popcnt({name} x) {{
    {name} n = x - ((x >> 1) & 0x55555555u);
    n = (n & 0x33333333u) + ((n >> 2) & 0x33333333u);
    n = (n + (n >> 4)) & 0x0F0F0F0Fu;
    return (n * 0x01010101u) >> 24;
}}
"
    )
}

/// Exchanges neighbouring bits, then pairs, nibbles, bytes and halves.
fn brev(Words { name, .. }: Words) -> String {
    format!(
        "{name} _brev({name} x) {{
    {name} n = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    n = ((n >> 2) & 0x33333333u) | ((n & 0x33333333u) << 2);
    n = ((n >> 4) & 0x0F0F0F0Fu) | ((n & 0x0F0F0F0Fu) << 4);
    n = ((n >> 8) & 0x00FF00FFu) | ((n & 0x00FF00FFu) << 8);
    return (n >> 16) | (n << 16);
}}
"
    )
}

/// Halves the span that holds the highest bit four times, to two bits; if neither is set the answer is all ones.
fn msb(Words { name, .. }: Words) -> String {
    format!(
        "{name} _msb({name} x) {{
    {name} s = min(x >> 16, 1u) << 4;
    {name} at = s;
    {name} n = x >> s;
    s = min(n >> 8, 1u) << 3;
    at += s;
    n >>= s;
    s = min(n >> 4, 1u) << 2;
    at += s;
    n >>= s;
    s = min(n >> 2, 1u) << 1;
    at += s;
    n >>= s;
    s = n >> 1;
    return at + s + min(n, 1u) - 1u;
}}
"
    )
}

/// The highest bit unlike the sign is the highest 1 bit once a negative is complemented.
fn signed_msb(Words { name, unsigned, .. }: Words) -> String {
    format!("{name} _msb({name} x) {{\n    return {name}(_msb({unsigned}(x ^ (x >> 31))));\n}}\n")
}

/// The lowest 1 bit alone is x and its negation.
fn lsb(Words { name, unsigned, .. }: Words) -> String {
    format!(
        "{name} _lsb({name} x) {{
    {unsigned} n = {unsigned}(x);
    return {name}(_msb(n & (0u - n)));
}}
"
    )
}

/// All ones, for no bit at all, is -1 here, which gives 32.
fn clz(Words { name, unsigned, .. }: Words) -> String {
    format!("{name} _clz({name} x) {{\n    return {name}(31u - _msb({unsigned}(x)));\n}}\n")
}

/// The zeros below the lowest 1 bit, as ones.
fn ctz(Words { name, unsigned, .. }: Words) -> String {
    format!(
        "{name} _ctz({name} x) {{
    {unsigned} n = {unsigned}(x);
    return {name}(_popcnt(~n & (n - 1u)));
}}
"
    )
}

/// With c at least 1 both shifts are below 32, past which GLSL leaves a shift undefined.
fn xbits(Words { name, .. }: Words) -> String {
    format!(
        "{name} _xbits({name} e, uint offset, uint count) {{
    uint o = min(offset, 32u);
    uint c = min(count, 32u - o);
    if (c == 0u) {{
        return {name}(0);
    }}
    return (e << (32u - o - c)) >> (32u - c);
}}
"
    )
}

/// With c at least 1 both shifts are below 32, past which GLSL leaves a shift undefined.
fn ibits(Words { name, element, .. }: Words) -> String {
    format!(
        "{name} _ibits({name} e, {name} newbits, uint offset, uint count) {{
    uint o = min(offset, 32u);
    uint c = min(count, 32u - o);
    if (c == 0u) {{
        return e;
    }}
    {element} k = {element}((0xFFFFFFFFu >> (32u - c)) << o);
    return (e & ~k) | ((newbits << o) & k);
}}
"
    )
}

/// The sum of the products, from the first component on.
fn idot(Words { name, element, lanes, .. }: Words) -> String {
    let products: Vec<String> = lanes.chars().map(|lane| format!("a.{lane} * b.{lane}")).collect();
    format!("{element} _idot({name} a, {name} b) {{\n    return {};\n}}\n", products.join(" + "))
}

/// The text of a buffer read; only the three names that read buffers have one.
fn fetch(helper: Helper, textures: DataTextures) -> String {
    let (result, element) = match helper {
        Helper::Sfetch => ("float", ""),
        Helper::SfetchU => ("uint", "u"),
        Helper::SfetchI => ("int", "i"),
        Helper::Popcnt
        | Helper::Brev
        | Helper::Msb
        | Helper::Lsb
        | Helper::Clz
        | Helper::Ctz
        | Helper::Xbits
        | Helper::Ibits
        | Helper::Idot => return String::new(),
    };
    let (qualifier, ty) = match textures {
        DataTextures::Samplers => ("highp ", "sampler2D"),
        DataTextures::Textures => ("", "texture2D"),
    };
    let name = helper.name();
    format!(
        "{result} {name}({qualifier}{element}{ty} t, int i) {{
    int w = textureSize(t, 0).x;
    return texelFetch(t, ivec2(i % w, i / w), 0).x;
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overload(helper: Helper, operand: Operand) -> Overload {
        Overload::new(helper, operand).unwrap()
    }

    fn every_overload() -> BTreeSet<Overload> {
        Helper::ALL
            .into_iter()
            .flat_map(|helper| Operand::ALL.into_iter().filter_map(move |operand| Overload::new(helper, operand)))
            .collect()
    }

    #[test]
    fn there_are_seventy_three_overloads() {
        // Eight bit helpers of eight types, six dot products, three buffer reads.
        assert_eq!(every_overload().len(), 8 * 8 + 6 + 3);
        assert_eq!(Overload::new(Helper::Idot, Operand::Int), None);
        assert_eq!(Overload::new(Helper::Sfetch, Operand::Uint), None);
        assert_eq!(Overload::new(Helper::Popcnt, Operand::Texture), None);
    }

    #[test]
    fn what_a_helper_calls_is_defined_before_it() {
        let used = BTreeSet::from([
            overload(Helper::Ctz, Operand::Ivec2),
            overload(Helper::Lsb, Operand::Int),
            overload(Helper::Brev, Operand::Ivec4),
            overload(Helper::Idot, Operand::Uvec3),
        ]);
        let order: Vec<(Helper, Operand)> =
            closure(&used).into_iter().map(|overload| (overload.helper(), overload.operand())).collect();
        let want = [
            (Helper::Popcnt, Operand::Uvec2),
            (Helper::Brev, Operand::Uvec4),
            (Helper::Brev, Operand::Ivec4),
            (Helper::Msb, Operand::Uint),
            (Helper::Lsb, Operand::Int),
            (Helper::Ctz, Operand::Ivec2),
            (Helper::Idot, Operand::Uvec3),
        ];
        assert_eq!(order, want);
    }

    /// The helpers that a definition calls, by name.
    fn called(text: &str) -> BTreeSet<&str> {
        let body = text.split_once('{').unwrap().1;
        body.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| word.starts_with('_')).collect()
    }

    #[test]
    fn the_calls_of_a_text_are_those_that_the_order_counts_on() {
        for overload in every_overload() {
            let text = overload.definition(DataTextures::Samplers);
            let want: BTreeSet<&str> = overload.calls().iter().map(|callee| callee.helper().name()).collect();
            assert_eq!(called(&text), want, "{text}");
            let head = format!(" {}(", overload.helper().name());
            assert_eq!(text.matches(&head).count(), 1, "{text}");
            assert!(text.ends_with("}\n") && !text.contains("__"), "{text}");
        }
    }

    #[test]
    fn nothing_used_defines_nothing() {
        assert_eq!(definitions(&BTreeSet::new(), DataTextures::Samplers).count(), 0);
    }

    #[test]
    fn a_dot_product_adds_up_its_lanes() {
        let text = overload(Helper::Idot, Operand::Ivec3).definition(DataTextures::Samplers);
        assert_eq!(text, "int _idot(ivec3 a, ivec3 b) {\n    return a.x * b.x + a.y * b.y + a.z * b.z;\n}\n");
    }
}
