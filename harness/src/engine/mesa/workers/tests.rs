//! Workers that serve by hand: they answer, end, hang and fail to start as a program's text tells them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use super::*;
use crate::engine::mesa::job::{Job, Sent};
use crate::engine::mesa::serve::{Server, serve_on_input};
use crate::engine::mesa::thread::GlThread;
use crate::engine::mesa::{Mesa, Place};
use crate::engine::{
    ColorTarget, Draw, DrawCall, DrawError, Engine, Framebuffer, LinkFailure, LinkStage, ProgramSource, TexelFormat,
    Uniform, UniformValue,
};

/// Answers a link by a failure that says the vertex shader and the process, and a draw by the process. "slow" takes a while.
struct ByHand;

impl Server for ByHand {
    fn description(&self) -> &str {
        "by hand"
    }

    fn submit(&self, job: Sent) -> Receiver<Answer> {
        let (reply, answer) = mpsc::channel();
        let own = std::process::id().to_string();
        if matches!(&job, Job::Link(program) if program.vertex.starts_with("slow")) {
            thread::sleep(Duration::from_millis(30));
        }
        let done = match job {
            Job::Link(program) => match program.vertex.as_str() {
                "end" => std::process::abort(),
                "panic" => return answer,
                "hang" => {
                    // Kept, so that the answer stays away.
                    std::mem::forget(reply);
                    return answer;
                }
                _ => Answer::Link(Err(LinkFailure {
                    stage: LinkStage::Vertex,
                    log: format!("{} {own}", program.vertex),
                })),
            },
            Job::Draw(_) => Answer::Draw(Err(DrawError::Invalid { message: own })),
        };
        reply.send(done).unwrap();
        answer
    }
}

/// The test that is a worker, when it is started as one.
#[test]
fn served_by_hand() {
    if std::env::var_os(serve::VARIABLE).is_some() {
        serve_on_input(|| Ok(ByHand)).unwrap();
    }
}

/// The same without anything on this machine.
#[test]
fn served_by_nobody() {
    if std::env::var_os(serve::VARIABLE).is_some() {
        serve_on_input(|| Err::<ByHand, _>(absent("no library"))).unwrap();
    }
}

/// A worker with a context.
#[test]
fn served_by_mesa() {
    if std::env::var_os(serve::VARIABLE).is_some() {
        serve_on_input(GlThread::open).unwrap();
    }
}

/// This test binary, to run one of the tests above.
fn only(test: &str) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.args(["--exact", "--nocapture"]).arg(format!("engine::mesa::workers::tests::{test}"));
    command
}

fn by_hand() -> Command {
    only("served_by_hand")
}

fn workers(count: usize, stall: Duration) -> Workers {
    let workers = Workers::open_some(by_hand, count, stall).unwrap();
    assert_eq!(workers.description, "by hand");
    workers
}

fn programs(texts: &[&str]) -> Vec<ProgramSource> {
    texts.iter().map(|&text| ProgramSource { vertex: text.to_owned(), ..ProgramSource::default() }).collect()
}

/// Logs and the stages that they are of.
fn link(workers: &Workers, programs: &[ProgramSource]) -> Vec<(LinkStage, String)> {
    let jobs: Vec<_> = programs.iter().map(Job::Link).collect();
    let failure = |answer: Answer| answer.into_link().unwrap().unwrap_err();
    workers.run(&jobs).unwrap().into_iter().map(failure).map(|failure| (failure.stage, failure.log)).collect()
}

/// What a log says, and the process that said it.
fn parts(log: &str) -> (&str, &str) {
    log.rsplit_once(' ').unwrap()
}

#[test]
fn answers_come_in_the_order_of_the_jobs_from_all_workers() {
    let texts: Vec<String> = (0..60).map(|number| format!("slow {number}")).collect();
    let programs = programs(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let found = link(&workers(3, STALL), &programs);
    let (said, processes): (Vec<_>, BTreeSet<_>) = found.iter().map(|(_, log)| parts(log)).unzip();
    assert_eq!(said, texts);
    assert!((2..=3).contains(&processes.len()), "{processes:?}");
    assert!(!processes.contains(std::process::id().to_string().as_str()));
}

#[test]
fn few_jobs_start_no_second_worker() {
    let workers = workers(3, STALL);
    let texts = ["few"; JOBS_A_WORKER];
    let found = link(&workers, &programs(&texts));
    let processes: BTreeSet<_> = found.iter().map(|(_, log)| log).collect();
    assert_eq!((found.len(), processes.len()), (JOBS_A_WORKER, 1));
    assert_eq!(lock(&workers.places).iter().flatten().count(), 1);
    assert!(link(&workers, &[]).is_empty());
}

#[test]
fn a_job_that_takes_its_worker_with_it_fails_alone() {
    let workers = workers(1, Duration::from_secs(5));
    let found = link(&workers, &programs(&["first", "end", "second", "panic", "third", "hang", "fourth"]));
    let said: Vec<_> = found.iter().map(|(stage, log)| (*stage, parts(log).0)).collect();
    let aborted = "its process ended without a result, signal: 6";
    for (at, text) in [(0, "first"), (2, "second"), (4, "third"), (6, "fourth")] {
        assert_eq!(said[at], (LinkStage::Vertex, text));
    }
    for (at, text) in [(1, aborted), (3, aborted), (5, "it did not end within 5 s")] {
        let (stage, log) = &found[at];
        assert!(*stage == LinkStage::Crash && log.starts_with(text), "{log}");
    }
    let processes: BTreeSet<_> = [0, 2, 4, 6].iter().map(|&at: &usize| parts(&found[at].1).1).collect();
    assert_eq!(processes.len(), 4);
}

#[test]
fn a_worker_that_is_killed_between_jobs_costs_none() {
    let workers = workers(1, STALL);
    let before = link(&workers, &programs(&["before"]));
    lock(&workers.places)[0].as_mut().unwrap().end();
    let after = link(&workers, &programs(&["after"]));
    assert_eq!((parts(&before[0].1).0, parts(&after[0].1).0), ("before", "after"));
    assert_ne!(parts(&before[0].1).1, parts(&after[0].1).1);
}

/// Forty draws of four programs by two workers: those of one program are done by one process.
#[test]
fn draws_of_a_program_stay_together() {
    let draws: Vec<Draw> = programs(&["a", "b", "c", "d"])
        .into_iter()
        .flat_map(|program| vec![Draw { program: program.into(), ..Draw::default() }; 10])
        .collect();
    let jobs: Vec<_> = draws.iter().map(Job::Draw).collect();
    let answers = workers(2, STALL).run(&jobs).unwrap();
    let processes: Vec<_> = answers.into_iter().map(|answer| answer.into_draw().unwrap().unwrap_err()).collect();
    assert_eq!(processes.len(), 40);
    for of_a_program in processes.chunks(10) {
        assert!(of_a_program.iter().all(|process| *process == of_a_program[0]), "{of_a_program:?}");
    }
}

/// Also in the middle of a job.
#[test]
fn a_worker_ends_with_its_parent() {
    let (mut worker, _) = Worker::start(by_hand(), STALL).unwrap();
    let [program] = programs(&["hang"]).try_into().unwrap();
    wire::write(&mut worker.stream, &Asked::Link(&program)).unwrap();
    worker.stream.shutdown(std::net::Shutdown::Both).unwrap();
    assert!(worker.child.wait().unwrap().success());
}

/// Logs and texels included.
#[test]
fn a_worker_answers_as_the_gl_thread_does() {
    let vertex = "#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
    let head = "#version 300 es\nprecision highp float; uniform float u; out vec4 o; void main()";
    let program = |body: &str| ProgramSource {
        name: body.to_owned(),
        vertex: vertex.to_owned(),
        fragment: format!("{head} {{ {body} }}"),
    };
    let programs = [program("o = vec4(u);"), program("o = vec4(missing);"), program("o = vec3(u);")];
    let value = UniformValue::Float { components: 1, values: vec![f32::from_bits(0x7fc0_0007)] };
    let target = ColorTarget { format: TexelFormat::RGBA32F, clear: [9; 4] };
    let draw = |program: &ProgramSource| Draw {
        program: program.clone().into(),
        call: DrawCall { count: 3, ..DrawCall::default() },
        uniforms: vec![Uniform { name: "u".to_owned(), value: value.clone() }],
        framebuffer: Some(Framebuffer { width: 2, height: 1, targets: vec![target], depth: None }),
        ..Draw::default()
    };
    let draws = [draw(&programs[0]), draw(&programs[1]), Draw { uniforms: Vec::new(), ..draw(&programs[0]) }];
    let workers = Workers::open_some(|| only("served_by_mesa"), 2, STALL).unwrap();
    let worker = Mesa(Place::Workers(Arc::new(workers)));
    let thread = Mesa(Place::Thread(GlThread::open().unwrap()));
    assert_eq!(worker.description(), thread.description());
    let linked = worker.link(&programs).unwrap();
    assert_eq!(linked, thread.link(&programs).unwrap());
    let log = &linked[1].as_ref().unwrap_err().log;
    assert!(linked[0].is_ok() && linked[2].is_err() && log.contains("missing"), "{linked:?}");
    let drawn = worker.draw(&draws).unwrap();
    assert_eq!(drawn, thread.draw(&draws).unwrap());
    assert_eq!(drawn[0].as_ref().unwrap().targets, [0x7fc0_0007_u32.to_le_bytes().repeat(8)]);
    assert!(matches!(drawn[1..], [Err(DrawError::Link(_)), Err(DrawError::Unbound { .. })]), "{drawn:?}");
}

#[test]
fn a_worker_that_does_not_start_loses_the_engine() {
    let start = |command: fn() -> Command| Workers::open_some(command, 1, STALL).err().unwrap().to_string();
    let nowhere = start(|| only("served_by_nobody"));
    assert!(nowhere.starts_with("mesa engine is absent: no library; install the Debian packages"), "{nowhere}");
    let other = start(|| Command::new("/bin/true"));
    assert!(other.starts_with("mesa engine failed: a worker does not start: its process ended without a"), "{other}");
    let missing = start(|| Command::new("/nowhere"));
    assert!(missing.starts_with("mesa engine failed: a worker does not start: "), "{missing}");
}
