//! Searches come, yield and go, on a clock that the test controls.

use astrarium_core::Fast;

use super::*;

const CAPS: Caps = Caps { slots: 1, person: 2, all: 8 };

/// A queue with a clock in our hands.
struct World {
    queue: Queue,
    now: Instant,
}

impl World {
    fn new(caps: Caps) -> World {
        let now = Instant::now();
        World { queue: Queue::new(caps, now), now }
    }

    fn start(&mut self) {
        while self.queue.start(self.now).is_some() {}
    }

    fn enter(&mut self, whom: For) -> Ticket {
        self.enter_for(whom, 300)
    }

    fn enter_for(&mut self, whom: For, millis: u64) -> Ticket {
        let ticket = self.queue.enter(whom, Duration::from_millis(millis), self.now);
        self.start();
        ticket
    }

    /// A hint to a person of one's own.
    fn stranger(&mut self) -> Ticket {
        self.enter(For::Hint(guest()))
    }

    fn leave(&mut self, ticket: Ticket) -> Spent {
        let spent = self.queue.leave(ticket, self.now);
        self.start();
        spent
    }

    fn running(&self) -> Vec<Ticket> {
        let runs = |(&ticket, t): (&Ticket, &Thought)| matches!(t.stage, Stage::Running(_)).then_some(ticket);
        self.queue.thoughts.iter().filter_map(runs).collect()
    }

    fn begun(&self) -> usize {
        self.queue.begun.all.iter().sum()
    }

    /// Time passes, and everybody who runs breathes.
    fn pass(&mut self, millis: u64) {
        self.now += Duration::from_millis(millis);
        for ticket in self.running() {
            self.queue.breathe(ticket, self.now);
            self.start();
        }
    }

    /// The milliseconds until a thought has run for this long.
    fn think(&mut self, ticket: Ticket, millis: u64) -> u64 {
        let began = self.now;
        while self.queue.thoughts[&ticket].used < Duration::from_millis(millis) {
            self.pass(2);
            assert!(self.now - began < Duration::from_secs(600), "it waits for ever");
        }
        (self.now - began).as_millis() as u64
    }
}

fn guest() -> Guest {
    Guest(Id::random())
}

fn bot(host: Guest) -> For {
    For::Bot { host, table: Id::random() }
}

#[test]
fn fifty_tables_of_one_person_hold_up_nobody() {
    let (mut world, host) = (World::new(CAPS), guest());
    for _ in 0..50 {
        let table = Id::random();
        world.queue.look(table);
        world.enter_for(For::Bot { host, table }, 2_000);
    }
    for _ in 0..500 {
        world.pass(2);
    }
    let other = For::Hint(guest());
    for takes in [300, 300, 300, 300, 2_000] {
        let ticket = world.enter_for(other, takes);
        let took = world.think(ticket, takes);
        assert!(took < 2 * takes, "a thought of {takes} ms took {took} ms");
        assert_eq!(world.leave(ticket).waiting, Duration::from_millis(took - takes));
    }
}

#[test]
fn whoever_has_more_tables_does_not_get_more_time() {
    let (mut world, hosts) = (World::new(CAPS), [guest(), guest(), guest()]);
    for (host, tables) in hosts.iter().zip([1, 3, 30]) {
        (0..tables).for_each(|_| _ = world.enter(bot(*host)));
    }
    for _ in 0..10_000 {
        world.pass(2);
    }
    let used = hosts.map(|host| {
        let mine = world.queue.thoughts.values().filter(|t| t.whom.person() == Some(host));
        mine.map(|t| t.used.as_secs_f64()).sum::<f64>()
    });
    assert!(used.is_sorted_by(|a, b| a >= b) && used[2] > 2.0, "of 20 s: {used:?}");
}

#[test]
fn many_strangers_with_long_thoughts_barely_hold_up_a_short_one() {
    let mut world = World::new(CAPS);
    for _ in 0..40 {
        world.enter_for(For::Hint(guest()), 2_000);
    }
    for _ in 0..5_000 {
        world.pass(2);
    }
    let ticket = world.stranger();
    let took = world.think(ticket, 300);
    assert!(took < 600, "a thought of 300 ms took {took} ms");
}

impl World {
    /// Time passes in which everybody who thinks wants the next thought at once. From ten seconds on a person comes now and then
    /// who has used little: the longest time that a hint or a normal bot took.
    fn among(&mut self, strangers: &[Guest], takes: u64) -> u64 {
        let enter = |world: &mut World, &guest: &Guest| (guest, world.enter_for(For::Hint(guest), takes));
        let mut thoughts: Vec<_> = strangers.iter().map(|guest| enter(self, guest)).collect();
        let (person, table) = (guest(), Id::random());
        self.queue.look(table);
        let (mut mine, mut longest, began) = (None::<(Ticket, Instant)>, 0, self.now);
        for k in 0..300_000_u32 {
            self.pass(2);
            for (guest, ticket) in &mut thoughts {
                if self.queue.thoughts[ticket].used >= Duration::from_millis(takes) {
                    self.leave(*ticket);
                    *ticket = self.enter_for(For::Hint(*guest), takes);
                }
            }
            if k > 0 && k % 5_000 == 0 && mine.is_none() {
                let bot = For::Bot { host: person, table };
                mine = Some((self.enter(if k % 10_000 == 0 { For::Hint(person) } else { bot }), self.now));
            }
            if let Some((ticket, since)) = mine {
                longest = longest.max((self.now - since).as_millis() as u64);
                if self.queue.thoughts[&ticket].used >= Duration::from_millis(300) {
                    self.leave(ticket);
                    mine = None;
                }
            }
        }
        assert_eq!(self.now - began, Duration::from_secs(600));
        longest
    }
}

/// For ten minutes, two hundred strangers want long thoughts one after the other, each from an address of its own: a hint and a
/// normal bot of somebody else take at most twice their time.
#[test]
fn two_hundred_strangers_with_long_thoughts() {
    let strangers: Vec<_> = (0..200).map(|_| guest()).collect();
    let longest = World::new(CAPS).among(&strangers, 2_000);
    assert!(longest <= 600, "a thought of 300 ms took {longest} ms");
}

/// The same if they want short ones, as long as they come from one address.
#[test]
fn two_hundred_strangers_of_one_address() {
    let (mut world, strangers) = (World::new(CAPS), (0..200).map(|_| guest()).collect::<Vec<_>>());
    let source = Source::from(std::net::IpAddr::from([192, 0, 2, 1]));
    strangers.iter().for_each(|&guest| world.queue.comes_from(guest, source));
    let longest = world.among(&strangers, 300);
    assert!(longest <= 600, "a thought of 300 ms took {longest} ms");
}

#[test]
fn watched_tables_go_first_and_eyes_come_and_go() {
    let (mut world, table) = (World::new(CAPS), Id::random());
    let hint = world.stranger();
    let unwatched = world.enter(For::Bot { host: guest(), table });
    let statistics = world.enter(For::Statistics);
    (0..500).for_each(|_| world.pass(2));
    assert_eq!(world.running(), [hint], "though it has used a second and the others nothing");
    world.queue.look(table);
    world.pass(2);
    assert_eq!(world.running(), [unwatched]);
    world.queue.look_away(table);
    world.pass(2);
    assert_eq!(world.running(), [hint]);
    world.leave(hint);
    world.leave(unwatched);
    assert_eq!(world.running(), [statistics], "when the others have ended, it is its turn");
}

#[test]
fn begun_thoughts_are_few() {
    let mut world = World::new(CAPS);
    let host = guest();
    let mut mine = Vec::new();
    for takes in [900, 800, 700, 600] {
        // Shorter than those before, so it goes before them if it may.
        mine.push(world.enter_for(bot(host), takes));
        world.pass(2);
    }
    (0..500).for_each(|_| world.pass(2));
    assert_eq!(world.begun(), CAPS.person);
    world.leave(mine[0]);
    (0..500).for_each(|_| world.pass(2));
    assert_eq!(world.begun(), CAPS.person, "the next one takes the place");
    for _ in 0..9 {
        world.enter(bot(guest()));
    }
    (0..500).for_each(|_| world.pass(2));
    assert_eq!(world.begun(), CAPS.all / 2, "the rest is for watched ones");
    for _ in 0..9 {
        world.stranger();
    }
    (0..500).for_each(|_| world.pass(2));
    assert_eq!(world.begun(), CAPS.all);
}

#[test]
fn idle_slots_are_for_everybody() {
    let (mut world, host) = (World::new(Caps { slots: 3, person: 1, all: 8 }), guest());
    let mine: Vec<_> = (0..4).map(|_| world.enter(bot(host))).collect();
    assert_eq!(world.running(), mine[..3]);
    let other = world.stranger();
    world.pass(50);
    assert!(world.running().contains(&other));
    assert_eq!(world.begun(), 4, "the fourth waits for a free slot");
}

#[test]
fn what_was_used_long_ago_is_forgiven() {
    let (mut world, busy, fresh) = (World::new(CAPS), guest(), guest());
    let long = world.enter(For::Hint(busy));
    world.pass(4_000);
    world.leave(long);
    assert_eq!(world.queue.persons[&Some(busy)].load, 4.0);
    world.now += Duration::from_secs(200);
    let (one, two) = (world.enter(For::Hint(busy)), world.enter(For::Hint(fresh)));
    world.pass(2);
    assert_eq!(world.running(), [one], "both have used nothing lately, and one came first");
    assert_eq!(world.queue.persons[&Some(busy)].load, 0.002, "the four seconds are forgotten");
    world.leave(one);
    assert_eq!(world.running(), [two]);
}

#[test]
fn a_long_thought_ends_among_ever_new_short_ones() {
    let mut world = World::new(CAPS);
    let long = world.enter_for(For::Hint(guest()), 2_000);
    let regulars: Vec<_> = (0..20).map(|_| guest()).collect();
    let mut short: Vec<_> = regulars.iter().map(|&g| world.enter(For::Hint(g))).collect();
    let began = world.now;
    while world.queue.thoughts[&long].used < Duration::from_secs(2) {
        world.pass(2);
        for (ticket, &regular) in short.iter_mut().zip(&regulars) {
            if world.queue.thoughts[ticket].used >= Duration::from_millis(300) {
                world.leave(*ticket);
                *ticket = world.enter(For::Hint(regular));
            }
        }
        assert!(world.now - began < Duration::from_secs(240), "the long one starves");
    }
}

/// After every breath of all: no more run than may, free slots are used, and nobody who waits deserves it clearly more.
#[test]
fn the_most_deserving_run_whatever_happens() {
    for seed in 0..50 {
        let mut rng = Fast::new(seed, 0);
        let caps = Caps { slots: 1 + rng.below(4) as usize, person: 2, all: 12 };
        let (mut world, mut open) = (World::new(caps), Vec::new());
        let guests: Vec<_> = (0..6).map(|_| guest()).collect();
        let tables: Vec<_> = (0..8).map(|_| Id::random()).collect();
        for _ in 0..400 {
            let (host, table) = (guests[rng.below(6) as usize], tables[rng.below(8) as usize]);
            match rng.below(9) {
                8 => {
                    world.queue.comes_from(host, Source::from(std::net::IpAddr::from([192, 0, 2, rng.below(3) as u8])))
                }
                0 => open.push(world.enter(For::Bot { host, table })),
                1 => open.push(world.enter_for(For::Bot { host, table }, 2_000)),
                2 => open.push(world.enter(For::Hint(host))),
                3 => open.push(world.enter(For::Statistics)),
                4 => world.queue.look(table),
                5 if world.queue.eyes.contains_key(&table) => world.queue.look_away(table),
                _ if !open.is_empty() => {
                    let gone = open.swap_remove(rng.below(open.len() as u32) as usize);
                    world.leave(gone);
                }
                _ => {}
            }
            world.pass(u64::from(rng.below(60)));
            world.pass(0);
            check(&world, seed);
        }
    }
}

/// What is known of the queue without looking at every thought is what one would find there.
fn found(queue: &Queue) -> (Begun, Option<Ticket>) {
    let mut begun = Begun::default();
    queue.thoughts.values().for_each(|thought| begun.count(thought, queue.home(thought.whom), 1));
    let waits = |(_, t): &(&Ticket, &Thought)| match t.stage {
        Stage::Running(_) => false,
        Stage::Held => true,
        Stage::Unbegun => queue.may_begin(t.line(), queue.caps.person),
    };
    let ranked = queue.thoughts.iter().filter(waits).map(|(&ticket, t)| (queue.rank(t), ticket));
    let best = ranked.min_by(|one, two| one.partial_cmp(two).expect("ranks can be compared"));
    (begun, best.map(|(_, ticket)| ticket))
}

/// A person with many tables costs no more to look at than one with few.
#[test]
fn a_choice_looks_at_persons() {
    let (mut world, host) = (World::new(CAPS), guest());
    let many: Vec<_> = (0..5_000).map(|_| world.enter(bot(host))).collect();
    let other = world.stranger();
    for _ in 0..100 {
        world.pass(2);
    }
    assert_eq!(world.queue.lines.len(), 1, "5,000 bots of one person stand in one line");
    assert_eq!(world.running(), [other]);
    many.into_iter().chain([other]).for_each(|ticket| _ = world.leave(ticket));
    assert!(world.queue.lines.is_empty() && world.queue.tables.is_empty());
    assert_eq!(world.queue.begun, Begun::default());
}

fn check(world: &World, seed: u64) {
    let (queue, running) = (&world.queue, world.running());
    assert!(running.len() <= queue.caps.slots, "seed {seed}");
    assert!(queue.best(usize::MAX).is_none() || running.len() == queue.caps.slots, "seed {seed}: a slot is free");
    assert!(queue.begun.all.iter().all(|&begun| begun <= queue.caps.all), "seed {seed}");
    let (begun, best) = found(queue);
    assert_eq!(queue.begun, begun, "seed {seed}");
    assert_eq!(queue.best(queue.caps.person).map(|(ticket, _)| ticket), best, "seed {seed}");
    let persons = queue.persons.values().map(|p| p.thoughts).sum::<usize>();
    assert_eq!(persons, queue.thoughts.len(), "seed {seed}");
    for ticket in running {
        let rank = queue.rank(&queue.thoughts[&ticket]);
        let better =
            queue.best(queue.caps.person).is_some_and(|(_, (unwatched, load))| (unwatched, load + MARGIN) < rank);
        assert!(!better, "seed {seed}: {ticket} runs before a more deserving one");
    }
}
