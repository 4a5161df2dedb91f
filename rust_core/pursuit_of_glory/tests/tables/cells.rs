//! What is wrong with single cells: ids, ends of connections, numbers, words.

use super::*;

#[test]
fn the_end_of_a_connection_is_a_space() {
    let rows = cells("connections.csv");
    let (b, last) = (column(&rows, "b"), rows.len());
    let near = &rows[last - 1][b];
    let cell = format!("{near}x");
    let hint = format!("unknown space '{cell}'; did you mean '{near}'?");
    let folder = Folder::new("end").with(
        "connections.csv",
        spoilt("connections.csv", last, "b", &cell),
    );
    // Cut off, the space may be out of reach, which is said besides.
    let problems = folder.problems();
    assert!(
        problems
            .iter()
            .all(|problem| problem.file == "connections.csv")
    );
    let named: Vec<_> = problems.iter().filter(|problem| problem.row > 0).collect();
    assert_eq!(named.len(), 1);
    assert_eq!((named[0].row, named[0].column.as_str()), (last as u64, "b"));
    assert_eq!(named[0].message, hint);
}

#[test]
fn a_connection_does_not_end_in_a_box() {
    let folder = Folder::new("box").with(
        "connections.csv",
        spoilt("connections.csv", 2, "a", "turn_track"),
    );
    let problems = folder.problems();
    assert!(
        problems
            .iter()
            .any(|p| (p.row, p.column.as_str()) == (2, "a")),
        "{problems:?}"
    );
}

#[test]
fn a_connection_stands_once_in_either_direction() {
    let mut rows = cells("connections.csv");
    let (a, b) = (column(&rows, "a"), column(&rows, "b"));
    let mut again = rows[1].clone();
    again.swap(a, b);
    rows.push(again);
    let folder = Folder::new("twice").with("connections.csv", written(&rows));
    only(
        &folder,
        "connections.csv",
        rows.len() as u64,
        "b",
        "the same connection stands in row 2",
    );
}

#[test]
fn ids_stand_once() {
    let files = ["spaces.csv", "units.csv", "cards.csv"];
    for file in files {
        let rows = cells(file);
        let first = rows[1][column(&rows, "id")].clone();
        let folder = Folder::new(file).with(file, spoilt(file, 3, "id", &first));
        let problems = folder.problems();
        let mut twice = problems.iter();
        let twice = twice.find(|problem| problem.row == 3 && problem.file == file);
        let twice = twice.unwrap();
        assert_eq!((twice.file.as_str(), twice.column.as_str()), (file, "id"));
        assert_eq!(twice.message, format!("'{first}' stands twice"));
    }
}

#[test]
fn an_id_is_a_word_of_the_law_too() {
    for id in ["Gallipoli Corps", "9th_corps", "", "größe"] {
        let folder = Folder::new("id").with("units.csv", spoilt("units.csv", 2, "id", id));
        let problems = folder.problems();
        let said = problems.iter().find(|problem| problem.row == 2).unwrap();
        assert_eq!(
            (said.file.as_str(), said.column.as_str()),
            ("units.csv", "id")
        );
        assert!(
            said.message.contains("is not a lower-case id"),
            "{}",
            said.message
        );
    }
}

#[test]
fn numbers_are_numbers_within_their_range() {
    one(
        "fort",
        "spaces.csv",
        2,
        "fort",
        "4",
        "'4' is not a number from 0 to 3",
    );
    one(
        "vp",
        "spaces.csv",
        3,
        "vp",
        "-1",
        "'-1' is not a number from 0 to 2",
    );
    one(
        "mf",
        "units.csv",
        2,
        "mf",
        "five",
        "'five' is not a number from 0 to 9",
    );
    one(
        "huge",
        "units.csv",
        4,
        "mf",
        "99999999999999999999",
        "is not a number",
    );
    one("ops", "cards.csv", 2, "ops", "", "is blank");
    one(
        "strait",
        "connections.csv",
        2,
        "strait",
        "6",
        "'6' is not a number from 1 to 5",
    );
    one(
        "flag",
        "units.csv",
        2,
        "mounted",
        "yes",
        "'yes' is neither 0 nor 1",
    );
}

#[test]
fn words_are_of_their_vocabulary() {
    one(
        "colour",
        "spaces.csv",
        2,
        "colour",
        "ap ally",
        "unknown controller 'ap ally'",
    );
    one(
        "terrain",
        "spaces.csv",
        2,
        "terrain",
        "montain",
        "did you mean 'mountain'?",
    );
    one(
        "type",
        "connections.csv",
        2,
        "type",
        "raill",
        "did you mean 'rail'?",
    );
    one(
        "nation",
        "units.csv",
        2,
        "nations",
        "zz",
        "unknown nation 'zz'",
    );
    one(
        "commitment",
        "cards.csv",
        2,
        "event_kind",
        "combatt",
        "did you mean 'combat'?",
    );
    one(
        "flags",
        "connections.csv",
        2,
        "flags",
        "tunnel",
        "unknown flag 'tunnel'",
    );
    one(
        "area",
        "units.csv",
        2,
        "supply_area",
        "atlantis",
        "unknown area 'atlantis'",
    );
}

#[test]
fn units_that_enter_are_told_where() {
    let file = "reinforcements.csv";
    let cells = [
        ("placement", "generel|reserve", "did you mean 'general'?"),
        ("placement", "corps_assets", "'anz_elite_div' is no LCU"),
        (
            "reduced",
            "event:ap_99",
            "is neither 0, 1 nor unless_division, nor event:CARD",
        ),
        ("item_id", "anz_elite_dv", "did you mean 'anz_elite_div'?"),
        ("item_id", "anz_cavalry_1", "'anz_cavalry_1' stands twice"),
        ("item_id", "tu_div_13", "'tu_div_13' is no unit of the ap"),
        ("item_kind", "units", "did you mean 'unit'?"),
    ];
    for (column, cell, message) in cells {
        let row = if cell == "anz_cavalry_1" { 3 } else { 2 };
        let folder = Folder::new("entries").with(file, spoilt(file, 2, column, cell));
        let problems = folder.problems();
        let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
        let found = problems
            .iter()
            .find(|problem| problem.column == column && problem.message.contains(message));
        let found = found.unwrap_or_else(|| panic!("{cell}: {said:#?}"));
        assert_eq!((found.file.as_str(), found.row), (file, row), "{cell}");
    }
    let serbian = spoilt(file, 2, "item_id", "sb_div_7");
    let problems = Folder::new("no-rule").with(file, serbian).problems();
    assert!(
        problems
            .iter()
            .any(|problem| problem.message.contains("its nation has no rule here"))
    );
    let rows: Vec<_> = self::cells(file)
        .into_iter()
        .filter(|row| row[0] != "ap_02")
        .collect();
    let problems = Folder::new("nobody").with(file, written(&rows)).problems();
    let said: Vec<_> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(
        said,
        [
            "does not say whom 'ap_02' reinforces",
            "has no units for 'ap_02', whose event brings some",
        ]
    );
}
