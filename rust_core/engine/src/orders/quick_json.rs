//! Well-formed orders in JSON, read in one go like those in text.

use super::lexicon::{Entry, Lexicon, QuickField, QuickShape};
use super::{Scan, Sink, Slots};
use crate::names::Word;

impl Lexicon {
    /// Reads the JSON in a scan; `None` if that takes a closer look.
    #[inline]
    pub fn json(&self, scan: &Scan, taken: u64, sink: &mut impl Sink) -> Option<()> {
        let mut json = Json {
            lexicon: self,
            scan,
            at: 0,
        };
        json.take(b'[')?;
        if json.next() == b']' {
            json.at += 1;
        } else {
            loop {
                json.order(taken, sink)?;
                if !json.more(b']')? {
                    break;
                }
            }
        }
        // What stands behind the input is white space.
        json.next();
        (json.at >= scan.length()).then_some(())
    }
}

/// JSON from some byte on.
struct Json<'a> {
    lexicon: &'a Lexicon,
    scan: &'a Scan,
    at: usize,
}

impl<'a> Json<'a> {
    /// An object that begins with the verb, as all do that are written here.
    #[inline(always)]
    fn order(&mut self, taken: u64, sink: &mut impl Sink) -> Option<()> {
        let lexicon = self.lexicon;
        self.take(b'{')?;
        if self.string()?.keyword? != lexicon.order {
            return None;
        }
        self.take(b':')?;
        let row = lexicon.row(self.string()?.keyword?, taken)?;
        let form = lexicon.forms.get(row)?;
        let mut slots = Slots::default();
        let mut seen = 0;
        while self.more(b'}')? {
            let key = self.string()?.keyword?;
            self.take(b':')?;
            let at = form.fields.iter().position(|field| field.key == key)?;
            let field = form.fields.get(at)?;
            let bit = 1_u8 << at;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            match field.shape {
                QuickShape::Set(_) => slots.list = self.list(field, sink)?,
                QuickShape::Path(_, most) => {
                    slots.list = self.list(field, sink)?;
                    if slots.list.len() > most {
                        return None;
                    }
                }
                _ => {
                    slots.put(at, field.read(self.string()?)?);
                }
            }
        }
        // A row that shares its verb with others may not be the one that is meant.
        if seen & form.needed != form.needed || seen & !form.known != 0 {
            return None;
        }
        sink.add(row, slots, true)
    }

    #[inline(always)]
    fn list(&mut self, field: &QuickField, sink: &mut impl Sink) -> Option<Vec<usize>> {
        self.take(b'[')?;
        let mut list = sink.list();
        if self.next() == b']' {
            self.at += 1;
            return Some(list);
        }
        loop {
            list.push(field.read(self.string()?)?);
            if !self.more(b']')? {
                return Some(list);
            }
        }
    }

    /// After an item: does another one follow? Else the list or the object ends with `end`.
    #[inline(always)]
    fn more(&mut self, end: u8) -> Option<bool> {
        let next = self.next();
        self.at += 1;
        match next {
            b',' => Some(true),
            next if next == end => Some(false),
            _ => None,
        }
    }

    /// A string that is one word of an order.
    #[inline(always)]
    fn string(&mut self) -> Option<&'a Entry> {
        self.take(b'"')?;
        let end = self.scan.end(self.at);
        // No word holds what would have to be written with a backslash.
        let word = Word::start(self.scan.reach(self.at)?, end - self.at)?;
        if self.scan.byte(end) != b'"' {
            return None;
        }
        self.at = end + 1;
        self.lexicon.find(word)
    }

    #[inline(always)]
    fn take(&mut self, byte: u8) -> Option<()> {
        let next = self.next();
        self.at += 1;
        (next == byte).then_some(())
    }

    /// The next byte that is no white space; behind the input there is nothing else.
    #[inline(always)]
    fn next(&mut self) -> u8 {
        loop {
            match self.scan.byte(self.at) {
                b' ' | b'\t' | b'\n' | b'\r' if self.at < self.scan.length() => self.at += 1,
                byte => return byte,
            }
        }
    }
}
