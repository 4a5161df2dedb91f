//! Units that a revolt, the Revolution or ROMANIA brings (16.3.3.5.eg-1, 16.4.5.4, 18.8.4.2): where
//! they enter.

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use crate::check::newcomers::Newcomers;
use crate::data::CardId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind};
use crate::vocabulary::*;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match newcomers(position, frame).finds_room() {
        true => NextStep::Decides(DecisionKind::Newcomers),
        false => NextStep::Done,
    },
    parameters: |position, frame| Parameters::Newcomers {
        units: newcomers(position, frame).due().to_vec(),
    },
    check: |position, frame, made| newcomers(position, frame).check(made),
    take: |position, frame, made| Ok(position.enter_newcomers(frame, made)),
    ..SILENT
};

/// Units that enter for a side: of Egypt for the CP, of the Revolution for the AP.
pub(super) fn frame(side: Side) -> Frame {
    Frame::of(FrameKind::Newcomers).by(side)
}

fn side_of(frame: Frame) -> Side {
    frame.side.unwrap_or(Side::Ap)
}

/// The units of an event that enter for a side.
pub(super) fn frame_of(side: Side, event: CardId) -> Frame {
    frame(side).with(u16::try_from(event + 1).unwrap_or(0))
}

/// Who enters.
fn newcomers(position: &Position, frame: Frame) -> Newcomers<'_> {
    Newcomers::new(position, side_of(frame), event_of(frame))
}

/// The event that brings them, if one does.
fn event_of(frame: Frame) -> Option<CardId> {
    usize::from(frame.args[0]).checked_sub(1)
}

/// Whether somebody could enter.
pub(super) fn enter_for(position: &Position, frame: Frame) -> bool {
    newcomers(position, frame).finds_room()
}

impl Position {
    fn enter_newcomers(&self, frame: Frame, made: &Move) -> Self {
        let side = side_of(frame);
        let mut done = self.clone();
        done.pop();
        // The stage goes on; a revolt came upon what was under way.
        if side == Side::Ap {
            done.next_in_phase();
        }
        let mut transition = Transition::new(&done, side);
        for order in made.orders() {
            let Order::Enter { unit, place } = *order else {
                continue;
            };
            if place >= self.data().on_map {
                continue;
            }
            transition.end_in(unit, place);
            transition.trample(place);
            transition.now.put(Cell::Reduced(unit), 0);
            if unit == self.data().known.ge_georgian_protectorate {
                transition.take(place, Side::Ap);
            }
        }
        transition.settle_as_it_stands();
        transition.now.advance_to_next_decision()
    }

    /// The frame that asks where newcomers enter.
    pub(super) fn newcomers_asked(&self) -> Option<Newcomers<'_>> {
        let top = self.state().top()?;
        let asked = top.kind == FrameKind::Newcomers;
        asked.then(|| newcomers(self, top))
    }
}
