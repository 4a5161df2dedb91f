//! An owner's tables: what is wrong with them is said by file, row and column.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod cells;
mod decks;

use engine::error::{Error, TableProblem};
use proptest::prelude::*;
use pursuit_of_glory::cards;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::resources::SCENARIOS;
use pursuit_of_glory::state::{Cell, Scalar};
use pursuit_of_glory::vocabulary::Season;
use std::path::PathBuf;
use std::sync::Arc;

/// A folder of the test's own, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with(self, file: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.0.join(file), content).unwrap();
        self
    }

    fn load(&self) -> Result<Data, Error> {
        Data::load(&self.0)
    }

    /// What is wrong with the tables; there must be something.
    fn problems(&self) -> Vec<TableProblem> {
        match self.load() {
            Err(Error::BadTables(problems)) => problems,
            Err(error) => panic!("another error: {error}"),
            Ok(_) => panic!("nothing wrong with these tables"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shipped(file: &str) -> String {
    SCENARIOS
        .text(&format!("scenarios/pursuit_of_glory/{file}"))
        .unwrap()
        .to_owned()
}

/// A shipped table as rows of cells, the header first.
fn cells(file: &str) -> Vec<Vec<String>> {
    let text = shipped(file);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

fn written(rows: &[Vec<String>]) -> String {
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn column(rows: &[Vec<String>], name: &str) -> usize {
    rows[0].iter().position(|column| column == name).unwrap()
}

/// Writes `cell` over one cell of a shipped table; rows count from 1, the header included.
fn spoilt(file: &str, row: usize, name: &str, cell: &str) -> String {
    let mut rows = cells(file);
    let at = column(&rows, name);
    cell.clone_into(&mut rows[row - 1][at]);
    written(&rows)
}

/// The only problem is this one.
fn only(folder: &Folder, file: &str, row: u64, column: &str, message: &str) {
    let problems = folder.problems();
    let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "{said:#?}");
    let problem = &problems[0];
    assert_eq!(
        (problem.file.as_str(), problem.row, problem.column.as_str()),
        (file, row, column),
        "{said:?}"
    );
    assert!(problem.message.contains(message), "{said:?}");
    // What the user reads names all three.
    let line = folder.load().unwrap_err().to_string();
    for part in [file, &format!("row {row}"), &format!("column {column}")] {
        assert!(line.contains(part) || part.ends_with([' ', '0']), "{line}");
    }
}

fn one(name: &str, file: &str, row: usize, column: &str, cell: &str, message: &str) {
    let folder = Folder::new(name).with(file, spoilt(file, row, column, cell));
    only(&folder, file, row as u64, column, message);
}

#[test]
fn a_missing_column_is_named() {
    for (file, name) in [
        ("spaces.csv", "note"),
        ("units.csv", "source"),
        ("cards.csv", "effect"),
    ] {
        let mut rows = cells(file);
        let at = column(&rows, name);
        for row in &mut rows {
            row.remove(at);
        }
        let folder = Folder::new("column").with(file, written(&rows));
        only(&folder, file, 1, name, "the column is missing");
    }
}

#[test]
fn a_column_stands_once() {
    let mut rows = cells("cards.csv");
    for row in &mut rows {
        row.push("0".into());
    }
    "ops".clone_into(rows[0].last_mut().unwrap());
    let folder = Folder::new("columns").with("cards.csv", written(&rows));
    let problems = folder.problems();
    let said = problems.iter().find(|problem| problem.row == 1).unwrap();
    assert_eq!(
        (said.column.as_str(), said.message.as_str()),
        ("ops", "the column stands twice")
    );
}

#[test]
fn columns_may_come_in_any_order_and_with_others() {
    let mut rows = cells("units.csv");
    for (at, row) in rows.iter_mut().enumerate() {
        row.reverse();
        row.push(if at == 0 {
            "painted".into()
        } else {
            "by hand".into()
        });
    }
    let data = Folder::new("order")
        .with("units.csv", written(&rows))
        .load()
        .unwrap();
    assert_eq!(data.fingerprint, Data::shipped().unwrap().fingerprint);
}

#[test]
fn a_short_row_is_named() {
    let mut rows = cells("units.csv");
    let width = rows[0].len();
    rows[4].truncate(3);
    let folder = Folder::new("short").with("units.csv", written(&rows));
    let problems = folder.problems();
    let said = problems
        .iter()
        .find(|problem| problem.file == "units.csv" && problem.row == 5);
    let wanted = format!("has 3 cells where the header has {width}");
    assert_eq!(
        said.map(|problem| problem.message.as_str()),
        Some(wanted.as_str())
    );
}

#[test]
fn too_many_places_or_units_are_refused() {
    for file in ["spaces.csv", "units.csv"] {
        let mut rows = cells(file);
        let id = column(&rows, "id");
        let pattern = rows[1].clone();
        for number in 0..200 {
            let mut row = pattern.clone();
            row[id] = format!("another_{number}");
            rows.insert(1, row);
        }
        let folder = Folder::new("many").with(file, written(&rows));
        let problems = folder.problems();
        let fit = |problem: &&TableProblem| problem.message.contains("at most 320 fit");
        let said = problems.iter().find(fit).unwrap();
        assert_eq!((said.file.as_str(), said.row), (file, 0));
    }
}

#[test]
fn files_that_are_not_there_are_the_shipped_ones() {
    let shipped = Data::shipped().unwrap();
    let folder = Folder::new("empty")
        .with("README.md", "no table")
        .with("notes.txt", [0xff]);
    let data = folder.load().unwrap();
    assert_eq!(data.fingerprint, shipped.fingerprint);
    assert_eq!(data.scenarios, shipped.scenarios);
    assert_eq!(data.directory.as_deref(), Some(folder.0.as_path()));
}

#[test]
fn an_owners_scenario_joins_the_shipped_ones_or_takes_their_place() {
    let text = shipped("1914_campaign.toml");
    let folder = Folder::new("scenario")
        .with("my_war.toml", &text)
        .with("1916_total_war.toml", &text);
    let data = Arc::new(folder.load().unwrap());
    assert_eq!(data.scenarios.len(), 4);
    let positions = ["my_war", "1914_campaign", "1916_total_war"]
        .map(|name| Position::scenario(&data, name).unwrap());
    assert!(positions.iter().all(|position| *position == positions[0]));
}

#[test]
fn a_folder_that_is_none_is_said_to_be_none() {
    let error =
        Data::load(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nowhere")).unwrap_err();
    assert!(matches!(&error, Error::BadInput { field, message, .. }
        if field == "--data" && message.contains("nowhere") && message.contains("is no folder")));
}

#[test]
fn binary_junk_is_refused_by_its_name() {
    let junk: Vec<u8> = (0..=255_u8).cycle().take(4096).collect();
    for file in ["spaces.csv", "tables.toml", "1914_campaign.toml"] {
        let folder = Folder::new("junk").with(file, &junk);
        let error = folder.load().unwrap_err();
        assert!(
            matches!(&error, Error::BadInput { field, message, .. }
            if field.ends_with(file) && message.contains("cannot be read")),
            "{error}"
        );
    }
}

#[test]
fn text_that_is_no_table_is_refused() {
    for text in [
        "",
        "\n",
        "\0\0\0",
        "\u{feff}",
        "just a line of prose",
        "\"never closed",
        "a,b\n1,2,3\n",
    ] {
        for file in ["spaces.csv", "connections.csv", "units.csv", "cards.csv"] {
            let problems = Folder::new("prose").with(file, text).problems();
            let missing = problems
                .iter()
                .filter(|p| p.file == file && p.message == "the column is missing");
            assert!(missing.count() > 5, "{file} of {text:?}");
        }
    }
    let folder = Folder::new("toml").with("tables.toml", "supply = [\n");
    assert!(
        folder
            .problems()
            .iter()
            .all(|problem| problem.file == "tables.toml")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is written into a few cells, the tables are read or every problem names its file.
    #[test]
    fn cells_with_anything_in_them_are_read_or_refused(
        file in prop::sample::select(vec!["spaces.csv", "connections.csv", "units.csv", "cards.csv"]),
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), cell()), 1..5),
        lost in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut rows = cells(file);
        for (row, column, cell) in hits {
            let row = row.index(rows.len());
            let column = column.index(rows[row].len());
            rows[row][column] = cell;
        }
        if let Some(row) = lost {
            rows.remove(row.index(rows.len()));
        }
        match Folder::new("anything").with(file, written(&rows)).load() {
            Ok(data) => {
                let data = Arc::new(data);
                for name in data.scenarios.keys() {
                    if let Ok(position) = Position::scenario(&data, name) {
                        let _ = position.supply(&Default::default());
                    }
                }
            }
            Err(Error::BadTables(problems)) => {
                prop_assert!(problems.iter().all(|p| !p.file.is_empty() && !p.message.is_empty()));
            }
            Err(error) => prop_assert!(false, "another error: {error}"),
        }
    }
}

fn cell() -> impl Strategy<Value = String> {
    let spaces = [
        "erzurum",
        "lemnos",
        "beach",
        "turn_track",
        "hejaz",
        "ap_reserve",
    ];
    let words = [
        "",
        "0",
        "1",
        "5",
        "320",
        "-1",
        "strait",
        "box",
        "beachhead",
        "island_base",
        "region",
        "ru|sb",
    ];
    prop_oneof![
        prop::sample::select(spaces.to_vec()).prop_map(str::to_owned),
        prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        "[a-z_|:0-9]{0,8}",
        any::<String>(),
    ]
}

#[test]
fn every_turn_has_a_season_of_the_year() {
    let data = Data::shipped().unwrap();
    let winter = (1_u16..)
        .zip(&data.seasons)
        .filter(|(_, season)| **season == Season::Winter);
    let winter: Vec<_> = winter.map(|(turn, _)| turn).collect();
    assert_eq!((data.seasons.len(), winter), (17, vec![2, 6, 10, 14]));
    let start = Position::scenario(&Arc::new(data), "1914_campaign").unwrap();
    let turn = |number| {
        start
            .clone()
            .with(Cell::Scalar(Scalar::Turn as usize), number)
    };
    assert!(turn(2).winter() && !turn(3).winter() && !turn(0).winter() && !turn(99).winter());
}

#[test]
fn the_turn_track_is_checked() {
    for (name, line, spoilt, said) in [
        (
            "late",
            "turn = 3, season",
            "turn = 4, season",
            "turn 3 is not in its place",
        ),
        (
            "odd",
            r#"season = "fall", year = 1914"#,
            r#"season = "autumn", year = 1914"#,
            "unknown season 'autumn'",
        ),
        (
            "none",
            "turns = [",
            "rounds = [",
            "is missing; the turns and their seasons are needed",
        ),
    ] {
        let text = shipped("tables.toml").replacen(line, spoilt, 1);
        let folder = Folder::new(name).with("tables.toml", text);
        only(&folder, "tables.toml", 0, "turns", said);
    }
}

#[test]
fn the_tables_of_battles_are_checked() {
    let wrong = [
        (
            "row",
            "    [0, 0, 0, 1, 1, 1, 1, 2, 2],\n",
            "",
            "fire_tables",
            "'light'",
        ),
        (
            "rising",
            "strengths = [1, 2, 3,",
            "strengths = [2, 1, 3,",
            "fire_tables",
            "'heavy'",
        ),
        (
            "far",
            "[0, 1, 1, 2, 2, 3,",
            "[0, 1, 11, 2, 2, 3,",
            "fire_tables",
            "'heavy'",
        ),
        (
            "swamp",
            "terrain = \"swamp\"",
            "terrain = \"bog\"",
            "terrain_effects",
            "'swamp'",
        ),
        (
            "season",
            "\"winter\"\nsevere",
            "\"wet\"\nsevere",
            "terrain_effects",
            "unknown season",
        ),
        (
            "source",
            "source = \"mounted\"",
            "source = \"horse\"",
            "combat_drms",
            "'mounted'",
        ),
        (
            "flank",
            "needed = 4",
            "needed = \"four\"",
            "flank_attack",
            "'needed'",
        ),
    ];
    for (name, line, spoilt, column, said) in wrong {
        let text = shipped("tables.toml");
        assert!(text.contains(line), "{name}");
        let folder = Folder::new(&format!("battle-{name}"));
        let folder = folder.with("tables.toml", text.replacen(line, spoilt, 1));
        let problems = folder.problems();
        let found =
            |problem: &TableProblem| problem.column == column && problem.message.contains(said);
        assert!(problems.iter().any(found), "{name}: {problems:?}");
    }
}
