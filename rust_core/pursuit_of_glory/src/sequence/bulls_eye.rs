//! BULL'S EYE DIRECTIVE: divisions of the Reserve Box join those who attack, a stack that has advanced
//! attacks once more, and divisions in excess go back (9.5.1.a, 12.7.7-4).

use super::Transition;
use super::battle::retreat::RETREATED;
use crate::cards::BULLS_EYE_DIRECTIVE;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::{ACTED, Cell, STACKS};
use crate::vocabulary::*;

impl Position {
    /// Remembers that units have advanced, or retreated, in the battle under way, where an attack may
    /// follow that asks for it.
    pub(super) fn remember_pursuit(&mut self, units: impl Iterator<Item = UnitId>) {
        if !self.state().acts_by(BULLS_EYE_DIRECTIVE) {
            return;
        }
        // No place is attacked twice (12.1.3): so many attacks there have been.
        let number = u16::try_from(self.state().attacked.len()).unwrap_or(STACKS);
        for unit in units {
            self.put(Cell::Pursuit(unit), number.min(STACKS));
        }
    }

    /// Lets the TU and TU-A units wait that have advanced in this action, after all other attacks
    /// (12.7.7-4), and HQs with them, which may take part again (3.2.3.1-2); false if there are none.
    pub(super) fn begin_second_attack(&mut self) -> bool {
        if !self.state().acts_by(BULLS_EYE_DIRECTIVE) {
            return false;
        }
        let state = self.state();
        let group = |unit: UnitId| Some((self.spot(unit)?, state.get(Cell::Pursuit(unit))));
        let advanced = self.view().commanded(state.active()) & state.pursuing();
        let entry = |unit: UnitId| &self.data().units[unit];
        let fights = |unit: &UnitId| entry(*unit).is_combat() && entry(*unit).is_turkish();
        let fighters: Vec<UnitId> = advanced
            .iter()
            .filter(|unit| self.spot(*unit).is_some())
            .filter(fights)
            .collect();
        let beside = |unit: UnitId| fighters.iter().any(|one| group(*one) == group(unit));
        let hq = |unit: &UnitId| entry(*unit).class == Class::Hq && beside(*unit);
        let staff: Vec<UnitId> = advanced.iter().filter(hq).collect();
        if fighters.is_empty() {
            return false;
        }
        let waiting = state.attacking;
        for unit in waiting.iter() {
            self.put(Cell::Attacking(unit), 0);
        }
        self.wait_again(&fighters, &staff);
        true
    }
}

impl Transition<'_> {
    /// A division of the Reserve Box joins those who attack from a place; in a region the first of their
    /// stacks that has a TU or TU-A unit, if one has.
    pub(super) fn join_at(&mut self, unit: UnitId, place: PlaceId) {
        let state = self.now.state();
        let mut those = self.now.units_at(place);
        those.retain(|other| state.attacking.contains(*other));
        let turk = |other: &UnitId| self.before.data().units[*other].is_turkish();
        let key = |other: &UnitId| (!turk(other), state.get(Cell::Stack(*other)));
        let Some(first) = those.into_iter().min_by_key(key) else {
            return;
        };
        let stack = state.get(Cell::Stack(first));
        self.now.stand(unit, place);
        self.now.put(Cell::Fought(unit), ACTED);
        self.now.put(Cell::Attacking(unit), 1);
        self.now.put(Cell::Stack(unit), stack);
    }

    /// The second attack of the action is declared: nobody else waits, and who has retreated before this
    /// stack fights it as others do (12.7.7-4).
    pub(super) fn attack_once_more(&mut self, fighters: &[UnitId]) {
        for unit in self.before.state().attacking.iter() {
            self.now.put(Cell::Attacking(unit), 0);
        }
        let state = self.before.state();
        let met = state.retreated - state.fugitives(fighters.iter().copied());
        for unit in met.iter() {
            let done = state.get(Cell::Fought(unit));
            self.now.put(Cell::Fought(unit), done & !RETREATED);
        }
    }
}
