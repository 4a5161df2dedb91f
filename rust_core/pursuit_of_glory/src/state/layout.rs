//! What documents of positions look like besides the cells that they tell of.

use super::{BattleVar, Scalar, State};
use crate::vocabulary::*;
use engine::document::{Document, Entry, Game, Group, Layout, field, own};
use engine::names::{WordList, words};
use std::sync::LazyLock;

/// The tables that have names: units, spaces of the map, cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Units,
    Spaces,
    Cards,
}

/// What no shape of the engine fits: `setup` reads it and `document` writes it by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Own {
    Schema,
    Version,
    Scenario,
    Phase,
    Active,
    Ops,
    Step,
    SiegeRolled,
    BattlePlace,
    BattleStage,
    Units,
    Arriving,
    Control,
    Trenches,
    Mandated,
    Actions,
    Cards,
    Random,
    Stacks,
    CardsUsed,
    BattleCards,
    FromHand,
    BeforeWeather,
    Replacements,
    Origins,
    PathOut,
}

impl Game for State {
    type Cell = super::Cell;
    type Table = Table;
    type Own = Own;

    fn definition(table: Table) -> &'static str {
        match table {
            Table::Units | Table::Spaces => "id",
            Table::Cards => "card",
        }
    }
}

/// The players.
pub(crate) const SIDES: WordList = words!(Side::WHAT, [Side::Ap.word(), Side::Cp.word()]);
/// Whose loss numbers there are.
pub(super) const LOSERS: WordList = words!("key", ["attacker", "defender"]);
/// For what units wait that were activated.
pub(super) const PURPOSES: WordList = words!(
    Purpose::WHAT,
    [Purpose::Attack.word(), Purpose::AttackWithBr.word()]
);

/// Keys that tell of no cell.
const HEAD: &[Entry<State>] = &[
    field("schema", own(Own::Schema)),
    field("version", own(Own::Version)),
    field("scenario", own(Own::Scenario)).about("the scenario the game began from"),
];

/// Keys that say in short what the agenda says; they are read, and never written. What they say
/// beside an agenda changes it.
const SHORT: &[Entry<State>] = &[
    field("phase", own(Own::Phase)).about("the phase, in short for an agenda"),
    field("active", own(Own::Active)).about("the side to act, in short for an agenda"),
    field("ops", own(Own::Ops)).about("OPS to be spent, 0 once they are, in short for an agenda"),
    field("step", own(Own::Step)).about("how far the phase has come, in short for an agenda"),
    field("siege_rolled", own(Own::SiegeRolled))
        .about("the fort that was rolled for last, in short for an agenda"),
    field("battle.place", own(Own::BattlePlace))
        .about("the place attacked, in short for an agenda"),
    field("battle.stage", own(Own::BattleStage))
        .about("how far the battle has come, in short for an agenda"),
];

/// The order of keys in documents. What is not named here follows in the order of its declaration.
const ORDER: &[&str] = &[
    "schema",
    "version",
    "scenario",
    "last_turn",
    "turn",
    "round",
    "agenda",
    "phase",
    "active",
    "ops",
    "step",
    "siege_rolled",
    "units",
    "arriving",
    "bound_for",
    "reduced",
    "control",
    "ru_vp",
    "trenches",
    "forts_destroyed",
    "beachheads",
    "beachheads_new",
    "beachheads_in_reserve",
    "uprisings",
    "tracks",
    "commitment",
    "mandated",
    "replacements",
    "events",
    "greece",
    "collapsed",
    "revolts",
    "penalties",
    "flags",
    "revolution.stage",
    "revolution.parvus",
    "revolution.revolution",
    "revolution.czar",
    "amphibious_assault.used",
    "amphibious_assault.landing",
    "air_superiority",
    "actions",
    "cards",
    "cards_shown",
    "cards_shown_now",
    "attacking",
    "digging",
    "tribes_due",
    "jihad_taken",
    "max_tu_rp",
    "sinai_railroad",
    "armistice",
    "cp_automatic_victory",
    "stacks",
    "acted",
    "fought",
    "retreated",
    "pursuit",
    "provoked",
    "attacked",
    "attacked_through_greek_ports",
    "cards_used",
    "russians_attacked",
    "war_weary",
    "battle.place",
    "battle.stage",
    "battle.attackers",
    "battle.defenders",
    "battle.cards",
    "battle.from_hand",
    "battle.before_weather",
    "battle.pin",
    "battle.weather",
    "battle.stack_out",
    "battle.settled",
    "battle.loss_numbers",
    "battle.factors",
    "battle.replacements",
    "battle.origins",
    "battle.unfed",
    "battle.bled",
    "battle.fled",
    "battle.passed",
    "battle.path_out",
    "bid",
    "british_ru_cavalry",
    "warm_water_port",
    "christmas.space",
    "christmas.turn",
    "christmas.taken",
    "random",
];

const GROUPS: &[Group] = &[
    Group {
        key: "battle",
        about: "the battle under way",
        needs: None,
    },
    Group {
        key: "christmas",
        about: "the space to be taken by JERUSALEM BY CHRISTMAS, until when, and whether BR, IN or ANZ units have captured it",
        needs: None,
    },
];

/// Everything that is told.
const TOLD: &[&[Entry<State>]] = &[HEAD, SHORT, State::TOLD, Scalar::TOLD, BattleVar::TOLD];

/// The documents of positions.
pub(crate) static DOCUMENT: LazyLock<Document<State>> = LazyLock::new(|| {
    let layout = Layout {
        order: ORDER,
        groups: GROUPS,
    };
    Document::new(TOLD, &layout)
});
