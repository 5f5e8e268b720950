//! What stands for each lane of the numbered registers of a signature.

use crate::limits;
use crate::program::Component;

/// The registers of a signature and the ranges that begin at the last of them.
const REGISTERS: u32 = 2 * limits::INPUTS;

/// A value for each lane of a register.
pub(super) struct LaneMap<T>(Vec<[Option<T>; 4]>);

impl<T> Default for LaneMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> LaneMap<T> {
    /// What stands for each lane of a register.
    pub(super) fn row(&self, register: u32) -> [Option<T>; 4] {
        self.0.get(register as usize).copied().unwrap_or([None; 4])
    }

    /// What stands for a lane.
    pub(super) fn get(&self, register: u32, lane: Component) -> Option<T> {
        self.row(register)[lane.index()]
    }

    /// Lets a value stand for a lane. A register beyond all that a program can name is left out.
    pub(super) fn insert(&mut self, register: u32, lane: Component, value: T) {
        let Some(index) = usize::try_from(register).ok().filter(|_| register < REGISTERS) else { return };
        if self.0.len() <= index {
            // Registers mostly come in order, so some more will follow.
            self.0.resize(index + 8, [None; 4]);
        }
        if let Some(slot) = self.0.get_mut(index).and_then(|lanes| lanes.get_mut(lane.index())) {
            *slot = Some(value);
        }
    }
}
