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
        /// Persian uprisings (18.8.5.3).
        Persian = "persian",
        /// Armenian uprisings (18.7).
        Armenian = "armenian",
    }
}
