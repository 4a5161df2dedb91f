//! Embeds the shipped rules and scenarios, so that the library needs no files beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("..");
    let mut entries = Vec::new();
    for folder in ["scenarios", "rules_asp"] {
        println!("cargo:rerun-if-changed=../{folder}");
        collect(&root, &root.join(folder), &mut entries)?;
    }
    entries.sort();
    let mut code = String::from("pub(crate) static EMBEDDED: &[(&str, &str)] = &[\n");
    for (name, path) in &entries {
        writeln!(code, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("embedded.rs"), code)
}

fn collect(root: &Path, folder: &Path, entries: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(root, &path, entries)?;
        } else if path
            .extension()
            .is_some_and(|e| ["csv", "toml", "lp"].iter().any(|known| e == *known))
        {
            let name = path.strip_prefix(root).map_err(io::Error::other)?;
            let name = name.to_string_lossy().replace('\\', "/");
            entries.push((name, path.canonicalize()?.to_string_lossy().into_owned()));
        }
    }
    Ok(())
}
