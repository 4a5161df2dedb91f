//! The strategy cards: `cards.csv` (3.3).

use super::conditions::Ids;
use super::entries::Entry;
use super::reinforcements::Reinforcement;
pub use crate::cards::CardId;
use crate::cards::{self, Combat, Conditions, Does, Event, NAMED};
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::names::nearest;
use engine::sheet::{Sheet, words};
use std::collections::{BTreeMap, HashMap};

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
    /// Whether its OPS are spent besides the event (9.1.2-3): a yellow box (3.3-4).
    pub use_for_ops: bool,
    pub war_status: u8,
    pub event_kind: EventKind,
    /// What must hold for its event, or for the card in a battle.
    pub prerequisites: Conditions,
    /// Whether it may be played as a BR reinforcement instead, without them (18.6.5-1).
    pub alternative: bool,
    /// What it is as a combat card.
    pub combat: Option<Combat>,
    /// What it does as an event.
    pub event: Option<Event>,
    /// The units it brings as an event (9.5.3).
    pub brings: Vec<Reinforcement>,
    /// The same, as a BR reinforcement instead (18.6.5-1).
    pub brings_instead: Vec<Reinforcement>,
    /// The units that enter with a country by it (18.8.2.2, 18.8.4.2).
    pub enters: Vec<Entry>,
    /// Of whom it is, if it is labelled Reinforcement (9.5.3.1-1).
    pub reinforces: Option<Reinforced>,
    pub effect: String,
}

impl Card {
    /// Whether this side may play it in a battle (9.5.4.3-1).
    #[must_use]
    pub fn serves(&self, side: Side) -> bool {
        let both = |combat: &Combat| combat.does(Does::ServesBoth);
        self.side == side || (side != Side::Special && self.combat.as_ref().is_some_and(both))
    }
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
    "use_for_ops",
    "war_status",
    "event_kind",
    "prerequisites",
    "effect",
];

/// Reads the cards and checks the numbers per deck (3.3-1, 9.1.1-1).
pub(super) fn cards(
    text: &str,
    ids: Ids<'_>,
    problems: &mut Vec<TableProblem>,
) -> (Vec<Card>, HashMap<String, CardId>) {
    let sheet = Sheet::read("cards.csv", text, COLUMNS, problems);
    let (mut cards, mut by_id): (Vec<Card>, _) = (Vec::new(), HashMap::new());
    for row in sheet.rows() {
        let id = row.text("id").to_owned();
        let number = cards::numbered(&id);
        match number.map(|number| NAMED[number].name) {
            None => {
                let hint = nearest(&id, NAMED.iter().map(|card| card.id))
                    .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                row.complain(problems, "id", format!("unknown card '{id}'{hint}"));
            }
            Some(name) if name != row.text("name") => {
                row.complain(problems, "name", format!("'{id}' is {name}"));
            }
            Some(_) => {}
        }
        if by_id.insert(id.clone(), number.unwrap_or(0)).is_some() {
            row.complain(problems, "id", format!("'{id}' stands twice"));
        }
        let prerequisites = ids.conditions(row.text("prerequisites"));
        let (prerequisites, alternative) = prerequisites.unwrap_or_else(|message| {
            row.complain(problems, "prerequisites", message);
            Default::default()
        });
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
            use_for_ops: row.flag("use_for_ops", problems),
            war_status: row.number_in("war_status", 0..=9, problems),
            event_kind: row.needed_word(
                "event_kind",
                words!(EventKind),
                EventKind::Other,
                problems,
            ),
            prerequisites,
            alternative,
            combat: None,
            event: None,
            brings: Vec::new(),
            brings_instead: Vec::new(),
            enters: Vec::new(),
            reinforces: None,
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
    for named in NAMED.iter().filter(|named| !by_id.contains_key(named.id)) {
        problems.push(TableProblem {
            file: "cards.csv".into(),
            row: 0,
            column: "id".into(),
            message: format!("the rules name '{}', which is missing", named.id),
        });
    }
    // Rows may come in any order: a card's number is its place among the names.
    cards.sort_by_key(|card| by_id[&card.id]);
    cards.truncate(CARD_CAPACITY);
    (cards, by_id)
}
