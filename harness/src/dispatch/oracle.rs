//! The result of a dispatch by the interpreter of the original bytecode.

use super::outcome::{Difference, Outcome};
use crate::case::dispatch::Dispatch;
use crate::draw::feed;
use crate::interp::{Bindings, Interpreter, Options, Order, ResourceError, Stop};

/// Why a dispatch has no result.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// A texture or buffer cannot be.
    #[error("{case}: {source}")]
    Resource {
        /// Case and variant.
        case: String,
        /// What is wrong with it.
        source: ResourceError,
    },
    /// The interpreter stopped.
    #[error("{case}: {source}")]
    Stop {
        /// Case and variant.
        case: String,
        /// Why.
        source: Stop,
    },
    /// A thread branched on an undefined value.
    #[error("{0}: a thread branches on an undefined value, so nothing of the result is sure")]
    Tainted(String),
    /// The result depends on the order in which threads run.
    #[error("{case}: the order of threads shows: {difference}")]
    Order {
        /// Case and variant.
        case: String,
        /// Where the results of two orders differ.
        difference: Difference,
    },
    /// The result is not what it is known to be.
    #[error("{case}: {difference}")]
    Unexpected {
        /// Case and variant.
        case: String,
        /// Where.
        difference: Difference,
    },
}

/// Runs a dispatch in two opposite orders, which must give the same, and compares it with what is known.
///
/// # Errors
/// [`OracleError`] if there is no one result, or another one than the case says.
pub fn run(dispatch: &Dispatch) -> Result<Outcome, OracleError> {
    let case = || dispatch.name.clone();
    let bindings =
        feed::bindings(&dispatch.bindings).map_err(|source| OracleError::Resource { case: case(), source })?;
    let forward = run_in(dispatch, &bindings, Order::Forward)?;
    let backward = run_in(dispatch, &bindings, Order::Backward)?;
    if let Some(difference) = forward.differs(&backward) {
        return Err(OracleError::Order { case: case(), difference });
    }
    match forward.contradicts(&dispatch.expect) {
        Some(difference) => Err(OracleError::Unexpected { case: case(), difference }),
        None => Ok(forward),
    }
}

fn run_in(dispatch: &Dispatch, bindings: &Bindings, order: Order) -> Result<Outcome, OracleError> {
    let stop = |source| OracleError::Stop { case: dispatch.name.clone(), source };
    let interpreter = Interpreter::new(&dispatch.unit.program, Options::default()).map_err(stop)?;
    let result = interpreter.run_groups(bindings, dispatch.views.clone(), dispatch.groups, order).map_err(stop)?;
    if result.tainted {
        return Err(OracleError::Tainted(dispatch.name.clone()));
    }
    Ok(Outcome::of(dispatch, &result.views))
}
