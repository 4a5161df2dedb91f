//! Taking losses (12.6): every legal way, and the one that costs its owner least.
//!
//! A side absorbs as much of the loss number as it can, and never more (12.6.4-1). Units that are
//! alike are counted, not named, and what remains to be absorbed is small, so that all legal ways
//! are gone through kind by kind, keeping the cheapest for every amount absorbed: the costs of a
//! [`Policy`] are added up step by step, so what is cheapest on the whole is cheapest in its parts.

use super::fire::Force;
use super::kinds::{Alike, Army, Body, Roster};
use super::policy::{Policy, Step};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// No loss number is higher: fire tables end with 9, and NO PRISONERS adds 1.
pub const HIGHEST: usize = 10;
const AMOUNTS: usize = HIGHEST + 1;

/// What becomes of a side that takes losses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loss {
    /// What was absorbed.
    pub absorbed: u8,
    /// Steps lost.
    pub steps: u8,
    /// Units that left the game.
    pub removed: u8,
    /// Whether the fort is destroyed (12.6.6, 15.1.5).
    pub fort_destroyed: bool,
    /// Who is left, replacements included.
    pub left: Force,
    /// What the losses cost by the policy.
    pub cost: i32,
}

/// Part of a way to take losses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Part {
    /// Steps of `?` units: none if it can be helped (3.2.2.q-2).
    uncertain: u8,
    cost: i32,
    absorbed: u8,
    steps: u8,
    removed: u8,
    left: Force,
}

impl Part {
    const fn and(&self, other: &Self) -> Self {
        Self {
            uncertain: self.uncertain + other.uncertain,
            cost: self.cost + other.cost,
            absorbed: self.absorbed + other.absorbed,
            steps: self.steps + other.steps,
            removed: self.removed + other.removed,
            left: self.left.and(other.left),
        }
    }

    /// What comes first is better: for the same amount more that was truly absorbed, then fewer
    /// steps of `?` units, then less cost. Ties go to more strength, more units, more of them full.
    fn key(&self) -> impl Ord + use<> {
        let left = self.left;
        (
            (Reverse(self.absorbed), self.uncertain, self.cost),
            Reverse((left.strength, left.full, left.units)),
            (self.steps, self.removed),
            Reverse(left),
        )
    }
}

/// The best part for each amount absorbed.
type Best = [Option<Part>; AMOUNTS];
const NOTHING: Best = [None; AMOUNTS];

fn offer(best: &mut Best, amount: usize, part: Part) {
    if let Some(known) = best.get_mut(amount)
        && known.as_ref().is_none_or(|known| part.key() < known.key())
    {
        *known = Some(part);
    }
}

/// The best of two things together.
fn joined(a: &Best, b: &Best) -> Best {
    let mut all = NOTHING;
    for (one, first) in a.iter().enumerate() {
        let Some(first) = first else { continue };
        for (two, second) in b.iter().enumerate().take(AMOUNTS - one) {
            if let Some(second) = second {
                offer(&mut all, one + two, first.and(second));
            }
        }
    }
    all
}

/// How many LCUs of each way of replacement have been eliminated: 4 bits each.
type Fallen = u64;
const WAYS: usize = 16;

/// How much of a loss number can be absorbed (12.6.4-1): a step only where its factor is still to be
/// met (2.0.lf-2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Capacity {
    /// As if a common SCU replaced each LCU in supply for which there is none (12.6.5-8).
    pub most: u8,
    /// Truly, where that much can be.
    pub truly: u8,
    /// With how many steps of `?` units at full strength at least (3.2.2.q-2).
    pub uncertain: u8,
}

/// What a side loses at each loss number.
#[derive(Debug, Clone)]
pub struct Losses {
    by_number: [Loss; AMOUNTS],
    capacity: [Capacity; AMOUNTS],
}

impl Losses {
    /// What a side loses at each loss number up to `highest`, by a policy.
    #[must_use]
    pub fn new(army: &Army, roster: &Roster, policy: &impl Policy, highest: u8) -> Self {
        let most = usize::from(highest).min(HIGHEST);
        let mut search = Search {
            roster,
            policy,
            most,
            known: Vec::new(),
        };
        let best = search.best(army);
        let mut by_number = [Loss::default(); AMOUNTS];
        let mut capacity = [Capacity::default(); AMOUNTS];
        let mut known = (0_u8..).zip(&best);
        let mut last = None;
        for number in 0..=most {
            // As much as possible, and never more (12.6.4-1).
            if let Some((amount, Some(part))) = known.next() {
                last = Some((amount, part));
            }
            if let Some((amount, part)) = last {
                by_number[number] = taken(army, part, number);
                capacity[number] = Capacity {
                    most: amount,
                    truly: part.absorbed,
                    uncertain: part.uncertain,
                };
            }
        }
        for number in most + 1..AMOUNTS {
            by_number[number] = by_number[most];
            capacity[number] = capacity[most];
        }
        Self {
            by_number,
            capacity,
        }
    }

    /// What is lost at a loss number.
    #[must_use]
    pub fn at(&self, number: u8) -> &Loss {
        &self.by_number[usize::from(number).min(HIGHEST)]
    }
}

impl Losses {
    /// How much of a loss number can be absorbed.
    #[must_use]
    pub fn capacity(&self, number: u8) -> Capacity {
        self.capacity[usize::from(number).min(HIGHEST)]
    }
}

/// What a way to absorb a loss number comes to.
fn taken(army: &Army, part: &Part, number: usize) -> Loss {
    let excess = number.saturating_sub(usize::from(part.absorbed));
    // Only behind nobody is a fort hit, and then by what is left over (12.6.6-1, 12.6.6-2).
    let hit = army.fort > 0 && part.left.units == 0;
    Loss {
        absorbed: part.absorbed,
        steps: part.steps,
        removed: part.removed,
        fort_destroyed: hit && excess >= usize::from(army.fort),
        left: part.left,
        cost: part.cost,
    }
}

struct Search<'a, P> {
    roster: &'a Roster,
    policy: &'a P,
    most: usize,
    /// What replacements may absorb, by who has fallen and which spares are gone.
    known: Vec<((Fallen, u128), Best)>,
}

impl<P: Policy> Search<'_, P> {
    /// The best ways for a whole army.
    fn best(&mut self, army: &Army) -> Best {
        let mut ways: SmallVec<[(Fallen, Best); 4]> = SmallVec::new();
        let mut start = NOTHING;
        start[0] = Some(Part::default());
        ways.push((0, start));
        for kind in &army.kinds {
            let mut next: SmallVec<[(Fallen, Best); 4]> = SmallVec::new();
            for (fallen, best) in &ways {
                self.kind(kind, *fallen, best, &mut next);
            }
            ways = next;
        }
        let mut all = NOTHING;
        for (fallen, best) in &ways {
            let best = if *fallen == 0 {
                *best
            } else {
                let spares = self.spares(*fallen, 0);
                joined(best, &spares)
            };
            for (amount, part) in best.iter().enumerate() {
                if let Some(part) = part {
                    offer(&mut all, amount, *part);
                }
            }
        }
        all
    }

    /// All losses of the units of one kind, added to what was lost before.
    fn kind(
        &self,
        kind: &Alike,
        fallen: Fallen,
        before: &Best,
        next: &mut SmallVec<[(Fallen, Best); 4]>,
    ) {
        let body = &kind.body;
        let [first, second] = body.lf.map(usize::from);
        let (full, reduced) = (kind.full.len(), kind.reduced.len());
        // Reduced units eliminated, full ones eliminated, full ones reduced.
        for dead in 0..=reduced {
            for gone in 0..=full {
                for flipped in 0..=full - gone {
                    let amount = dead * second + gone * (first + second) + flipped * first;
                    if amount > self.most {
                        break;
                    }
                    let part = self.part(kind, [dead, gone, flipped], amount);
                    let died = (dead + gone) as Fallen;
                    let way = usize::from(body.replaced);
                    let after = match way.checked_sub(1).filter(|way| *way < WAYS) {
                        Some(way) => fallen + (died << (4 * way)),
                        None => fallen,
                    };
                    let known = next.iter().position(|(known, _)| *known == after);
                    let known = known.unwrap_or_else(|| {
                        next.push((after, NOTHING));
                        next.len() - 1
                    });
                    let best = &mut next[known].1;
                    for (amount, part) in
                        before.iter().enumerate().take(self.most + 1 - amount).map(
                            |(old, before)| {
                                (old + amount, before.as_ref().map(|old| old.and(&part)))
                            },
                        )
                    {
                        if let Some(part) = part {
                            offer(best, amount, part);
                        }
                    }
                }
            }
        }
    }

    /// What losses of one kind come to.
    fn part(&self, kind: &Alike, [dead, gone, flipped]: [usize; 3], amount: usize) -> Part {
        let body = &kind.body;
        let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let mut cost = 0;
        if flipped + gone > 0 {
            cost += count(flipped + gone) * self.step(body, false);
        }
        if dead + gone > 0 {
            cost += count(dead + gone) * self.step(body, true);
            if body.doomed {
                cost += count(dead + gone) * self.policy.removal(body.lcu);
            }
        }
        let full = kind.full.len() - gone - flipped;
        let reduced = kind.reduced.len() - dead + flipped;
        let uncertain = if body.uncertain { flipped + gone } else { 0 };
        Part {
            uncertain: small(uncertain),
            cost,
            absorbed: small(amount),
            steps: small(dead + 2 * gone + flipped),
            removed: if body.doomed { small(dead + gone) } else { 0 },
            left: body
                .forces(false, small(full))
                .and(body.forces(true, small(reduced))),
        }
    }

    /// What the first step of a unit costs, or its second.
    fn step(&self, body: &Body, second: bool) -> i32 {
        let strength = if second {
            body.cf[1]
        } else {
            body.cf[0].saturating_sub(body.cf[1])
        };
        self.policy.step(&Step {
            lcu: body.lcu,
            full: !second,
            strength,
        })
    }

    /// The best ways for the SCUs that replace fallen LCUs, whichever falls first, once the spares
    /// of `used` (4 bits a kind) are gone.
    ///
    /// Where no SCU is left the LCU leaves the game (12.6.7.a); but what can be absorbed is judged
    /// as if a common one stood there, one point a step (12.6.5-8).
    fn spares(&mut self, fallen: Fallen, used: u128) -> Best {
        let mut best = NOTHING;
        if fallen == 0 {
            best[0] = Some(Part::default());
            return best;
        }
        if let Some((_, known)) = self.known.iter().find(|(key, _)| *key == (fallen, used)) {
            return *known;
        }
        let roster = self.roster;
        for (way, replacement) in roster.replacements.iter().enumerate().take(WAYS) {
            if fallen >> (4 * way) & 15 == 0 {
                continue;
            }
            let rest = fallen - (1 << (4 * way));
            let left = |spare: &&u8| {
                let units = roster.spares[usize::from(**spare)].units.len();
                (used >> (4 * u32::from(**spare)) & 15) < units.min(15) as u128
            };
            let mut ranks = replacement.ranks.iter();
            let open = ranks.find(|rank| rank.iter().any(|spare| left(&spare)));
            let Some(open) = open else {
                let after = self.spares(rest, used);
                best = better(&best, &joined(&self.nobody(replacement.doomed), &after));
                continue;
            };
            for spare in open.iter().filter(left) {
                let after = self.spares(rest, used + (1 << (4 * u32::from(*spare))));
                let staff = replacement.staff[usize::from(*spare)];
                let own = self.spare(usize::from(*spare), staff);
                best = better(&best, &joined(&own, &after));
            }
        }
        self.known.push(((fallen, used), best));
        best
    }

    /// An LCU that nobody replaces; one that leaves the game anyway was counted already.
    fn nobody(&self, doomed: bool) -> Best {
        let mut best = NOTHING;
        let mut part = Part::default();
        if !doomed {
            part.cost = self.policy.removal(true);
            part.removed = 1;
        }
        for amount in 0..=2 {
            offer(&mut best, amount, part);
        }
        best
    }

    /// An SCU that comes, and what it loses.
    fn spare(&self, number: usize, staff: u8) -> Best {
        let spare = &self.roster.spares[number];
        let body = Body {
            staff,
            ..spare.body
        };
        let steps = if spare.reduced { 0..=1 } else { 0..=2 };
        let mut best = NOTHING;
        for lost in steps {
            let (mut part, mut at) = (Part::default(), usize::from(spare.reduced));
            part.cost = self.policy.arrival(body.cf[at]);
            for _ in 0..lost {
                part.absorbed += body.lf[at];
                part.cost += self.step(&body, at == 1);
                part.uncertain += u8::from(body.uncertain && at == 0);
                part.steps += 1;
                at += 1;
            }
            if at == 2 && body.doomed {
                part.cost += self.policy.removal(false);
                part.removed += 1;
            }
            if at < 2 {
                part.left = body.force(at == 1);
            }
            offer(&mut best, usize::from(part.absorbed), part);
        }
        best
    }
}

/// The better part for each amount.
fn better(a: &Best, b: &Best) -> Best {
    let mut best = *a;
    for (amount, part) in b.iter().enumerate() {
        if let Some(part) = part {
            offer(&mut best, amount, *part);
        }
    }
    best
}
