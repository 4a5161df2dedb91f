//! The orders of what follows the dice: losses, retreats, advances, repairs (12.6-12.9).

use crate::data::{Data, PlaceId, UnitId};
use engine::error::{Error, Result};
use engine::json::{array, string};
use engine::names::{nearest, vocabulary};
use serde_json::{Map, Value, json};

/// The longest path that is read: more than any advance has (12.9.9-6).
pub(super) const LONGEST: usize = 6;
/// A retreat goes two places at most (12.7.2-1).
const LONGEST_RETREAT: usize = 2;

vocabulary! {
    /// What CONFUSED ORDERS cancels.
    Cancelled, "move that can be cancelled" { Advance = "advance", Retreat = "retreat", }
}

/// The places of a short path, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Route {
    /// The places plus one; 0 behind the last.
    places: [u16; LONGEST],
}

impl Route {
    /// A path; `None` if it is longer than [`LONGEST`].
    #[must_use]
    pub fn new(path: &[PlaceId]) -> Option<Self> {
        let mut places = [0; LONGEST];
        if path.len() > LONGEST {
            return None;
        }
        for (slot, place) in places.iter_mut().zip(path) {
            *slot = u16::try_from(place + 1).ok()?;
        }
        Some(Self { places })
    }

    /// The places.
    pub fn places(self) -> impl Iterator<Item = PlaceId> {
        let places = self.places.into_iter();
        places.map_while(|place| usize::from(place).checked_sub(1))
    }

    /// How many they are.
    #[must_use]
    pub fn len(self) -> usize {
        self.places().count()
    }

    /// Is there none?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.places[0] == 0
    }

    /// The first place.
    #[must_use]
    pub fn first(self) -> Option<PlaceId> {
        self.places().next()
    }

    /// The last place.
    #[must_use]
    pub fn last(self) -> Option<PlaceId> {
        self.places().last()
    }
}

/// The smallest thing that can be chosen after the dice (`docs/aftermath.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AfterOrder {
    /// A unit at full strength loses a step (12.6.3-2).
    Reduce {
        /// The unit.
        unit: UnitId,
    },
    /// A unit loses all its steps (12.6.3-2), or falls for want of a retreat (12.7.4), or is in
    /// excess (10.4-1).
    Eliminate {
        /// The unit.
        unit: UnitId,
    },
    /// An SCU of the reserve box comes for an eliminated LCU (12.6.5).
    Replace {
        /// The LCU.
        unit: UnitId,
        /// The SCU.
        by: UnitId,
    },
    /// A unit retreats by land (12.7.2).
    Retreat {
        /// The unit.
        unit: UnitId,
        /// One place or two.
        path: Route,
    },
    /// A unit retreats by sea (12.7.11-2).
    Sail {
        /// The unit.
        unit: UnitId,
        /// The port.
        place: PlaceId,
    },
    /// A unit loses a step so that nobody retreats (12.7.3-1).
    Stand {
        /// The unit.
        unit: UnitId,
    },
    /// Yudenich cancels one space of the retreat (3.2.3.1.yud-1).
    Shorten,
    /// A unit advances (12.9).
    Advance {
        /// The unit.
        unit: UnitId,
        /// The places it enters.
        path: Route,
    },
    /// CONFUSED ORDERS cancels something.
    Cancel {
        /// What.
        what: Cancelled,
    },
    /// A reduced unit gets a step back (RESERVES TO THE FRONT, CZAR'S ARMORIES).
    Restore {
        /// The unit.
        unit: UnitId,
    },
    /// An eliminated unit comes back (RESERVES TO THE FRONT, CZAR'S ARMORIES).
    Rebuild {
        /// The unit.
        unit: UnitId,
    },
}

/// The verbs, and what the orders name as JSON besides them.
const FIELDS: [(&str, &[&str]); 11] = [
    ("reduce", &["unit"]),
    ("eliminate", &["unit"]),
    ("replace", &["unit", "by"]),
    ("retreat", &["unit", "path"]),
    ("sail", &["unit", "path"]),
    ("stand", &["unit"]),
    ("shorten", &[]),
    ("advance", &["unit", "path"]),
    ("cancel", &["what"]),
    ("restore", &["unit"]),
    ("rebuild", &["unit"]),
];

/// The verbs.
pub(super) const VERBS: [&str; FIELDS.len()] = {
    let mut verbs = [""; FIELDS.len()];
    let mut at = 0;
    while at < verbs.len() {
        verbs[at] = FIELDS[at].0;
        at += 1;
    }
    verbs
};

/// A path of an order, not longer than the order allows.
fn route(field: &str, verb: &str, path: &[PlaceId]) -> Result<Route> {
    let most = match verb {
        "retreat" => LONGEST_RETREAT,
        "sail" => 1,
        _ => LONGEST,
    };
    let route = Route::new(path).filter(|route| !route.is_empty() && path.len() <= most);
    route.ok_or_else(|| {
        let message = format!(
            "'{verb}' goes through {} places, not through 1 to {most}",
            path.len()
        );
        Error::bad(field, message)
    })
}

impl AfterOrder {
    /// The order of a verb about a unit, with a path if it has one.
    fn of(verb: &str, unit: UnitId, path: Option<Route>) -> Option<Self> {
        Some(match (verb, path) {
            ("reduce", _) => Self::Reduce { unit },
            ("eliminate", _) => Self::Eliminate { unit },
            ("stand", _) => Self::Stand { unit },
            ("restore", _) => Self::Restore { unit },
            ("rebuild", _) => Self::Rebuild { unit },
            ("retreat", Some(path)) => Self::Retreat { unit, path },
            ("advance", Some(path)) => Self::Advance { unit, path },
            ("sail", Some(path)) => Self::Sail {
                unit,
                place: path.last()?,
            },
            _ => return None,
        })
    }

    /// Reads what follows a verb of these in a text; `None` if the verb is none of them.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown names, with the nearest known one, and for orders that name
    /// too little or too much.
    pub fn parse(data: &Data, field: &str, verb: &str, rest: &[&str]) -> Result<Option<Vec<Self>>> {
        let Some((verb, fields)) = FIELDS.iter().find(|(known, _)| *known == verb) else {
            return Ok(None);
        };
        let lacks = || Error::bad(field, format!("'{verb}' names too little"));
        let many = |word: &str| {
            let message = format!("'{word}' is one word too many after '{verb}'");
            Error::bad(field, message)
        };
        let is = |word: &&str, known: &str| word.eq_ignore_ascii_case(known);
        let unit = |word: &&str| data.unit(field, word);
        let orders = match (*verb, rest) {
            ("shorten", []) => vec![Self::Shorten],
            ("shorten", [word, ..]) | ("replace", [_, _, _, word, ..]) => return Err(many(word)),
            ("cancel", [_, word, ..]) => return Err(many(word)),
            ("cancel", [word]) => vec![Self::Cancel {
                what: cancelled(field, word)?,
            }],
            ("replace", [lcu, word, by]) if is(word, "by") => vec![Self::Replace {
                unit: unit(lcu)?,
                by: unit(by)?,
            }],
            ("replace", [_, word, _]) => {
                let message = format!("'{word}' stands where 'by' is expected in 'replace'");
                return Err(Error::bad(field, message));
            }
            (_, []) | ("replace", _) => return Err(lacks()),
            (_, rest) if fields.contains(&"path") => {
                let via = rest.iter().position(|word| is(word, "via"));
                let (named, via) = rest.split_at(via.unwrap_or(rest.len()));
                let [units @ .., to] = named else {
                    return Err(lacks());
                };
                if units.is_empty() || via.len() == 1 {
                    return Err(lacks());
                }
                let path = via.iter().skip(1).chain([to]);
                let path: Vec<_> = path
                    .map(|word| data.place(field, word))
                    .collect::<Result<_>>()?;
                let path = route(field, verb, &path)?;
                let orders = units.iter().map(|word| {
                    let order = Self::of(verb, unit(word)?, Some(path));
                    order.ok_or_else(lacks)
                });
                orders.collect::<Result<_>>()?
            }
            (_, units) => {
                let orders = units
                    .iter()
                    .map(|word| Self::of(verb, unit(word)?, None).ok_or_else(lacks));
                orders.collect::<Result<_>>()?
            }
        };
        Ok(Some(orders))
    }

    /// The verb, and the unit it is about.
    #[must_use]
    pub const fn named(self) -> (&'static str, Option<UnitId>) {
        match self {
            Self::Reduce { unit } => ("reduce", Some(unit)),
            Self::Eliminate { unit } => ("eliminate", Some(unit)),
            Self::Replace { unit, .. } => ("replace", Some(unit)),
            Self::Retreat { unit, .. } => ("retreat", Some(unit)),
            Self::Sail { unit, .. } => ("sail", Some(unit)),
            Self::Stand { unit } => ("stand", Some(unit)),
            Self::Shorten => ("shorten", None),
            Self::Advance { unit, .. } => ("advance", Some(unit)),
            Self::Cancel { .. } => ("cancel", None),
            Self::Restore { unit } => ("restore", Some(unit)),
            Self::Rebuild { unit } => ("rebuild", Some(unit)),
        }
    }

    /// Where the unit goes, if it goes.
    #[must_use]
    pub fn path(self) -> Option<Route> {
        match self {
            Self::Retreat { path, .. } | Self::Advance { path, .. } => Some(path),
            Self::Sail { place, .. } => Route::new(&[place]),
            _ => None,
        }
    }

    /// The order as text that [`Self::parse`] reads.
    #[must_use]
    pub fn text(self, data: &Data) -> String {
        let (verb, about) = self.named();
        let unit = |at: UnitId| data.units.get(at).map_or("?", |unit| &unit.id);
        let mut text = verb.to_owned();
        if let Some(about) = about {
            text = text + " " + unit(about);
        }
        match self {
            Self::Replace { by, .. } => text = text + " by " + unit(by),
            Self::Cancel { what } => text = text + " " + what.word(),
            _ => {}
        }
        let path: Vec<_> = self.path().into_iter().flat_map(Route::places).collect();
        if let [via @ .., to] = &path[..] {
            let name = |at: &PlaceId| data.spaces.get(*at).map_or("?", |place| &place.id);
            text = text + " " + name(to);
            if !via.is_empty() {
                let via: Vec<_> = via.iter().map(name).collect();
                text = text + " via " + &via.join(",");
            }
        }
        text
    }

    /// The order as terms of the law: an `advance` is one for every place that is entered.
    #[must_use]
    pub fn terms(self, data: &Data) -> Vec<String> {
        let (verb, about) = self.named();
        let unit = |at: UnitId| data.units.get(at).map_or("?", |unit| unit.id.as_str());
        let place = |at: PlaceId| data.spaces.get(at).map_or("?", |place| place.id.as_str());
        let mut parts: Vec<&str> = about.map(unit).into_iter().collect();
        match self {
            Self::Advance { unit: by, path } => {
                let steps = (1..).zip(path.places());
                let step = |(n, at)| format!("advance({},{n},{})", unit(by), place(at));
                return steps.map(step).collect();
            }
            Self::Retreat { path, .. } => parts.extend(path.places().map(place)),
            Self::Sail { place: at, .. } => parts.push(place(at)),
            Self::Replace { by, .. } => parts.push(unit(by)),
            Self::Cancel { what } => parts.push(what.word()),
            _ => {}
        }
        vec![if parts.is_empty() {
            verb.to_owned()
        } else {
            format!("{verb}({})", parts.join(","))
        }]
    }

    /// Reads a term of the law, taken apart, and adds it to others: places of an `advance` come in
    /// any order. `false` if it is none of these orders.
    ///
    /// # Errors
    /// [`Error::BadInput`] for unknown names, and for terms that are none of the law's.
    pub(super) fn read_term(
        data: &Data,
        field: &str,
        words: &[&str],
        orders: &mut Vec<Self>,
    ) -> Result<bool> {
        let words: Vec<_> = words.iter().filter(|word| !word.is_empty()).collect();
        let no_term = || Error::bad(field, "is no term of an order after the dice");
        match words[..] {
            [&"advance", who, step, place] => {
                let unit = data.unit(field, who)?;
                let place = data.place(field, place)?;
                let step = step
                    .parse::<usize>()
                    .ok()
                    .and_then(|step| step.checked_sub(1));
                let slot = step.filter(|step| *step < LONGEST).ok_or_else(no_term)?;
                let known = orders.iter_mut().find_map(|order| match order {
                    Self::Advance { unit: other, path } if *other == unit => Some(path),
                    _ => None,
                });
                let number = u16::try_from(place + 1).map_err(|_| no_term())?;
                if let Some(path) = known {
                    path.places[slot] = number;
                } else {
                    let mut path = Route::default();
                    path.places[slot] = number;
                    orders.push(Self::Advance { unit, path });
                }
                Ok(true)
            }
            [&"replace", lcu, by] => {
                orders.push(Self::Replace {
                    unit: data.unit(field, lcu)?,
                    by: data.unit(field, by)?,
                });
                Ok(true)
            }
            [verb @ (&"retreat" | &"sail"), who, ref places @ ..] => {
                let unit = data.unit(field, who)?;
                let places = places.iter().map(|place| data.place(field, place));
                let path = route(field, verb, &places.collect::<Result<Vec<_>>>()?)?;
                orders.push(Self::of(verb, unit, Some(path)).ok_or_else(no_term)?);
                Ok(true)
            }
            [verb, ref rest @ ..] => {
                let rest: Vec<&str> = rest.iter().map(|word| **word).collect();
                let read = Self::parse(data, field, verb, &rest)?;
                let known = read.is_some();
                orders.extend(read.into_iter().flatten());
                Ok(known)
            }
            [] => Ok(false),
        }
    }

    /// The order as a JSON object.
    #[must_use]
    pub fn to_json(self, data: &Data) -> Value {
        let (verb, about) = self.named();
        let unit = |at: UnitId| data.units.get(at).map_or("?", |unit| unit.id.as_str());
        let mut order = json!({"order": verb});
        if let Some(about) = about {
            order["unit"] = unit(about).into();
        }
        match self {
            Self::Replace { by, .. } => order["by"] = unit(by).into(),
            Self::Cancel { what } => order["what"] = what.word().into(),
            _ => {}
        }
        if let Some(path) = self.path() {
            let name = |at: PlaceId| data.spaces.get(at).map_or("?", |place| place.id.as_str());
            order["path"] = path.places().map(name).collect::<Vec<_>>().into();
        }
        order
    }

    /// Reads a JSON object whose `order` is `verb`; `None` if that is none of these.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field, such as `orders[2].unit`: unknown or missing keys,
    /// wrong types, unknown names.
    pub fn from_json(
        data: &Data,
        field: &str,
        verb: &str,
        order: &Map<String, Value>,
    ) -> Result<Option<Self>> {
        let Some((verb, keys)) = FIELDS.iter().find(|(known, _)| *known == verb) else {
            return Ok(None);
        };
        let known = |key: &str| key == "order" || keys.contains(&key);
        if let Some(key) = order.keys().find(|key| !known(key)) {
            let keys = keys.iter().copied().chain(["order"]);
            return Err(Error::unknown(field, "key", key, keys));
        }
        let inside = |key: &str| format!("{field}.{key}");
        let given = |key: &str| {
            let value = order.get(key);
            value.ok_or_else(|| Error::bad(inside(key), "is missing"))
        };
        let text = |key: &str| string(&inside(key), given(key)?).map(str::to_owned);
        let unit = |key: &str| data.unit(&inside(key), &text(key)?);
        let path = || {
            let field = inside("path");
            let mut path = Vec::new();
            for (at, place) in array(&field, given("path")?)?.iter().enumerate() {
                let field = format!("{field}[{at}]");
                path.push(data.place(&field, string(&field, place)?)?);
            }
            route(&field, verb, &path)
        };
        let order = match *verb {
            "shorten" => Some(Self::Shorten),
            "cancel" => Some(Self::Cancel {
                what: cancelled(&inside("what"), &text("what")?)?,
            }),
            "replace" => Some(Self::Replace {
                unit: unit("unit")?,
                by: unit("by")?,
            }),
            _ if keys.contains(&"path") => Self::of(verb, unit("unit")?, Some(path()?)),
            _ => Self::of(verb, unit("unit")?, None),
        };
        Ok(order)
    }
}

fn cancelled(field: &str, word: &str) -> Result<Cancelled> {
    let word = word.to_lowercase();
    Cancelled::parse(&word).ok_or_else(|| Error::BadInput {
        field: field.to_owned(),
        message: format!("'{word}' is no {}", Cancelled::WHAT),
        suggestion: nearest(&word, Cancelled::ALL.iter().map(|known| known.word())),
    })
}
