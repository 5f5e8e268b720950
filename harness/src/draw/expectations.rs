//! Known differences of draws, from a file: each names a case, a check, an engine and a reason. One that is not seen any
//! more is a failure.

use serde::Deserialize;

use super::check::Verdict;
use super::suite::Row;

/// A known difference. What is left out stands for all.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expectation {
    /// Name of the case.
    pub case: String,
    /// `vertex`, `pixel` or `program`.
    pub check: String,
    /// Name of the engine.
    pub engine: String,
    /// `float` or `typed`.
    pub register_model: Option<String>,
    /// `relaxed` or `strict`.
    pub float_rules: Option<String>,
    /// Name of the variant, empty for the plain one.
    pub variant: Option<String>,
    /// Why it differs.
    pub reason: String,
}

impl Expectation {
    /// Whether it speaks of a row.
    #[must_use]
    pub fn covers(&self, row: &Row) -> bool {
        let [model, rules] = row.way.names();
        let fits = |known: &Option<String>, found: &str| known.as_deref().is_none_or(|known| known == found);
        self.case == row.case
            && self.check == row.check.name()
            && self.engine == row.engine
            && fits(&self.register_model, model)
            && fits(&self.float_rules, rules)
            && fits(&self.variant, &row.variant)
    }
}

/// The known differences of a file.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Expectations {
    /// In the order of the file.
    #[serde(default, rename = "draw")]
    pub list: Vec<Expectation>,
}

/// Rows sorted by what is known of them.
#[derive(Clone, Debug, Default)]
pub struct Sorted<'a> {
    /// Rows that are not as they should be, and are not known.
    pub failures: Vec<&'a Row>,
    /// Rows that differ as known.
    pub known: Vec<(&'a Row, &'a Expectation)>,
    /// Known differences of what was drawn that were not seen.
    pub stale: Vec<&'a Expectation>,
}

impl Expectations {
    /// Reads the section `draw` of a file's text.
    ///
    /// # Errors
    /// Text that is not of that form.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// Sorts rows. A known difference is only asked for if something was drawn that it speaks of.
    #[must_use]
    pub fn sort<'a>(&'a self, rows: &'a [Row]) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for row in rows.iter().filter(|row| !row.verdict.is_good()) {
            let differs = matches!(row.verdict, Verdict::Differs(_));
            match self.list.iter().find(|known| differs && known.covers(row)) {
                Some(known) => sorted.known.push((row, known)),
                None => sorted.failures.push(row),
            }
        }
        sorted.stale = self
            .list
            .iter()
            .filter(|entry| rows.iter().any(|row| entry.covers(row)))
            .filter(|entry| !sorted.known.iter().any(|(_, known)| known == entry))
            .collect();
        sorted
    }
}

#[cfg(test)]
mod tests {
    use dxbc_translator::options::{FloatRules, RegisterModel};

    use super::super::check::Check;
    use super::super::suite::Way;
    use super::*;
    use crate::compare::Comparison;

    const TEXT: &str = r#"
[[conformance]]
opcode = "x"

[[draw]]
case = "game/blit"
check = "pixel"
engine = "browser"
register-model = "float"
reason = "a fault"
"#;

    fn row(model: RegisterModel, engine: &'static str, verdict: Verdict) -> Row {
        Row {
            case: "game/blit".into(),
            variant: String::new(),
            check: Check::Pixel,
            engine,
            way: Way { model, float_rules: FloatRules::Strict },
            verdict,
            evidence: None,
        }
    }

    #[test]
    fn rows_are_known_failed_or_good() {
        let known = Expectations::parse(TEXT).unwrap();
        let differs = || Verdict::Differs(Comparison::default());
        let rows = [
            row(RegisterModel::Float, "browser", differs()),
            row(RegisterModel::Typed, "browser", differs()),
            row(RegisterModel::Typed, "mesa", Verdict::Agrees(Comparison::default())),
            // A difference is known, not a crash.
            row(RegisterModel::Float, "browser", Verdict::Failed("it crashed".into())),
        ];
        let sorted = known.sort(&rows);
        assert_eq!((sorted.failures.len(), sorted.known.len(), sorted.stale.len()), (2, 1, 0));
    }

    #[test]
    fn what_is_drawn_and_agrees_is_stale() {
        let known = Expectations::parse(TEXT).unwrap();
        let agrees = || Verdict::Agrees(Comparison::default());
        assert_eq!(known.sort(&[row(RegisterModel::Float, "browser", agrees())]).stale.len(), 1);
        assert_eq!(known.sort(&[row(RegisterModel::Float, "mesa", agrees())]).stale.len(), 0);
        assert_eq!(known.sort(&[]).stale.len(), 0);
    }
}
