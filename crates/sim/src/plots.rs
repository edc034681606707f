//! Plots as SVG: shares of wins with their intervals, and how often each number came up.

use plotters::prelude::*;

use crate::summary::measures;
use crate::{Counts, Share, Summary, Tally};

/// More lines than this are left out, the least frequent first.
const LINES: usize = 24;
const INK: RGBColor = RGBColor(40, 70, 120);

/// All plots of a batch with their file names.
pub fn all(summary: &Summary, tally: &Tally) -> Vec<(String, String)> {
    let shares = &summary.win_shares;
    let mut groups = vec![("seat".to_string(), &shares.seats), ("bot".into(), &shares.bots)];
    groups.extend(shares.facts.iter().map(|(key, group)| (key.to_string(), group)));
    groups.extend(shares.singles.iter().map(|(key, group)| (format!("single {key}"), group)));
    groups.extend(shares.pairs.iter().map(|(key, group)| (format!("pair of {key}"), group)));
    let wins = groups.iter().map(|(key, group)| {
        let even = 1.0 / summary.wins.len() as f64;
        let title = format!("{}: share of wins by {key}", summary.title);
        (file(&format!("wins by {key}")), intervals(&title, group, even))
    });
    let measures = measures(tally);
    let mut counts =
        vec![("decisions", "games", &tally.decisions), ("points of winners", "seats", &tally.winners_points)];
    counts.push(("points of losers", "seats", &tally.losers_points));
    if summary.tension.is_some() {
        counts.push(("changes of the lead", "games", &tally.lead_changes));
        counts.push(("thousandths of the decisions until the winner is known", "games", &tally.known_at));
    }
    let of_games: Vec<&str> = tally.of_games().map(|(key, _)| &**key).collect();
    let counted = |key: &str| if of_games.contains(&key) { "games" } else { "seats" };
    counts.extend(measures.iter().map(|(key, counts)| (&**key, counted(key), counts)));
    let spreads = counts
        .iter()
        .map(|(key, each, counts)| (file(key), histogram(&format!("{}: {key}", summary.title), key, each, counts)));
    wins.chain(spreads).collect()
}

/// A name without spaces.
fn file(name: &str) -> String {
    format!("{}.svg", name.to_lowercase().replace(' ', "-"))
}

/// A line for each share with its interval, and a mark where all would be even.
fn intervals(title: &str, shares: &[Share], even: f64) -> String {
    let mut shares: Vec<&Share> = shares.iter().collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.games));
    shares.truncate(LINES);
    shares.sort_by(|a, b| a.share.total_cmp(&b.share));
    let label = |share: &Share| format!("{} ({})", share.name, share.games);
    let room = shares.iter().map(|share| label(share).chars().count()).max().unwrap_or(0) as u32 * 7 + 20;
    let most = shares.iter().map(|share| share.high).fold(even, f64::max) * 1.05;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (520 + room, 110 + 24 * shares.len() as u32)).into_drawing_area();
        root.fill(&WHITE).expect("a string takes all");
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(50)
            .y_label_area_size(room)
            .build_cartesian_2d(0.0..most, (0..shares.len().saturating_sub(1)).into_segmented())
            .expect("the ranges are not empty");
        let name = |value: &SegmentValue<usize>| match value {
            SegmentValue::CenterOf(at) => shares.get(*at).map_or(String::new(), |share| label(share)),
            _ => String::new(),
        };
        let mut mesh = chart.configure_mesh();
        mesh.label_style(("sans-serif", 13))
            .disable_y_mesh()
            .y_labels(shares.len() + 1)
            .y_label_formatter(&name)
            .light_line_style(WHITE);
        mesh.x_desc("share of wins, %, with 95 % interval; the upright line is the fair share")
            .x_label_formatter(&|share| format!("{:.0} %", share * 100.0))
            .draw()
            .expect("a string takes all");
        let mark =
            PathElement::new([(even, SegmentValue::Exact(0)), (even, SegmentValue::Last)], BLACK.stroke_width(1));
        chart.draw_series([mark]).expect("a string takes all");
        let lines = shares.iter().enumerate().map(|(at, share)| {
            let at = SegmentValue::CenterOf(at);
            PathElement::new([(share.low, at.clone()), (share.high, at)], INK.stroke_width(2))
        });
        chart.draw_series(lines).expect("a string takes all");
        let dots = shares.iter().enumerate();
        let dots = dots.map(|(at, share)| Circle::new((share.share, SegmentValue::CenterOf(at)), 4, INK.filled()));
        chart.draw_series(dots).expect("a string takes all");
    }
    svg
}

/// Bars of equal width, at most forty of them.
fn histogram(title: &str, what: &str, each: &str, counts: &Counts) -> String {
    let low = counts.0.keys().next().copied().unwrap_or(0);
    let high = counts.0.keys().next_back().copied().unwrap_or(0);
    let width = (high - low) / 40 + 1;
    let mut bars = vec![0u64; ((high - low) / width + 1) as usize];
    counts.0.iter().for_each(|(number, times)| bars[((number - low) / width) as usize] += times);
    let most = bars.iter().max().copied().unwrap_or(0) + 1;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (640, 320)).into_drawing_area();
        root.fill(&WHITE).expect("a string takes all");
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(50)
            .y_label_area_size(70)
            .build_cartesian_2d((0..bars.len() as i64 - 1).into_segmented(), 0..most)
            .expect("the ranges are not empty");
        let bar = |at: &SegmentValue<i64>| match at {
            SegmentValue::CenterOf(at) if width == 1 => (low + at).to_string(),
            SegmentValue::CenterOf(at) => format!("{}–{}", low + at * width, low + (at + 1) * width - 1),
            _ => String::new(),
        };
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().light_line_style(WHITE).label_style(("sans-serif", 13));
        mesh.x_labels(8).x_label_formatter(&bar).x_desc(what).y_desc(each).draw().expect("a string takes all");
        let rectangles = (0i64..).zip(&bars).map(|(at, times)| {
            let end = if at + 1 == bars.len() as i64 { SegmentValue::Last } else { SegmentValue::Exact(at + 1) };
            let mut bar = Rectangle::new([(SegmentValue::Exact(at), 0), (end, *times)], INK.mix(0.8).filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        });
        chart.draw_series(rectangles).expect("a string takes all");
    }
    svg
}
