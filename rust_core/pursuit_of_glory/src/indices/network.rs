//! What supply needs of the map and the counters, prepared once per set of tables.

use crate::board::{BitSet, Graph};
use crate::tables::{Connection, Known, PlaceId, Space, Unit, UnitId};
use crate::vocabulary::*;

engine::names::vocabulary! {
    /// Who traces: nations that share sources and connections.
    Tracer, "tracer" {
        /// BR, ANZ, FR, IT, and RU units that count as BR (14.2.3, 16.4.5.4-3).
        British = "british",
        /// IN, who alone may use Aqaba and Jiddah.
        Indian = "indian",
        /// The Arab Northern Army (14.2.7).
        ArabNorthernArmy = "arab_northern_army",
        /// Arab Revolt units outside their area (14.2.7).
        ArabRevolt = "arab_revolt",
        /// RU (14.2.2).
        Russian = "russian",
        /// Those who may use BR and RU sources alike: SB, GR as an AP ally, the CND, RU 2/4
        /// Special and the Yugoslavs (14.2.2-5, 14.2.4, 14.2.6).
        AnyAllied = "any_allied",
        /// RO (14.2.5).
        Romanian = "romanian",
        /// TU and TU-A (14.2.1).
        Turkish = "turkish",
        /// GE and AH (14.2.1.a).
        German = "german",
        /// BU (14.2.1.c).
        Bulgarian = "bulgarian",
        /// Units that are BU and GE or AH at once.
        GermanBulgarian = "german_bulgarian",
        /// GR as a CP ally (14.2.6).
        GreekCp = "greek_cp",
        /// AP spaces in the Attrition Phase (14.2.9).
        ApSpaces = "ap_spaces",
        /// CP spaces in the Attrition Phase (14.2.9).
        CpSpaces = "cp_spaces",
        /// Units that are supplied in their area and nowhere else (3.2.2.rect-1).
        Nobody = "nobody",
    }
}

impl Side {
    /// The tracer of a side's spaces (14.2.9).
    #[must_use]
    pub const fn spaces(self) -> Tracer {
        match self {
            Self::Cp => Tracer::CpSpaces,
            _ => Tracer::ApSpaces,
        }
    }
}

impl Tracer {
    /// The side whose spaces the trace runs through.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Turkish
            | Self::German
            | Self::Bulgarian
            | Self::GermanBulgarian
            | Self::GreekCp
            | Self::CpSpaces => Side::Cp,
            _ => Side::Ap,
        }
    }

    /// Whether this tracer may use a connection kept for `nations` (3.1.5-1). Coloured railroads
    /// serve every friendly unit's supply (11.1.3.a), unfinished ones do as roads do (3.1.5.1-4).
    pub(crate) fn may_use(self, connection: &Connection) -> bool {
        // The ways to island bases and beachheads are the AP's (2.0.island_base-2, 3.1.6-1).
        if matches!(connection.link, Link::SeaPath | Link::Beachhead) {
            return self.side() == Side::Ap;
        }
        if connection.nations.is_empty() {
            return true;
        }
        let side = self.side();
        let named = |nation: &Nation| connection.nations.contains(nation);
        if connection.coloured_rail {
            return connection.side_named() == Some(side);
        }
        match self {
            Self::ArabNorthernArmy => {
                named(&Nation::Ana) || (named(&Nation::ArabRevolt) && !connection.not_ana)
            }
            Self::ArabRevolt => named(&Nation::ArabRevolt),
            Self::Turkish => named(&Nation::Tu) || named(&Nation::TuA),
            // The nations on a connection bind units; a space may trace over any (14.2.9,
            // 11.1.3.b). Otherwise Azraq, Bair, Umtaiye and Faiyum would turn on turn 1.
            Self::ApSpaces | Self::CpSpaces => true,
            _ => false,
        }
    }
}

/// How a unit counts on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum UnitClass {
    /// Regular combat unit.
    Regular,
    /// Irregular combat unit.
    Irregular,
    /// Tribe.
    Tribe,
    /// HQ or heavy artillery: no combat unit (2.0.combat_unit-2).
    Other,
}

/// What supply needs to know of a unit.
#[derive(Debug, Clone, Copy)]
pub struct SupplyProfile {
    /// The side on the counter; Greek units follow Greece's stand.
    pub side: Side,
    /// How it counts on the map.
    pub class: UnitClass,
    /// Whose sources and connections it uses.
    pub tracer: Tracer,
    /// Where it is always in supply.
    pub home: BitSet,
    /// Whether its home is lost when Serbia collapses (14.2.4).
    pub serbian: bool,
}

/// Codes of `combat_code` that are no side and body.
pub const GREEK: u8 = 8;
/// Units that are no combat units, or of neither side.
pub const NO_COMBAT: u8 = 9;
/// How many codes there are.
pub const COMBAT_CODES: usize = 10;

/// The byte of [`Network::tracers`].
const fn quick(profile: &SupplyProfile, greek: bool) -> u8 {
    match (profile.side, profile.tracer) {
        (Side::Special, _) | (_, Tracer::Nobody) => u8::MAX,
        _ if greek => u8::MAX,
        (_, tracer) => tracer as u8,
    }
}

/// A combat unit's side (AP 0, CP 4) plus its body; [`GREEK`]; or [`NO_COMBAT`].
const fn combat_code(profile: &SupplyProfile, greek: bool) -> u8 {
    match (profile.side, profile.class) {
        (Side::Special, _) | (_, UnitClass::Other) => NO_COMBAT,
        _ if greek => GREEK,
        (Side::Ap, class) => class as u8,
        (_, class) => 4 + class as u8,
    }
}

/// The prepared map.
#[derive(Debug)]
pub struct Network {
    /// Regions.
    pub regions: BitSet,
    /// Spaces and regions: what can change control.
    pub land: BitSet,
    /// Beachhead spaces.
    pub beachheads: BitSet,
    /// Spaces with a printed fort.
    pub forts: BitSet,
    /// Spaces of Serbia and Bulgaria, closed until BULGARIA.
    pub serbia_bulgaria: BitSet,
    /// Spaces of Romania, closed until ROMANIA.
    pub romania: BitSet,
    /// Spaces of Greece.
    pub greece: BitSet,
    /// The places with a port on each sea; beachheads lie on the sea of their island base.
    pub ports: [BitSet; Sea::ALL.len()],
    /// All places with a port or a beachhead.
    pub all_ports: BitSet,
    /// Sources, ports and the banks of straits: whoever takes one may open more than the way
    /// through it.
    pub outlets: BitSet,
    /// The two banks of each numbered strait.
    pub straits: [Option<(PlaceId, PlaceId)>; 5],
    /// The connections each tracer may use, without straits.
    pub graphs: [Graph; Tracer::ALL.len()],
    /// The connections that every tracer of a side may use.
    pub common: [Graph; 2],
    /// The connections each tracer may use besides those, and the places that have one.
    pub further: [(Graph, BitSet); Tracer::ALL.len()],
    /// Places from which no connection, no strait and no ship serves every tracer of a side.
    pub lone: [BitSet; 2],
    /// The units' roles.
    pub profiles: Vec<SupplyProfile>,
    /// How each unit stands on the map, in one byte: see `combat_code`.
    pub combat_codes: Vec<u8>,
    /// Each unit's tracer in one byte; beyond all tracers for units that may be in supply without
    /// tracing, or whose tracer changes during the game.
    pub tracers: Vec<u8>,
    /// Units of Greece that follow its stand.
    pub greek_units: BitSet,
    /// The places of each tribe's movement range, for each unit that is a tribe; others: empty.
    pub ranges: Vec<BitSet>,
}

impl Network {
    /// Prepares the map.
    #[must_use]
    pub fn new(
        spaces: &[Space],
        on_map: usize,
        connections: &[Connection],
        units: &[Unit],
        known: &Known,
    ) -> Self {
        let places = |wanted: &dyn Fn(&Space) -> bool| -> BitSet {
            (0..on_map).filter(|at| wanted(&spaces[*at])).collect()
        };
        let of = |country: Country| {
            places(&|s| s.country == Some(country) && matches!(s.kind, Kind::Space | Kind::Region))
        };
        let (plain, regions) = (
            places(&|s| s.kind == Kind::Space),
            places(&|s| s.kind == Kind::Region),
        );
        let ports = std::array::from_fn(|sea| {
            let sea = Sea::ALL[sea];
            places(&|s| {
                s.port == Some(sea)
                    || s.island_base
                        .is_some_and(|base| spaces[base].port == Some(sea))
            })
        });
        let mut straits = [None; 5];
        for connection in connections {
            if let Some(number) = connection.strait {
                straits[usize::from(number) - 1] = Some((connection.a, connection.b));
            }
        }
        let all_ports = places(&|s| s.port.is_some() || s.kind == Kind::Beachhead);
        let sources = [
            known.galicia,
            known.sofia,
            known.constantinople,
            known.kayseri,
            known.erzincan,
            known.damascus,
            known.baghdad,
            known.medina,
            known.maan,
            known.central_asia,
            known.afghanistan,
            known.tiflis,
            known.trabzon,
        ];
        let banks = straits.iter().flatten().flat_map(|(a, b)| [*a, *b]);
        let outlets = all_ports | sources.into_iter().chain(banks).collect();
        let graph = |usable: &dyn Fn(&Connection) -> bool| {
            let mut graph = Graph::new(on_map);
            for connection in connections
                .iter()
                .filter(|c| c.strait.is_none() && usable(c))
            {
                graph.join(connection.a, connection.b);
            }
            graph
        };
        let graphs = std::array::from_fn(|at| graph(&|c| Tracer::ALL[at].may_use(c)));
        let common = [Side::Ap, Side::Cp].map(|side| {
            let own = |tracer: &&Tracer| tracer.side() == side;
            graph(&|c| {
                Tracer::ALL
                    .iter()
                    .filter(own)
                    .all(|tracer| tracer.may_use(c))
            })
        });
        let further = std::array::from_fn(|at| {
            let tracer = Tracer::ALL[at];
            let shared = &common[usize::from(tracer.side() == Side::Cp)];
            let more = graph(&|c| tracer.may_use(c) && !shared.joined(c.a, c.b));
            let ends = (0..on_map).filter(|place| !more.of(*place).is_empty());
            let ends = ends.collect();
            (more, ends)
        });
        let lone = common.each_ref().map(|shared| {
            let alone = |place: &usize| shared.of(*place).is_empty() && !outlets.contains(*place);
            (0..on_map).filter(alone).collect()
        });
        let ranges: Vec<_> = units
            .iter()
            .map(|unit| tribal_range(unit, spaces, on_map, connections))
            .collect();
        let greek_units: BitSet = (0..units.len())
            .filter(|at| units[*at].nations == [Nation::Gr])
            .collect();
        let greece = of(Country::Greece);
        let profiles: Vec<SupplyProfile> = units
            .iter()
            .enumerate()
            .map(|(at, unit)| {
                profile(
                    at,
                    unit,
                    &ranges[at],
                    spaces,
                    on_map,
                    known,
                    greece,
                    of(Country::Serbia),
                )
            })
            .collect();
        Self {
            regions,
            land: plain | regions,
            beachheads: places(&|s| s.kind == Kind::Beachhead),
            forts: places(&|s| s.fort > 0),
            serbia_bulgaria: of(Country::Serbia) | of(Country::Bulgaria),
            romania: of(Country::Romania),
            greece,
            all_ports,
            ports,
            outlets,
            straits,
            graphs,
            common,
            further,
            lone,
            tracers: (0..profiles.len())
                .map(|at| quick(&profiles[at], greek_units.contains(at)))
                .collect(),
            combat_codes: (0..profiles.len())
                .map(|at| combat_code(&profiles[at], greek_units.contains(at)))
                .collect(),
            profiles,
            greek_units,
            ranges,
        }
    }

    /// The places with a port on one of these seas.
    #[must_use]
    pub fn ports_on(&self, seas: &[Sea]) -> BitSet {
        let ports = seas.iter().map(|sea| self.ports[*sea as usize]);
        ports.fold(BitSet::EMPTY, |all, on| all | on)
    }

    /// The connections a tracer may use.
    #[inline]
    #[must_use]
    pub const fn graph(&self, tracer: Tracer) -> &Graph {
        &self.graphs[tracer as usize]
    }
}

#[allow(
    clippy::too_many_arguments,
    reason = "the prepared pieces of the map, used once"
)]
fn profile(
    at: UnitId,
    unit: &Unit,
    range: &BitSet,
    spaces: &[Space],
    on_map: usize,
    known: &Known,
    greece: BitSet,
    serbia: BitSet,
) -> SupplyProfile {
    let class = match unit.class {
        Class::Regular => UnitClass::Regular,
        Class::Irregular => UnitClass::Irregular,
        Class::Tribe => UnitClass::Tribe,
        Class::Hq | Class::Artillery => UnitClass::Other,
    };
    let of = |nation| unit.is_of(nation);
    let area = |areas: &[Area]| -> BitSet {
        // Sinai is part of Syria/Palestine (2.0.sinai-1).
        let inside = |area: Area| {
            areas.contains(&area) || (area == Area::Sinai && areas.contains(&Area::SyriaPalestine))
        };
        (0..on_map).filter(|at| inside(spaces[*at].area)).collect()
    };
    // The areas of irregulars (3.2.1.4-1, 3.2.1.4-4), the Armenians among them (18.7-3), and of the
    // Federation (3.2.1.3.transcauc-2).
    let mut home = area(&unit.supply_area);
    // Persians, the Cossacks among them, in all of Persia (14.2.8, 3.2.1.3.pe_ru).
    if of(Nation::Pe) {
        home |= area(&[
            Area::PersiaNeutral,
            Area::PersiaRegion,
            Area::Azerbaijan,
            Area::Arabistan,
        ]);
    }
    if of(Nation::Gr) {
        home |= greece;
    }
    // Serbs at home, and the Yugoslavs, who are Serbs too (18.8.3.1.a, 3.2.1.3.yugoslav-1).
    if of(Nation::Sb) {
        home |= serbia;
    }
    // Tribes within their range (3.2.1.5-7).
    home |= *range;
    let tracer = if at == known.br_arab_northern_army {
        Tracer::ArabNorthernArmy
    } else if of(Nation::ArabRevolt) {
        Tracer::ArabRevolt
    } else if unit.boxed_mf || matches!(class, UnitClass::Tribe | UnitClass::Irregular) {
        Tracer::Nobody
    } else if of(Nation::Sb) || of(Nation::Gr) || at == known.ru_2_4_special {
        Tracer::AnyAllied
    } else if of(Nation::Ru) {
        Tracer::Russian
    } else if of(Nation::Ro) {
        Tracer::Romanian
    } else if of(Nation::In) {
        Tracer::Indian
    } else if of(Nation::Tu) || of(Nation::TuA) {
        // One nation (3.2.1.2-1).
        Tracer::Turkish
    } else if of(Nation::Bu) {
        if of(Nation::Ge) || of(Nation::Ah) {
            // Of two nations (3.2.1.3.xi_army-1, 3.2.1.3.bu_ah).
            Tracer::GermanBulgarian
        } else {
            Tracer::Bulgarian
        }
    } else if of(Nation::Ge) || of(Nation::Ah) {
        Tracer::German
    } else {
        Tracer::British
    };
    SupplyProfile {
        side: unit.side,
        class,
        tracer,
        home,
        serbian: of(Nation::Sb),
    }
}

/// The places within one full move of a space with the tribe's symbol, as if there were no enemy
/// units (3.2.1.5-4, 14.2.10). A green line takes a whole move (3.1.5-2).
fn tribal_range(
    unit: &Unit,
    spaces: &[Space],
    on_map: usize,
    connections: &[Connection],
) -> BitSet {
    let Some(tribe) = unit.tribe else {
        return BitSet::EMPTY;
    };
    let symbols: BitSet = (0..on_map)
        .filter(|at| spaces[*at].tribe == Some(tribe))
        .collect();
    let mut plain = Graph::new(on_map);
    let mut green = Graph::new(on_map);
    for connection in connections {
        // No tribe crosses the lines between Central Asia, Baku and Enzeli (3.2.1.5-12).
        let senussi = tribe == Tribe::Senussi && connection.nations.contains(&Nation::Senussi);
        if connection.no_tribes || !(connection.nations.is_empty() || senussi) {
            continue;
        }
        match connection.link {
            Link::Strait | Link::SeaPath | Link::Beachhead => {}
            Link::GreenLine => green.join(connection.a, connection.b),
            _ => plain.join(connection.a, connection.b),
        }
    }
    let step =
        |from: BitSet, graph: &Graph| from.iter().fold(BitSet::EMPTY, |to, at| to | graph.of(at));
    let mut range = symbols;
    if unit.full.mf > 0 {
        range |= step(symbols, &green);
        let mut reached = symbols;
        for _ in 0..unit.full.mf {
            reached |= step(reached, &plain);
        }
        range |= reached;
    }
    range
}
