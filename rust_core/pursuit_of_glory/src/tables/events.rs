//! What combat cards are, and what happens by events: `events.toml` (9.5).

use super::cards::Card;
use super::conditions::{Ids, unknown};
use crate::cards::{
    Combat, Does, Effect, Event, Happening, Happens, Hindrance, Sheltered, With, numbered,
};
use crate::vocabulary::*;
use engine::error::TableProblem;
use toml::Value;

const FILE: &str = "events.toml";
const PARTS: [&str; 2] = ["card", "event"];
const FIELDS: [&str; 6] = ["id", "name", "attacker", "defender", "needs", "effects"];
const EVENT_FIELDS: [&str; 3] = ["id", "name", "effects"];
/// As many as the frame of an event can count.
const MOST_EFFECTS: usize = 9;
/// No track goes further by an event.
const MOST_MOVED: i8 = 40;
/// No event asks for more divisions, turns, points or marks.
const MOST_DIVISIONS: u8 = 12;
/// As many targets as the frame of an action can tell.
const MOST_PROVOKED: u8 = 2;
/// The numbers of modifiers and points.
const LARGEST: i8 = 9;

/// Reads what combat cards are into their rows of `cards.csv`.
pub(super) fn events(
    text: &str,
    ids: Ids<'_>,
    cards: &mut [Card],
    problems: &mut Vec<TableProblem>,
) {
    let mut complain = |row: u64, column: &str, message: String| {
        problems.push(TableProblem {
            file: FILE.into(),
            row,
            column: column.into(),
            message,
        });
    };
    let table = match text.parse::<toml::Table>() {
        Ok(table) => table,
        Err(error) => return complain(0, "", error.message().to_owned()),
    };
    for key in table.keys().filter(|key| !PARTS.contains(&key.as_str())) {
        complain(0, key, unknown("key", key, PARTS));
    }
    happenings(&table, cards, &mut complain);
    let rows = table.get("card").and_then(Value::as_array);
    for (row, entry) in (1..).zip(rows.map_or(&[] as &[Value], Vec::as_slice)) {
        for key in entry.as_table().into_iter().flat_map(toml::Table::keys) {
            if !FIELDS.contains(&key.as_str()) {
                complain(row, key, unknown("field", key, FIELDS));
            }
        }
        let id = entry.get("id").and_then(Value::as_str).unwrap_or_default();
        let card = numbered(id).and_then(|number| cards.get_mut(number));
        let Some(card) = card.filter(|card| card.id == id && card.combat_card) else {
            let all = cards.iter().filter(|card| card.combat_card);
            let message = unknown("combat card", id, all.map(|card| card.id.as_str()));
            complain(row, "id", message);
            continue;
        };
        if entry.get("name").and_then(Value::as_str) != Some(&card.name) {
            complain(row, "name", format!("'{id}' is {}", card.name));
        }
        if card.combat.is_some() {
            complain(row, "id", format!("'{id}' stands twice"));
        }
        let mut combat = Combat::default();
        for (part, column) in ["attacker", "defender"].into_iter().enumerate() {
            for word in listed(entry, column) {
                match word.and_then(Moment::parse) {
                    Some(moment) => combat.times[part].push(moment),
                    None => complain(
                        row,
                        column,
                        unknown(
                            Moment::WHAT,
                            word.unwrap_or_default(),
                            Moment::ALL.iter().map(|moment| moment.word()),
                        ),
                    ),
                }
            }
        }
        let needs = entry.get("needs").map_or(Some(""), Value::as_str);
        match needs.ok_or_else(|| "is no text".to_owned()) {
            Ok(cell) => match ids.conditions(cell) {
                Ok((needs, _)) => combat.needs = needs,
                Err(message) => complain(row, "needs", message),
            },
            Err(message) => complain(row, "needs", message),
        }
        for word in listed(entry, "effects") {
            match effect(word.unwrap_or_default(), ids) {
                Ok(effect) => combat.effects.push(effect),
                Err(message) => complain(row, "effects", message),
            }
        }
        card.combat = Some(combat);
    }
    for card in cards
        .iter()
        .filter(|card| card.combat_card && card.combat.is_none())
    {
        complain(
            0,
            "id",
            format!("says nothing of the combat card '{}'", card.id),
        );
    }
}

/// Reads what happens by events, `[[event]]`.
fn happenings(
    table: &toml::Table,
    cards: &mut [Card],
    complain: &mut impl FnMut(u64, &str, String),
) {
    let rows = table.get("event").and_then(Value::as_array);
    for (row, entry) in (1..).zip(rows.map_or(&[] as &[Value], Vec::as_slice)) {
        for key in entry.as_table().into_iter().flat_map(toml::Table::keys) {
            if !EVENT_FIELDS.contains(&key.as_str()) {
                complain(row, key, unknown("field", key, EVENT_FIELDS));
            }
        }
        let id = entry.get("id").and_then(Value::as_str).unwrap_or_default();
        let card = numbered(id).and_then(|number| cards.get_mut(number));
        let Some(card) = card.filter(|card| card.id == id && !card.combat_card) else {
            let all = cards.iter().filter(|card| !card.combat_card);
            let message = unknown("event card", id, all.map(|card| card.id.as_str()));
            complain(row, "event.id", message);
            continue;
        };
        if entry.get("name").and_then(Value::as_str) != Some(&card.name) {
            complain(row, "event.name", format!("'{id}' is {}", card.name));
        }
        if card.event.is_some() {
            complain(row, "event.id", format!("'{id}' stands twice"));
        }
        let mut event = Event::new();
        for word in listed(entry, "effects") {
            match happening(word.unwrap_or_default()) {
                Ok(effect) => event.push(effect),
                Err(message) => complain(row, "event.effects", message),
            }
        }
        if event.len() > MOST_EFFECTS {
            let message = format!("an event has at most {MOST_EFFECTS} effects");
            complain(row, "event.effects", message);
        }
        // First what is listed, then the OPS (9.5.1.f-1), of cards that say so (9.1.2-3).
        let pays = |effect: &Happening| matches!(effect, Happening::Ops | Happening::OpsFor(_));
        let spends = event.iter().any(pays);
        if spends != card.use_for_ops || spends && !event.last().is_some_and(pays) {
            let message = "'ops' ends the effects of cards with use_for_ops, and of no others";
            complain(row, "event.effects", message.into());
        }
        // The action goes on with units that are activated, or that of the other side begins.
        let last =
            |effect: &Happening| matches!(effect, Happening::Activates(_) | Happening::Provokes(_));
        if event.iter().rev().skip(1).any(last) {
            let message = "'activates' or 'provokes' ends the effects";
            complain(row, "event.effects", message.into());
        }
        card.event = Some(event);
    }
    let eventless = |card: &&Card| !card.combat_card && card.event.is_none();
    for card in cards.iter().filter(eventless) {
        complain(
            0,
            "event.id",
            format!("says nothing of the event of '{}'", card.id),
        );
    }
}

/// One effect of an event: a word, and behind `:` what it is about.
fn happening(term: &str) -> Result<Happening, String> {
    let (word, what) = term.split_once(':').unwrap_or((term, ""));
    let Some(happens) = Happens::parse(word) else {
        let valid = Happens::ALL.iter().map(|happens| happens.word());
        return Err(unknown(Happens::WHAT, word, valid));
    };
    let number = |text: &str| {
        let number = text.parse::<i8>().ok();
        let number = number.filter(|number| (-MOST_MOVED..=MOST_MOVED).contains(number));
        number.ok_or_else(|| format!("'{text}' is no number from -{MOST_MOVED} to {MOST_MOVED}"))
    };
    let small = |text: &str| {
        let number = text.parse::<u8>().ok();
        let number = number.filter(|number| (1..=MOST_DIVISIONS).contains(number));
        number.ok_or_else(|| format!("'{text}' is no number from 1 to {MOST_DIVISIONS}"))
    };
    match happens {
        Happens::Vp => Ok(Happening::Vp(number(what)?)),
        Happens::Jihad => Ok(Happening::Jihad(number(what)?)),
        Happens::MaxTuRp => Ok(Happening::MaxTuRp(number(what)?)),
        Happens::AutomaticVictory => Ok(Happening::AutomaticVictory(number(what)?)),
        Happens::AutomaticVictoryBy => Ok(Happening::AutomaticVictoryBy(number(what)?)),
        Happens::MoModifier => Ok(Happening::MoModifier(number(what)?)),
        Happens::SinaiRailroad => Ok(Happening::SinaiRailroad(number(what)?)),
        Happens::OffensivesLapse if what.is_empty() => Ok(Happening::OffensivesLapse),
        Happens::Reinforcements if what.is_empty() => Ok(Happening::Reinforcements),
        Happens::OpenHand if what.is_empty() => Ok(Happening::OpenHand),
        Happens::LooksAtHand => Ok(Happening::LooksAtHand(small(what)?)),
        Happens::Entry if what.is_empty() => Ok(Happening::Entry),
        Happens::Countered if what.is_empty() => Ok(Happening::Countered),
        Happens::Greece if what.is_empty() => Ok(Happening::Greece),
        Happens::KingConstantine if what.is_empty() => Ok(Happening::KingConstantine),
        Happens::Relief if what.is_empty() => Ok(Happening::Relief),
        Happens::Treachery if what.is_empty() => Ok(Happening::Treachery),
        Happens::EnverStays if what.is_empty() => Ok(Happening::EnverStays),
        Happens::TribesRecover if what.is_empty() => Ok(Happening::TribesRecover),
        Happens::Exchanges => Ok(Happening::Exchanges(small(what)?)),
        Happens::BatumsFort if what.is_empty() => Ok(Happening::BatumsFort),
        Happens::Parvus if what.is_empty() => Ok(Happening::Parvus),
        Happens::Cyprus if what.is_empty() => Ok(Happening::Cyprus),
        Happens::BeachheadsLeave if what.is_empty() => Ok(Happening::BeachheadsLeave),
        Happens::Beachheads => Ok(Happening::Beachheads(small(what)?)),
        Happens::Provokes => match small(what)? {
            number @ ..=MOST_PROVOKED => Ok(Happening::Provokes(number)),
            _ => Err(format!("'{what}' is no number from 1 to {MOST_PROVOKED}")),
        },
        Happens::Evacuates if what.is_empty() => Ok(Happening::Evacuates),
        Happens::Straits if what.is_empty() => Ok(Happening::Straits),
        Happens::Shelling if what.is_empty() => Ok(Happening::Shelling),
        Happens::Bosphorus if what.is_empty() => Ok(Happening::Bosphorus),
        Happens::Ops if what.is_empty() => Ok(Happening::Ops),
        Happens::Lasts if what.is_empty() => Ok(Happening::Lasts),
        Happens::OffensivesLapse
        | Happens::Reinforcements
        | Happens::OpenHand
        | Happens::Entry
        | Happens::Countered
        | Happens::Greece
        | Happens::KingConstantine
        | Happens::Relief
        | Happens::Treachery
        | Happens::EnverStays
        | Happens::TribesRecover
        | Happens::BatumsFort
        | Happens::Parvus
        | Happens::Cyprus
        | Happens::BeachheadsLeave
        | Happens::Evacuates
        | Happens::Straits
        | Happens::Shelling
        | Happens::Bosphorus
        | Happens::Ops
        | Happens::Lasts => Err(format!("'{word}' is about nothing")),
        Happens::Records | Happens::EveryTurn | Happens::Loses | Happens::Spends => {
            let (kind, points) = what.split_once(',').unwrap_or((what, ""));
            let kinds = Replacement::ALL.iter().map(|kind| kind.word());
            let kind =
                Replacement::parse(kind).ok_or_else(|| unknown(Replacement::WHAT, kind, kinds))?;
            Ok(match happens {
                Happens::EveryTurn => Happening::EveryTurn(kind, number(points)?),
                Happens::Loses => Happening::Loses(kind, number(points)?),
                Happens::Spends => Happening::Spends(kind, small(points)?),
                _ => Happening::Records(kind, number(points)?),
            })
        }
        Happens::Trenches => {
            let parts: Vec<&str> = what.split(',').collect();
            let [trenches, one, other] = parts[..] else {
                return Err(format!("'{term}' is not '{word}:NUMBER,AREA,AREA'"));
            };
            let area = |text: &str| {
                let areas = Area::ALL.iter().map(|area| area.word());
                Area::parse(text).ok_or_else(|| unknown(Area::WHAT, text, areas))
            };
            let trenches = u8::try_from(number(trenches)?)
                .map_err(|_| format!("'{trenches}' is no number of trenches"))?;
            Ok(Happening::Trenches(trenches, [area(one)?, area(other)?]))
        }
        Happens::NegatedBy => {
            let (vp, divisions) = what.split_once(',').unwrap_or((what, ""));
            let parse = |text: &str| {
                let number = text.parse::<u8>().ok();
                number.filter(|number| (1..=MOST_DIVISIONS).contains(number))
            };
            match parse(vp).zip(parse(divisions)) {
                Some((vp, divisions)) if divisions % vp == 0 => {
                    Ok(Happening::NegatedBy(vp, divisions))
                }
                _ => Err(format!(
                    "'{term}' is not '{word}:VP,DIVISIONS', as many divisions for each VP"
                )),
            }
        }
        Happens::NegatedByLcu => {
            let parts: Vec<&str> = what.split(',').collect();
            let [vp, nation, turns] = parts[..] else {
                return Err(format!("'{term}' is not '{word}:VP,NATION,TURNS'"));
            };
            Ok(Happening::NegatedByLcu(
                small(vp)?,
                nation_of(nation)?,
                small(turns)?,
            ))
        }
        Happens::Activates => {
            let words = FreeActivation::ALL.iter().map(|word| word.word());
            let known = FreeActivation::parse(what);
            let known = known.ok_or_else(|| unknown(FreeActivation::WHAT, what, words))?;
            Ok(Happening::Activates(known))
        }
        Happens::Redeploys => {
            let words = EventSr::ALL.iter().map(|word| word.word());
            let known = EventSr::parse(what);
            let known = known.ok_or_else(|| unknown(EventSr::WHAT, what, words))?;
            Ok(Happening::Redeploys(known))
        }
        Happens::OpsFor => {
            let words = OpsOf::ALL.iter().map(|word| word.word());
            let known = OpsOf::parse(what);
            let known = known.ok_or_else(|| unknown(OpsOf::WHAT, what, words))?;
            Ok(Happening::OpsFor(known))
        }
        Happens::Marks => {
            let (mark, number) = what.split_once(',').unwrap_or((what, ""));
            let marks = Mark::ALL.iter().map(|mark| mark.word());
            let mark = Mark::parse(mark).ok_or_else(|| unknown(Mark::WHAT, mark, marks))?;
            Ok(Happening::Marks(mark, small(number)?))
        }
        Happens::Removes => {
            let (nation, kind) = what.split_once(',').unwrap_or((what, ""));
            let kinds = UnitType::ALL.iter().map(|kind| kind.word());
            Ok(Happening::Removes(
                nation_of(nation)?,
                UnitType::parse(kind).ok_or_else(|| unknown(UnitType::WHAT, kind, kinds))?,
            ))
        }
        Happens::Eliminates => {
            let (nation, size) = what.split_once(',').unwrap_or((what, ""));
            let sizes = Size::ALL.iter().map(|size| size.word());
            Ok(Happening::Eliminates(
                nation_of(nation)?,
                Size::parse(size).ok_or_else(|| unknown(Size::WHAT, size, sizes))?,
            ))
        }
    }
}

/// A nation by its word.
fn nation_of(word: &str) -> Result<Nation, String> {
    let nations = Nation::ALL.iter().map(|nation| nation.word());
    Nation::parse(word).ok_or_else(|| unknown(Nation::WHAT, word, nations))
}

/// The words of a list; `None` for what is no word.
fn listed<'a>(entry: &'a Value, key: &str) -> Vec<Option<&'a str>> {
    match entry.get(key) {
        None => Vec::new(),
        Some(Value::Array(list)) => list.iter().map(Value::as_str).collect(),
        Some(_) => vec![None],
    }
}

fn effect(term: &str, ids: Ids<'_>) -> Result<Effect, String> {
    if let Some(does) = Does::parse(term) {
        return Ok(Effect::Plain(does));
    }
    let (word, what) = term.split_once(':').unwrap_or((term, ""));
    let Some(with) = With::parse(word) else {
        let plain = Does::ALL.iter().map(|does| does.word());
        let valid = plain.chain(With::ALL.iter().map(|with| with.word()));
        return Err(unknown("effect", word, valid));
    };
    let number = || {
        let number = what.parse::<i8>().ok();
        let number = number.filter(|number| (-LARGEST..=LARGEST).contains(number));
        number.ok_or_else(|| format!("'{what}' is no number from -{LARGEST} to {LARGEST}"))
    };
    let ground = || {
        let grounds = Hindrance::ALL.iter().map(|ground| ground.word());
        Hindrance::parse(what).ok_or_else(|| unknown(Hindrance::WHAT, what, grounds))
    };
    Ok(match with {
        With::Modifier => Effect::Modifier(number()?),
        With::Points => Effect::Points(number()?.unsigned_abs()),
        With::Shelters if what == Side::Cp.word() => Effect::Shelters(Sheltered::All),
        With::Shelters => {
            let nations = Nation::ALL.iter().map(|nation| nation.word());
            let nation = Nation::parse(what).ok_or_else(|| unknown("nation", what, nations))?;
            Effect::Shelters(Sheltered::Of(nation))
        }
        With::Ignores => Effect::Ignores(ground()?),
        With::IgnoresWithoutVp => Effect::IgnoresWithoutVp(ground()?),
        With::IgnoresIfNamed => Effect::IgnoresIfNamed(ground()?),
        With::Joins => Effect::Joins(ids.unit(what)?),
        With::Enters => Effect::Enters(ids.unit(what)?),
    })
}
