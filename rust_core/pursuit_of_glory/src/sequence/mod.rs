//! Playing: what a position asks, and the position after an answer (8.1, 9.2, 11, 18.6).
//!
//! Positions never change; every answer makes a new one. Chance is a decision of nobody's, with its
//! odds, so no random number is drawn here.

mod action;
mod agenda;
pub mod answer;
mod arrival;
mod attrition;
mod battle;
mod blockade;
mod bulls_eye;
mod chance;
mod collapse;
mod control_map;
mod corps_breakdown;
pub mod decision;
mod digging;
mod draw;
pub mod evaluation;
mod events;
mod excess;
mod galicia;
mod greece;
mod invasion;
mod movement;
mod newcomers;
mod offensives;
mod opening;
mod operations;
mod persia;
mod phases;
mod recorded_points;
mod redeployment;
mod replacement_points;
mod restricted_areas;
mod revolts;
mod revolution;
mod russia;
mod sieges;
pub mod spending;
pub mod supposed_event;
mod tribes;
mod turn;
mod war_status;

pub use answer::{Refusal, no_die_falls};
pub use attrition::{AttritionLosses, LossReason};
pub use chance::Outcome;
pub(crate) use collapse::country_of;
pub use decision::{Decision, Parameters};
pub use galicia::GaliciaDie;
pub(crate) use redeployment::event_of;
pub use sieges::SiegeDie;

use super::control::View;
use super::data::{PlaceId, UnitId};
use super::position::Position;
use super::state::{Cell, Scalar, bias};
use super::vocabulary::*;
use crate::board::BitSet;

/// Operations being carried out: the position as it changes, and what is settled at the end.
struct Transition<'a> {
    /// The position in which they were ordered.
    before: &'a Position,
    now: Position,
    side: Side,
    /// Places that Russian units took in full with a line to a Russian source (16.4.2-2).
    taken_by_ru: BitSet,
    /// The disrupted place that a Russian attack has emptied and Russians have advanced into
    /// (11.2.2.1.d-2).
    freed_by_ru: Option<PlaceId>,
}

impl<'a> Transition<'a> {
    fn new(before: &'a Position, side: Side) -> Self {
        Self {
            before,
            now: before.clone(),
            side,
            taken_by_ru: BitSet::EMPTY,
            freed_by_ru: None,
        }
    }

    fn view(&self) -> View<'_> {
        self.now.view()
    }
}

impl Position {
    /// Moves a track; victory points are neither capped nor floored (5.1.2-2).
    fn shift(&mut self, track: Track, by: i32) {
        if by != 0 {
            let number = self.state().track(track) + by;
            self.put(Cell::Track(track as usize), bias(Some(number)));
        }
    }

    /// Raises the Jihad level: the CP owes a tribe for every point (16.3.2-1).
    fn raise_jihad(&mut self, by: u16) {
        self.shift(Track::Jihad, i32::from(by));
        let due = self.state().scalar(Scalar::TribesDue);
        self.put_scalar(Scalar::TribesDue, due.saturating_add(by));
    }

    /// The Jihad level is never below zero; what an answer raises and what it lowers is set off first
    /// (16.3.1-1).
    fn keep_jihad_at_zero(&mut self) {
        let level = self.state().track(Track::Jihad);
        self.shift(Track::Jihad, -level.min(0));
    }

    /// Pays a penalty of one VP for the AP, once in a game; false if it has been paid.
    fn pay_once(&mut self, penalty: Penalty) -> bool {
        let paid = self.state().scalar(Scalar::Penalties);
        if self.state().holds(Scalar::Penalties, penalty as u8) {
            return false;
        }
        self.put_scalar(Scalar::Penalties, paid | 1 << penalty as u8);
        self.shift(Track::Vp, 1);
        true
    }

    fn stand(&mut self, unit: UnitId, place: PlaceId) {
        let number = u16::try_from(place + 1).unwrap_or(0);
        self.put(Cell::Place(unit), number);
        // Elsewhere no unit belongs to the stack it was activated with (9.2.6).
        self.put(Cell::Stack(unit), 0);
    }

    /// Takes a unit off the map, or from the Turn Track, into a box, at full strength unless it keeps its
    /// state.
    fn retire(&mut self, unit: UnitId, place: PlaceId, keeps_state: bool) {
        self.stand(unit, place);
        for cell in [
            Cell::Attacking(unit),
            Cell::Provoked(unit),
            Cell::Arrival(unit),
            Cell::Bound(unit),
        ] {
            self.put(cell, 0);
        }
        if !keeps_state {
            self.put(Cell::Reduced(unit), 0);
        }
    }

    fn units_at(&self, place: PlaceId) -> Vec<UnitId> {
        let places = self.state().place.iter().enumerate();
        let there = places.filter(|(_, at)| usize::from(**at) == place + 1);
        there.map(|(unit, _)| unit).collect()
    }

    /// Where a unit stands on the map.
    fn spot(&self, unit: UnitId) -> Option<PlaceId> {
        self.place(unit).filter(|place| *place < self.data().on_map)
    }
}

/// Where a side's permanently eliminated units go.
fn permanently_eliminated(position: &Position, side: Side) -> PlaceId {
    let known = &position.data().known;
    match side {
        Side::Cp => known.cp_permanently_eliminated,
        _ => known.ap_permanently_eliminated,
    }
}
