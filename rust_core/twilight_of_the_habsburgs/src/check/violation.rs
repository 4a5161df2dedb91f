//! What a move does against the rules.

use super::codes::{CODES, Code};
use crate::data::{Data, HexId, UnitId};
use crate::position::Position;
use crate::vocabulary::Pool;
use std::fmt;

/// Part of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(HexId),
    /// A number.
    Number(u32),
    /// An army of the scenario.
    Army(usize),
    /// Replacement points.
    Pool(Pool),
}

/// The parts of a witness at most.
const MOST_ARGS: usize = 3;
/// The bits of a part's number; what it is stands above.
const NUMBER: u32 = 28;

impl Arg {
    fn pack(self) -> u32 {
        let (kind, number) = match self {
            Self::Unit(unit) => (1, unit),
            Self::Hex(hex) => (2, hex),
            Self::Number(number) => (3, number as usize),
            Self::Army(army) => (4, army),
            Self::Pool(pool) => (5, pool as usize),
        };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        kind << NUMBER | number.min((1 << NUMBER) - 1)
    }

    fn unpack(packed: u32) -> Option<Self> {
        let number = packed & ((1 << NUMBER) - 1);
        let at = number as usize;
        Some(match packed >> NUMBER {
            1 => Self::Unit(at),
            2 => Self::Hex(at),
            3 => Self::Number(number),
            4 => Self::Army(at),
            5 => Self::Pool(*Pool::ALL.get(at)?),
            _ => return None,
        })
    }
}

/// A rule that a move breaks, and the witness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    code: u16,
    /// A rule of the scenario's tables, plus one; 0 = the rule of the code.
    rule: u16,
    args: [u32; MOST_ARGS],
}

impl Violation {
    /// A rule broken in some way, by these.
    #[must_use]
    pub fn new(code: &Code, args: &[Arg]) -> Self {
        let mut packed = [0; MOST_ARGS];
        for (place, arg) in packed.iter_mut().zip(args) {
            *place = arg.pack();
        }
        Self {
            code: code.at,
            rule: 0,
            args: packed,
        }
    }

    /// The same by a rule of the scenario's tables.
    #[must_use]
    pub const fn by(self, rule: u16) -> Self {
        Self {
            rule: rule + 1,
            ..self
        }
    }

    fn entry(self) -> &'static Code {
        CODES[usize::from(self.code)]
    }

    /// The rule's number.
    #[must_use]
    pub fn rule(self, data: &Data) -> &str {
        match self.rule.checked_sub(1) {
            Some(rule) => data.rules.rule(rule),
            None => self.entry().rule,
        }
    }

    /// The name of the witness.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.entry().code
    }

    /// Is it this way of breaking a rule?
    #[must_use]
    pub fn is(self, code: &Code) -> bool {
        self.code == code.at
    }

    /// The parts of its witness.
    pub fn args(self) -> impl Iterator<Item = Arg> {
        self.args.into_iter().map_while(Arg::unpack)
    }

    /// The witness as a term of the law, such as `enemy_there(it_6_inf_div,h2308)`.
    #[must_use]
    pub fn witness(self, position: &Position) -> String {
        let data = position.data();
        let told = |arg: Arg| match arg {
            Arg::Unit(unit) => data.units[unit].id.clone(),
            Arg::Hex(hex) => data.map.hexes[hex].id.clone(),
            Arg::Number(number) => number.to_string(),
            Arg::Army(army) => position.scenario().armies[army].clone(),
            Arg::Pool(pool) => pool.word().to_owned(),
        };
        let args: Vec<_> = self.args().map(told).collect();
        match args.is_empty() {
            true => self.code().to_owned(),
            false => format!("{}({})", self.code(), args.join(",")),
        }
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn sentence(self, position: &Position) -> String {
        let data = position.data();
        let mut text = self.entry().sentence.to_owned();
        for (at, arg) in self.args().enumerate() {
            let name = match arg {
                Arg::Unit(unit) => data.units[unit].name.clone(),
                Arg::Hex(hex) => match data.map.hexes[hex].towns.first() {
                    Some(town) => format!("{town} ({})", data.map.hexes[hex].number),
                    None => data.map.hexes[hex].number.clone(),
                },
                Arg::Number(number) => number.to_string(),
                Arg::Army(army) => position.scenario().armies[army].replace('_', " "),
                Arg::Pool(pool) => pool.word().to_owned(),
            };
            text = text.replace(&format!("{{{at}}}"), &name);
        }
        text
    }

    /// The violation of a rule's number and a witness such as `enemy_there(it_6_inf_div,h2308)`;
    /// `None` if the table of codes has no such one.
    #[must_use]
    pub fn read(position: &Position, rule: &str, witness: &str) -> Option<Self> {
        let data: &Data = position.data();
        let (name, inside) = match witness.split_once('(') {
            Some((name, inside)) => (name, inside.strip_suffix(')')?),
            None => (witness, ""),
        };
        let words = inside.split(',').filter(|word| !word.is_empty());
        let arg = |word: &str| {
            if let Ok(number) = word.parse() {
                return Some(Arg::Number(number));
            }
            let unit = data.unit_ids.get(word).map(|unit| Arg::Unit(*unit));
            let hex = || data.map.ids.get(word).map(|hex| Arg::Hex(*hex));
            let armies = &position.scenario().armies;
            let army = || armies.iter().position(|army| army == word).map(Arg::Army);
            unit.or_else(hex)
                .or_else(army)
                .or_else(|| Pool::parse(word).map(Arg::Pool))
        };
        let args: Vec<Arg> = words.map(arg).collect::<Option<_>>()?;
        let fits = args.len() <= MOST_ARGS;
        let named = |code: &&&Code| code.code == name;
        let own = CODES.iter().filter(named).find(|code| code.rule == rule);
        let found = match own {
            Some(code) => Self::new(code, &args),
            None => {
                let code = CODES
                    .iter()
                    .filter(named)
                    .find(|code| code.rule.is_empty())?;
                Self::new(code, &args).by(data.rules.find(rule)?)
            }
        };
        fits.then_some(found)
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<_> = self.args().collect();
        write!(f, "{} {}{args:?}", self.entry().rule, self.code())
    }
}

/// Collects what is wrong.
#[derive(Debug, Default)]
pub(super) struct Violations(pub(super) Vec<Violation>);

impl Violations {
    #[cold]
    pub(super) fn add(&mut self, code: &Code, args: &[Arg]) {
        self.0.push(Violation::new(code, args));
    }

    #[cold]
    pub(super) fn add_by(&mut self, rule: u16, code: &Code, args: &[Arg]) {
        self.0.push(Violation::new(code, args).by(rule));
    }
}
