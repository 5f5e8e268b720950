//! The interpreter draws what the reference images show: a missing image, another one or one of no case fails.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::draw::find::Drawings;
use dxbc_harness::draw::gallery;

#[test]
fn the_interpreter_draws_the_reference_images() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cases = Drawings::find(&[root.join("corpus")]).unwrap().cases;
    let pieces = gallery::draw(&cases).unwrap();
    let images = pieces.iter().filter(|piece| piece.image.is_some()).count();
    println!("{} cases, {images} images", pieces.len());
    let faults = gallery::check(&root.join("reference-images"), &pieces).unwrap();
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "look at what `dxbc-cross bless` changes:\n{}", faults.join("\n"));
    assert!(images > 600, "{images} images");
}
