//! Orders as text: `activate erzurum move; go tu_xi_corps kars via oltu,sarikamis`.

use super::{
    At, Draft, Field, Form, Names, Order, PASS, Shape, Shorthand, Slots, Taken, made, sorted,
};
use crate::error::{Error, Result};
use std::fmt::Write as _;

/// The most bytes a text of orders may have.
pub const LARGEST_TEXT: usize = 64 << 10;

/// The word before the places that a path goes through.
pub(super) const VIA: &str = "via";
/// The word behind a path that is all there is.
pub(super) const DIRECTLY: &str = "directly";

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Comma,
}

/// Reads orders, one after the other, separated by `;` or new lines.
///
/// White space and blank orders mean nothing, `#` starts a comment, and the words may be in
/// capitals; in double quotes a name may have several words. `pass` alone is no order at all.
///
/// # Errors
/// [`Error::BadInput`] naming the order's number and the field, with the nearest valid choice; also
/// if the text is longer than [`LARGEST_TEXT`].
pub fn from_text<O: Order>(
    names: &dyn Names,
    taken: Taken<'_>,
    shorthands: &'static [Shorthand],
    text: &str,
    draft: &mut dyn Draft<O>,
) -> Result<()> {
    if text.len() > LARGEST_TEXT {
        let length = text.len();
        let message = format!("is {length} bytes long; at most {LARGEST_TEXT} are read");
        return Err(Error::bad("move", message));
    }
    let orders = split(text)?;
    if let [only] = &orders[..]
        && let [Token::Word(word)] = &only[..]
        && word.eq_ignore_ascii_case(PASS)
    {
        return Ok(());
    }
    for (number, tokens) in orders.into_iter().enumerate() {
        let mut reader = Reader {
            names,
            taken,
            shorthands,
            forms: O::FORMS,
            at: At::Text(number + 1),
            tokens: tokens.into_iter().peekable(),
        };
        reader.order(draft)?;
    }
    Ok(())
}

/// The tokens of each order that is not blank.
fn split(text: &str) -> Result<Vec<Vec<Token>>> {
    let (mut orders, mut order) = (Vec::new(), Vec::new());
    let mut word = String::new();
    let mut rest = text.chars();
    loop {
        let next = rest.next();
        match next {
            Some('"') => {
                let quoted = rest.as_str();
                let end = quoted
                    .find(['"', '\n', '\r'])
                    .filter(|end| quoted[*end..].starts_with('"'));
                let Some(end) = end else {
                    let field = At::Text(orders.len() + 1).order();
                    let message = "a quotation mark is not closed in its line";
                    return Err(Error::bad(field, message));
                };
                word.push_str(&quoted[..end]);
                rest = quoted[end + 1..].chars();
                continue;
            }
            Some(c) if !c.is_whitespace() && !matches!(c, ';' | ',' | '#') => {
                word.push(c);
                continue;
            }
            _ => {}
        }
        if !word.is_empty() {
            order.push(Token::Word(std::mem::take(&mut word)));
        }
        let ends = match next {
            Some(',') => {
                order.push(Token::Comma);
                false
            }
            Some('#') => {
                let comment = rest.as_str();
                rest = comment[comment.find(['\n', '\r']).unwrap_or(comment.len())..].chars();
                false
            }
            Some(c) => matches!(c, ';' | '\n' | '\r'),
            None => true,
        };
        if ends && !order.is_empty() {
            orders.push(std::mem::take(&mut order));
        }
        if next.is_none() {
            return Ok(orders);
        }
    }
}

/// Reads one order.
struct Reader<'a> {
    names: &'a dyn Names,
    taken: Taken<'a>,
    shorthands: &'static [Shorthand],
    forms: &'static [Form],
    at: At,
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Reader<'_> {
    fn order<O: Order>(&mut self, draft: &mut dyn Draft<O>) -> Result<()> {
        let verb = self.word("order", "an order")?.to_lowercase();
        let rows = self.taken.rows_of(self.forms, self.at.order(), &verb)?;
        let Some(row) = rows.first().copied() else {
            return Ok(());
        };
        let form = &self.forms[row];
        let mut slots = Slots::default();
        let mut each = None;
        let mut direct = false;
        for (at, field) in form.fields.iter().enumerate() {
            match field.shape {
                Shape::One => {
                    let name = self.name(field, &field.of.noun(self.names))?;
                    slots.put(at, name);
                }
                Shape::Each => each = Some((at, self.several(field)?)),
                Shape::Path { most, filled } => {
                    direct = self.path(field, &mut slots.list)?;
                    let length = slots.list.len();
                    if direct && !filled {
                        let message = format!("'{DIRECTLY}' cannot stand here");
                        return Err(Error::bad(self.at.order(), message));
                    }
                    if length > most {
                        let message = format!("has {length} places; a path has at most {most}");
                        return Err(Error::bad(self.at.field(field.key), message));
                    }
                }
                Shape::After { .. } | Shape::Set { .. } => {}
            }
        }
        let others = self.after_words(form, &mut slots)?;
        match each {
            None => draft.add(self.at, made(self.at, row, &mut slots)?, direct)?,
            Some((at, names)) => {
                for name in names {
                    let mut slots = slots.clone();
                    slots.put(at, name);
                    draft.add(self.at, made(self.at, row, &mut slots)?, direct)?;
                }
            }
        }
        for (row, at, name) in others {
            let mut slots = Slots::default();
            slots.put(at, name);
            draft.add(self.at, made(self.at, row, &mut slots)?, false)?;
        }
        Ok(())
    }

    /// What follows the words of an order, in any order; and the orders it is short for besides.
    fn after_words(
        &mut self,
        form: &'static Form,
        slots: &mut Slots,
    ) -> Result<Vec<(usize, usize, usize)>> {
        let shorthands: Vec<_> = self
            .shorthands
            .iter()
            .filter(|short| short.verb == form.verb)
            .collect();
        let mut words: Vec<&str> = form.fields.iter().filter_map(Field::word).collect();
        words.extend(shorthands.iter().map(|short| short.word));
        let is_path = |field: &Field| matches!(field.shape, Shape::Path { .. });
        let mut expected = words.clone();
        if let Some(Shape::Path { filled, .. }) =
            form.fields.iter().find(|f| is_path(f)).map(|f| f.shape)
        {
            expected.extend(filled.then_some([VIA, DIRECTLY]).into_iter().flatten());
            expected.extend((!filled).then_some(VIA));
        }
        let mut others = Vec::new();
        while let Some(Token::Word(word)) = self.tokens.peek() {
            let word = word.to_lowercase();
            if !words.contains(&word.as_str()) {
                break;
            }
            self.tokens.next();
            if let Some(short) = shorthands.iter().find(|short| short.word == word) {
                let rows = self
                    .taken
                    .rows_of(self.forms, self.at.order(), short.others)?;
                if let Some(row) = rows.first().copied()
                    && let Some(field) = self.forms[row].fields.first()
                {
                    let found = match short.many {
                        true => self.several(field)?,
                        false => vec![self.name(field, &field.of.noun(self.names))?],
                    };
                    others.extend(found.into_iter().map(|name| (row, 0, name)));
                }
                continue;
            }
            let fields = form.fields.iter().enumerate();
            for (at, field) in fields.filter(|(_, field)| field.word() == Some(&word)) {
                let twice = if let Shape::Set { .. } = field.shape {
                    let list = self.several(field)?;
                    !std::mem::replace(&mut slots.list, list).is_empty()
                } else {
                    let name = self.name(field, &field.of.noun(self.names))?;
                    slots.put(at, name)
                };
                if twice {
                    return Err(Error::bad(self.at.field(field.key), "is given twice"));
                }
            }
        }
        self.end(&expected)?;
        for (at, field) in form.fields.iter().enumerate() {
            if let Shape::After { word, needed: true } = field.shape
                && slots.name(at).is_none()
            {
                let noun = field.of.noun(self.names);
                let message = format!("is missing: name {noun} with '{word}'");
                return Err(Error::bad(self.at.field(field.key), message));
            }
        }
        Ok(others)
    }

    /// Names a path, its end first; whether it is all there is.
    fn path(&mut self, field: &Field, path: &mut Vec<usize>) -> Result<bool> {
        let end = self.named(field, field.of.what(self.names))?;
        if self.keyword(VIA) {
            loop {
                path.push(self.named(field, VIA)?);
                if self.tokens.next_if_eq(&Token::Comma).is_none() {
                    break;
                }
            }
        }
        path.push(end);
        let direct = self.keyword(DIRECTLY);
        Ok(direct)
    }

    /// Names with commas between them, none twice.
    fn several(&mut self, field: &Field) -> Result<Vec<usize>> {
        let mut names = Vec::new();
        loop {
            let name = self.name(field, &field.of.noun(self.names))?;
            if names.contains(&name) {
                let message = format!("'{}' is named twice", field.of.shown(self.names, name));
                return Err(Error::bad(self.at.field(field.key), message));
            }
            names.push(name);
            if self.tokens.next_if_eq(&Token::Comma).is_none() {
                return Ok(names);
            }
        }
    }

    fn name(&mut self, field: &Field, noun: &str) -> Result<usize> {
        let word = self.word(field.key, noun)?;
        field
            .of
            .read(self.names, &|| self.at.field(field.key), &word)
    }

    /// A name that errors call by another key.
    fn named(&mut self, field: &Field, key: &'static str) -> Result<usize> {
        let noun = field.of.noun(self.names);
        self.name(&Field { key, ..*field }, &noun)
    }

    /// The next word; `what` it should be, for the message that it is missing.
    fn word(&mut self, field: &str, what: &str) -> Result<String> {
        let message = match self.tokens.next() {
            Some(Token::Word(word)) => return Ok(word),
            Some(Token::Comma) => format!("{what} is needed before the comma"),
            None => format!("is missing: {what} is needed"),
        };
        Err(Error::bad(self.at.field(field), message))
    }

    /// Takes a word if it comes next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let is = |token: &Token| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(keyword));
        self.tokens.next_if(is).is_some()
    }

    /// Nothing may follow; one of `words` may have been meant.
    fn end(&mut self, words: &[&str]) -> Result<()> {
        let field = self.at.order();
        match self.tokens.next() {
            None => Ok(()),
            Some(Token::Comma) => Err(Error::bad(field, "has a comma where none may stand")),
            Some(Token::Word(word)) => {
                let shown = crate::names::shown(&word);
                let expected = match words {
                    [] => "the order is complete without it".to_owned(),
                    words => format!("only '{}' could", words.join("' or '")),
                };
                let nearest = words
                    .iter()
                    .max_by(|a, b| strsim::jaro(a, &word).total_cmp(&strsim::jaro(b, &word)));
                Err(Error::BadInput {
                    field,
                    message: format!("'{shown}' cannot stand here; {expected}"),
                    suggestion: nearest.map(|word| (*word).to_owned()),
                })
            }
        }
    }
}

impl Field {
    /// The word that it follows.
    pub(super) const fn word(&self) -> Option<&'static str> {
        match self.shape {
            Shape::After { word, .. } | Shape::Set { word } => Some(word),
            _ => None,
        }
    }
}

/// An order as text; `direct` if its path has gaps that are not to be filled in.
#[must_use]
pub fn to_text<O: Order>(names: &dyn Names, order: &O, direct: bool) -> String {
    let form = &O::FORMS[order.form()];
    let slots = order.slots();
    let mut text = form.verb.to_owned();
    // Writing to a string cannot fail.
    for (at, field) in form.fields.iter().enumerate() {
        let shown = |at: usize| field.of.shown(names, at);
        match (field.shape, slots.name(at)) {
            (Shape::One | Shape::Each, Some(name)) => {
                let _ = write!(text, " {}", shown(name));
            }
            (Shape::After { word, .. }, Some(name)) => {
                let _ = write!(text, " {word} {}", shown(name));
            }
            (Shape::Set { word }, _) if !slots.list.is_empty() => {
                let ids = sorted(field.of, names, &slots.list);
                let _ = write!(text, " {word} {}", ids.join(","));
            }
            (Shape::Path { .. }, _) => {
                if let Some((end, through)) = slots.list.split_last() {
                    let _ = write!(text, " {}", shown(*end));
                    if !through.is_empty() {
                        let through: Vec<_> = through.iter().map(|at| shown(*at)).collect();
                        let _ = write!(text, " {VIA} {}", through.join(","));
                    }
                }
                if direct {
                    let _ = write!(text, " {DIRECTLY}");
                }
            }
            _ => {}
        }
    }
    text
}
