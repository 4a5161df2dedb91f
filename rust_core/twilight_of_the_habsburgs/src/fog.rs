//! Fog of war: what a side may know of the other's stacks (13.1).
//!
//! Of a stack the other side sees the unit on top, and how many are beneath. It sees all units of the hexes that its headquarters have scouted in its
//! player turn (13.12), and all that take part in the attack under way (13.11). Who is in a box, which
//! units are on the map, what headquarters have announced, and what was lost, all know.

use super::board::{Hexes, Units};
use super::data::{HexId, UnitId};
use super::front::Front;
use super::position::Position;
use super::state::{Cell, FrameKind, State};
use super::validate::problems;
use super::vocabulary::*;

impl Position {
    /// What a side may know of the position: the other side's hidden units are in a box of that name,
    /// without steps, trenches or markers, and units on top tell how many are beneath them.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> Self {
        let state = self.state_seen_by(side);
        let found = match self.allowed().is_empty() {
            true => Vec::new(),
            false => problems(self.data(), &state),
        };
        Self::proven(self.data().clone(), state, found)
    }

    /// The state of [`Self::seen_by`].
    pub(crate) fn state_seen_by(&self, side: Side) -> State {
        let foe = side.foe();
        let (hidden, stacks) = self.front().fog(side);
        let mut state = *self.state();
        let gone = u16::try_from(self.data().off_map(OffMap::Covered) + 1).unwrap_or(0);
        hidden.for_each(|unit| veil(&mut state, unit, gone));
        let mut closed = Hexes::EMPTY;
        for (hex, top, number) in stacks {
            let before: Vec<UnitId> = self.front().units_in(foe, hex).iter().collect();
            for unit in before {
                state.put(Cell::Beneath(unit), 0);
            }
            state.put(Cell::Beneath(top), number);
            closed.set(hex, number > 0);
        }
        // Who stood with whom tells that somebody else is there.
        for unit in 0..self.data().units.len() {
            let stood = usize::from(state.stood[unit]).checked_sub(1);
            let own = self.data().units[unit].side == side;
            if !own && stood.is_some_and(|hex| closed.contains(hex)) {
                state.put(Cell::Stood(unit), 0);
                state.put(Cell::Accompanied(unit), 0);
            }
        }
        state
    }
}

/// Takes away all that is known of a unit but that it is on the map, and what it has announced.
fn veil(state: &mut State, unit: UnitId, gone: u16) {
    state.put(Cell::Place(unit), gone);
    for cell in [
        Cell::Reduced(unit),
        Cell::Entrenched(unit),
        Cell::OutOfCommand(unit),
        Cell::Attacked(unit),
        Cell::Cornered(unit),
        Cell::Stood(unit),
        Cell::Accompanied(unit),
        Cell::Beneath(unit),
    ] {
        state.put(cell, 0);
    }
}

impl Front<'_> {
    /// The units that are hidden from a side, and the foe's stacks: hex, unit on top, and how many
    /// are hidden there.
    fn fog(&self, side: Side) -> (Units, Vec<(HexId, UnitId, u16)>) {
        let foe = side.foe();
        let (open, shown) = (self.scouted_by(side), self.shown());
        let (mut hidden, mut stacks) = (Units::EMPTY, Vec::new());
        self.held[foe as usize].for_each(|hex| {
            let here = self.units_in(foe, hex);
            let Some(top) = self.on_top(here) else { return };
            let mut known = shown;
            known.insert(top);
            let covered = match open.contains(hex) {
                true => Units::EMPTY,
                false => here - known,
            };
            let number = self.state.beneath_in(hex) + u16::try_from(covered.len()).unwrap_or(0);
            hidden |= covered;
            stacks.push((hex, top, number));
        });
        (hidden, stacks)
    }

    /// The hexes that a side has scouted in its player turn (13.12).
    fn scouted_by(&self, side: Side) -> Hexes {
        if self.state.phasing() != Some(side) {
            return Hexes::EMPTY;
        }
        let scouted = self.state.scouted.iter().enumerate();
        scouted
            .filter(|(hq, _)| {
                self.data
                    .units
                    .get(*hq)
                    .is_some_and(|unit| unit.side == side)
            })
            .filter_map(|(_, hex)| usize::from(*hex).checked_sub(1))
            .collect()
    }

    /// The units that all see, wherever they stand: those in the attack under way (13.11), and the one
    /// on the lake transport, which sails alone (13.61).
    fn shown(&self) -> Units {
        let mut shown = self.state.engaged;
        let afloat = self.state.under_way(FrameKind::Submarine);
        if let Some(unit) = afloat.and_then(|frame| usize::from(frame.args[0]).checked_sub(1)) {
            shown.insert(unit);
        }
        shown
    }
}
