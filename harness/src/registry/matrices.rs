//! Calls that take a matrix, which is made of its columns: each a row of the constant buffer.

use dxbc_translator::builtins::{Builtin, Kind};
use dxbc_translator::error::Result;
use dxbc_translator::ir::{Handle, MatrixSize, Module, Node, Scalar, Type};
use dxbc_translator::options::Target;

use super::build::{self, Shader};
use super::cases;
use super::meaning::Value;
use super::want::Want;

/// A call with a matrix of some size.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixCall {
    builtin: Builtin,
    size: MatrixSize,
    /// The column of the result that is looked at; none of a number.
    column: Option<u8>,
}

/// Every call of a name that takes a matrix, for each size and each column of the result.
pub(super) fn calls(builtin: Builtin) -> Vec<MatrixCall> {
    let Some(kind) = builtin.row().args.first().map(|arg| arg.kind) else { return Vec::new() };
    let sizes = (2..=4).flat_map(|columns| (2..=4).map(move |rows| MatrixSize { columns, rows }));
    let sizes = sizes.filter(|size| kind == Kind::Matrix || kind == Kind::SquareMatrix && size.columns == size.rows);
    if kind == Kind::Matrix {
        let columns = |size: MatrixSize| (0..size.transposed().columns).map(Some).map(move |column| (size, column));
        sizes.flat_map(columns).map(|(size, column)| MatrixCall { builtin, size, column }).collect()
    } else {
        sizes.map(|size| MatrixCall { builtin, size, column: None }).collect()
    }
}

impl MatrixCall {
    pub(super) fn label(self) -> String {
        let MatrixSize { columns, rows } = self.size;
        let column = self.column.map(|number| format!(", column {number}")).unwrap_or_default();
        format!("{}(mat{columns}x{rows}){column}", self.builtin.name())
    }

    /// The module of the call, the columns of each pixel's matrix, and its result.
    pub(super) fn job(self, target: Target) -> (Result<Shader>, Vec<Vec<Value>>, Vec<Vec<Want>>) {
        let types = vec![self.size.column(); usize::from(self.size.columns)];
        let sources = cases::tuples(self.builtin, &types);
        let wants = sources.iter().map(|columns| self.want(columns)).collect();
        let rows = u32::try_from(sources.len() * types.len()).unwrap_or(u32::MAX);
        let shader = build::shader(target, |module| {
            let buffer = build::buffer(module, rows);
            let first = build::pixel(module, types.len());
            let columns: Vec<Handle<Node>> =
                (0..).zip(&types).map(|(number, &ty)| build::argument(module, buffer, first, number, ty)).collect();
            self.call(module, &columns)
        });
        (shader, sources, wants)
    }

    fn call(self, module: &mut Module, columns: &[Handle<Node>]) -> Handle<Node> {
        let matrix = module.matrix(columns);
        match self.column {
            None => module.builtin(self.builtin, &[matrix], Type::F32),
            Some(number) => {
                let ty = Type::new(Scalar::F32, self.size.columns);
                let matrix = module.builtin(self.builtin, &[matrix], ty);
                module.column(matrix, number)
            }
        }
    }

    /// A column of the transposed matrix has the lanes that stood at its number in all columns.
    fn want(self, columns: &[Value]) -> Vec<Want> {
        let columns: Vec<Vec<f64>> = columns.iter().map(|column| column.floats().collect()).collect();
        match self.column {
            Some(number) => columns.iter().map(|column| Want::exact(column[usize::from(number)])).collect(),
            None => {
                let (value, size) = determinant(&columns);
                vec![Want::near(value, 4.0, size * 2.0_f64.powi(-20))]
            }
        }
    }
}

/// The determinant by its expansion along the first column, and the sum of the sizes of all products in it.
fn determinant(columns: &[Vec<f64>]) -> (f64, f64) {
    let Some((first, others)) = columns.split_first() else { return (1.0, 1.0) };
    let mut sums = (0.0, 0.0);
    for (row, factor) in first.iter().enumerate() {
        let without = |column: &Vec<f64>| {
            let lanes = column.iter().enumerate().filter(|(lane, _)| *lane != row);
            lanes.map(|(_, value)| *value).collect::<Vec<f64>>()
        };
        let (value, size) = determinant(&others.iter().map(without).collect::<Vec<_>>());
        let sign = if row % 2 == 0 { 1.0 } else { -1.0 };
        sums = (sums.0 + sign * factor * value, sums.1 + factor.abs() * size);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_are_those_of_the_books() {
        assert_eq!(determinant(&[vec![1.0, 3.0], vec![2.0, 4.0]]).0, -2.0);
        let three = [vec![2.0, 0.0, 1.0], vec![-1.0, 3.0, 5.0], vec![4.0, 1.0, -2.0]];
        assert_eq!(determinant(&three).0, -35.0);
        let diagonal = (0..4).map(|at| (0..4).map(|lane| if lane == at { 2.0 } else { 0.0 }).collect());
        assert_eq!(determinant(&diagonal.collect::<Vec<Vec<f64>>>()), (16.0, 16.0));
    }
}
