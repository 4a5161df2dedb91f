//! What stands on the map and in the boxes: units, control, trenches.

use super::super::fields::{small, small_usize};
use super::{Swift, TRENCH, words};
use crate::board::BitSet;
use crate::data::Word;
use crate::state::Cell;
use crate::vocabulary::*;

impl Swift<'_> {
    pub(super) fn units(&mut self) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut places = self.text.open(b'{')?;
        while self.text.more(&mut places)? {
            let place = self.data.lookups.places.find(self.text.key()?)?;
            self.once(&mut seen, place)?;
            let mut units = self.text.open(b'[')?;
            while self.text.more(&mut units)? {
                self.stand(place)?;
            }
        }
        Some(())
    }

    /// Reads a unit that stands in a place, and nowhere else.
    #[inline]
    fn stand(&mut self, place: usize) -> Option<usize> {
        let unit = self.data.lookups.units.find(self.text.word()?)?;
        let before = self.setup.state.place.get_mut(unit)?;
        if *before > 0 {
            return None;
        }
        *before = small_usize(place + 1);
        Some(unit)
    }

    pub(super) fn arriving(&mut self) -> Option<()> {
        let mut seen = BitSet::EMPTY;
        let mut turns = self.text.open(b'{')?;
        while self.text.more(&mut turns)? {
            let turn = self.text.key_number(1, 40)?;
            self.once(&mut seen, usize::from(turn))?;
            let mut units = self.text.open(b'[')?;
            while self.text.more(&mut units)? {
                let unit = self.stand(self.data.known.turn_track)?;
                self.put(Cell::Arrival(unit), turn);
            }
        }
        Some(())
    }

    pub(super) fn reduced(&mut self) -> Option<()> {
        let mut items = self.text.open(b'[')?;
        while self.text.more(&mut items)? {
            let unit = self.data.lookups.units.find(self.text.word()?)?;
            self.put(Cell::Reduced(unit), 1);
        }
        Some(())
    }

    pub(super) fn control(&mut self) -> Option<()> {
        let mut controlled = BitSet::EMPTY;
        self.keyed(words_of!(Control), |swift, controller| {
            let mut items = swift.text.open(b'[')?;
            while swift.text.more(&mut items)? {
                let id = swift.text.word()?;
                let space = swift.space(id)?;
                swift.once(&mut controlled, space)?;
                swift.put(Cell::Control(space), small_usize(controller));
            }
            Some(())
        })
    }

    pub(super) fn trenches(&mut self) -> Option<()> {
        self.spaces(|swift, space| {
            let (mut level, mut owner) = (None, None);
            swift.keyed(&TRENCH, |swift, at| {
                match at {
                    0 => level = Some(small(swift.text.number(1, 2)?)),
                    _ => owner = Some(swift.text.word_in(words_of!(Control))?),
                }
                Some(())
            })?;
            swift.put(Cell::Trench(space), level? | owner? << 2);
            Some(())
        })
    }
}
