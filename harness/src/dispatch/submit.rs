//! A dispatch on an engine: the shader is translated, bound as its reflection says, run, and its views read back.

use dxbc_translator::error::Error;
use dxbc_translator::options::{Options, RegisterModel, Target};
use dxbc_translator::reflect::Reflection;
use dxbc_translator::translate;

use super::outcome::{Difference, Outcome};
use crate::case::dispatch::Dispatch;
use crate::draw::bind::BindError;
use crate::draw::{bind_wgsl, views};
use crate::engine::compute::Compute;
use crate::engine::{DrawError, Engine, EngineError};

/// Why a dispatch leaves nothing on an engine.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The shader is not translated.
    #[error(transparent)]
    Refused(Error),
    /// It cannot be bound.
    #[error(transparent)]
    Unbound(BindError),
    /// The engine does not run it.
    #[error(transparent)]
    Failed(DrawError),
}

/// What became of a dispatch on an engine.
#[derive(Debug)]
pub enum Verdict {
    /// Every word is that of the interpreter.
    Agrees {
        /// How many there are.
        words: usize,
    },
    /// A word is another.
    Differs(Difference),
    /// There are no words.
    Failed(Failure),
}

/// Runs dispatches on an engine of WGSL, and compares each with the interpreter's outcome.
///
/// # Errors
/// [`EngineError`] if the engine stopped working.
pub fn compare(
    engine: &dyn Engine,
    dispatches: &[(&Dispatch, &Outcome)],
    register_model: RegisterModel,
) -> Result<Vec<Verdict>, EngineError> {
    let (dispatches, expected): (Vec<&Dispatch>, Vec<&Outcome>) = dispatches.iter().copied().unzip();
    let found = outcomes(engine, &dispatches, register_model)?;
    let judge = |(expected, found): (&Outcome, Result<Outcome, Failure>)| match found {
        Err(failure) => Verdict::Failed(failure),
        Ok(found) => match expected.differs(&found) {
            Some(difference) => Verdict::Differs(difference),
            None => Verdict::Agrees { words: expected.counts().0 },
        },
    };
    Ok(expected.into_iter().zip(found).map(judge).collect())
}

/// Runs dispatches on an engine of WGSL, and gives what each of them leaves.
///
/// # Errors
/// [`EngineError`] if the engine stopped working.
pub fn outcomes(
    engine: &dyn Engine,
    dispatches: &[&Dispatch],
    register_model: RegisterModel,
) -> Result<Vec<Result<Outcome, Failure>>, EngineError> {
    let options = Options { target: Target::Wgsl, register_model, ..Options::default() };
    let (mut jobs, mut places) = (Vec::new(), Vec::new());
    for dispatch in dispatches {
        places.push(prepare(dispatch, &options).map(|(compute, reflection)| {
            jobs.push(compute);
            reflection
        }));
    }
    let mut results = engine.dispatch(&jobs)?.into_iter();
    let missing = || Err(DrawError::Invalid { message: "the engine gave no result".into() });
    let outcome = |(dispatch, place): (&&Dispatch, Result<Reflection, Failure>)| {
        let reflection = place?;
        let bytes = results.next().unwrap_or_else(missing).map_err(Failure::Failed)?;
        Ok(Outcome::of(dispatch, &views::read_back(&dispatch.views, &reflection, &bytes)))
    };
    Ok(dispatches.iter().zip(places).map(outcome).collect())
}

fn prepare(dispatch: &Dispatch, options: &Options) -> Result<(Compute, Reflection), Failure> {
    let shader = translate(&dispatch.unit.bytes, options).map_err(Failure::Refused)?;
    let reflection = shader.reflection;
    let (images, bindings) = bind_wgsl::reads(&reflection, &dispatch.bindings).map_err(Failure::Unbound)?;
    let stored = views::stored(&reflection, &dispatch.views).map_err(Failure::Unbound)?;
    Ok((Compute { source: shader.source, images, bindings, stored, groups: dispatch.groups }, reflection))
}
