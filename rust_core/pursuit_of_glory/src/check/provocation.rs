//! ENVER GOES EAST: which stacks the AP may send into battle and against what, and what the CP owes it then
//! (9.5.1.a, 9.2, 12.1).

use super::attack::Attack;
use super::codes::*;
use super::plan::PlannedActivation;
use super::{Arg, Checker, Violation, Violations};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::state::Cell;
use engine::chance::Random;

/// No more units are needed for a stack that may be sent: one next to Russians, and one that has a target.
const NEEDED: usize = 2;

/// A stack that may be sent into battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provocable {
    /// Where it stands.
    pub place: PlaceId,
    /// The units that are named for it; nobody in a space, which goes as a whole.
    pub units: Vec<UnitId>,
    /// What it could attack.
    pub targets: Vec<PlaceId>,
}

/// What a combat unit is to a stack that is sent into battle.
#[derive(Debug, Clone, Copy)]
struct Part {
    unit: UnitId,
    /// Whether it is a Turkish one next to RU units.
    near: bool,
    /// Whether it is a Turkish one that could be activated for attack, and attack something.
    strikes: bool,
}

/// Whether a stack of these could be sent.
fn serves<'p>(parts: impl Iterator<Item = &'p Part> + Clone) -> bool {
    let any = |what: fn(&Part) -> bool| parts.clone().any(what);
    any(|part| part.near) && any(|part| part.strikes)
}

impl Checker<'_> {
    /// A combat unit of TU or TU-A.
    pub(super) fn turk(&self, unit: UnitId) -> bool {
        self.data.counters.combat.contains(unit) && self.data.units[unit].is_turkish()
    }

    /// Where RU units stand, of whatever kind; not those that have become BR (16.4.5.4-3).
    fn places_of_russians(&self) -> BitSet {
        let units = 0..self.data.units.len();
        let there = units
            .filter(|unit| self.russian(*unit))
            .filter_map(|unit| self.position.place(unit));
        there.filter(|place| *place < self.data.on_map).collect()
    }

    /// Whether a line over which a unit may attack leads from where it stands to one of these places.
    fn stands_next_to(&self, unit: UnitId, from: PlaceId, those: &BitSet) -> bool {
        let attacker = self.attacker(unit, from);
        let near = self.data.movement_graph.next_to(from) & *those;
        near.iter().any(|place| {
            let mut found = Vec::new();
            self.check_attacked_line(&attacker, place, &mut Violations(&mut found));
            place != from && found.is_empty()
        })
    }

    /// What speaks against an attack of these units if only the rules about one attack are asked.
    fn may_attack(&self, units: &[UnitId], target: PlaceId) -> bool {
        let place = |unit: &UnitId| Some((*unit, self.position.place(*unit)?));
        let fighters = units.iter().filter_map(place);
        let attack = Attack {
            target: Some(target),
            fighters: fighters
                .map(|(unit, place)| self.attacker(unit, place))
                .collect(),
            aides: Vec::new(),
            pins: Vec::new(),
            fled: self.view().state.fugitives(units.iter().copied()),
        };
        let mut found = Vec::new();
        self.check_one_attack(&attack, &mut Violations(&mut found));
        found.is_empty()
    }

    /// What the Turks among some units of a place that could be activated for it could attack, each alone:
    /// what speaks against a unit alone speaks against it in any company.
    fn targets_of(&self, units: &[UnitId], from: PlaceId) -> BitSet {
        let mut near = self.data.movement_graph.next_to(from);
        near.insert(from);
        let on_map = near.iter().filter(|place| *place < self.data.on_map);
        let turks: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| self.turk(*unit))
            .filter(|unit| self.activation_rules.fit(*unit, from, Purpose::Attack))
            .collect();
        on_map
            .filter(|target| turks.iter().any(|unit| self.may_attack(&[*unit], *target)))
            .collect()
    }

    /// What is wrong with the stacks that are named: so many different ones, or all that there are, each
    /// with a target.
    #[must_use]
    pub fn check_provocation(&self, number: u8, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let russians = self.places_of_russians();
        let mut named: Vec<(PlaceId, &[UnitId])> = Vec::new();
        for order in made.orders() {
            let Order::Provoke {
                place,
                target,
                units,
            } = order
            else {
                continue;
            };
            let (place, units) = (*place, units.as_slice());
            if named.contains(&(place, units)) {
                violations.add(&TWO_PLACES_NAMED, &[Arg::Place(place)]);
            } else {
                named.push((place, units));
            }
            let Some(stack) = self.provoked_stack(place, units, violations) else {
                continue;
            };
            let done = PlannedActivation {
                place,
                purpose: Purpose::Attack,
                units,
            };
            let priced = if units.is_empty() { &[] } else { &stack[..] };
            // Whatever it would cost.
            self.price(&done, priced, violations);
            let near =
                |unit: &UnitId| self.turk(*unit) && self.stands_next_to(*unit, place, &russians);
            if !stack.iter().any(near) {
                violations.add(&NOT_FACING_RUSSIANS, &[Arg::Place(place)]);
            }
            if !self.targets_of(&stack, place).contains(*target) {
                let witness = [Arg::Place(place), Arg::Place(*target)];
                violations.add(&CANNOT_BE_SENT, &witness);
            }
        }
        for (at, (place, units)) in named.iter().enumerate() {
            for (other, others) in &named[at + 1..] {
                let there = |unit: &&UnitId| self.at(*place).contains(unit);
                let twice = units.iter().filter(|unit| others.contains(unit));
                let twice = twice.filter(there);
                for unit in twice.filter(|_| place == other) {
                    violations.add(&TWO_STACKS, &[Arg::Unit(*unit)]);
                }
            }
        }
        let wanted = self.provocable_number(number);
        let apart = |number: usize| [Arg::Number(u32::try_from(number).unwrap_or(u32::MAX))];
        if named.len() < wanted {
            violations.add(&STACKS_MISSING, &apart(wanted - named.len()));
        }
        if named.len() > wanted {
            violations.add(&TOO_MANY_STACKS, &apart(named.len() - wanted));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The units of a stack that is named, as of one that is activated (9.2.6-1, 10.7-1); nothing if
    /// nobody is there.
    fn provoked_stack(
        &self,
        place: PlaceId,
        units: &[UnitId],
        violations: &mut Violations<'_>,
    ) -> Option<Vec<UnitId>> {
        let all = self.at(place);
        if !self.unlimited_stacking(place) {
            if all.is_empty() {
                self.check_vacant(place, violations);
            }
            return (!all.is_empty()).then(|| all.to_vec());
        }
        let (stack, strays): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|unit| all.contains(unit));
        for unit in strays {
            violations.add(&NOT_THERE, &[Arg::Unit(unit), Arg::Place(place)]);
        }
        if stack.is_empty() {
            return None;
        }
        self.check_stack(&stack, violations);
        Some(stack)
    }

    /// The combat units of a place, as what they are to a stack that is sent into battle.
    fn parts(&self, place: PlaceId, russians: &BitSet) -> Vec<Part> {
        let combat = |unit: &UnitId| self.data.counters.combat.contains(*unit);
        let units = self.at(place).iter().copied().filter(combat);
        let part = |unit: UnitId| {
            let turk = self.turk(unit);
            Part {
                unit,
                near: turk && self.stands_next_to(unit, place, russians),
                strikes: turk && !self.targets_of(&[unit], place).is_empty(),
            }
        };
        units.map(part).collect()
    }

    /// The smallest stacks that may be sent: each space as a whole, and in regions sets of units of which
    /// nobody could be spared.
    #[must_use]
    pub fn provocable(&self) -> Vec<Provocable> {
        let russians = self.places_of_russians();
        let mut found = Vec::new();
        for place in self.roster.held.iter() {
            let parts = self.parts(place, &russians);
            if !serves(parts.iter()) {
                continue;
            }
            let mut add = |units: Vec<UnitId>, all: &[UnitId]| {
                found.push(Provocable {
                    place,
                    units,
                    targets: self.targets_of(all, place).iter().collect(),
                });
            };
            if !self.unlimited_stacking(place) {
                add(Vec::new(), self.at(place));
                continue;
            }
            for set in smallest(&parts) {
                let units: Vec<UnitId> = set.iter().map(|at| parts[*at].unit).collect();
                add(units.clone(), &units);
            }
        }
        found
    }

    /// Every order that could be in a legal answer: each stack that may be sent, with each of its targets;
    /// `None` if a region has too many stacks.
    pub(crate) fn provocations(&self) -> Option<Vec<Order>> {
        let (russians, choices) = (self.places_of_russians(), self.choices());
        let mut found = Vec::new();
        for place in self.roster.held.iter() {
            let parts = self.parts(place, &russians);
            if !serves(parts.iter()) {
                continue;
            }
            let stacks = match self.unlimited_stacking(place) {
                true => choices.stacks_at(place)?,
                false => vec![Vec::new()],
            };
            for units in stacks {
                let of = |part: &&Part| units.is_empty() || units.contains(&part.unit);
                if !serves(parts.iter().filter(of)) {
                    continue;
                }
                let all = match units.is_empty() {
                    true => self.at(place),
                    false => &units,
                };
                let targets = self.targets_of(all, place);
                found.extend(targets.iter().map(|target| Order::Provoke {
                    place,
                    target,
                    units: units.clone(),
                }));
            }
        }
        Some(found)
    }

    /// How many stacks are named: so many, or as many as there are.
    #[must_use]
    pub fn provocable_number(&self, number: u8) -> usize {
        let stacks = self.provocable();
        let apart = |(at, one): (usize, &Provocable)| {
            let mut others = stacks[at + 1..].iter();
            others.any(|other| one.is_apart_from(other))
        };
        let there = match stacks.iter().enumerate().any(apart) {
            true => 2,
            false => stacks.len().min(1),
        };
        usize::from(number).min(there)
    }

    /// A legal choice of stacks at random.
    pub(crate) fn sampled_provocation(&self, number: u8, random: &mut Random) -> Move {
        let mut stacks = self.provocable();
        random.shuffle(&mut stacks);
        let pair = stacks.iter().enumerate().find_map(|(at, one)| {
            let mut others = stacks[at + 1..].iter();
            Some([one, others.find(|other| one.is_apart_from(other))?])
        });
        let chosen = match (number, pair) {
            (2.., Some(pair)) => pair.to_vec(),
            _ => stacks.iter().take(usize::from(number).min(1)).collect(),
        };
        let orders = chosen.into_iter().filter_map(|one| {
            Some(Order::Provoke {
                place: one.place,
                target: *random.pick(&one.targets)?,
                units: one.units.clone(),
            })
        });
        Move::new(orders.collect())
    }

    /// The Turks that wait of a stack that has to attack a target.
    fn waiting_turks(&self, stack: u16) -> Vec<UnitId> {
        let state = self.view().state;
        let waiting = (state.attacking - state.fought) & self.own;
        let of = |unit: &UnitId| state.get(Cell::Provoked(*unit)) == stack && self.turk(*unit);
        waiting.iter().filter(of).collect()
    }

    /// The stacks that have to attack, each with its number and its target.
    fn provoked_stacks(&self) -> impl Iterator<Item = (u16, PlaceId)> {
        let targets = self.view().state.provoked_targets();
        (1..)
            .zip(targets)
            .filter_map(|(stack, target)| Some((stack, target?)))
    }

    /// Who is sent into battle attacks what is named and nothing else, and both stacks take part if they
    /// are sent against one place and can go together: nothing is attacked twice (12.1.3).
    pub(super) fn check_provoked(&self, attack: &Attack, violations: &mut Violations<'_>) {
        let Some(target) = attack.target else { return };
        let state = self.view().state;
        for one in attack.fighters.iter().chain(&attack.aides) {
            if state
                .must_attack(one.unit)
                .is_some_and(|place| place != target)
            {
                violations.add(&OTHER_TARGET, &[Arg::Unit(one.unit)]);
            }
        }
        let takes_part = |stack: u16| {
            let mut fighters = attack.fighters.iter();
            fighters.any(|one| state.get(Cell::Provoked(one.unit)) == stack && self.turk(one.unit))
        };
        let sent = self.provoked_stacks().filter(|(_, place)| *place == target);
        let (part, held): (Vec<u16>, Vec<u16>) = sent
            .map(|(stack, _)| stack)
            .partition(|stack| takes_part(*stack));
        for stack in held {
            let turks = self.waiting_turks(stack);
            let others = part.iter().map(|other| self.waiting_turks(*other));
            let alone = |unit: &UnitId| self.may_attack(&[*unit], target);
            let others: Vec<UnitId> = others.flatten().filter(alone).collect();
            let goes = |unit: &UnitId| match others.is_empty() {
                true => alone(unit),
                false => others
                    .iter()
                    .any(|other| self.may_attack(&[*unit, *other], target)),
            };
            let held_back = turks.iter().find(|unit| goes(unit));
            if let Some(place) = held_back.and_then(|unit| self.position.place(*unit)) {
                violations.add(&STACK_HELD_BACK, &[Arg::Place(place)]);
            }
        }
    }

    /// No end while a stack could still attack what it has to (9.5.1.a); what it no longer can lapses.
    pub(super) fn check_end(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        let owed: BitSet = self.owed_attacks().into_iter().map(|one| one.1).collect();
        for target in owed.iter() {
            Violations(&mut found).add(&MUST_ATTACK, &[Arg::Place(target)]);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The Turks of each stack that still has to attack, and can, with its target.
    #[must_use]
    pub fn owed_attacks(&self) -> Vec<(Vec<UnitId>, PlaceId)> {
        let turks = self
            .provoked_stacks()
            .map(|(stack, target)| (self.waiting_turks(stack), target));
        let able = |(turks, target): &(Vec<UnitId>, PlaceId)| {
            turks.iter().any(|unit| self.may_attack(&[*unit], *target))
        };
        turks.filter(able).collect()
    }
}

impl Provocable {
    /// Whether both may be named: they stand in different places, or nobody is of both.
    fn is_apart_from(&self, other: &Self) -> bool {
        self.place != other.place || !self.units.iter().any(|unit| other.units.contains(unit))
    }
}

/// The sets of parts that serve and lose that with any of them, as their places among them.
fn smallest(parts: &[Part]) -> Vec<Vec<usize>> {
    let of = |set: &[usize]| serves(set.iter().map(|at| &parts[*at]));
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut level: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..NEEDED {
        let mut next = Vec::new();
        for set in &level {
            let from = set.last().map_or(0, |last| last + 1);
            for at in from..parts.len() {
                let mut larger = set.clone();
                larger.push(at);
                let holds = |known: &Vec<usize>| known.iter().all(|one| larger.contains(one));
                if found.iter().any(holds) {
                    continue;
                }
                match of(&larger) {
                    true => found.push(larger),
                    false => next.push(larger),
                }
            }
        }
        level = next;
    }
    found
}
