//! Memory of words that a thread works on: how it is declared and addressed, and which addresses lie outside of it.

use std::fmt::Write as _;

use crate::interp::{View, ViewKind};

/// Bytes of a structure of the probes: no power of two, so that a scaled index shows.
pub(super) const STRIDE: u32 = 12;

/// Threads of a group.
pub(super) const THREADS: u32 = 64;

/// What holds the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// A raw view.
    Raw,
    /// A view of structures of [`STRIDE`] bytes.
    Structured,
    /// A view of elements with a type, of which the first of four components is a place.
    Typed(&'static str),
    /// Raw memory of a group.
    GroupRaw,
    /// Structures of [`STRIDE`] bytes, of a group.
    GroupStructured,
}

impl Ground {
    /// All that holds words.
    pub(super) const ALL: [Self; 6] =
        [Self::Raw, Self::Structured, Self::Typed("uint"), Self::Typed("sint"), Self::GroupRaw, Self::GroupStructured];

    /// What it is, for the labels of forms.
    pub(super) fn label(self) -> String {
        match self {
            Self::Raw => "raw view".into(),
            Self::Structured => "structured view".into(),
            Self::Typed(kind) => format!("typed view of {kind}"),
            Self::GroupRaw => "raw shared memory".into(),
            Self::GroupStructured => "structured shared memory".into(),
        }
    }

    /// Whether it is shared memory: what is accessed past its end leaves nothing of it defined.
    pub(super) const fn is_shared(self) -> bool {
        matches!(self, Self::GroupRaw | Self::GroupStructured)
    }

    /// Its register.
    pub(super) const fn register(self) -> &'static str {
        if self.is_shared() { "g0" } else { "u0" }
    }

    /// Its declaration with so many places; shared memory has as many for each group.
    pub(super) fn declaration(self, places: u32) -> String {
        match self {
            Self::Raw => "dcl_uav_raw u0".into(),
            Self::Structured => format!("dcl_uav_structured u0, {STRIDE}"),
            Self::Typed(kind) => format!("dcl_uav_typed_buffer ({kind},{kind},{kind},{kind}) u0"),
            Self::GroupRaw => format!("dcl_tgsm_raw g0, {}", places * 4),
            Self::GroupStructured => format!("dcl_tgsm_structured g0, {STRIDE}, {}", (places * 4).div_ceil(STRIDE)),
        }
    }

    /// The operand of an atomic opcode that takes its address from the first two words of a register.
    pub(super) fn address(self, register: &str, components: [char; 2]) -> String {
        let [x, y] = components;
        match self {
            Self::Raw | Self::GroupRaw | Self::Typed(_) => format!("{register}.{x}"),
            Self::Structured | Self::GroupStructured => format!("{register}.{x}{y}{x}{x}"),
        }
    }

    /// The same as operands of a load or a store, which name structure and offset apart.
    pub(super) fn operands(self, register: &str, components: [char; 2]) -> String {
        let [x, y] = components;
        match self {
            Self::Raw | Self::GroupRaw | Self::Typed(_) => format!("{register}.{x}"),
            Self::Structured | Self::GroupStructured => format!("{register}.{x}, {register}.{y}"),
        }
    }

    /// What the opcodes that load and store its words end in.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Raw | Self::GroupRaw => "raw",
            Self::Structured | Self::GroupStructured => "structured",
            Self::Typed(_) => "uav_typed",
        }
    }

    /// The address of a place.
    pub(super) const fn place(self, place: u32) -> [u32; 2] {
        match self {
            Self::Raw | Self::GroupRaw => [place * 4, 0],
            Self::Structured | Self::GroupStructured => [place / (STRIDE / 4), place % (STRIDE / 4) * 4],
            Self::Typed(_) => [place, 0],
        }
    }

    /// The number of the word at a place.
    pub(super) const fn word(self, place: u32) -> usize {
        match self {
            Self::Typed(_) => place as usize * 4,
            Self::Raw | Self::Structured | Self::GroupRaw | Self::GroupStructured => place as usize,
        }
    }

    /// Words of so many places.
    pub(super) const fn words(self, places: u32) -> usize {
        match self {
            Self::Typed(_) => places as usize * 4,
            Self::Raw | Self::GroupRaw => places as usize,
            Self::Structured | Self::GroupStructured => (places * 4).div_ceil(STRIDE) as usize * (STRIDE as usize / 4),
        }
    }

    /// Addresses past so many places: next to the end, and where a scaled or signed address would be inside again.
    pub(super) fn outside(self, places: u32) -> Vec<[u32; 2]> {
        let end = match self {
            Self::Raw | Self::GroupRaw => places * 4,
            Self::Structured | Self::GroupStructured => (places * 4).div_ceil(STRIDE),
            Self::Typed(_) => places,
        };
        let step = if matches!(self, Self::Raw | Self::GroupRaw) { 4 } else { 1 };
        let far = match self {
            // Times 12 is 2^32 + 8; times 16 is 2^32.
            Self::Structured | Self::GroupStructured => 0x1555_5556,
            Self::Typed(_) => 0x1000_0000,
            Self::Raw | Self::GroupRaw => 0x4000_0000,
        };
        [end, end + step, far, 0x4000_0000, 0x7fff_fffc, 0x8000_0000, 0xffff_fffc].map(|x| [x, 0]).to_vec()
    }

    /// The view of so many words; none for shared memory.
    pub(super) fn view(self, words: &[u32]) -> Option<View> {
        let kind = match self {
            Self::Raw => ViewKind::Raw,
            Self::Structured => ViewKind::Structured { stride: STRIDE },
            Self::Typed(_) => ViewKind::Typed,
            Self::GroupRaw | Self::GroupStructured => return None,
        };
        Some(View::new(kind, words, 0))
    }

    /// Instructions by which a thread gives a place of shared memory a value, and waits for the others.
    pub(super) fn begin(self, address: &str, value: &str) -> String {
        if !self.is_shared() {
            return String::new();
        }
        let mut text = String::new();
        let _ = writeln!(text, "store_{} g0.x, {address}, {value}\nsync_g_t", self.suffix());
        text
    }
}
