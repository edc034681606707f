//! View → scene.

use astrarium_core::scene::Scene;

use crate::state::State;
use crate::view::View;

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        Scene { size: (1000, 1000), heading: format!("Round {}, {}", view.round, view.stop), ..Scene::default() }
    }
}
