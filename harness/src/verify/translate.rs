//! Translates what was found: every vertex and pixel shader alone, and the pairs as programs.

use std::collections::BTreeMap;
use std::path::Path;

use dxbc_translator::container::Container;
use dxbc_translator::error::{Error, ErrorKind, Feature, Result};
use dxbc_translator::options::{Options, Target};
use dxbc_translator::program::Stage;
use dxbc_translator::reflect::{LimitUse, Varying};
use dxbc_translator::report;
use dxbc_translator::{Shader, translate, translate_program};
use rayon::prelude::*;

use super::find::{Findings, Found};
use super::guard;
use super::pair;
use super::progress::Progress;
use super::verdict::{Check, Failure, Subject, Verdict};
use crate::engine::ProgramSource;
use crate::partner;

/// A check for every container and every pair. Those whose translation worked have a program and are called
/// linked until an engine objects.
pub(super) fn translate_all(findings: &Findings, options: &Options, progress: &dyn Progress) -> Vec<Check> {
    let containers = &findings.containers;
    progress.start("translating", containers.len());
    let mut checks: Vec<Check> = containers
        .par_iter()
        .map(|found| {
            let check = check_stage(found, options);
            progress.advance(1);
            check
        })
        .collect();
    let pairs = pairs(containers, &checks);
    progress.start("translating programs", pairs.len());
    let programs: Vec<Check> = pairs
        .par_iter()
        .filter_map(|(&(vertex, pixel), name)| {
            let parts = [(containers.get(vertex)?, checks.get(vertex)?), (containers.get(pixel)?, checks.get(pixel)?)];
            let check = check_program(name.clone(), parts, options);
            progress.advance(1);
            Some(check)
        })
        .collect();
    checks.extend(programs);
    checks
}

/// The pairs, by position, each once, with the name of the first files that make it.
fn pairs(containers: &[Found], checks: &[Check]) -> BTreeMap<(usize, usize), String> {
    let mut files: Vec<(&Path, Stage, usize)> = Vec::new();
    for (index, (found, check)) in containers.iter().zip(checks).enumerate() {
        let stage = match check.subject {
            Subject::Vertex => Stage::Vertex,
            Subject::Pixel => Stage::Pixel,
            Subject::Compute | Subject::Program | Subject::Other => continue,
        };
        for place in found.places.iter().filter(|place| place.whole) {
            files.push((&place.path, stage, index));
        }
    }
    files.sort();
    let names: Vec<_> = files.iter().map(|&(path, stage, _)| (path, stage)).collect();
    let mut pairs = BTreeMap::new();
    for (vertex, pixel) in pair::pairs(&names) {
        if let (Some(&(vertex, _, first)), Some(&(pixel, _, second))) = (files.get(vertex), files.get(pixel)) {
            let name = || format!("{} + {}", vertex.display(), pixel.display());
            pairs.entry((first, second)).or_insert_with(name);
        }
    }
    pairs
}

fn check_stage(found: &Found, options: &Options) -> Check {
    let mut limits = Vec::new();
    let (subject, verdict, program) = match kind(&found.bytes, options.target) {
        Ok(subject) => match guarded(|| translate(&found.bytes, options)) {
            Ok(shader) => {
                limits = over(&shader.reflection.limits);
                (subject, Verdict::Linked, Some(with_partner(shader, found.name(), options.target)))
            }
            Err(verdict) => (subject, verdict, None),
        },
        Err(verdict) => (Subject::Other, verdict, None),
    };
    let name = found.name();
    let shown = show(&verdict, &found.bytes, &name);
    Check { name, subject, ids: vec![found.id.clone()], places: found.places.clone(), verdict, shown, limits, program }
}

/// Those that are beyond what every device has.
fn over(limits: &[LimitUse]) -> Vec<LimitUse> {
    limits.iter().filter(|limit| limit.is_over()).cloned().collect()
}

/// The error of a container as people read it. Refusals are read in groups, by their reasons.
fn show(verdict: &Verdict, bytes: &[u8], name: &str) -> Option<String> {
    let error = match verdict {
        Verdict::Malformed { error } => error,
        Verdict::Failed { failures } => failures.iter().find_map(|failure| match failure {
            Failure::Internal { error } => Some(error),
            Failure::Panic { .. } | Failure::Invalid { .. } | Failure::Rejected { .. } => None,
        })?,
        Verdict::Linked | Verdict::Refused { .. } | Verdict::Other { .. } | Verdict::Untried => return None,
    };
    Some(report::render(error, bytes, name))
}

/// Whether it is a shader of a stage that the target has, or else why it is not checked.
fn kind(bytes: &[u8], target: Target) -> std::result::Result<Subject, Verdict> {
    let version = guarded(|| Container::parse(bytes)?.version());
    match version {
        Ok(version) => match version.stage {
            Stage::Vertex => Ok(Subject::Vertex),
            Stage::Pixel => Ok(Subject::Pixel),
            Stage::Geometry => Err(other("geometry shader")),
            Stage::Hull => Err(other("hull shader")),
            Stage::Domain => Err(other("domain shader")),
            Stage::Compute if target == Target::Wgsl => Ok(Subject::Compute),
            Stage::Compute => Err(other("compute shader")),
        },
        Err(Verdict::Refused { feature: Feature::D3d9Bytecode, .. }) => Err(other("Direct3D 9 bytecode")),
        Err(Verdict::Refused { feature: Feature::Dxil, .. }) => Err(other("DXIL")),
        Err(Verdict::Refused { feature: Feature::NoProgram, .. }) => Err(other("container without a program")),
        Err(verdict) => Err(verdict),
    }
}

fn other(kind: &str) -> Verdict {
    Verdict::Other { kind: kind.into() }
}

fn check_program(name: String, parts: [(&Found, &Check); 2], options: &Options) -> Check {
    let [(vertex, _), (pixel, _)] = parts;
    let ids = vec![vertex.id.clone(), pixel.id.clone()];
    let translated = if parts.iter().all(|(_, check)| check.program.is_some()) {
        guarded(|| translate_program(&vertex.bytes, &pixel.bytes, options))
    } else {
        Err(Verdict::Untried)
    };
    let mut limits = Vec::new();
    let (verdict, program) = match translated {
        Ok(text) => {
            limits = over(&text.limits);
            let (vertex, fragment) = (text.vertex.source, text.fragment.source);
            (Verdict::Linked, Some(ProgramSource { name: name.clone(), vertex, fragment }))
        }
        Err(verdict) => (verdict, None),
    };
    Check { name, subject: Subject::Program, ids, places: Vec::new(), verdict, shown: None, limits, program }
}

/// A lone stage as a program: with a partner in GLSL, which links nothing but programs, and alone in WGSL.
fn with_partner(shader: Shader, name: String, target: Target) -> ProgramSource {
    let varyings = &shader.reflection.varyings;
    let partner = |write: fn(&[Varying]) -> String| match target {
        Target::Glsl => write(varyings),
        Target::Wgsl => String::new(),
    };
    match shader.stage {
        Stage::Vertex => ProgramSource { name, fragment: partner(partner::fragment), vertex: shader.source },
        Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => {
            ProgramSource { name, vertex: partner(partner::vertex), fragment: shader.source }
        }
    }
}

/// Runs a translation; whatever it gives but a value is a verdict.
fn guarded<T>(run: impl FnOnce() -> Result<T>) -> std::result::Result<T, Verdict> {
    match guard::catch(run) {
        Ok(result) => result.map_err(verdict_of),
        Err(message) => Err(Verdict::Failed { failures: vec![Failure::Panic { message }] }),
    }
}

fn verdict_of(error: Error) -> Verdict {
    match error.kind() {
        ErrorKind::Unsupported(feature) => Verdict::Refused { feature, error },
        ErrorKind::Malformed | ErrorKind::Limit => Verdict::Malformed { error },
        // A kind that this file does not know yet is no excuse.
        ErrorKind::Internal | _ => Verdict::Failed { failures: vec![Failure::Internal { error }] },
    }
}
