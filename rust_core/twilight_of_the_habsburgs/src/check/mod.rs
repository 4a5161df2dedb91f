//! The checker: every rule that a move breaks, with its number and witness.
//!
//! The words and the tables of violations are those of
//! `docs/twilight_of_the_habsburgs/interface.md` and `battles.md`.

mod attack;
mod attrition;
pub mod codes;
mod collapse;
mod losses;
mod movement;
mod reinforcement;
mod reorganization;
pub mod retreat;
mod scouting;
mod setup;
pub mod stacking;
mod terrain;
mod transport;
mod violation;

use super::board::Units;
use super::command::Command;
use super::data::{Data, UnitId};
use super::front::Front;
use super::movement::Movement;
use super::orders::Move;
use super::position::Position;
use super::vocabulary::*;
use stacking::Stacks;
use std::cell::OnceCell;
use violation::Violations;
pub use violation::{Arg, Violation};

/// Judges the moves of one side in one position. What they share is found once.
#[derive(Debug)]
pub struct Checker<'a> {
    position: &'a Position,
    data: &'a Data,
    front: &'a Front<'a>,
    side: Side,
    /// Own units on the map.
    own: Units,
    movement: Movement<'a, 'a>,
    second_impulse: bool,
    forced: OnceCell<Units>,
    stacks: OnceCell<Stacks>,
    command: OnceCell<Command>,
}

impl<'a> Checker<'a> {
    /// Prepares to judge what a side decides. `front` is that of the position.
    #[must_use]
    pub fn new(position: &'a Position, front: &'a Front<'a>, side: Side) -> Self {
        Self {
            position,
            data: position.data(),
            side,
            own: front.present[side as usize],
            movement: Movement::new(front, side),
            second_impulse: position.state().impulse() == Some(2),
            forced: OnceCell::new(),
            stacks: OnceCell::new(),
            command: OnceCell::new(),
            front,
        }
    }

    /// Every rule that an answer to a decision breaks, each once.
    #[must_use]
    pub fn check(&self, asked: DecisionKind, made: &Move) -> Vec<Violation> {
        let mut found = Violations::default();
        match asked {
            DecisionKind::Setup => self.check_setup(made, &mut found),
            DecisionKind::Attrition => self.check_attrition(made, &mut found),
            DecisionKind::Reinforcement => self.check_reinforcement(made, &mut found),
            DecisionKind::Reorganization => self.check_reorganization(made, &mut found),
            DecisionKind::Movement => self.check_movement(made, &mut found),
            DecisionKind::Excess => self.check_excess(made, &mut found),
            DecisionKind::Scouting => self.check_scouting(made, &mut found),
            DecisionKind::Attack => self.check_attack(made, &mut found),
            DecisionKind::Losses => self.check_losses(made, &mut found),
            DecisionKind::Retreat => self.check_retreat(made, &mut found),
            DecisionKind::Offensive
            | DecisionKind::Submarine
            | DecisionKind::Chance
            | DecisionKind::Over => {}
        }
        let mut found = found.0;
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// Is it a unit of the side on the map?
    #[inline]
    fn is_own(&self, unit: UnitId) -> bool {
        self.own.contains(unit)
    }

    /// The kind of a unit in this scenario.
    #[inline]
    fn kind(&self, unit: UnitId) -> Kind {
        self.front.campaign.kinds[unit]
    }

    /// Is a unit kept from acting in the second impulse (4.2)?
    #[inline]
    fn is_out_of_command(&self, unit: UnitId) -> bool {
        self.second_impulse && self.position.state().out_of_command.contains(unit)
    }

    fn stacks(&self) -> &Stacks {
        self.stacks
            .get_or_init(|| Stacks::new(self.front, self.own))
    }

    fn command(&self) -> &Command {
        self.command.get_or_init(|| self.front.command(self.side))
    }
}
