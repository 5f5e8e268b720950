//! Rows of the workgroup synchronisation. The whole workgroup reaches such a call, or no invocation of it does.

macro_rules! barriers {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Barriers {

StorageBarrier "storageBarrier" () -> Void, ["storageBarrier()", Refusal::NoCompute] { stages: Stages::Compute }
    "waits for the workgroup, whose earlier writes to storage buffers are then seen";
TextureBarrier "textureBarrier" () -> Void, ["textureBarrier()", Refusal::NoCompute] { stages: Stages::Compute }
    "waits for the workgroup, whose earlier writes to storage textures are then seen";
WorkgroupBarrier "workgroupBarrier" () -> Void, ["workgroupBarrier()", Refusal::NoCompute] { stages: Stages::Compute }
    "waits for the workgroup, whose earlier writes to its own memory are then seen";
WorkgroupUniformLoad "workgroupUniformLoad" (location: WorkgroupLocation) -> SameStored,
    ["workgroupUniformLoad(&$0)", Refusal::NoCompute] { stages: Stages::Compute }
    "waits, reads the place and waits again, so that every invocation gets the same value";

    } } };
}
pub(super) use barriers;
