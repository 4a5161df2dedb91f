//! One battle that somebody asks about: an attack as text, or the battle under way.

use super::{Price, Waiting, by_stacks, waiting};
use crate::check::{Checker, Violation};
use crate::combat::{Battle, Declaration, Moment, Played, Style};
use crate::data::{CardId, Crowd, PlaceId, UnitId};
use crate::declaration::Objection;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use engine::error::{Error, Result};
use std::borrow::Cow;

/// A battle that is asked about.
#[derive(Debug, Clone)]
pub struct BattleQuery<'a> {
    /// The position it is fought in.
    pub waiting: Waiting<'a>,
    /// What was declared.
    pub declared: Declaration,
    /// Whether it is the battle under way.
    pub under_way: bool,
    /// The rules that the attack breaks.
    pub violations: Vec<Violation>,
    /// What speaks against the cards and the withdrawal.
    pub objections: Vec<Objection>,
    /// The stack that defends a region, if it was chosen as the one that serves the defender best.
    pub chosen: bool,
}

impl BattleQuery<'_> {
    /// The battle.
    #[must_use]
    pub fn battle(&self) -> Battle<'_> {
        Battle::new(&self.waiting.position, self.declared.clone())
    }

    /// Whether nothing speaks against it.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.violations.is_empty() && self.objections.is_empty()
    }
}

/// Reads what is asked: an attack with the cards of both sides, or, while a battle is under way,
/// further cards and a withdrawal. With `force` units need not wait, nor the position be one in which
/// attacks are declared.
///
/// # Errors
/// [`Error::BadInput`] if it cannot be read, or the position is none for it.
pub fn ask<'a>(
    position: &'a Position,
    text: &str,
    sides: &[(CardId, Side)],
    force: bool,
) -> Result<BattleQuery<'a>> {
    let orders = Move::parse_plan(position, text).map_err(as_attack)?;
    let own = |order: &Order| {
        matches!(
            order,
            Order::Attack { .. } | Order::Join { .. } | Order::Flank { .. } | Order::Defend { .. }
        )
    };
    if let Some(declared) = Declaration::under_way(position)? {
        if orders.orders().iter().any(own) {
            let target = &position.data().spaces[declared.target].id;
            let message = format!(
                "a battle is under way at '{target}': give no attack, or only cards to be played"
            );
            return Err(Error::bad("attack", message));
        }
        let declared = declared.plays(position, &orders, sides)?;
        return Ok(asked(here(position), declared, true, Vec::new()));
    }
    let waiting = match waiting(position) {
        Ok(waiting) => waiting,
        Err(_) if force && position.state().target().is_none() => here(position),
        Err(error) => return Err(error),
    };
    attacked(waiting, &orders, sides)
}

/// As [`ask`], of an attack in a position in which units are known to wait.
///
/// # Errors
/// [`Error::BadInput`] if it cannot be read.
pub fn ask_waiting<'a>(
    waiting: &'a Waiting<'a>,
    text: &str,
    sides: &[(CardId, Side)],
) -> Result<BattleQuery<'a>> {
    let orders = Move::parse_plan(&waiting.position, text).map_err(as_attack)?;
    let waiting = Waiting {
        position: Cow::Borrowed(&*waiting.position),
        supposed: waiting.supposed,
    };
    attacked(waiting, &orders, sides)
}

fn attacked<'a>(
    waiting: Waiting<'a>,
    orders: &Move,
    sides: &[(CardId, Side)],
) -> Result<BattleQuery<'a>> {
    let declared = Declaration::read(&waiting.position, orders, sides)?;
    let mut violations = Checker::new(&waiting.position, 0).check_attack(orders);
    if waiting.supposed {
        let data = waiting.position.data();
        let large = too_large(&waiting.position, &declared.attackers);
        let large = large.map(|unit| format!("stack_too_big({})", data.units[unit].id));
        violations.extend(large.and_then(|witness| Violation::read(data, "10.0-1", &witness)));
    }
    Ok(asked(waiting, declared, false, violations))
}

fn here(position: &Position) -> Waiting<'_> {
    Waiting {
        position: Cow::Borrowed(position),
        supposed: false,
    }
}

/// Errors of a move are of an attack here.
fn as_attack(error: Error) -> Error {
    match error {
        Error::BadInput {
            message,
            suggestion,
            ..
        } => Error::BadInput {
            field: "attack".to_owned(),
            message,
            suggestion,
        },
        other => other,
    }
}

fn asked(
    waiting: Waiting<'_>,
    declared: Declaration,
    under_way: bool,
    violations: Vec<Violation>,
) -> BattleQuery<'_> {
    let battle = Battle::new(&waiting.position, declared);
    let objections = battle.objections();
    let best = battle.best_defence();
    let chosen = best.is_some();
    let mut declared = battle.declared;
    declared.defenders = best.unwrap_or(declared.defenders);
    BattleQuery {
        waiting,
        declared,
        under_way,
        violations,
        objections,
        chosen,
    }
}

/// The first unit of a stack too large of a region or island base, where no stacks were activated.
fn too_large(position: &Position, units: &[UnitId]) -> Option<UnitId> {
    let mut crowds: Vec<(PlaceId, UnitId, Crowd)> = Vec::new();
    for unit in units {
        let place = position.place(*unit);
        let Some(place) = place.filter(|place| by_stacks(position, *place)) else {
            continue;
        };
        let crowd = position.data().counters[*unit].crowd;
        match crowds.iter_mut().find(|known| known.0 == place) {
            Some(known) => known.2 = known.2 + crowd,
            None => crowds.push((place, *unit, crowd)),
        }
    }
    let large = crowds.iter().find(|(_, _, crowd)| crowd.too_many());
    large.map(|(_, unit, _)| *unit)
}

/// What a card would do in a battle.
#[derive(Debug, Clone)]
pub struct CardWorth {
    /// The card.
    pub card: CardId,
    /// Who would play it.
    pub side: Side,
    /// When; nothing if it cannot be played.
    pub moment: Option<Moment>,
    /// Whether it is in the side's hand or face up before it.
    pub held: bool,
    /// Whether a unit or a place must be named for it.
    pub asks: bool,
    /// The odds with it.
    pub price: Option<Price>,
}

/// What every combat card would do in a battle that each side holds, or, if `any`, that each side
/// could hold; cards played already are left out.
///
/// # Errors
/// [`Error::BadInput`] if some odds cannot be told exactly.
pub fn cards(asked: &BattleQuery<'_>, any: bool, styles: &[Style; 2]) -> Result<Vec<CardWorth>> {
    let battle = asked.battle();
    let position: &Position = &asked.waiting.position;
    let mut found = Vec::new();
    for card in 0..position.data().cards.len() {
        let entry = &position.data().cards[card];
        let Some(combat) = entry.combat.as_ref() else {
            continue;
        };
        if asked
            .declared
            .cards
            .iter()
            .any(|played| played.card == card)
        {
            continue;
        }
        for side in [Side::Ap, Side::Cp]
            .into_iter()
            .filter(|side| entry.serves(*side))
        {
            let zone = position.state().get(Cell::Card(card)).to_le_bytes()[0];
            let held = match CardZone::at(zone) {
                Some(CardZone::Hand) => entry.side == side,
                Some(CardZone::FaceUpAp) => side == Side::Ap,
                Some(CardZone::FaceUpCp) => side == Side::Cp,
                _ => false,
            };
            if !held && !any {
                continue;
            }
            let moment = battle.first_moment(card, side);
            let asks = combat.reinforces();
            let price = match moment {
                Some(moment) if !asks => {
                    let mut declared = asked.declared.clone();
                    declared.cards.push(Played {
                        card,
                        side,
                        moment,
                        units: Vec::new(),
                        places: Vec::new(),
                    });
                    let battle = Battle::new(position, declared);
                    let odds = battle.odds_with(&styles[0], &styles[1]);
                    let price = odds.and_then(|odds| Price::of(&odds));
                    Some(price.map_err(|error| Error::bad("attack", error.to_string()))?)
                }
                _ => None,
            };
            found.push(CardWorth {
                card,
                side,
                moment,
                held,
                asks,
                price,
            });
        }
    }
    Ok(found)
}
