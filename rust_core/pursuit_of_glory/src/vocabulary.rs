//! The closed vocabularies of the game's tables and positions.

mod decisions;
mod events;
mod reinforcements;

pub use decisions::DecisionKind;
pub use events::{EventSr, FreeActivation, Mark, OpsOf};
pub use reinforcements::{EntryPlace, Reinforced};

use engine::names::vocabulary;

vocabulary! {
    /// The two sides (and `special`: the Georgian Protectorate, 16.4.5).
    Side, "side" { Ap = "ap", Cp = "cp", Special = "special", }
}

impl Side {
    /// The other player. `special` has none and stays itself.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Ap => Self::Cp,
            Self::Cp => Self::Ap,
            Self::Special => Self::Special,
        }
    }
}

vocabulary! {
    /// Who controls a space (3.1, 11.2).
    Control, "controller" { Neutral = "neutral", Ap = "ap", Cp = "cp", }
}

impl Control {
    /// Whether this is the control of `side`.
    #[must_use]
    pub const fn is(self, side: Side) -> bool {
        matches!((self, side), (Self::Ap, Side::Ap) | (Self::Cp, Side::Cp))
    }

    /// The player who controls, if any.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Ap => Some(Side::Ap),
            Self::Cp => Some(Side::Cp),
            Self::Neutral => None,
        }
    }
}

impl From<Side> for Control {
    fn from(side: Side) -> Self {
        match side {
            Side::Ap => Self::Ap,
            Side::Cp => Self::Cp,
            Side::Special => Self::Neutral,
        }
    }
}

vocabulary! {
    /// The kinds of places (3.1).
    Kind, "kind of place" {
        Space = "space", Region = "region", IslandBase = "island_base",
        Beachhead = "beachhead", Box = "box",
    }
}

vocabulary! {
    /// The maps a place may lie on (3.1.3).
    Map, "map" { Main = "main", Gallipoli = "gallipoli_inset", Box = "box", }
}

vocabulary! {
    /// The areas of the map.
    Area, "area" {
        Balkans = "balkans", Anatolia = "anatolia", Gallipoli = "gallipoli", Caucasus = "caucasus",
        Russia = "russia", Azerbaijan = "azerbaijan", Arabistan = "arabistan",
        PersiaNeutral = "persia_neutral", PersiaRegion = "persia_region",
        Mesopotamia = "mesopotamia", SyriaPalestine = "syria_palestine", Sinai = "sinai",
        Hejaz = "hejaz", Egypt = "egypt", Sudan = "sudan", India = "india",
        Baluchistan = "baluchistan", Afghanistan = "afghanistan", CentralAsia = "central_asia",
        Island = "island", Box = "box",
    }
}

vocabulary! {
    /// The countries spaces belong to.
    Country, "country" {
        AustriaHungary = "ah", Romania = "ro", Russia = "ru", Serbia = "sb", Bulgaria = "bu",
        Turkey = "tu", Persia = "pe", Greece = "gr", Britain = "br", Afghanistan = "af",
        India = "in",
    }
}

vocabulary! {
    /// Terrain (3.1.1).
    Terrain, "terrain" {
        Clear = "clear", Mountain = "mountain", Swamp = "swamp", Forest = "forest",
        Desert = "desert",
    }
}

vocabulary! {
    /// The waters ports lie on (13.7, 14.1.4).
    Sea, "sea" {
        BlackSea = "black_sea", Caspian = "caspian", Aegean = "aegean",
        EastMediterranean = "east_mediterranean", SuezCanal = "suez_canal", RedSea = "red_sea",
        PersianGulf = "persian_gulf", IndianOcean = "indian_ocean",
    }
}

vocabulary! {
    /// The restricted areas (18.1).
    RestrictedArea, "restricted area" {
        SyriaPalestine = "syria_palestine", Mesopotamia = "mesopotamia",
        Azerbaijan = "azerbaijan", Arabistan = "arabistan", GreaterPersia = "greater_persia",
    }
}

vocabulary! {
    /// The tribes (3.2.1.5).
    Tribe, "tribe" {
        Bakhtiari = "bakhtiari", Bawi = "bawi", Jangali = "jangali", Kurds = "kurds",
        Laz = "laz", Marsh = "marsh", NwFrontier = "nw_frontier", Qashqai = "qashqai",
        Senussi = "senussi", Sinjabi = "sinjabi", Tangistani = "tangistani",
    }
}

vocabulary! {
    /// The nations units belong to (3.4-1), and the words printed on restricted connections.
    Nation, "nation" {
        Ah = "ah", Anz = "anz", ArabRevolt = "arab_revolt", Arm = "arm", Br = "br", Bu = "bu",
        Fr = "fr", Ge = "ge", Geo = "geo", Gr = "gr", In = "in", It = "it", Pe = "pe", Ro = "ro",
        Ru = "ru", Sb = "sb", Tu = "tu", TuA = "tua", Afghan = "afghan",
        CentralAsian = "central_asian", Egyptian = "egyptian", IndianMutiny = "indian_mutiny",
        Tribe = "tribe", Ana = "ana", Senussi = "senussi", AnyAp = "ap", AnyCp = "cp",
    }
}

vocabulary! {
    /// Large and small combat units, and the pieces that are no combat units (3.2).
    Size, "size of unit" { Lcu = "lcu", Scu = "scu", Hq = "hq", Artillery = "artillery", }
}

vocabulary! {
    /// Regular, irregular and tribal units (3.2.1.1-1), HQs and artillery (3.2.3).
    Class, "class of unit" {
        Regular = "regular", Irregular = "irregular", Tribe = "tribe", Hq = "hq",
        Artillery = "artillery",
    }
}

vocabulary! {
    /// The unit types printed on the counters (3.2).
    UnitType, "type of unit" {
        Infantry = "infantry", EliteInfantry = "elite_infantry", Cavalry = "cavalry",
        Camel = "camel", ArmoredCar = "armored_car", Marine = "marine",
        MountainInfantry = "mountain_infantry", Special = "special",
        IrregularInfantry = "irregular_infantry", TribalInfantry = "tribal_infantry",
        TribalCavalry = "tribal_cavalry", Hq = "hq", HeavyArtillery = "heavy_artillery",
    }
}

vocabulary! {
    /// Where a unit may serve (3.2).
    Limit, "limit of a unit" {
        BalkansOnly = "balkans_only", IndiaOnly = "india_only",
        PersiaIndiaBaluchistanOnly = "persia_india_baluchistan_only",
    }
}

vocabulary! {
    /// The signs of 3.2.2 that govern replacements, and the Yildirim sign.
    Symbol, "symbol" { Dot = "dot", Triangle = "triangle", Yildirim = "yildirim", }
}

vocabulary! {
    /// The types of connections (3.1.5).
    Link, "type of connection" {
        Road = "road", Rail = "rail", UnfinishedRail = "unfinished_rail", Strait = "strait",
        GreenLine = "green_line", RestrictedPath = "restricted_path", SeaPath = "sea_path",
        Beachhead = "beachhead",
    }
}

vocabulary! {
    /// Which direction of attack over a connection crosses water (12.3.4).
    Crossing, "water crossing" { None = "none", Both = "both", IntoA = "into_a", IntoB = "into_b", }
}

vocabulary! {
    /// War commitment (16.1).
    Commitment, "war commitment" { Mobilization = "mobilization", Limited = "limited", Total = "total", }
}

vocabulary! {
    /// The phases of a turn (6.0).
    Phase, "phase" {
        MandatedOffensive = "mandated_offensive", Action = "action", Attrition = "attrition",
        Siege = "siege", Revolution = "revolution", WarStatus = "war_status",
        Replacement = "replacement", Draw = "draw",
        /// Before the first turn: the first hands are drawn (4.1.3).
        Opening = "opening",
    }
}

vocabulary! {
    /// The seasons of the turn track.
    Season, "season" { Fall = "fall", Winter = "winter", Spring = "spring", Summer = "summer", }
}

vocabulary! {
    /// Uprising markers (3.2.4.2).
    Uprising, "uprising" { Armenian = "armenian", Persian = "persian", Soviet = "soviet", }
}

impl Uprising {
    /// Whether the marker troubles `side`. Soviet markers trouble both (3.2.4.2-4, 16.4.5.4-9).
    #[must_use]
    pub const fn troubles(self, side: Side) -> bool {
        match self {
            Self::Armenian => matches!(side, Side::Cp),
            Self::Persian => matches!(side, Side::Ap),
            Self::Soviet => !matches!(side, Side::Special),
        }
    }
}

vocabulary! {
    /// Greece's stand (18.8.1).
    Stand, "stand of Greece" { Neutral = "neutral", Ap = "ap", Cp = "cp", }
}

vocabulary! {
    /// The countries that may collapse (18.8.2-18.8.4).
    Collapse, "country that may collapse" { Bulgaria = "bulgaria", Serbia = "serbia", Romania = "romania", }
}

vocabulary! {
    /// The places of jihad revolts (16.3.3).
    Revolt, "revolt" {
        Egypt = "egypt", India = "india", Afghanistan = "afghanistan",
        CentralAsia = "central_asia",
    }
}

vocabulary! {
    /// Penalties paid once in a game (18.6.1.6-1, 18.8.5.2).
    Penalty, "penalty" {
        BrInPersia = "br_in_persia", RuInArabistan = "ru_in_arabistan",
        SyriaBeachhead = "syria_beachhead",
    }
}

vocabulary! {
    /// Turning points of a game that nothing else on the board remembers.
    Flag, "flag" {
        /// CP Total War and the rail link to Galicia were once true together (16.5.2).
        BlockadeEnded = "blockade_ended",
        /// The navy has come to Constantinople (18.11.2).
        NavyAtConstantinople = "navy_at_constantinople",
        /// The navy has destroyed the Bosphorus Forts (18.11.2.c-3).
        NavyInBlackSea = "navy_in_black_sea",
        /// A CP attack on the Georgian Protectorate ended the alliance (16.4.5.4-6).
        AllianceDissolved = "alliance_dissolved",
        /// The first of the CP's mandated offensives is the one the AP chose for Enver (7.2.enver-1).
        EnverOffensive = "enver_offensive",
    }
}

vocabulary! {
    /// The tracks of the map.
    Track, "track" {
        Vp = "vp", Jihad = "jihad", RuVp = "ru_vp", WarStatusAp = "war_status_ap",
        WarStatusCp = "war_status_cp", CombinedWarStatus = "combined_war_status",
        MoModifier = "mo_modifier",
    }
}

vocabulary! {
    /// Replacement points on the record (17.1).
    Replacement, "kind of replacement points" {
        ApAllied = "ap_allied", Br = "br", In = "in", Ru = "ru", CpAllied = "cp_allied",
        Ge = "ge", Tu = "tu",
    }
}

vocabulary! {
    /// Results of the mandated offensive rolls (7.1).
    Offensive, "mandated offensive" {
        None = "none", Ru = "ru", NoBrAttacks = "no_br_attacks", BrInAnz = "br_in_anz",
        MesoOrPersia = "meso_or_persia", Balkans = "balkans", Egypt = "egypt", Tu = "tu",
        EnverToTheFront = "enver_to_the_front",
    }
}

vocabulary! {
    /// What an action round was used for (8.0, 9.0).
    ActionKind, "kind of action" { OneOps = "one_ops", Ops = "ops", Sr = "sr", Rp = "rp", Event = "event",
        Reinforcement = "reinforcement", }
}

vocabulary! {
    /// Where a card is (9.0).
    CardZone, "card zone" {
        Unseen = "unseen", Hand = "hand", Deck = "deck", Discard = "discard",
        Removed = "removed", FaceUpAp = "face_up_ap", FaceUpCp = "face_up_cp",
        /// In its owner's hand or deck: which of them is not known here.
        Hidden = "hidden",
    }
}

vocabulary! {
    /// How far a battle has come: what is asked next (12.2).
    Stage, "stage of a battle" {
        /// Which stack defends a region (12.10.3).
        Defence = "defence",
        /// The attacker's cards before the weather (12.5.1.f).
        WeatherCards = "weather_cards",
        /// A severe weather check (12.2.3).
        Weather = "weather",
        /// The attacker's cards (12.2.5).
        AttackersCards = "attackers_cards",
        /// The defender's.
        DefendersCards = "defenders_cards",
        /// What the attacker takes back of a cancelled battle (9.5.4.4).
        AttackersReturns = "attackers_returns",
        /// What the defender does.
        DefendersReturns = "defenders_returns",
        /// The Turkish withdrawal (12.2.6).
        Withdrawal = "withdrawal",
        /// The flank attempt (12.2.7).
        Flank = "flank",
        /// The dice (12.2.8.c).
        Dice = "dice",
        /// The attacker's cards after the dice.
        AttackersLateCards = "attackers_late_cards",
        /// The defender's.
        DefendersLateCards = "defenders_late_cards",
        /// The losses of the defender (12.2.8.e).
        DefendersLosses = "defenders_losses",
        /// The losses of the attacker.
        AttackersLosses = "attackers_losses",
        /// The CP's cards after all losses (9.5.4.1).
        LossesCards = "losses_cards",
        /// The retreat of the defender (12.2.9), or that of JAFAR PASHA before the dice.
        Retreat = "retreat",
        /// The CP's cards after the retreat (SAVE TIFLIS).
        RetreatCards = "retreat_cards",
        /// The Russians of SAVE TIFLIS.
        SaveTiflis = "save_tiflis",
        /// The advance (12.2.10).
        Advance = "advance",
        /// The attacker's cards after the advance (9.5.4.1).
        AttackersLastCards = "attackers_last_cards",
        /// The defender's.
        DefendersLastCards = "defenders_last_cards",
        /// Replacement points of a card (RESERVES TO THE FRONT, CZAR'S ARMORIES).
        Repair = "repair",
    }
}

vocabulary! {
    /// What is settled in a battle.
    BattleFlag, "settled matter" {
        /// A Turkish withdrawal is announced (12.8).
        Withdraws = "withdraws",
        /// The flank attempt has succeeded (12.4.3.a).
        FlankSucceeded = "flank_succeeded",
        /// It has failed (12.4.3.b).
        FlankFailed = "flank_failed",
        /// A card has cancelled the battle (9.5.4.4).
        Cancelled = "cancelled",
        /// JIHAD OFFENSIVE lets this attack ignore trench and water.
        IgnoresTrenchAndWater = "ignores_trench_and_water",
        /// The defender has taken its losses.
        DefendersLossesTaken = "defenders_losses_taken",
        /// The attacker has taken its losses.
        AttackersLossesTaken = "attackers_losses_taken",
        /// CONFUSED ORDERS cancels the advance.
        AdvanceCancelled = "advance_cancelled",
        /// CONFUSED ORDERS cancels the retreat.
        RetreatCancelled = "retreat_cancelled",
        /// The defender stood (12.7.3-1), or Yudenich spared it the one space (3.2.3.1.yud-1).
        Held = "held",
        /// A fort that stood alone was attacked (12.9.5-1).
        FortStoodAlone = "fort_stood_alone",
        /// A VP space of Russia was taken in this battle (CZAR'S ARMORIES).
        RussianVpTaken = "russian_vp_taken",
        /// The points of RESERVES TO THE FRONT are spent.
        ReservesSpent = "reserves_spent",
        /// YILDIRIM OFFENSIVE lets this attack ignore trenches.
        IgnoresTrench = "ignores_trench",
    }
}

vocabulary! {
    /// Air superiority (optional rule).
    AirSuperiority, "air superiority" { None = "none", Ap = "ap", Cp = "cp", }
}

vocabulary! {
    /// The kinds of events printed on cards (9.5).
    EventKind, "kind of event" {
        Combat = "combat", Invasion = "invasion", NeutralEntry = "neutral_entry",
        Other = "other", Reinforcement = "reinforcement", Response = "response",
    }
}

vocabulary! {
    /// What a stack is activated for (9.2.3-1).
    Purpose, "purpose" {
        Move = "move", Attack = "attack",
        /// Attack with BR units despite No British Attacks, for a VP (7.3.nobr-2).
        AttackWithBr = "attack_with_br",
    }
}

vocabulary! {
    /// When a card is played in a battle (9.5.4.1).
    Moment, "moment" {
        /// Before the weather check.
        Weather = "weather",
        /// Before the dice.
        Battle = "battle",
        /// After the dice.
        Dice = "dice",
        /// After all losses.
        Losses = "losses",
        /// After the retreat.
        Retreat = "retreat",
        /// After the advance.
        Advance = "advance",
    }
}

impl Moment {
    /// Whether the loss numbers have been found (`docs/aftermath.md`).
    #[must_use]
    pub const fn follows_dice(self) -> bool {
        matches!(self, Self::Losses | Self::Retreat | Self::Advance)
    }
}

vocabulary! {
    /// What a card is played for in an action round (9).
    CardUse, "use of a card" {
        /// Operations (9.2).
        Ops = "ops",
        /// Strategic redeployment (13).
        Sr = "sr",
        /// Replacement points (17).
        Rp = "rp",
        /// Its event (9.5).
        Event = "event",
        /// The units of an invasion, as a BR reinforcement (18.6.5-1).
        Reinforcement = "reinforcement",
    }
}

vocabulary! {
    /// What CONFUSED ORDERS cancels.
    Cancelled, "move that can be cancelled" { Advance = "advance", Retreat = "retreat", }
}
