//! The text of a document, read once from left to right without building a tree of values.

use crate::names::Word;

/// JSON text and how far it has been read. `None` everywhere means: something unusual.
#[derive(Debug)]
pub struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    /// One bit for every `"`. To look for them word by word would have each word wait long for
    /// the end of the one before.
    quotes: Vec<u64>,
}

/// A list or an object that is being read.
#[derive(Debug)]
pub struct Items {
    close: u8,
    first: bool,
}

impl<'a> Text<'a> {
    /// A text that nothing was read of yet.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            quotes: quotes(bytes),
        }
    }

    /// The next byte that is no white space; it is not passed over.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    #[inline]
    fn eat(&mut self, wanted: u8) -> Option<()> {
        if self.peek()? != wanted {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// Only white space is left.
    pub fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }

    /// Begins a list (`[`) or an object (`{`).
    #[inline]
    pub fn open(&mut self, open: u8) -> Option<Items> {
        self.eat(open)?;
        Some(Items {
            // `]` and `}` stand two after their like.
            close: open + 2,
            first: true,
        })
    }

    /// Whether there is another item. Its comma is passed over, or the end.
    #[inline]
    pub fn more(&mut self, items: &mut Items) -> Option<bool> {
        let byte = self.peek()?;
        if byte == b',' && !items.first {
            self.at += 1;
            return Some(true);
        }
        if byte == items.close {
            self.at += 1;
            return Some(false);
        }
        std::mem::take(&mut items.first).then_some(true)
    }

    /// A short text. No known word has an escape.
    #[inline]
    pub fn word(&mut self) -> Option<Word> {
        self.eat(b'"')?;
        let (block, bit) = (self.at / 64, self.at % 64);
        let (first, second) = (self.quotes.get(block)?, self.quotes.get(block + 1)?);
        let length = (first >> bit | (second << 1) << (63 - bit)).trailing_zeros() as usize;
        let rest = self.bytes.get(self.at..)?;
        self.at += length + 1;
        match rest.first_chunk::<32>() {
            Some(chunk) => Word::start(chunk, length),
            None => {
                let mut chunk = [0; 32];
                chunk.get_mut(..rest.len())?.copy_from_slice(rest);
                Word::start(&chunk, length)
            }
        }
    }

    /// The number of a word among these.
    pub fn word_in(&mut self, words: &[Word]) -> Option<u16> {
        let word = self.word()?;
        let at = words.iter().position(|known| *known == word)?;
        u16::try_from(at).ok()
    }

    /// A key of an object, with its colon.
    #[inline]
    pub fn key(&mut self) -> Option<Word> {
        let word = self.word()?;
        self.eat(b':')?;
        Some(word)
    }

    /// A text of any length in plain letters.
    pub fn plain(&mut self) -> Option<&'a str> {
        self.eat(b'"')?;
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|byte| *byte == b'"')?;
        let text = rest.get(..length)?;
        self.at += length + 1;
        if text
            .iter()
            .any(|byte| !matches!(byte, b' '..=b'~') || *byte == b'\\')
        {
            return None;
        }
        std::str::from_utf8(text).ok()
    }

    /// `true` or `false`.
    pub fn flag(&mut self) -> Option<bool> {
        self.peek()?;
        let rest = self.bytes.get(self.at..)?;
        let flag = rest.starts_with(b"true");
        if !flag && !rest.starts_with(b"false") {
            return None;
        }
        self.at += if flag { 4 } else { 5 };
        Some(flag)
    }

    /// A whole number in this range.
    #[inline]
    pub fn number(&mut self, least: i32, most: i32) -> Option<i32> {
        let negative = self.peek()? == b'-';
        self.at += usize::from(negative);
        let number = i32::try_from(self.digits(3)?).ok()?;
        // A zero with a sign is no whole number to the thorough reader.
        let number = match (negative, number) {
            (true, 0) => return None,
            (true, number) => -number,
            (false, number) => number,
        };
        (least..=most).contains(&number).then_some(number)
    }

    /// A number as the key of an object, with its colon.
    pub fn key_number(&mut self, least: u16, most: u16) -> Option<u16> {
        self.eat(b'"')?;
        let number = u16::try_from(self.digits(2)?).ok()?;
        if self.bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        self.at += 1;
        self.eat(b':')?;
        (least..=most).contains(&number).then_some(number)
    }

    /// A whole number from 0 to 2^64 - 1.
    pub fn large_number(&mut self) -> Option<u64> {
        self.peek()?;
        self.digits(20)
    }

    /// Digits, at most so many, with no zero before others and no fraction after them.
    #[inline]
    fn digits(&mut self, most: usize) -> Option<u64> {
        let start = self.at;
        let mut number = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            number = number
                .checked_mul(10)?
                .checked_add(u64::from(digit - b'0'))?;
            self.at += 1;
        }
        let count = self.at - start;
        let padded = count > 1 && self.bytes.get(start) == Some(&b'0');
        let more = matches!(self.bytes.get(self.at), Some(b'.' | b'e' | b'E'));
        (count > 0 && count <= most && !padded && !more).then_some(number)
    }
}

/// One bit for every `"`, and a word more.
fn quotes(bytes: &[u8]) -> Vec<u64> {
    let (blocks, rest) = bytes.as_chunks::<64>();
    let mut last = [0; 64];
    last[..rest.len()].copy_from_slice(rest);
    let blocks = blocks.iter().chain([&last]);
    blocks.map(quotes_in).chain([0]).collect()
}

/// One bit for every `"`.
#[inline]
fn quotes_in(block: &[u8; 64]) -> u64 {
    let found: [u8; 64] = std::array::from_fn(|at| u8::from(block[at] == b'"'));
    let (rows, _) = found.as_chunks::<8>();
    rows.iter().rev().fold(0, |all, row| {
        // Bit 0 of byte n becomes bit n of the highest byte.
        let bits = u64::from_le_bytes(*row).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        all << 8 | bits
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_quote_is_found(bytes in prop::collection::vec(
            prop_oneof![4 => Just(b'a'), 1 => Just(b'"'), 1 => any::<u8>()], 0..300,
        )) {
            let found = quotes(&bytes);
            for at in 0..found.len() * 64 {
                let known = bytes.get(at) == Some(&b'"');
                prop_assert_eq!(found[at / 64] >> (at % 64) & 1 == 1, known);
            }
        }
    }
}
