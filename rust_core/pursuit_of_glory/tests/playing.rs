//! Games that play themselves, and many at once.

use engine::play::{Crowd, Ended, Ending, Playable, Settings, whole_game, whole_games};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::Side;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

static START: LazyLock<Position> = LazyLock::new(|| {
    let data = Arc::new(Data::shipped().unwrap());
    Position::scenario(&data, "1914_campaign").unwrap().opened()
});

fn settings(turns: u16) -> Settings {
    let words = ["activate", "move", "go", "end", "pass"];
    let numbers = words.into_iter().map(str::to_owned).zip(2..);
    Settings {
        seed: 5,
        offers: 3,
        length: 12,
        turns: Some(turns),
        words: HashMap::from_iter(numbers),
        order_ends: 1,
    }
}

#[test]
fn a_game_is_the_same_on_any_number_of_threads_and_its_record_comes_to_its_end() {
    let games = whole_games(&*START, 3, 4..6, Some(2), true).unwrap();
    for (number, game) in (4..).zip(&games) {
        let alone = whole_game(&*START, 3, number, Some(2), true).unwrap();
        assert_eq!(alone.last, game.last);
        assert_eq!(alone.entries, game.entries);
        assert!(matches!(game.ending, Ending::Turns | Ending::Over));
        let again = game.entries.iter().fold(START.clone(), |at, entry| {
            assert_eq!(at.asks_for().word(), entry.asked);
            at.answer(&entry.text).unwrap()
        });
        assert_eq!(again, game.last);
    }
    assert_ne!(games[0].last, games[1].last);
}

#[test]
fn every_answer_that_is_offered_is_legal_and_what_is_told_may_be_known() {
    let mut crowd = Crowd::new(START.clone(), 3, settings(1)).unwrap();
    let mut same = Crowd::new(START.clone(), 3, settings(1)).unwrap();
    let (mut ended, mut gained) = (0, 0);
    for step in 0..60 {
        for seat in crowd.seats() {
            assert!(seat.offered().len() > 1);
            for answer in seat.offered() {
                assert_eq!(seat.now().check(answer).unwrap(), []);
            }
            let side = [Side::Ap, Side::Cp][seat.side];
            assert_eq!(seat.now().decision().side, Some(side));
            let mut seen = vec![0; seat.seen.len()];
            seat.now().seen_by(side).observe(seat.side, &mut seen);
            assert_eq!(seen, seat.seen);
        }
        let taken: Vec<usize> = crowd
            .seats()
            .iter()
            .map(|seat| step % seat.offered().len())
            .collect();
        crowd.step(&taken).unwrap();
        same.step(&taken).unwrap();
        for (seat, twin) in crowd.seats().iter().zip(same.seats()) {
            assert_eq!((seat.now(), &seat.words), (twin.now(), &twin.words));
            ended += usize::from(seat.ended != Ended::No);
            gained += i32::from(seat.gained != 0);
            assert_eq!(seat.ended != Ended::No, seat.won != 0);
        }
    }
    assert!(ended > 0 && gained > 0, "{ended} ended, {gained} gained");
}

#[test]
fn what_is_not_offered_is_refused_and_no_game_goes_on() {
    let mut crowd = Crowd::new(START.clone(), 2, settings(1)).unwrap();
    let before: Vec<Position> = crowd
        .seats()
        .iter()
        .map(|seat| seat.now().clone())
        .collect();
    for (taken, said) in [
        (vec![0], "1 are given for 2 games"),
        (vec![0, 3], "'3' of game 1 is not from 0 to"),
    ] {
        let refused = crowd.step(&taken).unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
    assert!(
        crowd
            .seats()
            .iter()
            .zip(&before)
            .all(|(seat, at)| seat.now() == at)
    );
    let hidden = START.seen_by(Side::Ap);
    assert!(whole_game(&hidden, 1, 1, Some(1), false).is_err());
}
