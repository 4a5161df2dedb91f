//! Which decision of a battle a position asks for.

use crate::position::Position;
use crate::state::FrameKind;
use crate::vocabulary::{DecisionKind, Moment, Side};

/// The decisions that follow the dice of a battle, or an action (12.6-12.9, 10.4).
pub const AFTER_DICE: &[DecisionKind] = &[
    DecisionKind::Losses,
    DecisionKind::Retreat,
    DecisionKind::Advance,
    DecisionKind::Repair,
    DecisionKind::Excess,
];

/// A decision of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleDecision {
    /// What is asked.
    pub kind: DecisionKind,
    /// Whom.
    pub side: Side,
    /// When, if cards are asked for.
    pub moment: Option<Moment>,
}

impl Position {
    /// The decision that the battle under way asks for; while there is none, the next attack.
    /// `None` where a battle waits for dice.
    #[must_use]
    pub fn asked_in_battle(&self) -> Option<BattleDecision> {
        let state = self.state();
        let mut agenda = state.agenda().rev();
        // Tribes come between the steps of a battle.
        let top = agenda.find(|frame| !frame.kind.interrupts())?;
        let kind = match top.kind {
            FrameKind::Defence => DecisionKind::Defence,
            FrameKind::Cards => DecisionKind::Cards,
            FrameKind::Returns => DecisionKind::Returns,
            FrameKind::Withdrawal => DecisionKind::Withdrawal,
            FrameKind::Losses => DecisionKind::Losses,
            FrameKind::Retreat | FrameKind::SaveTiflis => DecisionKind::Retreat,
            FrameKind::Advance => DecisionKind::Advance,
            FrameKind::Repair => DecisionKind::Repair,
            FrameKind::Excess if !self.in_excess().is_empty() => DecisionKind::Excess,
            FrameKind::ExcessLcus => return None,
            _ if state.target().is_some() => return None,
            _ => {
                return Some(BattleDecision {
                    kind: DecisionKind::Attack,
                    side: state.active(),
                    moment: None,
                });
            }
        };
        Some(BattleDecision {
            kind,
            side: top.side?,
            moment: top.moment(),
        })
    }
}
