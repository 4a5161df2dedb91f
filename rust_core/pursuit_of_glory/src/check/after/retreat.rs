//! Retreats (12.7, 12.8, 12.9.9, SAVE TIFLIS): who goes, how far, where, and who falls.

use super::super::codes::*;
use super::super::{Arg, Checker, Violations};
use super::losses::replacements;
use super::retreat_routes::{Road, Waived};
use crate::aftermath::losses::LossSheet;
use crate::aftermath::{Cause, PostCombat, RetreatRequirement, Route};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::Size;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// The routes known so far: of which unit, from where, how far.
type RouteCache = RefCell<Vec<((UnitId, PlaceId, u8), Rc<Vec<Road>>)>>;

/// A retreat that is judged: what many moves share is found once.
#[derive(Debug)]
pub(crate) struct Retreat<'r, 'a> {
    pub(super) checker: &'r Checker<'a>,
    pub(super) after: &'r PostCombat<'r>,
    /// The retreat as the rules order it.
    pub(crate) requirement: Option<RetreatRequirement>,
    known: RouteCache,
}

/// A unit and where it ends.
pub(super) type Ends = SmallVec<[(UnitId, PlaceId); 8]>;

/// What a move does with the units that retreat.
pub(super) struct RetreatPlan {
    /// How far they go.
    pub(super) length: u8,
    /// Who must go, replacements of this move included, and who may.
    pub(super) must: BitSet,
    pub(super) may: BitSet,
    /// Who goes where.
    pub(super) paths: SmallVec<[(UnitId, Route, bool); 8]>,
    /// Who is eliminated.
    pub(super) fallen: BitSet,
    /// Where they end.
    pub(super) ends: Ends,
    /// Where replacements of this move begin.
    pub(super) newcomers: Ends,
    /// The units that leave the map where they stand.
    pub(super) gone: BitSet,
}

impl<'r, 'a> Retreat<'r, 'a> {
    pub(crate) fn new(checker: &'r Checker<'a>, after: &'r PostCombat<'r>) -> Self {
        Self {
            requirement: after.requirement(),
            checker,
            after,
            known: RefCell::new(Vec::new()),
        }
    }

    /// The routes of a unit from a place.
    pub(crate) fn roads(&self, unit: UnitId, start: PlaceId, length: u8) -> Rc<Vec<Road>> {
        let key = (unit, start, length);
        if let Some((_, roads)) = self.known.borrow().iter().find(|(known, _)| *known == key) {
            return roads.clone();
        }
        let roads = Rc::new(self.roads_if(unit, start, length, self.waived()));
        self.known.borrow_mut().push((key, roads.clone()));
        roads
    }

    /// After CATASTROPHIC ATTACK terrain does not matter (12.9.9-4).
    pub(super) fn waived(&self) -> Waived {
        let requirement = self.requirement;
        let driven = requirement.is_some_and(|requirement| requirement.cause == Cause::Catastrophe);
        Waived {
            swamp: driven,
            desert: driven,
            ..Waived::default()
        }
    }

    fn roads_if(&self, unit: UnitId, start: PlaceId, length: u8, waived: Waived) -> Vec<Road> {
        let Some(requirement) = self.requirement else {
            return Vec::new();
        };
        self.checker
            .roads(self.after, requirement.cause, length, (unit, start), waived)
    }

    pub(super) fn combat(&self, unit: UnitId) -> bool {
        self.checker.data.counters.combat.contains(unit)
    }

    /// Whether a move breaks a rule with one of these units.
    pub(super) fn wrongs_one_of(&self, orders: &Move, units: &[UnitId]) -> bool {
        let mut found = Vec::new();
        self.judge(orders, &mut Violations(&mut found));
        let wronged = |arg| matches!(arg, Some(Arg::Unit(unit)) if units.contains(&unit));
        found
            .iter()
            .any(|violation| wronged(violation.args().next()))
    }

    /// Without those that no order could bring nearer to Tiflis, who stay (SAVE TIFLIS), and who is
    /// beside them alone.
    fn nearer(&self, units: BitSet) -> BitSet {
        let fights = self.checker.data.counters.combat;
        let able = (units & fights).iter().filter(|unit| {
            let start = self.after.spot(*unit);
            start.is_some_and(|start| !self.roads(*unit, start, 1).is_empty())
        });
        let able: BitSet = able.collect();
        let spots = able.iter().filter_map(|unit| self.after.spot(unit));
        let places: BitSet = spots.collect();
        let aides = (units - fights).iter().filter(|unit| {
            let place = self.after.spot(*unit);
            place.is_some_and(|place| places.contains(place))
        });
        able | aides.collect()
    }

    /// Reads what a move does with those who retreat.
    pub(crate) fn judge(&self, orders: &Move, violations: &mut Violations<'_>) {
        let none = RetreatRequirement {
            cause: Cause::Lost,
            must: BitSet::EMPTY,
            may: BitSet::EMPTY,
            length: 0,
        };
        let mut requirement = self.requirement.unwrap_or(none);
        if requirement.cause == Cause::SaveTiflis {
            requirement.must = self.nearer(requirement.must);
            requirement.may = self.nearer(requirement.may);
        }
        let ordered = |wanted: Order| orders.orders().contains(&wanted);
        let shortens = ordered(Order::Shorten);
        let helps = !requirement.must.is_empty() && self.after.yudenich_helps(&requirement);
        if shortens && helps {
            requirement.length -= 1;
        }
        let stands = orders.orders().iter().filter_map(|order| match *order {
            Order::Stand { unit } => Some(unit),
            _ => None,
        });
        let concerned = requirement.must | requirement.may;
        let stays = |unit: &UnitId| concerned.contains(*unit) && self.combat(*unit);
        let (stands, strays): (Vec<_>, Vec<_>) = stands.partition(stays);
        for unit in strays {
            violations.add(&NOT_RETREATING, &[Arg::Unit(unit)]);
        }
        if !stands.is_empty() {
            let stands = stands.into_iter().collect();
            self.check_strays(orders, &concerned, violations);
            self.judge_stand(orders, &requirement, &stands, violations);
            return;
        }
        if shortens && !helps {
            violations.add(&NO_YUDENICH, &[]);
        }
        if requirement.length == 0 {
            // The retreat does not happen (3.2.3.1.yud-1): nobody must go, who goes goes too far.
            requirement.may |= requirement.must;
            requirement.must = BitSet::EMPTY;
        }
        let plan = self.plan(orders, &requirement, violations);
        self.check_paths(&plan, &requirement, violations);
        self.check_fallen(&plan, &requirement, orders, violations);
        self.check_who_must(&plan, &requirement, violations);
        self.check_ends(&plan, &requirement, violations);
    }

    fn check_strays(&self, orders: &Move, concerned: &BitSet, violations: &mut Violations<'_>) {
        for order in orders.orders() {
            if let Order::Retreat { unit, .. }
            | Order::Sail { unit, .. }
            | Order::Eliminate { unit } = *order
                && !concerned.contains(unit)
            {
                violations.add(&NOT_RETREATING, &[Arg::Unit(unit)]);
            }
        }
    }

    /// Which unit goes where, each by a way of its own (12.7.6.a), and which are eliminated.
    fn plan(
        &self,
        orders: &Move,
        requirement: &RetreatRequirement,
        violations: &mut Violations<'_>,
    ) -> RetreatPlan {
        let sheet = LossSheet::new(self.after, self.checker.side);
        let concerned = requirement.must | requirement.may;
        let fallen = orders.orders().iter().filter_map(|order| match *order {
            Order::Eliminate { unit } => Some(unit),
            _ => None,
        });
        let fallen: BitSet = fallen.filter(|unit| concerned.contains(*unit)).collect();
        let mut plan = RetreatPlan {
            length: requirement.length,
            must: requirement.must,
            may: requirement.may,
            paths: SmallVec::new(),
            fallen,
            ends: Ends::new(),
            newcomers: Ends::new(),
            gone: fallen,
        };
        // Who falls for want of a retreat is not replaced, but for swamp and desert (12.7.4-3).
        let (lost, pairs): (Vec<_>, Vec<_>) =
            replacements(orders).into_iter().partition(|(lcu, _)| {
                fallen.contains(*lcu) && sheet.lcu(*lcu) && !self.sinks(&plan, *lcu)
            });
        for (lcu, _) in lost {
            violations.add(&NOT_REPLACED, &[Arg::Unit(lcu)]);
        }
        let valid = self
            .checker
            .check_replacements(&sheet, &fallen, &pairs, violations);
        for (lcu, by) in &valid {
            if sheet.preference(*lcu, *by).is_none() {
                continue;
            }
            if let Some(start) = self.after.spot(*lcu) {
                plan.must.insert(*by);
                plan.newcomers.push((*by, start));
            }
        }
        let concerned = plan.must | plan.may;
        self.check_strays(orders, &concerned, violations);
        let mut seen = BitSet::EMPTY;
        for order in orders.orders() {
            let (Order::Retreat { unit, .. }
            | Order::Sail { unit, .. }
            | Order::Eliminate { unit }) = *order
            else {
                continue;
            };
            if !concerned.contains(unit) {
                continue;
            }
            // All of them are judged, whichever was meant.
            if seen.contains(unit) {
                violations.add(&TWO_WAYS, &[Arg::Unit(unit)]);
            }
            seen.insert(unit);
            if let Some(end) = order.end() {
                let sails = matches!(order, Order::Sail { .. });
                let path = Route::new(&order.places());
                plan.paths.push((unit, path, sails));
                if !plan.ends.contains(&(unit, end)) {
                    plan.ends.push((unit, end));
                }
                plan.gone.insert(unit);
            } else {
                plan.fallen.insert(unit);
                plan.gone.insert(unit);
            }
        }
        plan
    }

    /// Where a unit begins.
    pub(super) fn start(&self, plan: &RetreatPlan, unit: UnitId) -> Option<PlaceId> {
        let newcomer = plan.newcomers.iter().find(|(known, _)| *known == unit);
        newcomer.map_or_else(|| self.after.spot(unit), |(_, start)| Some(*start))
    }

    /// Whether swamp or desert alone keeps an LCU in supply from retreating, and which (12.3.2-3,
    /// 12.3.3-5).
    pub(crate) fn bogs_down(&self, unit: UnitId, length: u8) -> Option<bool> {
        let start = self.after.spot(unit)?;
        let fed = !self.after.state.unfed.contains(unit);
        let driven = self
            .requirement
            .is_some_and(|requirement| requirement.cause == Cause::Catastrophe);
        if !fed
            || driven
            || !self.checker.data.counters.lcus.contains(unit)
            || !self.roads(unit, start, length).is_empty()
        {
            return None;
        }
        let open = |swamp: bool, desert: bool| {
            let waived = Waived {
                swamp,
                desert,
                ..Waived::default()
            };
            !self.roads_if(unit, start, length, waived).is_empty()
        };
        if open(false, true) {
            return Some(true);
        }
        open(true, true).then_some(false)
    }

    pub(super) fn sinks(&self, plan: &RetreatPlan, lcu: UnitId) -> bool {
        self.bogs_down(lcu, plan.length).is_some()
    }

    /// The own units in a place after the move, one of them left out.
    fn others<'s>(
        &'s self,
        plan: &'s RetreatPlan,
        place: PlaceId,
        but: Option<UnitId>,
    ) -> impl Iterator<Item = UnitId> + 's {
        let stay = self.checker.at(place).iter().copied();
        let came = plan.newcomers.iter().filter(move |(_, at)| *at == place);
        let stay = stay.chain(came.map(|(unit, _)| *unit));
        let stay = stay.filter(|unit| !plan.gone.contains(*unit));
        let arrived = plan.ends.iter().filter(move |(_, end)| *end == place);
        stay.chain(arrived.map(|(unit, _)| *unit))
            .filter(move |unit| Some(*unit) != but)
    }

    /// Whether there is room for a unit beside all others that are there after the move
    /// (12.7.6.c-1).
    pub(super) fn room(&self, plan: &RetreatPlan, unit: UnitId, place: PlaceId) -> bool {
        if self.checker.unlimited_stacking(place) {
            return true;
        }
        let others = || self.others(plan, place, Some(unit));
        let crowd = self.checker.crowd(others().chain([unit]));
        if !crowd.too_many() && !crowd.two_hqs() && !crowd.rivals() {
            return true;
        }
        // What is wrong there without it is no matter (10.0-1, 10.1-2, 10.2-2).
        let size = self.checker.data.units[unit].size;
        let rival = |other| self.checker.crowd([other, unit].into_iter()).rivals();
        let minds = (crowd.too_many() && self.combat(unit))
            || (crowd.two_hqs() && size == Size::Hq)
            || (crowd.rivals() && others().any(rival));
        !minds
    }

    /// The routes of a unit that are open: with room at the end, by their priorities (12.7.6.d-2,
    /// 12.7.6.e).
    pub(super) fn open(
        &self,
        plan: &RetreatPlan,
        unit: UnitId,
    ) -> (SmallVec<[Road; 16]>, Option<[u8; 2]>) {
        let Some(start) = self.start(plan, unit) else {
            return (SmallVec::new(), None);
        };
        let roads = self.roads(unit, start, plan.length);
        let roads: SmallVec<[Road; 16]> = roads
            .iter()
            .filter(|road| self.room(plan, unit, road.end))
            .copied()
            .collect();
        let best = roads.iter().map(|road| road.ranks).min();
        (roads, best)
    }

    /// The places into which a unit may go by a space, all others staying.
    pub(super) fn alone(&self, unit: UnitId) -> BitSet {
        let none = SmallVec::new;
        let plan = RetreatPlan {
            length: 1,
            must: BitSet::EMPTY,
            may: BitSet::EMPTY,
            paths: SmallVec::new(),
            fallen: BitSet::EMPTY,
            ends: none(),
            newcomers: none(),
            gone: BitSet::EMPTY,
        };
        let (roads, best) = self.open(&plan, unit);
        let open = roads.iter().filter(|road| Some(road.ranks) == best);
        open.map(|road| road.end).collect()
    }

    pub(super) fn id(&self, unit: UnitId) -> &str {
        &self.checker.data.units[unit].id
    }

    /// Whether a combat unit stands in a place after the move.
    pub(super) fn escorted(&self, plan: &RetreatPlan, place: Option<PlaceId>, but: UnitId) -> bool {
        place.is_some_and(|place| {
            self.others(plan, place, Some(but))
                .any(|unit| self.combat(unit))
        })
    }

    /// Those that must retreat have an order (12.2.9-1, 12.2.9-3, 12.7.1-1, 12.8-5, 12.8-6).
    fn check_who_must(
        &self,
        plan: &RetreatPlan,
        requirement: &RetreatRequirement,
        violations: &mut Violations<'_>,
    ) {
        if plan.length == 0 {
            return;
        }
        let aides = (plan.must | plan.may) - self.checker.data.counters.combat;
        let stays = |unit: &UnitId| {
            let start = self.start(plan, *unit);
            self.escorted(plan, start, *unit)
        };
        let due = (plan.must - aides) | aides.iter().filter(|unit| !stays(unit)).collect();
        (due - plan.gone).for_each(|unit| {
            // SAVE TIFLIS spares those for whom there is no room nearer.
            let spared = requirement.cause == Cause::SaveTiflis
                && self.combat(unit)
                && self.open(plan, unit).1.is_none();
            if !spared {
                violations.add(&MUST_RETREAT, &[Arg::Unit(unit)]);
            }
        });
    }

    /// The limits of stacking where units arrive (12.7.6.c-1); a stack that is driven back exceeds
    /// them until the action ends (CATASTROPHIC ATTACK).
    fn check_ends(
        &self,
        plan: &RetreatPlan,
        requirement: &RetreatRequirement,
        violations: &mut Violations<'_>,
    ) {
        if requirement.cause == Cause::Catastrophe {
            return;
        }
        let ends: BitSet = plan.ends.iter().map(|(_, end)| *end).collect();
        (ends - self.checker.data.movement_graph.unlimited_stacking).for_each(|place| {
            let crowd = self.checker.crowd(self.others(plan, place, None));
            let witness = [Arg::Place(place)];
            for (broken, code) in [
                (crowd.too_many(), &RETREATS_OVERSTACKED),
                (crowd.two_hqs(), &TWO_HQS),
                (crowd.rivals(), &RIVALS),
            ] {
                if broken {
                    violations.add(code, &witness);
                }
            }
        });
    }
}
