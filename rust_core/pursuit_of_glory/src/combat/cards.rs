//! The combat cards (9.5.4).

use crate::vocabulary::Side;
use engine::names::vocabulary;

vocabulary! {
    /// The combat cards, named like their ids.
    CombatCard, "combat card" {
        /// SHORE BOMBARDMENT
        Ap04 = "ap_04",
        /// ARMENIAN DRUZHINY
        Ap05 = "ap_05",
        /// PUGNACITY AND TENACITY
        Ap06 = "ap_06",
        /// GURKHAS
        Ap15 = "ap_15",
        /// ARMORED CARS
        Ap20 = "ap_20",
        /// NO PRISONERS
        Ap21 = "ap_21",
        /// MAUDE
        Ap28 = "ap_28",
        /// ROYAL FLYING CORPS
        Ap38 = "ap_38",
        /// TANKS
        Ap39 = "ap_39",
        /// WAR WEARY BALKANS
        Ap44 = "ap_44",
        /// MASSED CAVALRY CHARGE
        Ap49 = "ap_49",
        /// PUSH TO THE BREAKING POINT
        Ap50 = "ap_50",
        /// HAVERSACK RUSE
        Ap51 = "ap_51",
        /// MARCH AND COUNTERMARCH
        Ap52 = "ap_52",
        /// RESERVES TO THE FRONT
        Cp04 = "cp_04",
        /// GERMAN HIGH COMMAND
        Cp05 = "cp_05",
        /// SANDSTORMS & MOSQUITOES
        Cp06 = "cp_06",
        /// SAVE TIFLIS
        Cp11 = "cp_11",
        /// SURPRISE
        Cp19 = "cp_19",
        /// JAFAR PASHA
        Cp20 = "cp_20",
        /// FLIEGERABTEILUNG
        Cp21 = "cp_21",
        /// CATASTROPHIC ATTACK
        Cp27 = "cp_27",
        /// "I ORDER YOU TO DIE!"
        Cp28 = "cp_28",
        /// WATER SHORTAGE
        Cp38 = "cp_38",
        /// PASHA 1
        Cp39 = "cp_39",
        /// CZAR'S ARMORIES
        Cp42 = "cp_42",
        /// CONFUSED ORDERS
        Cp43 = "cp_43",
        /// ARMY OF ISLAM
        Cp44 = "cp_44",
        /// JIHAD OFFENSIVE
        Cp47 = "cp_47",
    }
}

impl CombatCard {
    /// May this side play it? JAFAR PASHA and NO PRISONERS serve either (9.5.4.3-1).
    #[must_use]
    pub fn serves(self, side: Side) -> bool {
        match self {
            Self::Ap21 | Self::Cp20 => side != Side::Special,
            card => card.word().starts_with(side.word()),
        }
    }

    /// Is it played after the losses (`docs/aftermath.md`)?
    #[must_use]
    pub const fn comes_last(self) -> bool {
        matches!(
            self,
            Self::Ap50 | Self::Cp04 | Self::Cp11 | Self::Cp27 | Self::Cp42 | Self::Cp43
        )
    }

    /// Is it played after the loss numbers (`docs/aftermath.md`)?
    #[must_use]
    pub const fn is_late(self) -> bool {
        matches!(
            self,
            Self::Ap50 | Self::Cp04 | Self::Cp11 | Self::Cp27 | Self::Cp42 | Self::Cp43
        )
    }

    /// Does it add a plain modifier of one to the die of whoever plays it?
    #[must_use]
    pub const fn adds_one(self) -> bool {
        matches!(
            self,
            Self::Ap04
                | Self::Ap05
                | Self::Ap06
                | Self::Ap15
                | Self::Ap20
                | Self::Ap38
                | Self::Ap39
                | Self::Ap44
                | Self::Ap49
                | Self::Ap52
                | Self::Cp05
                | Self::Cp21
                | Self::Cp47
        )
    }
}
