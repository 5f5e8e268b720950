//! Sets of reserved words, which tell most names that are none by their length and two bytes.

/// Words and prefixes that no name may have.
pub(super) struct Words<const LISTS: usize> {
    /// Words, each list in ASCII order.
    lists: [&'static [&'static str]; LISTS],
    prefixes: &'static [&'static str],
    /// For each first byte, and for each last byte, the lengths of the words that have it there, a bit each. The length
    /// 0 stands for prefixes.
    lengths: [[u32; 128]; 2],
}

impl<const LISTS: usize> Words<LISTS> {
    /// The words of lists that are in ASCII order.
    ///
    /// # Panics
    ///
    /// Where a word is of another alphabet, or of more than 31 letters: in a constant this stops the build.
    pub(super) const fn new(lists: [&'static [&'static str]; LISTS], prefixes: &'static [&'static str]) -> Self {
        let mut lengths = [[0; 128]; 2];
        let mut list = 0;
        while list < LISTS {
            let mut word = 0;
            while word < lists[list].len() {
                let bytes = lists[list][word].as_bytes();
                let bit = 1 << bytes.len();
                lengths[0][bytes[0] as usize] |= bit;
                lengths[1][bytes[bytes.len() - 1] as usize] |= bit;
                word += 1;
            }
            list += 1;
        }
        let mut prefix = 0;
        while prefix < prefixes.len() {
            lengths[0][prefixes[prefix].as_bytes()[0] as usize] |= 1_u32;
            prefix += 1;
        }
        Self { lists, prefixes, lengths }
    }

    /// Whether a name is one of the words or begins with one of the prefixes.
    pub(super) fn contains(&self, name: &str) -> bool {
        let [Some(first), Some(last)] = [name.as_bytes().first(), name.as_bytes().last()] else { return false };
        let lengths = |end: usize, byte: &u8| self.lengths[end].get(usize::from(*byte)).copied().unwrap_or(0);
        let (first, last) = (lengths(0, first), lengths(1, last));
        name.len() < 32
            && (first & last) >> name.len() & 1 != 0
            && self.lists.iter().any(|list| list.binary_search(&name).is_ok())
            || first & 1 != 0 && self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    #[cfg(test)]
    pub(super) fn are_in_order(&self) -> bool {
        self.lists.iter().all(|list| list.is_sorted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_prefixes_are_found_and_nothing_like_them() {
        static WORDS: Words<2> = Words::new([&["and", "if", "or"], &["x"]], &["gl_"]);
        for name in ["and", "if", "or", "x", "gl_", "gl_A"] {
            assert!(WORDS.contains(name), "{name}");
        }
        for name in ["", "a", "ad", "aid", "of", "gl", "g", "xx", "été", "a name of more than thirty-one letters"] {
            assert!(!WORDS.contains(name), "{name}");
        }
    }
}
