//! The binding ABI with the rows that the host binds: all that a layout file or a preset says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Abi, BufferRegister, BufferRule, ConstantTerm, Placement, SemanticKey};
use crate::limits;
use crate::options::{IntegerAttributes, Options};

/// Registers of constant buffers that an application binds.
const SLOTS: u32 = limits::CONSTANT_BUFFERS - 1;

/// What a layout says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Buffers, attributes and names.
    pub abi: Abi,
    /// How integer vertex attributes are declared that `abi` does not name; none for the usual way.
    pub integer_attributes: Option<IntegerAttributes>,
    /// Rows that the host binds to constant-buffer registers.
    pub constant_buffer_rows: BTreeMap<u32, u32>,
}

/// What is wrong with a layout: the key and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    key: String,
    message: String,
}

impl LayoutError {
    pub(super) fn new(key: impl fmt::Display, message: impl Into<String>) -> Self {
        Self { key: key.to_string(), message: message.into() }
    }

    /// The key that is wrong, as in `vertex.t0.capacity`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for LayoutError {}

impl Layout {
    /// Puts what the layout says into options, in place of what they said.
    pub fn apply(&self, options: &mut Options) {
        options.abi = self.abi.clone();
        options.integer_attributes = self.integer_attributes.unwrap_or(options.integer_attributes);
        options.constant_buffer_rows.extend(&self.constant_buffer_rows);
    }

    /// Checks what no shader could make good.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] names the key: numbers out of range, buffers in the same rows, and renames that meet.
    pub fn check(&self) -> Result<(), LayoutError> {
        for (&register, &rows) in &self.constant_buffer_rows {
            let key = format!("constant-buffer-rows.cb{register}");
            check_slot(&key, register)?;
            within(&key, rows, 1, limits::CONSTANT_BUFFER_ROWS)?;
        }
        for (stage, rules) in [("vertex", &self.abi.vertex_buffers), ("pixel", &self.abi.pixel_buffers)] {
            for (register, rule) in rules {
                self.check_rule(&format!("{stage}.{register}"), rule)?;
            }
            check_overlaps(stage, rules)?;
        }
        check_renames("rename.attributes", &self.abi.attribute_renames)?;
        check_renames("rename.varyings", &self.abi.varying_renames)
    }

    fn check_rule(&self, key: &str, rule: &BufferRule) -> Result<(), LayoutError> {
        let of = |name: &str| format!("{key}.{name}");
        if let Some(stride) = rule.stride {
            within(&of("stride"), stride, 4, limits::STRUCTURE_STRIDE)?;
            if !stride.is_multiple_of(4) {
                return Err(LayoutError::new(of("stride"), format!("{stride} bytes are no whole words")));
            }
        }
        if rule.placement == Placement::Zero && rule.constant_term == ConstantTerm::Drop {
            return Err(LayoutError::new(of("constant-term"), "nothing is read, so there is no index"));
        }
        let Some(capacity) = rule.placement.capacity() else { return Ok(()) };
        // A structure has at least a word.
        within(&of("capacity"), capacity, 1, limits::CONSTANT_BUFFER_ROWS * 4)?;
        if let Placement::ConstantBuffer { slot, first_row, .. } = rule.placement {
            check_slot(&of("slot"), slot)?;
            within(&of("first-row"), first_row, 0, limits::CONSTANT_BUFFER_ROWS - 1)?;
        }
        let Some(stride) = rule.stride else { return Ok(()) };
        let end = rule.placement.end(stride).unwrap_or(u32::MAX);
        if end > limits::CONSTANT_BUFFER_ROWS {
            let message = format!("{capacity} structures of {stride} bytes end beyond the last of 4096 rows");
            return Err(LayoutError::new(of("capacity"), message));
        }
        if let Placement::ConstantBuffer { slot, .. } = rule.placement
            && let Some(&rows) = self.constant_buffer_rows.get(&slot)
            && rows < end
        {
            let message = format!("the structures end at row {end}, and constant-buffer-rows.cb{slot} says {rows}");
            return Err(LayoutError::new(of("capacity"), message));
        }
        Ok(())
    }
}

fn within(key: &str, value: u32, least: u32, most: u32) -> Result<(), LayoutError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(LayoutError::new(key, format!("{value} is not {least} to {most}")))
}

fn check_slot(key: &str, slot: u32) -> Result<(), LayoutError> {
    within(key, slot, 0, SLOTS - 1)
}

/// Two buffers of a stage may not stand in the same rows; without their strides the lowering finds out.
fn check_overlaps(stage: &str, rules: &BTreeMap<BufferRegister, BufferRule>) -> Result<(), LayoutError> {
    let mut taken: Vec<(u32, u32, u32, BufferRegister)> = Vec::new();
    for (register, rule) in rules {
        let Placement::ConstantBuffer { slot, first_row, .. } = rule.placement else { continue };
        let end = rule.placement.end(rule.stride.unwrap_or(4)).unwrap_or(u32::MAX);
        let meets = |(other, first, last, _): &&(u32, u32, u32, BufferRegister)| {
            *other == slot && first_row < *last && *first < end
        };
        if let Some((.., other)) = taken.iter().find(meets) {
            let message = format!("its rows of cb{slot} are those of {other}, too");
            return Err(LayoutError::new(format!("{stage}.{register}.first-row"), message));
        }
        taken.push((slot, first_row, end, *register));
    }
    Ok(())
}

fn check_renames(table: &str, renames: &BTreeMap<SemanticKey, SemanticKey>) -> Result<(), LayoutError> {
    let mut taken = BTreeSet::new();
    for (from, to) in renames {
        let key = format!("{table}.{from}");
        if from.index().is_some() != to.index().is_some() {
            return Err(LayoutError::new(key, format!("either both or none of {from} and {to} has an index")));
        }
        if !taken.insert(to) {
            return Err(LayoutError::new(key, format!("two semantics would be called {to}")));
        }
    }
    Ok(())
}
