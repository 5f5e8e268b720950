//! Writes what was emitted to a folder, with a log beside each program that failed.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use dxbc_translator::options::Target;

use super::verdict::{Check, Failure, Report, Verdict};

/// Writes `STEM.vert` and `STEM.frag` for each program (of WGSL `STEM.vert.wgsl` and `STEM.frag.wgsl`), `STEM.log` for each check that failed, and `index.txt` with
/// the stem and name of each check. A stem is made of the hashes of the containers.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn keep(report: &Report, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut index = String::new();
    let extensions = match report.options.target {
        Target::Glsl => ["vert", "frag"],
        Target::Wgsl => ["vert.wgsl", "frag.wgsl"],
    };
    for check in &report.checks {
        let stem = stem(check);
        // Writing to a string cannot fail.
        let _ = writeln!(index, "{stem}\t{}", check.name);
        if let Some(program) = &check.program {
            for (extension, text) in extensions.iter().zip([&program.vertex, &program.fragment]) {
                if !text.is_empty() {
                    fs::write(folder.join(format!("{stem}.{extension}")), text)?;
                }
            }
        }
        if let Some(log) = log(check) {
            fs::write(folder.join(format!("{stem}.log")), log)?;
        }
    }
    fs::write(folder.join("index.txt"), index)
}

/// Different containers have different hashes, and a pair has two of them, so no two checks share a stem.
fn stem(check: &Check) -> String {
    let ids: Vec<&str> = check.ids.iter().map(|id| id.get(..16).unwrap_or(id)).collect();
    ids.join("-")
}

/// What went wrong with a check; nothing if nothing did.
fn log(check: &Check) -> Option<String> {
    let mut log = format!("{}\n", check.name);
    match &check.verdict {
        Verdict::Linked | Verdict::Refused { .. } | Verdict::Other { .. } | Verdict::Untried => return None,
        Verdict::Malformed { error } => {
            let _ = writeln!(log, "\n{}", check.shown.as_deref().unwrap_or(error.message()));
        }
        Verdict::Failed { failures } => {
            for failure in failures {
                let _ = match failure {
                    Failure::Internal { error } => {
                        writeln!(log, "\ntranslator\n{}", check.shown.as_deref().unwrap_or(error.message()))
                    }
                    Failure::Invalid { rejected } => writeln!(log, "\nnaga\n{rejected}"),
                    Failure::Panic { message } => writeln!(log, "\ntranslator, panic\n{message}"),
                    Failure::Rejected { engine, stage, log: said } => writeln!(log, "\n{engine}, {stage}\n{said}"),
                };
            }
        }
    }
    Some(log)
}
