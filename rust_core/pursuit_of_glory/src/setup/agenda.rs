//! The agenda of a set-up: told by its frames, or in short.

use super::reader::Reader;
use crate::cards::{BULLS_EYE_DIRECTIVE, CardId, Does, Happening, ROMANIA};
use crate::data::{Data, PlaceId};
use crate::sequence::event_of;
use crate::state::{BattleVar, Cell, Frame, FrameKind, State};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// The most OPS there are to spend.
pub const MOST_OPS: i32 = 20;
/// The highest step of a phase.
pub const MOST_STEPS: i32 = 9;

/// What a document says in short instead of an agenda.
#[derive(Debug, Default)]
pub(super) struct Short {
    pub(super) phase: Option<u16>,
    pub(super) active: Option<u16>,
    pub(super) ops: Option<u16>,
    pub(super) step: Option<u16>,
    pub(super) rolled: Option<u16>,
    pub(super) place: Option<u16>,
    pub(super) stage: Option<u16>,
    /// What an event makes the side attack; of an agenda that is there, not said in short.
    targets: [u16; 2],
}

impl Short {
    /// Whether nothing is said.
    fn is_empty(&self) -> bool {
        let said = [
            self.phase,
            self.active,
            self.ops,
            self.step,
            self.rolled,
            self.place,
        ];
        said.iter().all(Option::is_none) && self.stage.is_none()
    }

    /// What is not said is as the agenda of a state has it.
    fn or_as_in(self, state: &State) -> Self {
        let small = |number: usize| u16::try_from(number).ok();
        let phase = self.phase.or(state.phase().map(|phase| phase as u16));
        Self {
            phase,
            active: self.active.or(Some(state.active() as u16)),
            ops: self.ops.or(state.ops().map(u16::from)),
            step: self.step.or(Some(state.step())),
            rolled: self
                .rolled
                .or(state.siege_rolled().checked_sub(1).and_then(small)),
            place: self.place.or(state.target().and_then(small)),
            stage: self.stage.or(state.stage().map(|stage| stage as u16)),
            targets: match self.active {
                Some(side) if side != state.active() as u16 => [0; 2],
                _ => state
                    .provoked_targets()
                    .map(|target| target.and_then(small).map_or(0, |place| place + 1)),
            },
        }
    }
}

impl Reader<'_> {
    /// Proves the agenda to be one, or makes it of what is said in short. What is said in short
    /// beside an agenda changes it.
    pub(super) fn settle_agenda(&mut self) -> Result<()> {
        let state = self.setup.state;
        if state.top().is_none() || !self.short.is_empty() {
            self.short = std::mem::take(&mut self.short).or_as_in(&state);
            for depth in 0..state.agenda().count() {
                for (cell, _) in Frame::of(FrameKind::Turn).cells(depth) {
                    self.put(cell, 0);
                }
            }
            return self.agenda_in_short();
        }
        match cannot_be(self.data, &state) {
            Some((depth, message)) => Err(Error::bad(format!("agenda[{depth}]"), message)),
            None => Ok(()),
        }
    }

    fn agenda_in_short(&mut self) -> Result<()> {
        let short = std::mem::take(&mut self.short);
        let number = |said: Option<u16>| said.unwrap_or_default().to_le_bytes()[0];
        let phase = match short.phase {
            Some(_) => Phase::at(number(short.phase)).unwrap_or(Phase::Action),
            None => Phase::Action,
        };
        let mut frame = Frame::phase(phase);
        frame.args[1] = short.step.unwrap_or_default();
        frame.args[2] = short.rolled.map_or(0, |place| place + 1);
        let side = Side::at(number(short.active)).unwrap_or(Side::Ap);
        if phase != Phase::Action && side == Side::Cp {
            frame = frame.by(side);
        }
        let mut agenda = vec![Frame::of(FrameKind::Turn), frame];
        if short.stage.is_some() && short.place.is_none() {
            return Err(Error::bad("battle", "lacks its 'place'"));
        }
        let misplaced = "misplaced_operations";
        if phase == Phase::Action {
            agenda.push(Frame::of(FrameKind::Round));
            let mut action = Frame::of(FrameKind::Action).by(side);
            action.args[..2].copy_from_slice(&short.targets);
            agenda.push(action);
            if let (Some(_), None | Some(1..)) = (short.place, short.ops) {
                let message = "battles are fought when all OPS are spent (9.2.4)".into();
                self.problem("misplaced_battle", "ops".into(), message);
            }
            match (short.place, short.ops) {
                (Some(place), _) => {
                    agenda.push(Frame::of(FrameKind::Attack).by(side));
                    agenda.push(Frame::of(FrameKind::Battle).by(side).with(place + 1));
                    let stage = Stage::at(number(short.stage)).unwrap_or(Stage::Defence);
                    agenda.push(step(stage, side, &self.setup.state));
                }
                (None, Some(0)) => {
                    let state = &self.setup.state;
                    agenda.push(match (state.attacking - state.fought).is_empty() {
                        // Its divisions go back before the other side says who leaves.
                        true if state.event_now(side) == Some(BULLS_EYE_DIRECTIVE) => {
                            Frame::of(FrameKind::Excess).by(side)
                        }
                        true => Frame::of(FrameKind::Excess).by(side.enemy()),
                        false => Frame::of(FrameKind::Attack).by(side),
                    });
                }
                (None, Some(ops)) => {
                    agenda.push(Frame::of(FrameKind::Operations).by(side).with(ops));
                }
                (None, None) => {}
            }
            if short.place.is_some()
                && let Some(card) = self.card_to_pass_on()
            {
                agenda.push(Frame::of(FrameKind::CardDie).with(card));
            }
            let mut digging = self.setup.state.digging.iter();
            if short.ops == Some(0) && digging.any(|roll| *roll > 0) {
                agenda.push(Frame::of(FrameKind::Digging).by(side));
            }
        } else if short.ops.is_some() {
            let message = "only the Action Phase has operations (8.1.1)".into();
            self.problem(misplaced, "ops".into(), message);
        } else if short.place.is_some() {
            let message = "only the Action Phase has battles (8.1.1)".into();
            self.problem("misplaced_battle", "battle.place".into(), message);
        }
        for (depth, frame) in agenda.into_iter().enumerate() {
            for (cell, number) in frame.cells(depth) {
                self.put(cell, number);
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// JAFAR PASHA where the CP has played it in the battle and no die has fallen yet; plus one.
    fn card_to_pass_on(&self) -> Option<u16> {
        let state = &self.setup.state;
        let due = |card: &CardId| {
            let shown = state.get(Cell::Card(*card)) == CardZone::FaceUpCp as u16;
            shown && state.played_by(*card) == Some(Side::Cp)
        };
        let card = self.data.cards_with(Does::DieSaysWhoIsNext).find(due)?;
        u16::try_from(card + 1).ok()
    }
}

/// The step of a battle at a stage.
fn step(stage: Stage, attacker: Side, state: &State) -> Frame {
    let defender = attacker.enemy();
    let of = |kind, side| Frame::of(kind).by(side);
    let driven_back = state.battle_var(BattleVar::StackOut) > 0;
    let (flees, follows) = match driven_back {
        true => (attacker, defender),
        false => (defender, attacker),
    };
    match stage {
        Stage::Defence => of(FrameKind::Defence, defender),
        Stage::WeatherCards => Frame::cards(attacker, Moment::Weather),
        Stage::Weather => Frame::of(FrameKind::Weather),
        Stage::AttackersCards => Frame::cards(attacker, Moment::Battle),
        Stage::DefendersCards => Frame::cards(defender, Moment::Battle),
        Stage::AttackersReturns => of(FrameKind::Returns, attacker),
        Stage::DefendersReturns => of(FrameKind::Returns, defender),
        Stage::Withdrawal => of(FrameKind::Withdrawal, defender),
        Stage::Flank => Frame::of(FrameKind::Flank),
        Stage::Dice => Frame::of(FrameKind::Dice),
        Stage::AttackersLateCards => Frame::cards(attacker, Moment::Dice),
        Stage::DefendersLateCards => Frame::cards(defender, Moment::Dice),
        Stage::DefendersLosses => of(FrameKind::Losses, defender),
        Stage::AttackersLosses => of(FrameKind::Losses, attacker),
        Stage::LossesCards => Frame::cards(Side::Cp, Moment::Losses),
        Stage::Retreat => of(FrameKind::Retreat, flees),
        Stage::RetreatCards => Frame::cards(Side::Cp, Moment::Retreat),
        Stage::SaveTiflis => of(FrameKind::SaveTiflis, Side::Ap),
        Stage::Advance => of(FrameKind::Advance, follows),
        Stage::AttackersLastCards => Frame::cards(attacker, Moment::Advance),
        Stage::DefendersLastCards => Frame::cards(defender, Moment::Advance),
        Stage::Repair => of(FrameKind::Repair, Side::Cp),
    }
}

/// Why an agenda cannot be, and at which frame; `None` if it can.
pub(super) fn cannot_be(data: &Data, state: &State) -> Option<(usize, String)> {
    let mut below: Option<Frame> = None;
    for (depth, frame) in state.agenda().enumerate() {
        if let Some(why) = misfits(data, below, frame, state) {
            return Some((depth, why));
        }
        below = Some(frame);
    }
    None
}

/// Why a frame cannot stand upon another.
fn misfits(data: &Data, below: Option<Frame>, frame: Frame, state: &State) -> Option<String> {
    use FrameKind as Kind;
    let upon = below.map(|below| below.kind);
    let in_action_phase = state.phase() == Some(Phase::Action);
    let in_phase = |phase| upon == Some(Kind::Phase) && state.phase() == Some(phase);
    let fits = match frame.kind {
        Kind::Turn => upon.is_none(),
        Kind::Phase => upon == Some(Kind::Turn),
        Kind::Round => upon == Some(Kind::Phase) && in_action_phase,
        Kind::Action => upon == Some(Kind::Round),
        Kind::Redeployment if frame.args[1] > 0 => match event_of(frame) {
            Some(EventSr::Collapse) => upon == Some(Kind::Collapse),
            _ => upon == Some(Kind::Event),
        },
        Kind::Collapses => in_phase(Phase::WarStatus),
        Kind::Collapse => upon == Some(Kind::Collapse) || in_phase(Phase::WarStatus),
        Kind::Attack | Kind::Excess => upon == Some(Kind::Action),
        // Attacks that an event demands are all there is to an action.
        Kind::Operations | Kind::Event | Kind::Reinforcement | Kind::Redeployment => {
            below.is_some_and(|action| action.kind == Kind::Action && action.args[0] == 0)
        }
        Kind::OutOfTheater => below.is_some_and(|event| negates(data, event)),
        Kind::Evacuation => upon == Some(Kind::Event),
        Kind::Counter => below.is_some_and(|event| {
            event.kind == Kind::Event && effect(data, event) == Some(Happening::Countered)
        }),
        Kind::ReplacementPoints if frame.args[0] > 0 => upon == Some(Kind::Event),
        Kind::ReplacementPoints | Kind::Arrival => in_phase(Phase::Replacement),
        Kind::Offensive => in_phase(Phase::MandatedOffensive),
        Kind::Discard => in_phase(Phase::Draw),
        Kind::Opening => in_phase(Phase::Opening),
        Kind::Dismissal | Kind::Revolt | Kind::Keep => in_phase(Phase::Revolution),
        Kind::RevoltDie | Kind::MutinyDie | Kind::Newcomers => {
            !matches!(upon, None | Some(Kind::Turn | Kind::Round | Kind::Tribes))
        }
        Kind::Over => upon == Some(Kind::Turn),
        Kind::ArmisticeDie => !matches!(upon, None | Some(Kind::Turn | Kind::Round)),
        Kind::Digging => upon.is_some_and(|kind| kind == Kind::Action || is_of_battles(kind)),
        Kind::Battle => upon == Some(Kind::Attack),
        Kind::CardDie | Kind::ExcessLcus => upon.is_some_and(is_of_battles),
        Kind::Replacement => in_phase(Phase::Attrition),
        Kind::Tribes => !matches!(upon, None | Some(Kind::Turn | Kind::Round | Kind::Tribes)),
        _ => upon == Some(Kind::Battle),
    };
    let word = frame.kind.word();
    if !fits {
        return Some(match upon {
            None => format!("'{word}' cannot be the first: that is 'turn'"),
            Some(upon) => format!("'{word}' cannot come upon '{upon}'"),
        });
    }
    if matches!(
        frame.kind,
        Kind::Battle | Kind::CardDie | Kind::Event | Kind::Reinforcement | Kind::Evacuation
    ) && frame.args[0] == 0
    {
        return Some(format!("'{word}' does not say which"));
    }
    if frame.kind == Kind::Event {
        let card = data.cards.get(usize::from(frame.args[0]) - 1)?;
        let Some(event) = &card.event else {
            return Some(format!(
                "'{}' has no event that could be under way",
                card.id
            ));
        };
        if usize::from(frame.args[1]) > event.len() {
            let number = event.len();
            return Some(format!("the event of '{}' has {number} effects", card.id));
        }
        if let Some(place) = frame.place()
            && !event_is_about(data, event, frame, state, place)
        {
            let id = &data.spaces[place].id;
            return Some(format!(
                "the event of '{}' is not about '{id}' now",
                card.id
            ));
        }
    }
    if let Some(message) = no_such_event(data, frame) {
        return Some(message);
    }
    if frame.kind == Kind::Action
        && let Some(message) = cannot_provoke(data, frame, state)
    {
        return Some(message);
    }
    let directive = state.acts_by(BULLS_EYE_DIRECTIVE);
    if frame.kind == Kind::Attack && frame.args[0] > 0 && !directive {
        return Some(format!("no event lets '{word}' be a second one"));
    }
    let (own, attacker) = (state.active(), state.attacker());
    let wanted = match frame.kind {
        Kind::Operations | Kind::Digging | Kind::Attack | Kind::Battle => own,
        Kind::Event | Kind::Reinforcement => own,
        Kind::Redeployment if event_of(frame) != Some(EventSr::Collapse) => own,
        Kind::Redeployment | Kind::Collapse => Side::Cp,
        Kind::Excess if directive && frame.side == Some(own) => own,
        Kind::Excess => own.enemy(),
        Kind::Defence | Kind::Withdrawal => attacker.enemy(),
        Kind::Tribes
        | Kind::Replacement
        | Kind::Repair
        | Kind::Dismissal
        | Kind::Revolt
        | Kind::Evacuation
        | Kind::Counter => Side::Cp,
        Kind::SaveTiflis | Kind::Arrival | Kind::Keep | Kind::OutOfTheater | Kind::Collapses => {
            Side::Ap
        }
        // The Action Phase is both sides', round by round.
        Kind::Phase if in_action_phase && frame.side.is_some() => {
            return Some(format!("'{word}' is of nobody here: rounds have actions"));
        }
        Kind::Cards => match frame.moment()? {
            Moment::Weather => attacker,
            Moment::Losses | Moment::Retreat => Side::Cp,
            _ => return None,
        },
        _ => return None,
    };
    let side = frame.side?;
    (side != wanted).then(|| format!("'{word}' is of the {wanted} here, not of the {side}"))
}

/// Why no event demands the attacks that an action tells of.
fn cannot_provoke(data: &Data, action: Frame, state: &State) -> Option<String> {
    let [first, second, _] = action.args;
    if first == 0 {
        return (second > 0).then(|| "'second_target' comes after a 'target'".into());
    }
    let provokes = |card: CardId| {
        let event = data.cards[card].event.iter().flatten();
        let mut event = event.filter(|effect| matches!(effect, Happening::Provokes(_)));
        event.next().is_some()
    };
    let played = state.event_now(Side::Ap).is_some_and(provokes);
    (!played || action.side != Some(Side::Cp))
        .then(|| "no event demands attacks on a 'target' of this side".into())
}

/// Why no event could have begun a frame that tells of one; Bulgaria collapses without a frame.
fn no_such_event(data: &Data, frame: Frame) -> Option<String> {
    let does = |card: u16, what: fn(&Happening) -> bool| {
        let card = usize::from(card).checked_sub(1);
        let card = card.and_then(|card| data.cards.get(card));
        let event = card.and_then(|card| card.event.as_ref());
        event.is_some_and(|event| event.iter().any(what))
    };
    let word = frame.kind.word();
    match frame.kind {
        FrameKind::Operations if frame.args[1] > 0 => {
            let activates = |effect: &Happening| {
                matches!(effect, Happening::Activates(_) | Happening::OpsFor(_))
            };
            (!does(frame.args[1], activates))
                .then(|| format!("the event of '{word}' activates no space"))
        }
        FrameKind::Newcomers if frame.args[0] > 0 => (usize::from(frame.args[0]) != ROMANIA + 1
            || frame.side != Some(Side::Cp))
        .then(|| format!("the event of '{word}' leaves no unit to be placed by this side")),
        FrameKind::Reinforcement => {
            let card = usize::from(frame.args[0]).checked_sub(1);
            let entry = card.and_then(|card| data.cards.get(card));
            (!entry.is_some_and(|card| card.alternative))
                .then(|| format!("the card of '{word}' is no BR reinforcement"))
        }
        FrameKind::Redeployment => wrong_place(data, frame),
        FrameKind::Collapse if frame.args[0] == Collapse::Bulgaria as u16 => {
            Some(format!("'{word}' is of Serbia or Romania"))
        }
        _ => None,
    }
}

/// Whether an event may be about a place now: a fort that stands and that the navy fires on, or what it has
/// marked or landed on.
fn event_is_about(
    data: &Data,
    event: &[Happening],
    frame: Frame,
    state: &State,
    place: PlaceId,
) -> bool {
    let known = &data.known;
    let stands = state.get(Cell::FortDestroyed(place)) == 0;
    match effect(data, frame) {
        Some(Happening::Straits) => {
            let mut forts = known.strait_forts().into_iter();
            stands && forts.any(|(_, fort)| fort == place)
        }
        Some(Happening::Shelling) => false,
        Some(Happening::Bosphorus) => stands && place == known.the_bosphorus_forts,
        _ => event.iter().any(|effect| match *effect {
            Happening::Redeploys(kind) => sr_is_about(data, kind, place),
            Happening::Marks(Mark::Beachhead, _) => sr_is_about(data, EventSr::Salonika, place),
            _ => false,
        }),
    }
}

/// Whether the SR of an event may be about a place.
fn sr_is_about(data: &Data, kind: EventSr, place: PlaceId) -> bool {
    let network = &data.network;
    let base = || data.movement_graph.islands.contains(place);
    match kind {
        EventSr::Alexandria => network.beachheads.contains(place),
        EventSr::Salonika => network.beachheads.contains(place) || base(),
        EventSr::GrandDuke => network.ports[Sea::Caspian as usize].contains(place),
        EventSr::Collapse | EventSr::Gallipoli | EventSr::Summit => false,
    }
}

/// Why the SR of an event is about no such place, or about none.
fn wrong_place(data: &Data, frame: Frame) -> Option<String> {
    let kind = event_of(frame);
    let wants = kind.is_some_and(EventSr::has_place);
    match frame.place() {
        None if wants => Some("the SR of this event is about a 'place'".into()),
        Some(place) if !kind.is_some_and(|kind| sr_is_about(data, kind, place)) => {
            let id = &data.spaces[place].id;
            Some(format!("the SR is not about '{id}'"))
        }
        _ => None,
    }
}

/// The effect that an event has come to.
fn effect(data: &Data, event: Frame) -> Option<Happening> {
    let card = data.cards.get(usize::from(event.args[0]).checked_sub(1)?)?;
    let effects = card.event.as_ref()?;
    effects.get(usize::from(event.args[1])).copied()
}

/// Whether an event has come to VPs that can be negated (18.12).
fn negates(data: &Data, event: Frame) -> bool {
    event.kind == FrameKind::Event
        && matches!(
            effect(data, event),
            Some(Happening::NegatedBy(..) | Happening::NegatedByLcu(..))
        )
}

/// Whether these are battles, or a step of one.
fn is_of_battles(kind: FrameKind) -> bool {
    use FrameKind as Kind;
    !matches!(
        kind,
        Kind::Turn
            | Kind::Phase
            | Kind::Round
            | Kind::Action
            | Kind::Operations
            | Kind::Excess
            | Kind::ExcessLcus
            | Kind::Tribes
            | Kind::Replacement
            | Kind::Event
            | Kind::Digging
            | Kind::CardDie
            | Kind::OutOfTheater
            | Kind::Counter
            | Kind::Collapses
            | Kind::Collapse
            | Kind::Redeployment
            | Kind::ReplacementPoints
            | Kind::Arrival
            | Kind::Offensive
            | Kind::Discard
            | Kind::Opening
            | Kind::Dismissal
            | Kind::ArmisticeDie
            | Kind::Over
            | Kind::Revolt
            | Kind::RevoltDie
            | Kind::MutinyDie
            | Kind::Keep
            | Kind::Newcomers
    )
}
