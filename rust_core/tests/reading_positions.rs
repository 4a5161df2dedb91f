//! The quick ways to read a position agree with the thorough ones to the letter.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use lexbelli_core::board::bitset::BitSet;
use lexbelli_core::error::{Error, Problem};
use lexbelli_core::pursuit_of_glory::data::Data;
use lexbelli_core::pursuit_of_glory::document;
use lexbelli_core::pursuit_of_glory::position::Position;
use lexbelli_core::pursuit_of_glory::setup::Setup;
use lexbelli_core::pursuit_of_glory::state::{Cell, One, State, bias, cells};
use lexbelli_core::pursuit_of_glory::validate;
use lexbelli_core::pursuit_of_glory::vocabulary::*;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));
static STARTS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let names = DATA.scenarios.keys();
    names
        .map(|name| Position::scenario(&DATA, name).unwrap())
        .collect()
});

const ANYTHING: &[&str] = &["all"];

/// `PROPTEST_CASES` asks for another number of cases.
fn config(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() {
        usual.cases
    } else {
        cases
    };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..usual
    }
}

// --- positions ------------------------------------------------------------------------

/// One change, mostly to something that a rule forbids now and then.
fn change() -> impl Strategy<Value = (Cell, u16)> {
    let data: &'static Data = &DATA;
    let units = || 0..data.units.len();
    let map = || 0..data.on_map;
    let known = &data.known;
    let odd = [
        known.afghanistan,
        known.athens,
        known.cyprus,
        known.turn_track,
        known.ap_reserve,
        known.cp_corps_assets,
        known.doiran,
    ];
    let numbered = |place: usize| u16::try_from(place + 1).unwrap();
    let places = prop_oneof![
        6 => 0..u16::try_from(data.spaces.len() + 1).unwrap(),
        2 => select(odd.map(numbered).to_vec()),
        1 => select(data.network.beachheads.iter().map(numbered).collect::<Vec<_>>()),
    ];
    let special = vec![
        known.ge_georgian_protectorate,
        known.ru_sb_yugoslav_div,
        known.gr_br_corps_of_national_defense,
    ];
    let movers = prop_oneof![
        8 => units(),
        1 => select(data.network.greek_units.iter().collect::<Vec<_>>()),
        1 => select(special),
    ];
    let numbers = prop_oneof![3 => 0..8_u16, 1 => 0..400_u16];
    let tracked = (-60..100).prop_map(|number| bias(Some(number)));
    let later = [
        known.ap_03,
        known.ap_08,
        known.ap_29,
        known.cp_10,
        known.cp_33,
        known.cp_49,
    ];
    prop_oneof![
        12 => (movers.prop_map(Cell::Place), places),
        2 => (units().prop_map(Cell::Reduced), 0..2_u16),
        1 => (units().prop_map(Cell::Arrival), 0..20_u16),
        4 => (map().prop_map(Cell::Control), 0..3_u16),
        1 => (map().prop_map(Cell::RuVp), 0..2_u16),
        1 => (map().prop_map(Cell::Trench), select(vec![0_u16, 1, 5, 6, 9])),
        1 => (map().prop_map(Cell::FortDestroyed), 0..2_u16),
        2 => (map().prop_map(Cell::Beachhead), 0..3_u16),
        1 => (map().prop_map(Cell::Uprising), 0..4_u16),
        3 => (select(later.to_vec()).prop_map(Cell::Event), 0..3_u16),
        1 => ((0..data.cards.len()).prop_map(Cell::Event), 0..19_u16),
        2 => ((0..data.cards.len()).prop_map(Cell::Card), 0..7_u16),
        1 => ((0..Track::ALL.len()).prop_map(Cell::Track), tracked),
        3 => ((0..One::ALL.len()).prop_map(Cell::One), numbers),
        1 => (Just(Cell::One(One::Greece as usize)), 0..3_u16),
        1 => (units().prop_map(Cell::Attacking), 0..3_u16),
        1 => (map().prop_map(Cell::Digging), 0..8_u16),
        1 => (map().prop_map(Cell::JihadTaken), 0..2_u16),
    ]
}

/// A scenario with a few changes. About every other one is still legal.
fn position() -> impl Strategy<Value = Position> {
    let changes = prop::collection::vec(change(), 0..6);
    (0..STARTS.len(), changes).prop_map(|(start, changes)| {
        changes
            .into_iter()
            .fold(STARTS[start].clone(), |all, (cell, number)| {
                all.with(cell, number)
            })
    })
}

/// All that can be seen of a position.
type Seen = (State, u64, String, Vec<Problem>);

fn seen(position: &Position) -> Seen {
    (
        *position.state(),
        position.hash(),
        position.scenario_name().to_owned(),
        position.allowed().to_vec(),
    )
}

/// A set-up proven with no short cut.
fn proven(setup: &Setup, allow: &[&str]) -> Result<Seen, Error> {
    let tolerated = |problem: &Problem| allow.contains(&"all") || allow.contains(&problem.code);
    let (allowed, refused): (Vec<_>, Vec<_>) = validate::problems(&DATA, setup)
        .into_iter()
        .partition(tolerated);
    if !refused.is_empty() {
        return Err(Error::InvalidSetup(refused));
    }
    let hash = cells()
        .enumerate()
        .fold(0, |hash, (at, cell)| hash ^ key(at, setup.state.get(cell)));
    Ok((setup.state, hash, setup.scenario.clone(), allowed))
}

/// The key of a number in a cell, as the hash has always had it.
fn key(index: usize, number: u16) -> u64 {
    if number == 0 {
        return 0;
    }
    let mut mixed = ((index as u64) << 16 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn a_quick_proof_is_a_proof(position in position()) {
        let setup = Setup {
            scenario: position.scenario_name().to_owned(),
            state: *position.state(),
            problems: Vec::new(),
        };
        for allow in [&[][..], ANYTHING, &["wrong_control", "too_many_units"]] {
            let quick = Position::new(DATA.clone(), setup.clone(), allow);
            prop_assert_eq!(quick.map(|position| seen(&position)), proven(&setup, allow));
        }
    }
}

// --- bytes ----------------------------------------------------------------------------

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
        product << 29 | product >> 35
    };
    let mut words: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let bytes = chunk.iter().rev();
            bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
        })
        .collect();
    if bytes.len() % 8 == 0 {
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
        Some(3) => quick_checksum(&body),
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

fn known_numbers(state: &State) -> Result<(), Error> {
    let of = |cell: Cell| usize::from(state.get(cell));
    let unit = |unit: usize| {
        let named = of(Cell::Place(unit)) > 0 || of(Cell::Attacking(unit)) > 0;
        of(Cell::Place(unit)) <= DATA.spaces.len() && (!named || unit < DATA.units.len())
    };
    let marks: [fn(usize) -> Cell; 6] = [
        Cell::Control,
        Cell::Beachhead,
        Cell::Uprising,
        Cell::FortDestroyed,
        Cell::Digging,
        Cell::JihadTaken,
    ];
    let on_map = |at: usize| at < DATA.on_map || marks.iter().all(|mark| of(mark(at)) == 0);
    let one = |one: One| usize::from(state.one(one));
    let spaces = [One::AssaultLanding, One::ChristmasSpace, One::WarmWaterPort];
    let known = (0..BitSet::CAPACITY).all(|at| unit(at) && on_map(at))
        && one(One::BritishRuCavalry) <= DATA.units.len()
        && spaces.into_iter().all(|space| one(space) <= DATA.on_map);
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
        if version == 2 {
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

// --- documents ------------------------------------------------------------------------

/// A document read by way of the parsed one.
fn thorough(text: &[u8], allow: &[&str]) -> Result<Seen, Error> {
    let setup = Setup::from_value(&DATA, &document::parse(text)?)?;
    proven(&setup, allow)
}

fn same(text: &[u8]) -> Result<(), TestCaseError> {
    for allow in [&[][..], ANYTHING] {
        let quick = Position::from_json(&DATA, text, allow).map(|position| seen(&position));
        prop_assert_eq!(quick, thorough(text, allow));
    }
    Ok(())
}

/// What a careless hand does to the text of a document.
#[derive(Debug, Clone)]
enum Slip {
    /// One byte becomes another.
    Byte(Index, u8),
    /// Something stands where nothing should.
    Insert(Index, &'static str),
    /// A few bytes are missing.
    Remove(Index, usize),
    /// The text ends early.
    Cut(Index),
    /// Something else instead of a word or a number.
    Replace(Index, String),
    /// An entry of an object or list stands twice, or trades places with another.
    Twice(Index),
    Drop(Index),
    Swap(Index, Index),
    /// White space after every comma and colon.
    Wide(&'static str),
}

fn slip() -> impl Strategy<Value = Slip> {
    let stray = vec![
        " ",
        "\n",
        "\t",
        "\u{c}",
        "\0",
        "\"",
        "\\",
        "\\u0061",
        ",",
        ":",
        "[",
        "]",
        "{",
        "}",
        "0",
        "-",
        "1.5",
        "1e1",
        "null",
        "true",
        "é",
        "\u{feff}",
        "[[[[[[[[[[",
        "_",
        "\"x\":1,",
        "\"turn\":2,",
        "\"units\":{},",
    ];
    let ids = DATA.units.iter().map(|unit| &unit.id);
    let ids = ids.chain(DATA.spaces.iter().map(|space| &space.id));
    let ids = ids.chain(DATA.cards.iter().map(|card| &card.id));
    let ids: Vec<_> = ids.map(|id| format!("\"{id}\"")).collect();
    let odd = [
        "0",
        "1",
        "2",
        "17",
        "18",
        "40",
        "41",
        "-1",
        "-0",
        "00",
        "01",
        "007",
        "1.0",
        "1e0",
        "999",
        "65537",
        "4294967297",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999",
        "null",
        "true",
        "false",
        "tru",
        "\"\"",
        "\"1\"",
        "\"01\"",
        "\"ap\"",
        "\"cp\"",
        "\"neutral\"",
        "\"tu_ix_corp\"",
        "\"\\u0061p\"",
        "\"an id that is much longer than any that there ever was\"",
        "{}",
        "[]",
        "[1]",
        "[\"ap\"]",
        "{\"ap\":1}",
        "{\"level\":1}",
        "{\"level\":1,\"owner\":\"ap\"}",
        "[{\"round\":1,\"side\":\"ap\",\"kind\":\"sr\"}]",
        "[{\"offensive\":\"tu\",\"met\":true}]",
    ];
    let other = prop_oneof![
        2 => select(odd.map(str::to_owned).to_vec()),
        1 => select(ids),
    ];
    prop_oneof![
        2 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Slip::Byte(at, byte)),
        2 => (any::<Index>(), select(stray)).prop_map(|(at, text)| Slip::Insert(at, text)),
        2 => (any::<Index>(), 1..20_usize).prop_map(|(at, count)| Slip::Remove(at, count)),
        1 => any::<Index>().prop_map(Slip::Cut),
        6 => (any::<Index>(), other).prop_map(|(at, text)| Slip::Replace(at, text)),
        2 => any::<Index>().prop_map(Slip::Twice),
        2 => any::<Index>().prop_map(Slip::Drop),
        2 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Slip::Swap(a, b)),
        1 => select(vec![" ", "\n  ", "\t", "\r\n", "\u{b}"]).prop_map(Slip::Wide),
    ]
}

/// Where words and numbers stand.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let start = at;
        at += 1;
        match text[start] {
            b'"' => {
                let end = text[start + 1..].iter().position(|byte| *byte == b'"');
                at = end.map_or(text.len(), |end| start + end + 2);
            }
            b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                while at < text.len() && text[at].is_ascii_alphanumeric() {
                    at += 1;
                }
            }
            _ => continue,
        }
        tokens.push(start..at);
    }
    tokens
}

/// Where whole entries of objects and lists stand.
fn entries(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut entries, mut open, mut quoted) = (Vec::new(), Vec::new(), false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => open.push(at + 1),
            b',' | b'}' | b']' => {
                if let Some(start) = open.pop() {
                    entries.push(start..at);
                }
                if *byte == b',' {
                    open.push(at + 1);
                }
            }
            _ => {}
        }
    }
    entries
}

fn slipped(mut text: Vec<u8>, slip: &Slip) -> Vec<u8> {
    fn chosen(ranges: Vec<std::ops::Range<usize>>, at: &Index) -> std::ops::Range<usize> {
        match ranges.len() {
            0 => 0..0,
            count => ranges[at.index(count)].clone(),
        }
    }
    match slip {
        Slip::Byte(at, byte) if !text.is_empty() => {
            let at = at.index(text.len());
            text[at] = *byte;
        }
        Slip::Byte(..) => {}
        Slip::Insert(at, stray) => {
            let at = at.index(text.len() + 1);
            text.splice(at..at, stray.bytes());
        }
        Slip::Remove(at, count) => {
            let at = at.index(text.len() + 1);
            text.drain(at..(at + count).min(text.len()));
        }
        Slip::Cut(at) => text.truncate(at.index(text.len() + 1)),
        Slip::Replace(at, other) => {
            let token = chosen(tokens(&text), at);
            text.splice(token, other.bytes());
        }
        Slip::Twice(at) => {
            let entry = chosen(entries(&text), at);
            let copy: Vec<u8> = [&text[entry.clone()], b","].concat();
            text.splice(entry.start..entry.start, copy);
        }
        Slip::Drop(at) => {
            let entry = chosen(entries(&text), at);
            let comma = usize::from(text.get(entry.end) == Some(&b','));
            text.drain(entry.start..entry.end + comma);
        }
        Slip::Swap(a, b) => {
            let [a, b] = [a, b].map(|at| chosen(entries(&text), at));
            let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
            if first.end <= second.start {
                let copy = text[first.clone()].to_vec();
                let copy = text.splice(second.clone(), copy).collect::<Vec<_>>();
                text.splice(first, copy);
            }
        }
        Slip::Wide(space) => {
            let wide = |byte: u8| {
                let after = if matches!(byte, b',' | b':' | b'[' | b'{') {
                    *space
                } else {
                    ""
                };
                std::iter::once(byte).chain(after.bytes())
            };
            text = text.into_iter().flat_map(wide).collect();
        }
    }
    text
}

/// A document with everything in it that a document may have.
fn full() -> Position {
    let unit = |name: &str| DATA.unit("unit", name).unwrap();
    let space = |name: &str| u16::try_from(DATA.space("space", name).unwrap() + 1).unwrap();
    let ones = [
        (One::MaxTuRp, bias(Some(-3))),
        (One::SinaiRailroad, bias(Some(9))),
        (One::Armistice, bias(Some(15))),
        (One::CpAutomaticVictory, bias(Some(20))),
        (One::Ops, 3),
        (
            One::BritishRuCavalry,
            u16::try_from(unit("ru_cavalry_1") + 1).unwrap(),
        ),
        (One::WarmWaterPort, space("basra")),
        (One::ChristmasSpace, space("jerusalem")),
        (One::ChristmasTurn, 9),
        (One::AssaultLanding, space("trabzon")),
        (One::Collapsed, 5),
        (One::Revolts, 9),
        (One::Penalties, 3),
        (One::Flags, 6),
        (One::Parvus, bias(Some(3))),
        (One::RevolutionTurn, bias(Some(20))),
        (One::Czar, bias(Some(-7))),
        (One::HasRandom, 1),
    ];
    let cells = [
        (Cell::Random(0), 0xffff),
        (Cell::Random(3), 0xffff),
        (Cell::Offensive(0), 2),
        (Cell::Offensive(2), 4 + 32),
        (
            Cell::Action(0),
            State::action(1, Side::Ap, ActionKind::Ops, Some(3)),
        ),
        (
            Cell::Action(1),
            State::action(1, Side::Cp, ActionKind::OneOps, None),
        ),
        (Cell::Attacking(unit("tu_ix_corps")), 1),
        (Cell::Attacking(unit("tu_x_corps")), 2),
        (Cell::Digging(3), 4),
        (Cell::JihadTaken(DATA.known.medina), 1),
        (Cell::Uprising(3), 1),
        (Cell::Beachhead(DATA.network.beachheads.first().unwrap()), 2),
        (
            Cell::Place(unit("br_div_4")),
            u16::try_from(DATA.known.turn_track + 1).unwrap(),
        ),
        (Cell::Arrival(unit("br_div_4")), 12),
    ];
    let ones = ones.map(|(one, number)| (Cell::One(one as usize), number));
    let start = STARTS[STARTS.len() - 1].clone();
    ones.into_iter()
        .chain(cells)
        .fold(start, |all, (cell, number)| all.with(cell, number))
}

fn document() -> impl Strategy<Value = Vec<u8>> {
    let text = |position: Position| position.to_json().into_bytes();
    let some = r#"{"turn":3,"units":{"erzurum":["tu_ix_corps"],"turn_track":[]},"events":{"ap_01":3},
        "control":{"ap":["gaza"],"neutral":[]},"trenches":{"basra":{"level":1,"owner":"ap"}}}"#;
    prop_oneof![
        4 => position().prop_map(text),
        4 => Just(text(full())),
        2 => Just(some.into()),
    ]
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn documents_are_read_alike(text in document()) {
        same(&text)?;
    }

    #[test]
    fn documents_with_slips_are_read_alike(
        text in document(),
        slips in prop::collection::vec(slip(), 1..4),
    ) {
        same(&slips.iter().fold(text, slipped))?;
    }
}

#[test]
fn odd_documents_are_read_alike() {
    let nested = "[".repeat(200);
    let deep = format!("{{\"units\":{nested}}}");
    let texts = [
        "",
        " ",
        "{}",
        " {\n} ",
        "{}x",
        "{},",
        "{,}",
        "{\"turn\":1,}",
        "{\"turn\" 1}",
        "{\"turn\":1 \"round\":1}",
        "{\"turn\":+1}",
        "{\"turn\":--1}",
        "{\"turn\":1.}",
        "{\"turn\":1a}",
        "{\"turn\":1}\0",
        "{\"turn\0\":1}",
        "{\"turn\\u0000\":1}",
        "{\"t\\u0075rn\":2}",
        "{\"turn\":1,\"t\\u0075rn\":2}",
        "{\"max_tu_rp\":-0}",
        "{\"max_tu_rp\":-40}",
        "{\"random\":0}",
        "{\"random\":18446744073709551615}",
        "{\"random\":18446744073709551616}",
        "{\"random\":-1}",
        "{\"random\":1e3}",
        "{\"arriving\":{\"05\":[],\"5\":[]}}",
        "{\"arriving\":{\"+5\":[\"tu_ix_corps\"]}}",
        "{\"arriving\":{\"41\":[]}}",
        "{\"scenario\":\"caf\u{e9}\"}",
        "{\"scenario\":\"a\\\"b\"}",
        "{\"scenario\":\"a\tb\"}",
        "{\"schema\":\"lexbelli.pursuit_of_glory.position\",\"version\":1}",
        "{\"version\":2}",
        "{\"units\":{\"turn_track\":[\"tu_ix_corps\"]},\"reduced\":[\"tu_ix_corps\",\"tu_ix_corps\"]}",
        "{\"beachheads_new\":[\"thermaikos_bay\"],\"beachheads\":[\"thermaikos_bay\"]}",
        "{\"ru_vp\":[\"turn_track\"]}",
        "{\"trenches\":{\"basra\":{\"level\":1}}}",
        "{\"cards\":{\"ap\":{\"hand\":[\"cp_01\"],\"face_up\":[\"cp_02\"]}}}",
        deep.as_str(),
    ];
    for text in texts {
        same(text.as_bytes()).unwrap();
    }
    same(b"{\"scenario\":\"\xff\"}").unwrap();
    same(b"\xef\xbb\xbf{}").unwrap();
}
