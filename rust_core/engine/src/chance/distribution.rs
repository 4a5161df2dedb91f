//! Finite distributions with exact probabilities.
//!
//! A distribution is a list of different outcomes, each with a whole weight of at least 1; the
//! probability of an outcome is its weight in the total of all weights, so that the probabilities
//! add up to 1 whatever is done.

use super::fraction::gcd;
use super::{Fraction, TooFine};

/// The largest total: probabilities must fit [`Fraction`].
pub(super) const LARGEST: u128 = i128::MAX as u128;

/// A distribution over outcomes, which stand in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution<T> {
    outcomes: Vec<(T, u128)>,
    total: u128,
}

impl Distribution<u8> {
    /// A die from 1 to `faces`; a die without faces shows 0.
    #[must_use]
    pub fn die(faces: u8) -> Self {
        if faces == 0 {
            return Self::certain(0);
        }
        Self {
            outcomes: (1..=faces).map(|face| (face, 1)).collect(),
            total: u128::from(faces),
        }
    }
}

impl<T: Ord> Distribution<T> {
    /// One outcome for certain.
    #[must_use]
    pub fn certain(outcome: T) -> Self {
        Self {
            outcomes: vec![(outcome, 1)],
            total: 1,
        }
    }

    /// Outcomes with their weights; equal outcomes become one, and those of weight 0 are none.
    /// `None` if no weight is left.
    ///
    /// # Errors
    /// [`TooFine`] if the weights are too large together.
    pub fn weighted(
        outcomes: impl IntoIterator<Item = (T, u128)>,
    ) -> Result<Option<Self>, TooFine> {
        let outcomes: Vec<_> = outcomes.into_iter().filter(|(_, part)| *part > 0).collect();
        let mut total = 0_u128;
        for (_, weight) in &outcomes {
            total = total.checked_add(*weight).ok_or(TooFine)?;
        }
        if total > LARGEST {
            return Err(TooFine);
        }
        Ok((total > 0).then(|| Self::merged(outcomes, total)))
    }

    /// As [`Self::weighted`], but the weights must add up to `total`.
    ///
    /// # Errors
    /// [`TooFine`] if they do not, or are too large.
    pub fn out_of(
        total: u128,
        outcomes: impl IntoIterator<Item = (T, u128)>,
    ) -> Result<Self, TooFine> {
        let mut sum = Some(0_u128);
        let outcomes = outcomes.into_iter().inspect(|(_, weight)| {
            sum = sum.and_then(|sum| sum.checked_add(*weight));
        });
        let all = Self::weighted(outcomes)?;
        all.filter(|_| sum == Some(total)).ok_or(TooFine)
    }

    /// Puts outcomes into their order, makes equal ones one, and takes shared factors out.
    fn merged(mut outcomes: Vec<(T, u128)>, mut total: u128) -> Self {
        outcomes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        outcomes.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 += later.1;
            }
            same
        });
        let mut shared = total;
        for (_, weight) in &outcomes {
            if shared == 1 {
                break;
            }
            shared = gcd(*weight, shared);
        }
        if shared > 1 {
            total /= shared;
            outcomes
                .iter_mut()
                .for_each(|(_, weight)| *weight /= shared);
        }
        Self { outcomes, total }
    }

    /// What becomes of the outcomes by a function; outcomes that become equal are added up.
    #[must_use]
    pub fn map<U: Ord>(&self, mut function: impl FnMut(&T) -> U) -> Distribution<U> {
        let outcomes = self.outcomes.iter();
        let outcomes = outcomes.map(|(outcome, weight)| (function(outcome), *weight));
        Distribution::merged(outcomes.collect(), self.total)
    }

    /// What follows if each outcome is followed by a distribution of its own.
    ///
    /// # Errors
    /// [`TooFine`] if the probabilities cannot be told.
    pub fn and_then<U: Ord>(
        &self,
        mut next: impl FnMut(&T) -> Distribution<U>,
    ) -> Result<Distribution<U>, TooFine> {
        let nexts: Vec<_> = self.outcomes.iter().map(|(from, _)| next(from)).collect();
        let mut shared = 1_u128;
        for next in &nexts {
            let step = next.total / gcd(next.total, shared);
            shared = shared.checked_mul(step).ok_or(TooFine)?;
        }
        let total = shared.checked_mul(self.total).ok_or(TooFine)?;
        if total > LARGEST {
            return Err(TooFine);
        }
        let mut outcomes = Vec::with_capacity(nexts.iter().map(|next| next.outcomes.len()).sum());
        for ((_, first), next) in self.outcomes.iter().zip(nexts) {
            // Neither factor is larger than its total.
            let scale = first * (shared / next.total);
            let scaled = next.outcomes.into_iter();
            outcomes.extend(scaled.map(|(outcome, weight)| (outcome, weight * scale)));
        }
        Ok(Distribution::merged(outcomes, total))
    }

    /// Both outcomes of two things that do not depend on each other.
    ///
    /// # Errors
    /// [`TooFine`] if the probabilities cannot be told.
    pub fn product<U: Ord + Clone>(
        &self,
        other: &Distribution<U>,
    ) -> Result<Distribution<(T, U)>, TooFine>
    where
        T: Clone,
    {
        self.and_then(|first| other.map(|second| (first.clone(), second.clone())))
    }

    /// The distribution once it is known that something holds; `None` if it cannot hold.
    #[must_use]
    pub fn given(&self, mut holds: impl FnMut(&T) -> bool) -> Option<Self>
    where
        T: Clone,
    {
        let left = self.outcomes.iter().filter(|(outcome, _)| holds(outcome));
        let left: Vec<_> = left.cloned().collect();
        let total = left.iter().map(|(_, weight)| weight).sum();
        (total > 0).then(|| Self::merged(left, total))
    }

    /// The probability of one outcome.
    #[must_use]
    pub fn probability(&self, outcome: &T) -> Fraction {
        let found = self
            .outcomes
            .binary_search_by(|(known, _)| known.cmp(outcome));
        let weight = found.ok().and_then(|at| self.outcomes.get(at));
        Fraction::part(weight.map_or(0, |(_, weight)| *weight), self.total)
    }

    /// The probability that something holds.
    #[must_use]
    pub fn chance(&self, mut holds: impl FnMut(&T) -> bool) -> Fraction {
        let those = self.outcomes.iter().filter(|(outcome, _)| holds(outcome));
        Fraction::part(those.map(|(_, weight)| weight).sum(), self.total)
    }

    /// The expectation of a number.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told.
    pub fn expectation(&self, mut number: impl FnMut(&T) -> i64) -> Result<Fraction, TooFine> {
        let mut sum = 0_i128;
        for (outcome, weight) in &self.outcomes {
            let weight = i128::try_from(*weight).map_err(|_| TooFine)?;
            let part = weight.checked_mul(number(outcome).into());
            sum = part.and_then(|part| sum.checked_add(part)).ok_or(TooFine)?;
        }
        let total = i128::try_from(self.total).map_err(|_| TooFine)?;
        Fraction::new(sum, total).ok_or(TooFine)
    }

    /// The outcomes in their order, each with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Fraction)> {
        let outcomes = self.outcomes.iter();
        outcomes.map(|(outcome, weight)| (outcome, Fraction::part(*weight, self.total)))
    }

    /// The outcomes in their order, each with its weight.
    #[must_use]
    pub fn weights(&self) -> &[(T, u128)] {
        &self.outcomes
    }

    /// The sum of all weights.
    #[must_use]
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// Whether the outcomes are in order and different, and the weights add up to the total.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.outcomes.is_sorted_by(|a, b| a.0 < b.0)
            && self.outcomes.iter().all(|(_, weight)| *weight > 0)
            && self.outcomes.iter().map(|(_, weight)| weight).sum::<u128>() == self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distribution() -> impl Strategy<Value = Distribution<i8>> {
        prop::collection::vec((-9_i8..9, 0_u128..40), 1..12)
            .prop_filter_map("nothing", |all| Distribution::weighted(all).ok().flatten())
    }

    #[test]
    fn two_dice_are_added() {
        let die = Distribution::die(6);
        let both = die.product(&die).map(|both| both.map(|(a, b)| a + b));
        let chances: Vec<_> = both.iter().flat_map(|sum| sum.iter()).collect();
        assert_eq!(chances.len(), 11);
        let seven = both.as_ref().map(|sum| sum.probability(&7).to_string());
        assert_eq!(seven.as_deref(), Ok("1/6"));
        let mean = both.and_then(|sum| sum.expectation(|n| i64::from(*n)));
        assert_eq!(mean, Ok(Fraction::whole(7)));
    }

    #[test]
    fn what_is_too_fine_is_said() {
        let mut many = Distribution::certain(0_u64);
        let die = Distribution::die(6);
        for _ in 0..48 {
            // All rolls are told apart by their parity alone, which no factor takes out.
            let next = many.and_then(|n| die.map(|face| (n + u64::from(*face == 6)) % 5));
            many = next.unwrap_or_else(|error| {
                assert_eq!(error, TooFine);
                Distribution::certain(9)
            });
        }
        let heavy = Distribution::weighted([(1, u128::MAX), (2, 1)]);
        assert_eq!(heavy, Err(TooFine));
        assert_eq!(Distribution::weighted([(1, 0_u128)]), Ok(None));
    }

    proptest! {
        #[test]
        fn probabilities_add_up_to_one(a in distribution(), b in distribution(), m in 1_i8..5) {
            let joint = a.and_then(|x| b.map(|y| (*x, y.wrapping_mul(*x) / m)));
            let product = a.product(&b);
            prop_assert!(a.is_sound() && a.map(|x| x / m).is_sound());
            let (joint, product) = (joint?, product?);
            prop_assert!(joint.is_sound() && product.is_sound());
            let sum = joint.iter().try_fold(Fraction::ZERO, |sum, (_, part)| sum.plus(part));
            prop_assert_eq!(sum, Ok(Fraction::ONE));
            prop_assert_eq!(joint.chance(|_| true), Fraction::ONE);
            // Marginals are what went in; expectations add up.
            prop_assert_eq!(&product.map(|(x, _)| *x), &a);
            prop_assert_eq!(&product.map(|(_, y)| *y), &b);
            let apart = a.expectation(|x| i64::from(*x))?.plus(b.expectation(|y| i64::from(*y))?)?;
            let together = product.expectation(|(x, y)| i64::from(*x) + i64::from(*y))?;
            prop_assert_eq!(apart, together);
        }

        #[test]
        fn knowing_more_is_dividing(a in distribution(), end in -9_i8..9) {
            let below = a.chance(|x| *x < end);
            match a.given(|x| *x < end) {
                None => prop_assert_eq!(below, Fraction::ZERO),
                Some(known) => {
                    prop_assert!(known.is_sound());
                    for (x, part) in known.iter() {
                        prop_assert_eq!(part.times(below)?, a.probability(x));
                    }
                }
            }
        }
    }
}
