//! Arrow's values as Python's.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType as T;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// One value; what Python has no type for that needs no import (dates, decimals) is text.
pub(super) fn value<'py>(
    py: Python<'py>,
    array: &dyn Array,
    row: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    macro_rules! number {
        ($type:ty) => {
            array
                .as_primitive::<$type>()
                .value(row)
                .into_bound_py_any(py)
        };
    }
    match array.data_type() {
        T::Null => Ok(py.None().into_bound(py)),
        T::Boolean => array.as_boolean().value(row).into_bound_py_any(py),
        T::Int8 => number!(Int8Type),
        T::Int16 => number!(Int16Type),
        T::Int32 => number!(Int32Type),
        T::Int64 => number!(Int64Type),
        T::UInt8 => number!(UInt8Type),
        T::UInt16 => number!(UInt16Type),
        T::UInt32 => number!(UInt32Type),
        T::UInt64 => number!(UInt64Type),
        T::Float16 => array
            .as_primitive::<Float16Type>()
            .value(row)
            .to_f64()
            .into_bound_py_any(py),
        T::Float32 => number!(Float32Type),
        T::Float64 => number!(Float64Type),
        T::Utf8 => array.as_string::<i32>().value(row).into_bound_py_any(py),
        T::LargeUtf8 => array.as_string::<i64>().value(row).into_bound_py_any(py),
        T::Utf8View => array.as_string_view().value(row).into_bound_py_any(py),
        T::Binary => bytes(py, array.as_binary::<i32>().value(row)),
        T::LargeBinary => bytes(py, array.as_binary::<i64>().value(row)),
        T::BinaryView => bytes(py, array.as_binary_view().value(row)),
        T::FixedSizeBinary(_) => bytes(py, array.as_fixed_size_binary().value(row)),
        T::List(_) => list(py, &array.as_list::<i32>().value(row)),
        T::LargeList(_) => list(py, &array.as_list::<i64>().value(row)),
        T::ListView(_) => list(py, &array.as_list_view::<i32>().value(row)),
        T::LargeListView(_) => list(py, &array.as_list_view::<i64>().value(row)),
        T::FixedSizeList(..) => list(py, &array.as_fixed_size_list().value(row)),
        T::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), value(py, column, row)?)?;
            }
            Ok(dict.into_any())
        }
        T::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let key = value(py, dictionary.keys(), row)?.extract()?;
            value(py, dictionary.values(), key)
        }
        _ => ArrayFormatter::try_new(array, &FormatOptions::new())
            .and_then(|values| values.value(row).try_to_string())
            .map_err(|error| PyValueError::new_err(error.to_string()))?
            .into_bound_py_any(py),
    }
}

fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyBytes::new(py, bytes).into_any())
}

/// All values of an array.
pub(super) fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    for row in 0..array.len() {
        list.append(value(py, array, row)?)?;
    }
    Ok(list.into_any())
}
