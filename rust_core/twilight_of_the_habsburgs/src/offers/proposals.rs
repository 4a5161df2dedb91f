//! The orders of which it is asked whether a legal move contains them. There may be too many.

use super::{Lister, units_of};
use crate::data::{HexId, UnitId};
use crate::orders::Order;
use crate::vocabulary::*;

impl Lister<'_> {
    /// Everything that could be ordered beside what is given.
    pub(super) fn proposals(&self) -> Vec<Order> {
        match self.asked {
            DecisionKind::Attrition => self.steps(self.free()),
            DecisionKind::Losses => {
                let engaged = self.position.engaged(self.side);
                self.steps(self.free().filter(|unit| engaged.contains(*unit)))
            }
            DecisionKind::Reinforcement => self.reinforcements(),
            DecisionKind::Reorganization => self.free().map(|unit| self.flip(unit)).collect(),
            DecisionKind::Excess => self.free().map(|unit| Order::Eliminate { unit }).collect(),
            DecisionKind::Scouting => self.looks(),
            DecisionKind::Attack => {
                let mut found = self.attacks(&self.given, |_| true, CombatTable::ALL);
                found.extend(self.markers());
                found
            }
            DecisionKind::Retreat => self.retreats(),
            DecisionKind::Submarine => vec![Order::Submarine],
            DecisionKind::Offensive => vec![Order::Offensive],
            DecisionKind::Movement => self.moves(),
            DecisionKind::Setup | DecisionKind::Chance | DecisionKind::Over => Vec::new(),
        }
    }

    /// Orders that often go well together: one legal move then proves many.
    pub(super) fn bundles(&self) -> Vec<Vec<Order>> {
        match self.asked {
            DecisionKind::Reorganization => vec![self.proposals()],
            DecisionKind::Attack => {
                let mut bundles: Vec<Vec<Order>> = Vec::new();
                let mut all = self.attacks(&self.given, |_| true, CombatTable::ALL);
                all.sort_by_key(aim);
                for order in all {
                    match bundles.last_mut() {
                        Some(last) if aim(&last[0]) == aim(&order) => last.push(order),
                        _ => bundles.push(vec![order]),
                    }
                }
                bundles
            }
            _ => Vec::new(),
        }
    }

    /// Own units on the map of which nothing is given.
    pub(super) fn free(&self) -> impl Iterator<Item = UnitId> + use<> {
        (self.own - units_of(&self.given)).iter()
    }

    fn steps(&self, units: impl Iterator<Item = UnitId>) -> Vec<Order> {
        units
            .flat_map(|unit| [Order::Reduce { unit }, Order::Eliminate { unit }])
            .collect()
    }

    fn flip(&self, unit: UnitId) -> Order {
        match self.position.state().entrenched.contains(unit) {
            true => Order::Mobilize { unit },
            false => Order::Entrench { unit },
        }
    }

    fn reinforcements(&self) -> Vec<Order> {
        let depots = self.checker.entry_depots();
        let given = units_of(&self.given);
        let mut found = Vec::new();
        let own = self.front.campaign.of_side[self.side as usize] - given;
        for unit in own.iter() {
            let arrives = self.position.is_in(unit, OffMap::Available);
            if arrives || self.position.is_in(unit, OffMap::Eliminated) {
                let hexes = match depots.is_empty() {
                    true => self.checker.entry_edge(unit),
                    false => depots,
                };
                hexes.for_each(|hex| {
                    found.push(match arrives {
                        true => Order::Arrive { unit, hex },
                        false => Order::Rebuild { unit, hex },
                    });
                });
            }
        }
        let weak = self
            .free()
            .filter(|unit| self.position.state().reduced.contains(*unit));
        found.extend(weak.map(|unit| Order::Restore { unit }));
        found
    }

    fn looks(&self) -> Vec<Order> {
        let range = u32::from(self.data.combat.scouting_range);
        let place = |hex: HexId| self.data.map.hexes[hex].hex;
        let seats = self
            .free()
            .filter(|unit| self.front.campaign.headquarters.contains(*unit));
        seats
            .filter_map(|unit| Some((unit, self.front.hex(unit)?)))
            .flat_map(|(unit, seat)| {
                let near = move |hex: &HexId| place(seat).distance(place(*hex)) <= range;
                let hexes = (0..self.data.map.hexes.len()).filter(near);
                hexes.map(move |hex| Order::Scout { unit, hex })
            })
            .collect()
    }

    /// Attacks of units that have none yet, on some hexes by some tables.
    pub(super) fn attacks(
        &self,
        orders: &[Order],
        on: impl Fn(HexId) -> bool,
        tables: &[CombatTable],
    ) -> Vec<Order> {
        let mut found = Vec::new();
        for unit in (self.own - units_of(orders)).iter() {
            for hex in self.front.attackable(self.side, unit) {
                if on(hex) {
                    let by = |table: &CombatTable| Order::Attack {
                        unit,
                        hex,
                        table: *table,
                    };
                    found.extend(tables.iter().map(by));
                }
            }
        }
        found
    }

    /// Gas, and shells from the sea, on what could be attacked.
    fn markers(&self) -> Vec<Order> {
        let given = |order: &Order| matches!(order, Order::Attack { .. });
        let probe = [CombatTable::Probe];
        let free = match self.given.iter().any(given) {
            true => self.given.clone(),
            false => self.attacks(&[], |_| true, &probe),
        };
        let mut aims: Vec<HexId> = free
            .iter()
            .filter_map(|order| aim(order).map(|at| at.0))
            .collect();
        aims.sort_unstable();
        aims.dedup();
        let mut found: Vec<Order> = Vec::new();
        for target in aims {
            found.push(Order::Gas { hex: target });
            let around = self.data.ground.beside[target].iter();
            let around = around.map(|beside| beside.hex).chain([target]);
            let coast = around.filter(|hex| self.data.map.hexes[*hex].coast);
            found.extend(coast.map(|hex| Order::Bombard { hex, target }));
        }
        found
    }

    /// Retreats to every hex beside.
    pub(super) fn retreats(&self) -> Vec<Order> {
        let units = self.position.engaged(self.side).iter();
        let mut found = Vec::new();
        for unit in units {
            let Some(from) = self.front.hex(unit) else {
                continue;
            };
            let around = self.data.ground.beside[from].iter();
            found.extend(around.map(|beside| Order::Retreat {
                unit,
                hex: beside.hex,
            }));
        }
        found
    }
}

/// The hex and the table of an attack.
fn aim(order: &Order) -> Option<(HexId, CombatTable)> {
    match order {
        Order::Attack { hex, table, .. } => Some((*hex, *table)),
        _ => None,
    }
}
