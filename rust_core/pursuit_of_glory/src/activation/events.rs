//! What an event activates, and for what its OPS are (9.5.1.a, 9.5.1.f-1).

use super::Purpose;
use crate::board::BitSet;
use crate::cards::Happening;
use crate::data::{Data, PlaceId, UnitId};
use crate::position::Position;
use crate::state::{ACTIONS, FrameKind, Scalar};
use crate::vocabulary::*;

impl FreeActivation {
    /// Whether units are activated for movement by it.
    #[must_use]
    pub const fn moves(self) -> bool {
        matches!(self, Self::PersianPush | Self::SecretTreaty)
    }

    /// Whether it activates units of a place for a purpose: the stack that is named, or all.
    #[must_use]
    pub fn allows(self, data: &Data, place: PlaceId, purpose: Purpose, units: &[UnitId]) -> bool {
        let Some(space) = data.spaces.get(place) else {
            return false;
        };
        let of = |nation: Nation| move |unit: &UnitId| data.units[*unit].is_of(nation);
        let fronts = [Area::Caucasus, Area::Azerbaijan, Area::Mesopotamia];
        let at_front = space.kind == Kind::Space && fronts.contains(&space.area);
        let here = match self {
            Self::Romania => units.iter().any(of(Nation::Ro)),
            Self::PersianPush => at_front,
            Self::SecretTreaty => {
                let persian = space.kind == Kind::Region && space.area == Area::PersiaRegion;
                at_front || persian || place == data.known.central_asia
            }
            Self::Corps => false,
            Self::ArabRevolt => {
                place == data.known.hejaz && units.iter().all(of(Nation::ArabRevolt))
            }
        };
        here && self.moves() == (purpose == Purpose::Move)
    }
}

impl Position {
    /// What the event under way activates free of OPS; `None` where OPS are spent.
    #[must_use]
    pub fn free_activation(&self) -> Option<FreeActivation> {
        let top = self.state().top()?;
        let card = usize::from(top.args[1]).checked_sub(1)?;
        let event = self.data().cards.get(card)?.event.as_ref()?;
        let what = event.iter().find_map(|effect| match effect {
            Happening::Activates(what) => Some(*what),
            _ => None,
        });
        what.filter(|_| top.kind == FrameKind::Operations)
    }

    /// What the OPS of the event under way are for; `None` where they are for anything.
    #[must_use]
    pub fn ops_of_event(&self) -> Option<OpsOf> {
        let top = self.state().top()?;
        let card = usize::from(top.args[1]).checked_sub(1)?;
        let event = self.data().cards.get(card)?.event.as_ref()?;
        let what = event.iter().find_map(|effect| match effect {
            Happening::OpsFor(what) => Some(*what),
            _ => None,
        });
        what.filter(|_| top.kind == FrameKind::Operations)
    }

    /// The units that the event of the action under way has brought: they did not begin the round where
    /// they are (18.3.2.f).
    #[must_use]
    pub fn just_entered(&self) -> BitSet {
        let state = self.state();
        let round = state.scalar(Scalar::Round);
        let event = (0..ACTIONS).rev().find_map(|at| {
            let (when, side, kind) = state.action_at(at)?;
            Some((when, side, kind, state.card_of_action(at)?))
        });
        let Some((when, side, ActionKind::Event, card)) = event else {
            return BitSet::EMPTY;
        };
        if when != round || side != state.active() {
            return BitSet::EMPTY;
        }
        let brought = self.data().cards[card].brings.iter();
        brought.map(|one| one.unit).collect()
    }
}
