//! The pipeline over a few containers of the corpus, with engines that only pretend.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::*;
use crate::engine::{Draw, DrawResult, EngineKind, LinkFailure, LinkResult, LinkStage, ProgramSource, Remembering};

/// Takes everything but shaders that hold a text, and remembers what it was given.
struct Fake {
    kind: EngineKind,
    refuses: Option<&'static str>,
    seen: Arc<Mutex<Vec<ProgramSource>>>,
}

impl Fake {
    fn boxed(kind: EngineKind, refuses: Option<&'static str>) -> Box<dyn Engine> {
        Box::new(Self { kind, refuses, seen: Arc::default() })
    }
}

impl Engine for Fake {
    fn kind(&self) -> EngineKind {
        self.kind
    }

    fn description(&self) -> &'static str {
        "a fake"
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        let mut seen = self.seen.lock().unwrap();
        for program in programs {
            assert!(!seen.iter().any(|s| (&s.vertex, &s.fragment) == (&program.vertex, &program.fragment)), "twice");
            seen.push(program.clone());
        }
        let link = |program: &ProgramSource| match self.refuses {
            Some(text) if program.fragment.contains(text) => {
                Err(LinkFailure { stage: LinkStage::Fragment, log: "ERROR: 0:9: 'x1' : bad".into() })
            }
            _ => Ok(()),
        };
        Ok(programs.iter().map(link).collect())
    }

    fn draw(&self, _draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        Ok(Vec::new())
    }
}

fn corpus(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(path)
}

fn both(refuses: Option<&'static str>) -> [Box<dyn Engine>; 2] {
    [Fake::boxed(EngineKind::Mesa, None), Fake::boxed(EngineKind::Browser, refuses)]
}

#[test]
fn stages_and_pairs_are_checked_once_each() {
    let root = tempfile::tempdir().unwrap();
    let case = corpus("feature/if-chain-1");
    for (from, to) in [("vs.dxbc", "a.vs.cso"), ("ps.dxbc", "a.ps.cso"), ("ps.dxbc", "copy.cso")] {
        fs::copy(case.join(from), root.path().join(to)).unwrap();
    }
    let cut = &fs::read(case.join("vs.dxbc")).unwrap()[..100];
    fs::write(root.path().join("cut.cso"), cut).unwrap();
    fs::write(root.path().join("notes.txt"), "nothing").unwrap();
    let findings = find(&[root.path().to_path_buf()], &Silent);
    let report = verify(&findings, &both(None), &Options::default(), &Silent).unwrap();
    assert_eq!(report.totals.stages, Counts { linked: 2, malformed: 1, ..Counts::default() });
    assert_eq!(report.totals.programs, Counts { linked: 1, ..Counts::default() });
    let Input { files, files_without_container, containers, different, .. } = report.input;
    assert_eq!((files, files_without_container, containers, different), (5, 1, 4, 3));
    let subjects: Vec<_> = report.checks.iter().map(|check| check.subject).collect();
    assert_eq!(subjects, [Subject::Pixel, Subject::Vertex, Subject::Other, Subject::Program]);
    assert!(report.has_failures());
    assert_eq!(report.malformed.len(), 1);
    assert_eq!(report.engines.len(), 2);

    let kept = root.path().join("kept");
    keep(&report, &kept).unwrap();
    let mut extensions: Vec<_> = fs::read_dir(&kept)
        .unwrap()
        .map(|entry| entry.unwrap().path().extension().unwrap().to_str().unwrap().to_owned())
        .collect();
    extensions.sort();
    assert_eq!(extensions, ["frag", "frag", "frag", "log", "txt", "vert", "vert", "vert"]);
}

#[test]
fn what_one_engine_rejects_has_failed() {
    let findings = find(&[corpus("feature/if-chain-1/ps.dxbc"), corpus("feature/if-chain-1/vs.dxbc")], &Silent);
    // Both shaders are rejected: the partner of the vertex shader is a fragment shader too.
    let report = verify(&findings, &both(Some("void main")), &Options::default(), &Silent).unwrap();
    assert_eq!(report.totals.stages, Counts { failed: 2, ..Counts::default() });
    let [group] = report.failed.as_slice() else { panic!("one cause") };
    assert_eq!(group.cause, "browser, fragment shader: 'x#' : bad");
    assert_eq!(group.checks.len(), 3);
    let Verdict::Failed { failures } = &report.checks[0].verdict else { panic!("it failed") };
    assert!(matches!(failures.as_slice(), [Failure::Rejected { engine: EngineKind::Browser, .. }]));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["checks"][0]["verdict"], "failed");
    assert_eq!(json["checks"][0]["failures"][0]["engine"], "browser");
}

#[test]
fn an_engine_that_remembers_compiles_again_only_what_it_did_not_take() {
    let folder = tempfile::tempdir().unwrap();
    let findings = find(&[corpus("feature/if-chain-1"), corpus("feature/cbuffer-matrix-1")], &Silent);
    assert!(findings.containers.len() > 2, "{}", findings.containers.len());
    let run = |refuses: &'static str| {
        let seen = Arc::default();
        let fake = Fake { kind: EngineKind::Mesa, refuses: Some(refuses), seen: Arc::clone(&seen) };
        let engine = Remembering::open(Box::new(fake), folder.path()).unwrap();
        let report = verify(&findings, &[Box::new(engine) as Box<dyn Engine>], &Options::default(), &Silent).unwrap();
        let seen: usize = seen.lock().unwrap().len();
        (report.totals.stages.failed + report.totals.programs.failed, seen, report.engines[0].recalled)
    };
    let (failed, all, recalled) = run("if (");
    assert!(failed > 0 && failed < all, "{failed} of {all}");
    assert_eq!(recalled, 0);
    assert_eq!(run("if ("), (failed, failed, all - failed));
    // A record that a stopped run wrote in part is dropped, and what did not link is taken at last.
    let file = folder.path().join("mesa.taken");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(run("nothing"), (0, failed + 1, all - failed - 1));
    assert_eq!(run("nothing"), (0, 0, all));
}
