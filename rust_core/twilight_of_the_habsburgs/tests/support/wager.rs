//! Attacks at random, around a random hex of a random scenario.

use super::DATA;
use engine::chance::Random;
use serde_json::{Map, Value, json};
use twilight_of_the_habsburgs::data::HexId;
use twilight_of_the_habsburgs::orders::Move;
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::vocabulary::*;

/// A position in which a side is asked for attacks, and one that it may declare: up to so many units
/// a side around a hex, some reduced, entrenched or without strength, others crowding behind them.
pub(crate) fn wager(random: &mut Random, most: usize) -> Option<(Position, Move)> {
    let scenario = random.pick(&DATA.scenarios)?;
    let at = DATA
        .scenarios
        .iter()
        .position(|each| each.name == scenario.name)?;
    let side = *random.pick(&Side::BOTH)?;
    let land: Vec<HexId> = (0..DATA.map.hexes.len())
        .filter(|hex| !DATA.ground.shut.contains(*hex))
        .collect();
    // One hex in four is one that the rules care for.
    let marked = [&DATA.map.fortresses[..], &DATA.map.depots[..]].concat();
    let target = match random.below(4) {
        0 => *random.pick(&marked)?,
        _ => *random.pick(&land)?,
    };
    let around = |hex: HexId| -> Vec<HexId> {
        let beside = DATA.ground.beside[hex].iter();
        beside.map(|beside| beside.hex).collect()
    };
    let near = around(target);
    let behind: Vec<HexId> = near.iter().flat_map(|hex| around(*hex)).collect();
    let mut pools: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for unit in 0..DATA.units.len() {
        if DATA.campaigns[at].of_side[DATA.units[unit].side as usize].contains(unit) {
            pools[DATA.units[unit].side as usize].push(unit);
        }
    }
    for pool in &mut pools {
        random.shuffle(pool);
        // Those without strength and headquarters come now and then.
        let rank = |unit: &usize| DATA.units[*unit].full.attack > 0;
        let strong: Vec<usize> = pool.iter().copied().filter(rank).collect();
        if random.chance(60) {
            *pool = strong;
        }
    }
    let mut units = Map::new();
    let (mut reduced, mut entrenched) = (Vec::new(), Vec::new());
    let origins: Vec<HexId> = (0..=random.below(3))
        .filter_map(|_| random.pick(&near).copied())
        .collect();
    let mut stand = |random: &mut Random, side: Side, hexes: &[HexId], digs: usize| {
        let (Some(hex), Some(unit)) = (random.pick(hexes), pools[side as usize].pop()) else {
            return;
        };
        let entry = &DATA.units[unit];
        units.insert(entry.id.clone(), json!(DATA.map.hexes[*hex].id));
        if entry.steps > 1 && random.chance(40) {
            reduced.push(entry.id.clone());
        }
        if entry.trench.is_some() && random.chance(digs) {
            entrenched.push(entry.id.clone());
        }
    };
    for _ in 0..=random.below(most) {
        stand(random, side, &origins, 5);
    }
    for _ in 0..random.below(most.min(4)) {
        stand(random, side.foe(), &[target], 30);
    }
    let free: Vec<HexId> = near
        .iter()
        .copied()
        .filter(|hex| !origins.contains(hex))
        .collect();
    for _ in 0..random.below(8) {
        stand(random, side.foe(), &free, 10);
    }
    let back: Vec<HexId> = behind
        .iter()
        .copied()
        .filter(|hex| *hex != target && !near.contains(hex))
        .collect();
    for _ in 0..random.below(14) {
        stand(random, side, &back, 10);
    }
    let impulse = 1 + random.below(2);
    let document = json!({
        "scenario": scenario.name,
        "turn": 1 + random.below(3),
        "event": 2 + random.below(11),
        "agenda": [
            {"frame": "turn", "step": 2},
            {"frame": "player_turn", "side": side.word(), "step": impulse + 1},
            {"frame": "impulse", "side": side.word(), "number": impulse, "step": 4},
            {"frame": "combat", "side": side.word()},
        ],
        "units": Value::Object(units),
        "reduced": reduced,
        "entrenched": entrenched,
    });
    let position = Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).ok()?;
    if position.asks_for() != DecisionKind::Attack {
        return None;
    }
    let made = sample(&position, random.below(1 << 30).try_into().ok()?)?;
    (!made.orders().is_empty()).then_some((position, made))
}
