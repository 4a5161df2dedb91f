//! Attacks by plain recursion over what the public doors of a position answer.

use super::{BOUNDS, DATA};
use engine::chance::Fraction;
use twilight_of_the_habsburgs::data::HexId;
use twilight_of_the_habsburgs::orders::{Move, Order};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sequence::Parameters;
use twilight_of_the_habsburgs::sequence::evaluation::Measure;
use twilight_of_the_habsburgs::state::Cell;
use twilight_of_the_habsburgs::vocabulary::*;

/// Plain recursion: every legal answer, none taken for another, nothing remembered.
pub(super) struct Plain<'b> {
    pub(super) start: &'b Position,
    pub(super) attacker: Side,
    pub(super) hex: HexId,
    pub(super) left: u32,
}

/// By measure the values of [`BOUNDS`].
type Values = Vec<[Fraction; BOUNDS.len()]>;

impl Plain<'_> {
    fn tell(&self, end: &Position, measure: Measure) -> i64 {
        let foe = self.attacker.foe();
        let units = || 0..DATA.units.len();
        let steps = |now: &Position, unit: usize| match now.hex(unit) {
            None => 0,
            Some(_) if now.state().get(Cell::Reduced(unit)) > 0 => {
                i64::from(DATA.units[unit].steps) - 1
            }
            Some(_) => i64::from(DATA.units[unit].steps),
        };
        let own = |side: Side| units().filter(move |unit| DATA.units[*unit].side == side);
        let lost = |side| -> i64 {
            own(side)
                .map(|unit| steps(self.start, unit) - steps(end, unit))
                .sum()
        };
        let fallen = |side| -> i64 {
            let fallen = own(side)
                .filter(|unit| self.start.hex(*unit).is_some() && end.hex(*unit).is_none());
            fallen.count().try_into().unwrap()
        };
        let emptied = !own(foe).any(|unit| end.hex(unit) == Some(self.hex));
        let front = end.front();
        let fortress = front.fortresses[foe as usize].contains(self.hex);
        match measure {
            Measure::Cleared => (emptied && !fortress).into(),
            Measure::Emptied => emptied.into(),
            Measure::AttackerSteps => lost(self.attacker),
            Measure::DefenderSteps => lost(foe),
            Measure::AttackerUnits => fallen(self.attacker),
            Measure::DefenderUnits => fallen(foe),
            Measure::Vp => {
                let margin = |now: &Position| i64::from(now.front().reckoning().margin);
                let gained = margin(end) - margin(self.start);
                if self.attacker == Side::Central {
                    gained
                } else {
                    -gained
                }
            }
        }
    }

    /// Every legal answer of the side that is asked.
    fn answers(now: &Position, asked: &Parameters) -> Vec<Move> {
        let legal = |made: &Move| now.check(made).unwrap().is_empty();
        let side = now.state().active().unwrap();
        let mut found = Vec::new();
        match asked {
            Parameters::Losses { .. } => {
                let engaged: Vec<usize> = now.engaged(side).iter().collect();
                let ways = 3_usize.pow(engaged.len().try_into().unwrap());
                for mut way in 0..ways {
                    let mut orders = Vec::new();
                    for unit in engaged.iter().copied() {
                        match way % 3 {
                            0 => {}
                            1 => orders.push(Order::Reduce { unit }),
                            _ => orders.push(Order::Eliminate { unit }),
                        }
                        way /= 3;
                    }
                    found.push(Move::new(orders));
                }
            }
            Parameters::Retreat { units, .. } => {
                for unit in units.iter().copied() {
                    let from = now.hex(unit).unwrap();
                    let around = DATA.ground.beside[from].iter();
                    found.extend(around.map(|beside| {
                        let hex = beside.hex;
                        Move::new(vec![Order::Retreat { unit, hex }])
                    }));
                }
            }
            other => panic!("{other:?}"),
        }
        found.retain(legal);
        found
    }

    /// `None` if it takes too long.
    pub(super) fn value(&mut self, now: &Position) -> Option<Values> {
        self.left = self.left.checked_sub(1)?;
        if now.state().battle().is_none() {
            let told =
                |measure: &Measure| [Fraction::whole(self.tell(now, *measure)); BOUNDS.len()];
            return Some(Measure::ALL.iter().map(told).collect());
        }
        let decision = now.decision();
        if let Parameters::Chance { outcomes } = &decision.parameters {
            let mut sum = vec![[Fraction::ZERO; BOUNDS.len()]; Measure::ALL.len()];
            for (outcome, part) in outcomes.iter() {
                let values = self.value(&now.play_outcome(*outcome).unwrap())?;
                for (sum, value) in sum.iter_mut().flatten().zip(values.iter().flatten()) {
                    *sum = sum.plus(part.times(*value).unwrap()).unwrap();
                }
            }
            return Some(sum);
        }
        let attacks = decision.side.unwrap() == self.attacker;
        let mut best: Option<Values> = None;
        for answer in Self::answers(now, &decision.parameters) {
            let values = self.value(&now.play(&answer).unwrap())?;
            let Some(best) = &mut best else {
                best = Some(values);
                continue;
            };
            for ((measure, best), values) in Measure::ALL.iter().zip(best).zip(values) {
                let welcome = measure.is_welcome() == attacks;
                let wants_more = [false, true, welcome, !welcome];
                for ((best, value), more) in best.iter_mut().zip(values).zip(wants_more) {
                    *best = if more {
                        (*best).max(value)
                    } else {
                        (*best).min(value)
                    };
                }
            }
        }
        Some(best.unwrap())
    }
}
