//! Taking losses unit by unit (12.6): what a side can absorb, and every legal way to do it.

use super::PostCombat;
use crate::board::BitSet;
use crate::combat::{
    self, Battle, Capacity, Declaration, Happened, LossCost, Losses, Policy, Role, Rolled, Step,
    preference, replaced_after,
};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::state::Cell;
use crate::vocabulary::*;
use smallvec::SmallVec;

/// A common SCU that is thought to replace an LCU absorbs two points (12.6.5-8).
const THOUGHT: u8 = 2;

/// Losses that cost nothing: what is asked is how much can be absorbed.
struct Free;

impl Policy for Free {
    fn step(&self, _: &Step) -> i32 {
        0
    }
    fn removal(&self, _: bool) -> i32 {
        0
    }
    fn arrival(&self, _: u8) -> i32 {
        0
    }
}

/// A side that takes losses.
#[derive(Debug)]
pub struct LossSheet<'a> {
    after: &'a PostCombat<'a>,
    /// The side.
    pub side: Side,
    /// What it has to absorb.
    pub number: u8,
    /// Its combat units that take part; HQs absorb nothing (3.2.3.1-4).
    pub members: BitSet,
    /// The SCUs in its reserve box.
    pub reserve: SmallVec<[UnitId; 32]>,
}

/// What a way to take losses comes to.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Units that lose steps, and how many.
    pub steps: SmallVec<[(UnitId, u8); 8]>,
    /// LCUs that fall, and the SCUs that come for them.
    pub replaced: SmallVec<[(UnitId, UnitId); 4]>,
}

impl<'a> LossSheet<'a> {
    /// The losses of a side in the battle under way.
    #[must_use]
    pub fn new(after: &'a PostCombat<'a>, side: Side) -> Self {
        let known = &after.data.known;
        let reserve = match side {
            Side::Cp => known.cp_reserve,
            _ => known.ap_reserve,
        };
        let places = after.state.place.iter().enumerate();
        let there = places.filter(|(_, at)| usize::from(**at) == reserve + 1);
        let scus = there.map(|(unit, _)| unit).filter(|unit| {
            let entry = &after.data.units[*unit];
            entry.size == Size::Scu && entry.class == Class::Regular
        });
        Self {
            side,
            number: after.loss_number(side),
            members: after.participants(side),
            reserve: scus.collect(),
            after,
        }
    }

    /// Whether a unit is an LCU that is replaced if it falls (12.6.3-3, 12.6.7.b).
    #[must_use]
    pub fn replaceable(&self, unit: UnitId) -> bool {
        self.lcu(unit) && !self.after.state.unfed.contains(unit)
    }

    /// Whether a unit is an LCU.
    #[must_use]
    pub fn lcu(&self, unit: UnitId) -> bool {
        self.after.data.counters.lcus.contains(unit)
    }

    /// What an SCU is worth as the replacement of an LCU: nation first, then type, less being
    /// better; `None` if it does not suit (12.6.5-1 to -6).
    #[must_use]
    pub fn preference(&self, lcu: UnitId, scu: UnitId) -> Option<(u8, u8)> {
        let of = |unit: UnitId| {
            let (data, state) = (self.after.data, self.after.state);
            let nations = combat::nations(data, state, unit);
            (nations, data.units[unit].unit_type)
        };
        preference(of(lcu), of(scu))
    }

    /// Steps a unit has left.
    #[must_use]
    pub fn steps_left(&self, unit: UnitId) -> u8 {
        if self.after.state.reduced.contains(unit) {
            1
        } else {
            2
        }
    }

    /// What so many steps of a unit absorb (2.0.lf-1, 12.6.3-1).
    #[must_use]
    pub fn absorbs(&self, unit: UnitId, steps: u8) -> u8 {
        let first = self
            .after
            .factor(unit, self.after.state.reduced.contains(unit));
        match steps {
            0 => 0,
            1 => first,
            _ => first.saturating_add(self.after.factor(unit, true)),
        }
    }

    /// The better SCUs in the box that an LCU should have had (12.6.5-1): those that no other LCU
    /// took that can have been replaced before it.
    pub fn passed_over<'s>(
        &'s self,
        tally: &'s Tally,
        lcu: UnitId,
        by: UnitId,
    ) -> impl Iterator<Item = (UnitId, (u8, u8))> + 's {
        let own = self.preference(lcu, by);
        let better = self.reserve.iter().filter_map(move |scu| {
            let preference = self.preference(lcu, *scu)?;
            (Some(preference) < own).then_some((*scu, preference))
        });
        let suits = |lcu, scu| self.preference(lcu, scu);
        let later = replaced_after(&tally.replaced, lcu, &suits);
        better.filter(move |(scu, _)| {
            let taker = tally
                .replaced
                .iter()
                .find(|(other, taken)| taken == scu && *other != lcu && !later.contains(other));
            taker.is_none()
        })
    }

    /// The LCUs that fall and are replaced by nobody though they should: in supply, and somebody
    /// suitable is left in the box; and those for which nobody is left.
    #[must_use]
    pub fn unreplaced(&self, tally: &Tally) -> [SmallVec<[UnitId; 4]>; 2] {
        let mut lists: [SmallVec<[UnitId; 4]>; 2] = Default::default();
        for (unit, steps) in &tally.steps {
            let falls = *steps >= self.steps_left(*unit);
            let replaced = tally.replaced.iter().any(|(lcu, _)| lcu == unit);
            if falls && !replaced && self.members.contains(*unit) && self.replaceable(*unit) {
                let left = |scu: &&UnitId| {
                    !tally.replaced.iter().any(|(_, by)| by == *scu)
                        && self.preference(*unit, **scu).is_some()
                };
                let owed = self.reserve.iter().any(|scu| left(&scu));
                lists[usize::from(!owed)].push(*unit);
            }
        }
        lists
    }

    /// What is absorbed.
    #[must_use]
    pub fn truly(&self, tally: &Tally) -> u32 {
        let steps = tally.steps.iter();
        steps
            .map(|(unit, steps)| u32::from(self.absorbs(*unit, *steps)))
            .sum()
    }

    /// What is absorbed if a common SCU is thought to come for each LCU for which there is none.
    #[must_use]
    pub fn as_if(&self, tally: &Tally) -> u32 {
        let [_, nobody] = self.unreplaced(tally);
        let thought = nobody.iter().map(|_| u32::from(THOUGHT)).sum::<u32>();
        let truly = self.truly(tally);
        let open = u32::from(self.number).saturating_sub(truly);
        truly + thought.min(open)
    }

    /// Steps of `?` units at full strength.
    #[must_use]
    pub fn uncertain(&self, tally: &Tally) -> u32 {
        let steps = tally.steps.iter();
        let first = steps.filter(|(unit, steps)| *steps > 0 && self.after.uncertain(*unit));
        u32::try_from(first.count()).unwrap_or(u32::MAX)
    }

    /// How much can be absorbed (12.6.4-1).
    #[must_use]
    pub fn capacity(&self) -> Capacity {
        let after = self.after;
        let role = self.role();
        let enlisted = |side: Side| -> Vec<UnitId> { after.participants(side).iter().collect() };
        let mut battle = Battle::new(
            after.position,
            Declaration {
                defenders: enlisted(after.attacker.enemy()),
                happened: Happened {
                    retreated: after.state.retreated,
                    ..Happened::default()
                },
                ..Declaration::attack(after.target, enlisted(after.attacker))
            },
        );
        for fighter in &mut battle.fighters[role as usize] {
            // Judged at the moment of the attack (14.1.1-2).
            fighter.supplied = !after.state.unfed.contains(fighter.unit);
        }
        battle.fighters[role as usize].retain(|fighter| self.members.contains(fighter.unit));
        let rolled = self.members.iter().filter_map(|unit| {
            let lf = after.state.get(Cell::Factor(unit)).to_le_bytes()[0];
            (lf > 0).then_some(Rolled { unit, lf })
        });
        let rolled: Vec<Rolled> = rolled.collect();
        let roster = battle.roster(role);
        let army = battle.army(role, &roster, 0, &rolled);
        Losses::new(&army, &roster, &Free, self.number).capacity(self.number)
    }

    /// What each of these ways to take the losses costs by a policy, in the measure of the odds.
    #[must_use]
    pub fn costs(&self, ways: &[Move], policy: &impl Policy) -> Vec<LossCost> {
        let role = self.role();
        let Some(mut battle) = Battle::from_position(self.after.position) else {
            return Vec::new();
        };
        for fighter in &mut battle.fighters[role as usize] {
            fighter.supplied = !self.after.state.unfed.contains(fighter.unit);
        }
        battle.fighters[role as usize].retain(|fighter| self.members.contains(fighter.unit));
        let roster = battle.roster(role);
        let cost = |way: &Move| {
            let (mut steps, mut replaced) = (Vec::new(), Vec::new());
            for order in way.orders() {
                match *order {
                    Order::Reduce { unit } => steps.push((unit, 1)),
                    Order::Eliminate { unit } => {
                        steps.push((unit, self.steps_left(unit)));
                    }
                    Order::Replace { unit, by } => {
                        replaced.push((unit, by));
                    }
                    _ => {}
                }
            }
            battle.cost(role, &roster, policy, &steps, &replaced)
        };
        ways.iter().map(cost).collect()
    }

    fn role(&self) -> Role {
        if self.side == self.after.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// The legal ways to take the losses, in the order of the units' numbers: all of them, if they
    /// are no more than `most`.
    #[must_use]
    pub fn ways(&self, most: usize) -> Vec<Move> {
        let members: Vec<UnitId> = self.members.iter().collect();
        // What the units from each on can absorb, their replacements included.
        let mut rest = vec![0_u32; members.len() + 1];
        for (at, unit) in members.iter().enumerate().rev() {
            let own = u32::from(self.absorbs(*unit, self.steps_left(*unit)));
            rest[at] = rest[at + 1] + own + if self.replaceable(*unit) { 4 } else { 0 };
        }
        let mut search = LossSearch {
            sheet: self,
            capacity: self.capacity(),
            members,
            rest,
            most,
            found: Vec::new(),
        };
        search.member(0, &mut Tally::default(), 0, 0);
        search.found
    }

    /// Whether there is more than one way.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.ways(2).len() > 1
    }
}

struct LossSearch<'s, 'a> {
    sheet: &'s LossSheet<'a>,
    capacity: Capacity,
    members: Vec<UnitId>,
    rest: Vec<u32>,
    most: usize,
    found: Vec<Move>,
}

impl LossSearch<'_, '_> {
    fn full(&self) -> bool {
        self.found.len() >= self.most
    }

    /// Chooses the steps of one member after the other.
    fn member(&mut self, at: usize, tally: &mut Tally, taken: u32, thought: u32) {
        let most = u32::from(self.capacity.most);
        if self.full() || taken + thought + self.rest[at] < most {
            return;
        }
        let Some(unit) = self.members.get(at).copied() else {
            let fallen = tally.steps.iter().filter(|(unit, steps)| {
                *steps >= self.sheet.steps_left(*unit) && self.sheet.replaceable(*unit)
            });
            let fallen: SmallVec<[UnitId; 4]> = fallen.map(|(unit, _)| *unit).collect();
            self.replace(&fallen, 0, tally, taken);
            return;
        };
        self.member(at + 1, tally, taken, thought);
        let left = self.sheet.steps_left(unit);
        for steps in 1..=left {
            let absorbed = taken + u32::from(self.sheet.absorbs(unit, steps));
            if absorbed > u32::from(self.sheet.number) {
                break;
            }
            let falls = steps == left && self.sheet.replaceable(unit);
            tally.steps.push((unit, steps));
            self.member(at + 1, tally, absorbed, thought + if falls { 4 } else { 0 });
            tally.steps.pop();
        }
    }

    /// Chooses who comes for one fallen LCU after the other.
    fn replace(&mut self, fallen: &[UnitId], at: usize, tally: &mut Tally, taken: u32) {
        if self.full() {
            return;
        }
        let sheet = self.sheet;
        let Some(lcu) = fallen.get(at).copied() else {
            let in_turn =
                |(lcu, by): &(UnitId, UnitId)| sheet.passed_over(tally, *lcu, *by).next().is_none();
            let [owed, _] = sheet.unreplaced(tally);
            if owed.is_empty() && tally.replaced.iter().all(in_turn) {
                self.newcomer(0, tally, taken);
            }
            return;
        };
        let mut nobody = true;
        for scu in &sheet.reserve {
            let used = tally.replaced.iter().any(|(_, by)| by == scu);
            if used || sheet.preference(lcu, *scu).is_none() {
                continue;
            }
            nobody = false;
            // Whoever is better than this one must be gone to another of the fallen.
            tally.replaced.push((lcu, *scu));
            let better = sheet.passed_over(tally, lcu, *scu).count();
            if better < fallen.len() {
                self.replace(fallen, at + 1, tally, taken);
            }
            tally.replaced.pop();
        }
        // Others may take all that suit it.
        if nobody || fallen.len() > 1 {
            self.replace(fallen, at + 1, tally, taken);
        }
    }

    /// Chooses the steps of one replacement after the other.
    fn newcomer(&mut self, at: usize, tally: &mut Tally, taken: u32) {
        if self.full() {
            return;
        }
        let sheet = self.sheet;
        let Some((_, unit)) = tally.replaced.get(at).copied() else {
            let capacity = self.capacity;
            if sheet.as_if(tally) == u32::from(capacity.most)
                && taken == u32::from(capacity.truly)
                && sheet.uncertain(tally) == u32::from(capacity.uncertain)
            {
                self.found.push(orders(sheet, tally));
            }
            return;
        };
        self.newcomer(at + 1, tally, taken);
        for steps in 1..=sheet.steps_left(unit) {
            let absorbed = taken + u32::from(sheet.absorbs(unit, steps));
            if absorbed <= u32::from(sheet.number) {
                tally.steps.push((unit, steps));
                self.newcomer(at + 1, tally, absorbed);
                tally.steps.pop();
            }
        }
    }
}

fn orders(sheet: &LossSheet<'_>, tally: &Tally) -> Move {
    let steps = tally.steps.iter().map(|(unit, steps)| {
        if *steps >= sheet.steps_left(*unit) {
            Order::Eliminate { unit: *unit }
        } else {
            Order::Reduce { unit: *unit }
        }
    });
    let replaced = tally.replaced.iter();
    let replaced = replaced.map(|(unit, by)| Order::Replace {
        unit: *unit,
        by: *by,
    });
    Move::new(steps.chain(replaced).collect())
}
