//! Landings, withdrawals and the amphibious assault (18.6).

use super::codes::*;
use super::plan::Plan;
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::state::Scalar;
use crate::supply::network::Tracer;
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use smallvec::SmallVec;

impl Checker<'_> {
    pub(super) fn check_landings(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        if (plan.lands | plan.withdraws | plan.removes).is_empty() {
            return;
        }
        if self.side == Side::Cp {
            for place in (plan.lands | plan.withdraws | plan.removes).iter() {
                violations.add(&NOT_THE_AP, &[Arg::Place(place)]);
            }
            return;
        }
        let winter = |code, place: PlaceId, violations: &mut Violations<'_>| {
            if self.position.winter() {
                violations.add(code, &[Arg::Place(place)]);
            }
        };
        // As many landings as there are markers (18.6.1.1.a-3).
        let ordered = plan.lands.len();
        if ordered > usize::from(self.view().state.scalar(Scalar::BeachheadsInReserve)) {
            let number = u32::try_from(ordered).unwrap_or(u32::MAX);
            violations.add(&TOO_FEW_MARKERS, &[Arg::Number(number)]);
        }
        let marked = self.markers();
        for place in plan.lands.iter() {
            if marked.contains(place) {
                violations.add(&MARKER_THERE, &[Arg::Place(place)]);
            }
            winter(&WINTER_LANDING, place, violations);
            if !self.landed(plan, place) {
                violations.add(&NOBODY_LANDS, &[Arg::Place(place)]);
            }
        }
        for place in ((plan.withdraws | plan.removes) - marked).iter() {
            violations.add(&NO_BEACHHEAD_THERE, &[Arg::Place(place)]);
        }
        // They are gone when all have moved.
        let gone = (plan.withdraws | plan.removes) & marked;
        if gone.is_empty() {
            return;
        }
        let after = self.outlook_after(plan);
        let outlook = after.as_deref().unwrap_or_else(|| self.outlook());
        for place in gone.iter() {
            let living = self.living_after(plan, outlook, gone, place);
            if plan.withdraws.contains(place) {
                winter(&WINTER_EVACUATION, place, violations);
                self.check_withdrawal(plan, place, &living, violations);
            }
            if plan.removes.contains(place) {
                self.check_removal(plan, place, &living, violations);
            }
        }
    }

    /// Whether a combat unit stops on a beachhead that it entered from its island base
    /// (18.6.1.1.a-2).
    fn landed(&self, plan: &Plan<'_>, place: PlaceId) -> bool {
        let base = self.data.spaces[place].island_base;
        base.is_some()
            && plan.movers.iter().any(|mover| {
                mover.entry.is_combat()
                    && mover.stop == place
                    && mover.steps().last().map(|(from, _)| from) == base
            })
    }

    /// All that live on the beachhead alone and are next to enemies withdraw (18.6.2.1-1).
    fn check_withdrawal(
        &self,
        plan: &Plan<'_>,
        place: PlaceId,
        living: &[(UnitId, PlaceId)],
        violations: &mut Violations<'_>,
    ) {
        let start = |unit: UnitId| {
            self.position
                .place(unit)
                .filter(|at| *at < self.data.on_map)
        };
        let fired_at = |unit| start(unit).is_some_and(|start| self.under_fire(start));
        for (unit, at) in living {
            if fired_at(*unit) || self.under_fire(*at) {
                violations.add(&LEFT_BEHIND, &[Arg::Unit(*unit), Arg::Place(place)]);
            }
        }
        // The marker goes: nobody can be left on it (18.6.2.1-2).
        for unit in plan.after(self, place) {
            violations.add(&LEFT_ON, &[Arg::Unit(unit), Arg::Place(place)]);
        }
        if !self.outlook().relies(place).iter().any(fired_at) {
            violations.add(&NOTHING_UNDER_FIRE, &[Arg::Place(place)]);
        }
    }

    /// A marker is taken away for nothing if it is empty and feeds nobody (18.6.4-1, 3.2.4.3-4).
    fn check_removal(
        &self,
        plan: &Plan<'_>,
        place: PlaceId,
        living: &[(UnitId, PlaceId)],
        violations: &mut Violations<'_>,
    ) {
        if plan.after(self, place).next().is_some() {
            violations.add(&NOT_EMPTY, &[Arg::Place(place)]);
        }
        let islands = &self.data.movement_graph.islands;
        let mut steps = plan.movers.iter().flat_map(|mover| mover.steps());
        if steps.any(|(from, to)| from == place && islands.contains(to)) {
            violations.add(&BASE_IN_USE, &[Arg::Place(place)]);
        }
        for (unit, _) in living {
            violations.add(&STRANDED, &[Arg::Unit(*unit), Arg::Place(place)]);
        }
    }

    /// Own units, and where they stand after the move, that have a line of supply there if this
    /// beachhead stays, and none without it and all others that are given up.
    #[cold]
    #[inline(never)]
    fn living_after(
        &self,
        plan: &Plan<'_>,
        outlook: &Outlook<'_>,
        gone: BitSet,
        place: PlaceId,
    ) -> Vec<(UnitId, PlaceId)> {
        let stay = self.own - plan.left;
        let stay = stay
            .iter()
            .filter_map(|unit| Some((unit, self.position.place(unit)?)));
        // Marines live on the port they land at (18.6.6-1, 18.6.6-6).
        let marines = self.data.known.ru_black_sea_div;
        let landed = |unit, at| unit == marines && plan.assaults.contains(at);
        // LCUs come from the map or the Corps Assets Box, or not at all (18.3.2.g).
        let there = |unit: UnitId| {
            let at = self.position.place(unit);
            at.is_some_and(|at| at < self.data.on_map || at == self.assets())
        };
        let arrived = plan.arrived.iter().copied();
        let arrived = arrived.filter(|(unit, at)| there(*unit) && !landed(*unit, *at));
        let after = stay.chain(arrived);
        let mut others = gone;
        others.remove(place);
        // By tracer, where lines lead to this beachhead and to nothing else.
        let mut hangs: SmallVec<[(Tracer, BitSet); 4]> = SmallVec::new();
        let lives = after.filter(|(unit, at)| {
            let tracer = outlook.tracer(*unit);
            let known = hangs.iter().position(|(known, _)| *known == tracer);
            let known = known.unwrap_or_else(|| {
                let fed = |gone| outlook.traced_forsaking(tracer, gone);
                hangs.push((tracer, fed(others) - fed(gone)));
                hangs.len() - 1
            });
            *at < self.data.on_map && hangs[known].1.contains(*at) && !outlook.home(*unit, *at)
        });
        lives.collect()
    }

    /// Whether the Black Sea Division is a unit of the side in a Black Sea port.
    pub(super) fn marines_ready(&self) -> bool {
        let marines = self.data.known.ru_black_sea_div;
        let port = self
            .position
            .place(marines)
            .filter(|_| self.own.contains(marines));
        port.is_some_and(|port| self.data.spaces[port].port == Some(Sea::BlackSea))
    }

    /// The marines land once in a game (3.2.1.3.black_sea-1), in winter too (18.6.6-4, 18.6.1.5-3).
    pub(super) fn check_assault(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        if plan.assaults.is_empty() {
            return;
        }
        let known = &self.data.known;
        if plan.assaults.len() > 1 || self.view().state.scalar(Scalar::AssaultUsed) > 0 {
            violations.add(&ASSAULT_USED, &[]);
        }
        for port in plan.assaults.iter() {
            let witness = [Arg::Place(port)];
            if !self.marines_ready() {
                violations.add(&NO_MARINES, &witness);
                continue;
            }
            if !plan.may_attack.contains(known.ru_black_sea_div) {
                violations.add(&MARINES_NOT_ACTIVATED, &witness);
            }
            let guarded = self.enemy_forts.contains(port)
                && port != known.the_bosphorus_forts
                && port != known.trabzon;
            if self.data.spaces[port].port != Some(Sea::BlackSea)
                || !self.view().control[index(self.side.enemy())].contains(port)
                || self.occupied().contains(port)
                || guarded
            {
                violations.add(&NO_TARGET, &witness);
            }
        }
    }

    /// Places with units of anybody.
    fn occupied(&self) -> BitSet {
        let units = 0..self.data.units.len();
        units.filter_map(|unit| self.position.place(unit)).collect()
    }
}
