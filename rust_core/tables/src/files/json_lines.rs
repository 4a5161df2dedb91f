//! JSON Lines: a JSON object in every line.

use super::columns::{Kind, Wanted, clip, text_schema};
use super::input::{Bytes, Stop};
use super::text::{Builder, Cell};
use super::{Chunk, Limits, Mark};
use arrow_schema::SchemaRef;
use engine::error::Result;
use engine::names::nearest;
use memchr::{memchr, memchr2};
use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

pub(super) struct Reader {
    bytes: Bytes,
    wanted: Vec<Wanted>,
    /// The places in `wanted` of each name.
    places: HashMap<String, Vec<usize>>,
    schema: SchemaRef,
    limits: Limits,
    row: u64,
    line: Vec<u8>,
    ended: bool,
}

enum Line {
    Fits,
    TooLong,
    End,
}

impl Reader {
    pub(super) fn open(path: &str, wanted: &[Wanted], from: Mark, limits: Limits) -> Result<Self> {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, column) in wanted.iter().enumerate() {
            places.entry(column.name.clone()).or_default().push(place);
        }
        let mut bytes = Bytes::open(path, true)?;
        if from.offset > 0 {
            bytes.seek(from.offset)?;
        }
        Ok(Self {
            bytes,
            wanted: wanted.to_vec(),
            places,
            schema: text_schema(wanted),
            limits,
            row: from.row,
            line: Vec::new(),
            ended: false,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes.raw()
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.bytes.size()
    }

    pub(super) fn next(&mut self, rows: usize) -> Result<Option<Chunk>> {
        let mut builder = Builder::new(self.schema.clone());
        while !self.ended && builder.rows < rows && builder.bytes < self.limits.chunk {
            let start = self.bytes.offset;
            match self.read_line() {
                Ok(Line::End) => self.ended = true,
                Ok(Line::TooLong) => builder.fail(&format!(
                    "the line is longer than the {} bytes allowed",
                    self.limits.line
                )),
                Ok(Line::Fits) => {
                    let mut line = self.line.as_slice();
                    if start == 0 {
                        line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
                    }
                    if line.trim_ascii().is_empty() {
                        continue;
                    }
                    match self.cells(line) {
                        Ok(cells) => builder.push(&cells),
                        Err(error) => builder.fail(&error),
                    }
                }
                Err(Stop::System(error)) => return Err(error),
                Err(Stop::Damaged(error)) => {
                    builder.fail(&format!("the packing is damaged from here on: {error}"));
                    self.ended = true;
                }
            }
        }
        let first = self.row;
        self.row += builder.rows as u64;
        builder.finish(
            first,
            Mark {
                row: self.row,
                offset: self.bytes.offset,
            },
        )
    }

    /// Reads a line without its end; of one that is too long nothing is kept.
    fn read_line(&mut self) -> std::result::Result<Line, Stop> {
        self.line.clear();
        let mut any = false;
        let mut too_long = false;
        loop {
            let have = self.bytes.fill()?;
            if have.is_empty() {
                return Ok(match (any, too_long) {
                    (false, _) => Line::End,
                    (true, false) => Line::Fits,
                    (true, true) => Line::TooLong,
                });
            }
            any = true;
            let end = memchr(b'\n', have);
            let part = &have[..end.unwrap_or(have.len())];
            if self.line.len() + part.len() > self.limits.line {
                too_long = true;
                self.line.clear();
            }
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.bytes.consume(used);
            if end.is_some() {
                return Ok(if too_long { Line::TooLong } else { Line::Fits });
            }
        }
    }

    /// What stands in a line, or what is wrong with it.
    fn cells<'a>(&self, line: &'a [u8]) -> std::result::Result<Vec<Cell<'a>>, String> {
        let text = std::str::from_utf8(line)
            .map_err(|error| format!("invalid UTF-8 at column {}", error.valid_up_to() + 1))?;
        // The object itself is one level, each value may have `depth` more.
        if let Some(column) = too_deep(line, self.limits.depth + 1) {
            return Err(format!(
                "nested deeper than {} at column {column}",
                self.limits.depth
            ));
        }
        let mut row = Row {
            places: &self.places,
            values: vec![None; self.wanted.len()],
            names: Vec::new(),
        };
        let mut json = serde_json::Deserializer::from_str(text);
        (&mut row)
            .deserialize(&mut json)
            .and_then(|()| json.end())
            .map_err(|error| said(&error))?;
        let mut cells = Vec::with_capacity(self.wanted.len());
        for (column, value) in self.wanted.iter().zip(&row.values) {
            cells.push(match value {
                Some(value) => cell(&column.name, column.kind, value.get())?,
                None if column.required && !column.kind.allows(Kind::ANY) => {
                    return Err(self.absent(&column.name, &row.names));
                }
                None => Cell::Null,
            });
        }
        Ok(cells)
    }

    fn absent(&self, name: &str, names: &[Cow<'_, str>]) -> String {
        let others = names
            .iter()
            .filter(|n| !self.places.contains_key(n.as_ref()));
        let hint = nearest(name, others.map(AsRef::as_ref))
            .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        format!("there is no field '{name}'{hint}")
    }
}

/// The error of the parser with the column only: there is but one line.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rfind(" at line ").map_or(&*text, |end| &text[..end]);
    let no_json = if error.is_data() { "" } else { "no JSON: " };
    format!("{no_json}{} at column {}", clip(what, 200), error.column())
}

/// The column at which brackets outside of text are nested more than `most` deep.
fn too_deep(line: &[u8], most: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' => {
                at += 1;
                loop {
                    at += memchr2(b'"', b'\\', &line[at.min(line.len())..])?;
                    if line[at] == b'"' {
                        break;
                    }
                    at += 2;
                }
            }
            b'{' | b'[' => {
                depth += 1;
                if depth > most {
                    return Some(at + 1);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The wanted fields of one object, as they stand there.
struct Row<'p, 'a> {
    places: &'p HashMap<String, Vec<usize>>,
    values: Vec<Option<&'a RawValue>>,
    names: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> DeserializeSeed<'a> for &mut Row<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, from: D) -> std::result::Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for &mut Row<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> std::result::Result<(), M::Error> {
        const FEW: usize = 16;
        let mut many: HashSet<Cow<'a, str>> = HashSet::new();
        while let Some(Name(name)) = map.next_key()? {
            let twice = if self.names.len() < FEW {
                self.names.contains(&name)
            } else {
                if many.is_empty() {
                    many.extend(self.names.iter().cloned());
                }
                !many.insert(name.clone())
            };
            if twice {
                let name = clip(&name, 80);
                return Err(M::Error::custom(format!("the field '{name}' stands twice")));
            }
            let value: &'a RawValue = map.next_value()?;
            for place in self.places.get(name.as_ref()).into_iter().flatten() {
                self.values[*place] = Some(value);
            }
            self.names.push(name);
        }
        Ok(())
    }
}

/// A field's JSON as a cell of its column.
fn cell<'a>(name: &str, kind: Kind, json: &'a str) -> std::result::Result<Cell<'a>, String> {
    let wrong = |is: &str| Err(format!("field '{name}': must be {kind}, but is {is}"));
    let as_it_stands = |allowed: Kind, is: &str| {
        if kind.allows(allowed) || kind.allows(Kind::ANY) {
            Ok(Cell::Text(Cow::Borrowed(json)))
        } else {
            wrong(is)
        }
    };
    match json.as_bytes().first() {
        Some(b'n') => Ok(Cell::Null),
        Some(b'"') if kind.allows(Kind::TEXT) || kind.allows(Kind::ANY) => match json
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
        {
            Some(text) if memchr(b'\\', text.as_bytes()).is_none() => {
                Ok(Cell::Text(Cow::Borrowed(text)))
            }
            _ => serde_json::from_str::<String>(json)
                .map(|text| Cell::Text(Cow::Owned(text)))
                .map_err(|error| format!("field '{name}': {}", said(&error))),
        },
        Some(b'"') => wrong("text"),
        Some(b'{') => as_it_stands(Kind::OBJECT, "an object"),
        Some(b'[') => as_it_stands(Kind::LIST, "a list"),
        Some(b't' | b'f') => as_it_stands(Kind::ANY, json),
        _ if kind.allows(Kind::ANY) => Ok(Cell::Text(Cow::Borrowed(json))),
        _ if kind.allows(Kind::INTEGER) => match json.parse::<i64>() {
            Ok(number) => Ok(Cell::Integer(number)),
            // An id may be any integer; a number to be reckoned with must fit.
            Err(_) if kind != Kind::INTEGER && json.parse::<u64>().is_ok() => {
                Ok(Cell::Text(Cow::Borrowed(json)))
            }
            Err(_) => wrong(&clip(json, 40)),
        },
        _ => wrong("a number"),
    }
}
