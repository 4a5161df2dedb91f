//! The sequence in which units move (11.1.1): what one unit takes, the next may use (11.2).
//!
//! A move names no sequence; it is legal if some sequence of its units makes it so. Each unit goes
//! to the end of its path before the next sets out (11.1.1.b), and all units of one space, or of
//! one stack (9.2.6), before those of another (11.1.1.a). What is taken never hurts a unit of the
//! side, so whoever can go goes: if any sequence serves, this one does.

use super::plan::{Few, Mover, Plan};
use super::{Checker, Violation, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use std::rc::Rc;

/// What a unit finds that sets out.
pub(super) struct StartingState<'g, 'a> {
    /// Supply, with what others have taken before.
    pub(super) outlook: &'g Outlook<'a>,
    /// What they have taken.
    pub(super) held: BitSet,
    /// Forts that count as besieged after the move, whoever is there then.
    pub(super) forts: BitSet,
}

impl StartingState<'_, '_> {
    /// What the side controls.
    pub(super) fn control(&self) -> &BitSet {
        &self.outlook.view.control[index(self.outlook.side)]
    }
}

impl<'a> Checker<'a> {
    /// Judges what may depend on those who move before: straits, railroads in desert, supply.
    /// Those who break none of these rules are ready to move.
    pub(super) fn check_routes(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let before = violations.0.len();
        // Mostly nobody needs another.
        if plan.lifted.is_empty() {
            let ground = StartingState {
                outlook: self.outlook(),
                held: BitSet::EMPTY,
                forts: BitSet::EMPTY,
            };
            let mut stuck = BitSet::EMPTY;
            for mover in &plan.movers {
                let started = violations.0.len();
                self.check_route(plan, mover, &ground, violations);
                stuck.set(mover.unit, violations.0.len() > started);
            }
            if violations.0.len() == before || !self.may_be_helped(plan, &stuck) {
                return;
            }
            violations.0.truncate(before);
        }
        self.check_in_sequence(plan, violations);
    }

    /// As [`Self::check_routes`], where a unit may need another. Kept apart: it takes much room on
    /// the stack.
    #[cold]
    #[inline(never)]
    fn check_in_sequence(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let mut sequence = Sequence::new(self, plan);
        sequence.find_ready();
        if sequence.waiting.is_empty() {
            sequence.move_by_groups(violations);
        } else {
            violations.0.append(&mut sequence.found);
        }
    }

    /// Judges the path of a unit that sets out.
    #[inline]
    pub(super) fn check_route(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        ground: &StartingState<'_, '_>,
        violations: &mut Violations<'_>,
    ) {
        self.check_straits(mover, ground, violations);
        self.check_supply(plan, mover, ground, violations);
    }

    /// Somebody is stuck. Whether another takes a place, or the move lays siege to a fort.
    #[cold]
    #[inline(never)]
    fn may_be_helped(&self, plan: &Plan<'_>, stuck: &BitSet) -> bool {
        let helps = |mover: &Mover<'_>| {
            (stuck.len() > 1 || !stuck.contains(mover.unit)) && !self.taken_by(mover).is_empty()
        };
        plan.movers.iter().any(helps) || !self.sieges_laid(plan).is_empty()
    }

    /// What a unit takes on its path (11.2-1).
    pub(super) fn taken_by(&self, mover: &Mover<'_>) -> BitSet {
        let mut taken = BitSet::EMPTY;
        if mover.entry.class == Class::Regular {
            for place in mover.path.iter().filter(|place| self.takes(**place)) {
                taken.insert(*place);
            }
        }
        taken
    }

    /// Supply as those who are ready leave it: with what they have taken, and the sieges of after
    /// the move; `None` if that changes nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn outlook_after(&self, plan: &Plan<'_>) -> Option<Rc<Outlook<'a>>> {
        let mut sequence = Sequence::new(self, plan);
        sequence.find_ready();
        sequence.changed(sequence.held)
    }
}

/// Movers, by their numbers.
type Batch = Few<usize>;

/// The units of a move, one after the other.
struct Sequence<'s, 'a, 'm> {
    checker: &'s Checker<'a>,
    plan: &'s Plan<'m>,
    /// The forts that are besieged after the move.
    besieged: BitSet,
    /// What each mover takes.
    taken: Few<BitSet>,
    /// Who is not ready, and why.
    waiting: Batch,
    found: Vec<Violation>,
    /// What those who are ready take.
    held: BitSet,
    /// Whether there is somebody who needs others.
    needy: bool,
}

impl<'s, 'a, 'm> Sequence<'s, 'a, 'm> {
    fn new(checker: &'s Checker<'a>, plan: &'s Plan<'m>) -> Self {
        let mut sequence = Self {
            checker,
            plan,
            besieged: BitSet::EMPTY,
            taken: plan.movers.iter().map(|m| checker.taken_by(m)).collect(),
            waiting: (0..plan.movers.len()).collect(),
            found: Vec::new(),
            held: BitSet::EMPTY,
            needy: false,
        };
        let kept = sequence.besieged_before() - plan.lifted;
        sequence.besieged = kept | checker.sieges_laid(plan);
        sequence
    }

    /// The forts that are besieged before the move.
    fn besieged_before(&self) -> BitSet {
        self.checker.view().besieging[index(self.checker.side)]
    }

    /// Supply once others have taken `held`; `None` if it is as before the move.
    fn changed(&self, held: BitSet) -> Option<Rc<Outlook<'a>>> {
        let same = held.is_empty() && self.besieged == self.besieged_before();
        (!same).then(|| self.checker.outlook().foreseen(held, self.besieged))
    }

    /// Those of `waiting` who can go once others have taken `held` leave it; returns what is taken
    /// then. What is wrong with the rest is added to `found`.
    fn go(&self, waiting: &mut Batch, held: BitSet, found: &mut Vec<Violation>) -> BitSet {
        let changed = self.changed(held);
        let outlook = changed.as_deref().unwrap_or_else(|| self.checker.outlook());
        let ground = StartingState {
            outlook,
            held,
            forts: BitSet::EMPTY,
        };
        let mut taken = held;
        waiting.retain(|at| {
            let started = found.len();
            let violations = &mut Violations(found);
            self.checker
                .check_route(self.plan, &self.plan.movers[*at], &ground, violations);
            let goes = found.len() == started;
            if goes {
                taken |= self.taken[*at];
            }
            !goes
        });
        taken
    }

    /// Finds who is ready: whom what others have taken who are ready allows to go.
    fn find_ready(&mut self) {
        let (mut waiting, mut found) = (std::mem::take(&mut self.waiting), Vec::new());
        loop {
            found.clear();
            let held = self.go(&mut waiting, self.held, &mut found);
            let more = held != self.held;
            self.held = held;
            if waiting.is_empty() || !more {
                break;
            }
            self.needy = true;
        }
        (self.waiting, self.found) = (waiting, found);
    }

    /// All are ready. Whether they also serve each other if all units of a space move before those
    /// of another (11.1.1.a). Tells what is wrong with those who would have to wait for units of
    /// another space, which must wait for others of theirs.
    fn move_by_groups(&self, violations: &mut Violations<'_>) {
        if !self.needy {
            return;
        }
        let (mut groups, mut held) = (self.groups(), BitSet::EMPTY);
        loop {
            let number = groups.len();
            groups.retain(|group| {
                let (taken, left, _) = self.exhaust(group, held);
                if left {
                    held = taken;
                }
                !left
            });
            if groups.is_empty() {
                return;
            }
            if groups.len() == number {
                break;
            }
        }
        for group in &groups {
            violations.0.append(&mut self.exhaust(group, held).2);
        }
    }

    /// Moves as many units of a group as can go, once others have taken `held`: what is taken
    /// then, whether all went, and what is wrong with the rest.
    fn exhaust(&self, group: &Batch, held: BitSet) -> (BitSet, bool, Vec<Violation>) {
        let (mut held, mut waiting, mut found) = (held, group.clone(), Vec::new());
        loop {
            found.clear();
            let taken = self.go(&mut waiting, held, &mut found);
            if waiting.is_empty() || taken == held {
                return (taken, waiting.is_empty(), found);
            }
            held = taken;
        }
    }

    /// Who moves together: the units of a space, or of one stack (9.2.6-1).
    fn groups(&self) -> Vec<Batch> {
        let mut groups: Vec<((PlaceId, &[UnitId]), Batch)> = Vec::new();
        let mut join = |key, at| match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) if group.last() == Some(&at) => {}
            Some((_, group)) => group.push(at),
            None => groups.push((key, std::iter::once(at).collect())),
        };
        for (at, mover) in self.plan.movers.iter().enumerate() {
            let stacks = self.plan.activations.iter();
            let mut stacks = stacks
                .filter(|one| one.place == mover.start && one.units.contains(&mover.unit))
                .peekable();
            if stacks.peek().is_none() {
                join((mover.start, &[]), at);
            }
            // That it is in one stack only is judged elsewhere (10.7-1).
            for stack in stacks {
                join((mover.start, stack.units), at);
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}
