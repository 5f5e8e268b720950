//! A case that goes on with the next one gets a copy of its body: the cases of WGSL do not fall through.

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::ir::{Block, Case, Expr, Handle, Local, Module, Node, Stmt, StmtKind};

/// Statements that are copied in all. No compiler of HLSL writes a case that falls through.
const COPIES: usize = 1 << 14;

/// Ends every case.
///
/// # Errors
///
/// `Limit` when more would be copied than [`COPIES`] statements.
pub(super) fn run(module: &mut Module) -> Result<()> {
    let mut functions = std::mem::take(&mut module.functions);
    let mut pass = FallThrough { module, copies: 0 };
    for function in &mut functions {
        pass.block(&mut function.body)?;
    }
    module.functions = functions;
    Ok(())
}

struct FallThrough<'a> {
    module: &'a mut Module,
    copies: usize,
}

/// What the locals of a copied body became.
type Renamed = BTreeMap<Handle<Local>, Handle<Node>>;

impl FallThrough<'_> {
    fn block(&mut self, block: &mut Block) -> Result<()> {
        for statement in block {
            let mut result = Ok(());
            statement.kind.for_each_block_mut(|block| {
                if result.is_ok() {
                    result = self.block(block);
                }
            });
            result?;
            if let StmtKind::Switch { cases, .. } = &mut statement.kind {
                self.cases(cases, statement.span.offset)?;
            }
        }
        Ok(())
    }

    /// From the last case on, so that each body is whole when it is copied.
    fn cases(&mut self, cases: &mut [Case], offset: u32) -> Result<()> {
        for at in (0..cases.len().saturating_sub(1)).rev() {
            let (before, after) = cases.split_at_mut(at + 1);
            let (Some(case), Some(next)) = (before.last_mut(), after.first()) else { continue };
            if case.falls_through {
                let copy = self.copy(&next.body, &mut Renamed::new(), offset)?;
                case.body.extend(copy);
                case.falls_through = false;
            }
        }
        Ok(())
    }

    fn copy(&mut self, block: &Block, renamed: &mut Renamed, offset: u32) -> Result<Block> {
        let mut out = Block::new();
        for Stmt { kind, span } in block {
            self.copies += 1;
            if self.copies > COPIES {
                return Err(Error::limit(offset, format!("cases fall through to more than {COPIES} statements")));
            }
            let kind = match kind {
                StmtKind::Let(local) => {
                    let Local { value, ty } = self.module.locals[*local];
                    let value = self.value(value, renamed);
                    let fresh = self.module.locals.push(Local { value, ty });
                    let name = self.module.node(Expr::Local(fresh), ty);
                    renamed.insert(*local, name);
                    StmtKind::Let(fresh)
                }
                StmtKind::Store { variable, element, mask, value } => StmtKind::Store {
                    variable: *variable,
                    element: element.map(|element| element.map(|value| self.value(value, renamed))),
                    mask: *mask,
                    value: self.value(*value, renamed),
                },
                StmtKind::StoreWord { .. } | StmtKind::StoreTexel { .. } => {
                    let mut kind = kind.clone();
                    kind.map_values(|value| self.value(value, renamed));
                    kind
                }
                StmtKind::If { condition, accept, reject } => StmtKind::If {
                    condition: self.value(*condition, renamed),
                    accept: self.copy(accept, renamed, offset)?,
                    reject: self.copy(reject, renamed, offset)?,
                },
                StmtKind::Loop(body) => StmtKind::Loop(self.copy(body, renamed, offset)?),
                StmtKind::Switch { selector, cases } => {
                    let selector = self.value(*selector, renamed);
                    let mut copies = Vec::new();
                    for case in cases {
                        copies.push(Case { body: self.copy(&case.body, renamed, offset)?, ..case.clone() });
                    }
                    StmtKind::Switch { selector, cases: copies }
                }
                StmtKind::Barrier(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return
                | StmtKind::Demote
                | StmtKind::Discard
                | StmtKind::Call(_)
                | StmtKind::WriteOutputs => kind.clone(),
            };
            out.push(Stmt { kind, span: *span });
        }
        Ok(out)
    }

    /// The expression with the new names of its locals.
    fn value(&mut self, handle: Handle<Node>, renamed: &Renamed) -> Handle<Node> {
        if let Expr::Local(local) = self.module.exprs[handle].expr {
            return renamed.get(&local).copied().unwrap_or(handle);
        }
        let mut node = self.module.exprs[handle];
        let mut changed = false;
        node.expr.map_operands(|operand| {
            let new = self.value(operand, renamed);
            changed |= new != operand;
            new
        });
        if changed { self.module.node(node.expr, node.ty) } else { handle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{CaseLabel, Scalar};
    use crate::passes::testing::{add, module, printed, stmt, temp};
    use crate::program::{Stage, WriteMask};

    #[test]
    fn a_body_is_copied_with_locals_of_its_own() {
        let mut module = module(Stage::Pixel);
        let variable = temp(&mut module, 0, Some(Scalar::U32));
        let store = |value| stmt(StmtKind::Store { variable, element: None, mask: WriteMask::X, value });
        let [one, two] = [module.uint(1), module.uint(2)];
        let (bind, local) = module.bind(two, crate::ir::Span::NONE);
        let cases = vec![
            Case { labels: vec![CaseLabel::Value(0)], body: vec![store(one)], falls_through: true },
            Case {
                labels: vec![CaseLabel::Default],
                body: vec![bind, store(local), stmt(StmtKind::Break)],
                falls_through: false,
            },
        ];
        let selector = module.uint(0);
        add(&mut module, vec![StmtKind::Switch { selector, cases }]);
        run(&mut module).unwrap();
        let expected = [
            "switch 0u",
            "case 0 ",
            "  r0u.x = 1u",
            "  let l1: u32 = 2u",
            "  r0u.x = l1",
            "  break",
            "default ",
            "  let l0: u32 = 2u",
            "  r0u.x = l0",
            "  break",
            "write_outputs",
            "",
        ];
        assert_eq!(printed(&module), expected.join("\n"));
    }
}
