//! What a move does against the rules, in a few bytes: millions are found where moves are judged
//! in bulk.

use super::codes::{self, Code};
use crate::activation::Purpose;
use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::orders::sample::Culprit;
use crate::position::Position;
use crate::vocabulary::{Collapse, Nation, Offensive, Replacement, RestrictedArea, Revolt};
use std::fmt;

/// Part of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// A unit.
    Unit(UnitId),
    /// A place.
    Place(PlaceId),
    /// A number.
    Number(u32),
    /// A restricted area.
    Area(RestrictedArea),
    /// What is activated for.
    Purpose(Purpose),
    /// A card.
    Card(CardId),
    /// A mandated offensive.
    Offensive(Offensive),
    /// A kind of replacement points.
    Points(Replacement),
    /// A country that may revolt.
    Country(Revolt),
    /// A country that may collapse.
    Ally(Collapse),
    /// A nation.
    Nation(Nation),
}

/// The parts of a witness at most.
pub(super) const MOST_ARGS: usize = 3;
/// The bits of a part: what it is, from 1, and its number.
const ARG: u32 = 32;
/// The bits of its number.
const NUMBER: u32 = 28;

impl Arg {
    fn pack(self) -> u32 {
        let (kind, number) = match self {
            Self::Unit(unit) => (1, unit),
            Self::Place(place) => (2, place),
            Self::Number(number) => (3, number as usize),
            Self::Area(area) => (4, area as usize),
            Self::Purpose(purpose) => (5, purpose as usize),
            Self::Card(card) => (6, card),
            Self::Offensive(offensive) => (7, offensive as usize),
            Self::Points(kind) => (8, kind as usize),
            Self::Country(revolt) => (9, revolt as usize),
            Self::Ally(country) => (10, country as usize),
            Self::Nation(nation) => (11, nation as usize),
        };
        // No board has so many places, and no operation costs so much.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        kind << NUMBER | number.min((1 << NUMBER) - 1)
    }

    fn unpack(packed: u32) -> Option<Self> {
        let number = packed & ((1 << NUMBER) - 1);
        let at = number as usize;
        Some(match packed >> NUMBER {
            1 => Self::Unit(at),
            2 => Self::Place(at),
            3 => Self::Number(number),
            4 => Self::Area(*RestrictedArea::ALL.get(at)?),
            5 => Self::Purpose(*Purpose::ALL.get(at)?),
            6 => Self::Card(at),
            7 => Self::Offensive(*Offensive::ALL.get(at)?),
            8 => Self::Points(*Replacement::ALL.get(at)?),
            9 => Self::Country(*Revolt::ALL.get(at)?),
            10 => Self::Ally(*Collapse::ALL.get(at)?),
            11 => Self::Nation(*Nation::ALL.get(at)?),
            _ => return None,
        })
    }
}

/// A rule that a move breaks, and the witness. In order they are sorted by the rule's number, the
/// name of the witness and its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation(
    /// The rank of its code, and its parts, the first first; 0 for those that are not there.
    u128,
);

/// The units and places that a broken rule names.
impl From<Violation> for Culprit {
    fn from(broken: Violation) -> Self {
        let mut found = Self {
            owed: broken.owed(),
            ..Self::default()
        };
        for arg in broken.args() {
            match arg {
                Arg::Unit(unit) => found.units.push(unit),
                Arg::Place(place) => found.places.push(place),
                _ => {}
            }
        }
        found
    }
}

impl Violation {
    /// A rule broken in some way, by these.
    #[must_use]
    pub fn new(code: &Code, args: &[Arg]) -> Self {
        let parts = args.iter().take(MOST_ARGS).enumerate();
        let packed = parts.fold(0, |packed, (at, arg)| {
            packed | u128::from(arg.pack()) << (ARG * (MOST_ARGS - 1 - at) as u32)
        });
        Self(u128::from(code.rank()) << (ARG * MOST_ARGS as u32) | packed)
    }

    /// Which way of breaking a rule it is: the place of its code in [`codes::RANKED`].
    #[must_use]
    pub const fn rank(self) -> u16 {
        (self.0 >> (ARG * MOST_ARGS as u32)) as u16
    }

    const fn entry(self) -> &'static Code {
        codes::RANKED[self.rank() as usize]
    }

    /// The rule's number.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.entry().rule
    }

    /// The name of the witness.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.entry().code
    }

    /// Whether it is this way of breaking a rule.
    #[must_use]
    pub fn is(self, code: &Code) -> bool {
        self.rank() == code.rank()
    }

    /// Whether more orders could mend it.
    #[must_use]
    pub const fn owed(self) -> bool {
        self.entry().owed
    }

    /// The parts of its witness.
    pub fn args(self) -> impl Iterator<Item = Arg> {
        let parts = (0..MOST_ARGS as u32).rev();
        parts.map_while(move |at| Arg::unpack((self.0 >> (ARG * at)) as u32))
    }

    /// The witness as a term of the law, such as `enemy(tu_div_1,kars)`.
    #[must_use]
    pub fn witness(self, data: &Data) -> String {
        let mut text = self.code().to_owned();
        for (at, arg) in self.args().enumerate() {
            text.push(if at == 0 { '(' } else { ',' });
            match arg {
                Arg::Unit(unit) => text += &data.units[unit].id,
                Arg::Place(place) => text += &data.spaces[place].id,
                Arg::Number(number) => text += &number.to_string(),
                Arg::Area(area) => text += area.word(),
                Arg::Purpose(purpose) => text += purpose.word(),
                Arg::Card(card) => text += &data.cards[card].id,
                Arg::Offensive(offensive) => text += offensive.word(),
                Arg::Points(kind) => text += kind.word(),
                Arg::Country(revolt) => text += revolt.word(),
                Arg::Ally(country) => text += country.word(),
                Arg::Nation(nation) => text += nation.word(),
            }
        }
        if text.len() > self.code().len() {
            text.push(')');
        }
        text
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn sentence(self, position: &Position) -> String {
        let data = position.data();
        let mut text = self.entry().sentence.to_owned();
        for (at, arg) in self.args().enumerate() {
            let name = match arg {
                Arg::Unit(unit) => data.units[unit].name.clone(),
                Arg::Place(place) => data.spaces[place].name.clone(),
                Arg::Number(number) => number.to_string(),
                Arg::Card(card) => data.cards[card].name.clone(),
                Arg::Offensive(offensive) => offensive.word().replace('_', " "),
                Arg::Points(kind) => kind.word().replace('_', " ").to_uppercase(),
                Arg::Country(revolt) => match revolt {
                    Revolt::Egypt => "Egypt".into(),
                    Revolt::India => "India".into(),
                    Revolt::Afghanistan => "Afghanistan".into(),
                    Revolt::CentralAsia => "Central Asia".into(),
                },
                Arg::Nation(nation) => nation.word().to_uppercase(),
                Arg::Ally(country) => match country {
                    Collapse::Bulgaria => "Bulgaria".into(),
                    Collapse::Serbia => "Serbia".into(),
                    Collapse::Romania => "Romania".into(),
                },
                Arg::Area(area) => match area {
                    RestrictedArea::SyriaPalestine => "Syria/Palestine".to_owned(),
                    RestrictedArea::Mesopotamia => "Mesopotamia".to_owned(),
                    RestrictedArea::Azerbaijan => "Azerbaijan".to_owned(),
                    RestrictedArea::Arabistan => "Arabistan".to_owned(),
                    RestrictedArea::GreaterPersia => "Greater Persia".to_owned(),
                },
                Arg::Purpose(purpose) => match purpose {
                    Purpose::Move => "movement".to_owned(),
                    Purpose::Attack => "attack".to_owned(),
                    Purpose::AttackWithBr => "an attack with BR units".to_owned(),
                },
            };
            text = text.replace(&format!("{{{at}}}"), &name);
        }
        // Of the stacks that are judged, the one that defends a region names no unit (12.10.3).
        text.replace("{0}", "the defender")
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<_> = self.args().collect();
        write!(f, "{} {}{args:?}", self.rule(), self.code())
    }
}

/// Collects what is wrong.
pub(super) struct Violations<'v>(pub(super) &'v mut Vec<Violation>);

impl Violations<'_> {
    #[cold]
    pub(super) fn add(&mut self, code: &Code, args: &[Arg]) {
        self.0.push(Violation::new(code, args));
    }
}
