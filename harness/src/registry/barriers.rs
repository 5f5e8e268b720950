//! Calls that wait for the workgroup: values go from invocation to invocation through memory, so that each result
//! depends on what another invocation wrote before.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{
    Barrier, BinaryOp, Coherence, Expr, GroupMemory, Handle, Memory, Node, StmtKind, StorageTexture, TexelAccess,
    TexelFormat, TextureKind, Type,
};

use super::dispatch::{Dispatched, Outcome, UNWRITTEN, bytes};
use super::kernel::Kernel;
use super::want::Want;
use crate::engine::compute::{Stored, StoredTexture};
use crate::engine::{self, ImageKind};

/// Invocations of a workgroup: more than any engine runs in lockstep.
const GROUP: u32 = 64;
const GROUPS: u32 = 3;
/// Register of the memory.
const MEMORY: u32 = 1;

/// One time that every invocation writes a value and then reads that of another one.
#[derive(Clone, Copy)]
struct Round {
    factor: u32,
    /// How far away the other invocation is, counted in a ring.
    distance: u32,
}

/// Two, of which the second finds the memory as the first left it.
const ROUNDS: [Round; 2] = [Round { factor: 3, distance: 37 }, Round { factor: 0x0101_0101, distance: GROUP - 1 }];

/// What an invocation writes.
const fn written(round: Round, group: u32, invocation: u32) -> u32 {
    (group * GROUP + invocation + 1).wrapping_mul(round.factor)
}

/// The call of a name.
pub(super) fn calls(builtin: Builtin) -> Option<Dispatched> {
    match builtin {
        Builtin::WorkgroupBarrier => Some(exchanged("workgroupBarrier()", Barrier::Group)),
        Builtin::StorageBarrier => Some(exchanged("storageBarrier()", Barrier::Buffers)),
        Builtin::TextureBarrier => Some(exchanged("textureBarrier()", Barrier::Textures)),
        Builtin::WorkgroupUniformLoad => Some(agreed()),
        _ => None,
    }
}

/// What lies behind a barrier.
enum Place {
    Words { memory: Memory, first: Handle<Node> },
    Texels { texture: Handle<StorageTexture>, row: Handle<Node> },
}

impl Place {
    fn of(kernel: &mut Kernel, barrier: Barrier) -> Self {
        match barrier {
            Barrier::Group => {
                let memory = kernel.module.group_memory.push(GroupMemory { register: 0, words: GROUP });
                Self::Words { memory: Memory::Group(memory), first: kernel.module.uint(0) }
            }
            Barrier::Buffers => {
                let memory = Memory::Buffer(kernel.view(MEMORY, Coherence::Group));
                let group = kernel.group();
                Self::Words { memory, first: kernel.compute(BinaryOp::Multiply, group, GROUP) }
            }
            Barrier::Textures => {
                let texture = kernel.module.storage_textures.push(StorageTexture {
                    register: MEMORY,
                    space: 0,
                    kind: TextureKind::D2,
                    format: TexelFormat::R32Uint,
                    access: TexelAccess::ReadWrite,
                    name: None,
                });
                Self::Texels { texture, row: kernel.group() }
            }
        }
    }

    /// Writes what belongs to an invocation of the workgroup.
    fn write(&self, kernel: &mut Kernel, invocation: Handle<Node>, value: Handle<Node>) {
        match *self {
            Self::Words { memory, first } => {
                let at = kernel.module.binary(BinaryOp::Add, first, invocation);
                kernel.store(memory, at, value);
            }
            Self::Texels { texture, row } => {
                let coordinates = kernel.module.compose(&[invocation, row]);
                let value = kernel.module.splat(value, 4);
                kernel.add(StmtKind::StoreTexel { texture, coordinates, value });
            }
        }
    }

    /// Reads what belongs to an invocation of the workgroup.
    fn read(&self, kernel: &mut Kernel, invocation: Handle<Node>) -> Handle<Node> {
        match *self {
            Self::Words { memory, first } => {
                let at = kernel.module.binary(BinaryOp::Add, first, invocation);
                kernel.load(memory, at)
            }
            Self::Texels { texture, row } => {
                let coordinates = kernel.module.compose(&[invocation, row]);
                let texel = kernel.module.node(Expr::Texel(texture, coordinates), Type { width: 4, ..Type::U32 });
                let texel = kernel.bind(texel);
                kernel.module.lane(texel, dxbc_translator::program::Component::X)
            }
        }
    }

    fn before(&self) -> Vec<(u32, Stored)> {
        let texels = bytes(vec![UNWRITTEN; (GROUP * GROUPS) as usize]);
        match self {
            Self::Words { memory: Memory::Buffer(_) | Memory::Counter(_), .. } => {
                vec![(MEMORY, Stored::Words(texels))]
            }
            Self::Words { memory: Memory::Group(_), .. } => Vec::new(),
            Self::Texels { .. } => {
                let (kind, format) = (ImageKind::D2, engine::TexelFormat::R32UI);
                vec![(MEMORY, Stored::Texture(StoredTexture { kind, format, size: [GROUP, GROUPS, 1], texels }))]
            }
        }
    }
}

/// In each round every invocation writes, waits, reads what another one wrote, and waits.
fn exchanged(label: &str, barrier: Barrier) -> Dispatched {
    let mut kernel = Kernel::new(GROUP);
    let place = Place::of(&mut kernel, barrier);
    let own = kernel.invocation_in_group();
    let mut found = Vec::new();
    for Round { factor, distance } in ROUNDS {
        let number = kernel.invocation();
        let number = kernel.compute(BinaryOp::Add, number, 1);
        let value = kernel.compute(BinaryOp::Multiply, number, factor);
        place.write(&mut kernel, own, value);
        kernel.add(StmtKind::Barrier(barrier));
        let other = kernel.compute(BinaryOp::Add, own, distance);
        let other = kernel.compute(BinaryOp::And, other, GROUP - 1);
        found.push(place.read(&mut kernel, other));
        kernel.add(StmtKind::Barrier(barrier));
    }
    kernel.give(&found);
    let want = |group: u32, own: u32| {
        let found = ROUNDS.map(|round| Want::Bits(written(round, group, (own + round.distance) % GROUP)));
        found.to_vec()
    };
    let views = place.before();
    dispatched(label, kernel, views, want)
}

/// Two values one after the other, of which every invocation gets the first one's.
fn agreed() -> Dispatched {
    let mut kernel = Kernel::new(GROUP);
    let mut found = Vec::new();
    for Round { factor, .. } in ROUNDS {
        let number = kernel.invocation();
        let number = kernel.compute(BinaryOp::Add, number, 1);
        let value = kernel.compute(BinaryOp::Multiply, number, factor);
        let agreed = kernel.module.node(Expr::Agreed(value), Type::U32);
        found.push(kernel.bind(agreed));
    }
    kernel.give(&found);
    let want = |group: u32, _: u32| ROUNDS.map(|round| Want::Bits(written(round, group, 0))).to_vec();
    dispatched("workgroupUniformLoad(u32)", kernel, Vec::new(), want)
}

fn dispatched(
    label: &str,
    kernel: Kernel,
    views: Vec<(u32, Stored)>,
    want: impl Fn(u32, u32) -> Vec<Want>,
) -> Dispatched {
    let want = &want;
    let wants = (0..GROUPS).flat_map(|group| (0..GROUP).map(move |own| want(group, own)));
    Dispatched {
        label: label.to_owned(),
        groups: GROUPS,
        sources: Vec::new(),
        resources: Vec::new(),
        views,
        outcome: Outcome::Results,
        wants: wants.collect(),
        module: kernel.finish(),
    }
}
