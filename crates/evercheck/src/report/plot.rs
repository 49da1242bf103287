//! The time of each revision of a history as a picture: SVG, readable on light and on dark.

use std::fmt::Write as _;

/// What a revision took, in seconds of processor time.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub revision: String,
    pub subject: String,
    pub time: f64,
    /// Without what earlier runs found out.
    pub scratch: Option<f64>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 320.0;
/// Around the curves: left, right, above, below.
const MARGIN: [f64; 4] = [64.0, 16.0, 40.0, 56.0];
/// Names of revisions below the axis, at most.
const NAMES: usize = 12;

const STYLE: &str = "\
  <style>
    text { font: 12px system-ui, sans-serif; fill: #24292f }
    .grid { stroke: #d0d7de; stroke-width: 1 }
    .reuse { stroke: #0969da; fill: #0969da }
    .scratch { stroke: #bc4c00; fill: #bc4c00 }
    polyline { fill: none !important; stroke-width: 2 }
    .scratch polyline { stroke-dasharray: 6 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .grid { stroke: #3d444d }
      .reuse { stroke: #58a6ff; fill: #58a6ff }
      .scratch { stroke: #f0883e; fill: #f0883e }
    }
  </style>
";

pub fn svg(points: &[Point]) -> String {
    let [left, right, above, below] = MARGIN;
    let times = points.iter().flat_map(|point| [Some(point.time), point.scratch]).flatten();
    let (step, top) = scale(times.fold(0.0, f64::max));
    let x = |index: usize| left + (WIDTH - left - right) * (index as f64 + 0.5) / points.len().max(1) as f64;
    let y = |time: f64| HEIGHT - below - (HEIGHT - above - below) * time / top;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Processor time of each revision\">\n{STYLE}"
    );
    for line in 0..=(top / step).round() as usize {
        let time = step * line as f64;
        let at = y(time);
        let _ = writeln!(
            text,
            "  <line class=\"grid\" x1=\"{left}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\n  \
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{} s</text>",
            WIDTH - right,
            left - 6.0,
            at + 4.0,
            shortest(time),
        );
    }
    let every = points.len().div_ceil(NAMES).max(1);
    for (index, point) in points.iter().enumerate().step_by(every) {
        let (at, base) = (x(index), HEIGHT - below + 16.0);
        let name = escaped(&point.revision);
        let _ = writeln!(
            text,
            "  <text x=\"{at:.1}\" y=\"{base}\" text-anchor=\"end\" transform=\"rotate(-30 {at:.1} {base})\">{name}</text>"
        );
    }
    let with: Vec<Option<f64>> = points.iter().map(|point| Some(point.time)).collect();
    let without: Vec<Option<f64>> = points.iter().map(|point| point.scratch).collect();
    let total = |times: &[Option<f64>]| times.iter().flatten().sum::<f64>();
    let mut legend = left;
    for (class, name, times) in [("reuse", "with reuse", &with), ("scratch", "from scratch", &without)] {
        if times.iter().all(Option::is_none) {
            continue;
        }
        let places: Vec<String> = times
            .iter()
            .enumerate()
            .filter_map(|(index, time)| Some(format!("{:.1},{:.1}", x(index), y((*time)?))))
            .collect();
        let _ = writeln!(text, "  <g class=\"{class}\">\n    <polyline points=\"{}\"/>", places.join(" "));
        for ((index, point), time) in points.iter().enumerate().zip(times) {
            let Some(time) = time else { continue };
            let title = escaped(&format!("{} {}: {time:.2} s {name}", point.revision, point.subject));
            let _ = writeln!(
                text,
                "    <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{title}</title></circle>",
                x(index),
                y(*time)
            );
        }
        let words = format!("{name}, {:.1} s in all", total(times));
        let _ = writeln!(
            text,
            "    <rect x=\"{legend}\" y=\"14\" width=\"10\" height=\"10\"/>\n  </g>\n  \
             <text x=\"{}\" y=\"23\">{words}</text>",
            legend + 16.0
        );
        legend += 220.0;
    }
    text + "</svg>\n"
}

/// The distance of two lines, and a number of them that covers a time.
fn scale(longest: f64) -> (f64, f64) {
    let longest = longest.max(1e-2);
    let power = 10f64.powf((longest / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * power).into_iter().find(|step| longest / step <= 6.0);
    let step = step.unwrap_or(10.0 * power);
    (step, step * (longest / step).ceil())
}

/// Without the zeros that arithmetic adds.
fn shortest(time: f64) -> String {
    let text = format!("{time:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn escaped(words: &str) -> String {
    let plain: String = words.chars().filter(|c| !c.is_control()).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_times_are_drawn_and_words_are_no_markup() {
        let point = |time, scratch| Point { revision: "1a".into(), subject: "a < b".into(), time, scratch };
        let picture = svg(&[point(1.0, Some(4.0)), point(0.5, Some(4.5))]);
        assert_eq!(picture.matches("<polyline").count(), 2);
        assert_eq!(picture.matches("<circle").count(), 4);
        assert!(
            picture.contains("1a a &lt; b: 4.50 s from scratch")
                && picture.contains("with reuse, 1.5 s in all")
        );
        assert!(picture.contains(">5 s</text>") && picture.contains("prefers-color-scheme: dark"));
        assert_eq!(svg(&[point(1.0, None)]).matches("<polyline").count(), 1);
        assert!(svg(&[]).ends_with("</svg>\n"));
    }

    #[test]
    fn lines_are_at_round_times() {
        assert_eq!(scale(4.5), (1.0, 5.0));
        assert_eq!(scale(0.13), (0.05, 0.15000000000000002));
        assert_eq!(scale(59.0), (10.0, 60.0));
    }
}
