//! `dxbc-cross dis`: the assembly listing of a shader.

use std::path::PathBuf;

use anyhow::Result;
use dxbc_translator::container::Container;
use dxbc_translator::program::{decode_unchecked, disassemble};
use dxbc_translator::report;

use crate::input;
use crate::output::{Outcome, complain, say};

/// Print the Direct3D assembly of a shader
///
/// The listing is Microsoft's, line for line. A shader that breaks the rules of Direct3D is listed as well, as long as
/// its tokens can be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A compiled shader, or a file that holds one
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let bytes = input::read(&args.file)?;
    match list(&bytes) {
        Ok(listing) => {
            say(listing)?;
            Ok(Outcome::Success)
        }
        Err(error) => {
            complain(report::render(&error, &bytes, &args.file.display().to_string()).trim_end());
            Ok(Outcome::Failure)
        }
    }
}

fn list(bytes: &[u8]) -> dxbc_translator::error::Result<String> {
    let chunk = Container::parse(bytes)?.program()?;
    let decoded = decode_unchecked(chunk.data.data(), chunk.data.absolute(0));
    let (program, _) = decoded.map_err(|error| error.at_chunk(chunk.name))?;
    Ok(disassemble(&program))
}
