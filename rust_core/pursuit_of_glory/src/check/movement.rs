//! The path of a unit (11.1): activation, connections, enemies, uprisings.

use super::codes::*;
use super::plan::{Mover, Plan};
use super::sequence::StartingState;
use super::{Arg, Checker, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{Connection, PlaceId};
use crate::vocabulary::*;

impl Checker<'_> {
    /// Units of spaces and stacks that are activated for movement move (9.2.4-1), unless they are
    /// out of supply (14.3.1-1, 2.0.oos-2).
    pub(super) fn check_path(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        violations: &mut Violations<'_>,
    ) {
        let unit = Arg::Unit(mover.unit);
        if !plan.may_move.contains(mover.unit) {
            violations.add(&NOT_ACTIVATED, &[unit]);
        }
        if self.outlook().starved(mover.unit) {
            violations.add(&OUT_OF_SUPPLY, &[unit]);
        }
        // Along any connection, unfinished railroads too (11.1.2-1, 11.1.2.e).
        for (from, to) in mover.steps().filter(|_| !mover.plain) {
            match self.data.movement_graph.between(from, to) {
                Some(at) => self.check_marks(mover, from, to, at, violations),
                None => violations.add(&NO_CONNECTION, &[unit, Arg::Place(from), Arg::Place(to)]),
            }
        }
        // Regions in which stacks attack are none of these (11.1.4-3).
        if plan.attack_spaces.contains(mover.stop) {
            violations.add(&STOPS_IN_ATTACK, &[unit, Arg::Place(mover.stop)]);
        }
    }

    /// The places of the path: enemies, and uprisings, where units stop (11.1.5.c-1, 3.2.4.2-9).
    pub(super) fn check_places(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        violations: &mut Violations<'_>,
    ) {
        for place in mover.path {
            self.check_enemies(plan, mover, *place, violations);
        }
        for place in mover.passes() {
            if self.troubled.contains(*place) && !plan.calmed.contains(*place) {
                let witness = [Arg::Unit(mover.unit), Arg::Place(*place)];
                violations.add(&PASSES_UPRISING, &witness);
            }
        }
    }

    /// Who may use a connection (3.1.5, 11.1.3), straits included.
    pub(super) fn check_connection(
        &self,
        mover: &Mover<'_>,
        from: PlaceId,
        to: PlaceId,
        at: usize,
        violations: &mut Violations<'_>,
    ) {
        self.check_marks(mover, from, to, at, violations);
        let control = self.view().control[index(self.side)];
        self.check_strait(mover, [from, to], at, &control, violations);
    }

    /// For whom a connection is marked.
    fn check_marks(
        &self,
        mover: &Mover<'_>,
        from: PlaceId,
        to: PlaceId,
        at: usize,
        violations: &mut Violations<'_>,
    ) {
        let connection = &self.data.connections[at];
        let witness = [Arg::Unit(mover.unit), Arg::Place(from), Arg::Place(to)];
        if connection.no_tribes && mover.entry.class == Class::Tribe {
            violations.add(&TRIBE_AT_SEA, &witness);
        }
        if !connection.nations.is_empty() && !self.named(mover, connection) {
            let code = if connection.coloured_rail {
                &COLOURED_RAILROAD
            } else {
                &RESTRICTED_PATH
            };
            violations.add(code, &witness);
        }
    }

    /// Whether the unit is of a nation that the connection is marked for.
    fn named(&self, mover: &Mover<'_>, connection: &Connection) -> bool {
        let entry = mover.entry;
        let northern = mover.unit == self.data.known.br_arab_northern_army;
        if northern && connection.not_ana {
            return false;
        }
        connection.nations.iter().any(|nation| match nation {
            Nation::AnyAp => self.side == Side::Ap,
            Nation::AnyCp => self.side == Side::Cp,
            Nation::Senussi => entry.tribe == Some(Tribe::Senussi),
            Nation::Ana => northern,
            nation => self.counts_as(mover.unit, *nation),
        })
    }

    /// A side crosses a strait if it holds the waterway up to it, the AP from below and the CP from
    /// above (3.1.5.2), with what it took just before (11.2-1).
    #[inline]
    pub(super) fn check_straits(
        &self,
        mover: &Mover<'_>,
        ground: &StartingState<'_, '_>,
        violations: &mut Violations<'_>,
    ) {
        let banks = &self.data.movement_graph.banks;
        let over = |(from, to)| banks.contains(from) && banks.contains(to);
        if !mover.plain && mover.steps().any(over) {
            self.check_crossings(mover, ground, violations);
        }
    }

    #[cold]
    #[inline(never)]
    fn check_crossings(
        &self,
        mover: &Mover<'_>,
        ground: &StartingState<'_, '_>,
        violations: &mut Violations<'_>,
    ) {
        let mut control = *ground.control();
        let takes = mover.entry.class == Class::Regular;
        for (from, to) in mover.steps() {
            if let Some(at) = self.data.movement_graph.between(from, to) {
                self.check_strait(mover, [from, to], at, &control, violations);
            }
            if takes && self.takes(to) {
                control.insert(to);
            }
        }
    }

    fn check_strait(
        &self,
        mover: &Mover<'_>,
        [from, to]: [PlaceId; 2],
        at: usize,
        control: &BitSet,
        violations: &mut Violations<'_>,
    ) {
        let Some(number) = self.data.connections[at].strait else {
            return;
        };
        let witness = [Arg::Unit(mover.unit), Arg::Place(from), Arg::Place(to)];
        let bars = self.strait_bars(usize::from(number), control);
        let codes = [&STRAIT_AP, &STRAIT_CP, &STRAIT_BOSPHORUS];
        for ((bar, _), code) in bars.into_iter().zip(codes) {
            if bar {
                violations.add(code, &witness);
            }
        }
    }

    /// What bars the side from this strait while it controls these places, and as what attacks over
    /// it are barred.
    pub(super) fn strait_bars(
        &self,
        number: usize,
        control: &BitSet,
    ) -> [(bool, &'static Code); 3] {
        let straits = &self.data.network.straits;
        let held = |banks: &Option<(PlaceId, PlaceId)>| {
            banks.is_none_or(|(a, b)| control.contains(a) && control.contains(b))
        };
        let ap = self.side == Side::Ap;
        let below = ap && !straits[..number - 1].iter().all(held);
        let above = !ap && !straits[number..].iter().all(held);
        let forts = control.contains(self.data.known.the_bosphorus_forts);
        [
            (below, &ATTACKS_OVER_STRAIT_AP),
            (above, &ATTACKS_OVER_STRAIT_CP),
            (!ap && number == 5 && !forts, &ATTACKS_OVER_STRAIT_BOSPHORUS),
        ]
    }

    /// Whether a unit of the side could cross or attack over this strait.
    pub(super) fn crosses(&self, number: usize) -> bool {
        let control = &self.view().control[index(self.side)];
        let bars = self.strait_bars(number, control);
        bars.iter().all(|(bar, _)| !bar)
    }

    /// Enemy units keep others out of a place that is no region (10.6-1, 10.6-2), forts and
    /// uprisings being none (10.6-3); HQs and artillery alone do not keep out combat units
    /// (11.1.5.b-1).
    fn check_enemies(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        if !self.enemy.contains(place) || self.data.network.regions.contains(place) {
            return;
        }
        let witness = [Arg::Unit(mover.unit), Arg::Place(place)];
        if self.enemy_combat.contains(place) {
            violations.add(&ENEMY, &witness);
        } else if !mover.entry.is_combat() && !plan.escorted.contains(place) {
            violations.add(&ENEMY_HQ, &witness);
        }
    }
}
