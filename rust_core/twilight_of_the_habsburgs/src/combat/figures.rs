//! Figures of an attack: totals, column, shifts, modifiers, and what each face of the die shows
//! (9.1, 9.2).

use super::Attack;
use super::strength::Bonuses;
use crate::board::Hexes;
use crate::data::{FACES, HexId, UnitId};
use crate::front::Front;
use crate::state::{FrameKind, Scalar};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// What a unit adds to a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The unit.
    pub unit: UnitId,
    /// Its strength with the steps it has left.
    pub strength: u8,
    /// What multiplies it.
    pub factor: u8,
    /// The steps it has left.
    pub steps: u8,
}

impl Strength {
    /// What it adds.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.strength as u32 * self.factor as u32
    }
}

/// What an intact fortress adds to the defence (11.1, 11.44).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fortress {
    /// Its defence.
    pub strength: u8,
    /// What multiplies it.
    pub factor: u8,
}

impl Fortress {
    /// What it adds.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.strength as u32 * self.factor as u32
    }
}

/// Everything that an attack's odds are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The attackers, in the order of the table of units.
    pub attackers: SmallVec<[Strength; 16]>,
    /// The defenders.
    pub defenders: SmallVec<[Strength; 8]>,
    /// The fortress that defends with them.
    pub fortress: Option<Fortress>,
    /// What multiplies the defence there.
    pub bonuses: Bonuses,
    /// All attack strength.
    pub attack: u32,
    /// All defence strength.
    pub defence: u32,
    /// The column of the odds, from 0.
    pub column: usize,
    /// What moves it, each with the columns.
    pub shifts: SmallVec<[(Shift, i8); 4]>,
    /// The column that is read, from 0.
    pub read: usize,
    /// What is added to the die.
    pub modifiers: SmallVec<[(Modifier, i8); 2]>,
    /// The result of each face.
    pub shows: [CombatResult; FACES],
}

impl Figures {
    /// The steps of the attackers and of the defenders.
    #[must_use]
    pub fn steps(&self) -> (u32, u32) {
        let sum = |units: &[Strength]| units.iter().map(|each| u32::from(each.steps)).sum();
        (sum(&self.attackers), sum(&self.defenders))
    }
}

impl Front<'_> {
    /// The figures of an attack; `zones` are those of the foe, asked for if an offensive may matter.
    pub fn figures(&self, attack: &Attack, zones: impl FnOnce() -> Hexes) -> Figures {
        let foe = attack.side.foe();
        let fortress = self.fortresses[foe as usize].contains(attack.hex);
        let bonuses = self.bonuses(attack.units, attack.hex, fortress);
        let attackers: SmallVec<[Strength; 16]> = attack
            .units
            .iter()
            .map(|unit| Strength {
                unit,
                strength: self.attack_strength(unit),
                factor: self.attack_factor(unit),
                steps: self.steps(unit),
            })
            .collect();
        let standing = self.units_in(foe, attack.hex);
        let defenders: SmallVec<[Strength; 8]> = standing
            .iter()
            .map(|unit| Strength {
                unit,
                strength: self.defence_strength(unit),
                factor: self.defence_factor(unit, &bonuses),
                steps: self.steps(unit),
            })
            .collect();
        let fortress = fortress.then(|| self.fortress(&bonuses));
        let mut figures = Figures {
            attackers,
            defenders,
            fortress,
            bonuses,
            attack: 0,
            defence: 0,
            column: 0,
            shifts: self.shifts(attack, zones),
            read: 0,
            modifiers: self.modifiers(attack, standing),
            shows: [CombatResult::NoEffect; FACES],
        };
        self.reckon(&mut figures, attack.table);
        figures
    }

    /// 11.44: the fortress itself is doubled if all attack across a river.
    pub(super) fn fortress(&self, bonuses: &Bonuses) -> Fortress {
        let charts = &self.data.combat;
        Fortress {
            strength: charts.fortress,
            factor: match bonuses.all_across_river {
                true => charts.feature(Feature::River),
                false => 1,
            },
        }
    }

    /// Reckons totals, columns and results of what adds, multiplies, shifts and modifies.
    pub(super) fn reckon(&self, figures: &mut Figures, table: CombatTable) {
        let charts = &self.data.combat;
        let total = |units: &[Strength]| units.iter().map(|each| each.total()).sum::<u32>();
        figures.attack = total(&figures.attackers);
        figures.defence = total(&figures.defenders) + figures.fortress.map_or(0, Fortress::total);
        figures.column = self.column(figures.attack, figures.defence);
        let sum: i32 = figures.shifts.iter().map(|(_, by)| i32::from(*by)).sum();
        let last = charts.columns.len().saturating_sub(1);
        figures.read = moved(figures.column, sum, last);
        let sum: i32 = figures.modifiers.iter().map(|(_, by)| i32::from(*by)).sum();
        let read = figures.read;
        figures.shows =
            std::array::from_fn(|face| charts.result(table, moved(face, sum, FACES - 1), read));
    }

    /// The column of a ratio, rounded for the defender (9.1, 9.2).
    fn column(&self, attack: u32, defence: u32) -> usize {
        let columns = self.data.combat.columns.iter();
        let reached = |[parts, against]: &&[u8; 2]| {
            attack * u32::from(*against) >= defence * u32::from(*parts)
        };
        columns.take_while(reached).count().saturating_sub(1)
    }

    /// What moves the column of an attack (13.51, 13.8, 13.9, 5.0).
    fn shifts(&self, attack: &Attack, zones: impl FnOnce() -> Hexes) -> SmallVec<[(Shift, i8); 4]> {
        let charts = &self.data.combat;
        let marked =
            |one: Scalar| usize::from(self.state.one(one)).checked_sub(1) == Some(attack.hex);
        let by = |columns: u8| i8::try_from(columns).unwrap_or(i8::MAX);
        let mut found = SmallVec::new();
        if attack.gas || marked(Scalar::Gas) {
            found.push((Shift::Gas, by(charts.gas_shift)));
        }
        if attack.bombarded || marked(Scalar::Bombarded) {
            found.push((Shift::Bombardment, by(charts.bombardment_shift)));
        }
        if self.within_offensive(attack, zones) {
            found.push((Shift::Offensive, by(charts.offensive_shift)));
        }
        let event = self.data.events.of(self.state.one(Scalar::Event));
        let columns = event.map_or(0, |event| event.shifts[attack.side as usize]);
        if columns != 0 {
            found.push((Shift::Event, columns));
        }
        found.retain(|(_, columns)| *columns != 0);
        found
    }

    /// Is every attacker within the range of a headquarters whose offensive succeeded (13.9,
    /// 14.83-1)?
    fn within_offensive(&self, attack: &Attack, zones: impl FnOnce() -> Hexes) -> bool {
        let first = self.state.impulse() == Some(1);
        let everywhere = self.surprises(attack.side) && self.scenario.turned(Switch::SurpriseRange);
        let successful = self.state.offensive & self.present[attack.side as usize];
        if !first || attack.units.is_empty() || (successful.is_empty() && !everywhere) {
            return false;
        }
        let mut without = attack.units;
        if everywhere {
            without = without - self.campaign.surprise_army;
        }
        if without.is_empty() {
            return true;
        }
        if successful.is_empty() || !(without & self.campaign.headquarters).is_empty() {
            return false;
        }
        let mut hexes: SmallVec<[HexId; 8]> = SmallVec::new();
        for unit in without.iter() {
            match self.hex(unit) {
                Some(hex) if hexes.contains(&hex) => {}
                Some(hex) => hexes.push(hex),
                None => return false,
            }
        }
        self.all_reach(attack.side, successful, &hexes, zones)
    }

    /// What is added to the die (14.81-2, 14.82-3).
    fn modifiers(
        &self,
        attack: &Attack,
        defenders: crate::board::Units,
    ) -> SmallVec<[(Modifier, i8); 2]> {
        let mut found = SmallVec::new();
        let in_time =
            self.state.one(Scalar::Turn) == 1 || self.scenario.turned(Switch::UnreadyTurns);
        let unready = !(defenders & self.campaign.unready_army).is_empty();
        if attack.side == Side::Central && in_time && unready {
            found.push((Modifier::Unready, 1));
        }
        if !(attack.units & self.state.cornered).is_empty() {
            found.push((Modifier::Cornered, -1));
        }
        found
    }

    /// The attack under way, if one is.
    #[must_use]
    pub fn attack_under_way(&self) -> Option<Attack> {
        let frame = self.state.under_way(FrameKind::Attack)?;
        let side = frame.side?;
        Some(Attack {
            side,
            units: self.state.engaged & self.present[side as usize],
            hex: frame.target()?,
            table: frame.table()?,
            gas: false,
            bombarded: false,
        })
    }
}

/// A place moved by so many, but never beyond the first or the last.
fn moved(at: usize, by: i32, last: usize) -> usize {
    let at = i32::try_from(at).unwrap_or(0) + by;
    usize::try_from(at.max(0)).unwrap_or(0).min(last)
}
