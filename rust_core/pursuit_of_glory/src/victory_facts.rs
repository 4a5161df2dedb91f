//! The facts that the law of victory is told besides those of the position (`docs/victory.md`).

use super::position::Position;
use super::state::{Scalar, unbias};
use std::fmt::Write as _;

impl Position {
    /// Season, banks of the canal, bid, and how far the phase has come.
    #[must_use]
    pub fn victory_facts(&self) -> String {
        let (data, state) = (self.data(), self.state());
        let mut facts = String::new();
        if let Some(season) = self.season() {
            let _ = writeln!(facts, "season({season}).");
        }
        for place in data.victory_index.canal_banks.iter() {
            let _ = writeln!(facts, "canal_bank({}).", data.spaces[place].id);
        }
        if let Some(bid) = unbias(state.scalar(Scalar::Bid)) {
            let _ = writeln!(facts, "bid({bid}).");
        }
        let step = state.step();
        if step > 0 {
            let _ = writeln!(facts, "step({step}).");
        }
        facts
    }
}
