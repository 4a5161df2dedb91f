//! Moves as the tests write them: `activate erzurum move; go tu_xi_corps kars via oltu,sarikamis`.

use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::data::{Data, PlaceId, UnitId};
use pursuit_of_glory::orders::{Move, Order};

pub(crate) fn read(data: &Data, text: &str) -> Move {
    let orders = text.split(';').map(str::trim);
    let orders = orders.filter(|order| !order.is_empty());
    Move::new(orders.flat_map(|order| one(data, order)).collect())
}

fn one(data: &Data, order: &str) -> Vec<Order> {
    let words: Vec<_> = order.split_whitespace().collect();
    let unit = |id: &str| -> UnitId { data.unit(order, id).unwrap() };
    let place = |id: &str| -> PlaceId { data.place(order, id).unwrap() };
    let units = |ids: &str| -> Vec<UnitId> { ids.split(',').map(unit).collect() };
    let after = |word: &str| {
        let at = words.iter().position(|found| *found == word)?;
        words.get(at + 1).copied()
    };
    match words[0] {
        "activate" => vec![Order::Activate {
            place: place(words[1]),
            purpose: Purpose::parse(words[2]).unwrap(),
            units: after("with").map(units).unwrap_or_default(),
        }],
        "suppress" => vec![Order::Suppress {
            unit: unit(words[1]),
        }],
        "join" => {
            let all = units(words[1]).into_iter();
            all.map(|unit| Order::JoinAt {
                unit,
                place: place(words[2]),
            })
            .collect()
        }
        "land" => vec![Order::Land {
            place: place(words[1]),
        }],
        "go" => {
            let mut path: Vec<_> =
                after("via").map_or_else(Vec::new, |places| places.split(',').map(place).collect());
            path.push(place(words[2]));
            let all = units(words[1]).into_iter();
            all.map(|unit| Order::Go {
                unit,
                path: path.clone(),
            })
            .collect()
        }
        "assault" => vec![Order::Assault {
            place: place(words[1]),
        }],
        "entrench" => vec![Order::Entrench {
            place: place(words[1]),
        }],
        "organize" => vec![Order::Organize {
            lcu: unit(words[1]),
            reserve: unit(after("reserve").unwrap()),
            eliminated: after("eliminated").map(unit),
            removed: unit(after("removed").unwrap()),
        }],
        "withdraw" => vec![Order::Withdraw {
            place: place(words[1]),
        }],
        "remove" => vec![Order::Remove {
            place: place(words[1]),
        }],
        other => panic!("no order '{other}'"),
    }
}
