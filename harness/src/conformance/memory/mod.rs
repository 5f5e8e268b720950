//! Opcodes of memory that threads share, by dispatches: over edge values, on every kind of view and of shared memory, at
//! their ends and past them.
//!
//! What the views hold afterwards is stated here from the rules of Direct3D. Neither the translation nor the
//! interpreter is asked: the interpreter is compared with the same words as the engine.

mod access;
mod atomic;
mod counter;
mod ground;
mod meaning;
mod sync;
mod texel;

use std::collections::BTreeMap;

use dxbc_translator::opcode::{Buffer, Info, Opcode, Stage as StageOp};
use dxbc_translator::program::assemble_container;

use super::rule::Rule;
use super::{Outcomes, Request, expectations::Expectations, wanted};
use crate::case::dispatch::{Dispatch, ViewPart};
use crate::case::scene::{SceneBindings, SceneResource};
use crate::case::stage::StageUnit;
use crate::dispatch::{self, Outcome};
use crate::engine::{Engine, EngineError};
use crate::generate::scene::bytes_of;
use crate::interp::{View, ViewKind, Views};

/// What `r3` holds before the instruction.
const MARKS: [u32; 4] = [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444];

/// The last lines of a probe: a thread's words of `u1`, the view of results.
const RESULT: &str = "store_raw u1.xyzw, r0.x, r3.xyzw\nret\n";

/// The first lines of a probe: a thread reads eight words of `t0` into `r1` and `r2`, marks `r3`, and has its place in
/// the view of results in `r0.x`.
fn head(declarations: &str) -> String {
    let marks = MARKS.map(|mark| format!("{mark:#x}")).join(", ");
    format!(
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_raw t0\n{declarations}\ndcl_uav_raw u1\n\
         dcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 6\n\
         dcl_thread_group {}, 1, 1\nishl r0.x, vThreadID.x, l(5)\nld_raw r1.xyzw, r0.x, t0.xyzw\n\
         iadd r0.x, r0.x, l(16)\nld_raw r2.xyzw, r0.x, t0.xyzw\nishl r0.x, vThreadID.x, l(4)\n\
         mov r3.xyzw, l({marks})\n",
        ground::THREADS
    )
}

/// The results of so many threads whose `r3` nothing wrote.
fn marks(threads: usize) -> Vec<Option<u32>> {
    MARKS.map(Some).repeat(threads)
}

/// What a part of a view holds afterwards; none where Direct3D does not say.
#[derive(Clone, Debug)]
struct Known {
    part: ViewPart,
    words: Vec<Option<u32>>,
    rule: Rule,
}

impl Known {
    /// These words, to the bit.
    const fn words(words: Vec<Option<u32>>) -> Self {
        Self { part: ViewPart::Words, words, rule: Rule::Bits }
    }
}

/// A dispatch and what it leaves.
#[derive(Clone, Debug)]
struct MemoryProbe {
    opcode: &'static str,
    number: u16,
    form: String,
    /// The listing.
    text: String,
    /// Eight words a thread.
    arguments: Vec<u32>,
    views: Views,
    known: Vec<(u32, Known)>,
}

impl MemoryProbe {
    /// A probe that has no views yet.
    fn new(info: &'static Info, form: String, text: String, arguments: Vec<u32>) -> Self {
        let (opcode, number) = (info.mnemonic, info.number);
        Self { opcode, number, form, text, arguments, views: Views::default(), known: Vec::new() }
    }

    /// Binds a view, and says what it holds afterwards.
    fn view(&mut self, register: u32, view: View, known: Known) {
        self.views.set(0, register, view);
        self.known.push((register, known));
    }

    /// Says what the threads store in the view of results.
    fn results(&mut self, words: Vec<Option<u32>>) {
        self.results_by(Rule::Bits, words);
    }

    /// The same by another rule than to the bit.
    fn results_by(&mut self, rule: Rule, words: Vec<Option<u32>>) {
        let view = View::new(ViewKind::Raw, &vec![0; words.len()], 0);
        self.view(1, view, Known { rule, ..Known::words(words) });
    }

    fn name(&self) -> String {
        format!("{}, {}", self.opcode, self.form)
    }

    /// The dispatch; else why there is none, in words.
    fn dispatch(&self) -> Result<Dispatch, String> {
        let bytes = assemble_container(&self.text).map_err(|error| error.to_string())?;
        let unit = StageUnit::new(&bytes, None).map_err(|error| error.to_string())?;
        let arguments = SceneResource::Raw(bytes_of(self.arguments.iter().copied()));
        let bindings = SceneBindings { resources: BTreeMap::from([((0, 0), arguments)]), ..SceneBindings::default() };
        let threads = self.arguments.len() as u32 / 8;
        Ok(Dispatch {
            name: self.name(),
            unit,
            bindings,
            views: self.views.clone(),
            groups: [threads / ground::THREADS, 1, 1],
            any_order: Vec::new(),
            expect: Vec::new(),
        })
    }

    /// The words that Direct3D leaves open, and those that are other than it says, in words.
    fn compare(&self, outcome: &Outcome) -> (u64, Vec<String>) {
        let (mut open, mut faults) = (0, Vec::new());
        for (register, known) in &self.known {
            let found = outcome.words(*register, known.part);
            for (at, want) in known.words.iter().enumerate() {
                let Some(want) = *want else {
                    open += 1;
                    continue;
                };
                let got = found.get(at).filter(|value| value.defined).map(|value| value.bits);
                if got.is_none_or(|got| !known.rule.agrees(want, got)) {
                    let got = got.map_or_else(|| "nothing defined".to_owned(), |got| format!("{got:#010x}"));
                    faults.push(format!("{}: u{register}[{at}] is {got}, not {want:#010x}", self.name()));
                }
            }
        }
        (open, faults)
    }

    fn count(&self) -> u64 {
        self.known.iter().map(|(_, known)| known.words.len() as u64).sum()
    }
}

/// The probes of an opcode; none for one that has to do with no memory of threads.
fn probes(info: &'static Info) -> Vec<MemoryProbe> {
    match info.opcode {
        Opcode::Atomic(op) => {
            let mut probes = atomic::probes(info, op);
            probes.extend(counter::probes(info, op));
            probes
        }
        Opcode::Buffer(op) => match op {
            Buffer::LdRaw | Buffer::LdRawS | Buffer::LdStructured | Buffer::LdStructuredS => access::loads(info),
            Buffer::LdUavTyped | Buffer::LdUavTypedS => {
                let mut probes = access::loads(info);
                probes.extend(texel::loads(info));
                probes
            }
            Buffer::StoreUavTyped => {
                let mut probes = access::stores(info);
                probes.extend(texel::stores(info));
                probes
            }
            Buffer::StoreRaw | Buffer::StoreStructured => access::stores(info),
            Buffer::Bufinfo => Vec::new(),
        },
        Opcode::Stage(StageOp::Sync) => sync::probes(info),
        Opcode::Stage(_)
        | Opcode::Move(_)
        | Opcode::Float(_)
        | Opcode::Compare(_)
        | Opcode::Int(_)
        | Opcode::Bit(_)
        | Opcode::Convert(_)
        | Opcode::Double(_)
        | Opcode::Texture(_)
        | Opcode::Eval(_)
        | Opcode::Flow(_)
        | Opcode::Declare(_) => Vec::new(),
    }
}

/// Runs the probes on an engine of WGSL.
pub(super) fn run(
    engine: &dyn Engine,
    request: &Request<'_>,
    expectations: &mut Expectations,
    totals: &mut Outcomes,
) -> Result<(), EngineError> {
    let probes: Vec<MemoryProbe> = wanted(request).flat_map(probes).collect();
    let (mut ready, mut dispatches) = (Vec::new(), Vec::new());
    for probe in &probes {
        let judged = probe.dispatch().and_then(|dispatch| {
            let outcome = dispatch::run(&dispatch).map_err(|error| error.to_string())?;
            Ok((dispatch, probe.compare(&outcome).1))
        });
        let faults = match judged {
            Err(error) => vec![format!("{}: {error}", probe.name())],
            Ok((dispatch, faults)) => {
                ready.push(probe);
                dispatches.push(dispatch);
                faults.into_iter().map(|fault| format!("interpreter: {fault}")).collect()
            }
        };
        for &model in request.models {
            let tally = &mut totals.entry((probe.number, model)).or_default().tally;
            faults.iter().for_each(|fault| tally.fault(fault.clone()));
        }
    }
    let dispatches: Vec<&Dispatch> = dispatches.iter().collect();
    for &model in request.models {
        let outcomes = dispatch::outcomes(engine, &dispatches, model)?;
        for (probe, outcome) in ready.iter().zip(outcomes) {
            let tally = &mut totals.entry((probe.number, model)).or_default().tally;
            match outcome {
                Ok(outcome) => {
                    let (open, faults) = probe.compare(&outcome);
                    tally.open += open;
                    tally.compared += probe.count() - open;
                    for fault in faults {
                        if expectations.meet(engine.kind(), probe.opcode, &probe.form, model) {
                            tally.expected += 1;
                        } else {
                            tally.fault(fault);
                        }
                    }
                }
                Err(failure) => tally.fault(format!("{}: {failure}", probe.name())),
            }
        }
    }
    Ok(())
}
