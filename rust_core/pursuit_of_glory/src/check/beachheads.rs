//! Beachheads and island bases on the way (11.1.9, 18.6.1).

use super::codes::*;
use super::plan::{Mover, Plan};
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::data::PlaceId;
use crate::state::Cell;
use crate::vocabulary::*;

impl Checker<'_> {
    /// The beachheads with a marker before the move.
    pub(super) fn markers(&self) -> BitSet {
        self.view().state.beachheads & self.data.network.beachheads
    }

    /// The beachheads on the Persian Gulf from which all AP units could go ashore at once: no enemy combat
    /// unit is there, and there is room for all (10.0-1, 10.1-2, 10.2-2).
    pub(crate) fn gulf_landings(&self) -> BitSet {
        let opens = |place: &PlaceId| {
            let space = &self.data.spaces[*place];
            let Some(shore) = space.shore else {
                return false;
            };
            let (come, there) = (self.at(*place), self.at(shore));
            let crowd = self.crowd(come.iter().chain(there).copied());
            let packed = crowd.too_many() || crowd.two_hqs() || crowd.rivals();
            let on_gulf = space.island_base == Some(self.data.known.bahrain);
            let opposed = self.enemy_combat.contains(shore);
            on_gulf && !come.is_empty() && !opposed && !packed
        };
        self.markers().iter().filter(opens).collect()
    }

    /// AP units pass beachheads, but not one marked in this action round (11.1.9.a, 18.6.1.1.b-1,
    /// 18.6.1.1.b-2), and stop on island bases (11.1.9.c, 18.6.2.1-5).
    pub(super) fn check_beaches(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        violations: &mut Violations<'_>,
    ) {
        let beachheads = &self.data.network.beachheads;
        let islands = &self.data.movement_graph.islands;
        let unit = Arg::Unit(mover.unit);
        let landing = match self.side {
            Side::Ap => plan.lands & *beachheads,
            _ => BitSet::EMPTY,
        };
        let last = mover.path.len();
        for (step, (from, to)) in (1..).zip(mover.steps()) {
            let witness = [unit, Arg::Place(to)];
            if beachheads.contains(to) {
                let marked = self.markers().contains(to) || landing.contains(to);
                if !marked {
                    violations.add(&NO_BEACHHEAD, &witness);
                }
                let fresh = landing.contains(to) || self.view().state.get(Cell::Beachhead(to)) > 1;
                match self.side {
                    Side::Ap if step < last && fresh => violations.add(&LANDING_GOES_ON, &witness),
                    Side::Cp if step < last && marked => violations.add(&BEACH_GOES_ON, &witness),
                    _ => {}
                }
                if landing.contains(to) && self.data.spaces[to].island_base != Some(from) {
                    violations.add(&LANDING_FROM, &witness);
                }
            } else if islands.contains(to) {
                if self.side == Side::Cp {
                    violations.add(&ISLAND, &witness);
                    continue;
                }
                if step < last {
                    violations.add(&ISLAND_GOES_ON, &witness);
                }
                if !self.withdraws(plan, mover, from) {
                    violations.add(&RETURNS, &witness);
                }
                if self.position.winter() {
                    violations.add(&WINTER_WITHDRAWAL, &[unit]);
                }
            }
        }
    }

    /// Units return to an island base under fire, or safely if they live on the beachhead alone
    /// and no enemy is next to them (18.6.1.2-1, 18.6.2.2-1).
    fn withdraws(&self, plan: &Plan<'_>, mover: &Mover<'_>, from: PlaceId) -> bool {
        self.data.network.beachheads.contains(from)
            && (plan.withdraws.contains(from)
                || (self.outlook().relies(from).contains(mover.unit)
                    && !self.under_fire(mover.start)))
    }

    /// Whether enemy units are next to a place.
    pub(super) fn under_fire(&self, place: PlaceId) -> bool {
        self.data.movement_graph.next_to(place).meets(&self.enemy)
    }
}
