//! The strategy cards: `cards.csv` (3.3).

use super::map::is_id;
use super::sheet::{Sheet, words};
use crate::vocabulary::*;
use engine::error::TableProblem;
use std::collections::{BTreeMap, HashMap};

/// A card's number, in the order of the table.
pub type CardId = usize;

/// At most this many cards fit a position.
pub const CARD_CAPACITY: usize = 128;

/// One row of `cards.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Card {
    pub id: String,
    pub number: u8,
    pub side: Side,
    pub name: String,
    pub commitment: Commitment,
    pub ops: u8,
    pub sr: u8,
    pub replacements: BTreeMap<&'static str, u8>,
    pub removed_after_event: bool,
    pub combat_card: bool,
    pub war_status: u8,
    pub event_kind: EventKind,
    pub prerequisites: String,
    pub effect: String,
}

const REPLACEMENTS: &[&str] = &["rp_allied", "rp_br", "rp_in", "rp_ru", "rp_tu", "rp_ge"];
const COLUMNS: &[&str] = &[
    "id",
    "number",
    "side",
    "name",
    "commitment",
    "ops",
    "sr",
    "rp_allied",
    "rp_br",
    "rp_in",
    "rp_ru",
    "rp_tu",
    "rp_ge",
    "removed_after_event",
    "combat_card",
    "war_status",
    "event_kind",
    "prerequisites",
    "effect",
];

/// Reads the cards and checks the numbers per deck (3.3, 9.1).
pub(super) fn cards(
    text: &str,
    problems: &mut Vec<TableProblem>,
) -> (Vec<Card>, HashMap<String, CardId>) {
    let sheet = Sheet::read("cards.csv", text, COLUMNS, problems);
    let (mut cards, mut by_id): (Vec<Card>, _) = (Vec::new(), HashMap::new());
    for row in sheet.rows() {
        let id = row.text("id").to_owned();
        if !is_id(&id) {
            row.complain(problems, "id", format!("'{id}' is not a lower-case id"));
        }
        if by_id.insert(id.clone(), cards.len()).is_some() {
            row.complain(problems, "id", format!("'{id}' stands twice"));
        }
        let card = Card {
            number: row.number_in("number", 1..=99, problems),
            side: row.needed_word("side", words!(Side), Side::Ap, problems),
            name: row.text("name").into(),
            commitment: row.needed_word(
                "commitment",
                words!(Commitment),
                Commitment::Mobilization,
                problems,
            ),
            ops: row.number_in("ops", 1..=5, problems),
            sr: row.number_in("sr", 1..=9, problems),
            replacements: REPLACEMENTS
                .iter()
                .map(|column| (*column, row.number_in(column, 0..=9, problems)))
                .collect(),
            removed_after_event: row.flag("removed_after_event", problems),
            combat_card: row.flag("combat_card", problems),
            war_status: row.number_in("war_status", 0..=9, problems),
            event_kind: row.needed_word(
                "event_kind",
                words!(EventKind),
                EventKind::Other,
                problems,
            ),
            prerequisites: row.text("prerequisites").into(),
            effect: row.text("effect").into(),
            id,
        };
        if cards
            .iter()
            .any(|other: &Card| (other.side, other.number) == (card.side, card.number))
        {
            row.complain(
                problems,
                "number",
                format!("{} has two cards {}", card.side, card.number),
            );
        }
        cards.push(card);
    }
    // 14 mobilization, 20 limited war and 21 total war cards a side.
    let printed = [
        (Commitment::Mobilization, 14),
        (Commitment::Limited, 20),
        (Commitment::Total, 21),
    ];
    for side in [Side::Ap, Side::Cp] {
        for (commitment, wanted) in printed {
            let found = cards
                .iter()
                .filter(|card| (card.side, card.commitment) == (side, commitment))
                .count();
            if found != wanted {
                problems.push(TableProblem {
                    file: "cards.csv".into(),
                    row: 0,
                    column: "commitment".into(),
                    message: format!(
                        "{side} has {found} {commitment} cards; the deck has {wanted}"
                    ),
                });
            }
        }
    }
    cards.truncate(CARD_CAPACITY);
    (cards, by_id)
}
