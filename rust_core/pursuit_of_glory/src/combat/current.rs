//! The battle under way as those see it who decide in it: with the units that take part in it now.

use super::{Battle, Declaration, Happened};
use crate::board::BitSet;
use crate::data::Data;
use crate::position::Position;
use crate::state::BattleVar;
use crate::vocabulary::*;

impl<'a> Battle<'a> {
    /// The battle under way; `None` if there is none. Units that cards have brought take part like
    /// all others; what cards do in it is not asked here.
    #[must_use]
    pub fn current(position: &'a Position) -> Option<Self> {
        let (state, data): (_, &Data) = (position.state(), position.data());
        let place = |which: BattleVar| {
            let at = usize::from(state.battle_var(which)).checked_sub(1);
            at.filter(|at| *at < data.on_map)
        };
        let declared = Declaration {
            target: state.target()?,
            attackers: state.attackers.iter().collect(),
            defenders: state.defenders.iter().collect(),
            pin: place(BattleVar::Pin),
            cards: Vec::new(),
            withdrawal: state.battle_var(BattleVar::Flags) >> BattleFlag::Withdraws as u16 & 1 == 1,
            happened: Happened {
                retreated: state.retreated,
                ..Happened::default()
            },
        };
        let defenders: BitSet = state.defenders;
        let mut battle = Self::between(position, state.attacker(), declared, defenders);
        // A die that has fallen has left a loss number (12.2.8.c).
        let dice = [BattleVar::LossByAttacker, BattleVar::LossByDefender];
        battle.rolled = Some(dice.map(|loss| state.battle_var(loss) > 0));
        Some(battle)
    }
}
