//! Whether the flow is well nested, every jump has its target, and no subroutine calls itself.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use std::collections::{BTreeMap, BTreeSet};

use super::operand::{Operand, OperandKind, RegisterFile};
use super::register::Index;
use super::words::Warnings;
use super::{Instruction, Opcode, Operation};
use crate::error::{Error, Location, Result};
use crate::limits;
use crate::opcode::{Flow as FlowOpcode, Stage as StageOpcode};

/// A construct that is open.
#[derive(Debug)]
struct Frame {
    kind: Kind,
    offset: u32,
}

#[derive(Debug)]
enum Kind {
    If { in_else: bool },
    Loop,
    Switch { values: BTreeSet<u32>, has_default: bool },
}

impl Kind {
    const fn name(&self) -> &'static str {
        match self {
            Self::If { .. } => "if",
            Self::Loop => "loop",
            Self::Switch { .. } => "switch",
        }
    }
}

/// Name of a subroutine: `label#` or `fb#`.
type LabelKey = (RegisterFile, u32);

/// A call, from the main program or a subroutine.
#[derive(Debug)]
struct Call {
    target: LabelKey,
    place: Location,
}

/// The flow of a program up to an instruction.
#[derive(Debug)]
pub(super) struct Flow<'a> {
    frames: Vec<Frame>,
    loops: u32,
    switches: u32,
    /// The calls of the main program first, then those of each subroutine.
    sections: Vec<Vec<Call>>,
    /// Section of each label.
    labels: BTreeMap<LabelKey, usize>,
    /// A `ret` outside of all constructs ended the section.
    returned: bool,
    last: Option<&'a Operation>,
}

impl Default for Flow<'_> {
    fn default() -> Self {
        Self {
            frames: Vec::new(),
            loops: 0,
            switches: 0,
            sections: vec![Vec::new()],
            labels: BTreeMap::new(),
            returned: false,
            last: None,
        }
    }
}

fn place(instruction: &Operation) -> Location {
    Location {
        offset: Some(instruction.offset),
        chunk: None,
        instruction: Some(instruction.number),
        opcode: Some(instruction.opcode.mnemonic()),
    }
}

impl<'a> Flow<'a> {
    /// Takes the next instruction.
    ///
    /// # Errors
    /// `Malformed` if it does not fit what is open, `Limit` if the nesting is too deep.
    #[inline]
    pub(super) fn instruction(&mut self, instruction: &Instruction<'a>) -> Result<()> {
        self.last = Some(instruction.operation);
        match instruction.opcode {
            Opcode::Flow(opcode) => self.flow(opcode, instruction),
            Opcode::Stage(
                StageOpcode::HsDecls
                | StageOpcode::HsControlPointPhase
                | StageOpcode::HsForkPhase
                | StageOpcode::HsJoinPhase,
            ) => {
                self.returned = false;
                self.nothing_open("the phase starts")
            }
            _ => self.inside_case(),
        }
    }

    fn flow(&mut self, opcode: FlowOpcode, instruction: &Instruction<'_>) -> Result<()> {
        match opcode {
            FlowOpcode::Case | FlowOpcode::Default => return self.case(opcode, instruction),
            FlowOpcode::Endswitch | FlowOpcode::Nop => {}
            _ => self.inside_case()?,
        }
        match opcode {
            FlowOpcode::If => self.open(Kind::If { in_else: false }, instruction),
            FlowOpcode::Loop => self.open(Kind::Loop, instruction),
            FlowOpcode::Switch => self.open(Kind::Switch { values: BTreeSet::new(), has_default: false }, instruction),
            FlowOpcode::Else => match self.frames.last_mut().map(|frame| &mut frame.kind) {
                Some(Kind::If { in_else }) if !*in_else => {
                    *in_else = true;
                    Ok(())
                }
                _ => Err(Error::malformed(instruction.offset, "there is no open if without an else")),
            },
            FlowOpcode::Endif => self.close("if", instruction),
            FlowOpcode::Endloop => self.close("loop", instruction),
            FlowOpcode::Endswitch => self.close("switch", instruction),
            FlowOpcode::Break | FlowOpcode::Breakc if self.loops == 0 && self.switches == 0 => {
                Err(Error::malformed(instruction.offset, "there is no open loop or switch to break"))
            }
            FlowOpcode::Continue | FlowOpcode::Continuec if self.loops == 0 => {
                Err(Error::malformed(instruction.offset, "there is no open loop to continue"))
            }
            FlowOpcode::Ret => {
                self.returned |= self.frames.is_empty();
                Ok(())
            }
            FlowOpcode::Call | FlowOpcode::Callc => self.call(instruction),
            FlowOpcode::Label => self.label(instruction),
            _ => Ok(()),
        }
    }

    /// An error if the instruction stands in a switch before its first label.
    fn inside_case(&self) -> Result<()> {
        match self.frames.last() {
            Some(Frame { kind: Kind::Switch { values, has_default: false }, offset }) if values.is_empty() => {
                Err(Error::malformed(
                    self.last.map_or(*offset, |last| last.offset),
                    "the instruction stands in a switch before its first case",
                ))
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, kind: Kind, instruction: &Instruction<'_>) -> Result<()> {
        if self.frames.len() >= usize::try_from(limits::FLOW_DEPTH).unwrap_or(0) {
            let message = format!("the flow is nested more than {} deep", limits::FLOW_DEPTH);
            return Err(Error::limit(instruction.offset, message));
        }
        self.loops += u32::from(matches!(kind, Kind::Loop));
        self.switches += u32::from(matches!(kind, Kind::Switch { .. }));
        self.frames.push(Frame { kind, offset: instruction.offset });
        Ok(())
    }

    fn close(&mut self, name: &str, instruction: &Instruction<'_>) -> Result<()> {
        let Some(frame) = self.frames.pop() else {
            return Err(Error::malformed(instruction.offset, format!("there is no open {name} to end")));
        };
        let open = frame.kind.name();
        if open != name {
            let error = Error::malformed(
                instruction.offset,
                format!("there is no open {name} to end: the innermost is a {open}"),
            );
            return Err(error.note(Location::at(frame.offset), format!("the {open} starts here")));
        }
        self.loops -= u32::from(matches!(frame.kind, Kind::Loop));
        self.switches -= u32::from(matches!(frame.kind, Kind::Switch { .. }));
        Ok(())
    }

    fn case(&mut self, opcode: FlowOpcode, instruction: &Instruction<'_>) -> Result<()> {
        let Some(Kind::Switch { values, has_default }) = self.frames.last_mut().map(|frame| &mut frame.kind) else {
            return Err(Error::malformed(instruction.offset, "the label stands outside of a switch"));
        };
        if opcode == FlowOpcode::Default {
            if *has_default {
                return Err(Error::malformed(instruction.offset, "the switch has two default labels"));
            }
            *has_default = true;
            return Ok(());
        }
        if let Some(OperandKind::Immediate32([value, ..])) = instruction.operands.first().map(|operand| &operand.kind)
            && !values.insert(*value)
        {
            return Err(Error::malformed(instruction.offset, format!("the switch has two labels {value}")));
        }
        Ok(())
    }

    fn call(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let target = label_key(instruction.operands.last(), instruction.offset)?;
        if let Some(section) = self.sections.last_mut() {
            section.push(Call { target, place: place(instruction) });
        }
        Ok(())
    }

    fn label(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.nothing_open("the subroutine starts")?;
        if !self.returned {
            return Err(Error::malformed(instruction.offset, "the code before the label does not end with ret"));
        }
        self.returned = false;
        let key = label_key(instruction.operands.first(), instruction.offset)?;
        if self.labels.insert(key, self.sections.len()).is_some() {
            return Err(Error::malformed(instruction.offset, format!("{}{} stands twice", key.0.name(), key.1)));
        }
        self.sections.push(Vec::new());
        Ok(())
    }

    fn nothing_open(&self, what: &str) -> Result<()> {
        let (Some(frame), Some(last)) = (self.frames.last(), self.last) else { return Ok(()) };
        let open = frame.kind.name();
        let error = Error::malformed(last.offset, format!("{what} before the {open} ends"))
            .at_instruction(last.number, last.opcode.mnemonic());
        Err(error.note(Location::at(frame.offset), format!("the {open} starts here")))
    }

    /// Takes the end of the program.
    ///
    /// # Errors
    /// `Malformed` if something is open, a called label is missing or a subroutine calls itself; `Limit` if calls are
    /// nested deeper than [`limits::CALL_DEPTH`].
    pub(super) fn end(&self, warnings: &mut Warnings) -> Result<()> {
        self.nothing_open("the program ends")?;
        if let (Some(last), false) = (self.last, self.returned) {
            warnings.push(place(last), "the program does not end with ret");
        }
        if self.labels.is_empty() {
            return match self.sections.iter().flatten().next() {
                Some(call) => Err(missing(call)),
                None => Ok(()),
            };
        }
        self.call_depth()
    }

    /// Walks the calls depth first from every section, each section once.
    fn call_depth(&self) -> Result<()> {
        let deepest = usize::try_from(limits::CALL_DEPTH).unwrap_or(0);
        // How deep the calls below a section go; none while it is on the path.
        let mut depths: Vec<Option<usize>> = vec![None; self.sections.len()];
        let mut entered = vec![false; self.sections.len()];
        for start in 0..self.sections.len() {
            // A section on the path, the next of its calls, and the depth found so far.
            let mut path = vec![(start, 0_usize, 0_usize)];
            while let Some((section, next, depth)) = path.pop() {
                if let Some(Some(_)) = depths.get(section) {
                    continue;
                }
                mark(&mut entered, section, true);
                let Some(call) = self.sections.get(section).and_then(|calls| calls.get(next)) else {
                    mark(&mut depths, section, Some(depth));
                    continue;
                };
                let target = *self.labels.get(&call.target).ok_or_else(|| missing(call))?;
                match depths.get(target).copied().flatten() {
                    Some(below) => {
                        let depth = depth.max(below + 1);
                        if depth > deepest {
                            return Err(at(Error::limit, call, format!("calls are nested more than {deepest} deep")));
                        }
                        path.push((section, next + 1, depth));
                    }
                    None if entered.get(target) == Some(&true) => {
                        return Err(at(Error::malformed, call, "the subroutine calls itself".into()));
                    }
                    None => {
                        path.push((section, next, depth));
                        path.push((target, 0, 0));
                    }
                }
            }
        }
        Ok(())
    }
}

fn mark<T>(list: &mut [T], index: usize, value: T) {
    if let Some(entry) = list.get_mut(index) {
        *entry = value;
    }
}

fn at(kind: fn(u32, String) -> Error, call: &Call, message: String) -> Error {
    let error = kind(call.place.offset.unwrap_or(0), message);
    error.at_instruction(call.place.instruction.unwrap_or(0), call.place.opcode)
}

fn missing(call: &Call) -> Error {
    at(Error::malformed, call, format!("there is no {}{}", call.target.0.name(), call.target.1))
}

fn label_key(operand: Option<&Operand>, offset: u32) -> Result<LabelKey> {
    let Some(register) = operand.and_then(Operand::register) else {
        return Err(Error::malformed(offset, "the label is a literal"));
    };
    match register.indices().first().and_then(Index::as_immediate) {
        Some(number) => Ok((register.file, number)),
        None => Err(Error::malformed(offset, "the number of the label is not fixed")),
    }
}
