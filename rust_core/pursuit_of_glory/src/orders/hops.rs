//! What a unit may do in one step, as far as one step shows it (3.1.5, 11.1, 18).
//!
//! Whatever a whole move decides - sieges, escorts, supply - is left open here: a step refused here
//! is illegal in every move, a step granted may still break a rule.

use crate::board::BitSet;
use crate::cards::{PERSIAN_PUSH, SECRET_TREATY};
use crate::control::{View, index};
use crate::data::{Connection, Data, PlaceId, Unit, UnitId};
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

/// The map as the units of one side find it.
pub struct Hops<'a> {
    /// Where everything is.
    pub position: &'a Position,
    /// Who stands where and who controls what.
    pub view: View<'a>,
    /// Whose units they are.
    pub side: Side,
    /// Places that are no regions with enemy combat units (11.1.5-1).
    enemies: BitSet,
    /// Places that are no regions with other enemy units only.
    enemy_aids: BitSet,
    /// Enemy forts that are not besieged.
    pub(super) forts: BitSet,
    /// Places with an uprising that troubles the side.
    pub(super) troubled: BitSet,
    /// Places with own combat units.
    own: BitSet,
    /// Beachheads with a marker that was not placed in this action round.
    old_markers: BitSet,
    winter: bool,
}

/// How far a unit has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Walk {
    /// Movement points spent.
    pub spent: u8,
    /// Whether the last place was entered from within the Gallipoli map (11.4).
    pub inner: bool,
}

impl<'a> Hops<'a> {
    pub(super) fn new(position: &'a Position, side: Side) -> Self {
        let data = position.data();
        let view = position.view();
        let (own, enemy) = (index(side), index(side.enemy()));
        let spaces = |set: BitSet| set - data.network.regions;
        let protectorate = data.known.ge_georgian_protectorate;
        let mut enemies = view.combat(side.enemy());
        let mut aids = BitSet::EMPTY;
        for (unit, entry) in data.units.iter().enumerate() {
            let Some(place) = position.place(unit).filter(|place| *place < data.on_map) else {
                continue;
            };
            if unit == protectorate {
                enemies.insert(place);
            } else if !entry.is_combat() && view.commander(unit) == Some(side.enemy()) {
                aids.insert(place);
            }
        }
        let mut troubled = BitSet::EMPTY;
        for kind in Uprising::ALL.iter().filter(|kind| kind.troubles(side)) {
            troubled |= position.state().uprisings[*kind as usize];
        }
        let old = |place: &usize| position.state().get(Cell::Beachhead(*place)) == 1;
        Self {
            position,
            side,
            enemies: spaces(enemies),
            enemy_aids: spaces(aids - enemies),
            forts: (view.forts & view.control[enemy]) - view.besieging[own],
            troubled,
            own: view.combat(side),
            old_markers: data.network.beachheads.iter().filter(old).collect(),
            winter: position.winter(),
            view,
        }
    }

    /// What holds in every position.
    #[must_use]
    pub fn data(&self) -> &'a Data {
        self.position.data()
    }

    pub(super) fn unit(&self, unit: UnitId) -> &'a Unit {
        &self.data().units[unit]
    }

    /// The place on the map where a unit stands.
    pub fn start(&self, unit: UnitId) -> Option<PlaceId> {
        let on_map = self.data().on_map;
        self.position.place(unit).filter(|place| *place < on_map)
    }

    /// The unit's movement factor.
    pub fn mf(&self, unit: UnitId) -> u8 {
        let entry = self.unit(unit);
        if self.position.state().reduced.contains(unit) {
            entry.reduced.mf
        } else {
            entry.full.mf
        }
    }

    /// Whether two units have the same ways: regulars of one nation and size that stand together and are
    /// as fast. Of units with rules of their own nothing is said.
    pub(super) fn go_alike(&self, one: UnitId, other: UnitId) -> bool {
        let special = |unit: UnitId| {
            self.british(unit)
                || unit == self.data().known.br_arab_northern_army
                || self.unit(unit).id == "br_dunsterforce"
        };
        let (a, b) = (self.unit(one), self.unit(other));
        self.position.place(one) == self.position.place(other)
            && a.class == Class::Regular
            && (a.class, a.size, a.limit, &a.nations) == (b.class, b.size, b.limit, &b.nations)
            && self.mf(one) == self.mf(other)
            && !special(one)
            && !special(other)
    }

    /// The connections of a place, with the place at the other end.
    pub fn from(&self, place: PlaceId) -> impl Iterator<Item = (PlaceId, &'a Connection)> {
        let data = self.data();
        let near = data.movement_graph.from(place);
        near.map(|(to, number)| (to, &data.connections[number]))
    }

    /// Whether two places are joined by any connection.
    pub(super) fn next(&self, a: PlaceId, b: PlaceId) -> bool {
        self.data().movement_graph.joined(a, b)
    }

    /// How far the unit is after one more step; a green line takes all it has (11.1.2.a).
    pub fn step(&self, unit: UnitId, walk: Walk, to: PlaceId, over: &Connection) -> Walk {
        let spaces = &self.data().spaces;
        let there = |place: PlaceId| spaces[place].map == Map::Gallipoli;
        let inner = there(to) && there(over.other(to));
        let mut cost = match over.link {
            _ if inner => u8::from(!walk.inner),
            // Dunsterforce pays 4 of its 8 (11.1.2.a).
            Link::GreenLine if self.unit(unit).id == "br_dunsterforce" => 4,
            Link::GreenLine => self.mf(unit).max(1),
            _ => 1,
        };
        if there(to) && self.forts.contains(to) {
            cost += 1;
        }
        Walk {
            spent: walk.spent.saturating_add(cost),
            inner,
        }
    }

    /// Whether the unit may use this connection as things stand.
    pub fn may_use(&self, unit: UnitId, over: &Connection) -> bool {
        let control = &self.view.control[index(self.side)];
        self.fits(unit, over)
            && over
                .strait
                .is_none_or(|number| self.strait_open(number, control))
    }

    /// Whether the unit could use this connection, once others have moved (11.1.1.b, 11.2-1).
    pub(super) fn could_use(&self, unit: UnitId, over: &Connection) -> bool {
        self.fits(unit, over)
            && over.strait.is_none_or(|number| {
                let (own, enemy) = (index(self.side), index(self.side.enemy()));
                let kept = (self.view.forts & self.view.control[enemy]) | self.enemies;
                let control = self.view.control[own] | (self.data().network.land - kept);
                self.strait_open(number, &control)
            })
    }

    /// Whether the connection is one for this unit, straits apart.
    fn fits(&self, unit: UnitId, over: &Connection) -> bool {
        let data = self.data();
        let entry = self.unit(unit);
        let northern = unit == data.known.br_arab_northern_army;
        let named = |nation: &Nation| match nation {
            Nation::AnyAp => self.side == Side::Ap,
            Nation::AnyCp => self.side == Side::Cp,
            Nation::Ana => northern,
            Nation::Senussi => entry.tribe == Some(Tribe::Senussi),
            // One nation (3.2.1.2-1).
            Nation::Tu | Nation::TuA => entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA),
            Nation::Br if self.british(unit) => true,
            nation => entry.is_of(*nation),
        };
        let closed = (over.no_tribes && entry.class == Class::Tribe)
            || (over.not_ana && northern)
            || !(over.nations.is_empty() || over.nations.iter().any(named))
            || (over.link == Link::GreenLine && self.mf(unit) == 0);
        if closed {
            return false;
        }
        // LCUs go through desert by rail only (11.1.2.d); which railroads serve is judged later.
        let desert = |place: PlaceId| data.spaces[place].terrain == Some(Terrain::Desert);
        let off_rails = matches!(
            over.link,
            Link::Road | Link::RestrictedPath | Link::GreenLine
        );
        !(entry.size == Size::Lcu && off_rails && (desert(over.a) || desert(over.b)))
    }

    /// The AP crosses a strait if it holds all lower ones, the CP if it holds all higher ones, and
    /// the Bosphorus Forts for the highest (3.1.5.2).
    fn strait_open(&self, number: u8, control: &BitSet) -> bool {
        let data = self.data();
        let held = |banks: &Option<(PlaceId, PlaceId)>| {
            banks.is_none_or(|(a, b)| control.contains(a) && control.contains(b))
        };
        let (straits, number) = (&data.network.straits, usize::from(number));
        match self.side {
            Side::Ap => straits[..number - 1].iter().all(held),
            _ => {
                straits[number..].iter().all(held)
                    && (number < 5 || control.contains(data.known.the_bosphorus_forts))
            }
        }
    }

    /// Whether the unit may enter a place from another, its units and forts apart.
    pub(super) fn may_enter(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let data = self.data();
        let (entry, space) = (self.unit(unit), &data.spaces[to]);
        if self.view.neutral_countries.contains(to) || !self.sea_is_open(unit, from, to) {
            return false;
        }
        let of = |nation| entry.is_of(nation);
        let (turkish, lcu) = (of(Nation::Tu) || of(Nation::TuA), entry.size == Size::Lcu);
        let swampy = (turkish || of(Nation::Bu)) && !of(Nation::Ge) && !of(Nation::Ah);
        if lcu && swampy && space.terrain == Some(Terrain::Swamp) {
            return false;
        }
        if lcu && turkish && to == data.known.galicia {
            return false;
        }
        let happened = |card| self.position.state().happened(card);
        if space.area == Area::PersiaNeutral && !happened(PERSIAN_PUSH) && !happened(SECRET_TREATY)
        {
            let persian = entry.class == Class::Irregular && entry.nations == [Nation::Pe];
            let at_home = entry.class == Class::Tribe
                && self
                    .start(unit)
                    .is_some_and(|start| data.spaces[start].area == Area::PersiaNeutral);
            if !persian && !at_home {
                return false;
            }
        }
        if to == data.known.afghanistan
            && !self.view.revolted(Revolt::Afghanistan)
            && (self.side == Side::Ap || lcu)
        {
            return false;
        }
        if self.side == Side::Cp && self.view.neutral_greeks.contains(to) {
            return false;
        }
        if entry.nations == [Nation::Bu]
            && space.country == Some(Country::Turkey)
            && data.spaces[from].country != Some(Country::Turkey)
        {
            return false;
        }
        if of(Nation::Ru)
            && !self.british(unit)
            && matches!(space.area, Area::India | Area::Baluchistan)
        {
            return false;
        }
        self.at_home(unit, to)
    }

    /// Whether the unit has become BR, or could have (16.4.5.4-3). It may still do what RU units do
    /// here: which of both it does is judged later.
    pub(super) fn british(&self, unit: UnitId) -> bool {
        let kept = usize::from(self.position.state().scalar(Scalar::BritishRuCavalry));
        kept == unit + 1 || unit == self.data().known.ru_sb_yugoslav_div
    }

    /// Tribes, irregulars and units of limited service keep to their areas.
    fn at_home(&self, unit: UnitId, to: PlaceId) -> bool {
        let network = &self.data().network;
        let (entry, area) = (self.unit(unit), self.data().spaces[to].area);
        let persia = [
            Area::PersiaNeutral,
            Area::PersiaRegion,
            Area::Azerbaijan,
            Area::Arabistan,
        ];
        let served = match entry.limit {
            None => true,
            Some(Limit::IndiaOnly) => area == Area::India,
            Some(Limit::BalkansOnly) => area == Area::Balkans,
            Some(Limit::PersiaIndiaBaluchistanOnly) => {
                persia.contains(&area) || matches!(area, Area::India | Area::Baluchistan)
            }
        };
        served
            && match entry.class {
                Class::Tribe => network.ranges[unit].contains(to),
                Class::Irregular => network.profiles[unit].home.contains(to),
                _ => true,
            }
    }

    /// Whether the unit may go to a beachhead or an island base. A marker may still be placed.
    fn sea_is_open(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let (here, there) = (&self.data().spaces[from], &self.data().spaces[to]);
        match (there.kind, self.side) {
            (Kind::IslandBase, Side::Cp) => false,
            (Kind::IslandBase, _) => here.kind == Kind::Beachhead && !self.winter,
            (Kind::Beachhead, _) if self.position.state().beachheads.contains(to) => true,
            (Kind::Beachhead, Side::Cp) => false,
            (Kind::Beachhead, _) => {
                there.island_base == Some(from) && self.start(unit) == Some(from) && self.may_land()
            }
            _ => true,
        }
    }

    /// Whether there is a marker to place, and a season to do it in (18.6.1.4-1, 18.6.1.5-1).
    pub(super) fn may_land(&self) -> bool {
        self.side == Side::Ap
            && !self.winter
            && self.position.state().scalar(Scalar::BeachheadsInReserve) > 0
    }

    /// Whether there are no enemies that bar the place to everybody. HQs and artillery may need
    /// company.
    pub(super) fn free(&self, to: PlaceId) -> bool {
        !self.enemies.contains(to)
    }

    /// Whether there are enemies of any kind.
    pub(super) fn hostile(&self, place: PlaceId) -> bool {
        self.enemies.contains(place) || self.enemy_aids.contains(place)
    }

    /// Whether a unit that has entered a place may go on (18.6.1.1.a-1, 11.1.9, 11.1.5.c-1).
    pub(super) fn may_pass(&self, place: PlaceId) -> bool {
        match (self.data().spaces[place].kind, self.side) {
            (Kind::IslandBase, _) | (Kind::Beachhead, Side::Cp) => false,
            (Kind::Beachhead, _) => self.old_markers.contains(place),
            // Somebody there may suppress the uprising (3.2.4.2-10).
            _ => !self.troubled.contains(place) || self.own.contains(place),
        }
    }
}
