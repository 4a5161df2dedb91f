//! Positions as bytes.
//!
//! Version 4, which is written: the version, the tables' fingerprint, the scenario's name, then
//! the words of the state that are not 0 after a set of bits that says which ones these are, and a
//! checksum. Version 3 is the same with fewer words. Versions 1 and 2 name every filled cell by the
//! gap before it.

use super::Position;
use crate::error::{Error, Result};
use crate::pursuit_of_glory::data::Data;
use crate::pursuit_of_glory::setup::Setup;
use crate::pursuit_of_glory::state::{Cell, KINDS, One, State, WORDS, WORDS_BEFORE_BATTLES};
use crate::resources::{checksum, quick_checksum};
use std::sync::Arc;

/// The first byte of the bytes written here.
const VERSION: u8 = 4;
/// The set of words that are not 0, in words itself.
const FILLED: usize = WORDS.div_ceil(64);
/// The same in version 3.
const FILLED_3: usize = WORDS_BEFORE_BATTLES.div_ceil(64);

/// What versions 1 and 2 hold.
#[derive(serde::Deserialize)]
struct Packed<'a> {
    fingerprint: u64,
    scenario: &'a str,
    /// Empty cells before it, and its number, for each filled cell.
    cells: Vec<(u16, u16)>,
}

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
        let version = body.first();
        let found = match version {
            Some(3..=VERSION) => quick_checksum(body),
            _ => checksum(body.iter().copied()),
        };
        if found != u64::from_le_bytes(*sum) {
            return Err(bad("are damaged or cut short"));
        }
        let mut setup = Setup {
            scenario: String::new(),
            state: State::EMPTY,
            problems: Vec::new(),
        };
        let scenario = match body {
            [VERSION, rest @ ..] => words::<FILLED>(data, rest, &mut setup.state)?,
            [3, rest @ ..] => words::<FILLED_3>(data, rest, &mut setup.state)?,
            [version @ 1..=2, rest @ ..] => cells(data, *version, rest, &mut setup.state)?,
            _ => return Err(bad("do not start with a known version")),
        };
        scenario.clone_into(&mut setup.scenario);
        setup.check_numbers(data)?;
        Self::new(data.clone(), setup, allow)
    }

    /// The position as bytes: hardly ever two kilobytes, with a checksum at the end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let image = self.state.image();
        let mut filled = [0_u64; FILLED];
        for (at, _) in image.iter().enumerate().filter(|(_, word)| **word > 0) {
            filled[at / 64] |= 1 << (at % 64);
        }
        // A longer name would not be read again; no document has room for one.
        let length = u32::try_from(self.scenario.len()).unwrap_or(u32::MAX);
        let mut bytes = vec![VERSION];
        bytes.extend(self.data.fingerprint.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.scenario.as_bytes());
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

/// Reads bytes of version 3 or 4, with so many words of bits: the state, and the scenario.
fn words<'a, const SETS: usize>(
    data: &Data,
    bytes: &'a [u8],
    state: &mut State,
) -> Result<&'a str> {
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
    let (filled, rest) = rest.split_first_chunk::<SETS>().ok_or_else(damaged)?;
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

/// Reads bytes of the older versions: the state, and the scenario.
fn cells<'a>(data: &Data, version: u8, bytes: &'a [u8], state: &mut State) -> Result<&'a str> {
    let packed: Packed<'a> = postcard::from_bytes(bytes).map_err(|_| bad("are damaged"))?;
    if packed.fingerprint != data.fingerprint {
        return Err(bad("belong to other tables of units, spaces or cards"));
    }
    let mut kinds = KINDS
        .iter()
        .map(|(cell, count)| (cell, written(version, cell(0), *count)));
    let (mut cell, mut count) = (KINDS[0].0, 0);
    let mut at = 0;
    for (gap, number) in packed.cells {
        at += usize::from(gap);
        while at >= count {
            at -= count;
            let Some((next, cells)) = kinds.next() else {
                return Err(bad("go on after the last cell"));
            };
            (cell, count) = (*next, cells);
        }
        state.put(cell(at), number);
        at += 1;
    }
    Ok(packed.scenario)
}

/// How many cells of a kind bytes of this version have. Version 1 knew no operations under way.
const fn written(version: u8, kind: Cell, count: usize) -> usize {
    match kind {
        Cell::Attacking(_) | Cell::Digging(_) | Cell::JihadTaken(_) if version < 2 => 0,
        Cell::Stack(_)
        | Cell::Fought(_)
        | Cell::Attacked(_)
        | Cell::Battle(_)
        | Cell::Played(_)
        | Cell::Fight(_)
        | Cell::Factor(_)
        | Cell::Heir(_)
        | Cell::Scar(_)
        | Cell::Passed(_)
        | Cell::Course(_)
        | Cell::Origin(_) => 0,
        Cell::One(_) if version < 2 => One::Ops as usize,
        // Both know these and no later ones.
        Cell::One(_) => One::TribesDue as usize + 1,
        _ => count,
    }
}
