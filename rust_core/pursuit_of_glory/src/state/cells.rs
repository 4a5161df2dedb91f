//! Cells: the things that can change, their numbers, and what their bits mean.

use super::super::vocabulary::*;
use crate::board::BitSet;
use crate::tables::CARD_CAPACITY;

pub(super) const N: usize = BitSet::CAPACITY;
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
    /// Where a unit that fell in the battle under way had stood (cp_04), or from which port one that
    /// retreated by sea went (12.7.10-4): 1 = in the target, 2 and on = in the neighbours of the
    /// target, in the order of their lines.
    Origin(usize),
}

/// A kind of cell, and how many of it there are.
type Cells = (fn(usize) -> Cell, usize);

/// All cells, in the order of [`Cell`].
pub(crate) const KINDS: [Cells; 32] = [
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
pub(super) const DIE_BITS: usize = 3;
/// The bits of the number of an LCU.
pub(super) const LCU_BITS: usize = 6;
/// The bits of a stack's number.
pub(super) const STACK_BITS: usize = 4;
/// The most stacks that regions and island bases are activated by.
pub const STACKS: u16 = (1 << STACK_BITS) - 1;

/// All cells, in the order of their numbers in bytes.
pub fn cells() -> impl Iterator<Item = Cell> {
    KINDS.iter().flat_map(|(cell, count)| (0..*count).map(cell))
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
pub(crate) fn key(index: usize, number: u16) -> u64 {
    if number == 0 {
        return 0;
    }
    let mut mixed = ((index as u64) << 16 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The number of a cell among [`cells`].
pub(crate) fn index(cell: Cell) -> usize {
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
