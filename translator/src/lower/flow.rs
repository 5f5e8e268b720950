//! Control flow: bytecode marks to structured statements (semantics 5.12, 5.13).

use std::collections::BTreeMap;

use super::liveness::Mark;
use super::{Lowerer, is_structure, operand};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Block, Case, CaseLabel, Function, Handle, Node, Scalar, Span, Stmt, StmtKind, UnaryOp};
use crate::limits;
use crate::opcode::Flow;
use crate::program::declaration::Binding;
use crate::program::{Instruction, Opcode, Operand, OperandKind, Stage, Test};

/// Open constructs, innermost last, and the functions that are done.
#[derive(Default)]
pub(super) struct Stack {
    functions: Vec<Function>,
    /// Function of each label.
    labels: BTreeMap<u32, usize>,
    /// Index of the open function.
    current: usize,
    frames: Vec<Frame>,
    /// Constructs opened in code that never runs.
    skipped: u32,
    /// Subroutines that each function calls.
    calls: Vec<(usize, usize)>,
}

struct Frame {
    kind: FrameKind,
    /// The block that statements go to.
    block: Block,
    /// A jump ended the block: what follows never runs.
    closed: bool,
    span: Span,
}

enum FrameKind {
    Function,
    Accept { condition: Handle<Node> },
    Reject { condition: Handle<Node>, accept: Block },
    Loop,
    Switch { selector: Handle<Node>, cases: Vec<Case>, labels: Vec<CaseLabel> },
}

impl Frame {
    const fn new(kind: FrameKind, span: Span) -> Self {
        Self { kind, block: Block::new(), closed: false, span }
    }
}

impl Stack {
    /// The open block.
    pub(super) fn block(&mut self) -> &mut Block {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(FrameKind::Function, Span::NONE));
        }
        let last = self.frames.len() - 1;
        #[allow(clippy::indexing_slicing, reason = "a frame was pushed if there was none")]
        &mut self.frames[last].block
    }

    /// Whether a subroutine is open.
    pub(super) const fn is_subroutine(&self) -> bool {
        self.current != 0
    }

    /// Whether all threads of a group come here: no construct is open, and none that was may have ended a thread.
    pub(super) fn passes_together(&self) -> bool {
        let [entry] = self.frames.as_slice() else { return false };
        !entry.block.iter().any(returns)
    }

    fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    fn close(&mut self) {
        if let Some(frame) = self.top() {
            frame.closed = true;
        }
    }

    fn is_closed(&self) -> bool {
        self.frames.last().is_none_or(|frame| frame.closed)
    }

    /// The function of a label, made at its first mention.
    fn function_of(&mut self, label: u32) -> usize {
        if let Some(&index) = self.labels.get(&label) {
            return index;
        }
        let index = self.functions.len();
        self.functions.push(Function { label: Some(label), body: Block::new() });
        self.labels.insert(label, index);
        index
    }
}

/// Whether a statement may end the invocation.
fn returns(statement: &Stmt) -> bool {
    let mut found = matches!(statement.kind, StmtKind::Return);
    statement.kind.for_each_block(|block| found = found || block.iter().any(returns));
    found
}

impl Lowerer<'_> {
    /// Opens the entry function.
    pub(super) fn begin_entry(&mut self) {
        self.flow.functions.push(Function::default());
        let mut entry = Frame::new(FrameKind::Function, Span::NONE);
        // About one for each item, where control flow is flat.
        entry.block.reserve(self.source.program.items.len());
        self.flow.frames.push(entry);
        self.begin_io();
        self.clip();
    }

    /// Whether the instruction never runs: it stands behind a jump in its block. Constructs that open there are
    /// counted until they end.
    pub(super) fn is_dead(&mut self, instruction: &Instruction<'_>) -> bool {
        let Opcode::Flow(opcode) = instruction.opcode else {
            return self.flow.skipped > 0 || self.flow.is_closed();
        };
        let opens = matches!(opcode, Flow::If | Flow::Loop | Flow::Switch);
        let ends = matches!(opcode, Flow::Endif | Flow::Endloop | Flow::Endswitch);
        if self.flow.skipped > 0 {
            if opens {
                self.flow.skipped += 1;
            } else if ends {
                self.flow.skipped -= 1;
            }
            return true;
        }
        if !self.flow.is_closed() {
            return false;
        }
        if opens {
            self.flow.skipped = 1;
        }
        opens || !is_structure(opcode)
    }

    pub(super) fn flow(&mut self, opcode: Flow, instruction: &Instruction<'_>) -> Result<()> {
        match opcode {
            Flow::If => {
                let condition = self.test(instruction, 0)?;
                self.open(FrameKind::Accept { condition })
            }
            Flow::Else => self.otherwise(),
            Flow::Endif => self.end_if(),
            Flow::Loop => self.open(FrameKind::Loop),
            Flow::Endloop => self.end_loop(),
            Flow::Switch => {
                let selector = self.read_scalar(operand(instruction, 0)?, Scalar::U32)?;
                self.open(FrameKind::Switch { selector, cases: Vec::new(), labels: Vec::new() })
            }
            Flow::Case => {
                let value = case_value(operand(instruction, 0)?)?;
                self.label(CaseLabel::Value(value))
            }
            Flow::Default => self.label(CaseLabel::Default),
            Flow::Endswitch => self.end_switch(),
            Flow::Break => self.jump(StmtKind::Break),
            Flow::Continue => self.jump(StmtKind::Continue),
            Flow::Breakc => self.jump_if(instruction, StmtKind::Break),
            Flow::Continuec => self.jump_if(instruction, StmtKind::Continue),
            Flow::Ret => self.ret(),
            Flow::Retc => self.retc(instruction),
            Flow::Label => self.begin_subroutine(instruction),
            Flow::Call => {
                let call = self.call(operand(instruction, 0)?)?;
                self.emit(call);
                Ok(())
            }
            Flow::Callc => {
                let call = self.call(operand(instruction, 1)?)?;
                self.conditional(instruction, vec![call])
            }
            Flow::Discard => self.conditional(instruction, vec![StmtKind::Demote]),
            Flow::Nop | Flow::Abort | Flow::DebugBreak => Ok(()),
            Flow::Fcall => Err(Error::internal("lower", "fcall passed the support check")),
        }
    }

    /// The instruction's test of its operand `index` as a truth value.
    fn test(&mut self, instruction: &Instruction<'_>, index: usize) -> Result<Handle<Node>> {
        let value = self.read_scalar(operand(instruction, index)?, Scalar::U32)?;
        Ok(match instruction.test {
            Test::NonZero => self.module.unary(UnaryOp::AnyBit, value),
            Test::Zero => {
                let zero = self.module.uint(0);
                self.module.binary(BinaryOp::Equal, value, zero)
            }
        })
    }

    fn open(&mut self, kind: FrameKind) -> Result<()> {
        if self.flow.frames.len() > limits::FLOW_DEPTH as usize {
            let message = format!("control flow nests deeper than {} levels", limits::FLOW_DEPTH);
            return Err(Error::limit(self.span.offset, message));
        }
        self.accesses.mark(match kind {
            FrameKind::Loop => Mark::Loop,
            FrameKind::Switch { .. } => Mark::Switch,
            FrameKind::Function | FrameKind::Accept { .. } | FrameKind::Reject { .. } => Mark::If,
        });
        self.flow.frames.push(Frame::new(kind, self.span));
        Ok(())
    }

    fn pop(&mut self) -> Result<Frame> {
        self.flow.frames.pop().ok_or_else(|| self.unbalanced())
    }

    fn unbalanced(&self) -> Error {
        Error::malformed(self.span.offset, "the end of a construct stands without its beginning")
    }

    /// Appends a construct's statement to the block around it, at the place where it began.
    fn place(&mut self, kind: StmtKind, span: Span) {
        self.block().push(Stmt { kind, span });
    }

    fn otherwise(&mut self) -> Result<()> {
        let frame = self.pop()?;
        let FrameKind::Accept { condition } = frame.kind else { return Err(self.unbalanced()) };
        self.accesses.mark(Mark::Else);
        let kind = FrameKind::Reject { condition, accept: frame.block };
        self.flow.frames.push(Frame::new(kind, frame.span));
        Ok(())
    }

    fn end_if(&mut self) -> Result<()> {
        let frame = self.pop()?;
        let (condition, accept, reject) = match frame.kind {
            FrameKind::Accept { condition } => (condition, frame.block, Block::new()),
            FrameKind::Reject { condition, accept } => (condition, accept, frame.block),
            FrameKind::Function | FrameKind::Loop | FrameKind::Switch { .. } => return Err(self.unbalanced()),
        };
        self.accesses.mark(Mark::EndIf);
        self.place(StmtKind::If { condition, accept, reject }, frame.span);
        Ok(())
    }

    fn end_loop(&mut self) -> Result<()> {
        let frame = self.pop()?;
        let FrameKind::Loop = frame.kind else { return Err(self.unbalanced()) };
        self.accesses.end_loop();
        self.place(StmtKind::Loop(frame.block), frame.span);
        Ok(())
    }

    /// An instruction whose operand `position` is chosen out of a range: a switch with a copy for each register.
    pub(super) fn choose(&mut self, instruction: &Instruction<'_>, position: usize, binding: Binding) -> Result<()> {
        let selector = self.index(operand(instruction, position)?.indices(), 1)?;
        let selector = self.bind(selector);
        self.open(FrameKind::Switch { selector, cases: Vec::new(), labels: Vec::new() })?;
        let mut operands = instruction.operands.to_vec();
        for register in binding.lower..=binding.upper {
            if let Some(Operand { kind: OperandKind::Register(named), .. }) = operands.get_mut(position) {
                named.set_number(1, register);
            }
            self.label(CaseLabel::Value(register))?;
            self.instruction(&Instruction { operands: &operands, ..*instruction })?;
            self.jump(StmtKind::Break)?;
        }
        self.end_switch()
    }

    /// A label: ends the body before it, or stacks on the labels before it.
    fn label(&mut self, label: CaseLabel) -> Result<()> {
        let offset = self.span.offset;
        let Some(Frame { kind: FrameKind::Switch { cases, labels, .. }, block, closed, .. }) = self.flow.top() else {
            return Err(self.unbalanced());
        };
        let repeated = labels.contains(&label) || cases.iter().any(|case| case.labels.contains(&label));
        if repeated {
            return Err(Error::malformed(offset, "a switch has the same label twice"));
        }
        if !labels.is_empty() && (*closed || !block.is_empty()) {
            let (body, falls_through) = (std::mem::take(block), !*closed);
            cases.push(Case { labels: std::mem::take(labels), body, falls_through });
            self.accesses.mark(Mark::EndCase { falls_through });
        }
        if labels.is_empty() {
            self.accesses.mark(Mark::Case);
        }
        block.clear();
        *closed = false;
        labels.push(label);
        Ok(())
    }

    fn end_switch(&mut self) -> Result<()> {
        let frame = self.pop()?;
        let FrameKind::Switch { selector, mut cases, labels } = frame.kind else { return Err(self.unbalanced()) };
        if !labels.is_empty() {
            let mut body = frame.block;
            if !frame.closed {
                body.push(Stmt { kind: StmtKind::Break, span: Span::NONE });
            }
            cases.push(Case { labels, body, falls_through: false });
            self.accesses.mark(Mark::EndCase { falls_through: false });
        }
        let is_complete = cases.iter().any(|case| case.labels.contains(&CaseLabel::Default));
        self.accesses.mark(Mark::EndSwitch { is_complete });
        self.place(StmtKind::Switch { selector, cases }, frame.span);
        Ok(())
    }

    /// Refuses a jump that has nothing to leave.
    fn check_jump(&self, jump: &StmtKind) -> Result<()> {
        let fits = |frame: &Frame| match frame.kind {
            FrameKind::Loop => true,
            FrameKind::Switch { .. } => *jump == StmtKind::Break,
            FrameKind::Function | FrameKind::Accept { .. } | FrameKind::Reject { .. } => false,
        };
        if self.flow.frames.iter().any(fits) {
            return Ok(());
        }
        Err(Error::malformed(self.span.offset, "a break or continue stands outside of any loop"))
    }

    fn jump(&mut self, kind: StmtKind) -> Result<()> {
        self.check_jump(&kind)?;
        self.emit(kind);
        self.flow.close();
        Ok(())
    }

    fn jump_if(&mut self, instruction: &Instruction<'_>, kind: StmtKind) -> Result<()> {
        self.check_jump(&kind)?;
        self.conditional(instruction, vec![kind])
    }

    /// Statements that run if the test of operand 0 holds.
    fn conditional(&mut self, instruction: &Instruction<'_>, kinds: Vec<StmtKind>) -> Result<()> {
        let condition = self.test(instruction, 0)?;
        self.accesses.mark(Mark::If);
        kinds.iter().for_each(|kind| self.accesses.statement(kind));
        self.accesses.mark(Mark::EndIf);
        let span = self.span;
        let accept = kinds.into_iter().map(|kind| Stmt { kind, span }).collect();
        self.emit(StmtKind::If { condition, accept, reject: Block::new() });
        Ok(())
    }

    /// Whether the open function is the entry.
    const fn in_entry(&self) -> bool {
        self.flow.current == 0
    }

    fn ret(&mut self) -> Result<()> {
        if self.in_entry() {
            self.end_io();
        }
        if self.flow.frames.len() > 1 {
            self.emit(StmtKind::Return);
        }
        self.flow.close();
        Ok(())
    }

    fn retc(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let condition = self.test(instruction, 0)?;
        self.open(FrameKind::Accept { condition })?;
        if self.in_entry() {
            self.end_io();
        }
        self.emit(StmtKind::Return);
        self.end_if()
    }

    fn call(&mut self, target: &Operand) -> Result<StmtKind> {
        let label = self.static_index(target.indices(), 0)?;
        let callee = self.flow.function_of(label);
        self.flow.calls.push((self.flow.current, callee));
        Ok(StmtKind::Call(callee))
    }

    fn begin_subroutine(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.end_function()?;
        let label = self.static_index(operand(instruction, 0)?.indices(), 0)?;
        let index = self.flow.function_of(label);
        self.flow.current = index;
        self.flow.frames.push(Frame::new(FrameKind::Function, self.span));
        Ok(())
    }

    /// Stores the body of the open function.
    fn end_function(&mut self) -> Result<()> {
        if self.in_entry() && !self.flow.is_closed() {
            self.end_io();
        }
        let frame = self.pop()?;
        let FrameKind::Function = frame.kind else {
            return Err(Error::malformed(frame.span.offset, "a construct is not ended"));
        };
        let current = self.flow.current;
        self.accesses.mark(if self.in_entry() { Mark::EndEntry } else { Mark::EndSubroutine });
        if let Some(function) = self.flow.functions.get_mut(current) {
            function.body = frame.block;
        }
        Ok(())
    }

    /// Ends the last function and hands all to the module.
    pub(super) fn end_flow(&mut self) -> Result<()> {
        self.end_function()?;
        self.refuse_recursion()?;
        self.module.functions = std::mem::take(&mut self.flow.functions);
        Ok(())
    }

    /// Functions in call order: one that can only be reached through itself is recursive.
    fn refuse_recursion(&self) -> Result<()> {
        let mut open: Vec<(usize, usize)> = self.flow.calls.clone();
        let mut finished = true;
        // Each round drops the calls of functions that call nothing any more.
        while finished && !open.is_empty() {
            let callers: Vec<usize> = open.iter().map(|&(caller, _)| caller).collect();
            let before = open.len();
            open.retain(|(_, callee)| callers.contains(callee));
            finished = open.len() < before;
        }
        if open.is_empty() { Ok(()) } else { Err(Error::malformed(self.span.offset, "a subroutine calls itself")) }
    }

    /// Whether the program is a pixel shader.
    pub(super) fn is_pixel(&self) -> bool {
        self.module.stage == Stage::Pixel
    }
}

/// The literal of a case label.
fn case_value(operand: &Operand) -> Result<u32> {
    match operand.kind {
        OperandKind::Immediate32([value, ..]) => Ok(value),
        OperandKind::Immediate64(_) | OperandKind::Register(_) => {
            Err(Error::malformed(0, "a case label is no literal"))
        }
    }
}
