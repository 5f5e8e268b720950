//! Calls of atomic operations: on a word of each invocation's own, and of all invocations on one word.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{AtomicOp, Barrier, Coherence, Expr, GroupMemory, Handle, Memory, Node, StmtKind, Type};

use super::cases::{self, TUPLES};
use super::dispatch::{Dispatched, Outcome, UNWRITTEN, bytes};
use super::kernel::Kernel;
use super::meaning::Value;
use super::want::Want;
use crate::engine::compute::Stored;

/// Invocations of a workgroup.
const GROUP: u32 = 32;
/// Register of the words.
const WORDS: u32 = 1;
/// What a word holds before all invocations work on it.
const FIRST: u32 = 0x0f0f_1234;

/// An operation as the registry names it.
struct Atomic {
    builtin: Builtin,
    /// The operation of the IR; none for plain reads and writes of words that are atomic.
    op: Option<AtomicOp>,
    /// Whether the order of many does not matter.
    commutes: bool,
    /// What a word becomes, from what it was and the operands.
    becomes: fn(u32, &[u32]) -> u32,
}

/// All operations. WGSL has no maximum of signed numbers in words that are unsigned elsewhere: it is made of exchanges.
const ATOMICS: &[Atomic] = &[
    Atomic { builtin: Builtin::AtomicLoad, op: None, commutes: false, becomes: |old, _| old },
    Atomic { builtin: Builtin::AtomicStore, op: None, commutes: false, becomes: |_, new| new[0] },
    plain(Builtin::AtomicAdd, AtomicOp::Add, |old, by| old.wrapping_add(by[0])),
    plain(Builtin::AtomicSub, AtomicOp::Subtract, |old, by| old.wrapping_sub(by[0])),
    plain(Builtin::AtomicAnd, AtomicOp::And, |old, by| old & by[0]),
    plain(Builtin::AtomicOr, AtomicOp::Or, |old, by| old | by[0]),
    plain(Builtin::AtomicXor, AtomicOp::Xor, |old, by| old ^ by[0]),
    plain(Builtin::AtomicMax, AtomicOp::Max, |old, by| old.max(by[0])),
    plain(Builtin::AtomicMin, AtomicOp::Min, |old, by| old.min(by[0])),
    exchange(Builtin::AtomicExchange, AtomicOp::Exchange, |_, new| new[0]),
    exchange(
        Builtin::AtomicCompareExchangeWeak,
        AtomicOp::CompareExchange,
        |old, by| {
            if old == by[0] { by[1] } else { old }
        },
    ),
    plain(Builtin::AtomicCompareExchangeWeak, AtomicOp::MaxSigned, |old, by| {
        old.cast_signed().max(by[0].cast_signed()).cast_unsigned()
    }),
    plain(Builtin::AtomicCompareExchangeWeak, AtomicOp::MinSigned, |old, by| {
        old.cast_signed().min(by[0].cast_signed()).cast_unsigned()
    }),
];

const fn plain(builtin: Builtin, op: AtomicOp, becomes: fn(u32, &[u32]) -> u32) -> Atomic {
    Atomic { builtin, op: Some(op), commutes: true, becomes }
}

const fn exchange(builtin: Builtin, op: AtomicOp, becomes: fn(u32, &[u32]) -> u32) -> Atomic {
    Atomic { builtin, op: Some(op), commutes: false, becomes }
}

/// Where the words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Buffer,
    Workgroup,
}

impl Place {
    /// The memory, which is atomic whatever is done to it if it is a buffer.
    fn memory(self, kernel: &mut Kernel) -> Memory {
        match self {
            Self::Buffer => Memory::Buffer(kernel.view(WORDS, Coherence::Device)),
            Self::Workgroup => {
                Memory::Group(kernel.module.group_memory.push(GroupMemory { register: 0, words: GROUP }))
            }
        }
    }
}

/// Every call of a name.
pub(super) fn calls(builtin: Builtin) -> Vec<Dispatched> {
    let mut calls = Vec::new();
    for atomic in ATOMICS.iter().filter(|atomic| atomic.builtin == builtin) {
        calls.push(atomic.apart(Place::Buffer));
        if atomic.op.is_some() {
            calls.push(atomic.apart(Place::Workgroup));
        }
        if atomic.commutes {
            calls.push(atomic.together_in_a_buffer());
            calls.push(atomic.together_in_a_workgroup());
        }
    }
    calls
}

fn words(tuple: &[Value]) -> Vec<u32> {
    tuple.iter().map(|value| value.lanes[0]).collect()
}

impl Atomic {
    fn operands(&self) -> usize {
        self.op.map_or(self.builtin.row().args.len() - 1, AtomicOp::operands)
    }

    fn label(&self, what: &str) -> String {
        let op = self.op.map(|op| format!(" as {op:?}")).unwrap_or_default();
        format!("{}{op}, {what}", self.builtin.name())
    }

    /// A tuple for each invocation: what the word holds before, and the operands. Every second exchange that compares
    /// finds what it compares with.
    fn tuples(&self) -> Vec<Vec<Value>> {
        let mut tuples = cases::tuples(self.builtin, &vec![Type::U32; 1 + self.operands()]);
        if self.op == Some(AtomicOp::CompareExchange) {
            tuples.iter_mut().step_by(2).for_each(|tuple| tuple[1] = tuple[0]);
        }
        tuples
    }

    /// Does it, and gives what the word was.
    fn change(&self, kernel: &mut Kernel, memory: Memory, at: Handle<Node>, operands: &[Handle<Node>]) -> Handle<Node> {
        let Some(op) = self.op else {
            operands.iter().for_each(|&operand| kernel.store(memory, at, operand));
            return kernel.load(memory, at);
        };
        let args = [&[at], operands].concat().as_slice().into();
        let changed = kernel.module.node(Expr::Atomic { op, memory, args }, Type::U32);
        kernel.bind(changed)
    }

    /// Each invocation on a word of its own: what the word was, and what it is then. A load finds what the host stored.
    fn apart(&self, place: Place) -> Dispatched {
        let tuples = self.tuples();
        let mut kernel = Kernel::new(GROUP);
        let args = kernel.arguments(&tuples);
        let memory = place.memory(&mut kernel);
        let at = match place {
            Place::Buffer => kernel.invocation(),
            Place::Workgroup => kernel.invocation_in_group(),
        };
        let held = self.builtin == Builtin::AtomicLoad;
        if !held {
            kernel.store(memory, at, args[0]);
        }
        let old = self.change(&mut kernel, memory, at, &args[1..]);
        let new = kernel.load(memory, at);
        kernel.give(&[old, new]);
        let want = |tuple: &Vec<Value>| {
            let words = words(tuple);
            let new = (self.becomes)(words[0], &words[1..]);
            // What was stored is read back at once.
            vec![Want::Bits(if self.op.is_some() { words[0] } else { new }), Want::Bits(new)]
        };
        let before = tuples.iter().map(|tuple| if held { tuple[0].lanes[0] } else { UNWRITTEN });
        Dispatched {
            label: self.label(&format!("a word each, {place:?}")),
            module: kernel.finish(),
            groups: TUPLES as u32 / GROUP,
            resources: Vec::new(),
            views: vec![(WORDS, Stored::Words(bytes(before)))],
            outcome: Outcome::Results,
            wants: tuples.iter().map(want).collect(),
            sources: tuples,
        }
    }

    /// What a word is when all of some tuples have changed it.
    fn after_all(&self, tuples: &[Vec<Value>]) -> u32 {
        tuples.iter().fold(FIRST, |word, tuple| (self.becomes)(word, &words(tuple)[1..]))
    }

    /// All invocations of all workgroups on one word: what it is then.
    fn together_in_a_buffer(&self) -> Dispatched {
        let tuples = self.tuples();
        let mut kernel = Kernel::new(GROUP);
        let args = kernel.arguments(&tuples);
        let memory = Place::Buffer.memory(&mut kernel);
        let at = kernel.module.uint(0);
        self.change(&mut kernel, memory, at, &args[1..]);
        Dispatched {
            label: self.label("one word for all, Buffer"),
            module: kernel.finish(),
            groups: TUPLES as u32 / GROUP,
            resources: Vec::new(),
            views: vec![(WORDS, Stored::Words(bytes([FIRST])))],
            outcome: Outcome::View { register: WORDS, words: 1 },
            wants: vec![vec![Want::Bits(self.after_all(&tuples))]],
            sources: tuples,
        }
    }

    /// All invocations of each workgroup on one word: what all of them find there then.
    fn together_in_a_workgroup(&self) -> Dispatched {
        let tuples = self.tuples();
        let mut kernel = Kernel::new(GROUP);
        let args = kernel.arguments(&tuples);
        let memory = Place::Workgroup.memory(&mut kernel);
        let (at, first) = (kernel.module.uint(0), kernel.module.uint(FIRST));
        kernel.store(memory, at, first);
        kernel.add(StmtKind::Barrier(Barrier::Group));
        self.change(&mut kernel, memory, at, &args[1..]);
        kernel.add(StmtKind::Barrier(Barrier::Group));
        let new = kernel.load(memory, at);
        kernel.give(&[new]);
        let wants = tuples.chunks(GROUP as usize).flat_map(|group| {
            let want = vec![Want::Bits(self.after_all(group))];
            vec![want; group.len()]
        });
        Dispatched {
            label: self.label("one word for all, Workgroup"),
            module: kernel.finish(),
            groups: TUPLES as u32 / GROUP,
            resources: Vec::new(),
            views: Vec::new(),
            outcome: Outcome::Results,
            wants: wants.collect(),
            sources: tuples,
        }
    }
}
