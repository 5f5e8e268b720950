//! Known faults of drivers in functions of the registry, from a file: each names an engine, a name, the wrong word and
//! a reason. One that is not seen any more is a failure.

use serde::Deserialize;

use crate::engine::EngineKind;
use crate::known::Known;

/// A known fault.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expectation {
    /// Name of the engine.
    pub engine: String,
    /// The neutral name.
    pub name: String,
    /// The word that it gives where it differs; any if it is not given.
    pub gives: Option<u32>,
    /// Why the engine differs.
    pub reason: String,
}

#[derive(Debug, Default, Deserialize)]
struct File {
    #[serde(default)]
    registry: Vec<Expectation>,
}

/// The known faults, and which of them were seen.
#[derive(Clone, Debug, Default)]
pub struct Expectations(Known<Expectation>);

impl Expectations {
    /// Reads the section `registry` of a file's text.
    ///
    /// # Errors
    /// Text that is not of that form.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text).map(|File { registry }| Self(Known::new(registry)))
    }

    /// Whether a word that is wrong is known; notes that it was seen.
    pub(super) fn meet(&mut self, engine: EngineKind, name: &str, word: u32) -> bool {
        self.0.meet(|known| {
            known.engine == engine.name() && known.name == name && known.gives.is_none_or(|gives| gives == word)
        })
    }

    /// The known faults of the given engines that were not seen.
    pub fn stale<'a>(&'a self, engines: &'a [EngineKind]) -> impl Iterator<Item = &'a Expectation> {
        self.0.unseen().filter(|known| engines.iter().any(|engine| engine.name() == known.engine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[[registry]]
engine = "browser"
name = "asinh"
gives = 0xc2b00f34
reason = "a fault"

[[draw]]
case = "x"
"#;

    #[test]
    fn what_is_not_seen_is_stale() {
        let mut known = Expectations::parse(TEXT).unwrap();
        let stale = |known: &Expectations| known.stale(&[EngineKind::Browser]).count();
        assert_eq!(stale(&known), 1);
        assert_eq!(known.stale(&[EngineKind::Mesa]).count(), 0);
        assert!(!known.meet(EngineKind::Mesa, "asinh", 0xc2b0_0f34));
        assert!(!known.meet(EngineKind::Browser, "asinh", 0));
        assert!(!known.meet(EngineKind::Browser, "acosh", 0xc2b0_0f34));
        assert_eq!(stale(&known), 1);
        assert!(known.meet(EngineKind::Browser, "asinh", 0xc2b0_0f34));
        assert_eq!(stale(&known), 0);
    }
}
