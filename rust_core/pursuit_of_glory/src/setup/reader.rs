//! The fields of a position document, one by one.

use super::Setup;
use super::fields::{
    array, flag, ids, number, object, position_of, sides, small, small_usize, string, word_at,
    words,
};
use crate::data::Data;
use crate::state::{ACTIONS, Cell, OFFENSIVES, One, bias};
use crate::vocabulary::*;
use engine::error::{Error, Problem, Result};
use serde_json::Value;

/// A set-up in the making.
pub(super) struct Reader<'a> {
    pub(super) data: &'a Data,
    pub(super) setup: Setup,
}

impl Reader<'_> {
    pub(super) fn put(&mut self, cell: Cell, number: u16) {
        self.setup.state.put(cell, number);
    }

    pub(super) fn put_one(&mut self, one: One, number: u16) {
        self.put(Cell::One(one as usize), number);
    }

    fn problem(&mut self, code: &'static str, field: String, message: String) {
        self.setup.problems.push(Problem {
            code,
            field,
            message,
        });
    }

    /// Reads one field of the document.
    pub(super) fn field(&mut self, key: &str, value: &Value) -> Result<()> {
        match key {
            "scenario" => string(key, value)?.clone_into(&mut self.setup.scenario),
            "turn" => self.small(One::Turn, key, value, 1, 17)?,
            "last_turn" => self.small(One::LastTurn, key, value, 1, 17)?,
            "round" => self.small(One::Round, key, value, 1, 6)?,
            "phase" => self.word(
                One::Phase,
                key,
                value,
                Phase::WHAT,
                &words(Phase::ALL, Phase::word),
            )?,
            "active" => self.word(One::Active, key, value, Side::WHAT, &["ap", "cp"])?,
            "greece" => self.word(
                One::Greece,
                key,
                value,
                Stand::WHAT,
                &words(Stand::ALL, Stand::word),
            )?,
            "air_superiority" => self.word(
                One::AirSuperiority,
                key,
                value,
                AirSuperiority::WHAT,
                &words(AirSuperiority::ALL, AirSuperiority::word),
            )?,
            "beachheads_in_reserve" => self.small(One::BeachheadsInReserve, key, value, 0, 20)?,
            "max_tu_rp" => self.biased(One::MaxTuRp, key, value, -40, 60)?,
            "sinai_railroad" => self.biased(One::SinaiRailroad, key, value, 1, 40)?,
            "armistice" => self.biased(One::Armistice, key, value, 1, 17)?,
            "cp_automatic_victory" => self.biased(One::CpAutomaticVictory, key, value, 0, 40)?,
            "collapsed" => self.set(
                One::Collapsed,
                key,
                value,
                Collapse::WHAT,
                &words(Collapse::ALL, Collapse::word),
            )?,
            "revolts" => self.set(
                One::Revolts,
                key,
                value,
                Revolt::WHAT,
                &words(Revolt::ALL, Revolt::word),
            )?,
            "penalties" => self.set(
                One::Penalties,
                key,
                value,
                Penalty::WHAT,
                &words(Penalty::ALL, Penalty::word),
            )?,
            "flags" => self.set(
                One::Flags,
                key,
                value,
                Flag::WHAT,
                &words(Flag::ALL, Flag::word),
            )?,
            "warm_water_port" => {
                let space = self.data.space(key, string(key, value)?)?;
                self.put_one(One::WarmWaterPort, small_usize(space + 1));
            }
            "christmas" => {
                for (name, value) in object(key, value)? {
                    let field = format!("{key}.{name}");
                    match name.as_str() {
                        "space" => {
                            let space = self.data.space(&field, string(&field, value)?)?;
                            self.put_one(One::ChristmasSpace, small_usize(space + 1));
                        }
                        "turn" => self.small(One::ChristmasTurn, &field, value, 1, 19)?,
                        _ => return Err(Error::unknown(key, "key", name, ["space", "turn"])),
                    }
                }
            }
            "units" => self.units(key, value)?,
            "arriving" => self.arriving(key, value)?,
            "reduced" => {
                for (field, id) in ids(key, value)? {
                    let unit = self.data.unit(&field, id)?;
                    self.put(Cell::Reduced(unit), 1);
                }
            }
            "control" => self.control(key, value)?,
            "ru_vp" => self.marks(key, value, |at| (Cell::RuVp(at), 1))?,
            "forts_destroyed" => self.marks(key, value, |at| (Cell::FortDestroyed(at), 1))?,
            "beachheads" => self.beachheads(key, value, 1)?,
            "beachheads_new" => self.beachheads(key, value, 2)?,
            "trenches" => self.trenches(key, value)?,
            "uprisings" => {
                for (id, kind) in object(key, value)? {
                    let field = format!("{key}.{id}");
                    let space = self.data.space(&field, id)?;
                    let kind = word_at(
                        &field,
                        kind,
                        Uprising::WHAT,
                        &words(Uprising::ALL, Uprising::word),
                    )?;
                    self.put(Cell::Uprising(space), kind + 1);
                }
            }
            "tracks" => {
                let names = words(Track::ALL, Track::word);
                self.numbers(key, value, (Track::WHAT, &names), (-60, 99), Cell::Track)?;
            }
            "replacements" => {
                let names = words(Replacement::ALL, Replacement::word);
                let kinds = (Replacement::WHAT, names.as_slice());
                self.numbers(key, value, kinds, (-40, 60), Cell::Replacement)?;
            }
            "commitment" => {
                let names = words(Commitment::ALL, Commitment::word);
                for (side, value) in sides(key, value)? {
                    let one = [One::CommitmentAp, One::CommitmentCp][side];
                    let field = format!("{key}.{}", ["ap", "cp"][side]);
                    let word = word_at(&field, value, Commitment::WHAT, &names)?;
                    self.put_one(one, word);
                }
            }
            "mandated" => self.mandated(key, value)?,
            "events" => {
                for (id, value) in object(key, value)? {
                    let field = format!("{key}.{id}");
                    let card = self.data.card(&field, id)?;
                    let turn = small(number(&field, value, 0, 17)?);
                    self.put(Cell::Event(card), turn + 1);
                }
            }
            "revolution" => {
                for (name, value) in object(key, value)? {
                    let field = format!("{key}.{name}");
                    match name.as_str() {
                        "stage" => self.small(One::RevolutionStage, &field, value, 0, 4)?,
                        "parvus" => self.biased(One::Parvus, &field, value, 1, 17)?,
                        "revolution" => self.biased(One::RevolutionTurn, &field, value, 1, 40)?,
                        "czar" => self.biased(One::Czar, &field, value, -40, 60)?,
                        _ => {
                            return Err(Error::unknown(
                                key,
                                "key",
                                name,
                                ["stage", "parvus", "revolution", "czar"],
                            ));
                        }
                    }
                }
            }
            "british_ru_cavalry" => {
                let unit = self.data.unit(key, string(key, value)?)?;
                self.put_one(One::BritishRuCavalry, small_usize(unit + 1));
            }
            "amphibious_assault" => {
                for (name, value) in object(key, value)? {
                    let field = format!("{key}.{name}");
                    match name.as_str() {
                        "used" => {
                            let used = flag(&field, value)?;
                            self.put_one(One::AssaultUsed, used.into());
                        }
                        "landing" => {
                            let space = self.data.space(&field, string(&field, value)?)?;
                            self.put_one(One::AssaultLanding, small_usize(space + 1));
                        }
                        _ => return Err(Error::unknown(key, "key", name, ["used", "landing"])),
                    }
                }
            }
            "ops" | "attacking" | "digging" | "tribes_due" | "jihad_taken" => {
                self.under_way(key, value)?;
            }
            "battle" => self.battle(key, value)?,
            "step" | "siege_rolled" | "bid" => self.course(key, value)?,
            "stacks"
            | "acted"
            | "fought"
            | "retreated"
            | "attacked"
            | "attacked_through_greek_ports"
            | "cards_used"
            | "russians_attacked"
            | "war_weary" => self.fought(key, value)?,
            "actions" => self.actions(key, value)?,
            "cards" => self.cards(key, value)?,
            "random" => {
                let number = value
                    .as_u64()
                    .ok_or_else(|| Error::bad(key, "must be a whole number from 0 to 2^64 - 1"))?;
                self.put_one(One::HasRandom, 1);
                for quarter in 0..4 {
                    let bytes = (number >> (16 * quarter)).to_le_bytes();
                    self.put(
                        Cell::Random(quarter),
                        u16::from_le_bytes([bytes[0], bytes[1]]),
                    );
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn small(
        &mut self,
        one: One,
        key: &str,
        value: &Value,
        least: i32,
        most: i32,
    ) -> Result<()> {
        let number = number(key, value, least, most)?;
        self.put_one(one, small(number));
        Ok(())
    }

    fn biased(&mut self, one: One, key: &str, value: &Value, least: i32, most: i32) -> Result<()> {
        let number = number(key, value, least, most)?;
        self.put_one(one, bias(Some(number)));
        Ok(())
    }

    fn word(
        &mut self,
        one: One,
        key: &str,
        value: &Value,
        what: &str,
        names: &[&str],
    ) -> Result<()> {
        let word = word_at(key, value, what, names)?;
        self.put_one(one, word);
        Ok(())
    }

    fn set(
        &mut self,
        one: One,
        key: &str,
        value: &Value,
        what: &str,
        names: &[&str],
    ) -> Result<()> {
        let mut bits = 0;
        for (field, word) in ids(key, value)? {
            bits |= 1 << position_of(&field, word, what, names)?;
        }
        self.put_one(one, bits);
        Ok(())
    }

    fn units(&mut self, key: &str, value: &Value) -> Result<()> {
        for (place, list) in object(key, value)? {
            let field = format!("{key}.{place}");
            let at = self.data.place(&field, place)?;
            for (field, id) in ids(&field, list)? {
                let unit = self.data.unit(&field, id)?;
                self.stand(unit, at, field);
            }
        }
        Ok(())
    }

    fn arriving(&mut self, key: &str, value: &Value) -> Result<()> {
        for (turn, list) in object(key, value)? {
            let field = format!("{key}.{turn}");
            let number = turn
                .parse::<u8>()
                .ok()
                .filter(|turn| (1..=40).contains(turn))
                .ok_or_else(|| Error::bad(&field, "the key must be a turn from 1 to 40"))?;
            for (field, id) in ids(&field, list)? {
                let unit = self.data.unit(&field, id)?;
                self.stand(unit, self.data.known.turn_track, field);
                self.put(Cell::Arrival(unit), number.into());
            }
        }
        Ok(())
    }

    fn stand(&mut self, unit: usize, place: usize, field: String) {
        let before = usize::from(self.setup.state.get(Cell::Place(unit)));
        if let Some(first) = before.checked_sub(1) {
            let (unit, first) = (&self.data.units[unit].id, &self.data.spaces[first].id);
            self.problem(
                "unit_twice",
                field,
                format!("'{unit}' stands in '{first}' already"),
            );
        } else {
            self.put(Cell::Place(unit), small_usize(place + 1));
        }
    }

    fn control(&mut self, key: &str, value: &Value) -> Result<()> {
        let names = words(Control::ALL, Control::word);
        let mut seen = crate::board::BitSet::EMPTY;
        for (controller, list) in object(key, value)? {
            let number = position_of(key, controller, Control::WHAT, &names)?;
            for (field, id) in ids(&format!("{key}.{controller}"), list)? {
                let space = self.data.space(&field, id)?;
                if seen.contains(space) {
                    self.problem(
                        "control_twice",
                        field,
                        format!("'{id}' has two controllers"),
                    );
                }
                seen.insert(space);
                self.put(Cell::Control(space), small_usize(number));
            }
        }
        Ok(())
    }

    /// A table from words to numbers, each in a cell of its own.
    fn numbers(
        &mut self,
        key: &str,
        value: &Value,
        (what, names): (&'static str, &[&'static str]),
        (least, most): (i32, i32),
        cell: fn(usize) -> Cell,
    ) -> Result<()> {
        for (name, value) in object(key, value)? {
            let at = position_of(key, name, what, names)?;
            let number = number(&format!("{key}.{name}"), value, least, most)?;
            self.put(cell(at), bias(Some(number)));
        }
        Ok(())
    }

    pub(super) fn marks(
        &mut self,
        key: &str,
        value: &Value,
        cell: fn(usize) -> (Cell, u16),
    ) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let (cell, number) = cell(self.data.space(&field, id)?);
            self.put(cell, number);
        }
        Ok(())
    }

    fn beachheads(&mut self, key: &str, value: &Value, number: u16) -> Result<()> {
        for (field, id) in ids(key, value)? {
            let space = self.data.space(&field, id)?;
            let before = self.setup.state.get(Cell::Beachhead(space));
            self.put(Cell::Beachhead(space), before.max(number));
        }
        Ok(())
    }

    fn trenches(&mut self, key: &str, value: &Value) -> Result<()> {
        for (id, trench) in object(key, value)? {
            let field = format!("{key}.{id}");
            let space = self.data.space(&field, id)?;
            let (mut level, mut owner) = (None, None);
            for (name, value) in object(&field, trench)? {
                let field = format!("{field}.{name}");
                match name.as_str() {
                    "level" => level = Some(small(number(&field, value, 1, 2)?)),
                    "owner" => {
                        let names = words(Control::ALL, Control::word);
                        owner = Some(word_at(&field, value, Control::WHAT, &names)?);
                    }
                    _ => return Err(Error::unknown(field, "key", name, ["level", "owner"])),
                }
            }
            let (Some(level), Some(owner)) = (level, owner) else {
                return Err(Error::bad(field, "needs both level and owner"));
            };
            self.put(Cell::Trench(space), level | owner << 2);
        }
        Ok(())
    }

    fn mandated(&mut self, key: &str, value: &Value) -> Result<()> {
        let names = words(Offensive::ALL, Offensive::word);
        for (side, value) in sides(key, value)? {
            let field = format!("{key}.{}", ["ap", "cp"][side]);
            let list = array(&field, value)?;
            if list.len() > OFFENSIVES {
                return Err(Error::bad(
                    field,
                    format!("has more than {OFFENSIVES} offensives"),
                ));
            }
            for (at, value) in list.iter().enumerate() {
                let (mut offensive, mut met) = (None, false);
                for (name, value) in object(&field, value)? {
                    let field = format!("{field}[{at}].{name}");
                    match name.as_str() {
                        "offensive" => {
                            offensive = Some(word_at(&field, value, Offensive::WHAT, &names)?)
                        }
                        "met" => met = flag(&field, value)?,
                        _ => return Err(Error::unknown(field, "key", name, ["offensive", "met"])),
                    }
                }
                let Some(offensive) = offensive else {
                    return Err(Error::bad(format!("{field}[{at}]"), "names no offensive"));
                };
                let stored = (offensive + 1) | if met { 32 } else { 0 };
                self.put(Cell::Offensive(side * OFFENSIVES + at), stored);
            }
        }
        Ok(())
    }

    fn actions(&mut self, key: &str, value: &Value) -> Result<()> {
        let list = array(key, value)?;
        if list.len() > ACTIONS {
            return Err(Error::bad(
                key,
                format!("has more than {ACTIONS} actions for one turn"),
            ));
        }
        for (at, value) in list.iter().enumerate() {
            let (mut round, mut side, mut kind, mut card) = (None, None, None, 0);
            for (name, value) in object(key, value)? {
                let field = format!("{key}[{at}].{name}");
                match name.as_str() {
                    "round" => round = Some(small(number(&field, value, 1, 6)?)),
                    "side" => side = Some(word_at(&field, value, Side::WHAT, &["ap", "cp"])?),
                    "kind" => {
                        let names = words(ActionKind::ALL, ActionKind::word);
                        kind = Some(word_at(&field, value, ActionKind::WHAT, &names)?);
                    }
                    "card" => {
                        card = small_usize(self.data.card(&field, string(&field, value)?)? + 1)
                    }
                    _ => {
                        return Err(Error::unknown(
                            field,
                            "key",
                            name,
                            ["round", "side", "kind", "card"],
                        ));
                    }
                }
            }
            let (Some(round), Some(side), Some(kind)) = (round, side, kind) else {
                return Err(Error::bad(
                    format!("{key}[{at}]"),
                    "needs round, side and kind",
                ));
            };
            self.put(Cell::Action(at), round | side << 3 | kind << 4 | card << 8);
        }
        Ok(())
    }

    fn cards(&mut self, key: &str, value: &Value) -> Result<()> {
        for (side, value) in sides(key, value)? {
            let (side, name) = ([Side::Ap, Side::Cp][side], ["ap", "cp"][side]);
            for (zone, list) in object(&format!("{key}.{name}"), value)? {
                let number = match zone.as_str() {
                    "hand" => CardZone::Hand,
                    "deck" => CardZone::Deck,
                    "discard" => CardZone::Discard,
                    "removed" => CardZone::Removed,
                    "face_up" if side == Side::Ap => CardZone::FaceUpAp,
                    "face_up" => CardZone::FaceUpCp,
                    _ => {
                        let zones = ["hand", "deck", "discard", "face_up", "removed"];
                        return Err(Error::unknown(format!("{key}.{name}"), "key", zone, zones));
                    }
                };
                for (field, id) in ids(&format!("{key}.{name}.{zone}"), list)? {
                    let card = self.data.card(&field, id)?;
                    // Cards that pass from hand to hand lie face up before either player (9.5.4).
                    if self.data.cards[card].side != side && zone != "face_up" {
                        self.problem(
                            "card_of_other_side",
                            field.clone(),
                            format!("'{id}' is no {side} card"),
                        );
                    }
                    if self.setup.state.get(Cell::Card(card)) != 0 {
                        self.problem("card_twice", field, format!("'{id}' is in two places"));
                    }
                    self.put(Cell::Card(card), number as u16);
                }
            }
        }
        Ok(())
    }
}
