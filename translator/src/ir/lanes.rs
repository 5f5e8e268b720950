//! Lanes that are picked from a register or vector.

use std::fmt;

use crate::program::{Component, Swizzle, WriteMask};

/// Lanes that are picked from a register or vector, in result order; at most 4, and the same one may come again.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Lanes {
    /// Two bits for each, the first lowest; zeros beyond the last.
    places: u8,
    count: u8,
}

impl Lanes {
    /// No lane.
    #[must_use]
    pub const fn new() -> Self {
        Self { places: 0, count: 0 }
    }

    /// One lane.
    #[must_use]
    pub const fn one(lane: Component) -> Self {
        Self { places: lane as u8, count: 1 }
    }

    /// The first `width` lanes, at most four.
    #[must_use]
    pub const fn first(width: u8) -> Self {
        const FIRST: [Lanes; 5] = {
            let all = Lanes { places: 0b11_10_01_00, count: 4 };
            [Lanes::new(), all.shortened(1), all.shortened(2), all.shortened(3), all]
        };
        FIRST[if width < 4 { width as usize } else { 4 }]
    }

    /// The same lane `width` times, at most four.
    #[must_use]
    pub const fn repeated(lane: Component, width: u8) -> Self {
        let all = Self { places: lane as u8 * 0b01_01_01_01, count: 4 };
        all.shortened(width)
    }

    /// Those that a swizzle has for the lanes of a mask.
    #[must_use]
    pub const fn read(swizzle: Swizzle, mask: WriteMask) -> Self {
        /// The places for each mask and swizzle.
        static PLACES: [[u8; 256]; 16] = {
            let (mut places, mut mask) = ([[0; 256]; 16], 0);
            while mask < 16 {
                let mut swizzle = 0;
                while swizzle < 256 {
                    let lanes = Lanes::picked(Swizzle::from_bits(swizzle), WriteMask::from_bits(mask));
                    places[mask as usize][swizzle as usize] = lanes.places;
                    swizzle += 1;
                }
                mask += 1;
            }
            places
        };
        Self { places: PLACES[(mask.bits() & 15) as usize][swizzle.bits() as usize], count: mask.count() as u8 }
    }

    const fn picked(swizzle: Swizzle, mask: WriteMask) -> Self {
        let mut lanes = Self::new();
        // From the last to the first, so that each lane moves those behind it up.
        let mut at = 4;
        while at > 0 {
            at -= 1;
            let here = mask.bits() >> at & 1;
            let place = swizzle.get(Component::from_bits(at)) as u8;
            if here != 0 {
                lanes.places = lanes.places << 2 | place;
            }
            lanes.count += here;
        }
        lanes
    }

    const fn shortened(self, width: u8) -> Self {
        if width >= self.count {
            return self;
        }
        Self { places: self.places & ((1u8 << (2 * width)) - 1), count: width }
    }

    /// Two bits for each, the first lowest; zeros beyond the last.
    #[must_use]
    pub const fn places(self) -> u8 {
        self.places
    }

    /// How many there are.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.count
    }

    /// How many there are, to count with.
    #[must_use]
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The lane at a position.
    #[must_use]
    pub const fn get(self, position: usize) -> Option<Component> {
        if position < self.len() { Some(Component::from_bits(self.places as u32 >> (2 * position))) } else { None }
    }

    /// The lanes of these that `lanes` name by their position; what these do not have is left out.
    #[must_use]
    pub fn pick(self, lanes: Self) -> Self {
        lanes.iter().filter_map(|lane| self.get(lane.index())).collect()
    }

    /// Up to `count` of these from a position on.
    #[must_use]
    pub const fn part(self, position: u8, count: u8) -> Self {
        let left = self.count.saturating_sub(position);
        let from = if left == 0 { Self::new() } else { Self { places: self.places >> (2 * position), count: left } };
        from.shortened(count)
    }

    /// Whether a vector of `width` lanes has them all.
    #[must_use]
    pub const fn are_within(self, width: u8) -> bool {
        match width {
            0 => self.is_empty(),
            1 => self.places == 0,
            2 => self.places & 0b10_10_10_10 == 0,
            3 => self.places & self.places >> 1 & 0b01_01_01_01 == 0,
            _ => true,
        }
    }

    /// The lanes as a set.
    #[must_use]
    #[inline]
    pub const fn mask(self) -> WriteMask {
        /// The sets for each count and places.
        static SETS: [[u8; 256]; 5] = {
            let (mut sets, mut count) = ([[0; 256]; 5], 1);
            while count < 5 {
                let mut places = 0;
                while places < 256 {
                    sets[count][places] = sets[count - 1][places] | 1 << (places >> (2 * (count - 1)) & 3);
                    places += 1;
                }
                count += 1;
            }
            sets
        };
        WriteMask::from_bits(SETS[self.count as usize][self.places as usize] as u32)
    }

    /// Whether all are the same lane.
    #[must_use]
    pub const fn is_splat(self) -> bool {
        let first = Component::from_bits(self.places as u32);
        self.places == Self::repeated(first, self.count).places
    }

    /// Appends a lane; a fifth is left out.
    pub const fn push(&mut self, lane: Component) {
        debug_assert!(self.count < 4, "more than four lanes");
        if self.count < 4 {
            self.places |= (lane as u8) << (2 * self.count);
            self.count += 1;
        }
    }

    /// The lanes in order.
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The lanes that are left, in order.
#[derive(Clone, Debug)]
pub struct Iter(Lanes);

impl Iterator for Iter {
    type Item = Component;

    #[inline]
    fn next(&mut self) -> Option<Component> {
        let Self(Lanes { places, count }) = *self;
        let count = count.checked_sub(1)?;
        *self = Self(Lanes { places: places >> 2, count });
        Some(Component::from_bits(places.into()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Lanes {
    type Item = Component;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl Extend<Component> for Lanes {
    fn extend<I: IntoIterator<Item = Component>>(&mut self, lanes: I) {
        lanes.into_iter().for_each(|lane| self.push(lane));
    }
}

impl FromIterator<Component> for Lanes {
    fn from_iter<I: IntoIterator<Item = Component>>(lanes: I) -> Self {
        let mut picked = Self::new();
        picked.extend(lanes);
        picked
    }
}

impl<const N: usize> From<[Component; N]> for Lanes {
    fn from(lanes: [Component; N]) -> Self {
        lanes.into_iter().collect()
    }
}

/// Those of a mask, in order.
impl From<WriteMask> for Lanes {
    fn from(mask: WriteMask) -> Self {
        Self::read(Swizzle::IDENTITY, mask)
    }
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Component::{W, X, Y, Z};

    #[test]
    fn lanes_hold_what_was_put_in_and_compare_by_it() {
        let lanes = Lanes::from([Z, X, Z]);
        assert_eq!(lanes.iter().collect::<Vec<_>>(), [Z, X, Z]);
        assert_eq!((lanes.width(), lanes.get(0), lanes.get(2), lanes.get(3)), (3, Some(Z), Some(Z), None));
        assert_eq!(lanes.mask(), WriteMask::from_bits(0b0101));
        assert_ne!(lanes, [Z, X].into());
        assert_ne!(Lanes::one(X), Lanes::first(2));
        assert_eq!(format!("{lanes:?}"), "[Z, X, Z]");
    }

    #[test]
    fn lanes_are_made_by_width_mask_and_swizzle() {
        assert_eq!(Lanes::first(4), [X, Y, Z, W].into());
        assert_eq!(Lanes::first(2), [X, Y].into());
        assert_eq!(Lanes::repeated(Y, 3), [Y, Y, Y].into());
        assert_eq!(Lanes::from(WriteMask::from_bits(0b1010)), [Y, W].into());
        let swizzle = Swizzle::new([W, Z, Y, X]);
        assert_eq!(Lanes::read(swizzle, WriteMask::from_bits(0b1011)), [W, Z, X].into());
        assert_eq!(Lanes::read(swizzle, WriteMask::NONE), Lanes::new());
    }

    #[test]
    fn lanes_are_picked_from_lanes() {
        let lanes = Lanes::from([W, Y]);
        assert_eq!(lanes.pick([Y, X, Y].into()), [Y, W, Y].into());
        assert_eq!(lanes.pick(Lanes::first(4)), lanes);
        assert_eq!(Lanes::from([W, Y, X]).part(1, 4), [Y, X].into());
        assert_eq!(Lanes::first(4).part(1, 2), [Y, Z].into());
        assert_eq!(lanes.part(4, 1), Lanes::new());
    }

    #[test]
    fn lanes_are_within_a_vector_that_has_them_all() {
        for lanes in [Lanes::new(), [X].into(), [Y, X].into(), [Z, X, Y].into(), [X, W, X, X].into(), [Y, Z].into()] {
            for width in 0..=4 {
                let each = lanes.iter().all(|lane| lane.index() < usize::from(width));
                assert_eq!(lanes.are_within(width), each, "{lanes:?} within {width}");
            }
        }
    }

    #[test]
    fn a_splat_is_known() {
        assert!(Lanes::repeated(Z, 4).is_splat() && Lanes::one(W).is_splat());
        assert!(!Lanes::first(2).is_splat());
    }
}
