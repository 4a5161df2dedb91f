//! Every legal answer to a decision after the dice: candidates, judged by the checker.

use super::super::{Checker, Violation, Violations};
use super::retreat::Retreat;
use crate::aftermath::losses::LossSheet;
use crate::aftermath::{Cause, PostCombat, Route};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use smallvec::SmallVec;
use std::collections::HashSet;

/// What may be ordered about one unit: one of these lists.
type Options = Vec<Vec<Order>>;

fn made(orders: &[Order]) -> Move {
    Move::new(orders.to_vec())
}

impl Position {
    /// The legal answers to the decision after the dice that is asked now, `most` of them at most;
    /// none if something else is asked. Of `losses` all SCUs are told apart.
    #[must_use]
    pub fn answers_after(&self, most: usize) -> Vec<Move> {
        let Some(asked) = self.asked_in_battle() else {
            return Vec::new();
        };
        if asked.kind == DecisionKind::Advance
            && let Some(found) = self.advances_over_forts(most)
        {
            return found;
        }
        let after = PostCombat::new(self);
        match (asked.kind, &after) {
            (DecisionKind::Losses, Some(after)) => {
                return LossSheet::new(after, asked.side).ways(most);
            }
            // Mostly nobody retreats, and no checker is needed to say so.
            (DecisionKind::Retreat, Some(after)) if after.requirement().is_none() => {
                return vec![Move::default()];
            }
            _ => {}
        }
        let checker = Checker::of_side(self, asked.side);
        let mut search = AnswerSearch {
            position: self,
            checker: &checker,
            asked: asked.kind,
            most,
            found: Vec::new(),
            seen: HashSet::new(),
        };
        match (asked.kind, &after) {
            (DecisionKind::Retreat, Some(after)) => search.retreats(after),
            (DecisionKind::Advance, Some(after)) => search.advances(after),
            (DecisionKind::Repair, Some(after)) => search.repairs(after),
            (DecisionKind::Excess, _) => search.excess(),
            _ => Vec::new(),
        }
    }

    /// Whether there is more than one legal answer to the decision after the dice that is asked
    /// now.
    #[must_use]
    pub fn has_choice_after(&self) -> bool {
        self.answers_after(2).len() > 1
    }
}

/// The units about whom nothing can change any more once so many options have been chosen: all
/// that go to or stay where they could go have been asked.
fn settled(checker: &Checker<'_>, after: &PostCombat<'_>, options: &[Options]) -> Vec<Vec<UnitId>> {
    let fights = &checker.data.counters.combat;
    let ends = |options: &Options| -> BitSet {
        let orders = options.iter().flatten();
        orders.filter_map(|order| order.end()).collect()
    };
    let whose = |options: &Options| {
        let mut orders = options.iter().flatten();
        orders.find_map(|order| order.unit())
    };
    let mut settled = vec![Vec::new(); options.len() + 1];
    for own in options {
        let Some(unit) = whose(own).filter(|unit| fights.contains(*unit)) else {
            continue;
        };
        let near = ends(own);
        let touches = |other: &Options| {
            let starts = whose(other).and_then(|other| after.spot(other));
            ends(other).meets(&near) || starts.is_some_and(|start| near.contains(start))
        };
        if let Some(last) = options.iter().rposition(touches) {
            settled[last + 1].push(unit);
        }
    }
    settled
}

struct AnswerSearch<'s, 'a> {
    position: &'a Position,
    checker: &'s Checker<'a>,
    asked: DecisionKind,
    most: usize,
    found: Vec<Move>,
    seen: HashSet<Move>,
}

impl Checker<'_> {
    /// The rules that an advance breaks.
    fn broken_by_advance(&self, after: &PostCombat<'_>, orders: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        self.check_advance(after, orders, &mut Violations(&mut found));
        found
    }

    /// Whether those who arrive somewhere, beside those who stay there anyway, break a rule of
    /// stacking that nobody who leaves could mend.
    fn crowds_an_end(&self, chosen: &[Order], moving: &BitSet) -> bool {
        let ends = |order: &Order| Some((order.unit()?, order.end()?));
        let ends: SmallVec<[(UnitId, PlaceId); 16]> = chosen.iter().filter_map(ends).collect();
        // Whoever was chosen last is the only one who can have made it worse.
        let Some(place) = ends.last().map(|(_, place)| *place) else {
            return false;
        };
        if self.unlimited_stacking(place) {
            return false;
        }
        let stay = self.at(place).iter().copied();
        let stay = stay.filter(|unit| !moving.contains(*unit));
        let arrive = ends.iter().filter(|(_, end)| *end == place);
        let crowd = self.crowd(stay.chain(arrive.map(|(unit, _)| *unit)));
        crowd.too_many() || crowd.two_hqs() || crowd.rivals()
    }
}

impl AnswerSearch<'_, '_> {
    fn full(&self) -> bool {
        self.found.len() >= self.most
    }

    fn judge(&self, orders: &Move) -> bool {
        let found = self.position.check_after(self.checker, self.asked, orders);
        found.is_empty()
    }

    /// Goes through all combinations of options. Those begun are given up when they are hopeless,
    /// however so many more options are chosen.
    fn combine(
        &mut self,
        options: &[Options],
        chosen: &mut Vec<Order>,
        legal: &dyn Fn(&Self, &Move) -> bool,
        hopeless: &dyn Fn(&[Order], usize) -> bool,
    ) {
        if self.full() || hopeless(chosen, options.len()) {
            return;
        }
        let Some((first, rest)) = options.split_first() else {
            let orders = made(chosen);
            if legal(self, &orders) && self.seen.insert(orders.clone()) {
                self.found.push(orders);
            }
            return;
        };
        for option in first {
            let before = chosen.len();
            chosen.extend_from_slice(option);
            self.combine(rest, chosen, legal, hopeless);
            chosen.truncate(before);
        }
    }

    fn retreats(&mut self, after: &PostCombat<'_>) -> Vec<Move> {
        let checker = self.checker;
        let retreat = Retreat::new(checker, after);
        let Some(requirement) = retreat.requirement else {
            self.found.push(Move::default());
            return std::mem::take(&mut self.found);
        };
        let legal = |_: &Self, orders: &Move| {
            let mut found = Vec::new();
            retreat.judge(orders, &mut Violations(&mut found));
            found.is_empty()
        };
        let mut lengths = vec![(requirement.length, false)];
        if after.yudenich_helps(&requirement) {
            lengths.push((requirement.length - 1, true));
        }
        for (length, shortened) in lengths {
            let mut chosen = Vec::new();
            if shortened {
                chosen.push(Order::Shorten);
            }
            if length == 0 {
                self.combine(&[], &mut chosen, &legal, &|_, _| false);
                continue;
            }
            let options = self.retreat_options(after, &retreat, length);
            let moving = requirement.must | requirement.may;
            let settled = if requirement.cause == Cause::SaveTiflis {
                settled(checker, after, &options)
            } else {
                Vec::new()
            };
            let hopeless = |chosen: &[Order], left: usize| {
                if requirement.cause == Cause::Catastrophe {
                    return false;
                }
                let done: &[UnitId] = settled.get(options.len() - left).map_or(&[], |units| units);
                checker.crowds_an_end(chosen, &moving)
                    || (!done.is_empty() && retreat.wrongs_one_of(&made(chosen), done))
            };
            self.combine(&options, &mut chosen, &legal, &hopeless);
        }
        if retreat.may_stand() {
            let sheet = LossSheet::new(after, checker.side);
            for unit in after.defending().iter() {
                let by =
                    |scu: &UnitId| vec![Order::Stand { unit }, Order::Replace { unit, by: *scu }];
                let mut options = vec![vec![Order::Stand { unit }]];
                if sheet.replaceable(unit) {
                    options.extend(sheet.reserve.iter().map(by));
                }
                self.combine(&[options], &mut Vec::new(), &legal, &|_, _| false);
            }
        }
        std::mem::take(&mut self.found)
    }

    /// What each unit may do that retreats: combat units first, then HQs, which go with them.
    fn retreat_options(
        &self,
        after: &PostCombat<'_>,
        retreat: &Retreat<'_, '_>,
        length: u8,
    ) -> Vec<Options> {
        let checker = self.checker;
        let Some(requirement) = retreat.requirement else {
            return Vec::new();
        };
        let goes = |unit: UnitId, start: PlaceId| -> Options {
            // The best come first: the checker likes them.
            let mut roads = retreat.roads(unit, start, length).to_vec();
            roads.sort_by_key(|road| road.ranks);
            let orders = roads.iter().map(|road| match (road.sail, road.path) {
                (true, path) => Order::Sail {
                    unit,
                    place: path.last().unwrap_or(start),
                },
                (false, path) => Order::Retreat {
                    unit,
                    path: path.path(),
                },
            });
            orders.map(|order| vec![order]).collect()
        };
        let sheet = LossSheet::new(after, checker.side);
        let fights = &checker.data.counters.combat;
        let mut all = Vec::new();
        let concerned = requirement.must | requirement.may;
        let recalled = requirement.cause == Cause::SaveTiflis;
        let mut fighters: Vec<UnitId> = (concerned & *fights).iter().collect();
        if recalled {
            // Those ahead first: they make room for others.
            let far = checker
                .data
                .movement_graph
                .steps
                .to(checker.data.known.tiflis);
            fighters.sort_by_key(|unit| after.spot(*unit).map(|start| far.get(start)));
        }
        for unit in fighters {
            let Some(start) = after.spot(unit) else {
                continue;
            };
            let mut options = goes(unit, start);
            // SAVE TIFLIS eliminates nobody who fights.
            if !recalled {
                options.push(vec![Order::Eliminate { unit }]);
            }
            if retreat.bogs_down(unit, length).is_some() {
                for scu in sheet.reserve.iter().copied() {
                    let replaced = [Order::Eliminate { unit }, Order::Replace { unit, by: scu }];
                    let mut next = goes(scu, start);
                    next.push(vec![Order::Eliminate { unit: scu }]);
                    options.extend(
                        next.into_iter()
                            .map(|order| [&replaced[..], &order].concat()),
                    );
                }
            }
            // Those who may stay, and Russians for whom there is no room nearer to Tiflis.
            if requirement.may.contains(unit) || recalled {
                options.push(Vec::new());
            }
            all.push(options);
        }
        // Where nobody leads them the checker stops them (3.2.3-1).
        for unit in (concerned - *fights).iter() {
            let mut options: Options = vec![Vec::new(), vec![Order::Eliminate { unit }]];
            options.extend(
                after
                    .spot(unit)
                    .map_or_else(Vec::new, |start| goes(unit, start)),
            );
            all.push(options);
        }
        all
    }

    fn advances(&mut self, after: &PostCombat<'_>) -> Vec<Move> {
        let checker = self.checker;
        let mut options: Vec<Options> = Vec::new();
        let able = checker.who_advances(after);
        let fights = checker.data.counters.combat;
        for unit in (able & fights).iter().chain((able - fights).iter()) {
            let mut own: Options = vec![Vec::new()];
            for path in self.advance_paths(after, unit) {
                own.push(vec![Order::Advance {
                    unit,
                    path: path.path(),
                }]);
            }
            if own.len() > 1 {
                options.push(own);
            }
        }
        let legal = |_: &Self, orders: &Move| checker.broken_by_advance(after, orders).is_empty();
        // One of Yildirim besides the three (12.9.1-7); a region takes all (12.10.6).
        let limited = !after.in_region() || after.catastrophe();
        let crowded = |chosen: &[Order], _: usize| {
            let units = chosen.iter().filter_map(|order| order.unit());
            limited && units.filter(|unit| fights.contains(*unit)).count() > 4
        };
        self.combine(&options, &mut Vec::new(), &legal, &crowded);
        std::mem::take(&mut self.found)
    }

    /// The paths on which a unit could advance if others mend what it owes.
    fn advance_paths(&self, after: &PostCombat<'_>, unit: UnitId) -> Vec<Route> {
        let checker = self.checker;
        let Some(start) = after.spot(unit) else {
            return Vec::new();
        };
        let (open, most) = checker.far(after, unit);
        let lawful = |path: &[PlaceId]| {
            let path = path.to_vec();
            let orders = made(&[Order::Advance { unit, path }]);
            let found = checker.broken_by_advance(after, &orders);
            found.iter().all(|violation| violation.owed())
        };
        let first = after.stack_out().unwrap_or(after.target);
        let mut waiting: Vec<Vec<PlaceId>> = vec![vec![first]];
        let mut routes = Vec::new();
        while let Some(path) = waiting.pop() {
            if lawful(&path) {
                routes.push(Route::new(&path));
            }
            if path.len() >= most {
                continue;
            }
            let at = path.last().copied().unwrap_or(start);
            let mut near: BitSet = checker.data.movement_graph.next_to(at);
            if let Some(open) = open {
                near = near & open;
            }
            // A unit may come back (12.9.3-1, 12.9.9-9).
            for next in near.iter() {
                waiting.push([&path[..], &[next]].concat());
            }
        }
        routes.sort_unstable();
        routes
    }

    fn repairs(&mut self, after: &PostCombat<'_>) -> Vec<Move> {
        let Some(repair) = after.repair() else {
            self.found.push(Move::default());
            return std::mem::take(&mut self.found);
        };
        let restore = |unit| Order::Restore { unit };
        let mut options: Vec<Options> = repair
            .restored
            .iter()
            .map(|unit| vec![Vec::new(), vec![restore(unit)]])
            .collect();
        options.extend(repair.rebuilt.iter().map(|unit| {
            let rebuild = Order::Rebuild { unit };
            vec![
                Vec::new(),
                vec![rebuild.clone()],
                vec![rebuild, restore(unit)],
            ]
        }));
        let legal = |search: &Self, orders: &Move| search.judge(orders);
        let dear = |chosen: &[Order], _: usize| {
            let units = chosen.iter().filter_map(|order| order.unit());
            units.map(|unit| after.step_cost(unit)).sum::<u32>() > repair.points
        };
        self.combine(&options, &mut Vec::new(), &legal, &dear);
        std::mem::take(&mut self.found)
    }

    fn excess(&mut self) -> Vec<Move> {
        if self.checker.side == self.position.state().active() {
            return self.returns();
        }
        let acting = self.checker.side.enemy();
        let places = self.position.in_excess();
        let units = places
            .iter()
            .flat_map(|place| self.position.billeted(place, acting));
        let options: Vec<Options> = units
            .map(|unit| vec![Vec::new(), vec![Order::Eliminate { unit }]])
            .collect();
        // Of each space exactly so many leave as must.
        let fewest = places.iter().map(|place| {
            let units = self.position.billeted(place, acting);
            self.position.fewest_in_excess(&units)
        });
        let fewest: usize = fewest.sum();
        let legal = |search: &Self, orders: &Move| search.judge(orders);
        let hopeless =
            |chosen: &[Order], left: usize| chosen.len() > fewest || chosen.len() + left < fewest;
        self.combine(&options, &mut Vec::new(), &legal, &hopeless);
        std::mem::take(&mut self.found)
    }

    /// Who goes back to the Reserve Box (BULL'S EYE DIRECTIVE).
    fn returns(&mut self) -> Vec<Move> {
        let returning = self.position.returning();
        let units = returning.iter().flat_map(|one| one.units.iter().copied());
        let options: Vec<Options> = units
            .map(|unit| vec![Vec::new(), vec![Order::Reserve { unit }]])
            .collect();
        let number: usize = returning.iter().map(|one| one.number).sum();
        let legal = |search: &Self, orders: &Move| search.judge(orders);
        let hopeless =
            |chosen: &[Order], left: usize| chosen.len() > number || chosen.len() + left < number;
        self.combine(&options, &mut Vec::new(), &legal, &hopeless);
        std::mem::take(&mut self.found)
    }
}
