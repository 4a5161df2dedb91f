//! What supply would be elsewhere, against supply once the units are there.

use super::DATA;
use proptest::prelude::*;
use pursuit_of_glory::cards::EGYPTIAN_COUP;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::Readings;
use pursuit_of_glory::state::Cell;
use pursuit_of_glory::supply::Status;
use pursuit_of_glory::supply::outlook::Outlook;
use pursuit_of_glory::vocabulary::Side;
use std::sync::LazyLock;

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let names = DATA.scenarios.keys();
    names
        .map(|name| Position::scenario(&DATA, name).unwrap())
        .collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_unit_is_in_supply_where_it_was_foreseen(
        start in 0..3_usize,
        turned in prop::collection::vec((0..284_usize, 0..3_u16), 0..60),
        tried in prop::collection::vec((0..311_usize, 0..284_usize), 24),
    ) {
        let position = turned.into_iter().fold(STARTS[start].clone(), |position, (place, side)| {
            position.with(Cell::Control(place), side)
        });
        let before = Outlook::new(&position, Side::Ap, &Readings::OURS).ground();
        for (unit, place) in tried {
            let number = u16::try_from(place + 1).unwrap();
            let there = position.clone().with(Cell::Place(unit), number);
            // The unit may stand somewhere already, and be missed there.
            if Outlook::new(&there, Side::Ap, &Readings::OURS).ground() != before {
                continue;
            }
            let Some(side) = Outlook::new(&position, Side::Ap, &Readings::OURS).view.commander(unit) else {
                continue;
            };
            let outlook = Outlook::new(&position, side, &Readings::OURS);
            let traced = outlook.traced(outlook.tracer(unit)).contains(place);
            let status = there.supply(&Readings::OURS).units[unit];
            prop_assert_eq!(
                traced || outlook.home(unit, place),
                status != Some(Status::OutOfSupply),
                "{} in {}", position.data().units[unit].id, position.data().spaces[place].id,
            );
        }
    }
}

#[test]
fn a_beachhead_feeds_those_who_land_on_it() {
    let data = STARTS[0].data();
    let [unit, beach, haifa] = [
        data.unit("", "br_div_1").unwrap(),
        data.place("", "beach_haifa").unwrap(),
        data.place("", "haifa").unwrap(),
    ];
    let at = |place: usize| u16::try_from(place + 1).unwrap();
    let landed = STARTS[0]
        .clone()
        .with(Cell::Event(EGYPTIAN_COUP), 1)
        .with(Cell::Control(data.known.cyprus), 1)
        .with(Cell::Beachhead(beach), 1)
        .with(Cell::Place(unit), at(beach));
    for (position, alone) in [
        (landed.clone(), true),
        (landed.with(Cell::Control(haifa), 1), false),
    ] {
        let outlook = Outlook::new(&position, Side::Ap, &Readings::OURS);
        assert_eq!(outlook.status(unit), Some(Status::Full));
        assert_eq!(outlook.relies(beach).contains(unit), alone);
    }
}
