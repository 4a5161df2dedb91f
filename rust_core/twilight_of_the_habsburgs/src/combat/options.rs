//! The attacks that a side could declare.

use super::Attack;
use crate::board::{Hexes, Units};
use crate::data::{HexId, UnitId};
use crate::front::Front;
use crate::vocabulary::*;

/// An attack that could be declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackOption {
    /// The attack.
    pub attack: Attack,
    /// How many attacks it stands for besides: by other units that are alike.
    pub folded: u64,
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Where attackers may stand.
    pub origins: Hexes,
    /// What may be attacked.
    pub targets: Hexes,
    /// Is every attack told, or only those to which nobody could be added?
    pub every: bool,
    /// How many sets of units are looked at for each hex at most.
    pub most: u64,
}

/// Units that stand together and are alike for every attack.
pub struct Alike {
    /// The units.
    pub units: Vec<UnitId>,
}

impl Front<'_> {
    /// The attacks that a side could declare, by target and table, and the hexes on which not all of
    /// them were looked for.
    #[must_use]
    pub fn attack_options(&self, side: Side, wanted: &Wanted) -> (Vec<AttackOption>, Vec<HexId>) {
        let (mut found, mut unfinished) = (Vec::new(), Vec::new());
        let units: Vec<(UnitId, HexId)> = self.present[side as usize]
            .iter()
            .filter(|unit| {
                self.hex(*unit)
                    .is_some_and(|hex| wanted.origins.contains(hex))
            })
            .flat_map(|unit| {
                let hexes = self.attackable(side, unit).into_iter();
                hexes.map(move |hex| (unit, hex))
            })
            .collect();
        for hex in (self.targets(side) & wanted.targets).iter() {
            let able: Units = units
                .iter()
                .filter(|(_, at)| *at == hex)
                .map(|(unit, _)| *unit)
                .collect();
            if able.is_empty() {
                continue;
            }
            let attack = |units: Units, table: CombatTable| Attack {
                side,
                units,
                hex,
                table,
                gas: false,
                bombarded: false,
            };
            if !wanted.every {
                for table in CombatTable::ALL {
                    // 14.83-4 may lift 9.72 of an army alone.
                    let army = able & self.campaign.surprise_army;
                    let sets = [able, army].into_iter();
                    let legal = |units: &Units| self.is_open_to(&attack(*units, *table));
                    if let Some(units) = sets.filter(|units| !units.is_empty()).find(legal) {
                        let attack = attack(units, *table);
                        found.push(AttackOption { attack, folded: 0 });
                    }
                }
                continue;
            }
            let groups = self.groups(able);
            let mut left = wanted.most;
            let whole = each_set(&groups, &mut |units, folded| {
                if left == 0 {
                    return false;
                }
                left -= 1;
                for table in CombatTable::ALL {
                    let attack = attack(units, *table);
                    if self.is_open_to(&attack) {
                        found.push(AttackOption { attack, folded });
                    }
                }
                true
            });
            if !whole {
                unfinished.push(hex);
            }
        }
        (found, unfinished)
    }

    /// The units of a side that may attack, each with the next of those that are alike.
    #[must_use]
    pub fn alike(&self, side: Side) -> Vec<(UnitId, UnitId)> {
        let able = self.present[side as usize].iter();
        let able = able.filter(|unit| !self.attackable(side, *unit).is_empty());
        let groups = self.groups(able.collect());
        let pairs = groups.iter().flat_map(|group| group.units.windows(2));
        pairs.map(|pair| (pair[0], pair[1])).collect()
    }

    /// How many attacks on its hex an attack stands for besides, by other units that are alike.
    #[must_use]
    pub fn folded(&self, attack: &Attack) -> u64 {
        let own = self.present[attack.side as usize].iter();
        let able = own.filter(|unit| self.attackable(attack.side, *unit).contains(&attack.hex));
        let ways = self.groups(able.collect()).into_iter().map(|group| {
            let named = group
                .units
                .iter()
                .filter(|unit| attack.units.contains(**unit));
            chosen(group.units.len(), named.count())
        });
        ways.fold(1_u64, u64::saturating_mul).saturating_sub(1)
    }

    /// May the table be used for an attack of units that may attack (9.71, 9.72, 11.4)?
    pub(crate) fn is_open_to(&self, attack: &Attack) -> bool {
        attack.table != CombatTable::Mobile
            || (!self.fortresses[attack.side.foe() as usize].contains(attack.hex)
                && self.open_sides(attack).is_empty())
    }

    /// Units by what they are alike in: hex, kind, strength, steps, army, and whether they are
    /// cornered.
    fn groups(&self, units: Units) -> Vec<Alike> {
        let like = |unit: UnitId| {
            (
                self.hex(unit),
                self.campaign.kinds[unit] as u8,
                self.attack_strength(unit),
                self.attack_factor(unit),
                self.steps(unit),
                self.campaign.surprise_army.contains(unit),
                self.state.cornered.contains(unit),
                self.campaign.headquarters.contains(unit),
            )
        };
        let mut groups: Vec<Alike> = Vec::new();
        for unit in units.iter() {
            match groups
                .iter_mut()
                .find(|group| like(group.units[0]) == like(unit))
            {
                Some(group) => group.units.push(unit),
                None => groups.push(Alike { units: vec![unit] }),
            }
        }
        groups
    }
}

/// Shows every set of units that is not empty, one for all that are alike, with how many it stands
/// for besides; whether nobody stopped it.
pub fn each_set(groups: &[Alike], show: &mut dyn FnMut(Units, u64) -> bool) -> bool {
    let mut taken = vec![0_usize; groups.len()];
    loop {
        // The next numbers of units of each group.
        let Some(at) = (0..groups.len()).find(|at| taken[*at] < groups[*at].units.len()) else {
            return true;
        };
        taken[at] += 1;
        taken[..at].fill(0);
        let (mut units, mut ways) = (Units::EMPTY, 1_u64);
        for (group, number) in groups.iter().zip(&taken) {
            group.units[..*number]
                .iter()
                .for_each(|unit| units.insert(*unit));
            ways = ways.saturating_mul(chosen(group.units.len(), *number));
        }
        if !show(units, ways - 1) {
            return false;
        }
    }
}

/// In how many ways so many of them can be chosen.
pub fn chosen(all: usize, number: usize) -> u64 {
    let mut ways = 1_u64;
    for at in 0..number {
        let (up, down) = ((all - at) as u64, (at + 1) as u64);
        ways = ways.saturating_mul(up) / down;
    }
    ways
}
