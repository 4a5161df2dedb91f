//! How a battle ends, as far as its loss numbers and losses tell.

use super::Role;
use super::losses::Loss;

/// The end of a battle: loss numbers, losses, and what they compel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// A card has cancelled the battle (9.5.4.4): there were no dice.
    pub cancelled: bool,
    /// The attacker's loss number, with all that changes it.
    pub attack: u8,
    /// The defender's loss number.
    pub defence: u8,
    /// Steps the weather took from the attacker (12.5).
    pub weather: u8,
    /// Steps the attacker lost in the battle, those of replacements included.
    pub attacker_steps: u8,
    /// Steps the defender lost.
    pub defender_steps: u8,
    /// Units of the attacker that left the game.
    pub attacker_removed: u8,
    /// Units of the defender that left the game.
    pub defender_removed: u8,
    /// Attacking units left.
    pub attackers: u8,
    /// Defending units left.
    pub defenders: u8,
    /// Whether an attacking unit is left at full strength (12.7.1-1).
    pub full_strength: bool,
    /// How many spaces the defender must retreat (12.7.2, 12.8-5), if it is not cancelled.
    pub retreat: u8,
    /// Whether the fort is destroyed (15.1.5).
    pub fort_destroyed: bool,
    /// Whether there is a fort that stands.
    pub fort_stands: bool,
}

impl Outcome {
    /// The winner: whose loss number is higher (12.2.8.d-1).
    #[must_use]
    pub const fn winner(&self) -> Option<Role> {
        if self.attack > self.defence {
            Some(Role::Attacker)
        } else if self.attack < self.defence {
            Some(Role::Defender)
        } else {
            None
        }
    }

    /// Whether the defender must leave, or nothing is left there, no fort either. Of a defender who
    /// leaves a fort may stay.
    #[must_use]
    pub const fn cleared(&self) -> bool {
        let gone = self.defenders == 0 && !self.fort_stands;
        !self.cancelled && (gone || self.retreat > 0)
    }
}

/// What bears on retreats.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Retreats {
    /// Nobody retreats from a region (12.7.1.d), nor under WATER SHORTAGE.
    pub(super) none: bool,
    /// The Turks withdraw (12.8).
    pub(super) withdrawal: bool,
}

impl Retreats {
    /// How many spaces the defender must retreat.
    pub(super) const fn length(
        self,
        attack: u8,
        defence: u8,
        attacker: &Loss,
        defender: &Loss,
    ) -> u8 {
        let won = attack > defence;
        if self.none || defender.left.units == 0 {
            return 0;
        }
        if self.withdrawal {
            // All SCUs if the AP wins, else TU and TU-A alone (12.8-5, 12.8-6).
            let leave = if won {
                defender.left.scus
            } else {
                defender.left.turks
            };
            return if leave > 0 { 1 } else { 0 };
        }
        match (
            won && attacker.left.full > 0,
            attack.saturating_sub(defence),
        ) {
            (false, _) => 0,
            (true, 1) => 1,
            (true, _) => 2,
        }
    }
}
