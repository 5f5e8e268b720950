//! Matrices of floats, which the registry's names of matrices take and give.
//!
//! A matrix is no value: as textures do, it stands among the arguments of a call only. [`Expr::Matrix`] makes one of its
//! columns, a call of `transpose` gives one, and [`Expr::Column`] reads a column of either. The node of a matrix has the
//! type of a column.

use super::{Callee, Expr, Handle, List, Module, Node, Scalar, Type};
use crate::builtins::ResultKind;

/// The size of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixSize {
    /// Columns, 2 to 4.
    pub columns: u8,
    /// Rows: lanes of a column, 2 to 4.
    pub rows: u8,
}

impl MatrixSize {
    /// The type of a column.
    #[must_use]
    pub const fn column(self) -> Type {
        Type::new(Scalar::F32, self.rows)
    }

    /// Columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self { columns: self.rows, rows: self.columns }
    }
}

impl Module {
    /// A matrix of 2 to 4 columns, vectors of floats of one width.
    pub fn matrix(&mut self, columns: &[Handle<Node>]) -> Handle<Node> {
        let ty = columns.first().map_or(Type::F32, |&column| self.type_of(column));
        self.node(Expr::Matrix(List::from_slice(columns)), ty)
    }

    /// A column of a matrix by its number, from 0.
    pub fn column(&mut self, matrix: Handle<Node>, number: u8) -> Handle<Node> {
        let ty = self.type_of(matrix);
        self.node(Expr::Column(matrix, number), ty)
    }

    /// The size of what an expression gives, if that is a matrix.
    #[must_use]
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression gives a matrix")]
    pub fn matrix_size(&self, expr: Handle<Node>) -> Option<MatrixSize> {
        let Node { expr, ty } = self.exprs.get(expr)?;
        match expr {
            Expr::Matrix(columns) => {
                Some(MatrixSize { columns: u8::try_from(columns.len()).unwrap_or(u8::MAX), rows: ty.width })
            }
            Expr::Call { callee: Callee::Builtin(builtin), args, .. }
                if builtin.row().result == ResultKind::Transposed =>
            {
                self.matrix_size(*args.first()?).map(MatrixSize::transposed)
            }
            _ => None,
        }
    }
}
