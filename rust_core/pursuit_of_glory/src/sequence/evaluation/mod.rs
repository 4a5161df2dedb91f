//! What comes of a battle in the end: exact values of a measure over the real choices after the dice
//! (12.6-12.10, `docs/odds.md`).
//!
//! The battle is played by the game itself: every die with its odds, every legal way to take losses,
//! to retreat and to advance, until the battle is over. Before the dice nothing is chosen: cards, a
//! withdrawal and the stack that defends a region are those that were named.

mod ends;
mod fold;
mod policy;
mod tree;

use crate::attacks::{BattleQuery, ask};
use crate::cards::{Combat, YILDIRIM_OFFENSIVE};
use crate::combat::{Battle, Declaration, Played, Style};
use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::declaration::Objection;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BattleVar, Cell};
use crate::vocabulary::*;
use ends::{MEASURES, Start};
use engine::chance::TooFine;
use engine::error::{Error, Result};
pub use engine::evaluation::{Evaluation, Interval};
use engine::evaluation::{Explored, has_open_choices};
use engine::names::vocabulary;
use tree::BattleTree;

vocabulary! {
    /// What a battle can come to.
    Measure, "measure" {
        /// Whether the attacker controls the target when the battle is over, or stands there alone.
        Taken = "taken",
        /// Whether the defender has left the target, or nothing is left there, no fort either.
        Cleared = "cleared",
        /// Whether a defender has retreated (12.7, 12.8).
        Retreated = "retreated",
        /// The steps that combat units of the attacker lose, those of weather and retreats included.
        AttackerSteps = "attacker_steps",
        /// The steps that combat units of the defender lose, those of retreats included.
        DefenderSteps = "defender_steps",
        /// The combat units of the attacker that are eliminated.
        AttackerUnits = "attacker_units",
        /// The combat units of the defender that are eliminated.
        DefenderUnits = "defender_units",
        /// The victory points that the attacker gains, the declaration of the attack included.
        Vp = "vp",
    }
}

impl Measure {
    /// Whether more of it is better for the attacker.
    #[must_use]
    pub const fn welcome(self) -> bool {
        !matches!(self, Self::AttackerSteps | Self::AttackerUnits)
    }

    /// A number for each measure, in their order.
    fn all<T>(number: impl Fn(Self) -> T) -> [T; MEASURES] {
        std::array::from_fn(|at| number(Self::ALL[at]))
    }

    /// Measures of one sort are reckoned together.
    const fn sort(self) -> usize {
        match self {
            Self::Taken => 0,
            Self::Cleared | Self::Retreated => 1,
            Self::AttackerSteps
            | Self::DefenderSteps
            | Self::AttackerUnits
            | Self::DefenderUnits => 2,
            Self::Vp => 3,
        }
    }
}

/// How a part chooses: by the measure, or by a policy: losses by this one, retreats and advances as
/// `docs/odds.md` says.
pub type Strategy = engine::evaluation::Strategy<Style>;

/// What is settled before the dice.
#[derive(Debug, Clone, Default)]
struct Plan {
    /// The cards still to be played.
    cards: Vec<Played>,
    /// What CONFUSED ORDERS cancels.
    cancels: Vec<Cancelled>,
    /// Whether the Turkish withdrawal is announced (12.8).
    withdrawal: bool,
    /// The stack that defends a region (12.10.3); empty: all.
    defenders: Vec<UnitId>,
    /// Whether this attack ignores trenches by YILDIRIM OFFENSIVE. An event names its target
    /// (9.5.3), it is not played in the battle.
    ignores_trench: bool,
}

impl Plan {
    fn of(position: &Position, declared: &Declaration) -> Self {
        let still = |one: &&Played| {
            position.state().played_by(one.card).is_none() && one.card != YILDIRIM_OFFENSIVE
        };
        Self {
            cards: declared.cards.iter().filter(still).cloned().collect(),
            ignores_trench: Battle::new(position, declared.clone()).yildirim_offensive(),
            cancels: Vec::new(),
            withdrawal: declared.withdrawal,
            defenders: declared.defenders.clone(),
        }
    }

    /// What speaks against the plan. Of cards of the moments after the losses the course of the
    /// battle tells whether they can be played.
    fn objection(&self, objections: &[Objection], data: &Data) -> Option<String> {
        let late = |one: &&Objection| {
            let mut cards = self.cards.iter().filter(|one| comes_last(data, one.card));
            cards.any(|card| {
                one.witness
                    .ends_with(&format!("({})", data.cards[card.card].id))
            })
        };
        let mut others = objections.iter().filter(|one| !late(one));
        others.next().map(|one| one.text.clone())
    }

    /// Whether there is a card of the moments after the losses.
    fn comes_last(&self, data: &Data) -> bool {
        self.cards.iter().any(|one| comes_last(data, one.card))
    }
}

/// Whether a card is one of those played after all losses (9.5.4.1).
fn comes_last(data: &Data, card: CardId) -> bool {
    data.combat(card).is_some_and(Combat::is_late)
}

/// A battle that is followed to its end.
#[derive(Debug)]
pub struct Course {
    /// Where the first choice or die waits.
    position: Position,
    plan: Plan,
    start: Start,
    kinds: fold::Kinds,
}

impl Course {
    /// The battle of a text as [`ask`] reads it: an attack with the cards of both sides; or the
    /// battle under way, wherever it stands.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it cannot be read, breaks rules without `force`, or is no battle.
    pub fn read(
        position: &Position,
        text: &str,
        sides: &[(CardId, Side)],
        force: bool,
    ) -> Result<Self> {
        if position.state().target().is_some()
            && let Err(error) = Declaration::under_way(position)
        {
            return Self::after_the_dice(position, text, sides, force).map_err(|own| {
                // What else is wrong says why it is no battle with dice to come.
                own.unwrap_or(error)
            });
        }
        let mut course = Self::asked(&ask(position, text, sides, force)?, force)?;
        course.cancels(&Move::parse_plan(position, text)?);
        Ok(course)
    }

    /// Takes down what CONFUSED ORDERS shall cancel.
    fn cancels(&mut self, orders: &Move) {
        let cancels = orders.orders().iter().filter_map(|order| match order {
            Order::Cancel { what } => Some(*what),
            _ => None,
        });
        self.plan.cancels = cancels.collect();
    }

    /// The battle that was asked about.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it breaks rules without `force`, or cannot be declared.
    pub fn asked(asked: &BattleQuery<'_>, force: bool) -> Result<Self> {
        let position: &Position = &asked.waiting.position;
        let plan = Plan::of(position, &asked.declared);
        let broken = asked.violations.first().map(|one| one.sentence(position));
        let broken = broken.or_else(|| plan.objection(&asked.objections, position.data()));
        if let Some(broken) = broken.filter(|_| !force) {
            return Err(Error::bad("attack", format!("is illegal: {broken}")));
        }
        let target = asked.declared.target;
        if asked.under_way {
            return Ok(Self::from(position, target, plan, |now| {
                now.at_next_decision().into_owned()
            }));
        }
        if position.decision().kind != DecisionKind::Attack {
            let why = "asks for no attack: what comes of one that nobody can declare is not told";
            return Err(Error::bad("position", why));
        }
        let mut orders = vec![Order::Attack { place: target }];
        let joins = asked.declared.attackers.iter();
        orders.extend(joins.map(|unit| Order::Join { unit: *unit }));
        let pin = asked.declared.pin;
        orders.extend(pin.map(|place| Order::Flank { place }));
        let orders = Move::new(orders);
        Ok(Self::from(position, target, plan, |now| {
            now.attack(&orders)
        }))
    }

    /// A battle whose dice have fallen; `None` as error if the position says why it is none.
    fn after_the_dice(
        position: &Position,
        text: &str,
        sides: &[(CardId, Side)],
        force: bool,
    ) -> std::result::Result<Self, Option<Error>> {
        let Some(target) = position.battlefield() else {
            return Err(None);
        };
        let state = position.state();
        let orders = Move::parse_plan(position, text)?;
        let of_cards = |order: &Order| {
            matches!(
                order,
                Order::Play { .. }
                    | Order::Bring { .. }
                    | Order::Place { .. }
                    | Order::Cancel { .. }
            )
        };
        if !orders.orders().iter().all(of_cards) {
            let why = "the dice of the battle under way have fallen: give no attack, only cards";
            return Err(Some(Error::bad("attack", why)));
        }
        let declared = Declaration::attack(target, state.attackers.iter().collect());
        let declared = declared.plays(position, &orders, sides)?;
        let objections = Battle::new(position, declared.clone()).objections();
        let plan = Plan {
            defenders: state.defenders.iter().collect(),
            ..Plan::of(position, &declared)
        };
        let broken = plan.objection(&objections, position.data());
        if let Some(broken) = broken.filter(|_| !force) {
            return Err(Some(Error::bad(
                "cards",
                format!("cannot be played: {broken}"),
            )));
        }
        let rest = |now: &Position| now.at_next_decision().into_owned();
        let mut course = Self::from(position, target, plan, rest);
        course.cancels(&orders);
        Ok(course)
    }

    fn from(
        position: &Position,
        target: PlaceId,
        plan: Plan,
        begin: impl Fn(&Position) -> Position,
    ) -> Self {
        let start = Start::new(position, target, &plan);
        let mut position = begin(&dealt(position, &plan));
        if plan.ignores_trench && position.state().stage().is_some() {
            let settled = position.state().battle_var(BattleVar::Flags);
            position.put_battle_var(
                BattleVar::Flags,
                settled | 1 << BattleFlag::IgnoresTrench as u16,
            );
        }
        Self {
            kinds: fold::Kinds::new(&position),
            position,
            plan,
            start,
        }
    }

    /// The values of measures for pairs of strategies, the attacker's first. For each pair of policies,
    /// and for each sort of measures, no more than so many positions are looked at, and, if they are
    /// too few, as many again; what is beyond them lies somewhere between its ends.
    ///
    /// # Errors
    /// [`Error::BadInput`] if something cannot be told exactly, or a card was never asked for.
    pub fn evaluate(
        &self,
        strategies: &[[Strategy; 2]],
        measures: &[Measure],
        most: u64,
    ) -> Result<Evaluation> {
        let tree = BattleTree::new(self);
        let mut explored = Explored::new(&tree, self.position.clone());
        let asked: Vec<usize> = measures.iter().map(|measure| *measure as usize).collect();
        let evaluation =
            engine::evaluation::evaluate(&mut explored, strategies, &asked, most).map_err(fine)?;
        // By policies alone a card of after the losses may never come into question.
        let data = self.position.data();
        let every = has_open_choices(strategies);
        let cards = self.plan.cards.iter().map(|one| one.card);
        let mut never = cards
            .filter(|card| every || !comes_last(data, *card))
            .filter(|card| !tree.could_play(*card));
        if let Some(card) = never.next().filter(|_| evaluation.complete) {
            let id = &data.cards[card].id;
            let why = format!("'{id}' could never be played in this battle");
            return Err(Error::bad("cards", why));
        }
        Ok(evaluation)
    }
}

fn fine(error: TooFine) -> Error {
    Error::bad("attack", error.to_string())
}

/// The position in which whoever plays a card holds it, and no card of battles that nobody plays is
/// held: it is taken as not played.
fn dealt(position: &Position, plan: &Plan) -> Position {
    let data = position.data().clone();
    let mut now = position.clone();
    for (card, entry) in data.cards.iter().enumerate() {
        if entry.combat.is_none() || now.state().played_by(card).is_some() {
            continue;
        }
        let zone = CardZone::at(now.state().get(Cell::Card(card)).to_le_bytes()[0]);
        let held = match zone {
            Some(CardZone::Hand) => Some(entry.side),
            Some(CardZone::FaceUpAp) => Some(Side::Ap),
            Some(CardZone::FaceUpCp) => Some(Side::Cp),
            _ => None,
        };
        // Nobody is asked for what he could have.
        let unseen = matches!(zone, Some(CardZone::Deck | CardZone::Hidden));
        let played = plan.cards.iter().find(|one| one.card == card);
        let wanted = match played {
            Some(one) if held == Some(one.side) => continue,
            Some(one) if entry.side == one.side => CardZone::Hand,
            Some(one) if one.side == Side::Ap => CardZone::FaceUpAp,
            Some(_) => CardZone::FaceUpCp,
            None if held.is_some() || unseen => CardZone::Discard,
            None => continue,
        };
        now.put(Cell::Card(card), wanted as u16);
    }
    now
}
