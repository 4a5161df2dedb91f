//! What supply would be elsewhere, and without a ship: the questions of operations (11.1.2, 18.6).
//!
//! Every answer is found when somebody asks for it, and kept.

use super::network::Tracer;
use super::{Status, Tracing};
use crate::board::{BitSet, Joins};
use crate::control::{View, index};
use crate::data::{CardId, PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::vocabulary::*;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

const TRACERS: usize = Tracer::ALL.len();

/// What the railroads of LCUs are, for each tracer and for each side.
#[derive(Default)]
struct Rails {
    heads: [OnceCell<BitSet>; TRACERS],
    railed: [OnceCell<BitSet>; TRACERS],
    tunnels: OnceCell<[Joins; 2]>,
}

/// The supply of one side's units in a position: where they are, and where they might be.
pub struct Outlook<'a> {
    position: &'a Position,
    /// The readings of the rules.
    pub readings: &'a Readings,
    /// The side that asks.
    pub side: Side,
    /// Who stands where and who controls what.
    pub view: View<'a>,
    /// Places the side may trace through.
    pub open: BitSet,
    pub(super) tracing: RefCell<Box<Tracing<'a>>>,
    statuses: [Cell<Option<Option<Status>>>; BitSet::CAPACITY],
    traced: [OnceCell<BitSet>; TRACERS],
    rails: OnceCell<Box<Rails>>,
    submarine_cards: OnceCell<Vec<(CardId, RefCell<Tracing<'a>>)>>,
    relying: RefCell<Vec<(PlaceId, BitSet)>>,
    foreseen: RefCell<Vec<(BitSet, BitSet, Rc<Self>)>>,
    forsaking: RefCell<Vec<(BitSet, Self)>>,
    without: RefCell<Vec<(BitSet, Self)>>,
}

/// So many answers are kept about what might be taken and besieged, and about beachheads given up.
const MOST_FORESEEN: usize = 64;
const MOST_FORSAKING: usize = 8;

impl std::fmt::Debug for Outlook<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outlook")
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}

impl<'a> Outlook<'a> {
    /// Prepares to answer for one side.
    #[must_use]
    pub fn new(position: &'a Position, side: Side, readings: &'a Readings) -> Self {
        Self::of(position, side, Tracing::new(position, readings))
    }

    fn of(position: &'a Position, side: Side, tracing: Tracing<'a>) -> Self {
        let (readings, tracing) = (tracing.readings, Box::new(tracing));
        Self {
            position,
            readings,
            side,
            view: tracing.view,
            open: tracing.open[index(side)],
            tracing: RefCell::new(tracing),
            statuses: [const { Cell::new(None) }; BitSet::CAPACITY],
            traced: [const { OnceCell::new() }; TRACERS],
            rails: OnceCell::new(),
            submarine_cards: OnceCell::new(),
            relying: RefCell::new(Vec::new()),
            foreseen: RefCell::new(Vec::new()),
            forsaking: RefCell::new(Vec::new()),
            without: RefCell::new(Vec::new()),
        }
    }

    /// This outlook once the side has taken `taken` (11.2-1) and besieges `besieged`, and no other
    /// fort. Units stand where they stood.
    #[must_use]
    #[inline(never)]
    pub fn foreseen(&self, taken: BitSet, besieged: BitSet) -> Rc<Self> {
        let mut known = self.foreseen.borrow_mut();
        let same = known.iter().find(|one| one.0 == taken && one.1 == besieged);
        if let Some((_, _, outlook)) = same {
            return Rc::clone(outlook);
        }
        let (own, enemy) = (index(self.side), index(self.side.enemy()));
        let mut view = self.view;
        view.control[own] |= taken;
        view.control[enemy] = view.control[enemy] - taken;
        view.lapsed[own] = view.lapsed[own] - besieged;
        view.besieging[own] = besieged;
        let tracing = Tracing::of(view, self.readings);
        let outlook = Rc::new(Self::of(self.position, self.side, tracing));
        if known.len() >= MOST_FORESEEN {
            known.clear();
        }
        known.push((taken, besieged, Rc::clone(&outlook)));
        outlook
    }

    /// The position that is looked at.
    #[must_use]
    pub const fn position(&self) -> &'a Position {
        self.position
    }

    /// Everything a trace depends on, but for what disrupts it: open places, those held, ports, and
    /// ports that serve IN units only.
    #[doc(hidden)]
    #[must_use]
    pub fn ground(&self) -> ([BitSet; 2], [BitSet; 2], [BitSet; 2], BitSet) {
        let tracing = self.tracing.borrow();
        let Tracing {
            open, held, ports, ..
        } = **tracing;
        (open, held, ports, tracing.indian_ports)
    }

    fn rails(&self) -> &Rails {
        self.rails.get_or_init(Box::default)
    }

    /// A unit's state of supply; `None` for units that are not on the map or of neither side.
    #[must_use]
    pub fn status(&self, unit: UnitId) -> Option<Status> {
        let known = self.statuses.get(unit)?;
        known.get().unwrap_or_else(|| {
            let status = self.tracing.borrow_mut().status_of(unit);
            known.set(Some(status));
            status
        })
    }

    /// Whether the unit is on the map and out of supply.
    #[must_use]
    pub fn starved(&self, unit: UnitId) -> bool {
        self.status(unit) == Some(Status::OutOfSupply)
    }

    /// Whose sources and connections a unit uses, wherever it is.
    #[inline]
    #[must_use]
    pub fn tracer(&self, unit: UnitId) -> Tracer {
        self.tracing.borrow().tracer(unit)
    }

    /// Whether the unit needs no trace in this place (2.0.oos-4).
    #[must_use]
    pub fn home(&self, unit: UnitId, place: PlaceId) -> bool {
        let tracing = self.tracing.borrow();
        tracing.at_home(unit, place) && !tracing.in_neutral_afghanistan(unit, place)
    }

    /// The places where a unit of this tracer would reach a source, full or limited, by a trace,
    /// disrupted or not, if it stood there and nothing else changed.
    #[must_use]
    pub fn traced(&self, tracer: Tracer) -> &BitSet {
        self.traced[tracer as usize].get_or_init(|| {
            if tracer == Tracer::Nobody {
                return BitSet::EMPTY;
            }
            let mut tracing = self.tracing.borrow_mut();
            let mut traced = BitSet::EMPTY;
            let [full, limited] = [false, true].map(|limited| tracing.reach(tracer, limited).any);
            // Elsewhere a trace can only start where it cannot pass.
            let open = tracing.open[index(tracer.side())];
            let mut begin = |limited, reach: BitSet| {
                traced |= reach;
                if !reach.is_empty() {
                    traced |= tracing.ways_in(tracer, limited, &reach) - open;
                }
            };
            if tracing.waters_sailed(tracer, false) == tracing.waters_sailed(tracer, true) {
                begin(false, full | limited);
            } else {
                begin(false, full);
                begin(true, limited);
            }
            let afghanistan = self.view.data.known.afghanistan;
            if tracer.side() == Side::Ap && !self.view.revolted(Revolt::Afghanistan) {
                // There AP units count as out of supply (18.8.6-1).
                traced.remove(afghanistan);
            }
            traced
        })
    }

    /// As [`Self::traced`], once the side has also taken `taken` (11.2-1).
    #[must_use]
    pub fn traced_by_way_of(&self, tracer: Tracer, taken: BitSet) -> BitSet {
        let besieged = self.view.besieging[index(self.side)];
        *self.foreseen(taken, besieged).traced(tracer)
    }

    /// Where a railroad must begin that serves an LCU of this tracer: full sources and, for the
    /// AP, ports in supply, which the side controls in full (11.1.2.d, 18.1.1, 18.3.1.a).
    #[must_use]
    pub fn rail_heads(&self, tracer: Tracer) -> BitSet {
        *self.rails().heads[tracer as usize].get_or_init(|| {
            let mut tracing = self.tracing.borrow_mut();
            let mut heads = tracing.sources(tracer, false);
            if tracer.side() == Side::Ap {
                let ports = tracing.ports[0] | tracing.extra_ports(tracer);
                let [full, limited] = [false, true].map(|limited| tracing.reach(tracer, limited));
                heads |= ports & (full.any | limited.any);
            }
            heads & self.view.control[index(tracer.side())]
        })
    }

    /// The places from which finished railroads lead to a rail head of this tracer, through places
    /// open to its side's supply.
    #[must_use]
    pub fn railed(&self, tracer: Tracer) -> BitSet {
        *self.rails().railed[tracer as usize]
            .get_or_init(|| self.railed_by_way_of(tracer, BitSet::EMPTY))
    }

    /// As [`Self::railed`], through the places `taken` as well.
    #[must_use]
    pub fn railed_by_way_of(&self, tracer: Tracer, taken: BitSet) -> BitSet {
        let ways = &self.view.data.movement_graph;
        let tunnels = &self.tunnels()[index(tracer.side())];
        let open = self.tracing.borrow().open[index(tracer.side())] | taken;
        let heads = self.rail_heads(tracer);
        let run = ways.rails(tracer).flood(heads, open, tunnels) | heads;
        // The far end need not be open: a train may set out from a place that lets nobody through.
        let mut railed = run | tunnels.over(run);
        run.for_each(|place| railed |= ways.rails(tracer).of(place));
        railed
    }

    /// The same, with full sources alone as rail heads, whoever controls those in regions
    /// (9.5.3.2.p, 2.0.region-7).
    #[must_use]
    pub fn railed_from_sources(&self, tracer: Tracer) -> BitSet {
        let ways = &self.view.data.movement_graph;
        let tunnels = &self.tunnels()[index(tracer.side())];
        let tracing = self.tracing.borrow();
        let rails = ways.rails(tracer);
        let sources = tracing.sources(tracer, false);
        let open = tracing.open[index(tracer.side())];
        // Trains leave a source in a region of the enemy, through which none may pass.
        let start = sources | rails.around(&sources) | tunnels.over(sources);
        rails.flood(start, open, tunnels) | sources
    }

    /// The railroads that are finished since 1914, for each side (18.2).
    #[must_use]
    pub fn tunnels(&self) -> &[Joins; 2] {
        self.rails().tunnels.get_or_init(|| {
            let tracing = self.tracing.borrow();
            [Side::Ap, Side::Cp].map(|side| {
                let mut joins = Joins::default();
                for connection in &self.view.data.connections {
                    if connection.link == Link::UnfinishedRail && tracing.finished(connection, side)
                    {
                        joins.add([connection.a, connection.b].into_iter().collect());
                    }
                }
                joins
            })
        })
    }

    /// Whether the connection is a finished railroad that this tracer's LCUs may follow.
    #[must_use]
    pub fn rides(&self, tracer: Tracer, connection: usize) -> bool {
        self.view
            .data
            .connections
            .get(connection)
            .is_some_and(|c| tracer.may_use(c) && self.tracing.borrow().finished(c, tracer.side()))
    }

    /// The units that are in supply now, and would not be if no ship called at this beachhead.
    #[must_use]
    pub fn relies(&self, beachhead: PlaceId) -> BitSet {
        let known = self.relying.borrow();
        if let Some((_, units)) = known.iter().find(|(place, _)| *place == beachhead) {
            return *units;
        }
        drop(known);
        let on: BitSet = std::iter::once(beachhead).collect();
        let marked = self.view.state.beachheads & self.view.data.network.beachheads;
        let units = if marked.meets(&on) {
            let mut without = self.tracing.borrow().forsaking(on);
            self.starved_by(&mut without)
        } else {
            BitSet::EMPTY
        };
        self.relying.borrow_mut().push((beachhead, units));
        units
    }

    /// The places where a unit of this tracer would reach a source, full or limited, if no ship
    /// called at the beachheads `gone`.
    #[must_use]
    pub fn traced_forsaking(&self, tracer: Tracer, gone: BitSet) -> BitSet {
        if gone.is_empty() {
            return *self.traced(tracer);
        }
        let mut known = self.forsaking.borrow_mut();
        let at = known.iter().position(|(forsaken, _)| *forsaken == gone);
        let at = at.unwrap_or_else(|| {
            let tracing = self.tracing.borrow().forsaking(gone);
            if known.len() >= MOST_FORSAKING {
                known.clear();
            }
            known.push((gone, Self::of(self.position, self.side, tracing)));
            known.len() - 1
        });
        *known[at].1.traced(tracer)
    }

    /// The places where a unit of this tracer would reach a source, full or limited, if no ship of
    /// the AP called at these ports.
    #[must_use]
    pub fn traced_without(&self, tracer: Tracer, ports: BitSet) -> BitSet {
        let mut known = self.without.borrow_mut();
        let at = known.iter().position(|(on, _)| *on == ports);
        let at = at.unwrap_or_else(|| {
            let tracing = self.tracing.borrow().without(ports);
            known.push((ports, Self::of(self.position, self.side, tracing)));
            known.len() - 1
        });
        *known[at].1.traced(tracer)
    }

    /// The ports of the side that work; Aqaba and Jiddah only for IN units.
    #[must_use]
    pub fn ports(&self, indian: bool) -> BitSet {
        let tracing = self.tracing.borrow();
        let more = if indian && self.side == Side::Ap {
            tracing.indian_ports
        } else {
            BitSet::EMPTY
        };
        tracing.ports[index(self.side)] | more
    }

    /// The places that a tracer's line reaches from these sources by land.
    #[must_use]
    pub fn overland(&self, tracer: Tracer, sources: BitSet) -> BitSet {
        let all = self.view.data.network.all_ports;
        let mut ashore = self.tracing.borrow().without(all);
        ashore.flood(tracer, sources, false).any
    }

    /// The side's units in supply that would not be if no ship called at these ports.
    #[must_use]
    pub fn fed_through(&self, ports: BitSet) -> BitSet {
        let mut without = self.tracing.borrow().forsaking(ports);
        self.starved_by(&mut without)
    }

    /// For each card whose submarines make supply by sea dear, supply without the ships that they
    /// hunt (GERMAN SUBS IN THE MED, UNRESTRICTED SUBMARINE WARFARE).
    fn submarine_cards(&self) -> &[(CardId, RefCell<Tracing<'a>>)] {
        self.submarine_cards.get_or_init(|| {
            if self.side != Side::Ap {
                return Vec::new();
            }
            let cards = self.position.hunted_seas().into_iter();
            cards
                .map(|(card, seas)| {
                    let on = self.view.data.network.ports_on(seas);
                    let without = self.tracing.borrow().without(on);
                    (card, RefCell::new(without))
                })
                .collect()
        })
    }

    /// For each of those cards the units that live on these ships.
    #[must_use]
    pub fn submarine_risks(&self) -> Vec<(CardId, BitSet)> {
        let submarine_cards = self.submarine_cards().iter();
        submarine_cards
            .map(|(card, without)| (*card, self.starved_by(&mut without.borrow_mut())))
            .collect()
    }

    /// How many of those cards hunt the ships that alone feed one of these units.
    pub(crate) fn submarine_surcharge(&self, units: impl Iterator<Item = UnitId> + Clone) -> u8 {
        let mut cards = 0;
        for (_, without) in self.submarine_cards() {
            let mut without = without.borrow_mut();
            let submarine_risks = |unit| {
                self.view.commander(unit) == Some(self.side) && self.starves(&mut without, unit)
            };
            // The seas of the second card are among those of the first.
            if !units.clone().any(submarine_risks) {
                break;
            }
            cards += 1;
        }
        cards
    }

    /// The side's units in supply that other circumstances would put out of supply.
    fn starved_by(&self, other: &mut Tracing<'_>) -> BitSet {
        let units = self.view.commanded(self.side) & self.view.present;
        units
            .iter()
            .filter(|unit| self.starves(other, *unit))
            .collect()
    }

    /// Whether the unit is in supply, and other circumstances would put it out of supply.
    fn starves(&self, other: &mut Tracing<'_>, unit: UnitId) -> bool {
        other.status_of(unit) == Some(Status::OutOfSupply) && !self.starved(unit)
    }
}
