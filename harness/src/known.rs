//! Lists of known faults, and which of them were seen.

/// Known faults. One that is never met is stale.
#[derive(Clone, Debug)]
pub(crate) struct Known<T> {
    list: Vec<(T, bool)>,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { list: Vec::new() }
    }
}

impl<T> Known<T> {
    /// Faults of which none was seen.
    pub(crate) fn new(list: Vec<T>) -> Self {
        Self { list: list.into_iter().map(|known| (known, false)).collect() }
    }

    /// Whether a fault is on the list; notes that it was seen.
    pub(crate) fn meet(&mut self, is_it: impl Fn(&T) -> bool) -> bool {
        let found = self.list.iter_mut().find(|(known, _)| is_it(known));
        found.map(|(_, seen)| *seen = true).is_some()
    }

    /// Those that were not seen.
    pub(crate) fn unseen(&self) -> impl Iterator<Item = &T> {
        self.list.iter().filter(|(_, seen)| !seen).map(|(known, _)| known)
    }
}
