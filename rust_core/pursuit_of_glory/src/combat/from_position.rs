//! The battle that a position remembers (`docs/position.md`).

use super::{Battle, Declaration, Happened, Moment, Played};
use crate::cards::{Combat, Does, YILDIRIM_OFFENSIVE};
use crate::data::PlaceId;
use crate::position::Position;
use crate::state::BattleVar;
use crate::vocabulary::*;

impl Declaration {
    /// What is declared of the battle under way; `None` if there is none.
    ///
    /// Units that cards have brought are among the attackers and defenders, and the dice that have
    /// fallen are told by their loss numbers alone, which are not asked here.
    #[must_use]
    pub(crate) fn from_position(position: &Position) -> Option<Self> {
        let (state, data) = (position.state(), position.data());
        let place = |which: BattleVar| {
            let at = usize::from(state.battle_var(which)).checked_sub(1);
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
                _ if retreats && !state.battle_flag(BattleFlag::Cancelled) => Moment::Dice,
                _ => Moment::Battle,
            };
            let ignores = state.battle_flag(BattleFlag::IgnoresTrenchAndWater)
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
            (BattleFlag::FlankSucceeded, true),
            (BattleFlag::FlankFailed, false),
        ];
        let flank = flank
            .into_iter()
            .find(|(matter, _)| state.battle_flag(*matter));
        let mut cards: Vec<Played> = (0..data.cards.len()).filter_map(played).collect();
        cards.extend(Self::yildirim_offensive_at(position, target));
        Some(Self {
            target,
            attackers: state.attackers.iter().collect(),
            defenders: state.defenders.iter().collect(),
            pin: place(BattleVar::Pin),
            cards,
            withdrawal: state.battle_flag(BattleFlag::Withdraws),
            happened: Happened {
                weather: stage > Stage::Weather,
                weather_checked: place(BattleVar::Weather),
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
        let named = position.state().battle_flag(BattleFlag::IgnoresTrench);
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
    pub fn from_position(position: &'a Position) -> Option<Self> {
        Some(Self::new(position, Declaration::from_position(position)?))
    }
}
