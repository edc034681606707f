//! What Python is told: refusals keep their clause, everything else is a plain error; and data as dicts and lists.

use astrarium_core::Refusal;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

pyo3::import_exception!(astrarium._errors, Illegal);

/// A refused answer: the words, and the clause that forbids it.
pub fn illegal(refusal: &Refusal) -> PyErr {
    Illegal::new_err((refusal.text.to_string(), refusal.clause.map(|clause| clause.0.to_string())))
}

/// Something that was given is wrong.
pub fn value(what: impl ToString) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// Plain data as Python has it.
pub fn data<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).expect("it is plain data");
    loads(py, &text)
}

/// JSON as Python has it.
pub fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
