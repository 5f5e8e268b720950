//! Links every program on every engine; programs with the same text once.

use std::collections::BTreeMap;
use std::thread;

use super::progress::Progress;
use super::verdict::{Check, Failure, Verdict};
use crate::engine::{Engine, EngineError, EngineKind, LinkResult, ProgramSource};

/// Programs handed to an engine at once: few, to see progress, but enough that Mesa's workers seldom wait for the last of
/// them, and to fill two pages of the browser.
const fn batch(engine: EngineKind) -> usize {
    match engine {
        EngineKind::Wgpu => 64,
        EngineKind::Mesa => 256,
        EngineKind::Browser => 1024,
    }
}

/// The programs of some checks that differ, and for each check which one is its own.
pub(super) struct Programs {
    programs: Vec<ProgramSource>,
    jobs: Vec<Option<usize>>,
}

impl Programs {
    pub(super) fn of(checks: &[Check]) -> Self {
        let mut programs: Vec<ProgramSource> = Vec::new();
        let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let jobs = checks.iter().map(|check| {
            let program = check.program.as_ref()?;
            let job = *known.entry((&program.vertex, &program.fragment)).or_insert_with(|| {
                programs.push(program.clone());
                programs.len() - 1
            });
            Some(job)
        });
        let jobs = jobs.collect();
        Self { programs, jobs }
    }

    pub(super) const fn len(&self) -> usize {
        self.programs.len()
    }

    /// Links all programs on every engine, all engines at once; one step of progress for each program and engine.
    ///
    /// # Errors
    /// When an engine is lost.
    pub(super) fn link_all(
        &self,
        engines: &[Box<dyn Engine>],
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<LinkResult>>, EngineError> {
        thread::scope(|scope| {
            let link = |engine: &dyn Engine| link(engine, &self.programs, progress);
            let threads: Vec<_> = engines.iter().map(|engine| scope.spawn(move || link(engine.as_ref()))).collect();
            threads.into_iter().map(super::join).collect()
        })
    }

    /// Whatever an engine did not take becomes a failure of its check.
    pub(super) fn judge(&self, checks: &mut [Check], engines: &[Box<dyn Engine>], results: Vec<Vec<LinkResult>>) {
        for (engine, results) in engines.iter().zip(results) {
            for (check, job) in checks.iter_mut().zip(&self.jobs) {
                let Some(Err(failure)) = job.and_then(|job| results.get(job)) else { continue };
                let failure =
                    Failure::Rejected { engine: engine.kind(), stage: failure.stage, log: failure.log.clone() };
                if let Verdict::Failed { failures } = &mut check.verdict {
                    failures.push(failure);
                } else {
                    check.verdict = Verdict::Failed { failures: vec![failure] };
                }
            }
        }
    }
}

fn link(
    engine: &dyn Engine,
    programs: &[ProgramSource],
    progress: &dyn Progress,
) -> Result<Vec<LinkResult>, EngineError> {
    let mut results = Vec::new();
    for batch in programs.chunks(batch(engine.kind())) {
        results.extend(engine.link(batch)?);
        progress.advance(batch.len());
    }
    if results.len() == programs.len() {
        return Ok(results);
    }
    let what = format!("{} programs had {} results", programs.len(), results.len());
    Err(EngineError::Lost { engine: engine.kind(), what })
}
