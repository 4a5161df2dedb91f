//! Throws of dice and draws.

use super::errors::Failure;
use engine::chance::{self, Dice, Draw, Fallen, Kept};
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What is thrown: dice, or a draw of a set.
#[pyclass(frozen, module = "lexbelli._core", eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Throw(pub(super) chance::Throw);

/// What lies on the table, or an outcome: numbers on dice, or the names of things.
type Given<'a, 'py> = &'a Bound<'py, PyAny>;

/// A number of dice, of faces, or of things.
fn number(value: Given<'_, '_>) -> Result<u32, Error> {
    value
        .extract()
        .map_err(|_| Error::bad("throw", format!("'{}' cannot be thrown", shown(value))))
}

/// A value as people write it: what lies on the table with commas between.
fn shown(given: Given<'_, '_>) -> String {
    let items = given.cast::<PyTuple>().map(|items| {
        let items = items.iter().map(|item| item.to_string());
        items.collect::<Vec<_>>().join(",")
    });
    let shown = items.unwrap_or_else(|_| given.to_string());
    shown.chars().take(80).collect()
}

impl Throw {
    fn numbers(&self, given: Given<'_, '_>) -> Result<Vec<u32>, Error> {
        let bad = || {
            Error::bad(
                "roll",
                format!("'{}' is no roll of {}", shown(given), self.0),
            )
        };
        match &self.0 {
            chance::Throw::Dice(_) => given.extract().map_err(|_| bad()),
            chance::Throw::Draw(draw) => {
                let names: Vec<String> = given.extract().map_err(|_| bad())?;
                names.iter().map(|name| draw.item(name)).collect()
            }
        }
    }

    fn fallen(&self, given: Given<'_, '_>) -> Result<Fallen, Error> {
        self.0.fallen(&self.numbers(given)?)
    }

    fn told<'py>(&self, py: Python<'py>, fell: &Fallen) -> PyResult<Bound<'py, PyTuple>> {
        match &self.0 {
            chance::Throw::Dice(_) => PyTuple::new(py, fell.numbers()),
            chance::Throw::Draw(draw) => {
                let items = draw.items();
                let numbers = fell.numbers().iter();
                let names: Vec<&str> = numbers.map(|item| &*items[*item as usize]).collect();
                PyTuple::new(py, names)
            }
        }
    }
}

#[pymethods]
impl Throw {
    /// Dice that are added up.
    #[new]
    #[pyo3(signature = (dice=None, faces=None))]
    fn new(dice: Option<Given<'_, '_>>, faces: Option<Given<'_, '_>>) -> Result<Self, Failure> {
        let dice = dice.map_or(Ok(1), number)?;
        let kept = if dice == 1 { Kept::Faces } else { Kept::Sum };
        let faces = faces.map_or(Ok(6), number)?;
        Ok(Self(chance::Throw::Dice(Dice::new(dice, faces, kept)?)))
    }

    /// Dice to be thrown together; `keep` is `faces` or `sum`.
    #[staticmethod]
    #[pyo3(signature = (dice, faces, keep="faces"))]
    fn dice(dice: Given<'_, '_>, faces: Given<'_, '_>, keep: &str) -> Result<Self, Failure> {
        let kept = match keep {
            "faces" => Kept::Faces,
            "sum" => Kept::Sum,
            _ => {
                let valid = ["faces", "sum"];
                return Err(Error::unknown("keep", "word", keep, valid).into());
            }
        };
        let dice = Dice::new(number(dice)?, number(faces)?, kept)?;
        Ok(Self(chance::Throw::Dice(dice)))
    }

    /// Things drawn of a set, none put back.
    #[staticmethod]
    #[pyo3(signature = (taken, of, ordered=false))]
    fn draw(taken: Given<'_, '_>, of: Vec<String>, ordered: bool) -> Result<Self, Failure> {
        let draw = Draw::new(number(taken)?, of, ordered)?;
        Ok(Self(chance::Throw::Draw(draw)))
    }

    /// Reads a throw; things to draw are called 1, 2 and so on.
    #[staticmethod]
    fn parse(text: &str) -> Result<Self, Failure> {
        Ok(Self(chance::Throw::parse(text)?))
    }

    /// How many dice there are, or things to be drawn.
    #[getter]
    fn number(&self) -> u32 {
        match &self.0 {
            chance::Throw::Dice(dice) => dice.number(),
            chance::Throw::Draw(draw) => draw.taken(),
        }
    }

    /// How many faces a die has; None of a draw.
    #[getter]
    fn faces(&self) -> Option<u32> {
        match &self.0 {
            chance::Throw::Dice(dice) => Some(dice.faces()),
            chance::Throw::Draw(_) => None,
        }
    }

    /// What of dice matters, `faces` or `sum`; None of a draw.
    #[getter]
    fn keep(&self) -> Option<&'static str> {
        match &self.0 {
            chance::Throw::Dice(dice) => Some(match dice.kept() {
                Kept::Faces => "faces",
                Kept::Sum => "sum",
            }),
            chance::Throw::Draw(_) => None,
        }
    }

    /// The set that is drawn of; None of dice.
    #[getter]
    fn of<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match &self.0 {
            chance::Throw::Dice(_) => Ok(None),
            chance::Throw::Draw(draw) => {
                let items = draw.items().iter().map(AsRef::<str>::as_ref);
                PyTuple::new(py, items.collect::<Vec<_>>()).map(Some)
            }
        }
    }

    /// Whether the order matters in which things are drawn.
    #[getter]
    fn ordered(&self) -> bool {
        matches!(&self.0, chance::Throw::Draw(draw) if draw.ordered())
    }

    /// How many equally likely ways there are for it to fall.
    fn ways(&self) -> Result<u128, Failure> {
        let refuse = |error| Error::bad("throw", format!("{}: {error}", self.0));
        Ok(self.0.ways().map_err(refuse)?)
    }

    /// How many outcomes there are.
    fn count(&self) -> Result<u128, Failure> {
        let refuse = |error| Error::bad("throw", format!("{}: {error}", self.0));
        Ok(self.0.count().map_err(refuse)?)
    }

    /// The outcome of what lies on the table.
    fn kept<'py>(&self, py: Python<'py>, fell: Given<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
        let numbers = self.numbers(fell).map_err(Failure)?;
        let fell = self.0.keep(&numbers).map_err(Failure)?;
        self.told(py, &fell)
    }

    /// The outcome of a number from 0 on.
    fn outcome<'py>(&self, py: Python<'py>, index: u128) -> PyResult<Bound<'py, PyTuple>> {
        self.told(py, &self.0.outcome(index).map_err(Failure)?)
    }

    /// The number of an outcome.
    fn index(&self, outcome: Given<'_, '_>) -> Result<u128, Failure> {
        Ok(self.0.index(&self.fallen(outcome)?)?)
    }

    /// The ways of all outcomes before this one, and its own.
    fn span(&self, outcome: Given<'_, '_>) -> Result<(u128, u128), Failure> {
        Ok(self.0.span(&self.fallen(outcome)?)?)
    }

    /// Whether so many of the ways, the first ones, make up whole outcomes.
    fn parts_at(&self, ways: u128) -> Result<bool, Failure> {
        let refuse = |error| Error::bad("throw", format!("{}: {error}", self.0));
        Ok(self.0.parts_at(ways).map_err(refuse)?)
    }

    /// An outcome as text.
    fn text(&self, outcome: Given<'_, '_>) -> Result<String, Failure> {
        Ok(self.0.told(&self.fallen(outcome)?))
    }

    /// Reads what `text` writes.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyTuple>> {
        self.told(py, &self.0.read(text).map_err(Failure)?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Throw: {}>", self.0)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        match &self.0 {
            chance::Throw::Dice(dice) => {
                let args = (dice.number(), dice.faces(), self.keep()).into_pyobject(py)?;
                Ok((class.getattr("dice")?, args))
            }
            chance::Throw::Draw(draw) => {
                let args = (draw.taken(), self.of(py)?, draw.ordered()).into_pyobject(py)?;
                Ok((class.getattr("draw")?, args))
            }
        }
    }
}
