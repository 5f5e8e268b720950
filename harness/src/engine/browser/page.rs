//! The page: jobs written into HTML, results read from the DOM that Chromium prints.

use std::io::{self, Write};

use base64::Engine as _;
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use crate::engine::plan::{Plan, Raw};
use crate::engine::{Draw, DrawError, ProgramSource};

const HEAD: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
const RESULTS: [&str; 2] = ["<pre id=\"results\" hidden=\"\">", "</pre>"];

/// The jobs of a page; `page.js` says what they mean.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    pub(super) link: bool,
    pub(super) programs: Vec<Program<'a>>,
    pub(super) blobs: Vec<Bytes<'a>>,
    pub(super) draws: Vec<DrawJob<'a>>,
}

#[derive(Serialize)]
pub(super) struct Program<'a> {
    vertex: &'a str,
    fragment: &'a str,
}

pub(super) fn program(source: &ProgramSource) -> Program<'_> {
    Program { vertex: &source.vertex, fragment: &source.fragment }
}

#[derive(Serialize)]
pub(super) struct DrawJob<'a> {
    /// The number that the page announces it by.
    pub(super) at: usize,
    /// Index into the page's programs.
    pub(super) program: usize,
    pub(super) plan: &'a Plan<'a>,
}

/// Bytes that are written as base64.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(self.0, &STANDARD))
    }
}

/// What a page says: results, or why it has none.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Reply<T> {
    Answer(Answer<T>),
    Absent { absent: String },
    Fault { fault: String },
}

#[derive(Deserialize)]
pub(super) struct Answer<T> {
    pub(super) description: String,
    pub(super) results: Vec<T>,
}

/// The result of a draw as the page writes it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum PageDraw {
    Read { targets: Vec<String>, depth: Option<String>, captures: Vec<String> },
    Error { error: DrawError },
}

impl PageDraw {
    /// The bytes that were read, or the draw's error.
    pub(super) fn finish(self) -> Result<Raw, DrawError> {
        match self {
            Self::Error { error } => Err(error),
            Self::Read { targets, depth, captures } => {
                let all = |texts: Vec<String>| texts.iter().map(|t| decode(t)).collect::<Result<_, _>>();
                Ok(Raw {
                    targets: all(targets)?,
                    depth: depth.map(|t| decode(&t)).transpose()?,
                    captures: all(captures)?,
                })
            }
        }
    }
}

fn decode(text: &str) -> Result<Vec<u8>, DrawError> {
    STANDARD.decode(text).map_err(|e| DrawError::Crash { message: format!("the page wrote broken base64: {e}") })
}

/// Bytes that a draw costs a page, both ways.
pub(super) fn draw_bytes(draw: &Draw) -> usize {
    let up = draw.program.vertex.len()
        + draw.program.fragment.len()
        + draw.vertex_buffers.iter().map(|b| b.data.len()).sum::<usize>()
        + draw.call.indices.iter().map(|i| i.data.len()).sum::<usize>()
        + draw.blocks.iter().map(|b| b.data.len()).sum::<usize>()
        + draw.images.iter().flat_map(|i| &i.levels).map(Vec::len).sum::<usize>();
    let texels = draw.framebuffer.iter().map(|f| {
        let pixels = f.width as usize * f.height as usize;
        pixels.saturating_mul(f.targets.len() + usize::from(f.depth.is_some()))
    });
    let captured = draw.capture.iter().map(|v| v.components as usize).sum::<usize>();
    let vertices = (draw.call.count as usize).saturating_mul(draw.call.instances as usize);
    up.saturating_add(texels.sum::<usize>().saturating_mul(16)).saturating_add(vertices.saturating_mul(captured * 4))
}

/// Writes the page.
pub(super) fn write(page: &Page<'_>, out: &mut impl Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    page.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, InHtml))?;
    write!(out, "\n</script>\n<script>\n{SCRIPT}</script>\n")
}

/// Compact JSON that can stand in a `<script>`: no `<`, so neither `</script>` nor `<!--`, whatever a shader contains.
struct InHtml;

impl serde_json::ser::Formatter for InHtml {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        for (index, part) in fragment.split('<').enumerate() {
            if index > 0 {
                out.write_all(b"\\u003c")?;
            }
            out.write_all(part.as_bytes())?;
        }
        Ok(())
    }
}

const ANNOUNCEMENT: &str = "dxbc-cross at ";

/// How often the page has announced something in Chromium's log.
pub(super) fn announcements(log: &str) -> usize {
    log.matches(ANNOUNCEMENT).count()
}

/// The job that the page announced last; none if that was the start or the end.
pub(super) fn last_announced(log: &str) -> Option<usize> {
    let (_, rest) = log.rsplit_once(ANNOUNCEMENT)?;
    rest.split_once(';')?.0.parse().ok()
}

/// Whether a printed DOM is complete.
pub(super) fn is_complete(dom: &[u8]) -> bool {
    dom.trim_ascii_end().ends_with(b"</html>")
}

/// Finds the results in a printed DOM; `None` if the page did not write any.
pub(super) fn read<T: DeserializeOwned>(dom: &str) -> Option<Result<Reply<T>, serde_json::Error>> {
    let [open, close] = RESULTS;
    let (_, rest) = dom.split_once(open)?;
    let (json, _) = rest.split_once(close)?;
    if json.is_empty() { None } else { Some(serde_json::from_str(json)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shader_text_ends_the_script() {
        let text = "// </script><!-- \u{2028} \"\\ é";
        let page = Page {
            link: true,
            programs: vec![Program { vertex: text, fragment: "" }],
            blobs: vec![Bytes(&[0xff, 0x00])],
            draws: Vec::new(),
        };
        let mut html = Vec::new();
        write(&page, &mut html).unwrap();
        let html = String::from_utf8(html).unwrap();
        let json = html.strip_prefix(HEAD).unwrap().lines().next().unwrap();
        assert!(!json.contains('<'));
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["programs"][0]["vertex"], text);
        assert_eq!(value["blobs"][0], "/wA=");
    }

    #[test]
    fn the_last_announcement_counts() {
        let log =
            "[1:INFO:CONSOLE:2] \"dxbc-cross at 3;\", source\n[1:INFO:CONSOLE:2] \"dxbc-cross at 14;\", source\nE\n";
        assert_eq!(last_announced(log), Some(14));
        assert_eq!(announcements(log), 2);
        assert_eq!(last_announced("[1:ERROR:dbus] no bus"), None);
        assert_eq!(last_announced("dxbc-cross at 7;\ndxbc-cross at end;"), None);
    }

    #[test]
    fn a_page_without_results_is_told_from_one_with_none() {
        assert!(read::<u32>("<pre id=\"results\" hidden=\"\"></pre>").is_none());
        let dom = "<pre id=\"results\" hidden=\"\">{\"description\":\"d\",\"results\":[1,2]}</pre>";
        let Some(Ok(Reply::Answer(answer))) = read::<u32>(dom) else { panic!("no answer") };
        assert_eq!(answer.results, [1, 2]);
    }
}
