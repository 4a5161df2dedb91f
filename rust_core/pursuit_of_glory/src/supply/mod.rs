//! Supply (14): who is in supply, and what would turn in the Attrition Phase.
//!
//! Spaces are sets of bits; a trace is a flood from the sources over the spaces a side may trace
//! through. Connections run both ways, so what a source feeds is the connected part of the map it
//! lies in: each part is flooded once, when somebody asks, and serves every source in it.

pub mod outlook;
mod overland;
mod passage;
mod redeployment;
mod replacements;
mod sources;
mod status;
pub mod trace;

use super::control::{View, index};
use super::position::Position;
use super::readings::Readings;
use super::state::Scalar;
use super::vocabulary::*;
use crate::board::{BitSet, Graph, Joins};
pub use crate::indices::network;
use engine::names::vocabulary;
use network::{Tracer, UnitClass};
use std::cell::OnceCell;

vocabulary! {
    /// A unit's state of supply, best first.
    Status, "supply status" {
        /// In supply (14.1.2-1).
        Full = "full",
        /// In supply only by a disrupted trace (11.2.2.2.a-1), disrupted once or many times over
        /// (11.2.2.2.a-3, 3.2.4.2-8).
        Disrupted = "disrupted",
        /// In supply only from a limited source (14.1.9-1), and so not out of it (14.2.1-3).
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
    readings: &'a Readings,
    /// Places at which no AP ship calls: a question of what depends on them.
    cut_off: BitSet,
    /// Beachheads among them that are left out altogether, with the sea paths to them.
    forsaken: BitSet,
    /// Places each side may trace through.
    pub(crate) open: [BitSet; 2],
    /// Places that disrupt each side's traces.
    pub(crate) dirty: [BitSet; 2],
    /// Each side's usable ports without those that serve IN units only.
    pub(crate) ports: [BitSet; 2],
    /// AP ports that serve IN units only.
    pub(crate) indian_ports: BitSet,
    /// The straits and waters each side may cross, those that use the IN ports too, and those that
    /// lead to Russian sources.
    joins: [OnceCell<Joins>; 2],
    indian_joins: OnceCell<Joins>,
    russian_joins: OnceCell<Joins>,
    /// What each side holds well enough to draw on its sources.
    held: [BitSet; 2],
    /// Connected parts found so far for each side, and for lines to Russian sources: of all places,
    /// and of clean ones.
    parts: [[Parts; 2]; 3],
    /// What tracers reach as far as it is known, and for each tracer how many of them had been found when
    /// it was: from full sources, and from limited ones.
    reaches: Vec<Reach>,
    reached_as: [[u8; Tracer::ALL.len()]; 2],
}

/// Whose ships carry a line, as far as that decides where they sail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Waters {
    Ap,
    Cp,
    /// Those that lead RU and RO units to Russian sources (14.2.2-3).
    Russian,
}

impl Waters {
    const fn of(side: Side) -> Self {
        match side {
            Side::Cp => Self::Cp,
            _ => Self::Ap,
        }
    }

    const fn side(self) -> Side {
        match self {
            Self::Cp => Side::Cp,
            _ => Side::Ap,
        }
    }
}

/// Connected parts of the map.
#[derive(Default)]
struct Parts(Vec<BitSet>);

impl Parts {
    /// The part that holds `place`, if it is known.
    fn known(&self, place: usize) -> Option<&BitSet> {
        self.0.iter().find(|part| part.contains(place))
    }

    fn add(&mut self, part: BitSet) {
        if self.0.is_empty() {
            // Room for as many as there mostly are.
            self.0.reserve(16);
        }
        self.0.push(part);
    }
}

impl<'a> Tracing<'a> {
    pub(crate) fn new(position: &'a Position, readings: &'a Readings) -> Self {
        Self::of(position.passing_view(), readings)
    }

    /// Of who stands where and who controls what.
    pub(crate) fn of(view: View<'a>, readings: &'a Readings) -> Self {
        let mut tracing = Self::blank(view, readings);
        for side in [Side::Ap, Side::Cp] {
            let at = index(side);
            let partial = tracing.view.partial_control(side);
            tracing.open[at] = tracing.open_to(side, partial);
            tracing.dirty[at] = tracing.dirty_for(side);
            tracing.held[at] = tracing.open[at] & (tracing.view.control[at] | partial);
        }
        tracing.find_ports();
        tracing
    }

    fn blank(view: View<'a>, readings: &'a Readings) -> Self {
        Self {
            view,
            readings,
            cut_off: BitSet::EMPTY,
            forsaken: BitSet::EMPTY,
            open: [BitSet::EMPTY; 2],
            dirty: [BitSet::EMPTY; 2],
            ports: [BitSet::EMPTY; 2],
            indian_ports: BitSet::EMPTY,
            joins: [OnceCell::new(), OnceCell::new()],
            indian_joins: OnceCell::new(),
            russian_joins: OnceCell::new(),
            held: [BitSet::EMPTY; 2],
            parts: Default::default(),
            reaches: Vec::new(),
            reached_as: Default::default(),
        }
    }

    /// This trace, but the AP's ships do not call at `cut_off`: to find which units are then out of
    /// supply.
    pub(crate) fn without(&self, cut_off: BitSet) -> Self {
        self.but_for(cut_off, BitSet::EMPTY)
    }

    /// This trace, but no ship calls at these beachheads, not even from their island base: to find
    /// which units are then out of supply.
    pub(crate) fn forsaking(&self, beachheads: BitSet) -> Self {
        self.but_for(beachheads, beachheads)
    }

    /// This trace, but it goes through none of these places, and calls at their ports only to begin or
    /// end there: to find what is supplied past them.
    pub(crate) fn shunning(&self, places: BitSet) -> Self {
        Self {
            open: self.open.map(|open| open - places),
            held: self.held,
            ports: self.ports,
            indian_ports: self.indian_ports,
            ..Self::blank(self.view, self.readings)
        }
    }

    fn but_for(&self, cut_off: BitSet, forsaken: BitSet) -> Self {
        let mut other = Self {
            cut_off,
            forsaken,
            open: [self.open[0] - forsaken, self.open[1]],
            // Asked is who is out of supply, and not who is disrupted.
            dirty: [BitSet::EMPTY; 2],
            held: [self.held[0] - forsaken, self.held[1]],
            ..Self::blank(self.view, self.readings)
        };
        other.find_ports();
        other
    }

    /// What a tracer reaches from its full sources, or from its limited ones.
    pub(crate) fn reach(&mut self, tracer: Tracer, limited: bool) -> Reach {
        if let Some(reach) = self.reached(tracer, limited) {
            return *reach;
        }
        let reach = if tracer == Tracer::Indian && self.indian_ports.is_empty() {
            // IN units differ from BR ones only by two ports.
            self.reach(Tracer::British, limited)
        } else {
            let sources = self.sources(tracer, limited);
            self.flood(tracer, sources, limited)
        };
        if self.reaches.is_empty() {
            // Room for as many as there mostly are.
            self.reaches.reserve(8);
        }
        self.reaches.push(reach);
        self.reached_as[usize::from(limited)][tracer as usize] = self.reaches.len() as u8;
        reach
    }

    #[inline]
    fn reached(&self, tracer: Tracer, limited: bool) -> Option<&Reach> {
        let number = self.reached_as[usize::from(limited)][tracer as usize];
        self.reaches.get(usize::from(number).checked_sub(1)?)
    }

    /// What is reached from `sources`, full or limited ones, however far away (14.1.2.a).
    pub(crate) fn flood(&mut self, tracer: Tracer, sources: BitSet, limited: bool) -> Reach {
        if sources.is_empty() {
            return Reach::default();
        }
        let at = index(tracer.side());
        let any = self.joined(tracer, limited, sources, self.open[at], 0);
        if !self.dirty[at].meets(&any) {
            return Reach { any, clean: any };
        }
        let clean_sources = sources - self.dirty[at];
        let clean = self.open[at] - self.dirty[at];
        let clean = self.joined(tracer, limited, clean_sources, clean, 1);
        Reach { any, clean }
    }

    /// The parts of `open` that `sources` lie in or next to, and the sources themselves: a source
    /// may lie in a place one cannot trace through, where the trace ends.
    fn joined(
        &mut self,
        tracer: Tracer,
        limited: bool,
        sources: BitSet,
        open: BitSet,
        clean: usize,
    ) -> BitSet {
        let mut start = sources;
        for place in (sources - self.open[index(tracer.side())]).iter() {
            start |= self.ways_out(tracer, limited, place);
        }
        let waters = self.waters_sailed(tracer, limited);
        let mut reached = sources | self.parts_of(waters, start & open, open, clean);
        // The parts are those of what the whole side may use; few tracers may use more.
        let network = &self.view.data.network;
        let (further, ends) = &network.further[tracer as usize];
        let lone = network.lone[index(tracer.side())];
        let indian = match tracer {
            Tracer::Indian | Tracer::ApSpaces if !self.indian_ports.is_empty() => {
                self.indian_water()
            }
            _ => BitSet::EMPTY,
        };
        let mut edge = reached;
        loop {
            let mut more = further.around(&(edge & *ends));
            if indian.meets(&edge) {
                more |= indian;
            }
            more = (more & open) - reached;
            if more.is_empty() {
                return reached;
            }
            let parts = self.parts_of(waters, more - lone, open, clean);
            edge = (more | parts) - reached;
            reached |= edge;
        }
    }

    /// The connected parts of `open` that hold `places`, over what the whole side may use.
    fn parts_of(&mut self, waters: Waters, places: BitSet, open: BitSet, clean: usize) -> BitSet {
        let (mut reached, mut left) = (BitSet::EMPTY, places);
        while let Some(place) = left.first() {
            let part = self.part(waters, place, open, clean);
            reached |= part;
            left = left - part;
        }
        reached
    }

    /// The connected part of `open` that holds `place`.
    fn part(&mut self, waters: Waters, place: usize, open: BitSet, clean: usize) -> BitSet {
        let at = waters as usize;
        if let Some(part) = self.parts[at][clean].known(place) {
            return *part;
        }
        let side = index(waters.side());
        // A part that nothing disrupts is the same part among clean places.
        let whole = self.parts[at][0].known(place);
        let same = whole.filter(|whole| !self.dirty[side].meets(whole));
        let graph = &self.view.data.network.common[side];
        let part = match (same, waters) {
            (Some(part), _) => *part,
            // What Russian ships leave apart, others join.
            (None, Waters::Ap) if self.seas_apart() => {
                let part = self.part(Waters::Russian, place, open, clean);
                let ships = self.outer_ports() & open;
                if part.meets(&ships) {
                    let joins = self.joins_of(Waters::Russian);
                    part | graph.flood(ships - part, open - part, joins)
                } else {
                    part
                }
            }
            (None, _) => {
                let seed = std::iter::once(place).collect();
                graph.flood(seed, open, self.joins_of(waters))
            }
        };
        self.parts[at][clean].add(part);
        part
    }

    /// The connections a tracer may use.
    pub(crate) const fn graph(&self, tracer: Tracer) -> &'a Graph {
        self.view.data.network.graph(tracer)
    }

    /// The places next to a place, by land, strait or sea, for a trace that starts or ends there.
    pub(crate) fn ways_out(&self, tracer: Tracer, limited: bool, place: usize) -> BitSet {
        let network = &self.view.data.network;
        let mut next = self.graph(tracer).of(place);
        if self.forsaken.contains(place) {
            next = next & network.land;
        }
        let here = std::iter::once(place).collect();
        next |= self.joins(tracer, limited).over(here);
        // The AP may use a port in a region even when the enemy controls it (2.0.region-7,
        // 14.1.4.a).
        if tracer.side() == Side::Ap && network.regions.contains(place) {
            next |= self.waters_of(tracer, limited, place);
        }
        next
    }

    /// The state of supply of a unit; `None` for those that are not on the map.
    pub(crate) fn status_of(&mut self, unit: usize) -> Option<Status> {
        let data = self.view.data;
        let place = usize::from(*self.view.state.place.get(unit)?).wrapping_sub(1);
        if place >= data.on_map {
            return None;
        }
        // Most units are plainly in supply; the long way round is for the others.
        let tracer = Tracer::at(*data.network.tracers.get(unit)?);
        if let Some(tracer) = tracer
            && place != data.known.afghanistan
            && usize::from(self.view.state.scalar(Scalar::BritishRuCavalry)) != unit + 1
        {
            let fed = match self.reached(tracer, false) {
                Some(reach) => reach.clean.contains(place),
                None => self.reach(tracer, false).clean.contains(place),
            };
            if fed {
                return Some(Status::Full);
            }
        }
        self.status(unit, place)
    }

    /// The state of supply of every unit on the map.
    pub(crate) fn statuses(&mut self) -> [Option<Status>; BitSet::CAPACITY] {
        let mut statuses = [None; BitSet::CAPACITY];
        for unit in self.view.present.iter() {
            statuses[unit] = self.status_of(unit);
        }
        statuses
    }

    pub(crate) fn answer(&mut self) -> Supply {
        let units = self.statuses();
        // Of both sides and all places at once: nothing that turns, and no unit that is out of
        // supply, is gone while the rest is asked (14.3.2.2-3, 14.3.2.1-2).
        let mut flips = BitSet::EMPTY;
        for side in [Side::Ap, Side::Cp] {
            let lost = self.lost(side);
            if !lost.is_empty() {
                let held = if self.readings.regulars_do_not_hold {
                    BitSet::EMPTY
                } else {
                    self.held_fast(side, lost, &units)
                };
                flips |= lost - held;
            }
        }
        Supply { units, flips }
    }

    /// The spaces of a side that reach no source (14.3.2.2-1, 14.2.9, 2.0.control-5).
    fn lost(&mut self, side: Side) -> BitSet {
        let tracer = side.spaces();
        let asked = self.asked(side);
        if asked.is_empty() {
            return asked;
        }
        let sources = self.sources(tracer, false);
        asked - self.joined(tracer, false, sources, self.open[index(side)], 0)
    }

    /// The spaces that are asked: controlled by the side, so not neutral (14.3.2.2-4), and without
    /// an intact fort of their own (14.3.2.2-2, 14.1.5-2).
    pub(crate) fn asked(&self, side: Side) -> BitSet {
        let at = index(side);
        let view = &self.view;
        (view.control[at] & view.data.network.land & self.open[at]) - view.forts
    }

    /// Those of some places that a side's supplied regular units hold (11.2.2.1-2).
    fn held_fast(&self, side: Side, places: BitSet, units: &[Option<Status>]) -> BitSet {
        let mut held = BitSet::EMPTY;
        if !places.meets(&self.view.regular[index(side)]) {
            return held;
        }
        for (unit, role) in self.view.data.network.profiles.iter().enumerate() {
            let place = usize::from(self.view.state.place[unit]).wrapping_sub(1);
            if places.contains(place)
                && role.class == UnitClass::Regular
                && units[unit].is_some_and(|status| status != Status::OutOfSupply)
                && self.view.commander(unit) == Some(side)
            {
                held.insert(place);
            }
        }
        held
    }
}
