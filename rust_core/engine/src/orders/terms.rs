//! Orders as the law reads and writes them: terms such as `go(tu_xi_corps,1,oltu)`.

use super::{At, Draft, Field, Form, Names, Of, Order, Shape, Slots, Taken, Term, made, sorted};
use crate::error::{Error, Result};
use crate::names::shown;
use std::collections::BTreeMap;

/// The most bytes of terms that are read as orders.
pub const LARGEST_TERMS: usize = 256 << 10;

/// How deep a term may be nested; stacks are lists of this depth.
const DEEPEST: usize = 300;

/// An order as terms of the law.
#[must_use]
pub fn to_terms<O: Order>(names: &dyn Names, order: &O) -> Vec<String> {
    let form = &O::FORMS[order.form()];
    let slots = order.slots();
    let one = |at: usize, field: &Field| slots.name(at).map(|name| field.of.shown(names, name));
    let fields = || form.fields.iter().enumerate();
    let path = |of: Of| slots.list.iter().map(move |at| of.shown(names, *at));
    match form.term {
        Term::Flat => {
            let mut parts = Vec::new();
            for (at, field) in fields() {
                match field.shape {
                    Shape::Path { .. } => parts.extend(path(field.of)),
                    _ => parts.extend(one(at, field)),
                }
            }
            vec![term(form.verb, &parts.join(","))]
        }
        Term::Steps => {
            let mover = fields().find_map(|(at, field)| one(at, field));
            let mover = mover.unwrap_or("?");
            let of = fields().find(|(_, field)| matches!(field.shape, Shape::Path { .. }));
            let places = of.into_iter().flat_map(|(_, field)| path(field.of));
            let step =
                |(place, number): (&str, usize)| format!("{}({mover},{number},{place})", form.verb);
            places.zip(1..).map(step).collect()
        }
        Term::Stack => {
            let set = fields().find(|(_, field)| matches!(field.shape, Shape::Set { .. }));
            let ids = set.map_or_else(Vec::new, |(_, field)| sorted(field.of, names, &slots.list));
            let mut parts = Vec::new();
            for (at, field) in fields() {
                let shown = one(at, field);
                parts.extend(match at {
                    0 => shown.map(|first| format!("stack({first}{})", list(&ids))),
                    _ => shown.map(str::to_owned),
                });
            }
            vec![term(form.verb, &parts.join(","))]
        }
        Term::Parts(part) => {
            let whole = fields().find_map(|(at, field)| one(at, field));
            let whole = whole.unwrap_or("?");
            let used = fields().filter_map(|(at, field)| {
                let word = field.word()?;
                Some(format!("{part}({whole},{word},{})", one(at, field)?))
            });
            std::iter::once(term(form.verb, whole))
                .chain(used)
                .collect()
        }
    }
}

fn term(functor: &str, arguments: &str) -> String {
    match arguments {
        "" => functor.to_owned(),
        arguments => format!("{functor}({arguments})"),
    }
}

/// A list as the second argument of `stack`; nothing for an empty one.
fn list(ids: &[&str]) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let lists: String = ids.iter().map(|id| format!("l({id},")).collect();
    format!(",{lists}nil{}", ")".repeat(ids.len()))
}

/// Reads orders from terms, separated by white space, in any order. Facts `do(Order).` are read as
/// well.
///
/// # Errors
/// [`Error::BadInput`] naming the term by its number: no term of an order, unknown names, paths
/// with a missing number, or more than [`LARGEST_TERMS`] bytes.
pub fn from_terms<O: Order>(
    names: &dyn Names,
    taken: Taken<'_>,
    text: &str,
    draft: &mut dyn Draft<O>,
) -> Result<()> {
    if text.len() > LARGEST_TERMS {
        let length = text.len();
        let message = format!("are {length} bytes long; at most {LARGEST_TERMS} are read");
        return Err(Error::bad("terms", message));
    }
    let mut gathered = Gathered {
        names,
        taken,
        forms: O::FORMS,
        steps: BTreeMap::new(),
        parts: BTreeMap::new(),
    };
    for (number, term) in text.split_whitespace().enumerate() {
        let at = At::Term(number + 1);
        let bare = term.strip_suffix('.').unwrap_or(term);
        let read = Read::of(bare)
            .ok_or_else(|| Error::bad(at.order(), format!("'{}' is no term", shown(term))))?;
        match read.parts() {
            ("do", [order]) => gathered.add(at, order, draft)?,
            _ => gathered.add(at, &read, draft)?,
        }
    }
    gathered.finish(draft)
}

/// A term: a name with arguments.
#[derive(Debug)]
struct Read<'a> {
    name: &'a str,
    arguments: Vec<Self>,
}

impl<'a> Read<'a> {
    fn of(text: &'a str) -> Option<Self> {
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

    /// The name that a term without arguments is.
    fn word(&self, at: At) -> Result<&'a str> {
        self.atom().ok_or_else(|| {
            let message = format!("'{}(...)' stands where a name is needed", shown(self.name));
            Error::bad(at.order(), message)
        })
    }
}

/// A path in the making: the places by their numbers, and where the first of them was read.
type Path = (At, BTreeMap<usize, usize>);
/// An order in the making: whether it is given itself, what it names, where it was first read.
type Whole = (At, bool, Slots);

/// Terms that are put together to orders.
struct Gathered<'a> {
    names: &'a dyn Names,
    taken: Taken<'a>,
    forms: &'static [Form],
    /// By row and who goes.
    steps: BTreeMap<(usize, usize), Path>,
    /// By row and what the first field names.
    parts: BTreeMap<(usize, usize), Whole>,
}

impl Gathered<'_> {
    fn add<O: Order>(&mut self, at: At, term: &Read<'_>, draft: &mut dyn Draft<O>) -> Result<()> {
        let (functor, arguments) = term.parts();
        if let Some(row) = self.row_of_part(functor) {
            return self.part(at, row, arguments);
        }
        let rows = self.taken.rows_of(self.forms, at.order(), functor);
        let rows = rows.map_err(|error| self.with_parts(at, functor, error))?;
        let mut wrong = None;
        // Rows that share a verb differ in how much they name, or what.
        for row in rows {
            match self.row(at, row, arguments) {
                Ok(None) => return Ok(()),
                Ok(Some(mut slots)) => return draft.add(at, made(at, row, &mut slots)?, true),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// The row that has parts of this name.
    fn row_of_part(&self, functor: &str) -> Option<usize> {
        let of = |form: &Form| matches!(form.term, Term::Parts(part) if part == functor);
        self.forms.iter().position(of)
    }

    /// What is no order, with the names of parts among the valid ones.
    fn with_parts(&self, at: At, functor: &str, error: Error) -> Error {
        match error {
            Error::BadInput { ref message, .. } if message.starts_with("unknown") => {
                let parts = self.forms.iter().filter_map(|form| match form.term {
                    Term::Parts(part) => Some(part),
                    _ => None,
                });
                let known = self.taken.verbs(self.forms).into_iter().chain(parts);
                Error::unknown(at.order(), "order", functor, known)
            }
            other => other,
        }
    }

    /// What a term of a row names; `None` if it is kept until all are read.
    fn row(&mut self, at: At, row: usize, arguments: &[Read<'_>]) -> Result<Option<Slots>> {
        let form = &self.forms[row];
        let count = || {
            let message = format!("'{}' has {} arguments", form.verb, arguments.len());
            Error::bad(at.order(), message)
        };
        match (form.term, arguments) {
            (Term::Steps, [mover, number, place]) => {
                self.step(at, row, mover, number, place)?;
                Ok(None)
            }
            (Term::Parts(_), [whole]) => {
                let first = form.fields.first().ok_or_else(count)?;
                let whole = self.name(at, first.of, whole)?;
                let mut slots = Slots::default();
                slots.put(0, whole);
                let entry = self.parts.entry((row, whole));
                entry.or_insert((at, false, slots)).1 = true;
                Ok(None)
            }
            (Term::Stack, [stack, rest @ ..]) => {
                let set = |field: &&Field| matches!(field.shape, Shape::Set { .. });
                let first = form.fields.first().ok_or_else(count)?;
                let of = form.fields.iter().find(set).ok_or_else(count)?.of;
                let mut slots = self.stacked(at, first.of, of, stack)?;
                let others = form.fields.iter().enumerate().skip(1);
                let others: Vec<_> = others.filter(|(_, field)| !set(field)).collect();
                if others.len() != rest.len() {
                    return Err(count());
                }
                for ((at_field, field), term) in others.into_iter().zip(rest) {
                    slots.put(at_field, self.name(at, field.of, term)?);
                }
                Ok(Some(slots))
            }
            (Term::Flat, arguments) => {
                let mut slots = Slots::default();
                let mut rest = arguments.iter();
                for (number, field) in form.fields.iter().enumerate() {
                    if let Shape::Path { most, .. } = field.shape {
                        let places = rest.by_ref().map(|term| self.name(at, field.of, term));
                        slots.list = places.collect::<Result<_>>()?;
                        if slots.list.is_empty() || slots.list.len() > most {
                            return Err(count());
                        }
                    } else if let Some(term) = rest.next() {
                        slots.put(number, self.name(at, field.of, term)?);
                    } else if !matches!(field.shape, Shape::After { needed: false, .. }) {
                        return Err(count());
                    }
                }
                rest.next().map_or(Ok(Some(slots)), |_| Err(count()))
            }
            _ => Err(count()),
        }
    }

    fn finish<O: Order>(mut self, draft: &mut dyn Draft<O>) -> Result<()> {
        for ((row, mover), (at, places)) in std::mem::take(&mut self.steps) {
            let form = &self.forms[row];
            let last = places.len();
            if places.keys().next_back() != Some(&last) {
                let id = form
                    .fields
                    .first()
                    .map_or("?", |field| field.of.shown(self.names, mover));
                let missing = (1..).find(|number| !places.contains_key(number));
                let missing = missing.unwrap_or_default();
                let message = format!("the path of '{id}' has no place number {missing}");
                return Err(Error::bad(at.order(), message));
            }
            let mut slots = Slots::new(places.into_values().collect());
            slots.put(0, mover);
            draft.add(at, made(at, row, &mut slots)?, true)?;
        }
        for ((row, whole), (at, given, mut slots)) in std::mem::take(&mut self.parts) {
            let form = &self.forms[row];
            let id = form
                .fields
                .first()
                .map_or("?", |field| field.of.shown(self.names, whole));
            let missing = |what: &str| Error::bad(at.order(), format!("'{id}' has no {what}"));
            if !given {
                return Err(missing(&format!("'{}'", form.verb)));
            }
            for (number, field) in form.fields.iter().enumerate() {
                if let (Shape::After { word, needed: true }, Term::Parts(part)) =
                    (field.shape, form.term)
                    && slots.name(number).is_none()
                {
                    return Err(missing(&format!("'{part}' for '{word}'")));
                }
            }
            draft.add(at, made(at, row, &mut slots)?, true)?;
        }
        Ok(())
    }

    fn name(&self, at: At, of: Of, term: &Read<'_>) -> Result<usize> {
        of.read(self.names, &|| at.order(), term.word(at)?)
    }

    /// What `stack(Name)` or `stack(Name,List)` name.
    fn stacked(&self, at: At, first: Of, of: Of, term: &Read<'_>) -> Result<Slots> {
        let wrong = || Error::bad(at.order(), "is about no stack of a name and a list");
        let (whole, mut list) = match term.parts() {
            ("stack", [whole]) => (whole, None),
            ("stack", [whole, list]) => (whole, Some(list)),
            _ => return Err(wrong()),
        };
        let mut slots = Slots::default();
        while let Some(term) = list {
            list = match term.parts() {
                ("l", [one, more]) => {
                    slots.list.push(self.name(at, of, one)?);
                    Some(more)
                }
                ("nil", []) => None,
                _ => return Err(wrong()),
            };
        }
        slots.put(0, self.name(at, first, whole)?);
        Ok(slots)
    }

    fn step(
        &mut self,
        at: At,
        row: usize,
        mover: &Read<'_>,
        number: &Read<'_>,
        place: &Read<'_>,
    ) -> Result<()> {
        let form = &self.forms[row];
        let (Some(first), Some((field, most))) = (
            form.fields.first(),
            form.fields.iter().find_map(|field| match field.shape {
                Shape::Path { most, .. } => Some((field, most)),
                _ => None,
            }),
        ) else {
            return Ok(());
        };
        let (mover, place) = (
            self.name(at, first.of, mover)?,
            self.name(at, field.of, place)?,
        );
        let number = number.atom().and_then(|number| number.parse().ok());
        let Some(number) = number.filter(|number| (1..=most).contains(number)) else {
            let message = format!("the number of a place must be from 1 to {most}");
            return Err(Error::bad(at.order(), message));
        };
        let (_, path) = self
            .steps
            .entry((row, mover))
            .or_insert((at, BTreeMap::new()));
        if path
            .insert(number, place)
            .is_some_and(|before| before != place)
        {
            let id = first.of.shown(self.names, mover);
            let verb = form.verb;
            let message = format!("'{id}' has two '{verb}' orders; a unit has at most one");
            return Err(Error::bad(at.order(), message));
        }
        Ok(())
    }

    fn part(&mut self, at: At, row: usize, arguments: &[Read<'_>]) -> Result<()> {
        let form = &self.forms[row];
        let (Some(first), [whole, role, name]) = (form.fields.first(), arguments) else {
            let message = format!("has {} arguments", arguments.len());
            return Err(Error::bad(at.order(), message));
        };
        let whole = self.name(at, first.of, whole)?;
        let word = role.word(at)?;
        let roles = || form.fields.iter().filter_map(Field::word);
        let found = form.fields.iter().enumerate();
        let found = found
            .into_iter()
            .find(|(_, field)| field.word() == Some(word));
        let Some((number, field)) = found else {
            return Err(Error::unknown(at.order(), "role", word, roles()));
        };
        let name = self.name(at, field.of, name)?;
        let entry = self.parts.entry((row, whole));
        let (_, _, slots) = entry.or_insert_with(|| {
            let mut slots = Slots::default();
            slots.put(0, whole);
            (at, false, slots)
        });
        let before = slots.name(number);
        slots.put(number, name);
        if before.is_some_and(|before| before != name) {
            return Err(Error::bad(at.order(), format!("'{word}' is given twice")));
        }
        Ok(())
    }
}
