//! `PursuitBulk`: the judge of tables of moves.

use super::position::PursuitPosition;
use super::tables::PursuitTables;
use crate::errors::Failure;
use crate::run::detached;
use crate::table::Table;
use arrow_array::RecordBatch;
use engine::error::Error;
use pursuit_of_glory::bulk::{Bulk, POINTS};
use pursuit_of_glory::bulk_phases::{
    attrition_columns, tell_attrition, tell_victory, victory_columns,
};
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::orders::{mutate, nonsense};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::spending::supposed;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use tables::batch::answers::{self, Named, Row};
use tables::batch::odds;
use tables::batch::supply::{self, Statuses as _};
use tables::batch::{self, Known, Rows, Summary, Wanted};

/// So many rows are judged between two looks at whether somebody wants to stop.
const SLICE: usize = 1 << 20;

/// Judges tables of moves of Pursuit of Glory; immutable.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct PursuitBulk {
    bulk: Bulk,
    known: Known<Position>,
}

/// Positions that rows may name.
#[derive(FromPyObject)]
enum Positions<'py> {
    ByNumber(Vec<PyRef<'py, PursuitPosition>>),
    ByName(Vec<(String, PyRef<'py, PursuitPosition>)>),
    Table(PyRecordBatchReader),
}

/// Gives the batches of a table to `work`, some rows at a time.
fn slices(
    py: Python<'_>,
    table: PyRecordBatchReader,
    mut work: impl FnMut(&[RecordBatch]) -> PyResult<()>,
) -> PyResult<()> {
    let mut reader = table.into_reader()?;
    let schema = reader.schema();
    let (mut held, mut rows, mut worked) = (Vec::new(), 0, false);
    loop {
        // A reader may be a Python object: it is asked with the interpreter at hand.
        let next = py.detach(|| reader.next());
        let next = next
            .transpose()
            .map_err(|error| Failure(Error::bad("table", format!("cannot be read: {error}"))))?;
        let ends = next.is_none();
        if let Some(batch) = next {
            rows += batch.num_rows();
            held.push(batch);
        }
        if rows >= SLICE || (ends && (rows > 0 || !worked)) {
            if held.is_empty() {
                held.push(RecordBatch::new_empty(schema.clone()));
            }
            work(&held)?;
            py.check_signals()?;
            held.clear();
            (rows, worked) = (0, true);
        }
        if ends {
            return Ok(());
        }
    }
}

impl PursuitBulk {
    fn ask(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
        columns: &[Named],
        tell: impl Fn(&Position, &mut Row<'_>) + Sync + Send,
    ) -> PyResult<Table> {
        let mut answer = Vec::new();
        slices(py, table, |batches| {
            let asked = || answers::of(&self.bulk, &self.known, batches, errors, columns, &tell);
            answer.extend(detached(py, asked)?.map_err(Failure)?);
            Ok(())
        })?;
        Ok(Table::of(answers::schema(columns), answer))
    }
}

#[pymethods]
impl PursuitBulk {
    #[new]
    #[pyo3(signature = (tables, positions = None, ops = None, allow = Vec::new()))]
    fn new(
        py: Python<'_>,
        tables: &PursuitTables,
        positions: Option<Positions<'_>>,
        ops: Option<i64>,
        allow: Vec<String>,
    ) -> PyResult<Self> {
        ops.map(supposed).transpose().map_err(Failure)?;
        let data = tables.0.clone();
        let bulk = Bulk { data, ops, allow };
        let mut known = Known::new(&bulk);
        let own = |position: &PursuitPosition| {
            if position.0.data().fingerprint == bulk.data.fingerprint {
                return Ok(position.0.clone());
            }
            let message = "belongs to other tables";
            Err(Failure(Error::bad("positions", message)))
        };
        match positions {
            None => {}
            Some(Positions::ByNumber(positions)) => {
                let positions = positions.iter().map(|position| own(position));
                known.add_numbered(positions.collect::<Result<Vec<_>, _>>()?);
            }
            Some(Positions::ByName(positions)) => {
                let positions = positions
                    .into_iter()
                    .map(|(name, position)| Ok::<_, Failure>((name, own(&position)?)));
                known
                    .add(positions.collect::<Result<Vec<_>, _>>()?)
                    .map_err(Failure)?;
            }
            Some(Positions::Table(table)) => {
                let mut all = Vec::new();
                slices(py, table, |batches| {
                    all.extend_from_slice(batches);
                    Ok(())
                })?;
                known.add_table(&all).map_err(Failure)?;
            }
        }
        Ok(Self { bulk, known })
    }

    /// The verdict of every row, and what they have in common as JSON if that is asked for.
    #[pyo3(signature = (table, errors = None, witnesses = false, summary = false))]
    fn check(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
        witnesses: bool,
        summary: bool,
    ) -> PyResult<(Table, Option<String>)> {
        let wanted = Wanted { witnesses, summary };
        let mut answer = Vec::new();
        let mut all = Summary::default();
        slices(py, table, |batches| {
            let judged = detached(py, || {
                let rows = Rows::new(batches, POINTS, errors)?;
                batch::judge(&self.bulk, &self.known, &rows, wanted)
            })?;
            let (parts, found) = judged.map_err(Failure)?;
            answer.extend(parts);
            all.merge(&found);
            Ok(())
        })?;
        let all = summary.then(|| all.to_json().to_string());
        Ok((Table::of(batch::schema(wanted), answer), all))
    }

    /// The supply of every position of a table; `errors` names a column that says of some rows why they
    /// could not be read.
    #[pyo3(signature = (table, errors = None))]
    fn supply(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
    ) -> PyResult<Table> {
        let mut answer = Vec::new();
        slices(py, table, |batches| {
            let told = detached(py, || supply::of(&self.bulk, &self.known, batches, errors))?;
            answer.extend(told.map_err(Failure)?);
            Ok(())
        })?;
        Ok(Table::of(supply::schema(&Bulk::columns()), answer))
    }

    /// The odds of the attack of every row.
    #[pyo3(signature = (table, errors = None, exact = false))]
    fn odds(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
        exact: bool,
    ) -> PyResult<Table> {
        let mut answer = Vec::new();
        slices(py, table, |batches| {
            let told = detached(py, || {
                odds::of(&self.bulk, &self.known, batches, errors, exact)
            })?;
            answer.extend(told.map_err(Failure)?);
            Ok(())
        })?;
        Ok(Table::of(odds::schema::<Bulk>(exact), answer))
    }

    /// What the Attrition Phase would do in every position of a table.
    #[pyo3(signature = (table, errors = None))]
    fn attrition(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
    ) -> PyResult<Table> {
        self.ask(py, table, errors, &attrition_columns(), tell_attrition)
    }

    /// How the game would end in every position of a table.
    #[pyo3(signature = (table, errors = None))]
    fn victory(
        &self,
        py: Python<'_>,
        table: PyRecordBatchReader,
        errors: Option<&str>,
    ) -> PyResult<Table> {
        self.ask(py, table, errors, &victory_columns(), tell_victory)
    }

    /// Moves to measure with, as text: so many legal ones, mutations of these, and nonsense.
    fn workload(
        &self,
        py: Python<'_>,
        position: &PursuitPosition,
        ops: u8,
        mix: (usize, usize, usize),
        seed: u64,
    ) -> PyResult<Vec<String>> {
        let (legal, nearly, none) = mix;
        let at = &position.0;
        detached(py, || {
            let mut made = Checker::new(at, ops).sample(seed, legal);
            let found = made.len().max(1);
            for number in 0..nearly {
                let Some(base) = made.get(number % found) else {
                    break;
                };
                made.push(mutate(at, base, seed.wrapping_add(number as u64)));
            }
            let seeds = (0..none as u64).map(|number| seed.wrapping_mul(31).wrapping_add(number));
            made.extend(seeds.map(|seed| nonsense(at, seed)));
            made.iter()
                .map(|made| made.to_text(at.data(), Some(at)))
                .collect()
        })
    }
}
