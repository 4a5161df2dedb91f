//! Whom combat cards may bring into a battle, and which places may be named for them.

use crate::board::BitSet;
use crate::cards::{Combat, Does, Effect, Simple};
use crate::check::Checker;
use crate::combat::{Battle, Role};
use crate::data::{PlaceId, UnitId};
use smallvec::SmallVec;

/// The places that may be named for a card, of each kind that it asks for.
pub(super) type Spots = SmallVec<[BitSet; 2]>;

impl Checker<'_> {
    /// The units that a card may bring, each with a place where it would fight; one that marches
    /// stands here once for every such place.
    pub(crate) fn recruits(&self, battle: &Battle<'_>, card: &Combat) -> Vec<(UnitId, PlaceId)> {
        let defends = battle.role(self.side) == Some(Role::Defender);
        let role = battle.role(self.side);
        let brings = |effect: &Effect| match (effect, role) {
            (Effect::Plain(Does::Marches), Some(role)) => Some(self.marchers(battle, role)),
            (Effect::Plain(Does::Redeploys), _) if defends => Some(self.surprises(battle)),
            (Effect::Plain(Does::CallsUp), _) if defends => Some(self.called_up(battle)),
            _ => None,
        };
        card.effects.iter().find_map(brings).unwrap_or_default()
    }

    /// The places that may be named for a card, of each kind it asks for.
    pub(super) fn spots(&self, battle: &Battle<'_>, card: &Combat) -> Spots {
        let role = battle.role(self.side);
        let names = |effect: &Effect| match effect {
            // An HQ joins one of the stacks that the card asks for.
            Effect::Joins(_) if card.asks(Simple::MixedStack) => {
                Some(battle.stacks_for_maude(self.side))
            }
            Effect::Joins(_) => (role == Some(Role::Attacker)).then(|| battle.stacks_for_islam()),
            Effect::Enters(unit) => {
                let mut places = self.landing_places(*unit);
                places.insert(self.data.known.ap_reserve);
                Some(places)
            }
            Effect::Plain(Does::DrivesBack) if role == Some(Role::Defender) => {
                Some(battle.stacks_to_drive_back())
            }
            Effect::IgnoresIfNamed(_) => Some(std::iter::once(battle.target()).collect()),
            _ => None,
        };
        let mut spots: Spots = card.effects.iter().filter_map(names).collect();
        spots.dedup();
        spots
    }
}
