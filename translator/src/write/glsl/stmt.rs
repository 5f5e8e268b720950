//! Statements: one line each, blocks in braces.

use super::Writer;
use super::expr::cast_name;
use super::types::type_part;
use crate::ir::{Block, Case, CaseLabel, Handle, Literal, Output, Stmt, StmtKind, Type, VariableKind};
use crate::options::Comments;
use crate::write::literal;
use crate::write::stmt::{comment, output_lanes};
use crate::write::text::Tightness;

impl Writer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.text.indent();
        for statement in block {
            self.statement(statement);
        }
        self.text.outdent();
    }

    fn statement(&mut self, statement: &Stmt) {
        self.assembly(statement);
        if matches!(statement.kind, StmtKind::WriteOutputs) {
            for (handle, output) in self.module.outputs.iter() {
                self.text.begin_at(statement.span);
                self.write_output(handle, output);
                self.text.push(";");
                self.text.end();
            }
            return;
        }
        if matches!(&statement.kind, StmtKind::Switch { cases, .. } if cases.is_empty()) {
            return;
        }
        self.text.begin_at(statement.span);
        match &statement.kind {
            StmtKind::Let(local) => {
                let bound = &self.module.locals[*local];
                self.text.part(type_part(bound.ty));
                self.text.push(" ");
                self.local(local.index());
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
            StmtKind::If { condition, accept, reject } => {
                self.text.push("if (");
                self.expr(*condition, Tightness::Any);
                self.braces(") {", accept);
                if !reject.is_empty() {
                    self.braces(" else {", reject);
                }
            }
            StmtKind::Loop(body) => self.braces("while (true) {", body),
            StmtKind::Switch { selector, cases } => {
                self.text.push("switch (");
                self.expr(*selector, Tightness::Any);
                self.text.push(") {");
                self.text.end();
                self.text.indent();
                cases.iter().for_each(|case| self.case(case));
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
            // The examination refuses shared memory.
            StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::WriteOutputs
            | StmtKind::Demote => {}
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

    /// A body in braces, so that what it binds is its own, and an unbraced `break` after it unless the next body
    /// follows: the one shape that every compiler takes for "no fall-through". A break that ends the body is that
    /// one.
    fn case(&mut self, case: &Case) {
        for (index, label) in case.labels.iter().enumerate() {
            self.text.begin();
            match label {
                CaseLabel::Value(value) => {
                    self.text.push("case ");
                    literal::uint(&mut self.text, *value);
                }
                CaseLabel::Default => self.text.push("default"),
            }
            if index + 1 < case.labels.len() {
                self.text.push(":");
                self.text.end();
            }
        }
        let body = match case.body.split_last() {
            Some((Stmt { kind: StmtKind::Break, .. }, rest)) if !case.falls_through => rest,
            _ => &case.body,
        };
        self.text.push(": {");
        self.text.end();
        self.text.indent();
        for statement in body {
            self.statement(statement);
        }
        self.text.outdent();
        self.text.line("}");
        if !case.falls_through {
            self.text.line("break;");
        }
    }

    /// The assembly of the instruction that a statement begins.
    fn assembly(&mut self, statement: &Stmt) {
        let item = statement.span.item;
        if self.options.comments == Comments::Assembly && item != u32::MAX && item != self.item {
            self.item = item;
            comment(&mut self.text, self.listing.and_then(|listing| listing(item)));
        }
    }

    /// `SV_Target0 = o0`: the lanes that the variable has, as the output's type, and zeros for the others.
    fn write_output(&mut self, handle: Handle<Output>, output: &Output) {
        let variable = &self.module.variables[output.variable];
        let stored = variable.scalar.unwrap_or(output.ty.scalar);
        let lanes = output_lanes(variable, output);
        self.text.name(self.names.spelled_output(handle));
        self.text.push(" = ");
        let missing = usize::from(output.ty.width).saturating_sub(lanes.len());
        if missing > 0 {
            self.text.part(type_part(output.ty));
            self.text.push("(");
        }
        let cast = cast_name(stored, output.ty.scalar, Type::new(stored, lanes.width()));
        if let Some(cast) = cast {
            self.text.push(cast);
            self.text.push("(");
        }
        self.text.name(self.names.spelled_variable(output.variable));
        if let (VariableKind::OutputRange(first), Some(register), Some(_)) =
            (variable.kind, output.register, variable.length)
        {
            self.text.push("[");
            self.text.decimal(register.saturating_sub(first));
            self.text.push("]");
        }
        self.text.lanes(lanes, variable.width);
        if cast.is_some() {
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
