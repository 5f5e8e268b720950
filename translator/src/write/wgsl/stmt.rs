//! Statements: one line each, blocks in braces.

use super::Writer;
use super::keywords::{OUTPUTS, RESULT};
use super::types::type_part;
use crate::builtins::Builtin;
use crate::ir::{Barrier, Block, Case, CaseLabel, Handle, Literal, Output, Span, Stmt, StmtKind, Type, VariableKind};
use crate::options::Comments;
use crate::write::examine::TexelUse;
use crate::write::literal;
use crate::write::stmt::{comment, output_lanes};
use crate::write::text::Tightness;

impl Writer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.text.indent();
        self.statements(block);
        self.text.outdent();
    }

    /// The statements up to the one that leaves the block: no text may follow it. A discard does not leave it: the
    /// pixel goes on as a helper of its neighbours.
    fn statements(&mut self, block: &[Stmt]) {
        for statement in block {
            self.statement(statement);
            let leaves = matches!(
                statement.kind,
                StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::WriteOutputs
            );
            if leaves {
                break;
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        self.assembly(statement);
        if matches!(statement.kind, StmtKind::WriteOutputs) {
            return self.write_outputs(statement.span);
        }
        if matches!(&statement.kind, StmtKind::Switch { cases, .. } if cases.is_empty()) {
            return;
        }
        self.text.begin_at(statement.span);
        match &statement.kind {
            StmtKind::Let(local) => {
                let bound = &self.module.locals[*local];
                self.text.push("let ");
                self.local(local.index());
                self.text.push(": ");
                self.text.part(type_part(bound.ty));
                self.text.push(" = ");
                self.expr(bound.value, Tightness::Any);
                self.text.push(";");
            }
            StmtKind::Store { variable, element, mask, value } => {
                self.text.name(self.names.spelled_variable(*variable));
                if let Some(element) = element {
                    self.element(*element);
                }
                self.text.mask(*mask, self.module.variables[*variable].width);
                self.text.push(" = ");
                self.expr(*value, Tightness::Any);
                self.text.push(";");
            }
            StmtKind::StoreWord { memory, at, value } => self.store_word(*memory, *at, *value),
            StmtKind::StoreTexel { texture, coordinates, value } => {
                self.texel(*texture, TexelUse::Store, &[*coordinates, *value]);
                self.text.push(";");
            }
            StmtKind::Barrier(barrier) => {
                let builtin = match barrier {
                    Barrier::Group => Builtin::WorkgroupBarrier,
                    Barrier::Buffers => Builtin::StorageBarrier,
                    Barrier::Textures => Builtin::TextureBarrier,
                };
                self.text.push(builtin.name());
                self.text.push("();");
            }
            StmtKind::If { condition, accept, reject } => {
                self.text.push("if (");
                self.expr(*condition, Tightness::Any);
                self.braces(") {", accept);
                if !reject.is_empty() {
                    self.braces(" else {", reject);
                }
            }
            StmtKind::Loop(body) => self.braces("loop {", body),
            StmtKind::Switch { selector, cases } => {
                self.text.push("switch (");
                self.expr(*selector, Tightness::Any);
                self.text.push(") {");
                self.text.end();
                self.text.indent();
                cases.iter().for_each(|case| self.case(case));
                if !cases.iter().any(|case| case.labels.contains(&CaseLabel::Default)) {
                    self.text.line("default: {");
                    self.text.line("}");
                }
                self.text.outdent();
                self.text.begin();
                self.text.push("}");
            }
            StmtKind::Break => self.text.push("break;"),
            StmtKind::Continue => self.text.push("continue;"),
            StmtKind::Return => self.text.push("return;"),
            StmtKind::Discard => self.text.push("discard;"),
            StmtKind::Call(function) => {
                self.text.push(self.names.function(*function));
                self.text.push("();");
            }
            StmtKind::WriteOutputs | StmtKind::Demote => {}
        }
        self.text.end();
    }

    /// A block in braces after `head`, its last line left open.
    fn braces(&mut self, head: &str, block: &Block) {
        self.text.push(head);
        self.text.end();
        self.block(block);
        self.text.begin();
        self.text.push("}");
    }

    /// `case 1u, 2u: { ... }`: bodies do not fall through, so the break that ends one need not be written.
    fn case(&mut self, case: &Case) {
        self.text.begin();
        let only_default = case.labels == [CaseLabel::Default];
        self.text.push(if only_default { "" } else { "case " });
        for (index, label) in case.labels.iter().enumerate() {
            self.text.push(if index == 0 { "" } else { ", " });
            match label {
                CaseLabel::Value(value) => literal::uint(&mut self.text, *value),
                CaseLabel::Default => self.text.push("default"),
            }
        }
        self.text.push(": {");
        self.text.end();
        let body = match case.body.split_last() {
            Some((Stmt { kind: StmtKind::Break, .. }, rest)) => rest,
            _ => &case.body,
        };
        self.text.indent();
        self.statements(body);
        self.text.outdent();
        self.text.line("}");
    }

    /// The assembly of the instruction that a statement begins.
    fn assembly(&mut self, statement: &Stmt) {
        let item = statement.span.item;
        if self.options.comments == Comments::Assembly && item != u32::MAX && item != self.item {
            self.item = item;
            comment(&mut self.text, self.listing.and_then(|listing| listing(item)));
        }
    }

    /// Returns the structure of the outputs.
    fn write_outputs(&mut self, span: Span) {
        if !self.has_outputs() {
            self.text.begin_at(span);
            self.text.push("return;");
            self.text.end();
            return;
        }
        self.text.begin_at(span);
        for part in ["var ", RESULT, ": ", OUTPUTS, ";"] {
            self.text.push(part);
        }
        self.text.end();
        for (handle, output) in self.module.outputs.iter() {
            self.text.begin_at(span);
            self.write_output(handle, output);
            self.text.push(";");
            self.text.end();
        }
        self.text.begin_at(span);
        for part in ["return ", RESULT, ";"] {
            self.text.push(part);
        }
        self.text.end();
    }

    /// `result.SV_Target0 = o0`: the lanes that the variable has, as the output's type, and zeros for the others.
    fn write_output(&mut self, handle: Handle<Output>, output: &Output) {
        let variable = &self.module.variables[output.variable];
        let stored = variable.scalar.unwrap_or(output.ty.scalar);
        let lanes = output_lanes(variable, output);
        self.text.push(RESULT);
        self.text.push(".");
        self.text.name(self.names.spelled_output(handle));
        self.text.push(" = ");
        let missing = usize::from(output.ty.width).saturating_sub(lanes.len());
        if missing > 0 {
            self.text.part(type_part(output.ty));
            self.text.push("(");
        }
        let width = lanes.width();
        let is_cast = self.cast(Type::new(stored, width), output.ty.scalar);
        self.text.name(self.names.spelled_variable(output.variable));
        if let (VariableKind::OutputRange(first), Some(register), Some(_)) =
            (variable.kind, output.register, variable.length)
        {
            self.text.push("[");
            self.text.decimal(register.saturating_sub(first));
            self.text.push("]");
        }
        self.text.lanes(lanes, variable.width);
        if is_cast {
            self.text.push(")");
        }
        if missing > 0 {
            for _ in 0..missing {
                self.text.push(", ");
                self.literal(Literal([0; 4]), Type::new(output.ty.scalar, 1));
            }
            self.text.push(")");
        }
    }
}
