//! One macro for the numbered kinds of the format: an enum that keeps numbers it does not know.

/// Declares an enum of the values of a numeric field. A number outside the list becomes `Other`, so that
/// reading never fails on a value that only reports use; whoever needs the meaning matches on it.
macro_rules! numbered {
    ($(#[$attribute:meta])* $type:ident { $($number:literal $variant:ident $name:literal,)+ }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type {
            $(#[doc = concat!("`", $name, "`, ", stringify!($number), ".")] $variant,)+
            /// A number that the format does not list.
            Other(u32),
        }

        impl $type {
            /// The meaning of `number`.
            pub const fn from_number(number: u32) -> Self {
                match number {
                    $($number => Self::$variant,)+
                    other => Self::Other(other),
                }
            }

            /// The number in the file.
            pub const fn number(self) -> u32 {
                match self {
                    $(Self::$variant => $number,)+
                    Self::Other(other) => other,
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant => f.pad($name),)+
                    Self::Other(other) => f.pad(&other.to_string()),
                }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                match self {
                    Self::Other(other) => serializer.serialize_u32(*other),
                    known => serializer.collect_str(known),
                }
            }
        }
    };
}

pub(crate) use numbered;
