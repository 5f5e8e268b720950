//! Expected text of each construct, written by hand.
