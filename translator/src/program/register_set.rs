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
    fn every_file_has_its_bits() {
        assert!(RegisterFile::ALL.iter().all(|&file| (file as usize) < FILES));
    }
}
