//! What an attack promises.

use super::search::AttackOffer;
use crate::combat::{Battle, Declaration, Odds, Outcome, Role};
use crate::position::Position;
use engine::chance::{Fraction, TooFine};
use engine::error::Result;

/// The odds of an attack in a few numbers; no cards are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The probability that the attacker wins (12.2.8.d-1).
    pub win: Fraction,
    /// The probability of a draw, a cancelled battle included.
    pub draw: Fraction,
    /// The probability that the defender wins.
    pub loss: Fraction,
    /// The probability that the defender must leave, or is gone.
    pub clear: Fraction,
    /// The probability that the fort is destroyed.
    pub fort: Fraction,
    /// The probability that the attacker keeps a unit at full strength.
    pub full_strength: Fraction,
    /// The spaces the defender is expected to retreat.
    pub retreat: Fraction,
    /// The steps the attacker is expected to lose, those of the weather included.
    pub attacker_steps: Fraction,
    /// The steps the defender is expected to lose.
    pub defender_steps: Fraction,
    /// The attacker's loss number that is to be expected.
    pub attacker_number: Fraction,
    /// The defender's.
    pub defender_number: Fraction,
}

impl Price {
    /// The names of the numbers, in their order.
    pub const NAMES: [&'static str; 11] = [
        "win",
        "draw",
        "loss",
        "clear",
        "fort",
        "full_strength",
        "retreat",
        "attacker_steps",
        "defender_steps",
        "attacker_number",
        "defender_number",
    ];

    /// The numbers.
    #[must_use]
    pub const fn numbers(&self) -> [Fraction; 11] {
        [
            self.win,
            self.draw,
            self.loss,
            self.clear,
            self.fort,
            self.full_strength,
            self.retreat,
            self.attacker_steps,
            self.defender_steps,
            self.attacker_number,
            self.defender_number,
        ]
    }

    /// The price of a battle's odds.
    ///
    /// # Errors
    /// [`TooFine`] if it cannot be told exactly.
    pub fn of(odds: &Odds) -> std::result::Result<Self, TooFine> {
        let outcomes = &odds.outcomes;
        let chance = |holds: &dyn Fn(&Outcome) -> bool| outcomes.chance(holds);
        let mean = |number: &dyn Fn(&Outcome) -> i64| outcomes.expectation(number);
        Ok(Self {
            win: chance(&|one| one.winner() == Some(Role::Attacker)),
            draw: chance(&|one| one.winner().is_none()),
            loss: chance(&|one| one.winner() == Some(Role::Defender)),
            clear: chance(&Outcome::cleared),
            fort: chance(&|one| one.fort_destroyed),
            full_strength: chance(&|one| one.full_strength),
            retreat: mean(&|one| one.retreat.into())?,
            attacker_steps: mean(&|one| i64::from(one.attacker_steps) + i64::from(one.weather))?,
            defender_steps: mean(&|one| one.defender_steps.into())?,
            attacker_number: mean(&|one| one.attack.into())?,
            defender_number: mean(&|one| one.defence.into())?,
        })
    }
}

/// The price of an attack without cards, losses taken by the default policy; a region is defended by
/// the stack that serves the defender best.
///
/// # Errors
/// [`engine::error::Error::BadInput`] if the odds cannot be told exactly.
pub fn price(position: &Position, offer: &AttackOffer) -> Result<Price> {
    let declared = Declaration::read(position, &offer.orders(), &[])?;
    let mut battle = Battle::new(position, declared);
    if let Some(defenders) = battle.best_defence() {
        let declared = Declaration {
            defenders,
            ..battle.declared.clone()
        };
        battle = Battle::new(position, declared);
    }
    let price = battle.odds().and_then(|odds| Price::of(&odds));
    price.map_err(|error| engine::error::Error::bad("attack", error.to_string()))
}
