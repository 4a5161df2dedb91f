//! For build scripts: embeds folders of text, so that what is built needs no files beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes `embedded.rs` into the crate's build folder: a sorted `EMBEDDED: &[(&str, &str)]` of the
/// paths and texts of every table, scenario and program in `folders`. They lie in the crate, as it
/// is packed for others, or at the project's root, two folders above the crate.
///
/// # Errors
/// A folder or file that cannot be read.
pub fn folders(folders: &[&str]) -> io::Result<()> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let project = manifest.join("../..");
    let mut entries = Vec::new();
    for folder in folders {
        let packed = manifest.join(folder).is_dir();
        let root = if packed { &manifest } else { &project };
        collect(root, &root.join(folder), &mut entries)?;
    }
    entries.sort();
    let mut code = String::from("static EMBEDDED: &[(&str, &str)] = &[\n");
    for (name, path) in &entries {
        writeln!(code, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("embedded.rs"), code)
}

fn collect(root: &Path, folder: &Path, entries: &mut Vec<(String, String)>) -> io::Result<()> {
    let mut instruct = String::new();
    writeln!(instruct, "cargo:rerun-if-changed={}", folder.display()).map_err(io::Error::other)?;
    io::Write::write_all(&mut io::stdout(), instruct.as_bytes())?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
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
