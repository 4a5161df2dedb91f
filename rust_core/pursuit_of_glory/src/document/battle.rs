//! What a document tells of battles (12); nothing where nobody has fought.

use crate::position::Position;
use crate::state::{Cell, Fight, STACKS};
use crate::vocabulary::{Settled, Side, Stage};
use serde_json::{Map, Value, json};

/// Adds what there is to tell.
pub(super) fn told(position: &Position, document: &mut Map<String, Value>) {
    let (state, data) = (position.state(), position.data());
    if state.nothing_fought() {
        return;
    }
    let units = |wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let units = data.units.iter().enumerate();
        let units = units.filter(|(at, _)| wanted(*at));
        units.map(|(_, unit)| unit.id.as_str()).collect()
    };
    let places = |wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let spaces = data.spaces.iter().enumerate();
        let spaces = spaces.filter(|(at, _)| wanted(*at));
        spaces.map(|(_, space)| space.id.as_str()).collect()
    };
    let cards = |wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let cards = data.cards.iter().enumerate();
        let cards = cards.filter(|(at, _)| wanted(*at));
        cards.map(|(_, card)| card.id.as_str()).collect()
    };
    let mut tell = |key: &str, list: Value| {
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            document.insert(key.into(), list);
        }
    };
    let stack = |number: u16| units(&|at| state.get(Cell::Stack(at)) == number);
    let last = (1..=STACKS).rev().find(|number| !stack(*number).is_empty());
    let stacks: Vec<_> = (1..=last.unwrap_or(0)).map(stack).collect();
    tell("stacks", json!(stacks));
    tell("acted", json!(units(&|at| state.acted.contains(at))));
    tell("fought", json!(units(&|at| state.fought.contains(at))));
    tell(
        "retreated",
        json!(units(&|at| state.retreated.contains(at))),
    );
    tell(
        "attacked",
        json!(places(&|at| state.get(Cell::Attacked(at)) == 1)),
    );
    let through = places(&|at| state.get(Cell::Attacked(at)) == 2);
    tell("attacked_through_greek_ports", json!(through));
    tell("cards_used", json!(cards(&|at| state.used(at))));
    let turn = state.fight(Fight::RussiansAttacked);
    if turn > 0 {
        document.insert("russians_attacked".into(), turn.into());
    }
    let turn = state.fight(Fight::WarWeary);
    if turn > 0 {
        document.insert("war_weary".into(), turn.into());
    }
    let place = |which: Fight| {
        let at = usize::from(state.fight(which)).checked_sub(1)?;
        Some(data.spaces.get(at)?.id.as_str())
    };
    let Some(target) = place(Fight::Target) else {
        return;
    };
    let stage = Stage::at(state.fight(Fight::Stage).to_le_bytes()[0]);
    let mut battle = json!({
        "place": target,
        "stage": stage.map_or("", Stage::word),
        "attackers": units(&|at| state.attackers.contains(at)),
        "defenders": units(&|at| state.defenders.contains(at)),
        "cards": {
            "ap": cards(&|at| state.played_by(at) == Some(Side::Ap)),
            "cp": cards(&|at| state.played_by(at) == Some(Side::Cp)),
        },
    });
    for (key, list) in [
        ("from_hand", cards(&|at| state.from_hand(at))),
        ("before_weather", cards(&|at| state.before_weather(at))),
    ] {
        if !list.is_empty() {
            battle[key] = json!(list);
        }
    }
    for (key, which) in [
        ("pin", Fight::Pin),
        ("weather", Fight::Weather),
        ("stack_out", Fight::StackOut),
    ] {
        if let Some(place) = place(which) {
            battle[key] = place.into();
        }
    }
    let settled = Settled::ALL.iter();
    let settled: Vec<_> = settled
        .filter(|matter| state.fight(Fight::Settled) >> **matter as u16 & 1 == 1)
        .map(|matter| matter.word())
        .collect();
    if !settled.is_empty() {
        battle["settled"] = json!(settled);
    }
    let mut losses = Map::new();
    for (whose, which) in [
        ("attacker", Fight::LossByAttacker),
        ("defender", Fight::LossByDefender),
    ] {
        if let Some(loss) = state.fight(which).checked_sub(1) {
            losses.insert(whose.into(), loss.into());
        }
    }
    if !losses.is_empty() {
        battle["loss_numbers"] = losses.into();
    }
    let factor = |at: &usize| state.get(Cell::Factor(*at));
    let mut factors = Map::new();
    for at in (0..data.units.len()).filter(|at| factor(at) > 0) {
        factors.insert(data.units[at].id.clone(), factor(&at).into());
    }
    let mut replacements = Map::new();
    for (at, unit) in data.units.iter().enumerate() {
        if let Some(lcu) = data.counters.lcu(state.get(Cell::Heir(at))) {
            replacements.insert(unit.id.clone(), data.units[lcu].id.clone().into());
        }
    }
    let mut origins = Map::new();
    let center = usize::from(state.fight(Fight::Target)).saturating_sub(1);
    for (at, unit) in data.units.iter().enumerate() {
        let place = data.ways.beside(center, state.get(Cell::Origin(at)));
        if let Some(place) = place.and_then(|place| data.spaces.get(place)) {
            origins.insert(unit.id.clone(), place.id.clone().into());
        }
    }
    for (key, told) in [
        ("factors", factors),
        ("replacements", replacements),
        ("origins", origins),
    ] {
        if !told.is_empty() {
            battle[key] = told.into();
        }
    }
    let path = [Fight::PathOut, Fight::PathOutEnd].into_iter();
    let path: Vec<_> = path.filter_map(place).collect();
    for (key, list) in [
        ("unfed", units(&|at| state.unfed.contains(at))),
        ("bled", units(&|at| state.bled.contains(at))),
        ("fled", units(&|at| state.fled.contains(at))),
        ("passed", places(&|at| state.passed.contains(at))),
        ("path_out", path),
    ] {
        if !list.is_empty() {
            battle[key] = json!(list);
        }
    }
    document.insert("battle".into(), battle);
}
