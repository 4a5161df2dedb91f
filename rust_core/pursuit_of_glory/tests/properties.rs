//! What must hold of every position, however it came about.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use engine::error::Error;
use proptest::prelude::*;
use pursuit_of_glory::board::BitSet;
use pursuit_of_glory::cards::EGYPTIAN_COUP;
use pursuit_of_glory::control::{View, index};
use pursuit_of_glory::data::{Data, PlaceId, Unit, UnitId};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::Readings;
use pursuit_of_glory::state::{Cell, Scalar, bias};
use pursuit_of_glory::supply::Status;
use pursuit_of_glory::supply::trace::Trace;
use pursuit_of_glory::vocabulary::*;
use serde_json::Value;
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

fn ours() -> Readings {
    Readings::default()
}

fn cards() -> usize {
    DATA.cards.len()
}

fn word<T>(all: &'static [T]) -> std::ops::Range<u16> {
    0..u16::try_from(all.len()).unwrap()
}

/// One change that a document could have made: any number a cell may hold, in any cell.
fn change() -> impl Strategy<Value = (Cell, u16)> {
    let (units, map) = (0..DATA.units.len(), 0..DATA.on_map);
    let places = 0..u16::try_from(DATA.on_map + 1).unwrap();
    let one =
        |one: Scalar, numbers: std::ops::Range<u16>| (Just(Cell::Scalar(one as usize)), numbers);
    prop_oneof![
        12 => (units.clone().prop_map(Cell::Place), places),
        2 => (units.clone().prop_map(Cell::Reduced), 0..2_u16),
        10 => (map.clone().prop_map(Cell::Control), word(Control::ALL)),
        1 => (map.clone().prop_map(Cell::RuVp), 0..2_u16),
        1 => (map.clone().prop_map(Cell::Trench), among([0, 1, 5, 6, 9].into_iter())),
        3 => (map.clone().prop_map(Cell::FortDestroyed), 0..2_u16),
        2 => (among(DATA.network.beachheads.iter()).prop_map(Cell::Beachhead), 0..3_u16),
        3 => (map.prop_map(Cell::Uprising), 0..4_u16),
        3 => ((0..cards()).prop_map(Cell::Event), 0..19_u16),
        1 => ((0..cards()).prop_map(Cell::Card), 0..5_u16),
        1 => (
            (0..Track::ALL.len()).prop_map(Cell::Track),
            (-60..100).prop_map(|number| bias(Some(number))),
        ),
        1 => one(Scalar::Greece, word(Stand::ALL)),
        1 => one(Scalar::Collapsed, 0..8),
        1 => one(Scalar::Revolts, 0..16),
        1 => one(Scalar::RevolutionStage, 0..5),
        1 => one(Scalar::Turn, 1..18),
        1 => (Just(Cell::Scalar(Scalar::BritishRuCavalry as usize)), among(russian_cavalry())),
        1 => (Just(Cell::Scalar(Scalar::AssaultLanding as usize)), among(landings())),
    ]
}

fn among<T: Clone + std::fmt::Debug + 'static>(
    items: impl Iterator<Item = T>,
) -> impl Strategy<Value = T> {
    prop::sample::select(items.collect::<Vec<_>>())
}

/// The Russian cavalry one of which may stay after the Revolution, as a position stores them.
fn russian_cavalry() -> impl Iterator<Item = u16> {
    let cavalry = |unit: &Unit| unit.nations == [Nation::Ru] && unit.unit_type == UnitType::Cavalry;
    let units = DATA.units.iter().zip(1_u16..);
    units
        .filter(move |(unit, _)| cavalry(unit))
        .map(|(_, number)| number)
}

/// Where the marines may land (18.6.6-2), as a position stores it; 0 = they have not.
fn landings() -> impl Iterator<Item = u16> {
    let known = &DATA.known;
    let forts = [known.the_bosphorus_forts, known.trabzon];
    forts
        .into_iter()
        .map(|place| u16::try_from(place + 1).unwrap())
        .chain([0])
}

/// A scenario, and changes on top of each other. Few of these positions are legal.
#[derive(Debug, Clone)]
struct Shaken {
    start: usize,
    changes: Vec<(Cell, u16)>,
}

impl Shaken {
    fn position(&self) -> Position {
        let changes = self.changes.iter().copied();
        changes.fold(STARTS[self.start].clone(), changed)
    }
}

fn shaken() -> impl Strategy<Value = Shaken> {
    (0..STARTS.len(), prop::collection::vec(change(), 0..60))
        .prop_map(|(start, changes)| Shaken { start, changes })
}

/// EGYPTIAN COUP makes Cyprus an island base of the AP, in documents without being said.
fn changed(position: Position, (cell, number): (Cell, u16)) -> Position {
    let known = &DATA.known;
    let cyprus = Cell::Control(known.cyprus);
    match cell {
        Cell::Control(place) if place == known.cyprus => position,
        Cell::Event(card) if card == EGYPTIAN_COUP => {
            let owner = if number > 0 {
                Control::Ap
            } else {
                Control::Neutral
            };
            position.with(cell, number).with(cyprus, owner as u16)
        }
        // A unit that leaves the Turn Track arrives on no turn any more.
        Cell::Place(unit) => position.with(Cell::Arrival(unit), 0).with(cell, number),
        _ => position.with(cell, number),
    }
}

fn on_map(position: &Position) -> Vec<(UnitId, PlaceId)> {
    let units = 0..DATA.units.len();
    let placed = units.filter_map(|unit| Some((unit, position.place(unit)?)));
    placed.filter(|(_, place)| *place < DATA.on_map).collect()
}

fn ids(places: BitSet) -> Vec<&'static str> {
    let data: &'static Data = &DATA;
    places
        .iter()
        .map(|place| data.spaces[place].id.as_str())
        .collect()
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn the_hash_kept_up_to_date_is_the_hash_from_scratch(
        start in 0..STARTS.len(),
        changes in prop::collection::vec(change(), 1..40),
    ) {
        let before = STARTS[start].clone();
        let mut undo = Vec::new();
        let mut position = before.clone();
        for (cell, number) in changes {
            undo.push((cell, position.state().get(cell)));
            position = position.with(cell, number);
            prop_assert_eq!(position.hash(), position.state().hash_from_scratch());
        }
        for (cell, number) in undo.into_iter().rev() {
            position = position.with(cell, number);
        }
        prop_assert_eq!(position.hash(), before.hash());
        prop_assert!(position == before);
    }

    #[test]
    fn a_position_survives_documents_and_bytes(shaken in shaken()) {
        let position = shaken.position();
        let text = position.to_json();
        let again = Position::from_json(&DATA, text.as_bytes(), ANYTHING).unwrap();
        prop_assert_eq!(again.to_json(), text);
        prop_assert_eq!(again.hash(), position.hash());
        prop_assert_eq!(again.facts(), position.facts());
        prop_assert!(again == position);

        let bytes = position.to_bytes();
        let again = Position::from_bytes(&DATA, &bytes, ANYTHING).unwrap();
        prop_assert_eq!(again.to_bytes(), bytes);
        prop_assert!(again == position);
        prop_assert_eq!(again.scenario_name(), position.scenario_name());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let read = Position::from_json(&DATA, &bytes, ANYTHING);
        prop_assert!(refused(&read));
        let read = Position::from_bytes(&DATA, &bytes, ANYTHING);
        prop_assert!(refused(&read));
    }

    /// Bytes can say what no document can: any number in any cell.
    #[test]
    fn bytes_that_say_anything_are_refused_or_of_use(
        start in 0..STARTS.len(),
        said in prop::collection::vec((any_cell(), any_number()), 1..12),
    ) {
        let position = said.into_iter().fold(STARTS[start].clone(), |position, (cell, number)| {
            position.with(cell, number)
        });
        if let Ok(again) = Position::from_bytes(&DATA, &position.to_bytes(), ANYTHING) {
            let _ = (again.supply(&ours()), again.facts(), again.to_json(), again.to_string());
            for unit in 0..DATA.units.len() {
                let _ = again.trace(unit, &ours());
            }
        }
    }

    #[test]
    fn damaged_documents_are_read_or_refused(
        start in 0..STARTS.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), junk()), 1..4),
    ) {
        let mut document: Value = serde_json::from_str(&STARTS[start].to_json()).unwrap();
        for (at, junk) in damage {
            let mut left = at.index(size(&document));
            put(&mut document, &mut left, junk);
        }
        match Position::from_json(&DATA, document.to_string().as_bytes(), ANYTHING) {
            Ok(position) => {
                let again = Position::from_json(&DATA, position.to_json().as_bytes(), ANYTHING);
                prop_assert!(again.unwrap() == position);
                let _ = (position.supply(&ours()), position.facts(), position.to_string());
            }
            Err(Error::BadInput { field, message, .. }) => {
                prop_assert!(!field.is_empty() && !message.is_empty());
            }
            Err(error) => prop_assert!(false, "everything is allowed: {error}"),
        }
    }

    #[test]
    fn text_cut_anywhere_is_refused(start in 0..STARTS.len(), at in any::<prop::sample::Index>()) {
        let text = STARTS[start].to_json();
        let cut = &text.as_bytes()[..at.index(text.len())];
        let read = Position::from_json(&DATA, cut, ANYTHING);
        prop_assert!(refused(&read));
    }
}

fn refused(read: &Result<Position, Error>) -> bool {
    matches!(read, Err(Error::BadInput { .. }))
}

#[test]
fn a_source_in_revolt_ends_no_undisturbed_trace() {
    let mark = Uprising::Soviet as u16 + 1;
    for place in (0..DATA.on_map)
        .filter(|place| may_be_a_source(Side::Ap, *place) || may_be_a_source(Side::Cp, *place))
    {
        let position = STARTS[0].clone().with(Cell::Uprising(place), mark);
        let supply = position.supply(&ours());
        for (unit, _) in on_map(&position) {
            let trace = position.trace(unit, &ours()).unwrap();
            assert_eq!(Some(trace.status), supply.units[unit]);
            let disturbed = matches!(trace.status, Status::Disrupted | Status::LimitedDisrupted);
            assert_eq!(!trace.disrupted_at.is_empty(), disturbed, "{}", trace.text);
        }
    }
}

#[test]
fn bytes_that_mark_what_is_off_the_map_are_refused() {
    let (first_box, last_box) = (DATA.on_map, DATA.spaces.len() - 1);
    for at in [first_box, last_box, last_box + 1, BitSet::CAPACITY - 1] {
        for number in [Control::Ap as u16, Control::Cp as u16] {
            let cell = Cell::Control(at);
            let bytes = STARTS[0].clone().with(cell, number).to_bytes();
            assert!(
                refused(&Position::from_bytes(&DATA, &bytes, ANYTHING)),
                "{cell:?}"
            );
        }
    }
}

/// Any cell there is, and some that are not.
fn any_cell() -> impl Strategy<Value = Cell> {
    const KINDS: [fn(usize) -> Cell; 17] = [
        Cell::Place,
        Cell::Reduced,
        Cell::Arrival,
        Cell::Control,
        Cell::RuVp,
        Cell::Trench,
        Cell::FortDestroyed,
        Cell::Beachhead,
        Cell::Uprising,
        Cell::Event,
        Cell::Card,
        Cell::Track,
        Cell::Replacement,
        Cell::Scalar,
        Cell::Offensive,
        Cell::Action,
        Cell::Random,
    ];
    let numbers = prop_oneof![1 => 0..32_usize, 2 => 0..BitSet::CAPACITY + 8];
    (among(KINDS.into_iter()), numbers).prop_map(|(kind, at)| kind(at))
}

/// Mostly numbers that mean something somewhere.
fn any_number() -> impl Strategy<Value = u16> {
    prop_oneof![3 => 0..8_u16, 3 => 0..400_u16, 1 => any::<u16>()]
}

/// What a careless hand writes in place of something else.
fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-20..40_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z_]{0,12}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        among(DATA.units.iter().map(|unit| unit.id.as_str())).prop_map(Value::from),
        among(DATA.spaces.iter().map(|space| space.id.as_str())).prop_map(Value::from),
        Just(Value::Array(Vec::new())),
        Just(serde_json::json!({})),
        Just(serde_json::json!([["deep"], {"er": [0]}])),
        Just(serde_json::json!({"erzurum": ["tu_ix_corps", "tu_ix_corps"]})),
    ]
}

/// How many values a document holds, itself included.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(items) => items.values().map(size).sum::<usize>(),
        _ => 0,
    }
}

/// Replaces the value that comes after `left` others.
fn put(value: &mut Value, left: &mut usize, junk: Value) -> bool {
    if *left == 0 {
        *value = junk;
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| put(item, left, junk.clone())),
        Value::Object(items) => items.values_mut().any(|item| put(item, left, junk.clone())),
        _ => false,
    }
}

proptest! {
    #![proptest_config(config(48))]

    /// What a unit does to its enemies' supply it does by standing somewhere: it closes a space,
    /// disrupts it, besieges a fort or keeps irregulars from holding a space. Nobody loses by its
    /// going away, whatever it is; a fort it stood before is the only thing it takes back.
    #[test]
    fn taking_a_unit_away_never_harms_its_enemies(
        shaken in shaken(),
        gone in any::<prop::sample::Index>(),
    ) {
        let position = shaken.position();
        let placed = on_map(&position);
        prop_assume!(!placed.is_empty());
        let (gone, left) = placed[gone.index(placed.len())];
        let side = position.side_of(gone);
        prop_assume!(side != Side::Special);
        let after = position.clone().with(Cell::Place(gone), 0);
        no_worse(&position, &after, side.enemy(), left)?;
    }

    /// An uprising does nothing but disturb.
    #[test]
    fn putting_down_an_uprising_harms_nobody(shaken in shaken(), at in 0..DATA.on_map) {
        let position = shaken.position();
        let before = position.clone().with(Cell::Uprising(at), Uprising::Soviet as u16 + 1);
        let after = position.with(Cell::Uprising(at), 0);
        for side in [Side::Ap, Side::Cp] {
            no_worse(&before, &after, side, at)?;
        }
        prop_assert_eq!(ids(before.supply(&ours()).flips), ids(after.supply(&ours()).flips));
    }

    #[test]
    fn a_trace_tells_the_same_story_as_the_answer(shaken in shaken()) {
        let position = shaken.position();
        let supply = position.supply(&ours());
        for (unit, place) in on_map(&position) {
            let trace = position.trace(unit, &ours());
            prop_assert_eq!(trace.as_ref().map(|trace| trace.status), supply.units[unit]);
            if let Some(trace) = trace {
                follows_the_rules(&position, position.side_of(unit), place, &trace)?;
            }
        }
        for place in 0..DATA.on_map {
            let Some(trace) = position.trace_space(place, &ours()) else {
                prop_assert!(!supply.flips.contains(place), "{}", DATA.spaces[place].id);
                continue;
            };
            let control = position.state().get(Cell::Control(place));
            let side = if control == Control::Ap as u16 { Side::Ap } else { Side::Cp };
            prop_assert!(!supply.flips.contains(place) || trace.status == Status::OutOfSupply);
            follows_the_rules(&position, side, place, &trace)?;
        }
    }
}

/// No unit of `side` is worse off, and nothing of it turns that did not turn before. Only the
/// place `opened` may be asked for the first time now.
fn no_worse(
    before: &Position,
    after: &Position,
    side: Side,
    opened: PlaceId,
) -> Result<(), TestCaseError> {
    let (then, now) = (before.supply(&ours()), after.supply(&ours()));
    for (unit, place) in on_map(after)
        .into_iter()
        .filter(|(unit, _)| after.side_of(*unit) == side)
    {
        let worse = now.units[unit] > then.units[unit];
        let (unit, place) = (&DATA.units[unit].id, &DATA.spaces[place].id);
        prop_assert!(!worse, "{unit} in {place} was better off before");
    }
    let mut lost = now.flips & after.view().control[index(side)];
    lost.remove(opened);
    prop_assert_eq!(ids(lost - then.flips), Vec::<&str>::new());
    Ok(())
}

/// A path starts where it should, ends at a source, and each step of it is a way of the map
/// through a place the side may trace through.
fn follows_the_rules(
    position: &Position,
    side: Side,
    start: PlaceId,
    trace: &Trace,
) -> Result<(), TestCaseError> {
    prop_assert!(!trace.rule.is_empty() && !trace.text.is_empty());
    prop_assert_eq!(trace.links.len(), trace.path.len().saturating_sub(1));
    prop_assert_eq!(trace.source, trace.path.last().copied());
    if trace.status == Status::OutOfSupply {
        prop_assert!(trace.path.is_empty());
    }
    let (Some(first), Some(source)) = (trace.path.first(), trace.source) else {
        return Ok(());
    };
    prop_assert_eq!(*first, start);
    let view = position.view();
    prop_assert!(may_be_a_source(side, source), "{}", DATA.spaces[source].id);
    let steps = trace.path.windows(2).zip(&trace.links);
    for (step, link) in steps {
        prop_assert!(
            joined(step[0], step[1], link),
            "{:?} by {}",
            ids(step.iter().copied().collect()),
            link
        );
    }
    let between = trace.path.len().saturating_sub(1).max(1);
    for place in &trace.path[1..between] {
        prop_assert!(
            may_pass(&view, side).contains(*place),
            "through {}",
            DATA.spaces[*place].id
        );
    }
    let disrupted = matches!(trace.status, Status::Disrupted | Status::LimitedDisrupted);
    prop_assert_eq!(!trace.disrupted_at.is_empty(), disrupted, "{:?}", trace);
    prop_assert!(
        trace
            .disrupted_at
            .iter()
            .all(|place| trace.path.contains(place))
    );
    Ok(())
}

/// Every source any unit or space of a side may have (14.2).
fn may_be_a_source(side: Side, place: PlaceId) -> bool {
    let space = &DATA.spaces[place];
    let named: &[&str] = match side {
        Side::Ap => &[
            "odessa",
            "tiflis",
            "central_asia",
            "petrovsk",
            "trabzon",
            "sudan_darfur",
            "india",
            "hejaz",
            "athens",
        ],
        _ => &[
            "galicia",
            "sofia",
            "constantinople",
            "kayseri",
            "erzincan",
            "damascus",
            "baghdad",
            "afghanistan",
            "central_asia",
            "medina",
            "maan",
        ],
    };
    named.contains(&space.id.as_str()) || (side == Side::Ap && space.kind == Kind::IslandBase)
}

/// Full or partial control, an enemy fort under siege, or neutral Greece (14.1.2.b, 14.1.3).
fn may_pass(view: &View<'_>, side: Side) -> BitSet {
    let at = index(side);
    let greece = if view.greece_neutral() {
        DATA.network.greece
    } else {
        BitSet::EMPTY
    };
    let marked = |place: &PlaceId| view.state.get(Cell::Beachhead(*place)) > 0;
    let beachheads: BitSet = DATA.network.beachheads.iter().filter(marked).collect();
    view.control[at] | view.partial_control(side) | view.besieging[at] | greece | beachheads
}

/// Two places that a connection joins, or two that ships sail between.
fn joined(from: PlaceId, to: PlaceId, link: &str) -> bool {
    let ports = &DATA.network.all_ports;
    match link {
        "sea" => ports.contains(from) && ports.contains(to),
        _ => DATA.connections.iter().any(|connection| {
            connection.link.word() == link
                && (
                    connection.a.min(connection.b),
                    connection.a.max(connection.b),
                ) == (from.min(to), from.max(to))
        }),
    }
}
