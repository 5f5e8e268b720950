//! `dxbc-cross export`: writes a case as a draw package.

use std::path::PathBuf;

use anyhow::{Context, Result};
use dxbc_harness::case::{Case, PLAIN};
use dxbc_harness::draw::check;
use dxbc_harness::package::{Check, Package};

use crate::output::{Outcome, count, say};

/// Write a case as a draw package, for a Direct3D 11 that draws the original bytecode
///
/// A package is a folder with draw.json and the bytes of everything that the draw binds. A pixel shader without a vertex
/// shader is drawn on tiles, behind a vertex shader that passes its inputs on.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of the case
    #[arg(value_name = "CASE")]
    case: PathBuf,
    /// Folder to write to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Compilation of the case
    #[arg(long, value_name = "NAME", default_value = PLAIN, hide_default_value = true)]
    variant: String,
    /// What is drawn; the program if both stages can be one
    #[arg(long, value_enum, value_name = "WHAT")]
    draw: Option<Draw>,
}

/// What of a case is drawn.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Draw {
    /// Both stages as one program
    Program,
    /// The pixel shader alone
    Pixel,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let case = Case::load(&args.case)?;
    let program = case.plan(&args.variant)?;
    let check = match args.draw {
        None => Check::usual(&program.0, &program.1),
        Some(Draw::Program) => Check::Program,
        Some(Draw::Pixel) => Check::Pixel,
    };
    // A stage that is drawn alone has a scene of its own, without what the other stage asks for.
    let (stages, scene) = match check {
        Check::Program => program,
        Check::Pixel => case.plan_for(&args.variant, check::Check::Pixel)?,
    };
    let package = Package::of(&stages, &scene, check).with_context(|| format!("{} is no draw package", case.name))?;
    package.write(&args.folder)?;
    say(format_args!("{}: {} and draw.json\n", case.name, count(package.files.len(), "file")))?;
    Ok(Outcome::Success)
}
