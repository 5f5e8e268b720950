//! What comparisons of words came to.

/// Counts of words, and samples of what disagrees.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Tally {
    /// Words that were compared.
    pub compared: u64,
    /// Words of which nothing is promised.
    pub open: u64,
    /// Words that disagree as the expectations say.
    pub expected: u64,
    /// Words that disagree, and programs that gave nothing.
    pub failed: u64,
    /// The first of those, in words.
    pub samples: Vec<String>,
}

/// Samples that a tally keeps.
const SAMPLES: usize = 8;

impl Tally {
    /// Counts a failure, and keeps what is said of it if it is one of the first.
    pub(crate) fn fault(&mut self, text: String) {
        self.failed += 1;
        if self.samples.len() < SAMPLES {
            self.samples.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_counted_and_the_first_are_kept() {
        let mut tally = Tally::default();
        (0..SAMPLES + 3).for_each(|number| tally.fault(number.to_string()));
        assert_eq!(tally.failed, SAMPLES as u64 + 3);
        assert_eq!(tally.samples.len(), SAMPLES);
        assert_eq!(tally.samples[0], "0");
    }
}
