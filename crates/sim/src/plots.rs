//! Plots as SVG: shares of wins with their intervals, and how often each number came up.

use plotters::prelude::*;

use crate::{Counts, Share, Summary, Tally};

/// More lines than this are left out, the least frequent first.
const LINES: usize = 24;
const INK: RGBColor = RGBColor(40, 70, 120);

/// All plots of a batch with their file names.
pub fn all(summary: &Summary, tally: &Tally) -> Vec<(String, String)> {
    let shares = &summary.win_shares;
    let mut groups = vec![("seat", &shares.seats), ("bot", &shares.bots)];
    groups.extend(shares.facts.iter().map(|(key, group)| (&**key, group)));
    let wins = groups.iter().map(|(key, group)| {
        let even = 1.0 / summary.wins.len() as f64;
        (format!("wins-by-{key}.svg"), intervals(&format!("{}: share of wins by {key}", summary.title), group, even))
    });
    let mut counts = vec![("decisions", &tally.decisions), ("points-of-winners", &tally.winners_points)];
    counts.push(("points-of-losers", &tally.losers_points));
    counts.extend(tally.measures.iter().map(|(key, counts)| (&**key, counts)));
    let spreads = counts.iter().map(|(key, counts)| {
        (format!("{key}.svg"), histogram(&format!("{}: {}", summary.title, key.replace('-', " ")), counts))
    });
    wins.chain(spreads).collect()
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
        let root = SVGBackend::with_string(&mut svg, (520 + room, 90 + 24 * shares.len() as u32)).into_drawing_area();
        root.fill(&WHITE).expect("a string takes all");
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(30)
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
        mesh.x_label_formatter(&|share| format!("{:.0} %", share * 100.0)).draw().expect("a string takes all");
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
fn histogram(title: &str, counts: &Counts) -> String {
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
            .x_label_area_size(30)
            .y_label_area_size(60)
            .build_cartesian_2d(low..low + width * bars.len() as i64, 0..most)
            .expect("the ranges are not empty");
        chart.configure_mesh().disable_x_mesh().light_line_style(WHITE).draw().expect("a string takes all");
        let rectangles = bars.iter().enumerate().map(|(k, times)| {
            let from = low + width * k as i64;
            Rectangle::new([(from, 0), (from + width, *times)], INK.mix(0.8).filled())
        });
        chart.draw_series(rectangles).expect("a string takes all");
    }
    svg
}
