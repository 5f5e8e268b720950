//! The options of a translation on the command line.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use dxbc_translator::options::{self, Options};

use crate::layout::{self, Preset};

/// A choice on the command line that stands for one of the translator's.
macro_rules! choice {
    ($name:ident { $($(#[$doc:meta])* $variant:ident,)+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        #[allow(clippy::doc_markdown, reason = "the text is printed as it stands here")]
        pub(crate) enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl From<$name> for options::$name {
            fn from(choice: $name) -> Self {
                match choice {
                    $($name::$variant => Self::$variant,)+
                }
            }
        }
    };
}

choice! {
    Target {
        /// GLSL ES 3.00, for WebGL2
        Glsl,
        /// WGSL, for WebGPU
        Wgsl,
    }
}
choice! {
    RegisterModel {
        /// Each r# is one vec4, and integers are cast at the use
        Float,
        /// Every value lives in a variable of its own type
        Typed,
    }
}
choice! {
    IntegerAttributes {
        /// As float vectors, for vertexAttribPointer; loses bits past 2^24
        Float,
        /// As ivec and uvec, for vertexAttribIPointer
        Native,
    }
}
choice! {
    Names {
        /// From the registers: cb0, t3, t3TEX_with_SMPs1
        Register,
        /// From the reflection data, where the shader has them
        Reflected,
    }
}
choice! {
    ClipSpace {
        /// As the bytecode computes it
        AsIs,
        /// OpenGL's: z = 2z - w and y = -y
        #[value(name = "opengl")]
        OpenGl,
    }
}
choice! {
    Indexing {
        /// Reads past the end of an array give zero, writes are dropped
        Robust,
        /// The shader is trusted to stay inside
        Trusted,
    }
}
choice! {
    FloatRules {
        /// GLSL's functions; drivers may rearrange what the bytecode allows
        Relaxed,
        /// The order of the bytecode everywhere, for equal bits
        Strict,
    }
}
choice! {
    StageBindings {
        /// cb0 and t0 of both stages are one uniform; only where types differ has the vertex stage its own
        Shared,
        /// Each stage has bindings of its own, as in Direct3D; names of the vertex stage end in _vs
        Separate,
    }
}
choice! {
    Comments {
        /// No comments
        None,
        /// The Direct3D assembly above each statement
        Assembly,
    }
}

/// How to translate.
#[derive(Debug, Args)]
#[command(next_help_heading = "Translation")]
pub(crate) struct TranslationArgs {
    /// The language that is written
    #[arg(long, value_enum, default_value = "glsl")]
    target: Target,
    /// How registers are stored
    #[arg(long, value_enum, default_value = "typed")]
    register_model: RegisterModel,
    /// How integer vertex attributes are declared in GLSL; float unless a layout says otherwise
    #[arg(long, value_enum)]
    integer_attributes: Option<IntegerAttributes>,
    /// Where names of blocks, textures and samplers come from
    #[arg(long, value_enum, default_value = "register")]
    names: Names,
    /// What becomes of the clip-space position in GLSL; WebGPU's clip space is Direct3D's
    #[arg(long, value_enum, default_value = "as-is")]
    clip_space: ClipSpace,
    /// What an index past the end of an array does
    #[arg(long, value_enum, default_value = "robust")]
    indexing: Indexing,
    /// Which float results must be Direct3D's to the bit
    #[arg(long, value_enum, default_value = "relaxed")]
    float_rules: FloatRules,
    /// Whether the stages of a program share registers
    #[arg(long, value_enum, default_value = "shared")]
    stage_bindings: StageBindings,
    /// Comments in the emitted text
    #[arg(long, value_enum, default_value = "none")]
    comments: Comments,
    /// Rows of 16 bytes that the host binds to cbN, if more than the shader declares
    #[arg(long = "cb-rows", value_name = "N=ROWS", value_parser = constant_buffer_rows)]
    constant_buffer_rows: Vec<(u32, u32)>,
    /// Layout file: where buffers stand, how integers are fed, what attributes are called
    #[arg(long, value_name = "FILE")]
    abi: Option<PathBuf>,
    /// Layout with a name
    #[arg(long, value_enum, conflicts_with = "abi")]
    abi_preset: Option<Preset>,
}

impl TranslationArgs {
    /// The translator's options: those of the command line go before those of the layout.
    pub(crate) fn options(&self) -> Result<Options> {
        let mut options = Options::default();
        if let Some(layout) = layout::find(self.abi.as_deref(), self.abi_preset)? {
            layout.apply(&mut options);
        }
        options.constant_buffer_rows.extend(self.constant_buffer_rows.iter().copied());
        Ok(Options {
            target: self.target.into(),
            register_model: self.register_model.into(),
            integer_attributes: self.integer_attributes.map_or(options.integer_attributes, Into::into),
            names: self.names.into(),
            clip_space: self.clip_space.into(),
            indexing: self.indexing.into(),
            float_rules: self.float_rules.into(),
            stage_bindings: self.stage_bindings.into(),
            comments: self.comments.into(),
            ..options
        })
    }
}

/// Most rows of a constant buffer in Direct3D.
const ROWS: u32 = 4096;

fn constant_buffer_rows(text: &str) -> std::result::Result<(u32, u32), String> {
    let parts = text.split_once('=').and_then(|(register, rows)| Some((register.parse().ok()?, rows.parse().ok()?)));
    match parts {
        Some((register, rows @ 1..=ROWS)) => Ok((register, rows)),
        Some((_, rows)) => Err(format!("{rows} rows are not 1 to {ROWS}")),
        None => Err("write the register and the rows, as in 2=64".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        translation: TranslationArgs,
    }

    #[test]
    fn defaults_are_the_translators() {
        assert_eq!(Line::parse_from(["x"]).translation.options().unwrap(), Options::default());
    }

    #[test]
    fn choices_reach_the_options() {
        let line =
            ["x", "--target", "wgsl", "--register-model", "float", "--clip-space", "opengl", "--cb-rows", "2=64"];
        let options = Line::parse_from(line).translation.options().unwrap();
        assert_eq!(options.target, options::Target::Wgsl);
        assert_eq!(options.register_model, options::RegisterModel::Float);
        assert_eq!(options.clip_space, options::ClipSpace::OpenGl);
        assert_eq!(options.constant_buffer_rows, [(2, 64)].into());
    }

    #[test]
    fn the_command_line_goes_before_a_layout() {
        let line = ["x", "--abi-preset", "carbon", "--integer-attributes", "native"];
        let options = Line::parse_from(line).translation.options().unwrap();
        assert_eq!(options.integer_attributes, options::IntegerAttributes::Native);
        assert_eq!(options.abi, dxbc_translator::abi::Preset::Carbon.layout().abi);
    }

    #[test]
    fn rows_are_checked() {
        assert_eq!(constant_buffer_rows("2=64"), Ok((2, 64)));
        assert_eq!(constant_buffer_rows("13=4096"), Ok((13, 4096)));
        for text in ["2=0", "2=4097", "2", "cb2=3", "2=", "-1=4"] {
            assert!(constant_buffer_rows(text).is_err(), "{text}");
        }
    }
}
