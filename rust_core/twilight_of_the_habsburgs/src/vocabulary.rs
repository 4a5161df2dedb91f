//! The closed vocabularies of the game's tables and positions.

use engine::names::vocabulary;

vocabulary! {
    /// The two players: the Austrian, who commands the Central Powers, and the Allied (1.0).
    Side, "side" { Central = "central", Entente = "entente", }
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Central, Self::Entente];

    /// The other player.
    #[must_use]
    pub const fn foe(self) -> Self {
        match self {
            Self::Central => Self::Entente,
            Self::Entente => Self::Central,
        }
    }
}

vocabulary! {
    /// Whose units they are (1.0, 2.4).
    Nation, "nation" {
        Austrian = "austrian", Landwehr = "landwehr", Honved = "honved", Domobrana = "domobrana",
        German = "german", Bavarian = "bavarian", Italian = "italian", British = "british",
        French = "french", Czech = "czech",
    }
}

vocabulary! {
    /// The sizes of units (2.4).
    Size, "size" { Hq = "hq", Division = "division", Brigade = "brigade", Corps = "corps", }
}

vocabulary! {
    /// The kinds of units: how they move, and what they can do (6.4, 13.2-13.4).
    Kind, "kind of unit" {
        Infantry = "infantry", Mountain = "mountain", Light = "light", Assault = "assault",
        Cavalry = "cavalry", Hq = "hq",
    }
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = Self::ALL.len();
}

vocabulary! {
    /// The terrain of a hex.
    Terrain, "terrain" {
        Clear = "clear", Rough = "rough", Mountain = "mountain", Alpine = "alpine",
        Lagoon = "lagoon", Sea = "sea", Lake = "lake", Neutral = "neutral",
    }
}

impl Terrain {
    /// How many terrains there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Is it firm ground of a country at war: what serves as a depot at a map edge (4.45)?
    #[must_use]
    pub const fn is_firm(self) -> bool {
        matches!(
            self,
            Self::Clear | Self::Rough | Self::Mountain | Self::Alpine
        )
    }
}

vocabulary! {
    /// Countries before the war.
    Country, "country" { Italy = "italy", Austria = "austria", Switzerland = "switzerland", }
}

vocabulary! {
    /// The edges of the map.
    Edge, "edge" { North = "n", East = "e", South = "s", West = "w", }
}

vocabulary! {
    /// The start lines (14.3, 15.3).
    Line, "start line" { Of1917 = "1917", Of1918 = "1918", }
}

vocabulary! {
    /// Where units are that do not stand in a hex that is told.
    OffMap, "box" {
        /// To be set up.
        Waiting = "waiting",
        /// Reinforcements of later turns and of events.
        Due = "due",
        /// Reinforcements that may be placed.
        Available = "available",
        /// Lost.
        Eliminated = "eliminated",
        /// On the map, beneath another unit: who looks may not know where (13.1).
        Covered = "covered",
    }
}

vocabulary! {
    /// Where a unit sets up (14.3-14.5, 15.3, 15.5, 16.3, 16.4).
    Zone, "zone" {
        /// Its army's strip along the line.
        Strip = "strip",
        /// So many hexes around its headquarters.
        Hq = "hq",
        /// Either.
        StripOrHq = "strip_or_hq",
        /// One hex.
        Hex = "hex",
        /// Anywhere on its side of the line.
        Side = "side",
        /// So many hexes from the line.
        Far = "far",
        /// It arrives in a turn.
        Schedule = "schedule",
        /// It arrives by an event.
        Event = "event",
    }
}

vocabulary! {
    /// Replacement points, by the nation they are of (10.2, 16.5-2).
    Pool, "pool" {
        Austrian = "austrian", German = "german", Italian = "italian", British = "british",
        French = "french", Allied = "allied",
    }
}

vocabulary! {
    /// The readings that a scenario can turn (docs/twilight_of_the_habsburgs/readings.md).
    Switch, "switch" {
        HqNeedsCommand = "hq_needs_command",
        SetupEntrenched = "setup_entrenched",
        ZocCrossesBarredSides = "zoc_crosses_barred_sides",
        RailOnlyHexes = "rail_only_hexes",
        RailBeyondLine = "rail_beyond_line",
        RailRiverSurcharge = "rail_river_surcharge",
        HexsideBonus = "hexside_bonus",
        MobileSurroundedBy = "mobile_surrounded_by",
        ZeroStrengthDiesWith = "zero_strength_dies_with",
        ItalianEntryEdge = "italian_entry_edge",
        FerryAfterSinking = "ferry_after_sinking",
        Event7Condition = "event_7_condition",
        JaegerKind = "jaeger_kind",
        ReserveZone = "reserve_zone",
        SecondRpLine = "second_rp_line",
        CollapseForces = "collapse_forces",
        SurpriseRange = "surprise_range",
        UnreadyTurns = "unready_turns",
        MomentumLostForGood = "momentum_lost_for_good",
    }
}

impl Switch {
    /// What it can be, our reading first.
    #[must_use]
    pub const fn values(self) -> [&'static str; 2] {
        match self {
            Self::HqNeedsCommand | Self::RailRiverSurcharge => ["no", "yes"],
            Self::SetupEntrenched
            | Self::ZocCrossesBarredSides
            | Self::RailBeyondLine
            | Self::FerryAfterSinking
            | Self::MomentumLostForGood => ["yes", "no"],
            Self::RailOnlyHexes => ["rail_side", "closed"],
            Self::HexsideBonus => ["every", "any"],
            Self::MobileSurroundedBy => ["attackers", "units"],
            Self::ZeroStrengthDiesWith => ["any_attack", "own_attack"],
            Self::ItalianEntryEdge => ["west", "south"],
            Self::Event7Condition => ["steps", "collapse"],
            Self::JaegerKind => ["infantry", "light"],
            Self::ReserveZone => ["strip_or_hq", "hq"],
            Self::SecondRpLine => ["even", "odd"],
            Self::CollapseForces => ["second_army", "italians"],
            Self::SurpriseRange => ["hq", "everywhere"],
            Self::UnreadyTurns => ["first", "all"],
        }
    }
}

vocabulary! {
    /// The combat tables (9.7).
    CombatTable, "combat table" { Probe = "probe", Assault = "assault", Mobile = "mobile", }
}

vocabulary! {
    /// The results of combat (9.3).
    CombatResult, "combat result" {
        AttackerAttrition = "aa", AttackerRetreat = "ar", AttackerDestroyed = "az",
        Bloodbath = "bb", DefenderAttrition = "da", DefenderHalved = "dh",
        DefenderRetreat = "dr", DefenderDestroyed = "dz", NoEffect = "ne",
    }
}

impl CombatResult {
    /// Do half of the steps of one part go: of those who attack, or of those who defend (9.32)?
    #[must_use]
    pub const fn halves(self, attackers: bool) -> bool {
        match self {
            Self::Bloodbath => true,
            Self::AttackerAttrition => attackers,
            Self::DefenderAttrition | Self::DefenderHalved => !attackers,
            _ => false,
        }
    }

    /// Does one part retreat (9.4)?
    #[must_use]
    pub const fn drives(self, attackers: bool) -> bool {
        match self {
            Self::AttackerAttrition | Self::AttackerRetreat => attackers,
            Self::DefenderAttrition | Self::DefenderRetreat => !attackers,
            _ => false,
        }
    }

    /// Are all units of one part eliminated?
    #[must_use]
    pub const fn destroys(self, attackers: bool) -> bool {
        match self {
            Self::AttackerDestroyed => attackers,
            Self::DefenderDestroyed => !attackers,
            _ => false,
        }
    }
}

vocabulary! {
    /// What multiplies the defence besides the terrain of the hex (9.62, 11.3, 12.5).
    Feature, "feature" {
        City = "city", River = "river", TrenchLine = "trench_line", Fortress = "fortress",
    }
}

vocabulary! {
    /// Why the column of an attack is another (13.5, 13.8, 13.9, 5.0).
    Shift, "shift" {
        Gas = "gas", Bombardment = "bombardment", Offensive = "offensive", Event = "event",
        Supposed = "supposed",
    }
}

vocabulary! {
    /// Why something is added to the die of an attack (14.81, 14.82).
    Modifier, "modifier" { Unready = "unready", Cornered = "cornered", Supposed = "supposed", }
}

vocabulary! {
    /// What events do (5.0).
    Effect, "effect" {
        Gas = "gas", Bombardment = "bombardment", Reinforcements = "reinforcements",
        Shift = "shift", River = "river", Terrain = "terrain", NoScouting = "no_scouting",
        PointsLost = "points_lost",
    }
}

vocabulary! {
    /// The levels of victory (14.92).
    Level, "level" {
        CentralDecisive = "central_decisive", CentralMajor = "central_major",
        CentralTheatre = "central_theatre", CentralNominal = "central_nominal",
        Stalemate = "stalemate", EntenteNominal = "entente_nominal",
        EntenteTheatre = "entente_theatre", EntenteMajor = "entente_major",
        EntenteDecisive = "entente_decisive",
    }
}

impl Level {
    /// Who wins.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::CentralDecisive
            | Self::CentralMajor
            | Self::CentralTheatre
            | Self::CentralNominal => Some(Side::Central),
            Self::Stalemate => None,
            _ => Some(Side::Entente),
        }
    }
}

vocabulary! {
    /// What a position can ask.
    DecisionKind, "decision" {
        Setup = "setup", Attrition = "attrition", Reinforcement = "reinforcement",
        Offensive = "offensive", Reorganization = "reorganization", Scouting = "scouting",
        Movement = "movement", Submarine = "submarine", Attack = "attack", Losses = "losses",
        Retreat = "retreat", Excess = "excess", Chance = "chance",
        /// Nothing: the game is over.
        Over = "over",
    }
}
