//! One game being played.

use astrarium_core::{Fast, Seat, Viewer, svg};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::game::{Game, GameOrTitle};
use crate::play::AnyState;
use crate::{dice, errors};

#[pyclass(module = "astrarium._native")]
pub struct State {
    pub game: Py<Game>,
    pub held: Box<dyn AnyState>,
}

/// A row for each legal action, and the shares of the win.
type Ahead<'py> = (Bound<'py, PyArray2<i16>>, Bound<'py, PyArray1<f32>>);

/// What can be given for an action: its number or its sentence.
#[derive(FromPyObject)]
pub enum NumberOrSentence {
    Number(u32),
    Sentence(String),
}

impl State {
    fn action(&self, given: NumberOrSentence) -> PyResult<u32> {
        match given {
            NumberOrSentence::Number(action) => Ok(action),
            NumberOrSentence::Sentence(sentence) => {
                self.game.get().play.action(&sentence).map_err(|refusal| errors::illegal(&refusal))
            }
        }
    }

    /// A seat of this game; left out, the first that is asked.
    pub fn seat(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            None => self.held.asked().first().ok_or_else(|| errors::value("the game is over: nobody is asked")),
            Some(seat) => self.chair(seat),
        }
    }

    fn chair(&self, seat: usize) -> PyResult<Seat> {
        let seats = self.game.get().play.seats();
        let found = Seat::first(seats).nth(seat);
        found.ok_or_else(|| PyIndexError::new_err(format!("there is no seat {seat}: expected 0 to {}", seats - 1)))
    }

    fn viewer(&self, seat: Option<usize>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::Public), |seat| self.chair(seat).map(Viewer::Seat))
    }

    fn by_seat<T: Copy>(&self, values: &[T]) -> Vec<T> {
        values[..self.game.get().play.seats()].to_vec()
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, seed=0, number=0, position=None, dice=None))]
    fn new(
        py: Python<'_>,
        game: GameOrTitle,
        seed: u64,
        number: u64,
        position: Option<&str>,
        dice: Option<&str>,
    ) -> PyResult<State> {
        let game = game.game(py)?;
        let thrown = dice.map_or_else(|| Ok(Fast::new(seed, number)), dice::read)?;
        let play = &game.get().play;
        let held = match position {
            None => py.detach(|| play.begin(thrown)),
            Some(position) => {
                let mut held = py.detach(|| play.place(position, thrown.clone())).map_err(errors::value)?;
                if dice.is_some() {
                    held.take_up(thrown);
                }
                held
            }
        };
        Ok(State { game, held })
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (Py<Game>, u64, u64, String, String) {
        (self.game.clone_ref(py), 0, 0, self.held.position(), dice::write(self.held.dice()))
    }

    fn __repr__(&self) -> String {
        let game = self.game.get();
        let asked: Vec<&str> = self.held.asked().iter().map(|seat| self.held.name(seat)).collect();
        let now = if asked.is_empty() { "over".to_string() } else { format!("{} asked", asked.join(", ")) };
        format!("<State of {}: {now}>", game.play.meta().id)
    }

    fn __eq__(&self, other: &State) -> bool {
        self.held.equals(&*other.held)
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn asked(&self) -> Vec<usize> {
        self.held.asked().iter().map(Seat::index).collect()
    }

    #[getter]
    fn over(&self) -> bool {
        self.held.asked().is_empty()
    }

    #[pyo3(signature = (seat=None))]
    fn legal(&self, seat: Option<usize>) -> PyResult<Vec<u32>> {
        if seat.is_none() && self.over() {
            return Ok(Vec::new());
        }
        Ok(self.held.legal(self.seat(seat)?))
    }

    #[pyo3(signature = (action, seat=None))]
    fn step(&mut self, py: Python<'_>, action: NumberOrSentence, seat: Option<usize>) -> PyResult<()> {
        let (action, seat) = (self.action(action)?, self.seat(seat)?);
        let held = &mut self.held;
        py.detach(|| held.step(seat, action)).map_err(|refusal| errors::illegal(&refusal))
    }

    /// Why the action would be refused, or None.
    #[pyo3(signature = (action, seat=None))]
    fn why_not(&self, action: NumberOrSentence, seat: Option<usize>) -> PyResult<Option<String>> {
        let (action, seat) = (self.action(action)?, self.seat(seat)?);
        Ok(self.held.why_not(seat, action).map(|refusal| refusal.to_string()))
    }

    #[getter]
    fn points(&self) -> Vec<i32> {
        self.by_seat(&self.held.points().0)
    }

    #[getter]
    fn shares(&self) -> Option<Vec<f64>> {
        Some(self.by_seat(&self.held.shares()?.0.map(|millionths| f64::from(millionths) / 1e6)))
    }

    #[getter]
    fn places(&self) -> Option<Vec<u16>> {
        Some(self.by_seat(&self.held.places()?.0.map(u16::from)))
    }

    fn name(&self, seat: usize) -> PyResult<&'static str> {
        Ok(self.held.name(self.chair(seat)?))
    }

    fn seat_named(&self, name: &str) -> Option<u8> {
        self.held.seat(name).map(|seat| seat.0)
    }

    /// What the seat sees, as data; without a seat, what everybody sees.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        errors::loads(py, &self.held.view(self.viewer(seat)?))
    }

    /// What the seat sees, as whole numbers: `Game.observed` says what each is.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        Ok(PyArray1::from_vec(py, self.held.observe(self.seat(seat)?)))
    }

    /// What the seat would see after each of its legal actions, in a world that it cannot tell from this one; and its share of the
    /// win where the action ends the game, elsewhere NaN.
    #[pyo3(signature = (seat=None, seed=0))]
    fn ahead<'py>(&self, py: Python<'py>, seat: Option<usize>, seed: u64) -> PyResult<Ahead<'py>> {
        let (seat, held) = (self.seat(seat)?, &self.held);
        let (seen, shares) = py.detach(|| held.ahead(seat, &mut Fast::new(seed, 0)));
        let (rows, width) = (shares.len(), seen.len() / shares.len().max(1));
        Ok((PyArray1::from_vec(py, seen).reshape([rows, width])?, PyArray1::from_vec(py, shares)))
    }

    /// The picture that the seat sees, as data.
    #[pyo3(signature = (seat=None))]
    fn scene<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        errors::data(py, &self.held.scene(self.viewer(seat)?))
    }

    #[pyo3(signature = (seat=None))]
    fn prompt(&self, seat: Option<usize>) -> PyResult<(String, &'static str)> {
        let prompt = self.held.prompt(self.viewer(seat)?);
        Ok((prompt.text.to_string(), prompt.clause.0))
    }

    /// What the legal actions mean, in their order.
    #[pyo3(signature = (seat=None))]
    fn labels(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        let seat = self.seat(seat)?;
        Ok(self.held.legal(seat).into_iter().map(|action| self.held.label(seat, action)).collect())
    }

    /// The position in words.
    #[pyo3(signature = (seat=None))]
    fn text<'py>(slf: Bound<'py, State>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("astrarium.words")?.call_method1("text", (slf, seat))
    }

    fn position(&self) -> String {
        self.held.position()
    }

    #[pyo3(signature = (seat=None, seed=0))]
    fn redeal(&self, py: Python<'_>, seat: Option<usize>, seed: u64) -> PyResult<State> {
        let (seat, held) = (self.seat(seat)?, &self.held);
        let held = py.detach(|| held.redeal(seat, &mut Fast::new(seed, 0)));
        Ok(State { game: self.game.clone_ref(py), held })
    }

    fn copy(&self, py: Python<'_>) -> State {
        State { game: self.game.clone_ref(py), held: self.held.copy() }
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    fn hash(&self) -> String {
        self.held.hash()
    }

    /// The table as a picture; with a seat, as that seat sees it.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(svg::render(&self.held.scene(self.viewer(seat)?)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }
}
