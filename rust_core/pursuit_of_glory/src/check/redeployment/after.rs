//! After the SR: who stands where, what is besieged, and where nobody may end.

use super::*;
use crate::check::plan::Plan;

/// Every redeployed unit where it ends, all others where they were.
pub(super) struct After {
    plan: Plan<'static>,
    /// Where somebody ended.
    ended: BitSet,
    /// Enemy forts that are besieged before and after (13.6-3).
    pub(super) kept: BitSet,
    /// Where each nation has a unit in supply, before or after.
    footholds: Vec<BitSet>,
}

impl After {
    pub(super) fn new(redeployer: &Redeployer<'_>, trips: &[Trip]) -> Self {
        let mut plan = Plan::default();
        let mut ended = BitSet::EMPTY;
        for trip in trips {
            let end = trip.end();
            if let Some(place) = end {
                ended.insert(place);
            }
            if trip.start.is_some() && trip.start == end {
                continue;
            }
            if trip.start.is_some() {
                plan.left.insert(trip.unit);
            }
            plan.arrived.extend(end.map(|place| (trip.unit, place)));
        }
        let kept = redeployer.besieged - redeployer.checker.sieges_lifted(&plan);
        let mut after = Self {
            plan,
            ended,
            kept,
            footholds: Vec::new(),
        };
        if trips.iter().any(|trip| matches!(trip.how, How::Deploy(_))) {
            after.footholds = redeployer.footholds(trips);
        }
        after
    }

    /// Where a nation has a unit in supply, before or after (13.8-2).
    pub(super) fn foothold_of(&self, nation: Nation) -> BitSet {
        self.footholds
            .get(nation as usize)
            .copied()
            .unwrap_or_default()
    }
}

impl Redeployer<'_> {
    /// What bars a unit from ending in a place, whoever else is there.
    pub(super) fn check_end(&self, unit: UnitId, place: PlaceId, violations: &mut Violations<'_>) {
        for (places, code) in self.forbidden(unit) {
            if places.contains(place) {
                let witness = [Arg::Unit(unit), Arg::Place(place)];
                // There is one Galicia.
                let parts = if *code == SR_BACK_TO_GALICIA { 1 } else { 2 };
                violations.add(code, &witness[..parts]);
            }
        }
    }

    /// Where a unit never goes: India and Baluchistan are closed to RU units (18.9.3), Turkey to those that
    /// are just BU (11.1.10-1).
    pub(super) fn never_entered(&self, unit: UnitId) -> BitSet {
        let lines = &self.checker.data.lines;
        let nations = self.nations(unit);
        if nations.has(Nation::Ru) {
            lines.east
        } else if nations == Nations::of(Nation::Bu) {
            lines.turkey
        } else {
            BitSet::EMPTY
        }
    }

    /// Places where a unit does not end, each with the rule.
    pub(super) fn forbidden(&self, unit: UnitId) -> Vec<(BitSet, &'static codes::Code)> {
        let (data, entry) = (self.checker.data, &self.checker.data.units[unit]);
        let lines = &data.lines;
        let map = BitSet::below(data.on_map);
        let lcu = entry.size == Size::Lcu;
        let turkish = entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
        let mut forbidden: Vec<(BitSet, &'static codes::Code)> = Vec::new();
        if lcu && data.counters.swamp_bound.contains(unit) {
            forbidden.push((data.movement_graph.swamp, &SR_LCU_IN_SWAMP));
        }
        if turkish {
            forbidden.push((lines.egypt, &SR_TURKS_IN_EGYPT));
        }
        match entry.limit {
            Some(Limit::BalkansOnly) => forbidden.push((map - lines.balkans, &SR_BALKANS_ONLY)),
            Some(Limit::PersiaIndiaBaluchistanOnly) => {
                let within = lines.persia | lines.east;
                forbidden.push((map - within, &SR_LEAVES_PERSIA));
            }
            _ => {}
        }
        let russian = self.nations(unit).has(Nation::Ru);
        let never = if russian {
            &SR_INTO_INDIA
        } else {
            &SR_INTO_TURKEY
        };
        forbidden.push((self.never_entered(unit), never));
        // Nobody ends where neutral Greeks stand (18.8.1.1.c-3, 18.8.1.1.c-4).
        let greeks = match self.checker.side {
            Side::Ap => &GREEKS_AP,
            _ => &GREEKS_CP,
        };
        let view = self.checker.view();
        forbidden.push((view.neutral_greeks, greeks));
        forbidden.push((shut_persia(view), &NEUTRAL_PERSIA));
        if lcu && turkish && !self.galicia_is_open() {
            let galicia = std::iter::once(data.known.galicia).collect();
            forbidden.push((galicia, &SR_BACK_TO_GALICIA));
        }
        forbidden
    }

    /// Stacks where somebody ended (10.0, 10.1, 10.2, 10.3-1), and LCUs in restricted areas (18.1.2).
    pub(super) fn check_places(&self, after: &After, violations: &mut Violations<'_>) {
        let checker = &self.checker;
        let limited = after.ended - checker.data.movement_graph.unlimited_stacking;
        for place in limited.iter() {
            let crowd = checker.crowd(after.plan.after(checker, place));
            let broken = [
                (crowd.too_many(), &SR_TOO_MANY),
                (crowd.two_hqs(), &TWO_HQS),
                (crowd.rivals(), &RIVALS),
            ];
            for (_, code) in broken.iter().filter(|(broken, _)| *broken) {
                violations.add(code, &[Arg::Place(place)]);
            }
        }
        checker.check_commitment(&after.plan, violations);
    }
}
