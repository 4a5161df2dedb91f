//! Combat cards: played, taken back, kept, and gone (9.5.4, 12.2.5, 12.2.8.d).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::aftermath::PostCombat;
use crate::cards::{Combat, Does};
use crate::check::{CardOffer, Checker};
use crate::combat::{Battle, Role};
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BEFORE_WEATHER, BattleVar, Cell, FROM_HAND, Frame, FrameKind, USED};
use crate::vocabulary::*;
use std::sync::Arc;

/// Where a side's cards lie face up.
const fn before_him(side: Side) -> CardZone {
    match side {
        Side::Cp => CardZone::FaceUpCp,
        _ => CardZone::FaceUpAp,
    }
}

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    // To pass a side by would show that it has no such card: it is asked wherever it could have one.
    next_step: |position, _| match position.conceivable_cards_to_play()[..] {
        [] if position.attack_to_name().is_none() => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Cards),
    },
    parameters: |position, frame| Parameters::Cards {
        place: position.battlefield().unwrap_or_default(),
        moment: frame.moment().unwrap_or(Moment::Battle),
        cards: position.cards_to_play(),
        named_for: position.attack_to_name().map(|(card, _)| card),
        hidden: position.hidden_in_hand(frame),
    },
    check: judged,
    take: |position, _, orders| Ok(position.play_cards(orders)),
    ..SILENT
};

impl Position {
    /// The position after a side has played its cards, any number of them or none
    /// (9.5.4.1-3), up to the next decision.
    pub(in super::super) fn play_cards(&self, orders: &Move) -> Self {
        let (Some(stage), Some(asked)) = (self.state().stage(), self.asked_in_battle()) else {
            return self.clone();
        };
        if let Some(shown) = self.shown_by(orders) {
            return shown.play_cards(orders);
        }
        let side = asked.side;
        let offers = self.cards_to_play();
        let mut transition = Transition::new(self, side);
        let mut again = false;
        for order in orders.orders() {
            let Order::Play { card } = *order else {
                continue;
            };
            let Some(known) = self.data().combat(card) else {
                continue;
            };
            let Some(offer) = offers.iter().find(|offer| offer.card == card) else {
                continue;
            };
            transition.show(card, stage);
            let places = orders.orders().iter().filter_map(|order| match order {
                Order::Place { card: by, place } if *by == card => Some(*place),
                _ => None,
            });
            let units = orders.orders().iter().filter_map(|order| match order {
                Order::Bring { card: by, unit } if *by == card => Some(*unit),
                _ => None,
            });
            transition.bring(
                known,
                offer,
                &places.collect::<Vec<_>>(),
                &units.collect::<Vec<_>>(),
            );
            if known.does(Does::CancelsBattle) {
                transition.now.put_battle_flag(BattleFlag::Cancelled);
            }
            if known.does(Does::CancelsMovement) {
                for order in orders.orders().iter().cloned() {
                    if let Order::Cancel { what } = order {
                        transition.now.put_battle_flag(match what {
                            Cancelled::Advance => BattleFlag::AdvanceCancelled,
                            Cancelled::Retreat => BattleFlag::RetreatCancelled,
                        });
                    }
                }
            }
            // Before the dice the defender retreats, after them the defender's die is rolled again.
            if known.does(Does::RetreatOrRoll) {
                if stage == Stage::DefendersCards {
                    transition.now.put_battle_flag(BattleFlag::Cancelled);
                } else if self.state().battle_var(BattleVar::LossByDefender) > 0 {
                    transition.now.put_battle_var(BattleVar::LossByDefender, 0);
                    again = true;
                }
            }
        }
        if orders
            .orders()
            .iter()
            .any(|order| !matches!(order, Order::Play { .. }))
        {
            transition.settle();
        }
        let mut next = transition.now;
        if let Some((card, place)) = self.attack_to_name()
            && orders.orders().contains(&Order::Place { card, place })
        {
            next.put_battle_flag(BattleFlag::IgnoresTrench);
            next.put(Cell::Played(card), USED);
        }
        if again {
            next.pop();
            next.push(Frame::of(FrameKind::Dice));
            return next.advance_to_next_decision();
        }
        next = next.done();
        if let Some(die) = next.jafar_pasha_passes() {
            next.push(die);
        }
        next.advance_to_next_decision()
    }

    /// The event of a combat card has happened.
    fn happens_in_battle(&mut self, card: CardId) {
        self.happens(card, self.state().from_hand(card));
    }

    /// What becomes of the cards when both loss numbers are known (12.2.8.d-2, 12.2.8.d-3): the
    /// winner keeps its own face up (9.5.4.2-1), all others are discarded (9.5.4.2-2), and those with
    /// an asterisk leave the game (12.11-3).
    pub(super) fn clear_cards(&mut self) {
        let number = |which| self.state().battle_var(which);
        let (attack, defence) = (
            number(BattleVar::LossByAttacker),
            number(BattleVar::LossByDefender),
        );
        let winner = match attack.cmp(&defence) {
            std::cmp::Ordering::Greater => Some(self.side_in_battle(Role::Attacker)),
            std::cmp::Ordering::Less => Some(self.side_in_battle(Role::Defender)),
            std::cmp::Ordering::Equal => None,
        };
        self.put_away(winner, false);
    }

    /// Puts away the cards of the moments after the losses, when the battle is over.
    pub(super) fn clear_last_cards(&mut self) {
        let winner = PostCombat::new(self).and_then(|after| after.winner());
        self.put_away(winner.map(|(winner, _)| winner), true);
    }

    fn put_away(&mut self, winner: Option<Side>, last: bool) {
        let data = Arc::clone(self.data());
        for card in data.combat_cards.iter().copied() {
            let (Some(side), Some(known)) = (self.state().played_by(card), data.combat(card))
            else {
                continue;
            };
            if known.is_late() != last {
                continue;
            }
            self.happens_in_battle(card);
            let zone = match known {
                // The other player has it next, whoever has won (9.5.4.3-1).
                _ if known.does(Does::PassesOn) => before_him(side.enemy()),
                _ if known.does(Does::DieSaysWhoIsNext) => continue,
                _ if data.cards[card].removed_after_event => CardZone::Removed,
                _ if known.does(Does::NeverKept) => CardZone::Discard,
                _ if winner == Some(side) => before_him(side),
                _ => CardZone::Discard,
            };
            self.put(Cell::Card(card), zone as u16);
        }
    }

    /// What becomes of the cards of a battle that did not take place (9.5.4.4-2): those that lay
    /// face up stay there and are not used, those that were not taken back are discarded, and
    /// those that have had their effect are gone as usual. The event of a card that is discarded
    /// unused has not happened.
    pub(super) fn clear_cancelled_cards(&mut self) {
        let data = Arc::clone(self.data());
        for card in data.combat_cards.iter().copied() {
            let (Some(_), Some(known)) = (self.state().played_by(card), data.combat(card)) else {
                continue;
            };
            if known.does(Does::DieSaysWhoIsNext) {
                self.happens_in_battle(card);
                continue;
            }
            let cancels = known.does(Does::CancelsBattle);
            if !self.state().from_hand(card) && !cancels {
                self.put(Cell::Played(card), 0);
                continue;
            }
            let served = cancels || self.had_effect(card, known);
            if served {
                self.happens_in_battle(card);
            }
            let zone = match data.cards[card].removed_after_event {
                true if served => CardZone::Removed,
                _ => CardZone::Discard,
            };
            self.put(Cell::Card(card), zone as u16);
        }
    }

    /// Whether a card of a cancelled battle has had its effect: kept units from the weather, or
    /// brought some.
    fn had_effect(&self, card: CardId, known: &Combat) -> bool {
        known.reinforces() || (known.shelters().is_some() && self.state().before_weather(card))
    }
}

impl Transition<'_> {
    /// Puts a card on the table. JAFAR PASHA in the hands of the AP serves once.
    fn show(&mut self, card: CardId, stage: Stage) {
        let mut number = match self.side {
            Side::Cp => 2,
            _ => 1,
        };
        if self.now.state().zone(card) == Some(CardZone::Hand) {
            number += FROM_HAND;
        }
        if stage == Stage::WeatherCards {
            number += BEFORE_WEATHER;
        }
        self.now.put(Cell::Played(card), number);
        let known = self.now.data().combat(card);
        let once = known.is_some_and(|known| known.does(Does::DieSaysWhoIsNext));
        let zone = match self.side {
            Side::Ap if once => CardZone::Removed,
            side => before_him(side),
        };
        self.now.put(Cell::Card(card), zone as u16);
    }

    /// Units come into the battle, and places are marked.
    fn bring(&mut self, card: &Combat, offer: &CardOffer, places: &[PlaceId], units: &[UnitId]) {
        let Some(target) = self.now.battlefield() else {
            return;
        };
        let Some(battle) = Battle::from_position(self.before) else {
            return;
        };
        let Some(role) = battle.role(self.side) else {
            return;
        };
        let attacks = role == Role::Attacker;
        let may = |place: &&PlaceId| offer.places.iter().any(|may| may.contains(**place));
        if let Some(hq) = card.joining() {
            match card.entering() {
                Some(unit) => self.lead(&battle, role, (hq, unit), offer, places),
                None if attacks => {
                    if let Some(from) = places.iter().find(may) {
                        self.arrive(hq, *from);
                        self.enlist(hq, role);
                    }
                }
                None => {}
            }
        }
        // Where it may join several places it joins the first, its own above all.
        if card.reinforces() && !units.is_empty() {
            let checker = Checker::of_side(self.before, self.side);
            let recruits = checker.recruits(&battle, card);
            for unit in units {
                let mut spots = recruits.iter().filter(|(known, _)| known == unit);
                if let Some((_, spot)) = spots.next() {
                    self.come_to(*unit, *spot);
                    self.enlist(*unit, role);
                    if attacks {
                        self.reinforce(target, *unit);
                    }
                }
            }
        }
        if card.does(Does::DrivesBack)
            && let Some(place) = places.iter().find(may)
        {
            let number = u16::try_from(place + 1).unwrap_or(0);
            self.now.put_battle_var(BattleVar::StackOut, number);
        }
        if card.does(Does::CallsUp)
            && let Some(unit) = units.iter().find(|unit| offer.units.contains(unit))
        {
            self.come_to(*unit, target);
        }
        if card.names_target() && places.contains(&target) {
            self.now.put_battle_flag(BattleFlag::IgnoresTrenchAndWater);
        }
    }

    /// A unit that a card brings ends its way: a regular one holds in full what was held in part
    /// (11.2.2.1.c), and an enemy trench there is no more (11.3.3-1).
    fn come_to(&mut self, unit: UnitId, place: PlaceId) {
        self.end_in(unit, place);
        self.trample(place);
    }

    /// A unit comes into the game where it is needed, at full strength.
    fn arrive(&mut self, unit: UnitId, place: PlaceId) {
        self.come_to(unit, place);
        self.now.put(Cell::Reduced(unit), 0);
        self.now.put(Cell::Arrival(unit), 0);
    }

    /// A unit takes part in the battle.
    fn enlist(&mut self, unit: UnitId, role: Role) {
        if role == Role::Attacker {
            let done = self.now.state().get(Cell::Fought(unit));
            self.now.put(Cell::Fought(unit), done | 1);
            self.now.put(Cell::Attacking(unit), 0);
        }
        self.now.put(Cell::Battle(unit), role as u16 + 1);
    }

    /// An HQ joins a stack of the battle, and a unit comes in with it (MAUDE). It defends if it comes
    /// into the space that is attacked.
    fn lead(
        &mut self,
        battle: &Battle<'_>,
        role: Role,
        (hq, unit): (UnitId, UnitId),
        offer: &CardOffer,
        places: &[PlaceId],
    ) {
        let [stacks, ports] = &offer.places[..] else {
            return;
        };
        let fits = |a: &PlaceId, b: &PlaceId| stacks.contains(*a) && ports.contains(*b);
        let pairs = places
            .iter()
            .flat_map(|a| places.iter().map(move |b| (a, b)));
        // One place is of both kinds; of two each is of one.
        let mut named = pairs.filter(|(a, b)| (places.len() == 1 || a != b) && fits(a, b));
        let Some((stack, entry)) = named.next() else {
            return;
        };
        self.arrive(hq, *stack);
        self.enlist(hq, role);
        if self.before.spot(unit).is_some() {
            return;
        }
        self.arrive(unit, *entry);
        let defends = role == Role::Defender && *entry == battle.target();
        if defends && self.before.data().spaces[*entry].kind != Kind::Region {
            self.enlist(unit, role);
        }
    }
}
