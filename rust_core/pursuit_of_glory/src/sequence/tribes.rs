//! Tribes that rise because the Jihad level did (16.3.2).

use super::agenda::{Home, Rest, SILENT, none_of_its_answers};
use super::decision::{Kind as Asks, Parameters};
use super::{Answer, Field};
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, One};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// Combat units in a space (10.0-1).
const STACK: usize = 3;

/// Tribes come at once, before any other action (16.3.2-1); the CP places them.
pub(super) const fn frame() -> Frame {
    Frame::of(FrameKind::Tribes).by(Side::Cp)
}

pub(super) const HOME: Home = Home {
    rest: |position, _| match position.owes_tribes() {
        true => Rest::Decides(Asks::Tribes),
        false => Rest::Done,
    },
    parameters: |position, _| Parameters::Tribes {
        due: position.state().one(One::TribesDue),
        places: position.tribe_places(),
    },
    take: |position, _, answer| match answer {
        Answer::Place { unit, place } => position.place_tribe(*unit, *place),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

impl Position {
    /// Is a tribe to be placed that can be?
    pub(super) fn owes_tribes(&self) -> bool {
        self.state().one(One::TribesDue) > 0 && !self.tribe_places().is_empty()
    }

    /// The tribes of the Tribal Warfare Key that have a place to go to, and these places.
    ///
    /// A space with the circle of the tribe and no enemy unit, a region whoever is there
    /// (16.3.2.a-1, 16.3.2.a-2); and no more combat units than may stack (10.0-1).
    #[must_use]
    pub fn tribe_places(&self) -> Vec<(UnitId, Vec<PlaceId>)> {
        let data = self.data();
        let in_key = |unit: UnitId| {
            let place = self.place(unit).filter(|place| *place >= data.on_map)?;
            let name = &data.spaces[place].id;
            name.starts_with("tribal_key").then_some(())?;
            data.units[unit].tribe
        };
        let mut found = Vec::new();
        for unit in 0..data.units.len() {
            let Some(tribe) = in_key(unit) else { continue };
            let circles = (0..data.on_map).filter(|at| data.spaces[*at].tribe == Some(tribe));
            let places: Vec<_> = circles.filter(|at| self.takes_tribe(*at)).collect();
            if !places.is_empty() {
                found.push((unit, places));
            }
        }
        found
    }

    fn takes_tribe(&self, place: PlaceId) -> bool {
        let data = self.data();
        if data.spaces[place].kind == Kind::Region {
            return true;
        }
        let units = self.units_at(place);
        let foreign = units.iter().any(|unit| self.side_of(*unit) != Side::Cp);
        let combat = units.iter().filter(|unit| data.units[**unit].is_combat());
        // The first Yildirim unit takes no room (3.2.1.3.yildirim).
        let yildirim = units
            .iter()
            .any(|unit| data.units[*unit].symbol == Some(Symbol::Yildirim));
        !foreign && combat.count() < STACK + usize::from(yildirim)
    }

    /// Places one of the tribes that are due.
    pub(super) fn place_tribe(&self, unit: UnitId, place: PlaceId) -> Result<Self> {
        let choices = self.tribe_places();
        let Some((_, places)) = choices.iter().find(|(tribe, _)| *tribe == unit) else {
            return Err(Error::bad(
                "answer",
                "names no tribe that can be placed now",
            ));
        };
        if !places.contains(&place) {
            let names: Vec<_> = places
                .iter()
                .map(|at| self.data().spaces[*at].id.as_str())
                .collect();
            let why = format!("the tribe may be placed in: {}", names.join(", "));
            return Err(Error::bad("answer", why));
        }
        let mut field = Field::new(self, Side::Cp);
        field.now.stand(unit, place);
        field.trample(place);
        let due = self.state().one(One::TribesDue);
        field.now.put_one(One::TribesDue, due.saturating_sub(1));
        // It may join the attack of the space it comes to (16.3.2.d).
        let space = self.data().spaces[place].kind == Kind::Space;
        let attacks = |other: &UnitId| self.state().attacking.contains(*other);
        if space && self.units_at(place).iter().any(attacks) {
            field.now.put(Cell::Attacking(unit), 1);
        }
        field.settle();
        Ok(field.now.advanced())
    }
}
