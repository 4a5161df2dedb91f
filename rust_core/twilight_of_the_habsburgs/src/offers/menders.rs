//! What could mend a move: of each broken rule the orders one of which every legal move has that
//! contains the orders given.

use super::{Lister, units_of};
use crate::check::codes::*;
use crate::check::{Arg, Violation};
use crate::data::{HexId, UnitId};
use crate::orders::Order;
use crate::vocabulary::*;
use engine::mending::Menders;

impl Lister<'_> {
    /// What could mend this of a move.
    pub(super) fn what_mends(&self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let is = |codes: &[&Code]| codes.iter().any(|code| broken.is(code));
        let first = broken.args().next();
        match first {
            _ if is(&[&STEPS, &STEPS_OF, &STEPS_IN_BATTLE]) => match self.toll(orders) {
                Some(rest) => Menders::together(rest),
                None => Menders::Nothing,
            },
            Some(Arg::Hex(hex)) if is(&[&STILL_OVER]) => Menders::One(self.leavers(orders, hex)),
            Some(Arg::Number(0)) if is(&[&ONE_AT_A_TIME]) => Menders::One(self.retreats()),
            Some(Arg::Hex(hex)) if is(&[&OPEN_SIDE]) => {
                let mobile = [CombatTable::Mobile];
                Menders::together(self.attacks(orders, |at| at == hex, &mobile))
            }
            Some(Arg::Hex(hex)) if is(&[&GAS_NOT_ATTACKED, &TARGET_NOT_ATTACKED]) => {
                Menders::One(self.attacks(orders, |at| at == hex, CombatTable::ALL))
            }
            Some(Arg::Unit(_)) if is(&[&MUST_ATTACK]) => {
                Menders::One(self.attacks(orders, |_| true, CombatTable::ALL))
            }
            Some(Arg::Hex(hex)) if is(&[&TWO_HEADQUARTERS]) => {
                let headquarters = self.front.campaign.headquarters;
                Menders::One(self.movers(orders, hex, |unit| headquarters.contains(unit)))
            }
            Some(Arg::Hex(hex)) if is(&[&OVER_LIMIT]) => {
                let headquarters = self.front.campaign.headquarters;
                Menders::One(self.movers(orders, hex, |unit| !headquarters.contains(unit)))
            }
            Some(Arg::Hex(hex)) if is(&[&ALPINE_STACK]) => {
                Menders::One(self.movers(orders, hex, |_| true))
            }
            Some(Arg::Unit(unit)) if is(&[&MUST_RETREAT]) => {
                // Who rides or sails does not walk (8.52, 13.61).
                if units_of(orders).contains(unit) {
                    return Menders::Nothing;
                }
                let ways = self.ways(unit).all();
                let walks = ways.filter(|order| matches!(order, Order::Go { .. }));
                Menders::Last(walks.cloned().collect())
            }
            Some(Arg::Unit(unit)) if is(&[&TOO_FAR, &BARRED, &ALPINE]) => {
                match self.leaders(orders, unit) {
                    Some(leaders) => Menders::Perhaps(leaders),
                    None => Menders::Nothing,
                }
            }
            _ => Menders::Nothing,
        }
    }

    /// Who could be eliminated in a hex that is over a limit: of units of one size there is one, and
    /// none if it is known that such a one does not help.
    fn leavers(&self, orders: &[Order], hex: HexId) -> Vec<Order> {
        let gone = units_of(orders);
        let free: Vec<UnitId> = self
            .own_in(hex)
            .filter(|one| !gone.contains(*one))
            .collect();
        let size = |unit: UnitId| self.data.units[unit].size;
        let order = |unit: UnitId| Order::Eliminate { unit };
        let mut known: Vec<Size> = Vec::new();
        let excluded = free
            .iter()
            .filter(|unit| self.branch.excluded.contains(&order(**unit)));
        known.extend(excluded.map(|unit| size(*unit)));
        let mut found = Vec::new();
        for unit in free {
            if !known.contains(&size(unit)) {
                known.push(size(unit));
                found.push(order(unit));
            }
        }
        found
    }
}
