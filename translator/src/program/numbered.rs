//! Enums whose values have a number in the tokens and a name in the assembly text, from one list each.

/// Declares the enum with `ALL`, `from_number`, `number`, `name` and `from_name`.
macro_rules! numbered {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal;)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        $visibility enum $type {
            $($(#[$doc])* $variant = $number,)*
        }

        impl $type {
            /// All values in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The value of a number of the token format.
            #[must_use]
            pub const fn from_number(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The number in the token format.
            #[must_use]
            pub const fn number(self) -> u32 {
                self as u32
            }

            /// The name in the assembly.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The value with a name of the assembly.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use numbered;
