//! JAFAR PASHA: for a defender who could retreat, or roll again. Who has the card next is a die of
//! `sequence::battle::jafar_pasha`.

use crate::check::Checker;
use crate::combat::{Battle, Role};
use crate::vocabulary::*;

impl Battle<'_> {
    /// Before the dice: could a defender retreat a space? After them: has the player's die fallen?
    pub(super) fn way_out_or_die(&self, role: Role, moment: Moment) -> bool {
        match moment {
            Moment::Battle => self.could_retreat(),
            Moment::Dice => self.rolled.is_none_or(|rolled| rolled[role as usize]),
            _ => false,
        }
    }

    /// Whether a defender in supply could retreat a space before the battle (12.7).
    fn could_retreat(&self) -> bool {
        let defenders = self.fighters[Role::Defender as usize].iter();
        let mut defenders = defenders.filter(|unit| unit.supplied).peekable();
        if defenders.peek().is_none() {
            return false;
        }
        let checker = Checker::of_side(self.position, self.side.enemy());
        defenders.any(|unit| checker.could_retreat(unit.unit, self.target()))
    }
}
