//! Small sets of dense numbers as machine words.

/// A set of numbers below 64 times its number of words: spaces, hexes, units or cards of one game,
/// which says once how many words it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for BitSet<WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> BitSet<WORDS> {
    /// The numbers a set can hold are below this.
    pub const CAPACITY: usize = 64 * WORDS;
    /// The set of nothing.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of all numbers below `end`.
    #[must_use]
    pub fn below(end: usize) -> Self {
        Self(std::array::from_fn(|at| {
            match end.saturating_sub(at << 6) {
                0 => 0,
                count @ 1..=63 => (1 << count) - 1,
                _ => u64::MAX,
            }
        }))
    }

    /// The set as machine words: number `n` is bit `n % 64` of word `n / 64`.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The reverse of [`Self::words`].
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The numbers that `member` says yes to, without a branch for each.
    #[inline]
    pub fn from_fn(mut member: impl FnMut(usize) -> bool) -> Self {
        let mut word = |at: usize| {
            // Bytes first, which are compared many at a time; then eight of them become eight bits.
            let bytes: [u8; 64] = std::array::from_fn(|bit| u8::from(member(at << 6 | bit)));
            let eights = bytes.chunks_exact(8).enumerate();
            eights.fold(0, |word, (at, eight)| {
                let eight = eight.try_into().map_or(0, u64::from_le_bytes);
                word | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (at << 3)
            })
        };
        Self(std::array::from_fn(&mut word))
    }

    /// Puts a number in. Numbers of [`Self::CAPACITY`] or more are no members and are ignored.
    #[inline]
    pub fn insert(&mut self, item: usize) {
        if let Some(word) = self.0.get_mut(item >> 6) {
            *word |= 1 << (item & 63);
        }
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, item: usize) {
        if let Some(word) = self.0.get_mut(item >> 6) {
            *word &= !(1 << (item & 63));
        }
    }

    /// Puts a number in or takes it out.
    #[inline]
    pub fn set(&mut self, item: usize, present: bool) {
        if let Some(word) = self.0.get_mut(item >> 6) {
            // Without a branch: who calls this cannot foresee the answer.
            *word = *word & !(1 << (item & 63)) | u64::from(present) << (item & 63);
        }
    }

    /// Whether the number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, item: usize) -> bool {
        self.0
            .get(item >> 6)
            .is_some_and(|word| word >> (item & 63) & 1 == 1)
    }

    /// Whether the set has no members.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many members the set has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets share a member.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The members, smallest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0;
        (0..words.len()).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some((at << 6) | bit)
            })
        })
    }

    /// Calls `visit` with every member, smallest first: the fastest way through a set.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (at, word) in self.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                visit((at << 6) | word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The smallest member.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some((at << 6) | self.0[at].trailing_zeros() as usize)
    }

    /// Every member with this added; those that a set cannot hold are dropped.
    #[inline]
    #[must_use]
    pub fn up(self, by: usize) -> Self {
        let (words, bits) = (by >> 6, by & 63);
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            let low = word(at.checked_sub(words));
            match bits {
                0 => low,
                _ => low << bits | word(at.checked_sub(words + 1)) >> (64 - bits),
            }
        }))
    }

    /// Every member with this taken off; those below it are dropped.
    #[inline]
    #[must_use]
    pub fn down(self, by: usize) -> Self {
        let (words, bits) = (by >> 6, by & 63);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            let high = word(at + words);
            match bits {
                0 => high,
                _ => high >> bits | word(at + words + 1) << (64 - bits),
            }
        }))
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let (Self(a), Self(b)) = (self, other);
        Self(std::array::from_fn(|at| join(a[at], b[at])))
    }
}

impl<const WORDS: usize> FromIterator<usize> for BitSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}

impl<const WORDS: usize> std::ops::BitOr for BitSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> std::ops::BitAnd for BitSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

/// The members of the left set that are not in the right one.
impl<const WORDS: usize> std::ops::Sub for BitSet<WORDS> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<const WORDS: usize> std::ops::BitOrAssign for BitSet<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn behaves<const WORDS: usize>(
        a: &BTreeSet<usize>,
        b: &BTreeSet<usize>,
    ) -> Result<(), TestCaseError> {
        let all = BitSet::<WORDS>::CAPACITY;
        // What no set can hold is ignored.
        let set = |items: &BTreeSet<usize>| items.iter().copied().collect::<BitSet<WORDS>>();
        let (x, y) = (set(a), set(b));
        let kept = |items: &BTreeSet<usize>| items.range(..all).copied().collect::<BTreeSet<_>>();
        let (a, b) = (kept(a), kept(b));
        prop_assert_eq!((x | y).iter().collect::<BTreeSet<_>>(), &a | &b);
        prop_assert_eq!((x & y).iter().collect::<BTreeSet<_>>(), &a & &b);
        prop_assert_eq!((x - y).iter().collect::<BTreeSet<_>>(), &a - &b);
        let mut visited = Vec::new();
        x.for_each(|item| visited.push(item));
        prop_assert_eq!(visited, a.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(x.len(), a.len());
        prop_assert_eq!(x.is_empty(), a.is_empty());
        prop_assert_eq!(x.first(), a.first().copied());
        prop_assert_eq!(x.meets(&y), !a.is_disjoint(&b));
        prop_assert_eq!(BitSet::from_words(x.words()), x);
        let end = b.len() * 6;
        prop_assert_eq!(
            (x & BitSet::below(end)).iter().collect::<Vec<_>>(),
            a.range(..end).copied().collect::<Vec<_>>()
        );
        prop_assert_eq!(BitSet::from_fn(|item| a.contains(&item)), x);
        for by in [0, 1, 51, 63, 64, 65, 130] {
            let moved = |up: bool| {
                a.iter().filter_map(move |item| match up {
                    true => Some(item + by).filter(|item| *item < all),
                    false => item.checked_sub(by),
                })
            };
            prop_assert_eq!(x.up(by), moved(true).collect());
            prop_assert_eq!(x.down(by), moved(false).collect());
        }
        let mut turned = x;
        for item in b.iter().copied().chain([all, all + 64]) {
            turned.set(item, !x.contains(item));
            prop_assert_eq!(turned.contains(item), item < all && !x.contains(item));
            turned.remove(item);
        }
        prop_assert_eq!(turned, x - y);
        Ok(())
    }

    proptest! {
        #[test]
        fn sets_of_any_width_behave_as_sets(
            a in prop::collection::btree_set(0_usize..700, 0..90),
            b in prop::collection::btree_set(0_usize..700, 0..90),
        ) {
            behaves::<1>(&a, &b)?;
            behaves::<2>(&a, &b)?;
            behaves::<5>(&a, &b)?;
            behaves::<10>(&a, &b)?;
        }
    }

    #[test]
    fn a_set_without_words_holds_nothing() {
        let mut nothing = BitSet::<0>::EMPTY;
        nothing.insert(0);
        assert!(nothing.is_empty() && !nothing.contains(0) && nothing.first().is_none());
    }
}
