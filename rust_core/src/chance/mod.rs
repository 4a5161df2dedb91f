//! Chance in any game: exact fractions, and finite distributions over outcomes.

pub mod distribution;
pub mod fraction;

pub use distribution::Distribution;
pub use fraction::Fraction;

/// Probabilities too fine to be told exactly: a numerator or denominator of more than 127 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the probabilities are too fine to be told exactly")]
pub struct TooFine;
