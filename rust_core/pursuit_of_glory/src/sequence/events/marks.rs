//! An effect: the player marks places, for an offensive or with uprisings (9.5.1.a, 18.7, 18.8.5.3).

use super::super::Transition;
use crate::activation::{ActivationRules, Purpose};
use crate::board::BitSet;
use crate::check::{Arg, Checker, Violation, codes};
use crate::control::index;
use crate::data::PlaceId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{ACTED, Cell, Scalar};
use crate::supply::Tracing;
use crate::supply::network::Tracer;
use crate::vocabulary::*;
use engine::chance::Random;

/// JERUSALEM BY CHRISTMAS is judged so many turns ahead.
const CHRISTMAS: i32 = 2;

/// So many turns the Czar is safe for longer.
const WARM_WATER: i32 = 2;

/// In so many of a hundred answers at random nothing is marked that need not be.
const LEFT_OFF: usize = 30;

impl Position {
    /// Where the event lets a mark be put: uprisings in spaces of neutral Persia (18.8.5.3) or with a blue
    /// A (18.7), whoever is there; the AP names a Jihad city or a source of the CP that the CP controls.
    fn ground_for_marks(&self, mark: Mark) -> BitSet {
        let data = self.data();
        let all = 0..data.on_map;
        let space = |place: PlaceId| data.spaces[place].kind == Kind::Space;
        match mark {
            Mark::Persian => {
                let neutral = |place: &PlaceId| data.spaces[*place].area == Area::PersiaNeutral;
                all.filter(|place| space(*place) && neutral(place))
                    .collect()
            }
            Mark::Armenian => {
                let blue = |place: &PlaceId| data.spaces[*place].armenian_uprising;
                all.filter(blue).collect()
            }
            Mark::Gulf => Checker::of_side(self, Side::Ap).gulf_landings(),
            Mark::WarmPort => self.warm_water_ports(&self.view()),
            Mark::CyprusBeachhead => {
                self.open_beachheads(std::iter::once(data.known.cyprus).collect())
            }
            Mark::Beachhead => self.open_beachheads(self.allied_bases()),
            // Without the Russians there is no port to be chosen (16.4.5.4-1).
            Mark::Caspian if self.state().scalar(Scalar::RevolutionStage) >= 4 => BitSet::EMPTY,
            Mark::Caspian => data.network.ports[Sea::Caspian as usize],
            Mark::Christmas => {
                let readings = Readings::OURS;
                let sources = Tracing::new(self, &readings).sources(Tracer::CpSpaces, false);
                let city = |place: &PlaceId| data.spaces[*place].jihad_city;
                let cities: BitSet = all.filter(city).collect();
                (sources | cities) & self.view().control[index(Side::Cp)]
            }
        }
    }

    /// The same, where no uprising lies: a space has room for one (3.2.4.2-2).
    pub(super) fn places_for_marks(&self, mark: Mark) -> BitSet {
        let ground = self.ground_for_marks(mark);
        let free =
            |place: &PlaceId| !mark.is_uprising() || self.state().get(Cell::Uprising(*place)) == 0;
        ground.iter().filter(free).collect()
    }

    /// What is wrong with a choice of places: so many different ones, or all that there are.
    pub(super) fn check_marks(&self, mark: Mark, number: u8, made: &Move) -> Vec<Violation> {
        let (ground, free) = (self.ground_for_marks(mark), self.places_for_marks(mark));
        let wanted = usize::from(number).min(free.len());
        let mut found = Vec::new();
        let mut chosen = BitSet::EMPTY;
        for order in made.orders() {
            let Order::Mark { place } = *order else {
                continue;
            };
            let code = match (ground.contains(place), free.contains(place)) {
                (_, true) => {
                    chosen.insert(place);
                    continue;
                }
                (true, false) => &codes::UPRISING_IS_THERE,
                (false, false) => &codes::CANNOT_MARK,
            };
            found.push(Violation::new(code, &[Arg::Place(place)]));
        }
        let apart = |number: usize| [Arg::Number(u32::try_from(number).unwrap_or(u32::MAX))];
        if chosen.len() < wanted && !mark.is_optional() {
            let missing = apart(wanted - chosen.len());
            found.push(Violation::new(&codes::MARKS_MISSING, &missing));
        }
        if chosen.len() > wanted {
            let more = apart(chosen.len() - wanted);
            found.push(Violation::new(&codes::MARKS_TOO_MANY, &more));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The position with the marks; uprisings change no control (3.2.4.2-1).
    pub(super) fn marked(&self, mark: Mark, made: &Move) -> Self {
        let mut next = self.effect_is_done();
        for order in made.orders() {
            let Order::Mark { place } = *order else {
                continue;
            };
            match mark {
                Mark::CyprusBeachhead | Mark::Beachhead => {
                    next = next.with_beachhead(place);
                    next.about(Some(place));
                }
                Mark::Caspian => next.about(Some(place)),
                Mark::Gulf => next = next.landed(place),
                Mark::WarmPort => next.warm(place),
                Mark::Persian => next.put(Cell::Uprising(place), Uprising::Persian as u16 + 1),
                Mark::Armenian => next.put(Cell::Uprising(place), Uprising::Armenian as u16 + 1),
                Mark::Christmas => {
                    let turn = i32::from(self.state().scalar(Scalar::Turn)) + CHRISTMAS;
                    let number = u16::try_from(place + 1).unwrap_or(0);
                    next.put_scalar(Scalar::ChristmasSpace, number);
                    next.put_scalar(Scalar::ChristmasTurn, u16::try_from(turn).unwrap_or(0));
                }
            }
        }
        next.advance_to_next_decision()
    }

    /// WARM WATER PORT: the port is worth a VP if it was worth none, to lose it is to lose a RU VP space, and
    /// the Czar is safe for longer (16.4.3.1-2). No track moves at once.
    fn warm(&mut self, port: PlaceId) {
        let number = u16::try_from(port + 1).unwrap_or(0);
        self.put_scalar(Scalar::WarmWaterPort, number);
        self.put(Cell::RuVp(port), 1);
        self.move_czar(WARM_WATER);
    }

    /// A marker of the reserve is placed, and what that costs is paid (18.6.1.6).
    fn with_beachhead(&self, place: PlaceId) -> Self {
        let mut transition = Transition::new(self, Side::Ap);
        transition.land(place);
        transition.settle();
        transition.now
    }

    /// RUSSO-BRITISH ASSAULT: all units of a beachhead go ashore, the fort there is destroyed, and they are
    /// activated for combat.
    fn landed(&self, beachhead: PlaceId) -> Self {
        let mut transition = Transition::new(self, Side::Ap);
        let Some(shore) = self.data().spaces[beachhead].shore else {
            return self.clone();
        };
        let theirs = self.view().control[index(Side::Cp)];
        if (self.view().forts & theirs).contains(shore) {
            transition.now.put(Cell::FortDestroyed(shore), 1);
        }
        let rules = ActivationRules::new(self, Side::Ap, &Readings::OURS);
        for unit in self.units_at(beachhead) {
            if self.side_of(unit) != Side::Ap {
                continue;
            }
            transition.end_in(unit, shore);
            transition.trample(shore);
            transition.now.put(Cell::Fought(unit), ACTED);
            if rules.goes_along(unit, beachhead, Purpose::Attack) {
                transition.now.put(Cell::Attacking(unit), 1);
            }
        }
        transition.settle();
        transition.now
    }

    /// Legal answers at random: so many different places.
    pub(super) fn sampled_marks(
        &self,
        mark: Mark,
        number: u8,
        seed: u64,
        count: usize,
    ) -> Vec<Move> {
        let free: Vec<PlaceId> = self.places_for_marks(mark).iter().collect();
        let one = |number_of: usize| {
            let mut places = free.clone();
            Random::new(seed, number_of as u64 + 1).shuffle(&mut places);
            let mut random = Random::new(seed ^ 1, number_of as u64 + 1);
            let left_off = mark.is_optional() && random.chance(LEFT_OFF);
            places.truncate(if left_off { 0 } else { number.into() });
            let orders = places.into_iter().map(|place| Order::Mark { place });
            Move::new(orders.collect())
        };
        (0..count).map(one).collect()
    }
}
