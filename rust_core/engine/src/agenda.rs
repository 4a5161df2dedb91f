//! The agenda: what is under way, as a stack of frames that the state keeps.
//!
//! A frame is plain data: what kind of thing it is, the side it is of, and a few numbers. A game lists
//! its kinds of frames for its documents ([`FrameKind`](crate::document::FrameKind)). What a frame
//! asks and what an answer does is the game's business.
//!
//! A row of cells keeps the stack from the bottom up, [`WORDS`] cells for each frame. The first of
//! them is 0 above the top.

/// How many numbers a frame has.
pub const ARGS: usize = 3;
/// How many cells keep a frame.
pub const WORDS: usize = ARGS + 1;

/// One thing under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Which of the game's kinds.
    pub kind: u8,
    /// The number of the side it is of, if it is of one.
    pub side: Option<u8>,
    /// Its numbers, as cells store them; 0 where there is none.
    pub args: [u16; ARGS],
}

impl Frame {
    /// What the cells of the frame store.
    #[must_use]
    pub const fn words(self) -> [u16; WORDS] {
        let side = match self.side {
            Some(side) => side as u16 + 1,
            None => 0,
        };
        let [a, b, c] = self.args;
        [(self.kind as u16 + 1) | side << 8, a, b, c]
    }

    /// The frame of such cells; `None` above the top.
    #[must_use]
    pub const fn read(words: [u16; WORDS]) -> Option<Self> {
        let [head, a, b, c] = words;
        let [kind, side] = head.to_le_bytes();
        let Some(kind) = kind.checked_sub(1) else {
            return None;
        };
        Some(Self {
            kind,
            side: side.checked_sub(1),
            args: [a, b, c],
        })
    }
}

/// The frames that a row of cells keeps, from the bottom up.
pub fn frames(row: &[u16]) -> impl DoubleEndedIterator<Item = Frame> + Clone + '_ {
    let (cells, _) = row.as_chunks::<WORDS>();
    let depth = cells.iter().position(|words| words[0] == 0);
    let filled = &cells[..depth.unwrap_or(cells.len())];
    filled.iter().filter_map(|words| Frame::read(*words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_frames() {
        let bottom = Frame {
            kind: 0,
            side: None,
            args: [0, 0, 0],
        };
        let top = Frame {
            kind: 254,
            side: Some(1),
            args: [1, 0, 65_535],
        };
        let mut row = [0; 4 * WORDS];
        assert_eq!(frames(&row).count(), 0);
        for (words, frame) in row.chunks_mut(WORDS).zip([bottom, top]) {
            words.copy_from_slice(&frame.words());
        }
        let kept: Vec<_> = frames(&row).collect();
        assert_eq!(kept, [bottom, top]);
        assert_eq!(frames(&row).next_back(), Some(top));
    }
}
