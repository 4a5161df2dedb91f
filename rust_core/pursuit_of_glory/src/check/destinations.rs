//! Where one unit may stop (11.1): every path it could take alone, judged like any other move.

use super::codes::*;
use super::{Checker, Violation};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{LONGEST_PATH, Move, Order};
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Rules about where a path ends: they do not keep the unit from going on.
const AT_THE_END: &[&Code] = &[
    &STOPS_IN_ATTACK,
    &GREEKS_AP,
    &HQ_ALONE,
    &OVERSTACKED,
    &TWO_HQS,
    &RIVALS,
    &TOO_MANY_LCUS,
    &TOO_MANY_LCUS_YET,
];

/// Those of stacking, and those that what others take would mend: while nobody else moves, nothing
/// does.
const UNMENDED: &[&Code] = &[
    &OVERSTACKED,
    &TWO_HQS,
    &RIVALS,
    &STRAIT_AP,
    &STRAIT_CP,
    &STRAIT_BOSPHORUS,
    &OFF_THE_RAILS,
    &NO_SUPPLY,
];

/// The rules of an activation, without which nobody moves at all.
const ACTIVATION: &[&Code] = &[
    &OVER_BUDGET,
    &NOTHING_THERE,
    &PROTECTORATE,
    &OBEY_NOBODY,
    &BARRED_OOS,
    &BARRED_LIMITED,
    &BARRED_AFGHANISTAN,
    &BARRED_APIS,
    &BARRED_BRITISH,
    &BARRED_NO_COMBAT,
];

/// A place where the unit may stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub place: PlaceId,
    /// The movement points of the cheapest path.
    pub points: u32,
    /// That path.
    pub path: Vec<PlaceId>,
}

/// Where one unit may go while no other moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Destinations {
    /// The places it may stop in, each once.
    pub stops: Vec<Stop>,
    /// The places it may enter first: to stop there, if need be beside other units that come
    /// too, or to go on.
    pub first: Vec<PlaceId>,
}

/// What of a path decides where it can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct PathState {
    place: PlaceId,
    /// Whether the last place was entered from within the Gallipoli map (11.4.2).
    strolling: bool,
    /// Whether the line of supply still runs behind the unit (11.1.2.g).
    line: bool,
    /// What it has taken on the way that may help it on: railroads are prolonged for LCUs (11.1.2.d),
    /// banks open straits (3.1.5.2), ports and sources feed (11.2-1, 14.1.4-1).
    taken: BitSet,
}

impl<'a> Checker<'a> {
    /// Every other place where a unit may stop if its space alone - in a region or on an island base,
    /// the unit alone - is activated for movement and nobody else moves (11.1).
    ///
    /// What is wrong in the position itself, such as too many units elsewhere, is not held against
    /// the unit. If it cannot be activated, the answer is empty. A beachhead marker is placed where
    /// the unit lands, and an invasion declared failed where only that lets it return (18.6).
    #[must_use]
    pub fn destinations(&self, unit: UnitId) -> Destinations {
        self.destinations_towards(unit, None)
    }

    /// Whether a place is one of them.
    pub(super) fn may_stop_in(&self, unit: UnitId, place: PlaceId) -> bool {
        let found = self.destinations_towards(unit, Some(place)).stops;
        found.iter().any(|stop| stop.place == place)
    }

    /// All of them; or as many as are found on the way to a goal until it is.
    fn destinations_towards(&self, unit: UnitId, goal: Option<PlaceId>) -> Destinations {
        let mut reach = Destinations::default();
        let Some(start) = self.position.place(unit) else {
            return reach;
        };
        if !self.at(start).contains(&unit) {
            return reach;
        }
        let activation = self.alone(unit, start, Purpose::Move);
        let before = self.check(&Move::new(vec![activation.clone()]));
        if any_of(&before, ACTIVATION) {
            return reach;
        }
        let walk = LoneMover {
            checker: self,
            unit,
            start,
            activation,
            before,
            outlook: self.outlook_without(unit, start),
        };
        let mf = u32::from(self.data.units[unit].full.mf);
        let least = goal.map(|goal| self.data.movement_graph.least_points.to(goal));
        let leads_there = |at: PlaceId, points: u32| {
            least.is_none_or(|least| {
                let far = least.get(at).copied();
                far.is_some_and(|far| points + u32::from(far) <= mf)
            })
        };
        let begin = walk.standing(&[]);
        let mut best = HashMap::from([(begin, 0)]);
        let mut open = VecDeque::from([Vec::new()]);
        let mut stops: HashMap<PlaceId, Stop> = HashMap::new();
        while let Some(path) = open.pop_front() {
            let at = path.last().copied().unwrap_or(start);
            for to in self.data.movement_graph.next_to(at).iter() {
                let mut longer = path.clone();
                longer.push(to);
                let points = self.points(&self.mover(unit, start, &longer)).0;
                if !leads_there(to, points) {
                    continue;
                }
                let violations = walk.judge(&longer);
                let goes_on = points < mf;
                let lacking = |violation: &Violation| {
                    (violation.owed() && !any_of(std::slice::from_ref(violation), UNMENDED))
                        || (goes_on && ends(violation))
                };
                if path.is_empty() && violations.iter().all(lacking) {
                    reach.first.push(to);
                }
                if !violations.iter().all(ends) {
                    continue;
                }
                if violations.is_empty() && to != start {
                    let stop = || Stop {
                        place: to,
                        points,
                        path: longer.clone(),
                    };
                    let known = stops.entry(to).or_insert_with(stop);
                    if known.points > points {
                        *known = stop();
                    }
                    if Some(to) == goal {
                        open.clear();
                        break;
                    }
                }
                let standing = walk.standing(&longer);
                let known = best.get(&standing).is_some_and(|known| *known <= points);
                if !known && longer.len() < LONGEST_PATH {
                    best.insert(standing, points);
                    open.push_back(longer);
                }
            }
        }
        reach.stops = stops.into_values().collect();
        reach.stops.sort_unstable_by_key(|stop| stop.place);
        reach
    }

    /// The activation of the space where a unit stands, or of the unit where stacks are activated.
    pub(super) fn alone(&self, unit: UnitId, place: PlaceId, purpose: Purpose) -> Order {
        Order::Activate {
            place,
            purpose,
            units: if self.unlimited_stacking(place) {
                vec![unit]
            } else {
                Vec::new()
            },
        }
    }

    /// Supply once this unit has left a siege that the others cannot keep; none if nothing changes.
    pub(crate) fn outlook_without(&self, unit: UnitId, place: PlaceId) -> Option<Rc<Outlook<'a>>> {
        let mut besieged = self.view().besieging[index(self.side)];
        let others = self
            .at(place)
            .iter()
            .copied()
            .filter(|other| *other != unit);
        if !besieged.contains(place) || self.besiege(others, place, self.marines_landed(place)) {
            return None;
        }
        besieged.remove(place);
        Some(self.outlook().foreseen(BitSet::EMPTY, besieged))
    }
}

/// The orders of one unit that moves alone.
struct LoneMover<'r, 'a> {
    checker: &'r Checker<'a>,
    unit: UnitId,
    start: PlaceId,
    activation: Order,
    before: Vec<Violation>,
    /// Supply without the siege that the unit alone keeps.
    outlook: Option<Rc<Outlook<'a>>>,
}

impl LoneMover<'_, '_> {
    fn standing(&self, path: &[PlaceId]) -> PathState {
        let checker = self.checker;
        let inset = &checker.data.movement_graph.gallipoli;
        let mover = checker.mover(self.unit, self.start, path);
        let last = mover.steps().last();
        let outlook = self.outlook.as_deref().unwrap_or_else(|| checker.outlook());
        let (line, taken) = match mover.entry.class {
            Class::Regular => checker.line_and_taken(&mover, outlook),
            _ => (true, BitSet::EMPTY),
        };
        PathState {
            place: mover.stop,
            strolling: last.is_some_and(|(from, to)| inset.contains(from) && inset.contains(to)),
            line,
            taken: match mover.entry.size {
                Size::Lcu => taken,
                _ => {
                    let mut keys = checker.data.network.outlets;
                    keys.insert(checker.data.known.the_bosphorus_forts);
                    (taken & keys) - checker.view().control[index(checker.side)]
                }
            },
        }
    }

    /// What is wrong with a path, and was not wrong before.
    fn judge(&self, path: &[PlaceId]) -> Vec<Violation> {
        let checker = self.checker;
        let mut orders = vec![
            self.activation.clone(),
            Order::Go {
                unit: self.unit,
                path: path.to_vec(),
            },
        ];
        let markers = checker.markers();
        let fresh = |place: &&PlaceId| {
            checker.data.network.beachheads.contains(**place) && !markers.contains(**place)
        };
        if let Some(place) = path.first().filter(fresh)
            && checker.side == Side::Ap
        {
            orders.push(Order::Land { place: *place });
        }
        let violations = self.violations(orders.clone());
        if any_of(&violations, &[&RETURNS])
            && let Some(place) = path.iter().nth_back(1).or(Some(&self.start))
        {
            orders.push(Order::Withdraw { place: *place });
            return self.violations(orders);
        }
        violations
    }

    fn violations(&self, orders: Vec<Order>) -> Vec<Violation> {
        let mut violations = self.checker.check(&Move::new(orders));
        violations.retain(|violation| !self.before.contains(violation));
        violations
    }
}

fn ends(violation: &Violation) -> bool {
    any_of(std::slice::from_ref(violation), AT_THE_END)
}

fn any_of(violations: &[Violation], codes: &[&Code]) -> bool {
    violations
        .iter()
        .any(|violation| codes.iter().any(|code| violation.is(code)))
}
