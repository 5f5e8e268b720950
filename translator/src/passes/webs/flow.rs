//! Which definitions reach a use: blocks of the structured statements, and a search backwards from each use.
//!
//! A lane of a register is a *slot*. A use that no definition in its block comes before asks for the value that
//! flows into the block (an *entry*), and that asks the blocks before it, on and on. Only what is asked for is
//! looked at, so definitions that meet at the end of an `if` but are not used behind it stay apart.

use super::forest::{Web, Webs};

/// A run of statements that no jump enters or leaves.
pub(super) type BlockId = u32;

/// A lane of a variable that is stored by lanes.
pub(super) type Slot = u32;

/// Pairs of block and slot that are looked at before the rest of the slots is taken as one web each. Keeps the
/// work linear for programs that are made to have many blocks and many long-lived lanes.
const LOOKUPS: usize = 1 << 23;

/// The value of a slot at the beginning or end of a block.
#[derive(Clone, Copy)]
struct Value {
    slot: Slot,
    block: BlockId,
    web: Web,
}

/// Blocks, the jumps between them, and the values at their beginnings and ends.
pub(super) struct Flow {
    blocks: BlockId,
    /// From and to.
    edges: Vec<(BlockId, BlockId)>,
    /// Asked for at the beginning of a block.
    entries: Vec<Value>,
    /// Defined in a block; the last one of a slot and block holds at its end.
    definitions: Vec<Value>,
    /// For each slot the last block that touched it, and the web there.
    latest: Vec<Option<(BlockId, Web)>>,
}

#[allow(clippy::indexing_slicing, reason = "slots and blocks are numbered by the lists that they index")]
impl Flow {
    pub(super) fn new(slots: usize) -> Self {
        Self { blocks: 0, edges: Vec::new(), entries: Vec::new(), definitions: Vec::new(), latest: vec![None; slots] }
    }

    /// A new block. The accesses of one block are told without those of others between them.
    pub(super) fn block(&mut self) -> BlockId {
        self.blocks += 1;
        self.blocks - 1
    }

    /// Control may go from one block to another.
    pub(super) fn edge(&mut self, from: BlockId, to: BlockId) {
        self.edges.push((from, to));
    }

    /// The web that a use of a slot reads.
    pub(super) fn use_of(&mut self, webs: &mut Webs, block: BlockId, slot: Slot) -> Web {
        match self.latest[slot as usize] {
            Some((at, web)) if at == block => web,
            _ => {
                let web = webs.fresh();
                self.entries.push(Value { slot, block, web });
                self.latest[slot as usize] = Some((block, web));
                web
            }
        }
    }

    /// The web that a store to a slot defines.
    pub(super) fn define(&mut self, webs: &mut Webs, block: BlockId, slot: Slot) -> Web {
        let web = webs.fresh();
        self.definitions.push(Value { slot, block, web });
        self.latest[slot as usize] = Some((block, web));
        web
    }

    /// Joins all definitions that reach a common use.
    pub(super) fn join(mut self, webs: &mut Webs) {
        // Only what flows into a block that another one leads to can meet something.
        let mut fed = vec![false; self.blocks as usize];
        for &(_, to) in &self.edges {
            fed[to as usize] = true;
        }
        let mut asked = vec![false; self.latest.len()];
        for value in &self.entries {
            asked[value.slot as usize] |= fed[value.block as usize];
        }
        self.entries.retain(|value| asked[value.slot as usize]);
        if self.entries.is_empty() {
            return;
        }
        self.definitions.retain(|value| asked[value.slot as usize]);
        self.entries.sort_by_key(|value| value.slot);
        self.definitions.sort_by_key(|value| value.slot);
        let mut search = Search::new(self.blocks as usize, &self.edges);
        let mut definitions: &[Value] = &self.definitions;
        let mut lookups = 0;
        for entries in self.entries.chunk_by(|a, b| a.slot == b.slot) {
            let slot = entries[0].slot;
            let before = definitions.partition_point(|value| value.slot < slot);
            let end = definitions.partition_point(|value| value.slot <= slot);
            let own = &definitions[before..end];
            if lookups > LOOKUPS {
                join_all(webs, entries, own);
            } else {
                lookups += search.slot(webs, entries, own);
            }
            definitions = &definitions[end..];
        }
    }
}

/// Takes a slot as one web.
fn join_all(webs: &mut Webs, entries: &[Value], definitions: &[Value]) {
    let mut all = entries.iter().chain(definitions);
    if let Some(first) = all.next() {
        for value in all {
            webs.join(first.web, value.web);
        }
    }
}

/// The search backwards, slot by slot.
struct Search {
    /// For each block the place of its first predecessor; one more at the end.
    first: Vec<u32>,
    predecessors: Vec<BlockId>,
    /// For each block the value of the slot at its end, and the round that it is of.
    ends: Vec<(u32, Web)>,
    /// The same at its beginning.
    beginnings: Vec<(u32, Web)>,
    round: u32,
    open: Vec<(BlockId, Web)>,
}

#[allow(clippy::indexing_slicing, reason = "blocks are numbered by the lists that they index")]
impl Search {
    fn new(blocks: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let mut first = vec![0u32; blocks + 1];
        for &(_, to) in edges {
            first[to as usize + 1] += 1;
        }
        for block in 0..blocks {
            first[block + 1] += first[block];
        }
        let mut next = first.clone();
        let mut predecessors = vec![0; edges.len()];
        for &(from, to) in edges {
            let place = &mut next[to as usize];
            predecessors[*place as usize] = from;
            *place += 1;
        }
        let none = vec![(0, 0); blocks];
        Self { first, predecessors, ends: none.clone(), beginnings: none, round: 0, open: Vec::new() }
    }

    /// Joins the webs of one slot; how many blocks were looked at.
    fn slot(&mut self, webs: &mut Webs, entries: &[Value], definitions: &[Value]) -> usize {
        self.round += 1;
        for value in definitions {
            self.ends[value.block as usize] = (self.round, value.web);
        }
        for value in entries {
            self.beginnings[value.block as usize] = (self.round, value.web);
            self.open.push((value.block, value.web));
        }
        let mut count = definitions.len() + entries.len();
        while let Some((block, web)) = self.open.pop() {
            let (first, end) = (self.first[block as usize] as usize, self.first[block as usize + 1] as usize);
            for at in first..end {
                let before = self.predecessors[at];
                let (round, ended) = self.ends[before as usize];
                if round == self.round {
                    webs.join(web, ended);
                    continue;
                }
                let (round, begun) = self.beginnings[before as usize];
                if round == self.round {
                    webs.join(web, begun);
                    continue;
                }
                let fed = self.first[before as usize] != self.first[before as usize + 1];
                if !fed {
                    // The function begins there: the lane is zero, whatever its type.
                    continue;
                }
                // What flows through a block flows into it. It is the same value, so it needs no web of its own.
                self.beginnings[before as usize] = (self.round, web);
                self.open.push((before, web));
                count += 1;
            }
        }
        count
    }
}
