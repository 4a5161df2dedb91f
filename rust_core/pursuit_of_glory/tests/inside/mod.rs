//! What nobody outside of the crate asks for: parts that have quicker ways, against plain ones.
//!
//! They stand here, not beside those parts: the crate is then compiled once.
#![allow(clippy::unwrap_used, missing_docs)]

mod outlook;
mod ways;

use pursuit_of_glory::data::Data;
use pursuit_of_glory::document::schema;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::setup::Setup;
use pursuit_of_glory::state::{FRAMES, FrameKind, bias, unbias};
use pursuit_of_glory::validate::is_sound;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

#[test]
fn negative_numbers_survive() {
    for number in [None, Some(-7), Some(0), Some(40)] {
        assert_eq!(unbias(bias(number)), number);
    }
}

#[test]
fn every_frame_is_told() {
    let words: Vec<_> = FRAMES.iter().map(|frame| frame.word).collect();
    assert_eq!(words, FrameKind::LIST.words);
}

#[test]
fn the_schema_in_the_docs_is_this_one() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/position.schema.json"
    );
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(file, &made).unwrap();
    }
    assert!(
        std::fs::read_to_string(file).unwrap() == made,
        "{file} is out of date: run this test with RENEW=1"
    );
}

#[test]
fn scenarios_are_proven_quickly() {
    for name in DATA.scenarios.keys() {
        let position = Position::scenario(&DATA, name).unwrap();
        assert!(is_sound(&DATA, position.state()), "{name}");
    }
}

#[test]
fn usual_documents_are_read() {
    for name in DATA.scenarios.keys() {
        let position = Position::scenario(&DATA, name).unwrap();
        let plain = position.to_json();
        let tree: serde_json::Value = serde_json::from_str(&plain).unwrap();
        let wide = serde_json::to_string_pretty(&tree).unwrap();
        for text in [plain, wide] {
            let setup = Setup::read_quickly(&DATA, text.as_bytes()).unwrap();
            assert_eq!(setup.state, *position.state());
            assert_eq!(setup.scenario, *name);
        }
    }
}
