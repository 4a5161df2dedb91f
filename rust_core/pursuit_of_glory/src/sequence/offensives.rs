//! The Mandated Offensive Phase: each player rolls once (7.1.1-1), and the AP may choose one for Enver
//! (7.1, 7.2). What the die says is in force for the turn (7.1.1-2).

use super::Outcome;
use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::chance::six_sided;
use super::decision::Parameters;
use crate::cards::{ROBERTSON, TALAAT_PASHA_REFORMS_CABINET};
use crate::check::{Arg, Violation, codes};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, OFFENSIVES, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// The steps of the phase.
const DIE_OF_AP: u16 = 0;
const DIE_OF_CP: u16 = 1;
/// The AP chooses the offensive for Enver (7.2.enver-1).
const FOR_ENVER: u16 = 2;
/// The CP's second die.
const SECOND_DIE: u16 = 3;
/// The CP chooses its second one, since the die shows Enver again (7.2.enver-2).
const ENVER_AGAIN: u16 = 4;
const DONE: u16 = 5;

/// The results of the CP's table that are offensives (7.2.ru, 7.2.br, 7.2.tu).
const OF_CP: [Offensive; 3] = [Offensive::Ru, Offensive::BrInAnz, Offensive::Tu];

/// What stands in the Mandated Offensive Phase.
pub(super) fn next_step(position: &Position) -> NextStep {
    match position.state().step() {
        // The die falls no more after the cabinet is reformed (7.4.2-2).
        DIE_OF_CP if position.state().happened(TALAAT_PASHA_REFORMS_CABINET) => NextStep::Done,
        DIE_OF_AP | DIE_OF_CP | SECOND_DIE => NextStep::Throws,
        FOR_ENVER => NextStep::Begins(Frame::of(FrameKind::Offensive).by(Side::Ap)),
        ENVER_AGAIN => NextStep::Begins(Frame::of(FrameKind::Offensive).by(Side::Cp)),
        _ => NextStep::Done,
    }
}

/// An offensive of the CP that a side chooses: the AP Enver's, the CP its second one.
pub(super) const CHOICE: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::Offensive),
    parameters: |_, _| Parameters::Offensive {
        offensives: OF_CP.to_vec(),
    },
    check: |_, _, made| check(made),
    take: |position, frame, made| match made.orders() {
        [Order::Mandate { offensive }] => Ok(position.mandate(frame, *offensive)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

/// What is wrong with a choice: it is one of the three others.
fn check(made: &Move) -> Vec<Violation> {
    let mut found = Vec::new();
    for order in made.orders() {
        if let Order::Mandate { offensive } = order
            && !OF_CP.contains(offensive)
        {
            let number = Arg::Offensive(*offensive);
            found.push(Violation::new(&codes::NO_SUCH_OFFENSIVE, &[number]));
        }
    }
    match made.orders().len() {
        0 => found.push(Violation::new(&codes::NO_OFFENSIVE, &[])),
        1 => {}
        number => {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            found.push(Violation::new(
                &codes::TWO_OFFENSIVES,
                &[Arg::Number(number)],
            ));
        }
    }
    found
}

impl Position {
    /// The die that falls now: who rolls, and what comes of it.
    pub(super) fn die_of_offensive(&self) -> Option<Results<Outcome>> {
        let side = match self.state().step() {
            DIE_OF_AP => Side::Ap,
            DIE_OF_CP | SECOND_DIE => Side::Cp,
            _ => return None,
        };
        // Modifiers of events add up, are the AP's, and never below zero (7.4.1-1, 7.4.1-4, 7.4.1-5,
        // 7.4.1-6).
        let modifier = match side {
            Side::Ap => self.state().track(Track::MoModifier).max(0),
            _ => 0,
        };
        Some(six_sided(|face| {
            let total = i32::try_from(face).unwrap_or(0) + modifier;
            let offensive = self.data().offensives.result(side, total);
            match self.comes_to(side, offensive) {
                Some(offensive) => Outcome::Offensive { side, offensive },
                None => Outcome::RollAgain { side },
            }
        }))
    }

    /// What a result comes to; `None` if the die is rolled again.
    fn comes_to(&self, side: Side, offensive: Offensive) -> Option<Offensive> {
        let revolution = self.state().scalar(Scalar::RevolutionStage) > 0;
        let robertson = self.state().happened(ROBERTSON);
        match (side, offensive) {
            // The text of the card.
            (Side::Ap, Offensive::None | Offensive::Ru) if robertson => {
                Some(Offensive::NoBrAttacks)
            }
            (_, Offensive::None | Offensive::NoBrAttacks | Offensive::EnverToTheFront) => {
                Some(offensive)
            }
            // 7.4.2-1
            (Side::Ap, Offensive::Ru) if revolution => Some(Offensive::None),
            // A nation that is not there is not attacked (7.1.2-1, 7.2.ru-2); for an area without
            // enemies the die is rolled again (7.1.2-2).
            _ if self.may_be_made(side, offensive) => Some(offensive),
            (_, Offensive::Balkans | Offensive::MesoOrPersia) => None,
            _ => Some(Offensive::None),
        }
    }

    /// The die has fallen.
    pub(super) fn take_offensive(&self, side: Side, offensive: Offensive) -> Self {
        let mut next = self.clone();
        let step = self.state().step();
        let again = offensive == Offensive::EnverToTheFront;
        let then = match (step, again) {
            (DIE_OF_AP, _) => DIE_OF_CP,
            (DIE_OF_CP, true) => FOR_ENVER,
            (SECOND_DIE, true) => ENVER_AGAIN,
            _ => DONE,
        };
        if !again {
            next.put_offensive(side, usize::from(step == SECOND_DIE), offensive);
        }
        next.put_arg(FrameKind::Phase, 1, then);
        next.advance_to_next_decision()
    }

    /// A choice is made.
    fn mandate(&self, frame: Frame, offensive: Offensive) -> Self {
        let mut next = self.clone();
        let enver = frame.side == Some(Side::Ap);
        next.put_offensive(Side::Cp, usize::from(!enver), offensive);
        if enver {
            next.put_flag(Flag::EnverOffensive, true);
        }
        next.pop();
        next.put_arg(FrameKind::Phase, 1, if enver { SECOND_DIE } else { DONE });
        next.advance_to_next_decision()
    }

    fn put_offensive(&mut self, side: Side, slot: usize, offensive: Offensive) {
        let first = if side == Side::Cp { OFFENSIVES } else { 0 };
        self.put(Cell::Offensive(first + slot), offensive as u16 + 1);
    }

    /// What was mandated is of its turn alone.
    pub(super) fn forget_offensives(&mut self) {
        for slot in 0..2 * OFFENSIVES {
            self.put(Cell::Offensive(slot), 0);
        }
        self.put_flag(Flag::EnverOffensive, false);
    }

    pub(in crate::sequence) fn put_flag(&mut self, flag: Flag, set: bool) {
        let flags = self.state().scalar(Scalar::Flags);
        let bit = 1 << flag as u16;
        self.put_scalar(Scalar::Flags, if set { flags | bit } else { flags & !bit });
    }
}
