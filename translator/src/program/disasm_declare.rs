//! Declarations as text.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::declaration::{Binding, Declaration, DeclarationKind, GlobalFlag, SystemName, UavFlags, UavKind};
use super::disasm_operand::{self, Context};
use super::literal::{Literals, float32, literal32};
use super::message::Message;
use super::names::{self, Value};
use super::operand::{Operand, RegisterFile};
use super::text::{Style, Text, put};
use super::{Model, ResourceDimension, ReturnType};
use crate::opcode::Opcode;

/// What Microsoft's text says for custom data that it does not read.
pub(super) const UNREADABLE: &str = "undecipherable custom data";

/// Writes a declaration; the immediate constant buffer takes a line a row.
pub(super) fn declaration(text: &mut Text, declaration: &Declaration, model: Model, style: Style) {
    let kind = &declaration.kind;
    let context = Context { model, style, literals: Literals::Int, converted_to: None };
    match kind {
        DeclarationKind::ImmediateConstantBuffer(rows) => return immediate_rows(text, rows, style),
        DeclarationKind::CustomData { class, data } => return custom_data(text, *class, data, context),
        _ => text.push(kind.opcode().mnemonic()),
    }
    match kind {
        DeclarationKind::GlobalFlags(flags) => {
            let mut names = GlobalFlag::ALL.iter().filter(|&&flag| flags.has(flag)).peekable();
            text.push(if names.peek().is_none() { "none" } else { " " });
            text.list(" | ", names, |text, flag| text.push(flag.name()));
        }
        DeclarationKind::Temps(count) => put!(text, " {count}"),
        DeclarationKind::IndexableTemp { register, length, components } => {
            put!(text, " x{register}[{length}], {components}");
        }
        DeclarationKind::ConstantBuffer { .. }
        | DeclarationKind::Sampler { .. }
        | DeclarationKind::Resource { .. }
        | DeclarationKind::ResourceRaw { .. }
        | DeclarationKind::ResourceStructured { .. }
        | DeclarationKind::Uav { .. } => bound(text, kind, model),
        DeclarationKind::Input { operand, system, .. } | DeclarationKind::Output { operand, system, .. } => {
            text.push(" ");
            disasm_operand::operand(text, operand, context);
            system_name(text, *system, style);
        }
        DeclarationKind::InputPs { operand, interpolation, system, .. } => {
            put!(text, " {} ", interpolation.name());
            disasm_operand::operand(text, operand, context);
            system_name(text, *system, style);
        }
        DeclarationKind::IndexRange { operand, count } => {
            text.push(" ");
            disasm_operand::operand(text, operand, context);
            put!(text, " {count}");
        }
        DeclarationKind::FunctionBody { .. }
        | DeclarationKind::FunctionTable { .. }
        | DeclarationKind::Interface { .. } => interface(text, kind),
        DeclarationKind::SharedMemoryRaw { operand, bytes } => {
            text.push(" ");
            disasm_operand::operand(text, operand, context);
            put!(text, ", {bytes}");
        }
        DeclarationKind::SharedMemoryStructured { operand, stride, count } => {
            text.push(" ");
            disasm_operand::operand(text, operand, context);
            put!(text, ", {stride}, {count}");
        }
        DeclarationKind::ThreadGroup([x, y, z]) => put!(text, " {x}, {y}, {z}"),
        DeclarationKind::Stream { operand } => {
            text.push(" ");
            disasm_operand::operand(text, operand, context);
        }
        DeclarationKind::OtherStage { opcode, value } => other_stage(text, names::value(*opcode), *value, style),
        DeclarationKind::ImmediateConstantBuffer(_) | DeclarationKind::CustomData { .. } => {}
    }
}

fn system_name(text: &mut Text, system: Option<SystemName>, style: Style) {
    let Some(system) = system else { return };
    text.push(", ");
    // Microsoft's disassembler knows the names up to the tessellation factors.
    if style == Style::Exact || system <= SystemName::FinalLineDensityTessFactor {
        text.push(system.name());
    }
}

/// Declarations with a binding.
fn bound(text: &mut Text, kind: &DeclarationKind, model: Model) {
    match kind {
        DeclarationKind::ConstantBuffer { binding, rows, dynamic_index, .. } => {
            put!(text, " CB");
            number(text, *binding, model);
            let access = if *dynamic_index { "dynamicIndexed" } else { "immediateIndexed" };
            put!(text, "[{rows}], {access}");
            space(text, *binding, model);
        }
        DeclarationKind::Sampler { binding, mode, .. } => {
            range(text, RegisterFile::Sampler, *binding, model);
            put!(text, ", {}", mode.name());
            space(text, *binding, model);
        }
        DeclarationKind::Resource { binding, dimension, sample_count, return_types, .. } => {
            put!(text, "_{}", dimension.name());
            if matches!(dimension, ResourceDimension::Texture2DMS | ResourceDimension::Texture2DMSArray) {
                put!(text, "({sample_count})");
            }
            text.push(" ");
            types(text, *return_types);
            range(text, RegisterFile::Resource, *binding, model);
            space(text, *binding, model);
        }
        DeclarationKind::ResourceRaw { binding, .. } => {
            range(text, RegisterFile::Resource, *binding, model);
            space(text, *binding, model);
        }
        DeclarationKind::ResourceStructured { binding, stride, .. } => {
            range(text, RegisterFile::Resource, *binding, model);
            put!(text, ", {stride}");
            space(text, *binding, model);
        }
        DeclarationKind::Uav { binding, kind, flags, .. } => {
            if let UavKind::Typed { dimension, .. } = kind {
                put!(text, "_{}", dimension.name());
            }
            uav_flags(text, *flags);
            if let UavKind::Typed { return_types, .. } = kind {
                text.push(" ");
                types(text, *return_types);
            }
            range(text, RegisterFile::UnorderedAccessView, *binding, model);
            if let UavKind::Structured { stride } = kind {
                put!(text, ", {stride}");
            }
            space(text, *binding, model);
        }
        _ => {}
    }
}

fn uav_flags(text: &mut Text, flags: UavFlags) {
    for (set, suffix) in
        [(flags.globally_coherent, "_glc"), (flags.has_counter, "_opc"), (flags.rasterizer_ordered, "_rov")]
    {
        if set {
            text.push(suffix);
        }
    }
}

/// Writes `(x,y,z,w)`.
pub(super) fn types(text: &mut Text, types: [ReturnType; 4]) {
    text.push("(");
    text.list(",", types, |text, component| text.push(component.name()));
    text.push(")");
}

fn range(text: &mut Text, file: RegisterFile, binding: Binding, model: Model) {
    put!(text, " {}", disasm_operand::name(file, model));
    number(text, binding, model);
}

fn number(text: &mut Text, binding: Binding, model: Model) {
    put!(text, "{}", binding.id);
    if model.has_register_spaces() {
        match binding.upper {
            u32::MAX => put!(text, "[{}:*]", binding.lower),
            upper => put!(text, "[{}:{upper}]", binding.lower),
        }
    }
}

fn space(text: &mut Text, binding: Binding, model: Model) {
    if model.has_register_spaces() {
        put!(text, ", space={}", binding.space);
    }
}

fn interface(text: &mut Text, kind: &DeclarationKind) {
    match kind {
        DeclarationKind::FunctionBody { id } => put!(text, " fb{id}"),
        DeclarationKind::FunctionTable { id, bodies } => {
            put!(text, " ft{id} = {{");
            text.list(", ", bodies, |text, body| put!(text, "fb{body}"));
            text.push("}");
        }
        DeclarationKind::Interface { id, dynamic_index, call_sites, array_length, tables } => {
            text.push(if *dynamic_index { "_dynamicindexed" } else { "" });
            put!(text, " fp{id}[{array_length}][{call_sites}] = {{");
            text.list(", ", tables, |text, table| put!(text, "ft{table}"));
            text.push("}");
        }
        _ => {}
    }
}

fn other_stage(text: &mut Text, spelling: Option<Value>, value: u32, style: Style) {
    match spelling {
        Some(Value::Float) => {
            text.push(" l(");
            float32(text, value, style);
            text.push(")");
        }
        Some(Value::NameAndSpace(names)) => put!(text, " {} ", name_of(names, value, "???")),
        Some(Value::Name(names)) if names.iter().any(|&(number, _)| number == value) => {
            put!(text, " {}", name_of(names, value, ""));
        }
        Some(Value::Name(names)) if names.iter().all(|(_, name)| !name.starts_with("output")) => text.push(" ???"),
        Some(Value::Name(_)) => {}
        Some(Value::Dword | Value::Controls) | None => put!(text, " {value}"),
    }
}

fn name_of(names: &[(u32, &'static str)], value: u32, otherwise: &'static str) -> &'static str {
    names.iter().find(|&&(number, _)| number == value).map_or(otherwise, |&(_, name)| name)
}

/// Lines after the first are indented so that rows stand below each other.
const ROW_INDENT: &str = "                              ";

fn immediate_rows(text: &mut Text, rows: &[[u32; 4]], style: Style) {
    text.push("dcl_immediateConstantBuffer { ");
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push(",\n");
            text.push(ROW_INDENT);
        }
        text.push("{ ");
        text.list(", ", row, |text, &bits| literal32(text, bits, Literals::Guess, style));
        text.push("}");
    }
    text.push(" }");
}

/// Custom data that is not the immediate constant buffer: a message, or nothing that can be read.
fn custom_data(text: &mut Text, class: u32, data: &[u32], context: Context) {
    if context.style == Style::Exact {
        put!(text, "{} {class} {{", Opcode::Declare(crate::opcode::Declare::CustomData).mnemonic());
        text.list(", ", data, |text, dword| put!(text, "{dword:#010x}"));
        text.push("}");
        return;
    }
    match Message::read(class, data) {
        Some(message) => {
            put!(text, "{} \"{}\"", message.name, message.text);
            for operand in &message.operands {
                text.push(", ");
                put_message_operand(text, operand, context);
            }
        }
        None => text.push(UNREADABLE),
    }
}

fn put_message_operand(text: &mut Text, operand: &Operand, context: Context) {
    disasm_operand::operand(text, operand, context);
}
