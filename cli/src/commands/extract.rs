//! `dxbc-cross extract`: takes every container out of whatever files hold them.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use dxbc_harness::verify::{Found, find};
use dxbc_translator::container::{Container, Version};

use crate::output::{self, Outcome, complain, count, say};
use crate::progress::Bar;

/// Take every shader container out of files: effect packages, game archives, C headers
///
/// Byte-identical containers are written once, to a file named by a hash of the bytes and the stage. The list says
/// where each was found.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, or folders with all that is in them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let findings = find(&args.files, &Bar::new());
    output::make_folder(&args.output)?;
    let mut list = String::new();
    let (mut copies, mut different, mut damaged) = (0, 0, 0);
    for found in &findings.containers {
        match Container::parse(&found.bytes) {
            Ok(container) => {
                let version = container.version().ok();
                let name = file_name(found, version);
                output::write(&args.output.join(&name), &found.bytes)?;
                different += 1;
                copies += found.places.len();
                write_row(&mut list, &name, version, found)?;
            }
            Err(error) => {
                damaged += 1;
                complain(format_args!("not extracted: {}: {error}", found.name()));
            }
        }
    }
    for unreadable in &findings.unreadable {
        complain(format_args!("cannot read {}: {}", unreadable.path.display(), unreadable.message));
    }
    say(list)?;
    say(format_args!("{} in {}, {different} different\n", count(copies, "container"), count(findings.files, "file")))?;
    Ok(Outcome::failed_if(copies == 0 || damaged > 0 || !findings.unreadable.is_empty()))
}

fn file_name(found: &Found, version: Option<Version>) -> String {
    let id = found.id.get(..16).unwrap_or(&found.id);
    match version {
        Some(version) => format!("{id}.{}.dxbc", version.stage.prefix()),
        None => format!("{id}.dxbc"),
    }
}

fn write_row(list: &mut String, name: &str, version: Option<Version>, found: &Found) -> Result<()> {
    let profile = version.map_or_else(|| "-".into(), |version| version.to_string());
    write!(list, "{name}  {profile:6}  {:>7} bytes", found.bytes.len())?;
    for place in &found.places {
        write!(list, "  {place}")?;
    }
    writeln!(list)?;
    Ok(())
}
