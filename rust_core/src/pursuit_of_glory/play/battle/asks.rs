//! What somebody could choose at the stage the battle under way has reached.

use crate::pursuit_of_glory::combat::{Battle, Moment, Role};
use crate::pursuit_of_glory::data::CardId;
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::Cell;
use crate::pursuit_of_glory::vocabulary::*;

impl Position {
    /// Must the defender of a region choose his stack, or whether an HQ takes part (12.10.3-1,
    /// 12.10.3-2)?
    pub(crate) fn defence_is_asked(&self) -> bool {
        let Some(battle) = Battle::remembered(self) else {
            return false;
        };
        let region = self.data().spaces[battle.target()].kind == Kind::Region;
        let [_, defenders] = &battle.fighters;
        region
            && self.state().defenders.is_empty()
            && (defenders.len() > 3 || !battle.staff[1].is_empty())
    }

    /// Who could be of the stack that defends a region.
    pub(crate) fn defenders_to_choose(&self) -> Vec<crate::pursuit_of_glory::data::UnitId> {
        Battle::remembered(self).map_or_else(Vec::new, |battle| {
            let fighters = battle.fighters[1].iter().map(|one| one.unit);
            fighters
                .chain(battle.staff[1].iter().map(|one| one.unit))
                .collect()
        })
    }

    /// The combat cards that whoever decides now could play.
    pub(crate) fn cards_to_play(&self) -> Vec<CardId> {
        let stage = self.state().stage();
        let moment = match stage {
            Some(Stage::WeatherCards) => Moment::Weather,
            Some(Stage::AttackersLateCards | Stage::DefendersLateCards) => Moment::Dice,
            _ => Moment::Battle,
        };
        let Some(side) = stage.and_then(|stage| self.decides(stage)) else {
            return Vec::new();
        };
        let Some(battle) = Battle::remembered(self) else {
            return Vec::new();
        };
        let cards = 0..self.data().cards.len();
        cards
            .filter(|card| {
                self.holds(side, *card)
                    && self.state().get(Cell::Played(*card)) == 0
                    && battle.may_play(*card, side, moment).is_ok()
            })
            .collect()
    }

    /// The cards that whoever decides now may take back.
    pub(crate) fn cards_to_take_back(&self) -> Vec<CardId> {
        let Some(side) = self.state().stage().and_then(|stage| self.decides(stage)) else {
            return Vec::new();
        };
        let cards = 0..self.data().cards.len();
        cards
            .filter(|card| {
                self.state().played_by(*card) == Some(side)
                    && self.state().from_hand(*card)
                    && !["cp_06", "cp_20"].contains(&self.data().cards[*card].id.as_str())
            })
            .collect()
    }

    /// Could the Turks withdraw (12.8)?
    pub(crate) fn withdrawal_is_possible(&self) -> bool {
        let Some(battle) = Battle::remembered(self) else {
            return false;
        };
        self.side_in_battle(Role::Defender) == Side::Cp
            && battle.force(Role::Defender).turks > 0
            && battle.fort > 0
    }
}
