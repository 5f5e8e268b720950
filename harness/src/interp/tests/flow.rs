//! Flow: lanes part and join exactly where Direct3D says (semantics 5.12, 5.13).

use dxbc_translator::program::Stage;

use super::assemble;
use super::*;

/// Runs a program on four lanes whose v0.x is the lane's number and gives r0.x of each lane.
#[track_caller]
fn flow(text: &str) -> [u32; 4] {
    let whole = format!("mov r0.xyzw, l(0, 0, 0, 0)\n{text}");
    quad_x(&whole, LANE_NUMBERS)
}

#[test]
fn if_and_else_by_lane() {
    let text = "
        if_nz v0.x
          iadd r0.x, r0.x, l(10)
        else
          iadd r0.x, r0.x, l(20)
        endif
        iadd r0.x, r0.x, v0.x
        mov o0.xyzw, r0.xxxx
        ret";
    assert_eq!(flow(text), [20, 11, 12, 13]);
    assert_eq!(flow(&str::replacen(text, "if_nz", "if_z", 1)), [10, 21, 22, 23]);
}

#[test]
fn conditions_are_bits() {
    // -0.0 and a subnormal are true.
    for bits in [NEG_ZERO, DENORM] {
        let text = format!("if_nz l({bits}); mov o0.xyzw, l(1, 1, 1, 1); else; mov o0.xyzw, l(2, 2, 2, 2); endif; ret");
        assert_eq!(quad_x(&text, LANE_NUMBERS), [1; 4]);
    }
}

#[test]
fn a_loop_runs_a_different_number_of_trips_in_each_lane() {
    let text = "
        loop
          uge r1.x, r0.x, v0.x
          breakc_nz r1.x
          iadd r0.x, r0.x, l(1)
          iadd r0.y, r0.y, l(100)
        endloop
        iadd o0.xyzw, r0.xxxx, r0.yyyy
        ret";
    assert_eq!(flow(text), [0, 101, 202, 303]);
}

#[test]
fn nested_loops_with_continue_and_break() {
    // For i in 0..4: skip i == lane; for j in 0..: break at j == i; count. The count is the sum of all i but the lane.
    let text = "
        mov r1.xyzw, l(0, 0, 0, 0)
        loop
          uge r2.x, r1.x, l(4)
          breakc_nz r2.x
          mov r3.x, r1.x
          iadd r1.x, r1.x, l(1)
          ieq r2.x, r3.x, v0.x
          continuec_nz r2.x
          mov r1.y, l(0)
          loop
            ieq r2.x, r1.y, r3.x
            if_nz r2.x
              break
            endif
            iadd r1.y, r1.y, l(1)
            iadd r0.x, r0.x, l(1)
          endloop
          iadd r0.y, r0.y, l(100)
        endloop
        iadd o0.xyzw, r0.xxxx, r0.yyyy
        ret";
    assert_eq!(flow(text), [306, 305, 304, 303]);
}

#[test]
fn switch_falls_through_and_default_stands_anywhere() {
    let text = "
        switch v0.x
          case l(2)
            iadd r0.x, r0.x, l(2)
          default
            iadd r0.x, r0.x, l(10)
            break
          case l(1)
          case l(7)
            iadd r0.x, r0.x, l(100)
            break
          case l(3)
            iadd r0.x, r0.x, l(1000)
        endswitch
        iadd o0.xyzw, r0.xxxx, l(1, 1, 1, 1)
        ret";
    // 0: default; 1: 100; 2: 2 and on into default; 3: the last case without a break.
    assert_eq!(flow(text), [11, 101, 13, 1001]);
}

#[test]
fn a_switch_without_a_fitting_label_does_nothing() {
    let text = "
        switch v0.x
          case l(3)
            mov r0.x, l(5)
            break
        endswitch
        mov o0.xyzw, r0.xxxx
        ret";
    assert_eq!(flow(text), [0, 0, 0, 5]);
}

#[test]
fn continue_inside_a_switch_goes_to_the_loop() {
    // Lane 1 continues from the switch, so it never adds 100; lane 2 breaks out of the switch only.
    let text = "
        mov r1.x, l(0)
        loop
          uge r2.x, r1.x, l(3)
          breakc_nz r2.x
          iadd r1.x, r1.x, l(1)
          switch v0.x
            case l(1)
              iadd r0.x, r0.x, l(1)
              continue
            case l(2)
              iadd r0.x, r0.x, l(10)
              break
            case l(3)
              ieq r2.y, r1.x, l(2)
              continuec_nz r2.y
              break
            default
              break
          endswitch
          iadd r0.x, r0.x, l(100)
        endloop
        mov o0.xyzw, r0.xxxx
        ret";
    assert_eq!(flow(text), [300, 3, 330, 200]);
}

#[test]
fn break_inside_a_switch_in_a_loop_leaves_the_switch() {
    let text = "
        loop
          switch v0.x
            case l(0)
              breakc_nz l(1)
              mov r0.x, l(99)
            default
              iadd r0.x, r0.x, l(1)
              break
          endswitch
          iadd r0.y, r0.y, l(1)
          uge r1.x, r0.y, l(2)
          breakc_nz r1.x
        endloop
        mov o0.xyzw, r0.xxxx
        ret";
    assert_eq!(flow(text), [0, 2, 2, 2]);
}

#[test]
fn a_return_ends_a_lane_for_good() {
    let text = "
        mov o0.xyzw, l(7, 7, 7, 7)
        loop
          ieq r1.x, r0.x, v0.x
          if_nz r1.x
            ieq r1.y, v0.x, l(2)
            retc_nz r1.y
            break
          endif
          iadd r0.x, r0.x, l(1)
        endloop
        mov o0.xyzw, r0.xxxx
        ret
        mov o0.xyzw, l(99, 99, 99, 99)";
    assert_eq!(flow(text), [0, 1, 7, 3]);
}

#[test]
fn all_lanes_may_return_inside_of_flow() {
    let text = "
        mov o0.xyzw, v0.xxxx
        loop
          switch v0.x
            default
              ret
          endswitch
          mov o0.xyzw, l(9, 9, 9, 9)
        endloop
        ret";
    assert_eq!(flow(text), [0, 1, 2, 3]);
}

#[test]
fn calls_return_to_their_place() {
    let text = "
        call label1
        ult r1.x, v0.x, l(2)
        callc_nz r1.x, label2
        mov o0.xyzw, r0.xxxx
        ret
        label label1
        iadd r0.x, r0.x, l(1)
        ieq r1.x, v0.x, l(3)
        retc_nz r1.x
        call label3
        ret
        label label2
        loop
          iadd r0.x, r0.x, l(10)
          ieq r1.y, v0.x, l(1)
          retc_nz r1.y
          iadd r0.x, r0.x, l(100)
          break
        endloop
        iadd r0.x, r0.x, l(1000)
        ret
        label label3
        iadd r0.x, r0.x, l(20000)";
    // All: 1; all but 3: 20000; lanes 0 and 1: 10; lane 0 further: 1100.
    assert_eq!(flow(text), [21111, 20011, 20001, 1]);
}

#[test]
fn callc_tests_zero_and_nonzero() {
    let text = "callc_z v0.x, label0; mov o0.xyzw, r0.xxxx; ret; label label0; mov r0.x, l(4); ret";
    assert_eq!(flow(text), [4, 0, 0, 0]);
}

#[test]
fn calls_deeper_than_32_are_skipped() {
    // A call of itself is no legal program, but shows the depth: main's call and 31 more.
    let text = "call label0; mov o0.xyzw, r0.xxxx; ret; label label0; iadd r0.x, r0.x, l(1); call label0; ret";
    assert_eq!(flow(text), [32; 4]);
}

#[test]
fn discard_drops_outputs_and_runs_on() {
    let text = "
        mov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)
        ieq r0.x, v0.x, l(1)
        discard_nz r0.x
        discard_z v0.y
        utof r1.x, v0.x
        deriv_rtx_fine o0.xyzw, r1.xxxx
        ret";
    let values = [[0, 1, 0, 0], [1, 1, 0, 0], [2, 1, 0, 0], [3, 0, 0, 0]];
    let result = quad(text, &lanes_of(values), &Bindings::default());
    assert_eq!(result.pixels.each_ref().map(|pixel| pixel.discarded), [false, true, false, true]);
    // The derivative uses the discarded lanes too.
    for pixel in [&result.pixels[0], &result.pixels[2]] {
        assert_eq!(defined(pixel.targets[0]), [ONE; 4]);
    }
}

#[test]
fn endless_loops_run_out_of_fuel() {
    let program = assemble::program(Stage::Vertex, "loop; endloop; ret");
    let interpreter = Interpreter::new(&program, Options { fuel: 1000, ..Options::default() }).unwrap();
    let stop = interpreter.run_vertices(&Bindings::default(), &[[UNDEFINED_REGISTER; INPUTS]]).unwrap_err();
    assert!(matches!(stop, Stop::OutOfFuel { .. }), "{stop}");
}

#[test]
fn broken_flow_is_a_trap() {
    for text in [
        "if_nz v0.x; ret",
        "endif; ret",
        "loop; endif; endloop; ret",
        "else; ret",
        "break; ret",
        "switch v0.x; continue; endswitch; ret",
        "case l(1); ret",
        "switch v0.x; default; default; endswitch; ret",
        "call label1; ret",
        "ret; label label1; ret; label label1; ret",
        "if_nz v0.x; label label1; endif; ret",
    ] {
        let stop = Interpreter::new(&assemble::program(Stage::Vertex, text), Options::default()).unwrap_err();
        assert!(matches!(stop, Stop::Trap { trap: Trap::Malformed(_), .. }), "{text}: {stop}");
    }
    let deep = "if_nz v0.x;".repeat(65) + &"endif;".repeat(65);
    assert!(Interpreter::new(&assemble::program(Stage::Vertex, &deep), Options::default()).is_err());
    let allowed = "if_nz v0.x;".repeat(64) + &"endif;".repeat(64);
    assert!(Interpreter::new(&assemble::program(Stage::Vertex, &allowed), Options::default()).is_ok());
}
