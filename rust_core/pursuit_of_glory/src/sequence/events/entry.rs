//! An effect: a country enters the war, and its units are set up (9.5.2.b, 18.8.2.2, 18.8.4.2).

use super::super::{Transition, newcomers};
use crate::cards::{BULGARIA, ROMANIA};
use crate::check::Checker;
use crate::data::{CardId, EntersIf, Entry, PlaceId, UnitId};
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

impl Position {
    /// The units of the set-up card are put where they begin, those that come late on the turn track
    /// (18.8.2.2-1, 18.8.4.2-1, 18.8.4.2-3). Then the CP says where the division goes that it shares with
    /// Bulgaria, if that is in the war.
    pub(super) fn with_country(&self, card: CardId, side: Side) -> Self {
        let data = self.data();
        let turn = self.state().scalar(Scalar::Turn);
        let done = self.effect_is_done();
        let mut transition = Transition::new(&done, side);
        for one in &data.cards[card].enters {
            if !self.enters_with(one) {
                continue;
            }
            match one.delay {
                0 => transition.put_in_play(one.unit, one.place, one.reduced),
                turns => {
                    let unit = one.unit;
                    transition.now.stand(unit, data.known.turn_track);
                    transition.now.put(Cell::Arrival(unit), turn + turns);
                    transition.now.put(Cell::Reduced(unit), one.reduced.into());
                }
            }
        }
        transition.settle();
        let mut next = transition.now;
        let combined = newcomers::frame_of(Side::Cp, ROMANIA);
        if card == ROMANIA && next.bulgaria_fights() {
            match newcomers::enter_for(&next, combined) {
                true => next.push(combined),
                // Who finds no room there waits in reserve.
                false => {
                    let unit = data.known.bu_ah_combined_div;
                    if next.place(unit).is_none() {
                        next.stand(unit, data.known.cp_reserve);
                    }
                }
            }
        }
        next.advance_to_next_decision()
    }

    /// Whether Bulgaria is in the war and has not collapsed.
    fn bulgaria_fights(&self) -> bool {
        let collapsed = Collapse::Bulgaria as u8;
        self.state().happened(BULGARIA) && !self.state().holds(Scalar::Collapsed, collapsed)
    }

    /// Whether a unit enters now with its country, where the table says.
    fn enters_with(&self, one: &Entry) -> bool {
        let new = self.place(one.unit).is_none();
        match one.when {
            EntersIf::New => new,
            EntersIf::NotOnMap => self.spot(one.unit).is_none(),
            EntersIf::Before(card) => new && !self.state().happened(card),
            // Of a Bulgaria that has collapsed no unit comes any more (18.8.2.3-2).
            EntersIf::InBulgaria => new && !self.state().happened(BULGARIA),
        }
    }

    /// Who comes late enters at the very start of the turn (18.8.4.2-3); the LCU that GORLICE-TARNOW took
    /// away goes to the Corps Assets Box (18.12.5).
    pub(in crate::sequence) fn enter_late(&mut self) {
        let data = self.data().clone();
        let turn = self.state().scalar(Scalar::Turn);
        let entered = self.state().get(Cell::Event(ROMANIA)).checked_sub(1);
        let late = |unit: &UnitId| {
            self.place(*unit) == Some(data.known.turn_track)
                && self.state().get(Cell::Bound(*unit)) == 0
                && self.state().get(Cell::Arrival(*unit)) <= turn
        };
        let late: Vec<UnitId> = (0..data.units.len()).filter(late).collect();
        for unit in late {
            let mut entries = data.cards[ROMANIA].enters.iter();
            let entry = entries.find(|one| {
                one.unit == unit && one.delay > 0 && entered.map(|on| on + one.delay) == Some(turn)
            });
            let reduced = self.state().get(Cell::Reduced(unit)) > 0;
            let side = data.units[unit].side;
            let before = self.clone();
            let mut transition = Transition::new(&before, side);
            transition.now.put(Cell::Arrival(unit), 0);
            match entry {
                Some(one) => transition.put_in_play(unit, one.place, reduced),
                None => transition.put_in_box(unit, reduced),
            }
            transition.settle_outside_rounds();
            *self = transition.now;
        }
    }
}

impl Transition<'_> {
    /// A unit is put where it enters. Where the enemy is or controls, or there is no room, it goes to the
    /// box of such units instead.
    fn put_in_play(&mut self, unit: UnitId, place: PlaceId, reduced: bool) {
        let data = self.before.data();
        let side = data.units[unit].side;
        if place < data.on_map && !Checker::of_side(&self.now, side).has_place_for(unit, place) {
            return self.put_in_box(unit, reduced);
        }
        self.now.stand(unit, place);
        self.now.put(Cell::Reduced(unit), reduced.into());
    }

    /// LCUs wait in the Corps Assets Box, others in the Reserve Box (9.5.3.2.h-1, 9.5.3.2.i-1).
    fn put_in_box(&mut self, unit: UnitId, reduced: bool) {
        let data = self.before.data();
        let known = &data.known;
        let entry = &data.units[unit];
        let place = match (entry.size, entry.side) {
            (Size::Lcu, Side::Cp) => known.cp_corps_assets,
            (Size::Lcu, _) => known.ap_corps_assets,
            (_, side) => known.spent_boxes(side)[0],
        };
        self.now.stand(unit, place);
        self.now.put(Cell::Reduced(unit), reduced.into());
    }
}
