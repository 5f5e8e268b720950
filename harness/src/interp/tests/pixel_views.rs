//! Views that pixel shaders write: helpers and discarded pixels change nothing, and the caller says the order.

use super::*;
use dxbc_translator::program::{assemble, decode};

/// What u1 holds before.
const BEFORE: u32 = 9;

/// Runs a quad whose lanes have their number in v0.x and four times it in r0.x. u1 is a raw view of five words, u2 has a
/// counter.
fn run(lines: &str, writes: [Writes; 4], order: Order) -> (QuadResult, Views) {
    let text = format!(
        "ps_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u1\ndcl_uav_structured_opc u2, 4\n\
         dcl_input_ps constant v0.xyzw\ndcl_output o0.xyzw\ndcl_temps 2\nishl r0.x, v0.x, l(2)\n{lines}\nret\n"
    );
    let tokens = assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let interpreter = Interpreter::new(&decode(&tokens, 0).unwrap().0, Options::default()).unwrap();
    let mut views = Views::default();
    views.set(0, 1, View::new(ViewKind::Raw, &[BEFORE; 5], 0));
    views.set(0, 2, View::new(ViewKind::Structured { stride: 4 }, &[BEFORE], 5));
    let inputs = lanes_of(LANE_NUMBERS);
    let quad = QuadInput { writes, ..QuadInput::new(&inputs) };
    let result = interpreter.run_quad_on(&Bindings::default(), &quad, &mut views, order).unwrap();
    (result, views)
}

/// The first words of u1; none where they are not defined.
fn words(views: &Views) -> [Option<u32>; 5] {
    let words = &views.get(0, 1).unwrap().words;
    std::array::from_fn(|at| words[at].defined.then_some(words[at].bits))
}

const MIXED: [Writes; 4] = [Writes::Kept, Writes::Dropped, Writes::Unsure, Writes::Kept];

#[test]
fn helpers_change_nothing_and_what_is_unsure_is_not_defined() {
    let (_, views) = run("store_raw u1.x, r0.x, l(7)", MIXED, Order::Forward);
    assert_eq!(words(&views), [Some(7), Some(BEFORE), None, Some(7), Some(BEFORE)]);
}

#[test]
fn a_discarded_pixel_keeps_what_it_wrote_before() {
    let lines = "store_raw u1.x, r0.x, l(7)\nieq r0.y, v0.x, l(2)\ndiscard_nz r0.y\nstore_raw u1.x, r0.x, l(8)\n\
                 atomic_iadd u1, l(16), l(1)";
    let (result, views) = run(lines, [Writes::Kept; 4], Order::Forward);
    assert_eq!(words(&views), [Some(8), Some(8), Some(7), Some(8), Some(BEFORE + 3)]);
    assert_eq!(result.pixels.map(|pixel| pixel.discarded), [false, false, true, false]);
}

#[test]
fn helpers_count_nothing_and_are_given_nothing() {
    let writes = [Writes::Kept, Writes::Dropped, Writes::Dropped, Writes::Kept];
    let lines = "imm_atomic_alloc r1.x, u2\nimm_atomic_iadd r1.y, u1, l(16), l(1)\nmov o0.xyzw, r1.xyxy";
    let (result, views) = run(lines, writes, Order::Forward);
    assert_eq!(views.get(0, 2).unwrap().counter, Value::new(7));
    assert_eq!(words(&views)[4], Some(BEFORE + 2));
    let given = result.pixels.map(|pixel| pixel.targets[0][1].defined.then_some(pixel.targets[0][1].bits));
    assert_eq!(given, [Some(BEFORE), None, None, Some(BEFORE + 1)]);
    let (_, views) = run(lines, MIXED, Order::Forward);
    assert!(!views.get(0, 2).unwrap().counter.defined && words(&views)[4].is_none());
}

#[test]
fn the_order_of_pixels_is_the_callers() {
    let last = |order| words(&run("store_raw u1.x, l(0), v0.x", [Writes::Kept; 4], order).1)[0];
    assert_eq!((last(Order::Forward), last(Order::Backward)), (Some(3), Some(0)));
}

#[test]
fn a_barrier_of_threads_is_none_of_a_pixel_shader() {
    let tokens = assemble("ps_5_0\ndcl_globalFlags refactoringAllowed\nsync_uglobal_t\nret\n").unwrap();
    let error = Interpreter::new(&decode(&tokens, 0).unwrap().0, Options::default()).unwrap_err();
    assert!(error.to_string().contains("a barrier of threads in a ps shader"), "{error}");
}
