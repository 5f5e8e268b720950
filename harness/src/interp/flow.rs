//! Structured control flow of a quad in lockstep: jumps are resolved once, lanes part and join by masks.
//!
//! Each construct that a lane may leave is a [`Frame`]. A frame remembers the lanes that run on after its end
//! (`restore`) and the lanes that wait inside it (`pending`). A lane that leaves by break, continue or ret is taken
//! out of every frame that it leaves, so that it joins again exactly where Direct3D says: after the loop or switch, at
//! the next trip, after the call, or never.

use std::collections::BTreeMap;

use dxbc_translator::limits;
use dxbc_translator::opcode::{Flow, Opcode};
use dxbc_translator::program::Test;

use super::code::{Inst, SwitchTable};
use super::machine::Machine;
use super::value::{LaneMask, lanes, lanes_where};
use super::{Count, Note, Trap};

/// No position: a lane that waits for no label.
const NOWHERE: u32 = u32::MAX;

/// One construct that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    kind: FrameKind,
    /// Lanes that run on after the construct.
    restore: LaneMask,
    /// `if`: lanes for the else side. Loop: lanes for the next trip. Switch: lanes that wait for their label.
    pending: LaneMask,
    /// Where to go on when no lane is active: else or endif, endloop, next label or endswitch, the return place.
    join: u32,
    /// Switch: position of each lane's label.
    labels: [u32; 4],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FrameKind {
    If,
    Loop,
    Switch,
    Call,
}

/// Resolves the jumps of a program, or says at which position its flow is broken.
///
/// Afterwards [`Inst::target`] is: of `if` its else or endif, of else its endif, of loop its endloop and back, of
/// switch, case and default the next label or the endswitch, of call the position of its label.
pub(super) fn resolve(instructions: &mut [Inst]) -> Result<Vec<SwitchTable>, (usize, Trap)> {
    let mut resolver = Resolver::default();
    for position in 0..instructions.len() {
        resolver.visit(instructions, position).map_err(|message| (position, Trap::Malformed(message.into())))?;
    }
    if !resolver.open.is_empty() {
        return Err((instructions.len().saturating_sub(1), Trap::Malformed("flow that does not end".into())));
    }
    for (position, inst) in instructions.iter_mut().enumerate() {
        if matches!(inst.opcode, Opcode::Flow(Flow::Call | Flow::Callc)) {
            let label = resolver.labels.get(&inst.target).copied();
            inst.target = label.ok_or((position, Trap::Malformed("a call of a label that is not there".into())))?;
        }
    }
    Ok(resolver.switches)
}

#[derive(Default)]
struct Resolver {
    /// Open constructs: the opcode and position of the last part, and the table of a switch.
    open: Vec<(Flow, usize, usize)>,
    switches: Vec<SwitchTable>,
    labels: BTreeMap<u32, u32>,
}

impl Resolver {
    fn visit(&mut self, instructions: &mut [Inst], position: usize) -> Result<(), &'static str> {
        let Some(Inst { opcode: Opcode::Flow(flow), target, .. }) = instructions.get(position) else { return Ok(()) };
        let (flow, value, here) = (*flow, *target, position_of(position));
        match flow {
            Flow::If | Flow::Loop | Flow::Switch => {
                if self.open.len() >= limits::FLOW_DEPTH as usize {
                    return Err("flow nested too deeply");
                }
                if flow == Flow::Switch {
                    self.switches.push(SwitchTable::default());
                }
                let table = self.switches.len().saturating_sub(1);
                self.open.push((flow, position, table));
                set(instructions, position, |inst| inst.table = position_of(table));
            }
            Flow::Else => {
                self.close(instructions, position, &[Flow::If])?;
                self.open.push((Flow::Else, position, 0));
            }
            Flow::Endif => {
                self.close(instructions, position, &[Flow::If, Flow::Else])?;
            }
            Flow::Endloop => {
                let start = self.close(instructions, position, &[Flow::Loop])?;
                set(instructions, position, |inst| inst.target = position_of(start));
            }
            Flow::Case | Flow::Default => {
                let table = self.open.last().map_or(0, |&(_, _, table)| table);
                self.close(instructions, position, &[Flow::Switch, Flow::Case])?;
                self.open.push((Flow::Case, position, table));
                let labels = self.switches.get_mut(table).ok_or("a label outside of a switch")?;
                if flow == Flow::Case {
                    labels.cases.push((value, here));
                } else if labels.default.replace(here).is_some() {
                    return Err("a switch with two default labels");
                }
            }
            Flow::Endswitch => {
                self.close(instructions, position, &[Flow::Switch, Flow::Case])?;
            }
            Flow::Break | Flow::Breakc => self.inside(&[Flow::Loop, Flow::Switch, Flow::Case])?,
            Flow::Continue | Flow::Continuec => self.inside(&[Flow::Loop])?,
            Flow::Label => {
                if !self.open.is_empty() {
                    return Err("a label inside of flow");
                }
                if self.labels.insert(value, here).is_some() {
                    return Err("two labels with one number");
                }
            }
            Flow::Call
            | Flow::Callc
            | Flow::Discard
            | Flow::Nop
            | Flow::Ret
            | Flow::Retc
            | Flow::Fcall
            | Flow::Abort
            | Flow::DebugBreak => {}
        }
        Ok(())
    }

    /// Ends the innermost part, which must be one of `kinds`, and makes it point here.
    fn close(&mut self, instructions: &mut [Inst], position: usize, kinds: &[Flow]) -> Result<usize, &'static str> {
        match self.open.pop() {
            Some((kind, start, _)) if kinds.contains(&kind) => {
                set(instructions, start, |inst| inst.target = position_of(position));
                Ok(start)
            }
            _ => Err("flow that ends what is not open"),
        }
    }

    fn inside(&self, kinds: &[Flow]) -> Result<(), &'static str> {
        if self.open.iter().any(|(kind, _, _)| kinds.contains(kind)) {
            Ok(())
        } else {
            Err("break or continue outside of a loop or switch")
        }
    }
}

fn set(instructions: &mut [Inst], position: usize, change: impl FnOnce(&mut Inst)) {
    if let Some(inst) = instructions.get_mut(position) {
        change(inst);
    }
}

fn position_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NOWHERE)
}

/// Executes a flow instruction at `position`; the result is the next position, or none at the end of the program.
pub(super) fn execute(flow: Flow, machine: &mut Machine<'_>, inst: &Inst, position: u32) -> Option<u32> {
    let mut next = position + 1;
    match flow {
        Flow::If => {
            let taken = tested(machine, inst);
            machine.push(Frame::new(FrameKind::If, machine.active, machine.active & !taken, inst.target));
            machine.active = taken;
        }
        Flow::Else => {
            if let Some(frame) = machine.frames.last_mut() {
                machine.active = frame.pending;
                frame.join = inst.target;
            }
        }
        Flow::Endif | Flow::Endswitch => machine.pop(),
        Flow::Loop => machine.push(Frame::new(FrameKind::Loop, machine.active, machine.active, inst.target)),
        Flow::Endloop => match machine.frames.last() {
            Some(frame) if frame.pending != 0 => {
                machine.active = frame.pending;
                next = inst.target + 1;
            }
            _ => machine.pop(),
        },
        Flow::Break => leave(machine, machine.active, Exit::Break),
        Flow::Breakc => {
            let leaving = tested(machine, inst);
            leave(machine, leaving, Exit::Break);
        }
        Flow::Continue => leave(machine, machine.active, Exit::Continue),
        Flow::Continuec => {
            let leaving = tested(machine, inst);
            leave(machine, leaving, Exit::Continue);
        }
        Flow::Ret => leave(machine, machine.active, Exit::Return),
        Flow::Retc => {
            let leaving = tested(machine, inst);
            leave(machine, leaving, Exit::Return);
        }
        Flow::Switch => switch(machine, inst),
        Flow::Case | Flow::Default => {
            if let Some(frame) = machine.frames.last_mut() {
                let joined = frame.pending & lanes_where(|lane| frame.labels[lane] == position);
                frame.pending &= !joined;
                frame.join = inst.target;
                machine.active |= joined;
            }
        }
        Flow::Call => next = call(machine, inst, machine.active, next),
        Flow::Callc => {
            let taken = tested(machine, inst);
            next = call(machine, inst, taken, next);
        }
        // The end of the subroutine or program before: every lane that is here returns.
        Flow::Label => leave(machine, machine.active, Exit::Return),
        Flow::Discard => machine.discarded |= tested(machine, inst),
        Flow::Nop | Flow::Fcall | Flow::Abort | Flow::DebugBreak => {}
    }
    if machine.active != 0 { Some(next) } else { resume(machine) }
}

/// Where to go on when no lane is active; none at the end of the program.
pub(super) fn resume(machine: &mut Machine<'_>) -> Option<u32> {
    loop {
        let frame = *machine.frames.last()?;
        if frame.kind != FrameKind::Call {
            return Some(frame.join);
        }
        machine.pop();
        if machine.active != 0 {
            return Some(frame.join);
        }
    }
}

impl Frame {
    fn new(kind: FrameKind, restore: LaneMask, pending: LaneMask, join: u32) -> Self {
        Self { kind, restore, pending, join, labels: [NOWHERE; 4] }
    }
}

impl Machine<'_> {
    fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    fn pop(&mut self) {
        self.active = self.frames.pop().map_or(0, |frame| frame.restore);
    }

    /// Counts the active lanes at a test, or at label number `label` of a switch.
    fn count(&mut self, instruction: u32, label: u32, passed: LaneMask) {
        if self.code.options.count == Count::Branches {
            let [failed, taken] = self.branches.entry((instruction, label)).or_default();
            *failed += (self.active & !passed).count_ones();
            *taken += passed.count_ones();
        }
    }

    /// Reports that lanes branch on a value that Direct3D does not define: nothing they do afterwards is defined.
    fn note_undefined(&mut self, inst: &Inst, undefined: LaneMask) {
        self.tainted |= undefined;
        let note = Note::UndefinedBranch { instruction: inst.number };
        if undefined != 0 && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// The active lanes whose condition holds.
fn tested(machine: &mut Machine<'_>, inst: &Inst) -> LaneMask {
    let condition = machine.fetch(&inst.src[0], 0);
    machine.note_undefined(inst, condition.undefined & machine.active);
    let set = condition.nonzero();
    let passed = machine.active
        & match inst.test {
            Test::Zero => !set,
            Test::NonZero => set,
        };
    machine.count(inst.number, 0, passed);
    passed
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Break,
    Continue,
    Return,
}

/// Takes lanes out of every frame up to the one that they leave.
fn leave(machine: &mut Machine<'_>, leaving: LaneMask, exit: Exit) {
    for frame in machine.frames.iter_mut().rev() {
        match (exit, frame.kind) {
            (Exit::Break, FrameKind::Loop) => {
                frame.pending &= !leaving;
                break;
            }
            (Exit::Break, FrameKind::Switch) | (Exit::Continue, FrameKind::Loop) | (_, FrameKind::Call) => break,
            (_, FrameKind::If | FrameKind::Switch) => frame.restore &= !leaving,
            (Exit::Return, FrameKind::Loop) => {
                frame.restore &= !leaving;
                frame.pending &= !leaving;
            }
        }
    }
    machine.active &= !leaving;
}

fn switch(machine: &mut Machine<'_>, inst: &Inst) {
    let selector = machine.fetch(&inst.src[0], 0);
    machine.note_undefined(inst, selector.undefined & machine.active);
    let mut frame = Frame::new(FrameKind::Switch, machine.active, 0, inst.target);
    if let Some(table) = machine.code.switches.get(inst.table as usize) {
        for lane in lanes(machine.active) {
            let case = table.cases.iter().find(|(value, _)| *value == selector.bits[lane]);
            if let Some(label) = case.map(|(_, label)| *label).or(table.default) {
                frame.labels[lane] = label;
                frame.pending |= 1 << lane;
            }
        }
    }
    if let Some(table) = machine.code.switches.get(inst.table as usize) {
        let labels = table.cases.iter().map(|(_, label)| *label).chain(table.default);
        for (number, label) in (0..).zip(labels) {
            machine.count(inst.number, number, machine.active & lanes_where(|lane| frame.labels[lane] == label));
        }
    }
    machine.push(frame);
    machine.active = 0;
}

/// Calls a subroutine for some of the lanes; calls within more than 32 calls are skipped (semantics 5.13).
fn call(machine: &mut Machine<'_>, inst: &Inst, taken: LaneMask, next: u32) -> u32 {
    let depth = machine.frames.iter().filter(|frame| frame.kind == FrameKind::Call).count();
    if taken == 0 || depth >= limits::CALL_DEPTH as usize {
        return next;
    }
    machine.push(Frame::new(FrameKind::Call, machine.active, 0, next));
    machine.active = taken;
    inst.target + 1
}
