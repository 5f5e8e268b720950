//! `dxbc-cross verify --draw`: draw cases and packages on the engines and compare with the interpreter.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dxbc_harness::draw::expectations::Expectations;
use dxbc_harness::draw::find::{Drawings, Variants};
use dxbc_harness::draw::report::{Table, explain, keep};
use dxbc_harness::draw::suite::{self, Row, RowData, Way};
use dxbc_harness::engine::Engine;
use dxbc_harness::verify::Progress;
use dxbc_translator::options::{Options, RegisterModel};
use serde::Serialize;

use super::verify_dispatch;
use crate::output::{self, Outcome, UsageError, complain, say};
use crate::progress::Bar;

/// How to draw.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct DrawArgs {
    /// Draw cases and draw packages, and compare with the interpreter
    #[arg(long)]
    pub(crate) draw: bool,
    /// Draw in both register models, whatever --register-model says
    #[arg(long, requires = "draw")]
    both_models: bool,
    /// Draw every compilation of a case
    #[arg(long, requires = "draw")]
    all_variants: bool,
    /// Known differences
    #[arg(long, value_name = "FILE", default_value = "harness/expectations.toml", requires = "draw")]
    expectations: PathBuf,
}

/// What to draw, where, and what to write.
pub(crate) struct Request<'a> {
    pub(crate) args: &'a DrawArgs,
    pub(crate) paths: &'a [PathBuf],
    pub(crate) engines: &'a [Box<dyn Engine>],
    pub(crate) options: Options,
    pub(crate) json: Option<&'a Path>,
    pub(crate) keep: Option<&'a Path>,
}

#[derive(Serialize)]
struct Report<'a> {
    engines: Vec<EngineData<'a>>,
    rows: Vec<RowData<'a>>,
}

#[derive(Serialize)]
struct EngineData<'a> {
    name: &'a str,
    description: &'a str,
}

pub(crate) fn run(request: &Request<'_>) -> Result<Outcome> {
    let ways = ways(request)?;
    let drawings = Drawings::find(request.paths)?;
    if drawings.is_empty() {
        bail!("there is no case.toml and no draw.json in what was given");
    }
    let variants = if request.args.all_variants { Variants::All } else { Variants::Plain };
    let jobs = drawings.jobs(variants);
    let bar = Bar::new();
    let mut rows = Vec::new();
    for engine in request.engines {
        bar.start(engine.kind().name(), jobs.len());
        rows.extend(suite::run(engine.as_ref(), &jobs, &ways, &|done| bar.advance(done))?);
    }
    drop(bar);
    write(request, &rows)?;
    let models: Vec<RegisterModel> = ways.iter().map(|way| way.model).collect();
    let failed = verify_dispatch::run(request.engines, &drawings.cases, variants, &models)?;
    let drawn = report(request, &rows)?;
    Ok(if failed { Outcome::Failure } else { drawn })
}

/// The ways to translate. Draws set all other options themselves.
fn ways(request: &Request<'_>) -> Result<Vec<Way>> {
    let Options { register_model, float_rules, .. } = request.options;
    if request.options != (Options { register_model, float_rules, ..Options::default() }) {
        let message = "--draw takes only --register-model and --float-rules of the translation's options";
        return Err(UsageError(message.into()).into());
    }
    let both = [RegisterModel::Float, RegisterModel::Typed];
    let models = if request.args.both_models { &both[..] } else { &[register_model] };
    Ok(models.iter().map(|&model| Way { model, float_rules }).collect())
}

fn write(request: &Request<'_>, rows: &[Row]) -> Result<()> {
    if let Some(folder) = request.keep {
        for row in rows {
            keep(row, folder).with_context(|| format!("cannot write to {}", folder.display()))?;
        }
    }
    if let Some(file) = request.json {
        let engines = request.engines.iter();
        let report = Report {
            engines: engines
                .map(|engine| EngineData { name: engine.kind().name(), description: engine.description() })
                .collect(),
            rows: rows.iter().map(RowData::from).collect(),
        };
        output::write(file, output::json(&report)?)?;
    }
    Ok(())
}

fn report(request: &Request<'_>, rows: &[Row]) -> Result<Outcome> {
    let file = &request.args.expectations;
    let known = if file.exists() {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        Expectations::parse(&text).with_context(|| file.display().to_string())?
    } else {
        Expectations::default()
    };
    let sorted = known.sort(rows);
    for (row, known) in &sorted.known {
        say(format_args!("known: {}\n       {}\n", explain(row), known.reason))?;
    }
    for row in &sorted.failures {
        say(format_args!("{}\n", explain(row)))?;
    }
    say(Table(rows))?;
    for stale in &sorted.stale {
        let (case, check, engine) = (&stale.case, &stale.check, &stale.engine);
        complain(format_args!("the known difference of {case}, {check} on {engine} is not seen any more"));
    }
    Ok(Outcome::failed_if(!sorted.failures.is_empty() || !sorted.stale.is_empty()))
}
