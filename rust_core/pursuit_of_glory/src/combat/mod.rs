//! Battles in numbers (12): from a declared battle to figures, loss numbers and odds.
//!
//! A [`Battle`] is made from a position and a [`Declaration`]; whether the declaration is legal is
//! the checker's business, and how a position remembers a battle is not asked here.
//! [`Battle::figures`] shows strengths, columns and modifiers line by line with the numbers of the
//! rules.

mod battle;
mod current;
mod effects;
mod figures;
mod fire;
mod flank;
mod from_position;
mod json;
mod kinds;
mod lines;
mod loss_cost;
mod losses;
mod measure;
mod nations;
mod odds;
mod outcome;
mod policy;
mod reserve;
mod weather;

pub use battle::{Battle, Fighter, Staff};
pub use effects::{Effects, FireOrder};
pub use figures::{Figures, FireFigures};
pub use fire::{Fire, Force};
pub use flank::{Approach, Flank};
pub use json::{figures_json, outcomes_json, part_json};
pub use kinds::{Alike, Army, Rolled, Roster};
pub use lines::{FigureLine, LineSubject};
pub use loss_cost::LossCost;
pub use losses::{Capacity, HIGHEST, Loss, Losses};
pub use measure::Measure;
pub(crate) use nations::{EMPIRE, TURKS, any, nations};
pub use odds::Odds;
pub use outcome::Outcome;
pub use policy::{Policy, Reversed, Step, Style, Thrift};
pub(super) use reserve::{preference, replaced_after};
pub use weather::Check;

use super::data::{CardId, PlaceId, UnitId};
pub use super::vocabulary::Moment;
use super::vocabulary::Side;
use crate::board::BitSet;
use engine::names::vocabulary;

vocabulary! {
    /// The two parts in a battle.
    Role, "role" { Attacker = "attacker", Defender = "defender", }
}

impl Role {
    /// The other part.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A card played in a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The card.
    pub card: CardId,
    /// Who plays it: JAFAR PASHA and NO PRISONERS serve either side (9.5.4.3).
    pub side: Side,
    /// When it is played. JAFAR PASHA at `dice` stands for the wish to roll a poor die again.
    pub moment: Moment,
    /// The units it brings.
    pub units: Vec<UnitId>,
    /// The places named for it.
    pub places: Vec<PlaceId>,
}

/// What has happened in a battle already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Happened {
    /// The weather was checked: the units stand as it left them (12.5.1.e).
    pub weather: bool,
    /// The last place whose weather was checked: those before it were, too.
    pub weather_checked: Option<PlaceId>,
    /// The flank attempt succeeded, or failed (12.4.3).
    pub flank: Option<bool>,
    /// The attacker's die has fallen.
    pub attack_die: Option<u8>,
    /// The defender's die has fallen.
    pub defence_die: Option<u8>,
    /// The attacker's loss number is known, with all that changes it.
    pub attack_number: Option<u8>,
    /// The defender's loss number is.
    pub defence_number: Option<u8>,
    /// Who fires first has fired, and the enemy's losses are taken.
    pub first_fire_taken: bool,
    /// Units that retreated in this action: they do not defend (12.7.7-1).
    pub retreated: BitSet,
    /// A card of an earlier battle of this action whose modifier holds for all the action.
    pub offensive: Option<CardId>,
}

/// A battle as its players have declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The place attacked.
    pub target: PlaceId,
    /// The attackers, HQs and artillery that take part included (12.2.1).
    pub attackers: Vec<UnitId>,
    /// The defending stack of a region, HQ included (12.10.3); empty: all who stand there.
    pub defenders: Vec<UnitId>,
    /// The pinning space, if a flank attack was declared (12.4.2).
    pub pin: Option<PlaceId>,
    /// The cards of both sides.
    pub cards: Vec<Played>,
    /// The CP has announced a withdrawal (12.8).
    pub withdrawal: bool,
    /// What has happened already.
    pub happened: Happened,
}

impl Declaration {
    /// An attack without cards, of which nothing has happened yet.
    #[must_use]
    pub fn attack(target: PlaceId, attackers: Vec<UnitId>) -> Self {
        Self {
            target,
            attackers,
            defenders: Vec::new(),
            pin: None,
            cards: Vec::new(),
            withdrawal: false,
            happened: Happened::default(),
        }
    }

    /// This declaration as a flank attack.
    #[must_use]
    pub fn flank(mut self, pin: PlaceId) -> Self {
        self.pin = Some(pin);
        self
    }

    /// This declaration with one more card, played before the dice.
    #[must_use]
    pub fn with(mut self, side: Side, card: CardId) -> Self {
        self.cards.push(Played {
            card,
            side,
            moment: Moment::Battle,
            units: Vec::new(),
            places: Vec::new(),
        });
        self
    }
}
