//! The orders of which an answer to a decision may be made.

use super::Judge;
use crate::check::{CardOffer, Checker};
use crate::orders::Order;
use crate::position::Position;
use crate::sequence::Decision;
use crate::sequence::decision::Parameters;
use crate::vocabulary::{Cancelled, CardUse, Side};

/// Every order that an answer to a decision could have, but for those that end it; `None` of decisions whose
/// answers are not made of a pool.
///
/// Some are in no legal answer; none that is in one is missing.
pub(super) fn orders(
    position: &Position,
    decision: &Decision,
    judge: &Judge<'_>,
) -> Option<Vec<Order>> {
    let found = match &decision.parameters {
        Parameters::Action {
            cards,
            sr,
            rp,
            events,
            reinforcements,
            ..
        } => {
            let play =
                |used: Option<CardUse>| move |card: &usize| Order::PlayCard { card: *card, used };
            let mut found = vec![Order::Automatic];
            found.extend(cards.iter().map(play(None)));
            if *sr {
                found.extend(cards.iter().map(play(Some(CardUse::Sr))));
            }
            if *rp {
                found.extend(cards.iter().map(play(Some(CardUse::Rp))));
            }
            found.extend(events.iter().map(play(Some(CardUse::Event))));
            let reinforce = play(Some(CardUse::Reinforcement));
            found.extend(reinforcements.iter().map(reinforce));
            found
        }
        Parameters::Counter { by, .. } => [None, Some(CardUse::Event)]
            .map(|used| Order::PlayCard { card: *by, used })
            .to_vec(),
        Parameters::Tribes { places, .. } => places
            .iter()
            .flat_map(|(unit, places)| {
                let places = places.iter();
                places.map(|place| Order::PlaceTribe {
                    unit: *unit,
                    place: *place,
                })
            })
            .collect(),
        Parameters::Event { units, .. }
        | Parameters::ExcessLcus { units, .. }
        | Parameters::DivisionsLeave { units, .. } => units
            .iter()
            .map(|unit| Order::Eliminate { unit: *unit })
            .collect(),
        Parameters::Replacement { lost, units } => units
            .iter()
            .map(|by| Order::Replace {
                unit: *lost,
                by: *by,
            })
            .collect(),
        Parameters::Collapses { countries } => countries
            .iter()
            .map(|country| Order::Declare { country: *country })
            .collect(),
        Parameters::Offensive { offensives } => offensives
            .iter()
            .map(|offensive| Order::Mandate {
                offensive: *offensive,
            })
            .collect(),
        Parameters::Discard { cards, .. } => cards
            .iter()
            .map(|card| Order::Discard { card: *card })
            .collect(),
        Parameters::Opening { cards } => cards
            .iter()
            .map(|card| Order::Take { card: *card })
            .collect(),
        Parameters::Dismissal { units, .. } => units
            .iter()
            .map(|unit| Order::Dismiss { unit: *unit })
            .collect(),
        Parameters::Keep { units } => units
            .iter()
            .map(|unit| Order::Keep { unit: *unit })
            .collect(),
        Parameters::Revolt { revolts } => revolts
            .iter()
            .map(|revolt| Order::Revolt { revolt: *revolt })
            .collect(),
        Parameters::Attack { units, .. } => {
            let mut found: Vec<Order> = Vec::new();
            for (unit, _) in units {
                found.push(Order::Join { unit: *unit });
                let Some((judge, place)) = judge.battle.as_ref().zip(position.place(*unit)) else {
                    continue;
                };
                found.push(Order::Flank { place });
                // HQs and artillery help where they stand, and wait for nothing (3.2.3-1).
                let company = judge.units_at(place).iter();
                found.extend(company.map(|unit| Order::Join { unit: *unit }));
                let near = position.data().movement_graph.next_to(place);
                let targets = near.iter().chain([place]);
                found.extend(targets.map(|place| Order::Attack { place }));
            }
            found.sort_unstable();
            found.dedup();
            found
        }
        Parameters::Defence { units, .. } => units
            .iter()
            .map(|unit| Order::Defend { unit: *unit })
            .collect(),
        Parameters::Cards {
            cards,
            named_for,
            place,
            ..
        } => {
            let mut found: Vec<Order> = cards.iter().flat_map(card).collect();
            found.extend(named_for.map(|card| Order::Place {
                card,
                place: *place,
            }));
            found
        }
        Parameters::Returns { cards, .. } => cards
            .iter()
            .map(|card| Order::TakeBack { card: *card })
            .collect(),
        // Who lands alone takes no room that another could make.
        Parameters::Arrival { .. } => position.redeployments(None),
        Parameters::Withdrawal { .. } => vec![Order::WithdrawTurks],
        Parameters::Marks { places, .. } => places
            .iter()
            .map(|place| Order::Mark { place: *place })
            .collect(),
        Parameters::Bombardment { places, .. } => places
            .iter()
            .map(|place| Order::Bombard { place: *place })
            .collect(),
        Parameters::Trenches { places, .. } => places
            .iter()
            .map(|place| Order::Entrench { place: *place })
            .collect(),
        Parameters::Relief { units, place, .. } => units
            .iter()
            .map(|unit| Order::Enter {
                unit: *unit,
                place: *place,
            })
            .collect(),
        Parameters::Exchange { units, .. } | Parameters::OutOfTheater { units, .. } => units
            .iter()
            .map(|unit| Order::Eliminate { unit: *unit })
            .collect(),
        Parameters::Newcomers { .. } => position.entries(None),
        Parameters::Treachery { .. } => Checker::of_side(position, Side::Cp).treachery_orders(),
        Parameters::Provocation { .. } => Checker::of_side(position, Side::Cp).provocations()?,
        Parameters::Evacuation { place, units } => {
            let checker = Checker::of_side(position, Side::Cp);
            let ways = units
                .iter()
                .map(|unit| (*unit, checker.ways_out(*unit, *place)));
            ways.flat_map(|(unit, paths)| {
                let paths = paths.into_iter();
                paths.map(move |path| Order::Retreat { unit, path })
            })
            .collect()
        }
        _ => return None,
    };
    Some(found)
}

/// What can be said of a combat card.
fn card(offer: &CardOffer) -> Vec<Order> {
    let card = offer.card;
    let mut found = vec![Order::Play { card }];
    let units = offer.units.iter();
    found.extend(units.map(|unit| Order::Bring { card, unit: *unit }));
    let places = offer.places.iter().flat_map(|kind| kind.iter());
    found.extend(places.map(|place| Order::Place { card, place }));
    // CONFUSED ORDERS alone cancels; the checker says whether it is played.
    let cancelled = Cancelled::ALL.iter();
    found.extend(cancelled.map(|what| Order::Cancel { what: *what }));
    found.dedup();
    found
}
