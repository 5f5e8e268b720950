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
                if number < Self::NUMBERS as u32 { Self::BY_NUMBER[number as usize] } else { None }
            }

            /// The greatest number plus one.
            const NUMBERS: usize = {
                let (mut numbers, mut left) = (0, Self::ALL);
                while let [value, rest @ ..] = left {
                    if *value as usize >= numbers {
                        numbers = *value as usize + 1;
                    }
                    left = rest;
                }
                numbers
            };

            /// The value of each number: looked up, since a branch for each would seldom be foretold.
            const BY_NUMBER: [Option<Self>; Self::NUMBERS] = {
                let (mut values, mut left) = ([None; Self::NUMBERS], Self::ALL);
                while let [value, rest @ ..] = left {
                    values[*value as usize] = Some(*value);
                    left = rest;
                }
                values
            };

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
