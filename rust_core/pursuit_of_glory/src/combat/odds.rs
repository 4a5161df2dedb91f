//! The exact odds of a battle.
//!
//! Chance comes in stages: weather, loss factors of `?` units, the flank attempt, and the dice.
//! Every stage gives whole weights out of a power of 6, so that the weights of all ways add up to
//! a power of 6, which is checked.

use super::effects::{Effects, FireOrder};
use super::fire::Force;
use super::kinds::{Army, Rolled, Roster};
use super::losses::{HIGHEST, Loss, Losses};
use super::outcome::{Outcome, Retreats};
use super::policy::{Policy, Thrift};
use super::{Battle, Role};
use crate::data::UnitId;
use crate::vocabulary::*;
use engine::chance::{Distribution, TooFine};
use smallvec::SmallVec;

/// How many ways each loss number can come, out of 6 or, with a die rolled again, 36.
type Numbers = [u64; HIGHEST + 1];

/// The exact odds of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// How it may end.
    pub outcomes: Distribution<Outcome>,
}

/// More `?` units than this, or places in bad weather, are too fine to be told.
const MOST_DICE: u32 = 12;

impl Battle<'_> {
    /// The exact odds, losses taken by the default policy.
    ///
    /// # Errors
    /// [`TooFine`] if there are more dice than can be told exactly.
    pub fn odds(&self) -> Result<Odds, TooFine> {
        let thrift = Thrift::default();
        self.odds_with(&thrift, &thrift)
    }

    /// The exact odds, each side taking losses by a policy of its own.
    ///
    /// # Errors
    /// [`TooFine`] if there are more dice than can be told exactly.
    pub fn odds_with(
        &self,
        attacker: &impl Policy,
        defender: &impl Policy,
    ) -> Result<Odds, TooFine> {
        Reckoning::new(self, self.effects()).odds(attacker, defender)
    }

    /// As [`Self::odds`], with other effects: for asking what each of them is worth.
    ///
    /// # Errors
    /// [`TooFine`] if there are more dice than can be told exactly.
    pub fn odds_under(&self, effects: Effects) -> Result<Odds, TooFine> {
        let thrift = Thrift::default();
        self.odds_by(effects, &thrift, &thrift)
    }

    /// As [`Self::odds_under`], each side taking losses by a policy of its own.
    pub(crate) fn odds_by(
        &self,
        effects: Effects,
        attacker: &impl Policy,
        defender: &impl Policy,
    ) -> Result<Odds, TooFine> {
        Reckoning::new(self, effects).odds(attacker, defender)
    }
}

/// Weighted outcomes in the making.
struct Gathering {
    ways: Vec<(Outcome, u64)>,
}

impl Gathering {
    fn add(&mut self, outcome: Outcome, weight: u64) {
        self.ways.push((outcome, weight));
    }
}

/// All that is reckoned once for a battle.
struct Reckoning<'a, 'b> {
    battle: &'a Battle<'b>,
    effects: Effects,
    rosters: [Roster; 2],
    retreats: Retreats,
    /// The order of fire, with the ways to it out of `order_ways`.
    orders: SmallVec<[(FireOrder, u64); 2]>,
    order_ways: u64,
    /// The highest loss number of each side.
    highest: [u8; 2],
}

/// One side in one state: who stands there, and what each loss number does.
struct Standing {
    force: Force,
    losses: Losses,
}

impl<'a, 'b> Reckoning<'a, 'b> {
    fn new(battle: &'a Battle<'b>, effects: Effects) -> Self {
        let region = battle.data.spaces[battle.target()].kind == Kind::Region;
        let flank = battle.flank_attempt();
        let (orders, order_ways) = match (effects.first, flank, battle.declared.happened.flank) {
            (Some((order, _)), ..) => (SmallVec::from_slice(&[(order, 1)]), 1),
            (None, None, _) => (SmallVec::from_slice(&[(FireOrder::Together, 1)]), 1),
            (None, Some(_), Some(true)) => {
                (SmallVec::from_slice(&[(FireOrder::AttackerFirst, 1)]), 1)
            }
            (None, Some(_), Some(false)) => {
                (SmallVec::from_slice(&[(FireOrder::DefenderFirst, 1)]), 1)
            }
            (None, Some(flank), None) => {
                let good = u64::from(7 - flank.lowest.min(7));
                let ways = [
                    (FireOrder::AttackerFirst, good),
                    (FireOrder::DefenderFirst, 6 - good),
                ];
                (ways.into_iter().filter(|(_, ways)| *ways > 0).collect(), 6)
            }
        };
        // Tables give 9 at most, and cards change that by what they say.
        let highest = [Role::Attacker, Role::Defender].map(|role| {
            let change = super::lines::sum(&effects.losses[role as usize]);
            let top = battle.highest_loss_number();
            top.saturating_add_signed(change)
        });
        Self {
            rosters: [Role::Attacker, Role::Defender].map(|role| battle.roster(role)),
            retreats: Retreats {
                none: region || effects.no_retreat,
                withdrawal: battle.declared.withdrawal,
            },
            orders,
            order_ways,
            highest,
            battle,
            effects,
        }
    }

    fn odds(&self, attacker: &impl Policy, defender: &impl Policy) -> Result<Odds, TooFine> {
        let weather = self.battle.weather();
        let unsure = [Role::Attacker, Role::Defender].map(|role| self.unsure(role));
        let dice = weather.len() + unsure[0].len() + unsure[1].len();
        let dice = u32::try_from(dice)
            .ok()
            .filter(|dice| *dice <= MOST_DICE)
            .ok_or(TooFine)?;
        let mut gathering = Gathering {
            ways: Vec::with_capacity(256),
        };
        let storms = self.storms(&weather);
        let defences: Vec<Standing> = rolls(&unsure[1])
            .map(|rolled| self.standing(Role::Defender, 0, &rolled, defender))
            .collect();
        for (storm, steps, ways) in storms {
            for rolled in rolls(&unsure[0]) {
                let attack = self.standing(Role::Attacker, storm, &rolled, attacker);
                for defence in &defences {
                    self.fight(&attack, defence, steps, ways, &mut gathering);
                }
            }
        }
        let fire = if self.effects.cancelled.is_some() {
            1
        } else {
            self.order_ways * self.sides(Role::Attacker) * self.sides(Role::Defender)
        };
        let total = u128::from(fire) * u128::from(6_u64.pow(dice));
        let weighted = gathering.ways.into_iter();
        let weighted = weighted.map(|(outcome, ways)| (outcome, u128::from(ways)));
        let outcomes = Distribution::out_of(total, weighted)?;
        Ok(Odds { outcomes })
    }

    /// Out of how many ways a side's loss number comes.
    const fn sides(&self, role: Role) -> u64 {
        match role {
            Role::Defender if self.effects.roll_again => 36,
            _ => 6,
        }
    }

    /// The `?` units at full strength.
    fn unsure(&self, role: Role) -> SmallVec<[UnitId; 2]> {
        let fighters = self.battle.fighters[role as usize].iter();
        let bodies = &self.rosters[role as usize].bodies;
        let those = fighters
            .zip(bodies)
            .filter(|(fighter, body)| body.uncertain && !fighter.reduced);
        those.map(|(fighter, _)| fighter.unit).collect()
    }

    /// What the weather may do: the attackers reduced, one bit each, how many they are, and the ways
    /// to it out of six for each check.
    fn storms(&self, checks: &[super::Check]) -> Vec<(u32, u8, u64)> {
        let mut storms = vec![(0_u32, 0_u8, 1_u64)];
        let fighters = &self.battle.fighters[Role::Attacker as usize];
        for check in checks {
            let mut hit = 0_u32;
            for (at, fighter) in fighters.iter().enumerate().take(32) {
                if check.units.contains(&fighter.unit) {
                    hit |= 1 << at;
                }
            }
            let bad = u64::from(7 - check.lowest.clamp(1, 7));
            let mut next = Vec::with_capacity(storms.len() * 2);
            for (reduced, steps, ways) in storms {
                if bad < 6 {
                    next.push((reduced, steps, ways * (6 - bad)));
                }
                if bad > 0 {
                    let more = hit.count_ones().to_le_bytes()[0];
                    next.push((reduced | hit, steps + more, ways * bad));
                }
            }
            storms = next;
        }
        storms
    }

    /// One side as the weather and the dice for `?` units leave it.
    fn standing(
        &self,
        role: Role,
        weather: u32,
        rolled: &[Rolled],
        policy: &impl Policy,
    ) -> Standing {
        let roster = &self.rosters[role as usize];
        let army: Army = self.battle.army(role, roster, weather, rolled);
        let highest = self.highest[role.other() as usize];
        Standing {
            force: army.force(),
            losses: Losses::new(&army, roster, policy, highest),
        }
    }

    /// How many ways each loss number of a side can come.
    fn numbers(&self, role: Role, own: Force, foe: Force, fort: u8) -> Numbers {
        let mut numbers = Numbers::default();
        let sides = self.sides(role);
        // Nobody left fires no more, and a side without anybody does not fire (12.4.3.a-b).
        let fires = role == Role::Defender && fort > 0 && self.battle.fort_strength > 0;
        if own.units == 0 && !fires {
            numbers[0] = sides;
            return numbers;
        }
        let fire = self.battle.fire(&self.effects, role, own, foe, fort);
        let losses = self.battle.loss_numbers(&self.effects, role, &fire);
        let happened = &self.battle.declared.happened;
        let known = match role {
            Role::Attacker => happened.attack_number,
            Role::Defender => happened.defence_number,
        };
        if let Some(number) = known {
            numbers[usize::from(number).min(HIGHEST)] = sides;
            return numbers;
        }
        let die = match role {
            Role::Attacker => happened.attack_die,
            Role::Defender => happened.defence_die,
        };
        let at = |loss: u8| usize::from(loss).min(HIGHEST);
        let die = die.map(|die| usize::from(die.clamp(1, 6)) - 1);
        if sides == 36 {
            // JAFAR PASHA: rolled again if the loss number is below what a new die may be
            // expected to give.
            let sum: u64 = losses.iter().map(|loss| u64::from(*loss)).sum();
            for (first, loss) in losses.iter().enumerate() {
                let ways = match die {
                    Some(die) if die != first => continue,
                    Some(_) => 36,
                    None => 6,
                };
                if u64::from(*loss) * 6 < sum {
                    for again in losses {
                        numbers[at(again)] += ways / 6;
                    }
                } else {
                    numbers[at(*loss)] += ways;
                }
            }
            return numbers;
        }
        match die {
            Some(die) => numbers[at(losses[die])] += sides,
            None => losses.iter().for_each(|loss| numbers[at(*loss)] += 1),
        }
        numbers
    }

    /// All that may come of two sides as they stand.
    fn fight(
        &self,
        attack: &Standing,
        defence: &Standing,
        weather: u8,
        ways: u64,
        gathering: &mut Gathering,
    ) {
        if self.effects.cancelled.is_some() {
            let cancelled = Outcome {
                cancelled: true,
                weather,
                attackers: attack.force.units,
                defenders: defence.force.units,
                full_strength: attack.force.full > 0,
                fort_stands: self.battle.fort > 0,
                ..Outcome::default()
            };
            gathering.add(cancelled, ways);
            return;
        }
        let fort = self.battle.fort;
        let (a, d) = (attack.force, defence.force);
        let taken = self.battle.declared.happened.first_fire_taken;
        for (order, order_ways) in &self.orders {
            let ways = ways * order_ways;
            let mut end = |by_attacker: u8, by_defender: u8, ways: u64| {
                // What the first fire did stands in the position already, if it was taken.
                let (first, second) = match (taken, order) {
                    (true, FireOrder::AttackerFirst) => (by_defender, 0),
                    (true, FireOrder::DefenderFirst) => (0, by_attacker),
                    _ => (by_defender, by_attacker),
                };
                let (lost, inflicted) = (attack.losses.at(first), defence.losses.at(second));
                let outcome = self.outcome(by_attacker, by_defender, weather, [lost, inflicted]);
                gathering.add(outcome, ways);
            };
            match order {
                FireOrder::Together => {
                    let ours = self.numbers(Role::Attacker, a, d, fort);
                    let theirs = self.numbers(Role::Defender, d, a, fort);
                    for (one, first) in each(&ours) {
                        for (two, second) in each(&theirs) {
                            end(one, two, ways * first * second);
                        }
                    }
                }
                FireOrder::AttackerFirst => {
                    for (one, first) in each(&self.numbers(Role::Attacker, a, d, fort)) {
                        let hit = defence.losses.at(one);
                        let left = if taken { d } else { hit.left };
                        let standing = if hit.fort_destroyed { 0 } else { fort };
                        let theirs = self.numbers(Role::Defender, left, a, standing);
                        for (two, second) in each(&theirs) {
                            end(one, two, ways * first * second);
                        }
                    }
                }
                FireOrder::DefenderFirst => {
                    for (two, second) in each(&self.numbers(Role::Defender, d, a, fort)) {
                        let left = if taken { a } else { attack.losses.at(two).left };
                        let ours = self.numbers(Role::Attacker, left, d, fort);
                        for (one, first) in each(&ours) {
                            end(one, two, ways * first * second);
                        }
                    }
                }
            }
        }
    }

    fn outcome(
        &self,
        attack: u8,
        defence: u8,
        weather: u8,
        [lost, inflicted]: [&Loss; 2],
    ) -> Outcome {
        Outcome {
            cancelled: false,
            attack,
            defence,
            weather,
            attacker_steps: lost.steps,
            defender_steps: inflicted.steps,
            attacker_removed: lost.removed,
            defender_removed: inflicted.removed,
            attackers: lost.left.units,
            defenders: inflicted.left.units,
            full_strength: lost.left.full > 0,
            retreat: self.retreats.length(attack, defence, lost, inflicted),
            fort_destroyed: inflicted.fort_destroyed,
            fort_stands: self.battle.fort > 0 && !inflicted.fort_destroyed,
        }
    }
}

/// The loss numbers that can come, each with the ways to it.
fn each(numbers: &Numbers) -> impl Iterator<Item = (u8, u64)> {
    let ways = (0_u8..).zip(*numbers);
    ways.filter(|(_, ways)| *ways > 0)
}

/// All rolls for the loss factors of `?` units.
fn rolls(units: &[UnitId]) -> impl Iterator<Item = SmallVec<[Rolled; 2]>> + use<> {
    let units: SmallVec<[UnitId; 2]> = SmallVec::from_slice(units);
    let count = 6_usize.pow(u32::try_from(units.len()).unwrap_or(0));
    (0..count).map(move |mut number| {
        units
            .iter()
            .map(|unit| {
                let lf = u8::try_from(number % 6 + 1).unwrap_or(1);
                number /= 6;
                Rolled { unit: *unit, lf }
            })
            .collect()
    })
}
