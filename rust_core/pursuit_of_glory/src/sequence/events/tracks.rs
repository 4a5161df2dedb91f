//! Effects that leave nothing to choose: markers on tracks, points on the record (9.5.1.a).

use crate::cards::Happening;
use crate::position::Position;
use crate::state::{Cell, OFFENSIVES, Scalar, bias, unbias};
use crate::vocabulary::*;

/// The ends of the AP MO Modifier Track (7.4.1-6).
const MO_MODIFIER: [i32; 2] = [0, 4];

impl Position {
    /// The position after an effect of this kind, up to the next decision.
    pub(super) fn with_effect(&self, effect: Happening) -> Self {
        let mut next = self.effect_is_done();
        match effect {
            Happening::Vp(number) => next.shift(Track::Vp, number.into()),
            // 16.3.1.1-1, 16.3.1.2-1
            Happening::Jihad(number) => match u16::try_from(number) {
                Ok(points) => next.raise_jihad(points),
                // Tribes beyond the level stay until the Revolution Phase (16.3.2.b).
                Err(_) => next.shift(Track::Jihad, number.into()),
            },
            // Bonus points leave the Max TU RP marker alone (17.3.1-3).
            Happening::Records(kind, number) => {
                if self.may_record(kind) {
                    next.add_points(kind, number.into());
                }
            }
            Happening::Loses(kind, number) => next.lose_points(kind, number.into()),
            // It stays the AP's, whoever goes ashore (2.0.island_base-2).
            Happening::TribesRecover => next.tribes_recover(),
            Happening::Cyprus => {
                next.put(Cell::Control(self.data().known.cyprus), Control::Ap as u16);
            }
            Happening::BeachheadsLeave => next.put_scalar(Scalar::BeachheadsInReserve, 0),
            // 17.3.1-1
            Happening::MaxTuRp(number) => {
                next.put_scalar(Scalar::MaxTuRp, bias(Some(number.into())));
            }
            Happening::AutomaticVictory(number) => {
                next.put_scalar(Scalar::CpAutomaticVictory, bias(Some(number.into())));
            }
            Happening::AutomaticVictoryBy(number) => {
                if let Some(level) = unbias(self.state().scalar(Scalar::CpAutomaticVictory)) {
                    let level = level + i32::from(number);
                    next.put_scalar(Scalar::CpAutomaticVictory, bias(Some(level)));
                }
            }
            Happening::OffensivesLapse => next.let_offensives_lapse(),
            Happening::EnverStays => next.let_enver_stay(),
            Happening::MoModifier(number) => {
                let [least, most] = MO_MODIFIER;
                let track = self.state().track(Track::MoModifier);
                let moved = (track + i32::from(number)).clamp(least, most);
                next.shift(Track::MoModifier, moved - track);
            }
            Happening::SinaiRailroad(turns) => {
                let turn = i32::from(self.state().scalar(Scalar::Turn)) + i32::from(turns);
                next.put_scalar(Scalar::SinaiRailroad, bias(Some(turn)));
            }
            // The Revolution cannot begin before its marker, nor before that of the Czar, who has a turn
            // more for every net RU VP (16.4.3.a-1, 16.4.3.b-1).
            Happening::Parvus => {
                let turn = i32::from(self.state().scalar(Scalar::Turn));
                let ahead = i32::from(self.data().revolts.turns_ahead);
                let czar = turn + self.state().track(Track::RuVp);
                for (marker, on) in [
                    (Scalar::Parvus, turn),
                    (Scalar::RevolutionTurn, turn + ahead),
                    (Scalar::Czar, czar),
                ] {
                    next.put_scalar(marker, bias(Some(on)));
                }
            }
            // Asked for by the card, and in every turn, this one too (9.4.1.b-2).
            Happening::EveryTurn(..) => {}
            Happening::OpenHand => next.lay_open(),
            // Nobody's hand has a card more to look at.
            Happening::LooksAtHand(_) => next.end_look(),
            Happening::Eliminates(..)
            | Happening::Removes(..)
            | Happening::BatumsFort
            | Happening::NegatedBy(..)
            | Happening::NegatedByLcu(..)
            | Happening::Entry
            | Happening::Countered
            | Happening::Greece
            | Happening::KingConstantine
            | Happening::Exchanges(..)
            | Happening::Relief
            | Happening::Treachery
            | Happening::Provokes(..)
            | Happening::OpsFor(..)
            | Happening::Activates(..)
            | Happening::Marks(..)
            | Happening::Spends(..)
            | Happening::Ops
            | Happening::Beachheads(..)
            | Happening::Redeploys(..)
            | Happening::Evacuates
            | Happening::Straits
            | Happening::Shelling
            | Happening::Bosphorus
            | Happening::Reinforcements
            | Happening::Trenches(..)
            | Happening::Lasts => {}
        }
        next.advance_to_next_decision()
    }

    /// What some events bring or cost in every turn is recorded (9.4.1.b-2, 9.4.3-1); nothing of it moves
    /// the Max TU RP marker (17.3.1-3).
    pub(in crate::sequence) fn record_what_events_bring(&mut self) {
        let data = self.data().clone();
        for (card, entry) in data.cards.iter().enumerate() {
            if !self.state().happened(card) {
                continue;
            }
            for effect in entry.event.iter().flatten() {
                if let Happening::EveryTurn(kind, number) = *effect
                    && self.may_record(kind)
                {
                    self.add_points(kind, number.into());
                }
            }
        }
    }

    /// Eliminated tribes go back to the Tribal Warfare Key, and those on the map are at full strength.
    fn tribes_recover(&mut self) {
        let data = self.data().clone();
        let eliminated = data.known.cp_eliminated;
        for (unit, entry) in data.units.iter().enumerate() {
            let Some(tribe) = entry.tribe else {
                continue;
            };
            if self.place(unit) == Some(eliminated) {
                if let Some(key) = data.find_place(&format!("tribal_key_{tribe}")) {
                    self.retire(unit, key, false);
                }
            } else if self.spot(unit).is_some() && self.side_of(unit) == Side::Cp {
                self.put(Cell::Reduced(unit), 0);
            }
        }
    }

    /// The offensive that the AP chose for Enver is cancelled, if it is not met; a second one stands
    /// (7.4.2-4). It is the first of the CP's.
    fn let_enver_stay(&mut self) {
        let first = OFFENSIVES;
        let enver = Offensive::EnverToTheFront as u16 + 1;
        let slots = first..2 * OFFENSIVES;
        let unchosen = slots.into_iter().find(|slot| {
            let stored = self.state().get(Cell::Offensive(*slot));
            stored & 31 == enver
        });
        let slot = unchosen.unwrap_or(first);
        let stored = self.state().get(Cell::Offensive(slot));
        if stored > 0 && stored & 32 == 0 {
            self.put(Cell::Offensive(slot), Offensive::None as u16 + 1);
        }
    }

    /// What the CP still owes is marked as none (7.4.2-2).
    fn let_offensives_lapse(&mut self) {
        for slot in OFFENSIVES..2 * OFFENSIVES {
            let stored = self.state().get(Cell::Offensive(slot));
            if stored > 0 && stored & 32 == 0 {
                self.put(Cell::Offensive(slot), Offensive::None as u16 + 1);
            }
        }
    }
}
