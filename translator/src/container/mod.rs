//! The DXBC container: header, chunk table, signatures and reflection data.

mod fourcc;

pub use fourcc::FourCc;
