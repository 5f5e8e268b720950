//! Validates every text of WGSL, and that the stages of programs fit together; equal texts once.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::guard;
use super::progress::Progress;
use super::verdict::{Check, Failure, Verdict};
use crate::naga::{Rejected, Valid, validate};

/// Validates the texts of the checks. Whatever naga does not take becomes a failure of its check. Lone stages have one
/// text, and an empty one for the stage that is missing.
pub(super) fn validate_all(checks: &mut [Check], progress: &dyn Progress) {
    let texts: BTreeMap<&str, ()> = checks
        .iter()
        .filter_map(|check| check.program.as_ref())
        .flat_map(|program| [program.vertex.as_str(), program.fragment.as_str()])
        .filter(|text| !text.is_empty())
        .map(|text| (text, ()))
        .collect();
    progress.start("validating", texts.len());
    let results: BTreeMap<String, Result<Valid, Failure>> = texts
        .into_par_iter()
        .map(|(text, ())| {
            let result = match guard::catch(|| validate(text)) {
                Ok(result) => result.map_err(|rejected| Failure::Invalid { rejected }),
                Err(message) => Err(Failure::Panic { message: format!("naga: {message}") }),
            };
            progress.advance(1);
            (text.to_owned(), result)
        })
        .collect();
    for check in checks {
        let Some(program) = &check.program else { continue };
        let stages = [&program.vertex, &program.fragment].map(|text| results.get(text));
        let mut failures: Vec<Failure> =
            stages.iter().filter_map(|stage| stage.and_then(|result| result.as_ref().err()).cloned()).collect();
        if let [Some(Ok(vertex)), Some(Ok(pixel))] = stages
            && let Err(rejected) = vertex.fits(pixel)
        {
            failures.push(invalid(rejected));
        }
        if !failures.is_empty() {
            check.verdict = Verdict::Failed { failures };
        }
    }
}

const fn invalid(rejected: Rejected) -> Failure {
    Failure::Invalid { rejected }
}
