//! What cannot be of battles: markers out of their time, attacks without a foe, losses that nobody
//! could have.

use super::Finder;
use crate::board::Units;
use crate::state::{Cell, FrameKind, Scalar};
use crate::vocabulary::*;

impl Finder<'_> {
    fn ids(&self, units: Units) -> String {
        let ids: Vec<_> = units
            .iter()
            .map(|unit| self.data.units[unit].id.as_str())
            .collect();
        ids.join(", ")
    }

    /// Markers and counts that are kept for a part of the turn.
    pub(super) fn markers(&mut self) {
        let state = self.state;
        let under_way = |kind| state.under_way(kind).is_some();
        let first = state.impulse() == Some(1);
        let phasing = state.phasing();
        let fighting = under_way(FrameKind::Combat);
        let special = &self.front.scenario.special;
        for (field, set, fits, when) in [
            (
                "attacked",
                !state.attacked.is_empty(),
                fighting,
                "a combat segment (9.51)",
            ),
            (
                "offensive",
                !state.offensive.is_empty(),
                first,
                "a first impulse (13.9)",
            ),
            (
                "cornered",
                !state.cornered.is_empty(),
                first && phasing == Some(Side::Entente) && special.collapse_army.is_some(),
                "the Entente's first impulse, after the army's collapse (14.82)",
            ),
            (
                "gas",
                state.one(Scalar::Gas) > 0,
                phasing == Some(Side::Central),
                "the central player turn (13.8)",
            ),
            (
                "bombarded",
                state.one(Scalar::Bombarded) > 0,
                fighting && first && phasing == Some(Side::Central),
                "the combat segment of the central side's first impulse (13.51)",
            ),
            (
                "stood",
                state.stood.iter().any(|hex| *hex > 0) || !state.accompanied.is_empty(),
                under_way(FrameKind::Attack),
                "an attack (9.8-3)",
            ),
        ] {
            if set && !fits {
                let message = format!("there is such a marker only in {when}");
                self.report("stale_marker", field.into(), message);
            }
        }
        let headquarters = self.front.campaign.headquarters;
        let scouts: Units = (0..self.data.units.len())
            .filter(|unit| state.scouted[*unit] > 0)
            .collect();
        let tried = state
            .under_way(FrameKind::Offensive)
            .and_then(|frame| Some((frame.side?, frame.headquarters()?)));
        for (field, units) in [
            ("scouted", scouts - headquarters),
            ("offensive", state.offensive - headquarters),
            (
                "agenda",
                tried
                    .filter(|(side, hq)| !self.front.headquarters(*side).contains(*hq))
                    .map(|(_, hq)| hq)
                    .into_iter()
                    .collect(),
            ),
        ] {
            if !units.is_empty() {
                let message = format!("no headquarters: {}", self.ids(units));
                self.report("no_headquarters", field.into(), message);
            }
        }
        let hexes = self.data.map.hexes.len();
        for (field, places) in [
            ("scouted", &state.scouted[..]),
            ("stood", &state.stood[..]),
            ("gas", &[state.one(Scalar::Gas)][..]),
            ("bombarded", &[state.one(Scalar::Bombarded)][..]),
        ] {
            if places.iter().any(|place| usize::from(*place) > hexes) {
                self.report(
                    "no_hex",
                    field.into(),
                    "names a box, where a hex is needed".into(),
                );
            }
        }
        if state.one(Scalar::MomentumOpen) > 0 && state.one(Scalar::MomentumLost) > 0 {
            let message = "is allowed and lost for good (14.84)";
            self.report("lost_momentum", "momentum_open".into(), message.into());
        }
    }

    /// The attack under way, and who is engaged in it.
    pub(super) fn battle(&mut self) {
        let state = self.state;
        let Some((battle, side)) = state
            .battle()
            .and_then(|battle| Some((battle, battle.side?)))
        else {
            if !state.engaged.is_empty() {
                let message = format!("no attack is under way: {}", self.ids(state.engaged));
                self.report("no_attack", "engaged".into(), message);
            }
            return;
        };
        let Some(target) = battle
            .target()
            .filter(|hex| *hex < self.data.map.hexes.len())
        else {
            self.report("no_hex", "agenda".into(), "the attack is on no hex".into());
            return;
        };
        let attackers = state.engaged & self.front.present[side as usize];
        let defenders = state.engaged & self.front.present[side.foe() as usize];
        if battle.result().is_none() {
            if attackers.is_empty() {
                let message = "nobody of its side is engaged in the attack";
                self.report("no_attack", "engaged".into(), message.into());
            }
            let there = self.front.units_in(side.foe(), target);
            if !self.front.targets(side).contains(target) {
                let message = format!("nothing in {} is attacked", self.data.place_id(target));
                self.report("no_attack", "agenda".into(), message);
            } else if defenders != there || state.beneath_in(target) > 0 {
                let message = "all defenders of the hex are engaged in the attack, and no others";
                self.report("not_in_battle", "engaged".into(), message.into());
            }
        }
        let stray = attackers.iter().filter(|unit| {
            let from = self.front.hex(*unit);
            let beside = from.and_then(|from| self.data.ground.between(from, target));
            beside.is_none() || !state.attacked.contains(*unit)
        });
        let stray: Units = stray.collect();
        if !stray.is_empty() {
            let message = format!(
                "have not attacked, or do not stand beside {}: {}",
                self.data.place_id(target),
                self.ids(stray)
            );
            self.report("not_in_battle", "engaged".into(), message);
        }
        let stray = defenders - self.front.units_in(side.foe(), target);
        if !stray.is_empty() && battle.result().is_some() {
            let message = format!("do not stand in the attacked hex: {}", self.ids(stray));
            self.report("not_in_battle", "engaged".into(), message);
        }
    }

    /// Steps owed, and steps counted.
    pub(super) fn losses(&mut self) {
        let state = self.state;
        for frame in state
            .agenda()
            .filter(|frame| frame.kind == FrameKind::Losses)
        {
            let Some(side) = frame.side else { continue };
            let engaged = state.engaged & self.front.present[side as usize];
            let steps: u32 = engaged
                .iter()
                .map(|unit| u32::from(self.front.steps(unit)))
                .sum();
            let owed = u32::from(frame.args[0]);
            if owed > steps {
                let message = format!("{owed} steps are owed, and those engaged have {steps}");
                self.report("too_much_owed", "agenda".into(), message);
            }
        }
        for side in Side::BOTH {
            let of = |first: Scalar| state.get(Cell::Scalar(first as usize + side as usize));
            let all = of(Scalar::StepsLostCentral);
            let (double, headquarters) = (
                of(Scalar::DoubleStepsLostCentral),
                of(Scalar::HeadquartersLostCentral),
            );
            if double.saturating_add(headquarters) > all {
                let message = format!(
                    "the {side} side has lost {all} steps, and {double} that count twice and \
                     {headquarters} headquarters"
                );
                self.report("miscounted_losses", "steps_lost".into(), message);
            }
        }
        if state.one(Scalar::ItalianStepsLost) > state.one(Scalar::StepsLostEntente) {
            let message = "more than all steps that the Entente has lost";
            self.report(
                "miscounted_losses",
                "italian_steps_lost".into(),
                message.into(),
            );
        }
    }
}
