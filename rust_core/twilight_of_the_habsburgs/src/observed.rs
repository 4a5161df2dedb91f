//! Positions in numbers, for those who train players (`docs/environments.md`).

use crate::board::Hexes;
use crate::position::Position;
use crate::state::{FrameKind, Scalar};
use crate::vocabulary::*;

/// Whose points are told, and which losses, in this order.
const POINTS: [&str; 6] = [
    "austrian", "german", "italian", "british", "french", "allied",
];
const LOSSES: [Scalar; 6] = [
    Scalar::StepsLostCentral,
    Scalar::StepsLostEntente,
    Scalar::DoubleStepsLostCentral,
    Scalar::DoubleStepsLostEntente,
    Scalar::LostThisTurnCentral,
    Scalar::LostThisTurnEntente,
];
/// So many turns, points or units, and points of victory stand for 1.
const TURNS: f64 = 20.0;
const TENS: f64 = 10.0;
const MANY: f64 = 100.0;

#[allow(
    clippy::cast_possible_truncation,
    reason = "observations are single floats"
)]
fn small(number: f64) -> f32 {
    number as f32
}

#[allow(clippy::cast_precision_loss, reason = "maps have some thousand hexes")]
fn of(number: usize, whole: usize) -> f32 {
    small(number as f64 / whole as f64)
}

fn flag(mark: bool) -> f32 {
    f32::from(u8::from(mark))
}

impl Position {
    /// The position in numbers: where each unit is; by unit its marks, by place its marks (reduced,
    /// entrenched, out of command, attacked, engaged, cornered, units beneath; scouted, attacked, passed by
    /// each side); the turn, the event, the margin, points and losses. What it shows, whoever looks may
    /// know.
    #[must_use]
    pub fn observed(&self) -> Vec<f32> {
        let (data, state) = (self.data(), self.state());
        let (units, places) = (data.units.len(), data.off_map(OffMap::Covered) + 1);
        let mut told = Vec::with_capacity(8 * units + 4 * places + 32);
        told.extend((0..units).map(|unit| match self.place(unit) {
            Some(place) if place < places => of(place + 1, places),
            _ => 0.0,
        }));
        for unit in 0..units {
            let marks = [
                &state.reduced,
                &state.entrenched,
                &state.out_of_command,
                &state.attacked,
                &state.engaged,
                &state.cornered,
            ];
            told.extend(marks.map(|mark| flag(mark.contains(unit))));
            told.push(small(f64::from(state.beneath[unit]) / TENS));
        }
        let scouts = state.scouted.iter();
        let scouted = scouts.filter_map(|stored| usize::from(*stored).checked_sub(1));
        let mut marked = [Hexes::EMPTY; 4];
        scouted.for_each(|hex| marked[0].insert(hex));
        for frame in state
            .agenda()
            .filter(|frame| frame.kind == FrameKind::Attack)
        {
            if let Some(hex) = frame.target() {
                marked[1].insert(hex);
            }
        }
        for (at, (_, hex)) in data.towns.iter().enumerate() {
            let side = state.passed[at].checked_sub(1).and_then(Side::at);
            if let Some(side) = side {
                marked[2 + side as usize].insert(*hex);
            }
        }
        for place in 0..places {
            told.extend(marked.map(|set| flag(place < Hexes::CAPACITY && set.contains(place))));
        }
        let one = |one: Scalar| f64::from(state.one(one));
        told.push(small(one(Scalar::Turn) / TURNS));
        told.push(small(one(Scalar::Event) / TENS));
        told.push(small(f64::from(self.front().reckoning().margin) / MANY));
        let pools = POINTS.iter().filter_map(|word| Pool::parse(word));
        told.extend(pools.map(|pool| small(f64::from(state.points[pool as usize]) / TENS)));
        told.extend(LOSSES.map(|lost| small(one(lost) / TENS)));
        told
    }
}
