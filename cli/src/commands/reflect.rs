//! `dxbc-cross reflect`: what a container says about itself.

use std::path::PathBuf;

use anyhow::Result;
use dxbc_translator::container::{Container, Summary};
use dxbc_translator::report;

use crate::input;
use crate::output::{self, Outcome, complain, say};

/// Print what a container says: chunks, signatures, bindings, constant buffers
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A compiled shader, or a file that holds one
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let bytes = input::read(&args.file)?;
    let container = match Container::parse(&bytes) {
        Ok(container) => container,
        Err(error) => {
            complain(report::render(&error, &bytes, &args.file.display().to_string()).trim_end());
            return Ok(Outcome::Failure);
        }
    };
    let summary = Summary::new(&container);
    if args.json {
        say(output::json(&summary)?)?;
    } else {
        say(&summary)?;
    }
    Ok(Outcome::failed_if(!summary.errors.is_empty()))
}
