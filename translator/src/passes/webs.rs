//! Webs: which stores reach which loads of the registers, and what kinds of values they hold.
//!
//! Each lane of a register is looked at by itself. A *web* is a set of definitions of a lane that reach a common
//! use, with those uses. Whatever asks about the past and future of a value asks here: the storage pass before
//! registers have types, and passes that look at typed registers after it.
//!
//! The structured statements are cut into blocks. From each use that no definition in its block comes before, the
//! blocks before it are searched backwards, through loops, breaks, continues and cases that fall through; all that
//! is found joins one web (union-find). Definitions that meet but are not used behind the meeting stay apart. The
//! search looks at each block once for a lane, and only at lanes that are used across blocks; past a bound the
//! rest of the lanes are one web each. Subroutines share the registers: a lane that one touches is one web in the
//! whole program.

mod floats;
mod flow;
mod forest;
mod gather;
mod kinds;
mod origin;

pub(super) use forest::Web;
pub(super) use gather::{Found, Seen, gather};
