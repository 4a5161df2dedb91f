//! The quick ways to read a position agree with the thorough ones to the letter.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod bytes;
mod slips;

use bytes::known_numbers;
use engine::error::{Error, Problem};
use proptest::prelude::*;
use proptest::sample::select;
use pursuit_of_glory::cards::{
    BERLIN_BAGHDAD_RAILROAD, BULGARIA, EGYPTIAN_COUP, PERSIAN_PUSH, ROMANIA, SECRET_TREATY,
};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::setup::Setup;
use pursuit_of_glory::state::{Cell, Scalar, State, bias};
use pursuit_of_glory::validate;
use pursuit_of_glory::vocabulary::*;
use slips::{slip, slipped};
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
        EGYPTIAN_COUP,
        SECRET_TREATY,
        ROMANIA,
        PERSIAN_PUSH,
        BULGARIA,
        BERLIN_BAGHDAD_RAILROAD,
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
        3 => ((0..Scalar::ALL.len()).prop_map(Cell::Scalar), numbers),
        1 => (Just(Cell::Scalar(Scalar::Greece as usize)), 0..3_u16),
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
    let hash = Cell::all()
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

// --- documents ------------------------------------------------------------------------

/// A document read by way of the parsed one.
fn strict(text: &[u8], allow: &[&str]) -> Result<Seen, Error> {
    let setup = Setup::from_value(&DATA, &engine::json::parse(text)?)?;
    proven(&setup, allow)
}

fn same(text: &[u8]) -> Result<(), TestCaseError> {
    for allow in [&[][..], ANYTHING] {
        let quick = Position::from_json(&DATA, text, allow).map(|position| seen(&position));
        prop_assert_eq!(quick, strict(text, allow));
    }
    Ok(())
}

/// A document with everything in it that a document may have.
fn full() -> Position {
    let unit = |name: &str| DATA.unit("unit", name).unwrap();
    let space = |name: &str| u16::try_from(DATA.space("space", name).unwrap() + 1).unwrap();
    let ones = [
        (Scalar::MaxTuRp, bias(Some(-3))),
        (Scalar::SinaiRailroad, bias(Some(9))),
        (Scalar::Armistice, bias(Some(15))),
        (Scalar::CpAutomaticVictory, bias(Some(20))),
        (
            Scalar::BritishRuCavalry,
            u16::try_from(unit("ru_cavalry_1") + 1).unwrap(),
        ),
        (Scalar::WarmWaterPort, space("basra")),
        (Scalar::ChristmasSpace, space("jerusalem")),
        (Scalar::ChristmasTurn, 9),
        (Scalar::AssaultLanding, space("trabzon")),
        (Scalar::Collapsed, 5),
        (Scalar::Revolts, 9),
        (Scalar::Penalties, 3),
        (Scalar::Flags, 6),
        (Scalar::Parvus, bias(Some(3))),
        (Scalar::RevolutionTurn, bias(Some(20))),
        (Scalar::Czar, bias(Some(-7))),
        (Scalar::HasRandom, 1),
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
    let ones = ones.map(|(one, number)| (Cell::Scalar(one as usize), number));
    let start = STARTS[STARTS.len() - 1].clone();
    ones.into_iter()
        .chain(cells)
        .fold(start, |all, (cell, number)| all.with(cell, number))
}

fn document() -> impl Strategy<Value = Vec<u8>> {
    let text = |position: Position| position.to_json().into_bytes();
    let some = r#"{"turn":3,"units":{"erzurum":["tu_ix_corps"],"turn_track":[]},"events":{"ap_01":3},
        "control":{"ap":["gaza"],"neutral":[]},"trenches":{"basra":{"level":1,"owner":"ap"}}}"#;
    let known = |position: &Position| known_numbers(position.state()).is_ok();
    prop_oneof![
        4 => position().prop_filter("names nothing unknown", known).prop_map(text),
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
