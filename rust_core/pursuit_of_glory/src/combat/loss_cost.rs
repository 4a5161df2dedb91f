//! What losses cost that are told unit by unit: the measure by which a policy chooses among them,
//! the same as that of the odds ([`super::Losses`]).

use super::fire::Force;
use super::kinds::{Body, Roster};
use super::policy::{Policy, Step};
use super::{Battle, Role};
use crate::data::UnitId;
use std::cmp::Reverse;

/// What a way to take losses costs; less is better. Ties go to more strength, to more units at full
/// strength, to more units, then to fewer steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossCost {
    cost: i32,
    strength: Reverse<(u8, u8, u8)>,
    lost: (u8, u8),
    left: Reverse<Force>,
}

/// A sum in the making.
#[derive(Default)]
struct Sum {
    cost: i32,
    steps: u8,
    removed: u8,
    left: Force,
}

impl Sum {
    /// A unit that loses so many steps; does it still stand?
    fn hit(&mut self, policy: &impl Policy, body: &Body, reduced: bool, steps: u8) -> bool {
        let mut side = usize::from(reduced);
        for _ in 0..steps.min(if reduced { 1 } else { 2 }) {
            let strength = match side {
                0 => body.cf[0].saturating_sub(body.cf[1]),
                _ => body.cf[1],
            };
            self.cost += policy.step(&Step {
                lcu: body.lcu,
                full: side == 0,
                strength,
            });
            self.steps += 1;
            side += 1;
        }
        if side < 2 {
            self.left = self.left.and(body.force(side == 1));
            return true;
        }
        if body.doomed {
            self.cost += policy.removal(body.lcu);
            self.removed += 1;
        }
        false
    }
}

impl Battle<'_> {
    /// What losses cost a side by a policy: the units that lose steps, and the LCUs with the SCUs
    /// that come for them.
    #[must_use]
    pub fn cost(
        &self,
        role: Role,
        roster: &Roster,
        policy: &impl Policy,
        steps: &[(UnitId, u8)],
        replaced: &[(UnitId, UnitId)],
    ) -> LossCost {
        let lost = |unit: UnitId| {
            let known = steps.iter().find(|(known, _)| *known == unit);
            known.map_or(0, |(_, steps)| *steps)
        };
        let mut sum = Sum::default();
        for (fighter, body) in self.fighters[role as usize].iter().zip(&roster.bodies) {
            let unit = fighter.unit;
            if sum.hit(policy, body, fighter.reduced, lost(unit)) {
                continue;
            }
            let Some(way) = usize::from(body.replaced).checked_sub(1) else {
                continue;
            };
            let way = &roster.replacements[way];
            let by = replaced.iter().find(|(lcu, _)| *lcu == unit);
            let spare = by.and_then(|(_, by)| {
                let mut spares = roster.spares.iter().enumerate();
                spares.find(|(_, spare)| spare.units.contains(by))
            });
            match (by, spare) {
                (Some((_, by)), Some((number, spare))) => {
                    let staff = way.staff.get(number).copied().unwrap_or(0);
                    let body = Body {
                        staff,
                        ..spare.body
                    };
                    sum.cost += policy.arrival(body.cf[usize::from(spare.reduced)]);
                    sum.hit(policy, &body, spare.reduced, lost(*by));
                }
                // One that leaves the game anyway was counted already.
                _ if way.doomed => {}
                _ => {
                    sum.cost += policy.removal(true);
                    sum.removed += 1;
                }
            }
        }
        let left = sum.left;
        LossCost {
            cost: sum.cost,
            strength: Reverse((left.strength, left.full, left.units)),
            lost: (sum.steps, sum.removed),
            left: Reverse(left),
        }
    }
}
