//! What keeps cells: rows of numbers, and sets.

use super::{Encoding, Together};
use crate::board::BitSet;

/// A field of a state, which keeps a number for each of some cells, or bits of it.
pub trait Stored: Copy {
    /// The cells in which two states differ, so far as they are told together at the end.
    type Differing: Copy + Default + Differing;
    /// Nothing in any cell.
    const EMPTY: Self;
    /// How many cells it is for.
    const COUNT: usize;
    /// How many bits of each number it keeps.
    const BITS: usize;
    /// How many words of an image it takes.
    const WORDS: usize;

    /// The bits it keeps for a cell; 0 where there is no such cell.
    fn get(&self, at: usize) -> u16;

    /// Adds what its bits are worth to the number of each cell, of which set `first` is its first one.
    fn add_to<E: Encoding>(&self, numbers: &mut [u16], first: usize);

    /// Keeps its bits of a number, of which set `first` is its first one.
    fn put<E: Encoding>(&mut self, at: usize, number: u16, first: usize);

    /// Whether anything is kept for this cell or a later one.
    fn any_from(&self, first: usize) -> bool;

    /// Visits the cells that differ, or remembers them to be visited once.
    fn compare(&self, other: &Self, differing: &mut Self::Differing, visit: &mut impl FnMut(usize));

    /// Whether its sets go together with those before it.
    fn goes_with<E: Encoding>(&self, before: &mut Option<Self::Differing>) -> bool;

    /// Writes its words, as many as there are.
    fn write(&self, words: &mut [u64]);

    /// Reads what [`Self::write`] writes.
    fn read(&mut self, words: &[u64]);
}

/// Cells to be visited once.
pub trait Differing {
    /// Visits them.
    fn visit(&self, visit: impl FnMut(usize));
}

/// Rows of numbers are visited at once.
impl Differing for () {
    #[inline]
    fn visit(&self, _: impl FnMut(usize)) {}
}

impl<const WIDTH: usize> Differing for BitSet<WIDTH> {
    #[inline]
    fn visit(&self, visit: impl FnMut(usize)) {
        self.for_each(visit);
    }
}

/// Visits where two rows of numbers differ.
#[inline]
fn visit_rows<T: Eq>(own: &[T], others: &[T], visit: &mut impl FnMut(usize)) {
    /// Most cells do not differ: so many at a time are passed over in one step.
    const STEP: usize = 16;
    let ((rows, rest), (others, others_rest)) =
        (own.as_chunks::<STEP>(), others.as_chunks::<STEP>());
    let mut step = |first: usize, own: &[T], others: &[T]| {
        for (at, (a, b)) in own.iter().zip(others).enumerate() {
            if a != b {
                visit(first + at);
            }
        }
    };
    for (row, (own, others)) in rows.iter().zip(others).enumerate() {
        if own != others {
            step(row * STEP, own, others);
        }
    }
    step(rows.len() * STEP, rest, others_rest);
}

impl<const COUNT: usize> Stored for [u8; COUNT] {
    type Differing = ();
    const EMPTY: Self = [0; COUNT];
    const COUNT: usize = COUNT;
    const BITS: usize = 8;
    const WORDS: usize = COUNT.div_ceil(8);

    #[inline]
    fn get(&self, at: usize) -> u16 {
        <[u8]>::get(self, at).map_or(0, |number| (*number).into())
    }

    #[inline]
    fn add_to<E: Encoding>(&self, numbers: &mut [u16], _: usize) {
        for (number, own) in numbers.iter_mut().zip(self) {
            *number += u16::from(*own);
        }
    }

    #[inline]
    fn put<E: Encoding>(&mut self, at: usize, number: u16, _: usize) {
        if let Some(place) = self.get_mut(at) {
            [*place, _] = number.to_le_bytes();
        }
    }

    #[inline]
    fn any_from(&self, first: usize) -> bool {
        self.iter().skip(first).fold(0, |all, number| all | number) > 0
    }

    #[inline]
    fn compare(&self, other: &Self, (): &mut (), visit: &mut impl FnMut(usize)) {
        visit_rows(self, other, visit);
    }

    #[inline]
    fn goes_with<E: Encoding>(&self, _: &mut Option<()>) -> bool {
        true
    }

    #[inline]
    fn write(&self, words: &mut [u64]) {
        for (word, chunk) in words.iter_mut().zip(self.chunks(8)) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_le_bytes(bytes);
        }
    }

    #[inline]
    fn read(&mut self, words: &[u64]) {
        let (chunks, rest) = self.as_chunks_mut::<8>();
        for (chunk, word) in chunks.iter_mut().zip(words) {
            *chunk = word.to_le_bytes();
        }
        if let Some(word) = words.get(chunks.len()) {
            let word = word.to_le_bytes();
            rest.copy_from_slice(&word[..rest.len()]);
        }
    }
}

impl<const COUNT: usize> Stored for [u16; COUNT] {
    type Differing = ();
    const EMPTY: Self = [0; COUNT];
    const COUNT: usize = COUNT;
    const BITS: usize = 16;
    const WORDS: usize = COUNT.div_ceil(4);

    #[inline]
    fn get(&self, at: usize) -> u16 {
        <[u16]>::get(self, at).copied().unwrap_or(0)
    }

    #[inline]
    fn add_to<E: Encoding>(&self, numbers: &mut [u16], _: usize) {
        for (number, own) in numbers.iter_mut().zip(self) {
            *number += own;
        }
    }

    #[inline]
    fn put<E: Encoding>(&mut self, at: usize, number: u16, _: usize) {
        if let Some(place) = self.get_mut(at) {
            *place = number;
        }
    }

    #[inline]
    fn any_from(&self, first: usize) -> bool {
        self.iter().skip(first).fold(0, |all, number| all | number) > 0
    }

    #[inline]
    fn compare(&self, other: &Self, (): &mut (), visit: &mut impl FnMut(usize)) {
        visit_rows(self, other, visit);
    }

    #[inline]
    fn goes_with<E: Encoding>(&self, _: &mut Option<()>) -> bool {
        true
    }

    #[inline]
    fn write(&self, words: &mut [u64]) {
        for (word, chunk) in words.iter_mut().zip(self.chunks(4)) {
            let numbers = chunk.iter().rev();
            *word = numbers.fold(0, |word, number| word << 16 | u64::from(*number));
        }
    }

    #[inline]
    fn read(&mut self, words: &[u64]) {
        let numbers =
            |word: &u64| [0, 16, 32, 48].map(|shift| (word >> shift & u64::from(u16::MAX)) as u16);
        let (chunks, rest) = self.as_chunks_mut::<4>();
        for (chunk, word) in chunks.iter_mut().zip(words) {
            *chunk = numbers(word);
        }
        if let Some(word) = words.get(chunks.len()) {
            rest.copy_from_slice(&numbers(word)[..rest.len()]);
        }
    }
}

impl<const WIDTH: usize, const SETS: usize> Stored for [BitSet<WIDTH>; SETS] {
    type Differing = BitSet<WIDTH>;
    const EMPTY: Self = [BitSet::EMPTY; SETS];
    const COUNT: usize = BitSet::<WIDTH>::CAPACITY;
    const BITS: usize = SETS;
    const WORDS: usize = WIDTH * SETS;

    #[inline]
    fn get(&self, at: usize) -> u16 {
        let bits = self.iter().enumerate();
        bits.fold(0, |all, (bit, set)| {
            all | u16::from(set.contains(at)) << bit
        })
    }

    #[inline]
    fn add_to<E: Encoding>(&self, numbers: &mut [u16], first: usize) {
        for (set, members) in (first..).zip(self) {
            members.for_each(|at| {
                if let Some(number) = numbers.get_mut(at) {
                    *number += E::worth(set);
                }
            });
        }
    }

    #[inline]
    fn put<E: Encoding>(&mut self, at: usize, number: u16, first: usize) {
        for (set, members) in (first..).zip(self) {
            members.set(at, E::holds(number, set));
        }
    }

    #[inline]
    fn any_from(&self, first: usize) -> bool {
        let all = self.iter().fold(BitSet::EMPTY, |all, set| all | *set);
        all.any_from(first)
    }

    #[inline]
    fn compare(&self, other: &Self, differing: &mut BitSet<WIDTH>, _: &mut impl FnMut(usize)) {
        for (a, b) in self.iter().zip(other) {
            *differing = *differing | (*a - *b) | (*b - *a);
        }
    }

    #[inline]
    fn goes_with<E: Encoding>(&self, before: &mut Option<BitSet<WIDTH>>) -> bool {
        let mut all_go = true;
        for set in self {
            let known = before.unwrap_or(BitSet::EMPTY);
            all_go &= match E::TOGETHER {
                Together::Freely => true,
                Together::Apart => !set.meets(&known),
                Together::Nested => before.is_none() || (*set - known).is_empty(),
            };
            *before = Some(match E::TOGETHER {
                Together::Apart => known | *set,
                _ => *set,
            });
        }
        all_go
    }

    #[inline]
    fn write(&self, words: &mut [u64]) {
        for (words, set) in words.chunks_mut(WIDTH).zip(self) {
            set.write(words);
        }
    }

    #[inline]
    fn read(&mut self, words: &[u64]) {
        for (set, words) in self.iter_mut().zip(words.chunks_exact(WIDTH)) {
            set.read(words);
        }
    }
}

/// One set is an array of one.
impl<const WIDTH: usize> Stored for BitSet<WIDTH> {
    type Differing = Self;
    const EMPTY: Self = Self::EMPTY;
    const COUNT: usize = Self::CAPACITY;
    const BITS: usize = 1;
    const WORDS: usize = WIDTH;

    #[inline]
    fn get(&self, at: usize) -> u16 {
        self.contains(at).into()
    }

    #[inline]
    fn add_to<E: Encoding>(&self, numbers: &mut [u16], first: usize) {
        [*self].add_to::<E>(numbers, first);
    }

    #[inline]
    fn put<E: Encoding>(&mut self, at: usize, number: u16, first: usize) {
        self.set(at, E::holds(number, first));
    }

    #[inline]
    fn any_from(&self, first: usize) -> bool {
        let (word, bit) = (first >> 6, first & 63);
        let words = self.words();
        let mut words = words.iter().skip(word);
        words.next().is_some_and(|word| word >> bit > 0) || words.any(|word| *word > 0)
    }

    #[inline]
    fn compare(&self, other: &Self, differing: &mut Self, visit: &mut impl FnMut(usize)) {
        [*self].compare(&[*other], differing, visit);
    }

    #[inline]
    fn goes_with<E: Encoding>(&self, before: &mut Option<Self>) -> bool {
        [*self].goes_with::<E>(before)
    }

    #[inline]
    fn write(&self, words: &mut [u64]) {
        for (place, word) in words.iter_mut().zip(self.words()) {
            *place = word;
        }
    }

    #[inline]
    fn read(&mut self, words: &[u64]) {
        if let Some(words) = words.first_chunk::<WIDTH>() {
            *self = Self::from_words(*words);
        }
    }
}
