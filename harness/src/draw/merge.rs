//! The output merger: what a render target holds after a pixel, by Direct3D's rules for blending and write masks.

use crate::case::state::{Blend, BlendOp, Equation, Factor, Target};
use crate::interp::FormatClass;

use super::picture::Texel;

/// What a target holds after a pixel. `sources` are the pixel shader's output for it and the second one of blending.
#[must_use]
pub fn merge(target: &Target, old: Texel, sources: [Texel; 2]) -> Texel {
    let [source, second] = sources;
    let mixed = match &target.blend {
        Some(blend) if !target.format.is_integer() => Texel {
            bits: mix(target, blend, old.bits, [source.bits, second.bits]),
            known: if [old, source].iter().chain(blend.reads_second_source().then_some(&second)).all(|t| t.known == 15)
            {
                15
            } else {
                0
            },
        },
        Some(_) | None => source,
    };
    let mask = target.write_mask & 15;
    let stored = target.format.stored(mixed.bits);
    Texel {
        bits: std::array::from_fn(
            |component| {
                if mask >> component & 1 == 1 { stored[component] } else { old.bits[component] }
            },
        ),
        known: mixed.known & mask | old.known & !mask,
    }
}

/// What a cleared target holds.
#[must_use]
pub fn cleared(target: &Target) -> Texel {
    Texel::new(target.format.stored(target.clear))
}

/// The mixed components, not yet clamped to the format.
fn mix(target: &Target, blend: &Blend, old: [u32; 4], sources: [[u32; 4]; 2]) -> [u32; 4] {
    let class = target.format.class();
    let clamped = |words: [u32; 4]| words.map(|word| clamp(class, f32::from_bits(word)));
    let operands = Operands { old: old.map(f32::from_bits), source: clamped(sources[0]), second: clamped(sources[1]) };
    std::array::from_fn(|component| {
        let equation = if component == 3 { blend.alpha } else { blend.color };
        operands.mix(equation, component).to_bits()
    })
}

/// Fixed-point targets clamp what goes into blending; NaN is 0.
fn clamp(class: FormatClass, value: f32) -> f32 {
    let number = if value.is_nan() { 0.0 } else { value };
    match class {
        FormatClass::Unorm | FormatClass::UnormSrgb => number.clamp(0.0, 1.0),
        FormatClass::Snorm => number.clamp(-1.0, 1.0),
        FormatClass::Float | FormatClass::SharedExponent | FormatClass::Uint | FormatClass::Sint => value,
    }
}

struct Operands {
    old: [f32; 4],
    source: [f32; 4],
    second: [f32; 4],
}

impl Operands {
    fn mix(&self, equation: Equation, component: usize) -> f32 {
        let (source, old) = (self.source[component], self.old[component]);
        let scaled = |value: f32, factor: Factor| value * self.factor(factor, component);
        match equation.op {
            BlendOp::Add => scaled(source, equation.src) + scaled(old, equation.dest),
            BlendOp::Subtract => scaled(source, equation.src) - scaled(old, equation.dest),
            BlendOp::RevSubtract => scaled(old, equation.dest) - scaled(source, equation.src),
            BlendOp::Min => source.min(old),
            BlendOp::Max => source.max(old),
        }
    }

    fn factor(&self, factor: Factor, component: usize) -> f32 {
        match factor {
            Factor::Zero => 0.0,
            Factor::One => 1.0,
            Factor::SrcColor => self.source[component],
            Factor::InvSrcColor => 1.0 - self.source[component],
            Factor::SrcAlpha => self.source[3],
            Factor::InvSrcAlpha => 1.0 - self.source[3],
            Factor::DestAlpha => self.old[3],
            Factor::InvDestAlpha => 1.0 - self.old[3],
            Factor::DestColor => self.old[component],
            Factor::InvDestColor => 1.0 - self.old[component],
            Factor::Src1Color => self.second[component],
            Factor::InvSrc1Color => 1.0 - self.second[component],
            Factor::Src1Alpha => self.second[3],
            Factor::InvSrc1Alpha => 1.0 - self.second[3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::Format;

    fn target(format: Format, blend: Option<Blend>) -> Target {
        Target { format, clear: [0; 4], write_mask: 15, blend }
    }

    fn texel(values: [f32; 4]) -> Texel {
        Texel::new(values.map(f32::to_bits))
    }

    fn both(src: Factor, dest: Factor, op: BlendOp) -> Option<Blend> {
        let equation = Equation { src, dest, op };
        Some(Blend { color: equation, alpha: equation })
    }

    fn merged(target: &Target, old: [f32; 4], sources: [[f32; 4]; 2]) -> [f32; 4] {
        merge(target, texel(old), sources.map(texel)).bits.map(f32::from_bits)
    }

    const NONE: [f32; 4] = [0.0; 4];

    #[test]
    fn alpha_blending_is_the_weighted_sum() {
        let float = Format::R32G32B32A32Float;
        let over = target(float, both(Factor::SrcAlpha, Factor::InvSrcAlpha, BlendOp::Add));
        assert_eq!(merged(&over, [1.0, 0.0, 4.0, 1.0], [[0.0, 8.0, 4.0, 0.25], NONE]), [0.75, 2.0, 4.0, 0.8125]);
        let minus = target(float, both(Factor::One, Factor::DestColor, BlendOp::RevSubtract));
        assert_eq!(merged(&minus, [2.0; 4], [[1.0; 4], NONE]), [3.0; 4]);
        let least = target(float, both(Factor::Zero, Factor::Zero, BlendOp::Min));
        assert_eq!(merged(&least, [2.0; 4], [[1.0, 3.0, -1.0, 2.0], NONE]), [1.0, 2.0, -1.0, 2.0]);
        let second = target(float, both(Factor::Src1Color, Factor::InvSrc1Alpha, BlendOp::Add));
        assert_eq!(merged(&second, [1.0; 4], [[2.0; 4], [0.5, 1.0, 0.0, 0.5]]), [1.5, 2.5, 0.5, 1.5]);
    }

    #[test]
    fn fixed_point_clamps_before_and_after() {
        let add = target(Format::R8G8B8A8Unorm, both(Factor::One, Factor::One, BlendOp::Add));
        // 5 counts as 1, -5 as 0, and the sum ends at 1.
        let got = merged(&add, [0.0, 0.2, 0.8, 0.0], [[5.0, -5.0, 0.6, f32::NAN], NONE]);
        assert_eq!(got, [1.0, 51.0 / 255.0, 1.0, 0.0]);
    }

    #[test]
    fn masked_components_stay() {
        let masked = Target { write_mask: 0b0101, ..target(Format::R32G32B32A32Uint, None) };
        let old = Texel { bits: [1, 2, 3, 4], known: 0b1011 };
        let new = merge(&masked, old, [Texel { bits: [9; 4], known: 0b0011 }, Texel::new([0; 4])]);
        assert_eq!((new.bits, new.known), ([9, 2, 9, 4], 0b1011));
    }

    #[test]
    fn integers_do_not_blend() {
        let target = target(Format::R8G8B8A8Uint, both(Factor::Zero, Factor::One, BlendOp::Add));
        let new = merge(&target, Texel::new([1; 4]), [Texel::new([300, 7, 0, 1]), Texel::new([0; 4])]);
        assert_eq!(new.bits, [255, 7, 0, 1]);
    }
}
