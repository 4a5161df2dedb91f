//! What an event activates, whatever that costs, and for what its OPS are (9.1.2-4, 9.5.1.a, 9.5.1.f-1).

use super::Purpose;
use crate::board::BitSet;
use crate::cards::Happening;
use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::position::Position;
use crate::state::FrameKind;
use crate::vocabulary::*;

impl FreeActivation {
    /// How many places it activates at most.
    #[must_use]
    pub const fn places(self) -> u8 {
        match self {
            Self::Russians => 2,
            _ => 1,
        }
    }

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
            Self::Russians => units.iter().any(of(Nation::Ru)),
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

    /// Whether a unit is one that may join those who attack: a TU or TU-A SCU of the Reserve Box.
    #[must_use]
    pub fn may_join(&self, unit: UnitId) -> bool {
        let data = self.data();
        self.ops_of_event() == Some(OpsOf::BullsEye)
            && self.place(unit) == Some(data.known.cp_reserve)
            && data.units[unit].size == Size::Scu
            && data.units[unit].is_turkish()
    }

    /// Whether a TU or TU-A unit stands in a place: such a place may be joined.
    #[must_use]
    pub fn turks_stand_in(&self, place: PlaceId) -> bool {
        let units = self.data().units.iter().enumerate();
        let mut turks = units.filter(|(_, entry)| entry.is_turkish());
        turks.any(|(unit, _)| self.place(unit) == Some(place))
    }

    /// The units that the event of the action under way has brought: they did not begin the round where
    /// they are (18.3.2.f-1).
    #[must_use]
    pub fn just_entered(&self) -> BitSet {
        let Some(top) = self.state().top() else {
            return BitSet::EMPTY;
        };
        let told = usize::from(top.args[1]).checked_sub(1);
        let card = told.or_else(|| self.event_of_action(self.state().active()));
        let card = card.filter(|_| top.kind == FrameKind::Operations);
        let brought = card.and_then(|card| self.data().cards.get(card));
        let brought = brought.into_iter().flat_map(|card| &card.brings);
        brought.map(|one| one.unit).collect()
    }

    /// The card whose event the action of a side is, if it is one.
    pub(crate) fn event_of_action(&self, side: Side) -> Option<CardId> {
        self.state().event_now(side)
    }
}
