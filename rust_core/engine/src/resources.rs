//! Texts that travel inside a library, an owner's in their place, and sums that tell whether bytes
//! are the same.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::path::Path;

/// An owner's text larger than this is refused unread.
const LARGEST: u64 = 16 << 20;

/// An owner's tables: the texts of the CSV and TOML files of a folder by their names, without byte
/// order marks.
///
/// # Errors
/// [`Error::BadInput`] if it is no folder, or a file cannot be read or is larger than 16 MiB.
pub fn owned(directory: &Path) -> Result<HashMap<String, String>> {
    if !directory.is_dir() {
        let message = format!("'{}' is no folder", directory.display());
        return Err(Error::bad("--data", message));
    }
    let mut own = HashMap::new();
    let listing = std::fs::read_dir(directory)
        .map_err(|e| Error::bad(directory.display().to_string(), e.to_string()))?;
    for entry in listing.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !(name.ends_with(".csv") || name.ends_with(".toml")) {
            continue;
        }
        let text = text_of(&entry.path())
            .map_err(|message| Error::bad(entry.path().display().to_string(), message))?;
        own.insert(name, text);
    }
    Ok(own)
}

/// The text of a file, without a byte order mark; or why it cannot be read.
fn text_of(path: &Path) -> std::result::Result<String, String> {
    let failed = |error: std::io::Error| format!("cannot be read: {error}");
    let about = std::fs::metadata(path).map_err(failed)?;
    // A pipe would be waited for.
    if !about.is_file() {
        return Err("is no file".to_owned());
    }
    if about.len() > LARGEST {
        return Err(format!("is larger than {LARGEST} bytes"));
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// The texts that a crate embeds: paths from the project's root, sorted, and what stands there.
#[derive(Debug, Clone, Copy)]
pub struct Embedded(pub &'static [(&'static str, &'static str)]);

impl Embedded {
    /// The text of a file, such as `rules_asp/common/lawful.lp`.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&'static str> {
        self.0
            .binary_search_by(|(name, _)| (*name).cmp(path))
            .ok()
            .map(|at| self.0[at].1)
    }

    /// The paths of all files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.0.iter().map(|(name, _)| *name)
    }
}

/// FNV-1a: tells other or damaged bytes from the same ones; no defence against malice.
pub fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// As [`checksum`], eight bytes at a time: for many bytes that must be read quickly.
///
/// Four sums side by side, since each step of one waits for the step before. Every step can be
/// undone, so that a change in one word is never lost.
pub fn quick_checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let mut sums = [0_u64, 1, 2, 3];
    let (rows, rest) = bytes.as_chunks::<32>();
    for row in rows {
        for (sum, word) in sums.iter_mut().zip(row.as_chunks::<8>().0) {
            *sum = step(*sum, u64::from_le_bytes(*word));
        }
    }
    let (words, rest) = rest.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]);
    let all = sums
        .into_iter()
        .chain(words.map(|word| u64::from_le_bytes(*word)));
    let sum = all.fold(bytes.len() as u64, step);
    sum ^ sum >> 32
}
