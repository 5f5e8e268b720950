//! Probes of loads and stores of words: at every place of raw, structured and typed views and of shared memory, and past
//! their ends.
//!
//! A thread reads eight words of `t0`. To load: into `r1` the address, into `r2` what its own place of shared memory
//! holds and the address of that. To store: into `r1` the address, into `r2` four words.

use dxbc_translator::opcode::{Buffer, Info, Opcode};

use super::ground::{Ground, STRIDE, THREADS};
use super::{Known, MARKS, MemoryProbe, RESULT, head, marks};
use crate::generate::values::Lattice;

/// What holds the words that an opcode accesses.
#[allow(clippy::wildcard_enum_match_arm, reason = "all others access something else")]
fn grounds(info: &Info) -> Vec<Ground> {
    match info.opcode {
        Opcode::Buffer(Buffer::LdRaw | Buffer::LdRawS | Buffer::StoreRaw) => vec![Ground::Raw, Ground::GroupRaw],
        Opcode::Buffer(Buffer::LdStructured | Buffer::LdStructuredS | Buffer::StoreStructured) => {
            vec![Ground::Structured, Ground::GroupStructured]
        }
        Opcode::Buffer(Buffer::LdUavTyped | Buffer::LdUavTypedS | Buffer::StoreUavTyped) => {
            ["float", "uint", "sint"].map(Ground::Typed).to_vec()
        }
        _ => Vec::new(),
    }
}

/// Words of every kind, integers and floats by turns, no two neighbours alike.
fn word(number: usize) -> u32 {
    let lattice = if number.is_multiple_of(2) { Lattice::Integers } else { Lattice::Floats };
    let values = lattice.values();
    values[number / 2 % values.len()]
}

/// The components that a load writes, and the swizzle of what it reads.
const READS: [(&str, &str); 3] = [("xyzw", "xyzw"), ("yw", "wzyx"), ("x", "zzzz")];

/// The number of a component.
fn lane(letter: char) -> usize {
    "xyzw".find(letter).unwrap_or(0)
}

/// The words from an address on, as a load gives them: zero past the end of a view, nothing defined past the end of shared
/// memory or of a structure.
fn read(ground: Ground, memory: &[Option<u32>], [x, y]: [u32; 2]) -> [Option<u32>; 4] {
    let beyond = if ground.is_shared() { None } else { Some(0) };
    let (first, end) = match ground {
        Ground::Raw | Ground::GroupRaw => (x as usize / 4, memory.len()),
        Ground::Typed(_) => (x as usize * 4, memory.len()),
        Ground::Structured | Ground::GroupStructured => {
            let first = x as usize * (STRIDE as usize / 4);
            if first >= memory.len() {
                return [beyond; 4];
            }
            let end = first + STRIDE as usize / 4;
            let word = |lane: usize| memory.get(first + y as usize / 4 + lane).copied().flatten();
            return [0, 1, 2, 3].map(|lane: usize| if first + y as usize / 4 + lane < end { word(lane) } else { None });
        }
    };
    [0, 1, 2, 3].map(|lane: usize| if first + lane < end { memory[first + lane] } else { beyond })
}

/// The probes of an opcode that loads.
pub(super) fn loads(info: &'static Info) -> Vec<MemoryProbe> {
    let grounds = grounds(info);
    grounds.iter().flat_map(|&ground| READS.map(|(mask, swizzle)| load(info, ground, mask, swizzle))).collect()
}

fn load(info: &'static Info, ground: Ground, mask: &str, swizzle: &str) -> MemoryProbe {
    let places = if ground.is_shared() { THREADS } else { THREADS + THREADS / 2 };
    let outside = if ground.is_shared() { Vec::new() } else { ground.outside(places) };
    let threads = 2 * THREADS;
    let words = ground.words(places);
    // Shared memory holds what the threads of the group have stored in it.
    let contents = |group: u32| -> Vec<Option<u32>> {
        let places = if ground.is_shared() { ground.word(places) } else { words };
        (0..words).map(|at| (at < places).then(|| word(at + (group * THREADS) as usize))).collect()
    };
    let address = |thread: u32| {
        let beyond = thread.checked_sub(places).and_then(|beyond| outside.get(beyond as usize).copied());
        beyond.unwrap_or_else(|| ground.place(thread * 7 % places))
    };
    let (mut arguments, mut results) = (Vec::new(), marks(threads as usize));
    for thread in 0..threads {
        let group = if ground.is_shared() { thread / THREADS } else { 0 };
        let memory = contents(group);
        let own = thread % THREADS;
        let ([x, y], [own_x, own_y]) = (address(thread), ground.place(own));
        arguments.extend([x, y, 0, 0, memory[ground.word(own)].unwrap_or(0), own_x, own_y, 0]);
        let read = read(ground, &memory, [x, y]);
        let result = &mut results[thread as usize * MARKS.len()..][..MARKS.len()];
        for letter in mask.chars() {
            result[lane(letter)] = read[lane(swizzle.as_bytes()[lane(letter)] as char)];
        }
        if let Some(spare) = spare(info, mask) {
            result[lane(spare)] = Some(u32::MAX);
        }
    }
    let form = format!("{}, {mask} of {swizzle}", ground.label());
    let mut probe = MemoryProbe::new(info, form, load_text(info, ground, mask, swizzle, places), arguments);
    let before: Vec<u32> = contents(0).into_iter().map(|word| word.unwrap_or(0)).collect();
    if let Some(view) = ground.view(&before) {
        probe.view(0, view, Known::words(before.into_iter().map(Some).collect()));
    }
    probe.results(results);
    probe
}

/// The component that takes whether all was there, of an opcode that says so.
pub(super) fn spare(info: &Info, mask: &str) -> Option<char> {
    info.mnemonic.ends_with("_s").then(|| "xyzw".chars().find(|&letter| !mask.contains(letter))).flatten()
}

/// A load with all that makes its status seen. `address` may be two operands.
pub(super) fn load_line(info: &Info, mask: &str, address: &str, source: &str) -> String {
    let status = if info.mnemonic.ends_with("_s") { "r4.x, " } else { "" };
    let line = format!("{} r3.{mask}, {status}{address}, {source}\n", info.mnemonic);
    let tail = spare(info, mask).map(|spare| format!("check_access_fully_mapped r3.{spare}, r4.x\n"));
    line + &tail.unwrap_or_default()
}

fn load_text(info: &Info, ground: Ground, mask: &str, swizzle: &str, places: u32) -> String {
    let mut text = head(&ground.declaration(places));
    text.push_str(&ground.begin(&ground.operands("r2", ['y', 'z']), "r2.x"));
    let address = match ground {
        // The other components of a coordinate are not read.
        Ground::Typed(_) => "r1.xyzw".to_owned(),
        Ground::Raw | Ground::Structured | Ground::GroupRaw | Ground::GroupStructured => {
            ground.operands("r1", ['x', 'y'])
        }
    };
    text.push_str(&load_line(info, mask, &address, &format!("{}.{swizzle}", ground.register())));
    text + RESULT
}

/// The components that a store writes, and the swizzle of its source. Typed stores write all four.
const WRITES: [(&str, &str); 5] = [("xyzw", "xyzw"), ("xyz", "wzyx"), ("xy", "yyxw"), ("x", "zzzz"), ("xyzw", "wwzx")];

/// The probes of an opcode that stores.
pub(super) fn stores(info: &'static Info) -> Vec<MemoryProbe> {
    let mut probes = Vec::new();
    for ground in grounds(info) {
        for (mask, swizzle) in WRITES {
            let fits = match ground {
                Ground::Typed(_) => mask.len() == 4,
                Ground::Structured | Ground::GroupStructured => mask.len() * 4 <= STRIDE as usize,
                Ground::Raw | Ground::GroupRaw => true,
            };
            if fits {
                probes.push(store(info, ground, mask, swizzle));
            }
        }
    }
    probes
}

/// Places from one thread's words to the next one's.
const fn apart(ground: Ground) -> u32 {
    match ground {
        Ground::Raw | Ground::GroupRaw => 4,
        Ground::Structured | Ground::GroupStructured => STRIDE / 4,
        Ground::Typed(_) => 1,
    }
}

fn store(info: &'static Info, ground: Ground, mask: &str, swizzle: &str) -> MemoryProbe {
    // The last thread of a raw view that is inside has half of its words outside.
    let inside = THREADS + THREADS / 2 + 1;
    let places = match ground {
        Ground::Raw => apart(ground) * inside - 2,
        Ground::Structured | Ground::Typed(_) => apart(ground) * inside,
        Ground::GroupRaw | Ground::GroupStructured => apart(ground) * THREADS,
    };
    let outside = ground.outside(places);
    let threads = 2 * THREADS;
    let before: Vec<u32> = (0..ground.words(places)).map(|at| word(at + 5)).collect();
    let mut memory = before.clone();
    let (mut arguments, mut results) = (Vec::new(), marks(threads as usize));
    for thread in 0..threads {
        let slot = if ground.is_shared() { thread % THREADS } else { thread };
        let place = slot * apart(ground);
        // A place of a structure may be its second word, where what is stored ends within.
        let shift = u32::from(mask.len() < 3 && matches!(ground, Ground::Structured | Ground::GroupStructured));
        let value: [u32; 4] = std::array::from_fn(|lane| word(thread as usize * 3 + lane * 2));
        let stored = swizzle.chars().map(|letter| value[lane(letter)]).take(mask.len());
        let [x, y] = if ground.is_shared() || thread < inside {
            for (behind, word) in stored.enumerate() {
                if ground.is_shared() {
                    results[thread as usize * MARKS.len() + behind] = Some(word);
                } else if let Some(slot) = memory.get_mut(ground.word(place + shift) + behind) {
                    *slot = word;
                }
            }
            ground.place(place + shift)
        } else {
            outside[(thread - inside) as usize % outside.len()]
        };
        arguments.extend([x, y, 0, 0]);
        arguments.extend(value);
    }
    let mut text = head(&ground.declaration(places));
    let address = ground.operands("r1", ['x', 'y']);
    let typed = matches!(ground, Ground::Typed(_));
    let address = if typed { "r1.xyzw".to_owned() } else { address };
    text.push_str(&format!("{} {}.{mask}, {address}, r2.{swizzle}\n", info.mnemonic, ground.register()));
    if ground.is_shared() {
        text.push_str(&format!("sync_g_t\nld_{} r3.{mask}, {address}, g0.xyzw\n", ground.suffix()));
    }
    let form = format!("{}, {mask} from {swizzle}", ground.label());
    let mut probe = MemoryProbe::new(info, form, text + RESULT, arguments);
    if let Some(view) = ground.view(&before) {
        probe.view(0, view, Known::words(memory.into_iter().map(Some).collect()));
    }
    probe.results(results);
    probe
}
