//! The tables of cards.

use super::*;

#[test]
fn the_decks_have_the_printed_numbers_of_cards() {
    let mut rows = cells("cards.csv");
    let (side, commitment) = (column(&rows, "side"), column(&rows, "commitment"));
    let total = |row: &Vec<String>| row[side] == "ap" && row[commitment] == "total";
    let at = rows.iter().position(total).unwrap();
    "limited".clone_into(&mut rows[at][commitment]);
    let folder = Folder::new("deck").with("cards.csv", written(&rows));
    let said = folder.problems();
    assert_eq!(said.len(), 2);
    assert_eq!((said[0].file.as_str(), said[0].row), ("cards.csv", 0));
    let messages: Vec<_> = said.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "ap has 20 total cards; the deck has 21",
            "ap has 21 limited cards; the deck has 20",
        ]
    );
}

#[test]
fn cards_are_those_the_rules_name() {
    let folder = Folder::new("card").with("cards.csv", spoilt("cards.csv", 2, "id", "ap_010"));
    let said: Vec<_> = folder.problems().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(
        said[0].contains("the rules name 'ap_01', which is missing"),
        "{said:?}"
    );
    assert!(
        said[1].contains("unknown card 'ap_010'; did you mean 'ap_01'?"),
        "{said:?}"
    );
    let folder = Folder::new("card").with("cards.csv", spoilt("cards.csv", 8, "name", "CAIRO"));
    let said: Vec<_> = folder.problems().iter().map(ToString::to_string).collect();
    let wanted = "cards.csv row 8 column name: 'ap_07' is Enver Goes East";
    assert!(said.contains(&wanted.into()), "{said:?}");
    // In whatever order they come, each has its number.
    let mut rows = cells("cards.csv");
    rows[1..].reverse();
    let data = Folder::new("reversed")
        .with("cards.csv", written(&rows))
        .load()
        .unwrap();
    assert_eq!(data.fingerprint, Data::shipped().unwrap().fingerprint);
    assert_eq!(data.cards[cards::CONFUSED_ORDERS].name, "Confused Orders");
}

#[test]
fn prerequisites_are_conditions() {
    let at = |id: &str| {
        cells("cards.csv")
            .iter()
            .position(|row| row[0] == id)
            .unwrap()
            + 1
    };
    for (id, cell, message) in [
        (
            "ap_01",
            "tern=1",
            "unknown number 'tern'; did you mean 'turn'?",
        ),
        (
            "ap_01",
            "turn=x",
            "'=x' compares with no number from 0 to 99",
        ),
        (
            "ap_12",
            "event:ap_033",
            "unknown card 'ap_033'; did you mean 'ap_03'?",
        ),
        (
            "ap_12",
            "not_in_winter",
            "unknown condition 'not_in_winter'; did you mean 'not_winter'?",
        ),
        (
            "ap_41",
            "ap_controls:jaffo",
            "unknown space 'jaffo'; did you mean 'jaffa'?",
        ),
        (
            "cp_38",
            "cp_defends_in:sinia",
            "unknown area 'sinia'; did you mean 'sinai'?",
        ),
        (
            "cp_40",
            "ap_lcu_in:serbia",
            "unknown area or country 'serbia'; did you mean 'sb'?",
        ),
        (
            "ap_41",
            "ap_controls:jaffa,haifa|not_winter",
            "'ap_controls:jaffa,haifa': all of several cannot stand beside '|'",
        ),
    ] {
        one("needs", "cards.csv", at(id), "prerequisites", cell, message);
    }
}

#[test]
fn combat_cards_are_described() {
    let shipped = SCENARIOS
        .text("scenarios/pursuit_of_glory/events.toml")
        .unwrap();
    let spoilt = |from: &str, to: &str, row: u64, column: &str, message: &str| {
        assert!(shipped.contains(from), "{from}");
        let folder = Folder::new("events").with("events.toml", shipped.replacen(from, to, 1));
        let said = folder.problems();
        let told = |one: &TableProblem| {
            (one.file.as_str(), one.row, one.column.as_str()) == ("events.toml", row, column)
                && one.message == message
        };
        assert!(said.iter().any(told), "{said:?}");
    };
    let unknown = "unknown effect 'modifer'; did you mean 'modifier'?";
    spoilt("modifier:1", "modifer:1", 1, "effects", unknown);
    spoilt(
        "modifier:1",
        "modifier:x",
        1,
        "effects",
        "'x' is no number from -9 to 9",
    );
    spoilt(
        "ships_in_range",
        "ships_in_rage",
        1,
        "needs",
        "unknown condition 'ships_in_rage'; did you mean 'ships_in_range'?",
    );
    spoilt(
        "own:ru,arm",
        "own:ru,army",
        2,
        "needs",
        "unknown nation 'army'; did you mean 'arm'?",
    );
    spoilt(
        "[\"battle\"]",
        "[\"battles\"]",
        1,
        "attacker",
        "unknown moment 'battles'; did you mean 'battle'?",
    );
    spoilt(
        "attacker =",
        "attackers =",
        1,
        "attackers",
        "unknown field 'attackers'; did you mean 'attacker'?",
    );
    spoilt(
        "\"ap_04\"",
        "\"ap_03\"",
        1,
        "id",
        "unknown combat card 'ap_03'; did you mean 'ap_04'?",
    );
    spoilt("\"ap_04\"", "\"ap_05\"", 2, "id", "'ap_05' stands twice");
    spoilt(
        "\"ap_04\"",
        "\"ap_05\"",
        0,
        "id",
        "says nothing of the combat card 'ap_04'",
    );
    // Events are counted apart.
    spoilt(
        "eliminates:sb,lcu",
        "eliminate:sb,lcu",
        1,
        "event.effects",
        "unknown effect of an event 'eliminate'; did you mean 'eliminates'?",
    );
    spoilt(
        "eliminates:sb,lcu",
        "eliminates:sb,army",
        1,
        "event.effects",
        "unknown size of unit 'army'",
    );
    spoilt(
        "\"cp_36\"",
        "\"cp_39\"",
        1,
        "event.id",
        "unknown event card 'cp_39'; did you mean 'cp_30'?",
    );
    spoilt(
        "\"cp_36\"",
        "\"cp_37\"",
        0,
        "event.id",
        "says nothing of the event of 'cp_36'",
    );
    spoilt("\"Apis\"", "\"Apes\"", 1, "event.name", "'cp_36' is Apis");
    spoilt(
        "joins:br_maude_hq",
        "joins:br_maud_hq",
        7,
        "effects",
        "unknown unit 'br_maud_hq'; did you mean 'br_maude_hq'?",
    );
}

#[test]
fn what_the_rules_name_is_needed() {
    let mut rows = cells("spaces.csv");
    let id = column(&rows, "id");
    let at = rows.iter().position(|row| row[id] == "damascus").unwrap();
    "damaskus".clone_into(&mut rows[at][id]);
    let folder = Folder::new("known").with("spaces.csv", written(&rows));
    let said: Vec<_> = folder.problems().iter().map(ToString::to_string).collect();
    assert!(
        said.contains(&"spaces.csv column id: the rules name 'damascus', which is missing".into()),
        "{said:#?}"
    );
    assert!(
        said.iter().any(|line| line.contains("connections.csv row")),
        "{said:#?}"
    );
}
