//! `dxbc-cross bless`: writes the reference images of the corpus, as the interpreter draws them.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use dxbc_harness::draw::find::Drawings;
use dxbc_harness::draw::gallery;

use crate::output::{Outcome, count, say};

/// Write the reference images of the corpus anew, as the interpreter draws them
///
/// Without a filter, images of cases that are gone are removed. Look at what changed before it is committed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only cases with this in their names, as game/blit or switch
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    /// Folder of the cases
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "reference-images")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let mut cases = Drawings::find(std::slice::from_ref(&args.corpus))?.cases;
    if let Some(filter) = &args.filter {
        cases.retain(|case| case.name.contains(filter.as_str()));
    }
    if cases.is_empty() {
        bail!("there is no such case in {}", args.corpus.display());
    }
    let pieces = gallery::draw(&cases)?;
    let at = || format!("cannot write to {}", args.output.display());
    std::fs::create_dir_all(&args.output).with_context(at)?;
    let removed = if args.filter.is_none() { gallery::prune(&args.output, &pieces).with_context(at)? } else { 0 };
    let changed = gallery::bless(&args.output, &pieces).with_context(at)?;
    let (drawn, images) = (count(pieces.len(), "case"), count(changed, "image"));
    say(format_args!("{drawn} drawn, {images} changed, {removed} removed\n"))?;
    Ok(Outcome::Success)
}
