//! Derivatives over a quad, and evaluation of inputs (semantics 5.2, 5.11).

use dxbc_translator::program::Stage;

use super::assemble;
use super::*;

/// Upper left 1, upper right 2, lower left 4, lower right 9: four different differences.
const VALUES: [f32; 4] = [1.0, 2.0, 4.0, 9.0];

fn derivative(op: &str, derivatives: Derivatives) -> [f32; 4] {
    let program = assemble::program(Stage::Pixel, &format!("{op} o0.xyzw, v0.xyzw; ret"));
    let interpreter = Interpreter::new(&program, Options { derivatives, ..Options::default() }).unwrap();
    let inputs = lanes_of(VALUES.map(|value| [f(value); 4]));
    let result = interpreter.run_quad(&Bindings::default(), &QuadInput::new(&inputs)).unwrap();
    result.pixels.map(|pixel| f32::from_bits(defined(pixel.targets[0])[2]))
}

#[test]
fn fine_derivatives_are_of_the_own_row_and_column() {
    for choice in [Derivatives::Coarse, Derivatives::Fine] {
        assert_eq!(derivative("deriv_rtx_fine", choice), [1.0, 1.0, 5.0, 5.0]);
        assert_eq!(derivative("deriv_rty_fine", choice), [3.0, 7.0, 3.0, 7.0]);
    }
}

#[test]
fn coarse_derivatives_are_one_a_quad() {
    for op in ["deriv_rtx", "deriv_rtx_coarse"] {
        assert_eq!(derivative(op, Derivatives::Coarse), [1.0; 4]);
        assert_eq!(derivative(op, Derivatives::Fine), [1.0, 1.0, 5.0, 5.0]);
    }
    for op in ["deriv_rty", "deriv_rty_coarse"] {
        assert_eq!(derivative(op, Derivatives::Coarse), [3.0; 4]);
        assert_eq!(derivative(op, Derivatives::Fine), [3.0, 7.0, 3.0, 7.0]);
    }
    assert_eq!(derivative("deriv_rty_sat", Derivatives::Coarse), [1.0; 4]);
}

#[test]
fn derivatives_in_divergent_flow_are_undefined() {
    // Lane 3 does not execute: the lower row and the right column have no difference.
    let text = "
        mov o0.xyzw, l(0, 0, 0, 0)
        ine r0.x, v0.x, l(3)
        if_nz r0.x
          deriv_rtx_fine o0.x, v0.y
          deriv_rty_fine o0.y, v0.y
        endif
        ret";
    let result = quad(text, &lanes_of(LANE_NUMBERS), &Bindings::default());
    let whether = |component: usize| result.pixels.each_ref().map(|pixel| pixel.targets[0][component].defined);
    assert_eq!(whether(0), [true, true, false, true]);
    assert_eq!(whether(1), [true, false, true, true]);
}

struct Plane;

impl Interpolate for Plane {
    fn input(&self, lane: usize, number: u32, point: EvalPoint) -> Register {
        let [x, y] = match point {
            EvalPoint::Offset(offset) => offset,
            EvalPoint::Centroid => [0.25, 0.25],
        };
        [lane as f32, number as f32, x, y].map(Value::float)
    }
}

#[test]
fn inputs_are_evaluated_where_the_caller_interpolates() {
    let run = |text: &str, interpolate: Option<&dyn Interpolate>| {
        let program = assemble::program(Stage::Pixel, text);
        let inputs = lanes_of([[f(5.0); 4]; 4]);
        let input = QuadInput { interpolate, sample_count: 4, ..QuadInput::new(&inputs) };
        let interpreter = Interpreter::new(&program, Options::default()).unwrap();
        interpreter.run_quad(&Bindings::default(), &input).unwrap().pixels[3].targets[0]
    };
    let floats = |register: Register| defined(register).map(f32::from_bits);
    // -8 and 7 sixteenths; only the low four bits count.
    let snapped = "eval_snapped o0.xyzw, v2.xyzw, l(0x18, 7, 0, 0); ret";
    assert_eq!(floats(run(snapped, Some(&Plane))), [3.0, 2.0, -0.5, 0.4375]);
    let swizzled = "eval_snapped o0.xyzw, -v2.wzyx, l(4, 0, 0, 0); ret";
    assert_eq!(floats(run(swizzled, Some(&Plane))), [-0.0, -0.25, -2.0, -3.0]);
    // Sample 1 of 4 is at (6, -2) sixteenths.
    assert_eq!(floats(run("eval_sample_index o0.xyzw, v2.xyzw, l(1); ret", Some(&Plane))), [3.0, 2.0, 0.375, -0.125]);
    assert_eq!(floats(run("eval_centroid o0.xyzw, v2.xyzw; ret", Some(&Plane))), [3.0, 2.0, 0.25, 0.25]);
    // A constant input does not change.
    let constant = "dcl_input_ps constant v0; eval_snapped o0.xyzw, v0.xyzw, l(4, 4, 0, 0); ret";
    assert_eq!(floats(run(constant, Some(&Plane))), [5.0; 4]);
    // Without an interpolation only the pixel's centre and the centroid are known.
    assert_eq!(floats(run("eval_centroid o0.xyzw, v0.xyzw; ret", None)), [5.0; 4]);
    assert_eq!(floats(run("eval_snapped o0.xyzw, v0.xyzw, l(0, 16, 0, 0); ret", None)), [5.0; 4]);
    assert!(!run("eval_snapped o0.xyzw, v0.xyzw, l(1, 0, 0, 0); ret", None)[0].defined);
    assert!(!run("eval_sample_index o0.xyzw, v0.xyzw, l(4); ret", Some(&Plane))[0].defined);
}
