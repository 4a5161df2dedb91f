//! Stacking after the move (10), and LCUs in restricted areas (18.1.2).

use super::codes::*;
use super::plan::Plan;
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::control::allowed_lcus;
use crate::data::{Crowd, PlaceId, UnitId};
use crate::state::Scalar;
use crate::vocabulary::*;

/// The places that break the rules of stacking, and the LCUs in each restricted area.
#[derive(Debug)]
pub(super) struct Crowds {
    broken: [BitSet; 3],
    lcus: [u8; RestrictedArea::ALL.len()],
}

const STACKING: [&Code; 3] = [&OVERSTACKED, &TWO_HQS, &RIVALS];

impl Checker<'_> {
    /// The units of a crowd together.
    pub(super) fn crowd(&self, units: impl Iterator<Item = UnitId>) -> Crowd {
        units.fold(Crowd::default(), |crowd, unit| {
            let counter = &self.data.counters[unit];
            if self.activation_rules.counts_as_british(unit) {
                crowd + counter.crowd_turned
            } else {
                crowd + counter.crowd
            }
        })
    }

    /// Whether a unit counts as of a nation. RU units that became BR do as BR, not as RU
    /// (16.4.5.4-3).
    pub(super) fn counts_as(&self, unit: UnitId, nation: Nation) -> bool {
        let printed = self.data.units[unit].is_of(nation);
        match nation {
            Nation::Br => printed || self.activation_rules.counts_as_british(unit),
            Nation::Ru => printed && !self.activation_rules.counts_as_british(unit),
            _ => printed,
        }
    }

    /// The state before the move: most moves leave most places alone.
    fn crowds(&self) -> &Crowds {
        self.stacks.get_or_init(|| {
            let mut crowds = Crowds {
                broken: [BitSet::EMPTY; 3],
                lcus: [0; RestrictedArea::ALL.len()],
            };
            (self.roster.held - self.data.movement_graph.unlimited_stacking).for_each(|place| {
                let units = self.at(place);
                // One unit alone breaks none of them.
                if units.len() > 1 {
                    self.mark(&mut crowds.broken, place, units.iter().copied());
                }
            });
            (self.own & self.data.counters.lcus).for_each(|unit| {
                let place = self.position.place(unit);
                if let Some(area) = place.and_then(|at| self.area_of(unit, at)) {
                    crowds.lcus[area as usize] += 1;
                }
            });
            crowds
        })
    }

    fn mark(&self, broken: &mut [BitSet; 3], place: PlaceId, units: impl Iterator<Item = UnitId>) {
        let crowd = self.crowd(units);
        let now = [crowd.too_many(), crowd.two_hqs(), crowd.rivals()];
        for (set, now) in broken.iter_mut().zip(now) {
            set.set(place, now);
        }
    }

    /// The limits hold at the end, not on the way (10.3-1), and nobody goes beyond them to have
    /// units eliminated (10.5).
    pub(super) fn check_stacking(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let mut broken = self.crowds().broken;
        let touched = self.touched(plan) - self.data.movement_graph.unlimited_stacking;
        touched.for_each(|place| self.mark(&mut broken, place, plan.after(self, place)));
        for (set, code) in broken.into_iter().zip(STACKING) {
            set.for_each(|place| violations.add(code, &[Arg::Place(place)]));
        }
    }

    /// The places where somebody arrives or leaves.
    fn touched(&self, plan: &Plan<'_>) -> BitSet {
        let mut touched: BitSet = plan.arrived.iter().map(|(_, place)| *place).collect();
        plan.left.for_each(|unit| {
            if let Some(place) = self.position.place(unit) {
                touched.insert(place);
            }
        });
        touched
    }

    /// The restricted area an LCU counts in (18.1-1, 2.0.restricted), beachheads next to it
    /// included (18.1.2.b-2).
    pub(super) fn area_of(&self, unit: UnitId, place: PlaceId) -> Option<RestrictedArea> {
        let counted = self.data.counters.lcus.contains(unit)
            && (place >= self.data.on_map || self.data.movement_graph.restricted.contains(place));
        let space = self.data.spaces.get(place).filter(|_| counted)?;
        space.restricted_area
    }

    /// The limit is of each area and each player (18.1.2.b-1).
    pub(super) fn check_commitment(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let enters = |(unit, place): &(UnitId, PlaceId)| self.area_of(*unit, *place).is_some();
        if !plan.arrived.iter().any(enters) && plan.assemblies.is_empty() {
            return;
        }
        let mut lcus = self.crowds().lcus;
        let mut entered = [false; RestrictedArea::ALL.len()];
        for (at, (unit, place)) in plan.arrived.iter().enumerate() {
            let Some(area) = self.area_of(*unit, *place) else {
                continue;
            };
            let before = self
                .position
                .place(*unit)
                .filter(|_| self.own.contains(*unit));
            let before = before.and_then(|before| self.area_of(*unit, before));
            // An LCU that is on the map and organised elsewhere is one all the same.
            let stays = before == Some(area) && !plan.left.contains(*unit);
            let again = |(other, place): &(UnitId, PlaceId)| {
                other == unit && self.area_of(*other, *place) == Some(area)
            };
            if !stays && !plan.arrived[..at].iter().any(again) {
                lcus[area as usize] += 1;
            }
            entered[area as usize] |= before != Some(area);
        }
        for made in &plan.assemblies {
            let ours = self.view().commander(made.lcu) == Some(self.side);
            let place = made.place.filter(|_| ours);
            if let Some(area) = place.and_then(|place| self.area_of(made.lcu, place)) {
                entered[area as usize] = true;
            }
        }
        plan.left.for_each(|unit| {
            let before = self.position.place(unit);
            if let Some(area) = before.and_then(|before| self.area_of(unit, before)) {
                lcus[area as usize] = lcus[area as usize].saturating_sub(1);
            }
        });
        let (allowed, tunnels_missing) = self.commitment();
        for area in RestrictedArea::ALL {
            let number = lcus[*area as usize];
            if !entered[*area as usize] {
                continue;
            }
            if number > allowed {
                violations.add(&TOO_MANY_LCUS, &[Arg::Area(*area)]);
            }
            if tunnels_missing && number > 2 {
                violations.add(&TOO_MANY_LCUS_YET, &[Arg::Area(*area)]);
            }
        }
    }

    /// Whether an LCU of the side that comes from elsewhere finds a restricted area full (18.1.2.a).
    pub(super) fn commitment_is_met(&self, area: RestrictedArea) -> bool {
        let (allowed, tunnels_missing) = self.commitment();
        let number = self.crowds().lcus[area as usize];
        number >= allowed || (tunnels_missing && number >= 2)
    }

    /// Whether LCUs that were placed are too many in a restricted area (18.1.2.a), others being gone.
    pub(super) fn check_lcus_placed(
        &self,
        placed: &[(UnitId, PlaceId)],
        gone: BitSet,
        violations: &mut Violations<'_>,
    ) {
        let areas = placed
            .iter()
            .filter_map(|(unit, place)| self.area_of(*unit, *place));
        let mut lcus = [0_u8; RestrictedArea::ALL.len()];
        areas.for_each(|area| lcus[area as usize] += 1);
        if lcus == [0; RestrictedArea::ALL.len()] {
            return;
        }
        let gone = gone.iter().filter_map(|unit| {
            let place = self.position.place(unit)?;
            self.area_of(unit, place)
        });
        let mut left = self.crowds().lcus;
        gone.for_each(|area| left[area as usize] = left[area as usize].saturating_sub(1));
        let (allowed, tunnels_missing) = self.commitment();
        for area in RestrictedArea::ALL {
            let new = lcus[*area as usize];
            let number = left[*area as usize].saturating_add(new);
            if new > 0 && number > allowed {
                violations.add(&TOO_MANY_LCUS, &[Arg::Area(*area)]);
            }
            if new > 0 && tunnels_missing && number > 2 {
                violations.add(&TOO_MANY_LCUS_YET, &[Arg::Area(*area)]);
            }
        }
    }

    /// How many LCUs the war commitment allows in a restricted area, and whether the third of the
    /// CP's still waits for BERLIN-BAGHDAD RAILROAD (18.1.2.a).
    fn commitment(&self) -> (u8, bool) {
        let state = self.view().state;
        let one = match self.side {
            Side::Cp => Scalar::CommitmentCp,
            _ => Scalar::CommitmentAp,
        };
        let level = state.scalar(one).to_le_bytes()[0] + 1;
        (level, allowed_lcus(state, self.side) < usize::from(level))
    }
}
