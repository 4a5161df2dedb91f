//! Legal moves at random in battles: scouting, attacks, losses, retreats.

use super::Sampler;
use crate::board::Units;
use crate::check::retreat::Retreats;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;

impl Sampler<'_> {
    pub(super) fn scouting(&mut self) -> Move {
        let range = u32::from(self.data.combat.scouting_range);
        let mut tried = Vec::new();
        for unit in (self.own_units() & self.front.campaign.headquarters).iter() {
            let Some(seat) = self.front.hex(unit).filter(|_| self.random.chance(40)) else {
                continue;
            };
            let place = |hex: HexId| self.data.map.hexes[hex].hex;
            let near = |hex: &HexId| place(seat).distance(place(*hex)) <= range;
            let held: Vec<HexId> = self.front.enemies(self.side).iter().filter(near).collect();
            if let Some(hex) = self.random.pick(&held).copied() {
                tried.push(Order::Scout { unit, hex });
            }
        }
        Move::new(self.gathered(DecisionKind::Scouting, tried))
    }

    fn own_units(&self) -> Units {
        self.front.present[self.side as usize]
    }

    /// An attack of some units on one hex; now and then none, where none must be.
    pub(super) fn attack(&mut self) -> Option<Move> {
        let none = Move::default();
        let legal = |sampler: &Self, made: &Move| {
            sampler.checker.check(DecisionKind::Attack, made).is_empty()
        };
        if self.random.chance(25) && legal(self, &none) {
            return Some(none);
        }
        let blows: Vec<(UnitId, HexId)> = self
            .own_units()
            .iter()
            .flat_map(|unit| {
                let hexes = self.front.attackable(self.side, unit).into_iter();
                hexes.map(move |hex| (unit, hex))
            })
            .collect();
        let Some((first, hex)) = self.random.pick(&blows).copied() else {
            return legal(self, &none).then_some(none);
        };
        let share = self.random.below(100);
        let others = blows
            .iter()
            .filter(|(unit, at)| *at == hex && *unit != first);
        let mut units = vec![first];
        for (unit, _) in others {
            if self.random.chance(share) {
                units.push(*unit);
            }
        }
        let mut tables = CombatTable::ALL.to_vec();
        self.random.shuffle(&mut tables);
        for table in tables {
            let orders = units.iter().map(|unit| Order::Attack {
                unit: *unit,
                hex,
                table,
            });
            let mut made = Move::new(orders.collect());
            if !legal(self, &made) {
                continue;
            }
            let mut markers = Vec::new();
            if self.front.has_gas(self.side) && self.random.chance(50) {
                markers.push(Order::Gas { hex });
            }
            if self.front.has_bombardment(self.side) && self.random.chance(70) {
                let around = self.data.ground.beside[hex].iter().map(|beside| beside.hex);
                let coast = around
                    .chain([hex])
                    .filter(|at| self.data.map.hexes[*at].coast);
                let coast: Vec<HexId> = coast.collect();
                let from = self.random.pick(&coast).copied();
                markers.extend(from.map(|from| Order::Bombard {
                    hex: from,
                    target: hex,
                }));
            }
            for marker in markers {
                let with = made.orders().iter().cloned().chain([marker]);
                let with = Move::new(with.collect());
                if legal(self, &with) {
                    made = with;
                }
            }
            return Some(made);
        }
        None
    }

    pub(super) fn losses(&mut self) -> Option<Move> {
        let mut left = u32::from(self.position.losses_owed()?);
        let mut units: Vec<UnitId> = self.position.engaged(self.side).iter().collect();
        self.random.shuffle(&mut units);
        let mut taken: Vec<(UnitId, u32)> = units.into_iter().map(|unit| (unit, 0)).collect();
        while left > 0 {
            let open: Vec<usize> = taken
                .iter()
                .enumerate()
                .filter(|(_, (unit, lost))| *lost < u32::from(self.front.steps(*unit)))
                .map(|(at, _)| at)
                .collect();
            let at = *self.random.pick(&open)?;
            taken[at].1 += 1;
            left -= 1;
        }
        let order = |(unit, lost): (UnitId, u32)| match lost {
            0 => None,
            lost if lost == u32::from(self.front.steps(unit)) => Some(Order::Eliminate { unit }),
            _ => Some(Order::Reduce { unit }),
        };
        let made = Move::new(taken.into_iter().filter_map(order).collect());
        let broken = self.checker.check(DecisionKind::Losses, &made);
        broken.is_empty().then_some(made)
    }

    pub(super) fn retreat(&mut self) -> Option<Move> {
        let retreats = Retreats::new(self.front, self.side);
        let engaged = self.position.engaged(self.side);
        let ways: Vec<(UnitId, HexId)> = engaged
            .iter()
            .flat_map(|unit| retreats.hexes(unit).into_iter().map(move |hex| (unit, hex)))
            .collect();
        let (unit, hex) = self.random.pick(&ways).copied()?;
        Some(Move::new(vec![Order::Retreat { unit, hex }]))
    }

    /// A way of a forced unit back, as far as it goes (14.82-2).
    pub(super) fn way_back(&mut self, unit: UnitId) -> Option<Order> {
        let movement = crate::movement::Movement::new(self.front, self.side);
        let (start, points) = movement.points(unit)?;
        let (mut at, mut left, mut entered) = (start, points, false);
        let mut path = Vec::new();
        loop {
            let steps: Vec<_> = movement.steps_back(unit, at, left, entered).collect();
            let Some((hex, cost)) = self.random.pick(&steps).copied() else {
                break;
            };
            entered |= movement.zones().contains(hex);
            path.push(hex);
            at = hex;
            left = left.saturating_sub(cost);
        }
        (!path.is_empty()).then_some(Order::Go { unit, path })
    }
}
