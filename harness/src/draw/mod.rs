//! Draws of scenes: on the CPU by the interpreter, on an engine from translated text, and what the two must agree on.
//!
//! | check | CPU side | engine side |
//! | --- | --- | --- |
//! | [`vertex`] | the interpreter runs every vertex | transform feedback; stores of the vertex stage in WGSL |
//! | [`pixel`] | the interpreter runs every quad of a tiled screen | the same tiles behind a vertex stage of ours |
//! | [`program`] | vertices, our rasteriser, quads | the whole program |
//!
//! What a pixel shader writes to views is part of its picture, a layer each. Direct3D has no order between pixels: what is
//! another word where quads and their pixels run in the opposite order is not compared.
//!
//! Orientation: row 0 of every picture is Direct3D's top row. WebGPU has Direct3D's clip space, window and rows, and the
//! constants of a triangle from its first vertex. Engines of GL draw with y turned over (`ClipSpace::OpenGl`, or
//! our own vertex stage doing the same), so that GL's bottom row is Direct3D's top row: then window coordinates, the
//! sign of `dFdy`, the quads and the order of rows in memory are those of Direct3D and nothing is flipped afterwards.
//! A front face, clockwise in Direct3D, is counter-clockwise in GL's window under that rule, which is GL's default.

mod area;
pub mod bind;
pub(crate) mod bind_wgsl;
mod canvas;
pub mod check;
pub mod expectations;
pub mod export;
pub mod feed;
pub mod find;
pub mod gallery;
pub(crate) mod guard;
pub mod merge;
pub mod oracle;
pub mod picture;
pub mod pixel;
pub mod profile;
pub mod program;
pub mod raster;
pub mod report;
mod state;
pub mod subject;
pub mod submit;
pub mod suite;
mod tile;
pub mod vertex;
pub(crate) mod views;
pub mod writers;
