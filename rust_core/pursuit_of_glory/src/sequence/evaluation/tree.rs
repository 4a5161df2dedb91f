//! The tree of a battle: every position once, whatever leads to it and whoever asks; each is gone on
//! from when that is asked first, and never again.

use super::ends::{Ends, MEASURES};
use super::{Course, policy};
use crate::aftermath::PostCombat;
use crate::cards::{Combat, Does};
use crate::combat::Style;
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Outcome;
use crate::state::{BattleVar, Cell, FrameKind};
use crate::vocabulary::*;
use engine::chance::Fraction;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// More answers to one decision are not gone through.
const ANSWERS: usize = 20_000;

/// A position of the tree.
pub(super) type NodeId = usize;

/// What follows a position.
#[derive(Debug, Clone)]
pub(super) enum Branch {
    /// Nothing, the battle is over: what each measure comes to.
    Over([i64; MEASURES]),
    /// What was named before: the position after it.
    Next(NodeId),
    /// A die: what may come of it.
    Chance(Rc<Chance>),
    /// A choice.
    Choice(Rc<Choice>),
}

/// A die.
#[derive(Debug)]
pub(super) struct Chance {
    pub(super) odds: Vec<Fraction>,
    outcomes: Vec<Outcome>,
    after: Children,
}

/// A choice among answers.
#[derive(Debug)]
pub(super) struct Choice {
    /// Who chooses.
    pub(super) side: Side,
    /// Whether there are more answers than are known.
    pub(super) missing: bool,
    /// What is chosen.
    pub(super) kind: DecisionKind,
    /// Whether all answers come to the same but for who holds what.
    pub(super) takes_only: bool,
    answers: Answers,
    after: Children,
    picks: RefCell<Vec<(Style, usize)>>,
}

#[derive(Debug)]
enum Answers {
    Moves(Vec<Move>),
    /// Known by the positions that come of them.
    Positions(Vec<Position>),
}

impl Choice {
    fn new(side: Side, kind: DecisionKind, answers: Answers) -> Self {
        let number = match &answers {
            Answers::Moves(moves) => moves.len(),
            Answers::Positions(positions) => positions.len(),
        };
        Self {
            side,
            missing: false,
            kind,
            takes_only: false,
            answers,
            after: Children::new(number),
            picks: RefCell::default(),
        }
    }

    fn branch(self) -> Branch {
        Branch::Choice(Rc::new(self))
    }

    /// How many answers there are.
    pub(super) fn len(&self) -> usize {
        self.after.0.borrow().len()
    }
}

/// The positions that follow, as far as somebody has asked for them.
#[derive(Debug)]
struct Children(RefCell<Vec<Option<NodeId>>>);

impl Children {
    fn new(number: usize) -> Self {
        Self(RefCell::new(vec![None; number]))
    }
}

#[derive(Debug)]
struct Node {
    position: Rc<Position>,
    branch: Option<Branch>,
    ends: OnceCell<Rc<Ends>>,
}

/// Positions are found again by their hashes, which are mixed enough.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The tree.
pub(super) struct Tree<'c> {
    pub(super) course: &'c Course,
    nodes: Vec<Node>,
    known: HashMap<u64, NodeId, BuildHasherDefault<AsItIs>>,
    /// The cards of the plan that somebody could play.
    pub(super) asked: HashSet<CardId>,
    /// How many positions were looked at.
    pub(super) positions: u64,
}

impl<'c> Tree<'c> {
    /// The root of a tree is node 0.
    pub(super) fn new(course: &'c Course) -> Self {
        let mut tree = Self {
            course,
            nodes: Vec::new(),
            known: HashMap::default(),
            asked: HashSet::new(),
            positions: 0,
        };
        tree.add(course.position.clone());
        tree
    }

    fn add(&mut self, position: Position) -> NodeId {
        let number = self.nodes.len();
        let known = *self.known.entry(position.hash()).or_insert(number);
        if known == number {
            self.nodes.push(Node {
                position: Rc::new(position),
                branch: None,
                ends: OnceCell::new(),
            });
        }
        known
    }

    /// Between which ends all measures lie in a position, whatever still comes.
    pub(super) fn ends(&self, at: NodeId) -> Rc<Ends> {
        let node = &self.nodes[at];
        let ends = || match &node.branch {
            Some(Branch::Over(values)) => values.map(|value| (value, value)),
            _ => self.course.start.ends(&node.position),
        };
        node.ends.get_or_init(|| Rc::new(ends())).clone()
    }

    /// What follows a position.
    pub(super) fn branch(&mut self, at: NodeId) -> Branch {
        if let Some(branch) = &self.nodes[at].branch {
            return branch.clone();
        }
        self.positions += 1;
        let position = self.nodes[at].position.clone();
        let branch = self.branch_of(&position);
        if matches!(branch, Branch::Over(_)) {
            // There are many ends, and nothing more is asked of their positions.
            self.nodes[at].position = self.nodes[0].position.clone();
        }
        self.nodes[at].branch = Some(branch.clone());
        branch
    }

    /// What comes of a die.
    pub(super) fn fallen(&mut self, at: NodeId, chance: &Chance, number: usize) -> NodeId {
        self.child(at, &chance.after, number, |now| {
            let outcome = chance.outcomes[number];
            now.with_die(outcome)
                .map(Position::advance_to_next_answers)
                .or_else(|| now.play_outcome(outcome).ok())
        })
    }

    /// What comes of an answer.
    pub(super) fn chosen(&mut self, at: NodeId, choice: &Choice, number: usize) -> NodeId {
        self.child(at, &choice.after, number, |now| {
            let orders = match &choice.answers {
                Answers::Moves(moves) => &moves[number],
                Answers::Positions(positions) => return Some(positions[number].clone()),
            };
            let next = match choice.kind {
                DecisionKind::Losses => now.with_losses(orders),
                DecisionKind::Retreat => now.with_retreat(orders),
                DecisionKind::Advance => now.with_advance(orders),
                _ => return Some(now.repair(orders)),
            };
            next.map(Position::advance_to_next_answers)
        })
    }

    fn child(
        &mut self,
        at: NodeId,
        after: &Children,
        number: usize,
        next: impl FnOnce(&Position) -> Option<Position>,
    ) -> NodeId {
        if let Some(known) = after.0.borrow()[number] {
            return known;
        }
        let now = &self.nodes[at].position;
        let next = next(now).unwrap_or_else(|| Position::clone(now));
        let node = self.add(plain(next));
        after.0.borrow_mut()[number] = Some(node);
        node
    }

    /// Which answer a policy takes.
    pub(super) fn pick(&self, at: NodeId, choice: &Choice, style: &Style) -> usize {
        let Answers::Moves(moves) = &choice.answers else {
            return 0;
        };
        let mut picks = choice.picks.borrow_mut();
        if let Some((_, pick)) = picks.iter().find(|(known, _)| known == style) {
            return *pick;
        }
        let position = &self.nodes[at].position;
        let pick = policy::choice(position, choice.side, choice.kind, moves, style);
        picks.push((*style, pick));
        pick
    }

    /// The answer that is often one of the two ends, besides the first.
    pub(super) fn likely(&self, at: NodeId, choice: &Choice) -> usize {
        match choice.kind {
            DecisionKind::Losses => 0,
            _ => self.pick(at, choice, &Style::default()),
        }
    }

    fn branch_of(&mut self, position: &Position) -> Branch {
        let state = position.state();
        let (Some(stage), Some(top)) = (state.stage(), state.top()) else {
            return self.over(position);
        };
        match top.kind {
            // The CP places a tribe, though the battle goes on (16.3.2-1).
            FrameKind::Tribes => {
                let places = position.tribe_places();
                let placed = places.iter().flat_map(|(unit, places)| {
                    let places = places.iter();
                    places.map(|place| position.place_tribe(*unit, *place))
                });
                let placed = Answers::Positions(placed.collect());
                return Choice::new(Side::Cp, DecisionKind::Tribes, placed).branch();
            }
            FrameKind::Weather
            | FrameKind::Flank
            | FrameKind::Dice
            | FrameKind::CardDie
            | FrameKind::Losses => {
                if let Some(results) = position.throws(top) {
                    let (outcomes, odds): (Vec<_>, _) = results.iter().unzip();
                    return Branch::Chance(Rc::new(Chance {
                        after: Children::new(outcomes.len()),
                        outcomes: outcomes.into_iter().copied().collect(),
                        odds,
                    }));
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
        Branch::Next(self.add(plain(next)))
    }

    fn over(&self, position: &Position) -> Branch {
        Branch::Over(self.course.start.tell(position))
    }

    /// A choice after the dice: of answers that are alike the first.
    fn choice(&self, position: &Position, side: Side, asked: DecisionKind) -> Branch {
        let course = self.course;
        let answers = position.answers_after(ANSWERS);
        let missing = answers.len() >= ANSWERS;
        // Nothing is chosen after the advance but by cards.
        let last = asked == DecisionKind::Advance && !course.plan.comes_last(position.data());
        let mut answers = course.kinds.first_of_each(position, answers, last);
        if answers.is_empty() {
            answers.push(Move::default());
        }
        let takes_only = last
            && !missing
            && answers.len() > 1
            && PostCombat::new(position).is_some_and(|after| takes_only(&after));
        let choice = Choice {
            missing,
            takes_only,
            ..Choice::new(side, asked, Answers::Moves(answers))
        };
        choice.branch()
    }

    /// The cards that a side plays now: those that were named for it, as soon as they are offered;
    /// JAFAR PASHA after the dice, if a new die promises more.
    fn cards(&mut self, position: &Position, side: Side) -> Move {
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
                self.asked.extend(late.then_some(card));
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
            self.asked.insert(card);
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
