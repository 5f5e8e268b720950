//! Globally coherent views: the words of buffers are atomic, and a texture that is read warns.

use dxbc_translator::ir::Coherence;
use dxbc_translator::options::{Options, Target};
use dxbc_translator::program::assemble_container;
use dxbc_translator::translate::{Shader, translate};

fn shader(view: &str, body: &str) -> Shader {
    let text = format!(
        "cs_5_0\ndcl_globalFlags refactoringAllowed\n{view}\ndcl_input vThreadID.xy\ndcl_temps 1\n\
         dcl_thread_group 1, 1, 1\n{body}\nret\n"
    );
    let options = Options { target: Target::Wgsl, ..Options::default() };
    translate(&assemble_container(&text).unwrap(), &options).unwrap()
}

#[test]
fn words_of_a_coherent_buffer_are_atomic() {
    let body = "ld_raw r0.x, vThreadID.x, u0.xxxx\nstore_raw u0.x, vThreadID.y, r0.x";
    for (view, coherence) in [("dcl_uav_raw_glc u0", Coherence::Device), ("dcl_uav_raw u0", Coherence::Group)] {
        let shader = shader(view, body);
        assert_eq!(shader.reflection.storage_buffers[0].coherence, coherence);
        assert_eq!(shader.source.contains("atomicLoad("), coherence == Coherence::Device, "{}", shader.source);
        assert!(shader.warnings.is_empty(), "{:?}", shader.warnings);
    }
}

#[test]
fn a_coherent_texture_warns_where_it_is_read() {
    let read = "ld_uav_typed r0.x, vThreadID.xyxx, u0.xxxx\nstore_uav_typed u0.xyzw, vThreadID.yxxx, r0.xxxx";
    let written = "store_uav_typed u0.xyzw, vThreadID.xyxx, vThreadID.xxxx";
    for (suffix, body, warnings) in [("_glc", read, 1), ("_glc", written, 0), ("", read, 0)] {
        let shader = shader(&format!("dcl_uav_typed_texture2d{suffix} (uint,uint,uint,uint) u0"), body);
        assert_eq!(shader.warnings.len(), warnings, "{suffix} {body}: {:?}", shader.warnings);
        assert!(shader.warnings.iter().all(|warning| warning.message.contains("globally coherent")));
    }
}
