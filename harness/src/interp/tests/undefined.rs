//! What Direct3D does not define is tracked and reported.

use super::*;

#[test]
fn registers_that_nothing_wrote_are_undefined() {
    let result = vertex("mov r0.x, l(1); mov o0.xyz, r0.xyxx; ret", &[]);
    assert_eq!(result.map(|value| value.defined), [true, false, true, false]);
}

#[test]
fn it_spreads_through_arithmetic_by_lane() {
    let text = "mov r0.xy, v0.xyxx; iadd r1.xyzw, r0.xyzw, r0.yxzw; mov o0.xyzw, r1.xyzw; ret";
    let result = vertex(text, &[[1, 2, 3, 4]]);
    assert_eq!(result.map(|value| value.defined), [true, true, false, false]);
    assert!(!vertex("dp4 o0.x, v0.xyzw, r0.xyzw; ret", &[[0; 4]])[0].defined);
    // A dot product does not read what it does not sum.
    assert!(vertex("mov r0.xy, v0.xyxx; dp2 o0.x, r0.xyzw, r0.xyzw; ret", &[[0; 4]])[0].defined);
}

#[test]
fn what_is_not_chosen_does_not_matter() {
    assert!(vertex("movc o0.x, l(1), v0.x, r0.x; ret", &[[3; 4]])[0].defined);
    assert!(!vertex("movc o0.x, l(0), v0.x, r0.x; ret", &[[3; 4]])[0].defined);
    assert!(!vertex("movc o0.x, r0.x, v0.x, v0.x; ret", &[[3; 4]])[0].defined);
    assert_eq!(vertex("and o0.x, l(0), r0.x; ret", &[])[0], Value::new(0));
    assert_eq!(vertex("or o0.x, r0.x, l(-1); ret", &[])[0], Value::new(TRUE));
    assert!(!vertex("and o0.x, l(1), r0.x; ret", &[])[0].defined);
}

#[test]
fn a_branch_on_it_is_reported_for_its_lane() {
    let text = "
        if_nz v0.x
          mov r0.x, l(1)
        endif
        if_nz r0.x
          mov o0.xyzw, l(2, 2, 2, 2)
        endif
        ret";
    let result = quad(text, &lanes_of(LANE_NUMBERS), &Bindings::default());
    assert_eq!(result.pixels.each_ref().map(|pixel| pixel.tainted), [true, false, false, false]);
    // The if is the fourth instruction, number 3.
    assert_eq!(result.notes, [Note::UndefinedBranch { instruction: 3 }]);
    for text in ["switch r0.x; endswitch; ret", "discard_nz r0.x; ret", "loop; breakc_z r0.x; endloop; ret"] {
        let result = quad(text, &lanes_of([[0; 4]; 4]), &Bindings::default());
        assert!(result.pixels.iter().all(|pixel| pixel.tainted), "{text}");
    }
}

#[test]
fn an_undefined_index_makes_the_value_undefined() {
    assert!(!vertex("dcl_constantbuffer cb0[4]; mov o0.x, cb0[r0.x].x; ret", &[])[0].defined);
    assert!(!vertex("dcl_indexableTemp x0[2]; mov x0[0].x, l(1); mov o0.x, x0[r0.x].x; ret", &[])[0].defined);
    // A write to an unknown element spoils the lane.
    let text = "dcl_indexableTemp x0[2]; mov x0[r0.x].x, l(1); mov o0.xyzw, l(1, 1, 1, 1); ret";
    let result = quad(text, &lanes_of([[0; 4]; 4]), &Bindings::default());
    assert!(result.pixels[0].tainted);
}

#[test]
fn undefined_inputs_stay_undefined() {
    let mut inputs = lanes_of([[f(1.0); 4]; 4]);
    inputs[1][0][0] = Value::UNDEFINED;
    let result = quad("mov o0.xyzw, v0.xyzw; deriv_rtx_fine o1.xyzw, v0.xyzw; ret", &inputs, &Bindings::default());
    let defined = |target: usize| {
        result.pixels.each_ref().map(|pixel| [pixel.targets[target][0].defined, pixel.targets[target][1].defined])
    };
    assert_eq!(defined(0), [[true, true], [false, true], [true, true], [true, true]]);
    assert_eq!(defined(1), [[false, true], [false, true], [true, true], [true, true]]);
}
