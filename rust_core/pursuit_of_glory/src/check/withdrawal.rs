//! The Turkish withdrawal (12.8), and cards taken back from a battle that was cancelled (9.5.4.4).

use super::codes::*;
use super::{Arg, Checker, Violation, Violations};
use crate::cards::{Combat, Does};
use crate::combat::{Battle, Role};
use crate::data::{CardId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;

impl Checker<'_> {
    /// Every rule that a withdrawal breaks, each once.
    pub(super) fn check_turkish_withdrawal(
        &self,
        battle: &Battle<'_>,
        orders: &Move,
    ) -> Vec<Violation> {
        let mut found = Vec::new();
        if !orders.orders().contains(&Order::WithdrawTurks) {
            return found;
        }
        let violations = &mut Violations(&mut found);
        let target = battle.target();
        if !self.helps_the_defender(battle) {
            violations.add(&NO_BENEFIT, &[]);
        }
        // 12.8-2, 12.10.5-2
        if self.data.network.regions.contains(target) {
            violations.add(&WITHDRAWAL_IN_REGION, &[]);
        }
        let cp = self.view().commanded(Side::Cp) & self.data.counters.lcus;
        let here = |unit: &UnitId| self.position.place(*unit) == Some(target);
        for unit in cp.iter().filter(here) {
            violations.add(&LCU_THERE, &[Arg::Unit(unit)]);
        }
        let turk = |unit: UnitId| {
            let entry = &self.data.units[unit];
            entry.size == Size::Scu && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
        };
        let mut defenders = battle.fighters[Role::Defender as usize].iter();
        if !defenders.any(|one| turk(one.unit)) {
            violations.add(&NOBODY_WITHDRAWS, &[]);
        }
        found.sort_unstable();
        found
    }

    /// Whether the defender has a trench, "I Order You to Die!" for one, a fort, mountains, a swamp
    /// or a desert, or is attacked over water only (12.8-1).
    fn helps_the_defender(&self, battle: &Battle<'_>) -> bool {
        let rough = [Terrain::Mountain, Terrain::Swamp, Terrain::Desert];
        let terrain = self.data.spaces[battle.target()].terrain;
        let mut ditches = self.data.cards_with(Does::DugIn);
        let dug_in = ditches.any(|card| self.view().state.played_by(card).is_some());
        battle.trench > 0
            || dug_in
            || battle.fort > 0
            || terrain.is_some_and(|terrain| rough.contains(&terrain))
            || battle.over_water()
    }

    /// Every rule that taking cards back breaks, each once.
    pub(super) fn check_returns(&self, orders: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        for order in orders.orders() {
            let Order::TakeBack { card } = *order else {
                continue;
            };
            if !self.committed(card) {
                violations.add(&NOT_COMMITTED, &[Arg::Card(card)]);
            } else if self.in_effect(card) {
                violations.add(&IN_EFFECT, &[Arg::Card(card)]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The cards that the side may take back (9.5.4.4-2).
    pub(super) fn returnable(&self) -> Vec<CardId> {
        let cards = 0..self.data.cards.len();
        cards
            .filter(|card| self.committed(*card) && !self.in_effect(*card))
            .collect()
    }

    /// Whether the side has played a card from its hand in this battle, that is not the one that
    /// cancels battles.
    fn committed(&self, card: CardId) -> bool {
        let state = self.view().state;
        // JAFAR PASHA cancels it too, when the defender retreats before the dice.
        let cancels =
            |card: &Combat| card.does(Does::CancelsBattle) || card.does(Does::RetreatOrRoll);
        state.played_by(card) == Some(self.side)
            && state.from_hand(card)
            && !self.data.combat(card).is_some_and(cancels)
    }

    /// Whether a card that the side has played had its effect before the battle was cancelled.
    fn in_effect(&self, card: CardId) -> bool {
        let state = self.view().state;
        // Units skip the weather by it (12.5.1.f), or it has brought some.
        self.data.combat(card).is_some_and(|combat| {
            let sheltered = combat.shelters().is_some() && state.before_weather(card);
            sheltered || combat.reinforces()
        })
    }
}
