//! Kinds of decisions (8.1).

use engine::names::vocabulary;

vocabulary! {
    /// Kinds of decisions.
    DecisionKind, "kind of decision" {
        /// What to do with an action round (8.1.2).
        Action = "action",
        /// How to spend OPS (9.2).
        Operations = "operations",
        /// Where to place a tribe, because the Jihad level rose (16.3.2).
        Tribes = "tribes",
        /// What an event leaves to a side to choose (9.5.1.a).
        Event = "event",
        /// A die: nobody's decision.
        Chance = "chance",
        /// Which battle to fight next, if any (12.2.1, 12.1.a).
        Attack = "attack",
        /// Which stack defends a region (12.10.3).
        Defence = "defence",
        /// Which combat cards to play (12.2.5, 9.5.4.1).
        Cards = "cards",
        /// Which cards to take back from a cancelled battle (9.5.4.4).
        Returns = "returns",
        /// Whether the Turks withdraw (12.2.6, 12.8).
        Withdrawal = "withdrawal",
        /// Which losses to take (12.6).
        Losses = "losses",
        /// Who retreats where (12.7, 12.8, 12.9.9).
        Retreat = "retreat",
        /// Who advances where (12.9).
        Advance = "advance",
        /// What a card repairs (RESERVES TO THE FRONT, CZAR'S ARMORIES).
        Repair = "repair",
        /// Who leaves an overstacked space (10.4).
        Excess = "excess",
        /// Which LCUs leave a restricted area that holds too many (18.1.2.c).
        ExcessLcus = "excess_lcus",
        /// Which SCU takes the place of an LCU lost in the Attrition Phase (12.6.5-7).
        Replacement = "replacement",
        /// Which units to redeploy (13).
        Redeployment = "redeployment",
        /// Which units to restore and to rebuild, or to give up for negative points (17).
        ReplacementPoints = "replacement_points",
        /// Where units go ashore that came around Africa (18.10.2-2).
        Arrival = "arrival",
        /// Where the units go that an event brings (9.5.3.2).
        Reinforcements = "reinforcements",
        /// Where an event places trenches (11.3.1.c, 9.5.1.a).
        Trenches = "trenches",
        /// Which places an event marks (9.5.1.a).
        Marks = "marks",
        /// Whether the CP counters GREECE (9.5.2.b-4).
        Counter = "counter",
        /// Which corps CAUCASIAN ARMY REFORMS costs (9.5.1.a).
        Exchange = "exchange",
        /// Where the Greeks go by TREACHERY AT FORT RUPEL, and who enters after them (9.5.1.a).
        Treachery = "treachery",
        /// What the navy fires on (18.11).
        Bombardment = "bombardment",
        /// How the CP leaves the port of GRAND DUKE TO TIFLIS (9.5.1.a).
        Evacuation = "evacuation",
        /// Which Turks ENVER GOES EAST sends into battle, and against what (9.5.1.a).
        Provocation = "provocation",
        /// Who comes back by TO HELP AND SAVE YOU (9.5.1.a).
        Relief = "relief",
        /// Which units leave for France, to negate VPs (18.12.2).
        OutOfTheater = "out_of_theater",
        /// Whose collapse the AP declares (18.8.3.3.a-1, 18.8.4.3-1).
        Collapses = "collapses",
        /// Which AH divisions leave with a country that collapses (18.8.3.3.a-4, 18.8.4.3-3).
        DivisionsLeave = "divisions_leave",
        /// Which mandated offensive the CP has (7.2.enver-1, 7.2.enver-2).
        Offensive = "offensive",
        /// Which combat cards to discard before drawing (6.0.H.1-1).
        Discard = "discard",
        /// Which card to take before the first hands are drawn (4.1.3).
        Opening = "opening",
        /// Which tribes go back to the Tribal Warfare Key (16.3.2.c).
        Dismissal = "dismissal",
        /// For which country the CP checks whether it revolts (16.3.3.4).
        Revolt = "revolt",
        /// Which Russian cavalry division stays in the game (16.4.5.4-2).
        Keep = "keep",
        /// Where the units of a revolt or of the Revolution enter (16.3.3.5, 16.4.5).
        Newcomers = "newcomers",
        /// Nothing: the game is over (5.2).
        Over = "over",
    }
}

impl DecisionKind {
    /// Whether it is a decision of a battle, or of what follows one (10.4).
    #[must_use]
    pub const fn is_of_battle(self) -> bool {
        !matches!(
            self,
            Self::Action
                | Self::Operations
                | Self::Tribes
                | Self::Event
                | Self::ExcessLcus
                | Self::Chance
                | Self::Replacement
                | Self::Redeployment
                | Self::ReplacementPoints
                | Self::Arrival
                | Self::Reinforcements
                | Self::Trenches
                | Self::Marks
                | Self::Counter
                | Self::Exchange
                | Self::Relief
                | Self::Treachery
                | Self::Evacuation
                | Self::Bombardment
                | Self::Provocation
                | Self::OutOfTheater
                | Self::Collapses
                | Self::DivisionsLeave
                | Self::Offensive
                | Self::Discard
                | Self::Opening
                | Self::Dismissal
                | Self::Revolt
                | Self::Keep
                | Self::Newcomers
                | Self::Over
        )
    }
}
