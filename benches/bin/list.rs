//! Translates the containers that a file lists, one path a line, so many times, and prints the seconds.
//!
//! `list LIST TIMES`: the same as the program that `HLSLCC_BENCH` names is called with. Files are read before the clock
//! starts; what does not translate takes its time too.

use std::hint::black_box;
use std::time::Instant;

use dxbc_translator::Translator;
use dxbc_translator::options::Options;
use mimalloc::MiMalloc;

/// The command's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(list), Some(Ok(times)), None) =
        (arguments.next(), arguments.next().map(|times| times.parse::<u32>()), arguments.next())
    else {
        panic!("list LIST TIMES");
    };
    let list = std::fs::read_to_string(&list).expect("a readable list");
    let shaders: Vec<Vec<u8>> = list.lines().map(|path| std::fs::read(path).expect("a readable file")).collect();
    let options = Options::default();
    let mut translator = Translator::new(&options);
    let start = Instant::now();
    for _ in 0..times {
        for bytes in &shaders {
            let _ = black_box(translator.translate(bytes));
        }
    }
    println!("{:.6}", start.elapsed().as_secs_f64());
}
