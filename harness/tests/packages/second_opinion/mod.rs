//! The second opinion: the corpus as an independent Direct3D 11 draws it, against the interpreter.
//!
//! It runs where `DXBC_D3D11REF` names a program that takes `render PACKAGE... --out DIR --renderer NAME`, draws packages,
//! says `ok PACKAGE (...)` or `FAIL PACKAGE: why` of each, and leaves `rtN.bin` and `depth.bin` in `DIR/PACKAGE`.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `DXBC_D3D11REF_RENDERER` | one of its renderers; `gl` without it |
//! | `DXBC_D3D11REF_CASES` | a part of the names of the cases that are drawn; all without it |
//! | `DXBC_D3D11REF_VARIANTS` | `all` for every compilation of a case; the plain one without it |
//! | `DXBC_PUBLIC_CORPUS` | a folder of further containers |
//! | `DXBC_D3D11REF_PUBLIC` | how many of those are drawn; 400 without it |
//!
//! Where the two differ and the other is wrong, `expectations.toml` says so under `[[second-opinion]]`; an entry that is
//! not seen any more fails, as every other difference does, and as a run does that draws nothing.
#![allow(clippy::disallowed_methods, reason = "names of folders are made here, no emitted text")]

mod reference;
mod report;
mod subject;

use std::path::{Path, PathBuf};

use dxbc_harness::case::file::DrawFile;
use dxbc_harness::case::plan::plan;
use dxbc_harness::case::stage::StageUnit;
use dxbc_harness::case::{Case, PLAIN, Stages, find};
use dxbc_harness::draw::check::Check;
use dxbc_harness::interp::Options;
use dxbc_translator::program::Stage;
use rayon::prelude::*;

use reference::{Reference, Word};
use report::{Excuse, Known, Leniency, Outcome, Report};
use subject::{Job, Subject};

/// Checks that are drawn at once.
const BATCH: usize = 256;

/// Public containers that are drawn if nothing else is said.
const PUBLIC: usize = 400;

/// Size of their targets.
const PUBLIC_SIZE: [u32; 2] = [16, 16];

/// Instructions that a quad of theirs may execute: their constants are made up, and some loop on them for long.
const PUBLIC_FUEL: u64 = 1 << 14;

/// What is known of the other program, as `expectations.toml` says of cases.
const PUBLIC_LENIENCY: Leniency = Leniency {
    excuses: &[
        Excuse { opcode: "ftoi", renderer: None, reason: "ftoi does not clamp" },
        Excuse { opcode: "ftou", renderer: None, reason: "ftou does not clamp" },
        Excuse { opcode: "f32tof16", renderer: None, reason: "f32tof16 rounds to the nearest" },
        Excuse { opcode: "log", renderer: Some("gl"), reason: "log of a negative number is no NaN" },
    ],
    texels: 5,
};

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Draws jobs on both sides.
fn run(reference: &Reference, jobs: Vec<Job>, report: &mut Report) {
    let mut jobs = jobs.into_iter();
    loop {
        let batch: Vec<Job> = jobs.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return;
        }
        let work = tempfile::tempdir().unwrap();
        let (packages, out) = (work.path().join("packages"), work.path().join("out"));
        let prepared: Vec<Result<Subject, (Job, String)>> =
            batch.into_par_iter().enumerate().map(|(number, job)| job.prepare(number, &packages)).collect();
        let folders: Vec<PathBuf> = prepared.iter().flatten().flat_map(|subject| subject.packages.clone()).collect();
        let mut words = reference.render(&folders, &out).into_iter();
        let worded: Vec<_> = prepared
            .into_iter()
            .map(|subject| subject.map(|subject| (words.by_ref().take(subject.packages.len()).collect(), subject)))
            .collect();
        let outcomes: Vec<(Job, Outcome)> = worded.into_par_iter().map(|subject| outcome(subject, &out)).collect();
        for (job, outcome) in outcomes {
            report.add(&job, &outcome);
        }
    }
}

fn outcome(subject: Result<(Vec<Word>, Subject), (Job, String)>, out: &Path) -> (Job, Outcome) {
    match subject {
        Err((job, why)) => (job, Outcome::NotHere(why)),
        Ok((words, subject)) => {
            let refusal = words.into_iter().find_map(|word| match word {
                Word::Drawn => None,
                Word::Refused(why) => Some(why),
                Word::Nothing => Some("no word of it".into()),
            });
            let outcome = refusal.map_or_else(|| Outcome::Compared(subject.judge(out)), Outcome::NotThere);
            (subject.job, outcome)
        }
    }
}

/// Every check of the wanted variants of the wanted cases.
fn corpus_jobs(wanted: &str, every_variant: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    for folder in find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")).unwrap() {
        let case = Case::load(&folder).unwrap();
        if !case.name.contains(wanted) {
            continue;
        }
        for variant in case.variants.keys().filter(|variant| every_variant || *variant == PLAIN) {
            for check in Check::ALL {
                // What cannot be decoded is no stage: other tests hold that.
                let Ok((stages, scene)) = case.plan_for(variant, check) else { continue };
                if check.applies(&stages) {
                    let (case, tolerance) = (case.name.clone(), case.file.draw.tolerance);
                    let (variant, fuel) = (variant.clone(), Options::default().fuel);
                    jobs.push(Job { case, variant, check, stages, scene, tolerance, fuel });
                }
            }
        }
    }
    jobs
}

#[test]
fn an_independent_direct3d_draws_the_corpus_the_same() {
    let Some(reference) = Reference::from_environment() else {
        println!("absent: DXBC_D3D11REF names no independent Direct3D 11");
        return;
    };
    let wanted = variable("DXBC_D3D11REF_CASES");
    let mut report = Report::new(Known::all(), Leniency::NONE, &reference.renderer);
    run(&reference, corpus_jobs(&wanted, variable("DXBC_D3D11REF_VARIANTS") == "all"), &mut report);
    println!("renderer {}", reference.renderer);
    let wrong = report.close(wanted.is_empty());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Containers of a folder as lone stages, evenly spread over it.
fn public_jobs(folder: &Path, count: usize) -> Vec<Job> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxbc"));
    paths.sort();
    let step = paths.len().div_ceil(count.max(1)).max(1);
    let job = |path: &PathBuf| {
        let unit = StageUnit::new(&std::fs::read(path).unwrap(), None).ok()?;
        let (check, stages) = match unit.stage() {
            Stage::Vertex => (Check::Vertex, Stages { vertex: Some(unit), ..Stages::default() }),
            Stage::Pixel => (Check::Pixel, Stages { pixel: Some(unit), ..Stages::default() }),
            Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => return None,
        };
        let case = path.file_stem().unwrap().to_string_lossy().into_owned();
        let scene = plan(&case, &stages, &DrawFile { size: Some(PUBLIC_SIZE), ..DrawFile::default() });
        Some(Job { case, variant: PLAIN.into(), check, stages, scene, tolerance: None, fuel: PUBLIC_FUEL })
    };
    paths.iter().step_by(step).filter_map(job).collect()
}

#[test]
fn an_independent_direct3d_draws_public_shaders_the_same() {
    let (Some(reference), Some(folder)) = (Reference::from_environment(), std::env::var_os("DXBC_PUBLIC_CORPUS"))
    else {
        println!("absent: DXBC_D3D11REF and DXBC_PUBLIC_CORPUS are not both set");
        return;
    };
    let count = variable("DXBC_D3D11REF_PUBLIC").parse().unwrap_or(PUBLIC);
    let mut report = Report::new(Vec::new(), PUBLIC_LENIENCY, &reference.renderer);
    run(&reference, public_jobs(Path::new(&folder), count), &mut report);
    println!("renderer {}", reference.renderer);
    let wrong = report.close(false);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
