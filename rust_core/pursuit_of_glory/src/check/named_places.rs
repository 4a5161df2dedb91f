//! Where on the map events themselves let units enter (9.5.3.2.a), and who enters with whom.

use super::Arg;
use super::codes::*;
use super::limits::persia_open;
use super::reinforcements::{Placed, Recruiter};
use super::violation::Violations;
use crate::board::BitSet;
use crate::control::index;
use crate::data::{Data, PlaceId, Reinforcement, UnitId};
use crate::orders::{Move, Order};
use crate::state::{Cell, Scalar};
use crate::supply::network::Tracer;
use crate::vocabulary::*;
use engine::chance::Random;

/// Who may be left where he is comes in so many of a hundred moves at random.
const GUESTS: usize = 50;

fn set<const N: usize>(places: [PlaceId; N]) -> BitSet {
    places.into_iter().collect()
}

/// Ports, Lemnos, and beachheads reached from there.
pub(super) fn on_the_aegean(data: &Data) -> BitSet {
    let aegean = |place: &PlaceId| {
        let base = data.spaces[*place].island_base.unwrap_or(*place);
        data.spaces[base].port == Some(Sea::Aegean)
    };
    (0..data.on_map).filter(aegean).collect()
}

impl Recruiter<'_> {
    /// The places on the map that the event names for a unit.
    ///
    /// A besieged source admits those alone whose source it is.
    pub(super) fn named_places(&self, one: &Reinforcement) -> BitSet {
        let words = one.places.iter();
        words.fold(BitSet::EMPTY, |all, word| {
            let named = self.places_of(*word);
            all | match word {
                EntryPlace::OttomanSource | EntryPlace::WithYildirim => named,
                _ if named.is_empty() => named,
                _ => named & self.checker.admitting(one.unit),
            }
        })
    }

    fn places_of(&self, word: EntryPlace) -> BitSet {
        let checker = &self.checker;
        let known = &checker.data.known;
        let held = |place| set([place]) & checker.controlled();
        match word {
            EntryPlace::General | EntryPlace::Map => BitSet::EMPTY,
            EntryPlace::Reserve | EntryPlace::CorpsAssets => BitSet::EMPTY,
            EntryPlace::Port => checker.ports_held(),
            EntryPlace::Baghdad => held(known.baghdad),
            EntryPlace::Aqaba => held(known.aqaba),
            EntryPlace::BritishPersia => self.british_persia(),
            EntryPlace::Persia => {
                // Nobody of the AP is in neutral Persia before it is open (18.8.5.1-1).
                let shut = match persia_open(checker.view()) {
                    true => BitSet::EMPTY,
                    false => self.places_in(&[Area::PersiaNeutral]),
                };
                (self.persia() - shut) & (checker.controlled() | self.empty())
            }
            EntryPlace::BalkanPort => {
                let ports = checker.ports_held() | held(known.lemnos);
                ports & self.places_in(&[Area::Balkans])
            }
            EntryPlace::AegeanPort => {
                let ports = checker.ports_held() | held(known.lemnos);
                ports & on_the_aegean(checker.data)
            }
            EntryPlace::Mesopotamia => {
                let spaces = self.places_in(&[Area::Mesopotamia]) & self.spaces();
                spaces & checker.controlled()
            }
            EntryPlace::TurkishFront => {
                let areas = [Area::Anatolia, Area::Caucasus, Area::Gallipoli];
                self.places_in(&areas) & self.spaces() & checker.controlled()
            }
            EntryPlace::PersianRegion => {
                let regions = self.places_in(&[Area::PersiaRegion]) & checker.data.network.regions;
                // The only unit of the word is British (3.2.1.3.cordon-1).
                regions & *checker.outlook().traced(Tracer::British)
            }
            EntryPlace::AnyPersianRegion => {
                self.places_in(&[Area::PersiaRegion]) & checker.data.network.regions
            }
            EntryPlace::IslandBase => self.bases(),
            EntryPlace::Landing => (checker.markers() & self.empty()) | self.bases(),
            EntryPlace::MediterraneanPort => {
                let ports = checker.ports_held() | self.bases();
                ports
                    & checker
                        .data
                        .network
                        .ports_on(&[Sea::Aegean, Sea::EastMediterranean])
            }
            EntryPlace::Bulgaria => {
                let bulgarian = |place: &PlaceId| {
                    checker.data.spaces[*place].country == Some(Country::Bulgaria)
                };
                let spaces: BitSet = self.spaces().iter().filter(bulgarian).collect();
                spaces & checker.controlled()
            }
            EntryPlace::CaspianPort => {
                // Before it is marked any may be; the CP leaves it.
                match self.marked {
                    Some(port) => set([port]) - checker.enemy,
                    None => checker.data.network.ports[Sea::Caspian as usize],
                }
            }
            EntryPlace::Azerbaijan => {
                self.places_in(&[Area::Azerbaijan]) & self.spaces() & self.empty()
            }
            EntryPlace::Hejaz => set([known.hejaz]),
            EntryPlace::PersianSpace => {
                let spaces = self.places_in(&[Area::PersiaNeutral]) & self.spaces();
                let partial = checker.view().partial_control(checker.side);
                spaces & (checker.controlled() | partial | self.empty())
            }
            EntryPlace::ArmenianSpace => {
                let marked = |place: &PlaceId| checker.data.spaces[*place].armenian_uprising;
                let spaces: BitSet = (0..checker.data.on_map).filter(marked).collect();
                spaces & (checker.roster.held | self.empty())
            }
            EntryPlace::SerbianPort => held(known.lemnos) | held(known.salonika),
            EntryPlace::Salonika if checker.view().greece_neutral() => {
                set([known.salonika]) & (checker.controlled() | self.empty())
            }
            EntryPlace::Salonika => BitSet::EMPTY,
            EntryPlace::VacantByRail => self.vacant_by_rail(),
            EntryPlace::OttomanSource | EntryPlace::WithYildirim => {
                let sources = set([
                    known.constantinople,
                    known.kayseri,
                    known.erzincan,
                    known.damascus,
                    known.baghdad,
                ]);
                let outlook = checker.outlook();
                let traces = |place: &PlaceId| outlook.traces_to_galicia(*place);
                let held = (sources & checker.controlled()).iter();
                held.filter(traces).collect()
            }
        }
    }

    /// The island bases of the side.
    fn bases(&self) -> BitSet {
        let checker = &self.checker;
        checker.data.movement_graph.islands & checker.view().control[index(checker.side)]
    }

    /// Places where nobody of either side stands.
    fn empty(&self) -> BitSet {
        let checker = &self.checker;
        let units = 0..checker.data.units.len();
        let occupied: BitSet = units
            .filter_map(|unit| checker.position.place(unit))
            .filter(|place| *place < checker.data.on_map)
            .collect();
        BitSet::below(checker.data.on_map) - occupied
    }

    fn spaces(&self) -> BitSet {
        let space = |place: &PlaceId| self.checker.data.spaces[*place].kind == Kind::Space;
        (0..self.checker.data.on_map).filter(space).collect()
    }

    fn places_in(&self, areas: &[Area]) -> BitSet {
        let data = self.checker.data;
        let inside = |place: &PlaceId| areas.contains(&data.spaces[*place].area);
        (0..data.on_map).filter(inside).collect()
    }

    fn persia(&self) -> BitSet {
        self.places_in(&[
            Area::PersiaNeutral,
            Area::PersiaRegion,
            Area::Azerbaijan,
            Area::Arabistan,
        ]) & self.checker.data.network.land
    }

    /// Arabistan and the Persian regions that the AP holds, where no RU VP marker lies; what it holds of
    /// neutral Persia, once British units have paid for entering it or the Revolution has begun; nothing
    /// of Azerbaijan (3.2.1.3.dunster-2).
    fn british_persia(&self) -> BitSet {
        let checker = &self.checker;
        let state = checker.position.state();
        let near = self.places_in(&[Area::Arabistan, Area::PersiaRegion]);
        let russian = |place: &PlaceId| state.get(Cell::RuVp(*place)) > 0;
        let russian: BitSet = near.iter().filter(russian).collect();
        let paid = state.holds(Scalar::Penalties, Penalty::BrInPersia as u8);
        let inner = match paid || state.scalar(Scalar::RevolutionStage) > 0 {
            true => self.places_in(&[Area::PersiaNeutral]),
            false => BitSet::EMPTY,
        };
        ((near - russian) | inner) & checker.controlled() & checker.data.network.land
    }

    /// Vacant spaces of the AP in Russia or Azerbaijan from which a railroad leads to a RU source.
    fn vacant_by_rail(&self) -> BitSet {
        let checker = &self.checker;
        let regions = checker.data.network.regions;
        let lands = self.places_in(&[Area::Russia, Area::Azerbaijan]) - regions;
        let vacant = lands & checker.controlled() & self.empty();
        match vacant.is_empty() {
            true => vacant,
            false => vacant & checker.outlook().railed_from_sources(Tracer::Russian),
        }
    }

    /// Whether somebody enters in a place at whose side the guest may stand.
    pub(super) fn meets_host(&self, entering: &Placed, place: PlaceId) -> bool {
        let hosts = self
            .due
            .iter()
            .filter(|one| one.may(EntryPlace::OttomanSource));
        hosts.into_iter().any(|one| {
            let mut times = entering.iter().filter(|(unit, _)| *unit == one.unit);
            let first = times.next();
            times.next().is_none() && first.is_some_and(|(_, at)| *at == place)
        })
    }

    /// One at whose side a guest may stand.
    pub(super) fn host(&self) -> Option<UnitId> {
        let mut due = self.due.iter();
        due.find(|one| one.may(EntryPlace::OttomanSource))
            .map(|one| one.unit)
    }

    /// Those who enter in one space, or land on one base, stand together (9.5.3.2.j-1, 9.5.3.2.j-2).
    pub(super) fn check_together(&self, placed: &Placed, violations: &mut Violations<'_>) {
        let in_one_space = |one: &Reinforcement| {
            one.may(EntryPlace::VacantByRail) || one.may(EntryPlace::CaspianPort)
        };
        for (unit, _) in self.astray(placed, &in_one_space) {
            violations.add(&APART, &[Arg::Unit(unit)]);
        }
        for (unit, place) in self.astray(placed, &Reinforcement::lands_with_others) {
            violations.add(&OTHER_BASE, &[Arg::Unit(unit), Arg::Place(place)]);
        }
    }

    /// Those who are not where the first of them is, by its id.
    fn astray(&self, placed: &Placed, bound: &dyn Fn(&Reinforcement) -> bool) -> Placed {
        let bound = self.due.iter().filter(|one| bound(one));
        let at = |unit: UnitId| placed.iter().find(|(other, _)| *other == unit);
        let mut those: Placed = bound.filter_map(|one| at(one.unit).copied()).collect();
        those.sort_by_key(|(unit, _)| &self.checker.data.units[*unit].id);
        let first = those.first().map(|(_, place)| *place);
        those.retain(|(_, place)| Some(*place) != first);
        those
    }

    /// A move in which guests stand with their hosts, or not.
    pub(super) fn with_guests(&self, made: Move, random: &mut Random) -> Move {
        let mut made = made;
        for one in self.due.iter().filter(|one| one.is_optional()) {
            let hosts = made.orders().iter().filter_map(|order| match order {
                Order::Enter { place, .. } => Some(*place),
                _ => None,
            });
            let mut places: Vec<PlaceId> = hosts.collect();
            random.shuffle(&mut places);
            for place in places {
                if !random.chance(GUESTS) {
                    continue;
                }
                let guest = Order::Enter {
                    unit: one.unit,
                    place,
                };
                let more = made.orders().iter().cloned().chain([guest]).collect();
                let more = Move::new(more);
                if self.check(&more).is_empty() {
                    made = more;
                    break;
                }
            }
        }
        made
    }
}
