//! Typed, raw and structured buffers, in and out of range (semantics 5.10, 8).

use super::*;

fn bytes(dwords: &[u32]) -> Vec<u8> {
    dwords.iter().flat_map(|dword| dword.to_le_bytes()).collect()
}

fn bound(resource: Resource) -> Bindings {
    let mut bindings = Bindings::default();
    bindings.resources.set(0, 0, resource);
    bindings
}

#[test]
fn raw_reads_are_zero_past_the_end_by_dword() {
    let bindings = bound(Resource::raw(&bytes(&[1, 2, 3, 4, 5])));
    let run = |offset: u32| vertex_with("ld_raw o0.xyzw, v0.x, t0.xyzw; ret", &[[offset; 4]], &bindings);
    assert_eq!(defined(run(0)), [1, 2, 3, 4]);
    assert_eq!(defined(run(8)), [3, 4, 5, 0]);
    assert_eq!(defined(run(20)), [0; 4]);
    assert_eq!(defined(run(0xffff_fffc)), [0; 4]);
    // Not a multiple of 4.
    assert!(!run(2)[0].defined);
    // The resource's swizzle chooses the dwords.
    let text = "mov o0.x, l(9); ld_raw o0.yzw, v0.x, t0.xxyz; ret";
    assert_eq!(defined(vertex_with(text, &[[4; 4]], &bindings)), [9, 2, 3, 4]);
}

#[test]
fn structures_out_of_range_are_zero() {
    let bindings = bound(Resource::structured(&bytes(&[1, 2, 3, 11, 12, 13, 99]), 12).unwrap());
    let run = |index: u32, offset: u32| {
        let text = format!("ld_structured o0.xyz, v0.x, l({offset}), t0.xyzw; mov o0.w, l(0); ret");
        vertex_with(&text, &[[index; 4]], &bindings)
    };
    assert_eq!(defined(run(0, 0)), [1, 2, 3, 0]);
    assert_eq!(defined(run(1, 0)), [11, 12, 13, 0]);
    // The incomplete structure at the end is not there.
    assert_eq!(defined(run(2, 0)), [0; 4]);
    assert_eq!(defined(run(TRUE, 0)), [0; 4]);
    // Past the end of a structure nothing is defined.
    let past = run(0, 4);
    assert_eq!(past.map(|value| value.defined), [true, true, false, true]);
    assert_eq!([past[0].bits, past[1].bits], [2, 3]);
    assert!(Resource::structured(&[], 0).is_err());
    assert!(Resource::structured(&[], 6).is_err());
}

#[test]
fn typed_reads_give_the_defaults_of_the_format() {
    let two = Resource::typed(&bytes(&[f(1.0), f(2.0), f(3.0), f(4.0)]), Format::R32G32Float);
    let bindings = bound(two);
    let run = |index: u32| defined(vertex_with("ld o0.xyzw, v0.xxxx, t0.yxzw; ret", &[[index; 4]], &bindings));
    assert_eq!(run(0), [f(2.0), f(1.0), 0, ONE]);
    assert_eq!(run(1), [f(4.0), f(3.0), 0, ONE]);
    assert_eq!(run(2), [0, 0, 0, ONE]);
    assert_eq!(run(TRUE), [0, 0, 0, ONE]);
    let integers = bound(Resource::typed(&[7, 8], Format::R8Uint));
    assert_eq!(defined(vertex_with("ld o0.xyzw, l(5, 0, 0, 0), t0.xyzw; ret", &[], &integers)), [0, 0, 0, 1]);
}

#[test]
fn counts() {
    let count = |resource: Resource| defined(vertex_with("bufinfo o0.xyzw, t0.xyzw; ret", &[], &bound(resource)));
    assert_eq!(count(Resource::typed(&[0; 24], Format::R32G32Float)), [3; 4]);
    assert_eq!(count(Resource::raw(&[0; 24])), [24; 4]);
    assert_eq!(count(Resource::structured(&[0; 28], 12).unwrap()), [2; 4]);
    assert_eq!(defined(vertex("bufinfo o0.xyzw, t0.xyzw; ret", &[])), [0; 4]);
}

#[test]
fn nothing_bound_reads_zero_and_a_wrong_kind_is_a_trap() {
    for text in ["ld_raw o0.xyzw, v0.x, t0.xyzw; ret", "ld_structured o0.xyzw, v0.x, l(0), t0.xyzw; ret"] {
        assert_eq!(defined(vertex(text, &[[0; 4]])), [0; 4]);
        let program = assemble::program(Stage::Vertex, text);
        let interpreter = Interpreter::new(&program, Options::default()).unwrap();
        let bindings = bound(Resource::typed(&[0; 4], Format::R32Uint));
        let stop = interpreter.run_vertices(&bindings, &[registers(&[[0; 4]])]).unwrap_err();
        assert!(matches!(stop, Stop::Trap { trap: Trap::Binding(_), instruction: Some(0) }), "{stop}");
    }
}

#[test]
fn the_status_says_that_all_is_mapped() {
    let bindings = bound(Resource::raw(&bytes(&[1, 2, 3, 4])));
    let text = "
        ld_raw_s r0.x, r0.y, v0.x, t0.xxxx
        check_access_fully_mapped r0.z, r0.y
        ld_raw_s r0.w, null, l(4), t0.xxxx
        mov o0.xyzw, r0.xzzw
        ret";
    assert_eq!(defined(vertex_with(text, &[[8; 4]], &bindings)), [3, TRUE, TRUE, 2]);
}
