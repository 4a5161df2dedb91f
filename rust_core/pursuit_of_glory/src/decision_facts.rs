//! What the law of a decision is told besides the facts of a position.

use super::aftermath::BattleDecision;
use super::check::Checker;
use super::check::reinforcements::{due, enters_reduced};
use super::control::turkish_corps_in_galicia;
use super::data::{CardId, UnitId};
use super::position::Position;
use super::readings::Readings;
use super::sequence::{country_of, event_of};
use super::state::{ACTIONS, Cell, Frame, FrameKind, Scalar};
use super::supply::network::Tracer;
use super::supply::outlook::Outlook;
use super::vocabulary::*;
use crate::board::BitSet;
use crate::cards::{Does, Happening};
use engine::error::Result;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

impl Position {
    /// What the law of the decision asked now is told besides the facts of the position
    /// ([`Position::facts`]); of operations that depends on the OPS
    /// ([`Position::operation_facts`]).
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] if it is about cards, and the hand of who decides is hidden.
    pub fn decision_facts(&self) -> Result<String> {
        match self.stands_before() {
            DecisionKind::Action => self.action_facts(),
            DecisionKind::Event | DecisionKind::Trenches | DecisionKind::Marks => {
                Ok(self.event_facts())
            }
            DecisionKind::Exchange
            | DecisionKind::Relief
            | DecisionKind::Treachery
            | DecisionKind::Bombardment => Ok(self.event_facts()),
            // Whether the CP could activate them is asked.
            DecisionKind::Provocation => Ok(self.event_facts() + &self.lines_of(Side::Cp)),
            DecisionKind::Evacuation => {
                let top = self.at_next_decision().state().top();
                let port = top.and_then(|top| usize::from(top.args[0]).checked_sub(1));
                let id = port.map_or("none", |port| &self.data().spaces[port].id);
                Ok(format!("{}evacuated({id}).\n", self.acts_fact()))
            }
            DecisionKind::Counter => self.hand_facts(),
            DecisionKind::OutOfTheater => {
                Ok(format!("acts({}).\n{}", Side::Ap, self.event_under_way()))
            }
            DecisionKind::Reinforcements => Ok(self.reinforcement_facts()),
            DecisionKind::Newcomers => Ok(self.newcomer_facts()),
            DecisionKind::Discard => self.hand_facts(),
            DecisionKind::Opening => Ok(self.opening_facts()),
            DecisionKind::Redeployment => Ok(self.acts_fact() + &self.redeployment_facts()),
            DecisionKind::ReplacementPoints => {
                let bonus = self.state().top().map_or(0, |top| top.args[0]);
                let mut text = self.acts_fact();
                if bonus > 0 {
                    fact!(text, "bonus(tu,{bonus}).");
                }
                Ok(text)
            }
            DecisionKind::DivisionsLeave => {
                let top = self.at_next_decision().state().top();
                let country = top.map_or(Collapse::Serbia, country_of);
                Ok(format!("{}collapsing({country}).\n", self.acts_fact()))
            }
            DecisionKind::Replacement => {
                let lost = turkish_corps_in_galicia(self.data(), self.state());
                let lost = lost.map(|lcu| self.data().units[lcu].id.as_str());
                let lost = lost.unwrap_or("nobody");
                Ok(format!("{}lost({lost}).\n", self.acts_fact()))
            }
            DecisionKind::Operations | DecisionKind::Chance => self.battle_decision_facts(),
            kind if kind.is_of_battle() => self.battle_decision_facts(),
            // Whose decision it is: enough, unless one of the arms above says more.
            _ => Ok(self.acts_fact()),
        }
    }

    /// Whose the decision on top of the agenda is, or that of replacement points that a document tells
    /// of, even if play goes past it.
    fn acts_fact(&self) -> String {
        let top = match self.stands_before() {
            DecisionKind::ReplacementPoints => self.state().top(),
            _ => self.at_next_decision().state().top(),
        };
        let side = top.and_then(|top| top.side);
        side.map_or_else(String::new, |side| format!("acts({side}).\n"))
    }

    /// Those of an action: the cards in the hand of who acts, and what was done in this turn.
    fn action_facts(&self) -> Result<String> {
        let mut text = self.hand_facts()?;
        if let Some(season) = self.season() {
            fact!(text, "season({season}).");
        }
        for at in 0..ACTIONS {
            if let Some((round, side, kind)) = self.state().action_at(at) {
                fact!(text, "took({round},{side},{kind}).");
                if let Some(card) = self.state().card_of_action(at) {
                    let card = &self.data().cards[card].id;
                    fact!(text, "took_with({round},{side},{kind},{card}).");
                }
            }
        }
        for (card, entry) in self.data().cards.iter().enumerate() {
            if entry.alternative {
                fact!(text, "may_reinforce({}).", entry.id);
            }
            if self.counts_as_sr(card) {
                fact!(text, "counts_as_sr({}).", entry.id);
            }
            if entry.event_kind == EventKind::Invasion {
                fact!(text, "event_kind({},{}).", entry.id, entry.event_kind);
            }
            if entry.event_kind == EventKind::NeutralEntry {
                fact!(text, "event_kind({},{}).", entry.id, entry.event_kind);
                if self.happens_now(card) {
                    fact!(text, "happened_now({}).", entry.id);
                }
            }
        }
        let top = self.at_next_decision().state().top();
        for card in self.cards_of(top.and_then(|top| top.side).unwrap_or(Side::Ap)) {
            let entry = &self.data().cards[card];
            let mut event = entry.event.iter().flatten();
            let enters = event.any(|effect| *effect == Happening::Reinforcements);
            if !enters || self.state().zone(card) != Some(CardZone::Hand) {
                continue;
            }
            let uses = [
                ("entry_of", CardUse::Event),
                ("entry_as_reinforcement", CardUse::Reinforcement),
            ];
            for (fact, used) in uses {
                for one in due(self, card, used) {
                    let unit = &self.data().units[one.unit].id;
                    for place in &one.places {
                        fact!(text, "{fact}({},{unit},{place}).", entry.id);
                    }
                }
            }
        }
        Ok(text)
    }

    /// Those of an event whose units enter: which, where, and who of them reduced.
    fn reinforcement_facts(&self) -> String {
        let at = self.at_next_decision();
        let instead = at.state().under_way(FrameKind::Reinforcement);
        let event = at.state().under_way(FrameKind::Event);
        let used = match instead {
            Some(_) => CardUse::Reinforcement,
            None => CardUse::Event,
        };
        let card_of = |frame: Frame| usize::from(frame.args[0]).checked_sub(1);
        let card = instead.or(event).and_then(card_of);
        let mut text = match (card, instead) {
            (Some(card), Some(_)) => {
                let entry = &self.data().cards[card];
                let mut event = entry.event.iter().flatten();
                let enter = event.position(|effect| *effect == Happening::Reinforcements);
                let step = enter.unwrap_or(0) + 1;
                let acts = self.acts_fact();
                format!(
                    "{acts}carried_out({0},{step}).\nas_reinforcement({0}).\n",
                    entry.id
                )
            }
            _ => self.event_facts(),
        };
        if let Some(place) = event.and_then(Frame::place) {
            fact!(text, "marked_port({}).", self.data().spaces[place].id);
        }
        let entry = card.map(|card| &self.data().cards[card]);
        if let Some(entry) = entry.filter(|entry| entry.event_kind == EventKind::Invasion) {
            fact!(text, "event_kind({},{}).", entry.id, entry.event_kind);
        }
        for one in card.map_or_else(Vec::new, |card| due(&at, card, used)) {
            let unit = &self.data().units[one.unit].id;
            fact!(text, "reinforcement({unit}).");
            for place in &one.places {
                fact!(text, "may_enter({unit},{place}).");
            }
            if enters_reduced(&at, one) {
                fact!(text, "reduced_entry({unit}).");
            }
        }
        text
    }

    /// The points to be spent, or what an event lets redeploy, and the place that it is about.
    fn redeployment_facts(&self) -> String {
        let mut text = String::new();
        let Some(top) = self.state().top() else {
            return text;
        };
        let kind = event_of(top);
        match kind.and_then(|kind| Some((kind, kind.units()?))) {
            Some((kind, units)) => fact!(text, "free_sr({kind},{units})."),
            None => fact!(text, "sr_points({}).", top.args[0]),
        }
        if let Some(kind @ EventSr::Summit) = kind {
            fact!(text, "sr_of({kind}).");
            if turkish_corps_in_galicia(self.data(), self.state()).is_some() {
                fact!(text, "galicia_used.");
            }
        }
        if let Some(place) = top.place() {
            fact!(text, "sr_base({}).", self.data().spaces[place].id);
        }
        text
    }

    /// Who enters, and which units are not in the game yet.
    fn newcomer_facts(&self) -> String {
        let mut text = self.acts_fact();
        let top = self.at_next_decision().state().top();
        let of = match text.contains("(cp)") {
            _ if top.is_some_and(|top| top.args[0] > 0) => "romania",
            true => "egypt",
            false => "stage_4",
        };
        fact!(text, "newcomers({of}).");
        for (unit, entry) in self.data().units.iter().enumerate() {
            if self.place(unit).is_none() {
                fact!(text, "not_in_game({}).", entry.id);
            }
        }
        text
    }

    /// Whose the decision is, and the cards in that hand.
    fn hand_facts(&self) -> Result<String> {
        let mut text = self.acts_fact();
        let top = self.at_next_decision().state().top();
        if let Some(side) = top.and_then(|top| top.side) {
            self.knows_hand(side)?;
            for card in self.cards_of(side) {
                if self.state().zone(card) == Some(CardZone::Hand) {
                    fact!(text, "holds({side},{}).", self.data().cards[card].id);
                }
            }
        }
        Ok(text)
    }

    /// Those before the first hands are drawn: the draw pile, and what is printed on its cards.
    fn opening_facts(&self) -> String {
        let mut text = self.acts_fact();
        let top = self.at_next_decision().state().top();
        let Some(side) = top.and_then(|top| top.side) else {
            return text;
        };
        for card in self.cards_of(side) {
            let zone = self.state().zone(card);
            if self.state().scalar(Scalar::Turn) == 1
                && matches!(zone, Some(CardZone::Deck | CardZone::Hidden))
            {
                let entry = &self.data().cards[card];
                fact!(text, "to_draw({}).", entry.id);
                if entry.commitment == Commitment::Mobilization {
                    fact!(text, "mobilization({},{}).", entry.id, entry.ops);
                }
            }
        }
        text
    }

    /// Those of an event: who chooses, and which effect of which card is carried out.
    fn event_facts(&self) -> String {
        let event = self.at_next_decision().state().under_way(FrameKind::Event);
        let side = event.and_then(|event| event.side);
        side.map_or_else(String::new, |side| {
            format!("acts({side}).\n{}", self.event_under_way())
        })
    }

    /// The event that is carried out, and the effect that leaves the choice: those before it that nobody
    /// has a choice in are past, though the document may stand at one of them.
    fn event_under_way(&self) -> String {
        let Some(event) = self.at_next_decision().state().under_way(FrameKind::Event) else {
            return String::new();
        };
        let card = usize::from(event.args[0]).checked_sub(1);
        let card = card.and_then(|card| self.data().cards.get(card));
        let id = card.map_or("none", |card| &card.id);
        format!("carried_out({id},{}).\n", event.args[1] + 1)
    }

    /// Those of a decision of a battle.
    fn battle_decision_facts(&self) -> Result<String> {
        let asked = self.asked_in_battle();
        if let Some(asked) = asked.filter(|asked| asked.kind == DecisionKind::Cards) {
            self.knows_hand(asked.side)?;
        }
        let mut text = match asked {
            Some(BattleDecision {
                kind: DecisionKind::Attack,
                ..
            }) => self.attack_facts(),
            Some(asked) => self.supply_facts(asked) + &self.aftermath_facts(asked),
            None => String::new(),
        };
        if asked.map(|asked| asked.kind) == Some(DecisionKind::Defence) {
            text += &self.pursuit_facts();
        }
        if let Some(season) = self.season() {
            match season {
                Season::Summer => fact!(text, "summer."),
                Season::Winter if !text.contains("winter.") => fact!(text, "winter."),
                _ => {}
            }
        }
        Ok(text)
    }

    /// Who has advanced after which attack of BULL'S EYE DIRECTIVE, and who has retreated in which.
    fn pursuit_facts(&self) -> String {
        let mut text = String::new();
        if self.state().second_attack() {
            fact!(text, "second_attack.");
        }
        for (unit, entry) in self.data().units.iter().enumerate() {
            let number = self.state().get(Cell::Pursuit(unit));
            if number > 0 {
                let did = match self.side_of(unit) == self.state().active() {
                    true => "advanced",
                    false => "retreated_from",
                };
                fact!(text, "{did}({},{number}).", entry.id);
            }
        }
        text
    }

    /// Those of an attack: what operations are told, who lives on the ports of Greece alone, and
    /// who is fed from Egypt by land.
    #[must_use]
    pub fn attack_facts(&self) -> String {
        let mut text = self.operation_facts(0) + &self.pursuit_facts();
        let data = self.data();
        for (unit, entry) in data.units.iter().enumerate() {
            if let Some(target) = self.state().must_attack(unit) {
                fact!(
                    text,
                    "must_attack({},{}).",
                    entry.id,
                    data.spaces[target].id
                );
            }
        }
        for unit in Checker::new(self, 0).fed_through_greek_ports().iter() {
            fact!(text, "greek_ports({}).", data.units[unit].id);
        }
        for unit in self.overland_to_egypt().iter() {
            fact!(text, "overland_to_egypt({}).", data.units[unit].id);
        }
        text
    }

    /// Supply and railroads of both sides' units that matter to a battle under way.
    fn supply_facts(&self, asked: BattleDecision) -> String {
        let (data, state) = (self.data(), self.state());
        let mut text = String::new();
        let mut places = BitSet::EMPTY;
        for unit in (state.attackers | state.defenders).iter() {
            places |= self.place(unit).into_iter().collect();
        }
        let target = state.target();
        places |= target.into_iter().collect();
        let near = places.iter().fold(places, |all, place| {
            all | data.movement_graph.next_to(place)
        });
        // Cards that bring units may bring them from anywhere (MARCH AND COUNTERMARCH, SURPRISE,
        // CONFUSED ORDERS).
        let calls = |effect: Does| {
            let held = |at: CardId| match state.zone(at) {
                // The side that decides knows no other hand than its own.
                Some(CardZone::Hand) => data.cards[at].side == asked.side,
                Some(CardZone::Deck | CardZone::Hidden | CardZone::Unseen) | None => false,
                Some(_) => true,
            };
            asked.kind == DecisionKind::Cards && data.cards_with(effect).any(held)
        };
        let march = calls(Does::Marches);
        let called = calls(Does::CallsUp);
        let besieger = called.then(|| Checker::of_side(self, Side::Cp));
        let surprise = calls(Does::Redeploys) || called;
        let everywhere: BitSet = (0..data.on_map).collect();
        for side in [Side::Ap, Side::Cp] {
            let outlook = Outlook::new(self, side, &Readings::OURS);
            let everybody = match side {
                Side::Ap => march || state.stage() == Some(Stage::SaveTiflis),
                // CZAR'S ARMORIES serves Turks far from the battle.
                _ => surprise || asked.kind == DecisionKind::Repair,
            };
            let mut groups = [false; Tracer::ALL.len()];
            let told = |unit: UnitId| {
                let place = self.place(unit)?;
                // Replacements of LCUs that cannot retreat may (12.3.2-3, 12.3.3-5).
                let boxes = [data.known.ap_reserve, data.known.cp_reserve];
                if asked.kind == DecisionKind::Retreat && boxes.contains(&place) {
                    return Some(outlook.tracer(unit));
                }
                (everybody || near.contains(place)).then_some(())?;
                (place < data.on_map).then_some(outlook.tracer(unit))
            };
            let mine = outlook.view.commanded(side);
            for unit in mine.iter() {
                let Some(tracer) = told(unit) else { continue };
                let id = &data.units[unit].id;
                groups[tracer as usize] = true;
                fact!(text, "trace_group({id},{tracer}).");
                if let Some(status) = outlook.status(unit) {
                    fact!(text, "supply({id},{status}).");
                }
                let besieger = besieger.as_ref().filter(|_| side == Side::Cp);
                let leaves = besieger.zip(self.place(unit));
                let alone =
                    leaves.and_then(|(checker, place)| checker.outlook_without(unit, place));
                let lost = alone.map(|alone| *outlook.traced(tracer) - *alone.traced(tracer));
                for place in lost.iter().flat_map(BitSet::iter) {
                    let place = &data.spaces[place].id;
                    fact!(text, "untraced_without({id},{place}).");
                }
            }
            groups[Tracer::Turkish as usize] |= everybody && side == Side::Cp;
            for tracer in Tracer::ALL {
                if !groups[*tracer as usize] {
                    continue;
                }
                for place in (everywhere - *outlook.traced(*tracer)).iter() {
                    fact!(text, "untraced({tracer},{}).", data.spaces[place].id);
                }
                for place in outlook.rail_heads(*tracer).iter() {
                    fact!(text, "rail_head({tracer},{}).", data.spaces[place].id);
                }
            }
        }
        // Nobody commands the Georgian Protectorate, which is always in supply
        // (3.2.1.3.georgia-4).
        let georgians = data.known.ge_georgian_protectorate;
        if self
            .place(georgians)
            .is_some_and(|place| near.contains(place))
        {
            fact!(text, "supply({},full).", data.units[georgians].id);
        }
        text
    }
}
