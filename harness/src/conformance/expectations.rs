//! Known faults of drivers, from a file: each names an engine, an opcode, a form and a reason. One that is not seen any
//! more is a failure.

use dxbc_translator::options::RegisterModel;
use serde::Deserialize;

use crate::engine::EngineKind;
use crate::known::Known;

/// A known fault.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expectation {
    /// Name of the engine.
    pub engine: String,
    /// Mnemonic.
    pub opcode: String,
    /// The form; all forms if it is not given.
    pub form: Option<String>,
    /// `float` or `typed`; both if it is not given.
    pub register_model: Option<String>,
    /// Why the engine differs.
    pub reason: String,
}

#[derive(Debug, Default, Deserialize)]
struct File {
    #[serde(default)]
    conformance: Vec<Expectation>,
}

/// The known faults, and which of them were seen.
#[derive(Clone, Debug, Default)]
pub struct Expectations(Known<Expectation>);

/// The text of a register model in files and on command lines.
#[must_use]
pub const fn model_name(model: RegisterModel) -> &'static str {
    match model {
        RegisterModel::Float => "float",
        RegisterModel::Typed => "typed",
    }
}

impl Expectations {
    /// Reads the section `conformance` of a file's text.
    ///
    /// # Errors
    /// Text that is not of that form.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text).map(|File { conformance }| Self(Known::new(conformance)))
    }

    /// Whether a disagreement is known; notes that it was seen.
    pub(super) fn meet(&mut self, engine: EngineKind, opcode: &str, form: &str, model: RegisterModel) -> bool {
        self.0.meet(|known| {
            known.engine == engine.name()
                && known.opcode == opcode
                && known.form.as_deref().is_none_or(|known| known == form)
                && known.register_model.as_deref().is_none_or(|known| known == model_name(model))
        })
    }

    /// The known faults of the given engines and opcode that were not seen.
    pub fn stale<'a>(
        &'a self,
        engines: &'a [EngineKind],
        opcode: Option<&'a str>,
    ) -> impl Iterator<Item = &'a Expectation> {
        self.0.unseen().filter(move |known| {
            engines.iter().any(|engine| engine.name() == known.engine) && opcode.is_none_or(|name| name == known.opcode)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[[conformance]]
engine = "browser"
opcode = "rsq"
form = "plain"
reason = "a fault"

[[draws]]
case = "x"
"#;

    #[test]
    fn what_is_not_seen_is_stale() {
        let mut known = Expectations::parse(TEXT).unwrap();
        let stale = |known: &Expectations| known.stale(&[EngineKind::Browser], None).count();
        assert_eq!(stale(&known), 1);
        assert_eq!(known.stale(&[EngineKind::Mesa], None).count(), 0);
        assert_eq!(known.stale(&[EngineKind::Browser], Some("add")).count(), 0);
        assert!(!known.meet(EngineKind::Mesa, "rsq", "plain", RegisterModel::Float));
        assert!(!known.meet(EngineKind::Browser, "rsq", "sat", RegisterModel::Float));
        assert!(known.meet(EngineKind::Browser, "rsq", "plain", RegisterModel::Typed));
        assert_eq!(stale(&known), 0);
    }
}
