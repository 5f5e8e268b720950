//! Time of each stage over the fixed shaders one by one, and over the corpus in one go.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dxbc_benches::{Input, Shader, Stage};

fn stages(criterion: &mut Criterion) {
    for shader in dxbc_benches::fixed() {
        let name = shader.name.clone();
        measure(criterion, &name, &[shader]);
    }
    measure(criterion, "corpus", &dxbc_benches::corpus());
}

fn measure(criterion: &mut Criterion, name: &str, shaders: &[Shader]) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::ElementsAndBytes {
        elements: shaders.len() as u64,
        bytes: dxbc_benches::size(shaders),
    });
    for stage in Stage::ALL {
        group.bench_function(stage.name(), |bencher| {
            let inputs = || -> Vec<_> { shaders.iter().map(|shader| Input::new(stage, &shader.bytes)).collect() };
            let run = |inputs: &mut Vec<Input<'_>>| inputs.iter_mut().map(Input::measured).sum::<usize>();
            match stage {
                // The passes change what they work on.
                Stage::Passes => {
                    bencher.iter_batched_ref(inputs, |inputs| black_box(run(inputs)), BatchSize::LargeInput);
                }
                Stage::Decode | Stage::Lower | Stage::Write | Stage::Translate | Stage::Wgsl => {
                    let mut inputs = inputs();
                    bencher.iter(|| black_box(run(&mut inputs)));
                }
            }
        });
    }
    group.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
