//! Combat cards (9.5.4, 12.2.5): who plays which, when, and with whom.

mod after_dice;
mod army_of_islam;
mod catastrophic_attack;
mod conditions;
mod confused_orders;
mod i_order_you_to_die;
mod jafar_pasha;
mod march_and_countermarch;
mod maude;
mod named;
mod no_prisoners;
mod prerequisites;
mod reserves_to_the_front;
mod save_tiflis;
mod shore_bombardment;
mod stacks;
mod surprise;
mod yildirim_offensive;

use super::codes::*;
use super::{Arg, Checker, Violation, Violations};
use crate::board::BitSet;
use crate::cards::{Combat, Does, YILDIRIM_OFFENSIVE};
use crate::combat::{Battle, Moment};
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};
pub use conditions::Unmet;
use named::Spots;

/// A card that a side could play now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardOffer {
    /// The card.
    pub card: CardId,
    /// The units it may bring: MARCH AND COUNTERMARCH one of them, SURPRISE one or two.
    pub units: Vec<UnitId>,
    /// The places that may be named for it, by kind: MAUDE the stack's and the division's, ARMY OF
    /// ISLAM the HQ's, JIHAD OFFENSIVE the target if it is named.
    pub places: Vec<BitSet>,
}

impl Checker<'_> {
    /// Every rule that the cards of a side break at a moment, each once.
    pub(super) fn check_cards(
        &self,
        battle: &Battle<'_>,
        moment: Moment,
        orders: &Move,
    ) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let played = orders.orders().iter().filter_map(|order| match order {
            Order::Play { card } => Some(*card),
            _ => None,
        });
        let played: Vec<CardId> = played.collect();
        for order in orders.orders() {
            if let Order::Bring { card, .. } | Order::Place { card, .. } = order
                && !played.contains(card)
                && !self.is_named(battle, moment, order)
            {
                violations.add(&UNPLAYED, &[Arg::Card(*card)]);
            }
        }
        if self.names_attack(battle, moment) {
            self.check_named_attack(battle, orders, violations);
        }
        let joined = self.joined(battle, &played, moment, orders);
        self.check_confusion(battle, moment, &played, orders, violations);
        for card in played {
            self.check_card(battle, &joined, card, moment, orders, violations);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether an order names the attack for the event of this action, which is not played for it.
    fn is_named(&self, battle: &Battle<'_>, moment: Moment, order: &Order) -> bool {
        let named = |card: CardId| card == YILDIRIM_OFFENSIVE && self.names_attack(battle, moment);
        matches!(order, Order::Place { card, .. } if named(*card))
    }

    /// Whether it is a card of what follows the dice, played at another time, or by the other part.
    /// What hangs on its own moment is not asked of it then (`docs/aftermath.md`).
    fn is_premature(&self, battle: &Battle<'_>, card: CardId, moment: Moment) -> bool {
        let late = self.data.combat(card).is_some_and(Combat::is_late);
        late && battle
            .reasons_against(card, self.side, moment)
            .contains(&Unmet::WrongTime)
    }

    /// Whether the side has a card in hand, or face up before it (9.5.4.1, 9.5.4.2).
    pub(super) fn holds(&self, card: CardId) -> bool {
        self.position.holds(self.side, card)
    }

    /// Whether a card has been played in this round, in an earlier battle or in this one
    /// (9.5.4.2-3).
    fn spent(&self, card: CardId) -> bool {
        let state = self.view().state;
        state.used(card) || state.played_by(card).is_some()
    }

    /// The battle as it may be once the units have come that MARCH AND COUNTERMARCH and SURPRISE
    /// bring: for each place where a unit could fight, another one. No other card changes what a
    /// card needs (12.2.5).
    fn joined<'b>(
        &self,
        battle: &Battle<'b>,
        played: &[CardId],
        moment: Moment,
        orders: &Move,
    ) -> Vec<Battle<'b>> {
        let mut battles = vec![battle.clone()];
        let Some(role) = battle.role(self.side) else {
            return battles;
        };
        for card in played.iter().filter(|card| self.holds(**card)) {
            let named = named_units(orders, *card);
            let Some(combat) = self.data.combat(*card).filter(|_| !named.is_empty()) else {
                continue;
            };
            // After the dice nobody comes any more.
            if moment.follows_dice() && !combat.is_late() {
                continue;
            }
            let recruits = self.recruits(battle, combat);
            for unit in named {
                let spots = recruits.iter().filter(|(known, _)| *known == unit);
                let spots: Vec<PlaceId> = spots.map(|(_, place)| *place).collect();
                if spots.is_empty() {
                    continue;
                }
                let with = |battle: &Battle<'b>, spot: PlaceId| {
                    let mut battle = battle.clone();
                    battle.join(role, unit, spot, true);
                    battle
                };
                let before = battles.iter();
                battles = before
                    .flat_map(|battle| spots.iter().map(|spot| with(battle, *spot)))
                    .collect();
            }
        }
        battles
    }

    fn check_card(
        &self,
        battle: &Battle<'_>,
        joined: &[Battle<'_>],
        card: CardId,
        moment: Moment,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let witness = [Arg::Card(card)];
        let Some(combat) = self.data.combat(card) else {
            violations.add(&NO_COMBAT_CARD, &witness);
            return;
        };
        // In hand, or face up before the side (9.5.4.3-2).
        if !self.holds(card) {
            violations.add(&CARD_NOT_HELD, &witness);
            return;
        }
        if self.spent(card) {
            violations.add(&USED, &witness);
        }
        let fits = |battle: &Battle<'_>| {
            let reasons = battle.reasons_against(card, self.side, moment);
            !reasons.contains(&Unmet::Conditions)
        };
        let premature = self.is_premature(battle, card, moment);
        if !premature && !joined.iter().any(fits) {
            violations.add(&UNMET, &witness);
        }
        for reason in battle.reasons_against(card, self.side, moment) {
            match reason {
                Unmet::WrongTime => violations.add(&WRONG_TIME, &witness),
                Unmet::FortAlone => violations.add(&FORT_ALONE, &witness),
                Unmet::NobodyInSupply => violations.add(&NOBODY_IN_SUPPLY, &witness),
                Unmet::NoCombatCard | Unmet::Conditions => {}
            }
        }
        let (units, places) = (named_units(orders, card), named_places(orders, card));
        if premature {
            for unit in units {
                violations.add(&CANNOT_BRING, &[Arg::Card(card), Arg::Unit(unit)]);
            }
            for place in places {
                violations.add(&CANNOT_PLACE, &[Arg::Card(card), Arg::Place(place)]);
            }
            return;
        }
        self.check_brought(battle, (combat, moment), card, &units, violations);
        self.check_placed(joined, combat, card, &places, violations);
    }

    /// The units named for a card.
    fn check_brought(
        &self,
        battle: &Battle<'_>,
        (combat, moment): (&Combat, Moment),
        card: CardId,
        named: &[UnitId],
        violations: &mut Violations<'_>,
    ) {
        let past = moment.follows_dice() && !combat.is_late();
        let count = combat.brings();
        let recruits = match named {
            [] => Vec::new(),
            _ if past => Vec::new(),
            _ => self.recruits(battle, combat),
        };
        let comes = |unit: &UnitId| recruits.iter().any(|(known, _)| known == unit);
        let able: Vec<UnitId> = named.iter().copied().filter(comes).collect();
        if able.len() < *count.start() {
            violations.add(&UNNAMED, &[Arg::Card(card)]);
        }
        // More than the card brings, or than find room together.
        let too_many = able.len() > *count.end()
            || (combat.does(Does::Redeploys) && !self.has_room(battle.target(), &able));
        for unit in named {
            if too_many || !comes(unit) {
                violations.add(&CANNOT_BRING, &[Arg::Card(card), Arg::Unit(*unit)]);
            }
        }
    }

    /// The places named for a card, in the battle as those who join make it.
    fn check_placed(
        &self,
        joined: &[Battle<'_>],
        combat: &Combat,
        card: CardId,
        named: &[PlaceId],
        violations: &mut Violations<'_>,
    ) {
        let asks = combat.joining().is_some() || combat.does(Does::DrivesBack);
        if named.is_empty() && !asks {
            return;
        }
        let kinds = joined.iter().map(|battle| self.spots(battle, combat));
        let kinds = kinds.reduce(|mut all, more| {
            for (kind, more) in all.iter_mut().zip(more) {
                *kind |= more;
            }
            all
        });
        let kinds = kinds.unwrap_or_default();
        let fits = |place: &PlaceId| kinds.iter().any(|kind| kind.contains(*place));
        let lacks = |kind: &BitSet| !named.iter().any(|place| kind.contains(*place));
        if asks && (kinds.is_empty() || kinds.iter().any(lacks)) {
            violations.add(&UNNAMED, &[Arg::Card(card)]);
        }
        let able: Vec<PlaceId> = named.iter().copied().filter(fits).collect();
        let too_many = too_many(&kinds, &able);
        for place in named {
            if too_many || !fits(place) {
                violations.add(&CANNOT_PLACE, &[Arg::Card(card), Arg::Place(*place)]);
            }
        }
    }

    /// The cards that the side could play now, alone or with the units it may bring, of those that it
    /// `holds`.
    pub(super) fn offers_of_cards(
        &self,
        battle: &Battle<'_>,
        moment: Moment,
        holds: impl Fn(CardId) -> bool,
    ) -> Vec<CardOffer> {
        let cards = self.data.combat_cards.iter().copied();
        let held = cards.filter(|card| holds(*card) && !self.spent(*card));
        let held: Vec<(CardId, &Combat)> = held
            .filter_map(|card| Some((card, self.data.combat(card)?)))
            .collect();
        let mut offers: Vec<CardOffer> = Vec::new();
        // What cards bring others may need (12.2.5): the battle is looked at as it is, and with each of them.
        let mut joined: Vec<Battle<'_>> = Vec::new();
        loop {
            let known = (offers.len(), joined.len());
            for (card, combat) in &held {
                let plays = |at: &&Battle<'_>| at.may_play(*card, self.side, moment).is_ok();
                let ways = std::iter::once(battle).chain(&joined);
                let (mut recruits, mut spots) = (Vec::new(), None::<Vec<BitSet>>);
                for way in ways.filter(plays) {
                    recruits.extend(self.recruits(way, combat));
                    let more = self.spots(way, combat).into_vec();
                    match &mut spots {
                        Some(spots) => {
                            let both = spots.iter_mut().zip(more);
                            both.for_each(|(spot, more)| *spot |= more);
                        }
                        None => spots = Some(more),
                    }
                }
                let Some(places) = spots else { continue };
                recruits.sort_unstable();
                recruits.dedup();
                let lacking = !combat.names_target() && places.iter().any(BitSet::is_empty);
                let needy = *combat.brings().start() > 0;
                if lacking || (needy && recruits.is_empty()) {
                    continue;
                }
                let offer = offers.iter_mut().find(|offer| offer.card == *card);
                if let Some(role) = battle.role(self.side).filter(|_| offer.is_none()) {
                    for (unit, spot) in &recruits {
                        let mut with = battle.clone();
                        with.join(role, *unit, *spot, true);
                        joined.push(with);
                    }
                }
                let mut units: Vec<UnitId> = recruits.into_iter().map(|(unit, _)| unit).collect();
                units.dedup();
                let found = CardOffer {
                    card: *card,
                    units,
                    places,
                };
                match offer {
                    Some(offer) => *offer = found,
                    None => offers.push(found),
                }
            }
            if known == (offers.len(), joined.len()) {
                break;
            }
        }
        offers.sort_unstable_by_key(|offer| offer.card);
        offers
    }
}

fn named_units(orders: &Move, named_for: CardId) -> Vec<UnitId> {
    let orders = orders.orders().iter();
    orders
        .filter_map(|order| match order {
            Order::Bring { card, unit } if *card == named_for => Some(*unit),
            _ => None,
        })
        .collect()
}

fn named_places(orders: &Move, named_for: CardId) -> Vec<PlaceId> {
    let orders = orders.orders().iter();
    orders
        .filter_map(|order| match order {
            Order::Place { card, place } if *card == named_for => Some(*place),
            _ => None,
        })
        .collect()
}

/// Whether there are more places than kinds, or two of one kind and none of the other.
fn too_many(kinds: &Spots, named: &[PlaceId]) -> bool {
    match (&kinds[..], named) {
        (_, [] | [_]) => false,
        ([one, other], [a, b]) => {
            let fits = |a, b| one.contains(a) && other.contains(b);
            let strays = [*a, *b]
                .iter()
                .any(|place| !one.contains(*place) && !other.contains(*place));
            !strays && !fits(*a, *b) && !fits(*b, *a)
        }
        (kinds, named) => named.len() > kinds.len(),
    }
}
