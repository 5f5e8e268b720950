//! What was odd about a shader but did not stop its translation.

use std::fmt;

use serde::Serialize;

use crate::error::Location;

/// One oddity. The message has the form of an error's: lower case, one sentence, no full stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Where it was found.
    pub at: Location,
    /// What is odd and what was done about it.
    pub message: String,
}

impl Warning {
    /// A warning about the place `at`.
    pub fn new(at: Location, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.at != Location::UNKNOWN {
            write!(f, " ({})", self.at)?;
        }
        Ok(())
    }
}
