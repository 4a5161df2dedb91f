//! The fields of a document that tell of battles (12).

use super::fields::{
    array, ids, number, object, sides, small, small_usize, string, word_at, words,
};
use super::reader::Reader;
use crate::state::{
    ACTED, BEFORE_WEATHER, BLED, Cell, FLED, FROM_HAND, Fight, STACKS, UNFED, USED,
};
use crate::vocabulary::{Settled, Stage};
use engine::error::{Error, Result};
use serde_json::Value;

const KEYS: [&str; 20] = [
    "place",
    "stage",
    "attackers",
    "defenders",
    "pin",
    "weather",
    "cards",
    "from_hand",
    "before_weather",
    "settled",
    "loss_numbers",
    "factors",
    "replacements",
    "unfed",
    "bled",
    "fled",
    "passed",
    "origins",
    "stack_out",
    "path_out",
];

impl Reader<'_> {
    /// Reads what was fought in this action and round.
    pub(super) fn fought(&mut self, key: &str, value: &Value) -> Result<()> {
        match key {
            "stacks" => {
                let stacks = array(key, value)?;
                if stacks.len() > usize::from(STACKS) {
                    let message = format!("holds {} stacks, not {STACKS}", stacks.len());
                    return Err(Error::bad(key, message));
                }
                for (stack, units) in (1..).zip(stacks) {
                    let field = format!("{key}[{}]", stack - 1);
                    self.units_put(&field, units, Cell::Stack, stack)?;
                }
            }
            "acted" => self.units_put(key, value, Cell::Fought, ACTED)?,
            "fought" => self.units_put(key, value, Cell::Fought, 1)?,
            "retreated" => self.units_put(key, value, Cell::Fought, 2)?,
            "attacked" => self.places_put(key, value, 1)?,
            "attacked_through_greek_ports" => self.places_put(key, value, 2)?,
            "cards_used" => self.played(key, value, USED)?,
            "russians_attacked" => {
                let turn = small(number(key, value, 1, 17)?);
                self.put_fight(Fight::RussiansAttacked, turn);
            }
            "war_weary" => {
                let turn = small(number(key, value, 1, 17)?);
                self.put_fight(Fight::WarWeary, turn);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads the battle under way.
    pub(super) fn battle(&mut self, key: &str, value: &Value) -> Result<()> {
        let mut origins = None;
        for (name, value) in object(key, value)? {
            let field = format!("{key}.{name}");
            match name.as_str() {
                "place" => self.fight_place(Fight::Target, &field, value)?,
                "pin" => self.fight_place(Fight::Pin, &field, value)?,
                "weather" => self.fight_place(Fight::Weather, &field, value)?,
                "stage" => {
                    let names = words(Stage::ALL, Stage::word);
                    let stage = word_at(&field, value, Stage::WHAT, &names)?;
                    self.put_fight(Fight::Stage, stage);
                }
                "attackers" => self.units_put(&field, value, Cell::Battle, 1)?,
                "defenders" => self.units_put(&field, value, Cell::Battle, 2)?,
                "cards" => {
                    for (side, cards) in sides(&field, value)? {
                        let field = format!("{field}.{}", ["ap", "cp"][side]);
                        self.played(&field, cards, small_usize(side + 1))?;
                    }
                }
                "from_hand" => self.played_so(&field, value, FROM_HAND)?,
                "before_weather" => self.played_so(&field, value, BEFORE_WEATHER)?,
                "settled" => {
                    let names = words(Settled::ALL, Settled::word);
                    let mut settled = 0;
                    for (at, matter) in array(&field, value)?.iter().enumerate() {
                        let field = format!("{field}[{at}]");
                        settled |= 1 << word_at(&field, matter, Settled::WHAT, &names)?;
                    }
                    self.put_fight(Fight::Settled, settled);
                }
                "loss_numbers" => {
                    for (whose, number_of) in object(&field, value)? {
                        let fight = match whose.as_str() {
                            "attacker" => Fight::LossByAttacker,
                            "defender" => Fight::LossByDefender,
                            _ => {
                                let names = ["attacker", "defender"];
                                return Err(Error::unknown(&field, "key", whose, names));
                            }
                        };
                        let field = format!("{field}.{whose}");
                        // The tables end with 9, and NO PRISONERS adds 1 (ap_21).
                        let loss = number(&field, number_of, 0, 10)?;
                        self.put_fight(fight, small(loss + 1));
                    }
                }
                "factors" => {
                    for (id, die) in object(&field, value)? {
                        let field = format!("{field}.{id}");
                        let unit = self.data.unit(&field, id)?;
                        if self.data.units[unit].full.lf.is_some() {
                            let message = "has a loss factor of its own (3.2.2)";
                            return Err(Error::bad(field, message));
                        }
                        let die = small(number(&field, die, 1, 6)?);
                        self.put(Cell::Factor(unit), die);
                    }
                }
                "replacements" => {
                    for (id, lcu) in object(&field, value)? {
                        let field = format!("{field}.{id}");
                        let unit = self.data.unit(&field, id)?;
                        let lcu = self.data.unit(&field, string(&field, lcu)?)?;
                        let Some(number) = self.data.counters.lcu_number(lcu) else {
                            return Err(Error::bad(field, "names no LCU (12.6.5)"));
                        };
                        self.put(Cell::Heir(unit), number);
                    }
                }
                "unfed" => self.scars(&field, value, UNFED)?,
                "bled" => self.scars(&field, value, BLED)?,
                "fled" => self.scars(&field, value, FLED)?,
                "passed" => {
                    for (field, id) in ids(&field, value)? {
                        let place = self.data.space(&field, id)?;
                        self.put(Cell::Passed(place), 1);
                    }
                }
                // It needs the place attacked, which may come later.
                "origins" => origins = Some((field, value)),
                "stack_out" => self.fight_place(Fight::StackOut, &field, value)?,
                "path_out" => {
                    let path = ids(&field, value)?;
                    if path.len() > 2 {
                        let message = "a stack goes back two places at most (12.9.9-4)";
                        return Err(Error::bad(field, message));
                    }
                    let cells = [Fight::PathOut, Fight::PathOutEnd];
                    for (which, (field, id)) in cells.into_iter().zip(path) {
                        let place = self.data.space(&field, id)?;
                        self.put_fight(which, small_usize(place + 1));
                    }
                }
                _ => return Err(Error::unknown(key, "key", name, KEYS)),
            }
        }
        if self.setup.state.fight(Fight::Target) == 0 {
            return Err(Error::bad(key, "lacks its 'place'"));
        }
        if let Some((field, value)) = origins {
            self.origins(&field, value)?;
        }
        for (word, so) in [("from_hand", FROM_HAND), ("before_weather", BEFORE_WEATHER)] {
            for (card, entry) in self.data.cards.iter().enumerate() {
                let number = self.setup.state.get(Cell::Played(card));
                if number & so > 0 && !matches!(number & USED, 1 | 2) {
                    let message = format!("'{}' is not among its cards", entry.id);
                    return Err(Error::bad(format!("{key}.{word}"), message));
                }
            }
        }
        Ok(())
    }

    /// Where units had stood that fell in the battle.
    fn origins(&mut self, key: &str, value: &Value) -> Result<()> {
        let target = usize::from(self.setup.state.fight(Fight::Target)).saturating_sub(1);
        for (id, place) in object(key, value)? {
            let field = format!("{key}.{id}");
            let unit = self.data.unit(&field, id)?;
            let place = self.data.space(&field, string(&field, place)?)?;
            let Some(number) = self.data.ways.number_beside(target, place) else {
                let message = "is neither the place attacked nor next to it";
                return Err(Error::bad(field, message));
            };
            self.put(Cell::Origin(unit), number);
        }
        Ok(())
    }

    /// Adds a mark to units that took part in the battle.
    fn scars(&mut self, key: &str, value: &Value, mark: u16) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let unit = self.data.unit(&field, id)?;
            let before = self.setup.state.get(Cell::Scar(unit));
            self.put(Cell::Scar(unit), before | mark);
        }
        Ok(())
    }

    fn put_fight(&mut self, which: Fight, number: u16) {
        self.put(Cell::Fight(which as usize), number);
    }

    fn fight_place(&mut self, which: Fight, field: &str, value: &Value) -> Result<()> {
        let space = self.data.space(field, string(field, value)?)?;
        self.put_fight(which, small_usize(space + 1));
        Ok(())
    }

    /// Adds a number to the cells of units.
    fn units_put(
        &mut self,
        key: &str,
        value: &Value,
        cell: fn(usize) -> Cell,
        number: u16,
    ) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let unit = self.data.unit(&field, id)?;
            let before = self.setup.state.get(cell(unit));
            let both = matches!(cell(unit), Cell::Fought(_));
            if before > 0 && before != number && !both {
                let message = format!("'{id}' stands here and elsewhere");
                return Err(Error::bad(field, message));
            }
            self.put(cell(unit), before | number);
        }
        Ok(())
    }

    fn places_put(&mut self, key: &str, value: &Value, number: u16) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let place = self.data.space(&field, id)?;
            let before = self.setup.state.get(Cell::Attacked(place));
            self.put(Cell::Attacked(place), before.max(number));
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
}
