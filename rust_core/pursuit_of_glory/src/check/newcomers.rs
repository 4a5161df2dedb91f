//! Where the Egyptians of a rebellion enter (16.3.3.5.eg-1), in stage 4 of the Revolution the
//! Transcaucasians and the Georgian Protectorate (16.4.5.4-4, 16.4.5.4-7), and with ROMANIA the division
//! that Bulgaria and Austria-Hungary share (18.8.4.2-1).

use super::codes::{Code, *};
use super::violation::Violations;
use super::{Arg, Checker, Violation};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Random;

/// Judges where newcomers of a side enter.
#[derive(Debug)]
pub struct Newcomers<'a> {
    checker: Checker<'a>,
    due: Vec<UnitId>,
    /// Whether an event brings them.
    of_event: bool,
}

/// Units, and where they enter.
type Placed = Vec<(UnitId, PlaceId)>;

impl<'a> Newcomers<'a> {
    /// Those of Egypt for the CP, those of the Revolution for the AP, or those that an event leaves to a
    /// side to place: who is not in the game yet.
    #[must_use]
    pub fn new(position: &'a Position, side: Side, event: Option<CardId>) -> Self {
        let data = position.data();
        let comes = |unit: &UnitId| {
            let entry = &data.units[*unit];
            let named = match side {
                _ if event.is_some() => *unit == data.known.bu_ah_combined_div,
                Side::Cp => entry.is_of(Nation::Egyptian),
                _ => {
                    let caucasian = entry.is_of(Nation::Arm) || entry.is_of(Nation::Geo);
                    (caucasian && entry.class == Class::Regular)
                        || *unit == data.known.ge_georgian_protectorate
                }
            };
            named && position.place(*unit).is_none()
        };
        Self {
            checker: Checker::of_side(position, side),
            due: (0..data.units.len()).filter(comes).collect(),
            of_event: event.is_some(),
        }
    }

    /// The units that come.
    #[must_use]
    pub fn due(&self) -> &[UnitId] {
        &self.due
    }

    fn is_protectorate(&self, unit: UnitId) -> bool {
        unit == self.checker.data.known.ge_georgian_protectorate
    }

    /// Where nobody stands at all.
    fn empty(&self) -> BitSet {
        let checker = &self.checker;
        let units = checker.position.state().place.iter();
        let taken: BitSet = units
            .filter_map(|place| usize::from(*place).checked_sub(1))
            .filter(|place| *place < checker.data.on_map)
            .collect();
        BitSet::below(checker.data.on_map) - taken
    }

    /// Where a unit may enter, stacks left out.
    fn places(&self, unit: UnitId) -> BitSet {
        let checker = &self.checker;
        let (data, view) = (checker.data, checker.view());
        let known = &data.known;
        if self.is_protectorate(unit) {
            let towns: BitSet = [known.batum, known.tiflis].into_iter().collect();
            return towns & self.empty();
        }
        let area = |area: Area| data.victory_index.area(area);
        let admitting = checker.admitting(unit);
        match checker.side {
            _ if self.of_event => {
                let bulgarian = |place: &PlaceId| {
                    data.spaces[*place].country == Some(Country::Bulgaria)
                        && data.spaces[*place].kind == Kind::Space
                };
                let bulgaria: BitSet = (0..data.on_map).filter(bulgarian).collect();
                bulgaria & checker.controlled() & admitting
            }
            Side::Cp => {
                let own = view.control[index(Side::Cp)] | view.partial_control(Side::Cp);
                (area(Area::Egypt) | area(Area::Sudan)) & (own | self.empty()) & admitting
            }
            _ => {
                let protectorate = checker.position.place(known.ge_georgian_protectorate);
                let alone: BitSet = protectorate.into_iter().collect();
                let areas = area(Area::Russia) | area(Area::Caucasus);
                let own = checker.controlled() | view.partial_control(Side::Ap);
                (areas & own & admitting) - alone
            }
        }
    }

    /// The ways to name somebody who does not come, comes twice, somewhere else, or not at all.
    fn codes(&self, unit: UnitId) -> [&'static Code; 4] {
        match self.checker.side {
            _ if self.of_event => [
                &NO_DIVISION_OF_ENTRY,
                &DIVISION_TWICE,
                &NOT_IN_BULGARIA,
                &DIVISION_LEFT_OUT,
            ],
            Side::Cp => [&NO_REBEL, &REBEL_TWICE, &NOT_IN_EGYPT, &REBEL_LEFT_OUT],
            _ if self.is_protectorate(unit) => [
                &NO_TRANSCAUCASIAN,
                &GEORGIA_TWICE,
                &NOT_IN_GEORGIA,
                &TRANSCAUCASIAN_LEFT_OUT,
            ],
            _ => [
                &NO_TRANSCAUCASIAN,
                &TRANSCAUCASIAN_TWICE,
                &NOT_IN_TRANSCAUCASIA,
                &TRANSCAUCASIAN_LEFT_OUT,
            ],
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut violations = Violations(&mut found);
        let entering = |order: &Order| match order {
            Order::Enter { unit, place } => Some((*unit, *place)),
            _ => None,
        };
        let entering: Placed = made.orders().iter().filter_map(entering).collect();
        let mut placed = Placed::new();
        for (unit, place) in &entering {
            let [nobody, twice, elsewhere, _] = self.codes(*unit);
            let again = entering.iter().filter(|(other, _)| other == unit).count() > 1;
            if again {
                violations.add(twice, &[Arg::Unit(*unit)]);
            }
            if !self.due.contains(unit) {
                violations.add(nobody, &[Arg::Unit(*unit)]);
                continue;
            }
            if again {
                continue;
            }
            if self.places(*unit).contains(*place) {
                placed.push((*unit, *place));
            } else {
                violations.add(elsewhere, &[Arg::Unit(*unit), Arg::Place(*place)]);
            }
        }
        self.check_stacks(&placed, &mut violations);
        for unit in &self.due {
            let named = entering.iter().any(|(other, _)| other == unit);
            if named || self.is_protectorate(*unit) {
                continue;
            }
            if self.has_room(*unit, &placed) {
                let [.., left_out] = self.codes(*unit);
                violations.add(left_out, &[Arg::Unit(*unit)]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Stacks where somebody enters (10.0-1, 10.1-2, 10.2-2), and the Protectorate alone (16.4.5.4-5).
    fn check_stacks(&self, placed: &Placed, violations: &mut Violations<'_>) {
        let checker = &self.checker;
        let places: BitSet = placed.iter().map(|(_, place)| *place).collect();
        for place in places.iter() {
            let here = || placed.iter().filter(|(_, at)| *at == place);
            let georgia = here().any(|(unit, _)| self.is_protectorate(*unit));
            if georgia && here().count() > 1 {
                violations.add(&STACKS_WITH_GEORGIA, &[Arg::Place(place)]);
            }
            if checker
                .data
                .movement_graph
                .unlimited_stacking
                .contains(place)
            {
                continue;
            }
            let enter = here().map(|(unit, _)| *unit);
            let enter = enter.filter(|unit| !self.is_protectorate(*unit));
            let crowd = checker.crowd(checker.at(place).iter().copied().chain(enter));
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
    }

    fn stand(&self, placed: &Placed) -> bool {
        let mut broken = Vec::new();
        self.check_stacks(placed, &mut Violations(&mut broken));
        broken.is_empty()
    }

    /// Whether a unit finds a place beside those who are placed.
    fn has_room(&self, unit: UnitId, placed: &Placed) -> bool {
        let taken: BitSet = placed
            .iter()
            .filter(|(other, _)| self.is_protectorate(*other))
            .map(|(_, place)| *place)
            .collect();
        (self.places(unit) - taken).iter().any(|place| {
            let here = placed.iter().filter(|(_, at)| *at == place).copied();
            self.stand(&here.chain([(unit, place)]).collect())
        })
    }

    /// Whether anybody could enter.
    #[must_use]
    pub fn finds_room(&self) -> bool {
        let none = Placed::new();
        self.due.iter().any(|unit| self.has_room(*unit, &none))
    }

    /// Every order that breaks no rule if nobody else enters.
    #[must_use]
    pub fn singles(&self) -> Vec<Order> {
        let mut found = Vec::new();
        for unit in &self.due {
            for place in self.places(*unit).iter() {
                if self.stand(&vec![(*unit, place)]) {
                    found.push(Order::Enter { unit: *unit, place });
                }
            }
        }
        found
    }

    /// As many legal moves at random as are asked for; the same seed gives the same moves, and the first
    /// of many are the same as the first of few.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        (0..count)
            .map(|number| self.sampled(&mut stream(number)))
            .collect()
    }

    fn sampled(&self, random: &mut Random) -> Move {
        let mut waiting = self.due.clone();
        random.shuffle(&mut waiting);
        let mut placed = Placed::new();
        for unit in waiting {
            // The Protectorate may stay away.
            if self.is_protectorate(unit) && random.chance(50) {
                continue;
            }
            let mut places: Vec<PlaceId> = self.places(unit).iter().collect();
            random.shuffle(&mut places);
            for place in places {
                placed.push((unit, place));
                if self.stand(&placed) {
                    break;
                }
                placed.pop();
            }
        }
        let order = |(unit, place)| Order::Enter { unit, place };
        Move::new(placed.into_iter().map(order).collect())
    }
}
