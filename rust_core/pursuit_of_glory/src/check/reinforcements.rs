//! Units that an event brings (9.5.3): every rule that a move of `docs/reinforcements.md` breaks, and
//! legal moves.

use super::codes::{Code, *};
use super::named_places::on_the_aegean;
use super::placement::{Grounds, Site};
use super::violation::Violations;
use super::{Arg, Checker, Violation};
use crate::board::BitSet;
use crate::cards::{GERMAN_SUBS_IN_THE_MED, THE_SERBS_RETURN};
use crate::data::{CardId, PlaceId, Reinforcement, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::tables::Enters;
use crate::vocabulary::*;
use engine::chance::Random;
use std::cell::OnceCell;
use std::rc::Rc;

/// The first stage of the Revolution in which new RU units enter reduced (16.4.5.2-3).
const REDUCED_FROM: u16 = 2;
/// The stage from which no new RU units enter (16.4.5.4-1).
const NONE_FROM: u16 = 4;
/// In so many of a hundred units with a choice the Reserve Box is tried first.
const TO_RESERVE: usize = 25;

/// Whether new RU units no longer enter (16.4.5.4-1).
pub(crate) fn no_new_russians(position: &Position) -> bool {
    position.state().scalar(Scalar::RevolutionStage) >= NONE_FROM
}

/// THE SERBS RETURN brings so many divisions of infantry.
const SERBIAN_DIVISIONS: usize = 6;

/// The units that a card brings now, played so: those that are not in the game yet.
pub(crate) fn due(position: &Position, card: CardId, used: CardUse) -> Vec<&Reinforcement> {
    let data = position.data();
    let none = no_new_russians(position);
    let brings = data.cards.get(card).map(|card| match used {
        CardUse::Reinforcement => &card.brings_instead,
        _ => &card.brings,
    });
    let returns = card == THE_SERBS_RETURN;
    let waits = |one: &&Reinforcement| {
        let russian = data.units[one.unit].is_of(Nation::Ru);
        let outside = match position.place(one.unit) {
            None => true,
            // Serbs come back who have left the game or wait to be rebuilt, but not who is eliminated for good.
            Some(place) if returns => {
                let [_, eliminated, gone] = data.known.spent_boxes(data.units[one.unit].side);
                place == eliminated || place == gone
            }
            // Falkenhayn comes from wherever he is, unless he is eliminated.
            Some(place) => {
                let [reserve, ..] = data.known.spent_boxes(data.units[one.unit].side);
                one.is_optional() && (place < data.on_map || place == reserve)
            }
        };
        outside && !(russian && none)
    };
    let mut due: Vec<_> = brings.into_iter().flatten().filter(waits).collect();
    if returns {
        let mut divisions = 0;
        due.retain(|one| {
            let entry = &data.units[one.unit];
            let division = entry.size == Size::Scu && entry.unit_type == UnitType::Infantry;
            divisions += usize::from(division);
            !division || divisions <= SERBIAN_DIVISIONS
        });
    }
    due
}

/// Whether a unit enters reduced.
pub(crate) fn enters_reduced(position: &Position, one: &Reinforcement) -> bool {
    let stage = position.state().scalar(Scalar::RevolutionStage);
    let weary = (REDUCED_FROM..NONE_FROM).contains(&stage);
    let russian = position.data().units[one.unit].is_of(Nation::Ru);
    match one.reduced {
        Enters::Reduced => true,
        Enters::ReducedAfter(card) if position.state().happened(card) => true,
        Enters::ReducedAlone => {
            let entry = &position.data().units[one.unit];
            let mut nations = entry.nations.iter();
            !nations.any(|nation| division_waits(position, entry.side, *nation))
        }
        _ => russian && weary,
    }
}

/// Whether the Reserve Box of a side holds an infantry division of a nation, elite or not.
pub(crate) fn division_waits(position: &Position, side: Side, nation: Nation) -> bool {
    let units = &position.data().units;
    let [reserve, ..] = position.data().known.spent_boxes(side);
    (0..units.len()).any(|unit| {
        position.place(unit) == Some(reserve)
            && units[unit].is_infantry_division()
            && units[unit].is_of(nation)
    })
}

/// Judges where the units of an event enter, in one position.
#[derive(Debug)]
pub struct Recruiter<'a> {
    pub(super) checker: Rc<Checker<'a>>,
    pub(super) due: Vec<&'a Reinforcement>,
    /// Of each of those what is known of the map: where it may enter, and what that is to it.
    grounds: Vec<OnceCell<(BitSet, Grounds)>>,
    /// How many lines lead from each place to the nearest enemy combat unit.
    far: OnceCell<Vec<u16>>,
    /// Where submarines let nobody enter in this turn (18.6.1.7-1).
    hunted: BitSet,
    /// The place that the event has marked.
    pub(super) marked: Option<PlaceId>,
}

/// Units, and where on the map they enter.
pub(super) type Placed = Vec<(UnitId, PlaceId)>;

impl<'a> Recruiter<'a> {
    /// Prepares to judge where the units enter that a card of a side brings.
    #[must_use]
    pub fn new(position: &'a Position, side: Side, card: CardId, used: CardUse) -> Self {
        let checker = Rc::new(Checker::of_side(position, side));
        Self::with(checker, position, card, used)
    }

    /// The same, with what is known of the side already.
    pub(crate) fn with(
        checker: Rc<Checker<'a>>,
        position: &'a Position,
        card: CardId,
        used: CardUse,
    ) -> Self {
        let side = checker.side;
        let entry = position.data().cards.get(card);
        let invades = entry.is_some_and(|card| card.event_kind == EventKind::Invasion)
            && used == CardUse::Event;
        let due = due(position, card, used);
        Self {
            checker,
            grounds: due.iter().map(|_| OnceCell::new()).collect(),
            due,
            far: OnceCell::new(),
            // Invasions land among submarines (18.6.1.7-2).
            hunted: match invades {
                true => BitSet::EMPTY,
                false => hunted(position, side),
            },
            marked: None,
        }
    }

    /// The same, for an event that has marked a place.
    #[must_use]
    pub(crate) fn with_marked(self, marked: Option<PlaceId>) -> Self {
        let grounds = self.due.iter().map(|_| OnceCell::new()).collect();
        Self {
            marked,
            grounds,
            ..self
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut violations = Violations(&mut found);
        let entering: Placed = made.orders().iter().filter_map(entering).collect();
        let mut placed = Placed::new();
        for (unit, place) in &entering {
            let again = entering.iter().filter(|(other, _)| other == unit).count() > 1;
            if again {
                violations.add(&ENTERS_TWICE, &[Arg::Unit(*unit)]);
            }
            let Some(one) = self.due.iter().find(|one| one.unit == *unit) else {
                violations.add(&NOT_BROUGHT, &[Arg::Unit(*unit)]);
                continue;
            };
            if again {
                continue;
            }
            let witness = [Arg::Unit(*unit), Arg::Place(*place)];
            match self.place_code(one, *place) {
                Some(code) if code.rank() == TO_CORPS_ASSETS.rank() => {
                    violations.add(code, &witness[..1]);
                }
                Some(code) => violations.add(code, &witness),
                None if one.is_optional() && !self.meets_host(&entering, *place) => {
                    violations.add(&ENTERS_ELSEWHERE, &witness);
                }
                None if *place < self.checker.data.on_map => placed.push((*unit, *place)),
                None => {}
            }
            if self.hunted.contains(*place) {
                violations.add(&SUBMARINES, &witness);
            }
        }
        for one in &self.due {
            let enters = entering.iter().any(|(unit, _)| *unit == one.unit);
            if !enters && !one.is_optional() {
                violations.add(&LEFT_OUT, &[Arg::Unit(one.unit)]);
            }
        }
        self.check_stacks(&placed, &mut violations);
        self.check_overflow(&placed, &mut violations);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where a unit may enter on the map, as far as its sources, ports and areas go, and what that is to it.
    fn ground(&self, one: &Reinforcement) -> Option<&(BitSet, Grounds)> {
        let at = self.due.iter().position(|other| other.unit == one.unit)?;
        let found = || {
            let places = self.places(one);
            (places, self.checker.grounds(one.unit, places))
        };
        Some(self.grounds[at].get_or_init(found))
    }

    fn site(&self, one: &Reinforcement, place: PlaceId) -> Site {
        let ground = self.ground(one);
        ground.map_or(Site::Nowhere, |(_, grounds)| {
            self.checker.site_in(grounds, place)
        })
    }

    fn places(&self, one: &Reinforcement) -> BitSet {
        let checker = &self.checker;
        let named = self.named_places(one);
        if !one.may(EntryPlace::General) && !one.may(EntryPlace::Map) {
            return named;
        }
        let nations = checker.nations_now(one.unit);
        let of = Nation::ALL.iter().filter(|nation| nations.has(**nation));
        of.fold(named, |all, nation| {
            all | checker.entry_places(one.unit, *nation)
        })
    }

    /// The rule that a place breaks where a unit enters, all stacks left out.
    fn place_code(&self, one: &Reinforcement, place: PlaceId) -> Option<&'static Code> {
        let checker = &self.checker;
        let data = checker.data;
        let lcu = data.units[one.unit].size == Size::Lcu;
        if one.may(EntryPlace::CorpsAssets) {
            return (place != checker.assets()).then_some(&TO_CORPS_ASSETS);
        }
        let named = one.has_named_places();
        if place >= data.on_map {
            let [reserve, eliminated, _] = data.known.spent_boxes(checker.side);
            let open = match one.may(EntryPlace::Aqaba) {
                true => place == eliminated && self.named_places(one).is_empty(),
                false => place == reserve && one.may(EntryPlace::Reserve),
            };
            return match open {
                true => None,
                false if one.may(EntryPlace::Aqaba) => Some(&NO_AQABA),
                false if named => Some(&ENTERS_ELSEWHERE),
                false if lcu => Some(&LCU_OFF_MAP),
                false => Some(&WRONG_BOX),
            };
        }
        match self.site(one, place) {
            Site::Nowhere if one.may(EntryPlace::Aqaba) => Some(&NO_AQABA),
            Site::Nowhere if named => Some(&ENTERS_ELSEWHERE),
            Site::Nowhere => Some(self.home_code(one.unit)),
            Site::Besieged => Some(&RP_BESIEGED_SOURCE),
            Site::Open | Site::NextTo(_) => None,
        }
    }

    /// The rule that says where units of this nation enter; others are not read from the table.
    fn home_code(&self, unit: UnitId) -> &'static Code {
        match self.checker.data.units[unit].nations.first() {
            Some(Nation::TuA) => &NO_ARAB_SOURCE,
            Some(Nation::Tu) => &NO_TURKISH_SOURCE,
            Some(Nation::Br | Nation::In | Nation::Anz) => &NO_BRITISH_SOURCE,
            Some(Nation::Ru) => &NO_RUSSIAN_SOURCE,
            _ => &NO_FRENCH_PORT,
        }
    }

    /// Who of the side stands in a place after the move.
    fn standing(&self, placed: &Placed, place: PlaceId) -> Vec<UnitId> {
        let enter = placed.iter().filter(|(_, at)| *at == place);
        let enter = enter.map(|(unit, _)| *unit);
        let there = self.checker.at(place).iter().copied();
        let there = there.filter(|unit| !placed.iter().any(|(other, _)| other == unit));
        there.chain(enter).collect()
    }

    /// Stacks where somebody enters (10.0-1, 10.1-2, 10.2-2), and LCUs in restricted areas (18.1.2). More
    /// units never mend them.
    fn check_stacks(&self, placed: &Placed, violations: &mut Violations<'_>) {
        let checker = &self.checker;
        let places: BitSet = placed.iter().map(|(_, place)| *place).collect();
        for place in (places - checker.data.movement_graph.unlimited_stacking).iter() {
            let crowd = checker.crowd(self.standing(placed, place).into_iter());
            if crowd.too_many() {
                violations.add(&SR_TOO_MANY, &[Arg::Place(place)]);
            }
            if crowd.two_hqs() {
                violations.add(&TWO_HQS, &[Arg::Place(place)]);
            }
            if crowd.rivals() {
                violations.add(&RIVALS, &[Arg::Place(place)]);
            }
        }
        checker.check_lcus_placed(placed, BitSet::EMPTY, violations);
        self.check_together(placed, violations);
    }

    /// Next to sources stand only those who find no room in them (9.5.3.2.c).
    fn check_overflow(&self, placed: &Placed, violations: &mut Violations<'_>) {
        for (unit, place) in placed {
            let Some(one) = self.due.iter().find(|one| one.unit == *unit) else {
                continue;
            };
            let Site::NextTo(sources) = self.site(one, *place) else {
                continue;
            };
            let overflows = |source| self.unfilled(placed, one, *place, source).is_none();
            if !sources.iter().any(overflows) {
                let witness = [Arg::Unit(*unit), Arg::Place(*place)];
                violations.add(&RP_NOT_NEXT_BEST, &witness);
            }
        }
    }

    /// What has room, and keeps a unit from standing next to a source (9.5.3.2.c); and how many would fill it.
    fn unfilled(
        &self,
        placed: &Placed,
        one: &Reinforcement,
        place: PlaceId,
        source: PlaceId,
    ) -> Option<(PlaceId, Option<usize>)> {
        let checker = &self.checker;
        let far = self.far.get_or_init(|| checker.lines_to_enemy());
        let standing = |at| self.standing(placed, at);
        let (places, _) = self.ground(one)?;
        checker.unfilled(one.unit, *places, [source, place], far, &standing)
    }

    /// What keeps a unit from standing next to a source and can be filled, each with how many would do that.
    pub(super) fn to_be_filled(
        &self,
        orders: &[Order],
        unit: UnitId,
        place: PlaceId,
    ) -> Vec<(PlaceId, usize)> {
        let placed: Placed = orders.iter().filter_map(entering).collect();
        let one = self.due.iter().find(|one| one.unit == unit);
        let Some((one, Site::NextTo(sources))) = one.map(|one| (one, self.site(one, place))) else {
            return Vec::new();
        };
        let unfilled = |source| match self.unfilled(&placed, one, place, source)? {
            (first, Some(missing)) => Some((first, missing)),
            (_, None) => None,
        };
        sources.iter().filter_map(unfilled).collect()
    }

    /// Where a unit may enter, all stacks left out: boxes first.
    pub(super) fn sites(&self, one: &Reinforcement) -> Vec<PlaceId> {
        let sites = self
            .ground(one)
            .map_or(BitSet::EMPTY, |(_, grounds)| grounds.all());
        let sites = sites - self.hunted;
        let sites = sites.iter();
        let open = sites.filter(|place| self.place_code(one, *place).is_none());
        self.boxes(one).chain(open).collect()
    }

    /// The boxes that a unit may enter.
    fn boxes(&self, one: &Reinforcement) -> impl Iterator<Item = PlaceId> {
        let checker = &self.checker;
        let [reserve, eliminated, _] = checker.data.known.spent_boxes(checker.side);
        let boxes = [reserve, checker.assets(), eliminated].into_iter();
        boxes.filter(|place| self.place_code(one, *place).is_none())
    }

    /// Every order that breaks no rule if nobody else enters.
    #[must_use]
    pub fn singles(&self) -> Vec<Order> {
        let mut found = Vec::new();
        for one in &self.due {
            for place in self.sites(one) {
                let order = Order::Enter {
                    unit: one.unit,
                    place,
                };
                let host = self.host().filter(|_| one.is_optional());
                let host = host.map(|unit| Order::Enter { unit, place });
                let with_host = host.into_iter().chain([order.clone()]).collect();
                let broken = self.check(&Move::new(with_host));
                if broken.iter().all(|rule| rule.is(&LEFT_OUT)) {
                    found.push(order);
                }
            }
        }
        found
    }

    /// Whether everybody who must be on the map can be put there (9.5.3.2.k); the others may help to fill
    /// a source, or go into their boxes.
    #[must_use]
    pub fn finds_room(&self) -> bool {
        let must = self.due.iter().any(|one| one.must_be_on_map());
        // Who stands next to a source waits until that is full: others are tried first.
        let next = |one: &Reinforcement, at: PlaceId| matches!(self.site(one, at), Site::NextTo(_));
        let arrange = &mut |one: &Reinforcement, sites: &mut Vec<PlaceId>| {
            sites.sort_by_cached_key(|site| next(one, *site));
        };
        !must || self.others_wait(arrange) || self.first_legal(arrange).is_some()
    }

    /// Whether those who must be on the map can be put there while the others are in their boxes: where
    /// those are on the map need not be known then.
    fn others_wait(&self, arrange: &mut dyn FnMut(&Reinforcement, &mut Vec<PlaceId>)) -> bool {
        let those = self.due.iter().copied().filter(|one| !one.is_optional());
        let (must, others): (Vec<_>, Vec<_>) = those.partition(|one| one.must_be_on_map());
        let boxed = |one: &&Reinforcement| self.boxes(one).next().is_some();
        if others.is_empty() || !others.iter().all(boxed) {
            return false;
        }
        let waiting = must.iter().map(|one| {
            let mut sites = self.sites(one);
            arrange(one, &mut sites);
            (one.unit, sites)
        });
        self.completes(&waiting.collect::<Vec<_>>(), &mut Placed::new())
    }

    /// The first legal move, if there is one: each unit's places are tried in the order that `arrange`
    /// leaves them in, who must be on the map first.
    fn first_legal(
        &self,
        arrange: &mut dyn FnMut(&Reinforcement, &mut Vec<PlaceId>),
    ) -> Option<Move> {
        let mut waiting: Vec<(UnitId, Vec<PlaceId>)> = Vec::new();
        for must in [true, false] {
            let those = self.due.iter().filter(|one| !one.is_optional());
            for one in those.filter(|one| one.must_be_on_map() == must) {
                let mut sites = self.sites(one);
                arrange(one, &mut sites);
                waiting.push((one.unit, sites));
            }
        }
        let mut chosen = Placed::new();
        self.completes(&waiting, &mut chosen).then(|| {
            let order = |(unit, place): Place| Order::Enter { unit, place };
            Move::new(chosen.into_iter().map(order).collect())
        })
    }

    /// Whether those who wait find places with those that are chosen; then they are chosen too.
    fn completes(&self, waiting: &[(UnitId, Vec<PlaceId>)], chosen: &mut Placed) -> bool {
        let on_map = self.checker.data.on_map;
        let placed: Placed = chosen.iter().copied().filter(|at| at.1 < on_map).collect();
        let mut broken = Vec::new();
        self.check_stacks(&placed, &mut Violations(&mut broken));
        if !broken.is_empty() {
            return false;
        }
        let Some(((unit, sites), others)) = waiting.split_first() else {
            self.check_overflow(&placed, &mut Violations(&mut broken));
            return broken.is_empty();
        };
        for site in sites {
            chosen.push((*unit, *site));
            if self.completes(others, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// As many legal moves at random as are asked for, fewer if there is none; the same seed gives the
    /// same moves, and the first of many are the same as the first of few.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let due = self.due.iter().filter(|one| !one.is_optional());
        let sites = due.map(|one| (one.unit, self.sites(one)));
        let sites: Vec<(UnitId, Vec<PlaceId>)> = sites.collect();
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        (0..count)
            .filter_map(|number| {
                let mut random = stream(number);
                let made = self.sampled(&sites, &mut random)?;
                Some(self.with_guests(made, &mut random))
            })
            .collect()
    }

    /// One unit after the other goes where it may with those before it: more units in a source, or in
    /// places farther from the enemy, never harm who stands next to it (9.5.3.2.c).
    fn sampled(&self, sites: &[(UnitId, Vec<PlaceId>)], random: &mut Random) -> Option<Move> {
        let on_map = self.checker.data.on_map;
        let mut waiting: Vec<&(UnitId, Vec<PlaceId>)> = sites.iter().collect();
        random.shuffle(&mut waiting);
        let (mut orders, mut placed) = (Vec::new(), Placed::new());
        for (unit, sites) in waiting {
            let mut sites = sites.clone();
            random.shuffle(&mut sites);
            if random.chance(TO_RESERVE) {
                sites.sort_by_key(|place| *place < on_map);
            }
            let place = sites.into_iter().find(|place| {
                *place >= on_map || {
                    placed.push((*unit, *place));
                    let fits = self.stand(&placed);
                    if !fits {
                        placed.pop();
                    }
                    fits
                }
            });
            match place {
                Some(place) => orders.push(Order::Enter { unit: *unit, place }),
                // Who came before took the room.
                None => return self.first_legal(&mut |_, sites| random.shuffle(sites)),
            }
        }
        Some(Move::new(orders))
    }

    /// Whether those who are placed may stand there.
    fn stand(&self, placed: &Placed) -> bool {
        let mut broken = Vec::new();
        let mut violations = Violations(&mut broken);
        self.check_stacks(placed, &mut violations);
        self.check_overflow(placed, &mut violations);
        broken.is_empty()
    }
}

/// A unit, and where it enters.
type Place = (UnitId, PlaceId);

/// What lies on the Aegean, in the turn of GERMAN SUBS IN THE MED; nothing else, and for nobody but the AP.
fn hunted(position: &Position, side: Side) -> BitSet {
    let (data, state) = (position.data(), position.state());
    let this_turn = state.scalar(Scalar::Turn) + 1;
    if side != Side::Ap || state.get(Cell::Event(GERMAN_SUBS_IN_THE_MED)) != this_turn {
        return BitSet::EMPTY;
    }
    on_the_aegean(data)
}

/// Who enters by an order, and where.
const fn entering(order: &Order) -> Option<(UnitId, PlaceId)> {
    match order {
        Order::Enter { unit, place } => Some((*unit, *place)),
        _ => None,
    }
}
