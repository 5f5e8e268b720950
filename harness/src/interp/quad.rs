//! The four lanes of a 2x2 quad: which pixel a lane is, and differences between them.
//!
//! Lane 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the lower right; y grows downward.

use super::value::{ALL_LANES, LaneMask, Lanes};

/// Which differences stand for the derivatives that Direct3D leaves free: those of `deriv_rtx` and `deriv_rtx_coarse`,
/// and those of implicit levels of detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Derivatives {
    /// One value for the quad: along x from its upper row, along y from its left column.
    #[default]
    Coarse,
    /// The difference of the lane's own row or column, as the `_fine` opcodes take it.
    Fine,
}

/// An axis of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// To the right.
    X,
    /// Down.
    Y,
}

/// The two lanes whose difference is the derivative in `lane`.
pub(super) fn pair(axis: Axis, derivatives: Derivatives, lane: usize) -> (usize, usize) {
    match (axis, derivatives) {
        (Axis::X, Derivatives::Coarse) => (0, 1),
        (Axis::Y, Derivatives::Coarse) => (0, 2),
        (Axis::X, Derivatives::Fine) => (lane & 2, lane | 1),
        (Axis::Y, Derivatives::Fine) => (lane & 1, (lane & 1) | 2),
    }
}

/// A difference along an axis in each lane.
///
/// It is undefined where either pixel is, and where either does not execute: Direct3D defines derivatives in uniform
/// flow only. `sound` are the lanes that execute and did not branch on an undefined value.
pub(super) fn difference(
    value: Lanes,
    axis: Axis,
    derivatives: Derivatives,
    sound: LaneMask,
    subtract: impl Fn(u32, u32) -> u32,
) -> Lanes {
    let unsound = value.undefined | (!sound & ALL_LANES);
    let mut result = Lanes::default();
    for lane in 0..4 {
        let (from, to) = pair(axis, derivatives, lane);
        result.bits[lane] = subtract(value.bits[to], value.bits[from]);
        result.undefined |= ((unsound >> from | unsound >> to) & 1) << lane;
    }
    result
}
