//! What one unit alone may attack (12.1, 15, 18.8).
//!
//! The question is only whether the rules let this unit attack that place at all from where it
//! stands. How attacks are combined (12.1.1-12.1.6), how many may be made (12.1.3, 18.4), and what
//! earlier combats of the same action round have changed (12.1.4), is not asked here.

use super::Checker;
use crate::activation::Purpose;
use crate::control::index;
use crate::data::{Connection, PlaceId, UnitId};
use crate::indices::{EAST, PERSIA};
use crate::state::Scalar;
use crate::vocabulary::*;

impl Checker<'_> {
    /// Every place that a unit may attack if the place where it stands is activated for attack,
    /// its units with it: its neighbours (12.1.b-1), and the place itself, if that is a region
    /// with enemies (12.10.2-1) or an enemy fort (12.1.5-3).
    ///
    /// Nothing, if the unit itself may not attack: out of supply or in limited supply (14.3.1-1,
    /// 14.1.9-2), in neutral Afghanistan (18.8.6-3), no combat unit (2.0.combat_unit-2). British
    /// units are taken to attack for a VP where they must (7.3.nobr-2).
    #[must_use]
    pub fn attack_targets(&self, unit: UnitId) -> Vec<PlaceId> {
        let start = self.position.place(unit);
        let Some(start) = start.filter(|at| self.at(*at).contains(&unit)) else {
            return Vec::new();
        };
        let able = |purpose| self.activation_rules.fit(unit, start, purpose);
        if !able(Purpose::Attack) && !able(Purpose::AttackWithBr) {
            return Vec::new();
        }
        let mut targets = self.data.movement_graph.next_to(start);
        targets.insert(start);
        let may = |place: &PlaceId| self.defended(unit, *place) && self.near(unit, start, *place);
        targets.iter().filter(may).collect()
    }

    /// Whether there is anything in a place that the unit may attack.
    fn defended(&self, unit: UnitId, place: PlaceId) -> bool {
        let (entry, view) = (&self.data.units[unit], self.view());
        // No attack into a country that is not in the war (18.8-1).
        if view.neutral_countries.contains(place) {
            return false;
        }
        // Only Turks attack the Georgian Protectorate, which stands alone (3.2.1.3.georgia-3).
        let georgians = self
            .position
            .place(self.data.known.ge_georgian_protectorate);
        if georgians == Some(place) {
            return entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
        }
        // Combat units, or a fort (2.0.combat_unit-2, 15.1.2-1); an attack on neutral Greeks has its
        // price (18.8.1.1.c-5).
        self.attackable().contains(place) || self.enemy_forts.contains(place)
    }

    /// Whether the unit may attack from one place into another, or inside one.
    fn near(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let sieges = &self.view().besieging[index(self.side)];
        if from == to {
            return self.data.network.regions.contains(to) || sieges.contains(to);
        }
        // A besieged fort is attacked from inside only (15.1.2-2), and the besiegers it takes attack
        // nothing else (15.2.3-1).
        if sieges.contains(to) || (sieges.contains(from) && !self.spare(unit, from)) {
            return false;
        }
        let Some(at) = self.data.movement_graph.between(from, to) else {
            return false;
        };
        self.reaches_over(unit, &self.data.connections[at])
            && (!self.is_desert_march(unit, from, to) || self.railed_march(unit, from, at))
            && self.allowed_there(unit, from, to)
    }

    /// Whether the others would besiege the fort without this unit (15.2.3-1).
    fn spare(&self, unit: UnitId, place: PlaceId) -> bool {
        let others = self.at(place).iter().copied();
        self.besiege(
            others.filter(|other| *other != unit),
            place,
            self.marines_landed(place),
        )
    }

    /// Connections bind movement more than attacks (12.1.d-1, 11.1.2.f-2, 11.1.3-2), but for
    /// straits (3.1.5.2) and the Caspian (12.3.7).
    fn reaches_over(&self, unit: UnitId, over: &Connection) -> bool {
        let entry = &self.data.units[unit];
        let ashore = entry.class == Class::Tribe || entry.is_of(Nation::CentralAsian);
        let strait = over.strait.map(usize::from);
        !(over.caspian && ashore) && strait.is_none_or(|number| self.crosses(number))
    }

    /// LCUs attack into or out of desert along a railroad in supply only (12.3.3-3).
    fn is_desert_march(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let desert = &self.data.movement_graph.desert;
        self.data.units[unit].size == Size::Lcu && (desert.contains(from) || desert.contains(to))
    }

    fn railed_march(&self, unit: UnitId, from: PlaceId, connection: usize) -> bool {
        let outlook = self.outlook();
        let tracer = outlook.tracer(unit);
        outlook.rides(tracer, connection) && outlook.railed(tracer).contains(from)
    }

    /// Where some units may not attack.
    fn allowed_there(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let (entry, space) = (&self.data.units[unit], &self.data.spaces[to]);
        let (state, known) = (self.view().state, &self.data.known);
        let balkans = space.area == Area::Balkans;
        // Balkans Only units (18.4.4), and the Serbs after their collapse (18.4.3).
        if entry.limit == Some(Limit::BalkansOnly) && !balkans {
            return false;
        }
        // The Cordon Force operates in these areas only (3.2.1.3.cordon-1).
        let cordon = entry.limit == Some(Limit::PersiaIndiaBaluchistanOnly);
        if cordon && !self.in_area(to, PERSIA) && !self.in_area(to, EAST) {
            return false;
        }
        let serbian = state.holds(Scalar::Collapsed, Collapse::Serbia as u8)
            && entry.nations == [Nation::Sb]
            && !self.view().control[index(Side::Ap)].contains(known.belgrade);
        if serbian && !matches!(space.country, Some(Country::Greece | Country::Serbia)) {
            return false;
        }
        // Neutral Persia (18.8.5.1).
        !(space.area == Area::PersiaNeutral && self.persia_closed(entry, from))
    }
}
