//! The `browser` engine: WebGL2 in headless Chromium, which is ANGLE.
//!
//! There is no driver process and no protocol: jobs are written into a page, Chromium runs it and prints the DOM, and the
//! results stand in the page's `<pre>`. A page takes a batch of jobs, since starting Chromium costs a second. When a
//! page does not come back, or stops early, what it left undone is divided around the job it was at and tried again,
//! until the job that does it stands alone; only that job fails.

mod chromium;
mod page;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::plan::{self, Blobs};
use super::{
    Draw, DrawError, DrawResult, Engine, EngineError, EngineKind, LinkFailure, LinkResult, LinkStage, ProgramSource,
};
use chromium::{Chromium, PageError};
use page::{DrawJob, Page, PageDraw};

/// Most jobs of a page: enough that the start of Chromium no longer counts.
const PAGE_JOBS: usize = 512;
/// Fewer jobs are not divided among processors: another start of Chromium would cost more.
const PAGE_JOBS_MIN: usize = 64;
/// Most bytes of a page in both directions together, before base64.
const PAGE_BYTES: usize = 16 << 20;
/// How long a page may be at one job.
const STALL: Duration = Duration::from_secs(60);

/// Chromium, found and tried.
pub(super) struct Browser {
    chromium: Chromium,
    description: String,
    stall: Duration,
}

/// What one page did.
enum Outcome<R> {
    /// The results of the jobs from the first on; fewer than there were when the page lost its context.
    Results(Vec<R>),
    /// Nothing came back; the page was last seen at this job.
    Gone(String, Option<usize>),
}

impl Browser {
    /// Looks for Chromium and opens a WebGL2 context in it once.
    pub(super) fn open() -> Result<Self, EngineError> {
        let chromium = Chromium::find()?;
        let description = probe(&chromium)?;
        Ok(Self { chromium, description, stall: STALL })
    }

    fn link_page(&self, programs: &[ProgramSource]) -> Result<Outcome<LinkResult>, EngineError> {
        let page = Page {
            link: true,
            programs: programs.iter().map(page::program).collect(),
            blobs: Vec::new(),
            draws: Vec::new(),
        };
        let reply = self.chromium.run::<LinkReply>(&page, self.stall);
        self.outcome(reply, |results| results.into_iter().map(|r| r.map_or(Ok(()), Err)).collect())
    }

    fn draw_page(&self, draws: &[Draw]) -> Result<Outcome<DrawResult>, EngineError> {
        let mut blobs = Blobs::default();
        let plans: Vec<_> = draws.iter().map(|draw| plan::lower(draw, &mut blobs)).collect();
        let mut programs = Vec::new();
        let mut ids = BTreeMap::new();
        let mut jobs = Vec::new();
        for (at, (draw, plan)) in draws.iter().zip(&plans).enumerate() {
            let Ok(plan) = plan else { continue };
            let program = *ids.entry(&*draw.program).or_insert_with(|| {
                programs.push(page::program(&draw.program));
                programs.len() - 1
            });
            jobs.push(DrawJob { at, program, plan });
        }
        let page =
            Page { link: false, programs, blobs: blobs.list().iter().map(|&b| page::Bytes(b)).collect(), draws: jobs };
        let reply = self.chromium.run::<PageDraw>(&page, self.stall);
        self.outcome(reply, |results| {
            let mut results = results.into_iter();
            let mut all = Vec::new();
            for (draw, plan) in draws.iter().zip(&plans) {
                match plan {
                    Err(error) => all.push(Err(error.clone())),
                    Ok(plan) => match results.next() {
                        Some(result) => all.push(result.finish().and_then(|raw| plan::finish(draw, plan, raw))),
                        None => break,
                    },
                }
            }
            all
        })
    }
    fn outcome<T, R>(
        &self,
        reply: Result<page::Answer<T>, PageError>,
        results: impl FnOnce(Vec<T>) -> Vec<R>,
    ) -> Result<Outcome<R>, EngineError> {
        match reply {
            Ok(answer) => Ok(Outcome::Results(results(answer.results))),
            Err(PageError::Engine(error)) => Err(error),
            Err(PageError::Gone { why, at }) => {
                // If Chromium no longer runs at all, it is not the jobs' fault.
                probe(&self.chromium)?;
                Ok(Outcome::Gone(why, at))
            }
        }
    }
}

/// Runs a page without jobs: the description of the engine, if it works.
fn probe(chromium: &Chromium) -> Result<String, EngineError> {
    let page = Page { link: true, programs: Vec::new(), blobs: Vec::new(), draws: Vec::new() };
    match chromium.run::<LinkReply>(&page, STALL) {
        Ok(answer) => Ok(answer.description),
        Err(PageError::Engine(error)) => Err(error),
        Err(PageError::Gone { why, .. }) => Err(lost(why)),
    }
}

/// What the page says of a program: nothing, or why it does not link.
type LinkReply = Option<LinkFailure>;

impl Engine for Browser {
    fn kind(&self) -> EngineKind {
        EngineKind::Browser
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        let sizes = programs.iter().map(|p| p.vertex.len() + p.fragment.len());
        let page = |range| self.link_page(programs.get(range).unwrap_or_default());
        run(sizes, page, |log| Err(LinkFailure { stage: LinkStage::Crash, log }))
    }

    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        let page = |range| self.draw_page(draws.get(range).unwrap_or_default());
        run(draws.iter().map(page::draw_bytes), page, |message| Err(DrawError::Crash { message }))
    }
}

fn lost(what: impl Into<String>) -> EngineError {
    EngineError::Lost { engine: EngineKind::Browser, what: what.into() }
}

/// Cuts jobs of these sizes into batches that keep `workers` busy.
fn batches(sizes: impl ExactSizeIterator<Item = usize>, workers: usize) -> VecDeque<Range<usize>> {
    let most = sizes.len().div_ceil(workers).clamp(PAGE_JOBS_MIN, PAGE_JOBS);
    let mut batches: VecDeque<Range<usize>> = VecDeque::new();
    let mut bytes = 0_usize;
    for (job, size) in sizes.enumerate() {
        bytes = bytes.saturating_add(size);
        match batches.back_mut() {
            Some(batch) if batch.len() < most && bytes <= PAGE_BYTES => batch.end = job + 1,
            _ => {
                batches.push_back(job..job + 1);
                bytes = size;
            }
        }
    }
    batches
}

/// Runs jobs of these sizes, on as many pages at a time as there are processors.
fn run<R: Send>(
    sizes: impl ExactSizeIterator<Item = usize>,
    page: impl Fn(Range<usize>) -> Result<Outcome<R>, EngineError> + Sync,
    crash: impl Fn(String) -> R + Sync,
) -> Result<Vec<R>, EngineError> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let batches = batches(sizes, workers);
    let workers = workers.min(batches.len());
    let queue = Mutex::new(batches);
    let done = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(batch) = next(&queue) {
            if let Err(error) = settle(batch, &page, &crash, &done) {
                lock(&queue).clear();
                return Err(error);
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| Err(lost("a thread of it ended"))))
    })?;
    Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn next(queue: &Mutex<VecDeque<Range<usize>>>) -> Option<Range<usize>> {
    lock(queue).pop_front()
}

/// Runs a batch until every job of it has a result in `done`.
fn settle<R>(
    batch: Range<usize>,
    page: &impl Fn(Range<usize>) -> Result<Outcome<R>, EngineError>,
    crash: &impl Fn(String) -> R,
    done: &Mutex<BTreeMap<usize, R>>,
) -> Result<(), EngineError> {
    let mut open = vec![batch];
    while let Some(Range { start, end }) = open.pop() {
        let (came, why, at) = match page(start..end)? {
            Outcome::Results(results) => {
                let at = results.len();
                (results, "the page lost its WebGL context".to_owned(), at)
            }
            Outcome::Gone(why, at) => (Vec::new(), why, at.unwrap_or((end - start) / 2)),
        };
        let rest = end.min(start + came.len());
        lock(done).extend((start..rest).zip(came));
        if rest == start && end - start == 1 {
            lock(done).insert(start, crash(why));
        } else if rest < end {
            open.extend(divide(rest, end, start + at));
        }
    }
    Ok(())
}

/// Divides jobs around the suspect. Those behind it are halved as well: among programs that are linked together, it may
/// be another one.
fn divide(start: usize, end: usize, suspect: usize) -> impl Iterator<Item = Range<usize>> {
    let suspect = suspect.clamp(start, end - 1);
    let behind = suspect + 1;
    let middle = behind + (end - behind) / 2;
    [start..suspect, suspect..behind, behind..middle, middle..end].into_iter().filter(|range| !range.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page that does not survive some jobs, and how many pages were run.
    fn settled(
        jobs: usize,
        bad: &[usize],
        outcome: impl Fn(Range<usize>, usize) -> Outcome<usize>,
    ) -> (Vec<usize>, usize) {
        let done = Mutex::new(BTreeMap::new());
        let pages = Mutex::new(0);
        let page = |range: Range<usize>| {
            *lock(&pages) += 1;
            Ok(match range.clone().find(|job| bad.contains(job)) {
                None => Outcome::Results(range.collect()),
                Some(job) => outcome(range, job),
            })
        };
        settle(0..jobs, &page, &|_| usize::MAX, &done).unwrap();
        let pages = *lock(&pages);
        (done.into_inner().unwrap().into_values().collect(), pages)
    }

    #[test]
    fn only_the_jobs_that_stop_a_page_fail() {
        const BAD: usize = usize::MAX;
        let expected = [0, BAD, 2, 3, 4, 5, BAD, 7];
        let early = |range: Range<usize>, job| Outcome::Results((range.start..job).collect());
        let hung = |range: Range<usize>, job: usize| Outcome::Gone(String::new(), Some(job - range.start));
        let silent = |_, _| Outcome::Gone(String::new(), None);
        for (outcome, limit) in [(&early as &dyn Fn(Range<usize>, usize) -> _, 8), (&hung, 10), (&silent, 16)] {
            let (results, pages) = settled(8, &[1, 6], outcome);
            assert_eq!(results, expected);
            assert!(pages <= limit, "{pages} pages");
        }
        assert_eq!(settled(1, &[0], silent), (vec![BAD], 1));
    }

    #[test]
    fn batches_are_bounded_by_jobs_and_bytes() {
        let ones = |count| std::iter::repeat_n(1, count);
        assert_eq!(batches(ones(PAGE_JOBS + 1), 1), [0..PAGE_JOBS, PAGE_JOBS..PAGE_JOBS + 1]);
        assert_eq!(batches(ones(200), 2), [0..100, 100..200]);
        assert_eq!(batches(ones(PAGE_JOBS_MIN), 2).len(), 1);
        assert_eq!(batches([PAGE_BYTES, 1, PAGE_BYTES - 1, 1].into_iter(), 1), [0..1, 1..3, 3..4]);
        assert!(batches(ones(0), 2).is_empty());
    }

    /// A draw of one pixel that steps a generator, which never reaches zero, from `start` until it gives `end`.
    fn generator(start: u32, end: u32) -> Draw {
        use crate::engine::{ColorTarget, DrawCall, Framebuffer, TexelFormat, Uniform, UniformValue};
        let vertex = "#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
        let fragment = "#version 300 es
precision highp float; precision highp int;
uniform uint start, end; out uvec4 o;
void main() {
  uint x = start, steps = 0u;
  while (x != end) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; steps += 1u; }
  o = uvec4(steps);
}";
        let program =
            ProgramSource { name: "generator".to_owned(), vertex: vertex.to_owned(), fragment: fragment.to_owned() };
        let uniform = |name: &str, value| Uniform {
            name: name.to_owned(),
            value: UniformValue::Uint { components: 1, values: vec![value] },
        };
        let target = ColorTarget { format: TexelFormat::R32UI, clear: [9; 4] };
        Draw {
            program: program.into(),
            call: DrawCall { count: 3, ..DrawCall::default() },
            uniforms: vec![uniform("start", start), uniform("end", end)],
            framebuffer: Some(Framebuffer { width: 1, height: 1, targets: vec![target], depth: None }),
            ..Draw::default()
        }
    }

    /// From 1 the generator's first two values are 270369 and 67634689.
    #[test]
    fn a_draw_that_never_ends_fails_alone() {
        let browser = Browser { stall: Duration::from_secs(15), ..Browser::open().unwrap() };
        let draws = [generator(1, 270_369), generator(1, 0), generator(1, 67_634_689)];
        let results = browser.draw(&draws).unwrap();
        let [Ok(first), Err(DrawError::Crash { message }), Ok(last)] = results.as_slice() else {
            panic!("{results:?}")
        };
        assert_eq!(first.targets, [[1, 0, 0, 0]]);
        assert_eq!(last.targets, [[2, 0, 0, 0]]);
        assert_eq!(message, "it did not end within 15 s");
    }
}
