//! Every attack that could be declared, and its price in odds (12.1, 12.2.1).
//!
//! Units that are alike count as one kind: of sets of attackers that differ only in which of them
//! take part one stands for all. HQs and artillery that could help always do. Either way the number
//! of attacks that are not told one by one is kept.

mod ask;
mod interchangeable;
mod price;
mod search;

pub use ask::{BattleQuery, CardWorth, ask, ask_waiting, cards};
pub use interchangeable::interchangeable_units;
pub(super) use interchangeable::{named, same_values};
pub use price::{Price, price};
pub use search::{AttackOffer, Offers, Which, folded, offers};

use super::activation::{ActivationRules, Purpose};
use super::data::UnitId;
use super::position::Position;
use super::readings::Readings;
use super::state::{Cell, FrameKind};
use engine::error::{Error, Result};
use std::borrow::Cow;

/// A position in which units wait for their battles.
#[derive(Debug, Clone)]
pub struct Waiting<'a> {
    /// The position: that which was asked about, or one in which everybody waits who could.
    pub position: Cow<'a, Position>,
    /// Whether it is supposed that everybody waits who could be activated for attack.
    pub supposed: bool,
}

/// The position in which units of the side to act wait: as it is at the attack decision; where OPS
/// can be spent, as if all units had been activated for attack that could be (9.2, 14.1.9-2,
/// 14.3.1-1), BR units for a VP where they must (7.3.nobr-2), without asking what that costs.
///
/// From each region and island base one stack then attacks at most (9.2.6-1), which is not written
/// into the position.
///
/// # Errors
/// [`Error::BadInput`] if a battle is under way, or the position asks for something else.
pub fn waiting(position: &Position) -> Result<Waiting<'_>> {
    let state = position.state();
    if state.target().is_some() {
        let message = "has a battle under way: ask for its odds, without an attack";
        return Err(Error::bad("position", message));
    }
    let asks = state.top().map(|top| top.kind);
    let declared = [FrameKind::Action, FrameKind::Operations, FrameKind::Attack];
    if !asks.is_some_and(|asks| declared.contains(&asks)) {
        let message = "is not one in which attacks are declared or activated";
        return Err(Error::bad("position", message));
    }
    let spending = state.ops().is_some_and(|ops| ops > 0);
    if !spending && !(state.attacking - state.fought).is_empty() {
        return Ok(Waiting {
            position: Cow::Borrowed(position),
            supposed: false,
        });
    }
    let mut supposed = position.clone();
    for (unit, purpose) in could_wait(position) {
        let number = if purpose == Purpose::Attack { 1 } else { 2 };
        supposed.put(Cell::Attacking(unit), number);
    }
    supposed.suppose_ops_spent();
    Ok(Waiting {
        position: Cow::Owned(supposed),
        supposed: true,
    })
}

/// The units that could be activated for attack, and for which purpose.
fn could_wait(position: &Position) -> Vec<(UnitId, Purpose)> {
    let side = position.state().active();
    let readings = Readings::default();
    let activation_rules = ActivationRules::new(position, side, &readings);
    let view = position.view();
    let own = (view.commanded(side) & view.present).iter();
    let fits = own.filter_map(|unit| {
        let place = position.place(unit)?;
        let purposes = [Purpose::Attack, Purpose::AttackWithBr].into_iter();
        let mut able = purposes.filter(|purpose| activation_rules.fit(unit, place, *purpose));
        let combat = position.data().units[unit].is_combat();
        able.next()
            .filter(|_| combat)
            .map(|purpose| (unit, purpose))
    });
    fits.collect()
}

/// Whether a place is one whose units attack by stacks that were activated together (9.2.6-1).
fn by_stacks(position: &Position, place: usize) -> bool {
    position
        .data()
        .movement_graph
        .unlimited_stacking
        .contains(place)
}
