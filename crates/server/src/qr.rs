//! An address as squares, for cameras.

use qrcode::{Color, QrCode};
use serde::Serialize;
use utoipa::ToSchema;

/// Dark squares as the path of an SVG, with the four squares of margin that cameras want.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Qr {
    /// Squares across, with the margin.
    pub size: usize,
    pub path: String,
}

const MARGIN: usize = 4;

/// Rows of squares, dark or not; none if the text is longer than any code.
fn squares(text: &str) -> Vec<Vec<bool>> {
    let Ok(code) = QrCode::new(text) else { return Vec::new() };
    let dark: Vec<bool> = code.to_colors().into_iter().map(|color| color == Color::Dark).collect();
    dark.chunks(code.width()).map(<[bool]>::to_vec).collect()
}

impl Qr {
    pub fn of(text: &str) -> Qr {
        let rows = squares(text);
        let dark = rows.iter().enumerate().flat_map(|(y, row)| {
            row.iter().enumerate().filter(|(_, dark)| **dark).map(move |(x, _)| (x + MARGIN, y + MARGIN))
        });
        Qr { size: rows.len() + 2 * MARGIN, path: dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect() }
    }
}

/// The same for a terminal: light on dark, two rows in a line.
pub fn terminal(text: &str) -> String {
    let rows = squares(text);
    let at = |x: usize, y: usize| {
        let (x, y) = (x.checked_sub(1), y.checked_sub(1));
        x.zip(y).and_then(|(x, y)| rows.get(y)?.get(x)).copied().unwrap_or(false)
    };
    let size = rows.len() + 2;
    let block = |x: usize, y: usize| match (at(x, y), at(x, y + 1) || y + 1 >= size) {
        (false, false) => '█',
        (false, true) => '▀',
        (true, false) => '▄',
        (true, true) => ' ',
    };
    (0..size).step_by(2).map(|y| (0..size).map(|x| block(x, y)).collect::<String>() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_fits_and_has_its_corners() {
        let qr = Qr::of("http://192.168.178.20:7777/continue#abcde-fghjk-mnpqr-stvwx");
        assert!((29..60).contains(&qr.size), "{}", qr.size);
        for (x, y) in [(MARGIN, MARGIN), (qr.size - MARGIN - 1, MARGIN), (MARGIN, qr.size - MARGIN - 1)] {
            assert!(qr.path.contains(&format!("M{x} {y}h")), "no finder at {x} {y}");
        }
        let lines = terminal("http://localhost:7777");
        let widths: Vec<usize> = lines.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]) && widths.len() == widths[0].div_ceil(2), "{lines}");
    }
}
