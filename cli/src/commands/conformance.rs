//! `dxbc-cross conformance`: every opcode over edge values, on the engines, against the interpreter.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use dxbc_harness::conformance::expectations::Expectations;
use dxbc_harness::conformance::table::{markdown, totals};
use dxbc_harness::conformance::{Cell, Request, run as run_opcodes};
use dxbc_harness::registry;
use dxbc_translator::opcode::Opcode;
use dxbc_translator::options::RegisterModel;

use crate::engines::Engines;
use crate::output::{Outcome, UsageError, complain, json, say, write};

/// Compare every opcode with the interpreter over edge values, in every form
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to draw
    #[arg(long, value_enum, default_value = "all")]
    engine: Engines,
    /// How registers are stored
    #[arg(long, value_enum, default_value = "both")]
    register_model: Models,
    /// Only this opcode, by its mnemonic
    #[arg(long, value_name = "NAME")]
    opcode: Option<String>,
    /// The builtin functions instead of the opcodes, against their meaning on the CPU
    #[arg(long, conflicts_with_all = ["opcode", "register_model"])]
    registry: bool,
    /// Known faults of drivers
    #[arg(long, value_name = "FILE", default_value = "harness/expectations.toml")]
    expectations: PathBuf,
    /// Write the table as data
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the table as Markdown
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Models {
    Float,
    Typed,
    Both,
}

impl Models {
    const fn list(self) -> &'static [RegisterModel] {
        match self {
            Self::Float => &[RegisterModel::Float],
            Self::Typed => &[RegisterModel::Typed],
            Self::Both => &[RegisterModel::Float, RegisterModel::Typed],
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    if args.registry {
        return run_registry(args);
    }
    if let Some(name) = &args.opcode
        && Opcode::from_mnemonic(name).is_none()
    {
        return Err(UsageError(format!("`{name}` is no opcode: see dxbc-cross opcodes")).into());
    }
    let mut known = Expectations::parse(&expectations(args)?)?;
    let request = Request { models: args.register_model.list(), opcode: args.opcode.as_deref() };
    let mut cells: Vec<Cell> = Vec::new();
    for kind in args.engine.kinds() {
        let engine = kind.open()?;
        cells.extend(run_opcodes(engine.as_ref(), &request, &mut known)?);
    }
    report(args, &cells)?;
    let mut failed = totals(&cells).failed > 0 || totals(&cells).empty > 0;
    if args.register_model == Models::Both {
        for stale in known.stale(args.engine.kinds(), args.opcode.as_deref()) {
            complain(format_args!(
                "the known fault of {} on {} is not seen any more: {}",
                stale.opcode, stale.engine, stale.reason
            ));
            failed = true;
        }
    }
    Ok(Outcome::failed_if(failed))
}

/// The text of the known faults, if there is one.
fn expectations(args: &Args) -> Result<String> {
    if !args.expectations.exists() {
        return Ok(String::new());
    }
    let at = || format!("cannot read {}", args.expectations.display());
    std::fs::read_to_string(&args.expectations).with_context(at)
}

fn report(args: &Args, cells: &[Cell]) -> Result<()> {
    let table = markdown(cells);
    say(&table)?;
    let sums = totals(cells);
    say(format_args!(
        "\n{} cells agree, {} with known faults, {} fail, {} refused, {} empty; {} words compared\n",
        sums.passed, sums.known, sums.failed, sums.refused, sums.empty, sums.words
    ))?;
    if let Some(path) = &args.output {
        write(path, &table)?;
    }
    if let Some(path) = &args.json {
        write(path, json(&cells)?)?;
    }
    Ok(())
}

/// Every name of the registry on the engines.
fn run_registry(args: &Args) -> Result<Outcome> {
    let mut known = registry::expectations::Expectations::parse(&expectations(args)?)?;
    let mut cells = Vec::new();
    for kind in args.engine.kinds() {
        cells.extend(registry::run(kind.open()?.as_ref(), &mut known)?);
    }
    let table = registry::report::markdown(&cells);
    say(&table)?;
    let sums = registry::report::totals(&cells);
    say(format_args!(
        "\n{} names agree, {} with known faults, {} fail, {} refused; {} words compared\n",
        sums.agree, sums.known, sums.fail, sums.refused, sums.words
    ))?;
    if let Some(path) = &args.output {
        write(path, &table)?;
    }
    if let Some(path) = &args.json {
        write(path, json(&cells)?)?;
    }
    let mut failed = sums.fail > 0;
    for stale in known.stale(args.engine.kinds()) {
        complain(format_args!(
            "the known fault of {} on {} is not seen any more: {}",
            stale.name, stale.engine, stale.reason
        ));
        failed = true;
    }
    Ok(Outcome::failed_if(failed))
}
