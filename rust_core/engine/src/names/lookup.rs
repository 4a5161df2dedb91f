//! Short words as numbers: ids found without looking at one letter after the other.

/// The longest word that fits.
const LONGEST: usize = 31;
/// The bytes of a word that is `n` letters long.
const MASKS: [[u64; 4]; LONGEST + 1] = {
    let mut masks = [[0; 4]; LONGEST + 1];
    let mut length = 0;
    while length <= LONGEST {
        let mut at = 0;
        while at < length {
            masks[length][at / 8] |= 0xff << (at % 8 * 8);
            at += 1;
        }
        length += 1;
    }
    masks
};

/// A word of at most 31 bytes: the bytes, zeros, and how many there are.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Word([u64; 4]);

/// All at once: to stop at the first difference takes a jump that cannot be foretold.
impl PartialEq for Word {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
    }
}

impl Word {
    /// No letters.
    pub const EMPTY: Self = Self([0; 4]);

    /// A word; `None` if it is too long.
    #[must_use]
    pub const fn new(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() > LONGEST {
            return None;
        }
        let mut words = [0; 4];
        let mut at = 0;
        while at < bytes.len() {
            words[at / 8] |= (bytes[at] as u64) << (at % 8 * 8);
            at += 1;
        }
        words[3] |= (bytes.len() as u64) << 56;
        Some(Self(words))
    }

    /// The first `length` bytes of these; `None` if they are too many.
    #[inline]
    #[must_use]
    pub fn start(bytes: &[u8; 32], length: usize) -> Option<Self> {
        let masks = MASKS.get(length)?;
        let (words, _) = bytes.as_chunks::<8>();
        let mut word: [u64; 4] =
            std::array::from_fn(|at| u64::from_le_bytes(words[at]) & masks[at]);
        word[3] |= (length as u64) << 56;
        Some(Self(word))
    }

    /// A word that is known to be short enough, or it does not compile.
    #[must_use]
    #[allow(clippy::panic, reason = "only ever evaluated by the compiler")]
    pub const fn of(text: &str) -> Self {
        match Self::new(text) {
            Some(word) => word,
            None => panic!("a word of a list is too long for quick readers"),
        }
    }

    #[inline]
    const fn hash(self) -> u64 {
        let [a, b, c, d] = self.0;
        let first = (a ^ c.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let second = (b ^ d.rotate_left(23)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        first ^ second
    }
}

/// A table from words to their numbers.
#[derive(Debug)]
pub struct Lookup {
    words: Vec<Word>,
    /// Numbers plus one; 0 = free. At most half is taken.
    slots: Box<[u16; Self::SLOTS]>,
}

impl Lookup {
    const SLOTS: usize = 4096;

    /// The table of these ids, numbered in their order. Ids too long for a word are left out, and
    /// so are those for which there is no room.
    #[must_use]
    pub fn new<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut table = Self {
            words: Vec::new(),
            slots: Box::new([0; Self::SLOTS]),
        };
        for id in ids.into_iter().take(Self::SLOTS / 2) {
            let word = Word::new(id);
            table.words.push(word.unwrap_or(Word::EMPTY));
            if let (Some(word), Ok(number)) = (word, u16::try_from(table.words.len())) {
                let mut slot = Self::slot(word);
                while table.slots[slot] > 0 {
                    slot = (slot + 1) % Self::SLOTS;
                }
                table.slots[slot] = number;
            }
        }
        table
    }

    #[inline]
    const fn slot(word: Word) -> usize {
        (word.hash() >> 52) as usize % Self::SLOTS
    }

    /// The number of a word.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, word: Word) -> Option<usize> {
        let mut slot = Self::slot(word);
        loop {
            let number = usize::from(self.slots[slot]).checked_sub(1)?;
            if self.words.get(number) == Some(&word) {
                return Some(number);
            }
            slot = (slot + 1) % Self::SLOTS;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn words_are_found_and_others_are_not() {
        let ids = [
            "z",
            "medina",
            "kurds_1",
            "kurds_2",
            "ap_01",
            "thirty_one_letters_are_the_most",
        ];
        let table = Lookup::new(
            ids.into_iter()
                .chain(["this_is_longer_than_any_word_may_be"]),
        );
        for (number, id) in ids.iter().enumerate() {
            assert_eq!(table.find(Word::new(id).unwrap()), Some(number));
            for end in 0..id.len() {
                assert_eq!(table.find(Word::new(&id[..end]).unwrap()), None);
            }
        }
        assert_eq!(table.find(Word::new("z\0").unwrap()), None);
        assert_eq!(Word::new("this_is_longer_than_any_word_may_be"), None);
    }

    #[test]
    fn a_word_is_the_start_of_bytes() {
        let bytes = *b"thirty_two_letters_are_too_many!";
        let text = std::str::from_utf8(&bytes).unwrap();
        for length in 0..=32 {
            assert_eq!(Word::start(&bytes, length), Word::new(&text[..length]));
        }
    }
}
