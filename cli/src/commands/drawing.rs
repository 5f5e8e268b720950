//! What the commands share that draw cases and draw packages.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, bail};
use dxbc_harness::case::PLAIN;
use dxbc_harness::draw::check::{Check, Settings};
use dxbc_harness::draw::find::{self, Found};
use dxbc_harness::draw::subject::Subject;
use dxbc_harness::engine::EngineKind;

use crate::options::{FloatRules, RegisterModel};

/// What is drawn, and how it is translated for engines.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawArgs {
    /// How registers are stored in the translation
    #[arg(long, value_enum, default_value = "typed")]
    register_model: RegisterModel,
    /// Which float results of the translation must be Direct3D's to the bit
    #[arg(long, value_enum, default_value = "relaxed")]
    float_rules: FloatRules,
    /// Compilation of the cases
    #[arg(long, value_name = "NAME", default_value = PLAIN, hide_default_value = true)]
    pub(crate) variant: String,
    /// What is drawn; the program if both stages can be one
    #[arg(long, value_enum, value_name = "WHAT")]
    check: Option<CheckChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CheckChoice {
    /// The outputs of the vertex shader
    Vertex,
    /// The pixel shader alone
    Pixel,
    /// Both stages as one program
    Program,
}

impl DrawArgs {
    /// How an engine's text is translated and judged.
    pub(crate) fn settings(&self, engine: EngineKind) -> Settings {
        Settings { engine, model: self.register_model.into(), float_rules: self.float_rules.into() }
    }

    /// The check that was asked for.
    pub(crate) fn check(&self) -> Option<Check> {
        self.check.map(|check| match check {
            CheckChoice::Vertex => Check::Vertex,
            CheckChoice::Pixel => Check::Pixel,
            CheckChoice::Program => Check::Program,
        })
    }

    /// What is drawn of a subject.
    pub(crate) fn check_of(&self, subject: &Subject) -> Result<Check> {
        let Some(check) = self.check() else { return Ok(subject.usual_check()?) };
        if !subject.checks().contains(&check) {
            bail!("there is no {} check of it", check.name());
        }
        Ok(check)
    }
}

/// All cases and packages of some folders, each once.
pub(crate) fn find(inputs: &[PathBuf]) -> Result<Vec<Found>> {
    let mut all: Vec<Found> = Vec::new();
    for input in inputs {
        let here = find::find(input)?;
        if here.is_empty() {
            bail!("{}: there is neither a case.toml nor a draw.json in it or below", input.display());
        }
        for found in here {
            if !all.contains(&found) {
                all.push(found);
            }
        }
    }
    Ok(all)
}

/// The names under which they are reported and written: of a package that of its folder, of a case with its group.
pub(crate) fn names(inputs: &[Found]) -> Result<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for found in inputs {
        let parts = if matches!(found, Found::Case(_)) { 2 } else { 1 };
        let mut last = last_parts(found.folder(), parts);
        // `.` and the like have no name of their own.
        if last.len() < parts
            && let Ok(whole) = found.folder().canonicalize()
        {
            last = last_parts(&whole, parts);
        }
        let name = last.join("/");
        if !seen.insert(name.clone()) {
            bail!("two inputs have the name {name}: draw them one after the other");
        }
        names.push(name);
    }
    Ok(names)
}

/// The last names of a path; fewer if it has not so many.
fn last_parts(path: &Path, count: usize) -> Vec<String> {
    let names = path.components().rev().map_while(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    });
    let mut names: Vec<String> = names.take(count).collect();
    names.reverse();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_last_parts() {
        assert_eq!(last_parts(Path::new("a/b/c"), 2), ["b", "c"]);
        assert_eq!(last_parts(Path::new("../c"), 2), ["c"]);
        assert_eq!(last_parts(Path::new("."), 1), Vec::<String>::new());
    }
}
