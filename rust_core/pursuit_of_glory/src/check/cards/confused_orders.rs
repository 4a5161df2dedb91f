//! CONFUSED ORDERS: an advance or a retreat is cancelled, and a unit may move up.

use super::named_units;
use crate::cards::Does;
use crate::check::codes::*;
use crate::check::{Checker, Violations};
use crate::combat::{Battle, Moment};
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};

impl Checker<'_> {
    /// CONFUSED ORDERS cancels something or brings somebody.
    pub(super) fn check_confusion(
        &self,
        battle: &Battle<'_>,
        moment: Moment,
        played: &[CardId],
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let cancels = |order: &Order| matches!(order, Order::Cancel { .. });
        let cancels = orders.orders().iter().any(cancels);
        let confused = |card: &&CardId| {
            let card = self.data.combat(**card);
            card.is_some_and(|card| card.does(Does::CancelsMovement))
        };
        match played.iter().find(confused) {
            None if cancels => violations.add(&CANCELS_NOTHING, &[]),
            Some(card)
                if !cancels
                    && self.holds(*card)
                    && named_units(orders, *card).is_empty()
                    && !self.is_premature(battle, *card, moment) =>
            {
                violations.add(&NOTHING_CANCELLED, &[]);
            }
            _ => {}
        }
    }

    /// CP units that could move to the target as if it cost nothing to activate them (10.0-1, 11.1,
    /// 18.1.2.a). Within the Gallipoli map it is no way at all to any place (11.4.2).
    pub(super) fn called_up(&self, battle: &Battle<'_>) -> Vec<(UnitId, PlaceId)> {
        let target = battle.target();
        if self.enemy_forts.contains(target) && !self.besieged(target) {
            return Vec::new();
        }
        let far = self.data.movement_graph.least_points.to(target);
        let near = |unit: &UnitId| {
            let place = self.position.place(*unit).filter(|place| *place != target);
            let far = place.and_then(|place| far.get(place)).copied();
            far.is_some_and(|far| far <= self.data.units[*unit].full.mf)
        };
        let free = Self::of(self.position, self.side, u8::MAX);
        let comes = |unit: &UnitId| {
            near(unit) && self.has_room(target, &[*unit]) && free.may_stop_in(*unit, target)
        };
        let units = self.own.iter().filter(comes);
        units.map(|unit| (unit, target)).collect()
    }
}
