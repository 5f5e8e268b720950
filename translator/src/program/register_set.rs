//! A set of registers by file and number.

use std::collections::BTreeSet;

use super::operand::RegisterFile;

/// Numbers below this are bits.
const LOW: u32 = 128;
/// More than the greatest number of a register file.
const FILES: usize = 43;

/// Registers: a bit for each low number, which is nearly every number that programs have, and a tree for the rest.
#[derive(Debug)]
pub(super) struct RegisterSet {
    low: [u128; FILES],
    high: BTreeSet<(RegisterFile, u32)>,
}

impl Default for RegisterSet {
    fn default() -> Self {
        Self { low: [0; FILES], high: BTreeSet::new() }
    }
}

impl RegisterSet {
    /// Whether a register is in the set.
    pub(super) fn contains(&self, file: RegisterFile, number: u32) -> bool {
        match self.low.get(file as usize) {
            Some(bits) if number < LOW => bits >> number & 1 != 0,
            _ => self.high.contains(&(file, number)),
        }
    }

    /// Takes in the registers of a file below `count` and below 128, and takes out the others of its low ones.
    pub(super) fn hold_first(&mut self, file: RegisterFile, count: u32) {
        if let Some(bits) = self.low.get_mut(file as usize) {
            *bits = 1u128.checked_shl(count).map_or(u128::MAX, |end| end - 1);
        }
    }

    /// Adds a register; false if it is there already.
    pub(super) fn insert(&mut self, file: RegisterFile, number: u32) -> bool {
        match self.low.get_mut(file as usize) {
            Some(bits) if number < LOW => {
                let fresh = *bits >> number & 1 == 0;
                *bits |= 1 << number;
                fresh
            }
            _ => self.high.insert((file, number)),
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
        for count in [0, 1, 127, 128, 129, u32::MAX, 5] {
            set.hold_first(RegisterFile::Temp, count);
            for number in 0..LOW {
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
