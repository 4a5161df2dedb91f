//! Phases that run by themselves: when they are over, and what is remembered meanwhile (6.0).

use super::Field;
use super::galicia::DIE;
use super::holders::{Holders, Settlement};
use crate::position::Position;
use crate::state::{Cell, Course, One};
use crate::vocabulary::*;

impl Position {
    /// The phase that the clock shows.
    pub(super) fn phase(&self) -> Option<Phase> {
        Phase::at(self.state().one(One::Phase).to_le_bytes()[0])
    }

    /// Does the position wait for a phase to go on by itself, without a die?
    ///
    /// In a game this is the beginning of the Attrition Phase; the others only stand in documents.
    pub(super) fn goes_on(&self) -> bool {
        match self.phase() {
            Some(Phase::Attrition) => {
                !self.die_in_galicia() && self.replacement_choices().is_empty()
            }
            Some(Phase::Siege) => self.next_siege().is_none(),
            _ => false,
        }
    }

    /// Does the die of 18.5.a fall now?
    pub(super) fn die_in_galicia(&self) -> bool {
        self.phase() == Some(Phase::Attrition)
            && self.state().course(Course::Step) == DIE
            && self.galicia_die().is_some()
    }

    /// The phase goes on.
    pub(super) fn proceed(&self) -> Self {
        if self.phase() == Some(Phase::Attrition) && self.state().course(Course::Step) == 0 {
            let (toll, held) = self.reckoning();
            let mut next = self.paid(&toll, &held).position;
            next.put(Cell::Course(Course::Step as usize), DIE);
            return next.settled();
        }
        self.clone().settled()
    }

    /// Ends phases in which nothing is left to happen; the Revolution Phase begins after the last.
    pub(super) fn end_phases(&mut self) {
        let step = Cell::Course(Course::Step as usize);
        let due = |position: &Self| position.state().one(One::TribesDue) > 0;
        if self.phase() == Some(Phase::Attrition)
            && self.state().course(Course::Step) > 0
            && !due(self)
            && self.goes_on()
        {
            self.put(step, 0);
            self.put_one(One::Phase, Phase::Siege as u16);
        }
        if self.phase() == Some(Phase::Siege) && !due(self) && self.goes_on() {
            self.put(step, 0);
            self.put(Cell::Course(Course::SiegeRolled as usize), 0);
            self.put_one(One::Phase, Phase::Revolution as u16);
        }
    }

    /// Remembers that the blockade is over, which it stays (16.5.2-2).
    pub(super) fn note_the_blockade(&mut self) {
        if self.blockade_ends() {
            let flags = self.state().one(One::Flags) | 1 << Flag::BlockadeEnded as u8;
            self.put_one(One::Flags, flags);
        }
    }
}

impl Field<'_> {
    /// Settles what changed hands outside action rounds: what was taken is remembered for an
    /// action round only (16.3.1.1-6).
    pub(super) fn settle_by_itself(&mut self) -> Vec<Settlement> {
        let before = Holders::of(&self.before.view());
        let after = self.end_contests();
        self.settle_phase(&before, &after)
    }

    /// The same, of who held what before and who holds it now.
    pub(super) fn settle_phase(&mut self, before: &Holders, after: &Holders) -> Vec<Settlement> {
        let settled = self.settle_holders(before, after);
        for place in self.now.state().jihad_taken.iter() {
            self.now.put(Cell::JihadTaken(place), 0);
        }
        settled
    }
}
