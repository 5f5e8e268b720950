//! The device: lavapipe among the adapters of Vulkan, and the errors of what is done on it.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use crate::engine::{DrawError, EngineError, EngineKind};

/// What adapters of lavapipe are called.
const LAVAPIPE: &str = "llvmpipe";
/// What is needed beyond WebGPU's core: linear filters on 32-bit floats, multisampled textures of them, and the stores of
/// a captured vertex stage.
const FEATURES: wgpu::Features = wgpu::Features::FLOAT32_FILTERABLE
    .union(wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(wgpu::Features::VERTEX_WRITABLE_STORAGE);

/// An open device.
pub(super) struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) description: String,
}

impl Gpu {
    /// Finds lavapipe and opens it.
    pub(super) fn open() -> Result<Self, EngineError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapters = finished(instance.enumerate_adapters(wgpu::Backends::VULKAN)).unwrap_or_default();
        let is_lavapipe = |adapter: &wgpu::Adapter| {
            let info = adapter.get_info();
            info.device_type == wgpu::DeviceType::Cpu && info.name.contains(LAVAPIPE)
        };
        let Some(adapter) = adapters.into_iter().find(is_lavapipe) else {
            return Err(absent(format!("no Vulkan adapter called {LAVAPIPE}")));
        };
        if !adapter.features().contains(FEATURES) {
            return Err(absent(format!("its adapter has not all of {FEATURES:?}")));
        }
        let info = adapter.get_info();
        let description = format!("WebGPU (wgpu) on Vulkan, {}, {}", info.name, info.driver_info);
        let wanted = wgpu::DeviceDescriptor {
            required_features: FEATURES,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = finished(adapter.request_device(&wanted));
        let (device, queue) = match opened {
            Some(Ok(opened)) => opened,
            Some(Err(error)) => return Err(super::lost(format!("its device cannot be opened: {error}"))),
            None => return Err(super::lost("its device does not open")),
        };
        Ok(Self { device, queue, description })
    }

    /// Does something on the device; an error that the device finds in it names this step.
    pub(super) fn checked<T>(&self, at: &str, work: impl FnOnce() -> T) -> Result<T, DrawError> {
        let filters = [wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory, wgpu::ErrorFilter::Validation];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let done = work();
        let mut found = None;
        for scope in scopes.into_iter().rev() {
            found = found.or(finished(scope.pop()).flatten());
        }
        match found {
            None => Ok(done),
            Some(error) => Err(DrawError::Device { at: at.to_owned(), message: in_one_line(&error.to_string()) }),
        }
    }

    /// Waits until everything that was submitted is done.
    pub(super) fn wait(&self) -> Result<(), DrawError> {
        match self.device.poll(wgpu::PollType::wait_indefinitely()) {
            Ok(_) => Ok(()),
            Err(error) => Err(DrawError::Crash { message: error.to_string() }),
        }
    }
}

/// The result of what wgpu only calls a future: on Vulkan it is there at once.
fn finished<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

/// The lines of a message, joined.
pub(super) fn in_one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

fn absent(what: impl Into<String>) -> EngineError {
    EngineError::Absent {
        engine: EngineKind::Wgpu,
        what: what.into(),
        install: "the Debian packages libvulkan1 and mesa-vulkan-drivers",
    }
}
