//! `dxbc-cross render`: pictures of cases and draw packages, by the interpreter or by an engine.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dxbc_harness::draw::check::{Check, prepare};
use dxbc_harness::draw::export;
use dxbc_harness::draw::find::Found;
use dxbc_harness::draw::picture::{Layer, Picture};
use dxbc_harness::draw::subject::{self, Subject};
use dxbc_harness::engine::{Engine, EngineKind};
use dxbc_harness::package::{Drawer, write_targets};
use rayon::prelude::*;

use super::drawing::{self, DrawArgs};
use crate::output::{Outcome, UsageError, count, make_folder, reason, say};

/// Draw cases and draw packages
///
/// Of a package, DIR/PACKAGE gets rtN.bin and rtN.png for each target, depth.bin where it saves the depth buffer, and
/// out.json. Of a case, FILE.png is a picture, FILE.raw the 32-bit words of all its layers with a description in
/// FILE.json, and a folder gets all three.
///
/// The interpreter executes the bytecode and draws all that a package may say. The engines draw translated text, and
/// what they lack is refused.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folders of cases or packages, or folders with some below
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Who draws
    #[arg(long, value_enum, default_value = "interpreter")]
    engine: Choice,
    /// A folder; for one case also a file that ends in .png or .raw. Without it a package's output goes to PACKAGE/out
    #[arg(short, long, visible_alias = "out", value_name = "DIR|FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    draw: DrawArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Choice {
    /// The interpreter of the original bytecode
    Interpreter,
    /// Mesa's llvmpipe
    Mesa,
    /// WebGL2 in headless Chromium, which is ANGLE
    Browser,
    /// WebGPU on Mesa's lavapipe, from WGSL
    Wgpu,
}

impl Choice {
    fn open(self) -> Result<Option<Box<dyn Engine>>> {
        Ok(match self {
            Self::Interpreter => None,
            Self::Mesa => Some(EngineKind::Mesa.open()?),
            Self::Browser => Some(EngineKind::Browser.open()?),
            Self::Wgpu => Some(EngineKind::Wgpu.open()?),
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let inputs = drawing::find(&args.inputs)?;
    let as_file = args.output.as_deref().and_then(file_kind);
    if let (Some(_), [Found::Package(_), ..] | [_, _, ..]) = (as_file, inputs.as_slice()) {
        let message = "a file can take one case only: name a folder";
        return Err(UsageError(message.into()).into());
    }
    if args.output.is_none() && inputs.iter().any(|found| matches!(found, Found::Case(_))) {
        return Err(UsageError("say with --output where the pictures of cases go".into()).into());
    }
    let engine = args.engine.open()?;
    let names = drawing::names(&inputs)?;
    let draw = |(found, name): (&Found, &String)| {
        let drawn = draw(args, found, name, engine.as_deref());
        say(match &drawn {
            Ok(()) => format!("pass {name}\n"),
            Err(error) => format!("fail {name}: {}\n", reason(error)),
        })?;
        Ok(drawn.is_err())
    };
    let all: Vec<(&Found, &String)> = inputs.iter().zip(&names).collect();
    // An engine draws one thing after the other anyway.
    let failed: Result<Vec<bool>> = match &engine {
        None => all.into_par_iter().map(draw).collect(),
        Some(_) => all.into_iter().map(draw).collect(),
    };
    let failures = failed?.into_iter().filter(|failed| *failed).count();
    say(format_args!("{} passed, {failures} failed\n", names.len() - failures))?;
    Ok(Outcome::failed_if(failures > 0))
}

/// What kind of file the output is; none for a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Png,
    Raw,
}

fn file_kind(path: &Path) -> Option<FileKind> {
    match path.extension()?.to_str()? {
        "png" => Some(FileKind::Png),
        "raw" => Some(FileKind::Raw),
        _ => None,
    }
}

fn draw(args: &Args, found: &Found, name: &str, engine: Option<&dyn Engine>) -> Result<()> {
    let subject = Subject::load(found, &args.draw.variant)?;
    let check = args.draw.check_of(&subject)?;
    let (stages, scene) = subject.source().draw(check)?;
    let mut messages = subject.messages().to_vec();
    let (picture, renderer, adapter) = match engine {
        None => {
            let drawn = subject::interpret(check, &stages, &scene)?;
            messages.extend(undefined(&drawn.picture));
            (drawn.picture, "interpreter", concat!("dxbc-cross ", env!("CARGO_PKG_VERSION")))
        }
        Some(engine) => {
            let prepared = prepare(check, &stages, &scene, args.draw.settings(engine.kind()))?;
            let results = engine.draw(std::slice::from_ref(&prepared.submission.draw))?;
            let Some(result) = results.first() else { bail!("the engine gave no result") };
            let output = result.as_ref().map_err(Clone::clone)?;
            (prepared.submission.picture(output), engine.kind().name(), engine.description())
        }
    };
    if let (Subject::Package(_), Check::Program) = (&subject, check) {
        let drawer = Drawer { renderer: renderer.into(), adapter: adapter.into(), messages };
        let own = || found.folder().join("out");
        let folder = args.output.as_ref().map_or_else(own, |output| output.join(name));
        return Ok(write_targets(&folder, &scene, &picture, &drawer)?);
    }
    let output = args.output.clone().unwrap_or_else(|| found.folder().join("out"));
    write_picture(&output, name, &picture)
}

/// How much Direct3D leaves open.
fn undefined(picture: &Picture) -> Option<String> {
    let open = |layer: &&Layer| layer.texels.iter().any(|texel| texel.known != 15);
    let texels = |layer: &Layer| layer.texels.iter().filter(|texel| texel.known != 15).count();
    let texts: Vec<String> = picture
        .layers
        .iter()
        .filter(open)
        .map(|layer| format!("{} of {}", count(texels(layer), "texel"), layer.name))
        .collect();
    (!texts.is_empty()).then(|| format!("Direct3D does not define {}", texts.join(", ")))
}

fn write_picture(output: &Path, name: &str, picture: &Picture) -> Result<()> {
    let at = |path: &Path| format!("cannot write {}", path.display());
    let image = || export::to_image(picture, true);
    match file_kind(output) {
        Some(FileKind::Png) => export::write_png(output, &image()).with_context(|| at(output)),
        Some(FileKind::Raw) => export::write_raw(output, picture).with_context(|| at(output)),
        None => {
            let folder = output.join(name);
            make_folder(folder.parent().unwrap_or(output))?;
            let file = |extension: &str| folder.with_file_name(file_name(&folder, extension));
            export::write_png(&file("png"), &image()).with_context(|| at(&folder))?;
            export::write_raw(&file("raw"), picture).with_context(|| at(&folder))
        }
    }
}

/// The name of a path with an extension added; a name may hold dots.
fn file_name(path: &Path, extension: &str) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    format!("{name}.{extension}")
}
