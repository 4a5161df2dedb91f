//! The battle that a position remembers (`docs/position.md`).

use super::{Battle, Declaration, Happened, Moment, Played};
use crate::cards::{Combat, Does, YILDIRIM_OFFENSIVE};
use crate::data::PlaceId;
use crate::position::Position;
use crate::state::Fight;
use crate::vocabulary::*;

impl Declaration {
    /// What is declared of the battle under way; `None` if there is none.
    ///
    /// Units that cards have brought are among the attackers and defenders, and the dice that have
    /// fallen are told by their loss numbers alone, which are not asked here.
    #[must_use]
    pub(crate) fn remembered(position: &Position) -> Option<Self> {
        let (state, data) = (position.state(), position.data());
        let place = |which: Fight| {
            let at = usize::from(state.fight(which)).checked_sub(1);
            at.filter(|at| *at < data.on_map)
        };
        let target = state.target().filter(|at| *at < data.on_map)?;
        let stage = state.stage().unwrap_or(Stage::Defence);
        let played = |card| {
            let side = state.played_by(card)?;
            let known = data.cards[card].combat.as_ref();
            let retreats = known.is_some_and(|known| known.does(Does::RetreatOrRoll));
            let moment = match known {
                _ if state.before_weather(card) => Moment::Weather,
                // Before the dice it is a retreat, and there are none (JAFAR PASHA).
                _ if retreats && !state.settled(Settled::Cancelled) => Moment::Dice,
                _ => Moment::Battle,
            };
            let ignores = state.settled(Settled::IgnoresTrenchAndWater)
                && known.is_some_and(Combat::names_target);
            Some(Played {
                card,
                side,
                moment,
                units: Vec::new(),
                places: if ignores { vec![target] } else { Vec::new() },
            })
        };
        let flank = [
            (Settled::FlankSucceeded, true),
            (Settled::FlankFailed, false),
        ];
        let flank = flank.into_iter().find(|(matter, _)| state.settled(*matter));
        let mut cards: Vec<Played> = (0..data.cards.len()).filter_map(played).collect();
        cards.extend(Self::yildirim_offensive_at(position, target));
        Some(Self {
            target,
            attackers: state.attackers.iter().collect(),
            defenders: state.defenders.iter().collect(),
            pin: place(Fight::Pin),
            cards,
            withdrawal: state.settled(Settled::Withdraws),
            happened: Happened {
                weather: stage > Stage::Weather,
                weather_checked: place(Fight::Weather),
                flank: flank.map(|(_, succeeded)| succeeded),
                retreated: state.retreated,
                offensive: data
                    .cards_with(Does::ForAllTheAction)
                    .find(|card| state.used(*card)),
                ..Happened::default()
            },
        })
    }

    /// YILDIRIM OFFENSIVE as it is named for the battle under way, if the position remembers that
    /// its attack ignores trenches.
    pub(crate) fn yildirim_offensive_at(position: &Position, target: PlaceId) -> Option<Played> {
        let named = position.state().settled(Settled::IgnoresTrench);
        named.then(|| Played {
            card: YILDIRIM_OFFENSIVE,
            side: Side::Cp,
            moment: Moment::Battle,
            units: Vec::new(),
            places: vec![target],
        })
    }
}

impl<'a> Battle<'a> {
    /// The battle under way, as far as it has come; `None` if there is none.
    #[must_use]
    pub fn remembered(position: &'a Position) -> Option<Self> {
        Some(Self::new(position, Declaration::remembered(position)?))
    }
}
