//! The places and units that the rules call by name.

use super::{PlaceId, UnitId};
use crate::vocabulary::Side;
use engine::error::TableProblem;
use std::collections::HashMap;

macro_rules! known {
    ($($kind:ident { $($(#[$doc:meta])* $name:ident,)+ })+) => {
        /// Numbers of what the rules call by name; the fields are named like the ids.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each field is the id it holds")]
        pub struct Known { $($(pub $name: known!(@type $kind),)+)+ }

        impl Known {
            /// Finds them all; an owner's table that lacks one is a problem.
            pub(super) fn find(
                places: &HashMap<String, PlaceId>,
                units: &HashMap<String, UnitId>,
                problems: &mut Vec<TableProblem>,
            ) -> Self {
                let mut find = |ids: &HashMap<String, usize>, file: &str, id: &str| {
                    ids.get(id).copied().unwrap_or_else(|| {
                        problems.push(TableProblem {
                            file: file.into(),
                            row: 0,
                            column: "id".into(),
                            message: format!("the rules name '{id}', which is missing"),
                        });
                        0
                    })
                };
                Self { $($($name: known!(@find find, $kind, places, units, $name),)+)+ }
            }
        }
    };
    (@type place) => { PlaceId };
    (@type unit) => { UnitId };
    (@find $find:ident, place, $p:ident, $u:ident, $name:ident) => { $find($p, "spaces.csv", stringify!($name)) };
    (@find $find:ident, unit, $p:ident, $u:ident, $name:ident) => { $find($u, "units.csv", stringify!($name)) };
}

known! {
    place {
        afghanistan, aqaba, athens, baghdad, bahrain, baku, basra, batum, belgrade, bucharest, cairo, central_asia, constanta, constantinople, cyprus, damascus,
        doiran, enzeli, erevan, erzincan, fao, ft_rupel, galicia, hejaz, india, ismailia, jiddah, kayseri, lamia, larissa, lemnos, maan, medina, nis, odessa,
        petrovsk, ploesti, port_said, salonika, canakkale, gallipoli, kum_kale, maidos, seddul_bahr, skopje, sofia, sudan_darfur, suez, the_bosphorus_forts, tiflis, trabzon,
        turn_track,
        ap_eliminated, ap_reserve, ap_corps_assets, ap_permanently_eliminated, ap_removed_from_game,
        cp_eliminated, cp_reserve, cp_corps_assets, cp_permanently_eliminated, cp_removed_from_game,
    }
    unit {
        anz_desert_corps, armenian_uprising, br_arab_northern_army, br_dunsterforce, fr_desperey_hq,
        br_allenby_hq, br_maude_hq, bu_ah_combined_div,
        ge_alpenkorps, ge_bu_xi_army,
        ge_falkenhayn_hq, ge_georgian_protectorate, ge_heavy_artillery, ge_ix_army, ge_mackensen_hq, ge_schmettow, gr_br_corps_of_national_defense,
        in_15th_div,
        ru_2_4_special, ru_black_sea_div, ru_pe_persian_cossacks, ru_sb_yugoslav_div, ru_yudenich_hq,
        tu_army_of_islam_hq,
    }
}

impl Known {
    /// A side's boxes for SCUs: Reserve, Eliminated, and out of the game.
    #[must_use]
    pub const fn spent_boxes(&self, side: Side) -> [PlaceId; 3] {
        match side {
            Side::Cp => [
                self.cp_reserve,
                self.cp_eliminated,
                self.cp_removed_from_game,
            ],
            _ => [
                self.ap_reserve,
                self.ap_eliminated,
                self.ap_removed_from_game,
            ],
        }
    }
}

impl Known {
    /// The forts of the straits, in the order in which ships meet them: the Dardanelles, the Narrows,
    /// Gallipoli (18.11.1.b-1, 18.11.1.c, 18.11.1.d-1).
    pub(crate) const fn strait_forts(&self) -> [(u8, PlaceId); 5] {
        [
            (1, self.seddul_bahr),
            (1, self.kum_kale),
            (2, self.maidos),
            (2, self.canakkale),
            (3, self.gallipoli),
        ]
    }
}
