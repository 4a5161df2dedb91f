//! Sets of hexes of a rectangle, spread to their neighbours by shifting words.
//!
//! The hexes are numbered row by row. A hex has a corner on top, and the rows of one parity lie half
//! a hex further along: the neighbours of a whole set are then six shifts of it, however many hexes
//! it has.

use super::super::BitSet;

/// A rectangle of hexes, and how its rows interlock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weave<const WORDS: usize> {
    width: usize,
    board: BitSet<WORDS>,
    /// Hexes of rows that lie further along.
    shifted: BitSet<WORDS>,
    first: BitSet<WORDS>,
    last: BitSet<WORDS>,
}

impl<const WORDS: usize> Weave<WORDS> {
    /// A rectangle of `height` rows of `width` hexes; the first row lies half a hex further along if
    /// `first_shifted`, and then every other one. `None` if a set cannot hold it or it has no hex.
    #[must_use]
    pub fn new(width: usize, height: usize, first_shifted: bool) -> Option<Self> {
        let count = width.checked_mul(height)?;
        if count == 0 || count > BitSet::<WORDS>::CAPACITY {
            return None;
        }
        let hexes = |is: &dyn Fn(usize) -> bool| (0..count).filter(|at| is(*at)).collect();
        Some(Self {
            width,
            board: BitSet::below(count),
            shifted: hexes(&|at| (at / width).is_multiple_of(2) == first_shifted),
            first: hexes(&|at| at % width == 0),
            last: hexes(&|at| at % width == width - 1),
        })
    }

    /// All hexes.
    #[must_use]
    pub const fn board(&self) -> &BitSet<WORDS> {
        &self.board
    }

    /// The neighbours of all these hexes; a hex of the set is among them if it is a neighbour of
    /// another.
    #[inline]
    #[must_use]
    pub fn around(&self, hexes: &BitSet<WORDS>) -> BitSet<WORDS> {
        let width = self.width;
        let (back, along) = (*hexes - self.first, *hexes - self.last);
        let (earlier, later) = (back - self.shifted, along & self.shifted);
        let beside = along.up(1) | back.down(1) | hexes.up(width) | hexes.down(width);
        let above = earlier.up(width - 1) | later.up(width + 1);
        let below = earlier.down(width + 1) | later.down(width - 1);
        (beside | above | below) & self.board
    }

    /// All hexes of `open` that can be reached from `start` (whose members outside `open` are
    /// dropped) by going through hexes of `open` only.
    #[must_use]
    pub fn flood(&self, start: BitSet<WORDS>, open: BitSet<WORDS>) -> BitSet<WORDS> {
        let mut seen = start & open;
        let mut edge = seen;
        while !edge.is_empty() {
            edge = (self.around(&edge) & open) - seen;
            seen |= edge;
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::{Hex, Layout, Shifted, Top};
    use super::*;

    /// The neighbours by coordinates.
    fn plain(width: usize, height: usize, shifted: Shifted, set: &BitSet<2>) -> BitSet<2> {
        let layout = Layout {
            top: Top::Pointy,
            shifted,
        };
        let small = |at: usize| i16::try_from(at).unwrap();
        let hex = |at: usize| layout.hex(small(at % width), small(at / width));
        let all: Vec<Hex> = (0..width * height).map(hex).collect();
        let beside = |at: &usize| set.iter().any(|other| all[*at].distance(all[other]) == 1);
        (0..width * height).filter(beside).collect()
    }

    #[test]
    fn neighbours_are_those_of_the_grid() {
        let mut random = crate::chance::Random::new(7, 0);
        for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 9), (11, 11), (16, 8)] {
            for (first_shifted, shifted) in [(true, Shifted::Even), (false, Shifted::Odd)] {
                let weave = Weave::<2>::new(width, height, first_shifted).unwrap();
                for _ in 0..40 {
                    let set = (0..width * height).filter(|_| random.chance(20)).collect();
                    assert_eq!(
                        weave.around(&set),
                        plain(width, height, shifted, &set),
                        "{width} {height} {shifted}"
                    );
                }
                let corner = BitSet::from_iter([0]);
                assert_eq!(weave.flood(corner, *weave.board()), *weave.board());
            }
        }
    }

    #[test]
    fn floods_stop_at_closed_hexes() {
        let weave = Weave::<1>::new(4, 2, false).unwrap();
        let open = *weave.board() - BitSet::from_iter([1, 5]);
        let reached = weave.flood(BitSet::from_iter([0, 1]), open);
        assert_eq!(reached, BitSet::from_iter([0, 4]));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Weave::<1>::new(13, 5, true).is_none());
        assert!(Weave::<1>::new(0, 5, true).is_none());
    }
}
