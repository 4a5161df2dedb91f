//! Positions in numbers, for those who train players (`docs/environments.md`).

use crate::position::Position;
use crate::readings::Readings;
use crate::sequence::Parameters;
use crate::state::{Cell, Scalar};
use crate::supply::Status;
use crate::vocabulary::*;

/// What is told of tracks and of replacement points, by their words.
const TRACKS: [&str; 7] = [
    "vp",
    "jihad",
    "ru_vp",
    "war_status_ap",
    "war_status_cp",
    "combined_war_status",
    "mo_modifier",
];
const REPLACEMENTS: [&str; 7] = ["ap_allied", "br", "in", "ru", "cp_allied", "ge", "tu"];
/// So many turns, levels, and points, rounds or cards stand for 1.
const TURNS: f64 = 20.0;
const LEVELS: f64 = 2.0;
const TENS: f64 = 10.0;
/// How many marks units and places have.
const UNIT_MARKS: usize = 3;
const PLACE_MARKS: usize = 5;

#[allow(
    clippy::cast_possible_truncation,
    reason = "observations are single floats"
)]
fn small(number: f64) -> f32 {
    number as f32
}

#[allow(clippy::cast_precision_loss, reason = "tables have some hundred rows")]
fn of(number: usize, whole: usize) -> f32 {
    small(number as f64 / whole as f64)
}

/// What a card is as a number: nothing, in the heap of hand and deck, in the deck, ...
const fn of_zone(zone: CardZone) -> f32 {
    match zone {
        CardZone::Unseen => 0.0,
        CardZone::Hidden => 0.2,
        CardZone::Deck => 0.3,
        CardZone::Discard => 0.5,
        CardZone::Removed => 0.6,
        CardZone::FaceUpAp | CardZone::FaceUpCp => 0.8,
        CardZone::Hand => 1.0,
    }
}

impl Position {
    /// The position in numbers: where each unit is; by unit its marks, by place its marks (reduced, waits
    /// to attack, out of supply; AP, CP, trench, fort destroyed, besieged); tracks, points, and where each
    /// card is. What it shows, whoever looks may know.
    #[must_use]
    pub fn observed(&self) -> Vec<f32> {
        let (data, state) = (self.data(), self.state());
        let (units, places) = (data.units.len(), data.spaces.len());
        let size = units * (1 + UNIT_MARKS) + places * PLACE_MARKS;
        let mut told = Vec::with_capacity(size + 32 + data.cards.len());
        told.extend((0..units).map(|unit| match self.place(unit) {
            Some(place) => of(place + 1, places),
            None => 0.0,
        }));
        let supply = self.supply(&Readings::default());
        for unit in 0..units {
            let marks = [
                state.reduced.contains(unit),
                state.attacking.contains(unit),
                supply.units[unit] == Some(Status::OutOfSupply),
            ];
            told.extend(marks.map(|mark| f32::from(u8::from(mark))));
        }
        let view = self.view();
        let [ap, cp] = view.besieging;
        let besieged = ap | cp;
        for place in 0..places {
            let flag = |mark: bool| f32::from(u8::from(mark));
            let trench = state.trench.get(place).copied().unwrap_or(0);
            told.extend([
                flag(view.control[0].contains(place)),
                flag(!view.control[0].contains(place) && view.control[1].contains(place)),
                small(f64::from(trench & 3) / LEVELS),
                flag(state.forts_destroyed.contains(place)),
                flag(besieged.contains(place)),
            ]);
        }
        let low = |one: Scalar| f64::from(state.scalar(one).to_le_bytes()[0]);
        told.push(small(low(Scalar::Turn) / TURNS));
        told.push(small(low(Scalar::Round) / TENS));
        let ops = match self.asks_for() {
            DecisionKind::Operations => match self.decision().parameters {
                Parameters::Operations { ops, .. } => ops,
                _ => 0,
            },
            _ => 0,
        };
        told.push(small(f64::from(ops) / TENS));
        let tracks = TRACKS.iter().filter_map(|word| Track::parse(word));
        told.extend(tracks.map(|track| small(f64::from(state.track(track)) / TENS)));
        let points = REPLACEMENTS
            .iter()
            .filter_map(|word| Replacement::parse(word));
        told.extend(points.map(|kind| {
            let stored = state.get(Cell::Replacement(kind as usize));
            let number = crate::state::unbias(stored).unwrap_or(0);
            small(f64::from(number) / TENS)
        }));
        for side in [Side::Ap, Side::Cp] {
            let held =
                data.cards.iter().enumerate().filter(|(at, card)| {
                    card.side == side && state.zone(*at) == Some(CardZone::Hand)
                });
            #[allow(clippy::cast_precision_loss, reason = "hands are small")]
            let held = held.count() as f64 + f64::from(state.hidden_in_hand(side));
            told.push(small(held / TENS));
        }
        told.extend(data.cards.iter().enumerate().map(|(at, card)| {
            let zone = state.zone(at).unwrap_or(CardZone::Unseen);
            let face_up = matches!(zone, CardZone::FaceUpAp | CardZone::FaceUpCp);
            let owned = matches!(card.side, Side::Ap | Side::Cp);
            match face_up || owned {
                true => of_zone(zone),
                false => 0.0,
            }
        }));
        told
    }
}
