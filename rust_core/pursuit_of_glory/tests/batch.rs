//! Tables of moves: every row is judged as the checker judges it.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, Int32Array, Int64Array, LargeStringArray,
    RecordBatch, StringArray, UInt8Array,
};
use engine::error::Error;
use pursuit_of_glory::bulk::{Bulk, POINTS};
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, mutate, nonsense};
use pursuit_of_glory::position::Position;
use std::sync::Arc;
use tables::batch::{Known, Rows, Summary, Wanted, judge};

const OPS: u8 = 4;

struct Bench {
    bulk: Bulk,
    positions: Vec<Position>,
    /// The number of a position, and a move in it.
    moves: Vec<(usize, Move)>,
}

fn bench() -> Bench {
    let data = Arc::new(Data::shipped().unwrap());
    let bulk = Bulk {
        data: data.clone(),
        ops: Some(i64::from(OPS)),
        allow: Vec::new(),
    };
    let names = data.scenarios.keys();
    let positions: Vec<Position> = names
        .map(|name| Position::scenario(&data, name).unwrap())
        .filter(|position| position.ops_to_spend(Some(4)).is_ok())
        .collect();
    let mut moves = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let legal = Checker::new(position, OPS).sample(7, 20);
        for (number, made) in legal.iter().enumerate() {
            moves.push((at, made.clone()));
            moves.push((at, mutate(position, made, number as u64)));
            moves.push((at, nonsense(position, number as u64)));
        }
    }
    // Positions mixed, so that rows must be put in order.
    moves.sort_by_key(|(at, made)| (made.orders().len(), *at));
    assert!(moves.len() > 100);
    Bench {
        bulk,
        positions,
        moves,
    }
}

impl Bench {
    fn texts(&self) -> Vec<String> {
        let text =
            |(at, made): &(usize, Move)| made.to_text(&self.bulk.data, Some(&self.positions[*at]));
        self.moves.iter().map(text).collect()
    }

    fn judged(&self, columns: Vec<(&str, ArrayRef)>, known: &Known<Position>) -> RecordBatch {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let rows = Rows::new(&[batch], POINTS, None).unwrap();
        let wanted = Wanted {
            witnesses: true,
            summary: true,
        };
        let (parts, summary) = judge(&self.bulk, known, &rows, wanted).unwrap();
        assert_eq!(summary.counts().rows(), rows.len() as u64);
        assert_eq!(parts.len(), 1);
        parts.into_iter().next().unwrap()
    }

    fn listed(&self) -> Known<Position> {
        let mut known = Known::new(&self.bulk);
        known.add_numbered(self.positions.iter().cloned());
        known
    }

    /// Is every verdict the checker's?
    fn same(&self, verdicts: &RecordBatch) {
        let legal = verdicts["legal"].as_boolean();
        for (row, (at, made)) in self.moves.iter().enumerate() {
            let position = &self.positions[*at];
            let broken = Checker::new(position, OPS).check(made);
            let mut said: Vec<_> = broken
                .iter()
                .map(|one| (one.rule().to_owned(), one.witness(&self.bulk.data)))
                .collect();
            said.sort();
            assert!(verdicts["error"].is_null(row));
            assert_eq!(legal.value(row), said.is_empty());
            let rules = said.iter().map(|one| one.0.clone()).collect::<Vec<_>>();
            assert_eq!(words(verdicts, "rules", row), rules);
            let codes = said
                .iter()
                .map(|one| one.1.split('(').next().unwrap().to_owned());
            assert_eq!(words(verdicts, "codes", row), codes.collect::<Vec<_>>());
            let witnesses = said.into_iter().map(|one| one.1).collect::<Vec<_>>();
            assert_eq!(words(verdicts, "witnesses", row), witnesses);
        }
        assert!((0..legal.len()).any(|row| legal.value(row)));
    }
}

fn words(batch: &RecordBatch, name: &str, row: usize) -> Vec<String> {
    let list = batch[name].as_list::<i32>().value(row);
    let list = list.as_string::<i32>();
    list.iter().map(|word| word.unwrap().to_owned()).collect()
}

fn errors(batch: &RecordBatch) -> Vec<Option<String>> {
    let errors = batch["error"].as_string::<i32>();
    errors
        .iter()
        .map(|error| error.map(str::to_owned))
        .collect()
}

fn text(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

#[test]
fn positions_may_stand_in_their_rows_or_be_named() {
    let bench = bench();
    let moves: ArrayRef = Arc::new(StringArray::from(bench.texts()));
    let of = |make: &dyn Fn(&Position) -> Vec<u8>| -> Vec<Vec<u8>> {
        bench
            .moves
            .iter()
            .map(|(at, _)| make(&bench.positions[*at]))
            .collect()
    };
    let nothing = Known::new(&bench.bulk);
    let documents: Vec<String> = of(&|position| position.to_json().into_bytes())
        .into_iter()
        .map(|text| String::from_utf8(text).unwrap())
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(documents.clone()));
    bench.same(&bench.judged(
        vec![("move", moves.clone()), ("position", column)],
        &nothing,
    ));
    let column: ArrayRef = Arc::new(LargeStringArray::from(documents));
    bench.same(&bench.judged(
        vec![("position", column), ("move", moves.clone())],
        &nothing,
    ));
    let bytes = of(&|position| position.to_bytes());
    let column: ArrayRef = Arc::new(BinaryArray::from_iter_values(bytes));
    bench.same(&bench.judged(
        vec![("move", moves.clone()), ("position", column)],
        &nothing,
    ));
    let numbers = bench.moves.iter().map(|(at, _)| *at as i64);
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values(numbers));
    bench.same(&bench.judged(
        vec![("move", moves.clone()), ("position", column)],
        &bench.listed(),
    ));
    let names: Vec<&str> = bench
        .moves
        .iter()
        .map(|(at, _)| bench.positions[*at].scenario_name())
        .collect();
    let column: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::from_iter(
        names.iter().copied(),
    ));
    bench.same(&bench.judged(
        vec![("move", moves.clone()), ("position", column)],
        &nothing,
    ));
    // JSON instead of text, and a column of OPS.
    let json = bench
        .moves
        .iter()
        .map(|(_, made)| made.to_json(&bench.bulk.data));
    let json: ArrayRef = Arc::new(StringArray::from_iter_values(json));
    let ops: ArrayRef = Arc::new(UInt8Array::from(vec![OPS; bench.moves.len()]));
    let column = text(&names);
    bench.same(&bench.judged(
        vec![("move", json), ("position", column), ("ops", ops)],
        &nothing,
    ));
}

#[test]
fn a_table_of_positions_goes_by_ids_or_numbers() {
    let bench = bench();
    let moves: ArrayRef = Arc::new(StringArray::from(bench.texts()));
    let documents: ArrayRef = Arc::new(StringArray::from_iter_values(
        bench.positions.iter().map(Position::to_json),
    ));
    let ids: Vec<String> = (0..bench.positions.len())
        .map(|at| format!("game/{at}"))
        .collect();
    let named: ArrayRef = Arc::new(StringArray::from(ids.clone()));
    let table =
        RecordBatch::try_from_iter([("position", documents.clone()), ("id", named)]).unwrap();
    let mut known = Known::new(&bench.bulk);
    known.add_table(&[table]).unwrap();
    let column = bench.moves.iter().map(|(at, _)| ids[*at].as_str());
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(column));
    bench.same(&bench.judged(vec![("move", moves.clone()), ("position", column)], &known));
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(
        (0..bench.positions.len()).map(|at| 100 + at as i32),
    ));
    let table =
        RecordBatch::try_from_iter([("position", documents.clone()), ("id", numbers)]).unwrap();
    let mut known = Known::new(&bench.bulk);
    known.add_table(&[table]).unwrap();
    let column = bench.moves.iter().map(|(at, _)| 100 + *at as i64);
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values(column));
    bench.same(&bench.judged(vec![("move", moves), ("position", column)], &known));
    // The same id twice, none, and a missing column.
    let twice = text(&vec!["same"; bench.positions.len()]);
    let table = RecordBatch::try_from_iter([("position", documents), ("id", twice)]).unwrap();
    let error = Known::new(&bench.bulk).add_table(std::slice::from_ref(&table));
    assert!(bench.positions.len() < 2 || error.unwrap_err().to_string().contains("there twice"));
    let table = table.project(&[1]).unwrap();
    let error = Known::new(&bench.bulk).add_table(&[table]).unwrap_err();
    assert_eq!(error.to_string(), "positions.position: is missing");
}

#[test]
fn what_cannot_be_judged_says_why_and_the_rest_goes_on() {
    let bench = bench();
    let known = Known::new(&bench.bulk);
    let moves: ArrayRef = Arc::new(StringArray::from(vec![
        Some("activate cairo move"),
        Some("activate cairoo move"),
        Some("activate cairo move"),
        Some("activate cairo move"),
        None,
        Some("automatic"),
        Some("play ap_99"),
        Some("built cairo"),
        Some("activate cairo move"),
        Some("[{\"order\": \"activate\"}]"),
        Some("autmatic"),
    ]));
    let places = vec![
        Some("1914_campaign"),
        Some("1914_campaign"),
        Some("1914_campain"),
        Some("{\"units\": 3}"),
        Some("1914_campaign"),
        Some("1914_campaign"),
        Some("1914_campaign"),
        Some("1914_campaign"),
        None,
        Some("1914_campaign"),
        Some("1914_campaign"),
    ];
    let ops: ArrayRef = Arc::new(Int64Array::from(vec![
        Some(4),
        None,
        Some(4),
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
    ]));
    let places: ArrayRef = Arc::new(StringArray::from(places));
    let verdicts = bench.judged(
        vec![("move", moves), ("position", places), ("ops", ops)],
        &known,
    );
    let errors = errors(&verdicts);
    let said: Vec<&str> = errors
        .iter()
        .map(|error| error.as_deref().unwrap_or("-"))
        .collect();
    assert_eq!(said[0], "-");
    assert_eq!(
        said[1],
        "order 1, place: unknown place 'cairoo'; did you mean 'cairo'?"
    );
    assert_eq!(
        said[2],
        "position: unknown position '1914_campain'; did you mean '1914_campaign'?"
    );
    assert!(said[3].starts_with("position.units"), "{}", said[3]);
    assert_eq!(said[4], "move: is missing");
    assert_eq!(said[5], "-");
    assert!(said[6].contains("unknown card 'ap_99'"), "{}", said[6]);
    assert!(said[7].contains("asks for 'action'"), "{}", said[7]);
    assert_eq!(said[8], "position: is missing");
    assert!(said[9].contains("place"), "{}", said[9]);
    assert!(
        said[10].contains("did you mean 'automatic'"),
        "{}",
        said[10]
    );
    let legal = verdicts["legal"].as_boolean();
    assert!(legal.value(0) && legal.value(5));
    assert_eq!(legal.null_count(), 9);
}

#[test]
fn columns_must_be_there_and_of_their_types() {
    let one = |name: &str, column: ArrayRef| {
        let batch = RecordBatch::try_from_iter([(name, column)]).unwrap();
        Rows::new(&[batch], POINTS, None).unwrap_err()
    };
    let Error::BadInput {
        field, suggestion, ..
    } = one("moves", text(&["x"]))
    else {
        panic!("bad input");
    };
    assert_eq!(
        (field.as_str(), suggestion.as_deref()),
        ("move", Some("moves"))
    );
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    assert!(one("move", numbers).to_string().contains("Int64"));
    let batch =
        RecordBatch::try_from_iter([("move", text(&["x"])), ("ops", text(&["4"]))]).unwrap();
    assert!(
        Rows::new(&[batch], POINTS, None)
            .unwrap_err()
            .to_string()
            .starts_with("ops: is of type Utf8")
    );
}

#[test]
fn many_rows_are_judged_in_parts() {
    let mut bench = bench();
    bench.moves.truncate(20);
    let times = 70_000 / bench.moves.len() + 1;
    let texts = bench.texts();
    let rows = texts.len() * times;
    let moves: ArrayRef = Arc::new(StringArray::from(vec![texts.clone(); times].concat()));
    let numbers: Vec<i64> = bench.moves.iter().map(|(at, _)| *at as i64).collect();
    let numbers: ArrayRef = Arc::new(Int64Array::from(numbers.repeat(times)));
    let batch = RecordBatch::try_from_iter([("move", moves), ("position", numbers)]).unwrap();
    let (one, rest) = (batch.slice(0, 1000), batch.slice(1000, rows - 1000));
    let rows = Rows::new(&[one, rest], POINTS, None).unwrap();
    let (parts, summary) = judge(&bench.bulk, &bench.listed(), &rows, Wanted::default()).unwrap();
    assert_eq!(parts.len(), rows.len().div_ceil(1 << 16));
    let legal: Vec<Option<bool>> = parts
        .iter()
        .flat_map(|part| part["legal"].as_boolean().iter().collect::<Vec<_>>())
        .collect();
    assert_eq!(legal.len(), rows.len());
    for (row, verdict) in legal.iter().enumerate() {
        assert_eq!(verdict, &legal[row % texts.len()]);
    }
    let mut twice = Summary::default();
    twice.merge(&summary);
    twice.merge(&summary);
    assert_eq!(twice.counts().legal, 2 * summary.counts().legal);
    assert_eq!(summary.counts().errors, 0);
}
