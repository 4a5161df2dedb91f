//! Tribes that rise because the Jihad level did (16.3.2).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::decision::Parameters;
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
        let mut found = Vec::new();
        for unit in 0..data.units.len() {
            let Some(tribe) = self.tribe_in_key(unit) else {
                continue;
            };
            let circles = (0..data.on_map).filter(|at| data.spaces[*at].tribe == Some(tribe));
            let places: Vec<_> = circles.filter(|at| self.takes_tribe(*at)).collect();
            if !places.is_empty() {
                found.push((unit, places));
            }
        }
        found
    }

    fn takes_tribe(&self, place: PlaceId) -> bool {
        !self.enemy_of_tribes(place) && self.has_room_for_tribe(place)
    }

    /// Whether an enemy unit is in a space (16.3.2.a-1). In a region it bars nobody (16.3.2.a-2).
    fn enemy_of_tribes(&self, place: PlaceId) -> bool {
        let mut units = self.units_at(place).into_iter();
        self.data().spaces[place].kind != Kind::Region
            && units.any(|unit| self.side_of(unit) != Side::Cp)
    }

    /// Whether fewer combat units stand in a space than may (10.0-1).
    fn has_room_for_tribe(&self, place: PlaceId) -> bool {
        let data = self.data();
        if data.spaces[place].kind == Kind::Region {
            return true;
        }
        let units = self.units_at(place);
        let combat = units.iter().filter(|unit| data.units[**unit].is_combat());
        // The first Yildirim unit takes no room (3.2.1.3.yildirim).
        let yildirim = units
            .iter()
            .any(|unit| data.units[*unit].symbol == Some(Symbol::Yildirim));
        combat.count() < STACK + usize::from(yildirim)
    }

    /// What is wrong with placing tribes: one that waits goes to a place that takes it.
    fn check_tribe(&self, made: &Move) -> Vec<Violation> {
        let data = self.data();
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
            if self.enemy_of_tribes(place) {
                found.push(Violation::new(&codes::ENEMY_OF_TRIBE, &witness));
            }
            if !self.has_room_for_tribe(place) {
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
