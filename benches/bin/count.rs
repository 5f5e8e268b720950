//! Instructions of each stage over the fixed shaders, counted by callgrind and compared with `baseline.json`.
//!
//! Counts do not depend on what else the machine does, so they show changes that clocks cannot. Nothing fails for a
//! number: `--bless` writes the new ones, on purpose and explained in the commit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use dxbc_benches::{Input, Stage, fixed};

/// Shader, then stage, to instructions.
type Counts = BTreeMap<String, BTreeMap<String, u64>>;

/// What callgrind prints before its count.
const COLLECTED: &str = "Collected : ";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", shader, stage] => run(shader, stage),
        [] => compare(false),
        ["--bless"] => compare(true),
        _ => panic!("count [--bless]"),
    }
}

/// What callgrind watches: one stage of one shader, after its input is made.
fn run(name: &str, stage: &str) {
    let shaders = fixed();
    let shader = shaders.iter().find(|shader| shader.name == name).expect("a fixed shader");
    let stage = Stage::ALL.into_iter().find(|other| other.name() == stage).expect("a stage");
    println!("{}", Input::new(stage, &shader.bytes).measured());
}

fn compare(bless: bool) {
    let counts = count();
    let before = baseline();
    println!("{:32} {:10} {:>12} {:>12} {:>8}", "shader", "stage", "baseline", "now", "change");
    for (shader, stages) in &counts {
        for (stage, &now) in stages {
            let old = before.get(shader).and_then(|stages| stages.get(stage)).copied();
            let (old, change) = match old {
                Some(old) => (old.to_string(), format!("{:+.1}%", 100.0 * (now as f64 / old as f64 - 1.0))),
                None => ("-".into(), "-".into()),
            };
            println!("{shader:32} {stage:10} {old:>12} {now:>12} {change:>8}");
        }
    }
    if bless {
        let mut text = serde_json::to_string_pretty(&counts).expect("numbers are JSON");
        text.push('\n');
        std::fs::write(baseline_path(), text).expect("a writable baseline");
    }
}

fn count() -> Counts {
    let one = |shader: &str, stage: Stage| (stage.name().to_owned(), callgrind(shader, stage.name()));
    let all = |shader: &str| Stage::ALL.into_iter().map(|stage| one(shader, stage)).collect();
    fixed().into_iter().map(|shader| (shader.name.clone(), all(&shader.name))).collect()
}

fn callgrind(shader: &str, stage: &str) -> u64 {
    let this = std::env::current_exe().expect("a path to this program");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*Input*measured*"])
        .arg(this)
        .args(["run", shader, stage])
        .output()
        .expect("valgrind is installed");
    let log = String::from_utf8_lossy(&output.stderr);
    let count = log.lines().find_map(|line| line.split_once(COLLECTED)).map(|(_, count)| count.trim().parse());
    match count {
        Some(Ok(count)) if count > 0 => count,
        _ => panic!("callgrind counted nothing:\n{log}"),
    }
}

fn baseline() -> Counts {
    let text = std::fs::read_to_string(baseline_path()).unwrap_or_else(|_| "{}".into());
    serde_json::from_str(&text).expect("a baseline of counts")
}

fn baseline_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("baseline.json")
}
