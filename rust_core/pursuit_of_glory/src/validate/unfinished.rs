//! Operations that are not over: what contradicts them in a position.

use crate::cards::{BULLS_EYE_DIRECTIVE, RUSSO_BRITISH_ASSAULT, YILDIRIM_OFFENSIVE};
use crate::control::commander;
use crate::control::turkish_corps_in_galicia;
use crate::data::Data;
use crate::state::{BattleVar, Cell, FrameKind, State, USED};
use crate::vocabulary::*;
use engine::error::Problem;

/// Battles, trench rolls and OPS must belong to the operations of the side to act.
pub(super) fn problems(data: &Data, state: &State) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut report = |code: &'static str, field: String, message: String| {
        found.push(Problem {
            code,
            field,
            message,
        });
    };
    let misplaced = "misplaced_operations";
    let waiting = state.attacking.iter();
    for (unit, entry) in waiting.filter_map(|unit| Some((unit, data.units.get(unit)?))) {
        let place = usize::from(state.get(Cell::Place(unit))).wrapping_sub(1);
        let own = commander(data, state.greece(), unit) == Some(state.active());
        if !activated(state) || !own || place >= data.on_map {
            let id = &entry.id;
            let message = format!("'{id}' waits for no battle of the side to act (9.2.4)");
            report(misplaced, format!("attacking.{id}"), message);
        }
    }
    let spaces = data.spaces[..data.on_map].iter().enumerate();
    let marked = |at: usize| state.digging[at] > 0 || state.jihad_taken.contains(at);
    for (at, space) in spaces.filter(|(at, _)| marked(*at)) {
        let roll = state.get(Cell::Digging(at));
        let diggable =
            matches!(space.kind, Kind::Space | Kind::Beachhead) && state.get(Cell::Trench(at)) == 0;
        if roll > 0 && (state.ops() != Some(0) || !diggable || roll > 6) {
            let message = "nobody digs a trench here (11.3.1)".into();
            report(misplaced, format!("digging.{}", space.id), message);
        }
        if state.jihad_taken.contains(at) && !space.jihad_city {
            let message = format!("'{}' is no Jihad city (16.3.1.3)", space.id);
            report("no_jihad_city", "jihad_taken".into(), message);
        }
    }
    if !state.nothing_fought() {
        battles(data, state, &mut report);
    }
    phases(data, state, &mut report);
    found
}

/// Whether units may wait for battle: all OPS are spent, or RUSSO-BRITISH ASSAULT has landed some.
fn activated(state: &State) -> bool {
    let landed = state.top().is_some_and(|top| {
        let event = usize::from(top.args[1]).checked_sub(1);
        top.kind == FrameKind::Operations && event == Some(RUSSO_BRITISH_ASSAULT)
    });
    landed || state.ops() == Some(0)
}

/// How far a phase has come belongs to that phase (6.0).
fn phases(data: &Data, state: &State, report: &mut impl FnMut(&'static str, String, String)) {
    let misplaced = "misplaced_step";
    let phase = state.phase();
    let step = state.step();
    if step > 0 && phase == Some(Phase::Action) {
        let message = "the Action Phase has rounds, not steps (8.1.1)".into();
        report(misplaced, "step".into(), message);
    }
    if phase == Some(Phase::Attrition) && step > 3 {
        let message = "the Attrition Phase has the steps 0 to 3 (6.0.C)".into();
        report(misplaced, "step".into(), message);
    }
    let lost =
        turkish_corps_in_galicia(data, state).is_some_and(|unit| state.reduced.contains(unit));
    if phase == Some(Phase::Attrition) && step == 2 && !lost {
        let message = "no reduced Turkish LCU is lost in Galicia (18.5.a)".into();
        report(misplaced, "step".into(), message);
    }
    let rolled = state.siege_rolled().checked_sub(1);
    if rolled.is_some_and(|at| {
        phase != Some(Phase::Siege) || data.spaces.get(at).is_none_or(|space| space.fort == 0)
    }) {
        let message = "names no fort rolled for in this Siege Phase (15.3.1)".into();
        report(misplaced, "siege_rolled".into(), message);
    }
}

/// What was fought belongs to the operations of the side to act, and the battle under way has
/// attackers of that side and defenders of the other (12.1, 12.2.1).
fn battles(data: &Data, state: &State, report: &mut impl FnMut(&'static str, String, String)) {
    let misplaced = "misplaced_battle";
    let spot = |unit: usize| usize::from(state.get(Cell::Place(unit))).wrapping_sub(1);
    let side = |unit| commander(data, state.greece(), unit);
    let active = Some(state.attacker());
    let target = state.target();
    if (target.is_some() || !(state.fought | state.retreated | state.attacked).is_empty())
        && state.ops() != Some(0)
    {
        let message = "battles are fought when all OPS are spent (9.2.4)".into();
        report(misplaced, "ops".into(), message);
    }
    if !state.acted.is_empty() && !activated(state) {
        let message = "units are activated when all OPS are spent (9.2.4)".into();
        report(misplaced, "acted".into(), message);
    }
    if !state.pursuing().is_empty() && !state.acts_by(BULLS_EYE_DIRECTIVE) {
        let message = "no event of this action lets a stack attack once more (12.7.7)".into();
        report(misplaced, "pursuit".into(), message);
    }
    for unit in state.provoked.iter() {
        let own = side(unit) == Some(state.active()) && spot(unit) < data.on_map;
        if !own || state.must_attack(unit).is_none() {
            let id = &data.units[unit].id;
            let message = format!("no event makes '{id}' attack (9.5.1.a)");
            report(misplaced, format!("provoked.{id}"), message);
        }
    }
    // After losses and retreats those who took part may be elsewhere.
    let scattered = state.stage() >= Some(Stage::DefendersLosses)
        || state.battle_flag(BattleFlag::DefendersLossesTaken)
        || state.battle_flag(BattleFlag::AttackersLossesTaken);
    for (unit, entry) in data.units.iter().enumerate() {
        let id = &entry.id;
        let on_map = spot(unit) < data.on_map;
        let stacked = state.get(Cell::Stack(unit)) > 0;
        if stacked && !(on_map && data.movement_graph.unlimited_stacking.contains(spot(unit))) {
            let message = format!("'{id}' is activated with its space, not by stacks (9.2.6)");
            report(misplaced, "stacks".into(), message);
        }
        if state.attackers.contains(unit)
            && (target.is_none() || !(on_map || scattered) || side(unit) != active)
        {
            let message = format!("'{id}' is no unit of the side to act on the map (12.2.1)");
            report(misplaced, "battle.attackers".into(), message);
        }
        let there = target == Some(spot(unit)) || (scattered && target.is_some());
        let defends = there && side(unit) != active;
        if state.defenders.contains(unit) && !defends {
            let message = format!("'{id}' is no enemy unit in the target (12.1.1)");
            report(misplaced, "battle.defenders".into(), message);
        }
    }
    if let Some(target) = target {
        let fights = |unit: usize| data.counters.combat.contains(unit);
        if !state.attackers.iter().any(fights) {
            let message = "nobody attacks (12.1.1)".into();
            report(misplaced, "battle.attackers".into(), message);
        }
        let pin = usize::from(state.battle_var(BattleVar::Pin)).checked_sub(1);
        if !scattered
            && pin.is_some_and(|pin| !state.attackers.iter().any(|unit| spot(unit) == pin))
        {
            let message = "nobody attacks from the pinning space (12.4.2)".into();
            report(misplaced, "battle.pin".into(), message);
        }
        if target >= data.on_map {
            let message = "is no place on the map".into();
            report(misplaced, "battle.place".into(), message);
        }
    }
    for (card, entry) in data.cards.iter().enumerate() {
        let by = state.get(Cell::Played(card));
        // An attack that was named for the event of the action.
        let named = card == YILDIRIM_OFFENSIVE && by == USED;
        if by > 0 && !entry.combat_card && !named {
            let message = format!("'{}' is no combat card (9.5.4)", entry.id);
            report(misplaced, "battle.cards".into(), message);
        }
    }
}
