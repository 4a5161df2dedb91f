//! Well-formed orders read in one go.
//!
//! These readers know ids and names of one word only, and of the grammar only what is right. They
//! say `None` to everything else: then the reader that takes its time says what is wrong, if
//! anything is. What they accept they read as that one does.

use super::lexicon::{Entry, Keyword, Lexicon, QuickField, QuickForm, QuickShape, QuickShorthand};
use super::{Scan, Slots};
use crate::names::Word;

/// Takes well-formed orders.
pub trait Sink {
    /// An empty list; its memory may have been used before.
    fn list(&mut self) -> Vec<usize>;
    /// Gives a list's memory back.
    fn free(&mut self, list: Vec<usize>);
    /// Adds an order of a row that stands well by itself; `None` if it does not, or might not.
    fn add(&mut self, row: usize, slots: Slots, direct: bool) -> Option<()>;
}

impl Lexicon {
    /// Reads the text in a scan; `None` if that takes a closer look.
    #[inline]
    pub fn text(&self, scan: &Scan, taken: u64, sink: &mut impl Sink) -> Option<()> {
        let mut text = Text {
            lexicon: self,
            scan,
            at: 0,
            begun: false,
        };
        text.skip();
        while text.at < scan.length() {
            if text.ended() {
                text.at += 1;
                text.skip();
            } else {
                text.order(taken, sink)?;
            }
        }
        Some(())
    }
}

/// Text from some byte on, which is no blank.
struct Text<'a> {
    lexicon: &'a Lexicon,
    scan: &'a Scan,
    at: usize,
    /// Whether there was an order.
    begun: bool,
}

impl<'a> Text<'a> {
    #[inline(always)]
    fn order(&mut self, taken: u64, sink: &mut impl Sink) -> Option<()> {
        let lexicon = self.lexicon;
        let verb = self.word()?.keyword?;
        let Some(row) = lexicon.row(verb, taken) else {
            return self.nothing(verb);
        };
        self.begun = true;
        let form = lexicon.forms.get(row)?;
        let mut slots = Slots::default();
        let mut others = None;
        let mut direct = false;
        for (at, field) in form.fields.iter().enumerate() {
            match field.shape {
                QuickShape::One => {
                    slots.put(at, self.name(field)?);
                }
                QuickShape::Each => {
                    slots.put(at, self.name(field)?);
                    if self.comma() {
                        others = Some((at, self.others(slots.name(at)?, field, sink)?));
                    }
                }
                QuickShape::Path(filled, most) => {
                    slots.list = sink.list();
                    direct = self.path(field, &mut slots.list)?;
                    if slots.list.len() > most || (direct && !filled) {
                        return None;
                    }
                }
                QuickShape::After(..) | QuickShape::Set(_) => {}
            }
        }
        if form.after {
            self.after_words(form, taken, &mut slots, sink)?;
        }
        if !self.ended() {
            return None;
        }
        if let Some((at, others)) = others {
            for name in &others {
                let mut list = sink.list();
                list.extend_from_slice(&slots.list);
                let mut other = slots.with(list);
                other.put(at, *name);
                sink.add(row, other, direct)?;
            }
            sink.free(others);
        }
        sink.add(row, slots, direct)
    }

    /// Takes `pass`, if it is all there is.
    #[inline(never)]
    fn nothing(&mut self, verb: Keyword) -> Option<()> {
        if verb != self.lexicon.pass || self.begun {
            return None;
        }
        while self.at < self.scan.length() {
            if !self.ended() {
                return None;
            }
            self.at += 1;
            self.skip();
        }
        Some(())
    }

    /// What follows words, in any order.
    #[inline]
    fn after_words(
        &mut self,
        form: &QuickForm,
        taken: u64,
        slots: &mut Slots,
        sink: &mut impl Sink,
    ) -> Option<()> {
        let fields = &form.fields;
        while !self.ended() {
            let word = self.word()?.keyword?;
            if let Some(short) = form.shorthands.iter().find(|short| short.word == word) {
                self.shorthand(*short, taken, sink)?;
                continue;
            }
            let after = |field: &QuickField| match field.shape {
                QuickShape::After(known, _) | QuickShape::Set(known) => known == word,
                _ => false,
            };
            let at = fields.iter().position(after)?;
            let field = fields.get(at)?;
            let twice = if let QuickShape::Set(_) = field.shape {
                if !slots.list.is_empty() {
                    return None;
                }
                slots.list = sink.list();
                slots.list.push(self.name(field)?);
                while self.comma() {
                    slots.list.push(self.name(field)?);
                }
                false
            } else {
                let name = self.name(field)?;
                slots.put(at, name)
            };
            if twice {
                return None;
            }
        }
        let missing = |(at, field): (usize, &QuickField)| {
            matches!(field.shape, QuickShape::After(_, true)) && slots.name(at).is_none()
        };
        (!fields.iter().enumerate().any(missing)).then_some(())
    }

    /// The orders that a word is short for.
    #[inline(never)]
    fn shorthand(&mut self, short: QuickShorthand, taken: u64, sink: &mut impl Sink) -> Option<()> {
        let row = self.lexicon.row(short.others, taken)?;
        let field = self.lexicon.forms.get(row)?.fields.first()?;
        let first = self.name(field)?;
        let add = |sink: &mut _, name| {
            let mut slots = Slots::default();
            slots.put(0, name);
            Sink::add(sink, row, slots, false)
        };
        if short.many && self.comma() {
            let others = self.others(first, field, sink)?;
            others.iter().try_for_each(|name| add(sink, *name))?;
            sink.free(others);
        }
        add(sink, first)
    }

    /// A path, its end first; whether it is all there is.
    #[inline(always)]
    fn path(&mut self, field: &QuickField, path: &mut Vec<usize>) -> Option<bool> {
        let end = self.name(field)?;
        let mut direct = false;
        if !self.ended() {
            let mut word = self.word()?.keyword?;
            if word == self.lexicon.via {
                path.push(self.name(field)?);
                while self.comma() {
                    path.push(self.name(field)?);
                }
                if self.ended() {
                    path.push(end);
                    return Some(false);
                }
                word = self.word()?.keyword?;
            }
            direct = word == self.lexicon.directly;
            if !direct {
                return None;
            }
        }
        path.push(end);
        Some(direct)
    }

    /// The other names of a list, after the first comma; `None` if one comes twice.
    #[inline(never)]
    fn others(
        &mut self,
        first: usize,
        field: &QuickField,
        sink: &mut impl Sink,
    ) -> Option<Vec<usize>> {
        let mut names = sink.list();
        loop {
            let name = self.name(field)?;
            if name == first || names.contains(&name) {
                return None;
            }
            names.push(name);
            if !self.comma() {
                return Some(names);
            }
        }
    }

    /// The next word, if one comes next.
    #[inline(always)]
    fn word(&mut self) -> Option<&'a Entry> {
        let end = self.scan.end(self.at);
        if end == self.at {
            return None;
        }
        let word = Word::start(self.scan.reach(self.at)?, end - self.at)?;
        self.at = end;
        self.skip();
        self.lexicon.find(word)
    }

    #[inline(always)]
    fn name(&mut self, field: &QuickField) -> Option<usize> {
        field.read(self.word()?)
    }

    /// Takes a comma if it comes next.
    #[inline(always)]
    fn comma(&mut self) -> bool {
        let comma = self.scan.byte(self.at) == b',';
        if comma {
            self.at += 1;
            self.skip();
        }
        comma
    }

    /// Whether the order ends here.
    #[inline(always)]
    fn ended(&self) -> bool {
        matches!(self.scan.byte(self.at), b'\n' | b';' | b'\r')
    }

    /// Goes on to what is no blank and no comment.
    #[inline(always)]
    fn skip(&mut self) {
        self.at += usize::from(self.scan.byte(self.at) == b' ');
        if matches!(
            self.scan.byte(self.at),
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'#'
        ) {
            self.at = behind(self.scan, self.at);
        }
    }
}

/// Where the blanks and comments end that begin at a byte.
#[inline(never)]
fn behind(scan: &Scan, mut at: usize) -> usize {
    loop {
        match scan.byte(at) {
            b' ' | b'\t' | b'\x0b' | b'\x0c' => at += 1,
            b'#' => {
                while !matches!(scan.byte(at), b'\n' | b'\r') {
                    at += 1;
                }
            }
            _ => return at,
        }
    }
}
