//! CHURCHILL PREVAILS: the navy tries to force the straits, fort by fort (18.11).

use super::super::agenda::NextStep;
use super::super::chance::six_sided;
use super::super::decision::Parameters;
use super::super::{Outcome, Transition};
use super::{card_of, own};
use crate::cards::{CHURCHILL_PREVAILS, GERMAN_SUBS_IN_THE_MED, Happening};
use crate::check::{Arg, Violation, codes};
use crate::control::index;
use crate::data::PlaceId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, Scalar};
use crate::vocabulary::*;
use engine::chance::{Random, Results};

/// The RU points that a free way through the Bosphorus brings at once, and in every later turn (18.11.2.c-2,
/// 18.11.2.c-3).
const OPENED: i32 = 2;
const EVERY_TURN: i32 = 1;
/// In so many of a hundred answers at random the AP does what it need not.
const FIRES: usize = 70;

impl Position {
    /// Whether a fort stands there that is not the AP's.
    fn bars_the_navy(&self, place: PlaceId) -> bool {
        let held = self.view().control[index(Side::Ap)].contains(place);
        !held
            && self.data().spaces[place].fort > 0
            && self.state().get(Cell::FortDestroyed(place)) == 0
    }

    /// What the navy may fire on in an effect of the event, and whether it must (18.11.2.a-1, 18.11.2.c-1).
    pub(super) fn naval_targets(&self, effect: Happening) -> (Vec<PlaceId>, bool) {
        let known = &self.data().known;
        match effect {
            Happening::Straits => {
                let bars = |(_, fort): &(u8, PlaceId)| self.bars_the_navy(*fort);
                let mut left = known.strait_forts().to_vec();
                left.retain(bars);
                let first = left.first().map(|(group, _)| *group);
                left.retain(|(group, _)| Some(*group) == first);
                (left.into_iter().map(|(_, fort)| fort).collect(), true)
            }
            Happening::Shelling => {
                let city = known.constantinople;
                let theirs = self.view().control[index(Side::Cp)].contains(city);
                (Some(city).filter(|_| theirs).into_iter().collect(), false)
            }
            Happening::Bosphorus => {
                let forts = known.the_bosphorus_forts;
                let bars = self.bars_the_navy(forts);
                (Some(forts).filter(|_| bars).into_iter().collect(), false)
            }
            _ => (Vec::new(), false),
        }
    }

    /// A fort that is fired on waits for its die; else the AP says on which, if it has a choice. With none left
    /// the navy is at Constantinople (18.11.1.d-2).
    pub(super) fn step_of_navy(&self, frame: Frame, effect: Happening) -> NextStep {
        if frame.place().is_some() {
            return NextStep::Throws;
        }
        match self.naval_targets(effect) {
            (targets, _) if targets.is_empty() => {
                let mut next = self.effect_is_done();
                if effect == Happening::Straits {
                    next.put_flag(Flag::NavyAtConstantinople, true);
                }
                NextStep::Takes(Box::new(next.advance_to_next_decision()))
            }
            (targets, true) if targets.len() == 1 => {
                NextStep::Takes(Box::new(self.fired_on(effect, targets.first().copied())))
            }
            _ => NextStep::Decides(DecisionKind::Bombardment),
        }
    }

    pub(super) fn navy_asks(&self, frame: Frame, effect: Happening) -> Parameters {
        let (places, required) = self.naval_targets(effect);
        Parameters::Bombardment {
            card: card_of(frame).unwrap_or(0),
            places,
            required,
        }
    }

    /// Every rule that a choice of what to fire on breaks.
    pub(super) fn check_navy(&self, effect: Happening, made: &Move) -> Vec<Violation> {
        let (targets, required) = self.naval_targets(effect);
        let code = match effect {
            Happening::Shelling => &codes::NOT_SHELLED,
            Happening::Bosphorus => &codes::NOT_THE_BOSPHORUS,
            _ => &codes::NOT_A_TARGET,
        };
        let mut named: Vec<PlaceId> = Vec::new();
        let mut found = Vec::new();
        for order in made.orders() {
            let Order::Bombard { place } = *order else {
                continue;
            };
            if !targets.contains(&place) {
                found.push(Violation::new(code, &[Arg::Place(place)]));
            } else if !named.contains(&place) {
                named.push(place);
            }
        }
        if required && named.len() != 1 {
            let number = u32::try_from(named.len()).unwrap_or(u32::MAX);
            found.push(Violation::new(&codes::ONE_TARGET, &[Arg::Number(number)]));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The position after that choice.
    pub(super) fn fired(&self, effect: Happening, made: &Move) -> Self {
        let (targets, _) = self.naval_targets(effect);
        let mut named = made.orders().iter().filter_map(|order| match order {
            Order::Bombard { place } => Some(*place).filter(|place| targets.contains(place)),
            _ => None,
        });
        self.fired_on(effect, named.next())
    }

    fn fired_on(&self, effect: Happening, target: Option<PlaceId>) -> Self {
        let Some(target) = target else {
            return self.effect_is_done().advance_to_next_decision();
        };
        if effect == Happening::Shelling {
            // 18.11.2.a-2
            let mut next = self.effect_is_done();
            next.shift(Track::Vp, -1);
            next.raise_jihad(1);
            return next.advance_to_next_decision();
        }
        let mut next = self.clone();
        next.about(Some(target));
        next.advance_to_next_decision()
    }

    /// The die against a fort: more than its strength destroys it (18.11.1.b-2).
    pub(super) fn navys_die(&self, frame: Frame) -> Option<Results<Outcome>> {
        let place = frame.place()?;
        let strength = u32::from(self.data().spaces[place].fort);
        Some(six_sided(|face| Outcome::Shelled {
            place,
            destroyed: face > strength,
        }))
    }

    /// A fort falls, and the navy goes on; or it stands, and the navy gives up (18.11.1.a-1). The units in the
    /// space are unharmed (18.11.1.a-2); who besieges the fort has its space.
    pub(super) fn fort_was_shelled(
        &self,
        frame: Frame,
        effect: Happening,
        destroyed: bool,
    ) -> Self {
        let Some(place) = frame.place() else {
            return self.clone();
        };
        let mut next = self.clone();
        next.about(None);
        if !destroyed {
            next.event_fails();
            return next.advance_to_next_decision();
        }
        let mut transition = Transition::new(&next, own(frame));
        transition.fort_is_lost(place);
        transition.settle();
        let mut next = transition.now;
        if effect == Happening::Bosphorus {
            next = next.effect_is_done();
            if next.may_record(Replacement::Ru) {
                next.add_points(Replacement::Ru, OPENED);
            }
            next.put_flag(Flag::NavyInBlackSea, true);
        }
        next.advance_to_next_decision()
    }

    /// Ships of supplies reach Russia in every turn after the one in which the Bosphorus was opened, until
    /// submarines hunt them (18.11.2.c-3, 18.11.2.c-4).
    pub(in crate::sequence) fn record_supplies_for_russia(&mut self) {
        let opened = self
            .state()
            .holds(Scalar::Flags, Flag::NavyInBlackSea as u8);
        let hunted = self.state().happened(GERMAN_SUBS_IN_THE_MED);
        if opened
            && !hunted
            && !self.happens_now(CHURCHILL_PREVAILS)
            && self.may_record(Replacement::Ru)
        {
            self.add_points(Replacement::Ru, EVERY_TURN);
        }
    }

    /// Legal answers at random.
    pub(super) fn sampled_bombardments(
        &self,
        effect: Happening,
        seed: u64,
        count: usize,
    ) -> Vec<Move> {
        let (targets, required) = self.naval_targets(effect);
        let one = |number: usize| {
            let mut random = Random::new(seed, number as u64 + 1);
            let target = random.pick(&targets).copied();
            let target = target.filter(|_| required || random.chance(FIRES));
            let orders = target.into_iter().map(|place| Order::Bombard { place });
            Move::new(orders.collect())
        };
        (0..count).map(one).collect()
    }
}
