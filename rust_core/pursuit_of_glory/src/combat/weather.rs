//! Severe weather (12.5).

use super::effects::happened_this_turn;
use super::{Battle, Fighter, Role};
use crate::cards::{Combat, Does, RUSSIAN_WINTER_OFFENSIVE, Sheltered};
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;

/// A check to be rolled for one place attacked from (12.5.1.a-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The place.
    pub from: PlaceId,
    /// The terrain that calls for it.
    pub terrain: Terrain,
    /// The place of that terrain: the target or the place attacked from.
    pub place: PlaceId,
    /// The lowest die that harms: the number of the action round (12.5.1.a-2).
    pub lowest: u8,
    /// The units that are reduced by such a die, of those that take part (12.5.1.c).
    pub units: Vec<UnitId>,
}

impl Battle<'_> {
    /// The checks still to be rolled, in the order of the places (12.5-1; not in mild areas,
    /// 12.5-2).
    #[must_use]
    pub fn weather(&self) -> Vec<Check> {
        if self.declared.happened.weather {
            return Vec::new();
        }
        let (turn, round) = self.time();
        let season = usize::from(turn).checked_sub(1);
        let Some(season) = season.and_then(|at| self.data.seasons.get(at)).copied() else {
            return Vec::new();
        };
        let lowest = round.clamp(1, 7).to_le_bytes()[0];
        let target = self.target();
        let harsh = |place: PlaceId| {
            let terrain = self.terrain(place)?;
            let ground = self.data.battle.terrain(terrain);
            let harsh = ground.severe_weather == Some(season)
                && !ground.mild.contains(&self.data.spaces[place].area);
            harsh.then_some((terrain, place))
        };
        let mut checks = Vec::new();
        let checked = self.declared.happened.weather_checked;
        for from in self.origins().iter() {
            if checked.is_some_and(|checked| from <= checked) {
                continue;
            }
            let Some((terrain, place)) = harsh(target).or_else(|| harsh(from)) else {
                continue;
            };
            let fighters = self.fighters[Role::Attacker as usize].iter();
            let suffers = |unit: &&Fighter| unit.from == from && self.suffers(unit, terrain);
            let units: Vec<_> = fighters.filter(suffers).map(|unit| unit.unit).collect();
            if !units.is_empty() && lowest <= 6 {
                checks.push(Check {
                    from,
                    terrain,
                    place,
                    lowest,
                    units,
                });
            }
        }
        checks
    }

    /// Whether severe weather could reduce the unit: at full strength, regular, and kept from it by
    /// no card (12.5.1.b, 12.5.1.d, 12.5.1.f).
    fn suffers(&self, fighter: &Fighter, terrain: Terrain) -> bool {
        let unit = &self.data.units[fighter.unit];
        if fighter.reduced || unit.class != Class::Regular {
            return false;
        }
        let (turn, _) = self.time();
        let shelters = |side: Side, whom: Sheltered| match whom {
            Sheltered::All => self.side == side,
            Sheltered::Of(nation) => fighter.nations.has(nation),
        };
        let mut played = self.declared.cards.iter();
        let now = played.any(|played| {
            let card = self.card(played).and_then(Combat::shelters);
            played.moment != Moment::Dice && card.is_some_and(|whom| shelters(played.side, whom))
        });
        let mut cards = self.data.cards_with(Does::ForAllTheTurn);
        let lasting = cards.any(|card| {
            let whom = self.data.combat(card).and_then(Combat::shelters);
            whom.is_some_and(|whom| shelters(self.data.cards[card].side, whom))
                && happened_this_turn(self.state(), card, turn)
        });
        if now || lasting {
            return false;
        }
        // RUSSIAN WINTER OFFENSIVE: RU units and mountains.
        let event = self.event_of_this_action();
        let offensive = event == Some(RUSSIAN_WINTER_OFFENSIVE);
        !(offensive && terrain == Terrain::Mountain && fighter.nations.has(Nation::Ru))
    }
}
