//! Advances (12.9, 12.10.6): who goes, how far, where to.

use super::super::codes::*;
use super::super::plan::Plan;
use super::super::{Arg, Checker, Violations};
use super::retreat_routes::Waived;
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::Does;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// How many combat units advance, but for the first of Yildirim (12.9.1-1, 12.9.1-7).
const MOST: usize = 3;

/// A unit that advances.
pub(crate) struct Goer {
    pub(super) unit: UnitId,
    pub(super) start: PlaceId,
    pub(super) path: SmallVec<[PlaceId; 6]>,
    /// Where it stays.
    pub(super) end: PlaceId,
}

impl Checker<'_> {
    /// Who may advance at all: the side's units in the battle, and HQs and artillery beside them
    /// (12.1.2-2, 12.9.1-5, 12.11-2); defenders do after CATASTROPHIC ATTACK only (12.9.7).
    pub(crate) fn who_advances(&self, after: &PostCombat<'_>) -> BitSet {
        let mut fighters = after.participants(self.side);
        if after.catastrophe() {
            fighters = after.defending();
        }
        let places: BitSet = fighters
            .iter()
            .filter_map(|unit| after.spot(unit))
            .collect();
        let aides = (self.own - self.data.counters.combat).iter();
        let beside = aides.filter(|unit| {
            let place = after.spot(*unit);
            place.is_some_and(|place| places.contains(place))
        });
        fighters | beside.collect()
    }

    /// Whether the place that was attacked is cleared (12.2.10-1, 12.9.1-1, 12.10.6, 12.9.5-1).
    pub(crate) fn cleared(&self, after: &PostCombat<'_>) -> bool {
        if after.catastrophe() {
            return true;
        }
        if after.in_region() {
            return after.won(after.attacker) || after.defending().is_empty();
        }
        !self.enemy_combat.contains(after.target) && !after.fort_holds()
    }

    /// Whether mounted units charge up to three spaces (MASSED CAVALRY CHARGE).
    fn charges(&self, after: &PostCombat<'_>, unit: UnitId) -> bool {
        self.data.units[unit].mounted
            && self.data.counters.combat.contains(unit)
            && !self.view().state.reduced.contains(unit)
            && after.under(Does::Charge)
            && after.won(Side::Ap)
    }

    /// Whether a step crosses water (12.3.4, 12.9.3-2).
    fn over_water(&self, from: PlaceId, to: PlaceId) -> bool {
        self.line(from, to)
            .is_some_and(|(_, line)| match line.crossing {
                Crossing::None => false,
                Crossing::Both => true,
                Crossing::IntoA => line.a == to,
                Crossing::IntoB => line.b == to,
            })
    }

    /// Whether a unit must stop where it enters (12.9.2, 12.9.3-2).
    fn rough(&self, from: PlaceId, to: PlaceId) -> bool {
        let terrain = self.data.spaces[to].terrain;
        !matches!(terrain, None | Some(Terrain::Clear)) || self.over_water(from, to)
    }

    /// The places a unit may go to beyond the target, and how many places it may enter; four
    /// after CATASTROPHIC ATTACK, each unit as it likes (12.9.9-6, 12.9.9-9, 12.9.9-13).
    pub(crate) fn far(&self, after: &PostCombat<'_>, unit: UnitId) -> (Option<BitSet>, usize) {
        if after.catastrophe() {
            (None, 4)
        } else if self.charges(after, unit) {
            (None, 3)
        } else {
            (Some(after.state.passed), 2)
        }
    }

    fn goer(&self, unit: UnitId, start: PlaceId, path: SmallVec<[PlaceId; 6]>) -> Goer {
        let last = path.last().copied().unwrap_or(start);
        // A CP unit that enters a beachhead is put back at once (12.7.10-2).
        let before = path.iter().nth_back(1).copied().unwrap_or(start);
        let back = self.side == Side::Cp && self.data.network.beachheads.contains(last);
        let end = if back { before } else { last };
        Goer {
            unit,
            start,
            path,
            end,
        }
    }

    /// What is wrong with an advance.
    pub(super) fn check_advance(
        &self,
        after: &PostCombat<'_>,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let able = self.who_advances(after);
        let mut goers: SmallVec<[Goer; 8]> = SmallVec::new();
        let mut forked = BitSet::EMPTY;
        for order in orders.orders() {
            let Order::Advance { unit, path } = order else {
                continue;
            };
            let unit = *unit;
            let start = after.spot(unit).filter(|_| able.contains(unit));
            let path: SmallVec<[PlaceId; 6]> = path.iter().copied().collect();
            let Some(start) = start else {
                violations.add(&NOT_ADVANCING, &[Arg::Unit(unit)]);
                continue;
            };
            if let Some(known) = goers.iter_mut().find(|goer| goer.unit == unit) {
                // Of two paths along one way the longer counts.
                if known
                    .path
                    .iter()
                    .zip(&path)
                    .any(|(one, other)| one != other)
                {
                    forked.insert(unit);
                }
                if path.len() > known.path.len() {
                    *known = self.goer(unit, start, path);
                }
                continue;
            }
            goers.push(self.goer(unit, start, path));
        }
        for unit in forked.iter() {
            violations.add(&ADVANCES_TWO_WAYS, &[Arg::Unit(unit)]);
        }
        goers.retain(|goer| !forked.contains(goer.unit));
        if goers.is_empty() {
            return;
        }
        if !self.cleared(after) {
            violations.add(&NOT_CLEARED, &[]);
        }
        let cancelled = after.state.battle_flag(BattleFlag::AdvanceCancelled);
        if cancelled || (self.side == Side::Ap && after.under(Does::NoAdvance)) {
            violations.add(&CANNOT_ADVANCE, &[]);
        }
        let mut plan = Plan::default();
        for goer in &goers {
            if goer.end != goer.start {
                plan.left.insert(goer.unit);
                plan.arrived.push((goer.unit, goer.end));
            }
        }
        self.check_who_goes(after, &goers, violations);
        for goer in &goers {
            self.check_how_far(after, goer, violations);
            self.check_places_entered(after, &plan, goer, violations);
        }
        self.check_sieges_laid(after, &plan, &goers, violations);
        let ends: BitSet = plan.arrived.iter().map(|(_, end)| *end).collect();
        (ends - self.data.movement_graph.unlimited_stacking).for_each(|place| {
            let crowd = self.crowd(plan.after(self, place));
            let witness = [Arg::Place(place)];
            for (broken, code) in [
                (crowd.too_many(), &OVERSTACKED),
                (crowd.two_hqs(), &TWO_HQS),
                (crowd.rivals(), &RIVALS),
            ] {
                if broken {
                    violations.add(code, &witness);
                }
            }
        });
        self.check_commitment(&plan, violations);
    }

    /// Units that advance: at full strength, with MF (12.9.9-13), no more than three from wherever
    /// (12.9.1-2); reduced ones after a withdrawal (12.2.10-2, 12.8-8, 12.9.1-6).
    fn check_who_goes(
        &self,
        after: &PostCombat<'_>,
        goers: &[Goer],
        violations: &mut Violations<'_>,
    ) {
        let combat = |unit: UnitId| self.data.counters.combat.contains(unit);
        let relaxed = after.withdrawing() || after.catastrophe();
        let mut yildirim = 0;
        let mut count = 0_usize;
        for goer in goers {
            let witness = [Arg::Unit(goer.unit)];
            let entry = &self.data.units[goer.unit];
            let reduced = self.view().state.reduced.contains(goer.unit);
            if combat(goer.unit) {
                count += 1;
                yildirim |= usize::from(self.data.counters[goer.unit].yildirim);
                if reduced && !relaxed {
                    violations.add(&REDUCED_ADVANCES, &witness);
                }
                // Only TU and TU-A units follow the Russians (SAVE TIFLIS).
                let turkish = entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
                if !turkish && after.under(Does::RussiansRetreat) {
                    violations.add(&NOT_TURKISH, &witness);
                }
            } else {
                let mut guards = goers.iter().filter(|other| combat(other.unit));
                if !guards.any(|other| other.end == goer.end) {
                    violations.add(&ADVANCES_HQ_ALONE, &witness);
                }
            }
            let mf = if reduced {
                entry.reduced.mf
            } else {
                entry.full.mf
            };
            if mf == 0 {
                violations.add(&ADVANCES_NO_MF, &witness);
            }
        }
        let limited = !after.in_region() || after.catastrophe();
        if limited && count - yildirim > MOST {
            let count = u32::try_from(count - yildirim).unwrap_or(u32::MAX);
            violations.add(&MORE_THAN_THREE, &[Arg::Number(count)]);
        }
    }

    /// By way of the target, not beyond what was vacated, and not past rough ground (12.9.2,
    /// 12.9.3); after CATASTROPHIC ATTACK behind the stack (12.9.9-8).
    fn check_how_far(&self, after: &PostCombat<'_>, goer: &Goer, violations: &mut Violations<'_>) {
        let unit = Arg::Unit(goer.unit);
        let catastrophe = after.catastrophe();
        if goer.start == after.target && !catastrophe && after.in_region() {
            violations.add(&WITHIN_REGION, &[unit]);
        }
        let led: SmallVec<[PlaceId; 3]> = match after.stack_out() {
            Some(stack) => std::iter::once(stack).chain(after.path_out()).collect(),
            None => std::iter::once(after.target).collect(),
        };
        if goer.path.iter().zip(&led).any(|(place, led)| place != led) {
            violations.add(&NOT_INTO_TARGET, &[unit]);
        }
        let (open, most) = self.far(after, goer.unit);
        for (at, place) in goer.path.iter().enumerate().skip(1) {
            let shut = open.is_some_and(|open| !open.contains(*place));
            if shut || at >= most {
                violations.add(&ADVANCES_TOO_FAR, &[unit, Arg::Place(*place)]);
            }
        }
        // 12.9.9-11
        let free = catastrophe || self.charges(after, goer.unit);
        let mut from = goer.start;
        for (at, place) in goer.path.iter().copied().enumerate() {
            if at + 1 < goer.path.len() {
                let region = self.data.network.regions.contains(place);
                let emptied = at == 0 && !free && after.all_eliminated();
                if region || emptied {
                    violations.add(&GOES_ON, &[unit]);
                }
                if !free && self.rough(from, place) {
                    violations.add(&GOES_ON_IN_ROUGH, &[unit]);
                }
                if self.side == Side::Cp && self.data.network.beachheads.contains(place) {
                    violations.add(&GOES_ON_FROM_BEACHHEAD, &[unit]);
                }
            }
            from = place;
        }
    }

    /// Lines, closed places (12.9.9-14), supply (12.9.1-3, 12.1.d-3, 12.2.10-3), as before the
    /// advance; what is entered counts as the side's (11.1.2.g).
    fn check_places_entered(
        &self,
        after: &PostCombat<'_>,
        plan: &Plan<'_>,
        goer: &Goer,
        violations: &mut Violations<'_>,
    ) {
        let (unit, outlook) = (goer.unit, self.outlook());
        let who = Arg::Unit(unit);
        let traced = outlook.traced(outlook.tracer(unit));
        let regular = self.data.units[unit].class == Class::Regular;
        let through = |place| self.enemy_forts.contains(place) && self.besieged_after(plan, place);
        let stack_now = after.stack_out().and(after.path_out().last());
        let stack_now = stack_now.filter(|place| self.holds_stack_alone(after, *place));
        let mut taken = BitSet::EMPTY;
        let mut line = traced.contains(goer.start);
        let mut from = goer.start;
        for (at, to) in goer.path.iter().copied().enumerate() {
            let none = Waived::default();
            let last = at + 1 == goer.path.len();
            let to_base = self.base_of(from) == Some(to);
            if !to_base && !self.goes_by_land(unit, from, to, taken, none) {
                violations.add(&ADVANCES_NO_WAY, &[who, Arg::Place(from), Arg::Place(to)]);
            }
            // Those who drive a stack back pass through it (12.9.9-10).
            let driven = Some(to) == stack_now && !last;
            // Enemies in the target itself are told of once (`not_cleared`).
            let waived = Waived {
                enemies: driven || (at == 0 && to == after.target),
                ..none
            };
            // A beachhead with AP units ashore beside it is closed behind the stack too (12.9.9-12).
            let shore = self.data.spaces[to].shore.filter(|_| after.catastrophe());
            let guarded = shore.is_some_and(|shore| self.enemy_combat.contains(shore));
            let closed = self.closed(unit, goer.start, [from, to], true, waived);
            if guarded || closed {
                violations.add(&ADVANCES_CLOSED, &[who, Arg::Place(to)]);
            }
            line = self.line_follows((outlook, traced), line, [from, to], &taken, through);
            // After CATASTROPHIC ATTACK it is the end that counts (12.9.9-17).
            let on_map = to < self.data.on_map;
            let asked = regular && on_map && (last || !after.catastrophe());
            if asked && !line && !outlook.home(unit, to) {
                violations.add(&ADVANCES_NO_SUPPLY, &[who, Arg::Place(to)]);
            }
            // Through the stack that was driven back supply runs too (12.9.9-15).
            if self.takes(to) || driven {
                taken.insert(to);
            }
            from = to;
        }
    }

    /// Whether there are no other enemies than those of the stack that was driven back (12.9.9-10).
    fn holds_stack_alone(&self, after: &PostCombat<'_>, place: PlaceId) -> bool {
        let stack = *after.enlisted(after.attacker) & after.state.fled;
        let fights = (self.data.counters.combat & self.view().present) - self.own;
        let mut there = fights
            .iter()
            .filter(|unit| after.spot(*unit) == Some(place));
        there.all(|unit| stack.contains(unit))
    }

    /// Enemy forts that are entered are besieged (12.9.5-1, 12.9.5-3, 15.2.1); who is not needed
    /// there goes on (12.9.5-2).
    fn check_sieges_laid(
        &self,
        after: &PostCombat<'_>,
        plan: &Plan<'_>,
        goers: &[Goer],
        violations: &mut Violations<'_>,
    ) {
        let entered: BitSet = goers
            .iter()
            .flat_map(|goer| goer.path.iter().copied())
            .collect();
        (entered & self.enemy_forts).for_each(|place| {
            if !self.besieged_after(plan, place) {
                let code = if place == after.target {
                    &TARGET_NOT_BESIEGED
                } else {
                    &ADVANCES_NOT_BESIEGED
                };
                violations.add(code, &[Arg::Place(place)]);
            }
        });
    }
}
