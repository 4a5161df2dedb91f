//! Where units come into play: reinforcements, and units that are rebuilt as they are (9.5.3.2).

use super::Checker;
use crate::board::BitSet;
use crate::combat::nations;
use crate::control::index;
use crate::data::{Nations, PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;

/// What a place is to a unit that comes into play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Site {
    /// The unit may be put there.
    Open,
    /// Only if these sources and capitals next to it are full (9.5.3.2.c).
    NextTo(BitSet),
    /// It would do, but for a besieged source there or next to it (9.5.3.2.b).
    Besieged,
    /// Nothing.
    Nowhere,
}

/// What the map is to a unit that comes into play.
#[derive(Debug)]
pub(super) struct Grounds {
    /// Where it may be put.
    direct: BitSet,
    /// Its sources and capitals, and what lies next to each.
    near: Vec<(PlaceId, BitSet)>,
}

impl Grounds {
    /// Every place that may be something to it.
    pub(super) fn all(&self) -> BitSet {
        let near = self.near.iter();
        near.fold(self.direct, |all, (_, around)| all | *around)
    }
}

/// The seas where FR and IT units, and rebuilt LCUs of the British Empire, come ashore.
pub(super) const MEDITERRANEAN: [Sea; 2] = [Sea::EastMediterranean, Sea::Aegean];

fn set<const N: usize>(places: [PlaceId; N]) -> BitSet {
    places.into_iter().collect()
}

impl Checker<'_> {
    /// The nations of a unit now.
    pub(super) fn nations_now(&self, unit: UnitId) -> Nations {
        nations(self.data, self.position.state(), unit)
    }

    /// What the side controls in full.
    pub(super) fn controlled(&self) -> BitSet {
        self.view().control[index(self.side)]
    }

    /// Places where nothing keeps a unit out, wherever it may come from: no neutral country, no enemy
    /// combat unit in a space (regions may be contested), no enemy fort that is not besieged, no units
    /// of neutral Greece, and within the limits of the unit.
    pub(super) fn admitting(&self, unit: UnitId) -> BitSet {
        let (view, network) = (self.view(), &self.data.network);
        let forts = self.enemy_forts - view.besieging[index(self.side)];
        let shut = (self.enemy_combat - network.regions)
            | forts
            | view.neutral_countries
            | view.neutral_greeks;
        self.within_limits(unit) - shut
    }

    /// Whether the side controls a place in full, and it has room for a unit that nothing keeps out.
    pub(crate) fn has_place_for(&self, unit: UnitId, place: PlaceId) -> bool {
        let limited = !self.data.movement_graph.unlimited_stacking.contains(place);
        let units = self.at(place).iter().copied().chain([unit]);
        let full = || limited && self.crowd(units).overstacked();
        let open = self.admitting(unit) & self.controlled();
        open.contains(place) && !full()
    }

    /// Where a unit may serve (18.4.4, 3.2.1.3.in_garrison-1, 3.2.1.3.cordon-1).
    fn within_limits(&self, unit: UnitId) -> BitSet {
        let lines = &self.data.lines;
        match self.data.units[unit].limit {
            Some(Limit::BalkansOnly) => lines.balkans,
            Some(Limit::IndiaOnly) => set([self.data.known.india]),
            Some(Limit::PersiaIndiaBaluchistanOnly) => lines.persia | lines.east,
            None => BitSet::below(self.data.on_map),
        }
    }

    /// The places where a unit comes into play that admit it; besieged sources are among them, whatever
    /// enemies stand there.
    fn direct_sites(&self, unit: UnitId, places: BitSet) -> BitSet {
        let besieged = self.besieged_sources() & self.within_limits(unit);
        places & (self.admitting(unit) | besieged)
    }

    /// Ports that the AP controls, as supply has them: beachheads with a marker are ports (9.5.3.2.f),
    /// Basra is one only while Fao is (note on the map), Ismailia only while the canal is not the CP's
    /// (18.10.1-2).
    pub(super) fn ports_held(&self) -> BitSet {
        let (view, network, known) = (self.view(), &self.data.network, &self.data.known);
        let [ap, cp] = view.control;
        let mut ports = ((ap & network.all_ports) - network.beachheads)
            | (view.state.beachheads & network.beachheads);
        // No port works where enemy regulars stand (14.1.4-1).
        if !ports.contains(known.fao) || view.regular[1].contains(known.fao) {
            ports.remove(known.basra);
        }
        if cp.contains(known.port_said) && cp.contains(known.suez) {
            ports.remove(known.ismailia);
        }
        ports
    }

    /// British sources: those in regions whoever controls them (9.5.3.2.p, 14.2.3-1).
    pub(super) fn british_sources(&self) -> BitSet {
        let (network, known) = (&self.data.network, &self.data.known);
        let bases = self.view().control[0] - network.land - network.beachheads;
        bases | set([known.sudan_darfur, known.india])
    }

    /// Russian sources (9.5.3.2.o), with captured Trabzon (9.5.3.2.l).
    pub(super) fn russian_sources(&self) -> BitSet {
        let known = &self.data.known;
        let mut spaces = set([known.tiflis]);
        let taken = self.view().state.get(Cell::RuVp(known.trabzon)) > 0;
        spaces.set(known.trabzon, taken);
        set([known.odessa, known.petrovsk, known.central_asia]) | (spaces & self.view().control[0])
    }

    /// Lemnos, if the AP controls it, and its ports in Greece (9.5.3.2.g-2, 17.1.8.b-10).
    pub(super) fn greek_ports(&self) -> BitSet {
        let lemnos = set([self.data.known.lemnos]) & self.view().control[0];
        lemnos | (self.ports_held() & self.data.network.greece)
    }

    /// The capital and the sources of a nation in its own country that the side controls (9.5.3.2-1,
    /// 9.5.3.2.d).
    fn sources_at_home(&self, nation: Nation) -> BitSet {
        let known = &self.data.known;
        let places = match nation {
            // 9.5.3.2.d-2
            Nation::Tu => set([known.constantinople, known.erzincan, known.kayseri]),
            // 9.5.3.2.d-1
            Nation::TuA => set([known.baghdad, known.damascus]),
            // 17.1.8.b-9
            Nation::Bu => set([known.sofia]),
            Nation::Sb => set([known.belgrade]),
            Nation::Ro => set([known.bucharest]),
            Nation::Gr => set([known.athens]),
            Nation::Ru => return self.russian_sources() & self.controlled(),
            _ => BitSet::EMPTY,
        };
        places & self.controlled()
    }

    /// Where a unit comes into play as one of a nation, as far as its sources and capitals, ports and
    /// areas go (9.5.3.2).
    pub(super) fn entry_places(&self, unit: UnitId, nation: Nation) -> BitSet {
        let (data, known) = (self.data, &self.data.known);
        let ports = || self.ports_held();
        match nation {
            // 9.5.3.2.e-1, 17.1.8.b-8
            Nation::Ge | Nation::Ah => set([known.galicia]) & self.controlled(),
            Nation::Br | Nation::In | Nation::Anz => {
                let closed = set([known.aqaba, known.jiddah])
                    | data.network.ports_on(&[Sea::BlackSea, Sea::Caspian]);
                self.british_sources() | (ports() - closed)
            }
            // 9.5.3.2.g-4, 17.1.8.b-4
            Nation::Fr | Nation::It => ports() & data.network.ports_on(&MEDITERRANEAN),
            Nation::Ru if [known.ru_2_4_special, known.ru_sb_yugoslav_div].contains(&unit) => {
                self.russian_sources() | self.greek_ports()
            }
            // 9.5.3.2.g-1
            Nation::Ru => self.russian_sources(),
            // 9.5.3.2.g-5
            Nation::ArabRevolt => set([known.hejaz]),
            nation => self.sources_at_home(nation),
        }
    }

    /// The sources of the side whose own forts are besieged (9.5.3.2.b).
    fn besieged_sources(&self) -> BitSet {
        let (view, known) = (self.view(), &self.data.known);
        let besieged = view.forts & view.besieging[index(self.side.enemy())];
        if besieged.is_empty() {
            return besieged;
        }
        let sources = match self.side {
            Side::Cp => set([
                known.constantinople,
                known.kayseri,
                known.erzincan,
                known.damascus,
                known.baghdad,
                known.medina,
                known.maan,
                known.galicia,
                known.sofia,
            ]),
            _ => self.british_sources() | self.russian_sources(),
        };
        sources & besieged
    }

    /// The sources and capitals of a unit among some places: those that others stand next to when they
    /// are full (9.5.3.2.c).
    fn anchors(&self, unit: UnitId, places: BitSet) -> BitSet {
        let nations = self.nations_now(unit);
        let of = Nation::ALL.iter().filter(|nation| nations.has(**nation));
        let home = of.fold(BitSet::EMPTY, |all, nation| {
            all | self.sources_at_home(*nation)
        });
        places & (home - self.data.movement_graph.unlimited_stacking)
    }

    /// Where a unit may stand next to a full source: what the side controls in full, along any line
    /// that the unit may use, but not over the sea (9.5.3.2.c), nor in a swamp (11.1.2.f-1).
    pub(super) fn next_to(&self, unit: UnitId, anchor: PlaceId) -> BitSet {
        let data = self.data;
        let turned = self.activation_rules.counts_as_british(unit);
        let mut near = data.lines.of(unit, self.side, turned).lines.of(anchor);
        for (a, b) in data.network.straits.iter().flatten() {
            if *a == anchor {
                near.insert(*b);
            } else if *b == anchor {
                near.insert(*a);
            }
        }
        if data.counters.swamp_bound.contains(unit) {
            near = near - data.movement_graph.swamp;
        }
        near & data.network.land & self.controlled() & self.admitting(unit)
    }

    /// Whether a besieged source is there, or next to it by any line.
    fn by_besieged_source(&self, place: PlaceId) -> bool {
        let besieged = self.besieged_sources();
        besieged.contains(place)
            || self
                .data
                .movement_graph
                .neighbours
                .of(place)
                .meets(&besieged)
    }

    /// What a place on the map is to a unit, given where it may come into play.
    ///
    /// A besieged source itself admits nobody for the enemies in it.
    pub(super) fn site(&self, unit: UnitId, places: BitSet, place: PlaceId) -> Site {
        self.site_in(&self.grounds(unit, places), place)
    }

    /// What the map is to a unit that comes into play.
    pub(super) fn grounds(&self, unit: UnitId, places: BitSet) -> Grounds {
        let direct = self.direct_sites(unit, places);
        let anchors = self.anchors(unit, direct).iter();
        let near = anchors.map(|anchor| (anchor, self.next_to(unit, anchor)));
        Grounds {
            direct,
            near: near.collect(),
        }
    }

    /// What a place is to a unit that comes into play there.
    pub(super) fn site_in(&self, grounds: &Grounds, place: PlaceId) -> Site {
        let near = grounds.near.iter();
        let near: BitSet = near
            .filter(|(_, around)| around.contains(place))
            .map(|(anchor, _)| *anchor)
            .collect();
        match grounds.direct.contains(place) {
            false if near.is_empty() => Site::Nowhere,
            _ if self.by_besieged_source(place) => Site::Besieged,
            true => Site::Open,
            false => Site::NextTo(near),
        }
    }

    /// Every place on the map that may be something to a unit: those where it comes into play, and those
    /// next to its sources and capitals.
    pub(super) fn sites(&self, unit: UnitId, places: BitSet) -> BitSet {
        self.grounds(unit, places).all()
    }

    /// How many lines of any kind lead from each place to the nearest enemy combat unit; more than any
    /// number from a place that no line joins to one.
    pub(super) fn lines_to_enemy(&self) -> Vec<u16> {
        let data = self.data;
        let mut far = vec![u16::MAX; data.on_map];
        let mut wave = self.enemy_combat_apart();
        let mut seen = wave;
        let mut lines = 0;
        while !wave.is_empty() {
            wave.for_each(|place| far[place] = lines);
            wave = data.movement_graph.neighbours.around(&wave) - seen;
            seen |= wave;
            lines += 1;
        }
        far
    }

    /// What keeps a unit from standing in a place for want of room in a source next to it: the source if it
    /// has room, or else a place next to it that has room and is farther from the enemy (9.5.3.2.c); and how
    /// many units like this one would fill it, if any number does. `standing` says who of the side stands
    /// where after the move.
    pub(super) fn unfilled(
        &self,
        unit: UnitId,
        places: BitSet,
        [source, place]: [PlaceId; 2],
        far: &[u16],
        standing: &dyn Fn(PlaceId) -> Vec<UnitId>,
    ) -> Option<(PlaceId, Option<usize>)> {
        let unlimited = self.data.movement_graph.unlimited_stacking;
        // The first of Yildirim is free.
        let most = 5;
        let missing = |at: PlaceId| {
            if unlimited.contains(at) {
                return None;
            }
            let there = standing(at);
            (0..most).find(|more| {
                let others = std::iter::repeat_n(unit, more + 1);
                self.crowd(there.iter().copied().chain(others)).too_many()
            })
        };
        let farther = |at: &PlaceId| {
            let besieged =
                || self.by_besieged_source(*at) && self.site(unit, places, *at) == Site::Besieged;
            far[*at] > far[place] && missing(*at) != Some(0) && !besieged()
        };
        let first = match missing(source) {
            Some(0) => self.next_to(unit, source).iter().find(farther)?,
            _ => source,
        };
        Some((first, missing(first)))
    }

    /// Places with combat units of the enemy, the Protectorate left out.
    fn enemy_combat_apart(&self) -> BitSet {
        self.view().combat(self.side.enemy())
    }
}
