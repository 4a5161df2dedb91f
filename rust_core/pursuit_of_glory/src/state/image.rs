//! A state as machine words, field after field: what the bytes of a position are made of.

use super::State;
use crate::board::BitSet;

/// The words of a [`State`].
pub(crate) type Image = [u64; WORDS];

/// Writes or reads the words one after the other.
struct Cursor<W> {
    words: W,
    at: usize,
}

/// Calls a method of a cursor with every field, in the order of the words.
///
/// The pattern names every field, so that none can be forgotten.
macro_rules! fields {
    ($state:expr, $cursor:ident . { $set:ident, $bytes:ident, $numbers:ident }) => {{
        let State {
            place,
            reduced,
            arrival,
            controlled,
            ru_vp,
            trench,
            forts_destroyed,
            beachheads,
            beachheads_new,
            uprisings,
            event,
            card,
            track,
            replacement,
            one,
            offensive,
            action,
            random,
            attacking,
            attacking_with_br,
            digging,
            jihad_taken,
            stack,
            fought,
            retreated,
            acted,
            attacked,
            attacked_through_greek_ports,
            attackers,
            defenders,
            played,
            fight,
            factor,
            heir,
            unfed,
            bled,
            fled,
            passed,
            course,
            origin,
        } = $state;
        $cursor.$numbers(place);
        $cursor.$set(reduced);
        $cursor.$bytes(arrival);
        let [by_ap, by_cp] = controlled;
        $cursor.$set(by_ap);
        $cursor.$set(by_cp);
        $cursor.$set(ru_vp);
        $cursor.$bytes(trench);
        $cursor.$set(forts_destroyed);
        $cursor.$set(beachheads);
        $cursor.$set(beachheads_new);
        let [armenian, persian, soviet] = uprisings;
        $cursor.$set(armenian);
        $cursor.$set(persian);
        $cursor.$set(soviet);
        $cursor.$bytes(event);
        $cursor.$bytes(card);
        $cursor.$numbers(track);
        $cursor.$numbers(replacement);
        $cursor.$numbers(one);
        $cursor.$bytes(offensive);
        $cursor.$numbers(action);
        $cursor.$numbers(random);
        $cursor.$set(attacking);
        $cursor.$set(attacking_with_br);
        $cursor.$bytes(digging);
        $cursor.$set(jihad_taken);
        let [one, two, four, eight] = stack;
        $cursor.$set(one);
        $cursor.$set(two);
        $cursor.$set(four);
        $cursor.$set(eight);
        $cursor.$set(fought);
        $cursor.$set(retreated);
        $cursor.$set(acted);
        $cursor.$set(attacked);
        $cursor.$set(attacked_through_greek_ports);
        $cursor.$set(attackers);
        $cursor.$set(defenders);
        $cursor.$bytes(played);
        $cursor.$numbers(fight);
        let [one, two, four] = factor;
        $cursor.$set(one);
        $cursor.$set(two);
        $cursor.$set(four);
        let [one, two, four, eight, sixteen, most] = heir;
        $cursor.$set(one);
        $cursor.$set(two);
        $cursor.$set(four);
        $cursor.$set(eight);
        $cursor.$set(sixteen);
        $cursor.$set(most);
        $cursor.$set(unfed);
        $cursor.$set(bled);
        $cursor.$set(fled);
        $cursor.$set(passed);
        $cursor.$numbers(course);
        let [one, two, four, eight] = origin;
        $cursor.$set(one);
        $cursor.$set(two);
        $cursor.$set(four);
        $cursor.$set(eight);
    }};
}

/// How many words a state has. A change here takes another version of a position's bytes.
pub(crate) const WORDS: usize = 80 + 41 * 5 + 3 * 40 + 3 * 16 + 2 + 2 + 8 + 1 + 4 + 1 + 3 + 1;

impl Cursor<&mut Image> {
    #[inline]
    fn put(&mut self, word: u64) {
        if let Some(place) = self.words.get_mut(self.at) {
            *place = word;
        }
        self.at += 1;
    }

    #[inline]
    fn write_set(&mut self, set: &BitSet) {
        for word in set.words() {
            self.put(word);
        }
    }

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.put(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_numbers(&mut self, numbers: &[u16]) {
        for chunk in numbers.chunks(4) {
            let words = chunk.iter().rev();
            self.put(words.fold(0, |word, number| word << 16 | u64::from(*number)));
        }
    }
}

impl Cursor<&Image> {
    #[inline]
    fn take(&mut self) -> u64 {
        let word = self.words.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        word
    }

    #[inline]
    fn read_set(&mut self, set: &mut BitSet) {
        *set = BitSet::from_words(std::array::from_fn(|_| self.take()));
    }

    #[inline]
    fn read_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.take().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }

    #[inline]
    fn read_numbers(&mut self, numbers: &mut [u16]) {
        for chunk in numbers.chunks_mut(4) {
            let mut word = self.take();
            for number in chunk {
                let [low, high, ..] = word.to_le_bytes();
                *number = u16::from_le_bytes([low, high]);
                word >>= 16;
            }
        }
    }
}

impl State {
    /// The state as words.
    pub(crate) fn image(&self) -> Image {
        let mut words = [0; WORDS];
        let mut cursor = Cursor {
            words: &mut words,
            at: 0,
        };
        fields!(self, cursor.{write_set, write_bytes, write_numbers});
        debug_assert_eq!(cursor.at, WORDS);
        words
    }

    /// The reverse of [`Self::image`]; `false` for words that no state has.
    #[must_use]
    pub(crate) fn set_image(&mut self, words: &Image) -> bool {
        let mut cursor = Cursor { words, at: 0 };
        let state = self;
        fields!(&mut *state, cursor.{read_set, read_bytes, read_numbers});
        // Sets that share one cell exclude each other, or one goes with the other.
        let [armenian, persian, soviet] = state.uprisings;
        !state.controlled[0].meets(&state.controlled[1])
            && (state.beachheads_new - state.beachheads).is_empty()
            && !armenian.meets(&(persian | soviet))
            && !persian.meets(&soviet)
            && (state.attacking_with_br - state.attacking).is_empty()
            && (state.attacked_through_greek_ports - state.attacked).is_empty()
            && !state.attackers.meets(&state.defenders)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, cells};
    use super::*;

    #[test]
    fn every_cell_is_in_the_image() {
        for cell in cells() {
            let mut state = State::EMPTY;
            state.put(cell, 2);
            if state.get(cell) == 0 {
                state.put(cell, 1);
            }
            let image = state.image();
            assert_ne!(image, [0; WORDS], "{cell:?}");
            let mut again = State::EMPTY;
            assert!(again.set_image(&image), "{cell:?}");
            assert_eq!(again, state, "{cell:?}");
        }
    }

    #[test]
    fn words_of_no_state_are_refused() {
        let mut state = State::EMPTY;
        state.put(Cell::Control(7), 1);
        state.controlled[1].insert(7);
        assert!(!State::default().set_image(&state.image()));
        let mut state = State::EMPTY;
        state.beachheads_new.insert(7);
        assert!(!State::default().set_image(&state.image()));
    }
}
