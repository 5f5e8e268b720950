//! `dxbc-cross translate`: shaders to GLSL or WGSL, alone or as programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use dxbc_harness::verify::{Progress, pair};
use dxbc_translator::container::{Container, FourCc};
use dxbc_translator::error::Error;
use dxbc_translator::options::Target;
use dxbc_translator::program::Stage;
use dxbc_translator::reflect::{LimitUse, Reflection};
use dxbc_translator::report;
use dxbc_translator::warnings::Warning;
use dxbc_translator::{ProgramText, Shader, Translator};
use rayon::prelude::*;
use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use crate::input;
use crate::options::TranslationArgs;
use crate::output::{self, Outcome, UsageError, complain, count, say};
use crate::progress::Bar;

/// Translate shaders to GLSL ES 3.00 or WGSL
///
/// A vertex and a pixel shader become one program: two files are one whatever their names, more are paired by name
/// (ship.vs.cso and ship.ps.cso, ship_vs and ship_ps, ShipVS and ShipPS). What has no partner is translated alone.
/// Written are NAME.vert, NAME.frag, and NAME.json, which says how to bind everything; the files of WGSL are
/// NAME.vert.wgsl, NAME.frag.wgsl, and NAME.comp.wgsl for a compute shader. Of a folder every file with a shader is
/// translated, and what is written stands in the same folders below the output.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the text is printed as it stands here")]
pub(crate) struct Args {
    /// Compiled shaders, files that hold one, or folders with all that is in them
    #[arg(required = true, value_name = "DIR|FILE")]
    files: Vec<PathBuf>,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", required_unless_present = "stdout")]
    output: Option<PathBuf>,
    /// Print the text and write nothing
    #[arg(long, conflicts_with = "output")]
    stdout: bool,
    #[command(flatten)]
    translation: TranslationArgs,
}

/// Jobs at a time: only their files and texts are in memory.
const BATCH: usize = 256;

/// A file to translate.
struct Input {
    path: PathBuf,
    /// Folder below the output; empty for a file that was named itself.
    folder: PathBuf,
    /// None if it is no shader; the translation says why.
    stage: Option<Stage>,
}

/// What is translated together, by position among the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Program { vertex: usize, pixel: usize },
    Alone(usize),
}

/// What became of a job.
struct Done {
    vertex: Option<Shader>,
    fragment: Option<Shader>,
    compute: Option<Shader>,
    warnings: Vec<Warning>,
    limits: Vec<LimitUse>,
}

/// The text of `NAME.json`.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    vertex: Option<StageManifest<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<StageManifest<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compute: Option<StageManifest<'a>>,
    /// Oddities of the two stages together.
    warnings: &'a [Warning],
    /// What the two stages take together of the limits of WebGL2.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    limits: &'a [LimitUse],
}

#[derive(Serialize)]
struct StageManifest<'a> {
    /// The file beside this one with the text.
    file: String,
    /// How to bind what it declares.
    reflection: &'a Reflection,
    /// Oddities of its bytecode.
    warnings: &'a [Warning],
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let options = args.translation.options()?;
    let bar = Bar::new();
    let inputs = find(&args.files, &bar)?;
    let jobs = name(&inputs, plan(&inputs))?;
    if let Some(folder) = &args.output {
        output::make_folder(folder)?;
    }
    bar.start("translating", jobs.len());
    let mut failed = 0;
    for batch in jobs.chunks(BATCH) {
        let work = |translator: &mut Translator<'_>, (name, job): &(PathBuf, Job)| {
            let done = translate_job(*job, &inputs, translator);
            bar.advance(1);
            (name.clone(), *job, done)
        };
        let batch: Vec<_> = batch.par_iter().map_init(|| Translator::new(&options), work).collect();
        for (name, job, done) in batch {
            match done {
                Ok(done) => {
                    bar.aside(|| warn(job, &inputs, &done));
                    match &args.output {
                        Some(folder) => write(folder, &name, &done, options.target)?,
                        None => bar.aside(|| print(&name, &done, options.target))?,
                    }
                }
                Err(report) => {
                    failed += 1;
                    bar.aside(|| complain(report));
                }
            }
        }
    }
    drop(bar);
    if jobs.len() > 1 {
        complain(format_args!("{} translated, {failed} failed", count(jobs.len() - failed, "shader or program")));
    }
    Ok(Outcome::failed_if(failed > 0))
}

impl Input {
    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// The files that are named, and those with a shader of the folders that are.
fn find(paths: &[PathBuf], bar: &Bar) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            inputs.extend(find_in(path, bar)?);
        } else {
            let bytes = input::read(path)?;
            inputs.push(Input { path: path.clone(), folder: PathBuf::new(), stage: stage(&bytes) });
        }
    }
    Ok(inputs)
}

/// The files below a folder that hold a shader, sorted by path.
fn find_in(root: &Path, bar: &Bar) -> Result<Vec<Input>> {
    let entries = WalkDir::new(root).sort_by_file_name().into_iter();
    let entries = entries.collect::<Result<Vec<_>, _>>().with_context(|| format!("cannot read {}", root.display()))?;
    let files: Vec<_> = entries.into_iter().filter(|entry| entry.path().is_file()).collect();
    bar.start("searching files", files.len());
    let search = |file: &DirEntry| {
        let bytes = input::read(file.path());
        bar.advance(1);
        // What cannot be read is said when it is its turn.
        if bytes.as_ref().is_ok_and(|bytes| !bytes.starts_with(&FourCc::DXBC.0)) {
            return None;
        }
        let folder = file.path().strip_prefix(root).ok().and_then(Path::parent).unwrap_or(Path::new(""));
        let stage = bytes.ok().and_then(|bytes| stage(&bytes));
        Some(Input { path: file.path().to_path_buf(), folder: folder.to_path_buf(), stage })
    };
    Ok(files.par_iter().filter_map(search).collect())
}

fn stage(bytes: &[u8]) -> Option<Stage> {
    Container::parse(bytes).and_then(|container| container.version()).map(|version| version.stage).ok()
}

/// Which inputs make programs: two of the right stages always, more by their names.
fn plan(inputs: &[Input]) -> Vec<Job> {
    let pairs = match inputs {
        [one, two] if (one.stage, two.stage) == (Some(Stage::Vertex), Some(Stage::Pixel)) => vec![(0, 1)],
        [one, two] if (one.stage, two.stage) == (Some(Stage::Pixel), Some(Stage::Vertex)) => vec![(1, 0)],
        _ => {
            let shaders =
                inputs.iter().enumerate().filter_map(|(index, input)| Some((index, &input.path, input.stage?)));
            let shaders: Vec<_> = shaders.collect();
            let files: Vec<_> = shaders.iter().map(|&(_, path, stage)| (path.as_path(), stage)).collect();
            let input_of = |position: usize| shaders.get(position).map(|&(index, ..)| index);
            pair::pairs(&files).into_iter().filter_map(|(v, p)| Some((input_of(v)?, input_of(p)?))).collect()
        }
    };
    let vertices: BTreeMap<usize, usize> = pairs.iter().copied().collect();
    let pixels: BTreeMap<usize, usize> = pairs.iter().map(|&(vertex, pixel)| (pixel, vertex)).collect();
    let job = |index: usize| match vertices.get(&index) {
        Some(&pixel) => Some(Job::Program { vertex: index, pixel }),
        None => (!pixels.contains_key(&index)).then_some(Job::Alone(index)),
    };
    (0..inputs.len()).filter_map(job).collect()
}

/// The names of what the jobs write, with the folder below the output.
fn name(inputs: &[Input], jobs: Vec<Job>) -> Result<Vec<(PathBuf, Job)>> {
    let mut taken: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let mut named = Vec::new();
    for job in jobs {
        let (Job::Program { vertex: index, .. } | Job::Alone(index)) = job;
        let Some(input) = inputs.get(index) else { continue };
        let name = pair::program_name(&input.path).unwrap_or_else(|| fallback_name(&input.path, job));
        let name = input.folder.join(name);
        if let Some(other) = taken.insert(name.clone(), &input.path) {
            let message = format!(
                "{} and {} would both be written as {}: translate them into different folders",
                other.display(),
                input.path.display(),
                name.display()
            );
            return Err(UsageError(message).into());
        }
        named.push((name, job));
    }
    Ok(named)
}

/// The name of the file without its extension; for a program whose files are called after nothing but their stages,
/// the name of their folder.
fn fallback_name(path: &Path, job: Job) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match job {
        Job::Program { .. } if pair::is_stage_word(&stem) => {
            let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            folder.unwrap_or_else(|| "program".into())
        }
        Job::Program { .. } | Job::Alone(_) => stem,
    }
}

/// Runs a job. An error comes as the report to show.
fn translate_job(job: Job, inputs: &[Input], translator: &mut Translator<'_>) -> Result<Done, String> {
    let read = |index: usize| {
        let path = inputs.get(index).map(|input| input.path.as_path()).unwrap_or(Path::new(""));
        input::read(path).map_err(|error| format!("error: {error:#}"))
    };
    let report = |index: usize, bytes: &[u8], error: &Error| {
        let name = inputs.get(index).map(Input::name).unwrap_or_default();
        report::render(error, bytes, &name)
    };
    match job {
        Job::Alone(index) => {
            let bytes = read(index)?;
            let shader = translator.translate(&bytes).map_err(|error| report(index, &bytes, &error))?;
            let (warnings, limits) = (Vec::new(), Vec::new());
            Ok(match shader.stage {
                Stage::Vertex => Done { vertex: Some(shader), fragment: None, compute: None, warnings, limits },
                Stage::Compute => Done { vertex: None, fragment: None, compute: Some(shader), warnings, limits },
                Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain => {
                    Done { vertex: None, fragment: Some(shader), compute: None, warnings, limits }
                }
            })
        }
        Job::Program { vertex, pixel } => {
            let (of_vertex, of_pixel) = (read(vertex)?, read(pixel)?);
            match translator.translate_program(&of_vertex, &of_pixel) {
                Ok(ProgramText { vertex, fragment, warnings, limits }) => {
                    Ok(Done { vertex: Some(vertex), fragment: Some(fragment), compute: None, warnings, limits })
                }
                // The error does not say which stage it is about: it is the one that fails alone as well.
                Err(error) if translator.translate(&of_vertex).is_err() => Err(report(vertex, &of_vertex, &error)),
                Err(error) => Err(report(pixel, &of_pixel, &error)),
            }
        }
    }
}

fn warn(job: Job, inputs: &[Input], done: &Done) {
    let name = |index: usize| inputs.get(index).map(Input::name).unwrap_or_default();
    let (vertex, pixel) = match job {
        Job::Program { vertex, pixel } => (vertex, pixel),
        Job::Alone(index) => (index, index),
    };
    for (input, shader) in [(vertex, &done.vertex), (pixel, &done.fragment), (pixel, &done.compute)] {
        for warning in shader.iter().flat_map(|shader| &shader.warnings) {
            complain(format_args!("warning: {}: {warning}", name(input)));
        }
        for warning in shader.iter().flat_map(|shader| &shader.reflection.warnings) {
            complain(format_args!("warning: {}: {warning}", name(input)));
        }
    }
    for warning in &done.warnings {
        complain(format_args!("warning: {} + {}: {warning}", name(vertex), name(pixel)));
    }
    for limit in done.limits.iter().filter(|limit| limit.is_over()) {
        complain(format_args!("warning: {} + {}: {limit}", name(vertex), name(pixel)));
    }
}

/// What the names of the files of the stages end in.
const fn extensions(target: Target) -> [&'static str; 3] {
    match target {
        Target::Glsl => ["vert", "frag", "comp"],
        Target::Wgsl => ["vert.wgsl", "frag.wgsl", "comp.wgsl"],
    }
}

fn write(folder: &Path, name: &Path, done: &Done, target: Target) -> Result<()> {
    let path = folder.join(name);
    let (folder, name) = (path.parent().unwrap_or(folder), file_name(name));
    output::make_folder(folder)?;
    let files = extensions(target).map(|extension| format!("{name}.{extension}"));
    for (file, shader) in files.iter().zip([&done.vertex, &done.fragment, &done.compute]) {
        if let Some(shader) = shader {
            output::write(&folder.join(file), &shader.source)?;
        }
    }
    let [vertex_file, fragment_file, compute_file] = files;
    let manifest = Manifest {
        vertex: done.vertex.as_ref().map(|shader| stage_manifest(vertex_file, shader)),
        fragment: done.fragment.as_ref().map(|shader| stage_manifest(fragment_file, shader)),
        compute: done.compute.as_ref().map(|shader| stage_manifest(compute_file, shader)),
        warnings: &done.warnings,
        limits: &done.limits,
    };
    output::write(&folder.join(format!("{name}.json")), output::json(&manifest)?)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stage_manifest(file: String, shader: &Shader) -> StageManifest<'_> {
    StageManifest { file, reflection: &shader.reflection, warnings: &shader.warnings }
}

/// Prints the sources. Where there are two, a comment names each: `#version` may follow comments only.
fn print(name: &Path, done: &Done, target: Target) -> Result<()> {
    let both = done.vertex.is_some() && done.fragment.is_some();
    for (extension, shader) in extensions(target).into_iter().zip([&done.vertex, &done.fragment, &done.compute]) {
        let Some(shader) = shader else { continue };
        if both {
            say(format_args!("// {}.{extension}\n", name.display()))?;
        }
        say(&shader.source)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(path: &str, stage: Stage) -> Input {
        Input { path: path.into(), folder: PathBuf::new(), stage: Some(stage) }
    }

    fn named(inputs: &[Input]) -> Vec<(PathBuf, Job)> {
        name(inputs, plan(inputs)).unwrap()
    }

    #[test]
    fn two_files_are_a_program_whatever_their_names() {
        let inputs = [input("glow.cso", Stage::Pixel), input("quad.cso", Stage::Vertex)];
        assert_eq!(named(&inputs), [("quad".into(), Job::Program { vertex: 1, pixel: 0 })]);
    }

    #[test]
    fn more_files_pair_by_name_and_the_rest_stays_alone() {
        let inputs = [
            input("a/ship.ps.cso", Stage::Pixel),
            input("a/glow.ps.cso", Stage::Pixel),
            input("a/ship.vs.cso", Stage::Vertex),
        ];
        let expected = [("glow".into(), Job::Alone(1)), ("ship".into(), Job::Program { vertex: 2, pixel: 0 })];
        assert_eq!(named(&inputs), expected);
    }

    #[test]
    fn programs_without_a_name_are_called_after_their_folder() {
        let inputs = [input("fog/vs.dxbc", Stage::Vertex), input("fog/ps.dxbc", Stage::Pixel)];
        assert_eq!(named(&inputs)[0].0, Path::new("fog"));
        let inputs = [input("vs.dxbc", Stage::Vertex), input("ps.dxbc", Stage::Pixel)];
        assert_eq!(named(&inputs)[0].0, Path::new("program"));
        assert_eq!(named(&[input("fog/vs.dxbc", Stage::Vertex)])[0].0, Path::new("vs"));
    }

    #[test]
    fn no_two_jobs_write_the_same_files() {
        let inputs = [input("a/glow.ps.cso", Stage::Pixel), input("b/glow.ps.cso", Stage::Pixel)];
        let error = name(&inputs, plan(&inputs)).unwrap_err();
        assert!(error.is::<UsageError>());
    }
}
