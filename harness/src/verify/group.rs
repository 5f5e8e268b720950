//! Sums and groups of the checks, so that many failures read as few causes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dxbc_translator::error::{Error, Feature};
use dxbc_translator::reflect::{LimitUse, WebGlLimit};

use super::verdict::{Check, Counts, Failure, Group, OverLimit, Refusals, Subject, Totals, Verdict};

/// Counts the verdicts.
#[must_use]
pub(super) fn totals(checks: &[Check]) -> Totals {
    let mut totals = Totals::default();
    for check in checks {
        let counts = if check.subject == Subject::Program { &mut totals.programs } else { &mut totals.stages };
        *count_of(counts, &check.verdict) += 1;
    }
    totals
}

fn count_of<'a>(counts: &'a mut Counts, verdict: &Verdict) -> &'a mut usize {
    match verdict {
        Verdict::Linked => &mut counts.linked,
        Verdict::Refused { .. } => &mut counts.refused,
        Verdict::Other { .. } | Verdict::Untried => &mut counts.other,
        Verdict::Malformed { .. } => &mut counts.malformed,
        Verdict::Failed { .. } => &mut counts.failed,
    }
}

/// The refusals by feature, most frequent first.
#[must_use]
pub(super) fn refusals(checks: &[Check]) -> Vec<Refusals> {
    let mut groups: BTreeMap<Feature, (&Error, Vec<String>)> = BTreeMap::new();
    for check in checks {
        if let Verdict::Refused { feature, error } = &check.verdict {
            groups.entry(*feature).or_insert_with(|| (error, Vec::new())).1.push(check.name.clone());
        }
    }
    let refusals = groups.into_iter().map(|(feature, (error, checks))| Refusals {
        feature,
        reason: error.reason(),
        help: error.help().to_owned(),
        checks,
    });
    let mut refusals: Vec<_> = refusals.collect();
    refusals.sort_by_key(|group| Reverse(group.checks.len()));
    refusals
}

/// The limits that some checks go beyond, in the order of limits.
#[must_use]
pub(super) fn limits(checks: &[Check]) -> Vec<OverLimit> {
    let mut groups: BTreeMap<WebGlLimit, OverLimit> = BTreeMap::new();
    for check in checks {
        for LimitUse { limit, used, guaranteed, users, .. } in &check.limits {
            let new = || OverLimit {
                limit: *limit,
                guaranteed: *guaranteed,
                most: 0,
                users: Vec::new(),
                help: limit.help(),
                checks: Vec::new(),
            };
            let group = groups.entry(*limit).or_insert_with(new);
            if *used > group.most {
                (group.most, group.users) = (*used, users.clone());
            }
            group.checks.push(check.name.clone());
        }
    }
    groups.into_values().collect()
}

/// How many containers there are of each kind that is never translated.
#[must_use]
pub(super) fn others(checks: &[Check]) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for check in checks {
        if let Verdict::Other { kind } = &check.verdict {
            *kinds.entry(kind.clone()).or_default() += 1;
        }
    }
    kinds
}

/// The damaged containers by cause, most frequent first.
#[must_use]
pub(super) fn malformed(checks: &[Check]) -> Vec<Group> {
    of_checks(checks, |check| {
        let Verdict::Malformed { error } = &check.verdict else { return Vec::new() };
        vec![(cause_of_error(error), shown(check, error))]
    })
}

/// The failures by cause, most frequent first. A check that failed in several ways stands in several groups.
#[must_use]
pub(super) fn failed(checks: &[Check]) -> Vec<Group> {
    of_checks(checks, |check| {
        let Verdict::Failed { failures } = &check.verdict else { return Vec::new() };
        failures.iter().map(|failure| cause_of_failure(check, failure)).collect()
    })
}

fn of_checks(checks: &[Check], causes: impl Fn(&Check) -> Vec<(String, String)>) -> Vec<Group> {
    group(checks.iter().flat_map(|check| causes(check).into_iter().map(|cause| (check.name.clone(), cause))))
}

/// Names of checks with a cause and an example of it, by cause, most frequent first.
fn group(found: impl Iterator<Item = (String, (String, String))>) -> Vec<Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (check, (cause, example)) in found {
        let new = || Group { cause: cause.clone(), example, checks: Vec::new() };
        groups.entry(cause.clone()).or_insert_with(new).checks.push(check);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| Reverse(group.checks.len()));
    groups
}

/// Messages of checks by cause, most frequent first.
#[must_use]
pub(super) fn messages(messages: impl Iterator<Item = (String, String)>) -> Vec<Group> {
    group(messages.map(|(check, message)| (check, (without_numbers(&message), message))))
}

fn cause_of_error(error: &Error) -> String {
    let opcode = error.at().opcode.map(|opcode| format!(" ({opcode})")).unwrap_or_default();
    format!("{}: {}{opcode}", error.kind(), without_numbers(error.message()))
}

/// The error with the assembly around it, or else in one line.
fn shown(check: &Check, error: &Error) -> String {
    check.shown.as_ref().map_or_else(|| error.to_string(), |shown| shown.trim_end().to_owned())
}

fn cause_of_failure(check: &Check, failure: &Failure) -> (String, String) {
    match failure {
        Failure::Internal { error } => (cause_of_error(error), shown(check, error)),
        Failure::Invalid { rejected } => {
            let cause = format!("naga: {}", without_numbers(&rejected.message));
            (cause, rejected.to_string())
        }
        Failure::Panic { message } => (format!("panic: {}", without_numbers(message)), message.clone()),
        Failure::Rejected { engine, stage, log } => {
            let line = log.lines().find(|line| !line.trim().is_empty()).unwrap_or("no log").trim();
            (format!("{engine}, {stage}: {}", without_numbers(without_place(line))), line.to_owned())
        }
    }
}

/// The line of a compiler's log without `ERROR: 0:12:` or `0:12(34): error:` before it.
fn without_place(line: &str) -> &str {
    let line = line.strip_prefix("ERROR:").unwrap_or(line);
    line.trim_start_matches(|letter: char| letter.is_ascii_digit() || " :()".contains(letter))
        .trim_start_matches("error:")
        .trim_start()
}

/// The text with every number as `#`, so that messages of one cause are equal.
fn without_numbers(text: &str) -> String {
    let mut cause = String::new();
    let mut after_digit = false;
    for letter in text.chars() {
        let digit = letter.is_ascii_digit();
        match digit {
            true if after_digit => {}
            true => cause.push('#'),
            false => cause.push(letter),
        }
        after_digit = digit;
    }
    cause
}

#[cfg(test)]
mod tests {
    use dxbc_translator::options::Target;

    use super::*;
    use crate::engine::{EngineKind, LinkStage};

    fn check(name: &str, subject: Subject, verdict: Verdict) -> Check {
        let (ids, places, limits) = (Vec::new(), Vec::new(), Vec::new());
        Check { name: name.into(), subject, ids, places, verdict, shown: None, limits, program: None }
    }

    fn rejected(log: &str) -> Verdict {
        let failure =
            Failure::Rejected { engine: EngineKind::Browser, stage: LinkStage::Fragment, log: log.to_owned() };
        Verdict::Failed { failures: vec![failure] }
    }

    fn refused(feature: Feature) -> Verdict {
        Verdict::Refused { feature, error: Error::unsupported(feature, Target::Glsl, "it is") }
    }

    #[test]
    fn messages_that_differ_by_numbers_are_one_cause() {
        let checks = [
            check("a", Subject::Pixel, rejected("ERROR: 0:12: 'r1' : undeclared identifier\nERROR: 0:13: more")),
            check("b", Subject::Pixel, rejected("\nERROR: 0:7: '=' : dimension mismatch")),
            check("c", Subject::Pixel, rejected("ERROR: 0:129: 'r20' : undeclared identifier")),
        ];
        let groups = failed(&checks);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].cause, "browser, fragment shader: 'r#' : undeclared identifier");
        assert_eq!(groups[0].example, "ERROR: 0:12: 'r1' : undeclared identifier");
        assert_eq!(groups[0].checks, ["a", "c"]);
    }

    #[test]
    fn places_of_both_engines_are_taken_off() {
        assert_eq!(without_place("0:12(34): error: no function"), "no function");
        assert_eq!(without_place("ERROR: 0:12: no function"), "no function");
        assert_eq!(without_place("no place"), "no place");
    }

    #[test]
    fn limits_are_grouped_with_the_greediest() {
        let over = |name: &str, used: u32, user: &str| {
            let limit = WebGlLimit::MaxDrawBuffers;
            let users = vec![user.to_owned()];
            let limits = vec![LimitUse { limit, used, guaranteed: 4, users, help: Some(limit.help()) }];
            Check { limits, ..check(name, Subject::Pixel, Verdict::Linked) }
        };
        let found = limits(&[over("a", 5, "x"), over("b", 7, "y"), check("c", Subject::Pixel, Verdict::Linked)]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].most, found[0].users.as_slice()), (7, ["y".to_owned()].as_slice()));
        assert_eq!(found[0].checks, ["a", "b"]);
    }

    #[test]
    fn verdicts_are_counted_and_refusals_grouped() {
        let checks = [
            check("a", Subject::Vertex, Verdict::Linked),
            check("b", Subject::Pixel, refused(Feature::Doubles)),
            check("c", Subject::Pixel, refused(Feature::UnorderedAccess)),
            check("d", Subject::Pixel, refused(Feature::UnorderedAccess)),
            check("e", Subject::Other, Verdict::Other { kind: "hull shader".into() }),
            check("f", Subject::Pixel, Verdict::Malformed { error: Error::malformed(4, "bytes are odd") }),
            check("a + b", Subject::Program, Verdict::Untried),
        ];
        let Totals { stages, programs } = totals(&checks);
        assert_eq!(stages, Counts { linked: 1, refused: 3, malformed: 1, failed: 0, other: 1 });
        assert_eq!(programs, Counts { other: 1, ..Counts::default() });
        let refusals = refusals(&checks);
        assert_eq!(refusals[0].feature, Feature::UnorderedAccess);
        assert_eq!(refusals[0].checks, ["c", "d"]);
        assert_eq!(refusals[1].checks, ["b"]);
        assert_eq!(others(&checks), BTreeMap::from([("hull shader".to_owned(), 1)]));
        assert_eq!(malformed(&checks)[0].cause, "malformed: bytes are odd");
    }
}
