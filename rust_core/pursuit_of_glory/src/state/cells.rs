//! Cells: the things that can change, their numbers, and what their bits mean.

use crate::board::BitSet;

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
