//! What a battle is judged by.

use super::Role;
use super::odds::Odds;
use super::outcome::Outcome;
use engine::chance::{Distribution, Fraction, TooFine};
use engine::names::vocabulary;

vocabulary! {
    /// What a battle is judged by, the more the better for the attacker.
    Measure, "measure" {
        /// The probability that the attacker wins.
        Win = "win",
        /// The probability that the defender must leave, or is gone.
        Clear = "clear",
        /// The probability that the fort is destroyed.
        Fort = "fort",
        /// The steps the defender is expected to lose.
        DefenderSteps = "defender_steps",
        /// The steps the attacker is expected to lose, weather included, with a minus.
        AttackerSteps = "attacker_steps",
        /// The difference of the loss numbers that is to be expected.
        LossNumbers = "loss_numbers",
    }
}

impl Measure {
    /// What an outcome counts.
    #[must_use]
    pub fn of(self, outcome: &Outcome) -> i64 {
        match self {
            Self::Win => i64::from(outcome.winner() == Some(Role::Attacker)),
            Self::Clear => i64::from(outcome.cleared()),
            Self::Fort => i64::from(outcome.fort_destroyed),
            Self::DefenderSteps => outcome.defender_steps.into(),
            Self::AttackerSteps => -i64::from(outcome.attacker_steps + outcome.weather),
            Self::LossNumbers => i64::from(outcome.attack) - i64::from(outcome.defence),
        }
    }
}

impl Odds {
    /// The distribution of both loss numbers, the attacker's first.
    #[must_use]
    pub fn loss_numbers(&self) -> Distribution<(u8, u8)> {
        let numbers = |outcome: &Outcome| (outcome.attack, outcome.defence);
        self.outcomes.map(numbers)
    }

    /// What the battle counts on the whole.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told exactly.
    pub fn measure(&self, measure: Measure) -> Result<Fraction, TooFine> {
        self.outcomes.expectation(|outcome| measure.of(outcome))
    }
}
