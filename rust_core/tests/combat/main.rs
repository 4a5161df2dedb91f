//! Battles: distributions, figures, losses and odds.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod examples;
mod losses;
mod terrain;

use lexbelli_core::pursuit_of_glory::combat::{Battle, Declaration, FireFigures, What};
use lexbelli_core::pursuit_of_glory::data::{Data, Table};
use lexbelli_core::pursuit_of_glory::position::Position;
use lexbelli_core::pursuit_of_glory::vocabulary::Side;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn unit(id: &str) -> usize {
    DATA.unit("unit", id).unwrap()
}

fn at(id: &str) -> usize {
    DATA.place("space", id).unwrap()
}

fn card(id: &str) -> usize {
    DATA.card("card", id).unwrap()
}

fn units(ids: &str) -> Vec<usize> {
    ids.split(',').map(unit).collect()
}

/// A position, whatever else may be odd about it.
fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

/// An attack by these units, with these cards of either side.
fn attack(target: &str, attackers: &str, cards: &[(Side, &str)]) -> Declaration {
    let attack = Declaration::attack(at(target), units(attackers));
    cards
        .iter()
        .fold(attack, |attack, (side, id)| attack.with(*side, card(id)))
}

/// Strength, table, column's lowest strength, shift and modifiers of a fire.
fn fire(figures: &FireFigures) -> (u8, Table, u8, i8, i8) {
    let fire = figures.fire;
    let table = DATA.battle.table(fire.table);
    (
        fire.strength,
        fire.table,
        table.strengths(fire.column).0,
        fire.shift,
        fire.drm,
    )
}

/// The numbers of the rules that shift columns.
fn shifts(figures: &FireFigures) -> Vec<(&'static str, i8)> {
    figures
        .shifts
        .iter()
        .map(|line| (line.rule, line.value))
        .collect()
}
