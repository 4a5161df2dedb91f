//! Battles by plain recursion.

use super::*;
use pursuit_of_glory::check::CardOffer;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::sequence::{Decision, Parameters};
use pursuit_of_glory::state::Cell;
use pursuit_of_glory::vocabulary::DecisionKind as Kind;

/// Plain recursion: every legal answer, none taken for another, nothing remembered.
pub(super) struct Plain<'b> {
    pub(super) start: &'b Position,
    pub(super) attacker: Side,
    pub(super) target: PlaceId,
    /// The cards that are played as soon as they can be.
    pub(super) cards: &'b [CardId],
    /// The stack that defends a region.
    pub(super) defenders: &'b [UnitId],
    pub(super) left: u32,
}

/// By measure the values of [`BOUNDS`].
type Bounds = Vec<[Fraction; 3]>;

impl Plain<'_> {
    fn id(now: &Position, unit: UnitId) -> &'static str {
        now.place(unit)
            .map_or("", |place| DATA.spaces[place].id.as_str())
    }

    fn fallen(now: &Position, unit: UnitId) -> bool {
        Self::id(now, unit).contains("eliminated")
    }

    fn steps(now: &Position, unit: UnitId) -> i64 {
        let id = Self::id(now, unit);
        let gone = id.is_empty() || id.contains("eliminated") || id.contains("removed");
        match (gone, now.state().get(Cell::Reduced(unit)) > 0) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }

    fn tell(&self, end: &Position, measure: Measure) -> i64 {
        let side = |attacks: bool| {
            let fighters = DATA.counters.combat.iter();
            fighters.filter(move |unit| (self.start.side_of(*unit) == self.attacker) == attacks)
        };
        let lost = |attacks: bool| -> i64 {
            let steps =
                side(attacks).map(|unit| Self::steps(self.start, unit) - Self::steps(end, unit));
            steps.sum()
        };
        let fell = |attacks: bool| -> i64 {
            let fell = side(attacks).map(|unit| {
                i64::from(Self::fallen(end, unit)) - i64::from(Self::fallen(self.start, unit))
            });
            fell.sum()
        };
        let stands = |attacks: bool| side(attacks).any(|unit| end.place(unit) == Some(self.target));
        let from = [self.target, DATA.known.ap_reserve, DATA.known.cp_reserve];
        let retreated = side(false).any(|unit| {
            let was = self
                .start
                .place(unit)
                .is_some_and(|place| from.contains(&place));
            let place = end.place(unit).filter(|place| *place < DATA.on_map);
            was && place.is_some_and(|place| place != self.target)
        });
        let own = usize::from(self.attacker == Side::Cp);
        let view = end.view();
        match measure {
            Measure::AttackerSteps => lost(true),
            Measure::DefenderSteps => lost(false),
            Measure::AttackerUnits => fell(true),
            Measure::DefenderUnits => fell(false),
            Measure::Retreated => i64::from(retreated),
            Measure::Taken => {
                let held = view.control[own].contains(self.target);
                i64::from(held || (stands(true) && !stands(false)))
            }
            Measure::Cleared => {
                let fort = (view.forts & view.control[1 - own]).contains(self.target);
                i64::from(!stands(false) && (!fort || retreated))
            }
            Measure::Vp => {
                let vp = |now: &Position| i64::from(now.state().track(Track::Vp));
                (vp(end) - vp(self.start)) * if self.attacker == Side::Cp { 1 } else { -1 }
            }
        }
    }

    fn over(&self, end: &Position) -> Bounds {
        let told = |measure: &Measure| [Fraction::whole(self.tell(end, *measure)); 3];
        Measure::ALL.iter().map(told).collect()
    }

    /// The named cards that a side can play now.
    fn played(&self, now: &Position, side: Side, offers: &[CardOffer]) -> Move {
        let mut orders = Vec::new();
        for card in self.cards.iter().copied() {
            let offered = offers.iter().any(|offer| offer.card == card);
            if DATA.cards[card].side != side || !offered {
                continue;
            }
            orders.push(Order::Play { card });
            // Those of after the losses are played where they can be.
            let late = DATA.combat(card).unwrap().is_late();
            if late && !now.check(&Move::new(orders.clone())).unwrap().is_empty() {
                orders.pop();
            }
        }
        Move::new(orders)
    }

    /// The answers to a decision; `None` where the battle is over.
    pub(super) fn answers(&self, now: &Position, decision: Decision) -> Option<Vec<Move>> {
        Some(match (decision.kind, decision.parameters) {
            (_, Parameters::Tribes { places, .. }) => places
                .into_iter()
                .flat_map(|(unit, places)| {
                    let place = move |place| Move::new(vec![Order::PlaceTribe { unit, place }]);
                    places.into_iter().map(place)
                })
                .collect(),
            // Whatever set of them is legal (18.1.2.c).
            (_, Parameters::ExcessLcus { units, .. }) => (0..1_u32 << units.len())
                .map(|chosen| {
                    let gone = (0..units.len()).filter(|at| chosen >> at & 1 == 1);
                    let orders = gone.map(|at| Order::Eliminate { unit: units[at] });
                    Move::new(orders.collect())
                })
                .filter(|made| now.check(made).is_ok_and(|broken| broken.is_empty()))
                .collect(),
            (Kind::Losses | Kind::Retreat | Kind::Advance | Kind::Repair, _) => {
                now.answers_after(5_000)
            }
            (Kind::Cards, Parameters::Cards { cards, .. }) => {
                vec![self.played(now, decision.side?, &cards)]
            }
            (Kind::Defence, _) => {
                let stack = self.defenders.iter();
                vec![Move::new(
                    stack.map(|unit| Order::Defend { unit: *unit }).collect(),
                )]
            }
            (Kind::Returns | Kind::Withdrawal, _) => vec![Move::default()],
            _ => return None,
        })
    }

    /// `None` if it takes too long.
    fn value(&mut self, now: &Position) -> Option<Bounds> {
        self.left = self.left.checked_sub(1)?;
        if now.state().target().is_none() {
            return Some(self.over(now));
        }
        let decision = now.decision();
        if let Parameters::Chance { outcomes } = &decision.parameters {
            let mut sum = vec![[Fraction::ZERO; 3]; Measure::ALL.len()];
            for (outcome, part) in outcomes.iter() {
                let values = self.value(&now.play_outcome(*outcome).unwrap())?;
                for (sum, value) in sum.iter_mut().flatten().zip(values.iter().flatten()) {
                    *sum = sum.plus(part.times(*value).unwrap()).unwrap();
                }
            }
            return Some(sum);
        }
        let attacks = decision.side.unwrap() == self.attacker;
        let Some(answers) = self.answers(now, decision) else {
            return Some(self.over(now));
        };
        let mut best: Option<Bounds> = None;
        for answer in answers {
            let values = self.value(&now.play_unchecked(&answer).unwrap())?;
            let Some(best) = &mut best else {
                best = Some(values);
                continue;
            };
            for ((measure, best), values) in Measure::ALL.iter().zip(best).zip(values) {
                let wants_more = [false, true, measure.welcome() == attacks];
                for ((best, value), more) in best.iter_mut().zip(values).zip(wants_more) {
                    *best = if more {
                        (*best).max(value)
                    } else {
                        (*best).min(value)
                    };
                }
            }
        }
        best
    }
}

/// What is told of a battle is what plain recursion finds, if that does not take too long; how many
/// measures leave something to choose.
pub(super) fn compared(
    name: &str,
    course: &Course,
    mut plain: Plain<'_>,
    from: &Position,
) -> Option<usize> {
    let values = plain.value(from)?;
    let found = match course.evaluate(&BOUNDS, Measure::ALL, 20_000) {
        Ok(found) => found,
        // A card that nobody could play is refused.
        Err(error) => {
            let refused = !plain.cards.is_empty() && error.to_string().contains("never be played");
            assert!(refused, "{name}: {error}");
            return None;
        }
    };
    assert!(found.complete, "{name}");
    let mut choices = 0;
    for (row, measure) in Measure::ALL.iter().enumerate() {
        for (column, value) in values[row].iter().enumerate() {
            let interval = found.values[column][row];
            assert_eq!(
                (interval.low, interval.high),
                (*value, *value),
                "{name} {measure}"
            );
        }
        choices += usize::from(values[row][0] != values[row][1]);
    }
    Some(choices)
}
