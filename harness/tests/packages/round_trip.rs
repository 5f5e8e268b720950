//! Draw packages of the whole corpus: what is written is read back as the same draw.

use std::path::Path;

use dxbc_harness::case::scene::Scene;
use dxbc_harness::case::{Case, PLAIN, find};
use dxbc_harness::package::{Check, Package, PackageError, load};

/// A scene without what a package says in another way: its name, and the inputs of a lone pixel shader.
fn text(scene: &Scene) -> String {
    format!("{:#?}", Scene { case: String::new(), pixel_inputs: Vec::new(), conflicts: Vec::new(), ..scene.clone() })
}

#[test]
fn every_case_that_can_be_a_package_comes_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let (mut programs, mut tiles, mut refused) = (0, 0, Vec::new());
    for folder in find(&root).unwrap() {
        let Ok(case) = Case::load(&folder) else { continue };
        let Ok((stages, scene)) = case.plan(PLAIN) else { continue };
        for check in [Check::Program, Check::Pixel] {
            let name = format!("{} {check:?}", case.name);
            let package = match Package::of(&stages, &scene, check) {
                Ok(package) => package,
                Err(PackageError::Unsupported(what)) => {
                    refused.push(format!("{name}: {what}"));
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            };
            let folder = tempfile::tempdir().unwrap();
            package.write(folder.path()).unwrap();
            assert_eq!(Package::read(folder.path()).unwrap(), package, "{name}");
            let loaded = load(folder.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let bytes =
                |stage: &Option<dxbc_harness::case::stage::StageUnit>| stage.as_ref().map(|unit| unit.bytes.clone());
            assert_eq!(bytes(&loaded.stages.pixel), bytes(&stages.pixel), "{name}");
            if check == Check::Program {
                programs += 1;
                assert_eq!(bytes(&loaded.stages.vertex), bytes(&stages.vertex), "{name}");
                assert_eq!(text(&loaded.scene), text(&scene), "{name}");
            } else {
                tiles += 1;
                assert_eq!(loaded.scene.targets, scene.targets, "{name}");
                assert_eq!(
                    loaded.scene.geometry.unwrap().indices.len(),
                    6 * (scene.tiles()[0] * scene.tiles()[1]) as usize
                );
            }
        }
    }
    println!("{programs} programs, {tiles} pixel shaders; not packages:\n{}", refused.join("\n"));
    assert!(programs >= 40 && tiles >= 100, "{programs} {tiles}");
}
