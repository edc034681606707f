//! View → scene.

use astrarium_core::scene::Scene;

use crate::state::State;
use crate::view::View;

impl State {
    pub(crate) fn draw_view(&self, _view: &View) -> Scene {
        Scene::default()
    }
}
