//! A set of registers by file and number.

use std::collections::BTreeSet;

use super::operand::RegisterFile;

/// More than the greatest number of a register file.
const FILES: usize = 43;

/// Registers: a bit for each low number, which is nearly every number that programs have, and a tree for the rest.
#[derive(Debug)]
pub(super) struct RegisterSet {
    low: [Low; FILES],
    high: BTreeSet<(RegisterFile, u32)>,
}

/// The low numbers of one file.
type Low = [u64; 2];

impl Default for RegisterSet {
    fn default() -> Self {
        Self { low: [[0; 2]; FILES], high: BTreeSet::new() }
    }
}

impl RegisterSet {
    /// Whether a register is in the set.
    #[inline]
    pub(super) fn contains(&self, file: RegisterFile, number: u32) -> bool {
        match self.low.get(file as usize).and_then(|low| low.get((number / 64) as usize)) {
            Some(bits) => bits >> (number % 64) & 1 != 0,
            None => self.high.contains(&(file, number)),
        }
    }

    /// Takes in the registers of a file below `count` and below 128, and takes out the others of its low ones.
    pub(super) fn hold_first(&mut self, file: RegisterFile, count: u32) {
        if let Some([first, second]) = self.low.get_mut(file as usize) {
            let ones = |count: u32| 1u64.checked_shl(count).map_or(u64::MAX, |end| end - 1);
            *first = ones(count);
            *second = ones(count.saturating_sub(64));
        }
    }

    /// Adds a register; false if it is there already.
    pub(super) fn insert(&mut self, file: RegisterFile, number: u32) -> bool {
        match self.low.get_mut(file as usize).and_then(|low| low.get_mut((number / 64) as usize)) {
            Some(bits) => {
                let bit = 1 << (number % 64);
                let fresh = *bits & bit == 0;
                *bits |= bit;
                fresh
            }
            None => self.high.insert((file, number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_register_is_in_once() {
        let mut set = RegisterSet::default();
        for &file in RegisterFile::ALL {
            for number in [0, 127, 128, u32::MAX] {
                assert!(!set.contains(file, number));
                assert!(set.insert(file, number));
                assert!(!set.insert(file, number));
                assert!(set.contains(file, number));
            }
            assert!(!set.contains(file, 1));
        }
    }

    #[test]
    fn the_first_of_a_file_are_held_and_no_others() {
        let mut set = RegisterSet::default();
        for count in [0, 1, 63, 64, 65, 127, 128, 129, u32::MAX, 5] {
            set.hold_first(RegisterFile::Temp, count);
            for number in 0..128 {
                assert_eq!(set.contains(RegisterFile::Temp, number), number < count, "{number} of {count}");
            }
        }
        assert!(!set.contains(RegisterFile::Input, 0));
    }

    #[test]
    fn every_file_has_its_bits() {
        assert!(RegisterFile::ALL.iter().all(|&file| (file as usize) < FILES));
    }
}
