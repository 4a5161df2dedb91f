//! What must hold for a card to be played, in a small language: `;` means and, `|` means or
//! (`scenarios/pursuit_of_glory/README.md`).

use super::{CardId, NAMED};
use crate::vocabulary::*;
use engine::names::vocabulary;

vocabulary! {
    /// Numbers that conditions compare.
    Gauge, "number" {
        Turn = "turn", ActionRound = "action_round", Jihad = "jihad", Vp = "vp",
        CpWarStatus = "cp_ws", CombinedWarStatus = "combined_ws",
    }
}

vocabulary! {
    /// How a number is compared.
    Comparison, "comparison" { AtLeast = "at_least", AtMost = "at_most", }
}

vocabulary! {
    /// Conditions that are said in one word. The first are those of a position, the others those of
    /// a battle.
    Simple, "condition" {
        /// A winter turn.
        Winter = "winter_only",
        /// No winter turn.
        NotWinter = "not_winter",
        /// The Russian Revolution has not begun (16.4.4).
        BeforeRevolution = "before_revolution",
        /// It has.
        Revolution = "after_revolution_begins",
        /// Greece is neutral (18.8.1).
        GreeceNeutral = "greece_neutral",
        /// Serbia has collapsed (18.8.3).
        SerbianCollapse = "serbian_collapse",
        /// Romania fights for the AP and has not collapsed (18.8.4).
        RomaniaFights = "romania_ap_uncollapsed",
        /// A BR or IN LCU was eliminated.
        EmpireLcuLost = "br_in_lcu_lost",
        /// A railroad of the CP joins Constantinople and Galicia.
        RailLink = "rail_link_to_galicia",
        /// An Enver offensive is mandated (7.2).
        EnverOffensive = "enver_offensive",
        /// A RU unit holds a port that was Turkish and leads to Petrovsk (16.4.3.1).
        WarmWaterPort = "ru_port_condition",
        /// A Turkish LCU attacked a Russian one.
        TurksAttackedRussians = "tu_lcu_attacks_ru_lcu",
        /// A VP space of Russia was taken.
        RussianVpTaken = "vp_space_of_russia_taken",
        /// The player of the card has won.
        Won = "won",
        /// Turks lost steps or fell.
        TurksHurt = "turks_hurt",
        /// The Empire attacked from a space, and lost.
        EmpireRepelled = "empire_repelled",
        /// Nobody but TU units defends.
        OnlyTurks = "only_turks",
        /// An Arab Revolt irregular or a CP tribe attacks.
        RaidersAttack = "raiders_attack",
        /// The target touches the seas of the AP's ships, or lies on the Suez Canal.
        ShipsInRange = "ships_in_range",
        /// A stack of the battle has a BR and an IN unit.
        MixedStack = "mixed_stack",
        /// A Turkish LCU attacks from the north-east.
        Spearhead = "spearhead",
        /// Before the dice a defender could retreat; after them the player's own die has fallen.
        WayOutOrDie = "way_out_or_die",
    }
}

vocabulary! {
    /// Conditions that name something.
    Naming, "condition" {
        /// The event of the card has happened.
        Event = "event",
        /// The card has not been played.
        NotAfter = "not_after",
        /// The AP controls the space: each of several.
        ApControls = "ap_controls",
        /// The CP does.
        CpControls = "cp_controls",
        /// The AP controls a space of the country, which is in the war.
        ApControlsAny = "ap_controls_any",
        /// An AP LCU is there.
        ApLcuIn = "ap_lcu_in",
        /// A FR or BR LCU is.
        FrOrBrLcuIn = "fr_or_br_lcu_in",
        /// None is, but on a beachhead: in none of several.
        NoApLcuAshore = "no_ap_lcu_ashore",
        /// AP units have entered the space.
        ApUnitsEntered = "ap_units_entered",
        /// The CP defends there.
        CpDefendsIn = "cp_defends_in",
        /// The battle is fought there.
        In = "in",
        /// It is not: in none of several.
        NotIn = "not_in",
        /// The target is of this terrain.
        On = "on",
        /// It is not: of none of several.
        NotOn = "not_on",
        /// The target is no such place.
        NoPlace = "no_place",
        /// The attack goes into or out of this terrain.
        IntoOrOutOf = "into_or_out_of",
        /// A unit of the nation takes part for the player, in supply.
        Own = "own",
        /// Infantry of the nation does.
        OwnInfantry = "own_infantry",
        /// A LCU of the nation does.
        OwnLcu = "own_lcu",
        /// The unit does.
        OwnUnit = "own_unit",
        /// A unit of the nation takes part for the CP, in supply or not.
        CpUnit = "cp_unit",
    }
}

impl Naming {
    /// Whether all of several must hold. Else one is enough.
    #[must_use]
    pub const fn wants_all(self) -> bool {
        matches!(
            self,
            Self::ApControls
                | Self::CpControls
                | Self::NotAfter
                | Self::NoApLcuAshore
                | Self::NotIn
                | Self::NotOn
                | Self::NoPlace
        )
    }
}

/// Where a LCU may be: an area or a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Land {
    /// An area.
    Area(Area),
    /// A country.
    Country(Country),
}

/// What a condition names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedThing {
    /// A card.
    Card(CardId),
    /// A space, by its number.
    Place(usize),
    /// A unit, by its number.
    Unit(usize),
    /// An area or a country.
    Land(Land),
    /// Terrain.
    Terrain(Terrain),
    /// A kind of place.
    Kind(Kind),
    /// A nation.
    Nation(Nation),
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// In one word.
    Plain(Simple),
    /// It names something.
    Of(Naming, NamedThing),
    /// It compares a number.
    Number(Gauge, Comparison, u8),
}

/// Conditions of which all must hold, each of them one of several.
pub type Conditions = Vec<Vec<Condition>>;

impl Condition {
    /// Whether it asks the battle, not the position.
    #[must_use]
    pub const fn asks_battle(self) -> bool {
        match self {
            Self::Plain(word) => word as u8 >= Simple::TurksAttackedRussians as u8,
            Self::Of(named, _) => named as u8 >= Naming::CpDefendsIn as u8,
            Self::Number(..) => false,
        }
    }

    /// As a term of the law; `names` are the ids of places and of units.
    #[must_use]
    pub fn term<'a>(self, names: &[&dyn Fn(usize) -> &'a str; 2]) -> String {
        let [place, unit] = names;
        match self {
            Self::Plain(word) => word.word().to_owned(),
            Self::Number(gauge, comparison, number) => format!("{comparison}({gauge},{number})"),
            Self::Of(named, what) => {
                let what = match what {
                    NamedThing::Card(card) => NAMED[card].id,
                    NamedThing::Place(number) => place(number),
                    NamedThing::Unit(number) => unit(number),
                    NamedThing::Land(Land::Area(area)) => area.word(),
                    NamedThing::Land(Land::Country(country)) => country.word(),
                    NamedThing::Terrain(terrain) => terrain.word(),
                    NamedThing::Kind(kind) => kind.word(),
                    NamedThing::Nation(nation) => nation.word(),
                };
                format!("{named}({what})")
            }
        }
    }
}
