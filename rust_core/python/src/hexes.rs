//! Boards of hexes.

use super::errors::Failure;
use engine::board::hex::{self, Layout, Shifted, Step, Top};
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

/// The hexes of a map, named by their printed numbers.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct HexGrid(hex::HexGrid);

/// What a board is made of: its numbers, how its hexes stand, and which lines are shifted.
type Made = (Vec<String>, &'static str, &'static str);

fn word<T>(
    what: &'static str,
    given: &str,
    known: &[T],
    told: impl Fn(&T) -> &'static str,
) -> Result<T, Error>
where
    T: Copy,
{
    let found = known.iter().find(|one| told(one) == given).copied();
    found.ok_or_else(|| Error::unknown(what, "word", given, known.iter().map(told)))
}

impl HexGrid {
    fn named(&self, ids: impl IntoIterator<Item = usize>) -> Vec<String> {
        ids.into_iter().map(|id| self.0.number(id)).collect()
    }

    fn at(&self, number: &str) -> Result<hex::Hex, Error> {
        Ok(self.0.hexes()[self.0.find(number)?])
    }

    fn side_text(&self, [a, b]: [usize; 2]) -> String {
        format!("{}/{}", self.0.number(a), self.0.number(b))
    }

    /// The id of a hexside, as `0101/0102`, whichever hex is named first.
    fn side_of(&self, text: &str) -> Result<usize, Error> {
        let shown: String = text.chars().take(80).collect();
        let bad = |said: &str| Error::bad("side", format!("'{shown}' {said}"));
        let (a, b) = text
            .split_once('/')
            .ok_or_else(|| bad("is no hexside, such as 0101/0102"))?;
        let side = self.0.side(self.0.find(a)?, self.0.find(b)?);
        side.ok_or_else(|| bad("are no neighbours"))
    }
}

#[pymethods]
impl HexGrid {
    /// A board of the hexes of these numbers.
    #[new]
    #[pyo3(signature = (numbers, top="flat", shifted="even"))]
    fn new(numbers: Vec<String>, top: &str, shifted: &str) -> Result<Self, Failure> {
        let layout = Layout {
            top: word("top", top, Top::ALL, |one| one.word())?,
            shifted: word("shifted", shifted, Shifted::ALL, |one| one.word())?,
        };
        let hexes: Result<Vec<_>, Error> = numbers.iter().map(|text| layout.parse(text)).collect();
        Ok(Self(hex::HexGrid::new(layout, hexes?)?))
    }

    /// The numbers of all hexes, by column and row.
    #[getter]
    fn numbers(&self) -> Vec<String> {
        self.named(0..self.0.hexes().len())
    }

    /// All hexsides between two hexes.
    #[getter]
    fn sides(&self) -> Vec<String> {
        let sides = self.0.sides().iter();
        sides.map(|side| self.side_text(*side)).collect()
    }

    /// The hexes beside another: the direction -> the number.
    fn neighbours<'py>(&self, py: Python<'py>, number: &str) -> PyResult<Bound<'py, PyDict>> {
        let id = self.0.find(number).map_err(Failure)?;
        let found = PyDict::new(py);
        for direction in hex::Direction::ALL {
            if let Some(other) = self.0.neighbour(id, direction) {
                let name = direction.name(self.0.layout().top);
                found.set_item(name, self.0.number(other))?;
            }
        }
        Ok(found)
    }

    /// How many steps it is from one hex to another, over the edge of the map if need be.
    fn distance(&self, start: &str, end: &str) -> Result<u32, Failure> {
        Ok(self.at(start)?.distance(self.at(end)?))
    }

    /// The hexes of the map up to a distance, by column and row.
    fn range(&self, number: &str, radius: u32) -> Result<Vec<String>, Failure> {
        let middle = self.at(number)?;
        let hexes = self.0.hexes().iter().enumerate();
        let near = hexes.filter(|(_, hex)| middle.distance(**hex) <= radius);
        Ok(self.named(near.map(|(id, _)| id)))
    }

    /// The line between two hexes: at every step one hex, or both beside a hexside.
    fn line(&self, start: &str, end: &str) -> Result<Vec<Vec<String>>, Failure> {
        let layout = self.0.layout();
        let told = |step: Step| {
            let hexes = step.hexes().filter_map(|hex| layout.number(hex));
            hexes.collect::<Vec<_>>()
        };
        let line = self.at(start)?.line(self.at(end)?);
        Ok(line.into_iter().map(told).collect())
    }

    /// A hexside with the lesser hex first, from two hexes beside each other.
    fn side(&self, one: &str, other: &str) -> Result<String, Failure> {
        let side = self.side_of(&format!("{one}/{other}"))?;
        Ok(self.side_text(self.0.sides()[side]))
    }

    /// The hexsides that go on from the ends of another.
    fn beside_side(&self, side: &str) -> Result<Vec<String>, Failure> {
        let near = self.0.beside_side(self.side_of(side)?).into_iter();
        let near = near.map(|side| self.side_text(self.0.sides()[side]));
        Ok(near.collect())
    }

    /// What it costs at the least to get to every hex, as far as `most` reaches, with the way there.
    /// A hex costs what `entering` says, and cannot be entered if it says nothing; a hexside as much
    /// more as `crossing` says, and nothing if that says nothing; None closes it.
    #[pyo3(signature = (start, most, entering, crossing=None))]
    fn paths(
        &self,
        start: &str,
        most: u32,
        entering: HashMap<String, u32>,
        crossing: Option<HashMap<String, Option<u32>>>,
    ) -> Result<HashMap<String, (u32, Vec<String>)>, Failure> {
        let mut hexes = vec![None; self.0.hexes().len()];
        for (number, cost) in entering {
            hexes[self.0.find(&number)?] = Some(cost);
        }
        let mut sides = vec![Some(0_u32); self.0.sides().len()];
        for (side, cost) in crossing.unwrap_or_default() {
            sides[self.side_of(&side)?] = cost;
        }
        let cost = |_: usize, to: usize, side: usize| hexes[to]?.checked_add(sides[side]?);
        let paths = self.0.paths([self.0.find(start)?], most, cost);
        let told = paths.reached().map(|(id, cost)| {
            let way = self.named(paths.way(id));
            (self.0.number(id), (cost, way))
        });
        Ok(told.collect())
    }

    /// The middle of a hex on paper, the sides of hexes being 1 long: right, and down.
    fn middle(&self, number: &str) -> Result<(f64, f64), Failure> {
        Ok(self.0.layout().middle(self.at(number)?))
    }

    fn __len__(&self) -> usize {
        self.0.hexes().len()
    }

    fn __contains__(&self, number: &str) -> bool {
        self.0.find(number).is_ok()
    }

    fn __repr__(&self) -> String {
        format!("<HexGrid of {} hexes>", self.0.hexes().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Made)> {
        let Layout { top, shifted } = self.0.layout();
        let class = py.get_type::<Self>().into_any();
        Ok((class, (self.numbers(), top.word(), shifted.word())))
    }
}
