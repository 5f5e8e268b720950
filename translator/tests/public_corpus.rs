//! Parses every container of a folder of real shaders and compares with what its manifest says.
//!
//! The folder is not part of this project: `DXBC_PUBLIC_CORPUS` names it. It holds `<id>.dxbc` files and a
//! `manifest.jsonl` with one object a file. Without the variable there is nothing to check.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dxbc_translator::container::rdef_types::Class;
use dxbc_translator::container::{Container, Digest};
use serde_json::Value;

#[test]
fn every_public_container_is_as_its_manifest_says() {
    let Some(folder) = std::env::var_os("DXBC_PUBLIC_CORPUS").map(PathBuf::from) else {
        println!("DXBC_PUBLIC_CORPUS is not set: no public containers were checked");
        return;
    };
    let manifest = std::fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in manifest.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let id = entry["id"].as_str().unwrap();
        let bytes = std::fs::read(folder.join(format!("{id}.dxbc"))).unwrap();
        match check(&entry, &bytes) {
            Ok(kinds) => kinds.into_iter().for_each(|kind| *counts.entry(kind).or_default() += 1),
            Err(message) => wrong.push(format!("{id}: {message}")),
        }
    }
    println!("{counts:#?}");
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), manifest.lines().count(), wrong.join("\n"));
}

/// What the container is, for counting, or how it differs from its manifest entry.
fn check(entry: &Value, bytes: &[u8]) -> Result<Vec<String>, String> {
    let container = Container::parse(bytes).map_err(|error| error.to_string())?;
    let differ = |what: &str, found: &dyn std::fmt::Display| Err(format!("{what} is {found}, not {}", entry[what]));

    let names: Vec<String> = container.chunks().iter().map(|chunk| chunk.name.to_string()).collect();
    if entry["chunks"] != Value::from(names.clone()) {
        return differ("chunks", &names.join(" "));
    }
    if entry["size"] != container.size() {
        return differ("size", &container.size());
    }
    let digest = if container.digest() == Digest::Ok { "ok" } else { "mismatch" };
    if entry["checksum"] != digest {
        return differ("checksum", &digest);
    }
    let version = container.version().map_err(|error| error.to_string())?;
    if entry["stage"] != version.stage.prefix()
        || entry["model"] != Value::from(vec![version.model.major, version.model.minor])
    {
        return differ("model", &version);
    }
    let mut kinds = vec![format!("digest {:?}", container.digest()), format!("version {version}")];
    for (name, signature) in [("inputs", container.inputs()), ("outputs", container.outputs())] {
        match signature.map_err(|error| format!("{name}: {error}"))? {
            Some(signature) => kinds.push(format!("{name} with {:2} elements", signature.elements.len())),
            None => kinds.push(format!("{name} absent")),
        }
    }
    let reflection = container.reflection().map_err(|error| error.to_string())?;
    if entry["stripped"] != reflection.is_none() {
        return differ("stripped", &reflection.is_none());
    }
    if let Some(reflection) = reflection {
        kinds.push(format!(
            "reflection of {}",
            reflection.target.map_or("no stage".into(), |target| target.to_string())
        ));
        for buffer in &reflection.buffers {
            for variable in &buffer.variables {
                let size = variable.ty.size(buffer.kind.packing());
                if variable.ty.class != Class::InterfacePointer && size != variable.size {
                    return Err(format!("{} has {} bytes but its type {size}", variable.name, variable.size));
                }
                kinds.push(format!("variables of class {} in a {}", variable.ty.class, buffer.kind));
            }
        }
        kinds.extend(reflection.bindings.iter().map(|binding| format!("bindings of kind {}", binding.kind)));
    }
    let statistics = container.statistics();
    if entry["stat_instructions"] != Value::from(statistics.as_ref().map(|statistics| statistics.instructions)) {
        return differ("stat_instructions", &format!("{statistics:?}"));
    }
    for feature in container.features().map_err(|error| error.to_string())?.iter().flat_map(|set| &set.known) {
        kinds.push(format!("feature {feature:?}"));
    }
    kinds.extend(container.warnings().iter().map(|warning| warning.message.clone()));
    Ok(kinds)
}
