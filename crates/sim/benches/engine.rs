//! The engine's hot paths for every title: `cargo bench -p astrarium-sim`.

use std::hint::black_box;

use astrarium_bots::{Bot, Budget, Ismcts, Settings, Sight, playout};
use astrarium_core::{Fast, Game};
use astrarium_games::{Title, with_game};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn engine(criterion: &mut Criterion) {
    for title in Title::ALL {
        with_game!(title, G => paths::<G>(criterion));
    }
}

fn paths<G: Game>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(G::META.id);
    let (mut rng, mut buffer) = (Fast::new(1, 1), Vec::new());
    let start = G::new(G::Options::default(), G::house(), &mut rng);
    let mut middle = start;
    playout(&mut middle, &mut rng, &mut buffer, 100);
    let seat = middle.turn().seats().first().expect("no game is over after 100 decisions");

    group.throughput(Throughput::Elements(100));
    group.bench_function("playout of 100 decisions", |b| {
        b.iter_batched_ref(|| start, |state| playout(state, &mut rng, &mut buffer, 100), BatchSize::SmallInput);
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone", |b| b.iter(|| *black_box(&middle)));
    group.bench_function("redeal", |b| b.iter(|| black_box(&middle).redeal(seat, &mut rng)));
    group.bench_function("evaluate", |b| b.iter(|| black_box(&middle).evaluate()));

    group.throughput(Throughput::Elements(2_000));
    group.sample_size(20);
    for (name, cut) in [("search, evaluated at once", Settings::default().cut), ("search, rollouts of 20", 20)] {
        let settings = Settings { budget: Budget::Iterations(2_000), threads: 1, cut, ..Settings::default() };
        group.bench_function(name, |b| b.iter(|| Ismcts::<G>::new(settings, 1).choose(Sight::new(&middle, seat))));
    }
    group.finish();
}

criterion_group!(benches, engine);
criterion_main!(benches);
