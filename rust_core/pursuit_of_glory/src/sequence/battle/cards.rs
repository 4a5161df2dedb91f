//! Combat cards: played, taken back, kept, and gone (9.5.4, 12.2.5, 12.2.8.d).

use super::super::Field;
use super::super::agenda::{Home, Rest, SILENT};
use super::super::decision::{Kind as Asks, Parameters};
use super::losses::after_orders;
use super::orders_of;
use crate::aftermath::Aftermath;
use crate::battles::{AfterOrder, BattleMove, BattleOrder, Cancelled};
use crate::check::{Offer, Referee};
use crate::combat::{Battle, CombatCard, Role};
use crate::data::{CardId, PlaceId, UnitId};
use crate::position::Position;
use crate::state::{BEFORE_WEATHER, Cell, FROM_HAND, Fight, Frame, FrameKind, One};
use crate::vocabulary::*;

/// Where a side's cards lie face up.
const fn before_him(side: Side) -> CardZone {
    match side {
        Side::Cp => CardZone::FaceUpCp,
        _ => CardZone::FaceUpAp,
    }
}

/// Does the card bring units, which nobody takes away again (9.5.4.4-2)?
const fn brings_units(card: CombatCard) -> bool {
    matches!(
        card,
        CombatCard::Ap28 | CombatCard::Ap52 | CombatCard::Cp19 | CombatCard::Cp44
    )
}

pub(in super::super) const HOME: Home = Home {
    // Who is passed by shows that he has no such card: he is asked wherever he could have one.
    rest: |position, _| match position.conceivable_cards_to_play()[..] {
        [] => Rest::Done,
        _ => Rest::Decides(Asks::Cards),
    },
    parameters: |position, frame| Parameters::Cards {
        place: position.battlefield().unwrap_or_default(),
        moment: frame.moment().unwrap_or(Moment::Battle),
        cards: position.cards_to_play(),
        hidden: position.hidden_in_hand(frame),
    },
    take: |position, _, answer| orders_of(answer).map(|orders| position.play_cards(orders)),
    ..SILENT
};

impl Position {
    fn known_card(&self, card: CardId) -> Option<CombatCard> {
        CombatCard::parse(&self.data().cards.get(card)?.id)
    }

    /// The position after a side has played its cards, any number of them or none
    /// (9.5.4.1-3), up to the next decision.
    pub(in super::super) fn play_cards(&self, orders: &BattleMove) -> Self {
        let (Some(stage), Some(asked)) = (self.state().stage(), self.asked_in_battle()) else {
            return self.clone();
        };
        if let Some(shown) = self.shown_by(orders) {
            return shown.play_cards(orders);
        }
        let side = asked.side;
        let offers = self.cards_to_play();
        let mut field = Field::new(self, side);
        let mut again = false;
        for order in orders.orders() {
            let BattleOrder::Play { card } = *order else {
                continue;
            };
            let Some(known) = self.known_card(card) else {
                continue;
            };
            let Some(offer) = offers.iter().find(|offer| offer.card == card) else {
                continue;
            };
            field.show(card, stage);
            let places = orders.orders().iter().filter_map(|order| match order {
                BattleOrder::Place { card: by, place } if *by == card => Some(*place),
                _ => None,
            });
            let units = orders.orders().iter().filter_map(|order| match order {
                BattleOrder::Bring { card: by, unit } if *by == card => Some(*unit),
                _ => None,
            });
            field.bring(
                known,
                offer,
                &places.collect::<Vec<_>>(),
                &units.collect::<Vec<_>>(),
            );
            match known {
                CombatCard::Cp06 => field.now.put_settled(Settled::Cancelled),
                CombatCard::Cp43 => {
                    for order in after_orders(orders) {
                        if let AfterOrder::Cancel { what } = order {
                            field.now.put_settled(match what {
                                Cancelled::Advance => Settled::AdvanceCancelled,
                                Cancelled::Retreat => Settled::RetreatCancelled,
                            });
                        }
                    }
                }
                // Before the dice the defender retreats, after them he rolls again.
                CombatCard::Cp20 if stage == Stage::DefendersCards => {
                    field.now.put_settled(Settled::Cancelled);
                }
                CombatCard::Cp20 if self.state().fight(Fight::LossByDefender) > 0 => {
                    field.now.put_fight(Fight::LossByDefender, 0);
                    again = true;
                }
                _ => {}
            }
        }
        if orders
            .orders()
            .iter()
            .any(|order| !matches!(order, BattleOrder::Play { .. }))
        {
            field.settle();
        }
        let mut next = field.now;
        if again {
            next.pop();
            next.push(Frame::of(FrameKind::Dice));
            return next.advanced();
        }
        next = next.done();
        if let Some(die) = next.jafar_pasha_passes() {
            next.push(die);
        }
        next.advanced()
    }

    /// The event of a combat card has happened: what lasts is remembered, and the war status moves
    /// when it was played from the hand (2.0.ws_points, 9.5.1.d-1).
    fn happens(&mut self, card: CardId) {
        if self.state().get(Cell::Event(card)) == 0 {
            let turn = self.state().one(One::Turn);
            self.put(Cell::Event(card), turn + 1);
        }
        let points = i32::from(self.data().cards[card].war_status);
        if points > 0 && self.state().from_hand(card) {
            let track = match self.data().cards[card].side {
                Side::Cp => Track::WarStatusCp,
                _ => Track::WarStatusAp,
            };
            self.shift(track, points);
            self.shift(Track::CombinedWarStatus, points);
        }
    }

    /// What becomes of the cards when both loss numbers are known (12.2.8.d-2, 12.2.8.d-3): the
    /// winner keeps his face up (9.5.4.2-1), all others are discarded (9.5.4.2-2), and those with
    /// an asterisk leave the game (12.11-3).
    pub(super) fn clear_cards(&mut self) {
        let number = |which| self.state().fight(which);
        let (attack, defence) = (number(Fight::LossByAttacker), number(Fight::LossByDefender));
        let winner = match attack.cmp(&defence) {
            std::cmp::Ordering::Greater => Some(self.side_in_battle(Role::Attacker)),
            std::cmp::Ordering::Less => Some(self.side_in_battle(Role::Defender)),
            std::cmp::Ordering::Equal => None,
        };
        self.put_away(winner, false);
    }

    /// The same of the cards of the moments after the losses, when the battle is over.
    pub(super) fn clear_last_cards(&mut self) {
        let winner = Aftermath::new(self).and_then(|after| after.winner());
        self.put_away(winner.map(|(winner, _)| winner), true);
    }

    fn put_away(&mut self, winner: Option<Side>, last: bool) {
        for card in 0..self.data().cards.len() {
            let (Some(side), Some(known)) = (self.state().played_by(card), self.known_card(card))
            else {
                continue;
            };
            if known.comes_last() != last {
                continue;
            }
            self.happens(card);
            let zone = match known {
                // The other player has it next, whoever has won (9.5.4.3-1, ap_21).
                CombatCard::Ap21 => before_him(side.enemy()),
                // Its own die says (cp_20).
                CombatCard::Cp20 => continue,
                _ if self.data().cards[card].removed_after_event => CardZone::Removed,
                // Never kept (cp_06, ap_44).
                CombatCard::Cp06 | CombatCard::Ap44 => CardZone::Discard,
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
        for card in 0..self.data().cards.len() {
            let (Some(_), Some(known)) = (self.state().played_by(card), self.known_card(card))
            else {
                continue;
            };
            if known == CombatCard::Cp20 {
                self.happens(card);
                continue;
            }
            if !self.state().from_hand(card) && known != CombatCard::Cp06 {
                self.put(Cell::Played(card), 0);
                continue;
            }
            let served = known == CombatCard::Cp06 || self.had_effect(card, known);
            if served {
                self.happens(card);
            }
            let zone = match self.data().cards[card].removed_after_event {
                true if served => CardZone::Removed,
                _ => CardZone::Discard,
            };
            self.put(Cell::Card(card), zone as u16);
        }
    }

    /// Has a card of a cancelled battle had its effect: kept units from the weather, or brought
    /// some?
    fn had_effect(&self, card: CardId, known: CombatCard) -> bool {
        let shields = matches!(known, CombatCard::Ap06 | CombatCard::Cp39);
        brings_units(known) || (shields && self.state().before_weather(card))
    }
}

impl Field<'_> {
    /// Puts a card on the table. JAFAR PASHA in the hands of the AP serves once (cp_20).
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
        let jafar = self.now.known_card(card) == Some(CombatCard::Cp20);
        let zone = match self.side {
            Side::Ap if jafar => CardZone::Removed,
            side => before_him(side),
        };
        self.now.put(Cell::Card(card), zone as u16);
    }

    /// Units come into the battle, and places are marked (ap_28, ap_52, cp_19, cp_44, cp_47).
    fn bring(&mut self, card: CombatCard, offer: &Offer, places: &[PlaceId], units: &[UnitId]) {
        let known = self.before.data().known;
        let Some(target) = self.now.battlefield() else {
            return;
        };
        let Some(battle) = Battle::remembered(self.before) else {
            return;
        };
        let Some(role) = battle.role(self.side) else {
            return;
        };
        let attacks = role == Role::Attacker;
        match card {
            CombatCard::Ap28 => self.bring_maude(&battle, role, offer, places),
            CombatCard::Cp44 => {
                let may = |place: &&PlaceId| offer.places.iter().any(|may| may.contains(**place));
                if let (Some(from), true) = (places.iter().find(may), attacks) {
                    self.arrive(known.tu_army_of_islam_hq, *from);
                    self.enlist(known.tu_army_of_islam_hq, role);
                }
            }
            // Where it may join several places it joins the first, its own above all (ap_52).
            CombatCard::Ap52 | CombatCard::Cp19 => {
                let referee = Referee::of_side(self.before, self.side);
                let recruits = referee.recruits(&battle, card);
                for unit in units {
                    let mut spots = recruits.iter().filter(|(known, _)| known == unit);
                    if let Some((_, spot)) = spots.next() {
                        self.now.stand(*unit, *spot);
                        self.enlist(*unit, role);
                        if attacks {
                            self.reinforce(target, *unit);
                        }
                    }
                }
            }
            CombatCard::Cp27 => {
                let may = |place: &&PlaceId| offer.places.iter().any(|may| may.contains(**place));
                if let Some(place) = places.iter().find(may) {
                    let number = u16::try_from(place + 1).unwrap_or(0);
                    self.now.put_fight(Fight::StackOut, number);
                }
            }
            CombatCard::Cp43 => {
                let comes = units.iter().find(|unit| offer.units.contains(unit));
                if let Some(unit) = comes {
                    self.now.stand(*unit, target);
                }
            }
            CombatCard::Cp47 if places.contains(&target) => {
                self.now.put_settled(Settled::IgnoresTrenchAndWater);
            }
            _ => {}
        }
    }

    /// A unit comes into the game where it is needed, at full strength.
    fn arrive(&mut self, unit: UnitId, place: PlaceId) {
        self.now.stand(unit, place);
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

    /// MAUDE joins a stack of the battle with British and Indian units, and the IN 15th Division
    /// comes in (ap_28). The division defends if it comes into the space that is attacked.
    fn bring_maude(&mut self, battle: &Battle<'_>, role: Role, offer: &Offer, places: &[PlaceId]) {
        let (data, known) = (self.before.data(), self.before.data().known);
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
        self.arrive(known.br_maude_hq, *stack);
        self.enlist(known.br_maude_hq, role);
        if self.before.spot(known.in_15th_div).is_some() {
            return;
        }
        self.arrive(known.in_15th_div, *entry);
        let defends = role == Role::Defender && *entry == battle.target();
        if defends && data.spaces[*entry].kind != Kind::Region {
            self.enlist(known.in_15th_div, role);
        }
    }
}
