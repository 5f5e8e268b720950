//! The lines of an assembly text that describe signatures, and the chunks that they make.

use std::fmt::Display;

use super::cursor::{Cursor, Parse, integer};
use super::parse_operand::mask_of;
use super::text::{Text, put};
use super::{Component, Stage, WriteMask};
use crate::container::signature::{ComponentType, MinPrecision, Signature, SignatureElement, SystemValue};
use crate::container::{Container, FourCc, write};
use crate::error::Result;

/// The signatures that an assembly text describes.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    /// Lines of `.input`; of `.output`, whose system values depend on the stage; of `.patch`.
    lists: [Vec<Line>; 3],
}

/// One element. Its system value is open until the stage is known.
#[derive(Debug)]
struct Line {
    element: SignatureElement,
    system_value: Option<SystemValue>,
}

/// The first words of lines, in the order of the lists.
const DIRECTIVES: [&str; 3] = [".input", ".output", ".patch"];

/// Which of the directives describes outputs: its unused lanes are stored and not its used ones.
const OUTPUT: usize = 1;

/// Chunk names of each list: the oldest form, the one with streams, the one with minimum precision.
const CHUNKS: [[FourCc; 3]; 3] = [
    [FourCc::ISGN, FourCc::ISG1, FourCc::ISG1],
    [FourCc::OSGN, FourCc::OSG5, FourCc::OSG1],
    [FourCc::PCSG, FourCc::PSG1, FourCc::PSG1],
];

/// System values by the name of the semantic, as compilers write them.
const SYSTEM_VALUES: [(&str, SystemValue); 10] = [
    ("SV_Position", SystemValue::Position),
    ("SV_ClipDistance", SystemValue::ClipDistance),
    ("SV_CullDistance", SystemValue::CullDistance),
    ("SV_RenderTargetArrayIndex", SystemValue::RenderTargetArrayIndex),
    ("SV_ViewportArrayIndex", SystemValue::ViewportArrayIndex),
    ("SV_VertexID", SystemValue::VertexId),
    ("SV_PrimitiveID", SystemValue::PrimitiveId),
    ("SV_InstanceID", SystemValue::InstanceId),
    ("SV_IsFrontFace", SystemValue::IsFrontFace),
    ("SV_SampleIndex", SystemValue::SampleIndex),
];

fn usual_system_value(semantic: &str, stage: Stage, list: usize) -> SystemValue {
    let named = SYSTEM_VALUES.iter().find(|(name, _)| semantic.eq_ignore_ascii_case(name));
    match named {
        Some(&(_, value)) if !(stage == Stage::Pixel && list == OUTPUT) => value,
        _ => SystemValue::Undefined,
    }
}

impl Signatures {
    /// Takes a line.
    ///
    /// # Errors
    /// A message if it does not describe an element.
    pub(super) fn take(&mut self, cursor: &mut Cursor<'_>) -> Parse<()> {
        let directive = cursor.take_while(|character| !character.is_whitespace());
        let index = DIRECTIVES.iter().position(|&name| name == directive);
        let Some((index, list)) = index.and_then(|index| Some((index, self.lists.get_mut(index)?))) else {
            return Err(format!("`{directive}` is none of .input, .output and .patch"));
        };
        list.push(line(cursor, index)?);
        Ok(())
    }

    /// The chunks of the signatures; the inputs' and the outputs' are there even if they have no element.
    ///
    /// # Errors
    /// As [`write::signature`].
    pub(super) fn chunks(self, stage: Stage) -> Result<Vec<(FourCc, Vec<u8>)>> {
        let lines = || self.lists.iter().flatten().map(|line| &line.element);
        let has_precision = lines().any(|element| element.min_precision != MinPrecision::Default);
        let has_streams = lines().any(|element| element.stream != 0);
        let form = if has_precision { 2 } else { usize::from(has_streams) };
        let mut chunks = Vec::new();
        for (index, (list, names)) in self.lists.into_iter().zip(CHUNKS).enumerate() {
            if list.is_empty() && index > OUTPUT {
                continue;
            }
            let elements = list.into_iter().map(|line| {
                let usual = usual_system_value(&line.element.semantic, stage, index);
                SignatureElement { system_value: line.system_value.unwrap_or(usual), ..line.element }
            });
            let signature = Signature { elements: elements.collect() };
            let name = names.get(form).copied().unwrap_or(FourCc::ISGN);
            chunks.push((name, write::signature(name, &signature)?));
        }
        Ok(chunks)
    }
}

fn word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|character| !character.is_whitespace())
}

fn line(cursor: &mut Cursor<'_>, list: usize) -> Parse<Line> {
    let semantic = word(cursor).to_owned();
    if semantic.is_empty() {
        return Err("the semantic is missing".into());
    }
    let index = cursor.number()?;
    let mask = lanes(word(cursor))?;
    let register = match word(cursor) {
        "-" => None,
        name => {
            let number = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
            Some(
                integer(number)
                    .and_then(|number| u32::try_from(number).ok())
                    .ok_or_else(|| format!("`{name}` is no register: write `v0`, `o0`, or `-` for none"))?,
            )
        }
    };
    let component_type = named(word(cursor), ComponentType::from_number, "component type")?;
    let mut used = mask;
    let mut system_value = None;
    let mut stream = 0;
    let mut min_precision = MinPrecision::Default;
    while !cursor.rest().is_empty() {
        match word(cursor) {
            "reads" | "writes" => used = lanes(word(cursor))?,
            "as" => system_value = Some(named(word(cursor), SystemValue::from_number, "system value")?),
            "stream" => stream = cursor.number()?,
            other => min_precision = named(other, MinPrecision::from_number, "precision or option")?,
        }
    }
    // Compilers count the lanes outside of the mask as never written.
    let read_write = if list == OUTPUT { WriteMask::ALL.without(used) } else { used };
    let element = SignatureElement {
        semantic,
        index,
        system_value: SystemValue::Undefined,
        component_type,
        register,
        mask,
        read_write,
        stream,
        min_precision,
    };
    Ok(Line { element, system_value })
}

fn lanes(letters: &str) -> Parse<WriteMask> {
    if letters == "-" { Ok(WriteMask::NONE) } else { mask_of(letters) }
}

/// The value that is spelt so, or whose number that is.
fn named<T: Display>(word: &str, value: fn(u32) -> T, what: &str) -> Parse<T> {
    if let Some(number) = integer(word).and_then(|number| u32::try_from(number).ok()) {
        return Ok(value(number));
    }
    // Every listed number is below this.
    const NUMBERS: u32 = 128;
    (0..NUMBERS).map(value).find(|value| value.to_string() == word).ok_or_else(|| format!("`{word}` is no {what}"))
}

/// The lines of a container's signatures.
///
/// # Errors
/// Those of the signature chunks.
pub(super) fn write_lines(container: &Container<'_>, stage: Stage) -> Result<String> {
    let mut text = Text::default();
    let signatures = [container.inputs()?, container.outputs()?, container.patch_constants()?];
    for (index, (signature, directive)) in signatures.into_iter().zip(DIRECTIVES).enumerate() {
        for element in signature.iter().flat_map(|signature| &signature.elements) {
            put!(text, "{directive} {} {} ", element.semantic, element.index);
            put_lanes(&mut text, element.mask);
            let file = if index == 0 { "v" } else { "o" };
            match element.register {
                Some(register) => put!(text, " {file}{register} {}", element.component_type),
                None => put!(text, " - {}", element.component_type),
            }
            let used = if index == OUTPUT { element.mask.without(element.read_write) } else { element.read_write };
            if used != element.mask {
                text.push(if index == OUTPUT { " writes " } else { " reads " });
                put_lanes(&mut text, used);
            }
            if element.system_value != usual_system_value(&element.semantic, stage, index) {
                put!(text, " as {}", element.system_value);
            }
            if element.stream != 0 {
                put!(text, " stream {}", element.stream);
            }
            if element.min_precision != MinPrecision::Default {
                put!(text, " {}", element.min_precision);
            }
            text.push("\n");
        }
    }
    Ok(text.0)
}

fn put_lanes(text: &mut Text, lanes: WriteMask) {
    if lanes.is_empty() {
        text.push("-");
    }
    text.list("", lanes.iter().map(Component::letter), |text, letter| text.0.push(letter));
}
