//! The ways a unit could go, as far as they differ in what they do.

use super::Completer;
use crate::board::BitSet;
use crate::check::Violation;
use crate::check::codes::*;
use crate::data::{PlaceId, Unit, UnitId};
use crate::orders::hops::Walk;
use crate::orders::{Move, Order};
use crate::state::Cell;
use crate::vocabulary::Class;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A way for one unit.
#[derive(Debug)]
pub(super) struct Way {
    /// The places it enters.
    pub(super) path: Vec<PlaceId>,
    /// Where the unit ends its move: a CP unit that enters a beachhead is put back (11.1.9.b-2).
    pub(super) stop: PlaceId,
    /// What it takes on its way (11.2-1).
    pub(super) taken: BitSet,
    /// Whether it has no effect but that the unit arrives.
    pub(super) plain: bool,
}

/// The ways of one unit, the shortest first.
#[derive(Debug, Default)]
pub(super) struct Ways {
    pub(super) all: Vec<Way>,
    /// Those that stop elsewhere, plain ones first, and then those to where there is most room.
    pub(super) leaving: Vec<usize>,
    /// Whether there are more than were looked for.
    pub(super) cut: bool,
    /// What the unit could take on any of them.
    pub(super) taken: BitSet,
    /// The enemy forts where it could stop.
    pub(super) forts: BitSet,
}

/// So many ways of one unit are told apart.
const MOST_WAYS: usize = 6000;

/// A way that is not finished.
struct Begun {
    place: PlaceId,
    /// The way it goes on from, by its number; of the first none.
    before: Option<usize>,
    walk: Walk,
    /// The steps of it that do something but arrive.
    eventful: Vec<(PlaceId, PlaceId)>,
}

/// Writes down the places that a way enters.
fn write_path(begun: &[Begun], number: usize, path: &mut Vec<PlaceId>) {
    path.clear();
    let mut at = &begun[number];
    while let Some(before) = at.before {
        path.push(at.place);
        at = &begun[before];
    }
    path.reverse();
}

/// What has to be the same of two ways for one to do for the other: where they lead, what they still
/// want, and the steps that tell them apart.
type Alike = (PlaceId, bool, Vec<Violation>, Vec<(PlaceId, PlaceId)>);
/// What is better the less, or the more, there is of it: MPs spent; places taken; hostile places that
/// an HQ may enter behind the unit.
type Worth = (u8, BitSet, BitSet);

/// The ways that were met already.
#[derive(Default)]
struct Met {
    ways: FxHashMap<Alike, Vec<Worth>>,
    number: usize,
}

impl Met {
    /// Whether a way is known that does for one on which nothing happens.
    fn knows(&self, alike: &Alike) -> bool {
        !self.ways.is_empty() && self.ways.contains_key(alike)
    }

    /// Notes a way, if none is known that does for it. `exactly` is for the Gallipoli map, where a way
    /// that has taken more may not come back (11.4.2).
    fn is_new(&mut self, alike: Alike, worth: Worth, exactly: bool) -> bool {
        let known = self.ways.entry(alike).or_default();
        let (spent, taken, entered) = worth;
        let served = known.iter().any(|(less, more, further)| {
            *less <= spent
                && match exactly {
                    true => (*more, *further) == (taken, entered),
                    false => (taken - *more).is_empty() && (entered - *further).is_empty(),
                }
        });
        if !served {
            known.push(worth);
            self.number += 1;
        }
        !served
    }
}

impl Completer<'_> {
    /// The ways of a unit that no rule forbids whatever else the move does. Of ways that do for each other
    /// there is one.
    pub(super) fn ways(&mut self, unit: UnitId) -> Arc<Ways> {
        if let Some(known) = self.known.ways.get(&unit) {
            return Arc::clone(known);
        }
        if let Some(same) = self.ways_of_its_like(unit) {
            self.known.ways.insert(unit, Arc::clone(&same));
            return same;
        }
        let mut found = self.find_ways(unit);
        let start = self.position.place(unit);
        found.leaving = (0..found.all.len())
            .filter(|at| Some(found.all[*at].stop) != start)
            .collect();
        found.leaving.sort_by_key(|at| {
            let way = &found.all[*at];
            (!way.plain, self.checker.own_units_at(way.stop).len())
        });
        let found = Arc::new(found);
        self.known.ways.insert(unit, Arc::clone(&found));
        found
    }

    /// The ways of a unit that stands with this one and is like it in all that rules ask of who goes.
    fn ways_of_its_like(&self, unit: UnitId) -> Option<Arc<Ways>> {
        let start = self.position.place(unit)?;
        let here = self.checker.own_units_at(start).iter();
        let mut known = here.filter_map(|other| Some((*other, self.known.ways.get(other)?)));
        let (_, ways) = known.find(|(other, _)| self.is_like(unit, *other))?;
        Some(Arc::clone(ways))
    }

    fn is_like(&self, unit: UnitId, other: UnitId) -> bool {
        let (data, state) = (self.position.data(), self.position.state());
        let (a, b) = (&data.units[unit], &data.units[other]);
        let looks = |one: &Unit| (one.size, one.class, one.unit_type, one.limit, one.symbol);
        let faces = |one: &Unit| (one.full, one.reduced);
        let cells = [
            Cell::Reduced,
            Cell::Attacking,
            Cell::Fought,
            Cell::Stack,
            Cell::Provoked,
            Cell::Pursuit,
        ];
        a.class == Class::Regular
            // Who has rules of its own is like nobody.
            && !(a.unique || b.unique || self.free_of_ops || self.only_organizes)
            && looks(a) == looks(b)
            && faces(a) == faces(b)
            && (&a.nations, &a.supply_area) == (&b.nations, &b.supply_area)
            && data.unrestricted[unit] == data.unrestricted[other]
            && self.checker.is_fed_like(unit, other)
            && cells.iter().all(|cell| state.get(cell(unit)) == state.get(cell(other)))
    }

    fn find_ways(&self, unit: UnitId) -> Ways {
        let mut ways = Ways::default();
        let Some(start) = self.position.place(unit) else {
            return ways;
        };
        let supplied = self.checker.supplied_anyway(unit);
        let leads = self.is_combat(unit) && self.led();
        let (mut known, mut ends) = (Met::default(), Met::default());
        // The least MPs of ways there on which nothing happens, on the inner map and elsewhere.
        let places = self.position.data().spaces.len();
        let mut plain_ways = vec![[None::<u8>; 2]; places];
        let mut plain_ends = BitSet::EMPTY;
        let mut begun = vec![Begun {
            place: start,
            before: None,
            walk: Walk::default(),
            eventful: Vec::new(),
        }];
        let (mut number, mut path) = (0, Vec::new());
        let mut alone = Move::new(vec![Order::Go {
            unit,
            path: Vec::new(),
        }]);
        while number < begun.len() {
            write_path(&begun, number, &mut path);
            let length = path.len();
            let (from, walked) = (begun[number].place, begun[number].walk);
            for (to, walk) in self.choices.listed_steps_on(unit, &path, (from, walked)) {
                path.truncate(length);
                let way = &begun[number];
                let Walk { spent, inner } = walk;
                let mut eventful = Vec::new();
                let plain = self
                    .checker
                    .is_uneventful(unit, from, to, supplied.as_ref());
                if !plain || !way.eventful.is_empty() {
                    eventful.clone_from(&way.eventful);
                    eventful.extend((!plain).then_some((from, to)));
                }
                let least = &mut plain_ways[to][usize::from(inner)];
                let known_plain = least.is_some_and(|least| least <= spent);
                if eventful.is_empty() {
                    if known_plain {
                        continue;
                    }
                    *least = Some(spent);
                }
                path.push(to);
                let (mut stops, mut broken) = (true, Vec::new());
                let (mut taken, mut entered) = (BitSet::EMPTY, BitSet::EMPTY);
                let mut told = Vec::new();
                if !eventful.is_empty() {
                    alone.go_instead(&path);
                    self.checker.judge(&alone, &mut broken);
                    // Greeks keep nobody from passing (18.8.1.1.c-3).
                    let only_stop = |one: &Violation| one.is(&GREEKS_AP);
                    if broken.iter().any(|one| !only_stop(one) && !mendable(*one)) {
                        continue;
                    }
                    stops = !broken.iter().any(only_stop);
                    let waiting = broken.iter().any(|one| waits(*one));
                    if waiting {
                        let (most, besieged) = self.helped();
                        if !self.checker.could_all_go(&alone, most, besieged) {
                            continue;
                        }
                    }
                    taken = self.checker.taken_on(unit, &path);
                    if leads {
                        entered = self.checker.hostile_on(&path);
                    }
                    // Who waits for others may be helped on one way and not on another; and what is in
                    // supply only by a siege may lose it.
                    told.clone_from(&eventful);
                    if !waiting && self.checker.needs_no_siege(&alone) {
                        told.retain(|step| self.checker.tells_apart(unit, *step));
                    }
                    // What is wrong with where it stops is seen when the move is judged.
                    broken.retain(|one| !is_of_the_end(*one));
                }
                if !eventful.is_empty() {
                    let nothing = broken.is_empty() && told.is_empty();
                    if known_plain && nothing && taken.is_empty() && entered.is_empty() {
                        continue;
                    }
                    let exactly = self.checker.on_gallipoli(to);
                    let alike = (to, inner, broken.clone(), told.clone());
                    if !known.is_new(alike, (spent, taken, entered), exactly) {
                        continue;
                    }
                    if known.number > MOST_WAYS {
                        ways.cut = true;
                        return ways;
                    }
                }
                let stop = self.checker.stop_of(start, &path);
                let nothing = broken.is_empty() && told.is_empty();
                let nothing = nothing && taken.is_empty() && entered.is_empty();
                let alike = (stop, false, broken, told);
                let new = match (nothing, eventful.is_empty()) {
                    (true, _) if plain_ends.contains(stop) => false,
                    (_, true) => !ends.knows(&alike),
                    (_, false) => stops && ends.is_new(alike, (0, taken, entered), false),
                };
                if new {
                    if eventful.is_empty() {
                        plain_ends.insert(stop);
                    }
                    ways.taken |= taken;
                    if self.checker.hostile_forts().contains(stop) {
                        ways.forts.insert(stop);
                    }
                    ways.all.push(Way {
                        plain: eventful.is_empty(),
                        path: path.clone(),
                        stop,
                        taken,
                    });
                }
                begun.push(Begun {
                    place: to,
                    before: Some(number),
                    walk,
                    eventful,
                });
            }
            number += 1;
        }
        ways
    }

    /// Whether there is an HQ or artillery that could follow others.
    fn led(&self) -> bool {
        let own = self.checker.own_units();
        own.iter()
            .any(|unit| !self.is_combat(unit) && self.known.cheapest.contains_key(&unit))
    }
}

/// Whether more orders could mend what is wrong with a move.
pub(super) fn mendable(broken: Violation) -> bool {
    // Somebody may suppress the uprising, order the landing, or give the beachhead up.
    broken.owed() || broken.is(&PASSES_UPRISING) || broken.is(&NO_BEACHHEAD) || broken.is(&RETURNS)
}

/// Whether a unit cannot go its way as things stand, and others could open it (11.2-1).
pub(super) fn waits(broken: Violation) -> bool {
    let codes = [&STRAIT_AP, &STRAIT_CP, &STRAIT_BOSPHORUS];
    codes.iter().any(|code| broken.is(code)) || broken.is(&OFF_THE_RAILS) || broken.is(&NO_SUPPLY)
}

/// Whether what is wrong is about where units stand before or after the move and what else they do, and
/// not about the way there.
pub(super) fn is_of_the_end(broken: Violation) -> bool {
    let of_the_end = [
        &OVER_BUDGET,
        &BOTH_PURPOSES,
        &NOT_ACTIVATED,
        &HQ_ALONE,
        &OVERSTACKED,
        &TWO_HQS,
        &RIVALS,
        &TOO_MANY_LCUS,
        &TOO_MANY_LCUS_YET,
        &SIEGE_BROKEN,
        &GREEKS_AP,
        &SCU_NOT_ACTIVATED,
        &SCU_MOVES,
        &USED_TWICE,
        &SUPPRESSOR_NOT_ACTIVATED,
        &DIG_NOT_ACTIVATED,
        &NOBODY_DIGS,
        &ROCK_OR_MUD,
    ];
    of_the_end.iter().any(|code| broken.is(code))
}
