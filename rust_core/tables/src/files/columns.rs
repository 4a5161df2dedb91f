//! Which columns are wanted of a file, and of what types they may be.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::error::{Error, Result};
use engine::names::nearest;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// What a column may hold, one or more of the constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind(u8);

impl Kind {
    /// Text of any Arrow string type.
    pub const TEXT: Self = Self(1);
    /// Bytes of any Arrow binary type.
    pub const BINARY: Self = Self(2);
    /// Integers of any width.
    pub const INTEGER: Self = Self(4);
    /// A list of structs; in JSON Lines a list, given as its JSON text.
    pub const LIST: Self = Self(8);
    /// In JSON Lines an object, given as its JSON text; nothing else elsewhere.
    pub const OBJECT: Self = Self(16);
    /// Whatever there is: in text files as text.
    pub const ANY: Self = Self(32);

    const WORDS: [(&str, Self, &str); 6] = [
        ("text", Self::TEXT, "text"),
        ("binary", Self::BINARY, "binary"),
        ("integer", Self::INTEGER, "an integer"),
        ("list", Self::LIST, "a list"),
        ("object", Self::OBJECT, "an object"),
        ("any", Self::ANY, "anything"),
    ];

    /// This or that.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` is among this.
    #[must_use]
    pub const fn allows(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Reads words with `|` between, as in `text|list`.
    ///
    /// # Errors
    /// `BadInput` with the nearest word if one is unknown.
    pub fn parse(text: &str) -> Result<Self> {
        text.split('|').try_fold(Self(0), |kind, word| {
            Self::WORDS
                .iter()
                .find(|(known, ..)| *known == word.trim())
                .map(|(_, one, _)| kind.or(*one))
                .ok_or_else(|| {
                    Error::unknown("kind", "kind", word, Self::WORDS.iter().map(|(w, ..)| *w))
                })
        })
    }

    /// Whether a column of an Arrow type holds this.
    fn accepts(self, data_type: &DataType) -> bool {
        use DataType as T;
        match data_type {
            _ if self.allows(Self::ANY) => true,
            T::Null => true, // a column in which nothing stands
            T::Dictionary(_, of) => {
                !matches!(**of, T::Null) && !of.is_integer() && !of.is_nested() && self.accepts(of)
            }
            T::Utf8 | T::LargeUtf8 | T::Utf8View => self.allows(Self::TEXT),
            T::Binary | T::LargeBinary | T::BinaryView | T::FixedSizeBinary(_) => {
                self.allows(Self::BINARY)
            }
            T::List(item)
            | T::LargeList(item)
            | T::ListView(item)
            | T::LargeListView(item)
            | T::FixedSizeList(item, _) => {
                self.allows(Self::LIST) && matches!(item.data_type(), T::Struct(_) | T::Null)
            }
            other => other.is_integer() && self.allows(Self::INTEGER),
        }
    }

    /// The type of such a column of a text file.
    pub(super) fn in_text(self) -> DataType {
        if self == Self::INTEGER {
            DataType::Int64
        } else {
            DataType::Utf8
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Self::WORDS
            .iter()
            .filter(|(_, one, _)| self.allows(*one))
            .map(|(.., said)| *said)
            .collect::<Vec<_>>();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => write!(f, "{} or {last}", rest.join(", ")),
            _ => f.write_str(&words.concat()),
        }
    }
}

/// A column to be read.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The column's name.
    pub name: String,
    /// What it may hold.
    pub kind: Kind,
    /// Whether a file without it is refused.
    pub required: bool,
}

impl Wanted {
    /// A column to be read.
    pub fn new(name: impl Into<String>, kind: Kind, required: bool) -> Self {
        Self {
            name: name.into(),
            kind,
            required,
        }
    }
}

/// The columns of a file that are wanted: their places in the file, and the schema of what is read.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// For each column read, its place in the file.
    pub(super) places: Vec<usize>,
    /// What is read; everything may be null, since a row that cannot be read is.
    pub(super) schema: SchemaRef,
}

impl Found {
    /// The places in ascending order, each once.
    pub(super) fn distinct(&self) -> Vec<usize> {
        let mut places = self.places.clone();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The wanted columns of a file with a schema.
pub(super) fn find(path: &str, schema: &Schema, wanted: &[Wanted]) -> Result<Found> {
    let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
    let located = locate(path, &names, wanted)?;
    let mut fields = Vec::new();
    for (place, column) in &located {
        let field = schema.field(*place);
        if !column.kind.accepts(field.data_type()) {
            return Err(Error::bad(
                at(path, &column.name),
                format!(
                    "must be {}, but is {}",
                    column.kind,
                    shown(field.data_type())
                ),
            ));
        }
        fields.push(field.clone().with_nullable(true));
    }
    Ok(Found {
        places: located.into_iter().map(|(place, _)| place).collect(),
        schema: Arc::new(Schema::new(fields)),
    })
}

/// Where the wanted columns stand among `names`.
pub(super) fn locate<'a>(
    path: &str,
    names: &[&str],
    wanted: &'a [Wanted],
) -> Result<Vec<(usize, &'a Wanted)>> {
    let mut located = Vec::new();
    for column in wanted {
        let mut places = (0..names.len()).filter(|&i| names[i] == column.name);
        match (places.next(), places.next()) {
            (Some(place), None) => located.push((place, column)),
            (Some(_), Some(_)) => {
                return Err(Error::bad(
                    at(path, &column.name),
                    "there are several columns of this name",
                ));
            }
            (None, _) if column.required => return Err(missing(path, names, wanted, &column.name)),
            (None, _) => {}
        }
    }
    Ok(located)
}

fn missing(path: &str, names: &[&str], wanted: &[Wanted], name: &str) -> Error {
    let taken: HashSet<&str> = wanted.iter().map(|column| column.name.as_str()).collect();
    let others = names.iter().copied().filter(|name| !taken.contains(name));
    let mut shown: Vec<&str> = names.iter().copied().take(20).collect();
    if names.len() > shown.len() {
        shown.push("...");
    }
    Error::BadInput {
        field: at(path, name),
        message: format!(
            "there is no such column; the file has: {}",
            if shown.is_empty() {
                "none".to_owned()
            } else {
                clip(&shown.join(", "), 400)
            }
        ),
        suggestion: nearest(name, others),
    }
}

/// A column of a file, as errors name it.
pub(super) fn at(path: &str, column: &str) -> String {
    format!("{path} column {column}")
}

/// A type, in a length fit for a message.
fn shown(data_type: &DataType) -> String {
    use DataType as T;
    match data_type {
        T::Utf8 | T::LargeUtf8 | T::Utf8View => "text".to_owned(),
        T::Binary | T::LargeBinary | T::BinaryView => "binary".to_owned(),
        other => clip(&other.to_string(), 120),
    }
}

/// At most `most` characters of a text.
pub(super) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The schema of the wanted columns as a text file gives them.
pub(super) fn text_schema<'a>(wanted: impl IntoIterator<Item = &'a Wanted>) -> SchemaRef {
    let fields: Vec<Field> = wanted
        .into_iter()
        .map(|column| Field::new(&column.name, column.kind.in_text(), true))
        .collect();
    Arc::new(Schema::new(fields))
}
