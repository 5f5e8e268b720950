//! The report of `verify` as a text.

use std::fmt::{self, Write as _};

use dxbc_harness::verify::{Counts, EngineName, Group, OverLimit, Report};
use dxbc_translator::options::Target;

use crate::output::count;

/// Most names listed below a group; the data written by `--json` hold all.
const NAMES: usize = 5;
/// Most groups of failures listed, most frequent first.
const GROUPS: usize = 20;

/// Groups first, sums last, so that the sums stand above the next prompt.
pub(crate) fn table(report: &Report) -> String {
    let mut text = String::new();
    for unreadable in &report.input.unreadable {
        put(&mut text, format_args!("cannot read {}: {}", unreadable.path.display(), unreadable.message));
    }
    if !report.refused.is_empty() {
        title(&mut text, "refused");
    }
    for group in &report.refused {
        put(&mut text, format_args!("{:>6}  {}: {}", group.checks.len(), group.feature, group.reason));
        put(&mut text, format_args!("        help: {}", group.help));
        names(&mut text, &group.checks);
    }
    limits(&mut text, &report.limits);
    if !report.others.is_empty() {
        title(&mut text, "not for this translator");
    }
    for (kind, number) in &report.others {
        put(&mut text, format_args!("{number:>6}  {kind}"));
    }
    groups(&mut text, "malformed input", &report.malformed);
    groups(&mut text, "failed", &report.failed);
    if let Some(column) = &report.naga_glsl {
        groups(&mut text, "GLSL that naga does not take", &column.not_taken);
    }
    sums(&mut text, report);
    text
}

fn put(text: &mut String, line: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn title(text: &mut String, title: &str) {
    let gap = if text.is_empty() { "" } else { "\n" };
    put(text, format_args!("{gap}{title}"));
}

fn groups(text: &mut String, heading: &str, groups: &[Group]) {
    if !groups.is_empty() {
        title(text, heading);
    }
    for group in groups.iter().take(GROUPS) {
        put(text, format_args!("{:>6}  {}", group.checks.len(), group.cause));
        names(text, &group.checks);
        for line in group.example.lines() {
            put(text, format_args!("        | {line}"));
        }
    }
    if let Some(rest) = groups.get(GROUPS..).filter(|rest| !rest.is_empty()) {
        let checks: usize = rest.iter().map(|group| group.checks.len()).sum();
        put(text, format_args!("{checks:>6}  of {}", count(rest.len(), "other cause")));
    }
}

fn limits(text: &mut String, limits: &[OverLimit]) {
    if !limits.is_empty() {
        title(text, "more than every WebGL2 device has");
    }
    for OverLimit { limit, guaranteed, most, users, help, checks } in limits {
        let name = limit.name();
        put(text, format_args!("{:>6}  {name}: up to {most}, and a device may have only {guaranteed}", checks.len()));
        let some = users.iter().take(NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let rest = users.len().saturating_sub(NAMES);
        let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        put(text, format_args!("        by {some}{rest}"));
        put(text, format_args!("        help: {help}"));
        names(text, checks);
    }
}

fn names(text: &mut String, names: &[String]) {
    for name in names.iter().take(NAMES) {
        put(text, format_args!("        {name}"));
    }
    if let Some(rest) = names.len().checked_sub(NAMES).filter(|rest| *rest > 0) {
        put(text, format_args!("        and {rest} more"));
    }
}

fn sums(text: &mut String, report: &Report) {
    let input = &report.input;
    title(text, "total");
    let (containers, files) = (count(input.containers, "container"), count(input.files, "file"));
    put(text, format_args!("{containers} in {files}, {} different", input.different));
    if input.files_without_container > 0 {
        put(text, format_args!("{} without a container", count(input.files_without_container, "file")));
    }
    put(text, format_args!("\n                  stages  programs"));
    let linked_name = match report.options.target {
        Target::Glsl => "linked",
        Target::Wgsl => "valid",
    };
    let rows = |counts: &Counts| {
        let Counts { linked, refused, malformed, failed, other } = *counts;
        [
            (linked_name, linked),
            ("refused", refused),
            ("malformed input", malformed),
            ("failed", failed),
            ("not tried", other),
        ]
    };
    for ((name, stages), (_, programs)) in rows(&report.totals.stages).into_iter().zip(rows(&report.totals.programs)) {
        put(text, format_args!("{name:16}{stages:>8}{programs:>10}"));
    }
    text.push('\n');
    match &report.naga_glsl {
        None => put(text, format_args!("naga: front end and validator of WGSL")),
        Some(column) => {
            let others: usize = column.not_taken.iter().map(|group| group.checks.len()).sum();
            let valid = column.valid;
            put(text, format_args!("naga: {valid} stages valid as the GLSL of Vulkan, {others} not taken"));
        }
    }
    for EngineName { name, description, recalled } in &report.engines {
        let known = match recalled {
            0 => String::new(),
            _ => format!(" ({} known from an earlier run)", count(*recalled, "program")),
        };
        put(text, format_args!("{name}: {description}{known}"));
    }
}
