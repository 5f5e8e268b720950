//! `dxbc-cross fuzz`: random programs on the interpreter and the engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dxbc_harness::conformance::expectations::model_name;
use dxbc_harness::engine::{Engine, EngineKind};
use dxbc_harness::generate::fuzz::{Finding, Run};

use crate::engines::Engines;
use crate::output::{Outcome, say, write};

/// Programs of a batch.
const BATCH: u64 = 50;
/// Disagreements after which a run ends.
const FINDINGS: usize = 10;

/// Run random programs on the interpreter and the engines until they disagree
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Seconds after which no new batch starts, for each engine
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// First seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Programs at most, for each engine
    #[arg(long)]
    count: Option<u64>,
    /// Where to draw
    #[arg(long, value_enum, default_value = "mesa")]
    engine: Engines,
    /// Folder for the disagreements, each made small: a case of the corpus
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let mut failed = false;
    for &kind in args.engine.kinds() {
        let engine = kind.open()?;
        let mut run = batches(args, engine.as_ref())?;
        say(summary(kind, args.seed, &run))?;
        for (number, finding) in run.findings.iter_mut().enumerate() {
            failed = true;
            finding.shrink(engine.as_ref())?;
            let model = model_name(finding.model);
            say(format_args!("\n{}, {model}: {}\n{}", finding.trial.name, finding.message, finding.trial.text))?;
            if let Some(folder) = &args.output {
                save(folder, kind, number, finding)?;
            }
        }
    }
    Ok(Outcome::failed_if(failed))
}

fn batches(args: &Args, engine: &dyn Engine) -> Result<Run> {
    let start = Instant::now();
    let end = args.seed.saturating_add(args.count.unwrap_or(u64::MAX));
    let mut run = Run::default();
    let mut seed = args.seed;
    while seed < end && start.elapsed() < Duration::from_secs(args.seconds) && run.findings.len() < FINDINGS {
        let next = seed.saturating_add(BATCH).min(end);
        run.batch(engine, seed..next)?;
        seed = next;
    }
    Ok(run)
}

fn summary(kind: EngineKind, seed: u64, run: &Run) -> String {
    let list = |counts: &std::collections::BTreeMap<String, u64>| {
        let texts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if texts.is_empty() { "none".into() } else { texts.join(", ") }
    };
    format!(
        "{kind}: {} programs from seed {seed}, {} words compared, {} undefined, {} disagreements\n\
         rejected: {}\nprograms with: {}\n",
        run.programs,
        run.words,
        run.undefined,
        run.findings.len(),
        list(&run.rejected),
        list(&run.features)
    )
}

/// Writes a disagreement as a case.
fn save(folder: &Path, kind: EngineKind, number: usize, finding: &Finding) -> Result<()> {
    let stage = finding.trial.stage.prefix();
    let case = folder.join(format!("{kind}-{number}"));
    fs::create_dir_all(&case).with_context(|| format!("cannot make {}", case.display()))?;
    write(&case.join(format!("{stage}.asm")), &finding.trial.text)?;
    let model = model_name(finding.model);
    let table = if stage == "vs" { "vertex" } else { "pixel" };
    let title = format!("{}, {model}: {}", finding.trial.name, finding.message);
    // The first line, without what a TOML string would have to escape.
    let plain = |c: char| if matches!(c, '"' | '\\') { '\'' } else { c };
    let title: String = title.lines().next().unwrap_or_default().chars().map(plain).collect();
    let text = format!(
        "title = \"{title}\"\ntags = [\"fuzz\"]\nsource = \"{stage}.asm\"\norigin = \"assembled\"\n\n[{table}]\n"
    );
    write(&case.join("case.toml"), text)
}
