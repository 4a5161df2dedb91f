//! Every way to break a rule with a move: the table of `docs/operations.md`.

/// One way to break a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The rule's number.
    pub rule: &'static str,
    /// The name of the witness.
    pub code: &'static str,
    /// Whether more orders could mend it.
    pub owed: bool,
    /// What is wrong, in one sentence; `{0}` is the first part of the witness.
    pub sentence: &'static str,
    /// Its place on the page.
    at: u16,
}

impl Code {
    /// Its place in [`RANKED`].
    #[must_use]
    pub const fn rank(&self) -> u16 {
        RANKS[self.at as usize]
    }
}

/// In the order of their rules' numbers, as text, then of their names.
pub static RANKED: [&Code; COUNT] = ranked();

const RANKS: [u16; COUNT] = {
    let ranked = ranked();
    let mut ranks = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        ranks[ranked[at].at as usize] = at as u16;
        at += 1;
    }
    ranks
};

const fn ranked() -> [&'static Code; COUNT] {
    let mut ranked = CODES;
    let mut end = 1;
    while end < COUNT {
        let mut at = end;
        while at > 0 && comes_before(ranked[at], ranked[at - 1]) {
            ranked.swap(at, at - 1);
            at -= 1;
        }
        end += 1;
    }
    ranked
}

const fn comes_before(one: &Code, other: &Code) -> bool {
    let (rule, others) = (one.rule.as_bytes(), other.rule.as_bytes());
    less(rule, others) || (!less(others, rule) && less(one.code.as_bytes(), other.code.as_bytes()))
}

const fn less(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at < other.len() && (at == one.len() || one[at] < other[at])
}

macro_rules! codes {
    (@owed owed) => { true };
    (@owed) => { false };
    ($($name:ident: $rule:literal $code:ident $($owed:ident)?, $sentence:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name,)+ }

        $(pub(crate) const $name: Code = Code {
            rule: $rule,
            code: stringify!($code),
            owed: codes!(@owed $($owed)?),
            sentence: $sentence,
            at: Place::$name as u16,
        };)+

        const COUNT: usize = [$($sentence,)+].len();

        /// All of them, in the order of the page.
        pub const CODES: [&Code; COUNT] = [$(&$name,)+];
    };
}

codes! {
    OVER_BUDGET: "9.2.1-1" over_budget, "The activations cost {0} OPS, and {1} may be spent.";
    BOTH_PURPOSES: "9.2.3-1" both_purposes, "{0} is activated for more than one purpose.";
    NOTHING_THERE: "9.2.3-2" nothing_there, "No unit that could be activated is in {0}.";
    PROTECTORATE: "9.2.2.f" protectorate, "Nobody activates the Georgian Protectorate in {0}.";
    OBEY_NOBODY: "18.8.1.1.a-2" obey_nobody, "The Greek units in {0} obey nobody while Greece is neutral.";
    BARRED_OOS: "14.3.1-1" barred, "{0} cannot be activated for {1}: its units are out of supply.";
    BARRED_LIMITED: "14.1.9-2" barred, "{0} cannot be activated for {1}: its units are in limited supply.";
    BARRED_AFGHANISTAN: "18.8.6-3" barred, "{0} cannot be activated for {1}: CP units do not fight in neutral Afghanistan.";
    BARRED_BRITISH: "7.3.nobr-1" barred, "{0} cannot be activated for {1}: BR units may not attack this turn.";
    BARRED_APIS: "9.5.1.a" barred, "{0} cannot be activated for {1}: SB units do not attack in the turn of APIS.";
    BARRED_NO_COMBAT: "2.0.combat_unit-2" barred, "{0} cannot be activated for {1}: no combat unit is there.";
    NO_BRITISH: "7.3.nobr-2" no_british, "No BR unit in {0} could attack for a VP.";
    NOT_THERE: "9.2.6-1" not_there, "{0} is in a stack of {1}, but does not stand there.";
    TWO_STACKS: "10.7-1" two_stacks, "{0} is in two stacks.";
    STACK_TOO_BIG: "10.0-1" stack_too_big, "The stack of {0} has more than three units.";
    STACK_OF_TWO_HQS: "10.1-2" stack_of_two_hqs, "The stack of {0} has two HQs.";
    STACK_OF_RIVALS: "10.2-2" stack_of_rivals, "The stack of {0} has RU units beside BR, IN or ANZ units.";

    NOT_OWN: "11.1.1-1" not_own, "{0} is no unit of this side on the map.";
    NOT_ACTIVATED: "11.1.1-1" not_activated owed, "{0} is not activated for movement.";
    OUT_OF_SUPPLY: "14.3.1-1" out_of_supply, "{0} is out of supply.";
    NO_CONNECTION: "11.1.2-1" no_connection, "{0} has no way from {1} to {2}: they are not connected.";
    TOO_FAR: "11.1.2.b" too_far, "{0} has too few movement points for its path.";
    GREEN_LINE: "11.1.2.a-2" green_line, "{0} crosses a green line and has no movement points left for the rest of its path.";
    NO_MF: "11.1.2.a-3" no_mf, "{0} has MF 0 and crosses no green line.";
    TRIBE_AT_SEA: "11.1.2.a-4" tribe_at_sea, "{0} is a tribe and does not go from {1} to {2} over the Caspian Sea.";
    COLOURED_RAILROAD: "11.1.3-1" coloured_railroad, "{0} may not use the coloured railroad from {1} to {2}.";
    RESTRICTED_PATH: "3.1.5-1" restricted_path, "{0} may not use the way from {1} to {2}, which is kept for others.";
    STRAIT_AP: "3.1.5.2.1" strait owed, "{0} cannot cross from {1} to {2}: the AP does not control every strait below.";
    STRAIT_CP: "3.1.5.2.2-1" strait owed, "{0} cannot cross from {1} to {2}: the CP does not control every strait above.";
    STRAIT_BOSPHORUS: "3.1.5.2.2-2" strait owed, "{0} cannot cross from {1} to {2}: the CP does not control the Bosphorus Forts.";
    OFF_THE_RAILS: "11.1.2.d" off_the_rails owed, "{0} is an LCU and does not go from {1} to {2}, into or out of desert, along a railroad in supply.";
    SWAMP: "11.1.2.f-1" swamp, "{0} is an LCU of TU or BU and does not enter the swamp of {1}.";
    NO_SUPPLY: "11.1.2.g" no_supply owed, "{0} would be out of supply in {1}.";
    STOPS_IN_ATTACK: "11.1.4-1" stops_in_attack, "{0} stops in {1}, which is activated for attack.";
    ENEMY: "11.1.5-1" enemy, "{0} enters {1}, where enemy units are.";
    ENEMY_HQ: "11.1.5.b-2" enemy_hq owed, "{0} enters {1}, where enemy HQs or artillery are, and no combat unit does.";
    PASSES_UPRISING: "11.1.5.c-1" passes_uprising, "{0} must stop in {1}, where an uprising is.";
    NOT_BESIEGED: "11.1.6-1" not_besieged owed, "{0} enters {1}, and the units there are too few to besiege the fort.";
    SIEGE_NOT_RESTORED: "15.2.5-4" siege_not_restored owed, "{0} enters {1}, and the units there are too few to besiege the fort again.";
    SIEGE_BROKEN: "15.2.4" siege_broken owed, "Units leave {0}, and those that stay are too few to besiege the fort.";
    NEUTRAL: "18.8-1" neutral, "{0} enters {1}, in a country that is not in the war.";
    NEUTRAL_PERSIA: "18.8.5.1-1" neutral_persia, "{0} enters {1} in neutral Persia before PERSIAN PUSH or SECRET TREATIES.";
    AFGHANISTAN_AP: "18.8.6-1" afghanistan, "{0} is an AP unit and does not enter neutral Afghanistan.";
    AFGHANISTAN_CP: "18.8.6-2" afghanistan, "{0} is an LCU and does not enter neutral Afghanistan.";
    GREEKS_AP: "18.8.1.1.c-3" greeks, "{0} stops in {1}, where neutral Greek units are.";
    GREEKS_CP: "18.8.1.1.c-4" greeks, "{0} enters {1}, where neutral Greek units are.";
    OUT_OF_RANGE: "11.1.8" out_of_range, "{0} is a tribe, and {1} lies beyond its range.";
    NO_BEACHHEAD: "11.1.9-1" no_beachhead, "{0} enters {1}, where no beachhead marker lies.";
    LANDING_GOES_ON: "18.6.1.1.a-1" landing_goes_on, "{0} must stop in {1}, whose beachhead marker is placed in this action round.";
    LANDING_FROM: "18.6.1.1.a-1" landing_from, "{0} does not land in {1} from its island base.";
    BEACH_GOES_ON: "11.1.9.b-2" beach_goes_on, "{0} ends its move by entering the beachhead of {1}.";
    ISLAND: "11.1.9.b-3" island, "{0} is a CP unit and does not enter {1}.";
    ISLAND_GOES_ON: "11.1.9.c" island_goes_on, "{0} must stop in {1}.";
    RETURNS: "18.6.1.2-1" returns, "{0} returns to {1} by neither kind of withdrawal.";
    WINTER_WITHDRAWAL: "18.6.1.5-1" winter_withdrawal, "{0} does not withdraw to an island base in winter.";
    INTO_TURKEY: "11.1.10-1" into_turkey, "{0} is a BU unit and does not enter Turkey at {1}.";
    DEEPER: "11.1.10-2" deeper, "{0} is a BU unit and gets no nearer to Greece or Bulgaria in {1}.";
    LEAVES_INDIA: "3.2.1.3.in_garrison-1" leaves_india, "{0} never leaves India for {1}.";
    LEAVES_PERSIA: "3.2.1.3.cordon-1" leaves_persia, "{0} never leaves Persia, India and Baluchistan for {1}.";
    LEAVES_BALKANS: "18.4.4" leaves_balkans, "{0} serves in the Balkans only, and not in {1}.";
    LEAVES_AREA: "3.2.1.4-5" leaves_area, "{0} is irregular and does not leave its area for {1}.";
    INTO_INDIA: "18.9.3" into_india, "{0} is a RU unit and does not enter {1}.";
    GALICIA: "18.5.c" galicia, "{0} is an LCU of TU and neither enters Galicia nor is organised there.";
    HQ_ALONE: "3.2.3-1" hq_alone owed, "{0} stops where no combat unit of its side is.";
    HQ_UNESCORTED: "3.2.3-2" hq_unescorted owed, "{0} enters {1}, which the enemy controls, without a combat unit.";

    OVERSTACKED: "10.0-1" overstacked owed, "More than three units would be in {0}.";
    TWO_HQS: "10.1-2" two_hqs owed, "Two HQs would be in {0}.";
    RIVALS: "10.2-2" rivals owed, "RU units would be beside BR, IN or ANZ units in {0}.";
    TOO_MANY_LCUS: "18.1.2.a-1" too_many_lcus owed, "More LCUs would be in {0} than the war commitment allows.";
    TOO_MANY_LCUS_YET: "18.1.2.a-2" too_many_lcus owed, "More than two CP LCUs would be in {0} before BERLIN-BAGHDAD RAILROAD.";

    NO_TRENCH_HERE: "11.3.7" no_trench_here, "No trench is built in {0}: it is a region or an island base.";
    DIG_NOT_ACTIVATED: "11.3.1-1" dig_not_activated owed, "{0} is not activated for movement, and so no trench is built there.";
    DESERT: "11.3.1.c-1" desert, "No trench is built in the desert of {0}.";
    ROCK_OR_MUD: "11.3.1.c-2" rock_or_mud, "Only BR, FR, IN, ANZ, GE or AH units dig in mountain or swamp, and none of them digs in {0}.";
    NOBODY_DIGS: "11.3.1.d" nobody_digs, "No regular unit stays in {0} to build a trench.";
    TRENCH_THERE: "11.3.2-2" trench_there, "A trench is in {0} already.";
    NO_UPRISING: "3.2.4.2-10" no_uprising, "{0} stands beside no uprising that it could suppress.";
    SUPPRESSOR_NOT_ACTIVATED: "3.2.4.2-10" suppressor_not_activated owed, "{0} suppresses an uprising and is not activated.";
    SUPPRESSOR_MOVES: "3.2.4.2-10" suppressor_moves, "{0} suppresses an uprising and can do nothing else.";

    NOT_IN_ASSETS: "18.3.2.g" not_in_assets, "{0} is not in the Corps Assets Box.";
    NOT_TOGETHER: "18.3.2.f-1" not_together, "The units to form {0} are not together in one place.";
    SCU_NOT_ACTIVATED: "18.3.2.f-1" scu_not_activated owed, "{1}, of which {0} is formed, is not activated for movement.";
    SCU_MOVES: "18.3.2.f-2" scu_moves, "{1} moves and so cannot form {0}.";
    USED_TWICE: "18.3-1" used_twice, "{0} is used twice to form LCUs.";
    IRREGULAR: "18.3.2.c-3" irregular, "{1} is irregular or a tribe and cannot form {0}.";
    SPECIAL: "18.3.2.c-4" special, "{1} is a special unit, an HQ or artillery and cannot form {0}.";
    NO_SCU: "18.3.2.a" no_scu, "{1} is no SCU and cannot form {0}.";
    FOREIGN: "18.3.1-1" foreign, "{1} is of another nation than {0}.";
    UNFIT: "18.3.2.c-1" unfit, "Fewer than two units are of the nation and type that {0} needs.";
    SCU_LIMITED: "18.3.1.e-1" scu_limited, "{1} is in limited supply and cannot form {0}.";
    NOT_HELD: "18.3.1-1" not_held, "{0} cannot be organised in {1}, which its side does not control.";
    DESERT_ASSEMBLY: "18.3.1.a" desert_assembly, "{0} cannot be organised in the desert of {1} without a railroad in supply.";
    REMOTE_ASSEMBLY: "18.1.1" remote_assembly, "{0} cannot be organised in {1}, in a restricted area, without a railroad in supply.";
    SWAMP_ASSEMBLY: "18.3.1.b" swamp_assembly, "{0} cannot be organised in the swamp of {1}.";
    REGION_ASSEMBLY: "18.3.1.c" region_assembly, "No LCU is organised in {1}, so neither is {0}.";
    DESERTED_ASSEMBLY: "3.2.1.2-1" no_more_arabs, "{0} is an LCU of TU-A and is not organised after ARAB DESERTION.";
    EGYPT_ASSEMBLY: "18.3.1.d" egypt_assembly, "{0} is an LCU of TU and cannot be organised in {1} in Egypt.";

    NOT_THE_AP: "18.6.1-1" not_the_ap, "Only the AP has a beachhead at {0}.";
    TOO_FEW_MARKERS: "18.6.1.4-1" too_few_markers, "Fewer beachhead markers are in reserve than landings are ordered ({0}).";
    MARKER_THERE: "18.6.1.4-1" marker_there, "A beachhead marker lies in {0} already.";
    WINTER_LANDING: "18.6.1.5-1" winter_landing, "No beachhead marker is placed in {0} in winter.";
    NOBODY_LANDS: "18.6.1.1.a-2" nobody_lands owed, "No combat unit lands in {0} from its island base.";
    NO_BEACHHEAD_THERE: "18.6.2.1-1" no_beachhead_there, "No beachhead marker lies in {0}.";
    WINTER_EVACUATION: "18.6.1.5-1" winter_evacuation, "Nobody withdraws from {0} in winter.";
    NOTHING_UNDER_FIRE: "18.6.2.1-1" nothing_under_fire, "No unit that lives on {0} alone has enemies next to it.";
    LEFT_BEHIND: "18.6.2.1-1" left_behind owed, "{0} lives on {1} alone under fire and does not withdraw.";
    LEFT_ON: "18.6.2.1-2" left_behind owed, "{0} is left on {1}, whose marker is taken away.";
    NOT_EMPTY: "18.6.4-1" not_empty owed, "The beachhead marker in {0} is not removed: units are there.";
    BASE_IN_USE: "18.6.4-1" base_in_use, "The beachhead marker in {0} is not removed: units withdraw from there.";
    STRANDED: "18.6.4-1" stranded owed, "{0} would be out of supply without the beachhead marker in {1}.";
    ASSAULT_USED: "18.6.6-1" assault_used, "The amphibious assault is made once in a game.";
    NO_MARINES: "18.6.6-1" no_marines, "The Black Sea Division is in no port of the Black Sea to assault {0}.";
    MARINES_NOT_ACTIVATED: "18.6.6-1" marines_not_activated owed, "The Black Sea Division is not activated to attack {0}.";
    NO_TARGET: "18.6.6-1" no_target, "{0} is no empty Black Sea port of the enemy that marines can take.";

    NO_TARGET_NAMED: "12.2.1" no_target owed, "No target is attacked.";
    TWO_TARGETS: "12.1.1-1" two_targets, "More than one target is attacked.";
    NOBODY_ATTACKS: "12.2.1" nobody_attacks owed, "No combat unit attacks.";
    NOT_OWN_ATTACKER: "12.1-1" not_own, "{0} is no unit of this side on the map.";
    NOT_WAITING: "12.1-1" not_waiting, "{0} waits for no battle: it is not activated for attack, or has attacked already.";
    HQ_SPENT: "3.2.3.1-2" hq_spent, "{0} has taken part in an attack of this action round.";
    STAFF_OUT_OF_SUPPLY: "14.3.1-1" staff_out_of_supply, "{0} is out of supply and does not help.";
    STAFF_LIMITED: "14.1.9-2" staff_limited, "{0} is in limited supply and does not help.";
    HQ_APART: "3.2.3-1" hq_apart owed, "{0} stands with no combat unit of the attack.";
    NOBODY_THERE: "12.1-1" nobody_there, "Neither combat units nor a fort of the enemy are in {0}.";
    ONLY_RETREATED: "12.1.4" only_retreated, "All enemy units in {0} have retreated in this action round.";
    ATTACKED_BEFORE: "12.1.3" attacked_before, "{0} has been attacked in this action round.";
    OUT_OF_REACH: "12.1.1-2" out_of_reach, "{0} cannot attack {1} from where it stands.";
    BESIEGED_FROM_OUTSIDE: "15.1.2-2" besieged_from_outside, "{0} does not attack {1}: its fort is besieged, and only units in its space attack it.";
    NEEDED_FOR_SIEGE: "12.1.5-2" needed_for_siege, "Units in {0} attack elsewhere, and those that are left are too few to besiege the fort.";
    GREEN_LINES: "12.1.1-3" green_lines, "More than one stack attacks {0} over green lines.";
    OVER_THE_CASPIAN: "12.3.7-1" over_the_caspian, "{0} does not attack {1} over the Caspian Sea.";
    CENTRAL_ASIANS: "16.3.3.5.ca-3" central_asians, "{0} does not attack {1}.";
    ATTACKS_OVER_STRAIT_AP: "3.1.5.2.1" over_strait, "{0} cannot attack {1}: the AP does not control every strait below.";
    ATTACKS_OVER_STRAIT_CP: "3.1.5.2.2-1" over_strait, "{0} cannot attack {1}: the CP does not control every strait above.";
    ATTACKS_OVER_STRAIT_BOSPHORUS: "3.1.5.2.2-2" over_strait, "{0} cannot attack {1}: the CP does not control the Bosphorus Forts.";
    ATTACKS_OFF_THE_RAILS: "12.3.3-3" off_the_rails, "{0} is an LCU and does not attack {1}, into or out of desert, along a railroad in supply.";
    NO_COMMON_STACK: "12.1.6-1" no_common_stack, "No stack of the attack has a unit of every nation.";
    RIVALS_TOGETHER: "18.9.1-1" rivals, "RU units attack together with BR, IN or ANZ units.";
    PROTECTORATE_ATTACKED: "3.2.1.3.georgia-3" protectorate, "{0} is neither TU nor TU-A and does not attack the Georgian Protectorate in {1}.";
    NEUTRAL_TARGET: "18.8-1" neutral_target, "{0} lies in a country that is not in the war.";
    AFGHANISTAN_ATTACK: "18.8.6-3" afghanistan, "{0} is a CP unit and does not fight in neutral Afghanistan.";
    SERBS_STAY: "18.4.3-1" serbs_stay, "{0} attacks only in Greece and Serbia until Belgrade is retaken, and not {1}.";
    ONE_ATTACK_IN_THE_BALKANS: "18.4.1-1" one_attack_in_the_balkans, "Units supplied through Greek ports alone have attacked in the Balkans in this action round, and do not attack {0} too.";
    ONE_ATTACK_IN_GREECE: "18.4.2-1" one_attack_in_greece, "The CP has attacked in Greece in this action round, and does not attack {0} too.";
    ONE_RUSSIAN_ATTACK: "16.4.5.3" one_russian_attack, "RU units have made their one attack of this turn.";

    TWO_PINS: "12.4.2-1" two_pins, "More than one pinning space is named.";
    NO_PIN: "12.4.2-1" no_pin owed, "Nobody attacks from the pinning space {0}.";
    FLANK_FROM_ONE_SPACE: "12.4.1-1" flank_from_one_space owed, "A flank attack comes from two spaces at least.";
    FLANK_WITHOUT_LCU: "12.4.1-1" flank_without_lcu owed, "A flank attack needs an LCU.";
    FLANK_OVER_WATER: "12.4.1-2" flank_over_water, "No flank attack goes over water alone.";
    FLANK_IN_ROUGH: "12.4.1-4" flank_in_rough, "No flank attack is made on {0}, which is swamp or mountain.";
    FLANK_AT_TRENCH: "12.4.1-5" flank_at_trench, "No flank attack is made on {0}, where a trench is.";
    FLANK_AT_FORT: "12.4.1-6" flank_at_fort, "No flank attack is made on the fort of {0} alone.";
    FLANK_IN_REGION: "12.4.1-7" flank_in_region, "No flank attack is made on {0}, a region.";

    DEFENDER_ELSEWHERE: "12.10.3-1" not_there, "{0} is no unit of the defender in the region.";
    RETREATED: "12.7.7-1" retreated, "{0} has retreated in this action round and does not defend.";
    NO_DEFENDER: "3.2.3.2-1" no_defender, "{0} is artillery and does not defend.";
    ROOM_FOR: "12.10.3-1" room_for owed, "The defending stack has room for {0}.";

    NO_COMBAT_CARD: "9.5.4" no_combat_card, "{0} is no combat card.";
    CARD_NOT_HELD: "9.5.4.1" not_held, "{0} is neither in the hand of this side nor face up before it.";
    USED: "9.5.4.2-3" used, "{0} has been played in a battle of this action round.";
    WRONG_TIME: "9.5.4.1" wrong_time, "{0} is not played at this moment, or not by this side.";
    FORT_ALONE: "2.0.cc-2" fort_alone, "A fort that stands alone has no use of {0}.";
    NOBODY_IN_SUPPLY: "14.3.1-4" nobody_in_supply, "All combat units that could have the use of {0} are out of supply.";
    UNMET: "12.2.5" unmet, "The battle does not meet the conditions of {0}.";
    UNNAMED: "12.2.5" unnamed owed, "{0} asks for a unit or a place, and too few are named.";
    CANNOT_BRING: "12.2.5" cannot_bring, "{0} does not bring {1}, or too many units are named for it.";
    CANNOT_PLACE: "12.2.5" cannot_place, "{1} is no place for {0}, or too many places are named for it.";
    UNPLAYED: "12.2.5" unplayed owed, "Units or places are named for {0}, which is not played.";

    NOT_COMMITTED: "9.5.4.4-2" not_committed, "{0} was not played from the hand of this side in this battle, or has cancelled it.";
    IN_EFFECT: "9.5.4.4-2" in_effect, "{0} has had its effect and is not taken back.";
    NO_BENEFIT: "12.8-1" no_benefit, "Nothing in the target helps the defender: there is no withdrawal.";
    WITHDRAWAL_IN_REGION: "12.8-2" withdrawal_in_region, "There is no withdrawal in a region.";
    LCU_THERE: "12.8-3" lcu_there, "{0} is an LCU: there is no withdrawal from its space.";
    NOBODY_WITHDRAWS: "12.8-1" nobody_withdraws, "No TU or TU-A SCU defends that could withdraw.";

    TAKES_NO_PART: "12.6.2-1" takes_no_part, "{0} takes no part in the battle and absorbs no losses.";
    CANNOT_REDUCE: "12.6.3-2" cannot_reduce, "{0} cannot be reduced.";
    REDUCED_AND_ELIMINATED: "12.6.3-2" reduced_and_eliminated, "{0} is both reduced and eliminated.";
    TWO_ACTIONS: "8.1.2-1" two_actions, "An action round has room for one action, and {0} are given.";
    NOT_IN_HAND: "9.1.2-1" not_in_hand, "{0} is not in the hand of the player who acts.";
    NOBODY_CHOSEN: "9.5.1.a" nobody_chosen owed, "The event asks for a unit, and none is chosen.";
    TOO_MANY_CHOSEN: "9.5.1.a" too_many_chosen, "The event asks for one unit, and {0} are chosen.";
    NOT_OF_EVENT: "9.5.1.a" not_of_event, "{0} is none of the units that the event may be about.";
    NO_COUNTER: "9.5.2.b-4" no_counter, "GREECE is countered with KING CONSTANTINE as an event, not with {0} like this.";
    NO_TURKISH_CORPS: "9.5.1.a" not_such_troops, "{0} is no regular Turkish corps, and no infantry SCU that could stand for one.";
    NOT_IN_PLAY: "9.5.1.a" not_in_play, "{0} is neither on the map nor in the box for units of its size.";
    NOT_IN_THREES: "9.5.1.a" not_in_threes, "Three SCUs stand for a corps, and {0} are named.";
    TOO_FEW_CORPS: "9.5.1.a" too_few_corps owed, "The event costs more corps: what may go is worth {0}.";
    TOO_MANY_CORPS: "9.5.1.a" too_many_corps, "The event costs fewer corps: what may go is worth {0}.";
    NO_CENTRAL_TROOPS: "9.5.1.a" no_central_troops, "{0} is no combat unit of AH or GE.";
    NOT_LOST: "9.5.1.a" not_lost, "{0} was neither eliminated nor removed.";
    NOT_TO_GALICIA: "9.5.1.a" not_to_galicia, "{0} comes back to Galicia and nowhere else.";
    SENT_TWICE: "9.5.1.a" twice, "{0} is sent to two places.";
    KEPT_FOR_EGYPT: "9.5.1.a" kept_for_egypt, "Two OPS are for combat against AP units in Egypt: {0} are spent on other things.";
    NO_SUCH_UNIT: "9.5.1.a" no_such_unit, "{0} is neither a Greek unit in Doiran or Fort Rupel nor a unit of the CP next to them.";
    GREEK_ELSEWHERE: "9.5.1.a" greek_elsewhere, "{0} goes to Lamia or Athens, where no unit of a player is, not to {1}.";
    GREEK_STAYS: "9.5.1.a" greek_stays owed, "{0} leaves for Lamia or Athens.";
    NOT_NEXT_TO: "9.5.1.a" not_next_to, "{0} does not stand next to {1}, or it is neither Doiran nor Fort Rupel.";
    CANNOT_JOIN: "9.5.1.a" cannot_join, "{0} cannot join an attack: a TU or TU-A SCU of the Reserve Box may, by BULL'S EYE DIRECTIVE.";
    JOINS_NOBODY: "9.5.1.a" joins_nobody owed, "Nobody joins in {0}: it is not activated for attack, or holds no TU or TU-A unit.";
    JOINS_TWICE: "9.5.1.a" joins_twice, "{0} joins in two places.";
    ONE_JOINS: "9.5.1.a" one_joins, "One unit may join in {0}, and {1} do.";
    ONE_STACK: "9.5.1.a" one_stack, "One stack attacks once more, and {0} do.";
    NOT_RETURNING: "9.5.1.a" not_in_excess, "{0} is no TU or TU-A SCU in excess that goes back to the Reserve Box.";
    RETURN_TOO_FEW: "9.5.1.a" too_few owed, "More TU or TU-A SCUs go back from {0} to the Reserve Box.";
    RETURN_TOO_MANY: "9.5.1.a" too_many, "Fewer units would do in {0}.";
    TWO_PLACES_NAMED: "9.5.1.a" two_places_named, "{0} is named twice: its units are one stack.";
    NOT_FACING_RUSSIANS: "9.5.1.a" not_facing_russians, "No TU or TU-A combat unit of the stack in {0} stands next to RU units.";
    CANNOT_BE_SENT: "9.5.1.a" cannot_be_sent, "No TU or TU-A combat unit of the stack in {0} could attack {1}.";
    STACKS_MISSING: "9.5.1.a" stacks_missing owed, "{0} more stacks are to be named.";
    TOO_MANY_STACKS: "9.5.1.a" too_many_stacks, "{0} stacks too many are named.";
    OTHER_TARGET: "9.5.1.a" other_target, "{0} has to attack another place, which is named for it.";
    STACK_HELD_BACK: "9.5.1.a" stack_held_back owed, "No TU or TU-A unit of the stack in {0} takes part, and it has to attack this place too.";
    MUST_ATTACK: "9.5.1.a" must_attack, "{0} is still to be attacked.";
    NO_YILDIRIM: "9.5.1.a" no_yildirim, "No GE unit of Yildirim takes part in the attack that is named.";
    NAMED_BEFORE: "9.5.1.a" named_before, "Another attack of the action has been named for the event.";
    OTHER_LCU: "9.5.1.a" other_lcu, "{0} is none of the corps of the event.";
    ONE_CORPS: "9.5.1.a" one_lcu, "The event lets one corps be organized, and {0} are.";
    BEGAN_ELSEWHERE: "18.3.2.f-1" began_elsewhere, "{1} cannot be of {0}: it did not begin the action round in the space.";
    TOO_FEW_DIVISIONS: "18.12.2-1" too_few_divisions, "The units that may be removed come to {0} divisions, which negate nothing.";
    NO_SUCH_TROOPS: "18.12.2-4" not_such_troops, "{0} is not of the troops that may be removed: cavalry, camels, special units of the British and units of other nations stay.";
    REMOVED_FROM_ELSEWHERE: "18.12.4-1" not_there, "{0} is neither on the map nor in the Reserve Box.";
    REMOVED_LCU_ELSEWHERE: "18.12.4-2" not_on_map, "{0} is an LCU that is not on the map.";
    REMOVED_UNFED: "18.12.3-3" not_in_supply, "{0} is not in supply.";
    TOO_FEW_ELITE: "18.12.3-1" too_few_elite, "Fewer than half of the removed SCUs are elite or special, and others could be.";
    TOO_FEW_BRITISH: "18.12.3-2" too_few_british, "Fewer than half of the removed SCUs are BR, and others could be.";
    NOT_NEXT_BEST: "18.12.3-4" not_next_best, "There are too few BR SCUs, and elite or special ones of IN or ANZ could take their places.";
    SERBIA_NOT_DECLARABLE: "18.8.3.3.a-1" not_declarable, "The AP cannot declare the collapse of {0}: it is not in the war, has collapsed, collapses anyway, or Belgrade is not CP-controlled.";
    BULGARIA_NOT_DECLARABLE: "18.8.2.3-1" not_declarable, "Nobody declares the collapse of {0}: it comes with Sofia.";
    ROMANIA_NOT_DECLARABLE: "18.8.4.3-1" not_declarable, "The AP cannot declare the collapse of {0}: it is not in the war, has collapsed or collapses anyway.";
    NO_DIVISION_OF_SERBIA: "18.8.3.3.a-4" no_such_division, "{0} is no AH division on the map, in the Reserve Box or in the Eliminated Box.";
    SERBIA_TOO_FEW: "18.8.3.3.a-4" too_few owed, "{0} more AH divisions leave with Serbia.";
    SERBIA_TOO_MANY: "18.8.3.3.a-4" too_many, "{0} AH divisions too many are named.";
    NO_DIVISION_OF_ROMANIA: "18.8.4.3-3" no_such_division, "{0} is no AH division on the map, in the Reserve Box or in the Eliminated Box.";
    ROMANIA_TOO_FEW: "18.8.4.3-3" too_few owed, "{0} more AH divisions leave with Romania.";
    ROMANIA_TOO_MANY: "18.8.4.3-3" too_many, "{0} AH divisions too many are named.";
    SR_TOO_MANY_UNITS: "18.8.3.3.a-6" too_many_units, "{0} units redeploy, and two may when Serbia has collapsed.";
    SR_NOT_FROM_BALKANS: "18.8.3.3.a-6" not_from_balkans, "{0} does not stand in the Balkans.";
    SR_NOT_TO_BALKANS: "18.8.3.3.a-6" not_to_balkans, "{0} does not end in a CP-controlled place of the Balkans.";
    NOT_A_TARGET: "18.11.1.b" not_a_target, "{0} is none of the forts that the navy may fire on now.";
    ONE_TARGET: "18.11.1.b" one_target, "The navy fires on one fort of a pair first: {0} are named.";
    NOT_SHELLED: "18.11.2.a" not_shelled, "{0} is not shelled: the navy may fire on Constantinople.";
    NOT_THE_BOSPHORUS: "18.11.2.c" not_the_bosphorus, "{0} is not fired on: the navy may try the Bosphorus Forts.";
    NOT_EVACUATED: "9.5.1.a" not_evacuated, "{0} is no CP unit in the port that is left.";
    EVACUATED_TWICE: "9.5.1.a" retreats_twice, "{0} retreats in two ways.";
    EVACUATED_TOO_FAR: "9.5.1.a" retreat_length, "{0} retreats a space or two away from the port.";
    CANNOT_FLEE: "9.5.1.a" cannot_flee, "{0} cannot retreat to {1} from where it comes.";
    STAYS_IN_PORT: "9.5.1.a" stays_in_port owed, "{0} does not retreat from the port, and could.";
    SR_TOO_MANY_FREE: "9.5.1.a" too_many_free, "{0} units redeploy: the event does not let so many.";
    SR_NOT_FOR_EVENT: "9.5.1.a" not_for_event, "{0} is none of those that the event lets redeploy.";
    SR_NOT_TO_EVENT: "9.5.1.a" not_to_event, "{0} does not redeploy to where the event sends it.";
    SR_ONE_OF_A_NATION: "9.5.1.a" one_of_a_nation, "{1} divisions of {0} redeploy: one is enough for its corps.";
    SR_NATION_WAITS: "9.5.1.a" nation_waits, "{0} need not redeploy: an infantry division of its nation is in the Reserve Box.";
    SR_ONE_LCU_IN_GALICIA: "18.5.c" one_lcu_in_galicia, "{0} LCUs of TU go to Galicia, where one may be.";
    OTHER_ACTIVATION: "9.5.1.a" other_activation, "The event does not activate {0} in this way.";
    NO_OTHER_ORDERS: "9.5.1.a" no_other_orders, "The event activates a space and lets nothing else be ordered.";
    TWO_SPACES: "9.5.1.a" two_spaces, "The event activates two spaces, and {0} are.";
    ONE_SPACE: "9.5.1.a" one_space, "The event activates one space, and {0} are.";
    CANNOT_MARK: "9.5.1.a" cannot_mark, "{0} is none of the places that the event marks.";
    UPRISING_IS_THERE: "3.2.4.2-2" uprising_there, "An uprising lies at {0} already.";
    MARKS_MISSING: "9.5.1.a" marks_missing owed, "{0} more places are to be marked.";
    MARKS_TOO_MANY: "9.5.1.a" marks_too_many, "{0} places too many are marked.";
    SECOND_NEUTRAL_ENTRY: "9.5.2.a" second_neutral_entry, "A neutral entered the war by an event in this turn: {0} is none now.";
    NOT_AN_LCU_OF: "18.12.5" not_such_troops, "{0} is no regular LCU of the nation.";
    ONE_LCU: "18.12.5" one_lcu, "One LCU leaves, and {0} are named.";
    NO_DIVISION_OF_ENTRY: "18.8.4.2-1" not_brought, "{0} does not enter with Romania.";
    DIVISION_TWICE: "18.8.4.2-1" enters_twice, "{0} enters in more than one place.";
    NOT_IN_BULGARIA: "18.8.4.2-1" not_in_bulgaria, "{0} enters in Bulgaria, where the CP controls: not at {1}.";
    DIVISION_LEFT_OUT: "18.8.4.2-1" left_out owed, "{0} does not enter, and there is room for it.";
    NO_TRIBE: "16.3.2-1" no_tribe owed, "The Jihad level rose, and no tribe is placed.";
    TWO_TRIBES: "16.3.2-1" two_tribes, "Tribes are placed one after the other, and {0} are given.";
    NOT_IN_KEY: "16.3.2-1" not_in_key, "{0} is no tribe that waits in the Tribal Warfare Key.";
    NO_CIRCLE: "16.3.2.a-1" no_circle, "{1} has no circle of the tribe {0}.";
    ENEMY_OF_TRIBE: "16.3.2.a-1" enemy_of_tribe, "{0} goes to {1}, where an enemy unit is.";
    NO_ROOM_FOR_TRIBE: "10.0-1" no_room_for_tribe, "{0} goes to {1}, where no more units may stack.";
    NOT_ELIMINATED: "12.6.5-1" not_eliminated, "{0} is no LCU that is eliminated, and nobody replaces it.";
    REPLACED_UNFED: "12.6.7.b" replaced_unfed, "{0} is out of supply, and nobody replaces it.";
    REPLACED_TWICE: "12.6.5-1" replaced_twice, "{0} is replaced by more than one unit.";
    SERVES_TWICE: "12.6.5-1" serves_twice, "{0} replaces more than one LCU.";
    NOT_IN_RESERVE: "12.6.5-1" not_in_reserve, "{0} is no SCU in the Reserve Box of this side.";
    UNSUITABLE: "12.6.5-2" unsuitable, "{1} cannot replace {0}.";
    COMES_LATER_NATION: "12.6.5-4" comes_later, "{1} replaces {0}, and a unit of a better nation could.";
    COMES_LATER_TYPE: "12.6.5-5" comes_later, "{1} replaces {0}, and a unit of its type could.";
    UNREPLACED: "12.6.5-1" unreplaced owed, "{0} is eliminated, and nobody replaces it, though a unit could.";
    TOO_MUCH: "12.6.4-1" too_much, "The losses are {0} more than the loss number.";
    TOO_LITTLE: "12.6.4-1" too_little owed, "{0} more of the loss number could be absorbed.";
    OTHERS_FIRST: "3.2.2.q-2" others_first, "Other units could take {0} of the steps that units with a ? lose.";

    NOT_RETREATING: "12.7.1-1" not_retreating, "{0} neither must nor may retreat.";
    MUST_RETREAT: "12.7.1-1" must_retreat owed, "{0} must retreat.";
    TWO_WAYS: "12.7.1-1" two_ways, "{0} has more than one order.";
    CANNOT_STAND: "12.7.3-1" cannot_stand, "This retreat cannot be cancelled.";
    STANDS_TWICE: "12.7.3-1" stands_twice, "More than one step is lost to cancel the retreat.";
    LAST_DEFENDER: "12.7.3-2" last_defender, "{0} is the only defender left and cannot be eliminated to cancel the retreat.";
    OTHERS_STAND_FIRST: "3.2.2.q-2" others_stand_first, "Another unit than {0} must lose the step that cancels the retreat.";
    STANDS_AND_GOES: "12.7.3-1" stands_and_goes, "The retreat is cancelled, and {0} has an order all the same.";
    NO_YUDENICH: "3.2.3.1.yud-1" no_yudenich, "Yudenich is beside no RU unit whose retreat he could shorten.";
    WRONG_LENGTH: "12.7.2-1" wrong_length, "The retreat of {0} is of the wrong length.";
    RETREATS_NO_WAY: "12.7.2-1" no_way, "{0} cannot retreat from {1} to {2}.";
    RETREATS_CLOSED: "12.7.6.b" closed, "{0} cannot retreat into {1}.";
    BACK_AGAIN: "12.7.6.f" back_again, "{0} comes back to where its retreat begins.";
    LEAVES_BEACHHEAD: "12.7.10-1" leaves_beachhead, "{0} retreats from a beachhead to its island base only.";
    CANNOT_SAIL: "12.7.11-1" cannot_sail, "{0} does not retreat by sea.";
    NO_HARBOUR: "12.7.11-2" no_harbour, "{1} is no port of the same sea in AP hands to which {0} could retreat.";
    WINTER_AT_SEA: "12.7.11-6" winter_at_sea, "{0} does not retreat by sea in winter.";
    BETTER_PLACE: "12.7.6.d-3" better_place, "{0} must prefer a retreat through or to a place such as {1}.";
    RETREATS_OVERSTACKED: "12.7.6.c-1" overstacked, "More than three units would be in {0} after the retreat.";
    COULD_RETREAT: "12.7.4-2" could_retreat, "{0} is eliminated and could retreat.";
    UNREPLACED_SWAMP: "12.3.2-3" unreplaced owed, "Swamp alone keeps {0} from retreating, and nobody replaces it, though a unit could.";
    UNREPLACED_DESERT: "12.3.3-5" unreplaced owed, "Desert alone keeps {0} from retreating, and nobody replaces it, though a unit could.";
    NOT_REPLACED: "12.7.4-3" not_replaced, "{0} falls for want of a retreat and is not replaced.";
    NOT_NEARER: "cp_11" not_nearer, "{0} gets no nearer to Tiflis in {1}.";
    LEAVES_THE_STACK: "12.9.9-8" leaves_the_stack, "{0} takes another path than its stack.";

    NOT_ADVANCING: "12.9.1-1" not_advancing, "{0} did not fight and does not advance.";
    ADVANCES_TWO_WAYS: "12.9.1-1" two_ways, "{0} has two paths.";
    NOT_CLEARED: "12.9.1-1" not_cleared, "Nobody advances: the target is not cleared.";
    CANNOT_ADVANCE: "12.9.1-1" cannot_advance, "A card forbids the advance.";
    REDUCED_ADVANCES: "12.9.1-1" reduced, "{0} is reduced and does not advance.";
    NOT_TURKISH: "cp_11" not_turkish, "{0} is no Turkish unit and does not advance after SAVE TIFLIS.";
    ADVANCES_NO_MF: "12.9.1-4" no_mf, "{0} has MF 0 and does not advance.";
    MORE_THAN_THREE: "12.9.1-1" more_than_three, "{0} units advance, and no more than three may.";
    ADVANCES_HQ_ALONE: "12.9.1-5" hq_alone owed, "{0} ends where no advancing combat unit does.";
    WITHIN_REGION: "12.10.6" within_region, "{0} stands in the region already.";
    NOT_INTO_TARGET: "12.9.1-1" not_into_target, "{0} does not advance by way of the place it attacked.";
    ADVANCES_TOO_FAR: "12.9.3-1" too_far, "{0} advances beyond where anybody retreated, into {1}.";
    GOES_ON: "12.9.2" goes_on, "{0} must stop in the place it attacked.";
    GOES_ON_IN_ROUGH: "12.9.3-2" goes_on, "{0} must stop where it enters rough terrain or crosses water.";
    GOES_ON_FROM_BEACHHEAD: "12.7.10-2" goes_on, "{0} is put back where it enters a beachhead, and stays there.";
    ADVANCES_NO_WAY: "12.9.1-3" no_way, "{0} cannot advance from {1} to {2}.";
    ADVANCES_CLOSED: "12.9.1-3" closed, "{0} cannot advance into {1}.";
    ADVANCES_NO_SUPPLY: "12.9.1-3" no_supply, "{0} would be out of supply in {1}.";
    TARGET_NOT_BESIEGED: "12.9.5-1" not_besieged owed, "The units in {0} are too few to besiege its fort.";
    ADVANCES_NOT_BESIEGED: "12.9.5-3" not_besieged owed, "The units that advance into {0} are too few to besiege its fort.";

    NOTHING_CANCELLED: "cp_43" nothing_cancelled owed, "CONFUSED ORDERS cancels nothing and brings nobody.";
    CANCELS_NOTHING: "cp_43" cancels_nothing owed, "Something is cancelled without CONFUSED ORDERS.";
    CANNOT_REPAIR: "17.1" cannot_repair, "The card does not repair {0}.";
    NO_ROOM: "10.0-1" no_room, "There is no room for those rebuilt in {0}.";
    OVER_POINTS: "17.1" over_points, "{0} replacement points more are spent than there are.";
    SR_TWICE_RUNNING: "9.3.2-1" sr_twice_running, "A card was played for SR in the last action round: {0} cannot be in this one.";
    RP_TWICE_RUNNING: "9.4.2-1" rp_twice_running, "A card was played for RPs in the last action round: {0} cannot be in this one.";
    COMBAT_CARD_ALONE: "2.0.cc-1" combat_card, "{0} is a combat card: its event happens in battles alone.";
    UNFULFILLED: "9.5.1.b" unfulfilled, "A prerequisite of {0} is not fulfilled.";
    NO_OFFENSIVE: "7.2.enver-1" no_offensive owed, "An offensive is to be chosen.";
    TWO_OFFENSIVES: "7.2.enver-1" two_offensives, "{0} offensives are chosen, and one is to be.";
    NO_SUCH_OFFENSIVE: "7.2.enver-1" no_such_offensive, "{0} is none of those that can be chosen.";
    DISCARD_NOT_IN_HAND: "9.5.4.5" not_in_hand, "{0} is not in the hand of who discards it.";
    STAYS_IN_HAND: "6.0.H.1-3" no_combat_card, "{0} is no combat card and stays in the hand.";
    AP_DOES_NOT_TAKE: "4.1.3.a-1" not_offered, "The AP may take RUSSO-BRITISH ASSAULT, not {0}.";
    AP_TAKES_TWO: "4.1.3.a-1" two_cards, "{0} cards are taken, and one may be.";
    CP_DOES_NOT_TAKE: "4.1.3.b-1" not_offered, "The CP may take a Mobilization card of 4 OPS, not {0}.";
    CP_TAKES_TWO: "4.1.3.b-1" two_cards, "{0} cards are taken, and one may be.";
    NO_TRIBE_THERE: "16.3.2.c-1" no_tribe_there, "{0} is no tribe on the map.";
    TRIBES_LEFT: "16.3.2.c-1" too_few owed, "{0} more tribes go back to the Tribal Warfare Key.";
    TRIBES_TOO_MANY: "16.3.2.c-1" too_many, "{0} tribes fewer go back to the Tribal Warfare Key.";
    NO_EVENT_OF_REVOLT: "16.3.3.1-2" event_first, "{0} does not revolt before its event.";
    IN_REVOLT: "16.3.3.5" in_revolt_already, "{0} is in revolt already.";
    TWO_COUNTRIES: "16.3.3.4-1" two_countries, "{0} countries are checked, and one may be.";
    NO_SUCH_CAVALRY: "16.4.5.4-2" no_such_cavalry, "{0} is no RU cavalry division that could stay.";
    KEEPS_NONE: "16.4.5.4-2" keeps_none owed, "An RU cavalry division is to stay.";
    KEEPS_TWO: "16.4.5.4-2" keeps_two, "{0} cavalry divisions stay, and one does.";
    NO_REBEL: "16.3.3.5.eg-1" not_brought, "{0} does not enter in Egypt's rebellion.";
    REBEL_TWICE: "16.3.3.5.eg-1" enters_twice, "{0} enters twice.";
    NOT_IN_EGYPT: "16.3.3.5.eg-1" not_in_egypt, "{0} does not enter at {1}: an empty or CP-controlled space of Egypt or Sudan is needed.";
    REBEL_LEFT_OUT: "16.3.3.5.eg-1" left_out owed, "{0} enters too.";
    NO_TRANSCAUCASIAN: "16.4.5.4-7" not_brought, "{0} does not enter with the Transcaucasians.";
    TRANSCAUCASIAN_TWICE: "16.4.5.4-7" enters_twice, "{0} enters twice.";
    NOT_IN_TRANSCAUCASIA: "16.4.5.4-7" not_in_transcaucasia, "{0} does not enter at {1}: an AP-controlled space of Russia or the Caucasus is needed.";
    TRANSCAUCASIAN_LEFT_OUT: "16.4.5.4-7" left_out owed, "{0} enters too.";
    GEORGIA_TWICE: "16.4.5.4-4" enters_twice, "{0} is placed twice.";
    NOT_IN_GEORGIA: "16.4.5.4-4" not_batum_or_tiflis, "{0} is not placed at {1}: Batum or Tiflis is needed, and nobody in it.";
    STACKS_WITH_GEORGIA: "16.4.5.4-5" stacks_with_georgia, "Nobody stands with the Georgian Protectorate in {0}.";
    NOT_IN_EXCESS: "10.4-1" not_in_excess, "{0} is not in excess.";
    TOO_FEW: "10.4-1" too_few owed, "Those that are left in {0} may not stand together.";
    TOO_MANY: "10.4-1" too_many, "Fewer units would do in {0}.";
    NO_TRENCH_OF_EVENT: "9.5.1.a" no_trench_there, "The event places no trench in {0}: a space of its areas is needed that the side controls, without enemies.";
    TRENCH_IS_THERE: "11.3.2-1" trench_there, "A trench is in {0} already.";
    TRENCHES_MISSING: "9.5.1.a" trenches_missing owed, "The event places {0} more.";
    TRENCHES_TOO_MANY: "9.5.1.a" trenches_too_many, "The event places {0} fewer.";
    NO_EXCESS_LCU: "18.1.2.c" not_in_excess, "{0} is no LCU in a restricted area that holds too many.";
    TOO_MANY_LCUS_LEFT: "18.1.2.c" too_few owed, "More LCUs are left in {0} than may be there.";
    LCUS_LOST_FOR_NOTHING: "18.1.2.c" too_many, "Fewer LCUs would do in {0}.";

    SR_NOT_THERE: "13.1-1" not_there, "{0} is no unit of this side that could redeploy from where it is.";
    SR_TWICE: "13.3" twice, "{0} has more than one order.";
    SR_IRREGULAR: "13.1-4" irregular, "{0} is irregular or a tribe and does not redeploy.";
    SR_MF_ZERO: "13.1-3" mf_zero, "{0} has an MF of 0 or in a box and does not redeploy.";
    SR_OUT_OF_SUPPLY: "14.3.1-2" out_of_supply, "{0} is out of supply and does not redeploy.";
    LIMITED_SUPPLY: "14.1.9-2" limited_supply, "{0} is in limited supply: it neither redeploys nor takes replacement points.";
    FED_BY_AFGHANS: "16.3.3.5.af-4" fed_by_afghans, "{0} draws on Afghanistan alone: it neither redeploys nor takes replacement points.";
    SR_NOT_AMONG_AFGHANS: "16.3.3.5.af-4" not_among_afghans, "{0} is no Afghan unit: it does not come to Afghanistan from the Reserve Box.";
    SR_NEUTRAL_AFGHANISTAN: "18.8.6-4" neutral_afghanistan, "{0} does not come to neutral Afghanistan from the Reserve Box.";
    SR_OVER_POINTS: "13.1-2" over_points, "The redeployments cost {0} SR points, and {1} may be spent.";
    SR_NO_ROUTE: "13.6-1" no_route, "{0} has no route to {1}.";
    SR_CLOSED: "13.6-2" closed, "{0} has no route to {1} through friendly places alone.";
    SR_SIEGE_GIVEN_UP: "13.6-3" siege_given_up owed, "{0} has a route to {1} only by way of a fort whose siege is given up.";
    SR_COLOURED_RAILROAD: "13.1-5" coloured_railroad, "{0} has a route to {1} only over lines that are marked for others.";
    SR_NO_RAILROAD: "13.1-6" no_railroad, "{0} is an LCU and has no route to {1} along finished railroads.";
    SR_CONTESTED_REGION: "13.9-1" contested_region, "{0} goes neither into, out of nor through a contested region of the enemy on its way to or from {1}.";
    SR_STOPS_IN_UPRISING: "13.10-2" stops_in_uprising, "{0} gets to {1} only through a place with an uprising, where it must stop.";
    SR_STOPS_IN_DESERT: "13.12.2-1" stops_in_desert, "{0} gets to {1} only through desert, where it must stop but for railroads in supply.";
    SR_RAILROAD_CUT_OFF: "13.12.1-1" railroad_cut_off, "{0} is an LCU, and no railroad leads from where it stands to a source or port.";
    SR_NO_SUPPLY_THERE: "13.6-1" no_supply_there, "{0} would be out of supply in {1}.";
    SR_NO_PORT: "13.7-1" no_port, "{1} is no port that {0} could use.";
    SR_NOT_BY_SEA: "13.7-3" not_by_sea, "{0} is an LCU or artillery and does not redeploy by sea.";
    SR_NEVER_BY_SEA: "18.8.2.1-2" never_by_sea, "{0} is a BU unit and does not redeploy by sea.";
    SR_CASPIAN: "13.7-4" caspian, "{0} goes by sea to {1}: no ship gets into the Caspian Sea, nor out of it.";
    SR_GULF_CLOSED: "13.7-5" gulf_closed, "{0} goes by sea to {1}, out of or into the Red Sea or the Persian Gulf, and the CP does not control the Suez Canal.";
    SR_BLOCKADED: "13.7-6" blockaded, "{0} goes by sea to {1}: after ROYAL NAVY BLOCKADE the CP sails the Black Sea and the Caspian alone.";
    SR_BOSPHORUS: "13.7-7" bosphorus, "{0} goes by sea to {1}, past the Bosphorus, which it may not pass.";
    SR_CANAL_BLOCKED: "18.10.1-1" canal_blocked, "{0} goes by sea to {1}, and the Suez Canal is blocked.";
    SR_HUNTED: "cp_22" hunted, "{0} goes by sea to {1}, which the submarines cut off in this turn.";
    SR_CANAL_OPEN: "18.10.2-1" canal_open, "{0} has no reason to go around Africa.";
    SR_NO_PORT_HERE: "18.10.2-1" no_port_here, "{0} stands in no port from which ships go around Africa.";
    SR_NOT_FOR_THE_BOX: "13.8-1" not_for_the_box, "{0} is neither SCU nor HQ: it has nothing to do with the Reserve Box.";
    SR_LCU_IN_BOX: "13.8.2" lcu_in_box, "{0} is an LCU and goes neither into the Reserve Box nor out of it.";
    SR_NO_FULL_SOURCE: "13.8-1" no_full_source, "{0} traces to no full source of supply.";
    SR_CAPITAL_LOST: "13.8.1" capital_lost, "The enemy controls or besieges the capital of {0}.";
    SR_NO_FOOTHOLD: "13.8-2" no_foothold owed, "{1} is no place for {0} to come to from the Reserve Box.";
    SR_CANNOT_REACH: "13.1-9" cannot_reach, "No redeployment leads to {1} from a source of {0} or its capital.";
    SR_NO_WAY_THROUGH_DESERT: "3.1.1.b-2" no_way_through_desert, "{0} comes to the desert of {1}, from which only other desert leads to its supply.";
    SR_LCU_IN_SWAMP: "13.1-7" lcu_in_swamp, "{0} is an LCU of TU or BU and does not end in the swamp of {1}.";
    SR_TURKS_IN_EGYPT: "13.1-8" turks_in_egypt, "{0} is Turkish and does not redeploy to {1} in Egypt.";
    SR_BALKANS_ONLY: "18.4.4" balkans_only, "{0} serves in the Balkans only, and not in {1}.";
    SR_LEAVES_PERSIA: "3.2.1.3.cordon-1" confined, "{0} serves in Persia, India and Baluchistan only, and not in {1}.";
    SR_INTO_INDIA: "18.9.3" confined, "{0} is a RU unit and does not go to {1}.";
    SR_INTO_TURKEY: "11.1.10-1" confined, "{0} is a BU unit and does not go to {1} in Turkey.";
    SR_BACK_TO_GALICIA: "18.5.d" back_to_galicia, "{0} is an LCU of TU and does not redeploy to Galicia.";
    SR_TOO_MANY: "10.0-1" too_many owed, "More than three units would be in {0}.";

    NOT_DUE: "18.10.2-2" not_due, "{0} does not come from around Africa in this turn.";
    ARRIVES_TWICE: "18.10.2-2" twice, "{0} has more than one order.";
    NO_PORT_THERE: "18.10.2-2" no_port_there, "{1} is no port where {0} could land.";
    OTHER_WATER: "18.10.2-3" other_water, "{1} is not where {0} was sent to, and there are ports.";

    NOT_BROUGHT: "9.5.3.1-1" not_due, "{0} is none of those that this event brings.";
    LEFT_OUT: "9.5.3.1-1" left_out owed, "{0} does not enter, and the event brings it.";
    ENTERS_TWICE: "9.5.3.1-1" enters_twice, "{0} enters in more than one place.";
    ENTERS_ELSEWHERE: "9.5.3.2.a" elsewhere, "{1} is none of the places that the event names for {0}.";
    NO_AQABA: "9.5.3.2.g-6" elsewhere, "{0} enters at Aqaba if the AP controls it, or else in the Eliminated Box: not at {1}.";
    APART: "9.5.3.2.j-1" apart, "{0} enters apart from the others, and the event puts them into one space.";
    OTHER_BASE: "9.5.3.2.j-2" other_base, "{0} lands at {1}, apart from the others of the invasion, which come to one place.";
    NO_ARAB_SOURCE: "9.5.3.2.d-1" wrong_place, "{0} enters at Baghdad, Damascus or in the Reserve Box, not at {1}.";
    NO_TURKISH_SOURCE: "9.5.3.2.d-2" wrong_place, "{0} enters at Constantinople, Erzincan, Kayseri or in the Reserve Box, not at {1}.";
    NO_BRITISH_SOURCE: "9.5.3.2.f" wrong_place, "{0} enters at a BR source or an AP-controlled port, which {1} is not.";
    NO_RUSSIAN_SOURCE: "9.5.3.2.g-1" wrong_place, "{0} enters at a RU source, which {1} is not.";
    NO_FRENCH_PORT: "9.5.3.2.g-4" wrong_place, "{0} enters at an AP-controlled port of the East Mediterranean or the Aegean, which {1} is not.";
    TO_CORPS_ASSETS: "9.5.3.2.h-1" to_corps_assets, "{0} enters in the Corps Assets Box.";
    LCU_OFF_MAP: "9.5.3.2.h-2" lcu_off_map, "{0} is an LCU and enters on the map, not at {1}.";
    WRONG_BOX: "9.5.3.2.i-1" wrong_box, "{0} does not enter at {1}: that is none of its boxes.";
    SUBMARINES: "18.6.1.7-1" submarines, "{0} does not enter at {1}: submarines keep reinforcements out of the Aegean in this turn.";
    SECOND_REINFORCEMENT: "9.5.3.1-2" second_reinforcement, "A card labelled Reinforcement of the same nation as {0} was played in this turn.";
    NO_REINFORCEMENT: "18.6.5-1" no_reinforcement, "{0} is no invasion that may be played as a BR reinforcement.";
    SECOND_INVASION: "18.6.1-1" second_invasion, "An invasion was played in this turn: {0} would be the second.";
    NO_INVASIONS_ANY_MORE: "18.6.1.8" no_invasions_any_more, "There are no invasions after UNRESTRICTED SUBMARINE WARFARE: {0} is none.";
    ENTERS_NO_ROOM: "9.5.3.2.k" no_room, "The units of {0} that enter on the map cannot all be put there.";
    NO_NEW_RUSSIANS: "16.4.5.4-1" no_new_russians, "No new RU units enter: {0} is no event any more.";

    RP_NOT_REDUCED: "17.1.1-1" not_reduced, "{0} is no reduced unit of this side on the map or in the Reserve Box.";
    RP_NOT_ELIMINATED: "17.1.1-1" not_eliminated, "{0} is not in the Eliminated/Replaceable Units Box of this side.";
    RP_TWICE: "17.1.1-1" twice, "{0} is rebuilt in more than one place.";
    RP_DOT: "17.1.5" dot, "{0} has a dot: it never takes replacement points.";
    RP_TRIANGLE: "17.1.6-1" triangle, "{0} has a triangle: once eliminated it takes no replacement points.";
    RP_WEARY_TURKS: "17.1.6-2" weary_turks, "{0} has a triangle: it takes no replacement points after TURKISH WAR WEARINESS.";
    RP_DESERTED: "3.2.1.2-1" deserted, "{0} is a TU-A unit: it takes no replacement points after ARAB DESERTION.";
    RP_HEADQUARTERS: "3.2.3.1-8" headquarters, "{0} is an HQ: only combat gives or takes its steps.";
    RP_OUT_OF_SUPPLY: "14.3.1-5" out_of_supply, "{0} is out of supply and takes no replacement points.";
    RP_CAPITAL_LOST: "17.1.3-1" capital_lost, "The enemy controls or besieges the capital of {0}.";
    RP_NO_SERBS: "18.8.3.3.a-8" no_serbs, "{0} takes no replacement points before SERBS RETURN.";
    RP_NO_RUSSIANS: "16.4.3-2" no_russians, "{0} could be paid for by RU points alone, which are not used while Russia holds Constantinople.";
    RP_TRIBE_CUT_OFF: "17.1.1.2-4" tribe_cut_off, "No line leads from the spaces of {0} to a source or port.";
    RP_NO_PLACE: "17.1.8-1" no_place, "{0} may not be rebuilt at {1}.";
    RP_LCU_IN_BOX: "17.1.8.a" lcu_in_box, "{0} is an LCU and is rebuilt on the map alone.";
    RP_IRREGULAR_IN_BOX: "17.1.8.b-1" irregular_in_box, "{0} is irregular and is rebuilt on the map alone.";
    RP_BESIEGED_SOURCE: "9.5.3.2.b" besieged_source, "{0} is not placed at {1}: a source with a besieged fort is there or next to it.";
    RP_NOT_NEXT_BEST: "9.5.3.2.c" not_next_best owed, "{0} is placed at {1}, and the source next to it has room, or a place farther from the enemy has.";
    NOT_PAID: "17.1.1-1" not_paid, "{0} half points are missing.";
    RP_OWED: "17.1.7-2" owed owed, "{1} half points of negative {0} points are still to be worked off.";
    RP_TOO_MUCH: "17.1.7-2" too_much, "Fewer steps would do for the negative {0} points.";
    RP_OWES_NOTHING: "17.1.7-1" owes_nothing, "{0} gives up no steps: no points of its nation are negative, or it is no combat unit on the map.";
    RP_TRIBE: "17.1.7-3" tribe, "{0} is a tribe: it gives up no steps for negative points.";
    RP_REDUCED_ALREADY: "12.6.3-2" reduced_already, "{0} is reduced already.";
    RP_CANNOT_REPLACE: "12.6.5" cannot_replace, "{1} cannot come for {0}.";
    RP_REPLACED_BY_NONE: "17.1.7-4" replaced_by_none owed, "{0} is eliminated, and nobody comes for it, though an SCU could.";
}
