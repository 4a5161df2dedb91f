//! Every way to break a rule with a move: the tables of
//! `docs/twilight_of_the_habsburgs/interface.md`.

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

    OVER_LIMIT: "7.1-1" over_limit, "More than two divisions and a brigade are in {0}.";
    TWO_HEADQUARTERS: "7.1-4" two_headquarters, "More than one headquarters is in {0}.";
    ALPINE_STACK: "13.2-2" alpine_stack, "More than one unit is in the Alpine hex {0}.";

    NOT_OVER: "7.3-1" not_over, "{0} is no unit of this side in a hex over a limit.";
    STILL_OVER: "7.3-1" still_over, "{0} stays over a limit.";
    NEEDLESS: "7.3-1" needless, "{0} need not be eliminated.";
}
