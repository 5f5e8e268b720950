//! `dxbc-cross opcodes`: the opcode table with its support status.

use std::fmt::Write as _;

use anyhow::Result;
use dxbc_translator::opcode::{Info, Opcode, Stages, Support};

use crate::output::{Outcome, say};

/// Print every opcode of shader models 4.0 to 5.1 and whether it is translated
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> Result<Outcome> {
    say(table(Opcode::all()))?;
    Ok(Outcome::Success)
}

/// One line an opcode under the name of its class, then the sums.
fn table(rows: &[Info]) -> String {
    let widest = rows.iter().map(|row| row.mnemonic.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut class = "";
    let mut lowered = 0;
    for row in rows {
        if row.class != class {
            let gap = if class.is_empty() { "" } else { "\n" };
            class = row.class;
            put(&mut text, format_args!("{gap}{class}"));
        }
        let support = match row.support {
            Support::Lowered => {
                lowered += 1;
                String::from("ok")
            }
            Support::Refused(feature) => format!("refused: {feature}"),
        };
        put(
            &mut text,
            format_args!(
                "{:>4}  {:widest$}  {}.{}  {:8}  {support:26}  {}",
                row.number,
                row.mnemonic,
                row.first_model / 10,
                row.first_model % 10,
                stages(row.stages),
                row.doc,
            ),
        );
    }
    put(&mut text, format_args!("\n{} opcodes, {lowered} translated, {} refused", rows.len(), rows.len() - lowered));
    text
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn stages(stages: Stages) -> &'static str {
    match stages {
        Stages::Any => "any",
        Stages::Pixel => "ps",
        Stages::Geometry => "gs",
        Stages::Hull => "hs",
        Stages::Compute => "cs",
        Stages::Tessellation => "hs ds",
    }
}
