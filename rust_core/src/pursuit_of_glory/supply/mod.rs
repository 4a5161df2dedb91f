//! Supply (14): who is in supply, and what would turn in the Attrition Phase.
//!
//! Spaces are sets of bits; a trace is a flood from the sources over the spaces a side may trace
//! through. Connections run both ways, so what a source feeds is the connected part of the map it
//! lies in: each part is flooded once, when somebody asks, and serves every source in it.

pub mod network;
mod sources;
pub mod trace;

use super::control::{View, index};
use super::position::Position;
use super::readings::Readings;
use super::state::{One, State};
use super::vocabulary::*;
use crate::board::bitset::BitSet;
use crate::board::graph::Graph;
use crate::names::vocabulary;
use network::{Body, Tracer};
use sources::Crossings;

vocabulary! {
    /// A unit's state of supply, best first.
    Status, "supply status" {
        /// In supply (14.1.2-1).
        Full = "full",
        /// In supply only by a disrupted trace (11.2.2.2.a-1).
        Disrupted = "disrupted",
        /// In supply only from a limited source (14.1.9-1).
        Limited = "limited",
        /// From a limited source only, by a disrupted trace.
        LimitedDisrupted = "limited_disrupted",
        /// Out of supply (2.0.oos-1).
        OutOfSupply = "oos",
    }
}

/// The answer for a whole position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supply {
    /// By unit; `None` for units that are not on the map or belong to neither side.
    pub units: [Option<Status>; BitSet::CAPACITY],
    /// Spaces and regions that would change control in the Attrition Phase (14.3.2.2-1).
    pub flips: BitSet,
}

impl Position {
    /// Who is in supply, and what would turn. Nothing is kept between calls.
    #[must_use]
    pub fn supply(&self, readings: &Readings) -> Supply {
        Tracing::new(self, readings).answer()
    }

    /// The view of this position that the rules ask.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::new(self.data(), self.state(), &Readings::default())
    }
}

/// What a flood reached: by any trace, and by one that nothing disrupts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reach {
    pub(crate) any: BitSet,
    pub(crate) clean: BitSet,
}

/// Supply in the making.
pub(crate) struct Tracing<'a> {
    pub(crate) view: View<'a>,
    pub(crate) readings: &'a Readings,
    /// Places each side may trace through.
    pub(crate) open: [BitSet; 2],
    /// Places that disrupt each side's traces.
    pub(crate) dirty: [BitSet; 2],
    /// Each side's usable ports without those that serve IN units only.
    pub(crate) ports: [BitSet; 2],
    /// AP ports that serve IN units only.
    pub(crate) indian_ports: BitSet,
    /// The straits and waters each side may cross.
    crossings: [Crossings; 2],
    /// Connected parts found so far, by set of connections: of all places, and of clean ones.
    parts: [[Parts; 2]; NETS],
    full: [Option<Reach>; Tracer::ALL.len()],
    limited: [Option<Reach>; Tracer::ALL.len()],
}

/// Tracers that use the same connections and ports share one set of them.
const NETS: usize = 7;

const fn net(tracer: Tracer) -> usize {
    match tracer {
        Tracer::British
        | Tracer::Russian
        | Tracer::Romanian
        | Tracer::AnyAllied
        | Tracer::Nobody => 0,
        Tracer::Indian => 1,
        Tracer::ArabNorthernArmy | Tracer::ArabRevolt => 2,
        Tracer::ApSpaces => 3,
        Tracer::Turkish => 4,
        Tracer::German | Tracer::Bulgarian | Tracer::GermanBulgarian | Tracer::GreekCp => 5,
        Tracer::CpSpaces => 6,
    }
}

/// Connected parts of the map; those that find no room are found anew when asked for.
#[derive(Clone, Copy, Default)]
struct Parts {
    found: [BitSet; 6],
    count: usize,
}

impl Parts {
    /// The part that holds `place`, found by `flood` if it is not known yet.
    fn of(&mut self, place: usize, flood: impl FnOnce() -> BitSet) -> BitSet {
        if let Some(part) = self.found[..self.count]
            .iter()
            .find(|part| part.contains(place))
        {
            return *part;
        }
        let part = flood();
        if let Some(room) = self.found.get_mut(self.count) {
            *room = part;
            self.count += 1;
        }
        part
    }
}

impl<'a> Tracing<'a> {
    pub(crate) fn new(position: &'a Position, readings: &'a Readings) -> Self {
        let mut tracing = Self {
            view: View::new(position.data(), position.state(), readings),
            readings,
            open: [BitSet::EMPTY; 2],
            dirty: [BitSet::EMPTY; 2],
            ports: [BitSet::EMPTY; 2],
            indian_ports: BitSet::EMPTY,
            crossings: [Crossings::default(); 2],
            parts: [[Parts::default(); 2]; NETS],
            full: [None; Tracer::ALL.len()],
            limited: [None; Tracer::ALL.len()],
        };
        for side in [Side::Ap, Side::Cp] {
            tracing.open[index(side)] = tracing.open_to(side);
            tracing.dirty[index(side)] = tracing.dirty_for(side);
        }
        tracing.find_ports();
        tracing.crossings = [
            tracing.find_crossings(Side::Ap),
            tracing.find_crossings(Side::Cp),
        ];
        tracing
    }

    /// The places a side may trace through (14.1.2.b-1, 14.1.3, 14.1.8).
    fn open_to(&self, side: Side) -> BitSet {
        let view = &self.view;
        let network = &view.data.network;
        let (own, enemy) = (index(side), index(side.enemy()));
        // Enemy regulars can stand in a friendly space only where they besiege its fort, or try
        // to: nobody but a besieger traces through there (14.1.3-2, 15.2.5-3).
        let mut open = view.control[own] - (view.regular[enemy] - network.regions);
        // A besieged fort is no obstacle to the besieger (14.1.2.b-2, 15.2.2-1).
        open |= view.besieging[own];
        // Spaces disrupted by one's own irregulars and tribes carry full supply (11.2.2.2.b).
        open |= view.partial_control(side);
        if view.greece_neutral() {
            // Past no fort whose siege has lapsed (15.2.5-3).
            let greece = network.greece - view.combat(side.enemy()) - view.lapsed[own];
            open |= match side {
                // The AP trace through any Greek space without enemy units (18.8.1.1.c-2), even
                // an enemy-controlled one (14.1.3-1).
                Side::Ap => greece,
                // The CP only through empty ones (18.8.1.1.c-4).
                _ => greece - view.control[enemy] - view.neutral_greeks,
            };
        }
        if self.readings.disruption_opens_neutral_spaces {
            open |= self.opened_by_disruption(side);
        }
        if side == Side::Ap {
            open = (open - network.beachheads) | view.state.beachheads;
        } else {
            open = open & network.land;
        }
        open
    }

    /// Neutral spaces with enemy irregulars, tribes or uprisings, for the reading that opens them.
    fn opened_by_disruption(&self, side: Side) -> BitSet {
        let view = &self.view;
        let enemy = index(side.enemy());
        let mut disrupted = view.irregular[enemy] | view.tribe[enemy];
        for kind in Uprising::ALL.iter().filter(|kind| kind.troubles(side)) {
            disrupted |= view.state.uprisings[*kind as usize];
        }
        let controlled = view.control[0] | view.control[1] | view.neutral_countries;
        (disrupted & view.data.network.spaces) - controlled - view.regular[enemy]
    }

    /// The places that disrupt a side's traces (14.1.7-1, 11.2.2.1).
    fn dirty_for(&self, side: Side) -> BitSet {
        let view = &self.view;
        let (own, enemy) = (index(side), index(side.enemy()));
        // A space with a regular unit of its owner is never disrupted (11.2.2.1-2).
        let mut protected = view.regular[own];
        if self.readings.tribes_disrupt_contested_regions {
            protected = protected - view.data.network.regions;
        }
        let light = view.irregular[enemy] | view.tribe[enemy];
        let mut dirty = (light & view.control[own]) - protected;
        if self.readings.disruption_opens_neutral_spaces {
            dirty |= self.opened_by_disruption(side);
        }
        // An uprising disrupts even then (14.1.7-4).
        for kind in Uprising::ALL {
            if kind.troubles(side) {
                dirty |= view.state.uprisings[*kind as usize];
            }
        }
        if self.readings.uprisings_spare_contested_regions {
            dirty = dirty - (view.data.network.regions & view.regular[enemy]);
        }
        dirty
    }

    /// What a tracer reaches from its full sources, or from its limited ones.
    pub(crate) fn reach(&mut self, tracer: Tracer, limited: bool) -> Reach {
        // IN units differ from BR ones only by two ports.
        let tracer = match tracer {
            Tracer::Indian if self.indian_ports.is_empty() => Tracer::British,
            other => other,
        };
        let kept = if limited { &self.limited } else { &self.full };
        if let Some(reach) = kept[tracer as usize] {
            return reach;
        }
        let sources = self.sources(tracer, limited);
        let reach = self.flood(tracer, sources);
        let kept = if limited {
            &mut self.limited
        } else {
            &mut self.full
        };
        kept[tracer as usize] = Some(reach);
        reach
    }

    fn flood(&mut self, tracer: Tracer, sources: BitSet) -> Reach {
        if sources.is_empty() {
            return Reach::default();
        }
        let at = index(tracer.side());
        let any = self.joined(tracer, sources, self.open[at], 0);
        if !self.dirty[at].meets(&any) {
            return Reach { any, clean: any };
        }
        let clean_sources = sources - self.dirty[at];
        let clean = self.joined(tracer, clean_sources, self.open[at] - self.dirty[at], 1);
        Reach { any, clean }
    }

    /// The parts of `open` that `sources` lie in or next to, and the sources themselves: a source
    /// may lie in a place one cannot trace through, where the trace ends.
    fn joined(&mut self, tracer: Tracer, sources: BitSet, open: BitSet, clean: usize) -> BitSet {
        let mut start = sources;
        for place in (sources - self.open[index(tracer.side())]).iter() {
            start |= self.ways_out(tracer, place);
        }
        let crossings = self.crossings(tracer);
        let graph = self.graph(tracer);
        let mut reached = sources;
        let mut left = start & open;
        while let Some(place) = left.first() {
            let seed: BitSet = std::iter::once(place).collect();
            let part =
                self.parts[net(tracer)][clean].of(place, || graph.flood(seed, open, &crossings));
            reached |= part;
            left = left - part;
        }
        reached
    }

    /// The connections a tracer may use.
    pub(crate) const fn graph(&self, tracer: Tracer) -> &'a Graph {
        let network = &self.view.data.network;
        if self.readings.restricted_paths_open {
            return &network.unmarked[index(tracer.side())];
        }
        network.graph(tracer)
    }

    /// The places next to a place, by land, strait or sea, for a trace that starts or ends there.
    pub(crate) fn ways_out(&self, tracer: Tracer, place: usize) -> BitSet {
        let network = &self.view.data.network;
        let mut next = self.graph(tracer).of(place);
        for group in self.crossings(tracer) {
            if group.contains(place) {
                next |= group;
            }
        }
        // The AP may use a port in a region even when the enemy controls it (2.0.region-7,
        // 14.1.4.a).
        if tracer.side() == Side::Ap && network.regions.contains(place) {
            next |= self.waters_of(tracer, place);
        }
        next
    }

    fn answer(mut self) -> Supply {
        let data = self.view.data;
        let mut units = [None; BitSet::CAPACITY];
        for unit in 0..data.units.len() {
            let place = usize::from(self.view.state.place[unit]);
            if place > 0 && place <= data.on_map {
                units[unit] = self.status(unit, place - 1);
            }
        }
        let mut flips = BitSet::EMPTY;
        for side in [Side::Ap, Side::Cp] {
            let lost = self.lost(side);
            if !lost.is_empty() {
                let held = if self.readings.regulars_do_not_hold {
                    BitSet::EMPTY
                } else {
                    self.held_fast(side, &units)
                };
                flips |= lost - held;
            }
        }
        Supply { units, flips }
    }

    /// A unit's supply in a place.
    pub(crate) fn status(&mut self, unit: usize, place: usize) -> Option<Status> {
        let role = self.view.data.network.roles[unit];
        // The Georgian Protectorate is always in supply (3.2.1.3.georgia-4).
        if role.side == Side::Special {
            return Some(Status::Full);
        }
        // AP units in neutral Afghanistan count as out of supply (18.8.6-1).
        if self.in_neutral_afghanistan(unit, place) {
            return Some(Status::OutOfSupply);
        }
        if self.at_home(unit, place) {
            return Some(Status::Full);
        }
        let tracer = self.tracer(unit);
        if tracer == Tracer::Nobody {
            return Some(Status::OutOfSupply);
        }
        if self.readings.desert_corps_needs_nothing && self.in_its_desert(unit, place) {
            return Some(Status::Full);
        }
        if self.readings.desert_lcus_need_rail && self.off_the_rails(unit, tracer, place) {
            return Some(Status::OutOfSupply);
        }
        let full = self.reach(tracer, false);
        let (any, clean) = self.fed(tracer, place, full);
        if clean {
            return Some(Status::Full);
        }
        if any {
            return Some(Status::Disrupted);
        }
        let limited = self.reach(tracer, true);
        Some(match self.fed(tracer, place, limited) {
            (_, true) => Status::Limited,
            (true, _) => Status::LimitedDisrupted,
            _ => Status::OutOfSupply,
        })
    }

    /// An AP unit where no AP unit may be.
    pub(crate) fn in_neutral_afghanistan(&self, unit: usize, place: usize) -> bool {
        place == self.view.data.known.afghanistan
            && !self.view.revolted(Revolt::Afghanistan)
            && self.view.commander(unit) == Some(Side::Ap)
    }

    fn in_its_desert(&self, unit: usize, place: usize) -> bool {
        let data = self.view.data;
        unit == data.known.anz_desert_corps && data.spaces[place].terrain == Some(Terrain::Desert)
    }

    /// An LCU in a desert space that no finished railroad leaves by way of friendly spaces.
    fn off_the_rails(&self, unit: usize, tracer: Tracer, place: usize) -> bool {
        let data = self.view.data;
        let state = self.view.state;
        if data.units[unit].size != Size::Lcu || data.spaces[place].terrain != Some(Terrain::Desert)
        {
            return false;
        }
        let finished = |connection: &super::data::Connection| match connection.link {
            Link::Rail => true,
            Link::UnfinishedRail if connection.rail_for == Some(Side::Ap) => {
                let done = super::state::unbias(state.one(One::SinaiRailroad));
                tracer.side() == Side::Ap
                    && done.is_some_and(|turn| i32::from(state.one(One::Turn)) >= turn)
            }
            Link::UnfinishedRail => state.happened(data.known.cp_49),
            _ => false,
        };
        let open = self.open[index(tracer.side())];
        !data.connections.iter().any(|connection| {
            (connection.a == place || connection.b == place)
                && finished(connection)
                && open.contains(connection.other(place))
        })
    }

    /// Is the unit in supply without tracing?
    pub(crate) fn at_home(&self, unit: usize, place: usize) -> bool {
        let network = &self.view.data.network;
        let role = &network.roles[unit];
        // Neutral Greek units never leave Greece (18.8.1.1.b-1).
        if network.greek_units.contains(unit) && self.view.greece_neutral() {
            return true;
        }
        if self.readings.hqs_always_supplied && role.body == Body::Other {
            return true;
        }
        if self.readings.tribes_always_supplied && role.body == Body::Tribe {
            return true;
        }
        if self.readings.irregulars_always_supplied && role.body == Body::Irregular {
            return true;
        }
        if self.readings.federation_serves_cp && role.federation {
            let ours =
                self.view.control[0].contains(place) && !self.view.besieging[1].contains(place);
            return ours && role.home.contains(place);
        }
        if self.readings.irregulars_trace_abroad && role.tracer == Tracer::ArabRevolt {
            return role.home.contains(place) && self.view.data.spaces[place].area != Area::Sinai;
        }
        if role.serbian
            && self
                .view
                .state
                .holds(One::Collapsed, Collapse::Serbia as u8)
        {
            return false;
        }
        role.home.contains(place)
    }

    /// Whose sources a unit uses now.
    pub(crate) fn tracer(&self, unit: usize) -> Tracer {
        let network = &self.view.data.network;
        let state: &State = self.view.state;
        if usize::from(state.one(One::BritishRuCavalry)) == unit + 1 {
            // The RU cavalry kept after the revolution counts as BR (16.4.5.4-3).
            return Tracer::British;
        }
        if network.greek_units.contains(unit) && state.one(One::Greece) == Stand::Cp as u16 {
            return Tracer::GreekCp;
        }
        let role = &network.roles[unit];
        match role.tracer {
            Tracer::Bulgarian | Tracer::GermanBulgarian
                if self.readings.bulgarians_use_any_source =>
            {
                Tracer::GreekCp
            }
            Tracer::GermanBulgarian
                if self.readings.xi_army_is_german && role.body == Body::Regular =>
            {
                if unit == self.view.data.known.ge_bu_xi_army {
                    Tracer::German
                } else {
                    role.tracer
                }
            }
            Tracer::Nobody if self.readings.federation_serves_cp && role.federation => {
                Tracer::GreekCp
            }
            Tracer::Nobody
                if self.readings.irregulars_trace_abroad && role.body == Body::Irregular =>
            {
                if role.side == Side::Ap {
                    Tracer::ArabRevolt
                } else {
                    Tracer::GreekCp
                }
            }
            tracer => tracer,
        }
    }

    /// Does what was reached feed a unit in `place`: at all, and undisrupted?
    fn fed(&self, tracer: Tracer, place: usize, reach: Reach) -> (bool, bool) {
        let at = index(tracer.side());
        if self.open[at].contains(place) || reach.any.contains(place) {
            return (reach.any.contains(place), reach.clean.contains(place));
        }
        // Out of a place that one could not trace through (14.1.8-2, 15.2.5-3).
        let out = self.ways_out(tracer, place);
        let any = out.meets(&reach.any);
        (
            any,
            any && out.meets(&reach.clean) && !self.dirty[at].contains(place),
        )
    }

    /// The spaces of a side that reach no source (14.3.2.2-1, 14.2.9).
    fn lost(&mut self, side: Side) -> BitSet {
        let tracer = if side == Side::Ap {
            Tracer::ApSpaces
        } else {
            Tracer::CpSpaces
        };
        let asked = self.asked(side);
        if asked.is_empty() {
            return asked;
        }
        let mut lost = asked - self.reach(tracer, false).any;
        let network = &self.view.data.network;
        let collapsed = self
            .view
            .state
            .holds(One::Collapsed, Collapse::Serbia as u8);
        if self.readings.serbia_feeds_its_spaces && side == Side::Ap && !collapsed {
            lost = lost - network.serbia;
        }
        if self.readings.greece_feeds_its_spaces && !self.view.greece_neutral() {
            lost = lost - network.greece;
        }
        if self.readings.occupied_spaces_turn {
            let (own, enemy) = (index(side), index(side.enemy()));
            let occupied = self.view.regular[enemy] - self.view.combat(side);
            lost |= (self.view.control[own] & network.land & occupied) - self.view.forts;
        }
        lost
    }

    /// The spaces that are asked: controlled, without an intact fort of their own (14.3.2.2-2).
    pub(crate) fn asked(&self, side: Side) -> BitSet {
        let at = index(side);
        let view = &self.view;
        (view.control[at] & view.data.network.land & self.open[at]) - view.forts
    }

    /// The places that a side's supplied regular units hold whatever happens (11.2.2.1-2).
    fn held_fast(&self, side: Side, units: &[Option<Status>]) -> BitSet {
        let network = &self.view.data.network;
        (0..network.roles.len())
            .filter(|unit| {
                network.roles[*unit].body == Body::Regular
                    && matches!(units[*unit], Some(status) if status != Status::OutOfSupply)
                    && self.view.commander(*unit) == Some(side)
            })
            .filter_map(|unit| usize::from(self.view.state.place[unit]).checked_sub(1))
            .collect()
    }
}
