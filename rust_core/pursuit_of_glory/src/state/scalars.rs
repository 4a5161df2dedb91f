//! Cells that keep single numbers, each with a name.

use super::{Cell, LOSERS, Own, SIDES, State, Table::*};
use crate::vocabulary::*;
use engine::document::{by_word, field, flag, name, number, one, own, set, word};

engine::scalars! {
    /// The single numbers of the game; optional ones are stored plus one or biased.
    #[allow(missing_docs, reason = "named like the fields of a position document")]
    pub enum Scalar in Cell::Scalar of State;
    Turn told [field("turn", one(number(1, 17))).fact("turn")]
    Round told [field("round", one(number(1, 6))).about("the action round").fact("round")]
    LastTurn told [
        field("last_turn", one(number(1, 17)))
            .about("the turn after which the scenario ends")
            .fact("last_turn"),
    ]
    /// The AP's Commitment, and after it the CP's.
    CommitmentAp told [
        field("commitment", by_word(SIDES, word(Commitment::LIST))).fact("commitment"),
    ]
    /// Told with the AP's.
    CommitmentCp told []
    BeachheadsInReserve told [
        field("beachheads_in_reserve", one(number(0, 20))).fact("beachheads_in_reserve"),
    ]
    MaxTuRp told [field("max_tu_rp", one(number(-40, 60).biased())).if_any().fact("max_tu_rp")]
    Greece told [field("greece", one(word(Stand::LIST))).fact("greece")]
    Collapsed told [field("collapsed", one(set(Collapse::LIST))).fact("collapsed")]
    Revolts told [field("revolts", one(set(Revolt::LIST))).fact("revolt")]
    Penalties told [
        field("penalties", one(set(Penalty::LIST)))
            .about("penalties that are paid once in a game")
            .fact("penalty"),
    ]
    RevolutionStage told [field("revolution.stage", one(number(0, 4))).fact("revolution_stage")]
    Parvus told [field("revolution.parvus", one(number(1, 17).biased())).if_any().fact("parvus")]
    RevolutionTurn told [
        field("revolution.revolution", one(number(1, 40).biased()))
            .if_any()
            .fact("revolution_turn"),
    ]
    Czar told [field("revolution.czar", one(number(-40, 60).biased())).if_any().fact("czar")]
    BritishRuCavalry told [
        field("british_ru_cavalry", one(name(Units)))
            .if_any()
            .about("the Russian cavalry division that stays on with the British")
            .fact("british_ru_cavalry"),
    ]
    AssaultUsed told [field("amphibious_assault.used", one(flag())).fact("amphibious_assault_used")]
    AssaultLanding told [
        field("amphibious_assault.landing", one(name(Spaces))).if_any().fact("amphibious_landing"),
    ]
    SinaiRailroad told [
        field("sinai_railroad", one(number(1, 40).biased()))
            .if_any()
            .about("the turn on which the Sinai railroad is finished")
            .fact("sinai_railroad"),
    ]
    Armistice told [
        field("armistice", one(number(1, 17).biased()))
            .if_any()
            .about("the turn of the armistice")
            .fact("armistice"),
    ]
    CpAutomaticVictory told [
        field("cp_automatic_victory", one(number(0, 40).biased()))
            .if_any()
            .about("the VP level of an automatic CP victory")
            .fact("cp_automatic_victory"),
    ]
    AirSuperiority told [field("air_superiority", one(word(AirSuperiority::LIST)))]
    /// Told with [`Cell::Random`].
    HasRandom told []
    Flags told [
        field("flags", one(set(Flag::LIST)))
            .about("turning points that nothing else on the board remembers")
            .fact("flag"),
    ]
    ChristmasSpace told [
        field("christmas.space", one(name(Spaces))).if_any().fact("christmas_space"),
    ]
    ChristmasTurn told [field("christmas.turn", one(number(1, 19))).if_any().fact("christmas_turn")]
    ChristmasTaken told [field("christmas.taken", one(flag())).if_any().fact("christmas_taken")]
    WarmWaterPort told [
        field("warm_water_port", one(name(Spaces)))
            .if_any()
            .about("the port named by WARM WATER PORT")
            .fact("warm_water_port"),
    ]
    TribesDue told [
        field("tribes_due", one(number(0, 40)))
            .about("tribes the CP has to place at once")
            .fact_if_any("tribes_due"),
    ]
    /// The VPs bid before the game, in the CP's favour, biased (5.2.2.2).
    Bid told [
        field("bid", one(number(-20, 20).biased().but_zero()))
            .if_any()
            .about("VPs bid before the game, in the CP's favour"),
    ]
    RevoltsEntered told [
        field("revolts_entered", one(set(Revolt::LIST)))
            .if_any()
            .about("countries of revolts that regular CP combat units have entered (16.3.3.3)"),
    ]
    FreeRevolts told [
        field("free_revolts", one(set(Revolt::LIST)))
            .if_any()
            .about("countries of revolts for which a free die is to fall at once (16.3.3.3)"),
    ]
    /// How many of the AP's hidden cards are in its hand, and after it of the CP's.
    HiddenInHandAp told []
    /// Both are told with the cards.
    HiddenInHandCp told []
}

engine::scalars! {
    /// The single numbers of a battle under way and of what was fought before it (12).
    pub enum BattleVar in Cell::BattleVar of State;
    /// The pinning space of a flank attack, plus one (12.4.2-1).
    Pin told [field("battle.pin", one(name(Spaces))).if_any().fact("pin")]
    /// The place whose weather was checked last, plus one.
    Weather told [field("battle.weather", one(name(Spaces))).if_any()]
    /// The flags of the battle: a set of [`BattleFlag`].
    Flags told [field("battle.settled", one(set(BattleFlag::LIST))).if_any()]
    /// The attacker's loss number, plus one.
    /// The defender's is told with it.
    LossByAttacker told [
        field("battle.loss_numbers", by_word(LOSERS, number(0, 10).plus_one())).if_any(),
    ]
    /// The defender's loss number, plus one.
    LossByDefender told []
    /// The turn in which RU units have attacked (16.4.5.3).
    RussiansAttacked told [
        field("russians_attacked", one(number(1, 17)))
            .if_any()
            .about("the turn in which RU units have attacked in stage 3 of the Revolution"),
    ]
    /// The turn in which WAR WEARY BALKANS was played.
    WarWeary told [
        field("war_weary", one(number(1, 17)))
            .if_any()
            .about("the turn in which stacks with Bulgarians cannot cancel retreats (WAR WEARY BALKANS)"),
    ]
    /// Where the stack stood that CATASTROPHIC ATTACK drives back, plus one.
    StackOut told [
        field("battle.stack_out", one(name(Spaces)))
            .if_any()
            .about("where the stack stood that CATASTROPHIC ATTACK drives back"),
    ]
    /// The first place of its retreat, plus one.
    PathOut told [field("battle.path_out", own(Own::PathOut)).about("the path of that stack")]
    /// The second, plus one.
    PathOutEnd told []
}
