//! Webs: definitions of a lane that reach a common use, and what is known of the values they hold.

use super::kinds::{Kinds, sign, storage};
use crate::ir::Scalar;

/// A definition, a value that flows into a block, or a whole array or local; and the web that it belongs to.
pub(in super::super) type Web = u32;

/// A forest of webs (union-find) with what was seen of each member.
#[derive(Default)]
pub(in super::super) struct Webs {
    members: Vec<Member>,
    /// The sign of the integers that a web is computed with; filled by [`Webs::settle`].
    near: Vec<Option<Scalar>>,
}

struct Member {
    parent: Web,
    /// Kinds of the values that are written.
    defined: Kinds,
    /// Kinds that the values are read as.
    used: Kinds,
}

impl Webs {
    /// Makes room for members.
    pub(in super::super) fn reserve(&mut self, members: usize) {
        self.members.reserve(members);
    }

    /// A new web of one member.
    pub(in super::super) fn fresh(&mut self) -> Web {
        #[allow(clippy::cast_possible_truncation, reason = "a program has far fewer than 2^32 lanes")]
        let web = self.members.len() as Web;
        self.members.push(Member { parent: web, defined: Kinds::NONE, used: Kinds::NONE });
        web
    }

    /// Number of members of all webs.
    pub(in super::super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The member that stands for a web.
    pub(in super::super) fn root(&mut self, mut web: Web) -> Web {
        loop {
            let parent = self.parent(web);
            if parent == web {
                return web;
            }
            let above = self.parent(parent);
            self.set_parent(web, above);
            web = parent;
        }
    }

    fn parent(&self, web: Web) -> Web {
        self.members.get(web as usize).map_or(web, |member| member.parent)
    }

    fn set_parent(&mut self, web: Web, parent: Web) {
        if let Some(member) = self.members.get_mut(web as usize) {
            member.parent = parent;
        }
    }

    /// Makes one web of two.
    pub(in super::super) fn join(&mut self, a: Web, b: Web) {
        let (a, b) = (self.root(a), self.root(b));
        // The older root stays, so that the order of the program decides and not that of the joins.
        let (keep, drop) = (a.min(b), a.max(b));
        self.set_parent(drop, keep);
    }

    /// A value of these kinds is written.
    pub(in super::super) fn define(&mut self, web: Web, kinds: Kinds) {
        if let Some(member) = self.members.get_mut(web as usize) {
            member.defined = member.defined.or(kinds);
        }
    }

    /// The value is read as these kinds.
    pub(in super::super) fn use_as(&mut self, web: Web, kinds: Kinds) {
        if let Some(member) = self.members.get_mut(web as usize) {
            member.used = member.used.or(kinds);
        }
    }

    /// Kinds of the values written to a web; call on a root, after [`Webs::settle`].
    pub(in super::super) fn defined(&self, root: Web) -> Kinds {
        self.members.get(root as usize).map_or(Kinds::NONE, |member| member.defined)
    }

    /// Kinds that a web is read as; call on a root, after [`Webs::settle`].
    pub(in super::super) fn used(&self, root: Web) -> Kinds {
        self.members.get(root as usize).map_or(Kinds::NONE, |member| member.used)
    }

    /// For each web the type that holds it, and whether anything is ever written to it; after [`Webs::settle`].
    pub(in super::super) fn types(mut self) -> Vec<(Scalar, bool)> {
        let mut types = Vec::with_capacity(self.len());
        #[allow(clippy::cast_possible_truncation, reason = "the number of webs fits")]
        for web in 0..self.len() as Web {
            // A root is older than its members.
            let root = self.root(web);
            let known = types.get(root as usize).copied();
            types.push(known.unwrap_or_else(|| {
                let (defined, used) = (self.defined(root), self.used(root));
                let near = self.near.get(root as usize).copied().flatten();
                (storage(defined, used, near), !defined.is_empty())
            }));
        }
        types
    }

    /// Gathers what is known at the roots, and carries it along the copies, each from a web to a web: a copy
    /// is of the kind of its source, and its source is used as the copy is. Then carries signs along the copies and
    /// between the webs that are computed with each other. Call when all webs are joined.
    pub(in super::super) fn settle(&mut self, copies: &[(Web, Web)], companions: &[(Web, Web)]) {
        for web in 0..self.len() {
            #[allow(clippy::cast_possible_truncation, reason = "the number of webs fits")]
            let web = web as Web;
            if self.parent(web) == web {
                continue;
            }
            let root = self.root(web);
            self.define(root, self.defined(web));
            self.use_as(root, self.used(web));
        }
        let mut edges: Vec<(Web, Web)> = copies.iter().map(|&(from, to)| (self.root(from), self.root(to))).collect();
        let mut neighbours = Neighbours::new(self.len(), &edges);
        while let Some((from, to)) = neighbours.next_changed(&edges) {
            let (defined, used) = (self.defined(to), self.used(from));
            self.define(to, self.defined(from));
            self.use_as(from, self.used(to));
            if self.defined(to) != defined {
                neighbours.changed(to);
            }
            if self.used(from) != used {
                neighbours.changed(from);
            }
        }
        edges.extend(companions.iter().map(|&(a, b)| (self.root(a), self.root(b))));
        self.settle_signs(&edges);
    }

    /// Webs that say nothing of their sign take that of a neighbour; the nearest in the program's order wins.
    fn settle_signs(&mut self, edges: &[(Web, Web)]) {
        #[allow(clippy::cast_possible_truncation, reason = "the number of webs fits")]
        let webs = 0..self.len() as Web;
        self.near = webs.map(|web| sign(self.defined(web), self.used(web))).collect();
        if edges.is_empty() {
            return;
        }
        let mut neighbours = Neighbours::new(self.len(), edges);
        while let Some((a, b)) = neighbours.next_changed(edges) {
            let known = |web: Web| self.near.get(web as usize).copied().flatten();
            let (web, sign) = match (known(a), known(b)) {
                (Some(sign), None) => (b, sign),
                (None, Some(sign)) => (a, sign),
                _ => continue,
            };
            if let Some(slot) = self.near.get_mut(web as usize) {
                *slot = Some(sign);
            }
            neighbours.changed(web);
        }
    }
}

/// The copies at each web, and those that must be looked at again.
struct Neighbours {
    /// For each web the place of its first copy in `copies`; one more at the end.
    first: Vec<u32>,
    /// Numbers of copies.
    copies: Vec<u32>,
    open: Vec<u32>,
    is_open: Vec<bool>,
}

#[allow(clippy::cast_possible_truncation, reason = "a program has far fewer than 2^32 copies")]
#[allow(clippy::indexing_slicing, reason = "webs and copies are numbered by the lists that they index")]
impl Neighbours {
    fn new(webs: usize, copies: &[(Web, Web)]) -> Self {
        let mut first = vec![0u32; webs + 1];
        for &(from, to) in copies {
            first[from as usize + 1] += 1;
            first[to as usize + 1] += 1;
        }
        for web in 0..webs {
            first[web + 1] += first[web];
        }
        let mut next = first.clone();
        let mut list = vec![0; copies.len() * 2];
        for (number, &(from, to)) in copies.iter().enumerate() {
            for web in [from, to] {
                let place = &mut next[web as usize];
                list[*place as usize] = number as u32;
                *place += 1;
            }
        }
        let open = (0..copies.len() as u32).rev().collect();
        Self { first, copies: list, open, is_open: vec![true; copies.len()] }
    }

    fn next_changed(&mut self, copies: &[(Web, Web)]) -> Option<(Web, Web)> {
        let number = self.open.pop()? as usize;
        self.is_open[number] = false;
        Some(copies[number])
    }

    fn changed(&mut self, web: Web) {
        let (first, end) = (self.first[web as usize] as usize, self.first[web as usize + 1] as usize);
        for &number in &self.copies[first..end] {
            if !std::mem::replace(&mut self.is_open[number as usize], true) {
                self.open.push(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_travel_along_copies_both_ways() {
        let mut webs = Webs::default();
        let [a, b, c] = [webs.fresh(), webs.fresh(), webs.fresh()];
        webs.define(a, Kinds::FLOAT);
        webs.use_as(c, Kinds::INT);
        webs.settle(&[(a, b), (b, c)], &[]);
        assert_eq!([webs.defined(a), webs.defined(b), webs.defined(c)], [Kinds::FLOAT; 3]);
        assert_eq!([webs.used(a), webs.used(b), webs.used(c)], [Kinds::INT; 3]);
    }

    #[test]
    fn joined_webs_share_what_is_known() {
        let mut webs = Webs::default();
        let [a, b, c] = [webs.fresh(), webs.fresh(), webs.fresh()];
        webs.define(c, Kinds::UINT);
        webs.use_as(b, Kinds::FLOAT);
        webs.join(c, b);
        webs.join(b, a);
        webs.settle(&[], &[]);
        assert_eq!(webs.root(c), a);
        assert_eq!((webs.defined(a), webs.used(a)), (Kinds::UINT, Kinds::FLOAT));
    }

    #[test]
    fn copies_in_a_circle_come_to_rest() {
        let mut webs = Webs::default();
        let [a, b] = [webs.fresh(), webs.fresh()];
        webs.define(a, Kinds::BITS);
        webs.settle(&[(a, b), (b, a)], &[]);
        assert_eq!(webs.defined(b), Kinds::BITS);
    }

    #[test]
    fn signs_spread_to_webs_that_have_none() {
        let mut webs = Webs::default();
        let [a, b, c] = [webs.fresh(), webs.fresh(), webs.fresh()];
        webs.define(a, Kinds::UINT);
        for web in [b, c] {
            webs.define(web, Kinds::LIKE_INT);
            webs.use_as(web, Kinds::LIKE_INT);
        }
        webs.use_as(a, Kinds::LIKE_INT);
        webs.settle(&[], &[(a, b), (b, c)]);
        assert_eq!(webs.types(), [(Scalar::U32, true); 3]);
    }
}
