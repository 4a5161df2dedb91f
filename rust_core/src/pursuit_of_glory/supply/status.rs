//! A unit's state of supply: who needs no trace, whose sources it uses, what reaches it.

use super::network::{Body, Tracer};
use super::{Reach, Status, Tracing};
use crate::pursuit_of_glory::control::index;
use crate::pursuit_of_glory::data::Connection;
use crate::pursuit_of_glory::state::{One, State, unbias};
use crate::pursuit_of_glory::vocabulary::*;

impl Tracing<'_> {
    /// A unit's supply in a place.
    pub(crate) fn status(&mut self, unit: usize, place: usize) -> Option<Status> {
        let role = &self.view.data.network.roles[unit];
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

    /// Is the connection a railroad for this side? The Sinai railroad is the AP's alone from the
    /// turn it is finished (3.1.5.1-3, 18.2.1-2, 18.2.1-3), the tunnels near Adana are open to all
    /// after their Event (3.1.5.1-2, 18.2.2-1, 18.2-1).
    pub(crate) fn finished(&self, connection: &Connection, side: Side) -> bool {
        let state = self.view.state;
        match connection.link {
            Link::Rail => true,
            Link::UnfinishedRail if connection.rail_for == Some(Side::Ap) => {
                let done = unbias(state.one(One::SinaiRailroad));
                side == Side::Ap && done.is_some_and(|turn| i32::from(state.one(One::Turn)) >= turn)
            }
            Link::UnfinishedRail => state.happened(self.view.data.known.cp_49),
            _ => false,
        }
    }

    /// An LCU in a desert space that no finished railroad leaves by way of friendly spaces.
    fn off_the_rails(&self, unit: usize, tracer: Tracer, place: usize) -> bool {
        let data = self.view.data;
        if data.units[unit].size != Size::Lcu || data.spaces[place].terrain != Some(Terrain::Desert)
        {
            return false;
        }
        let open = self.open[index(tracer.side())];
        !data.connections.iter().any(|connection| {
            (connection.a == place || connection.b == place)
                && self.finished(connection, tracer.side())
                && open.contains(connection.other(place))
        })
    }

    /// Is the unit in supply without tracing (2.0.oos-4)?
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
            // The RU cavalry kept after the revolution counts as BR (16.4.5.4-3, 18.9.2-3).
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
    pub(crate) fn fed(&self, tracer: Tracer, place: usize, reach: Reach) -> (bool, bool) {
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
}
