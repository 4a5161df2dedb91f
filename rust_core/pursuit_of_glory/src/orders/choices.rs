//! What a player could order, for random and exhaustive search: candidates, not verdicts.
//!
//! Nothing legal is left out but for the limits named; what is in, the rules may still forbid.

use super::hops::{Hops, Walk};
use super::{LONGEST_PATH, Order};
use crate::activation::{ActivationRules, Purpose};
use crate::control::{Roster, index};
use crate::data::{Connection, PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Scalar};
use crate::supply::Status;
use crate::vocabulary::*;
use std::rc::Rc;

/// How many counted units a stack may have (10.0-1).
const STACK: usize = 3;
/// The most stacks that are listed for one region or island base.
pub const MOST_STACKS: usize = 2000;

/// An activation that the OPS could pay for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Where.
    pub place: PlaceId,
    /// For what.
    pub purpose: Purpose,
    /// The units that would be activated.
    pub units: Vec<UnitId>,
    /// Whether it is a stack of a region or an island base, rather than a whole space.
    pub stack: bool,
    /// OPS.
    pub cost: u8,
}

impl Candidate {
    /// The order for it.
    #[must_use]
    pub fn order(&self) -> Order {
        Order::Activate {
            place: self.place,
            purpose: self.purpose,
            units: if self.stack {
                self.units.clone()
            } else {
                Vec::new()
            },
        }
    }
}

/// What an event activates free of OPS counts as one, of one that there is.
const ONE_SPACE: u8 = 1;

/// The choices of the active side in one position.
pub struct Choices<'a> {
    hops: Hops<'a>,
    rules: Rc<ActivationRules<'a>>,
    /// The own units on the map, place by place.
    roster: Roster,
    /// LCUs that wait to be organized.
    assets: Vec<UnitId>,
    ops: u8,
    /// What an event activates free of OPS, if one does.
    event: Option<FreeActivation>,
}

impl<'a> Choices<'a> {
    /// The choices of the side to act, with this many OPS to spend.
    #[must_use]
    pub fn new(position: &'a Position, ops: u8) -> Self {
        let side = position.state().active();
        let rules = ActivationRules::new(position, side, &Readings::OURS);
        Self::by(Rc::new(rules), ops)
    }

    /// As [`Self::new`], by what has been found for the activations of a side.
    pub(crate) fn by(rules: Rc<ActivationRules<'a>>, ops: u8) -> Self {
        let (position, side) = (rules.position, rules.outlook.side);
        let hops = Hops::new(position, side);
        let data = position.data();
        let assets = match side {
            Side::Cp => data.known.cp_corps_assets,
            _ => data.known.ap_corps_assets,
        };
        let waits = |unit: &UnitId| position.place(*unit) == Some(assets);
        let event = position.free_activation();
        Self {
            // Units that nobody commands cannot be activated (9.2.2.f, 18.8.1.1.a-2).
            roster: hops.view.roster(hops.view.commanded(side)),
            assets: (0..data.units.len()).filter(waits).collect(),
            hops,
            rules,
            ops: event.map_or(ops, FreeActivation::places),
            event,
        }
    }

    /// The side to act.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.hops.side
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &'a Position {
        self.hops.position
    }

    pub(super) const fn hops(&self) -> &Hops<'a> {
        &self.hops
    }

    /// Whether the event lets a corps be organized and nothing else.
    #[must_use]
    pub fn only_organizes(&self) -> bool {
        self.event == Some(FreeActivation::Corps)
    }

    /// The OPS to spend.
    #[must_use]
    pub const fn ops(&self) -> u8 {
        self.ops
    }

    /// The places with own units.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        self.roster.held.iter()
    }

    /// The own units of one place.
    #[must_use]
    pub fn units_at(&self, place: PlaceId) -> &[UnitId] {
        self.roster.at(place)
    }

    /// All own units on the map, place by place.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        let places = self.places();
        places.flat_map(|place| self.units_at(place).iter().copied())
    }

    /// Units of the Reserve Box that the event lets join those who attack.
    #[must_use]
    pub fn joiners(&self) -> Vec<UnitId> {
        let position = self.position();
        if position.ops_of_event() != Some(OpsOf::BullsEye) {
            return Vec::new();
        }
        let units = 0..position.data().units.len();
        units.filter(|unit| position.may_join(*unit)).collect()
    }

    /// Whether somebody of a place lets them join.
    #[must_use]
    pub fn may_be_joined(&self, place: PlaceId) -> bool {
        let turk = |unit: &UnitId| self.position().data().units[*unit].is_turkish();
        self.units_at(place).iter().any(turk)
    }

    /// Whether the place is activated by stacks (9.2.6-1).
    #[must_use]
    pub fn by_stacks(&self, place: PlaceId) -> bool {
        let kind = self.position().data().spaces[place].kind;
        matches!(kind, Kind::Region | Kind::IslandBase)
    }

    /// Every activation within the OPS: whole spaces and beachheads, and in regions and on island
    /// bases up to [`MOST_STACKS`] stacks that may be formed there (10.7).
    #[must_use]
    pub fn activations(&self) -> Vec<Candidate> {
        self.places()
            .flat_map(|place| self.activations_at(place))
            .collect()
    }

    /// Those of one place.
    #[must_use]
    pub fn activations_at(&self, place: PlaceId) -> Vec<Candidate> {
        let here = self.units_at(place);
        let stack = self.by_stacks(place);
        let groups = match stack {
            true => self.stacks(here),
            false if here.is_empty() => return Vec::new(),
            false => vec![here.to_vec()],
        };
        let data = self.position().data();
        let tribes = self.position().ops_of_event() == Some(OpsOf::Tribes);
        let tribe = |unit: &UnitId| data.counters[*unit].class == Class::Tribe;
        let mut found = Vec::new();
        for purpose in Purpose::ALL.iter().copied() {
            let open = |units: &&Vec<UnitId>| {
                self.event
                    .is_none_or(|event| event.allows(data, place, purpose, units))
                    && (!tribes || units.iter().any(tribe))
            };
            for units in groups.iter().filter(open) {
                let Ok(cost) = self.rules.judged(units, place, purpose) else {
                    continue;
                };
                let cost = self.event.map_or(cost.total(), |_| ONE_SPACE);
                if cost <= self.ops {
                    found.push(Candidate {
                        place,
                        purpose,
                        units: units.clone(),
                        stack,
                        cost,
                    });
                }
            }
        }
        found
    }

    /// The stacks that some units can form: up to three counted ones (10.0-1), beside the first
    /// Yildirim unit (3.2.1.3.yildirim), one HQ at most (10.1-2), and any artillery. Small stacks
    /// come first, so that the limit cuts off large ones.
    fn stacks(&self, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut stacks: Vec<Vec<UnitId>> = Vec::new();
        let mut level: Vec<(Vec<UnitId>, usize)> = vec![(Vec::new(), 0)];
        while !level.is_empty() && stacks.len() < MOST_STACKS {
            let mut next = Vec::new();
            for (chosen, from) in &level {
                for (at, unit) in units.iter().enumerate().skip(*from) {
                    let mut larger = chosen.clone();
                    larger.push(*unit);
                    if self.may_stack(&larger) && stacks.len() + next.len() < MOST_STACKS {
                        next.push((larger, at + 1));
                    }
                }
            }
            stacks.extend(next.iter().map(|(units, _)| units.clone()));
            level = next;
        }
        stacks
    }

    /// Whether a region or an island base could have more stacks than are listed.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        let mut crowds = self.places().filter(|place| self.by_stacks(*place));
        crowds.any(|place| self.is_crowd(self.units_at(place)))
    }

    /// Whether these units could form more stacks than are listed.
    fn is_crowd(&self, units: &[UnitId]) -> bool {
        // Few units have few stacks.
        let many = units.len() >= MOST_STACKS.ilog2() as usize;
        many && self.stacks(units).len() >= MOST_STACKS
    }

    /// The stacks that the units of a region or an island base can form; `None` if there are too many.
    pub(crate) fn stacks_at(&self, place: PlaceId) -> Option<Vec<Vec<UnitId>>> {
        let here = self.units_at(place);
        (!self.is_crowd(here)).then(|| self.stacks(here))
    }

    /// Whether these units may form a stack. RU and BR ones are left to the rules (10.2-2).
    fn may_stack(&self, units: &[UnitId]) -> bool {
        let of = |wanted: &dyn Fn(UnitId) -> bool| units.iter().filter(|u| wanted(**u)).count();
        let entry = |unit: UnitId| self.hops.unit(unit);
        let free = of(&|unit| entry(unit).symbol == Some(Symbol::Yildirim)).min(1);
        of(&|unit| entry(unit).is_combat()) <= STACK + free
            && of(&|unit| entry(unit).class == Class::Hq) <= 1
    }

    /// The places a unit may enter next on its path; empty if it is not an own unit on the map.
    ///
    /// Judged are the connection, MPs, enemy units and closed places, one step at a time. No path
    /// is longer than it can be written ([`LONGEST_PATH`]).
    #[must_use]
    pub fn steps(&self, unit: UnitId, path: &[PlaceId]) -> Vec<PlaceId> {
        let found = self.walk(unit, path);
        let found = found.map(|walked| self.steps_on(unit, path, walked));
        let found = found.unwrap_or_default().into_iter();
        found.map(|(to, _)| to).collect()
    }

    /// As [`Self::steps`], of a unit that has walked its path already; with what it has walked then.
    pub(crate) fn steps_on(
        &self,
        unit: UnitId,
        path: &[PlaceId],
        walked: (PlaceId, Walk),
    ) -> Vec<(PlaceId, Walk)> {
        match path.len() >= LONGEST_PATH {
            true => Vec::new(),
            false => self.onward(unit, path.is_empty(), walked),
        }
    }

    /// Whether the unit could go on where its path is as long as one can be written.
    #[must_use]
    pub fn is_cut(&self, unit: UnitId, path: &[PlaceId]) -> bool {
        let goes_on = |walked| !self.onward(unit, path.is_empty(), walked).is_empty();
        path.len() >= LONGEST_PATH && self.walk(unit, path).is_some_and(goes_on)
    }

    pub(super) fn onward(
        &self,
        unit: UnitId,
        sets_out: bool,
        (at, walk): (PlaceId, Walk),
    ) -> Vec<(PlaceId, Walk)> {
        if !sets_out && !self.hops.may_pass(at) {
            return Vec::new();
        }
        let mf = self.hops.mf(unit);
        // Steps are free within the Gallipoli map alone (11.4.2).
        if walk.spent >= mf && self.position().data().spaces[at].map != Map::Gallipoli {
            return Vec::new();
        }
        let step = |(to, over)| {
            let walk = self.hops.step(unit, walk, to, over);
            let may = walk.spent <= mf && self.may_step(unit, at, to, over);
            may.then_some((to, walk))
        };
        let mut steps: Vec<_> = self.hops.from(at).filter_map(step).collect();
        steps.sort_unstable_by_key(|(to, walk)| (*to, walk.spent));
        steps.dedup_by_key(|(to, _)| *to);
        steps
    }

    /// As [`Self::steps`], of the ways that are listed: none goes through a place of the Gallipoli map
    /// twice, where steps may cost nothing (11.4.2), unless it left that map for a place that its side does
    /// not control; but it may end where it began.
    pub(super) fn listed_steps(&self, unit: UnitId, path: &[PlaceId]) -> Vec<PlaceId> {
        let found = self.walk(unit, path);
        let found = found.map(|walked| self.listed_steps_on(unit, path, walked));
        let found = found.unwrap_or_default().into_iter();
        found.map(|(to, _)| to).collect()
    }

    /// As [`Self::listed_steps`], of a unit that has walked its path already; with what it has walked then.
    pub(crate) fn listed_steps_on(
        &self,
        unit: UnitId,
        path: &[PlaceId],
        walked: (PlaceId, Walk),
    ) -> Vec<(PlaceId, Walk)> {
        self.listed(unit, path, self.steps_on(unit, path, walked))
    }

    /// Whether the way so far says which of the next steps are listed.
    pub(super) fn minds_way(&self, unit: UnitId, steps: &[(PlaceId, Walk)]) -> bool {
        let inset = |place: PlaceId| self.position().data().spaces[place].map == Map::Gallipoli;
        self.hops.start(unit).is_some_and(inset) || steps.iter().any(|(to, _)| inset(*to))
    }

    /// Those of the steps behind a path that are listed.
    pub(super) fn listed(
        &self,
        unit: UnitId,
        path: &[PlaceId],
        mut steps: Vec<(PlaceId, Walk)>,
    ) -> Vec<(PlaceId, Walk)> {
        if !self.minds_way(unit, &steps) {
            return steps;
        }
        let inset = |place: &PlaceId| self.position().data().spaces[*place].map == Map::Gallipoli;
        let start = self.hops.start(unit).filter(inset);
        let holds = self.hops.view.control[index(self.side())];
        let left = path
            .iter()
            .rposition(|place| !inset(place) && !holds.contains(*place));
        let since = &path[left.map_or(0, |last| last + 1)..];
        let start = start.filter(|_| left.is_none());
        if start.is_some_and(|start| since.contains(&start)) {
            return Vec::new();
        }
        steps.retain(|(to, _)| !inset(to) || !since.contains(to));
        steps
    }

    fn may_step(&self, unit: UnitId, at: PlaceId, to: PlaceId, over: &Connection) -> bool {
        let hops = &self.hops;
        hops.free(to) && hops.could_use(unit, over) && hops.may_enter(unit, at, to)
    }

    /// Where a path of own units leads, and what it costs; `None` if it is broken.
    pub(crate) fn walk(&self, unit: UnitId, path: &[PlaceId]) -> Option<(PlaceId, Walk)> {
        if self.hops.view.commander(unit) != Some(self.side()) {
            return None;
        }
        let mut at = self.hops.start(unit)?;
        let mut walk = Walk::default();
        for to in path {
            let (_, over) = self.hops.from(at).find(|(next, _)| next == to)?;
            walk = self.hops.step(unit, walk, *to, over);
            at = *to;
        }
        Some((at, walk))
    }

    fn status(&self, unit: UnitId) -> Option<Status> {
        self.rules.outlook.status(unit)
    }

    /// Where a trench could be tried, if it is activated and somebody stays (11.3).
    #[must_use]
    pub fn entrenchable(&self) -> Vec<PlaceId> {
        let data = self.position().data();
        let diggers = [
            Nation::Br,
            Nation::Fr,
            Nation::In,
            Nation::Anz,
            Nation::Ge,
            Nation::Ah,
        ];
        let dug = |place: &PlaceId| {
            let space = &data.spaces[*place];
            let hard = matches!(space.terrain, Some(Terrain::Mountain | Terrain::Swamp));
            matches!(space.kind, Kind::Space | Kind::Beachhead)
                && space.terrain != Some(Terrain::Desert)
                && self.position().state().get(Cell::Trench(*place)) == 0
                && self.units_at(*place).iter().any(|unit| {
                    let entry = &data.units[*unit];
                    entry.class == Class::Regular
                        && self.status(*unit) != Some(Status::OutOfSupply)
                        && (!hard
                            || self.hops.british(*unit)
                            || diggers.iter().any(|nation| entry.is_of(*nation)))
                })
        };
        self.places().filter(dug).collect()
    }

    /// The units that could suppress an uprising where they stand (3.2.4.2-10).
    #[must_use]
    pub fn suppressors(&self) -> Vec<UnitId> {
        let places = (self.roster.held & self.hops.troubled).iter();
        places
            .flat_map(|place| self.units_at(place))
            .filter(|unit| {
                self.hops.unit(**unit).is_combat()
                    && self.status(**unit) != Some(Status::OutOfSupply)
            })
            .copied()
            .collect()
    }

    /// Every way to organise an LCU out of two or three SCUs of one place, each in each role (18.3).
    #[must_use]
    pub fn organizable(&self) -> Vec<Order> {
        self.places()
            .flat_map(|place| self.organizable_at(place))
            .collect()
    }

    /// Those of one place.
    #[must_use]
    pub fn organizable_at(&self, place: PlaceId) -> Vec<Order> {
        if !self.hops.view.control[index(self.side())].contains(place) {
            return Vec::new();
        }
        let mut orders = Vec::new();
        for lcu in self.assets.iter().copied() {
            let scus: Vec<_> = self
                .units_at(place)
                .iter()
                .copied()
                .filter(|scu| self.may_form(*scu, lcu))
                .collect();
            for reserve in &scus {
                for removed in scus.iter().filter(|removed| *removed != reserve) {
                    let third = scus.iter().filter(|scu| *scu != reserve && *scu != removed);
                    for eliminated in third.map(|scu| Some(*scu)).chain([None]) {
                        orders.push(Order::Organize {
                            lcu,
                            reserve: *reserve,
                            eliminated,
                            removed: *removed,
                        });
                    }
                }
            }
        }
        orders
    }

    /// Whether this unit could be one of those that form the LCU (18.3.1, 18.3.2).
    fn may_form(&self, scu: UnitId, lcu: UnitId) -> bool {
        let (entry, corps) = (self.hops.unit(scu), self.hops.unit(lcu));
        let realm = |nation: &Nation| match nation {
            Nation::TuA => Nation::Tu,
            Nation::In | Nation::Anz => Nation::Br,
            other => *other,
        };
        let own = |nation: &Nation| corps.nations.iter().any(|own| realm(own) == realm(nation));
        let ordinary = matches!(
            entry.unit_type,
            UnitType::Infantry | UnitType::EliteInfantry | UnitType::Cavalry
        );
        entry.class == Class::Regular
            && entry.size == Size::Scu
            && ordinary
            && matches!(self.status(scu), Some(Status::Full | Status::Disrupted))
            && (entry.nations.iter().any(own) || (self.hops.british(scu) && own(&Nation::Br)))
    }

    /// The beachheads on which a marker could be placed for units on their island base (18.6.1).
    #[must_use]
    pub fn landings(&self) -> Vec<PlaceId> {
        let (data, state) = (self.position().data(), self.position().state());
        if !self.hops.may_land() {
            return Vec::new();
        }
        let lands = |place: &PlaceId| {
            let base = data.spaces[*place].island_base;
            !state.beachheads.contains(*place)
                && base.is_some_and(|base| {
                    let units = self.units_at(base).iter();
                    units.copied().any(|unit| data.units[unit].is_combat())
                })
        };
        data.network.beachheads.iter().filter(lands).collect()
    }

    /// The beachheads whose invasion could be declared failed (18.6.2.1).
    #[must_use]
    pub fn withdrawals(&self) -> Vec<PlaceId> {
        if self.side() != Side::Ap || self.position().winter() {
            return Vec::new();
        }
        self.position().state().beachheads.iter().collect()
    }

    /// The beachheads whose marker could be taken away (18.6.4), by a move that empties them if need
    /// be.
    #[must_use]
    pub fn removals(&self) -> Vec<PlaceId> {
        if self.side() != Side::Ap {
            return Vec::new();
        }
        self.position().state().beachheads.iter().collect()
    }

    /// The ports that the Black Sea Division could assault from where it stands (18.6.6).
    #[must_use]
    pub fn assaults(&self) -> Vec<PlaceId> {
        let (data, state) = (self.position().data(), self.position().state());
        let known = &data.known;
        let black_sea = data.network.ports[Sea::BlackSea as usize];
        let from = self.hops.start(known.ru_black_sea_div);
        let own = self.hops.view.commander(known.ru_black_sea_div) == Some(self.side());
        if !own
            || state.scalar(Scalar::AssaultUsed) > 0
            || !from.is_some_and(|at| black_sea.contains(at))
        {
            return Vec::new();
        }
        let view = &self.hops.view;
        let foe = index(self.side().enemy());
        let fort = |port: &PlaceId| view.forts.contains(*port);
        let empty = |port: &PlaceId| {
            (0..data.units.len()).all(|unit| self.position().place(unit) != Some(*port))
        };
        (black_sea & view.control[foe])
            .iter()
            .filter(empty)
            .filter(|port| !fort(port) || [known.the_bosphorus_forts, known.trabzon].contains(port))
            .collect()
    }
}
