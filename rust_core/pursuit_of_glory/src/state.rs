//! The state of a game as one small block of memory.
//!
//! Everything that can change is a *cell* with a small number in it, 0 meaning "as if nothing
//! were there". Each is named once, here.

mod cells;

pub use cells::*;

use super::tables::CARD_CAPACITY;
use super::vocabulary::*;
use crate::board::BitSet;

engine::state! {
    /// The state of a game. Small, flat, and cheap to copy.
    pub struct State;
    /// One thing that can change. The numbers are those of units, spaces, cards and words.
    pub enum Cell;

    /// The place of a unit, plus one; 0 = not in the game.
    Place: Numbers { pub(super) place: [u16; N] }
    /// Is a unit reduced?
    Reduced: Flag { pub(super) reduced: BitSet }
    /// The turn a unit on the Turn Track arrives.
    Arrival: Numbers { pub(super) arrival: [u8; N] }
    /// Who controls a space: a [`Control`] as `u8`.
    Control: Either { pub(super) controlled: [BitSet; 2] }
    /// A RU VP marker.
    RuVp: Flag { pub(super) ru_vp: BitSet }
    /// A trench: its level, plus 4 times the [`Control`] of its owner.
    Trench: Numbers { pub(super) trench: [u8; N] }
    /// A destroyed fort.
    FortDestroyed: Flag { pub(super) forts_destroyed: BitSet }
    /// 1 = a beachhead marker, 2 = one placed in this action round.
    Beachhead: Levels { pub(super) beachheads: BitSet, beachheads_new: BitSet }
    /// An [`Uprising`] marker as `u8`, plus one; a space has room for one (3.2.4.2-2).
    Uprising: Either { pub(super) uprisings: [BitSet; 3] }
    /// The turn of a card's event, plus one.
    Event: Numbers { event: [u8; CARD_CAPACITY] }
    /// Where a card is: a [`CardZone`] as `u8`.
    Card: Numbers { pub(super) card: [u8; CARD_CAPACITY] }
    /// A [`Track`]'s number, biased.
    Track: Numbers { track: [u16; Track::ALL.len()] }
    /// A [`Replacement`]'s number, biased.
    Replacement: Numbers { replacement: [u16; Replacement::ALL.len()] }
    /// A single number: a [`One`] as `usize`.
    One: Numbers { one: [u16; One::ALL.len()] }
    /// A mandated offensive: its [`Offensive`] plus one, plus 32 if met. AP's first.
    Offensive: Numbers { offensive: [u8; 2 * OFFENSIVES] }
    /// An action: round, side, kind and card, packed by [`State::action`].
    Action: Numbers { action: [u16; ACTIONS] }
    /// A quarter of the random state.
    Random: Numbers { random: [u16; 4] }
    /// A unit activated for attack whose battle waits: 1 = for attack, 2 = despite No British
    /// Attacks (7.3.nobr-2).
    Attacking: Levels { pub(super) attacking: BitSet, attacking_with_br: BitSet }
    /// A trench being dug: the highest roll that builds it (11.3.1).
    Digging: Numbers { pub(super) digging: [u8; N] }
    /// A Jihad city the CP has taken in this action round already (16.3.1.1-6).
    JihadTaken: Flag { pub(super) jihad_taken: BitSet }
    /// The stack a unit was activated for attack with, in a region or on an island base, from 1.
    Stack: Bits { stack: [BitSet; STACK_BITS] }
    /// What a unit has done in this action, added up: 1 = attacked, 2 = retreated (12.1.b, 12.7.7),
    /// 4 = was activated, for whatever purpose (9.2).
    Fought: Bits {
        pub(super) fought: BitSet,
        pub(super) retreated: BitSet,
        pub(super) acted: BitSet
    }
    /// A place the side to act has attacked in this action; 2 = by units fed through Greek ports
    /// alone (12.1.3, 18.4.1-1).
    Attacked: Levels {
        pub(super) attacked: BitSet,
        pub(super) attacked_through_greek_ports: BitSet
    }
    /// Who takes part in the battle under way: 1 = attacks, 2 = defends.
    Battle: Either { pub(super) attackers: BitSet, pub(super) defenders: BitSet }
    /// A card played in the battle under way: 1 = by the AP, 2 = by the CP, plus 4 if from the hand,
    /// plus 8 if before the weather (9.5.4.4); 3 = in an earlier battle of this round (9.5.4.2-3).
    Played: Numbers { played: [u8; CARD_CAPACITY] }
    /// A number of the battle under way: a [`Fight`] as `usize`.
    Fight: Numbers { fight: [u16; Fight::ALL.len()] }
    /// The die that is the loss factor of a `?` unit in the battle under way (3.2.2.q-1).
    Factor: Bits { factor: [BitSet; DIE_BITS] }
    /// The LCU that an SCU came for in the battle under way (12.6.5): its number among the LCUs,
    /// from 1.
    Heir: Bits { heir: [BitSet; LCU_BITS] }
    /// What the battle under way has done to a unit, added up: 1 = it was out of supply at the
    /// attack (12.6.7.b), 2 = it has lost a step, 4 = it has retreated.
    Scar: Bits { pub(super) unfed: BitSet, pub(super) bled: BitSet, pub(super) fled: BitSet }
    /// The first place of a retreat of two spaces in the battle under way (12.9.3-1).
    Passed: Flag { pub(super) passed: BitSet }
    /// A number of the phase under way: a [`Course`] as `usize`.
    Course: Numbers { course: [u16; Course::ALL.len()] }
    /// Where a unit that fell in the battle under way had stood (cp_04), or from which port one that
    /// retreated by sea went (12.7.10-4): 1 = in the target, 2 and on = in the neighbours of the
    /// target, in the order of their lines.
    Origin: Bits { origin: [BitSet; STACK_BITS] }
}

impl State {
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
    fn negative_numbers_survive() {
        for number in [None, Some(-7), Some(0), Some(40)] {
            assert_eq!(unbias(bias(number)), number);
        }
    }
}
