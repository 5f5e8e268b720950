//! Probes of barriers: what other threads of the group have stored before one is read behind it.
//!
//! A thread's number in its group is `r2.x`, and `r2.y` is that of the thread whose word it reads.

use dxbc_translator::opcode::Info;

use super::ground::THREADS;
use super::{Known, MARKS, MemoryProbe, RESULT, head, marks};
use crate::interp::{View, ViewKind};

/// What stands between the store and the load, and which thread's word is read.
struct Shape {
    /// The barriers: the part of the mnemonic behind `sync`.
    suffix: &'static str,
    /// Whether the memory is a view; else it is shared memory.
    view: bool,
    /// How far away the thread is whose word is read: none but the own word behind a fence without waiting.
    away: u32,
}

const SHAPES: [Shape; 10] = [
    Shape { suffix: "_g_t", view: false, away: 17 },
    Shape { suffix: "_g_t", view: false, away: 63 },
    Shape { suffix: "_ugroup_g_t", view: false, away: 1 },
    Shape { suffix: "_uglobal_g_t", view: false, away: 33 },
    Shape { suffix: "_ugroup_t", view: true, away: 17 },
    Shape { suffix: "_uglobal_t", view: true, away: 63 },
    Shape { suffix: "_ugroup_g_t", view: true, away: 32 },
    Shape { suffix: "_uglobal_g_t", view: true, away: 5 },
    Shape { suffix: "_g", view: false, away: 0 },
    Shape { suffix: "_uglobal", view: true, away: 0 },
];

/// The probes of `sync`.
pub(super) fn probes(info: &'static Info) -> Vec<MemoryProbe> {
    let mut probes: Vec<MemoryProbe> = SHAPES.iter().map(|shape| exchange(info, shape)).collect();
    probes.extend(["_g_t", "_ugroup_g_t"].map(|suffix| sums(info, suffix)));
    probes
}

/// A word that a thread stores.
const fn stored(thread: u32) -> u32 {
    thread * 0x0101_0101 + 0x8000_0007
}

/// Each thread stores a word, and reads another one's behind the barrier.
fn exchange(info: &'static Info, shape: &Shape) -> MemoryProbe {
    let threads = 2 * THREADS;
    let (mut arguments, mut results) = (Vec::new(), marks(threads as usize));
    for thread in 0..threads {
        let (group, own) = (thread / THREADS, thread % THREADS);
        let other = (own + shape.away) % THREADS;
        let base = if shape.view { group * THREADS } else { 0 };
        arguments.extend([(base + own) * 4, (base + other) * 4, stored(thread), 0, 0, 0, 0, 0]);
        results[thread as usize * MARKS.len()] = Some(stored(group * THREADS + other));
    }
    let memory = if shape.view { "u0" } else { "g0" };
    let mut text = head(&format!("dcl_uav_raw u0\ndcl_tgsm_raw g0, {}", THREADS * 4));
    text.push_str(&format!(
        "store_raw {memory}.x, r1.x, r1.z\n{}{}\nld_raw r3.x, r1.y, {memory}.xxxx\n{RESULT}",
        info.mnemonic, shape.suffix
    ));
    let form =
        format!("{} of {}, {} away", shape.suffix, if shape.view { "a view" } else { "shared memory" }, shape.away);
    let mut probe = MemoryProbe::new(info, form, text, arguments);
    let words = |thread| if shape.view { stored(thread) } else { 0 };
    let after = (0..threads).map(|thread| Some(words(thread))).collect();
    probe.view(0, View::new(ViewKind::Raw, &vec![0; threads as usize], 0), Known::words(after));
    probe.results(results);
    probe
}

/// Each thread adds up the words of those before it, in steps of 1, 2, 4 and on, with two barriers each.
fn sums(info: &'static Info, suffix: &str) -> MemoryProbe {
    let threads = 2 * THREADS;
    let mut arguments = Vec::new();
    let mut results = marks(threads as usize);
    for thread in 0..threads {
        arguments.extend([stored(thread), 0, 0, 0, 0, 0, 0, 0]);
        let first = thread / THREADS * THREADS;
        let sum = (first..=thread).fold(0_u32, |sum, other| sum.wrapping_add(stored(other)));
        results[thread as usize * MARKS.len()] = Some(sum);
    }
    let mut text = head(&format!("dcl_uav_raw u0\ndcl_tgsm_raw g0, {}", THREADS * 4));
    let sync = format!("{}{suffix}", info.mnemonic);
    text.push_str(&format!(
        "ishl r4.x, vThreadIDInGroupFlattened.x, l(2)\nstore_raw g0.x, r4.x, r1.x\n{sync}\nmov r4.y, l(1)\nloop\n\
         uge r4.z, r4.y, l({THREADS})\nbreakc_nz r4.z\nmov r5.x, l(0)\nuge r4.z, vThreadIDInGroupFlattened.x, r4.y\n\
         if_nz r4.z\niadd r4.z, vThreadIDInGroupFlattened.x, -r4.y\nishl r4.z, r4.z, l(2)\nld_raw r5.x, r4.z, g0.xxxx\n\
         endif\n{sync}\nld_raw r5.y, r4.x, g0.xxxx\niadd r5.x, r5.x, r5.y\nstore_raw g0.x, r4.x, r5.x\n{sync}\n\
         ishl r4.y, r4.y, l(1)\nendloop\nld_raw r3.x, r4.x, g0.xxxx\n{RESULT}"
    ));
    let mut probe = MemoryProbe::new(info, format!("{suffix} in a loop of sums"), text, arguments);
    probe.view(0, View::new(ViewKind::Raw, &[3; 4], 0), Known::words(vec![Some(3); 4]));
    probe.results(results);
    probe
}
