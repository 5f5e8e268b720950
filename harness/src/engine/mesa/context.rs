//! A surfaceless GLES 3 context on Mesa's software EGL device.

use std::ffi::CStr;
use std::fs;

use glow::HasContext;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay;

use crate::engine::{EngineError, EngineKind};

/// The EGL device extension that only llvmpipe and its like have.
const SOFTWARE_DEVICE: &str = "EGL_MESA_device_software";
/// What a context needs beyond GLES 3.0, as WebGL2 pages do: float targets and linear filters on 32-bit floats.
const EXTENSIONS: [&str; 2] = ["GL_EXT_color_buffer_float", "GL_OES_texture_float_linear"];
/// What Mesa is told when its libraries are loaded: to leave out everything past GLES 3.0, where it would always make a
/// 3.2 context; to filter 8-bit textures in floats, where it would use integers and be off by a whole step of 255; and
/// not to ask a display server which device of Vulkan it prefers, which complains where there is none.
const SETTINGS: [(&str, &str); 3] =
    [("MESA_GLES_VERSION_OVERRIDE", "3.0"), ("GALLIVM_PERF", "no_aos_sampling"), ("NODEVICE_SELECT", "1")];

/// A context, current on the thread that has it from `open` to the end of the thread, with its GL functions.
///
/// It is not `Send`, no other context is ever made current on its thread, and nothing destroys it: so whoever has a
/// reference to it may call its GL functions. The `SAFETY` comments of this module rest on that.
pub(super) struct Context {
    pub(super) gl: glow::Context,
    pub(super) description: String,
    display: Display,
    context: PossiblyCurrentContext,
}

/// The names and values of settings that the environment does not have already.
pub(super) fn missing_settings() -> impl Iterator<Item = (&'static str, &'static str)> {
    SETTINGS.into_iter().filter(|(name, _)| std::env::var_os(name).is_none())
}

/// Tells Mesa the missing settings.
///
/// They are only set while this process has no second thread. A process with threads says them from outside (the
/// workspace's cargo configuration does), or gets a 3.2 context, of which this engine uses nothing but the 3.0 part, and
/// coarser filters.
pub(in crate::engine) fn configure() {
    let single_threaded = fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1);
    if single_threaded {
        for (name, value) in missing_settings() {
            // SAFETY: no other thread exists that could read or write the environment at the same time: the kernel
            // lists one task for this process, which is the caller, and only the caller could start another.
            unsafe { std::env::set_var(name, value) };
        }
    }
}

impl Context {
    /// Opens the software device and makes a context current on the calling thread.
    pub(super) fn open() -> Result<Self, EngineError> {
        let mut devices =
            Device::query_devices().map_err(|e| absent(format!("no EGL library that lists devices: {e}")))?;
        let device = devices
            .find(|device| device.extensions().contains(SOFTWARE_DEVICE))
            .ok_or_else(|| absent(format!("no EGL device with {SOFTWARE_DEVICE}")))?;
        // SAFETY: there is no native display handle that would have to stay valid.
        let display = unsafe { Display::with_device(&device, None) }.map_err(|e| broken("its display", &e))?;
        let template =
            ConfigTemplateBuilder::new().with_api(Api::GLES3).with_surface_type(ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let config = unsafe { display.find_configs(template) }
            .map_err(|e| broken("its configurations", &e))?
            .next()
            .ok_or_else(|| absent("no EGL configuration for GLES 3"))?;
        let attributes =
            ContextAttributesBuilder::new().with_context_api(ContextApi::Gles(Some(Version::new(3, 0)))).build(None);
        // SAFETY: the attributes name no native window.
        let context = unsafe { display.create_context(&config, &attributes) }
            .and_then(|context| context.make_current_surfaceless())
            .map_err(|e| broken("its context", &e))?;
        // SAFETY: the context is current on this thread, and the loader is the one that belongs to it.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|name: &CStr| display.get_proc_address(name)) };
        if let Some(missing) = EXTENSIONS.iter().find(|e| !gl.supported_extensions().contains(**e)) {
            return Err(absent(format!("no {missing}")));
        }
        // SAFETY: the context is current.
        let description = unsafe {
            format!("{}, {}", gl.get_parameter_string(glow::VERSION), gl.get_parameter_string(glow::RENDERER))
        };
        Ok(Self { gl, description, display, context })
    }

    /// Forgets the context without destroying it.
    pub(super) fn leak(self) {
        std::mem::forget((self.gl, self.context, self.display));
    }
}

pub(super) fn absent(what: impl Into<String>) -> EngineError {
    EngineError::Absent {
        engine: EngineKind::Mesa,
        what: what.into(),
        install: "the Debian packages libegl1, libgles2 and libgl1-mesa-dri",
    }
}

fn broken(what: &str, error: &glutin::error::Error) -> EngineError {
    super::lost(format!("{what} cannot be made: {error}"))
}
