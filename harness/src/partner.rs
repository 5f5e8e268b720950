//! Writes the other stage of a lone stage, so that it can be linked: WebGL2 links nothing but whole programs.
//!
//! The partner of a pixel shader writes every varying that the shader reads, the partner of a vertex shader reads every
//! varying that the shader writes. All values depend on the vertex, so that no compiler folds a varying away and
//! both declarations meet.

use std::fmt::Write as _;

use dxbc_translator::ir::InterpolationMode;
use dxbc_translator::reflect::Varying;

/// Name of the partner's own output; varyings start with `vs_`.
const SUM: &str = "partner_sum";

const HEADER: &str = "#version 300 es\nprecision highp float;\nprecision highp int;\n";

/// A vertex shader that writes the varyings of a pixel shader.
#[must_use]
pub fn vertex(varyings: &[Varying]) -> String {
    let mut text = String::from(HEADER);
    for varying in varyings {
        declare(&mut text, "out", varying);
    }
    text.push_str("void main()\n{\n    gl_Position = vec4(gl_VertexID);\n");
    for (Varying { name, ty, .. }, number) in varyings.iter().zip(1..) {
        line(&mut text, format_args!("    {name} = {ty}(gl_VertexID + {number});"));
    }
    text.push_str("}\n");
    text
}

/// A pixel shader that reads the varyings of a vertex shader.
#[must_use]
pub fn fragment(varyings: &[Varying]) -> String {
    let mut text = String::from(HEADER);
    for varying in varyings {
        declare(&mut text, "in", varying);
    }
    line(&mut text, format_args!("layout(location = 0) out vec4 {SUM};"));
    line(&mut text, format_args!("void main()\n{{\n    {SUM} = vec4(0.0);"));
    for Varying { name, ty, .. } in varyings {
        let (lanes, float) = match ty.chars().last() {
            Some('2') => ("xy", "vec2"),
            Some('3') => ("xyz", "vec3"),
            Some('4') => ("xyzw", "vec4"),
            _ => ("x", "float"),
        };
        line(&mut text, format_args!("    {SUM}.{lanes} += {float}({name});"));
    }
    text.push_str("}\n");
    text
}

fn declare(text: &mut String, direction: &str, varying: &Varying) {
    let qualifier = match varying.interpolation {
        // GLSL has no other.
        InterpolationMode::Smooth
        | InterpolationMode::Sample
        | InterpolationMode::NoPerspective
        | InterpolationMode::NoPerspectiveSample => "",
        InterpolationMode::Centroid | InterpolationMode::NoPerspectiveCentroid => "centroid ",
        InterpolationMode::Flat => "flat ",
    };
    line(text, format_args!("{qualifier}{direction} {} {};", varying.ty, varying.name));
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use dxbc_translator::ir::Scalar;
    use dxbc_translator::reflect::Element;

    use super::*;
    use crate::engine::{EngineKind, ProgramSource};

    fn varying(name: &str, component: Scalar, ty: &'static str, interpolation: InterpolationMode) -> Varying {
        let lanes = "";
        let element = Element { semantic: name.into(), index: 0, register: None, lanes, component, renamed_from: None };
        Varying { name: name.into(), element, location: None, ty, interpolation, note: None }
    }

    fn some_of_each() -> Vec<Varying> {
        let mut all = vec![
            varying("vs_CENTROID0", Scalar::F32, "vec4", InterpolationMode::Centroid),
            varying("vs_FLAT0", Scalar::F32, "vec3", InterpolationMode::Flat),
        ];
        for (scalar, types, interpolation) in [
            (Scalar::F32, ["float", "vec2", "vec3", "vec4"], InterpolationMode::Smooth),
            (Scalar::I32, ["int", "ivec2", "ivec3", "ivec4"], InterpolationMode::Flat),
            (Scalar::U32, ["uint", "uvec2", "uvec3", "uvec4"], InterpolationMode::Flat),
        ] {
            all.extend(types.map(|ty| varying(&format!("vs_{ty}"), scalar, ty, interpolation)));
        }
        all
    }

    #[test]
    fn text_is_what_glsl_asks_for() {
        let varyings = [
            varying("vs_TEXCOORD0", Scalar::F32, "vec2", InterpolationMode::Smooth),
            varying("vs_ID0", Scalar::U32, "uint", InterpolationMode::Flat),
        ];
        let expected = "#version 300 es
precision highp float;
precision highp int;
out vec2 vs_TEXCOORD0;
flat out uint vs_ID0;
void main()
{
    gl_Position = vec4(gl_VertexID);
    vs_TEXCOORD0 = vec2(gl_VertexID + 1);
    vs_ID0 = uint(gl_VertexID + 2);
}
";
        assert_eq!(vertex(&varyings), expected);
        let expected = "#version 300 es
precision highp float;
precision highp int;
in vec2 vs_TEXCOORD0;
flat in uint vs_ID0;
layout(location = 0) out vec4 partner_sum;
void main()
{
    partner_sum = vec4(0.0);
    partner_sum.xy += vec2(vs_TEXCOORD0);
    partner_sum.x += float(vs_ID0);
}
";
        assert_eq!(fragment(&varyings), expected);
    }

    #[test]
    fn partners_of_the_same_varyings_link_on_every_engine_of_glsl() {
        let mut programs = Vec::new();
        for varyings in [Vec::new(), some_of_each()] {
            let name = format!("{} varyings", varyings.len());
            programs.push(ProgramSource { name, vertex: vertex(&varyings), fragment: fragment(&varyings) });
        }
        for kind in EngineKind::GLSL {
            let engine = kind.open().unwrap();
            assert_eq!(engine.link(&programs).unwrap(), [Ok(()), Ok(())], "{kind}");
        }
    }
}
