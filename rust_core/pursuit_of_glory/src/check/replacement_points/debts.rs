//! Negative points: steps that units on the map give up (9.4.3, 17.1.7).

use super::super::codes::{Code, *};
use super::{Arg, Plan, Replacer, Violations, points_of};
use crate::board::BitSet;
use crate::combat::{preference, replaced_after};
use crate::data::UnitId;
use crate::vocabulary::*;

impl Replacer<'_> {
    /// The kinds of the side whose records are negative (9.4.3-1), with the half points due.
    pub(super) fn debts(&self) -> Vec<(Replacement, u32)> {
        let kinds = kinds_of(self.checker.side).iter();
        let due = |kind: &Replacement| {
            let points = points_of(self.checker.position, *kind);
            (points < 0).then(|| (*kind, 2 * points.unsigned_abs()))
        };
        kinds.filter_map(due).filter(|_| !self.bonus).collect()
    }

    /// Whether the points of a kind are those of the unit's nation.
    fn owes(&self, unit: UnitId, kind: Replacement) -> bool {
        let nations = self.checker.nations_now(unit);
        let any = |of: &[Nation]| of.iter().any(|nation| nations.has(*nation));
        let greece = self.checker.position.state().greece();
        match kind {
            Replacement::Tu => any(&[Nation::Tu, Nation::TuA]),
            Replacement::Br => any(&[Nation::Br]),
            Replacement::In => any(&[Nation::In]),
            Replacement::Ru => any(&[Nation::Ru]),
            Replacement::Ge => any(&[Nation::Ge]),
            Replacement::ApAllied => {
                any(&[Nation::Fr, Nation::It, Nation::Ro, Nation::Sb, Nation::Anz])
                    || any(&[Nation::Arm, Nation::Geo])
                    || (greece == Stand::Ap && any(&[Nation::Gr]))
            }
            Replacement::CpAllied => {
                any(&[Nation::Bu, Nation::Ah]) || (greece == Stand::Cp && any(&[Nation::Gr]))
            }
        }
    }

    /// The steps of a unit that a debt of this kind could take, in half points; 0 for others.
    pub(super) fn worth(&self, unit: UnitId, kind: Replacement) -> u32 {
        let checker = &self.checker;
        let entry = &checker.data.units[unit];
        let fights = matches!(entry.class, Class::Regular | Class::Irregular);
        if !fights || !checker.own.contains(unit) || !self.owes(unit, kind) {
            return 0;
        }
        self.step(unit) * (1 + u32::from(!self.reduced(unit)))
    }

    pub(super) fn reduced(&self, unit: UnitId) -> bool {
        self.checker.position.state().reduced.contains(unit)
    }

    /// The rules that giving up steps of a unit breaks.
    pub(super) fn debt_codes(&self, unit: UnitId, reduces: bool) -> Vec<&'static Code> {
        let mut codes = Vec::new();
        let mut debts = self.debts().into_iter();
        match self.checker.data.units[unit].class {
            Class::Tribe => codes.push(&RP_TRIBE),
            Class::Hq => codes.push(&RP_HEADQUARTERS),
            _ if debts.all(|(kind, _)| self.worth(unit, kind) == 0) => codes.push(&RP_OWES_NOTHING),
            _ => {}
        }
        if reduces && self.reduced(unit) {
            codes.push(&RP_REDUCED_ALREADY);
        }
        codes
    }

    /// What a unit gives if it is reduced or eliminated.
    fn gives(&self, unit: UnitId, kind: Replacement, reduced: bool, eliminated: bool) -> u32 {
        match (self.worth(unit, kind), eliminated) {
            (0, _) => 0,
            (worth, true) => worth,
            _ => self.step(unit) * u32::from(reduced),
        }
    }

    /// The half points of a kind that are due: no more than the units on the map could give.
    pub(super) fn due(&self, kind: Replacement, halves: u32) -> u32 {
        let own = self.checker.own.iter();
        let all: u32 = own.map(|unit| self.worth(unit, kind)).sum();
        halves.min(all)
    }

    /// Debts are met (17.1.7-2, 9.4.3-2), and no more is given up than they ask for.
    pub(super) fn check_debts(&self, plan: &Plan, violations: &mut Violations<'_>) {
        let givers = plan.reduced | plan.eliminated;
        for (kind, halves) in self.debts() {
            let due = self.due(kind, halves);
            let gives = |unit: UnitId| {
                let (reduced, eliminated) = (&plan.reduced, &plan.eliminated);
                self.gives(
                    unit,
                    kind,
                    reduced.contains(unit),
                    eliminated.contains(unit),
                )
            };
            let given: u32 = givers.iter().map(gives).sum();
            if given < due {
                let witness = [Arg::Points(kind), Arg::Number(due - given)];
                violations.add(&RP_OWED, &witness);
            }
            let less = |unit: UnitId| self.less(plan, unit, kind);
            let spared =
                |unit: UnitId| less(unit).is_some_and(|less| given - gives(unit) + less >= due);
            if givers.iter().any(spared) {
                violations.add(&RP_TOO_MUCH, &[Arg::Points(kind)]);
            }
        }
    }

    /// The most that a unit gives with one of its orders left out or cut; `None` for a unit that gives
    /// nothing to this kind.
    fn less(&self, plan: &Plan, unit: UnitId, kind: Replacement) -> Option<u32> {
        let worth = self.worth(unit, kind);
        let (reduced, eliminated) = (plan.reduced.contains(unit), plan.eliminated.contains(unit));
        match (reduced, eliminated) {
            _ if worth == 0 => None,
            // The other order gives all the same.
            (true, true) => Some(worth),
            // Reduced instead, if it is at full strength.
            (_, true) if !self.reduced(unit) => Some(self.step(unit)),
            _ => Some(0),
        }
    }

    /// The SCUs of the Reserve Box that may come for an LCU, with how well they fit (12.6.5-1).
    pub(super) fn spares(&self, lcu: UnitId) -> Vec<((u8, u8), UnitId)> {
        let units = 0..self.checker.data.units.len();
        units
            .filter_map(|unit| Some((self.suits(lcu, unit)?, unit)))
            .collect()
    }

    /// How well an SCU of the Reserve Box fits an LCU.
    fn suits(&self, lcu: UnitId, unit: UnitId) -> Option<(u8, u8)> {
        let checker = &self.checker;
        let kind = |unit: UnitId| checker.data.units[unit].unit_type;
        let of = |unit: UnitId| (checker.nations_now(unit), kind(unit));
        self.is_spare(unit).then(|| preference(of(lcu), of(unit)))?
    }

    /// Whether it is a regular SCU of the Reserve Box.
    pub(super) fn is_spare(&self, unit: UnitId) -> bool {
        let (data, position) = (self.checker.data, self.checker.position);
        let [reserve, ..] = data.known.spent_boxes(self.checker.side);
        let entry = &data.units[unit];
        let regular = entry.class == Class::Regular && entry.size == Size::Scu;
        regular && position.place(unit) == Some(reserve)
    }

    /// SCUs come for LCUs that are eliminated (17.1.7-4, 12.6.5).
    pub(super) fn check_replaced(&self, plan: &Plan, violations: &mut Violations<'_>) {
        let swaps = self.swaps(plan);
        let taken: BitSet = swaps.iter().map(|(_, by)| *by).collect();
        let times = |wanted: &dyn Fn(&(UnitId, UnitId)) -> bool| {
            swaps.iter().filter(|pair| wanted(pair)).count()
        };
        for (lcu, by) in &plan.replaced {
            let twice = times(&|pair| pair.0 == *lcu) > 1 || times(&|pair| pair.1 == *by) > 1;
            let falls = self.falls(plan, *lcu);
            let spares = self.spares(*lcu);
            let rank = spares
                .iter()
                .find(|(_, spare)| spare == by)
                .map(|(rank, _)| *rank);
            // What another LCU takes first is gone.
            let suits = |lcu, scu| self.suits(lcu, scu);
            let later = replaced_after(&swaps, *lcu, &suits);
            let first = |scu: UnitId| {
                let mut others = swaps.iter();
                others.any(|(of, by)| *by == scu && of != lcu && !later.contains(of))
            };
            let better = |rank: (u8, u8)| {
                let free = |(other, spare): &((u8, u8), UnitId)| *other < rank && !first(*spare);
                spares.iter().any(free)
            };
            if twice || !falls || rank.is_none_or(better) {
                let witness = [Arg::Unit(*lcu), Arg::Unit(*by)];
                violations.add(&RP_CANNOT_REPLACE, &witness);
            }
        }
        for lcu in plan
            .eliminated
            .iter()
            .filter(|unit| self.falls(plan, *unit))
        {
            let ordered = swaps.iter().any(|(of, _)| *of == lcu);
            let free = |(_, spare): &((u8, u8), UnitId)| !taken.contains(*spare);
            if !ordered && self.spares(lcu).iter().any(free) {
                violations.add(&RP_REPLACED_BY_NONE, &[Arg::Unit(lcu)]);
            }
        }
    }

    /// The SCUs that come for LCUs that the move eliminates: for whoever stays nobody comes, whatever is
    /// ordered (17.1.7-4).
    pub(super) fn swaps(&self, plan: &Plan) -> Vec<(UnitId, UnitId)> {
        let swaps = plan.replaced.iter().copied();
        swaps.filter(|(lcu, _)| self.falls(plan, *lcu)).collect()
    }

    /// Whether it is an LCU that the move eliminates.
    fn falls(&self, plan: &Plan, unit: UnitId) -> bool {
        plan.eliminated.contains(unit) && self.checker.data.counters.lcus.contains(unit)
    }
}

/// The kinds of points of a side.
pub(crate) const fn kinds_of(side: Side) -> &'static [Replacement] {
    match side {
        Side::Cp => &[Replacement::CpAllied, Replacement::Ge, Replacement::Tu],
        _ => &[
            Replacement::ApAllied,
            Replacement::Br,
            Replacement::In,
            Replacement::Ru,
        ],
    }
}
