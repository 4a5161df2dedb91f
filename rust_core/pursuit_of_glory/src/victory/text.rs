//! The ledger in words.

use super::{Ending, Item, LedgerLine, Level, Victory};
use crate::cards::ROYAL_NAVY_BLOCKADE;
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;

impl Position {
    /// A line in one sentence.
    #[must_use]
    pub fn line_text(&self, line: &LedgerLine) -> String {
        let data = self.data();
        let name = line
            .place
            .and_then(|place| data.spaces.get(place))
            .map_or("", |space| &space.name);
        let jihad = self.state().track(Track::Jihad);
        let christmas = usize::from(self.state().scalar(Scalar::ChristmasSpace));
        let christmas = christmas.checked_sub(1).and_then(|at| data.spaces.get(at));
        let christmas = christmas.map_or("", |space| &space.name);
        match line.item {
            Item::TurksInGalicia => "A Turkish corps fights in Galicia in summer.".into(),
            Item::Blockade => "The blockade bites in winter.".into(),
            Item::CpMandatedOffensiveMissed => {
                "The CP have not made a mandated offensive of this turn.".into()
            }
            Item::ApMandatedOffensiveMissed => {
                "The AP have not made a mandated offensive of this turn.".into()
            }
            Item::JerusalemByChristmasMet => format!("The AP have taken {christmas} in time."),
            Item::JerusalemByChristmasFailed => {
                format!("The AP have not taken {christmas} in time.")
            }
            Item::CpOilField if self.nobodys(line) => {
                format!("The oil of neutral {name} goes to the CP.")
            }
            Item::CpOilField => format!("The CP hold the oil of {name}."),
            Item::ApOilField => format!("The AP hold the oil of {name}."),
            Item::JihadHigh => format!("The Jihad level is {jihad}, 8 or more."),
            Item::JihadLow => format!("The Jihad level is {jihad}, 3 or less."),
            Item::TurksAtSuez => "Turks stand on the Suez Canal.".into(),
            Item::TurksInIndia => "Turks stand in India.".into(),
            Item::CpInCairo => "The CP stand in Cairo.".into(),
            Item::ApOnGallipoli => "The AP stand on the Gallipoli map.".into(),
            Item::ApInConstantinople => "The AP stand in Constantinople.".into(),
            Item::Bid => "VPs bid before the game.".into(),
        }
    }

    /// Whether the oil field of a line is held by neither side.
    fn nobodys(&self, line: &LedgerLine) -> bool {
        let control = super::ControlMap::of(&self.view());
        let held = |side| {
            line.place
                .is_some_and(|at| super::holds(&control, side, at))
        };
        !held(Side::Ap) && !held(Side::Cp)
    }

    /// What a line is about: spaces, units or offensives, by their ids.
    #[must_use]
    pub fn line_subjects(&self, line: &LedgerLine) -> Vec<&str> {
        let data = self.data();
        let victory_index = &data.victory_index;
        let units = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<&str> {
            let on_map = (0..data.units.len()).filter_map(|unit| {
                let place = self.place(unit).filter(|place| *place < data.on_map)?;
                wanted(unit, place).then_some(data.units[unit].id.as_str())
            });
            on_map.collect()
        };
        let of = |side: Side, unit: usize| self.side_of(unit) == side;
        let known = &data.known;
        let offensives = |side: Side| {
            let owed = self.owed_offensives(side);
            owed.map(Offensive::word).collect()
        };
        match line.item {
            Item::TurksInGalicia => units(&|unit, place| {
                place == known.galicia && victory_index.turkish_corps.contains(unit)
            }),
            Item::CpMandatedOffensiveMissed => offensives(Side::Cp),
            Item::ApMandatedOffensiveMissed => offensives(Side::Ap),
            Item::Blockade => vec![&data.cards[ROYAL_NAVY_BLOCKADE].id],
            Item::JerusalemByChristmasMet | Item::JerusalemByChristmasFailed => {
                let space = usize::from(self.state().scalar(Scalar::ChristmasSpace)).checked_sub(1);
                let space = space.and_then(|at| data.spaces.get(at));
                space.map(|space| space.id.as_str()).into_iter().collect()
            }
            Item::CpOilField | Item::ApOilField => {
                let space = line.place.and_then(|place| data.spaces.get(place));
                space.map(|space| space.id.as_str()).into_iter().collect()
            }
            Item::TurksAtSuez => units(&|unit, place| {
                victory_index.turks.contains(unit) && victory_index.canal_banks.contains(place)
            }),
            Item::TurksInIndia => units(&|unit, place| {
                victory_index.turks.contains(unit)
                    && victory_index.area(Area::India).contains(place)
            }),
            Item::CpInCairo => units(&|unit, place| place == known.cairo && of(Side::Cp, unit)),
            Item::ApOnGallipoli => units(&|unit, place| {
                victory_index.gallipoli_map.contains(place) && of(Side::Ap, unit)
            }),
            Item::ApInConstantinople => {
                units(&|unit, place| place == known.constantinople && of(Side::Ap, unit))
            }
            Item::JihadHigh | Item::JihadLow | Item::Bid => Vec::new(),
        }
    }
}

impl Victory {
    /// The number of the rule the level is of.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        // By the marker alone (5.2.1.b-2).
        if self.level == Level::CpAutomatic && self.after_war_status < super::CP_AUTOMATIC {
            return "5.2.1.b-2";
        }
        self.level.rule()
    }

    /// How it ends, in a sentence or two.
    #[must_use]
    pub fn text(&self) -> String {
        let total = self.total;
        let side = self.level.winner().word().to_uppercase();
        let how = match self.level {
            Level::ApAutomatic | Level::CpAutomatic => "automatic victory",
            Level::ApMarginal | Level::CpMarginal => "marginal victory",
            Level::ApEndurance | Level::CpEndurance => "victory of endurance",
        };
        let won = format!("{total} VP: {how} of the {side}.");
        match self.ends {
            Some(Ending::Automatic) => format!("{won} It ends the game in this turn."),
            Some(Ending::Armistice) => format!("{won} The armistice is made in this turn."),
            None => format!("{won} No armistice is due in this turn: the game goes on."),
        }
    }
}
