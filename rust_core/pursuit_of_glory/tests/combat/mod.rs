//! Battles: distributions, figures, losses and odds.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod brute;
mod cards;
mod examples;
mod losses;
mod simulation;
mod terrain;

use pursuit_of_glory::combat::{Battle, Declaration, FireFigures, LineSubject};
use pursuit_of_glory::data::{Data, Table};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::Side;
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

/// Numbers that look random and are the same in every run: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from((u128::from(mixed) * end as u128) >> 64).unwrap()
    }

    fn die(&mut self) -> u8 {
        u8::try_from(self.below(6)).unwrap() + 1
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}
