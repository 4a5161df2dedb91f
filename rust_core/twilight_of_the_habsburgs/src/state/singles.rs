//! Cells that keep single numbers, each with a name.

use super::{Cell, SIDES, State, Table};
use engine::document::{by_word, field, flag, name, number, one};

engine::scalars! {
    /// The single numbers of the game; optional ones are stored plus one.
    #[allow(missing_docs, reason = "named like the fields of a position document")]
    pub enum Scalar in Cell::Scalar of State;
    Scenario told [field("scenario", one(name(Table::Scenarios))).fact("scenario")]
    /// 0 before the first.
    Turn told [field("turn", one(number(0, 40))).fact("turn")]
    /// What the dice of the turn's event phase showed (5.0).
    Event told [
        field("event", one(number(2, 12))).if_any().about("this turn's event (5.0)").fact("event"),
    ]
    SubmarineLost told [
        field("submarine_lost", one(flag()))
            .if_any()
            .about("the lake submarine is out of play (13.62)"),
    ]
    FerrySunk told [
        field("ferry_sunk", one(flag())).if_any().about("a transport was sunk (13.62)"),
    ]
    /// Steps lost in play, and after it the Entente's.
    StepsLostCentral told [
        field("steps_lost", by_word(SIDES, number(0, 2000)))
            .about("steps lost in play, attrition before it aside")
            .fact_if_any("steps_lost"),
    ]
    /// Told with the other side's.
    StepsLostEntente told []
    /// Steps lost in this turn, and after it the Entente's (14.84).
    LostThisTurnCentral told [
        field("lost_this_turn", by_word(SIDES, number(0, 2000)))
            .about("steps lost in this turn (14.84)")
            .fact_if_any("lost_this_turn"),
    ]
    /// Told with the other side's.
    LostThisTurnEntente told []
    /// Italian steps lost in play (13.7).
    ItalianStepsLost told [
        field("italian_steps_lost", one(number(0, 2000)))
            .if_any()
            .about("Italian steps lost in play (13.7)")
            .fact("italian_steps_lost"),
    ]
    /// Italian steps lost in this turn (14.84).
    ItalianLostThisTurn told [
        field("italian_lost_this_turn", one(number(0, 2000)))
            .if_any()
            .about("Italian steps lost in this turn (14.84)")
            .fact("italian_lost_this_turn"),
    ]
    /// Of the steps lost those of kinds that count twice, and after it the Entente's (14.91-2).
    DoubleStepsLostCentral told [
        field("double_steps_lost", by_word(SIDES, number(0, 2000)))
            .if_any()
            .about("of the steps lost in play those of kinds that count twice (14.91)")
            .fact("double_steps_lost"),
    ]
    /// Told with the other side's.
    DoubleStepsLostEntente told []
    /// Headquarters lost in play, and after it the Entente's (14.91-3).
    HeadquartersLostCentral told [
        field("headquarters_lost", by_word(SIDES, number(0, 250)))
            .if_any()
            .about("headquarters lost in play (14.91)")
            .fact("headquarters_lost"),
    ]
    /// Told with the other side's.
    HeadquartersLostEntente told []
    /// Steps that the army of 14.82 lost in the central player turn of turn 1.
    SecondArmyLost told [
        field("second_army_lost", one(number(0, 2000)))
            .if_any()
            .about("steps that the 2nd Army lost in the central player turn of turn 1 (14.82)")
            .fact("second_army_lost"),
    ]
    /// The gas marker (13.8).
    Gas told [
        field("gas", one(name(Table::Places))).if_any().about("the gas marker (13.8)").fact("gas"),
    ]
    Bombardment told [
        field("bombardment", one(flag()))
            .if_any()
            .about("the central side has the marker of the navy (13.5)")
            .fact("bombardment"),
    ]
    /// The target of the marker of 13.51 in this segment.
    Bombarded told [
        field("bombarded", one(name(Table::Places)))
            .if_any()
            .about("the hex that the navy fires at in this segment (13.51)")
            .fact("bombarded"),
    ]
    MomentumOpen told [
        field("momentum_open", one(flag()))
            .if_any()
            .about("an attempt of 14.84 is allowed in this turn")
            .fact("momentum_open"),
    ]
    MomentumLost told [
        field("momentum_lost", one(flag()))
            .if_any()
            .about("no attempt of 14.84 is allowed any more")
            .fact("momentum_lost"),
    ]
}
