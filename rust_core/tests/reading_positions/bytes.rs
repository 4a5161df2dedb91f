//! Bytes of every version, damaged or not.

use crate::{ANYTHING, DATA, STARTS, Seen, config, position, proven, seen};
use lexbelli_core::board::bitset::BitSet;
use lexbelli_core::error::Error;
use lexbelli_core::pursuit_of_glory::position::Position;
use lexbelli_core::pursuit_of_glory::setup::Setup;
use lexbelli_core::pursuit_of_glory::state::{Cell, Fight, One, State, cells};
use lexbelli_core::pursuit_of_glory::vocabulary::Stage;
use proptest::prelude::*;
use proptest::sample::Index;

/// FNV-1a, at the end of bytes of versions 1 and 2.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The checksum of version 3, put down another way.
fn quick_checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product.rotate_left(29)
    };
    let mut words: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let bytes = chunk.iter().rev();
            bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
        })
        .collect();
    if bytes.len().is_multiple_of(8) {
        words.push(0);
    }
    let whole = bytes.len() / 32 * 4;
    let mut sums = [0, 1, 2, 3];
    for (at, word) in words[..whole].iter().enumerate() {
        sums[at % 4] = step(sums[at % 4], *word);
    }
    let all = sums.iter().chain(&words[whole..]);
    let sum = all.fold(bytes.len() as u64, |sum, word| step(sum, *word));
    sum ^ sum >> 32
}

fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let sum = match body.first() {
        Some(3 | 4) => quick_checksum(&body),
        _ => checksum(&body),
    };
    body.extend(sum.to_le_bytes());
    body
}

/// Is the cell in bytes of this version?
fn written(version: u8, cell: Cell) -> bool {
    match cell {
        Cell::Attacking(_) | Cell::Digging(_) | Cell::JihadTaken(_) => version > 1,
        Cell::One(one) => version > 1 || one < One::Ops as usize,
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
        | Cell::Origin(_) => false,
        _ => true,
    }
}

type Gaps = Vec<(u16, u16)>;

fn gaps(version: u8, state: &State) -> Gaps {
    let (mut gap, mut gaps) = (0, Vec::new());
    for cell in cells().filter(|cell| written(version, *cell)) {
        match state.get(cell) {
            0 => gap += 1,
            number => {
                gaps.push((gap, number));
                gap = 0;
            }
        }
    }
    gaps
}

/// The body of bytes of an older version.
fn old_body(version: u8, scenario: &str, gaps: &Gaps) -> Vec<u8> {
    let mut bytes = vec![version];
    bytes.extend(postcard::to_stdvec(&(DATA.fingerprint, scenario, gaps)).unwrap());
    bytes
}

/// Bytes of versions 1 and 2 read cell by cell.
fn old_bytes(bytes: &[u8], allow: &[&str]) -> Result<Seen, Error> {
    let bad = |message: &str| Error::bad("position bytes", message);
    let (body, sum) = bytes
        .split_last_chunk::<8>()
        .ok_or_else(|| bad("are cut short"))?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(bad("are damaged or cut short"));
    }
    let Some((version @ 1..=2, rest)) = body.split_first() else {
        return Err(bad("do not start with a known version"));
    };
    let (fingerprint, scenario, gaps): (u64, String, Gaps) =
        postcard::from_bytes(rest).map_err(|_| bad("are damaged"))?;
    if fingerprint != DATA.fingerprint {
        return Err(bad("belong to other tables of units, spaces or cards"));
    }
    let empty = cells().fold(STARTS[0].clone(), |all, cell| all.with(cell, 0));
    let mut position = empty;
    let mut numbers = gaps.into_iter();
    let mut next = numbers.next();
    let mut skipped = 0;
    for cell in cells().filter(|cell| written(*version, *cell)) {
        match next {
            Some((gap, number)) if gap == skipped => {
                position = position.with(cell, number);
                next = numbers.next();
                skipped = 0;
            }
            _ => skipped += 1,
        }
    }
    if next.is_some() {
        return Err(bad("go on after the last cell"));
    }
    let state = *position.state();
    known_numbers(&state)?;
    let setup = Setup {
        scenario,
        state,
        problems: Vec::new(),
    };
    proven(&setup, allow)
}

pub(crate) fn known_numbers(state: &State) -> Result<(), Error> {
    let of = |cell: Cell| usize::from(state.get(cell));
    let unit = |unit: usize| {
        let cells: [fn(usize) -> Cell; 9] = [
            Cell::Place,
            Cell::Attacking,
            Cell::Stack,
            Cell::Fought,
            Cell::Battle,
            Cell::Factor,
            Cell::Heir,
            Cell::Scar,
            Cell::Origin,
        ];
        let named = cells.iter().any(|cell| of(cell(unit)) > 0);
        of(Cell::Place(unit)) <= DATA.spaces.len() && (!named || unit < DATA.units.len())
    };
    let marks: [fn(usize) -> Cell; 8] = [
        Cell::Attacked,
        Cell::Control,
        Cell::Beachhead,
        Cell::Uprising,
        Cell::FortDestroyed,
        Cell::Digging,
        Cell::JihadTaken,
        Cell::Passed,
    ];
    let on_map = |at: usize| at < DATA.on_map || marks.iter().all(|mark| of(mark(at)) == 0);
    let one = |one: One| usize::from(state.one(one));
    let spaces = [One::AssaultLanding, One::ChristmasSpace, One::WarmWaterPort];
    let known = (0..BitSet::CAPACITY).all(|at| unit(at) && on_map(at))
        && one(One::BritishRuCavalry) <= DATA.units.len()
        && spaces.into_iter().all(|space| one(space) <= DATA.on_map)
        && [
            Fight::Target,
            Fight::Pin,
            Fight::Weather,
            Fight::StackOut,
            Fight::PathOut,
            Fight::PathOutEnd,
        ]
        .into_iter()
        .all(|which| usize::from(state.fight(which)) <= DATA.on_map)
        && (0..DATA.units.len())
            .all(|at| of(Cell::Factor(at)) <= 6 && of(Cell::Heir(at)) <= DATA.counters.lcus.len())
        && usize::from(state.fight(Fight::Stage)) < Stage::ALL.len();
    let message = "name a unit, space or card that does not exist";
    known
        .then_some(())
        .ok_or_else(|| Error::bad("position bytes", message))
}

fn damage() -> impl Strategy<Value = Vec<(Index, u8)>> {
    prop::collection::vec((any::<Index>(), any::<u8>()), 0..4)
}

fn damaged(mut bytes: Vec<u8>, damage: &[(Index, u8)]) -> Vec<u8> {
    for (at, byte) in damage {
        let at = at.index(bytes.len());
        bytes[at] = *byte;
    }
    bytes
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn bytes_of_every_version_are_read(position in position(), version in 1..=2_u8) {
        let old = sealed(old_body(version, position.scenario_name(), &gaps(version, position.state())));
        let read = Position::from_bytes(&DATA, &old, ANYTHING).map(|position| seen(&position));
        prop_assert_eq!(&read, &old_bytes(&old, ANYTHING));
        let bytes = position.to_bytes();
        let again = Position::from_bytes(&DATA, &bytes, ANYTHING).map(|position| seen(&position));
        prop_assert_eq!(again.as_ref().ok().map(|seen| seen.0), known_numbers(position.state()).ok().map(|()| *position.state()));
        // Version 2 knew no battles.
        if version == 2 && cells().all(|cell| written(2, cell) || position.state().get(cell) == 0) {
            prop_assert_eq!(again, read);
        }
    }

    #[test]
    fn damaged_bytes_of_older_versions_fail_as_ever(
        start in 0..STARTS.len(),
        version in 1..=2_u8,
        damage in damage(),
        cut in prop_oneof![3 => Just(None), 1 => any::<Index>().prop_map(Some)],
        seal in prop::bool::weighted(0.8),
    ) {
        let start = &STARTS[start];
        let body = old_body(version, start.scenario_name(), &gaps(version, start.state()));
        let mut bytes = if seal {
            sealed(damaged(body, &damage))
        } else {
            damaged(sealed(body), &damage)
        };
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        // What starts with a 3 now is of another version.
        prop_assume!(bytes.first() != Some(&3));
        for allow in [&[][..], ANYTHING] {
            let read = Position::from_bytes(&DATA, &bytes, allow).map(|position| seen(&position));
            prop_assert_eq!(read, old_bytes(&bytes, allow));
        }
    }

    #[test]
    fn any_gaps_are_read_as_ever(
        version in 1..=2_u8,
        gaps in prop::collection::vec(
            (prop_oneof![9 => 0..40_u16, 1 => any::<u16>()], prop_oneof![9 => 0..9_u16, 1 => any::<u16>()]),
            0..160,
        ),
    ) {
        let bytes = sealed(old_body(version, "any", &gaps));
        let read = Position::from_bytes(&DATA, &bytes, ANYTHING).map(|position| seen(&position));
        prop_assert_eq!(read, old_bytes(&bytes, ANYTHING));
    }

    /// A true checksum over whatever stands there.
    #[test]
    fn damaged_bytes_are_refused_or_of_use(
        position in position(),
        damage in damage(),
        cut in prop_oneof![3 => Just(None), 1 => any::<Index>().prop_map(Some)],
        seal in any::<bool>(),
    ) {
        let bytes = position.to_bytes();
        let mut body = damaged(bytes[..bytes.len() - 8].to_vec(), &damage);
        if let Some(cut) = cut {
            body.truncate(cut.index(body.len() + 1));
        }
        let same = body == bytes[..bytes.len() - 8];
        let bytes = if seal {
            sealed(body)
        } else {
            body.extend(&bytes[bytes.len() - 8..]);
            body
        };
        match Position::from_bytes(&DATA, &bytes, ANYTHING) {
            Ok(again) => {
                prop_assert!(seal || same);
                prop_assert_eq!(again.hash(), again.state().hash_from_scratch());
                let _ = (again.supply(&Default::default()), again.facts(), again.to_json(), again.to_string());
                let more = Position::from_bytes(&DATA, &again.to_bytes(), ANYTHING);
                prop_assert_eq!(more.map(|more| seen(&more)), Ok(seen(&again)));
            }
            Err(Error::BadInput { field, .. }) => prop_assert_eq!(field, "position bytes"),
            Err(error) => prop_assert!(false, "everything is allowed: {}", error),
        }
    }
}
