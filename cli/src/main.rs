//! The `dxbc-cross` command: reads the command line, runs one command, gives an exit code.
//!
//! Exit codes: 0 all went well (refusals of `verify` included), 1 something failed, 2 the command line is wrong.

mod commands;
mod engines;
mod input;
mod layout;
mod options;
mod output;
mod progress;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use dxbc_harness::engine;
use mimalloc::MiMalloc;

use commands::{
    bless, builtins, compare, conformance, dis, export, extract, fuzz, opcodes, reflect, render, translate, verify,
};
use output::{Outcome, UsageError};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Direct3D 11 shader bytecode in, GLSL ES 3.00 for WebGL2 or WGSL for WebGPU out, every translation proved.
#[derive(Debug, Parser)]
#[command(name = "dxbc-cross", version, term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Translate(translate::Args),
    Verify(verify::Args),
    Dis(dis::Args),
    Reflect(reflect::Args),
    Render(render::Args),
    Compare(compare::Args),
    Export(export::Args),
    Extract(extract::Args),
    Opcodes(opcodes::Args),
    Builtins(builtins::Args),
    Conformance(conformance::Args),
    Fuzz(fuzz::Args),
    Bless(bless::Args),
}

fn main() -> ExitCode {
    if let Some(code) = engine::serve() {
        return code;
    }
    let result = match Cli::parse().command {
        Command::Translate(args) => translate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Dis(args) => dis::run(&args),
        Command::Reflect(args) => reflect::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Opcodes(args) => opcodes::run(&args),
        Command::Builtins(args) => builtins::run(&args),
        Command::Conformance(args) => conformance::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Bless(args) => bless::run(&args),
    };
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Failure) => ExitCode::from(1),
        // Whoever reads the output has read enough, as `head` does.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(format_args!("error: {error:#}"));
            ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
        }
    }
}
