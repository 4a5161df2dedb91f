//! Chance in any game: throws of dice and draws, what comes of them, exact fractions and finite
//! distributions over outcomes.

pub mod dice;
pub mod distribution;
pub mod draw;
pub mod fraction;
pub mod random;
pub mod results;
pub mod throw;

pub use dice::{Dice, Kept};
pub use distribution::Distribution;
pub use draw::Draw;
pub use fraction::Fraction;
pub use random::Random;
pub use results::Results;
pub use throw::{Fallen, Throw};

/// Probabilities too fine to be told exactly: a numerator or denominator of more than 127 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the probabilities are too fine to be told exactly")]
pub struct TooFine;
