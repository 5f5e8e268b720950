//! `dxbc-cross builtins`: the registry of builtin functions, or one row of it.

use std::fmt::Write as _;

use anyhow::Result;
use dxbc_translator::builtins::{Alt, Arg, Builtin, Category, Form, Glsl, Row, Stages, Wgsl};
use serde::Serialize;

use crate::output::{self, Outcome, UsageError, say};

/// Print the builtin functions with their spellings
///
/// Each has a neutral name, which calls carry, and a spelling in WGSL and in GLSL ES 3.00, or the reason why there is
/// none. With a NAME, prints all that is known of one: by its neutral name or by its member of Math, as in Math.fround.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Neutral name, or a member of Math
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let rows: Vec<&Row> = match &args.name {
        Some(name) => vec![find(name).ok_or_else(|| UsageError(format!("there is no builtin {name}")))?],
        None => Builtin::ALL.iter().map(|builtin| builtin.row()).collect(),
    };
    if args.json {
        let entries: Vec<Entry> = rows.iter().map(|row| entry(row)).collect();
        say(if let (Some(_), [one]) = (&args.name, &entries[..]) {
            output::json(one)?
        } else {
            output::json(&entries)?
        })?;
    } else if args.name.is_some() {
        rows.iter().try_for_each(|row| say(card(row)))?;
    } else {
        say(table(&rows))?;
    }
    Ok(Outcome::Success)
}

/// The row of a neutral name, or of a member of `Math` with or without the `Math.` before it.
fn find(name: &str) -> Option<&'static Row> {
    let member = name.strip_prefix("Math.");
    let by_member = |member: &str| Builtin::ALL.iter().find(|builtin| builtin.row().math == Some(member)).copied();
    match member {
        Some(member) => by_member(member),
        None => Builtin::from_name(name).or_else(|| by_member(name)),
    }
    .map(Builtin::row)
}

/// A row as data.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    category: &'static str,
    arguments: Vec<&'static str>,
    stages: &'static str,
    wgsl: Spelling,
    glsl: Spelling,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Other>,
    #[serde(skip_serializing_if = "Option::is_none")]
    math: Option<&'static str>,
    meaning: &'static str,
}

/// A call of the same name with other arguments.
#[derive(Serialize)]
struct Other {
    arguments: Vec<&'static str>,
    wgsl: Spelling,
    glsl: Spelling,
}

/// A spelling, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Spelling {
    Text(String),
    None(&'static str),
}

const REWRITTEN: &str = "rewritten into a pair of floats before either is written";

fn entry(row: &Row) -> Entry {
    Entry {
        name: row.name,
        category: category(row.category),
        arguments: names(row.args),
        stages: stages(row.stages),
        wgsl: wgsl(&row.wgsl),
        glsl: glsl(&row.glsl),
        others: row.alts.iter().map(other).collect(),
        math: row.math,
        meaning: row.meaning,
    }
}

fn other(alt: &Alt) -> Other {
    Other { arguments: names(alt.args), wgsl: wgsl(&alt.wgsl), glsl: glsl(&alt.glsl) }
}

fn names(args: &[Arg]) -> Vec<&'static str> {
    args.iter().map(|arg| arg.name).collect()
}

/// The arguments as letters, as the page of the registry has them.
fn spell(form: &Form) -> String {
    let letter = |position: usize| ["a", "b", "c", "d", "e", "f"].get(position).copied().unwrap_or("?").to_owned();
    form.spell(letter, "offset")
}

fn wgsl(spelling: &Wgsl) -> Spelling {
    match spelling {
        Wgsl::Form(form) => Spelling::Text(spell(form)),
        Wgsl::Never => Spelling::None("WGSL needs no such call: it reads a storage buffer"),
        Wgsl::PreEmit => Spelling::None(REWRITTEN),
    }
}

fn glsl(spelling: &Glsl) -> Spelling {
    match spelling {
        Glsl::Form(form) | Glsl::Helper(_, form) => Spelling::Text(spell(form)),
        Glsl::None(refusal) => Spelling::None(refusal.reason()),
        Glsl::PreEmit => Spelling::None(REWRITTEN),
    }
}

impl Spelling {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::None(reason) => format!("none: {reason}"),
        }
    }
}

const fn category(category: Category) -> &'static str {
    match category {
        Category::Maths => "maths",
        Category::Geometry => "geometry",
        Category::Derivatives => "derivatives",
        Category::Bits => "bits",
        Category::Packing => "packing",
        Category::Casts => "casts",
        Category::Textures => "textures",
        Category::Atomics => "atomics",
        Category::Barriers => "barriers",
        Category::F64 => "f64",
    }
}

const fn stages(stages: Stages) -> &'static str {
    match stages {
        Stages::Any => "any",
        Stages::Fragment => "fragment",
        Stages::Compute => "compute",
        Stages::FragmentOrCompute => "fragment or compute",
    }
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// All that is known of one builtin.
fn card(row: &Row) -> String {
    let entry = entry(row);
    let mut text = String::new();
    put(&mut text, format_args!("{}({})", entry.name, entry.arguments.join(", ")));
    put(&mut text, format_args!("  {}", entry.meaning));
    put(&mut text, format_args!("  category  {}", entry.category));
    put(&mut text, format_args!("  stages    {}", entry.stages));
    put(&mut text, format_args!("  WGSL      {}", entry.wgsl.text()));
    put(&mut text, format_args!("  GLSL      {}", entry.glsl.text()));
    if let Some(math) = entry.math {
        put(&mut text, format_args!("  Math      Math.{math}"));
    }
    for other in entry.others {
        put(&mut text, format_args!("{}({})", entry.name, other.arguments.join(", ")));
        put(&mut text, format_args!("  WGSL      {}", other.wgsl.text()));
        put(&mut text, format_args!("  GLSL      {}", other.glsl.text()));
    }
    text
}

/// One line a builtin under the name of its category, then the sums.
fn table(rows: &[&Row]) -> String {
    let entries: Vec<Entry> = rows.iter().map(|row| entry(row)).collect();
    let name = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let wgsl = entries.iter().map(|entry| entry.wgsl.text().len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut category = "";
    for entry in &entries {
        if entry.category != category {
            let gap = if category.is_empty() { "" } else { "\n" };
            category = entry.category;
            put(&mut text, format_args!("{gap}{category}"));
        }
        let math = entry.math.map(|math| format!("  Math.{math}")).unwrap_or_default();
        let (in_wgsl, in_glsl) = (entry.wgsl.text(), entry.glsl.text());
        put(&mut text, format_args!("  {:name$}  {in_wgsl:wgsl$}  {in_glsl}{math}", entry.name));
    }
    let alike = entries.iter().filter(|entry| entry.wgsl.text() == entry.glsl.text() && !is_none(&entry.wgsl)).count();
    let refused = rows.iter().filter(|row| matches!(row.glsl, Glsl::None(_))).count();
    let math = rows.iter().filter(|row| row.math.is_some()).count();
    put(
        &mut text,
        format_args!(
            "\n{} builtins, {alike} spelled alike, {refused} without a form in GLSL ES 3.00, {math} in Math",
            rows.len()
        ),
    );
    text
}

const fn is_none(spelling: &Spelling) -> bool {
    matches!(spelling, Spelling::None(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_both_names() {
        assert_eq!(find("inverseSqrt").map(|row| row.name), Some("inverseSqrt"));
        assert_eq!(find("Math.fround").map(|row| row.name), Some("f32"));
        assert_eq!(find("fround").map(|row| row.name), Some("f32"));
        assert!(find("Math.inverseSqrt").is_none() && find("nothing").is_none());
    }

    #[test]
    fn a_card_shows_both_spellings_and_the_reason_for_none() {
        let text = card(find("atan2").unwrap());
        assert!(text.contains("  WGSL      atan2(a, b)\n  GLSL      atan(a, b)\n  Math      Math.atan2\n"), "{text}");
        let text = card(find("textureStore").unwrap());
        assert!(text.contains("  GLSL      none: GLSL ES 3.00 has no storage textures"), "{text}");
    }

    #[test]
    fn the_sums_are_those_of_the_registry() {
        let rows: Vec<&Row> = Builtin::ALL.iter().map(|builtin| builtin.row()).collect();
        let text = table(&rows);
        let sums = "163 builtins, 44 spelled alike, 43 without a form in GLSL ES 3.00, 27 in Math";
        assert_eq!(text.lines().last(), Some(sums));
    }
}
