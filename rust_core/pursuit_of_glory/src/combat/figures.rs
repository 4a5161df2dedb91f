//! The figures of a battle, line by line.

use super::effects::{Effects, FireOrder};
use super::fire::{Fire, Force};
use super::flank::Flank;
use super::lines::{FigureLine, LineSubject};
use super::weather::Check;
use super::{Battle, Fighter, Role};
use crate::data::{Face, UnitId};
use crate::vocabulary::*;

/// What a side fires with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireFigures {
    /// Units and fort (12.2.4).
    pub strength: Vec<FigureLine>,
    /// Column shifts (12.3).
    pub shifts: Vec<FigureLine>,
    /// Modifiers (12.2.8.a).
    pub drms: Vec<FigureLine>,
    /// Changes of the loss number.
    pub losses: Vec<FigureLine>,
    /// An LCU or a card that calls for the heavy table (12.2.8.b-1).
    pub heavy: Option<FigureLine>,
    /// The sums.
    pub fire: Fire,
    /// The loss numbers for the dice from 1 to 6.
    pub loss_numbers: [u8; 6],
}

/// The figures of a battle before its dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The attacker's fire.
    pub attack: FireFigures,
    /// The defender's fire.
    pub defence: FireFigures,
    /// Who fires first, if nothing is declared; and why.
    pub order: (FireOrder, Option<FigureLine>),
    /// The flank attempt.
    pub flank: Option<Flank>,
    /// The weather to be checked.
    pub weather: Vec<Check>,
    /// What cancels the battle.
    pub cancelled: Option<FigureLine>,
}

/// The values on the side of the counter that is up.
pub(super) fn face(battle: &Battle<'_>, unit: UnitId, reduced: bool) -> Face {
    let unit = &battle.data.units[unit];
    if reduced { unit.reduced } else { unit.full }
}

impl Battle<'_> {
    /// The figures as the units stand now: weather still to be checked has not struck yet.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let effects = self.effects();
        let forces = [self.force(Role::Attacker), self.force(Role::Defender)];
        let order = effects
            .first
            .map_or((FireOrder::Together, None), |(order, line)| {
                (order, Some(line))
            });
        Figures {
            attack: self.fire_figures(&effects, Role::Attacker, forces),
            defence: self.fire_figures(&effects, Role::Defender, forces),
            order,
            flank: self.flank_attempt(),
            weather: self.weather(),
            cancelled: effects.cancelled,
        }
    }

    /// A side as it stands.
    #[must_use]
    pub fn force(&self, role: Role) -> Force {
        let fighters = self.fighters[role as usize].iter();
        let each = fighters.map(|fighter| self.one(role, fighter));
        each.fold(Force::default(), Force::and)
    }

    /// What one unit brings.
    pub(super) fn one(&self, role: Role, fighter: &Fighter) -> Force {
        let unit = &self.data.units[fighter.unit];
        let scu = unit.size == Size::Scu;
        let turk = super::nations::any(fighter.nations, &super::nations::TURKS);
        Force {
            strength: face(self, fighter.unit, fighter.reduced).cf.unwrap_or(0),
            lcus: u8::from(unit.size == Size::Lcu),
            mounted: u8::from(self.mounted(fighter.unit)),
            alpine: u8::from(fighter.unit == self.data.known.ge_alpenkorps),
            staff: self.served(role, fighter.from, fighter.nations),
            units: 1,
            full: u8::from(!fighter.reduced),
            scus: u8::from(scu),
            turks: u8::from(scu && turk),
        }
    }

    fn fire_figures(&self, effects: &Effects, role: Role, forces: [Force; 2]) -> FireFigures {
        let own = forces[role as usize];
        let foe = forces[role.other() as usize];
        let fire = self.fire(effects, role, own, foe, self.fort);
        let short = |number: u8| i8::try_from(number).unwrap_or(i8::MAX);
        let fighters = &self.fighters[role as usize];
        let mut strength: Vec<_> = fighters
            .iter()
            .map(|fighter| {
                let cf = face(self, fighter.unit, fighter.reduced).cf.unwrap_or(0);
                FigureLine::new("12.2.4", LineSubject::Unit(fighter.unit), short(cf))
            })
            .collect();
        if role == Role::Defender && self.fort > 0 {
            let line = FigureLine::new(
                "15.1.3-1",
                LineSubject::Fort(self.target()),
                short(self.fort_strength),
            );
            strength.push(line);
        }
        let lcu = fighters
            .iter()
            .find(|fighter| self.data.units[fighter.unit].size == Size::Lcu);
        let lcu =
            lcu.map(|fighter| FigureLine::new("12.2.8.b-1", LineSubject::Unit(fighter.unit), 0));
        let mut drms: Vec<_> = effects.drms[role as usize].to_vec();
        let mounted = fighters.iter().find(|fighter| self.mounted(fighter.unit));
        if let (true, Some(fighter)) = (effects.mounted && foe.mounted == 0, mounted) {
            let value = self.data.battle.mounted;
            drms.push(FigureLine::new(
                "12.2.8.a-3",
                LineSubject::Mounted(fighter.unit),
                value,
            ));
        }
        if effects.alpine && own.alpine > 0 {
            let what = LineSubject::Unit(self.data.known.ge_alpenkorps);
            drms.push(FigureLine::new(
                "12.2.8.a-5",
                what,
                self.data.battle.alpenkorps,
            ));
        }
        for (bit, staff) in self.staff[role as usize].iter().enumerate() {
            if own.staff >> bit & 1 == 1 {
                let rule = match self.data.units[staff.unit].class {
                    Class::Artillery => "12.2.8.a-4",
                    _ => "12.2.8.a-6",
                };
                drms.push(FigureLine::new(
                    rule,
                    LineSubject::Unit(staff.unit),
                    staff.drm,
                ));
            }
        }
        FireFigures {
            strength,
            shifts: effects.shifts[role as usize].to_vec(),
            drms,
            losses: effects.losses[role as usize].to_vec(),
            heavy: lcu.or(effects.heavy[role as usize]),
            loss_numbers: self.loss_numbers(effects, role, &fire),
            fire,
        }
    }
}
