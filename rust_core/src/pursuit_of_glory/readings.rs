//! Documented switches: other readings of unclear rules, for comparison with other programs.

macro_rules! readings {
    ($($name:ident, $rule:literal, $text:literal;)+) => {
        /// Which other readings are in force; all off is our reading of the rulebook.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[allow(missing_docs, reason = "the list below documents each")]
        pub struct Readings { $(pub $name: bool,)+ }

        /// Name, rule number and meaning (when on) of every switch.
        pub const LIST: &[(&str, &str, &str)] = &[$((stringify!($name), $rule, $text),)+];

        impl Readings {
            /// Our reading of the rulebook.
            pub const OURS: Self = Self { $($name: false,)+ };

            /// Turns a switch; false if there is none of that name.
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = on,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

readings! {
    mecca_limited_source, "14.2.1-2",
        "The Hejaz is a limited CP source too, as the second edition has it.";
    serbia_feeds_its_spaces, "14.2.4",
        "Before Serbia collapses its AP-controlled spaces are in supply, as SB units there are.";
    greece_feeds_its_spaces, "14.2.6",
        "Spaces of Greece are in supply for the side Greece is allied with, as GR units there are.";
    regulars_do_not_hold, "14.3.2.2-1",
        "A cut-off space turns even under a regular unit that is always in supply there.";
    afghanistan_feeds_spaces, "14.2.9",
        "Neutral Afghanistan serves CP spaces too, though the CP does not control it.";
    tribes_disrupt_contested_regions, "11.2.2.1-2",
        "Tribes and irregulars in a region disrupt it even beside the owner's regular units.";
    disruption_opens_neutral_spaces, "11.2.2.2.a-1",
        "A neutral space that the enemy disrupts carries disrupted supply instead of none.";
    desert_lcus_need_rail, "3.1.1.a-1",
        "An LCU in a desert space is in supply only by a finished railroad out of it.";
    occupied_spaces_turn, "14.3.2.2-1",
        "A controlled space that only enemy regulars occupy reaches no source and turns.";
    ports_are_sources, "14.1.4-1",
        "A friendly port is a source by itself and chains to none: full for TU, BR and their like, for RU on the Black Sea, else limited.";
    gallipoli_is_a_port, "14.1.4",
        "The space of Gallipoli has a port on the Aegean.";
    odessa_is_no_port, "14.1.4",
        "Odessa has no port for anybody.";
    region_sources_need_control, "2.0.region-7",
        "A source in a region serves the AP only while the AP controls it.";
    uprisings_spare_contested_regions, "14.1.7-4",
        "An uprising does not disrupt a region in which enemy regulars stand.";
    restricted_paths_open, "3.1.5-1",
        "The nations marked on a connection bind movement, not supply.";
    irregulars_always_supplied, "14.2.11",
        "Irregular units are in supply wherever they stand.";
    irregulars_trace_abroad, "3.2.2.rect-1",
        "Irregular units outside their area trace: the Arab Revolt (for which Sinai is outside) to the Hejaz and CP ones to any full CP source in full, all to any other source of their side in limited supply.";
    federation_serves_cp, "3.2.1.3.transcauc-1",
        "The Transcaucasian units belong to the CP, and are at home only in AP-controlled spaces.";
    desert_corps_needs_nothing, "18.13.1",
        "The ANZ Desert Corps is in supply in any desert space.";
    xi_army_is_german, "3.2.1.3.xi_army-1",
        "The GE/BU XI Army traces as a GE unit only.";
    hejaz_feeds_no_spaces, "14.2.7-2",
        "An AP-controlled Hejaz serves Arab units only, not AP spaces.";
    bulgarians_use_any_source, "14.2.1.c",
        "Any CP source is a full one for BU units.";
    red_sea_ports_for_all, "3.1-1",
        "Aqaba and Jiddah serve every AP unit, not IN ones only.";
    tribes_always_supplied, "14.2.10",
        "A tribe is in supply wherever it stands; its range is a matter of movement only.";
    hqs_always_supplied, "14.1.1-1",
        "HQs and heavy artillery need no supply.";
    lone_hqs_stay, "3.2.3-1",
        "HQs and artillery without a combat unit beside them are not activated at all.";
    limited_units_attack, "14.1.9-2",
        "Units in limited supply may attack, and be activated for it.";
    hqs_are_of_a_nationality, "9.2.2.a-1",
        "HQs and heavy artillery count as a nationality for activation.";
    greeks_obey_everybody, "18.8.1.1.a-2",
        "Units of neutral Greece are activated with those of either side beside them.";
    apis_spares_activation, "9.5.1.a",
        "In the turn of APIS spaces with SB units alone are activated for attack at the usual cost.";
    uprisings_cost_by_supply, "3.2.4.2-6",
        "An enemy uprising in a space costs more OPS only if it disrupts the supply of a unit there.";
    defense_corps_is_british, "3.2-6",
        "The Corps of National Defense is BR alone: No British Attacks keeps it back.";
    regions_pay_by_the_stack, "9.2.6-1",
        "The units of a region or island base are activated together, at 1 OPS more for every three counted units beyond the first.";
    attacks_need_a_target, "9.2.3",
        "A place is activated for attack only if one of its units may attack something in its region or next to it.";
    moves_need_mf, "11.1.2.a-3",
        "A place is activated for movement only if one of its units has a movement factor.";
    cossacks_stay_in_persia, "3.2.1.3.pe_ru",
        "The Persian Cossacks may not leave Persia.";
    bases_take_units_back, "18.6.1.2-1",
        "AP units return from a beachhead to its island base as to any other place, in winter too.";
    georgians_bar_nobody, "16.4.5.4-5",
        "The Georgian Protectorate is nobody's enemy on the move.";
    supply_after_the_move, "11.1.2.g",
        "A unit must be in supply after its move, not where it would be without the move.";
    hqs_not_left_alone, "3.2.3-1",
        "No unit moves away from an HQ or artillery that would stay alone.";
    persian_tribes_wait, "18.8.5.1-4",
        "Tribes in neutral Persia do not move in it before PERSIAN PUSH and SECRET TREATIES.";
    greeks_bar_everybody, "18.8.1.1.c-2",
        "AP units do not enter places with units of neutral Greece.";
    british_stay_out_of_persia, "18.8.5.2-2",
        "Before the Russian Revolution BR, IN and ANZ units do not enter spaces of neutral Persia.";
    persian_regions_closed, "18.8.5.1-1",
        "Before PERSIAN PUSH and SECRET TREATIES the Persian regions are closed like neutral Persia.";
    russian_irregulars_cost_more, "16.4.5.1-2",
        "RU irregulars are RU units for the price of the Revolution.";
    regions_keep_british_back, "7.3.nobr-2",
        "BR units in regions and on island bases cannot be activated for a VP.";
    alpenkorps_needs_supply, "3.2.1.3.alpen-2",
        "The Alpenkorps does not attack in limited supply.";
    cordon_attacks_abroad, "3.2.1.3.cordon-1",
        "The Persian Cordon Force attacks out of its areas, as other units do.";
    hqs_follow, "3.2.3-1",
        "An HQ or artillery enters last only where a combat unit of its side stands already.";
    russians_have_attacked, "16.4.5.3",
        "At stage 3 of the Revolution the RU units have made the one attack that the turn allows.";
    besieged_forts_attacked_from_outside, "15.1.2-2",
        "A besieged fort is attacked from next to it too.";
    defense_corps_is_neutral, "3.2.1.3.cnd-3",
        "While Greece is neutral, either side may attack the Corps of National Defense as a unit of Greece.";
    tribes_are_no_cavalry, "3.2.1.5-10",
        "Tribal cavalry gives no modifier for cavalry, and keeps none from the enemy.";
    neutral_greeks_stand_aside, "18.8.1.2.a-1",
        "Units of neutral Greece do not defend, and their trench helps nobody.";
    artillery_defends, "3.2.3.2-1",
        "Artillery is one of the defenders, though without a modifier.";
    caspian_is_no_water, "12.3.4",
        "An attack over the Caspian is none over water.";
    sea_paths_carry_attacks, "12.1.1-2",
        "An attack may be made over a sea path, and is one over water.";
    plain_cards_add_one, "12.2.8.a-1",
        "SURPRISE, \"I ORDER YOU TO DIE!\", ARMY OF ISLAM and PASHA 1 also add one to the die.";
    guessed_units_last, "3.2.2.q-2",
        "No `?` unit at full strength takes a step while another unit can, even if less is absorbed so.";
    guessed_units_not_spared, "3.2.2.q-2",
        "`?` units at full strength take steps like others.";
    besieged_forts_stop_retreats, "12.7.6.b",
        "Nobody retreats into a space with an enemy fort, besieged or not.";
    greeks_retreat_as_printed, "18.8.1.2.b-3",
        "GR units retreat as units of the AP, whose colour they have, whoever's ally Greece is.";
    only_russians_sail, "12.7.11-2",
        "Of all units only the RU Black Sea Division retreats by sea.";
    named_defenders_only, "12.7.7-1",
        "Of the units in the place attacked those that nobody names as defenders have retreated.";
}
