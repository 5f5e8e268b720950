//! Compares pictures: what is equal, what is close enough, and where the rest is.
//!
//! Two words of a float layer are equal if they are the same float, where all NaNs are one value, both zeros are one
//! value, and subnormals are zeros (Direct3D lets arithmetic flush them). Words of integer layers are equal if their
//! bits are. Components that Direct3D does not define are not compared.
//!
//! What is close enough is said for each word by the [`Spread`] of what the interpreter gives when it errs on purpose
//! as far as implementations may. A word that no erring run moves is fixed by the rules and must be equal, whatever
//! computed it. A word that spreads widely stands where the shader jumps (an edge, a comparison, a hash of a sine); it
//! is counted as [`Counts::loose`]. A case may allow more with a [`Tolerance`] of its own.

use serde::Serialize;

use crate::draw::picture::{Picture, Scalar};

/// How much wider than what the erring runs gave the range of allowed values is: a few runs do not find the extremes.
const MARGIN: f32 = 2.0;

/// A spread beyond this part of the value (or of 1, for values below 1) is loose.
const LOOSE: f32 = 1.0 / 32.0;

/// Differences that are allowed everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tolerance {
    /// Largest absolute difference.
    pub absolute: f32,
    /// Largest difference relative to the larger magnitude.
    pub relative: f32,
}

impl Tolerance {
    /// The same floats only.
    pub const EXACT: Self = Self { absolute: 0.0, relative: 0.0 };

    /// Where words spread: a few erring runs may all err by little.
    const SPREADING: Self = Self { absolute: 1e-5, relative: 1e-4 };

    fn allows(self, expected: f32, found: f32, spread: f32) -> bool {
        let magnitude = expected.abs().max(found.abs());
        (expected - found).abs() <= self.absolute.max(self.relative * magnitude) + MARGIN * spread
    }
}

/// For each word of a picture how far erring runs were from it; infinite where they gave another kind of value, and
/// nothing without runs.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    layers: Vec<Vec<[f32; 4]>>,
}

impl Spread {
    /// The spread of other runs around a picture. A picture of another shape spreads nothing.
    #[must_use]
    pub fn of(picture: &Picture, others: &[Picture]) -> Self {
        let mut spread = Self::default();
        for other in others {
            spread.widen(picture, other);
        }
        spread
    }

    /// Takes one more run around the same picture into account.
    pub fn widen(&mut self, picture: &Picture, other: &Picture) {
        self.layers.resize_with(picture.layers.len(), Vec::new);
        for ((layer, other), spread) in picture.layers.iter().zip(&other.layers).zip(&mut self.layers) {
            spread.resize(layer.texels.len(), [0.0; 4]);
            for ((texel, found), spread) in layer.texels.iter().zip(&other.texels).zip(spread) {
                for (component, spread) in spread.iter_mut().enumerate() {
                    let far = distance(layer.scalar, texel.bits[component], found.bits[component]);
                    let far = if (texel.known ^ found.known) >> component & 1 != 0 { f32::INFINITY } else { far };
                    *spread = spread.max(far);
                }
            }
        }
    }

    fn at(&self, layer: usize, position: usize, component: usize) -> f32 {
        let texel = self.layers.get(layer).and_then(|texels| texels.get(position));
        texel.map_or(0.0, |texel| texel[component & 3])
    }
}

/// The distance of two words; infinite for integers and for values that are not finite, if they differ.
fn distance(scalar: Scalar, a: u32, b: u32) -> f32 {
    if same(scalar, a, b) {
        return 0.0;
    }
    let far = (f32::from_bits(a) - f32::from_bits(b)).abs();
    if scalar == Scalar::Float && far.is_finite() { far } else { f32::INFINITY }
}

/// Whether two words are the same value.
fn same(scalar: Scalar, a: u32, b: u32) -> bool {
    if a == b || scalar != Scalar::Float {
        return a == b;
    }
    let (a, b) = (flushed(a), flushed(b));
    a == b || (a.is_nan() && b.is_nan())
}

/// The float with subnormals as zero.
fn flushed(bits: u32) -> f32 {
    let value = f32::from_bits(bits);
    if value.is_subnormal() { 0.0 } else { value }
}

/// How many words of which kind there are. The sum of all but `texels` is the number of compared components and of the
/// undefined ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Texels of all layers.
    pub texels: u32,
    /// Components that Direct3D does not define.
    pub undefined: u32,
    /// The same value.
    pub equal: u32,
    /// Not the same, but within what is allowed.
    pub close: u32,
    /// Within what is allowed, where much is allowed.
    pub loose: u32,
    /// Different.
    pub different: u32,
    /// Texels with a different component.
    pub different_texels: u32,
}

/// Two words that differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Name of the layer.
    pub layer: String,
    /// Column from the left; the vertex for captured varyings.
    pub x: u32,
    /// Row from the top.
    pub y: u32,
    /// Component, 0 to 3.
    pub component: u8,
    /// The interpreter's value.
    pub expected: String,
    /// The engine's value.
    pub found: String,
    /// The bits of both.
    pub bits: [u32; 2],
    /// What the erring runs spread around the expected value.
    pub spread: f32,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Counts.
    pub counts: Counts,
    /// The first word that differs, in the order of rows.
    pub first: Option<Difference>,
    /// The greatest absolute difference of two finite floats that both sides define.
    pub largest: f32,
    /// How often the interpreter erred on purpose before all that differs was allowed: 0 for equal pictures.
    pub runs: u32,
    /// Whether nothing differs.
    pub agrees: bool,
}

impl Comparison {
    /// The part of the compared components where much is allowed.
    #[must_use]
    pub fn loose_part(&self) -> f64 {
        let counts = self.counts;
        let all = f64::from(counts.equal + counts.close + counts.loose + counts.different);
        if all > 0.0 { f64::from(counts.loose) / all } else { 0.0 }
    }
}

/// Compares what an engine drew with what the interpreter did. Layers go by position.
#[must_use]
pub fn compare(expected: &Picture, found: &Picture, spread: &Spread, tolerance: Tolerance) -> Comparison {
    let mut result = Comparison::default();
    let mut first: Option<(usize, Difference)> = None;
    for (number, layer) in expected.layers.iter().enumerate() {
        for (position, texel) in layer.texels.iter().enumerate() {
            result.counts.texels += 1;
            let other = found.layers.get(number).and_then(|layer| layer.texels.get(position));
            let mut differs = false;
            for component in 0..usize::from(layer.components.min(4)) {
                if texel.known >> component & 1 == 0 {
                    result.counts.undefined += 1;
                    continue;
                }
                let spread = spread.at(number, position, component);
                let expected_bits = texel.bits[component];
                let found_bits = other.map_or(!expected_bits, |texel| texel.bits[component]);
                match judge(layer.scalar, [expected_bits, found_bits], spread, tolerance, &mut result.largest) {
                    Judgement::Equal => result.counts.equal += 1,
                    Judgement::Close => result.counts.close += 1,
                    Judgement::Loose => result.counts.loose += 1,
                    Judgement::Different => {
                        result.counts.different += 1;
                        differs = true;
                        if first.as_ref().is_none_or(|(earlier, _)| position < *earlier) {
                            let width = expected.width.max(1);
                            let at = u32::try_from(position).unwrap_or(u32::MAX);
                            let difference = Difference {
                                layer: layer.name.clone(),
                                x: at % width,
                                y: at / width,
                                component: u8::try_from(component).unwrap_or(0),
                                expected: layer.scalar.text(expected_bits),
                                found: layer.scalar.text(found_bits),
                                bits: [expected_bits, found_bits],
                                spread,
                            };
                            first = Some((position, difference));
                        }
                    }
                }
            }
            result.counts.different_texels += u32::from(differs);
        }
    }
    result.first = first.map(|(_, difference)| difference);
    let same_shape = expected.layers.len() == found.layers.len();
    result.agrees = same_shape && result.counts.different_texels == 0;
    result
}

enum Judgement {
    Equal,
    Close,
    Loose,
    Different,
}

fn judge(
    scalar: Scalar,
    [expected, found]: [u32; 2],
    spread: f32,
    tolerance: Tolerance,
    largest: &mut f32,
) -> Judgement {
    if same(scalar, expected, found) {
        return Judgement::Equal;
    }
    let far = distance(scalar, expected, found);
    if far.is_finite() {
        *largest = largest.max(far);
    }
    let value = f32::from_bits(expected);
    // Nothing is known of a word that changes its kind, or of an integer that changes at all.
    let is_loose = spread.is_infinite() || (scalar == Scalar::Float && spread > LOOSE * value.abs().max(1.0));
    let is_allowed = |tolerance: Tolerance| far.is_finite() && tolerance.allows(value, f32::from_bits(found), spread);
    let within = spread.is_infinite() || is_allowed(tolerance) || (spread > 0.0 && is_allowed(Tolerance::SPREADING));
    match (within, is_loose) {
        (true, true) => Judgement::Loose,
        (true, false) => Judgement::Close,
        (false, _) => Judgement::Different,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::{Layer, Texel};

    fn picture(scalar: Scalar, words: &[[u32; 4]]) -> Picture {
        let texels = words.iter().map(|&bits| Texel::new(bits)).collect();
        let layer = Layer { name: "target0".into(), scalar, components: 4, texels };
        Picture { width: 2, height: 1, layers: vec![layer] }
    }

    const CLOSE: Tolerance = Tolerance { absolute: 1e-5, relative: 1e-4 };

    fn float(values: [f32; 4]) -> [u32; 4] {
        values.map(f32::to_bits)
    }

    fn run(a: &Picture, b: &Picture, tolerance: Tolerance) -> Comparison {
        compare(a, b, &Spread::default(), tolerance)
    }

    #[test]
    fn nan_zero_and_subnormals_are_equal_as_direct3d_has_them() {
        let a = picture(Scalar::Float, &[float([f32::NAN, 0.0, 1e-40, 1.0])]);
        let b = picture(Scalar::Float, &[[0xffc0_0001, 0x8000_0000, 0, 0x3f80_0000]]);
        let result = run(&a, &b, Tolerance::EXACT);
        assert!(result.agrees && result.counts.equal == 4);
        let ints = |word| picture(Scalar::Uint, &[[word; 4]]);
        assert!(!run(&ints(0), &ints(0x8000_0000), CLOSE).agrees);
    }

    #[test]
    fn differences_are_counted_and_named() {
        let a = picture(Scalar::Float, &[float([1.0; 4]), float([1.0, 2.0, 3.0, 4.0])]);
        let b = picture(Scalar::Float, &[float([1.0; 4]), float([1.0, 2.000_01, 3.5, f32::NAN])]);
        let result = run(&a, &b, CLOSE);
        let expected =
            Counts { texels: 2, undefined: 0, equal: 5, close: 1, loose: 0, different: 2, different_texels: 1 };
        assert_eq!(result.counts, expected);
        let first = result.first.unwrap();
        assert_eq!((first.x, first.y, first.component), (1, 0, 2));
        assert_eq!((first.expected.as_str(), first.found.as_str()), ("3.0", "3.5"));
        assert_eq!(result.largest, 0.5);
        assert!(!result.agrees);
    }

    #[test]
    fn undefined_components_are_not_compared() {
        let mut a = picture(Scalar::Float, &[float([1.0; 4])]);
        a.layers[0].texels[0].known = 0b1101;
        let b = picture(Scalar::Float, &[float([1.0, 9.0, 1.0, 1.0])]);
        let result = run(&a, &b, Tolerance::EXACT);
        assert!(result.agrees && result.counts.undefined == 1);
    }

    #[test]
    fn erring_runs_widen_what_is_allowed() {
        let a = picture(Scalar::Float, &[float([1.0, 1.0, 1.0, 0.0])]);
        let erring = picture(Scalar::Float, &[float([1.001, 1.0, f32::NAN, 2.0])]);
        let spread = Spread::of(&a, &[erring]);
        let b = picture(Scalar::Float, &[float([1.0015, 1.000_000_1, 77.0, -1.0])]);
        let result = compare(&a, &b, &spread, Tolerance::EXACT);
        // The first is within twice the spread; the second does not spread, so not even its last bit may differ; the
        // third and fourth spread widely.
        assert_eq!((result.counts.close, result.counts.different, result.counts.loose), (1, 1, 2));
    }
}
