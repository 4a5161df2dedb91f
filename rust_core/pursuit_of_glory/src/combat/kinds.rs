//! Units that are alike in a battle, counted instead of named.

use super::fire::Force;
use super::reserve::{Replacement, Spare};
use super::{Battle, Fighter, Role};
use crate::data::UnitId;
use crate::vocabulary::*;
use smallvec::SmallVec;

/// What is asked of a combat unit that takes losses. The arrays are of the full and the reduced
/// side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Body {
    /// Combat factors.
    pub(super) cf: [u8; 2],
    /// Loss factors; that of a `?` as it was rolled.
    pub(super) lf: [u8; 2],
    /// Is the full side's loss factor a `?` (3.2.2.q-2)?
    pub(super) uncertain: bool,
    /// An LCU?
    pub(super) lcu: bool,
    /// Cavalry, camels or armored cars?
    pub(super) mounted: bool,
    /// The Alpenkorps?
    pub(super) alpine: bool,
    /// A TU or TU-A SCU?
    pub(super) turk: bool,
    /// Whether it leaves the game when it is eliminated (12.6.7).
    pub(super) doomed: bool,
    /// The HQs and artillery that serve it, one bit each.
    pub(super) staff: u8,
    /// How it is replaced, counted from 1; 0 = not at all.
    pub(super) replaced: u8,
}

impl Body {
    /// What one such unit brings into a battle.
    pub(super) fn force(&self, reduced: bool) -> Force {
        Force {
            strength: self.cf[usize::from(reduced)],
            lcus: self.lcu.into(),
            mounted: self.mounted.into(),
            alpine: self.alpine.into(),
            staff: self.staff,
            units: 1,
            full: u8::from(!reduced),
            scus: u8::from(!self.lcu),
            turks: self.turk.into(),
        }
    }

    /// What `count` such units bring.
    pub(super) fn forces(&self, reduced: bool, count: u8) -> Force {
        (0..count).fold(Force::default(), |sum, _| sum.and(self.force(reduced)))
    }
}

/// Units that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    pub(super) body: Body,
    /// Those at full strength.
    pub full: SmallVec<[UnitId; 4]>,
    /// Those that are reduced.
    pub reduced: SmallVec<[UnitId; 4]>,
}

/// A side that takes losses.
#[derive(Debug, Clone, Default)]
pub struct Army {
    /// Its units.
    pub kinds: SmallVec<[Alike; 8]>,
    /// The fort behind them; 0 if there is none.
    pub fort: u8,
}

/// A side's roster: what does not change in a battle.
#[derive(Debug, Clone)]
pub struct Roster {
    /// By fighter, what it is.
    pub(super) bodies: SmallVec<[Body; 8]>,
    /// How LCUs are replaced.
    pub(super) replacements: Vec<Replacement>,
    /// The Reserve Box.
    pub(super) spares: Vec<Spare>,
}

/// A loss factor rolled for a `?` unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rolled {
    /// The unit.
    pub unit: UnitId,
    /// Its loss factor in this battle.
    pub lf: u8,
}

impl Battle<'_> {
    /// What a unit is. `replaced` numbers how an LCU is replaced.
    pub(super) fn body(&self, role: Role, fighter: &Fighter, replaced: Option<usize>) -> Body {
        let unit = &self.data.units[fighter.unit];
        let lcu = unit.size == Size::Lcu;
        let marked = matches!(unit.symbol, Some(Symbol::Dot | Symbol::Triangle));
        let turk = super::nations::any(fighter.nations, &super::nations::TURKS);
        let replaced = replaced.and_then(|number| u8::try_from(number + 1).ok());
        Body {
            cf: [unit.full.cf.unwrap_or(0), unit.reduced.cf.unwrap_or(0)],
            lf: [unit.full.lf.unwrap_or(1), unit.reduced.lf.unwrap_or(1)],
            uncertain: unit.full.lf.is_none(),
            lcu,
            mounted: self.mounted(fighter.unit),
            alpine: fighter.unit == self.data.known.ge_alpenkorps,
            turk: turk && !lcu,
            doomed: marked || !fighter.supplied,
            staff: self.served(role, fighter.from, fighter.nations),
            replaced: replaced.unwrap_or(0),
        }
    }

    /// A side's roster.
    #[must_use]
    pub fn roster(&self, role: Role) -> Roster {
        let fighters = &self.fighters[role as usize];
        let lcu = |fighter: &Fighter| self.data.units[fighter.unit].size == Size::Lcu;
        let spares = if fighters
            .iter()
            .any(|fighter| lcu(fighter) && fighter.supplied)
        {
            self.spares(role)
        } else {
            Vec::new()
        };
        let mut replacements: Vec<Replacement> = Vec::new();
        let bodies = fighters
            .iter()
            .map(|fighter| {
                // Out of supply nobody is replaced (12.6.7.b).
                let replaced = (lcu(fighter) && fighter.supplied).then(|| {
                    let way = self.replacement(role, fighter, &spares);
                    let known = replacements.iter().position(|known| *known == way);
                    known.unwrap_or_else(|| {
                        replacements.push(way);
                        replacements.len() - 1
                    })
                });
                self.body(role, fighter, replaced)
            })
            .collect();
        Roster {
            bodies,
            replacements,
            spares,
        }
    }

    /// A side as it takes losses: some of its units reduced by the weather, one bit each, and the
    /// loss factors of `?` units as rolled.
    #[must_use]
    pub fn army(&self, role: Role, roster: &Roster, weather: u32, rolled: &[Rolled]) -> Army {
        let mut army = Army {
            kinds: SmallVec::new(),
            fort: if role == Role::Defender { self.fort } else { 0 },
        };
        let fighters = self.fighters[role as usize].iter();
        for (at, (fighter, body)) in fighters.zip(&roster.bodies).enumerate() {
            let mut body = *body;
            if let Some(rolled) = rolled.iter().find(|rolled| rolled.unit == fighter.unit) {
                body.lf[0] = rolled.lf;
            }
            let reduced = fighter.reduced || (at < 32 && weather >> at & 1 == 1);
            let known = army.kinds.iter().position(|kind| kind.body == body);
            let number = known.unwrap_or_else(|| {
                army.kinds.push(Alike {
                    body,
                    full: SmallVec::new(),
                    reduced: SmallVec::new(),
                });
                army.kinds.len() - 1
            });
            let kind = &mut army.kinds[number];
            if reduced {
                kind.reduced.push(fighter.unit);
            } else {
                kind.full.push(fighter.unit);
            }
        }
        army
    }
}

impl Army {
    /// All of it.
    #[must_use]
    pub fn force(&self) -> Force {
        let count = |units: &[UnitId]| u8::try_from(units.len()).unwrap_or(u8::MAX);
        self.kinds.iter().fold(Force::default(), |sum, kind| {
            let full = kind.body.forces(false, count(&kind.full));
            let reduced = kind.body.forces(true, count(&kind.reduced));
            sum.and(full).and(reduced)
        })
    }
}
