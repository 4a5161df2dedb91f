//! Many moves of one position read one after the other.

use super::move_buffer::{MoveBuffer, Reading};
use super::paths::Guide;
use super::text::taken;
use super::{LARGEST_JSON, LARGEST_TEXT, Move};
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::orders::{Scan, Taken};

/// Reads answers to one decision of one position, in memory it uses again and again.
///
/// It reads what [`Move::parse`] reads, and refuses what that refuses. Move after move it is faster:
/// it asks for memory only where a move is larger than all before it, and remembers what filling in
/// paths takes.
pub struct Parser<'a> {
    guide: Guide<'a>,
    taken: Taken<'static>,
    scan: Scan,
    move_buffer: MoveBuffer,
    quick: bool,
}

impl<'a> Parser<'a> {
    /// A reader of answers to such a decision in this position. It costs next to nothing.
    #[must_use]
    pub fn new(position: &'a Position, asked: DecisionKind) -> Self {
        Self::taking(position, taken(asked))
    }

    /// A reader of orders of these rows of the table.
    pub(super) fn taking(position: &'a Position, taken: Taken<'static>) -> Self {
        Self {
            guide: Guide::new(position),
            taken,
            scan: Scan::default(),
            move_buffer: MoveBuffer::default(),
            quick: true,
        }
    }

    /// A reader that takes no short cut for well-formed moves: slower, and with the same answers.
    #[must_use]
    pub fn strict(position: &'a Position, asked: DecisionKind) -> Self {
        Self {
            quick: false,
            ..Self::new(position, asked)
        }
    }

    /// The same reader for another position.
    #[must_use]
    pub fn at<'b>(self, position: &'b Position) -> Parser<'b> {
        Parser {
            guide: Guide::new(position),
            taken: self.taken,
            scan: self.scan,
            move_buffer: self.move_buffer,
            quick: self.quick,
        }
    }

    /// Reads a move in text.
    ///
    /// # Errors
    /// Those of [`Move::parse`].
    pub fn text(&mut self, text: &str) -> Result<&Move> {
        if self.quick && text.len() <= LARGEST_TEXT {
            self.scan.text(text.as_bytes());
            self.move_buffer.begin(text.len() / 32 + 1);
            let words = &self.guide.data().name_index.lexicon;
            let mut reading = Reading {
                guide: &self.guide,
                move_buffer: &mut self.move_buffer,
            };
            let read = words.text(&self.scan, self.taken.rows, &mut reading);
            if read.is_some() && self.move_buffer.finish() {
                return Ok(self.move_buffer.made());
            }
        }
        self.move_buffer.begin(0);
        let made = Move::study(&self.guide, self.taken, text)?;
        Ok(self.move_buffer.put(made))
    }

    /// Reads a move in JSON.
    ///
    /// # Errors
    /// Those of [`Move::parse`].
    pub fn json(&mut self, text: &[u8]) -> Result<&Move> {
        let data = self.guide.data();
        if self.quick && text.len() <= LARGEST_JSON {
            self.scan.json(text);
            self.move_buffer.begin(text.len() / 48 + 1);
            let mut reading = Reading {
                guide: &self.guide,
                move_buffer: &mut self.move_buffer,
            };
            let words = &data.name_index.lexicon;
            let read = words.json(&self.scan, self.taken.rows, &mut reading);
            if read.is_some() && self.move_buffer.finish() {
                return Ok(self.move_buffer.made());
            }
        }
        self.move_buffer.begin(0);
        let made = Move::study_json(data, self.taken, text)?;
        Ok(self.move_buffer.put(made))
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
        self.move_buffer.take()
    }
}
