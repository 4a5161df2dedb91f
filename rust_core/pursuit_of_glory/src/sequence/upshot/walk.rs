//! The tree of a battle: dice, choices, and the values that come up from its ends.

use super::{Conduct, Course, Measure, Span, habits};
use crate::aftermath::PostCombat;
use crate::cards::{Combat, Does};
use crate::combat::{Role, Style};
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BattleVar, Cell, FrameKind};
use crate::vocabulary::*;
use engine::chance::{Fraction, Results, TooFine};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// More answers to one decision are not gone through.
const ANSWERS: usize = 20_000;

/// For each pair of conducts the values of each measure, one after the other.
type Values = Rc<[Span]>;

/// What a position waits for.
enum Node {
    /// The battle is over.
    Over,
    /// What is settled: the position after it.
    BattleFlag(Box<Position>),
    /// A die.
    Chance(Results<super::super::Outcome>),
    /// The CP places a tribe, though the battle goes on (16.3.2-1).
    Tribes(Vec<Position>),
    /// A choice after the dice.
    Choice(Side, DecisionKind),
}

/// A walk through the tree.
pub(super) struct Walk<'c> {
    course: &'c Course,
    conducts: &'c [[Conduct; 2]],
    measures: &'c [Measure],
    most: u64,
    /// Up to how many positions may be looked at now.
    limit: u64,
    /// Whether every outcome of a die has its share of them.
    shared: bool,
    known: HashMap<u64, Values>,
    /// The cards of the plan that somebody could play.
    pub(super) asked: HashSet<CardId>,
    /// How many positions were looked at.
    pub(super) positions: u64,
    /// How often something was left out.
    missed: u64,
}

impl<'c> Walk<'c> {
    pub(super) fn new(
        course: &'c Course,
        conducts: &'c [[Conduct; 2]],
        measures: &'c [Measure],
        most: u64,
    ) -> Self {
        Self {
            course,
            conducts,
            measures,
            most,
            limit: most,
            shared: false,
            known: HashMap::new(),
            asked: HashSet::new(),
            positions: 0,
            missed: 0,
        }
    }

    /// The values of the whole battle. If it is too large, it is gone through once more with the
    /// positions shared out, so that something is known of every outcome of the dice.
    pub(super) fn whole(&mut self) -> Result<Values, TooFine> {
        let values = self.value(&self.course.position)?;
        if self.complete() {
            return Ok(values);
        }
        self.missed = 0;
        self.shared = true;
        self.limit = self.positions.saturating_add(self.most);
        self.value(&self.course.position)
    }

    /// Whether nothing was left out.
    pub(super) const fn complete(&self) -> bool {
        self.missed == 0
    }

    fn value(&mut self, position: &Position) -> Result<Values, TooFine> {
        if let Some(known) = self.known.get(&position.hash()) {
            return Ok(known.clone());
        }
        if self.positions >= self.limit {
            self.missed += 1;
            return Ok(self.anything(position));
        }
        self.positions += 1;
        let missed = self.missed;
        let values = match self.node(position) {
            Node::Over => self.over(position),
            Node::BattleFlag(next) => self.value(&next)?,
            Node::Chance(outcomes) => self.chance(position, &outcomes)?,
            Node::Tribes(next) => {
                let picks = vec![0; self.conducts.len()];
                let order: Vec<usize> = (0..next.len()).collect();
                self.choose(position, Side::Cp, &picks, &order, false, |_, at| {
                    next[at].clone()
                })?
            }
            Node::Choice(side, asked) => self.choice(position, side, asked)?,
        };
        // What is known in part may be known better next time.
        if self.missed == missed {
            self.known.insert(position.hash(), values.clone());
        }
        Ok(values)
    }

    /// The values of a battle that is over.
    fn over(&self, position: &Position) -> Values {
        self.spans(|measure| {
            let value = self.course.start.tell(position, measure);
            (value, value)
        })
    }

    /// Values between their ends.
    fn anything(&self, position: &Position) -> Values {
        self.spans(|measure| self.course.start.range(position, measure))
    }

    fn spans(&self, ends: impl Fn(Measure) -> (i64, i64)) -> Values {
        let of = |measure: &Measure| {
            let (low, high) = ends(*measure);
            Span {
                low: Fraction::whole(low),
                high: Fraction::whole(high),
            }
        };
        let once: Vec<Span> = self.measures.iter().map(of).collect();
        let all = self.conducts.iter().flat_map(|_| once.iter().copied());
        all.collect()
    }

    /// What the position waits for.
    fn node(&mut self, position: &Position) -> Node {
        let state = position.state();
        let Some(stage) = state.stage() else {
            return Node::Over;
        };
        let Some(top) = state.top() else {
            return Node::Over;
        };
        if top.kind == FrameKind::Tribes {
            let places = position.tribe_places();
            let placed = places.iter().flat_map(|(unit, places)| {
                let placed = |place| Some(position.place_tribe(*unit, place));
                places.iter().filter_map(move |place| placed(*place))
            });
            return Node::Tribes(placed.collect());
        }
        if let Some(outcomes) = position.chance() {
            return Node::Chance(outcomes);
        }
        let plan = &self.course.plan;
        let settled = |next: Position| Node::BattleFlag(Box::new(next));
        match position.asked_in_battle() {
            Some(asked) => match asked.kind {
                DecisionKind::Defence => {
                    let stack = plan.defenders.iter();
                    let orders = stack.map(|unit| Order::Defend { unit: *unit });
                    settled(position.defend(&Move::new(orders.collect())))
                }
                DecisionKind::Cards => {
                    let orders = self.cards(position, asked.side);
                    settled(position.play_cards(&orders))
                }
                DecisionKind::Returns => settled(position.take_back(&Move::default())),
                DecisionKind::Withdrawal => {
                    let orders = match plan.withdrawal {
                        true => vec![Order::WithdrawTurks],
                        false => Vec::new(),
                    };
                    settled(position.withdraw_turks(&Move::new(orders)))
                }
                DecisionKind::Losses
                | DecisionKind::Retreat
                | DecisionKind::Advance
                | DecisionKind::Repair => Node::Choice(asked.side, asked.kind),
                _ => Node::Over,
            },
            None => {
                // A stage that waits for nobody is passed by itself.
                debug_assert!(false, "{stage}: nobody is asked");
                Node::Over
            }
        }
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

    fn chance(
        &mut self,
        position: &Position,
        outcomes: &Results<super::super::Outcome>,
    ) -> Result<Values, TooFine> {
        let mut sum: Vec<Span> = Vec::new();
        let limit = self.limit;
        let all = outcomes.iter();
        for (number, (outcome, part)) in all.enumerate() {
            if self.shared {
                let waiting = u64::try_from(outcomes.parts().len() - number).unwrap_or(1);
                self.limit = self.positions + limit.saturating_sub(self.positions) / waiting;
            }
            let fallen = position.play_outcome(*outcome);
            let values = self.value(&plain(fallen.unwrap_or_else(|_| position.clone())))?;
            for (at, value) in values.iter().enumerate() {
                let (low, high) = (part.times(value.low)?, part.times(value.high)?);
                match sum.get_mut(at) {
                    None => sum.push(Span { low, high }),
                    Some(sum) => {
                        sum.low = sum.low.plus(low)?;
                        sum.high = sum.high.plus(high)?;
                    }
                }
            }
        }
        self.limit = limit;
        Ok(sum.into())
    }

    fn role(&self, side: Side) -> Role {
        match side == self.course.start.attacker {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    /// Whether what is chosen from the advance on can change a measure. Units advance without
    /// losses, and none comes back to the target; but for the Persian Cossacks, who are eliminated
    /// where they leave Persia (3.2.1.3.pe_ru), and CATASTROPHIC ATTACK, after which the defenders
    /// advance. Cards that repair come later, and are asked about elsewhere.
    fn advance_matters(&self, after: &PostCombat<'_>) -> bool {
        let known = &after.data.known;
        let units = after.participants(Side::Ap);
        let odd = units.contains(known.ru_pe_persian_cossacks) || after.catastrophe();
        odd || self
            .measures
            .iter()
            .any(|measure| matches!(measure, Measure::Taken | Measure::Vp))
    }

    fn choice(
        &mut self,
        position: &Position,
        side: Side,
        asked: DecisionKind,
    ) -> Result<Values, TooFine> {
        let mut answers = position.answers_after(ANSWERS);
        let mut missing = answers.len() >= ANSWERS;
        let role = self.role(side);
        // Nothing is chosen after the advance but by cards.
        let last = asked == DecisionKind::Advance && !self.course.plan.comes_last(position.data());
        answers = self.course.kinds.first_of_each(position, answers, last);
        if last
            && !missing
            && let Some(after) = PostCombat::new(position)
            && !self.advance_matters(&after)
        {
            answers.truncate(1);
        }
        if answers.is_empty() {
            answers.push(Move::default());
        }
        let style = |pair: &[Conduct; 2]| match pair[role as usize] {
            Conduct::Policy(style) => Some(style),
            _ => None,
        };
        let mut habits: Vec<(Style, usize)> = Vec::new();
        for style in self.conducts.iter().filter_map(style) {
            if !habits.iter().any(|(known, _)| *known == style) {
                let pick = habits::choice(position, side, asked, &answers, &style);
                habits.push((style, pick));
            }
        }
        let pick = |pair: &[Conduct; 2]| {
            let style = style(pair)?;
            let known = habits.iter().find(|(known, _)| *known == style);
            known.map(|(_, pick)| *pick)
        };
        let picks: Vec<usize> = self
            .conducts
            .iter()
            .map(|pair| pick(pair).unwrap_or(0))
            .collect();
        if self.conducts.iter().all(|pair| style(pair).is_some()) {
            // By policies alone the others are never met; but the policy has seen them all.
            missing = missing && asked != DecisionKind::Losses;
        }
        let play = |now: &Position, at: usize| -> Position {
            let orders = &answers[at];
            let next = match asked {
                DecisionKind::Losses => now.take_losses(orders),
                DecisionKind::Retreat => now.retreat(orders),
                DecisionKind::Advance => now.advance(orders),
                _ => now.repair(orders),
            };
            plain(next)
        };
        // What a policy takes and what comes first, often to do nothing, are often the two ends.
        let likely = match (asked, picks.first()) {
            (DecisionKind::Losses, _) | (_, None) => 0,
            (_, Some(_)) => habits::choice(position, side, asked, &answers, &Style::default()),
        };
        let mut order: Vec<usize> = (0..answers.len()).collect();
        order[..=likely].rotate_right(1);
        self.choose(position, side, &picks, &order, missing, play)
    }

    /// The values of a choice among answers in this order: `picks` says for each pair of conducts
    /// which one a policy takes. If answers are missing, anything may come of them.
    fn choose(
        &mut self,
        position: &Position,
        side: Side,
        picks: &[usize],
        order: &[usize],
        missing: bool,
        play: impl Fn(&Position, usize) -> Position,
    ) -> Result<Values, TooFine> {
        let role = self.role(side);
        let policy = |pair: &[Conduct; 2]| matches!(pair[role as usize], Conduct::Policy(_));
        let all = !self.conducts.iter().all(policy);
        let wide = self.anything(position);
        let mut sum: Vec<Option<Span>> = vec![None; wide.len()];
        self.missed += u64::from(missing);
        if missing {
            self.gather(&mut sum, &wide, role, None, picks);
        }
        let policies = self.conducts.iter().any(policy);
        for (number, at) in order.iter().enumerate() {
            if !all && !picks.contains(at) {
                continue;
            }
            let values = self.value(&play(position, *at))?;
            self.gather(&mut sum, &values, role, Some(*at), picks);
            let mut rest = order[number + 1..].iter();
            let awaited = policies && rest.any(|one| picks.contains(one));
            if !awaited && self.settled(&sum, &wide, role) {
                break;
            }
        }
        Ok(sum.into_iter().flatten().collect())
    }

    /// Which end of a measure a part wants by its conduct: the greater one?
    fn wants_more(conduct: Conduct, role: Role, measure: Measure) -> bool {
        let welcome = measure.welcome() == (role == Role::Attacker);
        match conduct {
            Conduct::Best => welcome,
            Conduct::Worst => !welcome,
            Conduct::Most => true,
            Conduct::Least | Conduct::Policy(_) => false,
        }
    }

    /// Adds the values of one more answer; without a number, those of answers nobody has seen.
    fn gather(
        &self,
        sum: &mut [Option<Span>],
        values: &[Span],
        role: Role,
        answer: Option<usize>,
        picks: &[usize],
    ) {
        for (column, pair) in self.conducts.iter().enumerate() {
            let conduct = pair[role as usize];
            let policy = matches!(conduct, Conduct::Policy(_));
            if policy && answer.is_some_and(|at| at != picks[column]) {
                continue;
            }
            for (row, measure) in self.measures.iter().enumerate() {
                let slot = column * self.measures.len() + row;
                let value = values[slot];
                let known = &mut sum[slot];
                *known = Some(match *known {
                    None => value,
                    Some(known) if policy => Span {
                        low: known.low.min(value.low),
                        high: known.high.max(value.high),
                    },
                    Some(known) if Self::wants_more(conduct, role, *measure) => most(known, value),
                    Some(known) => least(known, value),
                });
            }
        }
    }

    /// Whether all that choose have found all they could wish. What a policy takes is met anyway.
    fn settled(&self, sum: &[Option<Span>], wide: &[Span], role: Role) -> bool {
        let mut slots = (0..).zip(self.conducts).flat_map(|(column, pair)| {
            let rows = (0..).zip(self.measures);
            rows.map(move |(row, measure)| (column * self.measures.len() + row, pair, *measure))
        });
        slots.all(|(slot, pair, measure): (usize, _, _)| {
            let conduct = pair[role as usize];
            let Some(known) = sum[slot] else { return false };
            match conduct {
                Conduct::Policy(_) => true,
                _ if Self::wants_more(conduct, role, measure) => known.low == wide[slot].high,
                _ => known.high == wide[slot].low,
            }
        })
    }
}

fn most(one: Span, other: Span) -> Span {
    Span {
        low: one.low.max(other.low),
        high: one.high.max(other.high),
    }
}

fn least(one: Span, other: Span) -> Span {
    Span {
        low: one.low.min(other.low),
        high: one.high.min(other.high),
    }
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
            super::super::Outcome::Fire { number, .. } => u128::from(*number) * ways,
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
