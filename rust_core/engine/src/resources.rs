//! Texts that travel inside a library, and sums that tell whether bytes are the same.

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
