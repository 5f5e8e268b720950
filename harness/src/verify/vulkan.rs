//! Has naga read every stage of GLSL, in the form of Vulkan: a column of the report. It says what naga does not take, and
//! changes no verdict, since naga lacks parts of GLSL.

use dxbc_translator::options::Options;
use dxbc_translator::program::Stage;
use dxbc_translator::translate::vulkan_glsl;
use rayon::prelude::*;

use super::find::Found;
use super::group;
use super::guard;
use super::progress::Progress;
use super::verdict::{Check, Column, Subject, Verdict};
use crate::naga::validate_glsl;

/// Reads the stages that were translated. The checks of the containers come first, in their order; one step of progress
/// for each container.
pub(super) fn read_all(containers: &[Found], checks: &[Check], options: &Options, progress: &dyn Progress) -> Column {
    let read = |(found, check): (&Found, &Check)| {
        let stage = match check.subject {
            Subject::Vertex => Stage::Vertex,
            Subject::Pixel => Stage::Pixel,
            Subject::Compute | Subject::Program | Subject::Other => {
                progress.advance(1);
                return None;
            }
        };
        let is_translated = check.program.is_some() && !matches!(check.verdict, Verdict::Refused { .. });
        let result = is_translated.then(|| one(stage, &found.bytes, options));
        progress.advance(1);
        result.map(|result| result.err().map(|message| (check.name.clone(), message)))
    };
    let results: Vec<Option<(String, String)>> = containers.par_iter().zip(checks).filter_map(read).collect();
    let valid = results.iter().filter(|result| result.is_none()).count();
    Column { valid, not_taken: group::messages(results.into_iter().flatten()) }
}

fn one(stage: Stage, bytes: &[u8], options: &Options) -> Result<(), String> {
    let text = vulkan_glsl(bytes, options).map_err(|error| error.to_string())?;
    match guard::catch(|| validate_glsl(stage, &text)) {
        Ok(result) => result.map_err(|rejected| rejected.to_string()),
        Err(message) => Err(format!("panic: {message}")),
    }
}
