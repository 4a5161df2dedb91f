//! What nobody outside of the crate asks for.
//!
//! It stands here, not beside those parts: the crate is then compiled once.
#![allow(clippy::unwrap_used)]

use twilight_of_the_habsburgs::combat::{Alike, chosen, each_set};
use twilight_of_the_habsburgs::document::schema;
use twilight_of_the_habsburgs::state::{FRAMES, FrameKind};

#[test]
fn every_set_is_shown_once_for_those_alike() {
    let groups = [
        Alike {
            units: vec![1, 2, 3],
        },
        Alike { units: vec![7] },
    ];
    let (mut sets, mut all) = (0, 0);
    let whole = each_set(&groups, &mut |units, folded| {
        assert!(!units.is_empty());
        sets += 1;
        all += folded + 1;
        true
    });
    assert!(whole);
    assert_eq!((sets, all), (7, 15));
    assert_eq!(chosen(5, 2), 10);
}

#[test]
fn the_schema_is_the_one_in_the_docs() {
    let page = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/twilight_of_the_habsburgs/position.schema.json"
    );
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(page, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(page).unwrap(), text);
}

#[test]
fn every_frame_is_told() {
    let words: Vec<_> = FRAMES.iter().map(|frame| frame.word).collect();
    assert_eq!(words, FrameKind::LIST.words);
}
