//! What a seat sees, as whole numbers: the seat, how many of its legal actions begin with each verb, and its view.

use astrarium_core::encode::join;
use astrarium_core::{Action, Encode, Game, Parts, Seat, Viewer};

type View<G> = <G as Parts>::View;

/// How an observation of a title is laid out.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// For each verb the number after its last action.
    ends: Vec<u32>,
}

impl Encoder {
    pub fn new<G: Game>() -> Encoder {
        let end = |sum: &mut u32, (_, count): (_, u32)| {
            *sum += count;
            Some(*sum)
        };
        Encoder { ends: G::Action::verbs().into_iter().scan(0, end).collect() }
    }

    pub fn width<G: Game>(&self) -> usize {
        1 + self.ends.len() + View::<G>::WIDTH
    }

    pub fn names<G: Game>() -> Vec<String> {
        let mut names = vec!["seat".to_string()];
        names.extend(G::Action::verbs().into_iter().map(|(verb, _)| join("legal", verb)));
        View::<G>::names("", &mut names);
        names
    }

    /// What the seat sees, and may do.
    pub fn write<G: Game>(&self, state: &G, seat: Seat, legal: &[G::Action], out: &mut [i16]) {
        let (head, view) = out.split_at_mut(1 + self.ends.len());
        head.fill(0);
        head[0] = seat.0.into();
        legal.iter().for_each(|action| head[1 + self.ends.partition_point(|&end| end <= action.index())] += 1);
        state.view(Viewer::Seat(seat)).encode(view);
    }
}
