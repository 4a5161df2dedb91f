//! Which decision of a battle a position asks for.

use crate::battles::{Asked, Question};
use crate::position::Position;
use crate::state::FrameKind;

impl Position {
    /// The decision that the battle under way asks for; while there is none, the next attack.
    /// `None` where a battle waits for dice.
    #[must_use]
    pub fn asked_in_battle(&self) -> Option<Asked> {
        let state = self.state();
        let mut agenda = state.agenda().rev();
        // Tribes come between the steps of a battle.
        let top = agenda.find(|frame| frame.kind != FrameKind::Tribes)?;
        let kind = match top.kind {
            FrameKind::Defence => Question::Defence,
            FrameKind::Cards => Question::Cards,
            FrameKind::Returns => Question::Returns,
            FrameKind::Withdrawal => Question::Withdrawal,
            FrameKind::Losses => Question::Losses,
            FrameKind::Retreat | FrameKind::SaveTiflis => Question::Retreat,
            FrameKind::Advance => Question::Advance,
            FrameKind::Repair => Question::Repair,
            FrameKind::Excess if !self.in_excess().is_empty() => Question::Excess,
            _ if state.target().is_some() => return None,
            _ => {
                return Some(Asked {
                    kind: Question::Attack,
                    side: state.active(),
                    moment: None,
                });
            }
        };
        Some(Asked {
            kind,
            side: top.side?,
            moment: top.moment(),
        })
    }
}
