//! Where the words of an input end, found for 64 bytes at a time.

/// What stands behind the last byte: it ends every word. So do zeros, which pad keys.
const PADDING: u8 = b'\n';
/// How many bytes can be read from any byte of the input on.
pub(super) const REACH: usize = 32;

/// An input and the bytes that end its words. Its memory is used again for the next input.
#[derive(Debug, Default)]
pub struct Scan {
    bytes: Vec<u8>,
    /// For each byte whether it is no part of a word, 64 to a number.
    breaks: Vec<u64>,
    length: usize,
}

impl Scan {
    /// Takes text in: in lower case, its words end with blanks, control characters, commas, `;`
    /// and `#`.
    pub fn text(&mut self, input: &[u8]) {
        self.take(
            input,
            |byte| byte | (u8::from(byte.is_ascii_uppercase()) << 5),
            |byte| (byte <= b' ') | (byte == b',') | (byte == b';') | (byte == b'#'),
        );
    }

    /// Takes JSON in: its words end with `"` and control characters.
    pub fn json(&mut self, input: &[u8]) {
        self.take(input, |byte| byte, |byte| (byte == b'"') | (byte < b' '));
    }

    #[inline(always)]
    fn take(&mut self, input: &[u8], shown: impl Fn(u8) -> u8, ends: impl Fn(u8) -> bool) {
        self.bytes.clear();
        self.breaks.clear();
        self.length = input.len();
        self.bytes.reserve(input.len() + 64 + REACH);
        self.breaks.reserve(input.len() / 64 + 2);
        let mut block = |block: &[u8; 64]| {
            let block = block.map(&shown);
            let flags = block.map(|byte| u8::from(ends(byte)));
            let (flags, _) = flags.as_chunks::<8>();
            let flags = flags.iter().rev().fold(0, |all, flags| {
                // The lowest bit of each byte, side by side in the highest byte.
                let row = u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                (all << 8) | row
            });
            self.bytes.extend_from_slice(&block);
            self.breaks.push(flags);
        };
        let (blocks, rest) = input.as_chunks::<64>();
        blocks.iter().for_each(&mut block);
        let mut last = [PADDING; 64];
        last[..rest.len()].copy_from_slice(rest);
        block(&last);
        self.bytes.extend_from_slice(&[PADDING; REACH]);
        self.breaks.push(u64::MAX);
    }

    /// How many bytes the input has.
    #[inline(always)]
    pub(super) const fn length(&self) -> usize {
        self.length
    }

    /// A byte of the input, or of what stands behind it.
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(PADDING)
    }

    /// As many bytes as can be read from one on.
    #[inline(always)]
    pub(super) fn reach(&self, at: usize) -> Option<&[u8; REACH]> {
        self.bytes.get(at..)?.first_chunk()
    }

    /// Where the word ends that begins at a byte.
    #[inline(always)]
    pub(super) fn end(&self, from: usize) -> usize {
        let mut block = from / 64;
        let Some(here) = self.breaks.get(block) else {
            return from;
        };
        let here = here >> (from % 64);
        if here != 0 {
            return from + here.trailing_zeros() as usize;
        }
        loop {
            block += 1;
            match self.breaks.get(block) {
                Some(0) => {}
                Some(here) => return block * 64 + here.trailing_zeros() as usize,
                None => return from,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scan;

    #[test]
    fn words_end_where_they_end() {
        let mut scan = Scan::default();
        let long = format!("Go {} ", "x".repeat(200));
        for text in [
            "",
            "a",
            "A b,c;d#e\nf\rg\th\u{b}i\u{c}j\0\0k",
            &long,
            &long[..63],
            &long[..64],
        ] {
            scan.text(text.as_bytes());
            assert_eq!(scan.length(), text.len());
            let ends = |byte: u8| b" ,;#\n\r\t\x0b\x0c\0".contains(&byte);
            for at in 0..=text.len() {
                let end = text.bytes().skip(at).position(ends);
                assert_eq!(
                    scan.end(at),
                    end.map_or(text.len(), |end| at + end),
                    "{text} {at}"
                );
                let lower = text
                    .as_bytes()
                    .get(at)
                    .map_or(b'\n', u8::to_ascii_lowercase);
                assert_eq!(scan.byte(at), lower);
                assert_eq!(scan.reach(at).map(|reach| reach[0]), Some(lower));
            }
        }
        scan.json(br#"["A b"]"#);
        assert_eq!((scan.end(2), scan.byte(2)), (5, b'A'));
        assert_eq!(scan.end(6), 7);
    }
}
