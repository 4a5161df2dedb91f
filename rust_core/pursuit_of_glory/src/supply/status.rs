//! A unit's state of supply: who needs no trace, whose sources it uses, what reaches it.

use super::network::Tracer;
use super::{Reach, Status, Tracing};
use crate::cards::BERLIN_BAGHDAD_RAILROAD;
use crate::control::index;
use crate::data::Connection;
use crate::state::{Scalar, State, unbias};
use crate::vocabulary::*;

impl Tracing<'_> {
    /// A unit's supply in a place.
    pub(crate) fn status(&mut self, unit: usize, place: usize) -> Option<Status> {
        let role = &self.view.data.network.profiles[unit];
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
        let full = self.reach(tracer, false);
        let (any, clean) = self.fed(tracer, false, place, full);
        if clean {
            return Some(Status::Full);
        }
        if any {
            return Some(Status::Disrupted);
        }
        let limited = self.reach(tracer, true);
        Some(match self.fed(tracer, true, place, limited) {
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

    /// Whether the connection is a railroad for this side. The Sinai railroad is the AP's alone
    /// from the turn it is finished (3.1.5.1-3, 18.2.1-2, 18.2.1-3), the tunnels near Adana are
    /// open to all after their Event (3.1.5.1-2, 18.2.2-1, 18.2-1).
    pub(crate) fn finished(&self, connection: &Connection, side: Side) -> bool {
        let state = self.view.state;
        match connection.link {
            Link::Rail => true,
            Link::UnfinishedRail if connection.rail_for == Some(Side::Ap) => {
                let done = unbias(state.scalar(Scalar::SinaiRailroad));
                side == Side::Ap
                    && done.is_some_and(|turn| i32::from(state.scalar(Scalar::Turn)) >= turn)
            }
            Link::UnfinishedRail => state.happened(BERLIN_BAGHDAD_RAILROAD),
            _ => false,
        }
    }

    /// Whether the unit is in supply without tracing (2.0.oos-4).
    pub(crate) fn at_home(&self, unit: usize, place: usize) -> bool {
        let network = &self.view.data.network;
        let role = &network.profiles[unit];
        // Neutral Greek units never leave Greece (18.8.1.1.b-1).
        if network.greek_units.contains(unit) && self.view.greece_neutral() {
            return true;
        }
        if role.serbian
            && self
                .view
                .state
                .holds(Scalar::Collapsed, Collapse::Serbia as u8)
        {
            return false;
        }
        role.home.contains(place)
    }

    /// Whose sources a unit uses now.
    #[inline]
    pub(crate) fn tracer(&self, unit: usize) -> Tracer {
        let network = &self.view.data.network;
        let state: &State = self.view.state;
        if usize::from(state.scalar(Scalar::BritishRuCavalry)) == unit + 1 {
            // The RU cavalry kept after the revolution counts as BR (16.4.5.4-3, 18.9.2-3).
            return Tracer::British;
        }
        if network.greek_units.contains(unit) && state.scalar(Scalar::Greece) == Stand::Cp as u16 {
            return Tracer::GreekCp;
        }
        let role = &network.profiles[unit];
        match role.tracer {
            Tracer::Bulgarian | Tracer::GermanBulgarian
                if self.readings.bulgarians_use_any_source =>
            {
                Tracer::GreekCp
            }
            tracer => tracer,
        }
    }

    /// Whether what was reached feeds a unit in `place`: at all, and undisrupted.
    pub(crate) fn fed(
        &self,
        tracer: Tracer,
        limited: bool,
        place: usize,
        reach: Reach,
    ) -> (bool, bool) {
        let at = index(tracer.side());
        if self.open[at].contains(place) || reach.any.contains(place) {
            return (reach.any.contains(place), reach.clean.contains(place));
        }
        // Out of a place that one could not trace through (14.1.8-2, 15.2.5-3).
        let out = self.ways_out(tracer, limited, place);
        let any = out.meets(&reach.any);
        (
            any,
            any && out.meets(&reach.clean) && !self.dirty[at].contains(place),
        )
    }
}
