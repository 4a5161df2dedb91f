//! Reading the fields of a position document that tell more than a cell or two.

use super::Setup;
use super::agenda::{MOST_OPS, MOST_STEPS, Short};
use super::fields::{
    array, flag, ids, number, number_of, object, sides, small, small_usize, string, word_at,
};
use super::{MOST_HIDDEN, SCHEMA, VERSION};
use crate::data::{Data, PlaceId, UnitId};
use crate::state::{ACTIONS, Cell, OFFENSIVES, Own, SIDES, Scalar, State, hidden_in_hand};
use crate::vocabulary::*;
use engine::error::{Error, Problem, Result};
use engine::json::Text;
use serde_json::Value;

/// A set-up in the making.
pub(super) struct Reader<'a> {
    pub(super) data: &'a Data,
    pub(super) setup: Setup,
    pub(super) short: Short,
    /// Units that have left the target, each with its field and the place it left.
    pub(super) origins: Vec<(UnitId, String, PlaceId)>,
}

impl engine::document::Reader<State> for Reader<'_> {
    type Names = Data;

    #[inline]
    fn names(&self) -> &Data {
        self.data
    }

    #[inline]
    fn get(&self, cell: Cell) -> u16 {
        self.setup.state.get(cell)
    }

    #[inline]
    fn put(&mut self, cell: Cell, number: u16) {
        self.setup.state.put(cell, number);
    }

    fn read_own(&mut self, own: Own, field: &str, value: &Value) -> Result<()> {
        match own {
            Own::Schema => schema(field, value),
            Own::Version => version(field, value),
            Own::Scenario => {
                string(field, value)?.clone_into(&mut self.setup.scenario);
                Ok(())
            }
            Own::Phase => keep(&mut self.short.phase, word_at(field, value, Phase::LIST)),
            Own::Active => keep(&mut self.short.active, word_at(field, value, SIDES)),
            Own::Ops => keep(
                &mut self.short.ops,
                number(field, value, 0, MOST_OPS).map(small),
            ),
            Own::Step => keep(
                &mut self.short.step,
                number(field, value, 0, MOST_STEPS).map(small),
            ),
            Own::SiegeRolled => {
                let place = self.data.space(field, string(field, value)?);
                keep(&mut self.short.rolled, place.map(small_usize))
            }
            Own::BattlePlace => {
                let place = self.data.space(field, string(field, value)?);
                keep(&mut self.short.place, place.map(small_usize))
            }
            Own::BattleStage => keep(&mut self.short.stage, word_at(field, value, Stage::LIST)),
            Own::Units => self.units(field, value),
            Own::Arriving => self.arriving(field, value),
            Own::Control => self.control(field, value),
            Own::Trenches => self.trenches(field, value),
            Own::Mandated => self.mandated(field, value),
            Own::Actions => self.actions(field, value),
            Own::Cards => self.cards(field, value),
            Own::Random => self.random(field, value),
            Own::Stacks => self.stacks(field, value),
            Own::CardsUsed => self.cards_used(field, value),
            Own::BattleCards => self.battle_cards(field, value),
            Own::FromHand => self.cards_from_hand(field, value),
            Own::BeforeWeather => self.before_weather(field, value),
            Own::Replacements => self.replacements(field, value),
            Own::Origins => self.origins(field, value),
            Own::PathOut => self.path_out(field, value),
        }
    }

    fn read_own_quickly(&mut self, own: Own, text: &mut Text<'_>) -> Option<()> {
        self.quickly(own, text)
    }
}

fn keep(place: &mut Option<u16>, number: Result<u16>) -> Result<()> {
    *place = Some(number?);
    Ok(())
}

fn schema(field: &str, value: &Value) -> Result<()> {
    match string(field, value)? {
        SCHEMA => Ok(()),
        other => Err(Error::unknown(field, "schema", other, [SCHEMA])),
    }
}

fn version(field: &str, value: &Value) -> Result<()> {
    if number(field, value, 1, 1 << 20)? > VERSION {
        let message = "this document is of a later version than this program";
        return Err(Error::bad(field, message));
    }
    Ok(())
}

impl<'a> Reader<'a> {
    /// Of a set-up that nothing was read of yet.
    pub(super) fn new(data: &'a Data) -> Self {
        let setup = Setup {
            scenario: String::new(),
            state: data.blank.0,
            problems: Vec::new(),
        };
        Self {
            data,
            setup,
            short: Short::default(),
            origins: Vec::new(),
        }
    }

    /// The set-up, when all of its document was read.
    pub(super) fn finished(mut self) -> Result<Setup> {
        self.settle_agenda()?;
        self.settle_origins()?;
        self.battle_holds()?;
        self.setup.settle(self.data);
        Ok(self.setup)
    }
}

impl Reader<'_> {
    pub(super) fn put(&mut self, cell: Cell, number: u16) {
        self.setup.state.put(cell, number);
    }

    pub(super) fn put_scalar(&mut self, one: Scalar, number: u16) {
        self.put(Cell::Scalar(one as usize), number);
    }

    pub(super) fn problem(&mut self, code: &'static str, field: String, message: String) {
        self.setup.problems.push(Problem {
            code,
            field,
            message,
        });
    }

    fn random(&mut self, key: &str, value: &Value) -> Result<()> {
        let number = value
            .as_u64()
            .ok_or_else(|| Error::bad(key, "must be a whole number from 0 to 2^64 - 1"))?;
        self.put_random(number);
        Ok(())
    }

    /// The state of the random numbers.
    pub(super) fn put_random(&mut self, number: u64) {
        self.put_scalar(Scalar::HasRandom, 1);
        for quarter in 0..4 {
            let [low, high, ..] = (number >> (16 * quarter)).to_le_bytes();
            self.put(Cell::Random(quarter), u16::from_le_bytes([low, high]));
        }
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
        let mut seen = crate::board::BitSet::EMPTY;
        for (controller, list) in object(key, value)? {
            let number = number_of(key, controller, &Control::LIST)?;
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
                self.put(Cell::Control(space), number);
            }
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
                        owner = Some(word_at(&field, value, Control::LIST)?);
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
                        "offensive" => offensive = Some(word_at(&field, value, Offensive::LIST)?),
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
                    "side" => side = Some(word_at(&field, value, SIDES)?),
                    "kind" => {
                        kind = Some(word_at(&field, value, ActionKind::LIST)?);
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
                if zone == "hidden_in_hand" {
                    let field = format!("{key}.{name}.{zone}");
                    let held = number(&field, list, 0, i32::from(MOST_HIDDEN))?;
                    self.put_scalar(hidden_in_hand(side), small(held));
                    continue;
                }
                let number = match zone.as_str() {
                    "hidden" => CardZone::Hidden,
                    "hand" => CardZone::Hand,
                    "deck" => CardZone::Deck,
                    "discard" => CardZone::Discard,
                    "removed" => CardZone::Removed,
                    "face_up" if side == Side::Ap => CardZone::FaceUpAp,
                    "face_up" => CardZone::FaceUpCp,
                    _ => {
                        let zones = [
                            "hand",
                            "deck",
                            "discard",
                            "face_up",
                            "removed",
                            "hidden",
                            "hidden_in_hand",
                        ];
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
