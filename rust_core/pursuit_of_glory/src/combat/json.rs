//! Figures, odds and what changes are worth as plain data, for programs in other languages.

use super::figures::FireFigures;
use super::lines::FigureLine;
use super::{Battle, Check, Fighter, Flank, Odds, Role, Staff};
use crate::data::{CardId, PlaceId, Table, UnitId};
use serde_json::{Value, json};

impl Battle<'_> {
    pub(crate) fn unit_id(&self, unit: UnitId) -> &str {
        &self.data.units[unit].id
    }

    pub(crate) fn place_id(&self, place: PlaceId) -> &str {
        &self.data.spaces[place].id
    }

    pub(crate) fn card_id(&self, card: CardId) -> &str {
        &self.data.cards[card].id
    }

    fn line(&self, line: &FigureLine) -> Value {
        json!({"rule": line.rule, "text": line.subject(self.data), "value": line.value})
    }

    fn lines(&self, lines: &[FigureLine]) -> Value {
        lines.iter().map(|line| self.line(line)).collect()
    }

    fn fighter(&self, one: &Fighter) -> Value {
        json!({
            "unit": self.unit_id(one.unit),
            "place": self.place_id(one.from),
            "reduced": one.reduced,
            "supplied": one.supplied,
        })
    }

    fn staff(&self, one: &Staff) -> Value {
        json!({
            "unit": self.unit_id(one.unit),
            "place": self.place_id(one.from),
            "drm": one.drm,
        })
    }

    fn fire_json(&self, fire: &FireFigures) -> Value {
        let sums = &fire.fire;
        let (from, to) = self.data.battle.table(sums.table).strengths(sums.column);
        json!({
            "strength": self.lines(&fire.strength),
            "shifts": self.lines(&fire.shifts),
            "drms": self.lines(&fire.drms),
            "losses": self.lines(&fire.losses),
            "heavy": fire.heavy.as_ref().map(|line| self.line(line)),
            "cf": sums.strength,
            "table": match sums.table { Table::Heavy => "heavy", Table::Light => "light" },
            "column_of_cf": sums.found,
            "shift": sums.shift,
            "column": sums.column,
            "column_from": from,
            "column_to": to,
            "drm": sums.drm,
            "loss_numbers": fire.loss_numbers,
        })
    }

    fn flank_json(&self, flank: &Flank) -> Value {
        let approaches = flank.approaches.iter();
        let approaches = approaches.map(|approach| {
            json!({
                "from": self.place_id(approach.from),
                "watched_by": approach.watched_by.map(|place| self.place_id(place)),
            })
        });
        json!({
            "pin": self.place_id(flank.pin),
            "needed": flank.needed,
            "lowest": flank.lowest,
            "drms": self.lines(&flank.drms),
            "approaches": approaches.collect::<Vec<_>>(),
        })
    }

    fn check_json(&self, check: &Check) -> Value {
        let units = check.units.iter().map(|unit| self.unit_id(*unit));
        json!({
            "from": self.place_id(check.from),
            "terrain": check.terrain.word(),
            "place": self.place_id(check.place),
            "lowest": check.lowest,
            "units": units.collect::<Vec<_>>(),
        })
    }
}

/// Who fights with what, line by line.
#[must_use]
pub fn figures_json(battle: &Battle<'_>) -> Value {
    let figures = battle.figures();
    let declared = &battle.declared;
    let side = |role: Role, fire: &FireFigures| {
        let mut told = battle.fire_json(fire);
        let fighters = battle.fighters[role as usize].iter();
        let staff = battle.staff[role as usize].iter();
        told["side"] = battle.side_of(role).word().into();
        told["units"] = fighters.map(|one| battle.fighter(one)).collect();
        told["staff"] = staff.map(|one| battle.staff(one)).collect();
        told
    };
    let cards = declared.cards.iter().map(|played| {
        let units = played.units.iter().map(|unit| battle.unit_id(*unit));
        let places = played.places.iter().map(|place| battle.place_id(*place));
        json!({
            "card": battle.card_id(played.card),
            "name": battle.data.cards[played.card].name,
            "side": played.side.word(),
            "moment": played.moment.word(),
            "units": units.collect::<Vec<_>>(),
            "places": places.collect::<Vec<_>>(),
        })
    });
    let weather = figures.weather.iter().map(|check| battle.check_json(check));
    let happened = &declared.happened;
    json!({
        "target": battle.place_id(battle.target()),
        "fort": battle.fort,
        "attacker": side(Role::Attacker, &figures.attack),
        "defender": side(Role::Defender, &figures.defence),
        "first_fire": figures.order.0.word(),
        "first_fire_by": figures.order.1.as_ref().map(|line| battle.line(line)),
        "flank": figures.flank.as_ref().map(|flank| battle.flank_json(flank)),
        "flank_succeeded": happened.flank,
        "weather": weather.collect::<Vec<_>>(),
        "cancelled": figures.cancelled.as_ref().map(|line| battle.line(line)),
        "cards": cards.collect::<Vec<_>>(),
        "withdrawal": declared.withdrawal,
        "may_flank": battle.may_flank(),
    })
}

/// Every way the battle may end, and how likely it is as a fraction; the columns are those of
/// [`super::Outcome`].
#[must_use]
pub fn outcomes_json(odds: &Odds) -> Value {
    let ways = odds.outcomes.iter();
    ways.map(|(one, part)| {
        json!([
            one.cancelled,
            one.attack,
            one.defence,
            one.weather,
            one.attacker_steps,
            one.defender_steps,
            one.attacker_removed,
            one.defender_removed,
            one.attackers,
            one.defenders,
            one.full_strength,
            one.retreat,
            one.fort_destroyed,
            one.fort_stands,
            part_json(part),
        ])
    })
    .collect()
}

/// A fraction as `p/q`.
#[must_use]
pub fn part_json(part: engine::chance::Fraction) -> String {
    format!("{}/{}", part.numerator(), part.denominator())
}
