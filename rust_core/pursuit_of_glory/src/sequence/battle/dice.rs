//! The dice of a battle: weather, flank attempt, and fire (12.4.3, 12.5, 12.2.8.c).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::chance::{Outcome, six_sided};
use crate::combat::{Battle, FireOrder, Role};
use crate::position::Position;
use crate::state::{BattleVar, Cell};
use crate::vocabulary::*;
use engine::chance::Results;

/// Weather checks, the flank attempt, and the dice themselves.
pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.battle_chance() {
        Some(_) => NextStep::Throws,
        None => NextStep::Done,
    },
    throws: |position, _| position.battle_chance(),
    fall: |position, _, outcome| Ok(position.fall_in_battle(*outcome)),
    ..SILENT
};

/// Where a part's loss number is kept.
const fn number_of(role: Role) -> BattleVar {
    match role {
        Role::Attacker => BattleVar::LossByAttacker,
        Role::Defender => BattleVar::LossByDefender,
    }
}

/// Two outcomes of a die: the first for rolls below `lowest`, the second from there on.
fn parted(lowest: u8, outcome: impl Fn(bool) -> Outcome) -> Results<Outcome> {
    six_sided(|face| outcome(face >= lowest.into()))
}

impl Position {
    /// The outcomes of the die that falls next in the battle under way, low rolls first; `None` if
    /// no die does.
    pub(in super::super) fn battle_chance(&self) -> Option<Results<Outcome>> {
        self.die_at(self.state().stage()?)
    }

    /// The die of a stage, if one falls.
    pub(super) fn die_at(&self, stage: Stage) -> Option<Results<Outcome>> {
        match stage {
            Stage::Weather => {
                let battle = Battle::from_position(self)?;
                let check = battle.weather().into_iter().next()?;
                let outcome = |struck| Outcome::Weather {
                    place: check.from,
                    struck,
                };
                Some(parted(check.lowest, outcome))
            }
            Stage::Flank => {
                let state = self.state();
                let settled = [BattleFlag::FlankSucceeded, BattleFlag::FlankFailed];
                if settled.into_iter().any(|matter| state.battle_flag(matter)) {
                    return None;
                }
                let battle = Battle::from_position(self)?;
                // Who fires first by a card or over water need not try (12.3.4-2, HAVERSACK RUSE,
                // ARMY OF ISLAM).
                if battle.effects().first.is_some() {
                    return None;
                }
                let place = battle.target();
                let lowest = battle.flank_attempt()?.lowest;
                Some(parted(lowest, |succeeds| Outcome::Flank {
                    place,
                    succeeds,
                }))
            }
            Stage::Dice => {
                let role = self.fires_next()?;
                let battle = Battle::from_position(self)?;
                let effects = battle.effects();
                let forces = [Role::Attacker, Role::Defender].map(|role| battle.force(role));
                let [own, foe] = [role, role.other()].map(|role| forces[role as usize]);
                let fire = battle.fire(&effects, role, own, foe, battle.fort);
                let side = self.side_in_battle(role);
                let numbers = battle.loss_numbers(&effects, role, &fire);
                let mut numbers = numbers.into_iter();
                let outcome = |_| Outcome::Fire {
                    side,
                    number: numbers.next().unwrap_or_default(),
                };
                Some(six_sided(outcome))
            }
            Stage::DefendersLosses | Stage::AttackersLosses => {
                let unit = self.factor_to_roll()?;
                let number = |face| u8::try_from(face).unwrap_or_default();
                Some(six_sided(|face| Outcome::Factor {
                    unit,
                    number: number(face),
                }))
            }
            _ => None,
        }
    }

    /// Whose die falls next (12.2.8.c): the attacker's and the defender's if both fire together,
    /// else that of who fires first, alone; what survives of the other fires after the losses.
    fn fires_next(&self) -> Option<Role> {
        let state = self.state();
        let both: &[Role] = &[Role::Attacker, Role::Defender];
        let taken = [
            BattleFlag::AttackersLossesTaken,
            BattleFlag::DefendersLossesTaken,
        ];
        let answers = taken.iter().any(|matter| state.battle_flag(*matter));
        let roles: &[Role] = match self.order_of_fire() {
            _ if answers => both,
            FireOrder::Together => both,
            FireOrder::AttackerFirst => &[Role::Attacker],
            FireOrder::DefenderFirst => &[Role::Defender],
        };
        let waits =
            |role: &&Role| state.battle_var(number_of(**role)) == 0 && self.can_fire(**role);
        roles.iter().find(waits).copied()
    }

    /// The position after a die of the battle under way, up to the next decision.
    pub(super) fn fall_in_battle(&self, outcome: Outcome) -> Self {
        self.or_as_it_is(self.with_die(outcome))
    }

    /// The position when a die of the battle under way has fallen; `None` if it is none.
    pub(in super::super) fn with_die(&self, outcome: Outcome) -> Option<Self> {
        let mut next = self.clone();
        match outcome {
            Outcome::Weather { place, struck } => {
                let checks = Battle::from_position(self).map(|battle| battle.weather());
                let check = checks
                    .into_iter()
                    .flatten()
                    .find(|check| check.from == place);
                // At once, before strengths are determined (12.5.1.e).
                for unit in check
                    .filter(|_| struck)
                    .into_iter()
                    .flat_map(|one| one.units)
                {
                    next.put(Cell::Reduced(unit), 1);
                }
                next.put_battle_var(BattleVar::Weather, u16::try_from(place + 1).unwrap_or(0));
            }
            Outcome::Flank { succeeds, .. } => {
                next.put_battle_flag(match succeeds {
                    true => BattleFlag::FlankSucceeded,
                    false => BattleFlag::FlankFailed,
                });
                next = next.done();
            }
            Outcome::Fire { side, number } => {
                let role = match self.side_in_battle(Role::Attacker) == side {
                    true => Role::Attacker,
                    false => Role::Defender,
                };
                next.put_battle_var(number_of(role), u16::from(number) + 1);
            }
            Outcome::Factor { unit, number } => {
                next.put(Cell::Factor(unit), number.into());
            }
            _ => return None,
        }
        Some(next)
    }
}
