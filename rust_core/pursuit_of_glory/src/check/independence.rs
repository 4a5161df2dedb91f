//! Who needs others, and whom others need: what allows moves to be counted and listed without judging
//! each of them.
//!
//! Most units walk where their side already stands. Of others only those that end where they do, or leave
//! where they end, matter to them (10), and HQs that want company there (3.2.3), and trenches for which
//! somebody stays (11.3.1). What breaks these rules can be told place by place.

use super::codes::*;
use super::plan::Plan;
use super::{Checker, Violation};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{Crowd, PlaceId, UnitId};
use crate::orders::Move;
use crate::state::Scalar;

/// What a walk has to do with the orders of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bearing {
    /// It takes nothing and opens no way.
    Quiet,
    /// It may help others: it takes places, lays siege, goes with HQs.
    Helps,
    /// It counts together with others like it: LCUs in restricted areas (18.1.2), who stays in a siege
    /// (15.2.4), marines (18.6.6).
    Counts,
}

/// What is known of a place after a move: who stands there, as far as rules ask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    /// Who counts for stacking.
    crowd: Crowd,
    /// Combat units.
    combat: u16,
    /// HQs and artillery that ended a walk there.
    arrived: u16,
    /// Who could still dig, where a trench is ordered.
    diggers: u16,
    /// Whether there is a limit of stacking.
    limited: bool,
    /// Whether a trench is ordered.
    trench: bool,
}

impl Standing {
    /// Whether no rule will be broken there, whoever of these still comes or leaves.
    #[inline]
    pub(crate) const fn is_safe(&self, ahead: &Ahead) -> bool {
        let full = self.crowd.with(ahead.crowd).overstacked();
        (!self.limited || !full)
            && ((self.arrived == 0 && ahead.arriving == 0) || self.combat > ahead.leaving)
            && (!self.trench || self.diggers > ahead.digging)
    }

    /// Whether a rule is broken there (10.0-1, 10.1-2, 10.2-2, 3.2.3-1, 11.3.1).
    #[inline]
    #[must_use]
    pub(crate) const fn is_broken(&self) -> bool {
        (self.limited && self.crowd.overstacked())
            || (self.arrived > 0 && self.combat == 0)
            || (self.trench && self.diggers == 0)
    }
}

/// What units may still do to a place.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ahead {
    /// All that could come.
    crowd: Crowd,
    /// How many HQs and how much artillery could.
    arriving: u16,
    /// How many combat units could leave, and how many that could dig.
    leaving: u16,
    digging: u16,
}

impl Ahead {
    /// One unit more could come.
    pub(crate) fn may_come(&mut self, presence: Presence) {
        self.crowd = self.crowd + presence.crowd;
        self.arriving += u16::from(!presence.combat);
    }

    /// One unit more could leave.
    pub(crate) fn may_leave(&mut self, presence: Presence) {
        self.leaving += u16::from(presence.combat);
        self.digging += u16::from(presence.digs);
    }
}

/// What a unit counts for where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Presence {
    crowd: Crowd,
    combat: bool,
    digs: bool,
}

impl Presence {
    /// Whether it is a combat unit: others want company.
    pub(crate) const fn is_combat(self) -> bool {
        self.combat
    }

    /// The unit walks away from a place, or comes back to it.
    #[inline]
    pub(crate) fn leaves(self, place: &mut Standing) {
        place.crowd = place.crowd - self.crowd;
        place.combat -= u16::from(self.combat);
        place.diggers -= u16::from(self.digs && place.trench);
    }

    /// The unit ends a walk in a place.
    #[inline]
    pub(crate) fn arrives(self, place: &mut Standing) {
        place.crowd = place.crowd + self.crowd;
        place.combat += u16::from(self.combat);
        place.arrived += u16::from(!self.combat);
    }
}

impl Checker<'_> {
    /// What a walk has to do with others.
    pub(crate) fn bearing(&self, unit: UnitId, start: PlaceId, path: &[PlaceId]) -> Bearing {
        let stop = self.stop(start, path);
        let us = index(self.side);
        let sieges = &self.view().besieging[us];
        // Marines that assault are not where they walked to (18.6.6).
        let marines = unit == self.data.known.ru_black_sea_div;
        if self.area_of(unit, start) != self.area_of(unit, stop)
            || [start, stop].iter().any(|at| sieges.contains(*at))
            || (marines && self.view().state.scalar(Scalar::AssaultUsed) == 0)
        {
            return Bearing::Counts;
        }
        let ashore = self.data.network.beachheads | self.data.movement_graph.islands;
        let calm = self.view().control[us] - self.enemy_forts - self.enemy - ashore;
        match path.iter().any(|at| !calm.contains(*at)) {
            true => Bearing::Helps,
            false => Bearing::Quiet,
        }
    }

    /// Whether a broken rule is one of those that are told place by place.
    pub(crate) fn is_told_by_place(broken: &Violation) -> bool {
        let codes = [&OVERSTACKED, &TWO_HQS, &RIVALS, &HQ_ALONE];
        codes.iter().any(|code| broken.is(code))
    }

    /// Whether a broken rule is about those that count together.
    pub(crate) fn is_told_by_count(broken: &Violation) -> bool {
        let codes = [&TOO_MANY_LCUS, &TOO_MANY_LCUS_YET, &SIEGE_BROKEN];
        codes.iter().any(|code| broken.is(code))
    }

    /// Whether a move lifts a siege: places beyond may then be out of supply (15.2.4).
    pub(crate) fn lifts_a_siege(&self, made: &Move) -> bool {
        let besieging = &self.view().besieging[index(self.side)];
        !besieging.is_empty() && !Plan::new(self, made).lifted.is_empty()
    }

    /// Whether it does not matter to a unit in a place that these beachheads are given up (18.6.2, 18.6.4).
    pub(crate) fn lives_without(&self, unit: UnitId, place: PlaceId, gone: BitSet) -> bool {
        let outlook = self.outlook();
        let traced = || outlook.traced_forsaking(outlook.tracer(unit), gone);
        !gone.contains(place) && (outlook.home(unit, place) || traced().contains(place))
    }

    /// What is known of every place after a move.
    pub(crate) fn standings(&self, made: &Move) -> Vec<Standing> {
        let plan = Plan::new(self, made);
        let mut found = vec![Standing::default(); self.data.on_map];
        for (place, standing) in found.iter_mut().enumerate() {
            standing.limited = !self.unlimited_stacking(place);
        }
        let enter = |unit: UnitId, standing: &mut Standing| {
            let presence = self.presence(unit, None);
            standing.crowd = standing.crowd + presence.crowd;
            standing.combat += u16::from(presence.combat);
        };
        for place in self.roster.held.iter().filter(|at| *at < self.data.on_map) {
            for unit in self
                .at(place)
                .iter()
                .filter(|unit| !plan.left.contains(**unit))
            {
                enter(*unit, &mut found[place]);
            }
        }
        for (unit, place) in &plan.arrived {
            if let Some(standing) = found.get_mut(*place) {
                enter(*unit, standing);
            }
        }
        for mover in &plan.movers {
            if !mover.entry.is_combat() {
                found[mover.stop].arrived += 1;
            }
        }
        for place in &plan.trenches {
            let here = self.at(*place).iter();
            let digs = |unit: &&UnitId| self.would_dig(**unit, *place) && self.digs(&plan, **unit);
            let standing = &mut found[*place];
            standing.trench = true;
            standing.diggers = u16::try_from(here.filter(digs).count()).unwrap_or(u16::MAX);
        }
        found
    }

    /// What a unit counts for where it stands, and where it ends its walk.
    pub(crate) fn presence(&self, unit: UnitId, start: Option<PlaceId>) -> Presence {
        Presence {
            crowd: self.crowd(std::iter::once(unit)),
            combat: self.data.counters.combat.contains(unit),
            digs: start.is_some_and(|start| self.would_dig(unit, start)),
        }
    }
}
