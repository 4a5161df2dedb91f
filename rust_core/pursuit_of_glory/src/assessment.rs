//! What a position is worth, for players, in victory points (`docs/players.md`).

use crate::attacks::{BattleQuery, Price, ask};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::sequence::{Outcome, Parameters};
use crate::state::{Cell, unbias};
use crate::supply::Status;
use crate::vocabulary::*;
use engine::chance::Results;
use engine::error::Result;
use engine::play::Assessed;

/// A game that is over is worth more than whatever may still become of one.
const OVER: f64 = 100.0;
/// What a combat factor on the map is worth, and how much of it is left in a box.
const FACTOR: f64 = 0.15;
const IN_BOX: f64 = 0.4;
const SPACE: f64 = 0.05;
const JIHAD: f64 = 0.3;
const REPLACEMENT: f64 = 0.06;
const OPS: f64 = 0.15;
/// What a combat factor next to a place of victory points is worth that the enemy holds, and more of
/// them than so many are worth no more.
const PRESSURE: f64 = 0.03;
const MOST_PRESSURE: f64 = 8.0;
/// What each factor more than a neighbour's is worth to units that wait to attack it.
const WAITING: f64 = 0.1;
const MOST_WAITING: f64 = 4.0;
/// What a step lost in battle is worth, a battle won, and a point of the place that is cleared.
const STEP: f64 = 0.25;
const WIN: f64 = 0.2;
const PRIZE: f64 = 2.0;

/// What of a factor is lost with its supply (14.1, 14.3.2).
const fn lost(status: Status) -> f64 {
    match status {
        Status::Full => 0.0,
        Status::Limited => 0.1,
        Status::Disrupted => 0.3,
        Status::LimitedDisrupted => 0.4,
        Status::OutOfSupply => 0.7,
    }
}

/// What is worth this to the AP is worth as much less to the CP.
const fn sign(side: usize) -> f64 {
    if side == 0 { 1.0 } else { -1.0 }
}

/// The combat factors of each side by place.
type Factors = [[f64; BitSet::CAPACITY]; 2];

impl Assessed for Position {
    type Part = Order;

    const TERMS: &'static [&'static str] = &[
        "victory",
        "strength",
        "supply",
        "pressure",
        "waiting",
        "spaces",
        "jihad",
        "replacements",
        "ops",
    ];

    fn read(&self, text: &str) -> Result<Move> {
        self.read_move(text)
    }

    /// `victory`: the VP total if the game ended now (5); 100 more if it is over. `strength`: combat
    /// factors, those in boxes by less. `supply`: what of them is lost for want of supply (14).
    /// `spaces`: spaces taken. `jihad`: the level (16.3). `replacements`: points not spent (17).
    /// `ops`: OPS still to be spent (9.2). `pressure`: factors beside places of victory points that
    /// the enemy holds. `waiting`: factors of units that wait to attack, beyond those of a neighbour
    /// (12.1).
    fn terms(&self) -> Vec<f64> {
        let (data, state) = (self.data(), self.state());
        let reckoned = self.victory();
        let at = self.at_next_decision();
        let decision = at.decision();
        // VPs favour the CP.
        let mut victory = -f64::from(reckoned.total);
        if decision.kind == DecisionKind::Over {
            victory += OVER * sign(usize::from(reckoned.level.winner() == Side::Cp));
        }
        let [strength, supply, pressure, waiting] = self.of_units();
        let spaces = (0..data.on_map).map(|place| {
            let controller = state.get(Cell::Control(place));
            let taken = controller != data.spaces[place].colour as u16;
            match taken {
                true if controller == Control::Ap as u16 => 1.0,
                true if controller == Control::Cp as u16 => -1.0,
                _ => 0.0,
            }
        });
        let points =
            |kind: Replacement| unbias(state.get(Cell::Replacement(kind as usize))).unwrap_or(0);
        let replacements = Replacement::ALL.iter().map(|kind| {
            let central = [Replacement::CpAllied, Replacement::Ge, Replacement::Tu];
            sign(central.contains(kind).into()) * f64::from(points(*kind))
        });
        let ops = match (&decision.parameters, decision.side) {
            (Parameters::Operations { ops, .. }, Some(side)) => {
                sign(usize::from(side == Side::Cp)) * f64::from(*ops)
            }
            _ => 0.0,
        };
        vec![
            victory,
            FACTOR * strength,
            FACTOR * supply,
            PRESSURE * pressure,
            WAITING * waiting,
            SPACE * spaces.sum::<f64>(),
            -JIHAD * f64::from(state.track(Track::Jihad)),
            REPLACEMENT * replacements.sum::<f64>(),
            OPS * ops,
        ]
    }

    /// Of an attack by its odds (12): steps, the battle, and its place.
    fn promised(&self, answer: &Move) -> f64 {
        let attacks = |order: &Order| match order {
            Order::Attack { place } => Some(*place),
            _ => None,
        };
        let Some(target) = answer.orders().iter().find_map(attacks) else {
            return 0.0;
        };
        self.price_of(answer).map_or(0.0, |price| {
            let number = |number: engine::chance::Fraction| number.to_f64();
            let prize = PRIZE * f64::from(self.data().spaces[target].vp);
            STEP * (number(price.defender_steps) - number(price.attacker_steps))
                + WIN * (number(price.win) - number(price.loss))
                + prize * number(price.clear)
        })
    }

    fn plain(&self) -> Vec<Move> {
        let all = [Vec::new(), vec![Order::End], vec![Order::Automatic]];
        let legal = |made: &Move| self.check(made).is_ok_and(|broken| broken.is_empty());
        all.into_iter().map(Move::new).filter(legal).collect()
    }

    fn parts(answer: &Move) -> &[Order] {
        answer.orders()
    }

    fn is_rival(one: &Order, other: &Order) -> bool {
        match (one, other) {
            (Order::Go { unit: one, .. }, Order::Go { unit: other, .. })
            | (Order::Organize { lcu: one, .. }, Order::Organize { lcu: other, .. }) => {
                one == other
            }
            // It stands alone.
            (Order::End, _) | (_, Order::End) => true,
            _ => false,
        }
    }

    fn joined(&self, parts: Vec<Order>) -> Option<Move> {
        let made = Move::new(parts);
        let whole = !made.ends() || made.orders().len() == 1;
        (whole && self.check(&made).is_ok_and(|broken| broken.is_empty())).then_some(made)
    }

    fn due(&self) -> Option<Results<Outcome>> {
        self.chance()
    }
}

impl Position {
    /// The odds of an attack that is declared; `None` of one that breaks rules.
    fn price_of(&self, answer: &Move) -> Option<Price> {
        let text = answer.to_text(self.data(), Some(self));
        let asked: BattleQuery<'_> = ask(self, &text, &[], false).ok()?;
        if !asked.legal() {
            return None;
        }
        Price::of(&asked.battle().odds().ok()?).ok()
    }

    /// What units are worth to the AP: their strength, what of it is lost for want of supply, where
    /// they stand, and what waits to attack.
    fn of_units(&self) -> [f64; 4] {
        let (data, state, view) = (self.data(), self.state(), self.view());
        let supply = self.supply(&Readings::default());
        let (mut strength, mut wanting) = (0.0, 0.0);
        let mut at: Factors = [[0.0; BitSet::CAPACITY]; 2];
        let mut waits: Factors = at;
        let (mut stand, mut waiting) = ([BitSet::EMPTY; 2], [BitSet::EMPTY; 2]);
        for unit in 0..data.units.len() {
            let Some(place) = self.place(unit) else {
                continue;
            };
            let side = match self.side_of(unit) {
                Side::Ap => 0,
                Side::Cp => 1,
                Side::Special => continue,
            };
            let factors = self.factors(unit);
            if place >= data.on_map {
                strength += sign(side) * IN_BOX * factors;
                continue;
            }
            strength += sign(side) * factors;
            wanting -= sign(side) * factors * supply.units[unit].map_or(0.0, lost);
            at[side][place] += factors;
            stand[side].insert(place);
            if state.attacking.contains(unit) {
                waits[side][place] += factors;
                waiting[side].insert(place);
            }
        }
        let mut near = [0.0; BitSet::CAPACITY];
        // The weakest neighbour with enemies of those who wait.
        let mut weakest = [[f64::INFINITY; BitSet::CAPACITY]; 2];
        for connection in &data.connections {
            let ways = [(connection.a, connection.b), (connection.b, connection.a)];
            for (here, there) in ways {
                if data.spaces[here].vp > 0
                    && let Some(holder) = (0..2).find(|side| view.control[*side].contains(here))
                {
                    near[here] = f64::max(near[here], at[1 - holder][there]);
                }
                for side in 0..2 {
                    if waiting[side].contains(here) && stand[1 - side].contains(there) {
                        let least = &mut weakest[side][here];
                        *least = f64::min(*least, at[1 - side][there]);
                    }
                }
            }
        }
        let pressure = (0..data.on_map).map(|place| {
            let by_ap = view.control[1].contains(place);
            sign(usize::from(!by_ap)) * f64::min(near[place], MOST_PRESSURE)
        });
        let advantage = |side: usize| {
            let more = |place: PlaceId| {
                let more = waits[side][place] - weakest[side][place];
                more.clamp(0.0, MOST_WAITING)
            };
            sign(side) * waiting[side].iter().map(more).sum::<f64>()
        };
        [
            strength,
            wanting,
            pressure.sum(),
            advantage(0) + advantage(1),
        ]
    }

    /// The combat factor of a unit as it is; none of HQs and artillery.
    fn factors(&self, unit: UnitId) -> f64 {
        let entry = &self.data().units[unit];
        let face = match self.state().get(Cell::Reduced(unit)) > 0 {
            true => &entry.reduced,
            false => &entry.full,
        };
        face.cf.map_or(0.0, f64::from)
    }
}
