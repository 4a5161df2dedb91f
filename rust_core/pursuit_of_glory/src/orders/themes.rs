//! What a random move may be about, so that the rare kinds of orders are not too rare.

use super::Order;
use super::choices::{Candidate, Choices};
use super::sample::{PartialMove, Sampler};
use crate::activation::Purpose;
use crate::data::PlaceId;
use crate::vocabulary::*;
use engine::chance::Random;
use std::collections::BTreeMap;

/// What a move is about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Theme {
    /// Activate this group: the number of its place among the activations.
    Start(usize, Purpose),
    /// Leave a beachhead for its island base.
    Withdraw(PlaceId),
}

/// The themes of a position: groups with something rare to do, and invasions that may end.
pub(super) fn themes(
    choices: &Choices<'_>,
    activations: &[Vec<Candidate>],
    organizable: &BTreeMap<PlaceId, Vec<Order>>,
) -> Vec<Theme> {
    let data = choices.position().data();
    let suppressors = choices.suppressors();
    let storms = !choices.assaults().is_empty();
    let mut themes = Vec::new();
    for (at, found) in activations.iter().enumerate() {
        let Some(place) = found.first().map(|one| one.place) else {
            continue;
        };
        let here = choices.units_at(place);
        let staff = here.iter().any(|unit| !data.units[*unit].is_combat());
        let sea = matches!(data.spaces[place].kind, Kind::IslandBase | Kind::Beachhead);
        let corps = organizable.get(&place).is_some_and(|all| !all.is_empty());
        let troubled = here.iter().any(|unit| suppressors.contains(unit));
        for reason in [staff, sea, corps, troubled] {
            if reason {
                themes.push(Theme::Start(at, Purpose::Move));
            }
        }
        if storms && here.contains(&data.known.ru_black_sea_div) {
            themes.extend([Theme::Start(at, Purpose::Attack); 3]);
        }
    }
    for beach in choices.withdrawals() {
        let near = data.movement_graph.next_to(beach);
        let ashore = |place: PlaceId| {
            data.spaces[place].kind != Kind::IslandBase && !choices.units_at(place).is_empty()
        };
        if ashore(beach) || near.iter().any(ashore) {
            themes.push(Theme::Withdraw(beach));
        }
    }
    themes
}

impl Sampler<'_> {
    /// Begins a move.
    pub(super) fn begin(&mut self, partial: &mut PartialMove, theme: Theme, random: &mut Random) {
        match theme {
            Theme::Start(at, purpose) => {
                if let Some(found) = self.activations.get(at) {
                    Self::take(partial, found, purpose, random);
                }
            }
            Theme::Withdraw(beach) => self.withdraw(partial, beach, random),
        }
    }

    /// Sends everybody home who can get there by way of the beachhead.
    fn withdraw(&mut self, partial: &mut PartialMove, beach: PlaceId, random: &mut Random) {
        let data = self.choices.position().data();
        let home = data.spaces[beach].island_base;
        for at in 0..self.activations.len() {
            let Some(place) = self.activations[at].first().map(|one| one.place) else {
                continue;
            };
            let mut leaving = Vec::new();
            for unit in self.choices.units_at(place).to_vec() {
                let ways = self.ways(unit);
                let by_sea = |at: &usize| {
                    let mut last = ways.back_from(*at).chain([place]);
                    last.next() == home && last.next() == Some(beach)
                };
                if let Some(at) = (0..ways.len()).find(by_sea) {
                    leaving.push((unit, ways.path(at)));
                }
            }
            if leaving.is_empty() {
                continue;
            }
            Self::take(partial, &self.activations[at], Purpose::Move, random);
            for (unit, path) in leaving {
                if partial.active(unit) {
                    partial.paths.insert(unit, path);
                    partial.busy.insert(unit);
                }
            }
        }
        if random.chance(75) {
            partial.orders.push(Order::Withdraw { place: beach });
        }
    }
}
