//! Random play that can be told again: one game, its dice, the choices that were made.

use astrarium_core::chance::Taping;
use astrarium_core::record::{Entry, Header, Record};
use astrarium_core::table::ENGINE;
use astrarium_core::{Chance, Fast, Game, Options, Pack, Seat, Silent, options, position};

/// One game out of many that share a seed.
pub(crate) struct Trial<G: Game> {
    options: G::Options,
    data: &'static G::Data,
    seed: u64,
    number: u64,
    pub dice: Fast,
    choices: Fast,
    tape: Vec<(Seat, G::Action)>,
    last: Option<(Seat, G::Action)>,
    buffer: Vec<G::Action>,
}

/// A decision that comes next, and whether there was a choice.
#[derive(Copy, Clone)]
pub(crate) struct Next<G: Game> {
    pub seat: Seat,
    pub action: G::Action,
    pub free: bool,
}

impl<G: Game> Trial<G> {
    pub fn new(options: G::Options, data: &'static G::Data, seed: u64, number: u64) -> Trial<G> {
        let (dice, choices) = (Trial::<G>::dice(seed, number), Fast::new(seed, 2 * number + 1));
        Trial { options, data, seed, number, dice, choices, tape: Vec::new(), last: None, buffer: Vec::new() }
    }

    fn dice(seed: u64, number: u64) -> Fast {
        Fast::new(seed, 2 * number)
    }

    pub fn begin(&mut self) -> G {
        G::new(self.options, self.data, &mut self.dice)
    }

    /// What comes next at a table: the first decision that leaves no choice, or else any action of any seat that is asked.
    /// Nothing when the game is over.
    pub fn next(&mut self, state: &G) -> Result<Option<Next<G>>, String> {
        let turn = state.turn();
        if turn.is_over() {
            return Ok(None);
        }
        let asked = turn.seats();
        if asked.is_empty() {
            return Err("Alive: the game is not over and nobody is asked".into());
        }
        let chosen = self.choices.below(asked.len() as u32) as usize;
        let mut next = None;
        for (k, seat) in asked.iter().enumerate() {
            self.buffer.clear();
            state.actions(seat, &mut self.buffer);
            match self.buffer[..] {
                [] => return Err(format!("Alive: {} is asked and can do nothing", state.seat_name(seat))),
                [action] => return Ok(Some(Next { seat, action, free: false })),
                _ if k == chosen => {
                    let action = self.buffer[self.choices.below(self.buffer.len() as u32) as usize];
                    next = Some(Next { seat, action, free: true });
                }
                _ => {}
            }
        }
        Ok(next)
    }

    pub fn advance(&mut self, state: &mut G, next: Next<G>) {
        let Next { seat, action, free } = next;
        self.last = Some((seat, action));
        if free {
            self.tape.push((seat, action));
        }
        state.advance(seat, action, &mut self.dice, &mut Silent);
    }

    /// Everything one needs to see a fault again.
    pub fn tell(&self, fault: &str) -> String {
        let record = self.record();
        let last =
            self.last.map_or_else(|| "the setup".into(), |(seat, action)| format!("seat {}, “{action}”", seat.0));
        format!(
            "{id}: {fault}\n\
             options {options}; seed {seed}, game {number}, after {last}\n\
             replay: save the record below as broken.rec, then `astrarium record replay broken.rec`\n\n{record}",
            id = G::META.id,
            options = options::print(&self.options),
            seed = self.seed,
            number = self.number,
        )
    }

    /// The choices so far as a record that replays. It ends before an entry that cannot be carried out.
    fn record(&self) -> Record {
        let header = Header {
            title: G::META.id.into(),
            engine: ENGINE.into(),
            rules: self.options.rules().to_string(),
            pack: self.data.hash().into(),
            options: options::print(&self.options),
            seats: vec!["random".into(); self.options.seats()],
            ..Header::default()
        };
        let mut record = Record { header, ..Record::default() };
        // A rule that panicked in play panics here again: what is written by then is all there is to tell.
        _ = crate::caught(|| {
            self.write(&mut record);
            Ok(())
        });
        record
    }

    fn write(&self, record: &mut Record) {
        let mut dice = Trial::<G>::dice(self.seed, self.number);
        let mut dice = Taping::new(&mut dice);
        let mut state = G::new(self.options, self.data, &mut dice);
        let mut entry = Entry { seat: "setup".into(), ..Entry::default() };
        let mut tape = self.tape.iter();
        while settled(&mut state, &mut dice) {
            entry.outcomes = std::mem::take(&mut dice.words);
            let before = record.entries.last().map_or_else(|| record.root(), |e| e.hash.clone());
            entry.hash = position::chain(&before, &entry.text(), &state.position());
            record.entries.push(std::mem::take(&mut entry));
            let Some(&(seat, action)) = tape.next() else { return };
            entry.seat = state.seat_name(seat).into();
            entry.sentence = action.to_string();
            state.advance(seat, action, &mut dice, &mut Silent);
        }
    }
}

/// `settle`, for a game that may never end: whether it came to a choice.
fn settled<G: Game>(state: &mut G, chance: &mut impl Chance) -> bool {
    let mut buffer = Vec::new();
    for _ in 0..G::META.max_actions {
        let forced = state.turn().seats().iter().find_map(|seat| {
            buffer.clear();
            state.actions(seat, &mut buffer);
            (buffer.len() == 1).then(|| (seat, buffer[0]))
        });
        let Some((seat, action)) = forced else { return true };
        state.advance(seat, action, chance, &mut Silent);
    }
    false
}
