//! Strategic redeployment (13, 2.0.sr-2): every rule that a move of `docs/redeployment.md` breaks.

mod after;
mod arrival;
mod by_event;
mod list;
mod offers;
pub(crate) mod pieces;
mod reserve;
mod routes;
mod sea;

use super::codes::{self, *};
use super::limits::persia_open;
use super::violation::Violations;
use super::{Arg, Checker, Violation};
use crate::board::BitSet;
use crate::control::{View, index};
use crate::data::{Nations, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::supply::Status;
use crate::supply::network::Tracer;
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use after::After;
use by_event::ByEvent;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// Judges the redeployments of a side in one position.
#[derive(Debug)]
pub struct Redeployer<'a> {
    checker: Checker<'a>,
    points: u32,
    /// The event that lets units redeploy instead.
    event: Option<ByEvent>,
    /// Friendly places, but for those of besieged forts (13.6-2, 13.6-4, 13.9-2).
    friendly: BitSet,
    /// Regions of the enemy with units of both sides (13.9-1, 2.0.contested).
    contested: BitSet,
    /// Enemy forts that are besieged now (13.6-3).
    besieged: BitSet,
    /// Places on railroads in supply (13.12.1-1).
    railed: BitSet,
    /// Whether the canal is blocked for the AP (18.10.1-1), and controlled by the CP (13.7-5).
    canal: [bool; 2],
    memory: Memory,
}

/// What units of one sort have in common, found once.
#[derive(Debug, Default)]
struct Memory {
    /// Where each nation has a unit in supply before the SR.
    footholds: OnceCell<Vec<BitSet>>,
    /// By the sieges that go on and what a unit is, where it gets to from its sources.
    reachable: RefCell<Vec<((BitSet, Sort), BitSet)>>,
    /// By what a unit is, the desert places to which no trace leads.
    dried_up: RefCell<Vec<(Sort, BitSet)>>,
    /// By how a unit goes, the sieges that go on and the starts, where routes lead.
    shared_routes: RefCell<Vec<(Goes, [BitSet; 2], BitSet)>>,
    /// By tracer, where a unit draws on a full source of its own.
    drawn: RefCell<Vec<(Tracer, BitSet)>>,
    /// By unit, its own footholds and the ports open to it, and whether its capital is lost.
    homes: RefCell<HashMap<UnitId, ([BitSet; 2], bool)>>,
    /// By unit, the sieges that go on and the starts that were last asked of, and where routes lead.
    routes: RefCell<HashMap<UnitId, ([BitSet; 2], BitSet)>>,
}

/// The lines a unit may go along, its nations, and whether it is an LCU.
type Goes = (usize, Nations, bool);

/// What a unit is, as far as its sources and ways go.
type Sort = (Tracer, Nations, Size);

/// More points than any move costs, where none are counted.
const FREE: u16 = u16::MAX;

/// Where and how a unit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Land(PlaceId),
    Sea(PlaceId),
    Reserve,
    Deploy(PlaceId),
    Detour(Sea),
}

/// A redeployed unit.
#[derive(Debug, Clone, Copy)]
struct Trip {
    unit: UnitId,
    /// Where it stands, if it is not in the Reserve Box.
    start: Option<PlaceId>,
    how: How,
}

impl Trip {
    /// Where it ends on the map.
    const fn end(&self) -> Option<PlaceId> {
        match self.how {
            How::Land(place) | How::Sea(place) | How::Deploy(place) => Some(place),
            How::Reserve | How::Detour(_) => None,
        }
    }
}

impl<'a> Redeployer<'a> {
    /// Prepares to judge moves of a side with so many points to spend.
    #[must_use]
    pub fn new(position: &'a Position, side: Side, points: u16) -> Self {
        let checker = Checker::of_side(position, side);
        let (view, data) = (checker.view(), checker.data);
        let (own, enemy) = (index(side), index(side.enemy()));
        let (network, known) = (&data.network, &data.known);
        // Units of both sides never stand together but in regions (10.6-1, 10.6-2).
        let shared = checker.enemy_combat - network.regions;
        let mut friendly = (view.control[own] & network.land) - shared;
        friendly |= view.partial_control(side);
        match side {
            Side::Ap => {
                friendly |= checker.markers() | (view.control[own] & data.movement_graph.islands);
            }
            // The CP does not pass neutral Greeks (18.8.1.1.c-4).
            _ => friendly = friendly - view.neutral_greeks,
        }
        friendly = friendly - shut_persia(view);
        let banks = [known.port_said, known.ismailia, known.suez];
        let taken = |place: &PlaceId| view.control[1].contains(*place);
        Self {
            points: points.into(),
            event: None,
            friendly,
            contested: (network.regions
                & view.control[enemy]
                & checker.roster.held
                & checker.enemy)
                - friendly,
            besieged: view.besieging[own],
            railed: railed(&checker, friendly | view.besieging[own]),
            canal: [banks.iter().any(taken), banks.iter().all(taken)],
            checker,
            memory: Memory::default(),
        }
    }

    /// Every rule that the move breaks, each once. Units of a place are judged one by one, and the
    /// points are shared out among nations as the player likes (13.4-1, 13.4-2).
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut violations = Violations(&mut found);
        let trips = self.trips(made, &mut violations);
        let after = After::new(self, &trips);
        if let Some(event) = self.event {
            self.check_event(event, &trips, &mut violations);
        }
        let cost = trips.iter().map(|trip| self.cost(trip)).sum::<u32>();
        if cost > self.points && self.points < FREE.into() {
            let witness = [Arg::Number(cost), Arg::Number(self.points)];
            violations.add(&SR_OVER_POINTS, &witness);
        }
        for trip in &trips {
            self.check_supply_before(trip, &mut violations);
            match (trip.how, trip.start) {
                (How::Land(place), Some(start)) => {
                    self.check_land(&after, trip.unit, start, place, &mut violations);
                }
                (How::Sea(place), Some(start)) => {
                    self.check_sea(&after, trip.unit, start, place, &mut violations);
                }
                (How::Detour(sea), Some(start)) => {
                    self.check_detour(trip.unit, start, sea, &mut violations);
                }
                (How::Reserve, start) => self.check_reserve(trip.unit, start, &mut violations),
                (How::Deploy(place), _) => {
                    self.check_deploy(&after, trip.unit, place, &mut violations);
                }
                _ => {}
            }
            if let Some(place) = trip.end() {
                self.check_end(trip.unit, place, &mut violations);
            }
        }
        self.check_places(&after, &mut violations);
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// The redeployed units; of others the rule is named that keeps them from being any.
    fn trips(&self, made: &Move, violations: &mut Violations<'_>) -> Vec<Trip> {
        let (data, position) = (self.checker.data, self.checker.position);
        let mut orders: Vec<(UnitId, How)> = Vec::new();
        for order in made.orders() {
            orders.extend(match order {
                Order::Redeploy { unit, place } => Some((*unit, How::Land(*place))),
                Order::Ship { unit, place } => Some((*unit, How::Sea(*place))),
                Order::Reserve { unit } => Some((*unit, How::Reserve)),
                Order::Deploy { unit, place } => Some((*unit, How::Deploy(*place))),
                Order::Detour { unit, sea } => Some((*unit, How::Detour(*sea))),
                _ => None,
            });
        }
        let known = |place: PlaceId| place < data.on_map;
        orders.retain(|(unit, how)| match how {
            _ if *unit >= data.units.len() => false,
            How::Land(place) | How::Sea(place) | How::Deploy(place) => known(*place),
            How::Reserve | How::Detour(_) => true,
        });
        let mut trips = Vec::new();
        for (unit, how) in &orders {
            let witness = [Arg::Unit(*unit)];
            let mut ours = true;
            let mut bar = |code| {
                violations.add(code, &witness);
                ours = false;
            };
            let there = match how {
                How::Deploy(_) => self.in_the_box(*unit),
                _ => self.checker.own.contains(*unit),
            };
            if !there {
                bar(&SR_NOT_THERE);
            }
            if orders.iter().filter(|(other, _)| other == unit).count() > 1 {
                bar(&SR_TWICE);
            }
            if !self.regular(*unit) {
                bar(&SR_IRREGULAR);
            }
            if ours {
                let start = position.place(*unit).filter(|place| known(*place));
                trips.push(Trip {
                    unit: *unit,
                    start,
                    how: *how,
                });
            }
        }
        trips
    }

    /// Who may redeploy from where it stands (13.1-3, 13.5).
    fn check_supply_before(&self, trip: &Trip, violations: &mut Violations<'_>) {
        let witness = [Arg::Unit(trip.unit)];
        if self.never_moves(trip.unit) {
            violations.add(&SR_MF_ZERO, &witness);
        }
        if let Some(code) = self.supply_bar(trip.unit) {
            violations.add(code, &witness);
        }
    }

    /// Irregular units and tribes never redeploy (13.1-4).
    fn regular(&self, unit: UnitId) -> bool {
        let class = self.checker.data.units[unit].class;
        !matches!(class, Class::Irregular | Class::Tribe)
    }

    /// An MF of 0, or in a box (13.1-3, 9.3.1-2, 3.2.2.rect-2).
    fn never_moves(&self, unit: UnitId) -> bool {
        let entry = &self.checker.data.units[unit];
        entry.full.mf == 0 || entry.boxed_mf
    }

    /// What bars a unit on the map for want of supply (14.3.1-2, 14.1.9-2, 16.3.3.5.af-4).
    fn supply_bar(&self, unit: UnitId) -> Option<&'static codes::Code> {
        let outlook = self.outlook();
        match outlook.status(unit)? {
            Status::OutOfSupply => Some(&SR_OUT_OF_SUPPLY),
            Status::Limited | Status::LimitedDisrupted => Some(&LIMITED_SUPPLY),
            Status::Full | Status::Disrupted => {
                let afghanistan = self.checker.data.known.afghanistan;
                let tracer = outlook.tracer(unit);
                let sources = outlook.full_sources(tracer);
                let place = self.checker.position.place(unit)?;
                let mut others = sources;
                others.remove(afghanistan);
                let fed = self.checker.side == Side::Cp
                    && sources.contains(afghanistan)
                    && !outlook.home(unit, place)
                    && !outlook.drawing_on(tracer, others).contains(place);
                fed.then_some(&FED_BY_AFGHANS)
            }
        }
    }

    /// Whether the unit is in the Reserve Box of the side.
    fn in_the_box(&self, unit: UnitId) -> bool {
        let [reserve, ..] = self.checker.data.known.spent_boxes(self.checker.side);
        let ours = self.checker.view().commander(unit) == Some(self.checker.side);
        ours && self.checker.position.place(unit) == Some(reserve)
    }

    /// The points that a redeployment costs, whether the unit is reduced or not (13.1-2, 9.3.1-3,
    /// 13.10-1).
    fn cost(&self, trip: &Trip) -> u32 {
        let ends = [trip.start, trip.end()].into_iter().flatten();
        self.fare(trip.unit) + self.surcharge(trip.unit, ends)
    }

    /// The points that it costs to redeploy a unit from where it stands to a place. Without a place, off the
    /// map, it costs the least.
    fn price(&self, unit: UnitId, end: Option<PlaceId>) -> u32 {
        let start = self.checker.position.place(unit);
        let start = start.filter(|place| *place < self.checker.data.on_map);
        self.fare(unit) + self.surcharge(unit, [start, end].into_iter().flatten())
    }

    /// The points that any redeployment of a unit costs, submarines aside.
    fn fare(&self, unit: UnitId) -> u32 {
        let start = self.checker.position.place(unit);
        let start = start.filter(|start| *start < self.checker.data.on_map);
        let disrupted = start.is_some_and(|start| {
            self.checker.troubled.contains(start)
                || matches!(
                    self.outlook().status(unit),
                    Some(Status::Disrupted | Status::LimitedDisrupted)
                )
        });
        (if self.size(unit) == Size::Lcu { 4 } else { 1 }) + u32::from(disrupted)
    }

    /// The places among some where a redeployment to them costs more than there is.
    fn dear(&self, among: BitSet, trip: impl Fn(PlaceId) -> Trip, least: u32) -> BitSet {
        // Where it ends is a matter of submarines alone.
        let hunters = self.checker.position.hunted_seas().len();
        if least as usize + hunters <= self.points as usize {
            return BitSet::EMPTY;
        }
        let dear = |place: &PlaceId| self.cost(&trip(*place)) > self.points;
        among.iter().filter(dear).collect()
    }

    /// A point for each card whose submarines hunt the ships that alone feed the unit where it stands
    /// or where it ends (GERMAN SUBS IN THE MED, UNRESTRICTED SUBMARINE WARFARE).
    fn surcharge(&self, unit: UnitId, places: impl Iterator<Item = PlaceId> + Clone) -> u32 {
        if self.checker.side != Side::Ap {
            return 0;
        }
        let mut cards = 0;
        for (_, seas) in self.checker.position.hunted_seas() {
            let hunted = |place| self.lives_on_ships(unit, place, seas);
            cards += u32::from(places.clone().any(hunted));
        }
        cards
    }

    fn lives_on_ships(&self, unit: UnitId, place: PlaceId, seas: &[Sea]) -> bool {
        let outlook = self.outlook();
        !outlook.home(unit, place) && outlook.lives_on_ships(outlook.tracer(unit), place, seas)
    }

    /// Supply before the SR.
    fn outlook(&self) -> &Outlook<'a> {
        self.checker.outlook()
    }

    /// Whether a unit would be in supply in a place, as things are before the SR (13.6-1).
    fn supplied(&self, unit: UnitId, place: PlaceId) -> bool {
        let outlook = self.outlook();
        let tracer = outlook.tracer(unit);
        outlook.traced(tracer).contains(place) || outlook.home(unit, place)
    }

    /// Whether it is one of the RU units that count as BR (16.4.5.4-3).
    fn turned(&self, unit: UnitId) -> bool {
        self.checker.activation_rules.counts_as_british(unit)
    }

    /// The nations that a unit counts as.
    fn nations(&self, unit: UnitId) -> Nations {
        let nations = self.checker.data.counters[unit].nations;
        match self.turned(unit) {
            true => nations.without(Nation::Ru).and(Nation::Br),
            false => nations,
        }
    }

    /// Whether a unit is BR, IN or ANZ (13.8-4).
    fn of_the_empire(&self, unit: UnitId) -> bool {
        self.nations(unit).realms().has(Nation::Br)
    }

    fn sort(&self, unit: UnitId) -> Sort {
        let tracer = self.outlook().tracer(unit);
        (tracer, self.nations(unit), self.size(unit))
    }

    fn size(&self, unit: UnitId) -> Size {
        self.checker.data.units[unit].size
    }
}

/// The places of `open` that finished railroads join to a source that the side controls, or (AP) to a
/// port (13.12.1-1): railroads in supply. Unfinished tunnels cut them (13.12.1-2), and the railroad of
/// Sinai is one when it is complete (13.12.1-3).
fn railed(checker: &Checker<'_>, open: BitSet) -> BitSet {
    let (side, outlook) = (checker.side, checker.outlook());
    let mut heads = outlook.sources_held();
    if side == Side::Ap {
        heads |= outlook.ports(true);
    }
    let rails = checker.data.movement_graph.rails(side.spaces());
    rails.flood(heads, open, &outlook.tunnels()[index(side)])
}

/// Neutral Persia, until it is open to everybody (18.8.5.1-1); units that redeploy are no Persian
/// irregulars.
fn shut_persia(view: &View<'_>) -> BitSet {
    match persia_open(view) {
        true => BitSet::EMPTY,
        false => view.data.movement_graph.persia - view.data.network.regions,
    }
}
