//! Memory that invocations share: functions that read, write and change its words and texels as Direct3D does at the end
//! of memory, and the value that a workgroup agrees on.

use std::fmt::Write as _;

use super::Writer;
use super::keywords::{TEXEL, WORD};
use super::resources::is_atomic;
use super::types::type_name;
use crate::builtins::Builtin;
use crate::ir::{AtomicOp, Handle, Memory, Node, StorageTexture, TextureKind, Type};
use crate::options::Indexing;
use crate::write::examine::{TexelUse, WordUse};
use crate::write::helpers::PREFIX;
use crate::write::text::Tightness;

/// What is done with a word.
#[derive(Clone, Copy)]
enum Access {
    Load,
    Store,
    Change(AtomicOp),
}

/// The registry's name of an operation that the language has.
const fn builtin(op: AtomicOp) -> Option<Builtin> {
    match op {
        AtomicOp::Add => Some(Builtin::AtomicAdd),
        AtomicOp::Subtract => Some(Builtin::AtomicSub),
        AtomicOp::And => Some(Builtin::AtomicAnd),
        AtomicOp::Or => Some(Builtin::AtomicOr),
        AtomicOp::Xor => Some(Builtin::AtomicXor),
        AtomicOp::Max => Some(Builtin::AtomicMax),
        AtomicOp::Min => Some(Builtin::AtomicMin),
        AtomicOp::Exchange => Some(Builtin::AtomicExchange),
        AtomicOp::MaxSigned | AtomicOp::MinSigned | AtomicOp::CompareExchange => None,
    }
}

/// What stands between the name of the memory and the end of a function's name.
const fn infix(access: Access) -> &'static str {
    match access {
        Access::Load => "",
        Access::Store => "_store",
        Access::Change(op) => match op {
            AtomicOp::Add => "_add",
            AtomicOp::Subtract => "_subtract",
            AtomicOp::And => "_and",
            AtomicOp::Or => "_or",
            AtomicOp::Xor => "_xor",
            AtomicOp::MaxSigned => "_imax",
            AtomicOp::MinSigned => "_imin",
            AtomicOp::Max => "_umax",
            AtomicOp::Min => "_umin",
            AtomicOp::Exchange => "_exchange",
            AtomicOp::CompareExchange => "_compare_exchange",
        },
    }
}

const fn texel_infix(texel_use: TexelUse) -> &'static str {
    match texel_use {
        TexelUse::Load => "",
        TexelUse::Store => "_store",
    }
}

impl Writer<'_> {
    fn memory(&self, memory: Memory) -> &str {
        match memory {
            Memory::Buffer(buffer) => self.names.buffer(buffer),
            Memory::Counter(buffer) => self.names.counter(buffer),
            Memory::Group(memory) => self.names.group_memory(memory),
        }
    }

    /// Workgroup memory that is used.
    pub(super) fn group_memory(&mut self) {
        let (module, names, shared) = (self.module, self.names, &self.uses.shared);
        let mut first = true;
        for (handle, memory) in module.group_memory.iter() {
            let read = shared.group_memory.contains(handle);
            if !read && shared.of(Memory::Group(handle)).next().is_none() {
                continue;
            }
            if std::mem::take(&mut first) {
                self.text.gap();
            }
            let ty = if is_atomic(module, self.uses, Memory::Group(handle)) { "atomic<u32>" } else { "u32" };
            let name = names.group_memory(handle);
            self.text.begin();
            let _ = write!(self.text, "var<workgroup> {name}: array<{ty}, {}>;", memory.words);
            self.text.end();
        }
    }

    /// The functions of words: zero past the end, where nothing is written.
    pub(super) fn words(&mut self) {
        let (module, uses) = (self.module, self.uses);
        let mut functions = Vec::new();
        for handle in module.buffers.handles() {
            let read = uses.buffers.contains(handle);
            functions.push((Memory::Buffer(handle), read));
        }
        for handle in module.group_memory.handles() {
            let read = uses.shared.group_memory.contains(handle);
            functions.push((Memory::Group(handle), read));
        }
        for (memory, read) in functions {
            if read {
                self.word_function(memory, Access::Load);
            }
            for word_use in uses.shared.of(memory) {
                self.word_function(
                    memory,
                    match word_use {
                        WordUse::Store => Access::Store,
                        WordUse::Atomic(op) => Access::Change(op),
                    },
                );
            }
        }
    }

    fn word_function(&mut self, memory: Memory, access: Access) {
        let atomic = is_atomic(self.module, self.uses, memory);
        let name = self.memory(memory).to_owned();
        let (parameters, result) = match access {
            Access::Load => ("", " -> u32"),
            Access::Store => (", value: u32", ""),
            Access::Change(AtomicOp::CompareExchange) => (", compare: u32, value: u32", " -> u32"),
            Access::Change(_) => (", value: u32", " -> u32"),
        };
        self.text.gap();
        self.text.line(&format!("fn {name}{}{WORD}(at: u32{parameters}){result} {{", infix(access)));
        self.text.indent();
        if self.options.indexing == Indexing::Robust {
            let length = match memory {
                Memory::Group(memory) => format!("{}u", self.module.group_memory[memory].words),
                Memory::Buffer(_) | Memory::Counter(_) => format!("arrayLength(&{name})"),
            };
            self.text.line(&format!("if (at >= {length}) {{"));
            self.text.indent();
            self.text.line(if result.is_empty() { "return;" } else { "return 0u;" });
            self.text.outdent();
            self.text.line("}");
        }
        match access {
            Access::Load if atomic => {
                self.text.line(&format!("return {}(&{name}[at]);", Builtin::AtomicLoad.name()));
            }
            Access::Load => self.text.line(&format!("return {name}[at];")),
            Access::Store if atomic => {
                self.text.line(&format!("{}(&{name}[at], value);", Builtin::AtomicStore.name()));
            }
            Access::Store => self.text.line(&format!("{name}[at] = value;")),
            Access::Change(op) => self.change(&name, op),
        }
        self.text.outdent();
        self.text.line("}");
    }

    /// The body of a function that changes a word. What the language lacks is tried until no other invocation was
    /// faster: its words are unsigned, and its exchange may fail for no reason.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others have a builtin")]
    fn change(&mut self, name: &str, op: AtomicOp) {
        if let Some(builtin) = builtin(op) {
            return self.text.line(&format!("return {}(&{name}[at], value);", builtin.name()));
        }
        let exchange = Builtin::AtomicCompareExchangeWeak.name();
        let load = Builtin::AtomicLoad.name();
        // The word that is exchanged, what takes its place, and whether another one ends the trial.
        let (start, compare, value, gives_up) = match op {
            AtomicOp::CompareExchange => ("compare".to_owned(), "compare", "value".to_owned(), " || old != compare"),
            AtomicOp::MaxSigned => (format!("{load}(&{name}[at])"), "tried", signed(Builtin::Max), ""),
            _ => (format!("{load}(&{name}[at])"), "tried", signed(Builtin::Min), ""),
        };
        self.text.line(&format!("var old = {start};"));
        self.text.line("loop {");
        self.text.indent();
        self.text.line("let tried = old;");
        self.text.line(&format!("let result = {exchange}(&{name}[at], {compare}, {value});"));
        self.text.line("old = result.old_value;");
        self.text.line(&format!("if (result.exchanged{gives_up}) {{"));
        self.text.indent();
        self.text.line("break;");
        self.text.outdent();
        self.text.line("}");
        self.text.outdent();
        self.text.line("}");
        self.text.line("return old;");
    }

    /// The functions of texels: zeros outside.
    pub(super) fn texels(&mut self) {
        let (module, uses) = (self.module, self.uses);
        for &(handle, texel_use) in &uses.shared.texels {
            let texture = &module.storage_textures[handle];
            let name = self.names.storage_texture(handle).to_owned();
            let at = type_name(Type::new(crate::ir::Scalar::U32, texture.coordinates()));
            let texel = type_name(texture.texel());
            let place = if is_layered(texture) { "at.xy, at.z" } else { "at" };
            let head = format!("fn {name}{}{TEXEL}(at: {at}", texel_infix(texel_use));
            self.text.gap();
            match texel_use {
                TexelUse::Load => {
                    self.text.line(&format!("{head}) -> {texel} {{"));
                    self.text.indent();
                    let outside = if is_layered(texture) {
                        format!("any(at.xy >= textureDimensions({name})) || at.z >= textureNumLayers({name})")
                    } else {
                        format!("any(at >= textureDimensions({name}))")
                    };
                    self.text.line(&format!("if ({outside}) {{"));
                    self.text.indent();
                    self.text.line(&format!("return {texel}();"));
                    self.text.outdent();
                    self.text.line("}");
                    self.text.line(&format!("return textureLoad({name}, {place});"));
                }
                TexelUse::Store => {
                    self.text.line(&format!("{head}, value: {texel}) {{"));
                    self.text.indent();
                    self.text.line(&format!("textureStore({name}, {place}, value);"));
                }
            }
            self.text.outdent();
            self.text.line("}");
        }
    }

    /// The function that makes a value uniform which all invocations of a workgroup have: the first one stores it.
    pub(super) fn agreement(&mut self) {
        if !self.uses.shared.agrees {
            return;
        }
        self.text.gap();
        self.text.line(&format!("var<workgroup> {PREFIX}common: u32;"));
        self.text.gap();
        self.text.line(&format!("fn {PREFIX}agreed(thread: u32, value: u32) -> u32 {{"));
        self.text.indent();
        self.text.line("if (thread == 0u) {");
        self.text.indent();
        self.text.line(&format!("{PREFIX}common = value;"));
        self.text.outdent();
        self.text.line("}");
        self.text.line(&format!("return {}(&{PREFIX}common);", Builtin::WorkgroupUniformLoad.name()));
        self.text.outdent();
        self.text.line("}");
    }

    /// `u0_word`: the name of the function that reads words.
    pub(super) fn word_reader(&mut self, memory: Memory) {
        let name = self.memory(memory).to_owned();
        let _ = write!(self.text, "{name}{}{WORD}", infix(Access::Load));
    }

    /// `u0_add_word(at, 1u)`, and of a counter the operation itself.
    pub(super) fn atomic(&mut self, op: AtomicOp, memory: Memory, args: &[Handle<Node>]) {
        let name = self.memory(memory).to_owned();
        if let (Memory::Counter(_), Some(builtin), [value]) = (memory, builtin(op), args) {
            let _ = write!(self.text, "{}(&{name}, ", builtin.name());
            self.expr(*value, Tightness::Any);
            return self.text.push(")");
        }
        let _ = write!(self.text, "{name}{}{WORD}", infix(Access::Change(op)));
        self.arguments(args);
    }

    /// `u0_store_word(at, value);`
    pub(super) fn store_word(&mut self, memory: Memory, at: Handle<Node>, value: Handle<Node>) {
        let name = self.memory(memory).to_owned();
        let _ = write!(self.text, "{name}{}{WORD}", infix(Access::Store));
        self.arguments(&[at, value]);
        self.text.push(";");
    }

    /// `u0_texel(at)` or `u0_store_texel(at, value)`, without what follows.
    pub(super) fn texel(&mut self, texture: Handle<StorageTexture>, texel_use: TexelUse, args: &[Handle<Node>]) {
        let name = self.names.storage_texture(texture);
        let _ = write!(self.text, "{name}{}{TEXEL}", texel_infix(texel_use));
        self.arguments(args);
    }

    /// Width, height, and depth or layers of a storage texture.
    pub(super) fn texture_size(&mut self, texture: Handle<StorageTexture>) {
        let name = self.names.storage_texture(texture);
        let _ = if is_layered(&self.module.storage_textures[texture]) {
            write!(self.text, "vec3u(textureDimensions({name}), textureNumLayers({name}))")
        } else {
            write!(self.text, "textureDimensions({name})")
        };
    }
}

/// The greater or lesser of two words as signed numbers.
fn signed(pick: Builtin) -> String {
    format!("u32({}(i32(tried), i32(value)))", pick.name())
}

/// Whether the last coordinate of a texel is its layer.
const fn is_layered(texture: &StorageTexture) -> bool {
    matches!(texture.kind, TextureKind::D1Array | TextureKind::D2Array)
}
