//! Expected text of each construct, written by hand.

mod calls;
mod expressions;
mod fixture;
mod globals;
mod refusals;
mod statements;
