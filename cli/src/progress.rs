//! Progress bars on the terminal; nothing where the standard error is none.

use std::sync::{Mutex, PoisonError};

use dxbc_harness::verify::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// One bar for each kind of work, the last one cleared when the next starts or this is dropped.
pub(crate) struct Bar(Mutex<ProgressBar>);

impl Bar {
    /// No bar yet.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(ProgressBar::hidden()))
    }

    /// Says something without getting into the bar's line.
    pub(crate) fn aside<T>(&self, say: impl FnOnce() -> T) -> T {
        let bar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bar.suspend(say)
    }
}

impl Progress for Bar {
    fn start(&self, work: &str, total: usize) {
        let bar = ProgressBar::new(total.try_into().unwrap_or(u64::MAX));
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {per_sec} {eta}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(work.to_owned());
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.finish_and_clear();
        *current = bar;
    }

    fn advance(&self, steps: usize) {
        let bar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bar.inc(steps.try_into().unwrap_or(u64::MAX));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).finish_and_clear();
    }
}
