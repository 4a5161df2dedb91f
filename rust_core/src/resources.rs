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

/// As [`checksum`], eight bytes at a time: for many bytes that must be read quickly.
///
/// Four sums side by side, since each step of one waits for the step before. Every step can be
/// undone, so that a change in one word is never lost.
pub(crate) fn quick_checksum(bytes: &[u8]) -> u64 {
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
