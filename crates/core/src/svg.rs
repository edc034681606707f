//! A scene as a picture.

use crate::scene::Scene;

/// The board and the panels as one SVG document.
pub fn render(_scene: &Scene) -> String {
    String::new()
}
