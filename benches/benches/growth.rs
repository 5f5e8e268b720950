//! Time a byte of single shaders from small to large: it must not grow with their size.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dxbc_translator::options::Options;
use dxbc_translator::translate;

fn growth(criterion: &mut Criterion) {
    let mut shaders = dxbc_benches::corpus();
    shaders.sort_by_key(|shader| shader.bytes.len());
    let options = Options::default();
    let mut group = criterion.benchmark_group("growth");
    let last = shaders.len() - 1;
    for part in [0, 25, 50, 75, 90, 99, 100] {
        let shader = &shaders[last * part / 100];
        group.sample_size(10).throughput(Throughput::Bytes(shader.bytes.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(shader.bytes.len()), shader, |b, shader| {
            b.iter(|| translate(&shader.bytes, &options).map(|shader| shader.source.len()));
        });
    }
    group.finish();
}

criterion_group!(benches, growth);
criterion_main!(benches);
