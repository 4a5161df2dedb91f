//! Random legal moves, such as a player might make.

use super::choices::{Candidate, Choices};
use super::themes::{self, Theme};
use super::ways::Ways;
use super::{Move, Order};
use crate::activation::{ActivationRules, Purpose};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;
use engine::chance::Random;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is wrong with a move: the units and places that a broken rule names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Culprit {
    /// Units.
    pub units: Vec<UnitId>,
    /// Places.
    pub places: Vec<PlaceId>,
    /// Whether more orders could mend it.
    pub owed: bool,
}

/// Whoever knows the rules: what is wrong with a move, nothing if it is legal.
pub(crate) type FindCulprits<'j> = dyn FnMut(&Move) -> Vec<Culprit> + 'j;

/// How many paths of a unit are considered.
const MOST_PATHS: usize = 400;

/// Makes `count` legal moves of a side with `ops` OPS. The same seed gives the same moves, and the
/// first of many are the same as the first of few.
pub(crate) fn sample(
    rules: &Rc<ActivationRules<'_>>,
    ops: u8,
    seed: u64,
    count: usize,
    judge: &mut FindCulprits<'_>,
) -> Vec<Move> {
    let mut sampler = Sampler::new(Choices::by(Rc::clone(rules), ops));
    (0..count)
        .map(|number| {
            let mut random = Random::new(seed, number as u64 + 1);
            let orders = match sampler.choices.only_organizes() {
                true => sampler.one_corps(&mut random),
                false => sampler.orders(&mut random),
            };
            mend(rules.position, orders, &mut random, judge)
        })
        .collect()
}

/// Takes orders out, or shortens paths, until nothing is wrong with what is left.
fn mend(
    position: &Position,
    mut orders: Vec<Order>,
    random: &mut Random,
    judge: &mut FindCulprits<'_>,
) -> Move {
    loop {
        let made = Move::new(orders.clone());
        if orders.is_empty() {
            return made;
        }
        let culprits = judge(&made);
        if culprits.is_empty() {
            return made;
        }
        let (owed, wrong): (Vec<_>, Vec<_>) = culprits.into_iter().partition(|c| c.owed);
        if wrong.is_empty() {
            // What is owed may be settled together: one thing at a time.
            if let Some(culprit) = random.pick(&owed) {
                relent(position, &mut orders, culprit, random);
            }
        } else {
            for culprit in &wrong {
                relent(position, &mut orders, culprit, random);
            }
        }
    }
}

/// Takes out one order that a broken rule is about, or shortens its path.
fn relent(position: &Position, orders: &mut Vec<Order>, culprit: &Culprit, random: &mut Random) {
    let guilty = |wanted: &dyn Fn(&Order) -> bool| -> Vec<usize> {
        (0..orders.len())
            .filter(|at| wanted(&orders[*at]))
            .collect()
    };
    let stays = |order: &Order| matches!(order, Order::Activate { .. });
    let names = |order: &Order| {
        culprit
            .units
            .iter()
            .any(|unit| order.units().contains(unit))
    };
    let here = |order: &Order| match order {
        Order::Go { path, .. } => path
            .last()
            .is_some_and(|last| culprit.places.contains(last)),
        order => order
            .places()
            .iter()
            .any(|place| culprit.places.contains(place)),
    };
    let leaves = |order: &Order| match order {
        Order::Go { unit, .. } => {
            let start = position.place(*unit);
            start.is_some_and(|start| culprit.places.contains(&start))
        }
        _ => false,
    };
    let found = [
        guilty(&|order| names(order) && !stays(order)),
        guilty(&|order| here(order) && !stays(order)),
        guilty(&leaves),
        guilty(&|order| names(order) || here(order)),
        guilty(&|order| !stays(order)),
        guilty(&|_| true),
    ];
    let Some(at) = found
        .iter()
        .find(|found| !found.is_empty())
        .and_then(|found| random.pick(found).copied())
    else {
        return;
    };
    if let Order::Go { path, .. } = &mut orders[at] {
        let named = path.iter().position(|place| culprit.places.contains(place));
        let keep = named.unwrap_or(path.len() - 1);
        if keep > 0 && random.chance(50) {
            path.truncate(keep);
            return;
        }
    }
    orders.swap_remove(at);
}

/// Makes up moves in one position.
pub(super) struct Sampler<'a> {
    pub(super) choices: Choices<'a>,
    pub(super) activations: Vec<Vec<Candidate>>,
    /// What a move may be about.
    themes: Vec<Theme>,
    organizable: BTreeMap<PlaceId, Vec<Order>>,
    joiners: Vec<UnitId>,
    suppressors: Vec<UnitId>,
    entrenchable: Vec<PlaceId>,
    ways: BTreeMap<UnitId, Rc<Ways>>,
    /// Places worth going to: enemy forts first, then what the foe controls.
    forts: BitSet,
    prizes: BitSet,
}

/// A move in the making.
#[derive(Default)]
pub(super) struct PartialMove {
    pub(super) orders: Vec<Order>,
    /// OPS left.
    pub(super) left: usize,
    /// Activated units.
    used: BitSet,
    /// Units activated for movement, by group.
    movers: Vec<Vec<UnitId>>,
    /// Units activated for attack.
    fighters: BitSet,
    /// Units with something else to do.
    pub(super) busy: BitSet,
    pub(super) paths: BTreeMap<UnitId, Vec<PlaceId>>,
}

impl<'a> Sampler<'a> {
    fn new(choices: Choices<'a>) -> Self {
        let foe = index(choices.side().enemy());
        let activations: Vec<_> = choices
            .places()
            .map(|place| choices.activations_at(place))
            .filter(|found| !found.is_empty())
            .collect();
        let organizable: BTreeMap<_, _> = choices
            .places()
            .map(|place| (place, choices.organizable_at(place)))
            .collect();
        Self {
            themes: themes::themes(&choices, &activations, &organizable),
            activations,
            organizable,
            joiners: choices.joiners(),
            suppressors: choices.suppressors(),
            entrenchable: choices.entrenchable(),
            ways: BTreeMap::new(),
            forts: choices.hops().forts,
            prizes: choices.hops().view.control[foe],
            choices,
        }
    }

    /// The orders of a move, most of them legal.
    fn orders(&mut self, random: &mut Random) -> Vec<Order> {
        let ops = usize::from(self.choices.ops());
        let mut partial = PartialMove {
            left: if random.chance(85) {
                ops
            } else {
                random.below(ops + 1)
            },
            ..PartialMove::default()
        };
        if random.chance(40)
            && let Some(theme) = random.pick(&self.themes).copied()
        {
            self.begin(&mut partial, theme, random);
        }
        self.activate(&mut partial, random);
        self.join(&mut partial, random);
        self.organize(&mut partial, random);
        for unit in &self.suppressors {
            if partial.active(*unit) && !partial.busy.contains(*unit) && random.chance(50) {
                partial.busy.insert(*unit);
                partial.orders.push(Order::Suppress { unit: *unit });
            }
        }
        if random.chance(40) {
            self.converge(&mut partial, random);
        }
        for group in partial.movers.clone() {
            self.march(&mut partial, &group, random);
        }
        self.dig(&mut partial, random);
        self.sail(&mut partial, random);
        let paths = std::mem::take(&mut partial.paths).into_iter();
        partial
            .orders
            .extend(paths.map(|(unit, path)| Order::Go { unit, path }));
        partial.orders
    }

    /// Spends the OPS left.
    fn activate(&self, partial: &mut PartialMove, random: &mut Random) {
        for _ in 0..4 * usize::from(self.choices.ops()) + 4 {
            let Some(found) = random.pick(&self.activations).filter(|_| partial.left > 0) else {
                break;
            };
            let purpose = match random.below(100) {
                0..65 => Purpose::Move,
                65..97 => Purpose::Attack,
                _ => Purpose::AttackWithBr,
            };
            Self::take(partial, found, purpose, random);
        }
    }

    /// Units of the Reserve Box join where others attack, one in a place.
    fn join(&self, partial: &mut PartialMove, random: &mut Random) {
        if self.joiners.is_empty() {
            return;
        }
        let attacked_from = |order: &Order| match order {
            Order::Activate { place, purpose, .. } if *purpose != Purpose::Move => Some(*place),
            _ => None,
        };
        let places: BitSet = partial.orders.iter().filter_map(attacked_from).collect();
        let mut joiners = self.joiners.clone();
        for place in places.iter().filter(|at| self.choices.may_be_joined(*at)) {
            if joiners.is_empty() || random.chance(30) {
                continue;
            }
            let unit = joiners.swap_remove(random.below(joiners.len()));
            partial.orders.push(Order::JoinAt { unit, place });
        }
    }

    /// Activates one of these groups, if the OPS are enough.
    pub(super) fn take(
        partial: &mut PartialMove,
        found: &[Candidate],
        purpose: Purpose,
        random: &mut Random,
    ) {
        let fits: Vec<_> = found
            .iter()
            .filter(|one| one.purpose == purpose && usize::from(one.cost) <= partial.left)
            .filter(|one| !one.units.iter().any(|unit| partial.used.contains(*unit)))
            .collect();
        // Stacks are rather large: the largest of three.
        let drawn = (0..3).filter_map(|_| random.pick(&fits).copied());
        let Some(chosen) = drawn.max_by_key(|one| one.units.len()) else {
            return;
        };
        partial.left -= usize::from(chosen.cost);
        partial.used |= chosen.units.iter().copied().collect();
        partial.orders.push(chosen.order());
        match purpose {
            Purpose::Move => partial.movers.push(chosen.units.clone()),
            _ => partial.fighters |= chosen.units.iter().copied().collect(),
        }
    }

    /// One corps that an event lets be organized, or none.
    fn one_corps(&self, random: &mut Random) -> Vec<Order> {
        let all: Vec<&Order> = self.organizable.values().flatten().collect();
        let chosen = random.pick(&all).filter(|_| random.chance(80));
        chosen.map(|order| (*order).clone()).into_iter().collect()
    }

    fn organize(&self, partial: &mut PartialMove, random: &mut Random) {
        for group in partial.movers.clone() {
            let place = group
                .first()
                .and_then(|unit| self.choices.hops().start(*unit));
            let here = place.and_then(|place| self.organizable.get(&place));
            let fits: Vec<_> = here
                .into_iter()
                .flatten()
                .filter(|order| {
                    let mut used = order.units();
                    let lcu = used.remove(0);
                    !partial.busy.contains(lcu) && used.iter().all(|unit| group.contains(unit))
                })
                .collect();
            if let Some(order) = random.pick(&fits).filter(|_| random.chance(40)) {
                partial.busy |= order.units().into_iter().collect();
                partial.orders.push((*order).clone());
            }
        }
    }

    /// The ways of a unit, found once for all that go alike.
    pub(super) fn ways(&mut self, unit: UnitId) -> Rc<Ways> {
        if let Some(known) = self.ways.get(&unit) {
            return Rc::clone(known);
        }
        let hops = self.choices.hops();
        let like = |(other, _): &(&UnitId, _)| hops.go_alike(unit, **other);
        let found = match self.ways.iter().find(like) {
            Some((_, known)) => Rc::clone(known),
            None => Rc::new(self.choices.ways(unit, MOST_PATHS)),
        };
        self.ways.insert(unit, Rc::clone(&found));
        found
    }

    /// Sends whoever can get there to one enemy fort, or to one place the foe controls.
    fn converge(&mut self, partial: &mut PartialMove, random: &mut Random) {
        let movers: Vec<_> = partial.movers.concat();
        let prizes = if random.chance(70) {
            self.forts
        } else {
            self.prizes
        };
        let mut targets = Vec::new();
        for unit in &movers {
            let ways = self.ways(*unit);
            targets.extend(ways.ends().filter(|end| prizes.contains(*end)));
        }
        targets.sort_unstable();
        targets.dedup();
        let Some(target) = random.pick(&targets).copied() else {
            return;
        };
        for unit in movers {
            if partial.busy.contains(unit) || !random.chance(90) {
                continue;
            }
            let ways = self.ways(unit);
            let ends = ways.ends().enumerate();
            let there: Vec<_> = ends.filter(|(_, end)| *end == target).collect();
            if let Some((at, _)) = random.pick(&there) {
                partial.paths.insert(unit, ways.path(*at));
                partial.busy.insert(unit);
            }
        }
    }

    /// Moves a group: not at all, together, or each unit as it likes. HQs and artillery follow.
    fn march(&mut self, partial: &mut PartialMove, group: &[UnitId], random: &mut Random) {
        let mut free: Vec<_> = group
            .iter()
            .copied()
            .filter(|unit| !partial.busy.contains(*unit))
            .collect();
        random.shuffle(&mut free);
        let combat = |unit: &UnitId| self.choices.hops().unit(*unit).is_combat();
        let (troops, staff): (Vec<_>, Vec<_>) = free.into_iter().partition(combat);
        let (leave, together) = match random.below(100) {
            0..12 => (0, false),
            12..55 => (90, true),
            _ => (70, false),
        };
        let mut led: Option<Vec<PlaceId>> = None;
        for unit in troops {
            if !random.chance(leave) {
                continue;
            }
            let path = match &led {
                Some(path) if together => self.follow(unit, path),
                _ => self.wander(unit, random),
            };
            if !path.is_empty() {
                led.get_or_insert_with(|| path.clone());
                partial.paths.insert(unit, path);
            }
        }
        let escorts: Vec<_> = group
            .iter()
            .filter_map(|unit| partial.paths.get(unit))
            .cloned()
            .collect();
        for unit in staff {
            let path = match random.pick(&escorts) {
                Some(path) if random.chance(75) => self.follow(unit, path),
                _ if random.chance(10) => self.wander(unit, random),
                _ => continue,
            };
            if !path.is_empty() {
                partial.paths.insert(unit, path);
            }
        }
    }

    /// As much of a path as the unit can go.
    fn follow(&self, unit: UnitId, path: &[PlaceId]) -> Vec<PlaceId> {
        let far =
            (0..path.len()).find(|at| !self.choices.steps(unit, &path[..*at]).contains(&path[*at]));
        path[..far.unwrap_or(path.len())].to_vec()
    }

    /// A random path: one of the known ones, or step by step, of any length.
    fn wander(&mut self, unit: UnitId, random: &mut Random) -> Vec<PlaceId> {
        if random.chance(40) {
            let ways = self.ways(unit);
            return ways.path(random.below(ways.len()));
        }
        let mut path = Vec::new();
        let mut last = self.choices.hops().start(unit);
        // Eight places are all that most units can go, but on the Gallipoli map (11.4.2).
        let goal = match 1 + random.below(8) {
            8 => super::LONGEST_PATH,
            goal => goal,
        };
        while path.len() < goal {
            let steps = self.choices.listed_steps(unit, &path);
            let before = last;
            last = path.last().copied().or(last);
            // Going back is legal, and seldom meant.
            let onward: Vec<_> = steps.into_iter().filter(|to| Some(*to) != before).collect();
            let Some(to) = random.pick(&onward) else {
                break;
            };
            path.push(*to);
        }
        path
    }

    fn dig(&self, partial: &mut PartialMove, random: &mut Random) {
        for group in &partial.movers {
            let place = group
                .first()
                .and_then(|unit| self.choices.hops().start(*unit));
            let Some(place) = place.filter(|place| self.entrenchable.contains(place)) else {
                continue;
            };
            let stays = |unit: &UnitId| {
                let entry = self.choices.hops().unit(*unit);
                entry.class == Class::Regular
                    && !partial.paths.contains_key(unit)
                    && !partial.busy.contains(*unit)
            };
            if group.iter().any(stays) && random.chance(45) {
                partial.orders.push(Order::Entrench { place });
            }
        }
    }

    /// Landings that the paths ask for; withdrawals, removals and the assault now and then.
    fn sail(&self, partial: &mut PartialMove, random: &mut Random) {
        let data = self.choices.position().data();
        let state = self.choices.position().state();
        let mut left = usize::from(state.scalar(Scalar::BeachheadsInReserve));
        let landings = self.choices.landings();
        let mut ordered = BitSet::EMPTY;
        for path in partial.paths.values() {
            for place in path.iter().filter(|place| landings.contains(place)) {
                if left > 0 && !ordered.contains(*place) {
                    ordered.insert(*place);
                    left -= 1;
                    partial.orders.push(Order::Land { place: *place });
                }
            }
        }
        let withdrawn = self.choices.withdrawals();
        for place in &withdrawn {
            let used = partial.paths.values().any(|path| {
                path.last()
                    .is_some_and(|last| data.spaces[*last].kind == Kind::IslandBase)
            });
            if random.chance(if used { 60 } else { 4 }) {
                partial.orders.push(Order::Withdraw { place: *place });
            }
        }
        for place in self.choices.removals() {
            if random.chance(10) {
                partial.orders.push(Order::Remove { place });
            }
        }
        let assaults = self.choices.assaults();
        let ready = partial.fighters.contains(data.known.ru_black_sea_div);
        let chosen = random.pick(&assaults).filter(|_| ready);
        if let Some(place) = chosen.filter(|_| random.chance(60)) {
            partial.orders.push(Order::Assault { place: *place });
        }
    }
}

impl PartialMove {
    pub(super) fn active(&self, unit: UnitId) -> bool {
        self.fighters.contains(unit) || self.movers.iter().any(|group| group.contains(&unit))
    }
}
