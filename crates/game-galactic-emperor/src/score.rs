//! The victory count, the end of the game, the final battle, the standing (GE-164, GE-183 to GE-195).

use std::cmp::Ordering;

use astrarium_core::{BySeat, BySide, Chance, Log, Parts, Piece, Score, Seat, SeatSet, Side, cited};

use crate::event::Event;
use crate::piece::Tech;
use crate::state::{Battle, End, Over, Phase, State};

/// How many of those who are tied fight it out.
const DUELLISTS: usize = 2;

impl Score for State {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.humans().for_each(|s| points[s] = i32::from(self.players[s].vp));
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let end = self.end.map_or("none", |end| match end {
            crate::state::End::LastToken => "last-token",
            crate::state::End::LastVp => "last-vp",
            crate::state::End::RoundLimit => "round-limit",
        });
        let fought = matches!(self.phase, Phase::Over(over) if over.fought);
        let owned = |tech: Tech| if self.players[seat].techs.has(tech) { "yes" } else { "no" }.to_string();
        let mut facts = vec![
            ("colour", self.seat_name(seat).to_string()),
            ("rounds", self.round.to_string()),
            ("planets", self.planets(seat).to_string()),
            ("end", end.to_string()),
            ("last-battle", fought.to_string()),
        ];
        facts.extend(Tech::all().map(|tech| (tech.word(), owned(tech))));
        facts
    }

    fn owned(&self, seat: Seat) -> Vec<(&'static str, Vec<&'static str>)> {
        vec![("technologies", self.players[seat].techs.iter().map(Tech::word).collect())]
    }
}

#[cited]
impl State {
    /// One point for each planet, the home's too; all are paid in full (GE-164, GE-165, GE-P008, GE-190, GE-195).
    pub(crate) fn victory_count(&mut self, log: &mut impl Log<Event>) {
        log.push(|| Event::Counted);
        for seat in self.seats_in_play() {
            let vp = u16::from(self.planets(seat));
            self.players[seat].vp += vp;
            self.vp_pool = self.vp_pool.saturating_sub(vp);
            log.push(|| Event::Scored { seat, vp, from: "planets" });
        }
    }

    /// After the role in which the end was triggered, or after the last round.
    pub(crate) fn final_scoring(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let counted = matches!(self.phase, Phase::Regent(_)) && self.end != Some(End::RoundLimit); // GE-187
        if !counted {
            self.victory_count(log); // GE-186, GE-193
        }
        self.turn = 0;
        let numbers = &self.data.0.numbers;
        for seat in self.humans() {
            let player = &mut self.players[seat];
            if player.metal == numbers.store_metal && player.energy == numbers.store_energy {
                player.vp += u16::from(numbers.store_vp); // GE-188
                log.push(|| Event::FullStore { seat, vp: numbers.store_vp });
            }
        }
        let most = self.humans().map(|s| self.players[s].marks).max().expect("somebody plays");
        let rich: SeatSet = self.humans().filter(|&s| self.players[s].marks == most).collect();
        let vp = if rich.len() > 1 { numbers.tied_marks_vp } else { numbers.marks_vp }; // GE-189
        for seat in rich.iter() {
            self.players[seat].vp += u16::from(vp);
            log.push(|| Event::MostMarks { seat, vp });
        }
        self.crown(chance, log);
    }

    /// Most points win (GE-191); of several, two fight with all their ships (GE-192).
    fn crown(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let tied = self.leaders();
        if tied.len() == 1 {
            return self.finish(tied, None, log);
        }
        log.reveal(); // all totals
        let sides = self.duellists(tied, chance);
        let ships = sides.map(|s| !self.players[s].fleet.out().is_empty());
        log.push(|| Event::LastBattle { sides });
        match ships.0 {
            [true, true] => {
                self.phase = Phase::LastBattle(Battle::new(None, sides, ships));
                self.new_combat_round(chance, log);
            }
            [true, false] => self.finish(one(sides[Side::Attacker]), Some(sides), log),
            [false, true] => self.finish(one(sides[Side::Defender]), Some(sides), log),
            [false, false] => self.finish_undecided(sides, log),
        }
    }

    fn leaders(&self) -> SeatSet {
        let best = self.humans().map(|s| self.players[s].vp).max();
        self.humans().filter(|&s| Some(self.players[s].vp) == best).collect()
    }

    /// The first two by sectors, marks and dice of the fleet; a lot only where too many are equal (GE-192).
    fn duellists(&self, tied: SeatSet, chance: &mut impl Chance) -> BySide<Seat> {
        let dice = |s: Seat| self.players[s].fleet.out().iter().map(|k| self.data.unit(k.kind()).dice).sum::<u8>();
        let rank = |s: Seat| (self.wealth(s), dice(s));
        let mut chosen = SeatSet::EMPTY;
        while chosen.len() < DUELLISTS {
            let left: SeatSet = tied.iter().filter(|&s| !chosen.contains(s)).collect();
            let best = left.iter().map(rank).max();
            let equal: SeatSet = left.iter().filter(|&s| Some(rank(s)) == best).collect();
            let nth = |i: u32| equal.iter().nth(i as usize).expect("below their number");
            if chosen.len() + equal.len() <= DUELLISTS {
                equal.iter().for_each(|s| chosen.insert(s));
            } else {
                chosen.insert(nth(chance.pick(equal.len() as u32, |i| self.colour(nth(i)).to_string())));
            }
        }
        let mut chosen = chosen.iter();
        BySide::from_fn(|_| chosen.next().expect("as many as were counted"))
    }

    fn wealth(&self, seat: Seat) -> (u8, u16) {
        let player = &self.players[seat];
        (player.controls().len(), player.marks)
    }

    pub(crate) fn end_last_battle(&mut self, battle: &Battle, log: &mut impl Log<Event>) {
        let mut alive = Side::BOTH.into_iter().filter(|&side| !self.side_ships(battle, side).is_empty());
        match (alive.next(), alive.next()) {
            (Some(side), None) => self.finish(one(battle.sides[side]), Some(battle.sides), log),
            _ => self.finish_undecided(battle.sides, log),
        }
    }

    /// Both gone: more sectors, then more marks, else they share the victory (GE-192).
    fn finish_undecided(&mut self, sides: BySide<Seat>, log: &mut impl Log<Event>) {
        let BySide([a, b]) = sides.map(|s| self.wealth(s));
        let winners = match a.cmp(&b) {
            Ordering::Greater => one(sides[Side::Attacker]),
            Ordering::Less => one(sides[Side::Defender]),
            Ordering::Equal => SeatSet::from_iter(sides.0),
        };
        self.finish(winners, Some(sides), log);
    }

    /// Places by points; of those tied for the first, the winners, the loser of the last battle, then the others.
    fn finish(&mut self, winners: SeatSet, fought: Option<BySide<Seat>>, log: &mut impl Log<Event>) {
        let rank = |seat: Seat| {
            let vp = self.players[seat].vp;
            (vp, winners.contains(seat), fought.is_some_and(|sides| sides.0.contains(&seat)))
        };
        let mut places = BySeat::default();
        for seat in self.humans() {
            places[seat] = 1 + self.humans().filter(|&s| rank(s) > rank(seat)).count() as u8;
        }
        self.phase = Phase::Over(Over { places, fought: fought.is_some() });
        log.push(|| Event::Ended { places });
    }
}

fn one(seat: Seat) -> SeatSet {
    SeatSet::from_iter([seat])
}
