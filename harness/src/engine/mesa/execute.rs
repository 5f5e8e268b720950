//! Executing a plan: objects, bindings, the raster pass, the capture passes.
//!
//! `browser/page.js` does the same steps in the same order; the step names in errors are the same too.

use std::sync::Arc;

use glow::HasContext;

use super::context::Context;
use super::objects::{Objects, check};
use super::program::{Active, Linked, link};
use crate::engine::plan::{self, Blobs, CapturePlan, FramebufferPlan, Plan, Raw, Scalar, TargetPlan, UniformPlan};
use crate::engine::{Draw, DrawError, DrawResult, LinkResult, ProgramSource};

/// Copies a depth texture to a colour target, since GL cannot read depth back.
const DEPTH_COPY: [&str; 2] = [
    "#version 300 es\nvoid main() {\n  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, \
     0.0, 1.0);\n}\n",
    "#version 300 es\nprecision highp float;\nuniform highp sampler2D depth;\nout vec4 color;\nvoid main() {\n  color = \
     vec4(texelFetch(depth, ivec2(gl_FragCoord.xy), 0).x);\n}\n",
];

/// Runs links and draws on one context.
pub(super) struct Executor<'gl> {
    context: &'gl Context,
    /// The source of the draw before, with what was linked from it, by captured names.
    source: Arc<ProgramSource>,
    linked: Vec<(Vec<String>, Linked<'gl>)>,
    depth_copy: Option<Linked<'gl>>,
}

impl<'gl> Executor<'gl> {
    pub(super) fn new(context: &'gl Context) -> Self {
        Self { context, source: Arc::default(), linked: Vec::new(), depth_copy: None }
    }

    pub(super) fn link(&mut self, source: &ProgramSource) -> LinkResult {
        link(self.context, source, &[]).map(drop)
    }

    pub(super) fn draw(&mut self, draw: &Draw) -> DrawResult {
        let context = self.context;
        let mut blobs = Blobs::default();
        let plan = plan::lower(draw, &mut blobs)?;
        if *draw.program != *self.source {
            self.linked.clear();
            self.source = Arc::clone(&draw.program);
        }
        // Errors of a draw before are none of this one's.
        drop(check(context, ""));
        let mut objects = Objects::new(context, &plan, &blobs)?;
        let mut raw = Raw::default();
        if let Some(framebuffer) = &plan.framebuffer {
            let program = self.program(&[])?;
            objects.bind_framebuffer(framebuffer)?;
            bind(context, program, &plan, &blobs, &mut objects)?;
            raster(context, framebuffer, &plan, &objects, &mut raw)?;
            if let Some(depth) = &framebuffer.depth {
                raw.depth = Some(self.read_depth(framebuffer, depth.read_bytes, &mut objects)?);
            }
        }
        for pass in &plan.captures {
            let program = self.program(&pass.names)?;
            check_captured(program, pass)?;
            objects.bind_capture(pass.bytes)?;
            bind(context, program, &plan, &blobs, &mut objects)?;
            raw.captures.push(capture(context, pass, &plan)?);
        }
        plan::finish(draw, &plan, raw)
    }

    /// The current source, linked with these names captured.
    fn program(&mut self, names: &[&str]) -> Result<&Linked<'gl>, DrawError> {
        let found = self.linked.iter().position(|(captured, _)| captured == names);
        let at = match found {
            Some(at) => at,
            None => {
                let program = link(self.context, &self.source, names).map_err(DrawError::Link)?;
                self.linked.push((names.iter().map(|&n| n.to_owned()).collect(), program));
                self.linked.len() - 1
            }
        };
        self.linked.get(at).map(|(_, program)| program).ok_or(DrawError::Gl { at: "link".to_owned(), code: 0 })
    }

    /// Copies the depth texture of `objects` to a colour target and reads that.
    fn read_depth(
        &mut self,
        framebuffer: &FramebufferPlan,
        bytes: usize,
        objects: &mut Objects<'_>,
    ) -> Result<Vec<u8>, DrawError> {
        let [vertex, fragment] = DEPTH_COPY.map(str::to_owned);
        let source = ProgramSource { name: "depth copy".to_owned(), vertex, fragment };
        let program = match self.depth_copy.take() {
            Some(program) => program,
            None => link(self.context, &source, &[]).map_err(DrawError::Link)?,
        };
        let program = self.depth_copy.insert(program);
        objects.bind_copy_target(framebuffer)?;
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it, and all objects are its own.
        unsafe {
            gl.use_program(Some(program.id));
            gl.active_texture(glow::TEXTURE0);
            gl.bind_texture(glow::TEXTURE_2D, objects.depth);
            gl.bind_sampler(0, None);
            gl.uniform_1_i32(program.uniforms.first().map(|u| &u.location), 0);
            gl.disable(glow::DEPTH_TEST);
            gl.disable(glow::CULL_FACE);
            gl.viewport(0, 0, framebuffer.width.cast_signed(), framebuffer.height.cast_signed());
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
        }
        check(self.context, "depth copy")?;
        read_pixels(self.context, framebuffer, (glow::RGBA, glow::FLOAT), bytes)
    }
}

fn unbound(what: &str, name: &str) -> DrawError {
    DrawError::Unbound { what: what.to_owned(), name: name.to_owned() }
}

fn mismatch(what: &str, name: &str, message: String) -> DrawError {
    DrawError::Mismatch { what: what.to_owned(), name: name.to_owned(), message }
}

fn mistyped(what: &str, name: &str, kind: u32) -> DrawError {
    mismatch(what, name, format!("the program declares it with GL type {kind:#06x}"))
}

/// Makes the program current with all that it uses bound.
fn bind(
    context: &Context,
    program: &Linked<'_>,
    plan: &Plan<'_>,
    blobs: &Blobs<'_>,
    objects: &mut Objects<'_>,
) -> Result<(), DrawError> {
    // SAFETY: a `Context` is current on the thread that has it, and the program is its own.
    unsafe { context.gl.use_program(Some(program.id)) };
    objects.bind_vertex_array()?;
    for active in &program.attributes {
        let attribute = plan.attributes.iter().find(|a| a.name == active.name);
        let attribute = attribute.ok_or_else(|| unbound("attribute", &active.name))?;
        if !attribute.types.contains(&active.kind) {
            return Err(mistyped("attribute", &active.name, active.kind));
        }
        objects.bind_attribute(active.location, attribute);
    }
    check(context, "attributes")?;
    let mut unit = 0;
    for active in &program.uniforms {
        let name = active.name.strip_suffix("[0]").unwrap_or(&active.name);
        if let Some(value) = plan.uniforms.iter().find(|u| u.name == name) {
            set_uniform(context, active, value)?;
        } else {
            unit = bind_samplers(context, program, active, plan, objects, unit)?;
        }
    }
    check(context, "uniforms")?;
    for (slot, active) in (0..).zip(&program.blocks) {
        let block = plan.blocks.iter().find(|b| b.name == active.name);
        let block = block.ok_or_else(|| unbound("uniform block", &active.name))?;
        let mut data = blobs.get(block.data).to_vec();
        data.resize(data.len().max(active.bytes), 0);
        objects.bind_block(slot, &data)?;
        // SAFETY: as above.
        unsafe { context.gl.uniform_block_binding(program.id, active.index, slot) };
    }
    check(context, "uniform blocks")
}

fn set_uniform(
    context: &Context,
    active: &Active<glow::UniformLocation>,
    value: &UniformPlan<'_>,
) -> Result<(), DrawError> {
    if !value.types.contains(&active.kind) {
        return Err(mistyped("uniform", value.name, active.kind));
    }
    let elements = value.words.len() / usize::from(value.components);
    let wanted = usize::try_from(active.size).unwrap_or(0);
    if elements < wanted {
        return Err(mismatch("uniform", value.name, format!("{wanted} elements are active, {elements} are bound")));
    }
    let words = value.words.get(..wanted * usize::from(value.components)).unwrap_or_default();
    let floats: Vec<f32> = words.iter().map(|&w| f32::from_bits(w)).collect();
    let ints: Vec<i32> = words.iter().map(|&w| w.cast_signed()).collect();
    let (gl, at) = (&context.gl, Some(&active.location));
    // SAFETY: a `Context` is current on the thread that has it; the location is of the program in use.
    unsafe {
        match (value.scalar, value.components) {
            (Scalar::Float, 1) => gl.uniform_1_f32_slice(at, &floats),
            (Scalar::Float, 2) => gl.uniform_2_f32_slice(at, &floats),
            (Scalar::Float, 3) => gl.uniform_3_f32_slice(at, &floats),
            (Scalar::Float, _) => gl.uniform_4_f32_slice(at, &floats),
            (Scalar::Int, 1) => gl.uniform_1_i32_slice(at, &ints),
            (Scalar::Int, 2) => gl.uniform_2_i32_slice(at, &ints),
            (Scalar::Int, 3) => gl.uniform_3_i32_slice(at, &ints),
            (Scalar::Int, _) => gl.uniform_4_i32_slice(at, &ints),
            (Scalar::Uint, 1) => gl.uniform_1_u32_slice(at, words),
            (Scalar::Uint, 2) => gl.uniform_2_u32_slice(at, words),
            (Scalar::Uint, 3) => gl.uniform_3_u32_slice(at, words),
            (Scalar::Uint, _) => gl.uniform_4_u32_slice(at, words),
        }
    }
    Ok(())
}

/// Binds each element of an active sampler from texture unit `unit` on; returns the next free unit.
fn bind_samplers(
    context: &Context,
    program: &Linked<'_>,
    active: &Active<glow::UniformLocation>,
    plan: &Plan<'_>,
    objects: &Objects<'_>,
    unit: u32,
) -> Result<u32, DrawError> {
    let base = active.name.strip_suffix("[0]");
    let mut next = unit;
    for element in 0..active.size {
        let name = match base {
            Some(base) => format!("{base}[{element}]"),
            None => active.name.clone(),
        };
        let bound = plan.samplers.iter().position(|s| s.name == name);
        let bound = bound.and_then(|at| Some((at, plan.samplers.get(at)?)));
        let Some((at, sampler)) = bound else {
            return Err(unbound(if is_sampler(active.kind) { "sampler" } else { "uniform" }, &name));
        };
        if sampler.kind != active.kind {
            return Err(mistyped("sampler", &name, active.kind));
        }
        objects.bind_texture(next, sampler.image, at);
        // SAFETY: a `Context` is current on the thread that has it; the program is in use.
        unsafe {
            let location = context.gl.get_uniform_location(program.id, &name);
            context.gl.uniform_1_i32(location.as_ref(), next.cast_signed());
        }
        next += 1;
    }
    Ok(next)
}

fn is_sampler(kind: u32) -> bool {
    [
        glow::SAMPLER_2D,
        glow::SAMPLER_3D,
        glow::SAMPLER_CUBE,
        glow::SAMPLER_2D_SHADOW,
        glow::SAMPLER_2D_ARRAY,
        glow::SAMPLER_2D_ARRAY_SHADOW,
        glow::SAMPLER_CUBE_SHADOW,
        glow::INT_SAMPLER_2D,
        glow::INT_SAMPLER_3D,
        glow::INT_SAMPLER_CUBE,
        glow::INT_SAMPLER_2D_ARRAY,
        glow::UNSIGNED_INT_SAMPLER_2D,
        glow::UNSIGNED_INT_SAMPLER_3D,
        glow::UNSIGNED_INT_SAMPLER_CUBE,
        glow::UNSIGNED_INT_SAMPLER_2D_ARRAY,
    ]
    .contains(&kind)
}

/// Draws into the bound framebuffer, cleared, and reads its colour targets.
fn raster(
    context: &Context,
    framebuffer: &FramebufferPlan,
    plan: &Plan<'_>,
    objects: &Objects<'_>,
    raw: &mut Raw,
) -> Result<(), DrawError> {
    let gl = &context.gl;
    // SAFETY: a `Context` is current on the thread that has it.
    unsafe {
        gl.depth_mask(true);
        for (index, target) in (0..).zip(&framebuffer.targets) {
            clear(gl, index, target);
        }
        if let Some(depth) = &framebuffer.depth {
            gl.clear_buffer_f32_slice(glow::DEPTH, 0, &[depth.clear]);
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(depth.func);
            gl.depth_mask(depth.write);
        } else {
            gl.disable(glow::DEPTH_TEST);
        }
        let [x, y, width, height] = framebuffer.viewport;
        gl.viewport(x, y, width, height);
        let [near, far] = framebuffer.depth_range;
        gl.depth_range_f32(near, far);
        gl.front_face(framebuffer.front_face);
        match framebuffer.cull {
            None => gl.disable(glow::CULL_FACE),
            Some(face) => {
                gl.enable(glow::CULL_FACE);
                gl.cull_face(face);
            }
        }
        gl.draw_buffers(&framebuffer.draw_buffers);
        check(context, "raster state")?;
        let call = &plan.call;
        match call.indices {
            None => gl.draw_arrays_instanced(call.mode, call.first, call.count, call.instances),
            Some(indices) => {
                objects.bind_indices();
                gl.draw_elements_instanced(call.mode, call.count, indices.scalar, call.first, call.instances);
            }
        }
        check(context, "draw")?;
        for (index, target) in (0..).zip(&framebuffer.targets) {
            gl.read_buffer(glow::COLOR_ATTACHMENT0 + index);
            let formats = (target.read_format, target.read_type);
            raw.targets.push(read_pixels(context, framebuffer, formats, target.read_bytes)?);
        }
    }
    Ok(())
}

/// Clears a colour target of the bound framebuffer.
///
/// # Safety
/// `gl` must be current on the calling thread.
unsafe fn clear(gl: &glow::Context, index: u32, target: &TargetPlan) {
    // SAFETY: the caller's promise; each call gets the four values that it reads.
    unsafe {
        match target.scalar {
            Scalar::Float => gl.clear_buffer_f32_slice(glow::COLOR, index, &target.clear.map(f32::from_bits)),
            Scalar::Int => gl.clear_buffer_i32_slice(glow::COLOR, index, &target.clear.map(u32::cast_signed)),
            Scalar::Uint => gl.clear_buffer_u32_slice(glow::COLOR, index, &target.clear),
        }
    }
}

fn read_pixels(
    context: &Context,
    framebuffer: &FramebufferPlan,
    (format, element): (u32, u32),
    length: usize,
) -> Result<Vec<u8>, DrawError> {
    let mut bytes = vec![0; length];
    let (width, height) = (framebuffer.width.cast_signed(), framebuffer.height.cast_signed());
    // SAFETY: a `Context` is current on the thread that has it. The plan computed `length` as width x height texels of
    // this format and type, and rows are packed without padding.
    unsafe {
        let pixels = glow::PixelPackData::Slice(Some(&mut bytes));
        context.gl.read_pixels(0, 0, width, height, format, element, pixels);
    }
    check(context, "read back")?;
    Ok(bytes)
}

fn check_captured(program: &Linked<'_>, pass: &CapturePlan<'_>) -> Result<(), DrawError> {
    for ((name, active), wanted) in program.captured.iter().zip(&pass.components) {
        if active != wanted {
            let message = format!("the program declares {active} components, {wanted} were to be captured");
            return Err(mismatch("varying", name, message));
        }
    }
    Ok(())
}

/// Runs the vertex shader over all vertices, as points that are not rasterised, and reads what it wrote.
fn capture(context: &Context, pass: &CapturePlan<'_>, plan: &Plan<'_>) -> Result<Vec<u8>, DrawError> {
    let gl = &context.gl;
    // SAFETY: a `Context` is current on the thread that has it. The capture buffer holds all vertices of all
    // instances; the mapping is of the whole buffer and read before it ends.
    unsafe {
        gl.enable(glow::RASTERIZER_DISCARD);
        gl.begin_transform_feedback(glow::POINTS);
        gl.draw_arrays_instanced(glow::POINTS, plan.call.first, plan.call.count, plan.call.instances);
        gl.end_transform_feedback();
        gl.disable(glow::RASTERIZER_DISCARD);
        check(context, "capture")?;
        let length = i32::try_from(pass.bytes).unwrap_or(0);
        let mapped = gl.map_buffer_range(glow::TRANSFORM_FEEDBACK_BUFFER, 0, length, glow::MAP_READ_BIT);
        if mapped.is_null() {
            check(context, "read back")?;
            return Err(DrawError::Gl { at: "read back".to_owned(), code: 0 });
        }
        let bytes = std::slice::from_raw_parts(mapped, pass.bytes).to_vec();
        gl.unmap_buffer(glow::TRANSFORM_FEEDBACK_BUFFER);
        check(context, "read back")?;
        Ok(bytes)
    }
}
