//! An effect: ENVER GOES EAST sends Turkish stacks into battle, which the CP fights at once (9.5.1.a).

use super::super::agenda::NextStep;
use super::super::decision::Parameters;
use crate::activation::{ActivationRules, Purpose};
use crate::cards::Happening;
use crate::check::{Checker, Violation};
use crate::data::{CardId, PlaceId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{ACTED, Cell, Frame, FrameKind};
use crate::vocabulary::*;
use engine::chance::Random;

impl Position {
    /// The side whose units are being provoked: the law is asked whether it could attack with them.
    pub(crate) fn provoked_side(&self) -> Option<Side> {
        // Every fact of a position is told through this: most have no event under way.
        self.state().under_way(FrameKind::Event)?;
        let next = self.at_next_decision();
        let event = next.state().top()?;
        let provokes = event.kind == FrameKind::Event
            && matches!(next.effect_of(event), Some(Happening::Provokes(_)));
        provokes.then_some(Side::Cp)
    }

    pub(super) fn step_of_provocation(&self, number: u8) -> NextStep {
        let checker = Checker::of_side(self, Side::Cp);
        match checker.provocable_number(number) {
            0 => NextStep::Takes(Box::new(self.effect_is_done().advance_to_next_decision())),
            _ => NextStep::Decides(DecisionKind::Provocation),
        }
    }

    pub(super) fn provocation(&self, card: CardId, number: u8) -> Parameters {
        let checker = Checker::of_side(self, Side::Cp);
        let mut stacks: Vec<(PlaceId, Vec<PlaceId>)> = Vec::new();
        for one in checker.provocable() {
            match stacks.iter_mut().find(|(place, _)| *place == one.place) {
                Some((_, targets)) => targets.extend(one.targets),
                None => stacks.push((one.place, one.targets)),
            }
        }
        for (_, targets) in &mut stacks {
            targets.sort_unstable();
            targets.dedup();
        }
        Parameters::Provocation {
            card,
            number: checker.provocable_number(number),
            stacks,
        }
    }

    pub(super) fn check_provocation(&self, number: u8, made: &Move) -> Vec<Violation> {
        Checker::of_side(self, Side::Cp).check_provocation(number, made)
    }

    /// The position in which the CP fights the battles: the action of the AP is over, and that of the CP
    /// comes after them. All units of a stack wait that may attack, and HQs with them.
    /// The attacks meet the offensives of the CP as others do (7.4.2-3).
    pub(super) fn provoked(&self, made: &Move) -> Self {
        let mut next = self.clone();
        // The event, which ends with this, and the action.
        next.pop();
        next.pop();
        let mut action = Frame::of(FrameKind::Action).by(Side::Cp);
        let mut stack = 0;
        let rules = ActivationRules::new(self, Side::Cp, &Readings::OURS);
        for order in made.orders() {
            let Order::Provoke {
                place,
                target,
                units,
            } = order
            else {
                continue;
            };
            let on_map = |place: &PlaceId| *place < self.data().on_map;
            if !on_map(place) || !on_map(target) || stack == 2 {
                continue;
            }
            action.args[stack] = u16::try_from(target + 1).unwrap_or(0);
            stack += 1;
            let number = u16::try_from(stack).unwrap_or(0);
            let wide = self.data().movement_graph.unlimited_stacking;
            for unit in self.units_at(*place) {
                let chosen = units.is_empty() || units.contains(&unit);
                if !chosen || self.side_of(unit) != Side::Cp {
                    continue;
                }
                next.put(Cell::Fought(unit), ACTED);
                let goes = rules.goes_along(unit, *place, Purpose::Attack);
                next.put(Cell::Attacking(unit), goes.into());
                next.put(Cell::Provoked(unit), number);
                let apart = wide.contains(*place);
                next.put(Cell::Stack(unit), if apart { number } else { 0 });
            }
        }
        next.push(action);
        next.push(Frame::of(FrameKind::Attack).by(Side::Cp));
        next.advance_to_next_decision()
    }

    /// Legal answers at random.
    pub(super) fn sampled_provocations(&self, number: u8, seed: u64, count: usize) -> Vec<Move> {
        let checker = Checker::of_side(self, Side::Cp);
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        (0..count)
            .map(|at| checker.sampled_provocation(number, &mut stream(at)))
            .collect()
    }
}
