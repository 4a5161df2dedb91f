//! Battles as facts for the law (`docs/battles.md`).

use super::position::Position;
use super::state::{BattleVar, Cell, Scalar};
use super::vocabulary::*;
use std::fmt::Write as _;

impl Position {
    /// Adds what was fought in this action and round, and the battle under way, so far as this is
    /// not told cell by cell.
    pub(super) fn battle_facts(&self, facts: &mut String) {
        let (state, data) = (self.state(), self.data());
        if state.nothing_fought() {
            return;
        }
        // Writing into a text never fails.
        let mut fact = |name: &str, args: &[&str]| {
            let _ = match args {
                [] => writeln!(facts, "{name}."),
                _ => writeln!(facts, "{name}({}).", args.join(",")),
            };
        };
        let on_map = |unit| self.place(unit).is_some_and(|place| place < data.on_map);
        for (at, unit) in data.units.iter().enumerate() {
            let stack = state.get(Cell::Stack(at));
            if stack > 0 {
                fact("attack_stack", &[&unit.id, &stack.to_string()]);
            }
            for (name, set) in [
                ("attacker", &state.attackers),
                ("defender", &state.defenders),
            ] {
                // Who has fallen takes no part any more.
                if set.contains(at) && on_map(at) {
                    fact(name, &[&unit.id]);
                }
            }
        }
        for (at, card) in data.cards.iter().enumerate() {
            if let Some(side) = state.played_by(at) {
                fact("played", &[&card.id, side.word()]);
            }
            for (name, holds) in [
                ("used", state.used(at)),
                ("from_hand", state.from_hand(at)),
                ("before_weather", state.before_weather(at)),
            ] {
                if holds {
                    fact(name, &[&card.id]);
                }
            }
        }
        if state.battle_var(BattleVar::RussiansAttacked) == state.scalar(Scalar::Turn) {
            fact("russians_attacked", &[]);
        }
        let target = state.target();
        let Some(target) = target.and_then(|at| data.spaces.get(at)) else {
            return;
        };
        if let Some(sea) = target.coast {
            fact("coast", &[&target.id, sea.word()]);
        }
        let attacker = state.attacker();
        let defender = attacker.enemy();
        // A die that has fallen has left a loss number (12.2.8.c).
        for (loss, side) in [
            (BattleVar::LossByAttacker, attacker),
            (BattleVar::LossByDefender, defender),
        ] {
            if state.battle_var(loss) > 0 {
                fact("rolled", &[side.word()]);
            }
        }
        // What comes upon a battle is told with its own decision, and who acts there.
        if let Some(asked) = self.battle_decision() {
            fact("acts", &[asked.side.word()]);
            if let Some(moment) = asked.moment {
                fact("moment", &[moment.word()]);
            }
            for (at, card) in data.cards.iter().enumerate() {
                let holder = match state.zone(at) {
                    // The side that decides knows no other hand than its own.
                    Some(CardZone::Hand) if card.side == asked.side => card.side,
                    Some(CardZone::FaceUpAp) => Side::Ap,
                    Some(CardZone::FaceUpCp) => Side::Cp,
                    _ => continue,
                };
                fact("holds", &[holder.word(), &card.id]);
            }
        }
    }
}
