//! The one rule that turns registers into bindings.
//!
//! The group is the register space, which is 0 before shader model 5.1. The binding is
//!
//! | registers | binding |
//! | --- | --- |
//! | constant buffers `b0` to `b19` | register |
//! | samplers `s0` to `s19` | 20 + register |
//! | the same, used to compare | 40 + register |
//! | textures and buffers `t0` to `t127` | 100 + register |
//! | textures, used to compare | 250 + register |
//! | the texture that guards the arithmetic of doubles | 60, in group 0 |
//! | unordered access views `u0` to `u49` | 400 + register |
//! | the counters of structured ones | 450 + register |
//!
//! and 500 more where the vertex stage has a binding of its own: with [`crate::options::StageBindings::Separate`], or
//! where the type differs from that of the pixel stage. No vertex stage has unordered access views. All bindings are below WebGPU's bound of 1000.

use serde::{Deserialize, Serialize};

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// `b#`.
    ConstantBuffer,
    /// `s#`; used to compare or not.
    Sampler(bool),
    /// `t#`, a texture; used to compare or not.
    Texture(bool),
    /// `t#`, a buffer.
    Buffer,
    /// `u#`, a buffer or a texture.
    Unordered,
    /// The hidden counter of `u#`.
    Counter,
}

impl Class {
    /// The first binding, and how many registers there are.
    const fn range(self) -> (u32, u32) {
        match self {
            Self::ConstantBuffer => (0, 20),
            Self::Sampler(false) => (20, 20),
            Self::Sampler(true) => (40, 20),
            Self::Texture(false) | Self::Buffer => (100, 128),
            Self::Texture(true) => (250, 128),
            Self::Unordered => (400, 50),
            Self::Counter => (450, 50),
        }
    }
}

/// Added to the bindings that are the vertex stage's own.
const OWN: u32 = 500;

/// The binding of the texture that guards the arithmetic of doubles: one for both stages, as it holds the same.
pub(crate) const GUARD_BINDING: Binding = Binding { group: 0, binding: 60 };

/// `@group(group) @binding(binding)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Binding {
    /// Bind group.
    pub group: u32,
    /// Binding in the group.
    pub binding: u32,
}

/// The binding of a register; none for a register beyond those that the rule numbers.
pub(crate) const fn binding(class: Class, register: u32, space: u32, own: bool) -> Option<Binding> {
    let (first, count) = class.range();
    if register >= count {
        return None;
    }
    Some(Binding { group: space, binding: first + register + if own { OWN } else { 0 } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_registers_share_a_binding() {
        let classes = [
            Class::ConstantBuffer,
            Class::Sampler(false),
            Class::Sampler(true),
            Class::Texture(false),
            Class::Texture(true),
            Class::Unordered,
            Class::Counter,
        ];
        let mut taken = std::collections::BTreeSet::from([GUARD_BINDING]);
        for own in [false, true] {
            let shared = |class: &Class| !matches!(class, Class::Unordered | Class::Counter) || !own;
            for class in classes.into_iter().filter(shared) {
                for register in 0..class.range().1 {
                    let binding = binding(class, register, 0, own).unwrap();
                    assert!(binding.binding < 1000 && taken.insert(binding), "{class:?} {register}");
                }
                assert_eq!(binding(class, class.range().1, 0, own), None);
            }
        }
    }

    #[test]
    fn bindings_are_the_stated_ones() {
        let number = |class, register, own| binding(class, register, 2, own).map(|b| (b.group, b.binding));
        assert_eq!(number(Class::ConstantBuffer, 3, false), Some((2, 3)));
        assert_eq!(number(Class::Sampler(false), 1, false), Some((2, 21)));
        assert_eq!(number(Class::Sampler(true), 1, false), Some((2, 41)));
        assert_eq!(number(Class::Texture(false), 5, false), Some((2, 105)));
        assert_eq!(number(Class::Buffer, 5, true), Some((2, 605)));
        assert_eq!(number(Class::Texture(true), 127, true), Some((2, 877)));
        assert_eq!(number(Class::Unordered, 7, false), Some((2, 407)));
        assert_eq!(number(Class::Counter, 7, false), Some((2, 457)));
    }
}
