//! Register files and their indices, constant buffers, bounds (semantics 3.7, 6, 8).

use dxbc_translator::program::{Model, Stage};

use super::assemble;
use super::*;

/// cb0 of four rows (10.., 20.., 30.., 40..).
fn bindings() -> Bindings {
    let row = |first: u32| [first, first + 1, first + 2, first + 3];
    let mut bindings = Bindings::default();
    bindings.constant_buffers.set(0, 0, ConstantBuffer::from_rows([10, 20, 30, 40].map(row).to_vec()));
    bindings
}

#[test]
fn constant_buffers_read_zero_outside() {
    let run = |text: &str, index: u32| defined(vertex_with(text, &[[index; 4]], &bindings()));
    let indexed = "dcl_constantbuffer cb0[4]; mov o0.xyzw, cb0[v0.x + 1].wzyx; ret";
    assert_eq!(run(indexed, 0), [23, 22, 21, 20]);
    assert_eq!(run(indexed, 2), [43, 42, 41, 40]);
    assert_eq!(run(indexed, 3), [0; 4]);
    // The index is added modulo 2^32.
    assert_eq!(run(indexed, TRUE), [13, 12, 11, 10]);
    assert_eq!(run(indexed, 0xffff_fffe), [0; 4]);
    assert_eq!(run("dcl_constantbuffer cb0[4]; mov o0.xyzw, cb0[4].xyzw; ret", 0), [0; 4]);
    // Nothing bound.
    assert_eq!(run("dcl_constantbuffer cb3[4]; mov o0.xyzw, cb3[0].xyzw; ret", 0), [0; 4]);
    // A size of 0 is an unknown one.
    assert_eq!(run("dcl_constantbuffer cb0[0]; mov o0.xyzw, cb0[3].xyzw; ret", 0), [40, 41, 42, 43]);
}

#[test]
fn rows_past_the_declaration_are_an_option() {
    for (text, index) in [("cb0[3].xyzw", 0), ("cb0[v0.x].xyzw", 3)] {
        let text = format!("dcl_constantbuffer cb0[2]; mov o0.xyzw, {text}; ret");
        let run = |constant_rows: ConstantRows| {
            let program = assemble::program(Stage::Vertex, &text);
            let interpreter = Interpreter::new(&program, Options { constant_rows, ..Options::default() }).unwrap();
            let vertices = [registers(&[[index; 4]])];
            defined(interpreter.run_vertices(&bindings(), &vertices).unwrap()[0].outputs[0])
        };
        assert_eq!(run(ConstantRows::Declared), [0; 4]);
        assert_eq!(run(ConstantRows::Bound), [40, 41, 42, 43]);
    }
}

#[test]
fn bytes_of_a_short_row_are_filled_up() {
    let mut bindings = Bindings::default();
    let bytes = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 6];
    bindings.constant_buffers.set(0, 0, ConstantBuffer::new(&bytes));
    let text = "dcl_constantbuffer cb0[2]; iadd o0.xyzw, cb0[0].xyzw, cb0[1].xyzw; ret";
    assert_eq!(defined(vertex_with(text, &[], &bindings)), [1 + 0x0605, 2, 3, 4]);
}

#[test]
fn ranges_of_model_5_1_are_found_by_id() {
    let model = Model { major: 5, minor: 1 };
    let mut bindings = Bindings::default();
    for register in 2..=5 {
        bindings.constant_buffers.set(1, register, ConstantBuffer::from_rows(vec![[register * 100; 4]]));
    }
    bindings.constant_buffers.set(0, 2, ConstantBuffer::from_rows(vec![[7; 4]]));
    let run = |operand: &str, index: u32| {
        let text = format!("dcl_constantbuffer cb0[1] 2 4 1; mov o0.xyzw, {operand}; ret");
        let program = assemble::with_model(Stage::Vertex, model, &text);
        let interpreter = Interpreter::new(&program, Options::default()).unwrap();
        let vertices = [registers(&[[index; 4]])];
        defined(interpreter.run_vertices(&bindings, &vertices).unwrap()[0].outputs[0])
    };
    assert_eq!(run("cb0[3][0].xyzw", 0), [300; 4]);
    assert_eq!(run("cb0[v0.x + 2][0].xyzw", 2), [400; 4]);
    // Register 5 is bound, but not in the range.
    assert_eq!(run("cb0[v0.x + 2][0].xyzw", 3), [0; 4]);
    assert_eq!(run("cb0[5][0].xyzw", 0), [0; 4]);
    // The row is indexed beside the slot.
    assert_eq!(run("cb0[3][v0.x].xyzw", 1), [0; 4]);
    let text = "mov o0.xyzw, cb9[0][0].xyzw; ret";
    let stop = Interpreter::new(&assemble::with_model(Stage::Vertex, model, text), Options::default()).unwrap_err();
    assert!(matches!(stop, Stop::Trap { trap: Trap::Malformed(_), .. }));
}

#[test]
fn immediate_constant_buffers() {
    let text = "icb 1 2 3 4\nicb 5 6 7 8\nmov o0.xyzw, icb[v0.x].yxwz; ret";
    assert_eq!(defined(vertex(text, &[[1; 4]])), [6, 5, 8, 7]);
    assert_eq!(defined(vertex(text, &[[2; 4]])), [0; 4]);
}

#[test]
fn indexable_temps_read_zero_and_drop_writes_outside() {
    let text = "
        dcl_temps 1
        dcl_indexableTemp x0[2]
        dcl_indexableTemp x3[2]
        mov x0[0].xyzw, l(1, 1, 1, 1)
        mov x0[1].xyzw, l(2, 2, 2, 2)
        mov x3[0].xyzw, l(3, 3, 3, 3)
        mov x3[1].xyzw, l(4, 4, 4, 4)
        mov x0[v0.x].y, l(9)
        mov r0.x, x0[v1.x + 1].x
        mov r0.y, x0[0].y
        mov r0.z, x0[1].y
        mov r0.w, x3[0].y
        mov o0.xyzw, r0.xyzw
        ret";
    assert_eq!(defined(vertex(text, &[[1; 4], [0; 4]])), [2, 1, 9, 3]);
    // One past the end is another array's place, but not ours.
    assert_eq!(defined(vertex(text, &[[2; 4], [1; 4]])), [0, 1, 2, 3]);
    assert_eq!(defined(vertex(text, &[[TRUE; 4], [TRUE; 4]])), [1, 1, 2, 3]);
    // An array's element as an index.
    let nested = "dcl_indexableTemp x0[2]; mov x0[0].x, l(1); mov x0[1].x, l(8); mov o0.xyzw, x0[x0[0].x].xxxx; ret";
    assert_eq!(defined(vertex(nested, &[])), [8; 4]);
}

#[test]
fn inputs_and_outputs_are_indexed_in_their_range() {
    let text = "dcl_indexrange v1 2; mov o0.xyzw, v[v0.x + 1].xyzw; ret";
    let run = |index: u32| defined(vertex(text, &[[index; 4], [11; 4], [12; 4], [13; 4]]));
    assert_eq!(run(0), [11; 4]);
    assert_eq!(run(1), [12; 4]);
    assert_eq!(run(2), [0; 4]);
    assert_eq!(run(TRUE), [0; 4]);
    let outputs = "dcl_indexrange o0 2; mov o0.xyzw, l(5, 5, 5, 5); mov o[v0.x].xy, l(6, 6, 6, 6); ret";
    assert_eq!(defined(vertex(outputs, &[[0; 4]])), [6, 6, 5, 5]);
    assert_eq!(defined(vertex(outputs, &[[2; 4]])), [5; 4]);
    // Outputs can be read back.
    let back = "mov o1.xyzw, l(3, 3, 3, 3); iadd o0.xyzw, o1.xyzw, l(1, 1, 1, 1); ret";
    assert_eq!(defined(vertex(back, &[])), [4; 4]);
}

#[test]
fn outputs_without_a_number() {
    let text = "mov oDepth, l(0.5); mov oMask, l(3); mov o1.xyzw, vCoverage.xxxx; ret";
    let inputs = lanes_of([[0; 4]; 4]);
    let program = assemble::program(Stage::Pixel, text);
    let interpreter = Interpreter::new(&program, Options::default()).unwrap();
    let input = QuadInput { coverage: [1, 2, 4, 8], ..QuadInput::new(&inputs) };
    let pixels = interpreter.run_quad(&Bindings::default(), &input).unwrap().pixels;
    assert_eq!(pixels[2].depth, Some(Value::float(0.5)));
    assert_eq!(pixels[2].coverage, Some(Value::new(3)));
    assert_eq!(pixels[2].stencil, None);
    assert_eq!(defined(pixels[2].targets[1]), [4; 4]);
    assert_eq!(pixels[2].targets[0], UNDEFINED_REGISTER);
    // Declared and not written.
    let result = quad("dcl_output oDepthGE; ret", &inputs, &Bindings::default());
    assert_eq!(result.pixels[0].depth, Some(Value::UNDEFINED));
}

#[test]
fn vertices_run_each_for_itself() {
    let program = assemble::program(Stage::Vertex, "if_nz v0.x; mov o3.xyzw, v0.yyyy; endif; ret");
    let interpreter = Interpreter::new(&program, Options::default()).unwrap();
    let vertices: Vec<_> = (0..6).map(|number| registers(&[[number % 2, number * 10, 0, 0]])).collect();
    let results = interpreter.run_vertices(&Bindings::default(), &vertices).unwrap();
    assert_eq!(results.len(), 6);
    for (number, result) in results.iter().enumerate() {
        match number % 2 {
            0 => assert_eq!(result.outputs[3], UNDEFINED_REGISTER),
            _ => assert_eq!(defined(result.outputs[3]), [number as u32 * 10; 4]),
        }
    }
}

#[test]
fn what_has_no_meaning_is_a_trap() {
    let unsupported = |stage: Stage, text: &str| {
        let stop = Interpreter::new(&assemble::program(stage, text), Options::default()).unwrap_err();
        matches!(stop, Stop::Trap { trap: Trap::Unsupported(_), .. })
    };
    assert!(unsupported(Stage::Vertex, "store_raw u0.x, v0.x, v0.x; ret"));
    assert!(unsupported(Stage::Vertex, "imm_atomic_iadd r0.x, u0, v0.x, v0.x; ret"));
    assert!(unsupported(Stage::Geometry, "ret"));
    for text in ["deriv_rtx o0.x, v0.x; ret", "discard_nz v0.x; ret", "mov o0.x, x0[0].x; ret", "mov o0.x, v32.x; ret"]
    {
        let stop = Interpreter::new(&assemble::program(Stage::Vertex, text), Options::default()).unwrap_err();
        assert!(matches!(stop, Stop::Trap { trap: Trap::Malformed(_), .. }), "{text}: {stop}");
    }
    let vertex = Interpreter::new(&assemble::program(Stage::Vertex, "ret"), Options::default()).unwrap();
    assert!(vertex.run_quad(&Bindings::default(), &QuadInput::new(&lanes_of([[0; 4]; 4]))).is_err());
}
