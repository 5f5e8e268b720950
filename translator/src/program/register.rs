//! The register that an operand names: its file and its indices.
//!
//! Nearly all indices are numbers, which stand in the operand itself; the registers that are added to indices stand
//! apart, in memory that only an operand with one has.

use super::operand::{Operand, RegisterFile};

/// Most indices of a register.
const INDICES: usize = 3;

/// A register: `r3` has one index, `cb1[2]` two, `cb[id][slot][row]` of SM5.1 three, `null` none.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// Register file.
    pub file: RegisterFile,
    /// Number of indices, at most [`INDICES`].
    count: u8,
    /// Immediate parts, outermost first; 0 where there is no index.
    immediates: [u32; INDICES],
    /// Relative parts; none if no index has one.
    relatives: Option<Box<Relatives>>,
}

type Relatives = [Option<Relative>; INDICES];

/// What is added to an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    /// Lane of `r#` or `x#[n]` (a select operand), read as u32.
    pub operand: Operand,
    /// Whether the file spelt an immediate beside it (it matters to the assembly text only).
    pub spelt_immediate: bool,
}

impl Register {
    /// A register without indices.
    #[must_use]
    pub const fn new(file: RegisterFile) -> Self {
        Self { file, count: 0, immediates: [0; INDICES], relatives: None }
    }

    /// A register whose indices are numbers, outermost first; those after the third are left out.
    #[must_use]
    pub fn numbered(file: RegisterFile, numbers: &[u32]) -> Self {
        let mut register = Self::new(file);
        numbers.iter().for_each(|&number| register.push(number, None));
        register
    }

    /// A register whose first `count` indices are numbers; the others are 0.
    pub(super) fn fixed(file: RegisterFile, count: usize, immediates: [u32; INDICES]) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "at most three")]
        let count = count.min(INDICES) as u8;
        Self { file, count, immediates, relatives: None }
    }

    /// Appends an index; a fourth is left out.
    pub fn push(&mut self, immediate: u32, relative: Option<Relative>) {
        let index = usize::from(self.count);
        let Some(entry) = self.immediates.get_mut(index) else { return };
        *entry = immediate;
        self.count += 1;
        if relative.is_some()
            && let Some(entry) = self.relatives.get_or_insert_default().get_mut(index)
        {
            *entry = relative;
        }
    }

    /// Takes off the last index, which is returned if it is a number.
    pub fn pop_number(&mut self) -> Option<u32> {
        let number = self.indices().last()?.as_immediate();
        let last = self.count - 1;
        self.set_number(usize::from(last), 0);
        self.count = last;
        number
    }

    /// Puts a number in the place of the index `position`, if there is one.
    pub fn set_number(&mut self, position: usize, number: u32) {
        if position < usize::from(self.count)
            && let Some(entry) = self.immediates.get_mut(position)
        {
            *entry = number;
        }
        if let Some(relatives) = &mut self.relatives {
            if let Some(entry) = relatives.get_mut(position) {
                *entry = None;
            }
            if relatives.iter().all(Option::is_none) {
                self.relatives = None;
            }
        }
    }

    /// The indices, outermost first.
    #[must_use]
    pub fn indices(&self) -> Indices<'_> {
        Indices { immediates: &self.immediates, count: self.count, relatives: self.relatives.as_deref() }
    }

    /// Whether no index has a relative part.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        self.relatives.is_none()
    }
}

/// One index of a register: `immediate + relative`, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Index<'a> {
    /// Immediate part.
    pub immediate: u32,
    /// What is added to it.
    pub relative: Option<&'a Relative>,
}

impl Index<'_> {
    /// The number, if nothing is added to it.
    #[must_use]
    pub const fn as_immediate(self) -> Option<u32> {
        if self.relative.is_none() { Some(self.immediate) } else { None }
    }
}

/// The indices of a register, outermost first; at most three.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Indices<'a> {
    /// Zeros after the last.
    immediates: &'a [u32; INDICES],
    count: u8,
    relatives: Option<&'a Relatives>,
}

impl Default for Indices<'_> {
    fn default() -> Self {
        Self { immediates: &[0; INDICES], count: 0, relatives: None }
    }
}

impl<'a> Indices<'a> {
    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The index of a position.
    #[must_use]
    #[inline]
    pub fn get(self, position: usize) -> Option<Index<'a>> {
        if position >= self.len() {
            return None;
        }
        let relative = self.relatives.and_then(|relatives| relatives.get(position)?.as_ref());
        self.immediates.get(position).map(|&immediate| Index { immediate, relative })
    }

    /// The outermost.
    #[must_use]
    pub fn first(self) -> Option<Index<'a>> {
        self.get(0)
    }

    /// The innermost.
    #[must_use]
    pub fn last(self) -> Option<Index<'a>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All in order.
    pub fn iter(self) -> impl Iterator<Item = Index<'a>> {
        (0..self.len()).filter_map(move |position| self.get(position))
    }
}

#[cfg(test)]
mod tests {
    use super::super::operand::{Component, OperandKind, Selection};
    use super::*;

    fn relative() -> Option<Relative> {
        let register = Register::numbered(RegisterFile::Temp, &[1]);
        let operand = Operand::new(OperandKind::Register(register), Selection::component(Component::X));
        Some(Relative { operand, spelt_immediate: false })
    }

    #[test]
    fn indices_are_kept_in_order_and_a_fourth_is_left_out() {
        let mut register = Register::new(RegisterFile::ConstantBuffer);
        assert!(register.indices().is_empty() && register.indices().last().is_none());
        register.push(7, None);
        register.push(8, relative());
        register.push(9, None);
        register.push(10, None);
        let indices = register.indices();
        assert_eq!(indices.iter().map(|index| index.immediate).collect::<Vec<_>>(), [7, 8, 9]);
        assert_eq!(indices.iter().map(Index::as_immediate).collect::<Vec<_>>(), [Some(7), None, Some(9)]);
        assert_eq!(indices.get(1).unwrap().relative, relative().as_ref());
        assert_eq!(indices.get(3), None);
    }

    #[test]
    fn what_lost_its_relative_parts_equals_what_never_had_one() {
        let mut register = Register::numbered(RegisterFile::Interface, &[1]);
        register.push(2, relative());
        assert!(!register.is_fixed());
        register.set_number(1, 3);
        register.set_number(2, 4);
        assert_eq!(register, Register::numbered(RegisterFile::Interface, &[1, 3]));
        register.push(5, relative());
        assert_eq!(register.pop_number(), None);
        assert_eq!(register.pop_number(), Some(3));
        assert_eq!(register, Register::numbered(RegisterFile::Interface, &[1]));
        assert_eq!(register.pop_number(), Some(1));
        assert_eq!(register.pop_number(), None);
    }

    #[test]
    fn an_operand_takes_half_a_cache_line() {
        assert!(size_of::<Operand>() <= 32);
    }
}
