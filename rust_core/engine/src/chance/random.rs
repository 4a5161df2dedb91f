//! Numbers that look random and are the same everywhere for the same seed: SplitMix64.

/// A stream of numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed; `part` tells apart what one seed is used for.
    #[must_use]
    pub const fn new(seed: u64, part: u64) -> Self {
        let mut stream = Self(seed);
        let start = stream.next();
        Self(start ^ part.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    #[inline]
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Where another stream may begin.
    pub const fn seed(&mut self) -> u64 {
        self.next()
    }

    /// A number below `end`, each as likely as any other; 0 if `end` is 0.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        // The upper half of a product is below its factor, on machines of any word length. Some
        // lower halves would be met once too often: these are thrown again (Lemire).
        let end = end as u64;
        let mut product = u128::from(self.next()) * u128::from(end);
        if low(product) < end {
            let excess = end.wrapping_neg() % end;
            while low(product) < excess {
                product = u128::from(self.next()) * u128::from(end);
            }
        }
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// Whether it is so, this many times out of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts things in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half is meant")]
const fn low(product: u128) -> u64 {
    product as u64
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let mut random = Random::new(7, 0);
        let numbers: Vec<_> = (0..8).map(|_| random.below(100)).collect();
        let mut again = Random::new(7, 0);
        assert!(numbers.iter().all(|number| again.below(100) == *number));
        let mut other = Random::new(7, 1);
        assert!(numbers.iter().any(|number| other.below(100) != *number));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
