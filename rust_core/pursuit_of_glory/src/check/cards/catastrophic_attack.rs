//! CATASTROPHIC ATTACK: a stack of an attack that failed is driven back (12.9.9).

use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::combat::{Battle, EMPIRE, Role};
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether the Empire attacked and lost, and there is a stack to drive back.
    pub(super) fn empire_repelled(&self) -> bool {
        let lost = || PostCombat::new(self.position).is_some_and(|after| after.won(Side::Cp));
        self.side == Side::Ap
            && self.took_part(Side::Ap, &EMPIRE, false)
            && lost()
            && !self.stacks_to_drive_back().is_empty()
    }

    /// The spaces attacked from that still hold fighters: no regions, no beachheads.
    #[must_use]
    pub fn stacks_to_drive_back(&self) -> BitSet {
        let fighters = self.fighters[Role::Attacker as usize].iter();
        let places = fighters.map(|fighter| fighter.from);
        places
            .filter(|place| self.data.spaces[*place].kind == Kind::Space)
            .collect()
    }
}
