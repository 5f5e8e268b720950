//! The corpus on one thread and on two: what is lost to what the threads share.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dxbc_benches::Shader;
use dxbc_translator::Translator;
use dxbc_translator::options::Options;
use rayon::prelude::*;

fn scaling(criterion: &mut Criterion) {
    let shaders = dxbc_benches::corpus();
    let options = Options::default();
    let mut group = criterion.benchmark_group("scaling");
    group.sample_size(10).throughput(Throughput::Elements(shaders.len() as u64));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        group.bench_function(BenchmarkId::from_parameter(threads), |b| {
            b.iter(|| {
                let length = |translator: &mut Translator<'_>, shader: &Shader| {
                    translator.translate(&shader.bytes).map_or(0, |shader| shader.source.len())
                };
                let lengths = || shaders.par_iter().map_init(|| Translator::new(&options), length);
                pool.install(|| lengths().sum::<usize>())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, scaling);
criterion_main!(benches);
