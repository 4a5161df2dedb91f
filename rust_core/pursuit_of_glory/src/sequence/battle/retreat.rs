//! Retreats carried out (12.7, 12.8, 12.9.9), and what the Turks find where the Allies were.

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use super::losses::End;
use crate::aftermath::losses::LossSheet;
use crate::aftermath::{Cause, PostCombat, Route};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BLED, BattleVar, Cell, FLED};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.has_choice_after() {
        true => NextStep::Decides(DecisionKind::Retreat),
        false => position.only_answer(Position::retreat),
    },
    parameters: |position, _| {
        let requirement = PostCombat::new(position).and_then(|after| after.requirement());
        Parameters::PostCombat {
            place: position.battlefield().unwrap_or_default(),
            number: requirement.map_or(0, |requirement| requirement.length),
            units: requirement.map_or(BitSet::EMPTY, |requirement| {
                requirement.must | requirement.may
            }),
        }
    },
    check: judged,
    take: |position, _, orders| Ok(position.retreat(orders)),
    ..SILENT
};

/// The bit of [`Cell::Fought`] of units that retreated (12.7.7).
pub(in super::super) const RETREATED: u16 = 2;

impl Position {
    /// The position after a retreat, up to the next decision.
    fn retreat(&self, orders: &Move) -> Self {
        self.or_as_it_is(self.with_retreat(orders))
    }

    /// The position when a retreat is over; `None` if no battle is under way.
    pub(in super::super) fn with_retreat(&self, orders: &Move) -> Option<Self> {
        let after = PostCombat::new(self)?;
        let (Some(side), Some(requirement)) = (after.acts(), after.requirement()) else {
            return Some(self.clone().done());
        };
        let mut transition = Transition::new(self, side);
        let concerned = requirement.must | requirement.may;
        let replaced = transition.replace(orders, |lcu| concerned.contains(lcu));
        let goes =
            |unit: UnitId| concerned.contains(unit) || replaced.iter().any(|(_, by)| *by == unit);
        let mut paths: Vec<(UnitId, Route)> = Vec::new();
        let mut stood = false;
        let mut stranded = Vec::new();
        let mut sailed = BitSet::EMPTY;
        for order in orders.orders().iter().cloned() {
            match order {
                Order::Retreat { unit, path } if goes(unit) => {
                    paths.push((unit, Route::new(&path)));
                }
                Order::Sail { unit, place } if goes(unit) => {
                    sailed.insert(unit);
                    paths.push((unit, Route::new(&[place])));
                }
                Order::Eliminate { unit } if goes(unit) => {
                    transition.strand(unit);
                    stranded.push(unit);
                }
                Order::Stand { unit } if concerned.contains(unit) => {
                    transition.stand_fast(&after, unit, &replaced);
                    stood = true;
                }
                Order::Shorten if requirement.length < 2 => stood = true,
                _ => {}
            }
        }
        if stood {
            transition.now.put_battle_flag(BattleFlag::Held);
        }
        // Combat units first: HQs go with them.
        paths.sort_by_key(|(unit, path)| (!self.data().units[*unit].is_combat(), *path, *unit));
        for (unit, path) in &paths {
            transition.flee(*unit, *path, requirement.cause);
        }
        if requirement.cause == Cause::Catastrophe
            && let Some((_, path)) = paths.first()
        {
            for (which, place) in [BattleVar::PathOut, BattleVar::PathOutEnd]
                .into_iter()
                .zip(path.places())
            {
                let number = u16::try_from(place + 1).unwrap_or(0);
                transition.now.put_battle_var(which, number);
            }
        }
        // The marines go on by sea from a port they come to (18.6.6-7).
        for (unit, path) in &paths {
            let (from, to) = (path.first(), path.last());
            let by_land = from
                .zip(to)
                .is_none_or(|(from, to)| from == to || self.data().movement_graph.joined(from, to));
            if !by_land {
                sailed.insert(*unit);
            }
        }
        // Who goes by sea leaves nothing (12.7.10-4): which port it sails from is remembered.
        for (unit, path) in paths.iter().filter(|(unit, _)| sailed.contains(*unit)) {
            let from = if path.len() > 1 { path.first() } else { None };
            let from = from.unwrap_or(after.target);
            if let Some(number) = self
                .data()
                .movement_graph
                .neighbour_number(after.target, from)
            {
                transition.now.put(Cell::LeftFrom(*unit), number);
            }
        }
        if side != self.state().active() {
            let gone = paths.iter().filter(|(_, path)| path.last().is_some());
            let gone = gone.map(|(unit, _)| *unit);
            transition.now.remember_pursuit(gone);
        }
        transition.abandon_supplies(&paths, &stranded);
        transition.lose_lifelines(sailed);
        transition.settle();
        Some(transition.now.done())
    }
}

impl Transition<'_> {
    /// A unit flees along its path and ends in the last place (12.7.6.h); what it leaves is not
    /// taken by that (12.7.9).
    fn flee(&mut self, unit: UnitId, path: Route, cause: Cause) {
        let Some(end) = path.last() else { return };
        if path.len() > 1
            && cause == Cause::Lost
            && let Some(place) = path.first()
        {
            self.now.put(Cell::Passed(place), 1);
        }
        self.enter(unit, end);
        if self.is_astray(unit, end) {
            self.bury(unit, End::Box);
            return;
        }
        let done = self.now.state().get(Cell::Fought(unit));
        self.now.put(Cell::Fought(unit), done | RETREATED);
        self.now.add_battle_status(unit, FLED);
    }

    /// Whether a place lies outside the area that a regular unit does not leave: the Transcaucasians are
    /// eliminated if they retreat out of Russia and the Caucasus (3.2.1.3.transcauc-2).
    fn is_astray(&self, unit: UnitId, place: PlaceId) -> bool {
        let data = self.before.data();
        let entry = &data.units[unit];
        let bound = entry.class == Class::Regular && entry.boxed_mf;
        bound
            && !entry.supply_area.is_empty()
            && !entry.supply_area.contains(&data.spaces[place].area)
    }

    /// A unit that cannot retreat is lost for good (12.7.4), and so is the LCU it came for
    /// (12.7.4-4). Tribes, units of the revolts and the Protectorate may come back (3.2.1.5-8,
    /// 16.3.3.5-9, 3.2.1.3.georgia-5).
    pub(in super::super) fn strand(&mut self, unit: UnitId) {
        let data = self.before.data();
        let entry = &data.units[unit];
        let comes_back = matches!(entry.class, Class::Tribe | Class::Irregular)
            || unit == data.known.ge_georgian_protectorate;
        let marked = matches!(entry.symbol, Some(Symbol::Dot | Symbol::Triangle));
        let end = if comes_back && !marked {
            End::Box
        } else {
            End::Grave
        };
        self.bury(unit, end);
        let lcu_number = self.before.state().get(Cell::ReplacementFor(unit));
        if let Some(lcu) = data.counters.lcu(lcu_number) {
            self.bury(lcu, End::Grave);
        }
    }

    /// A step is lost so that nobody retreats (12.7.3-1).
    fn stand_fast(&mut self, after: &PostCombat<'_>, unit: UnitId, replaced: &[(UnitId, UnitId)]) {
        let sheet = LossSheet::new(after, self.side);
        if sheet.steps_left(unit) > 1 {
            self.now.put(Cell::Reduced(unit), 1);
            self.now.add_battle_status(unit, BLED);
        } else {
            let end = self.end_of(unit, replaced.iter().any(|(lcu, _)| *lcu == unit));
            self.bury(unit, end);
        }
    }

    /// Allied supplies fall to the Turks: a bonus point for each LCU, and for three SCUs, that leave
    /// a beachhead for its island base (12.7.10-4), or fall in a port because they can neither go by
    /// land nor sail (12.7.11-4), outside the Balkans.
    fn abandon_supplies(&mut self, paths: &[(UnitId, Route)], stranded: &[UnitId]) {
        if self.side != Side::Ap {
            return;
        }
        let data = self.before.data();
        let abroad = |place: PlaceId| data.spaces[place].area != Area::Balkans;
        let left = paths.iter().filter(|(unit, path)| {
            let mut from = self.before.spot(*unit);
            path.places().any(|to| {
                let base = from.filter(|from| abroad(*from));
                let base = base.and_then(|from| data.spaces[from].island_base);
                from = Some(to);
                base == Some(to)
            })
        });
        let left: Vec<UnitId> = left.map(|(unit, _)| *unit).collect();
        let in_port = |unit: &&UnitId| {
            let place = self.before.spot(**unit);
            place.is_some_and(|place| data.spaces[place].port.is_some() && abroad(place))
        };
        let fallen: Vec<UnitId> = stranded.iter().filter(in_port).copied().collect();
        let bonus = self.worth_of_supplies(&left) + self.worth_of_supplies(&fallen);
        self.bonus_points(bonus);
    }

    /// A point for each LCU and each three SCUs.
    pub(super) fn worth_of_supplies(&self, units: &[UnitId]) -> i32 {
        let of = |size: Size| {
            let units = units.iter();
            units
                .filter(|unit| self.before.data().units[**unit].size == size)
                .count()
        };
        i32::try_from(of(Size::Lcu) + of(Size::Scu) / 3).unwrap_or(0)
    }

    /// Bonus RPs of the Turks leave the ceiling of Turkish RPs alone (17.3.1-3).
    pub(super) fn bonus_points(&mut self, bonus: i32) {
        self.now.add_points(Replacement::Tu, bonus.max(0));
    }
}
