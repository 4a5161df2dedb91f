//! The words of a move, and what each of them means: one look into one table.

use crate::board::BitSet;
use crate::tables::{PlaceId, Space};
use crate::tables::{Unit, UnitId};
use crate::vocabulary::{Kind, Purpose};
use engine::names::as_id;
use std::collections::HashMap;

/// Up to 32 bytes of a word, padded with zeros: compared and hashed without a loop.
pub(crate) type Key = [u64; 4];

/// Room for words; at most half of it is used.
const SLOTS: usize = 4096;

/// The number of no unit and no place.
const NOBODY: u16 = u16::MAX;

/// What to keep of 32 bytes that begin with a word of so many.
const MASKS: [Key; 33] = {
    let mut masks = [[0; 4]; 33];
    let mut length = 0;
    while length <= 32 {
        let mut at = 0;
        while at < length {
            masks[length][at / 8] |= 0xff << (8 * (at % 8));
            at += 1;
        }
        length += 1;
    }
    masks
};

/// The first `length` of these bytes as a key; `None` if they are more than 32.
#[inline(always)]
pub(crate) fn key(bytes: &[u8; 32], length: usize) -> Option<Key> {
    let mask = MASKS.get(length)?;
    let (words, _) = bytes.as_chunks::<8>();
    let word = |at: usize| u64::from_le_bytes(words[at]) & mask[at];
    Some([word(0), word(1), word(2), word(3)])
}

/// The words that belong to no unit or place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words speak for themselves")]
pub(crate) enum Term {
    Activate,
    Suppress,
    Land,
    Go,
    Assault,
    Entrench,
    Organize,
    Withdraw,
    Remove,
    Purpose(Purpose),
    With,
    Via,
    Directly,
    Order,
    Place,
    For,
    Units,
    Unit,
    Path,
    Lcu,
    Reserve,
    Eliminated,
    Removed,
}

const TERMS: &[(&str, Term)] = &[
    ("activate", Term::Activate),
    ("suppress", Term::Suppress),
    ("land", Term::Land),
    ("go", Term::Go),
    ("assault", Term::Assault),
    ("entrench", Term::Entrench),
    ("organize", Term::Organize),
    ("withdraw", Term::Withdraw),
    ("remove", Term::Remove),
    ("with", Term::With),
    ("via", Term::Via),
    ("directly", Term::Directly),
    ("order", Term::Order),
    ("place", Term::Place),
    ("for", Term::For),
    ("units", Term::Units),
    ("unit", Term::Unit),
    ("path", Term::Path),
    ("lcu", Term::Lcu),
    ("reserve", Term::Reserve),
    ("eliminated", Term::Eliminated),
    ("removed", Term::Removed),
];

/// What a word means: a unit, a place on the map, a word of the language, or several of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meaning {
    key: Key,
    unit: u16,
    place: u16,
    /// The word of the language.
    pub(crate) term: Option<Term>,
}

impl Meaning {
    const NONE: Self = Self {
        key: [0; 4],
        unit: NOBODY,
        place: NOBODY,
        term: None,
    };

    /// The unit.
    #[inline(always)]
    pub(crate) fn unit(&self) -> Option<UnitId> {
        (self.unit != NOBODY).then_some(usize::from(self.unit))
    }

    /// The place.
    #[inline(always)]
    pub(crate) fn place(&self) -> Option<PlaceId> {
        (self.place != NOBODY).then_some(usize::from(self.place))
    }
}

/// Rows by what is left of their names, cities and aliases in an id.
type Named = HashMap<String, Vec<usize>>;

/// Every word that means something in a move.
#[derive(Debug)]
pub(crate) struct Words {
    /// Numbers of `meanings`, 0 for none, by hash.
    slots: Box<[u16; SLOTS]>,
    meanings: Vec<Meaning>,
    units: Named,
    places: Named,
    /// The places that stacks activate: regions and island bases (9.2.6).
    pub(crate) stacks: BitSet,
    /// Beachheads.
    pub(crate) beaches: BitSet,
}

impl Words {
    pub(crate) fn new(spaces: &[Space], on_map: usize, units: &[Unit]) -> Self {
        let of_kind = |kinds: &[Kind]| {
            let of_kind = |at: &usize| kinds.contains(&spaces[*at].kind);
            (0..spaces.len()).filter(of_kind).collect()
        };
        let mut words = Self {
            slots: Box::new([0; SLOTS]),
            meanings: vec![Meaning::NONE],
            units: named(units.iter().map(|unit| {
                let aliases = unit.aliases.iter().map(String::as_str);
                aliases.chain([unit.name.as_str()])
            })),
            places: named(spaces.iter().map(|space| {
                let aliases = space.aliases.iter().map(String::as_str);
                aliases
                    .chain([space.name.as_str()])
                    .chain(space.city.as_deref())
            })),
            stacks: of_kind(&[Kind::Region, Kind::IslandBase]),
            beaches: of_kind(&[Kind::Beachhead]),
        };
        let mut meanings: HashMap<&str, Meaning> = HashMap::new();
        let mut mean = |word, change: &dyn Fn(&mut Meaning)| {
            change(meanings.entry(word).or_insert(Meaning::NONE));
        };
        for (word, term) in TERMS {
            mean(word, &|meaning| meaning.term = Some(*term));
        }
        for purpose in Purpose::ALL {
            mean(purpose.word(), &|meaning| {
                meaning.term = Some(Term::Purpose(*purpose));
            });
        }
        // An id goes before another's name. A name of several rows means none of them.
        let number = |rows: &[usize]| match rows {
            [row] => u16::try_from(*row).unwrap_or(NOBODY),
            _ => NOBODY,
        };
        for (word, rows) in &words.units {
            mean(word, &|meaning| meaning.unit = number(rows));
        }
        for (row, unit) in units.iter().enumerate() {
            mean(&unit.id, &|meaning| meaning.unit = number(&[row]));
        }
        for (word, rows) in &words.places {
            mean(word, &|meaning| meaning.place = number(rows));
        }
        for (row, space) in spaces.iter().enumerate() {
            mean(&space.id, &|meaning| meaning.place = number(&[row]));
        }
        let mut table = Vec::with_capacity(meanings.len());
        for (word, mut meaning) in meanings {
            let mut bytes = [0; 32];
            // Longer words, and ids that are written in another way than read, are left to
            // whoever looks closer; boxes are no places of orders.
            if word.len() > bytes.len() || as_id(word) != word {
                continue;
            }
            bytes[..word.len()].copy_from_slice(word.as_bytes());
            if usize::from(meaning.place) >= on_map {
                meaning.place = NOBODY;
            }
            if let Some(key) = key(&bytes, word.len()) {
                table.push(Meaning { key, ..meaning });
            }
        }
        // The order of a hash map is no order.
        table.sort_unstable_by_key(|meaning| meaning.key);
        table.truncate(SLOTS / 2);
        for (meaning, number) in table.into_iter().zip(1..) {
            let at = words.slot(&meaning.key);
            words.slots[at] = number;
            words.meanings.push(meaning);
        }
        words
    }

    /// What a word in lower case means; nothing if that takes a closer look.
    #[inline(always)]
    pub(crate) fn find(&self, key: &Key) -> &Meaning {
        &self.meanings[usize::from(self.slots[self.slot(key)])]
    }

    /// Where the word stands in the table, or would.
    #[inline(always)]
    fn slot(&self, key: &Key) -> usize {
        let mut at = hash(key);
        loop {
            let number = usize::from(self.slots[at]);
            if number == 0 || self.meanings[number].key == *key {
                return at;
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The units with such a name, printed or an alias; `name` is what is left of it in an id.
    pub(crate) fn units(&self, name: &str) -> &[UnitId] {
        self.units.get(name).map_or(&[], Vec::as_slice)
    }

    /// The places with such a name, city or alias; `name` is what is left of it in an id.
    pub(crate) fn places(&self, name: &str) -> &[PlaceId] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }
}

fn named<'a>(rows: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> Named {
    let mut named = Named::new();
    for (row, names) in rows.enumerate() {
        for name in names.map(as_id).filter(|name| !name.is_empty()) {
            let rows = named.entry(name).or_default();
            if rows.last() != Some(&row) {
                rows.push(row);
            }
        }
    }
    named
}

/// Where to look for a word first.
#[inline(always)]
fn hash(key: &Key) -> usize {
    let first = (key[0] ^ key[2].rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let second = (key[1] ^ key[3].rotate_left(23)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((first ^ second) >> (u64::BITS - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::{Words, key};
    use crate::data::Data;

    fn far(words: &Words, number: u16) -> usize {
        let at = words.slots.iter().position(|slot| *slot == number);
        let home = super::hash(&words.meanings[usize::from(number)].key);
        at.map_or(usize::MAX, |at| at.wrapping_sub(home) % super::SLOTS)
    }

    #[test]
    fn words_are_found_where_they_are_sought() -> engine::error::Result<()> {
        let words = &Data::shipped()?.words;
        let numbers = 1..u16::try_from(words.meanings.len()).unwrap_or(u16::MAX);
        let moved = numbers.filter(|number| far(words, *number) > 0).count();
        assert!(
            moved * 5 < words.meanings.len(),
            "{moved} of {}",
            words.meanings.len()
        );
        for meaning in &words.meanings[1..] {
            assert_eq!(words.find(&meaning.key).key, meaning.key);
        }
        assert!(key(&[b'a'; 32], 33).is_none());
        let unknown = key(&[b'a'; 32], 32).map(|key| words.find(&key).term);
        assert_eq!(unknown, Some(None));
        Ok(())
    }
}
