//! How the game would end if it ended now (13.7, 14.9, 15.81, 15.82, 16.81,
//! 16.82).

use crate::data::HexId;
use crate::front::Front;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

/// What a side has points for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Steps that the foe has lost (14.91-1, 14.91-2).
    Steps,
    /// Headquarters that it has lost (14.91-3).
    Headquarters,
    /// A place that a unit of the side holds, or passed last (14.91-4).
    Place(String),
    /// A depot that a central unit has entered (15.81-3).
    Depot(HexId),
}

/// The reckoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoning {
    /// What each side has points for; nothing that is worth nothing.
    pub scores: Vec<(Side, Item, u32)>,
    /// What the central side has more than the Entente.
    pub margin: i32,
    /// Has Italy surrendered (13.7)?
    pub surrender: bool,
    /// The level of victory.
    pub level: Level,
}

impl Front<'_> {
    /// 13.7: Italy surrenders.
    #[must_use]
    pub fn surrenders(&self) -> bool {
        let charts = &self.data.victory;
        self.state.one(Scalar::ItalianStepsLost) >= charts.collapse_steps
            && charts.collapse_towns.iter().all(|town| {
                let at = self.data.towns.iter().position(|(name, _)| name == town);
                at.is_some_and(|at| self.passed(at) == Some(Side::Central))
            })
            && !self.present.iter().chain(&self.hidden).any(|present| {
                let nation = |unit: usize| self.data.units[unit].nation;
                present
                    .iter()
                    .any(|unit| charts.collapse_nations.contains(&nation(unit)))
            })
    }

    /// Whose unit passed a town last.
    fn passed(&self, town: usize) -> Option<Side> {
        Side::at(self.state.passed[town].checked_sub(1)?)
    }

    /// Does a side have the points of a town: a unit of it is there, or none of the foe and it
    /// passed last (14.91-4)?
    fn scores_in(&self, side: Side, town: usize, hex: HexId) -> bool {
        self.held[side as usize].contains(hex)
            || (!self.enemies(side).contains(hex) && self.passed(town) == Some(side))
    }

    /// How the game would end if it ended now.
    #[must_use]
    pub fn reckoning(&self) -> Reckoning {
        let charts = &self.data.victory;
        let mut scores: Vec<(Side, Item, u32)> = Vec::new();
        for side in Side::BOTH {
            let lost = |first: Scalar| {
                let at = first as usize + side.foe() as usize;
                u32::from(self.state.get(Cell::Scalar(at)))
            };
            let headquarters = lost(Scalar::HeadquartersLostCentral);
            let steps = lost(Scalar::StepsLostCentral).saturating_sub(headquarters)
                + lost(Scalar::DoubleStepsLostCentral);
            scores.push((side, Item::Steps, steps * u32::from(charts.step)));
            let points = headquarters * u32::from(charts.headquarters);
            scores.push((side, Item::Headquarters, points));
            for (name, points) in &self.scenario.victory[side as usize] {
                let at = self.data.towns.iter().position(|(town, _)| town == name);
                let held = at.is_some_and(|at| self.scores_in(side, at, self.data.towns[at].1));
                if held {
                    scores.push((side, Item::Place(name.clone()), (*points).into()));
                }
            }
            if side == Side::Central {
                let depots = self.data.map.depots.iter().enumerate();
                for (_, hex) in depots.filter(|(at, _)| self.state.depot_entered.contains(*at)) {
                    let points = self.scenario.depot_entered.into();
                    scores.push((side, Item::Depot(*hex), points));
                }
            }
        }
        scores.retain(|(.., points)| *points > 0);
        let margin = scores.iter().fold(0_i32, |margin, (side, _, points)| {
            let points = i32::try_from(*points).unwrap_or(i32::MAX);
            match side {
                Side::Central => margin.saturating_add(points),
                Side::Entente => margin.saturating_sub(points),
            }
        });
        let surrender = self.surrenders();
        let level = match surrender {
            true => Level::CentralDecisive,
            false => charts.level(margin),
        };
        Reckoning {
            scores,
            margin,
            surrender,
            level,
        }
    }
}
