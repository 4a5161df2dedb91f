//! Tribes that rise because the Jihad level did (16.3.2).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::decision::Parameters;
use crate::board::BitSet;
use crate::check::{Arg, Violation, codes};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;

/// Combat units in a space (10.0-1).
const STACK: usize = 3;

/// Tribes come at once, before any other action (16.3.2-1); the CP places them.
pub(super) const fn frame() -> Frame {
    Frame::of(FrameKind::Tribes).by(Side::Cp)
}

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.owes_tribes() {
        true => NextStep::Decides(DecisionKind::Tribes),
        false => NextStep::Done,
    },
    parameters: |position, _| Parameters::Tribes {
        due: position.state().scalar(Scalar::TribesDue),
        places: position.tribe_places(),
    },
    check: |position, _, made| position.check_tribe(made),
    take: |position, _, made| match made.orders() {
        [Order::PlaceTribe { unit, place }] => Ok(position.place_tribe(*unit, *place)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

/// The spaces that take no tribe.
struct Barred {
    /// Those with an enemy unit (16.3.2.a-1).
    enemy: BitSet,
    /// Those in which no combat unit more may stand (10.0-1).
    full: BitSet,
}

impl Position {
    /// Whether a tribe is to be placed that can be.
    pub(super) fn owes_tribes(&self) -> bool {
        self.state().scalar(Scalar::TribesDue) > 0 && !self.tribe_places().is_empty()
    }

    /// The tribes of the Tribal Warfare Key that have a place to go to, and these places.
    ///
    /// A space with the circle of the tribe and no enemy unit, a region whoever is there
    /// (16.3.2.a-1, 16.3.2.a-2); and no more combat units than may stack (10.0-1).
    #[must_use]
    pub fn tribe_places(&self) -> Vec<(UnitId, Vec<PlaceId>)> {
        let data = self.data();
        let barred = self.barred_to_tribes();
        let barred = barred.enemy | barred.full;
        let mut found = Vec::new();
        for unit in 0..data.units.len() {
            let Some(tribe) = self.tribe_in_key(unit) else {
                continue;
            };
            let circles = (0..data.on_map).filter(|at| data.spaces[*at].tribe == Some(tribe));
            let places: Vec<_> = circles.filter(|at| !barred.contains(*at)).collect();
            if !places.is_empty() {
                found.push((unit, places));
            }
        }
        found
    }

    /// The spaces that take no tribe. A region takes any number, whoever is there (16.3.2.a-2).
    fn barred_to_tribes(&self) -> Barred {
        let data = self.data();
        let (mut enemy, mut yildirim) = (BitSet::EMPTY, BitSet::EMPTY);
        let mut combat = vec![0; data.on_map];
        for unit in self.view().present.iter() {
            let Some(place) = self.spot(unit) else {
                continue;
            };
            if self.side_of(unit) != Side::Cp {
                enemy.insert(place);
            }
            if data.counters.combat.contains(unit) {
                combat[place] += 1;
            }
            if data.units[unit].symbol == Some(Symbol::Yildirim) {
                yildirim.insert(place);
            }
        }
        // The first Yildirim unit takes no room (3.2.1.3.yildirim).
        let full = |place: usize| {
            let room = STACK + usize::from(yildirim.contains(place));
            combat.get(place).is_some_and(|number| *number >= room)
        };
        Barred {
            enemy: enemy - data.network.regions,
            full: BitSet::from_fn(full) - data.network.regions,
        }
    }

    /// What is wrong with placing tribes: one that waits goes to a place that takes it.
    fn check_tribe(&self, made: &Move) -> Vec<Violation> {
        let data = self.data();
        let barred = self.barred_to_tribes();
        let mut found = Vec::new();
        for order in made.orders() {
            let Order::PlaceTribe { unit, place } = *order else {
                continue;
            };
            let witness = [Arg::Unit(unit), Arg::Place(place)];
            let Some(tribe) = self.tribe_in_key(unit) else {
                found.push(Violation::new(&codes::NOT_IN_KEY, &witness[..1]));
                continue;
            };
            if data.spaces[place].tribe != Some(tribe) {
                found.push(Violation::new(&codes::NO_CIRCLE, &witness));
                continue;
            }
            if barred.enemy.contains(place) {
                found.push(Violation::new(&codes::ENEMY_OF_TRIBE, &witness));
            }
            if barred.full.contains(place) {
                found.push(Violation::new(&codes::NO_ROOM_FOR_TRIBE, &witness));
            }
        }
        match made.orders().len() {
            0 => found.push(Violation::new(&codes::NO_TRIBE, &[])),
            1 => {}
            number => {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                found.push(Violation::new(&codes::TWO_TRIBES, &[Arg::Number(number)]));
            }
        }
        found
    }

    /// The circle in which a tribe lives that waits in the Tribal Warfare Key.
    fn tribe_in_key(&self, unit: UnitId) -> Option<Tribe> {
        let data = self.data();
        let place = self.place(unit).filter(|place| *place >= data.on_map)?;
        let name = &data.spaces[place].id;
        name.starts_with("tribal_key").then_some(())?;
        data.units[unit].tribe
    }

    /// Places one of the tribes that are due.
    pub(super) fn place_tribe(&self, unit: UnitId, place: PlaceId) -> Self {
        let mut transition = Transition::new(self, Side::Cp);
        transition.now.stand(unit, place);
        transition.trample(place);
        let due = self.state().scalar(Scalar::TribesDue);
        transition
            .now
            .put_scalar(Scalar::TribesDue, due.saturating_sub(1));
        // It may join the attack of the space it comes to (16.3.2.d).
        let space = self.data().spaces[place].kind == Kind::Space;
        let attacks = |other: &UnitId| self.state().attacking.contains(*other);
        if space && self.units_at(place).iter().any(attacks) {
            transition.now.put(Cell::Attacking(unit), 1);
        }
        transition.settle();
        transition.now.advance_to_next_decision()
    }
}
