//! MARCH AND COUNTERMARCH: a British unit marches to the battle.

use crate::board::BitSet;
use crate::check::{Checker, Violations};
use crate::combat::{Battle, Role};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;

/// The most steps.
const MARCH: usize = 2;

impl Checker<'_> {
    /// One BR unit that has not acted marches up to two steps into a place attacked from, or into
    /// the one that the AP defends.
    pub(super) fn marchers(&self, battle: &Battle<'_>, role: Role) -> Vec<(UnitId, PlaceId)> {
        let state = self.view().state;
        let attacks = role == Role::Attacker;
        // In a region the defending stack keeps to the limits of a space (12.10.3-1). Who is at odds
        // without it is no matter.
        let is_hq = |unit: UnitId| self.data.units[unit].size == Size::Hq;
        let misfits = |unit: UnitId| {
            if attacks {
                let mut others = state.attackers.iter();
                return others.any(|other| self.fall_out([other, unit].into_iter()));
            }
            let with = |others: BitSet| self.crowd(others.iter().chain([unit]));
            let mut others = state.defenders.iter();
            let combat = &self.data.counters.combat;
            (combat.contains(unit) && with(state.defenders).too_many())
                || (is_hq(unit) && with(state.defenders).two_hqs())
                || others.any(|other| with(std::iter::once(other).collect()).rivals())
        };
        let goes = |unit: &UnitId| {
            matches!(
                self.data.units[*unit].size,
                Size::Scu | Size::Lcu | Size::Hq
            ) && self.counts_as(*unit, Nation::Br)
                && !self.outlook().starved(*unit)
                && !misfits(*unit)
        };
        let busy = state.acted | state.fought | state.attacking | state.attackers;
        let idle = self.own - busy - state.defenders - state.retreated;
        let goals = if attacks {
            battle.origins()
        } else {
            std::iter::once(battle.target()).collect()
        };
        let mut found = Vec::new();
        for unit in idle.iter().filter(goes) {
            let Some(start) = self.position.place(unit) else {
                continue;
            };
            if goals.contains(start) {
                found.push((unit, start));
                continue;
            }
            let ends = self.march(unit, start) & goals;
            found.extend(ends.iter().map(|end| (unit, end)));
        }
        found
    }

    /// The places a unit could march to, with room for it (18.9.1, 3.1.5, 10, 18.1.2).
    fn march(&self, unit: UnitId, start: PlaceId) -> BitSet {
        let mut ends = BitSet::EMPTY;
        if self.data.units[unit].full.mf == 0 {
            return ends;
        }
        let mut edge: BitSet = std::iter::once(start).collect();
        for _ in 0..MARCH {
            let mut next = BitSet::EMPTY;
            for from in edge.iter() {
                for (to, number) in self.data.movement_graph.from(from) {
                    next.set(
                        to,
                        next.contains(to) || self.marches(unit, start, from, to, number),
                    );
                }
            }
            ends |= next;
            // Who enters a place of an uprising stops (3.2.4.2-9), or a beachhead of this round
            // (11.1.9.a, 18.6.1.1.b-2).
            let fresh = |place: &PlaceId| self.view().state.get(Cell::Beachhead(*place)) > 1;
            let landed: BitSet = next.iter().filter(fresh).collect();
            edge = next - self.troubled - landed;
        }
        // No LCU goes to a restricted area that holds as many as may be (18.1.2.a).
        let before = self.area_of(unit, start);
        let outnumbers = |place: PlaceId| {
            let area = self.area_of(unit, place);
            area.is_some_and(|area| before != Some(area) && self.commitment_is_met(area))
        };
        ends.iter()
            .filter(|place| self.has_room(*place, &[unit]) && !outnumbers(*place))
            .collect()
    }

    fn marches(
        &self,
        unit: UnitId,
        start: PlaceId,
        from: PlaceId,
        to: PlaceId,
        number: usize,
    ) -> bool {
        // Nobody goes back to an island base (11.1.9.c), or to a beach without a marker (11.1.9-1).
        let unmarked = self.data.network.beachheads - self.markers();
        if !self.view().control[index(self.side)].contains(to)
            || self.data.movement_graph.islands.contains(to)
            || unmarked.contains(to)
            || self.held_by_enemies(to)
        {
            return false;
        }
        let path = [from, to];
        let path = if from == start { &path[1..] } else { &path[..] };
        let mover = self.mover(unit, start, path);
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        self.check_connection(&mover, from, to, number, violations);
        self.check_limits(&mover, violations);
        found.is_empty() && self.keeps_to_rails(unit, from, to, number)
    }
}
