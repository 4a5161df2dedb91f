//! An effect: the player places trenches in two areas (9.5.1.a, 11.3.1.c-3).

use crate::board::BitSet;
use crate::check::{Arg, Violation, codes};
use crate::control::index;
use crate::data::PlaceId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use engine::chance::Random;

impl Position {
    /// Where a trench of an event can be placed: in spaces of the areas that the side controls in full,
    /// without enemies, whatever their terrain (11.3.1.c-3), not in regions (11.3.7), and where no trench is
    /// (11.3.2-1).
    pub(super) fn places_for_trenches(&self, side: Side, areas: [Area; 2]) -> BitSet {
        let held = self.ground_for_trenches(side, areas);
        held.iter()
            .filter(|place| self.state().get(Cell::Trench(*place)) == 0)
            .collect()
    }

    fn ground_for_trenches(&self, side: Side, areas: [Area; 2]) -> BitSet {
        let (view, data) = (self.view(), self.data());
        let held = view.control[index(side)] - view.combat(side.enemy());
        let within = |place: &PlaceId| {
            data.spaces
                .get(*place)
                .is_some_and(|space| space.kind == Kind::Space && areas.contains(&space.area))
        };
        held.iter().filter(within).collect()
    }

    /// What is wrong with a choice of places: so many different ones, or all that there are.
    pub(super) fn check_trenches(
        &self,
        side: Side,
        number: u8,
        areas: [Area; 2],
        made: &Move,
    ) -> Vec<Violation> {
        let ground = self.ground_for_trenches(side, areas);
        let free = self.places_for_trenches(side, areas);
        let wanted = usize::from(number).min(free.len());
        let mut found = Vec::new();
        let mut chosen = BitSet::EMPTY;
        for order in made.orders() {
            let Order::Entrench { place } = *order else {
                continue;
            };
            let witness = [Arg::Place(place)];
            if !ground.contains(place) {
                found.push(Violation::new(&codes::NO_TRENCH_OF_EVENT, &witness));
            } else if free.contains(place) {
                chosen.insert(place);
            } else {
                found.push(Violation::new(&codes::TRENCH_IS_THERE, &witness));
            }
        }
        let apart = |number: usize| [Arg::Number(u32::try_from(number).unwrap_or(u32::MAX))];
        if chosen.len() < wanted {
            let missing = apart(wanted - chosen.len());
            found.push(Violation::new(&codes::TRENCHES_MISSING, &missing));
        }
        if chosen.len() > wanted {
            let more = apart(chosen.len() - wanted);
            found.push(Violation::new(&codes::TRENCHES_TOO_MANY, &more));
        }
        found
    }

    /// The position with the trenches, of level 1 (11.3.2-3).
    pub(super) fn entrenched(&self, side: Side, made: &Move) -> Self {
        let mut next = self.effect_is_done();
        let owner = Control::from(side) as u16;
        for order in made.orders() {
            if let Order::Entrench { place } = *order
                && self.state().get(Cell::Trench(place)) == 0
            {
                next.put(Cell::Trench(place), 1 | owner << 2);
            }
        }
        next.advance_to_next_decision()
    }

    /// Legal answers at random: so many different places.
    pub(super) fn sampled_trenches(
        &self,
        side: Side,
        number: u8,
        areas: [Area; 2],
        seed: u64,
        count: usize,
    ) -> Vec<Move> {
        let free: Vec<PlaceId> = self.places_for_trenches(side, areas).iter().collect();
        let one = |number_of: usize| {
            let mut places = free.clone();
            Random::new(seed, number_of as u64 + 1).shuffle(&mut places);
            places.truncate(number.into());
            let orders = places.into_iter().map(|place| Order::Entrench { place });
            Move::new(orders.collect())
        };
        (0..count).map(one).collect()
    }
}
