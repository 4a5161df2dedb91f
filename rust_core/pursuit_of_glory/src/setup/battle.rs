//! Reading the fields of a document that tell of battles (12).

use super::fields::{array, ids, object, sides, small_usize, string};
use super::reader::Reader;
use crate::state::{BEFORE_WEATHER, BattleVar, Cell, FROM_HAND, STACKS, USED};
use engine::error::{Error, Result};
use serde_json::Value;

impl Reader<'_> {
    /// The stacks that units were activated for attack with.
    pub(super) fn stacks(&mut self, key: &str, value: &Value) -> Result<()> {
        let stacks = array(key, value)?;
        if stacks.len() > usize::from(STACKS) {
            let message = format!("holds {} stacks, not {STACKS}", stacks.len());
            return Err(Error::bad(key, message));
        }
        for (stack, units) in (1..).zip(stacks) {
            for (field, id) in ids(&format!("{key}[{}]", stack - 1), units)? {
                let unit = self.data.unit(&field, id)?;
                let before = self.setup.state.get(Cell::Stack(unit));
                if before > 0 && before != stack {
                    let message = format!("'{id}' stands here and elsewhere");
                    return Err(Error::bad(field, message));
                }
                self.put(Cell::Stack(unit), stack);
            }
        }
        Ok(())
    }

    /// The cards of earlier battles of this round.
    pub(super) fn cards_used(&mut self, key: &str, value: &Value) -> Result<()> {
        self.played(key, value, USED)
    }

    /// The cards of the battle under way, by side.
    pub(super) fn battle_cards(&mut self, key: &str, value: &Value) -> Result<()> {
        for (side, cards) in sides(key, value)? {
            let field = format!("{key}.{}", ["ap", "cp"][side]);
            self.played(&field, cards, small_usize(side + 1))?;
        }
        Ok(())
    }

    /// Those of them that were played from the hand.
    pub(super) fn cards_from_hand(&mut self, key: &str, value: &Value) -> Result<()> {
        self.played_so(key, value, FROM_HAND)
    }

    /// Those of them that were played before the weather check.
    pub(super) fn before_weather(&mut self, key: &str, value: &Value) -> Result<()> {
        self.played_so(key, value, BEFORE_WEATHER)
    }

    /// SCUs, each with the LCU it came for.
    pub(super) fn replacements(&mut self, key: &str, value: &Value) -> Result<()> {
        for (id, lcu) in object(key, value)? {
            let field = format!("{key}.{id}");
            let unit = self.data.unit(&field, id)?;
            let lcu = self.data.unit(&field, string(&field, lcu)?)?;
            let Some(number) = self.data.counters.lcu_number(lcu) else {
                return Err(Error::bad(field, "names no LCU (12.6.5)"));
            };
            self.put(Cell::ReplacementFor(unit), number);
        }
        Ok(())
    }

    /// The path of a stack that goes back by itself.
    pub(super) fn path_out(&mut self, key: &str, value: &Value) -> Result<()> {
        let path = ids(key, value)?;
        if path.len() > 2 {
            let message = "a stack goes back two places at most (12.9.9-4)";
            return Err(Error::bad(key, message));
        }
        let cells = [BattleVar::PathOut, BattleVar::PathOutEnd];
        for (which, (field, id)) in cells.into_iter().zip(path) {
            let place = self.data.space(&field, id)?;
            self.put(Cell::BattleVar(which as usize), small_usize(place + 1));
        }
        Ok(())
    }

    /// Where units had stood that fell in the battle.
    pub(super) fn origins(&mut self, key: &str, value: &Value) -> Result<()> {
        for (id, place) in object(key, value)? {
            let field = format!("{key}.{id}");
            let unit = self.data.unit(&field, id)?;
            let place = self.data.space(&field, string(&field, place)?)?;
            self.origins.push((unit, field, place));
        }
        Ok(())
    }

    /// Numbers these places around the target, once that is known.
    pub(super) fn settle_origins(&mut self) -> Result<()> {
        let target = self.setup.state.target().unwrap_or_default();
        for (unit, field, place) in std::mem::take(&mut self.origins) {
            let Some(number) = self.data.movement_graph.neighbour_number(target, place) else {
                let message = "is neither the place attacked nor next to it";
                return Err(Error::bad(field, message));
            };
            self.put(Cell::LeftFrom(unit), number);
        }
        Ok(())
    }

    fn played(&mut self, key: &str, value: &Value, number: u16) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let card = self.data.card(&field, id)?;
            let before = self.setup.state.get(Cell::Played(card));
            if before & USED > 0 && before & USED != number {
                let message = format!("'{id}' was played twice");
                return Err(Error::bad(field, message));
            }
            self.put(Cell::Played(card), before | number);
        }
        Ok(())
    }

    /// How cards of the battle under way were played.
    fn played_so(&mut self, key: &str, value: &Value, so: u16) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let card = self.data.card(&field, id)?;
            let before = self.setup.state.get(Cell::Played(card));
            self.put(Cell::Played(card), before | so);
        }
        Ok(())
    }

    /// What a whole document must not say of battles.
    pub(super) fn battle_holds(&self) -> Result<()> {
        let (data, state) = (self.data, &self.setup.state);
        if state.target().is_none() {
            return Ok(());
        }
        for (at, unit) in data.units.iter().enumerate() {
            if state.get(Cell::Factor(at)) > 0 && unit.full.lf.is_some() {
                let message = "has a loss factor of its own (3.2.2)";
                return Err(Error::bad(format!("battle.factors.{}", unit.id), message));
            }
        }
        for (word, so) in [("from_hand", FROM_HAND), ("before_weather", BEFORE_WEATHER)] {
            for (card, entry) in data.cards.iter().enumerate() {
                let number = state.get(Cell::Played(card));
                if number & so > 0 && !matches!(number & USED, 1 | 2) {
                    let message = format!("'{}' is not among its cards", entry.id);
                    return Err(Error::bad(format!("battle.{word}"), message));
                }
            }
        }
        Ok(())
    }
}
