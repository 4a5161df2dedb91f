//! The rules and scenarios that travel inside the library.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The text of an embedded file, such as `rules_asp/pursuit_of_glory/supply.lp`.
#[must_use]
pub fn text(path: &str) -> Option<&'static str> {
    EMBEDDED
        .binary_search_by(|(name, _)| (*name).cmp(path))
        .ok()
        .map(|at| EMBEDDED[at].1)
}

/// The paths of all embedded files, sorted.
pub fn paths() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// FNV-1a: tells other or damaged bytes from the same ones; no defence against malice.
pub(crate) fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
