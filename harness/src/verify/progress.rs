//! How long work says how far it is. The library never prints: whoever calls decides.

/// Told of the progress of one kind of work after the other.
pub trait Progress: Sync {
    /// Work of `total` steps begins; the one before is over.
    fn start(&self, work: &str, total: usize);

    /// So many more steps are done.
    fn advance(&self, steps: usize);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _work: &str, _total: usize) {}

    fn advance(&self, _steps: usize) {}
}
