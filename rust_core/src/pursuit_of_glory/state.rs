//! The state of a game as one small block of memory.
//!
//! Everything that can change is a *cell* with a small number in it, 0 meaning "as if nothing
//! were there". Hash and bytes run over the cells, so neither can forget one.

mod difference;
mod image;

pub(super) use image::{WORDS, WORDS_BEFORE_BATTLES};

use super::data::CARD_CAPACITY;
use super::vocabulary::*;
use crate::board::bitset::BitSet;

const N: usize = BitSet::CAPACITY;
/// Actions of one turn: six rounds a side, and four to spare for those that events grant.
pub const ACTIONS: usize = 16;
/// Mandated offensives one side may have at a time ("Enver to the Front" adds one, 7.1).
pub const OFFENSIVES: usize = 2;
/// Added to numbers that may be negative, so that an absent one can be 0.
pub const BIAS: i32 = 0x4000;

macro_rules! ones {
    ($($name:ident),+ $(,)?) => {
        /// The single numbers of the game; optional ones are stored plus one or biased.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "named like the fields of a position document")]
        pub enum One { $($name,)+ }

        impl One {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
        }
    };
}

ones! {
    Turn, Round, Phase, Active, LastTurn, CommitmentAp, CommitmentCp, BeachheadsInReserve,
    MaxTuRp, Greece, Collapsed, Revolts, Penalties, RevolutionStage, Parvus, RevolutionTurn, Czar,
    BritishRuCavalry, AssaultUsed, AssaultLanding, SinaiRailroad, Armistice, CpAutomaticVictory,
    AirSuperiority, HasRandom, Flags, ChristmasSpace, ChristmasTurn, WarmWaterPort,
    Ops, TribesDue,
}

/// The single numbers of a battle under way and of what was fought before it (12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Fight {
    /// The target, plus one; 0 = no battle.
    Target,
    /// How far it has come: a [`Stage`].
    Stage,
    /// The pinning space of a flank attack, plus one (12.4.2-1).
    Pin,
    /// The place whose weather was checked last, plus one.
    Weather,
    /// What is settled: a set of [`Settled`].
    Settled,
    /// The attacker's loss number, plus one.
    LossByAttacker,
    /// The defender's loss number, plus one.
    LossByDefender,
    /// The turn in which RU units have attacked (16.4.5.3).
    RussiansAttacked,
    /// The turn in which WAR WEARY BALKANS was played (ap_44).
    WarWeary,
    /// Where the stack stood that CATASTROPHIC ATTACK drives back, plus one (cp_27).
    StackOut,
    /// The first place of its retreat, plus one.
    PathOut,
    /// The second, plus one.
    PathOutEnd,
}

impl Fight {
    /// All of them, in order.
    pub const ALL: &'static [Self] = &[
        Self::Target,
        Self::Stage,
        Self::Pin,
        Self::Weather,
        Self::Settled,
        Self::LossByAttacker,
        Self::LossByDefender,
        Self::RussiansAttacked,
        Self::WarWeary,
        Self::StackOut,
        Self::PathOut,
        Self::PathOutEnd,
    ];
}

/// The single numbers of the phases that run by themselves, and of the game's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Course {
    /// How far the phase has come; 0 = it begins (6.0).
    Step,
    /// The fort that was rolled for last in this Siege Phase, plus one (15.3.1).
    SiegeRolled,
    /// The VPs bid before the game, in the CP's favour, biased (5.2.2.2).
    Bid,
}

impl Course {
    /// All of them, in order.
    pub const ALL: &'static [Self] = &[Self::Step, Self::SiegeRolled, Self::Bid];
}

/// One thing that can change. The numbers are those of units, spaces, cards and words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// The place of a unit, plus one; 0 = not in the game.
    Place(usize),
    /// Is a unit reduced?
    Reduced(usize),
    /// The turn a unit on the Turn Track arrives.
    Arrival(usize),
    /// Who controls a space: a [`Control`] as `u8`.
    Control(usize),
    /// A RU VP marker.
    RuVp(usize),
    /// A trench: its level, plus 4 times the [`Control`] of its owner.
    Trench(usize),
    /// A destroyed fort.
    FortDestroyed(usize),
    /// 1 = a beachhead marker, 2 = one placed in this action round.
    Beachhead(usize),
    /// An [`Uprising`] marker as `u8`, plus one; a space has room for one (3.2.4.2-2).
    Uprising(usize),
    /// The turn of a card's event, plus one.
    Event(usize),
    /// Where a card is: a [`CardZone`] as `u8`.
    Card(usize),
    /// A [`Track`]'s number, biased.
    Track(usize),
    /// A [`Replacement`]'s number, biased.
    Replacement(usize),
    /// A single number: a [`One`] as `usize`.
    One(usize),
    /// A mandated offensive: its [`Offensive`] plus one, plus 32 if met. AP's first.
    Offensive(usize),
    /// An action: round, side, kind and card, packed by [`State::action`].
    Action(usize),
    /// A quarter of the random state.
    Random(usize),
    /// A unit activated for attack whose battle waits: 1 = for attack, 2 = despite No British
    /// Attacks (7.3.nobr-2).
    Attacking(usize),
    /// A trench being dug: the highest roll that builds it (11.3.1).
    Digging(usize),
    /// A Jihad city the CP has taken in this action round already (16.3.1.1-6).
    JihadTaken(usize),
    /// The stack a unit was activated for attack with, in a region or on an island base, from 1.
    Stack(usize),
    /// What a unit has done in this action, added up: 1 = attacked, 2 = retreated (12.1.b, 12.7.7),
    /// 4 = was activated, for whatever purpose (9.2).
    Fought(usize),
    /// A place the side to act has attacked in this action; 2 = by units fed through Greek ports
    /// alone (12.1.3, 18.4.1-1).
    Attacked(usize),
    /// Who takes part in the battle under way: 1 = attacks, 2 = defends.
    Battle(usize),
    /// A card played in the battle under way: 1 = by the AP, 2 = by the CP, plus 4 if from the hand,
    /// plus 8 if before the weather (9.5.4.4); 3 = in an earlier battle of this round (9.5.4.2-3).
    Played(usize),
    /// A number of the battle under way: a [`Fight`] as `usize`.
    Fight(usize),
    /// The die that is the loss factor of a `?` unit in the battle under way (3.2.2.q-1).
    Factor(usize),
    /// The LCU that an SCU came for in the battle under way (12.6.5): its number among the LCUs,
    /// from 1.
    Heir(usize),
    /// What the battle under way has done to a unit, added up: 1 = it was out of supply at the
    /// attack (12.6.7.b), 2 = it has lost a step, 4 = it has retreated.
    Scar(usize),
    /// The first place of a retreat of two spaces in the battle under way (12.9.3-1).
    Passed(usize),
    /// A number of the phase under way: a [`Course`] as `usize`.
    Course(usize),
    /// Where a unit that fell in the battle under way had stood: 1 = in the target, 2 and on = in
    /// the neighbours of the target, in the order of their lines (cp_04).
    Origin(usize),
}

/// A kind of cell, and how many of it there are.
type Cells = (fn(usize) -> Cell, usize);

/// All cells, in the order of [`Cell`].
pub(super) const KINDS: [Cells; 32] = [
    (Cell::Place, N),
    (Cell::Reduced, N),
    (Cell::Arrival, N),
    (Cell::Control, N),
    (Cell::RuVp, N),
    (Cell::Trench, N),
    (Cell::FortDestroyed, N),
    (Cell::Beachhead, N),
    (Cell::Uprising, N),
    (Cell::Event, CARD_CAPACITY),
    (Cell::Card, CARD_CAPACITY),
    (Cell::Track, Track::ALL.len()),
    (Cell::Replacement, Replacement::ALL.len()),
    (Cell::One, One::ALL.len()),
    (Cell::Offensive, 2 * OFFENSIVES),
    (Cell::Action, ACTIONS),
    (Cell::Random, 4),
    (Cell::Attacking, N),
    (Cell::Digging, N),
    (Cell::JihadTaken, N),
    (Cell::Stack, N),
    (Cell::Fought, N),
    (Cell::Attacked, N),
    (Cell::Battle, N),
    (Cell::Played, CARD_CAPACITY),
    (Cell::Fight, Fight::ALL.len()),
    (Cell::Factor, N),
    (Cell::Heir, N),
    (Cell::Scar, N),
    (Cell::Passed, N),
    (Cell::Course, Course::ALL.len()),
    (Cell::Origin, N),
];

/// The bit of [`Cell::Fought`] of units that were activated in this action.
pub const ACTED: u16 = 4;
/// Added to [`Cell::Played`] of a card that was played from the hand.
pub const FROM_HAND: u16 = 4;
/// Added to [`Cell::Played`] of a card that was played before the weather check.
pub const BEFORE_WEATHER: u16 = 8;
/// [`Cell::Played`] of a card of an earlier battle of this round.
pub const USED: u16 = 3;

/// The bit of [`Cell::Scar`] of units that were out of supply at the attack.
pub const UNFED: u16 = 1;
/// The bit of [`Cell::Scar`] of units that lost a step.
pub const BLED: u16 = 2;
/// The bit of [`Cell::Scar`] of units that retreated.
pub const FLED: u16 = 4;

/// The bits of a die.
const DIE_BITS: usize = 3;
/// The bits of the number of an LCU.
const LCU_BITS: usize = 6;
/// The bits of a stack's number.
const STACK_BITS: usize = 4;
/// The most stacks that regions and island bases are activated by.
pub const STACKS: u16 = (1 << STACK_BITS) - 1;

/// All cells, in the order of their numbers in bytes.
pub fn cells() -> impl Iterator<Item = Cell> {
    KINDS.iter().flat_map(|(cell, count)| (0..*count).map(cell))
}

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

/// A number that may be negative, as it is stored; `None` is 0.
#[must_use]
pub fn bias(number: Option<i32>) -> u16 {
    number.map_or(0, |number| u16::try_from(number + BIAS).unwrap_or(0))
}

/// The reverse of [`bias`].
#[must_use]
pub fn unbias(stored: u16) -> Option<i32> {
    (stored > 0).then(|| i32::from(stored) - BIAS)
}

/// The key of a number in the cell numbered `index`: SplitMix64, and 0 for an empty cell.
#[inline]
pub(super) fn key(index: usize, number: u16) -> u64 {
    if number == 0 {
        return 0;
    }
    let mut mixed = ((index as u64) << 16 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The number of a cell among [`cells`].
pub(super) fn index(cell: Cell) -> usize {
    let (kind, at) = match cell {
        Cell::Place(at) => (0, at),
        Cell::Reduced(at) => (1, at),
        Cell::Arrival(at) => (2, at),
        Cell::Control(at) => (3, at),
        Cell::RuVp(at) => (4, at),
        Cell::Trench(at) => (5, at),
        Cell::FortDestroyed(at) => (6, at),
        Cell::Beachhead(at) => (7, at),
        Cell::Uprising(at) => (8, at),
        Cell::Event(at) => (9, at),
        Cell::Card(at) => (10, at),
        Cell::Track(at) => (11, at),
        Cell::Replacement(at) => (12, at),
        Cell::One(at) => (13, at),
        Cell::Offensive(at) => (14, at),
        Cell::Action(at) => (15, at),
        Cell::Random(at) => (16, at),
        Cell::Attacking(at) => (17, at),
        Cell::Digging(at) => (18, at),
        Cell::JihadTaken(at) => (19, at),
        Cell::Stack(at) => (20, at),
        Cell::Fought(at) => (21, at),
        Cell::Attacked(at) => (22, at),
        Cell::Battle(at) => (23, at),
        Cell::Played(at) => (24, at),
        Cell::Fight(at) => (25, at),
        Cell::Factor(at) => (26, at),
        Cell::Heir(at) => (27, at),
        Cell::Scar(at) => (28, at),
        Cell::Passed(at) => (29, at),
        Cell::Course(at) => (30, at),
        Cell::Origin(at) => (31, at),
    };
    KINDS[..kind].iter().map(|(_, count)| count).sum::<usize>() + at
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
