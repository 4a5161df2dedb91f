//! The state of a game as one small block of memory.
//!
//! Everything that can change is a *cell* with a small number in it, 0 meaning "as if nothing
//! were there". Hash and bytes run over the cells, so neither can forget one.

mod cells;
mod difference;
mod image;

pub use cells::*;
pub(super) use image::WORDS;

use super::tables::CARD_CAPACITY;
use super::vocabulary::*;
use crate::board::BitSet;

/// The state of a game. Small, flat, and cheap to copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(super) place: [u16; N],
    pub(super) reduced: BitSet,
    pub(super) arrival: [u8; N],
    /// Controlled by the AP and by the CP; in neither set = neutral.
    pub(super) controlled: [BitSet; 2],
    pub(super) ru_vp: BitSet,
    pub(super) trench: [u8; N],
    pub(super) forts_destroyed: BitSet,
    pub(super) beachheads: BitSet,
    beachheads_new: BitSet,
    pub(super) uprisings: [BitSet; 3],
    event: [u8; CARD_CAPACITY],
    pub(super) card: [u8; CARD_CAPACITY],
    track: [u16; Track::ALL.len()],
    replacement: [u16; Replacement::ALL.len()],
    one: [u16; One::ALL.len()],
    offensive: [u8; 2 * OFFENSIVES],
    action: [u16; ACTIONS],
    random: [u16; 4],
    pub(super) attacking: BitSet,
    attacking_with_br: BitSet,
    pub(super) digging: [u8; N],
    pub(super) jihad_taken: BitSet,
    stack: [BitSet; STACK_BITS],
    pub(super) fought: BitSet,
    pub(super) retreated: BitSet,
    pub(super) acted: BitSet,
    pub(super) attacked: BitSet,
    pub(super) attacked_through_greek_ports: BitSet,
    pub(super) attackers: BitSet,
    pub(super) defenders: BitSet,
    played: [u8; CARD_CAPACITY],
    fight: [u16; Fight::ALL.len()],
    factor: [BitSet; DIE_BITS],
    heir: [BitSet; LCU_BITS],
    pub(super) unfed: BitSet,
    pub(super) bled: BitSet,
    pub(super) fled: BitSet,
    pub(super) passed: BitSet,
    course: [u16; Course::ALL.len()],
    origin: [BitSet; STACK_BITS],
}

impl Default for State {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl State {
    /// Nothing in any cell.
    pub(super) const EMPTY: Self = Self {
        place: [0; N],
        reduced: BitSet::EMPTY,
        arrival: [0; N],
        controlled: [BitSet::EMPTY; 2],
        ru_vp: BitSet::EMPTY,
        trench: [0; N],
        forts_destroyed: BitSet::EMPTY,
        beachheads: BitSet::EMPTY,
        beachheads_new: BitSet::EMPTY,
        uprisings: [BitSet::EMPTY; 3],
        event: [0; CARD_CAPACITY],
        card: [0; CARD_CAPACITY],
        track: [0; Track::ALL.len()],
        replacement: [0; Replacement::ALL.len()],
        one: [0; One::ALL.len()],
        offensive: [0; 2 * OFFENSIVES],
        action: [0; ACTIONS],
        random: [0; 4],
        attacking: BitSet::EMPTY,
        attacking_with_br: BitSet::EMPTY,
        digging: [0; N],
        jihad_taken: BitSet::EMPTY,
        stack: [BitSet::EMPTY; STACK_BITS],
        fought: BitSet::EMPTY,
        retreated: BitSet::EMPTY,
        acted: BitSet::EMPTY,
        attacked: BitSet::EMPTY,
        attacked_through_greek_ports: BitSet::EMPTY,
        attackers: BitSet::EMPTY,
        defenders: BitSet::EMPTY,
        played: [0; CARD_CAPACITY],
        fight: [0; Fight::ALL.len()],
        factor: [BitSet::EMPTY; DIE_BITS],
        heir: [BitSet::EMPTY; LCU_BITS],
        unfed: BitSet::EMPTY,
        bled: BitSet::EMPTY,
        fled: BitSet::EMPTY,
        passed: BitSet::EMPTY,
        course: [0; Course::ALL.len()],
        origin: [BitSet::EMPTY; STACK_BITS],
    };

    /// The number in a cell; 0 for numbers no unit, space or card has.
    #[must_use]
    pub fn get(&self, cell: Cell) -> u16 {
        fn at<T: Copy + Into<u16>>(numbers: &[T], index: usize) -> u16 {
            numbers.get(index).map_or(0, |number| (*number).into())
        }
        fn bits(sets: &[BitSet], index: usize) -> u16 {
            let bits = sets.iter().enumerate();
            bits.fold(0, |all, (bit, set)| {
                all | u16::from(set.contains(index)) << bit
            })
        }
        match cell {
            Cell::Place(unit) => at(&self.place, unit),
            Cell::Reduced(unit) => self.reduced.contains(unit).into(),
            Cell::Arrival(unit) => at(&self.arrival, unit),
            Cell::Control(space) => {
                u16::from(self.controlled[0].contains(space))
                    + 2 * u16::from(self.controlled[1].contains(space))
            }
            Cell::RuVp(space) => self.ru_vp.contains(space).into(),
            Cell::Trench(space) => at(&self.trench, space),
            Cell::FortDestroyed(space) => self.forts_destroyed.contains(space).into(),
            Cell::Beachhead(space) => {
                u16::from(self.beachheads.contains(space))
                    + u16::from(self.beachheads_new.contains(space))
            }
            Cell::Uprising(space) => (1..=3)
                .find(|kind| self.uprisings[usize::from(kind - 1)].contains(space))
                .unwrap_or(0),
            Cell::Event(card) => at(&self.event, card),
            Cell::Card(card) => at(&self.card, card),
            Cell::Track(track) => at(&self.track, track),
            Cell::Replacement(kind) => at(&self.replacement, kind),
            Cell::One(one) => at(&self.one, one),
            Cell::Offensive(which) => at(&self.offensive, which),
            Cell::Action(which) => at(&self.action, which),
            Cell::Random(which) => at(&self.random, which),
            Cell::Attacking(unit) => {
                u16::from(self.attacking.contains(unit))
                    + u16::from(self.attacking_with_br.contains(unit))
            }
            Cell::Digging(space) => at(&self.digging, space),
            Cell::JihadTaken(space) => self.jihad_taken.contains(space).into(),
            Cell::Stack(unit) => bits(&self.stack, unit),
            Cell::Fought(unit) => bits(&[self.fought, self.retreated, self.acted], unit),
            Cell::Attacked(space) => {
                u16::from(self.attacked.contains(space))
                    + u16::from(self.attacked_through_greek_ports.contains(space))
            }
            Cell::Battle(unit) => bits(&[self.attackers, self.defenders], unit),
            Cell::Played(card) => at(&self.played, card),
            Cell::Fight(which) => at(&self.fight, which),
            Cell::Factor(unit) => bits(&self.factor, unit),
            Cell::Heir(unit) => bits(&self.heir, unit),
            Cell::Scar(unit) => bits(&[self.unfed, self.bled, self.fled], unit),
            Cell::Passed(space) => self.passed.contains(space).into(),
            Cell::Course(which) => at(&self.course, which),
            Cell::Origin(unit) => bits(&self.origin, unit),
        }
    }

    /// Puts a number into a cell. Cells no unit, space or card has are left alone.
    pub(super) fn put(&mut self, cell: Cell, number: u16) {
        fn put<T>(numbers: &mut [T], index: usize, number: T) {
            if let Some(place) = numbers.get_mut(index) {
                *place = number;
            }
        }
        fn put_bits(sets: &mut [BitSet], index: usize, number: u16) {
            for (bit, set) in sets.iter_mut().enumerate() {
                set.set(index, number >> bit & 1 > 0);
            }
        }
        let low = number.to_le_bytes()[0];
        match cell {
            Cell::Place(unit) => put(&mut self.place, unit, number),
            Cell::Reduced(unit) => self.reduced.set(unit, number > 0),
            Cell::Arrival(unit) => put(&mut self.arrival, unit, low),
            Cell::Control(space) => {
                self.controlled[0].set(space, number == 1);
                self.controlled[1].set(space, number == 2);
            }
            Cell::RuVp(space) => self.ru_vp.set(space, number > 0),
            Cell::Trench(space) => put(&mut self.trench, space, low),
            Cell::FortDestroyed(space) => self.forts_destroyed.set(space, number > 0),
            Cell::Beachhead(space) => {
                self.beachheads.set(space, number > 0);
                self.beachheads_new.set(space, number > 1);
            }
            Cell::Uprising(space) => {
                for (kind, set) in self.uprisings.iter_mut().enumerate() {
                    set.set(space, usize::from(number) == kind + 1);
                }
            }
            Cell::Event(card) => put(&mut self.event, card, low),
            Cell::Card(card) => put(&mut self.card, card, low),
            Cell::Track(track) => put(&mut self.track, track, number),
            Cell::Replacement(kind) => put(&mut self.replacement, kind, number),
            Cell::One(one) => put(&mut self.one, one, number),
            Cell::Offensive(which) => put(&mut self.offensive, which, low),
            Cell::Action(which) => put(&mut self.action, which, number),
            Cell::Random(which) => put(&mut self.random, which, number),
            Cell::Attacking(unit) => {
                self.attacking.set(unit, number > 0);
                self.attacking_with_br.set(unit, number > 1);
            }
            Cell::Digging(space) => put(&mut self.digging, space, low),
            Cell::JihadTaken(space) => self.jihad_taken.set(space, number > 0),
            Cell::Stack(unit) => put_bits(&mut self.stack, unit, number),
            Cell::Fought(unit) => {
                self.fought.set(unit, number & 1 > 0);
                self.retreated.set(unit, number & 2 > 0);
                self.acted.set(unit, number & ACTED > 0);
            }
            Cell::Attacked(space) => {
                self.attacked.set(space, number > 0);
                self.attacked_through_greek_ports.set(space, number > 1);
            }
            Cell::Battle(unit) => {
                self.attackers.set(unit, number == 1);
                self.defenders.set(unit, number == 2);
            }
            Cell::Played(card) => put(&mut self.played, card, low),
            Cell::Fight(which) => put(&mut self.fight, which, number),
            Cell::Factor(unit) => put_bits(&mut self.factor, unit, number),
            Cell::Heir(unit) => put_bits(&mut self.heir, unit, number),
            Cell::Scar(unit) => {
                self.unfed.set(unit, number & UNFED > 0);
                self.bled.set(unit, number & BLED > 0);
                self.fled.set(unit, number & FLED > 0);
            }
            Cell::Passed(space) => self.passed.set(space, number > 0),
            Cell::Course(which) => put(&mut self.course, which, number),
            Cell::Origin(unit) => put_bits(&mut self.origin, unit, number),
        }
    }

    /// The 64-bit hash from scratch: the cells' keys, joined so that one change is one step.
    #[must_use]
    pub fn hash_from_scratch(&self) -> u64 {
        self.difference(&Self::EMPTY)
    }

    /// A single number of the game.
    #[must_use]
    pub fn one(&self, one: One) -> u16 {
        self.get(Cell::One(one as usize))
    }

    /// A single number of the battle.
    #[must_use]
    pub fn fight(&self, which: Fight) -> u16 {
        self.get(Cell::Fight(which as usize))
    }

    /// How far the battle under way has come; `None` if there is none.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        let stage = Stage::at(self.fight(Fight::Stage).to_le_bytes()[0]);
        stage.filter(|_| self.fight(Fight::Target) > 0)
    }

    /// Is this settled in the battle under way?
    #[must_use]
    pub fn settled(&self, matter: Settled) -> bool {
        self.fight(Fight::Settled) >> matter as u16 & 1 == 1
    }

    /// Who has played a card in the battle under way.
    #[must_use]
    pub fn played_by(&self, card: usize) -> Option<Side> {
        match self.get(Cell::Played(card)) & USED {
            1 => Some(Side::Ap),
            2 => Some(Side::Cp),
            _ => None,
        }
    }

    /// Was a card played in an earlier battle of this round (9.5.4.2-3)?
    #[must_use]
    pub fn used(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) == USED
    }

    /// Was a card played in the battle under way from the hand, not from where it lay face up?
    #[must_use]
    pub fn from_hand(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) & FROM_HAND > 0
    }

    /// Was a card played in the battle under way before the weather check?
    #[must_use]
    pub fn before_weather(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) & BEFORE_WEATHER > 0
    }

    /// A single number of the phase under way.
    #[must_use]
    pub fn course(&self, which: Course) -> u16 {
        self.get(Cell::Course(which as usize))
    }

    /// The units that anything is remembered of for battles, besides that they wait for one.
    pub(super) fn fighting(&self) -> BitSet {
        let [one, two, four, eight] = self.stack;
        let units = one | two | four | eight | self.fought | self.retreated | self.acted;
        units | self.attackers | self.defenders | self.marked()
    }

    /// The units that something is remembered of since the dice of the battle under way.
    pub(super) fn marked(&self) -> BitSet {
        let [one, two, four] = self.factor;
        let heirs = self.heir.iter().fold(BitSet::EMPTY, |all, set| all | *set);
        let origins = self.origin.iter().fold(heirs, |all, set| all | *set);
        one | two | four | origins | self.unfed | self.bled | self.fled
    }

    /// Is no battle under way, and none remembered?
    pub(super) fn nothing_fought(&self) -> bool {
        (self.fighting() | self.attacked | self.passed).is_empty()
            && self.played.iter().fold(0, |all, card| all | card) == 0
            && self.fight.iter().fold(0, |all, number| all | number) == 0
    }

    /// Is no phase under way that runs by itself?
    pub(super) fn nothing_on_course(&self) -> bool {
        self.course(Course::Step) == 0 && self.course(Course::SiegeRolled) == 0
    }

    /// Has the event of this card happened?
    #[inline]
    #[must_use]
    pub fn happened(&self, card: usize) -> bool {
        self.event.get(card).is_some_and(|turn| *turn > 0)
    }

    /// Which words of a small vocabulary are in a set stored in one number?
    #[must_use]
    pub fn holds(&self, set: One, word: u8) -> bool {
        self.one(set) >> word & 1 == 1
    }

    /// Greece's stand.
    #[must_use]
    pub fn greece(&self) -> Stand {
        Stand::at(self.one(One::Greece).to_le_bytes()[0]).unwrap_or(Stand::Neutral)
    }

    /// The side to act (8.1.1).
    #[must_use]
    pub fn active(&self) -> Side {
        match self.one(One::Active) {
            1 => Side::Cp,
            _ => Side::Ap,
        }
    }

    /// OPS still to be spent by the operations under way; 0 once they have been.
    #[must_use]
    pub fn ops(&self) -> Option<u8> {
        self.one(One::Ops).to_le_bytes()[0].checked_sub(1)
    }

    /// An action as it is stored: round in 3 bits, side in 1, kind in 3, card plus one in 8.
    #[must_use]
    pub fn action(round: u16, side: Side, kind: ActionKind, card: Option<usize>) -> u16 {
        let card = card.map_or(0, |card| u16::try_from(card + 1).unwrap_or(0));
        round & 7 | u16::from(side == Side::Cp) << 3 | (kind as u16) << 4 | card << 8
    }

    /// The number on a track.
    #[must_use]
    pub fn track(&self, track: Track) -> i32 {
        unbias(self.get(Cell::Track(track as usize))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_number_and_keeps_what_is_put_in() {
        let mut state = State::default();
        for (at, cell) in cells().enumerate() {
            assert_eq!(index(cell), at);
            state.put(cell, 1);
            assert_eq!(state.get(cell), 1, "{cell:?}");
        }
        assert!(cells().all(|cell| state.get(cell) == 1));
    }

    #[test]
    fn negative_numbers_survive() {
        for number in [None, Some(-7), Some(0), Some(40)] {
            assert_eq!(unbias(bias(number)), number);
        }
    }
}
