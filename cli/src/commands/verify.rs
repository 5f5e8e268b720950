//! `dxbc-cross verify`: translate, compile and link everything found, or draw with it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use dxbc_harness::engine::{Engine, EngineKind, Remembering};
use dxbc_harness::verify::{find, keep, verify};
use dxbc_translator::options::Target;

use super::{verify_draw, verify_text};
use crate::engines::Engines;
use crate::options::TranslationArgs;
use crate::output::{self, Outcome, UsageError, complain, say};
use crate::progress::Bar;

/// Translate, compile and link everything found
///
/// Every vertex and pixel shader is translated and linked with a partner written for it, and where two files pair by
/// name, as ship.vs.cso and ship.ps.cso do, also as a program. Byte-identical containers are checked once.
///
/// With --draw, everything is drawn instead, and every pixel and vertex is compared with what an interpreter makes of the
/// original bytecode: the cases of the corpus below the given folders, and draw packages, which have a draw.json.
///
/// naga reads and validates each stage too, printed in the GLSL of Vulkan, which is the only GLSL that it reads. What it
/// does not take is listed and is no failure.
///
/// With --target wgsl the texts are read and validated by naga instead, and the stages of programs must fit together.
///
/// The exit code is 0 if everything links or is refused with a reason, and 1 if something failed or differs.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Containers, files that hold some, or folders with all that is in them
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Who compiles and links GLSL; with --draw, who draws
    #[arg(long, value_enum, default_value = "all")]
    engine: Engines,
    /// Write everything that was found out as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the emitted sources, and a log beside those that failed; with --draw, the pictures, words and sources of
    /// what differs
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Remember in a folder which texts an engine took, and do not compile those again
    #[arg(long, value_name = "DIR", conflicts_with = "draw")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    draw: verify_draw::DrawArgs,
    #[command(flatten)]
    translation: TranslationArgs,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let options = args.translation.options()?;
    if args.draw.draw {
        if options.target == Target::Wgsl {
            return Err(UsageError("--draw draws the engine's language: leave --target out".into()).into());
        }
        let engines = args.engine.open(&EngineKind::ALL)?;
        let request = verify_draw::Request {
            args: &args.draw,
            paths: &args.paths,
            engines: &engines,
            options,
            json: args.json.as_deref(),
            keep: args.keep.as_deref(),
        };
        return verify_draw::run(&request);
    }
    let engines = match (options.target, args.engine) {
        (Target::Glsl, Engines::Wgpu) => return Err(UsageError("wgpu draws WGSL: add --draw".into()).into()),
        (Target::Glsl, _) => args.engine.open(&EngineKind::GLSL)?,
        (Target::Wgsl, _) => Vec::new(),
    };
    let engines = match &args.cache {
        Some(folder) => engines.into_iter().map(|engine| remembering(engine, folder)).collect::<Result<_>>()?,
        None => engines,
    };
    let bar = Bar::new();
    let findings = find(&args.paths, &bar);
    let start = Instant::now();
    let report = verify(&findings, &engines, &options, &bar)?;
    drop(bar);
    let (checks, seconds) = (report.checks.len(), start.elapsed().as_secs_f64());
    complain(format_args!("{checks} checked in {seconds:.1} s, {:.0} a second", checks as f64 / seconds));
    if let Some(folder) = &args.keep {
        keep(&report, folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    if let Some(file) = &args.json {
        output::write(file, output::json(&report)?)?;
    }
    say(verify_text::table(&report))?;
    Ok(Outcome::failed_if(report.has_failures()))
}

/// An engine that remembers in a folder what it took.
fn remembering(engine: Box<dyn Engine>, folder: &Path) -> Result<Box<dyn Engine>> {
    let engine = Remembering::open(engine, folder).with_context(|| format!("cannot use {}", folder.display()))?;
    Ok(Box::new(engine))
}
