//! Positions as bytes.
//!
//! The version, the tables' fingerprint, the scenario's name, then the words of the state that are
//! not 0 after a set of bits that says which ones these are, and a checksum.

use crate::data::Data;
use crate::position::Position;
use crate::setup::Setup;
use crate::state::State;
use engine::error::{Error, Result};
use engine::resources::quick_checksum;
use std::sync::Arc;

/// The first byte; a change of what the words mean takes another.
const VERSION: u8 = 11;
const WORDS: usize = State::WORDS;
/// The set of words that are not 0, in words itself.
const FILLED: usize = WORDS.div_ceil(64);

fn bad(message: &str) -> Error {
    Error::bad("position bytes", message)
}

impl Position {
    /// A position from [`Position::to_bytes`].
    ///
    /// # Errors
    /// [`Error::BadInput`] if the bytes are damaged or belong to other tables;
    /// [`Error::InvalidSetup`] as in [`Position::new`].
    pub fn from_bytes(data: &Arc<Data>, bytes: &[u8], allow: &[&str]) -> Result<Self> {
        let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(bad("are cut short"));
        };
        if quick_checksum(body) != u64::from_le_bytes(*sum) {
            return Err(bad("are damaged or cut short"));
        }
        let mut setup = Setup {
            scenario: String::new(),
            state: State::EMPTY,
            problems: Vec::new(),
        };
        let [VERSION, rest @ ..] = body else {
            return Err(bad("do not start with a known version"));
        };
        let scenario = words(data, rest, &mut setup.state)?;
        scenario.clone_into(&mut setup.scenario);
        setup.check_numbers(data)?;
        Self::new(data.clone(), setup, allow)
    }

    /// The position as bytes: hardly ever two kilobytes, with a checksum at the end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let image = self.state().image();
        let mut filled = [0_u64; FILLED];
        for (at, _) in image.iter().enumerate().filter(|(_, word)| **word > 0) {
            filled[at / 64] |= 1 << (at % 64);
        }
        // A longer name would not be read again; no document has room for one.
        let length = u32::try_from(self.scenario_name().len()).unwrap_or(u32::MAX);
        let mut bytes = vec![VERSION];
        bytes.extend(self.data().fingerprint.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.scenario_name().as_bytes());
        let words = image.iter().filter(|word| **word > 0);
        bytes.extend(
            filled
                .iter()
                .chain(words)
                .flat_map(|word| word.to_le_bytes()),
        );
        bytes.extend(quick_checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// Reads what follows the version: the state, and the scenario.
fn words<'a>(data: &Data, bytes: &'a [u8], state: &mut State) -> Result<&'a str> {
    let damaged = || bad("are damaged");
    let (fingerprint, rest) = bytes.split_first_chunk::<8>().ok_or_else(damaged)?;
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| damaged())?;
    let (scenario, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
    let scenario = std::str::from_utf8(scenario).map_err(|_| damaged())?;
    if u64::from_le_bytes(*fingerprint) != data.fingerprint {
        return Err(bad("belong to other tables of units, spaces or cards"));
    }
    let (rest, []) = rest.as_chunks::<8>() else {
        return Err(damaged());
    };
    let (filled, rest) = rest.split_first_chunk::<FILLED>().ok_or_else(damaged)?;
    let mut image = [0; WORDS];
    let mut words = rest.iter();
    for (set, places) in filled.iter().zip(image.chunks_mut(64)) {
        let mut set = u64::from_le_bytes(*set);
        while set > 0 {
            let place = places.get_mut(set.trailing_zeros() as usize);
            let (Some(place), Some(word)) = (place, words.next()) else {
                return Err(damaged());
            };
            *place = u64::from_le_bytes(*word);
            set &= set - 1;
        }
    }
    if words.next().is_some() {
        return Err(damaged());
    }
    if !state.set_image(&image) {
        return Err(damaged());
    }
    Ok(scenario)
}
