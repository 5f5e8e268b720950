//! Dispatches: views, shared memory, atomic operations, barriers.

use super::*;
use dxbc_translator::program::{assemble, decode};

/// A program of one group from the lines behind its version.
fn interpreter(threads: u32, lines: &str) -> Interpreter {
    let text =
        format!("cs_5_0\ndcl_globalFlags refactoringAllowed\n{}\n", lines.replacen("THREADS", &threads.to_string(), 1));
    let tokens = assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (program, _) = decode(&tokens, 0).unwrap();
    Interpreter::new(&program, Options::default()).unwrap()
}

fn raw(words: &[u32]) -> Views {
    let mut views = Views::default();
    views.set(0, 0, View::new(ViewKind::Raw, words, 0));
    views
}

fn run_in(order: Order, threads: u32, lines: &str, words: &[u32]) -> Result<Vec<Value>, Stop> {
    let result = interpreter(threads, lines).run_groups(&Bindings::default(), raw(words), [1, 1, 1], order)?;
    assert!(!result.tainted);
    Ok(result.views.get(0, 0).unwrap().words.clone())
}

/// The words of a raw `u0` after a group has run.
fn run(threads: u32, lines: &str, words: &[u32]) -> Vec<Value> {
    run_in(Order::Forward, threads, lines, words).unwrap()
}

#[track_caller]
fn bits(words: &[Value]) -> Vec<u32> {
    assert!(words.iter().all(|word| word.defined), "{words:x?}");
    words.iter().map(|word| word.bits).collect()
}

#[test]
fn atomic_operations_change_a_word_and_give_what_it_was() {
    const MIN: u32 = 0x8000_0000;
    const MAX: u32 = 0x7fff_ffff;
    let rows = [
        ("iadd", u32::MAX, 2, 1),
        ("and", 0b1100, 0b1010, 0b1000),
        ("or", 0b1100, 0b1010, 0b1110),
        ("xor", 0b1100, 0b1010, 0b0110),
        ("imax", MIN, MAX, MAX),
        ("imin", MIN, MAX, MIN),
        ("imax", u32::MAX, 0, 0),
        ("umax", MIN, MAX, MIN),
        ("umin", MIN, MAX, MAX),
        ("exch", 5, 6, 6),
    ];
    for (op, word, by, after) in rows {
        let lines = format!(
            "dcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group THREADS, 1, 1\nimm_atomic_{op} r0.x, u0, l(4), l({by:#x})\n\
             store_raw u0.x, l(8), r0.x\nret"
        );
        assert_eq!(bits(&run(1, &lines, &[9, word, 9])), [9, after, word], "{op}");
    }
}

#[test]
fn an_exchange_that_compares_leaves_other_words_alone() {
    let lines = "dcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group THREADS, 1, 1\n\
                 imm_atomic_cmp_exch r0.x, u0, l(0), l(7), l(8)\nstore_raw u0.x, l(8), r0.x\n\
                 atomic_cmp_store u0, l(4), l(7), l(8)\nret";
    assert_eq!(bits(&run(1, lines, &[7, 6, 0])), [8, 6, 7]);
    assert_eq!(bits(&run(1, lines, &[6, 7, 0])), [6, 8, 6]);
}

#[test]
fn views_end_where_they_end() {
    let lines = "dcl_uav_raw u0\ndcl_temps 2\ndcl_thread_group THREADS, 1, 1\n\
                 ld_raw r0.xyzw, l(4), u0.xyzw\nstore_raw u0.xyzw, l(0), r0.xyzw\n\
                 store_raw u0.xy, l(8), l(41, 42, 0, 0)\natomic_iadd u0, l(400), l(1)\nret";
    // Words 1 and 2, then zeros past the end; the store's last word and the one after it are dropped.
    assert_eq!(bits(&run(1, lines, &[10, 11, 12])), [11, 12, 41]);
    let lines = "dcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group THREADS, 1, 1\n\
                 imm_atomic_iadd r0.x, u0, l(12), l(1)\nstore_raw u0.x, l(0), r0.x\nret";
    let words = run(1, lines, &[10, 11, 12]);
    assert!(!words[0].defined && words[1] == Value::new(11), "{words:?}");
}

#[test]
fn shared_memory_is_undefined_until_it_is_written_and_after_a_write_past_its_end() {
    let head = "dcl_uav_raw u0\ndcl_temps 1\ndcl_tgsm_raw g0, 8\ndcl_thread_group THREADS, 1, 1\n";
    let tail = "ld_raw r0.xy, l(0), g0.xyxx\nstore_raw u0.xy, l(0), r0.xyxx\nret";
    let defined = |middle: &str| {
        let words = run(1, &format!("{head}{middle}{tail}"), &[0, 0]);
        [words[0].defined, words[1].defined]
    };
    assert_eq!(defined(""), [false, false]);
    assert_eq!(defined("store_raw g0.x, l(4), l(5)\n"), [false, true]);
    assert_eq!(defined("store_raw g0.xy, l(0), l(5, 6, 0, 0)\n"), [true, true]);
    assert_eq!(defined("store_raw g0.xy, l(0), l(5, 6, 0, 0)\nstore_raw g0.x, l(8), l(7)\n"), [false, false]);
}

#[test]
fn threads_wait_for_each_other() {
    let lines = "dcl_uav_raw u0\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 1\ndcl_tgsm_raw g0, 64\n\
                 dcl_thread_group THREADS, 1, 1\nishl r0.x, vThreadIDInGroupFlattened.x, l(2)\n\
                 store_raw g0.x, r0.x, vThreadIDInGroupFlattened.x\nsync_g_t\niadd r0.y, -r0.x, l(24)\n\
                 ld_raw r0.y, r0.y, g0.xxxx\nstore_raw u0.x, r0.x, r0.y\nret";
    for order in [Order::Forward, Order::Backward] {
        let words = run_in(order, 7, lines, &[0; 7]).unwrap();
        assert_eq!(bits(&words), [6, 5, 4, 3, 2, 1, 0], "{order:?}");
    }
}

#[test]
fn a_barrier_that_some_threads_miss_is_an_error() {
    let head = "dcl_uav_raw u0\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 1\ndcl_thread_group THREADS, 1, 1\n";
    for (middle, threads) in [
        ("ult r0.x, vThreadIDInGroupFlattened.x, l(2)\nif_nz r0.x\nsync_g_t\nendif\n", 4),
        ("ult r0.x, vThreadIDInGroupFlattened.x, l(4)\nif_nz r0.x\nsync_g_t\nendif\n", 8),
        ("ult r0.x, vThreadIDInGroupFlattened.x, l(5)\nretc_nz r0.x\nsync_g_t\n", 8),
    ] {
        let stop = run_in(Order::Forward, threads, &format!("{head}{middle}ret"), &[0]).unwrap_err();
        assert!(stop.to_string().contains("not all threads of the group reach"), "{stop}");
    }
    // A fence alone waits for nobody.
    let fence = "ult r0.x, vThreadIDInGroupFlattened.x, l(2)\nif_nz r0.x\nsync_g\nendif\n";
    run_in(Order::Forward, 4, &format!("{head}{fence}ret"), &[0]).unwrap();
}

#[test]
fn the_order_of_threads_is_the_callers() {
    let lines = "dcl_uav_raw u0\ndcl_input vThreadIDInGroupFlattened\ndcl_thread_group THREADS, 1, 1\n\
                 store_raw u0.x, l(0), vThreadIDInGroupFlattened.x\nret";
    let last = |order| bits(&run_in(order, 6, lines, &[99]).unwrap());
    assert_eq!((last(Order::Forward), last(Order::Backward)), (vec![5], vec![0]));
}

#[test]
fn counters_give_the_count_before_it_rises_and_after_it_falls() {
    let text = "dcl_uav_structured_opc u0, 4\ndcl_uav_raw u1\ndcl_temps 1\ndcl_thread_group THREADS, 1, 1\n\
                imm_atomic_alloc r0.x, u0\nimm_atomic_consume r0.y, u0\nstore_raw u1.xy, l(0), r0.xyxx\nret";
    let mut views = Views::default();
    views.set(0, 0, View::new(ViewKind::Structured { stride: 4 }, &[0; 4], 3));
    views.set(0, 1, View::new(ViewKind::Raw, &[0; 2], 0));
    let result = interpreter(1, text).run_groups(&Bindings::default(), views, [1; 3], Order::Forward).unwrap();
    assert_eq!(bits(&result.views.get(0, 1).unwrap().words), [3, 3]);
    assert_eq!(result.views.get(0, 0).unwrap().counter, Value::new(3));
}

#[test]
fn a_thread_knows_its_numbers() {
    let text = "dcl_uav_structured u0, 16\ndcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroup.xyz\n\
                dcl_input vThreadID.xyz\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 1\n\
                dcl_thread_group 2, 3, 1\nimad r0.x, vThreadGroupID.x, l(6), vThreadIDInGroupFlattened.x\n\
                store_structured u0.xy, r0.x, l(0), vThreadID.xyxx\n\
                store_structured u0.xy, r0.x, l(8), vThreadIDInGroup.xyxx\nret";
    let mut views = Views::default();
    views.set(0, 0, View::new(ViewKind::Structured { stride: 16 }, &[0; 48], 0));
    let result = interpreter(6, text).run_groups(&Bindings::default(), views, [2, 1, 1], Order::Forward).unwrap();
    let words = bits(&result.views.get(0, 0).unwrap().words);
    let numbers = |number: u32| {
        let (group, flat) = (number / 6, number % 6);
        let (x, y) = (flat % 2, flat / 2);
        [group * 2 + x, y, x, y]
    };
    let expected: Vec<u32> = (0..12).flat_map(numbers).collect();
    assert_eq!(words, expected);
}
