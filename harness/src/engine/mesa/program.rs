//! Compiling, linking and asking a program what it has active.

use glow::HasContext;

use super::context::Context;
use crate::engine::{LinkFailure, LinkStage, ProgramSource};

const VERSION_LINE: &str = "#version 300 es";

/// An active attribute or uniform.
pub(super) struct Active<L> {
    pub(super) name: String,
    pub(super) kind: u32,
    pub(super) size: i32,
    pub(super) location: L,
}

/// An active uniform block.
pub(super) struct ActiveBlock {
    pub(super) name: String,
    pub(super) index: u32,
    pub(super) bytes: usize,
}

/// A linked program; deleted when dropped.
pub(super) struct Linked<'gl> {
    context: &'gl Context,
    pub(super) id: glow::Program,
    pub(super) attributes: Vec<Active<u32>>,
    pub(super) uniforms: Vec<Active<glow::UniformLocation>>,
    pub(super) blocks: Vec<ActiveBlock>,
    /// Captured varyings, in order, with their components.
    pub(super) captured: Vec<(String, u32)>,
}

impl Drop for Linked<'_> {
    fn drop(&mut self) {
        // SAFETY: a `Context` is current on the thread that has it, and the program is its own.
        unsafe { self.context.gl.delete_program(self.id) };
    }
}

/// Compiles and links, with varyings to capture.
pub(super) fn link<'gl>(
    context: &'gl Context,
    source: &ProgramSource,
    capture: &[&str],
) -> Result<Linked<'gl>, LinkFailure> {
    let gl = &context.gl;
    // SAFETY: a `Context` is current on the thread that has it.
    let id = unsafe { gl.create_program() }.map_err(|log| LinkFailure { stage: LinkStage::Link, log })?;
    let mut linked =
        Linked { context, id, attributes: Vec::new(), uniforms: Vec::new(), blocks: Vec::new(), captured: Vec::new() };
    attach(gl, id, LinkStage::Vertex, &source.vertex)?;
    attach(gl, id, LinkStage::Fragment, &source.fragment)?;
    // SAFETY: as above, and the program was made from it.
    unsafe {
        if !capture.is_empty() {
            gl.transform_feedback_varyings(id, capture, glow::INTERLEAVED_ATTRIBS);
        }
        gl.link_program(id);
        if !gl.get_program_link_status(id) {
            let log = gl.get_program_info_log(id);
            return Err(LinkFailure { stage: LinkStage::Link, log: clean(&log) });
        }
    }
    reflect(&mut linked, capture.len());
    Ok(linked)
}

/// Compiles one shader of `program`, which must belong to `gl`, the current context.
fn attach(gl: &glow::Context, program: glow::Program, stage: LinkStage, text: &str) -> Result<(), LinkFailure> {
    if text.lines().next() != Some(VERSION_LINE) {
        return Err(LinkFailure { stage, log: format!("the first line is not `{VERSION_LINE}`") });
    }
    let kind = if stage == LinkStage::Vertex { glow::VERTEX_SHADER } else { glow::FRAGMENT_SHADER };
    // SAFETY: the only caller is `link`, which has the current context and made the program from it. The shader lives
    // on while it is attached.
    unsafe {
        let shader = gl.create_shader(kind).map_err(|log| LinkFailure { stage, log })?;
        gl.shader_source(shader, text);
        gl.compile_shader(shader);
        let compiled = gl.get_shader_compile_status(shader);
        let log = if compiled { String::new() } else { gl.get_shader_info_log(shader) };
        gl.attach_shader(program, shader);
        gl.delete_shader(shader);
        if compiled { Ok(()) } else { Err(LinkFailure { stage, log: clean(&log) }) }
    }
}

fn clean(log: &str) -> String {
    log.trim_end_matches(|c: char| c.is_whitespace() || c == '\0').to_owned()
}

/// Asks a linked program what it has active.
fn reflect(linked: &mut Linked<'_>, captured: usize) {
    let (gl, id) = (&linked.context.gl, linked.id);
    // SAFETY: a `Context` is current on the thread that has it, the program is its own, and all indices are below the
    // counts that GL gives.
    unsafe {
        for index in 0..gl.get_active_attributes(id) {
            let Some(active) = gl.get_active_attribute(id, index) else { continue };
            // Built-in inputs are listed, but have no location.
            let Some(location) = gl.get_attrib_location(id, &active.name) else { continue };
            linked.attributes.push(Active { name: active.name, kind: active.atype, size: active.size, location });
        }
        for index in 0..gl.get_active_uniforms(id) {
            let Some(active) = gl.get_active_uniform(id, index) else { continue };
            // Members of blocks and built-in uniforms are listed, but have no location.
            let Some(location) = gl.get_uniform_location(id, &active.name) else { continue };
            linked.uniforms.push(Active { name: active.name, kind: active.utype, size: active.size, location });
        }
        let blocks = gl.get_program_parameter_i32(id, glow::ACTIVE_UNIFORM_BLOCKS);
        for index in 0..u32::try_from(blocks).unwrap_or(0) {
            let name = gl.get_active_uniform_block_name(id, index);
            let bytes = gl.get_active_uniform_block_parameter_i32(id, index, glow::UNIFORM_BLOCK_DATA_SIZE);
            linked.blocks.push(ActiveBlock { name, index, bytes: usize::try_from(bytes).unwrap_or(0) });
        }
        for index in 0..u32::try_from(captured).unwrap_or(0) {
            let Some(varying) = gl.get_transform_feedback_varying(id, index) else { continue };
            let size = u32::try_from(varying.size).unwrap_or(0);
            linked.captured.push((varying.name, components(varying.tftype) * size));
        }
    }
}

/// 32-bit components of a varying's type.
fn components(kind: u32) -> u32 {
    match kind {
        glow::FLOAT | glow::INT | glow::UNSIGNED_INT => 1,
        glow::FLOAT_VEC2 | glow::INT_VEC2 | glow::UNSIGNED_INT_VEC2 => 2,
        glow::FLOAT_VEC3 | glow::INT_VEC3 | glow::UNSIGNED_INT_VEC3 => 3,
        glow::FLOAT_VEC4 | glow::INT_VEC4 | glow::UNSIGNED_INT_VEC4 | glow::FLOAT_MAT2 => 4,
        glow::FLOAT_MAT2x3 | glow::FLOAT_MAT3x2 => 6,
        glow::FLOAT_MAT2x4 | glow::FLOAT_MAT4x2 => 8,
        glow::FLOAT_MAT3 => 9,
        glow::FLOAT_MAT3x4 | glow::FLOAT_MAT4x3 => 12,
        glow::FLOAT_MAT4 => 16,
        _ => 0,
    }
}
