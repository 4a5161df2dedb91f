//! How many OPS there are to spend (8.1.2, 9.2).

use super::decision::Parameters;
use crate::position::Position;
use crate::vocabulary::{DecisionKind, Phase};
use engine::error::{Error, Result};

/// The most OPS that can be supposed, as many as the document of a position can hold.
pub const MOST_OPS: u8 = 20;

/// OPS that are supposed.
///
/// # Errors
/// [`Error::BadInput`] if there can be no such number of them.
pub fn supposed(given: i64) -> Result<u8> {
    let ops = u8::try_from(given).ok();
    ops.filter(|ops| (1..=MOST_OPS).contains(ops))
        .ok_or_else(|| Error::bad("ops", format!("'{given}' is not between 1 and {MOST_OPS}")))
}

impl Position {
    /// Whether the actions of the turn are still to come.
    ///
    /// Whoever asks about operations then supposes that the phase is over. Nobody can while a
    /// battle waits for what follows it.
    pub fn is_before_actions(&self) -> bool {
        matches!(
            self.state().phase(),
            Some(Phase::Opening | Phase::MandatedOffensive)
        )
    }

    /// The OPS a move may spend: those given, else what the decision says, and one in an action
    /// (8.1.2-2).
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks for no operations, or so many cannot be given.
    pub fn ops_to_spend(&self, given: Option<i64>) -> Result<u8> {
        let at = self.at_next_decision();
        let asked = at.asks_for();
        let spends = matches!(asked, DecisionKind::Action | DecisionKind::Operations);
        if let Some(given) = given
            && (spends || self.is_before_actions())
        {
            return supposed(given);
        }
        if asked == DecisionKind::Action {
            return Ok(1);
        }
        // What else there is to know of a decision takes longer.
        let parameters = (asked == DecisionKind::Operations).then(|| at.decision().parameters);
        if let Some(Parameters::Operations { ops, .. }) = parameters {
            return Ok(ops);
        }
        let message = format!("asks for no operations, but for '{asked}'");
        Err(Error::bad("position", message))
    }
}
