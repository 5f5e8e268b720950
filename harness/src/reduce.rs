//! Makes a failing listing small: takes away lines and whole constructs as long as the failure stays.
//!
//! Works on the text, so it shrinks any listing that the assembler reads. Flow stays well nested: a construct goes as a
//! whole, loses its frame, or loses lines inside it.

/// The line that closes a construct.
const PAIRS: [(&str, &str); 3] = [("if_", "endif"), ("loop", "endloop"), ("switch ", "endswitch")];

/// Whether a line must stay: signatures, profile, and what no line can do without.
fn is_fixed(line: &str) -> bool {
    line.starts_with('.') || line.starts_with("vs_") || line.starts_with("ps_") || line.starts_with("dcl_")
}

fn closes(line: &str) -> bool {
    PAIRS.iter().any(|(_, close)| line == *close)
}

fn opens(line: &str) -> bool {
    PAIRS.iter().any(|(open, _)| line.starts_with(open))
}

/// The position of the line that closes the construct which line `start` opens.
fn end_of(lines: &[String], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, line) in lines.iter().enumerate().skip(start) {
        if opens(line) {
            depth += 1;
        } else if closes(line) {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Whether a run of lines holds whole constructs only, and no label of a case or an else of one around it.
fn is_whole(lines: &[String]) -> bool {
    let mut depth = 0_i32;
    for line in lines {
        if opens(line) {
            depth += 1;
        } else if closes(line) {
            depth -= 1;
        } else if depth == 0 && (line == "else" || line == "default" || line.starts_with("case ")) {
            return false;
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn without(lines: &[String], from: usize, to: usize) -> Vec<String> {
    lines.iter().take(from).chain(lines.iter().skip(to)).cloned().collect()
}

/// Shrinks a listing. `fails` says whether a candidate still fails; it is asked `limit` times at most.
pub fn reduce(text: &str, limit: usize, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).filter(|l| !l.is_empty()).collect();
    let mut asked = 0;
    let mut try_lines = |candidate: Vec<String>, lines: &mut Vec<String>| {
        if asked >= limit || !is_whole(&candidate) {
            return false;
        }
        asked += 1;
        let holds = fails(&(candidate.join("\n") + "\n"));
        if holds {
            *lines = candidate;
        }
        holds
    };
    loop {
        let before = lines.len();
        remove_runs(&mut lines, &mut try_lines);
        unwrap_constructs(&mut lines, &mut try_lines);
        if lines.len() == before {
            return lines.join("\n") + "\n";
        }
    }
}

type Try<'a> = dyn FnMut(Vec<String>, &mut Vec<String>) -> bool + 'a;

/// Takes away runs of lines, long ones first.
fn remove_runs(lines: &mut Vec<String>, try_lines: &mut Try<'_>) {
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut from = lines.len().saturating_sub(size);
        loop {
            let to = (from + size).min(lines.len());
            let run = lines.get(from..to).unwrap_or_default();
            let removable = !run.is_empty() && !run.iter().any(|line| is_fixed(line)) && is_whole(run);
            if removable {
                try_lines(without(lines, from, to), lines);
            }
            if from == 0 {
                break;
            }
            from = from.saturating_sub(if size > 4 { size / 2 } else { 1 });
        }
        size /= 2;
    }
}

/// Takes away whole constructs, or the lines that open and close them, and the sides of an if.
fn unwrap_constructs(lines: &mut Vec<String>, try_lines: &mut Try<'_>) {
    let mut at = 0;
    while at < lines.len() {
        let end = lines.get(at).filter(|line| opens(line)).and_then(|_| end_of(lines, at));
        if let Some(end) = end {
            if try_lines(without(lines, at, end + 1), lines) {
                continue;
            }
            let inner: Vec<String> = without(&without(lines, end, end + 1), at, at + 1);
            if try_lines(inner, lines) {
                continue;
            }
            let middle = (at + 1..end).find(|&middle| {
                lines.get(middle).is_some_and(|line| line == "else")
                    && is_whole(lines.get(at + 1..middle).unwrap_or_default())
            });
            if let Some(middle) = middle {
                // One side alone, without its frame.
                let first = without(&without(lines, middle, end + 1), at, at + 1);
                let second = without(&without(lines, end, end + 1), at, middle + 1);
                if try_lines(first, lines) || try_lines(second, lines) || try_lines(without(lines, middle, end), lines)
                {
                    continue;
                }
            }
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
ps_5_0
dcl_temps 2
mov r0.x, l(1)
if_nz r0.x
  mov r0.y, l(2)
  loop
    mov r0.z, l(3)
    break
  endloop
else
  mov r0.w, l(4)
endif
mov o0.xyzw, r0.xyzw
ret
";

    #[test]
    fn what_does_not_matter_goes() {
        let reduced = reduce(TEXT, 1000, |text| text.contains("l(3)") && text.contains("ret"));
        assert_eq!(reduced, "ps_5_0\ndcl_temps 2\nmov r0.z, l(3)\nret\n");
    }

    #[test]
    fn candidates_are_well_nested() {
        reduce(TEXT, 1000, |text| {
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            assert!(is_whole(&lines), "{text}");
            text.contains("l(4)")
        });
    }

    #[test]
    fn the_limit_holds() {
        let mut asked = 0;
        reduce(TEXT, 3, |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 3);
    }
}
