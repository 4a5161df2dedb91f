//! What events do, one by one (9.5.1.a).

use engine::names::vocabulary;

vocabulary! {
    /// What an event activates free of OPS.
    FreeActivation, "activation by an event" {
        /// One space with RO units, for combat.
        Romania = "romania",
        /// One space of Caucasus, Azerbaijan or Mesopotamia, for movement.
        PersianPush = "persian_push",
        /// One of these, a Persian region or Central Asia, for movement.
        SecretTreaty = "secret_treaty",
        /// The Arab Revolt units in the Hejaz, for combat.
        ArabRevolt = "arab_revolt",
        /// Two spaces with RU units, for combat.
        Russians = "russians",
        /// No space: one of its corps is organized (18.3).
        Corps = "corps",
    }
}

vocabulary! {
    /// What the OPS of an event are for.
    OpsOf, "use of an event's OPS" {
        /// Spaces with tribes alone.
        Tribes = "tribes",
        /// Two of them for combat in Egypt.
        Suez = "suez",
        /// Anything; divisions of the Reserve Box may join those who attack.
        BullsEye = "bulls_eye",
    }
}

vocabulary! {
    /// What an event marks places with.
    Mark, "mark of an event" {
        /// The target of JERUSALEM BY CHRISTMAS.
        Christmas = "christmas",
        /// The beachhead on the Persian Gulf whose units go ashore.
        Gulf = "gulf",
        /// The port of WARM WATER PORT (16.4.3.1).
        WarmPort = "warm_port",
        /// A marker on a beachhead next to Cyprus (PROJECT ALEXANDRIA).
        CyprusBeachhead = "cyprus_beachhead",
        /// A marker on a beachhead next to an island base, or none yet (KITCHENER'S INVASION).
        Beachhead = "beachhead",
        /// The Caspian port of GRAND DUKE TO TIFLIS.
        Caspian = "caspian",
        /// Persian uprisings (18.8.5.3).
        Persian = "persian",
        /// Armenian uprisings (18.7).
        Armenian = "armenian",
    }
}

impl Mark {
    /// Whether the player may leave it off.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::Beachhead)
    }

    /// Whether it is an uprising, of which a space has room for one (3.2.4.2-2).
    #[must_use]
    pub const fn is_uprising(self) -> bool {
        matches!(self, Self::Persian | Self::Armenian)
    }
}

vocabulary! {
    /// SR that an event lets a side do, besides that of chapter 13.
    EventSr, "redeployment by an event" {
        /// Two units in the Balkans, when Serbia has collapsed (18.8.3.3.a-6).
        Collapse = "collapse",
        /// Three divisions of the Empire onto the beachhead that was placed (PROJECT ALEXANDRIA).
        Alexandria = "alexandria",
        /// A division for each corps that lands, into the Reserve Box (GALLIPOLI INVASION).
        Gallipoli = "gallipoli",
        /// Three divisions to the base of the invasion (SALONIKA INVASION).
        Salonika = "salonika",
        /// A Russian cavalry division to the Caspian (GRAND DUKE TO TIFLIS).
        GrandDuke = "grand_duke",
        /// Turks to the Balkans, for eight points (ENVER-FALKENHAYN SUMMIT).
        Summit = "summit",
    }
}

impl EventSr {
    /// How many units redeploy free of charge; `None` where points are counted.
    #[must_use]
    pub const fn units(self) -> Option<u32> {
        match self {
            Self::Collapse | Self::Gallipoli => Some(2),
            Self::Alexandria | Self::Salonika => Some(3),
            Self::GrandDuke => Some(1),
            Self::Summit => None,
        }
    }

    /// Whether it is about a place, to which it sends the units.
    #[must_use]
    pub const fn has_place(self) -> bool {
        matches!(self, Self::Alexandria | Self::Salonika | Self::GrandDuke)
    }

    /// Whether it belongs to an invasion, which submarines do not keep from landing (18.6.1.7).
    #[must_use]
    pub const fn is_of_invasion(self) -> bool {
        matches!(self, Self::Alexandria | Self::Gallipoli | Self::Salonika)
    }
}
