//! How many cells there are, and what their bits mean.

use crate::board::BitSet;
pub use engine::document::BIAS;

pub(super) const N: usize = BitSet::CAPACITY;
/// Actions of one turn: six rounds a side, and four to spare for those that events grant.
pub const ACTIONS: usize = 16;
/// Mandated offensives one side may have at a time ("Enver to the Front" adds one, 7.1).
pub const OFFENSIVES: usize = 2;

/// The bit of `Cell::Fought` of units that were activated in this action.
pub const ACTED: u16 = 4;
/// Added to `Cell::Played` of a card that was played from the hand.
pub const FROM_HAND: u16 = 4;
/// Added to `Cell::Played` of a card that was played before the weather check.
pub const BEFORE_WEATHER: u16 = 8;
/// `Cell::Played` of a card of an earlier battle of this round.
pub const USED: u16 = 3;

/// The bit of `Cell::BattleStatus` of units that were out of supply at the attack.
pub const UNFED: u16 = 1;
/// The bit of `Cell::BattleStatus` of units that lost a step.
pub const BLED: u16 = 2;
/// The bit of `Cell::BattleStatus` of units that retreated.
pub const FLED: u16 = 4;

/// The bits of a water's number, plus one.
pub(super) const SEA_BITS: usize = 4;
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
