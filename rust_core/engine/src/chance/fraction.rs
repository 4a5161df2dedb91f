//! Exact fractions in lowest terms.

use super::TooFine;
use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms; its denominator is at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Nothing: an impossible event.
    pub const ZERO: Self = Self::whole(0);
    /// One: a certain event.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    #[inline]
    #[must_use]
    pub const fn whole(number: i64) -> Self {
        Self {
            numerator: number as i128,
            denominator: 1,
        }
    }

    /// `numerator / denominator`; `None` if that divides by zero or does not fit.
    #[inline]
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let shared = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let shared = i128::try_from(shared).ok().filter(|shared| *shared > 0)?;
        let (top, bottom) = (numerator / shared, denominator / shared);
        let (numerator, denominator) = match bottom.signum() {
            0 => return None,
            1 => (top, bottom),
            _ => (top.checked_neg()?, bottom.checked_neg()?),
        };
        Some(Self {
            numerator,
            denominator,
        })
    }

    /// The part `weight / total` of a whole.
    #[inline]
    pub(super) fn part(weight: u128, total: u128) -> Self {
        // Weights and totals are kept below 2^127, and totals above 0.
        let number = |n: u128| i128::try_from(n).unwrap_or(i128::MAX);
        Self::new(number(weight), number(total)).unwrap_or(Self::ZERO)
    }

    /// The number above the line.
    #[inline]
    #[must_use]
    pub const fn numerator(&self) -> i128 {
        self.numerator
    }

    /// The number below the line, at least 1.
    #[inline]
    #[must_use]
    pub const fn denominator(&self) -> i128 {
        self.denominator
    }

    /// The nearest number a machine computes with, for display.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "the nearest number is meant")]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The sum.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told.
    pub fn plus(self, other: Self) -> Result<Self, TooFine> {
        let sum = || {
            let shared = gcd(
                self.denominator.unsigned_abs(),
                other.denominator.unsigned_abs(),
            );
            let part = other.denominator / i128::try_from(shared).ok()?;
            let own = self.numerator.checked_mul(part)?;
            let others = other
                .numerator
                .checked_mul(self.denominator / i128::try_from(shared).ok()?)?;
            Self::new(
                own.checked_add(others)?,
                self.denominator.checked_mul(part)?,
            )
        };
        sum().ok_or(TooFine)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told.
    pub fn minus(self, other: Self) -> Result<Self, TooFine> {
        let numerator = other.numerator.checked_neg().ok_or(TooFine)?;
        self.plus(Self { numerator, ..other })
    }

    /// The product.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told.
    pub fn times(self, other: Self) -> Result<Self, TooFine> {
        let product = || {
            // Crosswise first, so that what can be told does not grow too fine on the way.
            let one = Self::new(self.numerator, other.denominator)?;
            let two = Self::new(other.numerator, self.denominator)?;
            Self::new(
                one.numerator.checked_mul(two.numerator)?,
                one.denominator.checked_mul(two.denominator)?,
            )
        };
        product().ok_or(TooFine)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        // Whole parts first, then what is left, upside down: nothing overflows.
        let (mut a, mut b) = (
            (self.numerator, self.denominator),
            (other.numerator, other.denominator),
        );
        let mut turned = false;
        loop {
            let whole = a.0.div_euclid(a.1).cmp(&b.0.div_euclid(b.1));
            let rest = (a.0.rem_euclid(a.1), b.0.rem_euclid(b.1));
            let order = match (whole, rest) {
                (Ordering::Equal, (0, 0)) => return Ordering::Equal,
                (Ordering::Equal, (0, _)) => Ordering::Less,
                (Ordering::Equal, (_, 0)) => Ordering::Greater,
                (Ordering::Equal, _) => {
                    (a, b) = ((a.1, rest.0), (b.1, rest.1));
                    turned = !turned;
                    continue;
                }
                (order, _) => order,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(super) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Fraction;
    use proptest::prelude::*;

    fn fraction() -> impl Strategy<Value = Fraction> {
        (-5000_i128..5000, 1_i128..5000).prop_filter_map("divides by zero", |(top, bottom)| {
            Fraction::new(top, bottom)
        })
    }

    #[test]
    fn fractions_are_told_in_lowest_terms() {
        let told = |top, bottom| Fraction::new(top, bottom).map(|f| f.to_string());
        assert_eq!(told(6, 36).as_deref(), Some("1/6"));
        assert_eq!(told(6, -4).as_deref(), Some("-3/2"));
        assert_eq!(told(0, 5).as_deref(), Some("0"));
        assert_eq!(told(1, 0), None);
        assert_eq!(told(0, 0), None);
    }

    proptest! {
        #[test]
        fn fractions_behave_as_numbers(a in fraction(), b in fraction(), c in fraction()) {
            let sum = a.plus(b).and_then(|sum| sum.plus(c));
            prop_assert_eq!(sum, b.plus(c).and_then(|sum| a.plus(sum)));
            let spread = a.times(c).and_then(|left| b.times(c).and_then(|right| left.plus(right)));
            prop_assert_eq!(a.plus(b).and_then(|sum| sum.times(c)), spread);
            prop_assert_eq!(a.minus(a), Ok(Fraction::ZERO));
            prop_assert_eq!(a.times(Fraction::ONE), Ok(a));
            let crossed = (a.numerator() * b.denominator()).cmp(&(b.numerator() * a.denominator()));
            prop_assert_eq!(a.cmp(&b), crossed);
            prop_assert!(a.plus(Fraction::ONE).is_ok_and(|more| a < more));
        }
    }
}
