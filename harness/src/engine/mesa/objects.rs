//! The GL objects of one draw: made from its plan, deleted together when it is done.

use glow::HasContext;

use super::context::Context;
use crate::engine::DrawError;
use crate::engine::plan::{AttributePlan, Blobs, FramebufferPlan, ImagePlan, Plan, SamplerPlan};

/// Reports the first GL error since the last check.
pub(super) fn check(context: &Context, at: &str) -> Result<(), DrawError> {
    // SAFETY: a `Context` is current on the thread that has it.
    let code = unsafe { context.gl.get_error() };
    if code == glow::NO_ERROR {
        return Ok(());
    }
    // SAFETY: as above. GL holds at most one error of each kind, so this ends.
    while unsafe { context.gl.get_error() } != glow::NO_ERROR {}
    Err(DrawError::Gl { at: at.to_owned(), code })
}

/// The objects. Every one is in a list, so that none outlives the draw, whatever fails.
pub(super) struct Objects<'gl> {
    context: &'gl Context,
    /// The plan's vertex buffers, its index buffer, and those made later.
    buffers: Vec<glow::Buffer>,
    indices: Option<glow::Buffer>,
    /// The plan's images with their targets, then the depth texture.
    textures: Vec<(u32, glow::Texture)>,
    samplers: Vec<glow::Sampler>,
    vertex_arrays: Vec<glow::VertexArray>,
    framebuffers: Vec<glow::Framebuffer>,
    renderbuffers: Vec<glow::Renderbuffer>,
    /// The depth texture of the framebuffer, if it has one.
    pub(super) depth: Option<glow::Texture>,
}

impl Drop for Objects<'_> {
    fn drop(&mut self) {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it, and all objects were made from it.
        unsafe {
            self.buffers.iter().for_each(|&b| gl.delete_buffer(b));
            self.textures.iter().for_each(|&(_, t)| gl.delete_texture(t));
            self.samplers.iter().for_each(|&s| gl.delete_sampler(s));
            self.vertex_arrays.iter().for_each(|&v| gl.delete_vertex_array(v));
            self.framebuffers.iter().for_each(|&f| gl.delete_framebuffer(f));
            self.renderbuffers.iter().for_each(|&r| gl.delete_renderbuffer(r));
        }
    }
}

fn refused(at: &'static str) -> impl Fn(String) -> DrawError {
    move |_| DrawError::Gl { at: at.to_owned(), code: 0 }
}

impl<'gl> Objects<'gl> {
    /// Uploads the buffers, images and samplers of a plan.
    pub(super) fn new(context: &'gl Context, plan: &Plan<'_>, blobs: &Blobs<'_>) -> Result<Self, DrawError> {
        let mut objects = Self {
            context,
            buffers: Vec::new(),
            indices: None,
            textures: Vec::new(),
            samplers: Vec::new(),
            vertex_arrays: Vec::new(),
            framebuffers: Vec::new(),
            renderbuffers: Vec::new(),
            depth: None,
        };
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            context.gl.disable(glow::DITHER);
            context.gl.enable(glow::PRIMITIVE_RESTART_FIXED_INDEX);
            context.gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            context.gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            // An index buffer binding belongs to a vertex array.
            context.gl.bind_vertex_array(None);
        }
        for &blob in &plan.buffers {
            objects.buffer(glow::ARRAY_BUFFER, blobs.get(blob))?;
        }
        if let Some(indices) = plan.call.indices {
            objects.indices = Some(objects.buffer(glow::ARRAY_BUFFER, blobs.get(indices.data))?);
        }
        check(context, "buffers")?;
        for image in &plan.images {
            objects.image(image, blobs)?;
        }
        check(context, "textures")?;
        for sampler in &plan.samplers {
            objects.sampler(sampler)?;
        }
        check(context, "samplers")?;
        Ok(objects)
    }

    /// Makes a buffer and leaves it bound to `target`.
    fn buffer(&mut self, target: u32, data: &[u8]) -> Result<glow::Buffer, DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let buffer = gl.create_buffer().map_err(refused("buffers"))?;
            self.buffers.push(buffer);
            gl.bind_buffer(target, Some(buffer));
            gl.buffer_data_u8_slice(target, data, glow::STATIC_DRAW);
            Ok(buffer)
        }
    }

    fn image(&mut self, image: &ImagePlan, blobs: &Blobs<'_>) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it. The plan checked that each upload holds exactly the
        // texels of its extents, and rows are unpacked without padding.
        unsafe {
            let texture = gl.create_texture().map_err(refused("textures"))?;
            self.textures.push((image.target, texture));
            gl.bind_texture(image.target, Some(texture));
            match image.depth {
                None => gl.tex_storage_2d(image.target, image.levels, image.internal, image.width, image.height),
                Some(depth) => {
                    gl.tex_storage_3d(image.target, image.levels, image.internal, image.width, image.height, depth);
                }
            }
            for up in &image.uploads {
                let data = glow::PixelUnpackData::Slice(Some(blobs.get(up.data)));
                let (format, element) = (image.format, image.element);
                if image.depth.is_none() {
                    gl.tex_sub_image_2d(up.target, up.level, 0, 0, up.width, up.height, format, element, data);
                } else {
                    let extent = (up.width, up.height, up.depth);
                    let (w, h, d) = extent;
                    gl.tex_sub_image_3d(up.target, up.level, 0, 0, 0, w, h, d, format, element, data);
                }
            }
        }
        Ok(())
    }

    fn sampler(&mut self, sampler: &SamplerPlan<'_>) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let object = gl.create_sampler().map_err(refused("samplers"))?;
            self.samplers.push(object);
            for &(name, value) in &sampler.params {
                gl.sampler_parameter_i32(object, name, value.cast_signed());
            }
            let [min, max] = sampler.lod;
            gl.sampler_parameter_f32(object, glow::TEXTURE_MIN_LOD, min);
            gl.sampler_parameter_f32(object, glow::TEXTURE_MAX_LOD, max);
        }
        Ok(())
    }

    /// Binds a new vertex array: no attribute of a pass before is left.
    pub(super) fn bind_vertex_array(&mut self) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let array = gl.create_vertex_array().map_err(refused("attributes"))?;
            self.vertex_arrays.push(array);
            gl.bind_vertex_array(Some(array));
        }
        Ok(())
    }

    /// Feeds an attribute of the bound vertex array.
    pub(super) fn bind_attribute(&self, location: u32, plan: &AttributePlan<'_>) {
        let gl = &self.context.gl;
        let &AttributePlan { components, scalar, stride, offset, .. } = plan;
        // SAFETY: a `Context` is current on the thread that has it. The plan checked that the buffer holds every
        // element that the draw fetches.
        unsafe {
            gl.bind_buffer(glow::ARRAY_BUFFER, self.buffers.get(plan.buffer).copied());
            gl.enable_vertex_attrib_array(location);
            gl.vertex_attrib_divisor(location, plan.divisor);
            if plan.integer {
                gl.vertex_attrib_pointer_i32(location, components, scalar, stride, offset);
            } else {
                gl.vertex_attrib_pointer_f32(location, components, scalar, plan.normalized, stride, offset);
            }
        }
    }

    /// Binds the index buffer to the bound vertex array.
    pub(super) fn bind_indices(&self) {
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe { self.context.gl.bind_buffer(glow::ELEMENT_ARRAY_BUFFER, self.indices) };
    }

    /// Binds a new uniform buffer.
    pub(super) fn bind_block(&mut self, slot: u32, data: &[u8]) -> Result<(), DrawError> {
        let buffer = self.buffer(glow::UNIFORM_BUFFER, data)?;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe { self.context.gl.bind_buffer_base(glow::UNIFORM_BUFFER, slot, Some(buffer)) };
        Ok(())
    }

    /// Binds an image and a sampler of the plan to a texture unit.
    pub(super) fn bind_texture(&self, unit: u32, image: usize, sampler: usize) {
        let gl = &self.context.gl;
        let Some(&(target, texture)) = self.textures.get(image) else { return };
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            gl.active_texture(glow::TEXTURE0 + unit);
            gl.bind_texture(target, Some(texture));
            gl.bind_sampler(unit, self.samplers.get(sampler).copied());
        }
    }

    /// Binds a new framebuffer with the targets of the plan.
    pub(super) fn bind_framebuffer(&mut self, plan: &FramebufferPlan) -> Result<(), DrawError> {
        self.new_framebuffer()?;
        for (index, target) in (0..).zip(&plan.targets) {
            self.attach(index, target.internal, plan.width, plan.height)?;
        }
        if let Some(depth) = &plan.depth {
            self.attach_depth(depth.internal, plan.width, plan.height)?;
        }
        let attachments = (glow::COLOR_ATTACHMENT0..).take(plan.targets.len()).collect::<Vec<_>>();
        self.complete(&attachments)
    }

    /// Binds a new framebuffer with one float target that the depth buffer is copied to.
    pub(super) fn bind_copy_target(&mut self, plan: &FramebufferPlan) -> Result<(), DrawError> {
        self.new_framebuffer()?;
        self.attach(0, glow::RGBA32F, plan.width, plan.height)?;
        self.complete(&[glow::COLOR_ATTACHMENT0])
    }

    /// Binds a new capture buffer, and a framebuffer that nothing is drawn to.
    pub(super) fn bind_capture(&mut self, bytes: usize) -> Result<(), DrawError> {
        self.new_framebuffer()?;
        self.attach(0, glow::RGBA8, 1, 1)?;
        self.complete(&[glow::NONE])?;
        let buffer = self.buffer(glow::TRANSFORM_FEEDBACK_BUFFER, &vec![0; bytes])?;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe { self.context.gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, Some(buffer)) };
        Ok(())
    }

    fn new_framebuffer(&mut self) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(refused("framebuffer"))?;
            self.framebuffers.push(framebuffer);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        }
        Ok(())
    }

    /// Attaches a new renderbuffer to the bound framebuffer as a colour target.
    fn attach(&mut self, index: u32, internal: u32, width: u32, height: u32) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        let attachment = glow::COLOR_ATTACHMENT0 + index;
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let buffer = gl.create_renderbuffer().map_err(refused("framebuffer"))?;
            self.renderbuffers.push(buffer);
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            gl.renderbuffer_storage(glow::RENDERBUFFER, internal, width.cast_signed(), height.cast_signed());
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
        }
        Ok(())
    }

    /// Attaches a new depth texture to the bound framebuffer.
    fn attach_depth(&mut self, internal: u32, width: u32, height: u32) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        let (target, nearest) = (glow::TEXTURE_2D, glow::NEAREST.cast_signed());
        // SAFETY: a `Context` is current on the thread that has it.
        unsafe {
            let texture = gl.create_texture().map_err(refused("framebuffer"))?;
            self.textures.push((target, texture));
            self.depth = Some(texture);
            gl.bind_texture(target, Some(texture));
            gl.tex_storage_2d(target, 1, internal, width.cast_signed(), height.cast_signed());
            gl.tex_parameter_i32(target, glow::TEXTURE_MIN_FILTER, nearest);
            gl.tex_parameter_i32(target, glow::TEXTURE_MAG_FILTER, nearest);
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::DEPTH_ATTACHMENT, target, Some(texture), 0);
        }
        Ok(())
    }

    /// Chooses the draw buffers of the bound framebuffer and checks that it is complete.
    fn complete(&self, draw_buffers: &[u32]) -> Result<(), DrawError> {
        let gl = &self.context.gl;
        // SAFETY: a `Context` is current on the thread that has it.
        let status = unsafe {
            gl.draw_buffers(draw_buffers);
            gl.check_framebuffer_status(glow::FRAMEBUFFER)
        };
        check(self.context, "framebuffer")?;
        if status != glow::FRAMEBUFFER_COMPLETE {
            return Err(DrawError::Gl { at: "framebuffer".to_owned(), code: status });
        }
        Ok(())
    }
}
