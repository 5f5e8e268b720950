//! Dispatches: groups one after the other, the threads of a group in fours that run in lockstep from barrier to barrier.
//!
//! Direct3D says nothing of the order in which threads run, so a shader whose result depends on it has none. The order
//! is the caller's ([`Order`]): two runs in opposite orders must agree.

use dxbc_translator::program::Stage;

use super::code::layout;
use super::machine::{Halt, Machine};
use super::resource::Bindings;
use super::value::{ALL_LANES, Lanes, QuadRegister};
use super::views::{Memory, Views};
use super::{Interpreter, Note, Stop, Trap, Value};

/// The order in which groups, and the threads between two barriers, run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// From the first on.
    #[default]
    Forward,
    /// From the last on.
    Backward,
}

/// Threads of a dispatch. No rule of Direct3D: its bound is 65535 groups along each axis.
const THREADS: u64 = 1 << 22;

/// What a dispatch gave.
#[derive(Clone, PartialEq, Debug)]
pub struct DispatchResult {
    /// The views after it.
    pub views: Views,
    /// Some thread branched on an undefined value: nothing that was written is sure.
    pub tainted: bool,
    /// What was met on the way, each once.
    pub notes: Vec<Note>,
}

/// A list in the order in which its elements run.
fn ordered(count: u32, order: Order) -> Vec<u32> {
    match order {
        Order::Forward => (0..count).collect(),
        Order::Backward => (0..count).rev().collect(),
    }
}

impl Interpreter {
    /// Runs a compute shader on so many groups along x, y and z.
    ///
    /// # Errors
    /// Any [`Stop`]; a trap for another stage, for a barrier that not all threads of a group reach, and for more than
    /// four million threads.
    pub fn run_groups(
        &self,
        bindings: &Bindings,
        views: Views,
        groups: [u32; 3],
        order: Order,
    ) -> Result<DispatchResult, Stop> {
        self.expect(Stage::Compute)?;
        let size = self.code.group_size;
        let threads = groups.iter().chain(&size).try_fold(1u64, |all, &count| all.checked_mul(u64::from(count)));
        if threads.is_none_or(|threads| threads > THREADS) {
            return Err(Stop::trap(None, Trap::Unsupported(format!("{groups:?} groups of {size:?} threads"))));
        }
        let mut result = DispatchResult { views, tainted: false, notes: Vec::new() };
        let [x_groups, y_groups, _] = groups;
        for number in ordered(groups.iter().product(), order) {
            let group = [number % x_groups, number / x_groups % y_groups, number / x_groups / y_groups];
            self.run_group(bindings, group, order, &mut result)?;
        }
        Ok(result)
    }

    fn run_group(
        &self,
        bindings: &Bindings,
        group: [u32; 3],
        order: Order,
        result: &mut DispatchResult,
    ) -> Result<(), Stop> {
        let threads = self.code.group_size.iter().product::<u32>();
        let mut machines: Vec<Machine<'_>> = (0..threads.div_ceil(4))
            .map(|quad| {
                let count = (threads - quad * 4).min(4);
                let mut machine = Machine::new(&self.code, bindings, ALL_LANES >> (4 - count));
                machine.order = order;
                self.number(&mut machine, group, quad * 4);
                machine
            })
            .collect();
        let undefined = |words: u32| vec![Value::UNDEFINED; words as usize];
        let group_memory = self.code.group.iter().map(|layout| (layout.register, undefined(layout.words))).collect();
        let mut memory = Memory { views: std::mem::take(&mut result.views), group: group_memory };
        loop {
            let mut halts = Vec::new();
            for position in ordered(threads.div_ceil(4), order) {
                let Some(machine) = machines.get_mut(position as usize) else { continue };
                machine.memory = memory;
                let halt = machine.resume();
                memory = std::mem::take(&mut machine.memory);
                halts.push(halt?);
            }
            let Some(&first) = halts.first() else { break };
            if halts.iter().any(|halt| *halt != first) {
                let message = "a barrier that not all threads of the group reach";
                return Err(Stop::trap(None, Trap::Malformed(message.into())));
            }
            if first == Halt::Done {
                break;
            }
        }
        result.views = memory.views;
        for machine in machines {
            result.tainted |= machine.tainted != 0;
            for note in machine.notes {
                if !result.notes.contains(&note) {
                    result.notes.push(note);
                }
            }
        }
        Ok(())
    }

    /// Sets the numbers of four threads from `first` on.
    fn number(&self, machine: &mut Machine<'_>, group: [u32; 3], first: u32) {
        let size = self.code.group_size;
        let flat: [u32; 4] = std::array::from_fn(|lane| first + lane as u32);
        let local = flat.map(|flat| [flat % size[0], flat / size[0] % size[1], flat / size[0] / size[1]]);
        let vector = |value: &dyn Fn(usize, usize) -> u32| {
            let component = |axis: usize| Lanes { bits: std::array::from_fn(|lane| value(lane, axis)), undefined: 0 };
            QuadRegister([component(0), component(1), component(2), Lanes::default()])
        };
        let flattened = QuadRegister([Lanes { bits: flat, undefined: 0 }; 4]);
        let numbers = [
            (
                layout::THREAD,
                vector(&|lane, axis| group[axis].wrapping_mul(size[axis]).wrapping_add(local[lane][axis])),
            ),
            (layout::GROUP, vector(&|_, axis| group[axis])),
            (layout::THREAD_IN_GROUP, vector(&|lane, axis| local[lane][axis])),
            (layout::THREAD_FLAT, flattened),
        ];
        for (position, value) in numbers {
            if let Some(register) = machine.register_mut(position) {
                *register = value;
            }
        }
    }
}
