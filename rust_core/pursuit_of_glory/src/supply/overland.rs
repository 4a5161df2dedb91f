//! What supply asks of single places: who is fed from Egypt by land, and where submarines are.

use super::outlook::Outlook;
use crate::board::BitSet;
use crate::cards::{GERMAN_SUBS_IN_THE_MED, UNRESTRICTED_SUBMARINE_WARFARE};
use crate::data::CardId;
use crate::indices::network::Tracer;
use crate::position::Position;
use crate::readings::Readings;
use crate::state::Cell;
use crate::vocabulary::*;

impl Position {
    /// BR units of the AP, if it is to act, that are fed from Egypt by land (7.3.egypt).
    pub(crate) fn overland_to_egypt(&self) -> BitSet {
        let (data, mut found) = (self.data(), BitSet::EMPTY);
        if self.active() != Side::Ap {
            return found;
        }
        let outlook = Outlook::new(self, Side::Ap, &Readings::OURS);
        // Of the sources of BR units only this one lies in Egypt or beyond it.
        let sudan: BitSet = std::iter::once(data.known.sudan_darfur).collect();
        let mut fed = [const { None }; Tracer::ALL.len()];
        for (unit, entry) in data.units.iter().enumerate() {
            let place = self.place(unit).filter(|place| *place < data.on_map);
            let british = entry.is_of(Nation::Br) && self.side_of(unit) == Side::Ap;
            if let Some(place) = place.filter(|_| british) {
                let tracer = outlook.tracer(unit);
                let fed =
                    fed[tracer as usize].get_or_insert_with(|| outlook.overland(tracer, sudan));
                found.set(unit, fed.contains(place));
            }
        }
        found
    }

    /// The seas through which submarines make supply dear, for each card that does so; those of a
    /// later card are among those of an earlier one.
    pub(crate) fn hunted_seas(&self) -> Vec<(CardId, &'static [Sea])> {
        let known = &self.data().known;
        let athens = self.state().get(Cell::Control(known.athens));
        let cards: [(_, &[Sea]); 2] = [
            (
                GERMAN_SUBS_IN_THE_MED,
                &[Sea::Aegean, Sea::EastMediterranean],
            ),
            (UNRESTRICTED_SUBMARINE_WARFARE, &[Sea::EastMediterranean]),
        ];
        cards
            .into_iter()
            .filter(|(card, _)| self.state().happened(*card) && athens != Control::Ap as u16)
            .collect()
    }
}
