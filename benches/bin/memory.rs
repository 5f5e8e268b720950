//! The most memory that one translation takes, as a multiple of its bytecode.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use dxbc_benches::{Shape, generated};
use dxbc_translator::options::Options;
use dxbc_translator::translate;

/// The bytes that are allocated now, and the most there were.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// What a translation may take beside 32 times its bytecode.
const FREE: usize = 1 << 20;

struct Counting;

// SAFETY: the system's allocator does the work; this one counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of this function, which is that one's.
        unsafe { System.alloc(layout) }
    }

    // A block that grows is counted once: the system's allocator grows it where it is, or moves its pages.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() {
            let more = size - layout.size();
            MOST.fetch_max(NOW.fetch_add(more, Relaxed) + more, Relaxed);
        } else {
            NOW.fetch_sub(layout.size() - size, Relaxed);
        }
        // SAFETY: the caller keeps the contract of this function, which is that one's.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let options = Options::default();
    let mut worst = (0.0, String::new());
    let mut over = Vec::new();
    let mut shaders: Vec<(String, Vec<u8>)> =
        dxbc_benches::corpus().into_iter().map(|shader| (shader.name, shader.bytes)).collect();
    for (shape, instructions) in [Shape::Flat, Shape::Nested].into_iter().flat_map(|s| [(s, 1_000), (s, 50_000)]) {
        shaders.push((format!("generated {} {instructions}", shape.name()), generated(shape, instructions)));
    }
    for (name, bytes) in &shaders {
        let before = NOW.load(Relaxed);
        MOST.store(before, Relaxed);
        drop(translate(bytes, &options));
        let peak = MOST.load(Relaxed) - before;
        let ratio = peak as f64 / bytes.len() as f64;
        if name.starts_with("generated") {
            println!("{name}: {peak} bytes for {} of bytecode, {ratio:.1} times", bytes.len());
        } else if ratio > worst.0 {
            worst = (ratio, format!("{name}: {peak} bytes for {} of bytecode", bytes.len()));
        }
        if peak > 32 * bytes.len() + FREE {
            over.push(name);
        }
    }
    println!("the most of the corpus: {:.1} times, {}", worst.0, worst.1);
    println!("beyond 32 times its bytecode and 1 MiB: {}", over.len());
}
