//! Attacks: who attacks what, by which table, with which markers (9, 11.4, 12.21, 13.5, 13.8, 14.82,
//! 14.83).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::board::{Hexes, Units};
use crate::combat::Attack;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// An `attack` that is not void.
#[derive(Debug, Clone, Copy)]
struct Blow {
    unit: UnitId,
    hex: HexId,
    table: CombatTable,
}

/// How many of something there are.
fn count(number: usize) -> Arg {
    Arg::Number(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Checker<'_> {
    pub(super) fn check_attack(&self, made: &Move, found: &mut Violations) {
        let mut blows: SmallVec<[Blow; 16]> = SmallVec::new();
        for order in made.orders() {
            if let Order::Attack { unit, hex, table } = order {
                let (unit, hex, table) = (*unit, *hex, *table);
                match self.front.hex(unit).filter(|_| self.is_own(unit)) {
                    Some(from) => {
                        self.check_attacker(unit, from, hex, found);
                        blows.push(Blow { unit, hex, table });
                    }
                    None => found.add(&NOT_OWN_ATTACKS, &[Arg::Unit(unit)]),
                }
            }
        }
        let attacked: Hexes = blows.iter().map(|blow| blow.hex).collect();
        self.check_whole(&blows, attacked, found);
        self.check_gas(made, attacked, found);
        self.check_bombardment(made, attacked, found);
        if blows.is_empty() {
            self.check_cornered(found);
        }
    }

    /// What keeps a unit from attacking, and from attacking that hex.
    fn check_attacker(&self, unit: UnitId, from: HexId, hex: HexId, found: &mut Violations) {
        let state = self.position.state();
        if state.attacked.contains(unit) {
            found.add(&ATTACKED, &[Arg::Unit(unit)]);
        }
        if self.is_out_of_command(unit) {
            found.add(&OUT_OF_COMMAND_ATTACKS, &[Arg::Unit(unit)]);
        }
        if state.entrenched.contains(unit) {
            found.add(&ENTRENCHED_ATTACKS, &[Arg::Unit(unit)]);
        }
        if self.front.attack_strength(unit) == 0 {
            found.add(&NO_STRENGTH, &[Arg::Unit(unit)]);
        }
        let Some(beside) = self.data.ground.between(from, hex) else {
            found.add(&NOT_BESIDE, &[Arg::Unit(unit), Arg::Hex(hex)]);
            return;
        };
        let against = self.front.against(unit, from, &beside);
        for (code, broken) in [
            (&MAY_NOT_ATTACK, against.closed),
            (&BARRED_SIDE_ATTACKED, against.barred),
            (&ATTACKS_OUT, against.out),
        ] {
            if broken {
                found.add(code, &[Arg::Unit(unit), Arg::Hex(hex)]);
            }
        }
    }

    /// What the attacks are together: one hex with an enemy, one table (9.1, 9.52, 9.72, 11.4).
    fn check_whole(&self, blows: &[Blow], attacked: Hexes, found: &mut Violations) {
        let targets = self.front.targets(self.side);
        (attacked - targets).for_each(|hex| found.add(&NO_ENEMY, &[Arg::Hex(hex)]));
        if attacked.len() > 1 {
            found.add(&SEVERAL_HEXES, &[count(attacked.len())]);
        }
        let units: Units = blows.iter().map(|blow| blow.unit).collect();
        units.for_each(|unit| {
            let own = blows.iter().filter(|blow| blow.unit == unit);
            let hexes: Hexes = own.map(|blow| blow.hex).collect();
            if hexes.len() > 1 {
                found.add(&SPLITS, &[Arg::Unit(unit), count(hexes.len())]);
            }
        });
        let tables = CombatTable::ALL.iter();
        let tables = tables.filter(|table| blows.iter().any(|blow| blow.table == **table));
        let tables = tables.count();
        if tables > 1 {
            found.add(&SEVERAL_TABLES, &[count(tables)]);
        }
        attacked.for_each(|hex| {
            let on_it = || blows.iter().filter(|blow| blow.hex == hex);
            if !on_it().any(|blow| blow.table == CombatTable::Mobile) {
                return;
            }
            let attack = Attack {
                side: self.side,
                units: on_it().map(|blow| blow.unit).collect(),
                hex,
                table: CombatTable::Mobile,
                gas: false,
                bombarded: false,
            };
            for open in self.front.open_sides(&attack) {
                found.add(&OPEN_SIDE, &[Arg::Hex(hex), Arg::Hex(open)]);
            }
            if self.front.fortresses[self.side.foe() as usize].contains(hex) {
                found.add(&INTACT_FORTRESS, &[Arg::Hex(hex)]);
            }
        });
    }

    fn check_gas(&self, made: &Move, attacked: Hexes, found: &mut Violations) {
        let placed = made.orders().iter().filter_map(|order| match order {
            Order::Gas { hex } => Some(*hex),
            _ => None,
        });
        let placed: SmallVec<[HexId; 2]> = placed.collect();
        if placed.is_empty() {
            return;
        }
        if !self.front.has_gas(self.side) {
            found.add(&NO_GAS, &[]);
            return;
        }
        for hex in &placed {
            if !attacked.contains(*hex) {
                found.add(&GAS_NOT_ATTACKED, &[Arg::Hex(*hex)]);
            }
        }
        if placed.len() > 1 {
            found.add(&SEVERAL_GAS, &[count(placed.len())]);
        }
    }

    fn check_bombardment(&self, made: &Move, attacked: Hexes, found: &mut Violations) {
        let placed = made.orders().iter().filter_map(|order| match order {
            Order::Bombard { hex, target } => Some((*hex, *target)),
            _ => None,
        });
        let placed: SmallVec<[(HexId, HexId); 2]> = placed.collect();
        if placed.is_empty() {
            return;
        }
        if !self.front.has_bombardment(self.side) {
            found.add(&NO_BOMBARDMENT, &[]);
            return;
        }
        for (hex, target) in placed.iter().copied() {
            let entry = &self.data.map.hexes[hex];
            if !entry.coast {
                found.add(&NOT_COASTAL, &[Arg::Hex(hex)]);
            }
            if entry.terrain == Terrain::Lagoon {
                found.add(&TIDAL_FLAT, &[Arg::Hex(hex)]);
            }
            if hex != target && self.data.ground.between(hex, target).is_none() {
                found.add(&OUT_OF_RANGE, &[Arg::Hex(hex), Arg::Hex(target)]);
            }
            if !attacked.contains(target) {
                found.add(&TARGET_NOT_ATTACKED, &[Arg::Hex(target)]);
            }
        }
        if placed.len() > 1 {
            found.add(&SEVERAL_BOMBARDMENTS, &[count(placed.len())]);
        }
    }

    /// 14.82-3: who could not retreat attacks, if it can.
    fn check_cornered(&self, found: &mut Violations) {
        let cornered = self.position.state().cornered & self.own;
        cornered.for_each(|unit| {
            if !self.front.attackable(self.side, unit).is_empty() {
                found.add(&MUST_ATTACK, &[Arg::Unit(unit)]);
            }
        });
    }
}
