//! Reads the one container that a command works on.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use dxbc_translator::container::{FourCc, scan};

/// The bytes of the container in a file: the file itself, or the only container inside, as in the header files that
/// the HLSL compiler writes. A file without any is given as it is, so that parsing says what is wrong with it.
///
/// # Errors
/// When the file cannot be read or holds several containers.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.starts_with(&FourCc::DXBC.0) {
        return Ok(bytes);
    }
    let mut found = scan::scan(&bytes);
    match (found.pop(), found.len()) {
        (None, _) => Ok(bytes),
        (Some(only), 0) => Ok(only.bytes.into_owned()),
        (Some(_), others) => bail!(
            "{} holds {} containers: take them out with `dxbc-cross extract` and name one",
            path.display(),
            others + 1
        ),
    }
}
