//! Time of each stage over the whole corpus, as bytes of bytecode a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxbc_translator::container::Container;
use dxbc_translator::link::Linkage;
use dxbc_translator::lower::{Source, lower};
use dxbc_translator::options::{Options, RegisterModel};
use dxbc_translator::translate::{Decoded, decode};
use dxbc_translator::write::{self, Names};
use dxbc_translator::{passes, translate};

fn stages(criterion: &mut Criterion) {
    let shaders = dxbc_benches::corpus();
    let decoded: Vec<Decoded> = shaders.iter().filter_map(|shader| decode(&shader.bytes).ok()).collect();
    let options = Options::default();
    let linkage = Linkage::default();
    let lowered = |decoded: &Decoded| {
        let Decoded { program, inputs, outputs, reflection, .. } = decoded;
        let source =
            Source { program, inputs, outputs, reflection: reflection.as_ref(), options: &options, linkage: &linkage };
        lower(&source).expect("a shader that translates").0
    };
    let modules: Vec<_> = decoded.iter().map(lowered).collect();
    let passed: Vec<_> = modules
        .iter()
        .cloned()
        .map(|mut module| {
            passes::run(&mut module, &options).expect("a shader that translates");
            module
        })
        .collect();

    let mut group = criterion.benchmark_group("corpus");
    group.sample_size(10).throughput(Throughput::Bytes(dxbc_benches::size(&shaders)));
    group.bench_function("container", |b| {
        b.iter(|| shaders.iter().filter(|s| Container::parse(&s.bytes).is_ok()).count())
    });
    group.bench_function("decode", |b| b.iter(|| shaders.iter().filter(|s| decode(&s.bytes).is_ok()).count()));
    group.bench_function("lower", |b| {
        b.iter(|| decoded.iter().map(lowered).map(|module| module.exprs.len()).sum::<usize>())
    });
    group.bench_function("passes", |b| {
        b.iter_batched(
            || modules.clone(),
            |mut modules| {
                modules.iter_mut().for_each(|module| passes::run(module, &options).expect("a shader that translates"))
            },
            criterion::BatchSize::LargeInput,
        );
    });
    group.bench_function("write", |b| {
        b.iter(|| {
            let text = |module| write::glsl::write(module, &options, &Names::new(module, &options), None);
            passed.iter().map(|module| text(module).expect("a shader that translates").source.len()).sum::<usize>()
        });
    });
    for (name, register_model) in [("translate/float", RegisterModel::Float), ("translate/typed", RegisterModel::Typed)]
    {
        let options = Options { register_model, ..Options::default() };
        group.bench_function(name, |b| {
            b.iter(|| {
                shaders.iter().filter_map(|s| translate(&s.bytes, &options).ok()).map(|s| s.source.len()).sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
