//! Binding layouts: files and presets.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use dxbc_translator::abi::file::LayoutFile;
use dxbc_translator::abi::{self, Layout};

use crate::output::UsageError;

/// A layout with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(clippy::doc_markdown, reason = "the text is printed as it stands here")]
pub(crate) enum Preset {
    /// Bones in cb3 from row 26 on, float blend indices, BITANGENT for BINORMAL
    Carbon,
}

impl From<Preset> for abi::Preset {
    fn from(preset: Preset) -> Self {
        match preset {
            Preset::Carbon => Self::Carbon,
        }
    }
}

/// The layout that the command line names, if any.
///
/// # Errors
/// [`UsageError`] for a file that is no layout; it names the key.
pub(crate) fn find(file: Option<&Path>, preset: Option<Preset>) -> Result<Option<Layout>> {
    let Some(file) = file else { return Ok(preset.map(|preset| abi::Preset::from(preset).layout())) };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let wrong = |error: &dyn std::fmt::Display| UsageError(format!("{}: {error}", file.display()));
    let parsed: LayoutFile = toml::from_str(&text).map_err(|error| wrong(&error))?;
    Ok(Some(parsed.layout().map_err(|error| wrong(&error))?))
}
