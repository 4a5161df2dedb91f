//! The tree of a battle: what follows a position of it.

use super::ends::MEASURES;
use super::{Course, Measure, policy};
use crate::aftermath::PostCombat;
use crate::cards::{Combat, Does};
use crate::combat::Style;
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Outcome;
use crate::state::{BattleVar, Cell, FrameKind};
use crate::vocabulary::*;
use engine::evaluation::{Branch, Choice, GameTree, Part};
use std::cell::RefCell;
use std::collections::HashSet;

/// More answers to one decision are not gone through.
const ANSWERS: usize = 20_000;

/// What a choice is about.
#[derive(Debug)]
pub(super) struct Asked {
    side: Side,
    kind: DecisionKind,
    /// Whether all answers come to the same but for who holds what.
    takes_only: bool,
}

/// The tree of a battle.
pub(super) struct BattleTree<'c> {
    course: &'c Course,
    /// The cards of the plan that somebody could play.
    asked: RefCell<HashSet<CardId>>,
}

impl GameTree<MEASURES> for BattleTree<'_> {
    type Position = Position;
    type Outcome = Outcome;
    type Answer = Move;
    type Asked = Asked;
    type Policy = Style;

    fn key(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn branch(&self, position: &Position) -> Branch<MEASURES, Self> {
        self.branch_of(position)
    }

    fn fallen(&self, now: &Position, outcome: Outcome) -> Position {
        let next = now
            .with_die(outcome)
            .map(Position::advance_to_next_answers)
            .or_else(|| now.play_outcome(outcome).ok());
        plain(next.unwrap_or_else(|| now.clone()))
    }

    fn chosen(&self, now: &Position, asked: &Asked, answer: &Move) -> Position {
        let next = match asked.kind {
            DecisionKind::Losses => now.with_losses(answer),
            DecisionKind::Retreat => now.with_retreat(answer),
            DecisionKind::Advance => now.with_advance(answer),
            DecisionKind::Repair => return plain(now.repair(answer)),
            _ => now.play_unchecked(answer).ok(),
        };
        let next = next.map(Position::advance_to_next_answers);
        plain(next.unwrap_or_else(|| now.clone()))
    }

    fn ends(&self, position: &Position) -> [(i64, i64); MEASURES] {
        self.course.start.ends(position)
    }

    fn is_welcome(&self, measure: usize) -> bool {
        Measure::ALL[measure].welcome()
    }

    fn sort(&self, measure: usize) -> usize {
        Measure::ALL[measure].sort()
    }

    fn pick(&self, now: &Position, choice: &Choice<Move, Asked>, style: Style) -> usize {
        let Asked { side, kind, .. } = choice.asked;
        policy::choice(now, side, kind, &choice.answers, &style)
    }

    fn usual(&self, asked: &Asked) -> Option<Style> {
        (asked.kind != DecisionKind::Losses).then(Style::default)
    }

    fn is_idle(&self, asked: &Asked, measures: &[usize]) -> bool {
        let mut measures = measures.iter().map(|measure| Measure::ALL[*measure]);
        asked.takes_only && !measures.any(|one| matches!(one, Measure::Taken | Measure::Vp))
    }

    fn picks_from_all(&self, asked: &Asked) -> bool {
        asked.kind == DecisionKind::Losses
    }
}

impl<'c> BattleTree<'c> {
    pub(super) fn new(course: &'c Course) -> Self {
        Self {
            course,
            asked: RefCell::default(),
        }
    }

    /// Whether somebody could play a card of the plan.
    pub(super) fn could_play(&self, card: CardId) -> bool {
        self.asked.borrow().contains(&card)
    }

    fn part(&self, side: Side) -> Part {
        match side == self.course.start.attacker {
            true => Part::First,
            false => Part::Second,
        }
    }

    fn branch_of(&self, position: &Position) -> Branch<MEASURES, Self> {
        let state = position.state();
        let (Some(stage), Some(top)) = (state.stage(), state.top()) else {
            return self.over(position);
        };
        match top.kind {
            // The CP places a tribe, though the battle goes on (16.3.2-1).
            FrameKind::Tribes => {
                let places = position.tribe_places().into_iter();
                let places = places.flat_map(|(unit, places)| {
                    let place = move |place| Move::new(vec![Order::PlaceTribe { unit, place }]);
                    places.into_iter().map(place)
                });
                return Branch::Choice(Choice {
                    part: self.part(Side::Cp),
                    asked: Asked {
                        side: Side::Cp,
                        kind: DecisionKind::Tribes,
                        takes_only: false,
                    },
                    missing: false,
                    answers: places.collect(),
                });
            }
            // Rebels enter, because the advance is the first into Egypt (16.3.3.3). Of all the places
            // they may enter at one is looked into, and what is told of the others is that they are
            // missing.
            FrameKind::Newcomers => {
                return Branch::Choice(Choice {
                    part: self.part(Side::Cp),
                    asked: Asked {
                        side: Side::Cp,
                        kind: DecisionKind::Newcomers,
                        takes_only: false,
                    },
                    missing: true,
                    answers: position.sample_entries(0, 1).unwrap_or_default(),
                });
            }
            // LCUs that retreated are too many where they are (18.1.2.c).
            FrameKind::ExcessLcus => {
                let side = top.side.unwrap_or(Side::Ap);
                return Branch::Choice(Choice {
                    part: self.part(side),
                    asked: Asked {
                        side,
                        kind: DecisionKind::ExcessLcus,
                        takes_only: false,
                    },
                    missing: false,
                    answers: position.choices_of_excess_lcus(side),
                });
            }
            FrameKind::Weather
            | FrameKind::Flank
            | FrameKind::Dice
            | FrameKind::CardDie
            | FrameKind::RevoltDie
            | FrameKind::MutinyDie
            | FrameKind::Losses => {
                if let Some(results) = position.throws(top) {
                    let parts = results.iter();
                    return Branch::Chance(parts.map(|(one, odds)| (*one, odds)).collect());
                }
            }
            _ => {}
        }
        let Some(asked) = position.asked_in_battle() else {
            // A stage that waits for nobody is passed by itself.
            debug_assert!(false, "{stage}: nobody is asked");
            return self.over(position);
        };
        let plan = &self.course.plan;
        let next = match asked.kind {
            DecisionKind::Defence => {
                let stack = plan.defenders.iter();
                let orders = stack.map(|unit| Order::Defend { unit: *unit });
                position.defend(&Move::new(orders.collect()))
            }
            DecisionKind::Cards => {
                let orders = self.cards(position, asked.side);
                position.play_cards(&orders)
            }
            DecisionKind::Returns => position.take_back(&Move::default()),
            DecisionKind::Withdrawal => {
                let orders = match plan.withdrawal {
                    true => vec![Order::WithdrawTurks],
                    false => Vec::new(),
                };
                position.withdraw_turks(&Move::new(orders))
            }
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair => return self.choice(position, asked.side, asked.kind),
            _ => return self.over(position),
        };
        Branch::Next(plain(next))
    }

    fn over(&self, position: &Position) -> Branch<MEASURES, Self> {
        Branch::Over(self.course.start.tell(position))
    }

    /// A choice after the dice: of answers that are alike the first.
    fn choice(
        &self,
        position: &Position,
        side: Side,
        kind: DecisionKind,
    ) -> Branch<MEASURES, Self> {
        let course = self.course;
        let answers = position.answers_after(ANSWERS);
        let missing = answers.len() >= ANSWERS;
        // Nothing is chosen after the advance but by cards.
        let last = kind == DecisionKind::Advance && !course.plan.comes_last(position.data());
        let mut answers = course.kinds.first_of_each(position, answers, last);
        if answers.is_empty() {
            answers.push(Move::default());
        }
        let takes_only = last
            && !missing
            && answers.len() > 1
            && PostCombat::new(position).is_some_and(|after| takes_only(&after));
        Branch::Choice(Choice {
            part: self.part(side),
            asked: Asked {
                side,
                kind,
                takes_only,
            },
            missing,
            answers,
        })
    }

    /// The cards that a side plays now: those that were named for it, as soon as they are offered;
    /// JAFAR PASHA after the dice, if a new die promises more.
    fn cards(&self, position: &Position, side: Side) -> Move {
        let offers = position.cards_to_play();
        let mut orders = Vec::new();
        for played in &self.course.plan.cards {
            let card = played.card;
            let offered = offers.iter().any(|offer| offer.card == card);
            if played.side != side || !offered {
                continue;
            }
            let known = position.data().combat(card);
            let does = |effect| known.is_some_and(|known| known.does(effect));
            if does(Does::RetreatOrRoll) {
                let late = position.state().battle_var(BattleVar::LossByDefender) > 0;
                self.asked.borrow_mut().extend(late.then_some(card));
                if !late || !promises_more(position, card) {
                    continue;
                }
            }
            let before = orders.len();
            orders.push(Order::Play { card });
            let units = played.units.iter();
            orders.extend(units.map(|unit| Order::Bring { card, unit: *unit }));
            let places = played.places.iter();
            orders.extend(places.map(|place| Order::Place {
                card,
                place: *place,
            }));
            if does(Does::CancelsMovement) {
                let cancels = self.course.plan.cancels.iter();
                let cancel = |what: &_| Order::Cancel { what: *what };
                orders.extend(cancels.map(cancel));
            }
            // What is named for a card of after the losses may not be there in every course of the
            // battle: then it is not played.
            if known.is_some_and(Combat::is_late) {
                let found = position.check(&Move::new(orders.clone()));
                if !found.is_ok_and(|found| found.is_empty()) {
                    orders.truncate(before);
                    continue;
                }
            }
            self.asked.borrow_mut().insert(card);
        }
        Move::new(orders)
    }
}

/// Whether all that is chosen in an advance is who holds what afterwards. Units advance without
/// losses, and none comes back to the target; but for the Persian Cossacks, who are eliminated where
/// they leave Persia (3.2.1.3.pe_ru), and CATASTROPHIC ATTACK, after which the defenders advance.
fn takes_only(after: &PostCombat<'_>) -> bool {
    let units = after.participants(Side::Ap);
    !units.contains(after.data.known.ru_pe_persian_cossacks) && !after.catastrophe()
}

/// Whether the loss number is below what a new die may be expected to give (JAFAR PASHA). The rule
/// of thumb of the odds.
fn promises_more(position: &Position, card: CardId) -> bool {
    let again = position.play_cards(&Move::new(vec![Order::Play { card }]));
    let number = u128::from(
        position
            .state()
            .battle_var(BattleVar::LossByDefender)
            .saturating_sub(1),
    );
    let faces = again.battle_chance();
    let sum = faces.iter().flat_map(|faces| faces.parts());
    let sum: u128 = sum
        .map(|(outcome, ways)| match outcome {
            Outcome::Fire { number, .. } => u128::from(*number) * ways,
            _ => 0,
        })
        .sum();
    faces.is_some_and(|faces| number * faces.ways() < sum)
}

/// The same position without what nothing asks any more when both sides have taken their losses, so
/// that positions that differ in nothing else are met once: of the loss numbers who has won and
/// whether by more than one (12.7.2, 3.2.3.1), the dice of `?` units and the flank attempt.
fn plain(mut position: Position) -> Position {
    let state = position.state();
    let taken = [
        BattleFlag::AttackersLossesTaken,
        BattleFlag::DefendersLossesTaken,
    ];
    if state.stage() < Some(Stage::LossesCards) || !taken.iter().all(|one| state.battle_flag(*one))
    {
        return position;
    }
    let settled = state.battle_var(BattleVar::Flags)
        & !(1 << BattleFlag::FlankSucceeded as u16 | 1 << BattleFlag::FlankFailed as u16);
    let numbers =
        [BattleVar::LossByAttacker, BattleVar::LossByDefender].map(|which| state.battle_var(which));
    let [by_attacker, by_defender] = match numbers {
        [one, other] if one > other => [1 + (one - other).min(2), 1],
        [one, other] if one < other => [1, 2],
        _ => [1, 1],
    };
    let rolled: Vec<usize> = state.marked().iter().collect();
    position.put_battle_var(BattleVar::Flags, settled);
    position.put_battle_var(BattleVar::LossByAttacker, by_attacker);
    position.put_battle_var(BattleVar::LossByDefender, by_defender);
    for unit in rolled {
        position.put(Cell::Factor(unit), 0);
    }
    position
}
