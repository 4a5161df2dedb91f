//! Moves as the law reads and writes them: orders as terms (`docs/operations.md`).

use super::draft::{At, Draft};
use super::text::{ROLES, purpose, sorted};
use super::{Move, Order};
use crate::data::{Data, PlaceId, UnitId};
use engine::error::{Error, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most bytes of terms that are read as a move.
pub const LARGEST_TERMS: usize = 256 << 10;

/// How deep a term may be nested; stacks are lists of this depth.
const DEEPEST: usize = 300;

/// The functors of the law's orders.
const FUNCTORS: &[&str] = &[
    "activate", "suppress", "land", "go", "assault", "entrench", "organize", "use", "withdraw",
    "remove",
];

impl Move {
    /// The move as facts of the law, one `do(Order).` a line for each term.
    #[must_use]
    pub fn facts(&self, data: &Data) -> String {
        let mut facts = String::new();
        for term in self.terms(data) {
            let _ = writeln!(facts, "do({term}).");
        }
        facts
    }

    /// The orders as terms of the law: a path is a `go` for every place, an `organize` has a `use`
    /// for every SCU.
    #[must_use]
    pub fn terms(&self, data: &Data) -> Vec<String> {
        let space = |place: &PlaceId| data.spaces[*place].id.as_str();
        let unit = |unit: &UnitId| data.units[*unit].id.as_str();
        let mut terms = Vec::new();
        for order in self.orders() {
            match order {
                Order::Activate {
                    place,
                    purpose,
                    units,
                } => {
                    let stack = stack(&sorted(data, units));
                    terms.push(format!(
                        "activate(stack({}{stack}),{purpose})",
                        space(place)
                    ));
                }
                Order::Suppress { unit: by } => terms.push(format!("suppress({})", unit(by))),
                Order::Land { place } => terms.push(format!("land({})", space(place))),
                Order::Go { unit: who, path } => {
                    for (place, number) in path.iter().zip(1..) {
                        terms.push(format!("go({},{number},{})", unit(who), space(place)));
                    }
                }
                Order::Assault { place } => terms.push(format!("assault({})", space(place))),
                Order::Entrench { place } => terms.push(format!("entrench({})", space(place))),
                Order::Organize {
                    lcu,
                    reserve,
                    eliminated,
                    removed,
                } => {
                    let lcu = unit(lcu);
                    terms.push(format!("organize({lcu})"));
                    let used = [Some(reserve), eliminated.as_ref(), Some(removed)];
                    for (role, scu) in ROLES.iter().zip(used) {
                        terms.extend(scu.map(|scu| format!("use({lcu},{role},{})", unit(scu))));
                    }
                }
                Order::Withdraw { place } => terms.push(format!("withdraw({})", space(place))),
                Order::Remove { place } => terms.push(format!("remove({})", space(place))),
            }
        }
        terms
    }

    /// Reads a move from the law's terms, separated by white space: `activate(stack(erzurum),move)
    /// go(tu_xi_corps,1,oltu)`, in any order. Facts `do(Order).` are read as well.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the term by its number: no term of an order, unknown names,
    /// paths with a missing number, orders that could be none, or more than [`LARGEST_TERMS`]
    /// bytes.
    pub fn from_terms(data: &Data, text: &str) -> Result<Self> {
        if text.len() > LARGEST_TERMS {
            let message = format!(
                "are {} bytes long; at most {LARGEST_TERMS} are read",
                text.len()
            );
            return Err(Error::bad("terms", message));
        }
        let mut gathered = Gathered::new(data);
        for (number, term) in text.split_whitespace().enumerate() {
            let at = At::Term(number + 1);
            let bare = term.strip_suffix('.').unwrap_or(term);
            let read = Term::read(bare)
                .ok_or_else(|| Error::bad(at.order(), format!("'{}' is no term", shown(term))))?;
            match read.parts() {
                ("do", [order]) => gathered.add(at, order)?,
                _ => gathered.add(at, &read)?,
            }
        }
        gathered.finish()
    }
}

/// The list of a stack as the second argument of `stack`; nothing for whole spaces.
fn stack(ids: &[&str]) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let lists: String = ids.iter().map(|id| format!("l({id},")).collect();
    format!(",{lists}nil{}", ")".repeat(ids.len()))
}

fn shown(text: &str) -> String {
    engine::names::shown(text)
}

/// A term: a name with arguments.
#[derive(Debug)]
struct Term<'a> {
    name: &'a str,
    arguments: Vec<Self>,
}

impl<'a> Term<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let mut rest = text;
        let term = Self::next(&mut rest, 0)?;
        rest.is_empty().then_some(term)
    }

    fn next(rest: &mut &'a str, depth: usize) -> Option<Self> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at_checked(end).filter(|_| end > 0)?;
        *rest = after;
        let mut arguments = Vec::new();
        if let Some(inside) = rest.strip_prefix('(') {
            *rest = inside;
            loop {
                // A list deeper than any stack is no order, and would only use up memory.
                arguments.push(Self::next(rest, depth + 1).filter(|_| depth < DEEPEST)?);
                let separator = rest.chars().next()?;
                *rest = &rest[separator.len_utf8()..];
                match separator {
                    ',' => {}
                    ')' => break,
                    _ => return None,
                }
            }
        }
        Some(Self { name, arguments })
    }

    fn parts(&self) -> (&'a str, &[Self]) {
        (self.name, &self.arguments)
    }

    /// The name, if there are no arguments.
    fn atom(&self) -> Option<&'a str> {
        self.arguments.is_empty().then_some(self.name)
    }
}

/// The name that a term without arguments is.
fn name<'a>(at: At, term: &Term<'a>) -> Result<&'a str> {
    term.atom().ok_or_else(|| {
        let message = format!("'{}(...)' stands where a name is needed", shown(term.name));
        Error::bad(at.order(), message)
    })
}

/// A path in the making: the places by their numbers, and where the first of them was read.
type Path = (At, BTreeMap<usize, PlaceId>);
/// SCUs in the making of an LCU: by role, and where the first was read.
type Used = (At, bool, [Option<UnitId>; ROLES.len()]);

/// Terms that are put together to orders.
struct Gathered<'a> {
    data: &'a Data,
    draft: Draft<'a>,
    paths: BTreeMap<UnitId, Path>,
    organized: BTreeMap<UnitId, Used>,
}

impl<'a> Gathered<'a> {
    fn new(data: &'a Data) -> Self {
        Self {
            data,
            draft: Draft::new(data),
            paths: BTreeMap::new(),
            organized: BTreeMap::new(),
        }
    }

    fn add(&mut self, at: At, term: &Term<'_>) -> Result<()> {
        let (functor, arguments) = term.parts();
        let order = match (functor, arguments) {
            ("activate", [stack, word]) => Order::Activate {
                place: self.stacked(at, stack)?.0,
                purpose: purpose(&at.order(), name(at, word)?)?,
                units: self.stacked(at, stack)?.1,
            },
            ("suppress", [unit]) => Order::Suppress {
                unit: self.unit(at, unit)?,
            },
            ("land", [place]) => Order::Land {
                place: self.place(at, place)?,
            },
            ("assault", [place]) => Order::Assault {
                place: self.place(at, place)?,
            },
            ("entrench", [place]) => Order::Entrench {
                place: self.place(at, place)?,
            },
            ("withdraw", [place]) => Order::Withdraw {
                place: self.place(at, place)?,
            },
            ("remove", [place]) => Order::Remove {
                place: self.place(at, place)?,
            },
            ("go", [unit, number, place]) => return self.go(at, unit, number, place),
            ("organize", [lcu]) => {
                let lcu = self.unit(at, lcu)?;
                self.organized
                    .entry(lcu)
                    .or_insert((at, false, [None; 3]))
                    .1 = true;
                return Ok(());
            }
            ("use", [lcu, role, scu]) => return self.used(at, lcu, role, scu),
            (known, _) if FUNCTORS.contains(&known) => {
                let message = format!("'{}' has {} arguments", shown(known), arguments.len());
                return Err(Error::bad(at.order(), message));
            }
            (other, _) => {
                let known = FUNCTORS.iter().copied();
                return Err(Error::unknown(at.order(), "order", other, known));
            }
        };
        self.draft.add(at, order)
    }

    fn finish(mut self) -> Result<Move> {
        for (unit, (at, places)) in std::mem::take(&mut self.paths) {
            let last = places.len();
            if places.keys().next_back() != Some(&last) {
                let id = &self.data.units[unit].id;
                let missing = (1..).find(|number| !places.contains_key(number));
                let missing = missing.unwrap_or_default();
                let message = format!("the path of '{id}' has no place number {missing}");
                return Err(Error::bad(at.order(), message));
            }
            let path = places.into_values().collect();
            self.draft.add(at, Order::Go { unit, path })?;
        }
        for (lcu, (at, ordered, used)) in std::mem::take(&mut self.organized) {
            let id = &self.data.units[lcu].id;
            let missing = |what: &str| Error::bad(at.order(), format!("'{id}' has no {what}"));
            let [reserve, eliminated, removed] = used;
            if !ordered {
                return Err(missing("'organize'"));
            }
            let order = Order::Organize {
                lcu,
                reserve: reserve.ok_or_else(|| missing("'use' for 'reserve'"))?,
                eliminated,
                removed: removed.ok_or_else(|| missing("'use' for 'removed'"))?,
            };
            self.draft.add(at, order)?;
        }
        Ok(self.draft.finish())
    }

    fn unit(&self, at: At, term: &Term<'_>) -> Result<UnitId> {
        self.data.unit(&at.order(), name(at, term)?)
    }

    fn place(&self, at: At, term: &Term<'_>) -> Result<PlaceId> {
        self.data.space(&at.order(), name(at, term)?)
    }

    /// The place and the units of `stack(Space)` or `stack(Place,Units)`.
    fn stacked(&self, at: At, term: &Term<'_>) -> Result<(PlaceId, Vec<UnitId>)> {
        let wrong = || Error::bad(at.order(), "is about no stack of a place and units");
        let (place, mut list) = match term.parts() {
            ("stack", [place]) => (place, None),
            ("stack", [place, units]) => (place, Some(units)),
            _ => return Err(wrong()),
        };
        let mut units = Vec::new();
        while let Some(term) = list {
            list = match term.parts() {
                ("l", [unit, more]) => {
                    units.push(self.unit(at, unit)?);
                    Some(more)
                }
                ("nil", []) => None,
                _ => return Err(wrong()),
            };
        }
        Ok((self.place(at, place)?, units))
    }

    fn go(&mut self, at: At, unit: &Term<'_>, number: &Term<'_>, place: &Term<'_>) -> Result<()> {
        let (unit, place) = (self.unit(at, unit)?, self.place(at, place)?);
        let number = number.atom().and_then(|number| number.parse().ok());
        let Some(number) = number.filter(|number| (1..=super::LONGEST_PATH).contains(number))
        else {
            let message = format!(
                "the number of a place must be from 1 to {}",
                super::LONGEST_PATH
            );
            return Err(Error::bad(at.order(), message));
        };
        let (_, path) = self.paths.entry(unit).or_insert((at, BTreeMap::new()));
        if path
            .insert(number, place)
            .is_some_and(|before| before != place)
        {
            let id = &self.data.units[unit].id;
            let message = format!("'{id}' has two 'go' orders; a unit has at most one");
            return Err(Error::bad(at.order(), message));
        }
        Ok(())
    }

    fn used(&mut self, at: At, lcu: &Term<'_>, role: &Term<'_>, scu: &Term<'_>) -> Result<()> {
        let (lcu, scu) = (self.unit(at, lcu)?, self.unit(at, scu)?);
        let word = name(at, role)?;
        let Some(role) = ROLES.iter().position(|role| *role == word) else {
            return Err(Error::unknown(
                at.order(),
                "role",
                word,
                ROLES.iter().copied(),
            ));
        };
        let entry = self.organized.entry(lcu).or_insert((at, false, [None; 3]));
        if entry.2[role]
            .replace(scu)
            .is_some_and(|before| before != scu)
        {
            let message = format!("'{word}' is given twice; each role has one SCU");
            return Err(Error::bad(at.order(), message));
        }
        Ok(())
    }
}
