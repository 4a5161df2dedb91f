//! Whom events bring, and where they enter (9.5.3).

use super::Nation;
use engine::names::vocabulary;

vocabulary! {
    /// Where an event lets a unit enter (9.5.3.2).
    EntryPlace, "place of entry" {
        /// Where units of its nation do (9.5.3.2-1, 9.5.3.2.d to 9.5.3.2.g).
        General = "general",
        /// The same, where the card says so: not the Reserve Box (9.5.3.2.h-2, 9.5.3.2.i-1).
        Map = "map",
        /// The Reserve Box (9.5.3.2.i).
        Reserve = "reserve",
        /// The Corps Assets Box (9.5.3.2.h-1).
        CorpsAssets = "corps_assets",
        /// Any port that the AP controls, beachheads included: the event names them (9.5.3.2.a).
        Port = "port",
        /// What is British of Persia (3.2.1.3.dunster-2).
        BritishPersia = "british_persia",
        /// Baghdad, if the AP controls it.
        Baghdad = "baghdad",
        /// Any empty or AP-controlled space of Persia (9.5.3.2.g-5).
        Persia = "persia",
        /// A port or beachhead of the AP in the Balkans, Lemnos too.
        BalkanPort = "balkan_port",
        /// A port or beachhead of the AP on the Aegean (3.2.1.3.cnd-1, 9.5.3.2.g-3).
        AegeanPort = "aegean_port",
        /// Salonika, empty or the AP's, while Greece is neutral (18.8.1.1.d-1).
        Salonika = "salonika",
        /// One vacant space of Russia or Azerbaijan on a railroad to a RU source, all together.
        VacantByRail = "vacant_by_rail",
        /// A Turkish source that traces to Galicia (9.5.3.2.e-1).
        OttomanSource = "ottoman_source",
        /// With a unit that enters at such a source, if the player likes.
        WithYildirim = "with_yildirim",
        /// Lemnos, or Salonika if the AP controls it.
        SerbianPort = "serbian_port",
        /// A space of Mesopotamia that the CP controls.
        Mesopotamia = "mesopotamia",
        /// A space of Anatolia, the Caucasus or the Gallipoli map that the CP controls.
        TurkishFront = "turkish_front",
        /// A Persian region where it is in supply.
        PersianRegion = "persian_region",
        /// The Hejaz, whoever is there.
        Hejaz = "hejaz",
        /// A vacant space of neutral Persia, or one of the CP (9.5.3.2.e-2, 18.8.5.3).
        PersianSpace = "persian_space",
        /// A space with a blue A that is vacant or holds AP units (18.7).
        ArmenianSpace = "armenian_space",
        /// A beachhead with a marker on which nobody stands, or an island base of the AP, all together
        /// (18.6.1, 9.5.3.2.j-2).
        Landing = "landing",
        /// An island base of the AP, all together (18.6.1, 9.5.3.2.j-2, 9.5.3.2.m).
        IslandBase = "island_base",
        /// A port or beachhead of the AP on the Aegean or the East Mediterranean, Lemnos and Cyprus too.
        MediterraneanPort = "mediterranean_port",
        /// A space of Bulgaria that the CP controls.
        Bulgaria = "bulgaria",
        /// The Caspian port that the event has marked.
        CaspianPort = "caspian_port",
        /// A vacant space of Azerbaijan.
        Azerbaijan = "azerbaijan",
        /// A Persian region, in supply or not.
        AnyPersianRegion = "any_persian_region",
        /// Aqaba if the AP controls it, or else the Eliminated Box (9.5.3.2.g-6).
        Aqaba = "aqaba",
    }
}

impl EntryPlace {
    /// Whether the event says by it where on the map a unit enters (9.5.3.2.a).
    #[must_use]
    pub const fn names_places(self) -> bool {
        !matches!(
            self,
            Self::General | Self::Map | Self::Reserve | Self::CorpsAssets | Self::Aqaba
        )
    }
}

vocabulary! {
    /// Of whom a card labelled Reinforcement is (9.5.3.1-2, 9.5.3.1-4, 9.5.3.1-6).
    Reinforced, "nation that is reinforced" {
        /// British.
        Br = "br",
        /// Indians or ANZACs.
        InAnz = "in_anz",
        /// Russians.
        Ru = "ru",
        /// Turks, Arab ones or not.
        Tu = "tu",
    }
}

impl Reinforced {
    /// Those that a unit of a nation is of.
    #[must_use]
    pub const fn of(nation: Nation) -> Option<Self> {
        Some(match nation {
            Nation::Br => Self::Br,
            Nation::In | Nation::Anz => Self::InAnz,
            Nation::Ru => Self::Ru,
            Nation::Tu | Nation::TuA => Self::Tu,
            _ => return None,
        })
    }
}
