//! Every way to break a rule with a move: the tables of
//! `docs/twilight_of_the_habsburgs/interface.md` and `battles.md`.

/// One way to break a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The rule's number; blank where the tables of the scenario say which it is.
    pub rule: &'static str,
    /// The name of the witness.
    pub code: &'static str,
    /// What is wrong, in one sentence; `{0}` is the first part of the witness.
    pub sentence: &'static str,
    /// Its place in [`CODES`].
    pub(super) at: u16,
}

macro_rules! codes {
    ($($name:ident: $rule:literal $code:ident, $sentence:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name,)+ }

        $(pub(crate) const $name: Code = Code {
            rule: $rule,
            code: stringify!($code),
            sentence: $sentence,
            at: Place::$name as u16,
        };)+

        const COUNT: usize = [$($sentence,)+].len();

        /// All of them, in the order of the page.
        pub const CODES: [&Code; COUNT] = [$(&$name,)+];
    };
}

codes! {
    NOT_TO_SET_UP: "" not_to_set_up, "{0} is no unit that this side has to set up.";
    UNPLACED: "" unplaced, "{0} is not set up.";
    WRONG_SIDE: "" wrong_side, "{0} sets up in {1}, on the wrong side of the start line.";
    OUTSIDE_ZONE: "" outside_zone, "{0} sets up in {1}, outside its zone.";
    TOO_MANY_FREE: "14.3-3" too_many_free, "{0} units set up outside their zones, more than may.";
    NOT_PLACED: "12.1-1" not_placed, "{0} is not set up, and cannot begin in trench state.";
    MOBILE_AT_FIRST: "2.4-2" mobile_at_first, "{0} begins in mobile state.";

    LOSER_NOT_OWN: "" not_own, "{0} is no unit of this side on the map.";
    NO_STEP_TO_SPARE: "" no_step_to_spare, "{0} has one step left: it can only be eliminated.";
    BOTH: "" both, "{0} is reduced and eliminated.";
    STEPS: "" steps, "{0} steps are removed, and {1} must be.";
    STEPS_OF: "" steps_of, "{0} gives {1} of the steps, and {2} must come from it.";

    NOT_AVAILABLE: "10.0-1" not_available, "{0} is no reinforcement that this side may place now.";
    NOT_ELIMINATED: "10.24-1" not_eliminated, "{0} is no eliminated unit of this side.";
    NOT_OWN_RESTORED: "10.2-2" not_own, "{0} is no unit of this side on the map.";
    ENEMY_AT_ENTRY: "10.13-1" enemy_there, "{0} cannot be placed in {1}: an enemy unit is there.";
    ENEMY_ZONE_AT_ENTRY: "10.13-2" enemy_zone, "{0} cannot be placed in {1}: it is in an enemy zone.";
    DEPOT_DESTROYED: "4.44-2" depot_destroyed, "{0} cannot be placed in {1}: the depot fell with its fortress.";
    NO_DEPOT: "10.1-1" no_depot, "{0} cannot be placed in {1}: it is no depot of this side.";
    NO_ENTRY_CENTRAL: "10.13-3" no_entry, "{0} cannot enter in {1}: without a depot it enters on the east edge.";
    NO_ENTRY_ALLIED: "10.13-4" no_entry, "{0} cannot enter in {1}: without a depot it enters on the west edge, in Italy.";
    NO_ENTRY_ITALIAN: "10.13-5" no_entry, "{0} cannot enter in {1}: without a depot Italians enter on their edge, in Italy.";
    NO_ENTRY_OUT_OF_PLAY: "10.13-6" no_entry, "{0} cannot enter in {1}, which is not available for play.";
    FULL_STRENGTH: "10.23-1" full_strength, "{0} is at full strength.";
    NOT_IN_COMMAND: "10.21-1" out_of_command, "{0} is not in command and receives no replacements.";
    RESTORED_IN_ZONE: "10.21-2" enemy_zone, "{0} is in an enemy zone and receives no replacements.";
    NO_POINTS_FOR: "10.26-1" no_points_for, "{0} is of a kind that receives no replacements.";
    TOO_FEW_POINTS: "10.2-1" too_few_points, "The {0} replacement points do not suffice.";

    NOT_OWN_FLIPPED: "12.1-1" not_own, "{0} is no unit of this side on the map.";
    NO_CHANGE: "12.1-1" no_change, "{0} is in that state already.";
    FLIPPED_OUT_OF_COMMAND: "12.1-2" out_of_command, "{0} is out of command and keeps its state in the second impulse.";
    NO_TRENCH_SIDE: "12.3-1" no_trench_side, "{0} has no trench side.";

    NOT_OWN_MOVED: "8.0-1" not_own, "{0} is no unit of this side on the map.";
    OUT_OF_COMMAND: "4.2-1" out_of_command, "{0} is out of command and does not move in the second impulse.";
    ENTRENCHED: "12.21-2" entrenched, "{0} is in trench state and does not move.";
    NOT_ADJACENT: "8.1-1" not_adjacent, "{0} cannot go from {1} to {2}: they do not touch.";
    BARRED_SIDE: "8.3-4" barred_side, "{0} cannot go from {1} to {2}: nobody crosses that hexside.";
    ENEMY_THERE: "8.3-1" enemy_there, "{0} cannot enter {1}: an enemy unit is there.";
    MAY_NOT_ENTER: "6.1-6" may_not_enter, "{0} cannot enter {1}: it is sea, neutral, or an intact enemy fortress.";
    ALPINE: "13.2-1" alpine, "{0} cannot enter {1}: only mountain units enter Alpine hexes.";
    BARRED: "8.3-3" barred, "{0} cannot enter {1}: its terrain is barred to it.";
    TOO_FAR: "8.2-1" too_far, "{0} lacks the movement points to enter {1}.";
    GOES_ON: "6.31-1" goes_on, "{0} enters the enemy zone of {1} and must stop there.";
    ZONE_TO_ZONE: "6.32-1" zone_to_zone, "{0} cannot go from {1} to {2}: both are in enemy zones.";
    SECOND_IMPULSE: "8.5-1" second_impulse, "{0} cannot move by rail in the second impulse.";
    NO_RAIL_START: "8.51-1" no_rail_start, "{0} begins in {1}, no rail hex on its side of the start line.";
    OFF_RAILS: "8.51-4" off_rails, "{0} cannot ride into {1}: it is no rail hex.";
    OFF_RAIL_SIDES: "8.51-6" off_rails, "{0} cannot ride from {1} to {2}: no railway crosses that hexside.";
    FOREIGN_RAILS_CENTRAL: "8.51-2" foreign_rails, "{0} cannot ride into {1}: it is beyond the start line.";
    FOREIGN_RAILS_ENTENTE: "8.51-3" foreign_rails, "{0} cannot ride into {1}: it is beyond the start line.";
    STARTS_IN_ZONE: "8.53-1" starts_in_zone, "{0} begins in the enemy zone of {1} and cannot move by rail.";
    ENTERS_ZONE: "8.53-2" enters_zone, "{0} cannot ride into the enemy zone of {1}.";
    RAIL_LIMIT_CENTRAL: "8.54-1" rail_limit, "{0} half divisions move by rail, more than the Austrian limit.";
    RAIL_LIMIT_ENTENTE: "8.54-2" rail_limit, "{0} half divisions move by rail, more than the Allied limit.";
    COMBINED: "8.52-1" combined, "{0} cannot combine rail movement with another.";
    MOVES_ON: "13.61-3" moves_on, "{0} cannot go on after the lake transport.";
    NO_FERRY: "13.61-1" no_ferry, "{0} cannot be carried: the Italian transports sail in the Allied first impulse.";
    NOT_IN_PORT: "13.61-1" not_in_port, "{0} stands in {1}, not in the port of the lake transports.";
    WRONG_SIZE: "13.61-1" wrong_size, "{0} is neither a division nor a brigade.";
    NOT_ON_LAKE: "13.61-1" not_on_lake, "{0} cannot land in {1}: it does not touch Lake Garda.";
    TOO_MANY_FERRIES: "13.61-1" too_many_ferries, "{0} units are carried across the lake; it is one a turn.";
    ENEMY_ASHORE: "13.61-2" enemy_ashore, "{0} cannot land in {1}: enemies hold it.";
    FERRY_ENDED: "13.62-2" ferry_ended, "{0} cannot be carried: a transport was sunk.";

    MUST_RETREAT: "14.82-2" must_retreat, "{0} is forced back and does not go.";
    WRONG_WAY: "14.82-2" wrong_way, "{0} is forced back and cannot go from {1} to {2}: that is east.";
    NEARER: "14.82-2" nearer, "{0} is forced back and cannot go from {1} to {2}: that is nearer to the enemy.";
    STOPS_SHORT: "14.82-2" stops_short, "{0} is forced back and could go on from {1}.";
    FORCED_INTO_ZONE: "14.82-4" enemy_zone, "{0} cannot enter the enemy zone of {1} in the second impulse after the collapse.";

    OVER_LIMIT: "7.1-1" over_limit, "More than two divisions and a brigade are in {0}.";
    TWO_HEADQUARTERS: "7.1-4" two_headquarters, "More than one headquarters is in {0}.";
    ALPINE_STACK: "13.2-2" alpine_stack, "More than one unit is in the Alpine hex {0}.";

    NOT_HEADQUARTERS: "13.12-1" not_headquarters, "{0} is no headquarters of this side on the map.";
    SCOUTED: "13.12-1" scouted, "{0} has scouted in this turn.";
    OUT_OF_REACH: "13.12-1" out_of_reach, "{0} cannot scout {1}: it is too far away.";

    NOT_OWN_ATTACKS: "9.0-1" not_own, "{0} is no unit of this side on the map.";
    NOT_BESIDE: "9.0-1" not_adjacent, "{0} cannot attack {1}: it does not stand beside it.";
    NO_ENEMY: "9.52-2" no_enemy, "There is no enemy in {0}.";
    SPLITS: "9.52-1" splits, "{0} attacks {1} hexes; it may attack one.";
    SEVERAL_HEXES: "9.52-2" several_hexes, "{0} hexes are attacked; an attack is on one.";
    SEVERAL_TABLES: "9.1-1" several_tables, "{0} combat tables are named; an attack has one.";
    ATTACKED: "9.51-1" attacked, "{0} has attacked in this segment.";
    OUT_OF_COMMAND_ATTACKS: "4.2-2" out_of_command, "{0} is out of command and does not attack in the second impulse.";
    ENTRENCHED_ATTACKS: "12.21-1" entrenched, "{0} is in trench state and does not attack.";
    NO_STRENGTH: "9.8-1" no_strength, "{0} has no attack strength.";
    MAY_NOT_ATTACK: "9.53-1" may_not_attack, "{0} cannot attack {1}: it could not enter its terrain.";
    BARRED_SIDE_ATTACKED: "9.53-1" barred_side, "{0} cannot attack {1}: nobody crosses that hexside.";
    ATTACKS_OUT: "9.53-3" attacks_out, "{0} cannot attack {1} out of its terrain but along a railway.";
    OPEN_SIDE: "9.72-1" open_side, "{0} is not surrounded for a mobile attack: {1} is open.";
    INTACT_FORTRESS: "11.4-2" intact_fortress, "{0} holds an intact fortress: no mobile attack is on it.";
    NO_GAS: "13.8-1" no_gas, "No gas marker can be placed now.";
    GAS_NOT_ATTACKED: "13.8-1" gas_not_attacked, "The gas marker is placed on {0}, which is not attacked.";
    SEVERAL_GAS: "13.8-1" several_gas, "{0} gas markers are placed; there is one.";
    NO_BOMBARDMENT: "13.51-1" no_bombardment, "The navy cannot fire now.";
    NOT_COASTAL: "13.51-1" not_coastal, "The marker of the navy cannot be placed in {0}: it is no coastal hex.";
    TIDAL_FLAT: "13.54-1" tidal_flat, "The marker of the navy cannot be placed in {0}: it is a tidal flat.";
    OUT_OF_RANGE: "13.51-2" out_of_range, "The navy in {0} cannot fire at {1}, which is neither that hex nor beside it.";
    TARGET_NOT_ATTACKED: "13.51-3" target_not_attacked, "The navy fires at {0}, which is not attacked.";
    SEVERAL_BOMBARDMENTS: "13.51-1" several_bombardments, "{0} markers of the navy are placed; there is one.";
    MUST_ATTACK: "14.82-3" must_attack, "{0} could not retreat and must attack.";

    NO_STRENGTH_TO_LOSE: "9.8-2" no_strength, "{0} has no attack strength and takes no losses for the attackers.";
    NOT_IN_BATTLE: "9.33-1" not_in_battle, "{0} takes no part in the battle on this side.";
    NO_STEP_TO_LOSE: "9.32-1" no_step_to_spare, "{0} has one step left: it can only be eliminated.";
    BOTH_IN_BATTLE: "9.32-1" both, "{0} is reduced and eliminated.";
    STEPS_IN_BATTLE: "9.32-1" steps, "{0} steps are lost, and {1} must be.";

    NOT_RETREATING: "9.4-1" not_retreating, "{0} is no unit that retreats.";
    ONE_AT_A_TIME: "9.4-1" one_at_a_time, "{0} units retreat; it is one at a time.";
    NO_RETREAT_THERE: "9.4-1" not_adjacent, "{0} cannot retreat to {1}: it does not stand beside it.";
    RETREAT_TO_ENEMY: "9.4-2" enemy_there, "{0} cannot retreat to {1}: an enemy unit is there.";
    RETREAT_INTO_ZONE: "6.5-1" enemy_zone, "{0} cannot retreat into the enemy zone of {1}.";
    FULL: "9.4-3" full, "{0} cannot retreat to {1}: there is no room.";
    NO_ENTRY_IN_RETREAT: "9.4-4" may_not_enter, "{0} cannot retreat to {1}: it may not enter it.";
    BARRED_RETREAT: "9.4-4" barred_side, "{0} cannot retreat to {1}: nobody crosses that hexside.";

    NOT_OVER: "7.3-1" not_over, "{0} is no unit of this side in a hex over a limit.";
    STILL_OVER: "7.3-1" still_over, "{0} stays over a limit.";
    NEEDLESS: "7.3-1" needless, "{0} need not be eliminated.";
}
