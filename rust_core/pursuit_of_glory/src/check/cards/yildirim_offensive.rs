//! YILDIRIM OFFENSIVE: one attack of its action is named before the dice, and ignores trenches (9.5.1.a).

use crate::cards::YILDIRIM_OFFENSIVE;
use crate::check::codes::{CANNOT_PLACE, NAMED_BEFORE, NO_YILDIRIM};
use crate::check::{Arg, Checker, Violations};
use crate::combat::{Battle, Moment, Role};
use crate::data::{CardId, PlaceId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;

impl Position {
    /// The place of the battle under way, if the side that decides now may name it for the event.
    #[must_use]
    pub fn attack_to_name(&self) -> Option<(CardId, PlaceId)> {
        let asked = self.asked_in_battle()?;
        let moment = asked.moment?;
        // Mostly it is another action, and the battle need not be looked at.
        if self.event_of_action(asked.side) != Some(YILDIRIM_OFFENSIVE) {
            return None;
        }
        let battle = Battle::current(self)?;
        let checker = Checker::of_side(self, asked.side);
        let open = checker.names_attack(&battle, moment)
            && has_yildirim(&battle)
            && !self.state().used(YILDIRIM_OFFENSIVE);
        open.then(|| (YILDIRIM_OFFENSIVE, battle.target()))
    }
}

impl Checker<'_> {
    /// Whether the attacker may name the attack for the event of this action, as far as the time goes.
    pub(super) fn names_attack(&self, battle: &Battle<'_>, moment: Moment) -> bool {
        moment == Moment::Battle
            && self.side == Side::Cp
            && battle.role(self.side) == Some(Role::Attacker)
            && self.position.event_of_action(self.side) == Some(YILDIRIM_OFFENSIVE)
    }

    /// The rules that it breaks to name the attack: a unit of Yildirim takes part, and no other attack of
    /// the action was named.
    pub(super) fn check_named_attack(
        &self,
        battle: &Battle<'_>,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let named = orders.orders().iter().filter_map(|order| match order {
            Order::Place { card, place } if *card == YILDIRIM_OFFENSIVE => Some(*place),
            _ => None,
        });
        for place in named {
            if place != battle.target() {
                let witness = [Arg::Card(YILDIRIM_OFFENSIVE), Arg::Place(place)];
                violations.add(&CANNOT_PLACE, &witness);
            }
            if !has_yildirim(battle) {
                violations.add(&NO_YILDIRIM, &[]);
            }
            if self.position.state().used(YILDIRIM_OFFENSIVE) {
                violations.add(&NAMED_BEFORE, &[]);
            }
        }
    }
}

/// Whether a unit of Yildirim attacks.
fn has_yildirim(battle: &Battle<'_>) -> bool {
    let [attackers, _] = &battle.fighters;
    let units = &battle.data.units;
    let yildirim = |symbol: Option<Symbol>| symbol == Some(Symbol::Yildirim);
    attackers.iter().any(|one| yildirim(units[one.unit].symbol))
}
