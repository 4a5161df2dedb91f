//! What events do when their dice fall (5.0, 13.5, 14.84-4).

use crate::data::UnitId;
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;

impl Position {
    /// The event of a roll happens. What it does to its turn alone is read from its entry, as long as
    /// the turn lasts.
    pub(super) fn happen(&mut self, roll: u16) {
        let Some(event) = self.data().events.of(roll) else {
            return;
        };
        let (bombardment, reinforcements) = (event.bombardment, event.reinforcements);
        if bombardment {
            self.put_one(Scalar::Bombardment, 1);
        }
        if reinforcements && self.is_needed() {
            self.send_reinforcements();
            self.lose_momentum();
        }
    }

    /// 5.0-4: Italy has lost as many steps as for a collapse; or all of 13.7 holds.
    fn is_needed(&self) -> bool {
        match self.scenario().turned(Switch::Event7Condition) {
            true => self.front().surrenders(),
            false => {
                let lost = self.state().one(Scalar::ItalianStepsLost);
                lost >= self.data().victory.collapse_steps
            }
        }
    }

    /// The reinforcements of the event are there to be placed.
    fn send_reinforcements(&mut self) {
        let comes = |entry: &&crate::data::Entry| {
            !entry.sets_up && entry.turn.is_none() && self.is_in(entry.unit, OffMap::Due)
        };
        let units: Vec<UnitId> = self
            .scenario()
            .entries
            .iter()
            .filter(comes)
            .map(|entry| entry.unit)
            .collect();
        for unit in units {
            self.stand(unit, self.data().off_map(OffMap::Available));
        }
    }
}
