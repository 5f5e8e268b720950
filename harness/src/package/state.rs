//! The fixed-function state of a scene as keys of a package and back.

use std::collections::BTreeMap;

use serde_json::Number;

use crate::case::state::{
    Blend, BlendOp, Cull, DepthBuffer, DepthClip, DepthFormat, DepthSaved, DepthWrites, Equation, Factor, Rasterizer,
    Target, Viewport, Winding,
};
use crate::draw::picture::Scalar;
use crate::interp::{Comparison, Format};

use super::PackageError;
use super::bindings::{FUNCS, back, there};
use super::file::{BlendJson, CullJson, DepthJson, DrawJson, FuncJson, RasterizerJson, TargetJson};

/// The most targets.
const TARGETS: u32 = 8;

const CULLS: [(CullJson, Cull); 3] =
    [(CullJson::None, Cull::None), (CullJson::Front, Cull::Front), (CullJson::Back, Cull::Back)];

/// Adds the state of a scene's rasteriser.
pub(super) fn export_rasterizer(draw: &mut DrawJson, raster: &Rasterizer) {
    draw.rasterizer = Some(RasterizerJson {
        cull: back(&CULLS, raster.cull),
        front_ccw: (raster.front == Winding::CounterClockwise).then_some(true),
        depth_clip: (raster.depth_clip == DepthClip::Clamp).then_some(false),
        scissor: raster.scissor,
    });
    draw.viewport = raster.viewport.map(|viewport| {
        let Viewport { origin: [x, y], size: [width, height], depth: [near, far] } = viewport;
        [x, y, width, height, near, far].map(f64::from)
    });
}

/// The state of a package's rasteriser. What names the whole target is left out of a scene.
///
/// # Errors
/// [`PackageError`] for a viewport that Direct3D does not take.
pub(super) fn rasterizer(draw: &DrawJson) -> Result<Rasterizer, PackageError> {
    let state = draw.rasterizer.clone().unwrap_or_default();
    let whole = [0, 0, i64::from(draw.width), i64::from(draw.height)];
    Ok(Rasterizer {
        viewport: draw.viewport.map(|values| viewport(draw, values)).transpose()?.flatten(),
        scissor: state.scissor.filter(|scissor| *scissor != whole),
        cull: there(&CULLS, state.cull.unwrap_or_default()).unwrap_or_default(),
        front: if state.front_ccw.unwrap_or(false) { Winding::CounterClockwise } else { Winding::Clockwise },
        depth_clip: if state.depth_clip.unwrap_or(true) { DepthClip::Clip } else { DepthClip::Clamp },
    })
}

#[allow(clippy::cast_possible_truncation, reason = "Direct3D's viewport is of 32-bit floats")]
fn viewport(draw: &DrawJson, values: [f64; 6]) -> Result<Option<Viewport>, PackageError> {
    let [x, y, width, height, near, far] = values.map(|value| value as f32);
    let in_range = |depth: f32| (0.0..=1.0).contains(&depth);
    let sane = [x, y, width, height].iter().all(|value| value.abs() <= 32768.0);
    if !sane || width < 0.0 || height < 0.0 || !in_range(near) || !in_range(far) || near > far {
        return Err(PackageError::Value(format!("a viewport of {values:?}")));
    }
    let whole = [0.0, 0.0, f64::from(draw.width), f64::from(draw.height), 0.0, 1.0];
    let viewport = Viewport { origin: [x, y], size: [width, height], depth: [near, far] };
    #[allow(clippy::float_cmp, reason = "the same numbers")]
    let is_whole = values == whole;
    Ok((!is_whole).then_some(viewport))
}

/// The targets of a scene.
pub(super) fn export_targets(targets: &BTreeMap<u32, Target>) -> Vec<TargetJson> {
    let target = |(&slot, target): (&u32, &Target)| TargetJson {
        slot: Some(slot),
        format: target.format.name().into(),
        clear: Some(target.clear.map(|word| number(target.scalar(), word))),
        write_mask: (target.write_mask != 15).then(|| target.write_mask.into()),
        blend: target.blend.map(|Blend { color, alpha }| BlendJson {
            src: Some(color.src),
            dest: Some(color.dest),
            op: Some(color.op),
            src_alpha: Some(alpha.src),
            dest_alpha: Some(alpha.dest),
            op_alpha: Some(alpha.op),
        }),
    };
    targets.iter().map(target).collect()
}

fn number(scalar: Scalar, word: u32) -> Number {
    match scalar {
        Scalar::Float => Number::from_f64(f64::from(f32::from_bits(word))).unwrap_or_else(|| 0.into()),
        Scalar::Uint => word.into(),
        Scalar::Int => word.cast_signed().into(),
    }
}

/// The targets of a package by slot.
///
/// # Errors
/// [`PackageError`] for formats that cannot be targets, and values out of their ranges.
pub(super) fn targets(draw: &DrawJson) -> Result<BTreeMap<u32, Target>, PackageError> {
    let mut targets = BTreeMap::new();
    for entry in draw.targets.iter().flatten() {
        let slot = entry.slot.unwrap_or(0);
        let Some(format) = Format::from_name(&entry.format).filter(|format| format.is_target()) else {
            return Err(PackageError::Unsupported(format!("a target of the format {}", entry.format)));
        };
        let clear = entry.clear.as_ref();
        let clear = clear.map_or([0; 4], |clear| clear.each_ref().map(|number| word(number, format.is_integer())));
        let write_mask = u8::try_from(entry.write_mask.unwrap_or(15)).ok().filter(|mask| *mask <= 15);
        let write_mask = write_mask.ok_or_else(|| PackageError::Value(format!("the write_mask of target {slot}")))?;
        let target = Target { format, clear, write_mask, blend: entry.blend.as_ref().map(blend) };
        if slot >= TARGETS || targets.insert(slot, target).is_some() {
            return Err(PackageError::Value(format!("slot {slot} of the targets")));
        }
    }
    Ok(targets)
}

fn blend(entry: &BlendJson) -> Blend {
    let equation = |src: Option<Factor>, dest: Option<Factor>, op: Option<BlendOp>| Equation {
        src: src.unwrap_or(Factor::One),
        dest: dest.unwrap_or(Factor::Zero),
        op: op.unwrap_or(BlendOp::Add),
    };
    Blend {
        color: equation(entry.src, entry.dest, entry.op),
        alpha: equation(entry.src_alpha, entry.dest_alpha, entry.op_alpha),
    }
}

/// A number of the file as a word.
#[allow(clippy::cast_possible_truncation, reason = "the nearest float, or the low 32 bits, are what is wanted")]
fn word(number: &Number, is_integer: bool) -> u32 {
    let value = number.as_f64().unwrap_or(0.0);
    if is_integer { (number.as_i64().unwrap_or(value as i64) & 0xffff_ffff) as u32 } else { (value as f32).to_bits() }
}

/// The depth buffer of a scene. A pixel shader alone is drawn on tiles that are not tested.
pub(super) fn export_depth(buffer: &DepthBuffer, test: Option<Comparison>) -> DepthJson {
    DepthJson {
        format: there(&DepthFormat::NAMES, buffer.format).unwrap_or_default().into(),
        clear: Some(buffer.clear.into()),
        test: test.is_none().then_some(false),
        write: (buffer.writes == DepthWrites::Never).then_some(false),
        func: test.and_then(|test| back(&FUNCS, test)),
        save: Some(buffer.saved == DepthSaved::Yes),
    }
}

/// The depth buffer of a package.
///
/// # Errors
/// [`PackageError`] for an unknown format, and a clear value out of range.
#[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
pub(super) fn depth(entry: &DepthJson) -> Result<DepthBuffer, PackageError> {
    let format = DepthFormat::NAMES.iter().find(|(_, name)| *name == entry.format).map(|(format, _)| *format);
    let format =
        format.ok_or_else(|| PackageError::Unsupported(format!("a depth buffer of the format {}", entry.format)))?;
    let clear = entry.clear.unwrap_or(1.0) as f32;
    if !(0.0..=1.0).contains(&clear) {
        return Err(PackageError::Value(format!("a depth buffer cleared to {clear}")));
    }
    let test = there(&FUNCS, entry.func.unwrap_or(FuncJson::Less)).filter(|_| entry.test.unwrap_or(true));
    Ok(DepthBuffer {
        format,
        clear,
        test,
        writes: if entry.write.unwrap_or(true) { DepthWrites::Passed } else { DepthWrites::Never },
        saved: if entry.save.unwrap_or(false) { DepthSaved::Yes } else { DepthSaved::No },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(text: &str) -> DrawJson {
        let all = format!(r#"{{"version": 1, "width": 8, "height": 4, "vs": "v"{text}}}"#);
        serde_json::from_str(&all).unwrap()
    }

    #[test]
    fn what_is_left_out_is_the_whole_target() {
        let whole =
            draw(r#", "viewport": [0, 0, 8, 4, 0, 1], "rasterizer": {"scissor": [0, 0, 8, 4], "cull": "none"}"#);
        assert_eq!(rasterizer(&whole).unwrap(), Rasterizer::default());
        assert_eq!(rasterizer(&draw("")).unwrap(), Rasterizer::default());
    }

    #[test]
    fn the_rasterizer_comes_back() {
        let given = draw(
            r#", "viewport": [0.5, -1, 8, 4, 0.25, 0.5],
            "rasterizer": {"scissor": [1, 0, 8, 4], "cull": "back", "front_ccw": true, "depth_clip": false}"#,
        );
        let state = rasterizer(&given).unwrap();
        assert_eq!(
            (state.cull, state.front, state.depth_clip),
            (Cull::Back, Winding::CounterClockwise, DepthClip::Clamp)
        );
        assert_eq!(state.viewport.unwrap().depth, [0.25, 0.5]);
        let mut written = draw("");
        export_rasterizer(&mut written, &state);
        assert_eq!(rasterizer(&written).unwrap(), state);
        for wrong in ["[0, 0, -1, 1, 0, 1]", "[0, 0, 1, 1, 0, 1.5]", "[0, 0, 1, 1, 0.6, 0.5]", "[1e9, 0, 1, 1, 0, 1]"] {
            let error = rasterizer(&draw(&format!(r#", "viewport": {wrong}"#))).unwrap_err();
            assert!(error.to_string().contains("viewport"), "{wrong}");
        }
    }

    #[test]
    fn targets_come_back() {
        let given = draw(
            r#", "targets": [
            {"format": "B8G8R8A8_UNORM", "clear": [1, 0.5, 0, 0], "write_mask": 7,
             "blend": {"src": "src_alpha", "dest": "inv_src1_color", "op": "rev_subtract", "op_alpha": "max"}},
            {"format": "R32G32_SINT", "slot": 2, "clear": [-1, 7, 0, 0]},
            {"format": "R32G32B32A32_UINT", "slot": 3, "clear": [4294967295, 2.0, 0, 0]}]"#,
        );
        let found = targets(&given).unwrap();
        let color = found[&0].blend.unwrap().color;
        assert_eq!((color.src, color.dest, color.op), (Factor::SrcAlpha, Factor::InvSrc1Color, BlendOp::RevSubtract));
        assert_eq!(found[&0].blend.unwrap().alpha.src, Factor::One);
        assert_eq!(found[&0].write_mask, 7);
        assert_eq!(found[&2].clear[..2], [u32::MAX, 7]);
        assert_eq!(found[&3].clear[..2], [u32::MAX, 2]);
        let written = DrawJson { targets: Some(export_targets(&found)), ..draw("") };
        assert_eq!(targets(&written).unwrap(), found);
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let refused = |text: &str| targets(&draw(text)).unwrap_err().to_string();
        assert!(refused(r#", "targets": [{"format": "R9G9B9E5_SHAREDEXP"}]"#).contains("R9G9B9E5_SHAREDEXP"));
        assert!(refused(r#", "targets": [{"format": "R8_UNORM", "write_mask": 16}]"#).contains("write_mask"));
        assert!(refused(r#", "targets": [{"format": "R8_UNORM", "slot": 8}]"#).contains("slot 8"));
        let depth_of = |text: &str| depth(&serde_json::from_str(text).unwrap());
        assert!(depth_of(r#"{"format": "R32_FLOAT"}"#).unwrap_err().to_string().contains("R32_FLOAT"));
        assert!(depth_of(r#"{"format": "D16_UNORM", "clear": 2}"#).is_err());
        let buffer = depth_of(r#"{"format": "D24_UNORM_S8_UINT", "func": "greater", "write": false}"#).unwrap();
        assert_eq!(buffer.test, Some(Comparison::Greater));
        assert_eq!(depth(&export_depth(&buffer, buffer.test)).unwrap(), buffer);
        assert_eq!(depth_of(r#"{"format": "D32_FLOAT", "test": false}"#).unwrap().test, None);
    }
}
