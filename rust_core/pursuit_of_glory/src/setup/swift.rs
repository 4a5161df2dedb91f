//! The quick way to read a document: straight from its text, without building a tree of values.
//!
//! It knows documents as they are usually written. Whatever is unusual, be it wrong or not, makes
//! it give up, and [`super::Setup::from_value`] reads the document from the start: what is wrong
//! there, and in which words, is said in one place only.

use super::SCHEMA;
use super::Setup;
use super::fields::{small, small_usize};
use super::text::Text;
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::{Data, Lookup, Word};
use crate::state::{ACTIONS, Cell, OFFENSIVES, One, bias};
use crate::vocabulary::*;
use std::sync::LazyLock;

/// The words of texts, each short enough; too long ones would be found by the tests.
const fn words<const N: usize>(texts: [&str; N]) -> [Word; N] {
    let mut words = [Word::EMPTY; N];
    let mut at = 0;
    while at < N {
        if let Some(word) = Word::new(texts[at]) {
            words[at] = word;
        }
        at += 1;
    }
    words
}

/// The words of a vocabulary.
macro_rules! words_of {
    ($name:ident) => {{
        const TEXTS: [&str; $name::ALL.len()] = {
            let mut texts = [""; $name::ALL.len()];
            let mut at = 0;
            while at < texts.len() {
                texts[at] = $name::ALL[at].word();
                at += 1;
            }
            texts
        };
        const WORDS: [Word; $name::ALL.len()] = words(TEXTS);
        &WORDS
    }};
}

mod map;

const SIDES: [Word; 2] = words(["ap", "cp"]);
const TRENCH: [Word; 2] = words(["level", "owner"]);
const OFFENSIVE: [Word; 2] = words(["offensive", "met"]);
const ACTION: [Word; 4] = words(["round", "side", "kind", "card"]);
const ZONES: [Word; 5] = words(["hand", "deck", "discard", "face_up", "removed"]);
const ASSAULT: [Word; 2] = words(["used", "landing"]);
const REVOLUTION: [Word; 4] = words(["stage", "parvus", "revolution", "czar"]);
const CHRISTMAS: [Word; 2] = words(["space", "turn"]);
const PURPOSES: [Word; 2] = words([Purpose::Attack.word(), Purpose::AttackWithBr.word()]);

/// Reads the value of a field.
type Field = fn(&mut Swift<'_>) -> Option<()>;

/// The fields of a document.
const FIELDS: &[(&str, Field)] = &[
    ("schema", |swift| {
        (swift.text.plain()? == SCHEMA).then_some(())
    }),
    ("version", |swift| swift.text.number(1, 1).map(|_| ())),
    ("scenario", |swift| {
        swift.setup.scenario = swift.text.plain()?.to_owned();
        Some(())
    }),
    ("turn", |swift| swift.small(One::Turn, 1, 17)),
    ("last_turn", |swift| swift.small(One::LastTurn, 1, 17)),
    ("round", |swift| swift.small(One::Round, 1, 6)),
    ("beachheads_in_reserve", |swift| {
        swift.small(One::BeachheadsInReserve, 0, 20)
    }),
    ("tribes_due", |swift| swift.small(One::TribesDue, 0, 40)),
    ("max_tu_rp", |swift| swift.biased(One::MaxTuRp, -40, 60)),
    ("sinai_railroad", |swift| {
        swift.biased(One::SinaiRailroad, 1, 40)
    }),
    ("armistice", |swift| swift.biased(One::Armistice, 1, 17)),
    ("cp_automatic_victory", |swift| {
        swift.biased(One::CpAutomaticVictory, 0, 40)
    }),
    ("ops", |swift| {
        let ops = swift.text.number(0, 20)?;
        swift.put_one(One::Ops, small(ops + 1));
        Some(())
    }),
    ("phase", |swift| swift.word(One::Phase, words_of!(Phase))),
    ("active", |swift| swift.word(One::Active, &SIDES)),
    ("greece", |swift| swift.word(One::Greece, words_of!(Stand))),
    ("air_superiority", |swift| {
        swift.word(One::AirSuperiority, words_of!(AirSuperiority))
    }),
    ("collapsed", |swift| {
        swift.set(One::Collapsed, words_of!(Collapse))
    }),
    ("revolts", |swift| {
        swift.set(One::Revolts, words_of!(Revolt))
    }),
    ("penalties", |swift| {
        swift.set(One::Penalties, words_of!(Penalty))
    }),
    ("flags", |swift| swift.set(One::Flags, words_of!(Flag))),
    ("units", |swift| swift.units()),
    ("arriving", |swift| swift.arriving()),
    ("reduced", |swift| swift.reduced()),
    ("control", |swift| swift.control()),
    ("ru_vp", |swift| {
        swift.marks(|state, at| state.put(Cell::RuVp(at), 1))
    }),
    ("forts_destroyed", |swift| {
        swift.marks(|state, at| state.put(Cell::FortDestroyed(at), 1))
    }),
    ("jihad_taken", |swift| {
        swift.marks(|state, at| state.put(Cell::JihadTaken(at), 1))
    }),
    ("beachheads", |swift| {
        swift.marks(|state, at| {
            let before = state.get(Cell::Beachhead(at));
            state.put(Cell::Beachhead(at), before.max(1));
        })
    }),
    ("beachheads_new", |swift| {
        swift.marks(|state, at| state.put(Cell::Beachhead(at), 2))
    }),
    ("trenches", |swift| swift.trenches()),
    ("uprisings", |swift| {
        swift.spaces(|swift, space| {
            let kind = swift.text.word_in(words_of!(Uprising))?;
            swift.put(Cell::Uprising(space), kind + 1);
            Some(())
        })
    }),
    ("digging", |swift| {
        swift.spaces(|swift, space| {
            let roll = swift.text.number(1, 6)?;
            swift.put(Cell::Digging(space), small(roll));
            Some(())
        })
    }),
    ("tracks", |swift| {
        swift.keyed(words_of!(Track), |swift, at| {
            let number = swift.text.number(-60, 99)?;
            swift.put(Cell::Track(at), bias(Some(number)));
            Some(())
        })
    }),
    ("replacements", |swift| {
        swift.keyed(words_of!(Replacement), |swift, at| {
            let number = swift.text.number(-40, 60)?;
            swift.put(Cell::Replacement(at), bias(Some(number)));
            Some(())
        })
    }),
    ("commitment", |swift| {
        swift.keyed(&SIDES, |swift, side| {
            let one = *[One::CommitmentAp, One::CommitmentCp].get(side)?;
            swift.word(one, words_of!(Commitment))
        })
    }),
    ("mandated", |swift| swift.keyed(&SIDES, Swift::mandated)),
    ("events", |swift| swift.events()),
    ("revolution", |swift| {
        swift.keyed(&REVOLUTION, |swift, at| match at {
            0 => swift.small(One::RevolutionStage, 0, 4),
            1 => swift.biased(One::Parvus, 1, 17),
            2 => swift.biased(One::RevolutionTurn, 1, 40),
            _ => swift.biased(One::Czar, -40, 60),
        })
    }),
    ("british_ru_cavalry", |swift| {
        let unit = swift.data.lookups.units.find(swift.text.word()?)?;
        swift.put_one(One::BritishRuCavalry, small_usize(unit + 1));
        Some(())
    }),
    ("warm_water_port", |swift| {
        swift.space_in(One::WarmWaterPort)
    }),
    ("christmas", |swift| {
        swift.keyed(&CHRISTMAS, |swift, at| match at {
            0 => swift.space_in(One::ChristmasSpace),
            _ => swift.small(One::ChristmasTurn, 1, 19),
        })
    }),
    ("amphibious_assault", |swift| {
        swift.keyed(&ASSAULT, |swift, at| match at {
            0 => {
                let used = swift.text.flag()?;
                swift.put_one(One::AssaultUsed, used.into());
                Some(())
            }
            _ => swift.space_in(One::AssaultLanding),
        })
    }),
    ("attacking", |swift| swift.attacking()),
    ("actions", |swift| swift.actions()),
    ("cards", |swift| swift.keyed(&SIDES, Swift::cards)),
    ("random", |swift| swift.random()),
];

static NAMES: LazyLock<Lookup> =
    LazyLock::new(|| Lookup::new(FIELDS.iter().map(|(name, _)| *name)));

/// The set-up of a document, if it is well-formed, usual, and contradicts nothing in itself.
pub(super) fn read(data: &Data, text: &[u8]) -> Option<Setup> {
    let mut swift = Swift {
        data,
        text: Text::new(text),
        setup: Setup {
            scenario: String::new(),
            state: data.blank.0,
            problems: Vec::new(),
        },
    };
    let mut seen = BitSet::EMPTY;
    let mut items = swift.text.open(b'{')?;
    while swift.text.more(&mut items)? {
        let field = NAMES.find(swift.text.key()?)?;
        swift.once(&mut seen, field)?;
        let (_, read) = FIELDS.get(field)?;
        read(&mut swift)?;
    }
    swift.text.end()?;
    let mut setup = swift.setup;
    setup.settle(data);
    Some(setup)
}

struct Swift<'a> {
    data: &'a Data,
    text: Text<'a>,
    setup: Setup,
}

impl Swift<'_> {
    #[inline]
    fn put(&mut self, cell: Cell, number: u16) {
        self.setup.state.put(cell, number);
    }

    fn put_one(&mut self, one: One, number: u16) {
        self.put(Cell::One(one as usize), number);
    }

    /// Keys must not stand twice in an object.
    #[inline]
    fn once(&self, seen: &mut BitSet, key: usize) -> Option<()> {
        let new = !seen.contains(key);
        seen.insert(key);
        new.then_some(())
    }

    fn small(&mut self, one: One, least: i32, most: i32) -> Option<()> {
        let number = self.text.number(least, most)?;
        self.put_one(one, small(number));
        Some(())
    }

    fn biased(&mut self, one: One, least: i32, most: i32) -> Option<()> {
        let number = self.text.number(least, most)?;
        self.put_one(one, bias(Some(number)));
        Some(())
    }

    fn word(&mut self, one: One, names: &[Word]) -> Option<()> {
        let word = self.text.word_in(names)?;
        self.put_one(one, word);
        Some(())
    }

    fn set(&mut self, one: One, names: &[Word]) -> Option<()> {
        let mut bits = 0;
        let mut items = self.text.open(b'[')?;
        while self.text.more(&mut items)? {
            bits |= 1 << self.text.word_in(names)?;
        }
        self.put_one(one, bits);
        Some(())
    }

    /// A space of the map.
    #[inline]
    fn space(&mut self, id: Word) -> Option<usize> {
        let place = self.data.lookups.places.find(id)?;
        (place < self.data.on_map).then_some(place)
    }

    fn space_in(&mut self, one: One) -> Option<()> {
        let id = self.text.word()?;
        let space = self.space(id)?;
        self.put_one(one, small_usize(space + 1));
        Some(())
    }

    /// An object with some of these keys.
    fn keyed(
        &mut self,
        keys: &[Word],
        mut value: impl FnMut(&mut Self, usize) -> Option<()>,
    ) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut items = self.text.open(b'{')?;
        while self.text.more(&mut items)? {
            let key = self.text.key()?;
            let key = keys.iter().position(|known| *known == key)?;
            self.once(&mut seen, key)?;
            value(self, key)?;
        }
        Some(())
    }

    /// An object with spaces as keys.
    fn spaces(&mut self, mut value: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut items = self.text.open(b'{')?;
        while self.text.more(&mut items)? {
            let id = self.text.key()?;
            let space = self.space(id)?;
            self.once(&mut seen, space)?;
            value(self, space)?;
        }
        Some(())
    }

    /// A list of spaces.
    #[inline]
    fn marks(&mut self, mark: impl Fn(&mut crate::state::State, usize)) -> Option<()> {
        let mut items = self.text.open(b'[')?;
        while self.text.more(&mut items)? {
            let id = self.text.word()?;
            let space = self.space(id)?;
            mark(&mut self.setup.state, space);
        }
        Some(())
    }

    fn mandated(&mut self, side: usize) -> Option<()> {
        let mut at = 0;
        let mut items = self.text.open(b'[')?;
        while self.text.more(&mut items)? {
            if at == OFFENSIVES {
                return None;
            }
            let (mut offensive, mut met) = (None, false);
            self.keyed(&OFFENSIVE, |swift, key| {
                match key {
                    0 => offensive = Some(swift.text.word_in(words_of!(Offensive))?),
                    _ => met = swift.text.flag()?,
                }
                Some(())
            })?;
            let stored = (offensive? + 1) | if met { 32 } else { 0 };
            self.put(Cell::Offensive(side * OFFENSIVES + at), stored);
            at += 1;
        }
        Some(())
    }

    fn events(&mut self) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut items = self.text.open(b'{')?;
        while self.text.more(&mut items)? {
            let card = self.data.lookups.cards.find(self.text.key()?)?;
            self.once(&mut seen, card)?;
            let turn = small(self.text.number(0, 17)?);
            self.put(Cell::Event(card), turn + 1);
        }
        Some(())
    }

    fn attacking(&mut self) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut items = self.text.open(b'{')?;
        while self.text.more(&mut items)? {
            let unit = self.data.lookups.units.find(self.text.key()?)?;
            self.once(&mut seen, unit)?;
            let purpose = self.text.word_in(&PURPOSES)?;
            self.put(Cell::Attacking(unit), purpose + 1);
        }
        Some(())
    }

    fn actions(&mut self) -> Option<()> {
        let mut at = 0;
        let mut items = self.text.open(b'[')?;
        while self.text.more(&mut items)? {
            if at == ACTIONS {
                return None;
            }
            let (mut round, mut side, mut kind, mut card) = (None, None, None, 0);
            self.keyed(&ACTION, |swift, key| {
                match key {
                    0 => round = Some(small(swift.text.number(1, 6)?)),
                    1 => side = Some(swift.text.word_in(&SIDES)?),
                    2 => kind = Some(swift.text.word_in(words_of!(ActionKind))?),
                    _ => {
                        let id = swift.text.word()?;
                        card = small_usize(swift.data.lookups.cards.find(id)? + 1);
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

    fn cards(&mut self, side: usize) -> Option<()> {
        let (side, face_up) = *[
            (Side::Ap, CardZone::FaceUpAp),
            (Side::Cp, CardZone::FaceUpCp),
        ]
        .get(side)?;
        self.keyed(&ZONES, |swift, zone| {
            const FACE_UP: usize = 3;
            let number = match zone {
                0 => CardZone::Hand,
                1 => CardZone::Deck,
                2 => CardZone::Discard,
                FACE_UP => face_up,
                _ => CardZone::Removed,
            };
            let mut items = swift.text.open(b'[')?;
            while swift.text.more(&mut items)? {
                let card = swift.data.lookups.cards.find(swift.text.word()?)?;
                let own = swift.data.cards.get(card)?.side == side;
                let place = swift.setup.state.card.get_mut(card)?;
                if (!own && zone != FACE_UP) || *place > 0 {
                    return None;
                }
                *place = number as u8;
            }
            Some(())
        })
    }

    fn random(&mut self) -> Option<()> {
        let number = self.text.large_number()?;
        self.put_one(One::HasRandom, 1);
        for quarter in 0..4 {
            let [low, high, ..] = (number >> (16 * quarter)).to_le_bytes();
            self.put(Cell::Random(quarter), u16::from_le_bytes([low, high]));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::KEYS;
    use super::*;
    use crate::position::Position;
    use std::sync::Arc;

    #[test]
    fn usual_documents_are_read() {
        let data = Arc::new(Data::shipped().unwrap());
        for name in data.scenarios.keys() {
            let position = Position::scenario(&data, name).unwrap();
            let plain = position.to_json();
            let tree: serde_json::Value = serde_json::from_str(&plain).unwrap();
            let wide = serde_json::to_string_pretty(&tree).unwrap();
            for text in [plain, wide] {
                let setup = read(&data, text.as_bytes()).unwrap();
                assert_eq!(setup.state, *position.state());
                assert_eq!(setup.scenario, *name);
            }
        }
    }

    #[test]
    fn every_word_is_short_enough() {
        assert_eq!(KEYS.len(), FIELDS.len());
        for key in KEYS {
            assert!(NAMES.find(Word::new(key).unwrap()).is_some());
        }
        let vocabularies: [&[Word]; 24] = [
            words_of!(Phase),
            words_of!(Stand),
            words_of!(AirSuperiority),
            words_of!(Collapse),
            words_of!(Revolt),
            words_of!(Penalty),
            words_of!(Flag),
            words_of!(Uprising),
            words_of!(Track),
            words_of!(Replacement),
            words_of!(Commitment),
            words_of!(Control),
            words_of!(Offensive),
            words_of!(ActionKind),
            &SIDES,
            &TRENCH,
            &OFFENSIVE,
            &ACTION,
            &ZONES,
            &ASSAULT,
            &REVOLUTION,
            &CHRISTMAS,
            &PURPOSES,
            words_of!(Side),
        ];
        assert!(
            vocabularies
                .into_iter()
                .flatten()
                .all(|word| *word != Word::EMPTY)
        );
    }
}
