//! What replacement points ask of supply (17.1.1, 17.2): lines to certain sources.

use super::network::Tracer;
use super::outlook::Outlook;
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;

impl Outlook<'_> {
    /// Whether a unit in full supply draws on allied Afghanistan and on no other full source
    /// (16.3.3.5.af-4). Who is at home draws on none.
    #[must_use]
    pub fn fed_by_afghans(&self, unit: UnitId, place: PlaceId) -> bool {
        let (tracer, afghanistan) = (self.tracer(unit), self.view.data.known.afghanistan);
        if tracer.side() != Side::Cp || self.home(unit, place) {
            return false;
        }
        let mut sources = self.full_sources(tracer);
        if !sources.contains(afghanistan) {
            return false;
        }
        sources.remove(afghanistan);
        !self.drawing_on(tracer, sources).contains(place)
    }

    /// Whether a unit of AH standing in a place traces to Galicia (17.1.1.1-4).
    #[must_use]
    pub fn traces_to_galicia(&self, place: PlaceId) -> bool {
        let galicia = self.full_sources(Tracer::German);
        self.drawing_on(Tracer::German, galicia).contains(place)
    }

    /// Whether a line leads from Sofia to Galicia (17.2.1.2).
    #[must_use]
    pub fn sofia_traces_to_galicia(&self) -> bool {
        let galicia = self.full_sources(Tracer::German);
        let sofia = self.view.data.known.sofia;
        let line = self.drawing_on(Tracer::German, galicia);
        self.tracing.borrow().open[index(Side::Cp)].contains(sofia) && line.contains(sofia)
    }

    /// Whether a line leads from a place of the tribe's colour, whoever holds it, to a source of the CP,
    /// a port that works for it, or a port of the AP that nobody of the AP stands in (17.1.1.2-4).
    #[must_use]
    pub fn tribe_traces(&self, tribe: Tribe) -> bool {
        let (view, tracing) = (&self.view, self.tracing.borrow());
        let (data, state) = (view.data, view.state);
        let colour = |place: &usize| data.spaces[*place].tribe == Some(tribe);
        let start: BitSet = (0..data.on_map).filter(colour).collect();
        let occupied: BitSet = view
            .commanded(Side::Ap)
            .iter()
            .filter_map(|unit| usize::from(state.place[unit]).checked_sub(1))
            .collect();
        let harbours = view.control[0] & data.network.all_ports & data.network.land;
        let ends = tracing.sources(Tracer::GreekCp, false)
            | tracing.sources(Tracer::GreekCp, true)
            | tracing.ports[1]
            | (harbours - occupied);
        let open = tracing.open[index(Side::Cp)];
        let (mut seen, mut wave) = (start, start);
        while !wave.is_empty() {
            if wave.meets(&ends) {
                return true;
            }
            let mut next = BitSet::EMPTY;
            wave.for_each(|place| next |= tracing.ways_out(Tracer::CpSpaces, false, place));
            // A line goes on through what is open, and may end elsewhere.
            wave = (next & (open | ends)) - seen;
            seen |= wave;
        }
        false
    }
}
