//! How documents tell the agenda: a list of frames, the bottom one first.

use super::{Entry, Form, Game, Kind, Names, Reader};
use crate::agenda::{Frame, WORDS};
use crate::error::{Error, Result};
use crate::json::{Text, array, number_of, object, string};
use crate::names::{Word, WordList};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// The key of a frame's kind.
const KIND: &str = "frame";
/// The key of its side.
const SIDE: &str = "side";

/// A kind of frame, as documents tell it.
#[derive(Debug)]
pub struct FrameKind<G: Game> {
    /// Its name.
    pub word: &'static str,
    /// What it is, for the schema.
    pub about: &'static str,
    /// The sides, if it is of one.
    pub sides: Option<WordList>,
    /// Whether it may be of nobody all the same.
    pub side_if_any: bool,
    /// Its numbers, as many as it has.
    pub args: &'static [Arg<G>],
}

/// A number of a kind of frames.
pub struct Arg<G: Game> {
    /// Its key.
    pub key: &'static str,
    /// What it looks like.
    pub form: Form<G>,
    /// Whether it is left out where it is 0.
    pub if_any: bool,
}

impl<G: Game> std::fmt::Debug for Arg<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.key)
    }
}

/// A number that is always told.
#[must_use]
pub const fn arg<G: Game>(key: &'static str, form: Form<G>) -> Arg<G> {
    Arg {
        key,
        form,
        if_any: false,
    }
}

impl<G: Game> Arg<G> {
    /// Left out where it is 0.
    #[must_use]
    pub const fn if_any(self) -> Self {
        Self {
            if_any: true,
            ..self
        }
    }
}

/// The kinds of a game, and how many frames a state has room for.
pub(super) type Kinds<G> = (&'static [FrameKind<G>], usize);

impl<G: Game> Entry<G> {
    /// The frames of a state, from the bottom up.
    pub(super) fn frames(
        &self,
        (_, depth): Kinds<G>,
        get: impl Fn(G::Cell) -> u16,
    ) -> impl Iterator<Item = Frame> {
        (0..depth).map_while(move |at| {
            let words = std::array::from_fn(|word| self.cell(at * WORDS + word).map_or(0, &get));
            Frame::read(words)
        })
    }

    pub(super) fn write_agenda(
        &self,
        kinds: Kinds<G>,
        get: impl Fn(G::Cell) -> u16,
        value: impl Fn(&Form<G>, u16) -> Option<Value>,
    ) -> Value {
        let frames = self.frames(kinds, get).filter_map(|frame| {
            let kind = kinds.0.get(usize::from(frame.kind))?;
            let mut told = Map::new();
            told.insert(KIND.into(), kind.word.into());
            if let Some(side) = kind.side_of(frame) {
                told.insert(SIDE.into(), side.into());
            }
            for (arg, stored) in kind.args.iter().zip(frame.args) {
                if (stored > 0 || !arg.if_any)
                    && let Some(value) = value(&arg.form, stored)
                {
                    told.insert(arg.key.into(), value);
                }
            }
            Some(Value::from(told))
        });
        frames.collect()
    }

    pub(super) fn read_agenda(
        &self,
        (kinds, depth): Kinds<G>,
        reader: &mut impl Reader<G>,
        field: &str,
        value: &Value,
    ) -> Result<()> {
        let list = array(field, value)?;
        if list.len() > depth {
            let message = format!("has {} frames; {depth} are the most", list.len());
            return Err(Error::bad(field, message));
        }
        for (at, told) in list.iter().enumerate() {
            let field = format!("{field}[{at}]");
            let told = object(&field, told)?;
            let Some(word) = told.get(KIND) else {
                return Err(Error::bad(field, format!("lacks its '{KIND}'")));
            };
            let word = string(&format!("{field}.{KIND}"), word)?;
            let known = || kinds.iter().map(|kind| kind.word);
            let Some(number) = known().position(|known| known == word) else {
                let field = format!("{field}.{KIND}");
                return Err(Error::unknown(field, KIND, word, known()));
            };
            let frame = kinds[number].read(number, reader.names(), &field, told)?;
            self.put_frame(reader, at, frame);
        }
        Ok(())
    }

    pub(super) fn read_agenda_quickly(
        &self,
        (kinds, depth): Kinds<G>,
        reader: &mut impl Reader<G>,
        text: &mut Text<'_>,
    ) -> Option<()> {
        let mut items = text.open(b'[')?;
        let mut at = 0;
        while text.more(&mut items)? {
            if at == depth {
                return None;
            }
            let frame = read_quickly(kinds, reader.names(), text)?;
            self.put_frame(reader, at, frame);
            at += 1;
        }
        Some(())
    }

    fn put_frame(&self, reader: &mut impl Reader<G>, at: usize, frame: Frame) {
        for (word, number) in frame.words().into_iter().enumerate() {
            self.put(reader, at * WORDS + word, number);
        }
    }

    /// `agenda(0,turn).`, `agenda(1,battle(ap,eleskirt)).`: the depth, and the frame with its side
    /// and its numbers; those that are left out are `none`.
    pub(super) fn agenda_facts(
        &self,
        fact: &str,
        kinds: Kinds<G>,
        names: &impl Names<G>,
        get: impl Fn(G::Cell) -> u16,
        text: &mut String,
    ) {
        for (depth, frame) in self.frames(kinds, get).enumerate() {
            let Some(kind) = kinds.0.get(usize::from(frame.kind)) else {
                continue;
            };
            let nobody = kind.sides.map(|_| "none");
            let side = kind.side_of(frame).or(nobody).map(str::to_owned);
            let args = kind.args.iter().zip(frame.args).map(|(arg, stored)| {
                let shown = arg.form.shown(names, stored);
                let shown = shown.filter(|_| stored > 0 || !arg.if_any);
                shown.map_or_else(|| "none".to_owned(), |term| term.to_string())
            });
            let args: Vec<_> = side.into_iter().chain(args).collect();
            let _ = match args.is_empty() {
                true => writeln!(text, "{fact}({depth},{}).", kind.word),
                false => writeln!(text, "{fact}({depth},{}({})).", kind.word, args.join(",")),
            };
        }
    }

    /// Whether a frame is none of the game's, or names what its table does not have.
    pub(super) fn agenda_beyond(
        &self,
        kinds: Kinds<G>,
        count: impl Fn(G::Table) -> usize,
        get: impl Fn(G::Cell) -> u16,
    ) -> bool {
        let frames: Vec<_> = self.frames(kinds, &get).collect();
        let stray = |at| self.cell(at).is_some_and(|cell| get(cell) > 0);
        let above = (frames.len() * WORDS..kinds.1 * WORDS).any(stray);
        above
            || frames.into_iter().any(|frame| {
                let Some(kind) = kinds.0.get(usize::from(frame.kind)) else {
                    return true;
                };
                let (own, others) = frame.args.split_at(kind.args.len());
                let mut own = kind.args.iter().zip(own);
                kind.side_of(frame).is_some() != frame.side.is_some()
                    || (frame.side.is_none() && kind.needs_side())
                    || others.iter().any(|number| *number > 0)
                    || own.any(|(arg, number)| !arg.form.holds(*number, &count))
            })
    }
}

impl<G: Game> FrameKind<G> {
    fn side_of(&self, frame: Frame) -> Option<&'static str> {
        let side = usize::from(frame.side?);
        self.sides?.words.get(side).copied()
    }

    /// Whether it is always of a side.
    const fn needs_side(&self) -> bool {
        self.sides.is_some() && !self.side_if_any
    }

    fn read(
        &self,
        number: usize,
        names: &impl Names<G>,
        field: &str,
        told: &Map<String, Value>,
    ) -> Result<Frame> {
        let mut frame = Frame {
            kind: u8::try_from(number).unwrap_or(u8::MAX),
            side: None,
            args: [0; _],
        };
        for (key, value) in told {
            let inner = format!("{field}.{key}");
            let arg = self.args.iter().position(|arg| arg.key == key);
            match (key.as_str(), self.sides, arg) {
                (KIND, ..) => {}
                (SIDE, Some(sides), _) => {
                    let side = number_of(&inner, string(&inner, value)?, &sides)?;
                    frame.side = u8::try_from(side).ok();
                }
                (_, _, Some(at)) => {
                    frame.args[at] = self.args[at].form.read(names, &inner, value)?;
                }
                _ => {
                    let known = self.args.iter().map(|arg| arg.key);
                    let known = known.chain(self.sides.map(|_| SIDE)).chain([KIND]);
                    return Err(Error::unknown(field, "key", key, known));
                }
            }
        }
        let lacks = |key: &str| Err(Error::bad(field, format!("lacks its '{key}'")));
        if self.needs_side() && frame.side.is_none() {
            return lacks(SIDE);
        }
        let lost = |arg: &&Arg<G>| !arg.if_any && !told.contains_key(arg.key);
        match self.args.iter().find(lost) {
            Some(arg) => lacks(arg.key),
            None => Ok(frame),
        }
    }

    pub(super) fn schema(&self) -> Value {
        let mut properties = Map::new();
        properties.insert(KIND.into(), json!({"const": self.word}));
        let mut required = vec![KIND];
        if let Some(sides) = self.sides {
            properties.insert(SIDE.into(), json!({"enum": sides.words}));
            if !self.side_if_any {
                required.push(SIDE);
            }
        }
        for arg in self.args {
            properties.insert(arg.key.into(), arg.form.schema());
            if !arg.if_any {
                required.push(arg.key);
            }
        }
        json!({
            "type": "object",
            "description": self.about,
            "additionalProperties": false,
            "properties": properties,
            "required": required,
        })
    }
}

/// Reads a frame whose kind comes first, as it is written.
fn read_quickly<G: Game>(
    kinds: &[FrameKind<G>],
    names: &impl Names<G>,
    text: &mut Text<'_>,
) -> Option<Frame> {
    let is = |word: &str, read: Word| (Word::new(word) == Some(read)).then_some(());
    let mut items = text.open(b'{')?;
    text.more(&mut items)?.then_some(())?;
    is(KIND, text.key()?)?;
    let word = text.word()?;
    let number = kinds
        .iter()
        .position(|kind| is(kind.word, word).is_some())?;
    let kind = &kinds[number];
    let mut frame = Frame {
        kind: u8::try_from(number).ok()?,
        side: None,
        args: [0; _],
    };
    let mut next = 0;
    while text.more(&mut items)? {
        let key = text.key()?;
        if let Some(sides) = kind.sides
            && is(SIDE, key).is_some()
            && frame.side.is_none()
        {
            frame.side = u8::try_from(text.word_in(sides.quick)?).ok();
            continue;
        }
        let rest = kind.args.get(next..)?;
        let skipped = rest.iter().position(|arg| is(arg.key, key).is_some())?;
        if rest[..skipped].iter().any(|arg| !arg.if_any) {
            return None;
        }
        frame.args[next + skipped] = rest[skipped].form.read_quickly(names, text)?;
        next += skipped + 1;
    }
    let rest = kind.args.get(next..)?;
    let lacks_side = kind.needs_side() && frame.side.is_none();
    (!lacks_side && rest.iter().all(|arg| arg.if_any)).then_some(frame)
}

impl<G: Game> Form<G> {
    /// Whether a cell could keep this number.
    fn holds(&self, stored: u16, count: impl Fn(G::Table) -> usize) -> bool {
        let value = self.value(stored);
        match &self.value {
            _ if stored == 0 => true,
            Kind::Number(least, most) => (*least..=*most).contains(&value),
            Kind::Word(words) => usize::try_from(value).is_ok_and(|at| at < words.words.len()),
            Kind::Set(words) => u32::from(stored) >> words.words.len() == 0,
            Kind::Flag => stored == 1,
            Kind::Name(table) => usize::try_from(value).is_ok_and(|at| at < count(*table)),
        }
    }
}
