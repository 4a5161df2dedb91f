//! What each thing changes: the figures of the same attack with one thing different.

use super::Attack;
use super::figures::{Figures, Strength};
use super::strength::Bonuses;
use crate::board::Units;
use crate::data::UnitId;
use crate::front::Front;
use crate::state::Scalar;
use crate::vocabulary::*;

/// One thing that could be different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// So much more on the die.
    Die(i8),
    /// So many columns farther to the right.
    Columns(i8),
    /// Another table that may be used.
    Table(CombatTable),
    /// The gas marker, or the fire of the navy, with it.
    Marker(Shift),
    /// An attacker less.
    Without(UnitId),
    /// One more unit that may attack the hex.
    Join(UnitId),
    /// A shift less.
    NoShift(Shift),
    /// A modifier less.
    NoModifier(Modifier),
    /// A bonus of the defence less: of terrain, or of a feature.
    NoBonus(&'static str),
    /// No surprise (14.83).
    NoSurprise,
    /// A defender less.
    Gone(UnitId),
    /// A unit has lost a step.
    Reduced(UnitId),
    /// A reduced unit has all its steps.
    Restored(UnitId),
    /// A defender is in trench state.
    Entrenched(UnitId),
    /// A defender is in mobile state.
    Mobile(UnitId),
    /// The fortress has fallen (11.4).
    NoFortress,
}

impl Front<'_> {
    /// The figures of an attack with one thing different, for everything that could be. Of tables,
    /// markers and attackers only what the rules allow; that one change makes others lawful is not
    /// asked.
    #[must_use]
    pub fn changes(&self, attack: &Attack) -> Vec<(Change, Figures)> {
        let now = self.figures(attack, || *self.enemy_zones(attack.side));
        let mut found = Vec::new();
        let mut add = |change: Change, alter: &dyn Fn(&mut Figures)| {
            let mut other = now.clone();
            alter(&mut other);
            self.reckon(&mut other, attack.table);
            found.push((change, other));
        };
        for by in [1, -1] {
            add(Change::Die(by), &|it| {
                it.modifiers.push((Modifier::Supposed, by))
            });
        }
        for by in [1, -1] {
            add(Change::Columns(by), &|it| {
                it.shifts.push((Shift::Supposed, by))
            });
        }
        for (why, _) in &now.shifts {
            add(Change::NoShift(*why), &|it| {
                it.shifts.retain(|(one, _)| one != why)
            });
        }
        for (why, _) in &now.modifiers {
            add(Change::NoModifier(*why), &|it| {
                it.modifiers.retain(|(one, _)| one != why)
            });
        }
        let several = self.data.combat.several;
        let multiply = |it: &mut Figures, bonuses: Bonuses| {
            for each in &mut it.defenders {
                each.factor = self.defence_factor(each.unit, &bonuses);
            }
            it.fortress = it.fortress.map(|_| self.fortress(&bonuses));
            it.bonuses = bonuses;
        };
        let fortress = Feature::Fortress.word();
        for (name, _) in now
            .bonuses
            .names
            .iter()
            .filter(|(name, _)| *name != fortress)
        {
            add(Change::NoBonus(name), &|it| {
                multiply(it, now.bonuses.without(name, several));
            });
        }
        if now.fortress.is_some() {
            add(Change::NoFortress, &|it| {
                it.fortress = None;
                multiply(it, self.bonuses(attack.units, attack.hex, false));
            });
        }
        if now.attackers.iter().any(|each| each.factor > 1) {
            add(Change::NoSurprise, &|it| {
                it.attackers.iter_mut().for_each(|each| each.factor = 1);
            });
        }
        for each in &now.defenders {
            let at = |it: &mut Figures, alter: &dyn Fn(&mut Strength)| {
                let mut units = it.defenders.iter_mut();
                units
                    .find(|one| one.unit == each.unit)
                    .into_iter()
                    .for_each(alter);
            };
            self.of_defender(each, &mut |change, strength, steps| {
                add(change, &|it| match steps {
                    0 => it.defenders.retain(|one| one.unit != each.unit),
                    _ => at(it, &|one| (one.strength, one.steps) = (strength, steps)),
                });
            });
        }
        for each in &now.attackers {
            let entry = &self.data.units[each.unit];
            let full = each.steps == entry.steps;
            let (change, strength, steps) = match (full, entry.steps) {
                (_, ..2) => continue,
                (true, steps) => (Change::Reduced(each.unit), entry.reduced.attack, steps - 1),
                (false, steps) => (Change::Restored(each.unit), entry.full.attack, steps),
            };
            add(change, &|it| {
                let mut units = it.attackers.iter_mut();
                let one = units.find(|one| one.unit == each.unit);
                one.into_iter()
                    .for_each(|one| (one.strength, one.steps) = (strength, steps));
            });
        }
        for (change, other) in self.other_attacks(attack) {
            found.push((
                change,
                self.figures(&other, || *self.enemy_zones(other.side)),
            ));
        }
        found
    }

    /// What could be different of a defender: its strength and its steps then.
    fn of_defender(&self, each: &Strength, tell: &mut dyn FnMut(Change, u8, u8)) {
        let (unit, steps) = (each.unit, each.steps);
        let entry = &self.data.units[unit];
        let entrenched = self.state.entrenched.contains(unit);
        let strength = |entrenched: bool, full: bool| match (entry.trench, entrenched, full) {
            (Some([full, _]), true, true) => full,
            (Some([_, less]), true, false) => less,
            (_, _, true) => entry.full.defence,
            _ => entry.reduced.defence,
        };
        let full = steps == entry.steps;
        tell(Change::Gone(unit), 0, 0);
        if entry.steps > 1 {
            let (change, left) = match full {
                true => (Change::Reduced(unit), entry.steps - 1),
                false => (Change::Restored(unit), entry.steps),
            };
            tell(change, strength(entrenched, !full), left);
        }
        if entrenched {
            tell(Change::Mobile(unit), strength(false, full), steps);
        } else if entry.trench.is_some() {
            tell(Change::Entrenched(unit), strength(true, full), steps);
        }
    }

    /// Attacks that differ in one thing that the attacker chooses.
    fn other_attacks(&self, attack: &Attack) -> Vec<(Change, Attack)> {
        let mut found = Vec::new();
        let with = |units: Units| Attack { units, ..*attack };
        let mut add = |change: Change, other: Attack| {
            if !other.units.is_empty() && self.is_open_to(&other) {
                found.push((change, other));
            }
        };
        for table in CombatTable::ALL
            .iter()
            .filter(|table| **table != attack.table)
        {
            add(
                Change::Table(*table),
                Attack {
                    table: *table,
                    ..*attack
                },
            );
        }
        let marked =
            |one: Scalar| usize::from(self.state.one(one)).checked_sub(1) == Some(attack.hex);
        if self.has_gas(attack.side) && !attack.gas && !marked(Scalar::Gas) {
            add(
                Change::Marker(Shift::Gas),
                Attack {
                    gas: true,
                    ..*attack
                },
            );
        }
        let near = self.data.ground.beside[attack.hex]
            .iter()
            .map(|beside| beside.hex);
        let coastal = near.chain([attack.hex]).any(|hex| {
            let entry = &self.data.map.hexes[hex];
            entry.coast && entry.terrain != Terrain::Lagoon
        });
        if self.has_bombardment(attack.side) && coastal && !attack.bombarded {
            add(
                Change::Marker(Shift::Bombardment),
                Attack {
                    bombarded: true,
                    ..*attack
                },
            );
        }
        attack.units.for_each(|unit| {
            let mut units = attack.units;
            units.remove(unit);
            add(Change::Without(unit), with(units));
        });
        let own = self.present[attack.side as usize] - attack.units;
        own.for_each(|unit| {
            if self.attackable(attack.side, unit).contains(&attack.hex) {
                let mut units = attack.units;
                units.insert(unit);
                add(Change::Join(unit), with(units));
            }
        });
        found
    }
}
