//! Answers of the core as dictionaries.

use crate::throws::Throw;
use pursuit_of_glory::activation::Activation;
use pursuit_of_glory::aftermath::BattleDecision;
use pursuit_of_glory::control::View;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::Decision;
use pursuit_of_glory::sequence::decision::Parameters;
use pursuit_of_glory::vocabulary::{DecisionKind, Moment};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// `cost` with its `parts`, or None and what it is `barred` by.
pub(super) fn activation_entry<'py>(
    py: Python<'py>,
    activation: &Activation,
) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    let parts = PyDict::new(py);
    let mut barred = Vec::new();
    match activation {
        Ok(cost) => {
            entry.set_item("cost", cost.total())?;
            for (name, ops) in [
                ("nationalities", cost.nationalities),
                ("disrupted", cost.disrupted),
                ("revolution", cost.revolution),
                ("inquiry", cost.inquiry),
                ("submarines", cost.submarines),
            ] {
                if ops > 0 {
                    parts.set_item(name, ops)?;
                }
            }
        }
        Err(bars) => {
            entry.set_item("cost", py.None())?;
            barred = bars
                .iter()
                .map(|bar| (bar.rule, bar.text.as_str()))
                .collect();
        }
    }
    entry.set_item("parts", parts)?;
    entry.set_item("barred", barred)?;
    Ok(entry)
}

/// Why a space is not asked whether it would change control: the rule and the sentence's end.
pub(super) fn not_asked(view: &View<'_>, place: usize) -> (&'static str, &'static str) {
    if view.neutral_countries.contains(place) {
        ("18.8-1", "belongs to a country that is not in the war.")
    } else if !view.data.network.land.contains(place) {
        ("3.1-1", "is no space that can change control.")
    } else if view.forts.contains(place) {
        (
            "14.3.2.2-2",
            "has an intact fort and does not change control by attrition.",
        )
    } else {
        (
            "14.3.2.2-4",
            "is controlled by nobody and does not change control by attrition.",
        )
    }
}

/// The `kind` of a decision, its `side` or None, and what the choice depends on.
pub(super) fn decision_entry<'py>(
    py: Python<'py>,
    data: &Data,
    decision: &Decision,
) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    let unit = |unit: usize| data.units[unit].id.as_str();
    entry.set_item("kind", decision.kind.word())?;
    entry.set_item("side", decision.side.map(|side| side.word()))?;
    match &decision.parameters {
        Parameters::Action {
            cards,
            sr,
            rp,
            events,
            reinforcements,
            hidden,
        } => {
            let ids = |cards: &[usize]| -> Vec<&str> {
                let ids = cards.iter().map(|card| data.cards[*card].id.as_str());
                ids.collect()
            };
            entry.set_item("hidden", hidden)?;
            entry.set_item("events", ids(events))?;
            entry.set_item("reinforcements", ids(reinforcements))?;
            entry.set_item("sr", sr)?;
            entry.set_item("rp", rp)?;
            entry.set_item("cards", ids(cards))
        }
        Parameters::Event { card, units } => {
            let units = units.iter().map(|at| unit(*at));
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("units", units.collect::<Vec<_>>())
        }
        Parameters::Operations { ops, event, paid } => {
            if let Some(card) = *event {
                entry.set_item("event", &data.cards[card].name)?;
                entry.set_item("paid", paid)?;
            }
            entry.set_item("ops", ops)
        }
        Parameters::Tribes { due, places } => {
            let tribes = PyDict::new(py);
            for (tribe, places) in places {
                let ids = places.iter().map(|place| data.spaces[*place].id.as_str());
                tribes.set_item(unit(*tribe), ids.collect::<Vec<_>>())?;
            }
            entry.set_item("due", due)?;
            entry.set_item("places", tribes)
        }
        Parameters::Chance { outcomes } => {
            let whole = outcomes.ways();
            let odds = outcomes.parts().iter();
            let odds = odds.map(|(outcome, part)| (outcome.text(data), *part, whole));
            entry.set_item("throw", outcomes.throw().cloned().map(Throw))?;
            entry.set_item("outcomes", odds.collect::<Vec<_>>())
        }
        Parameters::Attack {
            units,
            second,
            owed,
        } => {
            let attacking = PyDict::new(py);
            for (at, purpose) in units {
                attacking.set_item(unit(*at), purpose.word())?;
            }
            if *second {
                entry.set_item("second", second)?;
            }
            if !owed.is_empty() {
                let told = owed.iter().map(|(turks, target)| {
                    let turks = turks.iter().map(|at| unit(*at)).collect::<Vec<_>>();
                    (turks, data.spaces[*target].id.as_str())
                });
                entry.set_item("owed", told.collect::<Vec<_>>())?;
            }
            entry.set_item("units", attacking)
        }
        Parameters::Defence { place, units } => {
            let units = units.iter().map(|at| unit(*at));
            entry.set_item("place", &data.spaces[*place].id)?;
            entry.set_item("units", units.collect::<Vec<_>>())
        }
        Parameters::Cards {
            place,
            moment,
            cards,
            named_for,
            hidden,
        } => {
            if let Some(card) = named_for {
                entry.set_item("named_for", &data.cards[*card].id)?;
            }
            let offers = PyDict::new(py);
            for offer in cards {
                let told = PyDict::new(py);
                let units = offer.units.iter().map(|at| unit(*at));
                told.set_item("units", units.collect::<Vec<_>>())?;
                let kinds = offer.places.iter().map(|kind| {
                    let ids = kind.iter().map(|place| data.spaces[place].id.as_str());
                    ids.collect::<Vec<_>>()
                });
                told.set_item("places", kinds.collect::<Vec<_>>())?;
                offers.set_item(&data.cards[offer.card].id, told)?;
            }
            entry.set_item("place", &data.spaces[*place].id)?;
            entry.set_item("moment", moment.word())?;
            entry.set_item("hidden", hidden)?;
            entry.set_item("cards", offers)
        }
        Parameters::Returns { place, cards } => {
            let cards = cards.iter().map(|card| data.cards[*card].id.as_str());
            entry.set_item("place", &data.spaces[*place].id)?;
            entry.set_item("cards", cards.collect::<Vec<_>>())
        }
        Parameters::Withdrawal { place } => entry.set_item("place", &data.spaces[*place].id),
        Parameters::PostCombat {
            place,
            number,
            units,
        } => {
            let units = units.iter().map(unit);
            entry.set_item("place", &data.spaces[*place].id)?;
            entry.set_item("number", number)?;
            entry.set_item("units", units.collect::<Vec<_>>())
        }
        Parameters::Excess { places, returns } => {
            if *returns {
                entry.set_item("returns", returns)?;
            }
            let ids = places.iter().map(|place| data.spaces[*place].id.as_str());
            entry.set_item("places", ids.collect::<Vec<_>>())
        }
        Parameters::ExcessLcus { areas, units } => {
            let told = PyDict::new(py);
            for (area, number) in areas {
                told.set_item(area.word(), number)?;
            }
            let ids = units.iter().map(|lcu| unit(*lcu));
            entry.set_item("areas", told)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Counter {
            card,
            by,
            held,
            hidden,
        } => {
            entry.set_item("by", &data.cards[*by].id)?;
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("held", held)?;
            entry.set_item("hidden", hidden)
        }
        Parameters::Exchange { card, corps, units } => {
            let ids = units.iter().map(|one| unit(*one));
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("corps", corps)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Treachery {
            card,
            greeks,
            units,
        } => {
            let told = PyDict::new(py);
            for (one, places) in units {
                let ids = places.iter().map(|place| data.spaces[*place].id.as_str());
                told.set_item(unit(*one), ids.collect::<Vec<_>>())?;
            }
            let ids = greeks.iter().map(|one| unit(*one));
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("greeks", ids.collect::<Vec<_>>())?;
            entry.set_item("units", told)
        }
        Parameters::Provocation {
            card,
            number,
            stacks,
        } => {
            let told = PyDict::new(py);
            for (place, targets) in stacks {
                let ids = targets.iter().map(|place| data.spaces[*place].id.as_str());
                told.set_item(&data.spaces[*place].id, ids.collect::<Vec<_>>())?;
            }
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("number", number)?;
            entry.set_item("stacks", told)
        }
        Parameters::Relief { card, units, place } => {
            let ids = units.iter().map(|one| unit(*one));
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("units", ids.collect::<Vec<_>>())?;
            entry.set_item("place", &data.spaces[*place].id)
        }
        Parameters::OutOfTheater {
            card,
            vp,
            divisions,
            lcu_of,
            units,
        } => {
            let ids = units.iter().map(|one| unit(*one));
            if let Some(nation) = lcu_of {
                entry.set_item("lcu_of", nation.word())?;
            }
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("vp", vp)?;
            entry.set_item("divisions", divisions)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Bombardment {
            card,
            places,
            required,
        } => {
            let ids = places.iter().map(|place| data.spaces[*place].id.as_str());
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("required", required)?;
            entry.set_item("places", ids.collect::<Vec<_>>())
        }
        Parameters::Evacuation { place, units } => {
            let ids = units.iter().map(|left| unit(*left));
            entry.set_item("place", &data.spaces[*place].id)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Replacement { lost, units } => {
            entry.set_item("lost", unit(*lost))?;
            let ids = units.iter().map(|scu| unit(*scu));
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Redeployment { points, by, place } => {
            if let Some(kind) = by {
                entry.set_item("by", kind.word())?;
                if let Some(units) = kind.units() {
                    entry.set_item("free", units)?;
                }
            }
            if let Some(place) = place {
                entry.set_item("place", &data.spaces[*place].id)?;
            }
            entry.set_item("points", points)
        }
        Parameters::Collapses { countries } => {
            let words = countries.iter().map(|country| country.word());
            entry.set_item("countries", words.collect::<Vec<_>>())
        }
        Parameters::DivisionsLeave {
            country,
            number,
            units,
        } => {
            let ids = units.iter().map(|division| unit(*division));
            entry.set_item("country", country.word())?;
            entry.set_item("number", number)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::ReplacementPoints { points } => {
            let told = PyDict::new(py);
            for (kind, number) in points {
                told.set_item(kind.word(), number)?;
            }
            entry.set_item("points", told)
        }
        Parameters::Arrival { units } => {
            let told = PyDict::new(py);
            for (at, sea) in units {
                told.set_item(unit(*at), sea.word())?;
            }
            entry.set_item("units", told)
        }
        Parameters::Reinforcements { card, units } => {
            let ids = units.iter().map(|at| unit(*at));
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Trenches {
            card,
            number,
            places,
        }
        | Parameters::Marks {
            card,
            number,
            places,
            ..
        } => {
            let ids = places.iter().map(|place| data.spaces[*place].id.as_str());
            entry.set_item("card", &data.cards[*card].id)?;
            entry.set_item("name", &data.cards[*card].name)?;
            if let Parameters::Marks { optional: true, .. } = &decision.parameters {
                entry.set_item("optional", true)?;
            }
            entry.set_item("number", number)?;
            entry.set_item("places", ids.collect::<Vec<_>>())
        }
        Parameters::Offensive { offensives } => {
            let words = offensives.iter().map(|offensive| offensive.word());
            entry.set_item("offensives", words.collect::<Vec<_>>())
        }
        Parameters::Discard { cards, hidden } => {
            let ids = cards.iter().map(|card| data.cards[*card].id.as_str());
            entry.set_item("cards", ids.collect::<Vec<_>>())?;
            entry.set_item("hidden", hidden)
        }
        Parameters::Opening { cards } => {
            let ids = cards.iter().map(|card| data.cards[*card].id.as_str());
            entry.set_item("cards", ids.collect::<Vec<_>>())
        }
        Parameters::Dismissal { number, units } => {
            let ids = units.iter().map(|tribe| unit(*tribe));
            entry.set_item("number", number)?;
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::Revolt { revolts } => {
            let words = revolts.iter().map(|revolt| revolt.word());
            entry.set_item("countries", words.collect::<Vec<_>>())
        }
        Parameters::Keep { units } | Parameters::Newcomers { units } => {
            let ids = units.iter().map(|at| unit(*at));
            entry.set_item("units", ids.collect::<Vec<_>>())
        }
        Parameters::None => Ok(()),
    }?;
    Ok(entry)
}

/// A decision of a battle, and what it leaves to choose.
pub(super) fn battle_entry<'py>(
    py: Python<'py>,
    at: &Position,
    asked: BattleDecision,
) -> PyResult<Bound<'py, PyDict>> {
    let data = at.data();
    let entry = PyDict::new(py);
    entry.set_item("kind", asked.kind.word())?;
    entry.set_item("side", asked.side.word())?;
    entry.set_item("moment", asked.moment.map(Moment::word))?;
    let id = |card: usize| data.cards[card].id.as_str();
    match (asked.kind, asked.moment) {
        (DecisionKind::Cards, Some(moment)) => {
            let offers = at.playable_cards(asked.side, moment).into_iter();
            let offers = offers.map(|offer| {
                let units = offer.units.iter().map(|unit| data.units[*unit].id.as_str());
                let kinds = offer.places.iter().map(|kind| {
                    let places = kind.iter().map(|place| data.spaces[place].id.as_str());
                    places.collect::<Vec<_>>()
                });
                let entry = PyDict::new(py);
                entry.set_item("card", id(offer.card))?;
                entry.set_item("units", units.collect::<Vec<_>>())?;
                entry.set_item("places", kinds.collect::<Vec<_>>())?;
                Ok(entry)
            });
            entry.set_item("cards", offers.collect::<PyResult<Vec<_>>>()?)?;
        }
        (DecisionKind::Returns, _) => {
            let cards = at.returnable_cards(asked.side).into_iter();
            entry.set_item("cards", cards.map(id).collect::<Vec<_>>())?;
        }
        (DecisionKind::Defence, _) => entry.set_item("choice", at.defence_is_asked())?,
        (DecisionKind::Withdrawal, _) => entry.set_item("choice", at.withdrawal_is_possible())?,
        _ => {}
    }
    Ok(entry)
}
