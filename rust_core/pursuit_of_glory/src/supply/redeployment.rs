//! What strategic redeployment asks of supply (13): who draws on which sources, and on which ships.

use super::network::Tracer;
use super::outlook::Outlook;
use crate::board::BitSet;
use crate::control::index;
use crate::data::PlaceId;
use crate::vocabulary::*;

impl Outlook<'_> {
    /// The full sources of a tracer that work.
    #[must_use]
    pub fn full_sources(&self, tracer: Tracer) -> BitSet {
        self.tracing.borrow().sources(tracer, false)
    }

    /// The places where a unit of this tracer would draw on one of these full sources of its own, by
    /// a trace, disrupted or not.
    #[must_use]
    pub fn drawing_on(&self, tracer: Tracer, sources: BitSet) -> BitSet {
        let mut tracing = self.tracing.borrow_mut();
        let reach = tracing.flood(tracer, sources, false).any;
        if reach.is_empty() {
            return reach;
        }
        // Elsewhere a trace can only start where it cannot pass.
        let open = tracing.open[index(tracer.side())];
        reach | (tracing.ways_in(tracer, false, &reach) - open)
    }

    /// The places where a unit of this tracer would draw on a full source by a trace that enters none
    /// of these places but the one where it starts.
    #[must_use]
    pub fn drawing_past(&self, tracer: Tracer, shunned: BitSet) -> BitSet {
        let mut tracing = self.tracing.borrow().shunning(shunned);
        let sources = tracing.sources(tracer, false);
        let reach = tracing.flood(tracer, sources, false).any;
        if reach.is_empty() {
            return reach;
        }
        reach | tracing.ways_in(tracer, false, &reach)
    }

    /// Whether a unit of a tracer, standing in a place, would be out of supply if no ship sailed
    /// these seas, and is not so with them.
    #[must_use]
    pub fn lives_on_ships(&self, tracer: Tracer, place: PlaceId, seas: &[Sea]) -> bool {
        if !self.traced(tracer).contains(place) {
            return false;
        }
        let on = self.view.data.network.ports_on(seas);
        !self.traced_without(tracer, on).contains(place)
    }

    /// The sources that a side controls, limited ones too: where its railroads may begin (13.12.1-1).
    #[must_use]
    pub fn sources_held(&self) -> BitSet {
        let tracing = self.tracing.borrow();
        tracing.sources(self.side.spaces(), false) & self.view.control[index(self.side)]
    }
}
