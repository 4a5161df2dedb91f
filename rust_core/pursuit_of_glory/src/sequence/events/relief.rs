//! An effect: TO HELP AND SAVE YOU brings AH and GE units back that were lost (9.5.1.a).

use super::super::Transition;
use crate::board::BitSet;
use crate::check::codes::{self, Code};
use crate::check::{Arg, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use engine::chance::Random;

/// A VP for each LCU, and one for each group of so many SCUs.
const GROUP: usize = 3;

impl Position {
    /// Why a unit cannot come back: combat units of the CP do, and those alone that were eliminated or
    /// removed.
    fn bars_to_relief(&self, unit: UnitId) -> Vec<&'static Code> {
        let data = self.data();
        let entry = &data.units[unit];
        let known = &data.known;
        let central = entry.is_of(Nation::Ah) || entry.is_of(Nation::Ge);
        let fights = matches!(entry.size, Size::Lcu | Size::Scu);
        let mut codes: Vec<&'static Code> = Vec::new();
        if !(central && fights && entry.side == Side::Cp) {
            codes.push(&codes::NO_CENTRAL_TROOPS);
        }
        let graves = [
            known.cp_eliminated,
            known.cp_permanently_eliminated,
            known.cp_removed_from_game,
        ];
        if !self.place(unit).is_some_and(|at| graves.contains(&at)) {
            codes.push(&codes::NOT_LOST);
        }
        codes
    }

    /// The units that may come back.
    pub(super) fn relievers(&self) -> Vec<UnitId> {
        let units = 0..self.data().units.len();
        units
            .filter(|unit| self.bars_to_relief(*unit).is_empty())
            .collect()
    }

    /// What is wrong with who comes back, and where.
    pub(super) fn check_relief(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut named = BitSet::EMPTY;
        for order in made.orders() {
            let Order::Enter { unit, place } = *order else {
                continue;
            };
            let about = [Arg::Unit(unit)];
            if named.contains(unit) {
                found.push(Violation::new(&codes::SENT_TWICE, &about));
            }
            named.insert(unit);
            let bars = self.bars_to_relief(unit).into_iter();
            found.extend(bars.map(|code| Violation::new(code, &about)));
            if place != self.data().known.galicia {
                found.push(Violation::new(&codes::NOT_TO_GALICIA, &about));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The position after they have come back, reduced, and the VPs that they cost.
    pub(super) fn relieved(&self, made: &Move) -> Self {
        let done = self.effect_is_done();
        let mut transition = Transition::new(&done, Side::Cp);
        let galicia = self.data().known.galicia;
        let mut come = BitSet::EMPTY;
        for order in made.orders() {
            if let Order::Enter { unit, .. } = *order
                && !come.contains(unit)
            {
                come.insert(unit);
                transition.end_in(unit, galicia);
                transition.now.put(Cell::Reduced(unit), 1);
            }
        }
        let lcus = (come & self.data().counters.lcus).len();
        let cost = lcus + (come.len() - lcus).div_ceil(GROUP);
        let vp = i32::try_from(cost).unwrap_or(0);
        transition.now.shift(Track::Vp, -vp);
        transition.settle();
        transition.now.advance_to_next_decision()
    }

    /// Legal answers at random.
    pub(super) fn sampled_relief(&self, seed: u64, count: usize) -> Vec<Move> {
        let units = self.relievers();
        let place: PlaceId = self.data().known.galicia;
        let one = |number: usize| {
            let mut random = Random::new(seed, number as u64 + 1);
            let chance = random.below(101);
            let come = units.iter().filter(|_| random.chance(chance));
            Move::new(
                come.map(|unit| Order::Enter { unit: *unit, place })
                    .collect(),
            )
        };
        (0..count).map(one).collect()
    }
}
