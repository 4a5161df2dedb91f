//! Many moves of one position read one after the other.

use super::json::LARGEST_JSON;
use super::paths::Guide;
use super::scan::Scan;
use super::sheaf::Sheaf;
use super::text::LARGEST_TEXT;
use super::{Move, quick, quick_json};
use crate::data::Data;
use crate::position::Position;
use engine::error::Result;

/// Reads moves of one position, in memory it uses again and again.
///
/// It reads what [`Move::parse`] and [`Move::from_json`] read, and refuses what they refuse. Move
/// after move it is faster than they are: it asks for memory only where a move is larger than all
/// before it, and remembers what filling in paths takes.
pub struct Parser<'a> {
    guide: Guide<'a>,
    scan: Scan,
    sheaf: Sheaf,
    quick: bool,
}

impl<'a> Parser<'a> {
    /// A reader of moves in this position. It costs next to nothing.
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        Self {
            guide: Guide::new(position),
            scan: Scan::default(),
            sheaf: Sheaf::default(),
            quick: true,
        }
    }

    /// A reader that takes no short cut for well-formed moves: slower, and with the same answers.
    #[must_use]
    pub fn thorough(position: &'a Position) -> Self {
        Self {
            quick: false,
            ..Self::new(position)
        }
    }

    /// The same reader for another position.
    #[must_use]
    pub fn at<'b>(self, position: &'b Position) -> Parser<'b> {
        Parser {
            guide: Guide::new(position),
            scan: self.scan,
            sheaf: self.sheaf,
            quick: self.quick,
        }
    }

    /// Reads a move as [`Move::parse`] does.
    ///
    /// # Errors
    /// Those of [`Move::parse`].
    pub fn text(&mut self, text: &str) -> Result<&Move> {
        if self.quick && text.len() <= LARGEST_TEXT {
            self.scan.text(text.as_bytes());
            self.sheaf.begin(text.len() / 32 + 1);
            if quick::text(&self.guide, &self.scan, &mut self.sheaf).is_some()
                && self.sheaf.finish()
            {
                return Ok(self.sheaf.made());
            }
        }
        self.sheaf.begin(0);
        Ok(self.sheaf.put(Move::study(&self.guide, text)?))
    }

    /// Reads a move as [`Move::from_json`] does.
    ///
    /// # Errors
    /// Those of [`Move::from_json`].
    pub fn json(&mut self, text: &[u8]) -> Result<&Move> {
        let data = self.guide.data();
        if self.quick {
            return json(data, &mut self.scan, &mut self.sheaf, text);
        }
        self.sheaf.begin(0);
        Ok(self.sheaf.put(Move::study_json(data, text)?))
    }

    /// Reads a move in JSON if it begins with a bracket or a brace, as no order does, and in text
    /// otherwise.
    ///
    /// # Errors
    /// Those of [`Self::json`] and [`Self::text`].
    pub fn read(&mut self, text: &str) -> Result<&Move> {
        if text.trim_start().starts_with(['[', '{']) {
            self.json(text.as_bytes())
        } else {
            self.text(text)
        }
    }

    /// Gives the move away that was read last; of what was refused nothing is left.
    pub fn take(&mut self) -> Move {
        self.sheaf.take()
    }
}

/// Reads a move in JSON into the sheaf.
pub(super) fn json<'a>(
    data: &Data,
    scan: &mut Scan,
    sheaf: &'a mut Sheaf,
    text: &[u8],
) -> Result<&'a Move> {
    if text.len() <= LARGEST_JSON {
        scan.json(text);
        sheaf.begin(text.len() / 48 + 1);
        if quick_json::json(data, scan, sheaf).is_some() && sheaf.finish() {
            return Ok(sheaf.made());
        }
    }
    sheaf.begin(0);
    Ok(sheaf.put(Move::study_json(data, text)?))
}
