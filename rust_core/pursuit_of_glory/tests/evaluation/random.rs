//! Random battles against plain recursion.

use super::plain::{Plain, compared};
use super::*;
use engine::chance::Random;
use pursuit_of_glory::attacks::ask;
use pursuit_of_glory::cards::{Combat, Does};
use pursuit_of_glory::sequence::Parameters;

/// A battle that somebody could declare: the position, the attack, the cards of both sides.
struct Wager {
    position: Position,
    attack: String,
    cards: Vec<CardId>,
}

/// Up to three units a side out of one to three places against a space, a fort or a region; some
/// with a flank attempt, with cards that name nothing, with SCUs in the boxes.
fn wager(random: &mut Random) -> Option<Wager> {
    let attacker = *random.pick(&[Side::Ap, Side::Cp])?;
    let land = DATA.network.land;
    let targets = match random.below(4) {
        0 => DATA.network.regions,
        1 => DATA.network.forts,
        _ => land,
    };
    let targets: Vec<PlaceId> = targets.iter().collect();
    let target = *random.pick(&targets)?;
    let mut near: Vec<PlaceId> = (DATA.movement_graph.next_to(target) & land)
        .iter()
        .collect();
    random.shuffle(&mut near);
    let (origins, behind) = near.split_at(near.len().min(1 + random.below(3)));
    let mut pools = [Vec::new(), Vec::new()];
    for (unit, entry) in DATA.units.iter().enumerate() {
        let plain = entry.is_combat() && (entry.class == Class::Regular || random.chance(30));
        if plain && entry.side != Side::Special {
            pools[usize::from(entry.side != attacker)].push(unit);
        }
    }
    let [own, foes] = &mut pools;
    random.shuffle(own);
    random.shuffle(foes);
    let (mut units, mut attacking) = (json!({}), json!({}));
    let (mut joined, mut reduced) = (Vec::new(), Vec::new());
    let mut stand = |random: &mut Random, unit: UnitId, place: PlaceId| {
        let (unit, place) = (&DATA.units[unit].id, &DATA.spaces[place].id);
        if units[place].is_null() {
            units[place] = json!([]);
        }
        units[place].as_array_mut().unwrap().push(json!(unit));
        if random.chance(30) {
            reduced.push(unit.clone());
        }
        unit.clone()
    };
    for at in 0..origins.len().max(1 + random.below(3)) {
        let place = origins.get(at).or_else(|| origins.first())?;
        let unit = stand(random, own.pop()?, *place);
        attacking[&unit] = json!("attack");
        joined.push(unit);
    }
    for _ in 0..random.below(4) {
        stand(random, foes.pop()?, target);
    }
    if let Some(place) = behind.first().filter(|_| random.chance(30)) {
        stand(random, foes.pop()?, *place);
    }
    let known = &DATA.known;
    let mut boxes = [known.ap_reserve, known.cp_reserve];
    if attacker == Side::Cp {
        boxes.reverse();
    }
    for (pool, place) in [(own, boxes[0]), (foes, boxes[1])] {
        for _ in 0..random.below(3) {
            stand(random, pool.pop()?, place);
        }
    }
    // Cards for which nothing need be named, and none that is played by a rule of thumb.
    let simple = |card: &CardId| {
        let named = |card: &Combat| {
            *card.brings().end() > 0
                || card.joining().is_some()
                || card.entering().is_some()
                || card.names_target()
                || card.does(Does::CancelsMovement)
                || card.does(Does::RetreatOrRoll)
        };
        DATA.combat(*card).is_some_and(|card| !named(card))
    };
    let mut deck: Vec<CardId> = (0..DATA.cards.len()).filter(simple).collect();
    random.shuffle(&mut deck);
    deck.truncate(random.below(4));
    let hand = |side: Side| -> Value {
        let cards = deck.iter().filter(|card| DATA.cards[**card].side == side);
        cards.map(|card| DATA.cards[*card].id.clone()).collect()
    };
    let ids = |places: &[PlaceId]| -> Vec<&str> {
        let ids = places.iter().map(|place| DATA.spaces[*place].id.as_str());
        ids.collect()
    };
    let theirs = [&[target], behind].concat();
    let document = json!({
        "turn": 2 + random.below(12), "round": 1 + random.below(6),
        "active": attacker.word(), "ops": 0,
        "units": units, "attacking": attacking, "reduced": reduced,
        "control": {attacker.word(): ids(origins), attacker.enemy().word(): ids(&theirs)},
        "cards": {"ap": {"hand": hand(Side::Ap)}, "cp": {"hand": hand(Side::Cp)}},
    });
    let text = document.to_string();
    let position = Position::from_json(&DATA, text.as_bytes(), &["all"]).ok()?;
    let mut attack = format!(
        "attack {} with {}",
        DATA.spaces[target].id,
        joined.join(",")
    );
    if origins.len() > 1 && random.chance(60) {
        attack += &format!(" flank {}", DATA.spaces[origins[0]].id);
    }
    Some(Wager {
        position,
        attack,
        cards: deck,
    })
}

#[test]
fn random_battles_come_to_the_same() {
    let mut random = Random::new(7, 0);
    // Of all battles, and of those of some sort, how many were compared.
    let (mut told, mut choices) = (0, 0);
    let mut sorts = [0; 5];
    for number in 0..2_000 {
        let Some(wager) = wager(&mut random) else {
            continue;
        };
        // Only those that can be declared, with those of their cards that can be played.
        let Ok(made) = wager.position.read_move(&wager.attack) else {
            continue;
        };
        let mut cards: Vec<CardId> = Vec::new();
        let text = |cards: &[CardId]| {
            let plays = cards
                .iter()
                .map(|card| format!("; play {}", DATA.cards[*card].id));
            plays.collect::<String>()
        };
        for card in &wager.cards {
            cards.push(*card);
            let text = wager.attack.clone() + &text(&cards);
            let read = ask(&wager.position, &text, &[], false);
            if !read.is_ok_and(|asked| asked.objections.is_empty()) {
                cards.pop();
            }
        }
        let whole = wager.attack.clone() + &text(&cards);
        let Ok(asked) = ask(&wager.position, &whole, &[], false) else {
            continue;
        };
        if !asked.legal() {
            continue;
        }
        let mut plain = Plain {
            start: &wager.position,
            attacker: wager.position.state().active(),
            target: asked.declared.target,
            cards: &cards,
            defenders: &asked.declared.defenders,
            left: 400,
        };
        // From the declaration, or from after some of the dice.
        let mut now = wager.position.play_unchecked(&made).unwrap();
        let mut fell = 0;
        let cut = random.below(4);
        while fell < cut && now.state().target().is_some() {
            let decision = now.decision();
            now = match &decision.parameters {
                Parameters::Chance { outcomes } => {
                    fell += 1;
                    let (outcome, _) = random.pick(outcomes.parts()).unwrap();
                    now.play_outcome(*outcome).unwrap()
                }
                _ => match plain.answers(&now, decision).as_deref() {
                    Some([only]) => now.play_unchecked(only).unwrap(),
                    _ => break,
                },
            };
        }
        let course = if fell > 0 && now.state().target().is_some() {
            plain.start = &now;
            let left = |card: &CardId| now.state().played_by(*card).is_none();
            let left: Vec<CardId> = cards.iter().copied().filter(left).collect();
            Course::read(&now, text(&left).trim_start_matches("; "), &[], false)
        } else {
            now = wager.position.play_unchecked(&made).unwrap();
            Course::read(&wager.position, &whole, &[], false)
        };
        // In the middle of a battle less is said about a card that comes to late.
        let Ok(course) = course else { continue };
        let target = plain.target;
        let Some(found) = compared(&format!("{number} {whole}"), &course, plain, &now) else {
            continue;
        };
        told += 1;
        choices += usize::from(found > 0);
        for (count, holds) in sorts.iter_mut().zip([
            DATA.network.regions.contains(target),
            DATA.network.forts.contains(target),
            whole.contains("flank"),
            !cards.is_empty(),
            fell == 0,
        ]) {
            *count += usize::from(holds);
        }
    }
    assert!(told >= 200 && choices >= 50, "{told} {choices}");
    assert!(sorts.iter().all(|count| *count >= 10), "{sorts:?}");
}
