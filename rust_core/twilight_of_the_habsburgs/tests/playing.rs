//! Games that play themselves, and many at once.

use engine::play::{Crowd, Ended, Ending, Playable, Settings, whole_game, whole_games};
use std::sync::{Arc, LazyLock};
use twilight_of_the_habsburgs::data::Data;
use twilight_of_the_habsburgs::orders::Move;
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::vocabulary::Side;

static START: LazyLock<Position> = LazyLock::new(|| {
    let data = Arc::new(Data::shipped().unwrap());
    Position::opening(&data, "vittorio_veneto").unwrap()
});

#[test]
fn a_game_is_the_same_on_any_number_of_threads_and_its_record_comes_to_its_end() {
    let games = whole_games(&*START, 3, 4..6, Some(2), true).unwrap();
    for (number, game) in (4..).zip(&games) {
        let alone = whole_game(&*START, 3, number, Some(2), true).unwrap();
        assert_eq!(alone.last, game.last);
        assert_eq!(alone.entries, game.entries);
        assert!(matches!(game.ending, Ending::Turns | Ending::Over));
        let again = game.entries.iter().fold(START.clone(), |at, entry| {
            let asked = at.asks_for();
            assert_eq!(asked.word(), entry.asked);
            match entry.side {
                None => at.play_outcome(at.read_outcome(&entry.text).unwrap()),
                Some(_) => at.play_unchecked(&Move::parse(&at, asked, &entry.text).unwrap()),
            }
            .unwrap()
        });
        assert_eq!(again, game.last);
    }
    assert_ne!(games[0].last, games[1].last);
}

#[test]
fn every_answer_that_is_offered_is_legal_and_what_is_told_may_be_known() {
    let settings = Settings {
        seed: 5,
        offers: 3,
        length: 12,
        turns: Some(1),
        words: [("go".to_owned(), 2)].into_iter().collect(),
        order_ends: 1,
    };
    let mut crowd = Crowd::new(START.clone(), 3, settings.clone()).unwrap();
    let mut same = Crowd::new(START.clone(), 3, settings).unwrap();
    let (mut ended, mut gained) = (0, 0);
    for step in 0..60 {
        for seat in crowd.seats() {
            assert!(seat.offered().len() > 1);
            for (answer, words) in seat.offered().iter().zip(seat.words.chunks(12)) {
                assert_eq!(seat.now().check(answer).unwrap(), []);
                let goes = seat.now().text(answer).starts_with("go ");
                assert_eq!(words[0] == 2, goes);
            }
            let side = Side::BOTH[seat.side];
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
        }
    }
    assert!(ended > 0 && gained > 0, "{ended} ended, {gained} gained");
}
