use astrarium_core::{Action as _, Fast, Game, Options as _, Seat, Silent, settle};
use game_empires_of_the_void::*;
fn play<G: Game>(opts: G::Options, n: u64) {
    let t = std::time::Instant::now();
    let (mut total, mut taken) = (0u64, 0u64);
    let mut verbs = std::collections::BTreeMap::<String, u64>::new();
    let mut vps = vec![];
    let mut buf = Vec::new();
    for i in 0..n {
        let mut c = Fast::new(5, i);
        let mut r = Fast::new(9, i);
        let mut s = G::new(opts, G::house(), &mut c);
        loop {
            let asked = settle(&mut s, &mut buf, &mut c, &mut Silent, |_, _, _, _| {});
            taken += 1;
            let Some(seat) = asked.first() else { break };
            buf.clear();
            s.actions(seat, &mut buf);
            let a = buf[r.below(buf.len() as u32) as usize];
            if i < 50 { *verbs.entry(a.to_string().split(' ').next().unwrap().into()).or_default() += 1; }
            s.advance(seat, a, &mut c, &mut Silent);
            total += 1;
        }
        for k in 0..opts.seats() { vps.push(s.points()[Seat(k as u8)]); }
    }
    vps.sort();
    let e = t.elapsed();
    println!("{} {} games, {} decisions/game, {:.0} ns/decision, vp {} {} {}, size {}", G::META.id, n, total / n, e.as_nanos() as f64 / total as f64, vps[vps.len()/10], vps[vps.len()/2], vps[vps.len()*9/10], std::mem::size_of::<G>());
    println!("{verbs:?} {taken} {}", G::Action::COUNT);
}
#[test]
fn quick() {
    play::<EmpiresOfTheVoid>(Default::default(), 300);
    play::<KeyToTheUniverse>(Default::default(), 300);
    play::<KeyToTheUniverse>(KeyOptions { players: 2, ..Default::default() }, 300);
}
