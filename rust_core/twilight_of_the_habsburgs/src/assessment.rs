//! What a position is worth, for players, in points of victory (`docs/players.md`).

use crate::board::{Hexes, Units};
use crate::combat::{Attack, Figures};
use crate::data::{HexId, UnitId};
use crate::front::Front;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Outcome;
use crate::victory::{Item, Reckoning};
use crate::vocabulary::*;
use engine::chance::Results;
use engine::error::Result;
use engine::play::Assessed;

/// A game that is over is worth more than whatever may still become of one.
const OVER: f64 = 100.0;
/// What a factor of attack and defence on the map is worth.
const FACTOR: f64 = 0.06;
/// Of the points of a place: how much being next to it is worth, and from how far nothing.
const NEAR: f64 = 0.5;
const FAR: u32 = 24;
/// How much the nearest hex with a unit counts, the second nearest and so on.
const PARTS: [f64; 6] = [0.4, 0.2, 0.15, 0.1, 0.1, 0.05];
/// What it is worth to be in command (4), for each unit.
const COMMAND: f64 = 0.15;
/// What it costs to be in trench state (12) where no enemy is within two hexes, for each unit: it can
/// neither march nor attack. Where one is, threats tell what a trench is worth.
const IDLE: f64 = 0.02;
/// What of a step that an attack is to cost counts before it is taken, and to drive somebody out.
const STEP: f64 = 0.5;
const DRIVEN_OUT: f64 = 0.6;
const REPELLED: f64 = 0.2;
/// What of the attacks that a side could make counts, if it acts, and if the other does.
const ACTS: f64 = 0.7;
const WAITS: f64 = 0.4;

/// What is worth this to the central side is worth as much less to the Entente.
const SIGNS: [f64; 2] = [1.0, -1.0];

impl Assessed for Position {
    type Part = Order;

    const TERMS: &'static [&'static str] = &[
        "victory", "strength", "approach", "command", "trenches", "threats",
    ];

    fn read(&self, text: &str) -> Result<Move> {
        Move::parse(self, self.asks_for(), text)
    }

    /// `victory`: the margin if the game ended now (14.9); 100 more if it is over. `strength`: factors
    /// of attack and defence on the map. `approach`: how near units are to places that would score for
    /// their side and do not yet. `command`: units in command (4). `trenches`: what is lost by units in
    /// trench state far from enemies (12). `threats`: what attacks of both sides promise as all stand.
    fn terms(&self) -> Vec<f64> {
        let front = self.front();
        let reckoned = front.reckoning();
        let mut victory = f64::from(reckoned.margin);
        let (at, asked) = self.asked();
        if asked == DecisionKind::Over {
            victory += (reckoned.level.winner()).map_or(0.0, |side| OVER * SIGNS[side as usize]);
        }
        let (mut strength, mut command, mut idlers) = (0.0, 0.0, 0.0);
        for side in Side::BOTH {
            let sign = SIGNS[side as usize];
            let own = front.present[side as usize];
            own.for_each(|unit| strength += sign * front.factors(unit));
            command += sign * front.command(side).in_command.len() as f64;
            let of_side = front.campaign.of_side[side as usize];
            let dug = of_side & front.state.entrenched;
            let enemies = front.held[side.foe() as usize];
            let near = front.data.ground.weave.around(&enemies);
            let near = near | front.data.ground.weave.around(&near);
            let idle = |unit: UnitId| front.hex(unit).is_none_or(|hex| !near.contains(hex));
            idlers += sign * dug.iter().filter(|unit| idle(*unit)).count() as f64;
        }
        let acts = at.state().active();
        let threats: f64 = Side::BOTH
            .iter()
            .map(|side| {
                let weight = if Some(*side) == acts { ACTS } else { WAITS };
                SIGNS[*side as usize] * weight * front.threat(*side)
            })
            .sum();
        vec![
            victory,
            FACTOR * strength,
            front.approach(&reckoned),
            COMMAND * command,
            -IDLE * idlers,
            threats,
        ]
    }

    /// Of an attack by its odds (9): steps, and hexes that are cleared.
    fn promised(&self, answer: &Move) -> f64 {
        if self.asked().1 != DecisionKind::Attack {
            return 0.0;
        }
        let attack = self.declared_attack(answer);
        let known = attack.filter(|attack| self.knows_units_in(attack.hex, "").is_ok());
        known.map_or(0.0, |attack| promise(&self.figures(&attack)))
    }

    fn plain(&self) -> Vec<Move> {
        let pass = Move::default();
        match self.check(&pass) {
            Ok(broken) if broken.is_empty() => vec![pass],
            _ => Vec::new(),
        }
    }

    fn parts(answer: &Move) -> &[Order] {
        answer.orders()
    }

    fn is_rival(one: &Order, other: &Order) -> bool {
        std::mem::discriminant(one) == std::mem::discriminant(other)
            && one.unit().is_some()
            && one.unit() == other.unit()
    }

    fn joined(&self, parts: Vec<Order>) -> Option<Move> {
        let made = Move::new(parts);
        self.check(&made)
            .is_ok_and(|broken| broken.is_empty())
            .then_some(made)
    }

    fn due(&self) -> Option<Results<Outcome>> {
        self.chance()
    }
}

impl Front<'_> {
    /// The mean of a unit's factors of attack and defence.
    fn factors(&self, unit: UnitId) -> f64 {
        let entry = &self.data.units[unit];
        let face = match self.state.reduced.contains(unit) {
            true => &entry.reduced,
            false => &entry.full,
        };
        f64::from(face.attack + face.defence) / 2.0
    }

    /// What attacks of a side promise as all stand, each unit in one of them.
    fn threat(&self, side: Side) -> f64 {
        let near = self.data.ground.weave.around(&self.targets(side));
        let mut able: Vec<(HexId, Units)> = Vec::new();
        self.present[side as usize].for_each(|unit| {
            if !self.hex(unit).is_some_and(|hex| near.contains(hex)) {
                return;
            }
            for hex in self.attackable(side, unit) {
                match able.iter_mut().find(|(at, _)| *at == hex) {
                    Some((_, units)) => units.insert(unit),
                    None => able.push((hex, Units::from_iter([unit]))),
                }
            }
        });
        let mut found: Vec<(f64, HexId, Units)> = able
            .into_iter()
            .map(|(hex, units)| (self.best_promise(side, hex, units), hex, units))
            .filter(|(worth, ..)| *worth > 0.0)
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (mut used, mut total) = (Units::EMPTY, 0.0);
        for (worth, hex, units) in found {
            let left = units - used;
            if left.is_empty() {
                continue;
            }
            let worth = match left == units {
                true => worth,
                false => self.best_promise(side, hex, left).max(0.0),
            };
            if worth > 0.0 {
                used |= units;
                total += worth;
            }
        }
        total
    }

    /// The most that an attack of all these units promises, by any table.
    fn best_promise(&self, side: Side, hex: HexId, units: Units) -> f64 {
        let promises = CombatTable::ALL.iter().filter_map(|table| {
            let attack = Attack {
                side,
                units,
                hex,
                table: *table,
                gas: false,
                bombarded: false,
            };
            self.is_open_to(&attack)
                .then(|| promise(&self.figures(&attack, || *self.zoc(side.foe()))))
        });
        promises.fold(f64::NEG_INFINITY, f64::max)
    }

    /// What it is worth to the central side that units are near to what would score.
    fn approach(&self, reckoned: &Reckoning) -> f64 {
        let stand: [Hexes; 2] = Side::BOTH.map(|side| {
            let fighting = self.present[side as usize] - self.campaign.headquarters;
            fighting.iter().filter_map(|unit| self.hex(unit)).collect()
        });
        let scores = reckoned.scores.iter();
        let mut scored = [Hexes::EMPTY; 2];
        for (side, item, _) in scores {
            let hex = match item {
                Item::Place(town) => self.data.map.towns.get(town).copied(),
                Item::Depot(hex) => Some(*hex),
                Item::Steps | Item::Headquarters => None,
            };
            if let Some(hex) = hex {
                scored[*side as usize].insert(hex);
            }
        }
        let prizes = self.campaign.prizes.iter();
        let mut total = 0.0;
        for prize in prizes.filter(|prize| !scored[prize.side as usize].contains(prize.hex)) {
            let mut near = [u32::MAX; PARTS.len()];
            stand[prize.side as usize].iter().for_each(|hex| {
                let mut distance = u32::from(prize.distances[hex]);
                for place in &mut near {
                    if distance < *place {
                        std::mem::swap(place, &mut distance);
                    }
                }
            });
            let near = near.iter().zip(PARTS).map(|(distance, part)| {
                part * f64::from(FAR.saturating_sub(*distance)) / f64::from(FAR)
            });
            total +=
                SIGNS[prize.side as usize] * f64::from(prize.points) * NEAR * near.sum::<f64>();
        }
        total
    }
}

/// What an attack promises who makes it.
fn promise(figures: &Figures) -> f64 {
    let (attackers, defenders) = figures.steps();
    let all = figures.shows.iter().map(|result| {
        // Half of the steps, rounded up, or all of them.
        let lost = |attacks: bool, steps: u32| match () {
            () if result.destroys(attacks) => f64::from(steps),
            () if result.halves(attacks) => f64::from(steps.div_ceil(2)),
            () => 0.0,
        };
        let leaves = |attacks: bool| result.drives(attacks) || result.destroys(attacks);
        let mut worth = STEP * (lost(false, defenders) - lost(true, attackers));
        if leaves(false) && defenders > 0 {
            worth += DRIVEN_OUT;
        }
        if leaves(true) {
            worth -= REPELLED;
        }
        worth
    });
    all.sum::<f64>() / figures.shows.len() as f64
}
