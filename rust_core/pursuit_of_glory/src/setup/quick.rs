//! Reading the same fields quickly: straight from the text, without building a tree of values.
//!
//! It knows documents as they are usually written. Whatever is unusual, be it wrong or not, makes
//! it give up, and the document is read thoroughly from the start.

use super::agenda::MOST_OPS;
use super::fields::{small, small_usize};
use super::reader::Reader;
use super::{SCHEMA, VERSION};
use crate::state::{ACTIONS, Cell, OFFENSIVES, Own, SIDES, Table};
use crate::vocabulary::*;
use engine::document::{Names as _, Seen, keyed};
use engine::json::Text;
use engine::names::{Word, words};

const TRENCH: &[Word] = words!("key", ["level", "owner"]).quick;
const OFFENSIVE: &[Word] = words!("key", ["offensive", "met"]).quick;
const ACTION: &[Word] = words!("key", ["round", "side", "kind", "card"]).quick;
const ZONES: &[Word] = words!("key", ["hand", "deck", "discard", "face_up", "removed"]).quick;

impl Reader<'_> {
    /// Reads what a position tells by itself; battles are left to the thorough reader.
    pub(super) fn quickly(&mut self, own: Own, text: &mut Text<'_>) -> Option<()> {
        match own {
            Own::Schema => (text.plain()? == SCHEMA).then_some(()),
            Own::Version => text.number(1, VERSION).map(|_| ()),
            Own::Scenario => {
                text.plain()?.clone_into(&mut self.setup.scenario);
                Some(())
            }
            Own::Phase => {
                self.short.phase = Some(text.word_in(Phase::LIST.quick)?);
                Some(())
            }
            Own::Active => {
                self.short.active = Some(text.word_in(SIDES.quick)?);
                Some(())
            }
            Own::Ops => {
                self.short.ops = Some(small(text.number(0, MOST_OPS)?));
                Some(())
            }
            Own::Units => self.quick_units(text),
            Own::Arriving => self.quick_arriving(text),
            Own::Control => self.quick_control(text),
            Own::Trenches => self.quick_trenches(text),
            Own::Mandated => keyed(text, SIDES.quick, |text, side| {
                self.quick_mandated(text, side)
            }),
            Own::Actions => self.quick_actions(text),
            Own::Cards => keyed(text, SIDES.quick, |text, side| self.quick_cards(text, side)),
            Own::Random => {
                let number = text.large_number()?;
                self.put_random(number);
                Some(())
            }
            Own::Step
            | Own::SiegeRolled
            | Own::BattlePlace
            | Own::BattleStage
            | Own::Stacks
            | Own::CardsUsed
            | Own::BattleCards
            | Own::FromHand
            | Own::BeforeWeather
            | Own::Replacements
            | Own::Origins
            | Own::PathOut => None,
        }
    }

    fn quick_units(&mut self, text: &mut Text<'_>) -> Option<()> {
        let mut seen = Seen::default();
        let mut places = text.open(b'{')?;
        while text.more(&mut places)? {
            let place = self.data.lookups.places.find(text.key()?)?;
            seen.once(place)?;
            let mut units = text.open(b'[')?;
            while text.more(&mut units)? {
                self.quick_stand(text, place)?;
            }
        }
        Some(())
    }

    /// Reads a unit that stands in a place, and nowhere else.
    #[inline]
    fn quick_stand(&mut self, text: &mut Text<'_>, place: usize) -> Option<usize> {
        let unit = self.data.find(Table::Units, text.word()?)?;
        let before = self.setup.state.place.get_mut(unit)?;
        if *before > 0 {
            return None;
        }
        *before = small_usize(place + 1);
        Some(unit)
    }

    fn quick_arriving(&mut self, text: &mut Text<'_>) -> Option<()> {
        let mut seen = Seen::default();
        let mut turns = text.open(b'{')?;
        while text.more(&mut turns)? {
            let turn = text.key_number(1, 40)?;
            seen.once(usize::from(turn))?;
            let mut units = text.open(b'[')?;
            while text.more(&mut units)? {
                let unit = self.quick_stand(text, self.data.known.turn_track)?;
                self.put(Cell::Arrival(unit), turn);
            }
        }
        Some(())
    }

    fn quick_control(&mut self, text: &mut Text<'_>) -> Option<()> {
        let mut controlled = Seen::default();
        keyed(text, Control::LIST.quick, |text, controller| {
            let mut items = text.open(b'[')?;
            while text.more(&mut items)? {
                let id = text.word()?;
                let space = self.data.find(Table::Spaces, id)?;
                controlled.once(space)?;
                self.put(Cell::Control(space), small_usize(controller));
            }
            Some(())
        })
    }

    fn quick_trenches(&mut self, text: &mut Text<'_>) -> Option<()> {
        let mut seen = Seen::default();
        let mut items = text.open(b'{')?;
        while text.more(&mut items)? {
            let space = self.data.find(Table::Spaces, text.key()?)?;
            seen.once(space)?;
            let (mut level, mut owner) = (None, None);
            keyed(text, TRENCH, |text, at| {
                match at {
                    0 => level = Some(small(text.number(1, 2)?)),
                    _ => owner = Some(text.word_in(Control::LIST.quick)?),
                }
                Some(())
            })?;
            self.put(Cell::Trench(space), level? | owner? << 2);
        }
        Some(())
    }

    fn quick_mandated(&mut self, text: &mut Text<'_>, side: usize) -> Option<()> {
        let mut at = 0;
        let mut items = text.open(b'[')?;
        while text.more(&mut items)? {
            if at == OFFENSIVES {
                return None;
            }
            let (mut offensive, mut met) = (None, false);
            keyed(text, OFFENSIVE, |text, key| {
                match key {
                    0 => offensive = Some(text.word_in(Offensive::LIST.quick)?),
                    _ => met = text.flag()?,
                }
                Some(())
            })?;
            let stored = (offensive? + 1) | if met { 32 } else { 0 };
            self.put(Cell::Offensive(side * OFFENSIVES + at), stored);
            at += 1;
        }
        Some(())
    }

    fn quick_actions(&mut self, text: &mut Text<'_>) -> Option<()> {
        let mut at = 0;
        let mut items = text.open(b'[')?;
        while text.more(&mut items)? {
            if at == ACTIONS {
                return None;
            }
            let (mut round, mut side, mut kind, mut card) = (None, None, None, 0);
            keyed(text, ACTION, |text, key| {
                match key {
                    0 => round = Some(small(text.number(1, 6)?)),
                    1 => side = Some(text.word_in(SIDES.quick)?),
                    2 => kind = Some(text.word_in(ActionKind::LIST.quick)?),
                    _ => {
                        let id = text.word()?;
                        card = small_usize(self.data.find(Table::Cards, id)? + 1);
                    }
                }
                Some(())
            })?;
            self.put(
                Cell::Action(at),
                round? | side? << 3 | kind? << 4 | card << 8,
            );
            at += 1;
        }
        Some(())
    }

    fn quick_cards(&mut self, text: &mut Text<'_>, side: usize) -> Option<()> {
        let (side, face_up) = *[
            (Side::Ap, CardZone::FaceUpAp),
            (Side::Cp, CardZone::FaceUpCp),
        ]
        .get(side)?;
        keyed(text, ZONES, |text, zone| {
            const FACE_UP: usize = 3;
            let number = match zone {
                0 => CardZone::Hand,
                1 => CardZone::Deck,
                2 => CardZone::Discard,
                FACE_UP => face_up,
                _ => CardZone::Removed,
            };
            let mut items = text.open(b'[')?;
            while text.more(&mut items)? {
                let card = self.data.find(Table::Cards, text.word()?)?;
                let own = self.data.cards.get(card)?.side == side;
                let place = self.setup.state.card.get_mut(card)?;
                if (!own && zone != FACE_UP) || *place > 0 {
                    return None;
                }
                *place = number as u8;
            }
            Some(())
        })
    }
}
