//! Time an instruction of generated shaders of 100 to 50,000 instructions: it must not grow with their number.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dxbc_benches::{Shape, generated};
use dxbc_translator::options::Options;
use dxbc_translator::translate;

fn growth(criterion: &mut Criterion) {
    let options = Options::default();
    for shape in [Shape::Flat, Shape::Nested] {
        let mut group = criterion.benchmark_group(format!("growth/{}", shape.name()));
        for instructions in [100, 1_000, 10_000, 50_000] {
            let bytes = generated(shape, instructions);
            assert!(translate(&bytes, &options).is_ok(), "a generated shader translates");
            group.sample_size(10).throughput(Throughput::Elements(instructions as u64));
            group.bench_with_input(BenchmarkId::from_parameter(instructions), &bytes, |b, bytes| {
                b.iter(|| translate(bytes, &options).map(|shader| shader.source.len()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, growth);
criterion_main!(benches);
