//! The JSON form: the fields of [`Reflection`] by their names, enums in kebab case.

use super::Reflection;
use crate::error::{Error, Result};

impl Reflection {
    /// The reflection as indented JSON, ending in a line break. The same reflection gives the same text.
    ///
    /// # Errors
    ///
    /// None that is known: all keys are strings. A fault of the serializer would be `Internal`.
    pub fn to_json(&self) -> Result<String> {
        let mut text = serde_json::to_string_pretty(self).map_err(|error| Error::internal("reflect", error))?;
        text.push('\n');
        Ok(text)
    }
}
