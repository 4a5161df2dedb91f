//! Severe weather (12.5).

use super::cards::CombatCard;
use super::effects::happened_this_turn;
use super::{Battle, Fighter, Role};
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

    /// Could severe weather reduce the unit: at full strength, regular, and kept from it by no card
    /// (12.5.1.b, 12.5.1.d, 12.5.1.f)?
    fn suffers(&self, fighter: &Fighter, terrain: Terrain) -> bool {
        let unit = &self.data.units[fighter.unit];
        if fighter.reduced || unit.class != Class::Regular {
            return false;
        }
        let (turn, _) = self.time();
        let tenacity = self.played_before(CombatCard::Ap06).is_some()
            || happened_this_turn(self.state(), self.data.known.ap_06, turn);
        if tenacity && fighter.nations.has(Nation::In) {
            return false;
        }
        if self.played_before(CombatCard::Cp39).is_some() && self.side == Side::Cp {
            return false;
        }
        // RUSSIAN WINTER OFFENSIVE: RU units and mountains.
        let event = self.event_of_this_action();
        let offensive = event.is_some_and(|card| self.data.cards[card].id == "ap_31");
        !(offensive && terrain == Terrain::Mountain && fighter.nations.has(Nation::Ru))
    }
}
