//! The names of all cards. Nothing else ties a name to an id: `cards.csv` is held against this table
//! when it is read.

/// A card's number: its place in this table.
pub type CardId = usize;

/// A card as the rules know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Printed {
    /// Its id in tables, documents, orders and the law.
    pub id: &'static str,
    /// Its name as printed.
    pub name: &'static str,
    /// Its name in the code.
    pub constant: &'static str,
}

macro_rules! named {
    ($($constant:ident = $id:literal $name:literal,)+) => {
        mod number {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants")]
            pub(super) enum Of { $($constant,)+ }
        }
        $(
            #[doc = concat!($name, ".")]
            pub const $constant: CardId = number::Of::$constant as CardId;
        )+

        /// All cards, by number.
        pub const NAMED: &[Printed] = &[$(Printed { id: $id, name: $name, constant: stringify!($constant) },)+];
    };
}

named! {
    RUSSO_BRITISH_ASSAULT = "ap_01" "Russo-British Assault",
    ANZAC_REINFORCEMENTS = "ap_02" "ANZAC Reinforcements",
    EGYPTIAN_COUP = "ap_03" "Egyptian Coup",
    SHORE_BOMBARDMENT = "ap_04" "Shore Bombardment",
    ARMENIAN_DRUZHINY = "ap_05" "Armenian Druzhiny",
    PUGNACITY_AND_TENACITY = "ap_06" "Pugnacity and Tenacity",
    ENVER_GOES_EAST = "ap_07" "Enver Goes East",
    SECRET_TREATY = "ap_08" "Secret Treaty",
    SPHERE_OF_INFLUENCE = "ap_09" "Sphere of Influence",
    RUSSIAN_REINFORCEMENTS_1 = "ap_10" "Russian Reinforcements",
    ROYAL_NAVY_BLOCKADE = "ap_11" "Royal Navy Blockade",
    PROJECT_ALEXANDRIA = "ap_12" "Project Alexandria",
    CHURCHILL_PREVAILS = "ap_13" "Churchill Prevails",
    KITCHENER = "ap_14" "Kitchener",
    GURKHAS = "ap_15" "Gurkhas",
    ARAB_REVOLT = "ap_16" "Arab Revolt",
    ALLIED_SOLIDARITY = "ap_17" "Allied Solidarity",
    LAWRENCE = "ap_18" "Lawrence",
    MURRAY_TAKES_COMMAND = "ap_19" "Murray Takes Command",
    ARMORED_CARS = "ap_20" "Armored Cars",
    NO_PRISONERS = "ap_21" "No Prisoners",
    KITCHENERS_INVASION = "ap_22" "Kitchener's Invasion",
    GRAND_DUKE_TO_TIFLIS = "ap_23" "Grand Duke to Tiflis",
    THE_SERBS_RETURN = "ap_24" "The Serbs Return!",
    RUSSIAN_REINFORCEMENTS_2 = "ap_25" "Russian Reinforcements",
    INDIAN_REINFORCEMENTS_1 = "ap_26" "Indian Reinforcements",
    LET_THE_FRENCH_BLEED = "ap_27" "Let the French Bleed",
    MAUDE = "ap_28" "Maude",
    ROMANIA = "ap_29" "Romania",
    GALLIPOLI_INVASION = "ap_30" "Gallipoli Invasion",
    RUSSIAN_WINTER_OFFENSIVE = "ap_31" "Russian Winter Offensive",
    ARMENIAN_UPRISING = "ap_32" "Armenian Uprising",
    ASQUITH_LLOYD_GEORGE_COALITION = "ap_33" "Asquith/Lloyd George Coalition",
    SALONIKA_INVASION = "ap_34" "Salonika Invasion",
    BRITISH_REINFORCEMENTS = "ap_35" "British Reinforcements",
    INDIAN_REINFORCEMENTS_2 = "ap_36" "Indian Reinforcements",
    RUSSIAN_REINFORCEMENTS_3 = "ap_37" "Russian Reinforcements",
    ROYAL_FLYING_CORPS = "ap_38" "Royal Flying Corps",
    TANKS = "ap_39" "Tanks",
    WARM_WATER_PORT = "ap_40" "Warm Water Port",
    BALFOUR_DECLARATION = "ap_41" "Balfour Declaration",
    JERUSALEM_BY_CHRISTMAS = "ap_42" "Jerusalem by Christmas",
    RUSSIAN_REINFORCEMENTS_4 = "ap_43" "Russian Reinforcements",
    WAR_WEARY_BALKANS = "ap_44" "War Weary Balkans",
    GREECE = "ap_45" "Greece",
    ARAB_DESERTION = "ap_46" "Arab Desertion",
    INDIAN_REINFORCEMENTS_3 = "ap_47" "Indian Reinforcements",
    TURKISH_WAR_WEARINESS = "ap_48" "Turkish War Weariness",
    MASSED_CAVALRY_CHARGE = "ap_49" "Massed Cavalry Charge",
    PUSH_TO_THE_BREAKING_POINT = "ap_50" "Push to the Breaking Point",
    HAVERSACK_RUSE = "ap_51" "Haversack Ruse",
    MARCH_AND_COUNTERMARCH = "ap_52" "March and Countermarch",
    DESPEREY = "ap_53" "D'Esperey",
    ALLENBY = "ap_54" "Allenby",
    LLOYD_GEORGE_TAKES_COMMAND = "ap_55" "Lloyd George Takes Command",
    JIHAD = "cp_01" "Jihad",
    FRESH_RECRUITS = "cp_02" "Fresh Recruits",
    ENVER_TO_CONSTANTINOPLE = "cp_03" "Enver to Constantinople",
    RESERVES_TO_THE_FRONT = "cp_04" "Reserves to the Front",
    GERMAN_HIGH_COMMAND = "cp_05" "German High Command",
    SANDSTORMS_AND_MOSQUITOES = "cp_06" "Sandstorms & Mosquitoes",
    GOEBEN = "cp_07" "Goeben",
    GERMAN_MILITARY_MISSION = "cp_08" "German Military Mission",
    PARLIAMENTARY_INQUIRY = "cp_09" "Parliamentary Inquiry",
    PERSIAN_PUSH = "cp_10" "Persian Push",
    SAVE_TIFLIS = "cp_11" "Save Tiflis",
    LIBERATE_SUEZ = "cp_12" "Liberate Suez",
    PAN_TURKISM = "cp_13" "Pan-Turkism",
    INDIAN_MUTINY = "cp_14" "Indian Mutiny",
    DJEMAL_CRUSHES_SECRET_SOCIETIES = "cp_15" "Djemal Crushes Secret Societies",
    KING_CONSTANTINE = "cp_16" "King Constantine",
    TREACHERY_AT_FORT_RUPEL = "cp_17" "Treachery at Fort Rupel",
    TURKISH_REINFORCEMENTS_1 = "cp_18" "Turkish Reinforcements",
    SURPRISE = "cp_19" "Surprise",
    JAFAR_PASHA = "cp_20" "Jafar Pasha",
    FLIEGERABTEILUNG = "cp_21" "Fliegerabteilung",
    GERMAN_SUBS_IN_THE_MED = "cp_22" "German Subs in the Med",
    GERMAN_INTRIGUES_IN_PERSIA = "cp_23" "German Intrigues in Persia",
    MISSION_TO_AFGHANISTAN = "cp_24" "Mission to Afghanistan",
    TURKISH_REINFORCEMENTS_2 = "cp_25" "Turkish Reinforcements",
    TURKISH_REINFORCEMENTS_3 = "cp_26" "Turkish Reinforcements",
    CATASTROPHIC_ATTACK = "cp_27" "Catastrophic Attack",
    I_ORDER_YOU_TO_DIE = "cp_28" "\"I Order You to Die!\"",
    ENVER_FALKENHAYN_SUMMIT = "cp_29" "Enver-Falkenhayn Summit",
    BULLS_EYE_DIRECTIVE = "cp_30" "Bull's Eye Directive",
    GORLICE_TARNOW = "cp_31" "Gorlice-Tarnow",
    VERDUN = "cp_32" "Verdun",
    BULGARIA = "cp_33" "Bulgaria",
    PARVUS_TO_BERLIN = "cp_34" "Parvus to Berlin",
    TOWNSHEND_TO_LEMNOS = "cp_35" "Townshend to Lemnos",
    APIS = "cp_36" "Apis",
    TURKISH_REINFORCEMENTS_4 = "cp_37" "Turkish Reinforcements",
    WATER_SHORTAGE = "cp_38" "Water Shortage",
    PASHA_1 = "cp_39" "Pasha 1",
    TO_HELP_AND_SAVE_YOU = "cp_40" "To Help and Save You",
    TALAAT_PASHA_REFORMS_CABINET = "cp_41" "Talaat Pasha Reforms Cabinet",
    CZARS_ARMORIES = "cp_42" "Czar's Armories",
    CONFUSED_ORDERS = "cp_43" "Confused Orders",
    ARMY_OF_ISLAM = "cp_44" "Army of Islam",
    YILDIRIM = "cp_45" "Yildirim",
    JIHAD_SUPREMACY = "cp_46" "Jihad Supremacy",
    JIHAD_OFFENSIVE = "cp_47" "Jihad Offensive",
    ROBERTSON = "cp_48" "Robertson",
    BERLIN_BAGHDAD_RAILROAD = "cp_49" "Berlin-Baghdad Railroad",
    KAISERSCHLACHT = "cp_50" "Kaiserschlacht",
    TURKISH_REINFORCEMENTS_5 = "cp_51" "Turkish Reinforcements",
    CAUCASIAN_ARMY_REFORMS = "cp_52" "Caucasian Army Reforms",
    UNRESTRICTED_SUBMARINE_WARFARE = "cp_53" "Unrestricted Submarine Warfare",
    YILDIRIM_OFFENSIVE = "cp_54" "Yildirim Offensive",
    BRITISH_WAR_WEARINESS = "cp_55" "British War Weariness",
}

/// The number of the card with an id.
#[must_use]
pub fn numbered(id: &str) -> Option<CardId> {
    NAMED.iter().position(|card| card.id == id)
}
