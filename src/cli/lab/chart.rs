//! Curves over the number of empty cells, times on a logarithmic scale, to be read in print: every curve has its
//! own dashes and marks beside its colour, and its name at its end instead of in a legend far away.

use crate::cli::svg::{Anchor, Svg};

/// One algorithm's points: empty cells and seconds.
pub struct Curve {
    pub name: &'static str,
    pub points: Vec<(f64, f64)>,
}

const SIZE: (f64, f64) = (760.0, 480.0);
const LEFT: f64 = 74.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// The size of the names at the curves' ends.
const LABEL_HEIGHT: f64 = 11.0;
const LETTER_WIDTH: f64 = 7.5;

/// Colours that differ in lightness too, dashes and marks, one of each for every curve in turn.
const COLOURS: [&str; 7] = [
    "#000000", "#0072b2", "#d55e00", "#009e73", "#7b3294", "#a6761d", "#c51b7d",
];
const DASHES: [&str; 7] = ["", "6 3", "", "2 3", "8 3 2 3", "", "5 2"];

/// Maps values to the page.
struct Axes {
    x: (f64, f64),
    /// Powers of ten.
    y: (i32, i32),
}

impl Axes {
    fn around(curves: &[Curve]) -> Axes {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let (left, right) = (least(&mut points().map(|p| p.0)), most(&mut points().map(|p| p.0)));
        let low = least(&mut points().map(|p| p.1)).max(1e-9).log10().floor();
        let high = most(&mut points().map(|p| p.1)).max(1e-9).log10().ceil();
        if !(left.is_finite() && low.is_finite() && high.is_finite()) {
            return Axes {
                x: (0.0, 1.0),
                y: (-3, 0),
            };
        }
        let widen = if left < right { 0.0 } else { 1.0 };
        Axes {
            x: (left - widen, right + widen),
            y: (low as i32, (high as i32).max(low as i32 + 1)),
        }
    }

    fn at(&self, x: f64, exponent: f64) -> (f64, f64) {
        let across = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = (exponent - f64::from(self.y.0)) / f64::from(self.y.1 - self.y.0);
        let (width, height) = (SIZE.0 - LEFT - RIGHT, SIZE.1 - TOP - BOTTOM);
        (LEFT + across * width, TOP + (1.0 - up) * height)
    }

    fn place(&self, &(x, seconds): &(f64, f64)) -> (f64, f64) {
        self.at(x, seconds.max(1e-9).log10())
    }
}

/// The picture of the curves.
pub fn draw(title: &str, x_name: &str, curves: &[Curve]) -> String {
    let mut svg = Svg::new(SIZE.0, SIZE.1);
    let axes = Axes::around(curves);
    svg.text(
        (LEFT, 26.0),
        Anchor::Start,
        r#"font-size="17" font-weight="bold""#,
        title,
    );
    draw_grid(&mut svg, &axes, x_name);
    for (index, curve) in curves.iter().enumerate() {
        draw_curve(&mut svg, &axes, curve, index);
    }
    draw_names(&mut svg, &axes, curves);
    svg.finish()
}

fn draw_grid(svg: &mut Svg, axes: &Axes, x_name: &str) {
    let small = r##"font-size="13" fill="#222""##;
    for exponent in axes.y.0..=axes.y.1 {
        let (from, to) = (axes.at(axes.x.0, exponent.into()), axes.at(axes.x.1, exponent.into()));
        svg.line(from, to, r##"stroke="#ccc" stroke-width="1""##);
        svg.text((from.0 - 8.0, from.1 + 4.5), Anchor::End, small, &duration(exponent));
    }
    let (low, high) = (f64::from(axes.y.0), f64::from(axes.y.1));
    for empties in axes.x.0.ceil() as i64..=axes.x.1.floor() as i64 {
        let at = axes.at(empties as f64, low);
        svg.line(at, (at.0, at.1 + 5.0), r##"stroke="#222" stroke-width="1""##);
        svg.text((at.0, at.1 + 20.0), Anchor::Middle, small, &empties.to_string());
    }
    let corner = axes.at(axes.x.0, low);
    svg.line(corner, axes.at(axes.x.1, low), r##"stroke="#222" stroke-width="1.2""##);
    svg.line(corner, axes.at(axes.x.0, high), r##"stroke="#222" stroke-width="1.2""##);
    let middle = (LEFT + SIZE.0 - RIGHT) / 2.0;
    svg.text((middle, SIZE.1 - 14.0), Anchor::Middle, r#"font-size="14""#, x_name);
}

/// A power of ten of seconds in the unit that people use.
fn duration(exponent: i32) -> String {
    let (unit, base) = match exponent {
        ..=-7 => ("ns", -9),
        -6..=-4 => ("µs", -6),
        -3..=-1 => ("ms", -3),
        _ => ("s", 0),
    };
    format!("{} {unit}", 10_f64.powi(exponent - base))
}

fn draw_curve(svg: &mut Svg, axes: &Axes, curve: &Curve, index: usize) {
    let colour = COLOURS[index % COLOURS.len()];
    let dash = DASHES[index % DASHES.len()];
    let points: Vec<(f64, f64)> = curve.points.iter().map(|point| axes.place(point)).collect();
    let style = format!(r#"stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}""#);
    svg.polyline(&points, &style);
    for point in points {
        draw_mark(svg, point, index, colour);
    }
}

fn draw_mark(svg: &mut Svg, (x, y): (f64, f64), index: usize, colour: &str) {
    let filled = format!(r#"fill="{colour}" stroke="{colour}" stroke-width="1.5""#);
    let hollow = format!(r#"fill="white" stroke="{colour}" stroke-width="1.5""#);
    let up = [(x, y - 4.5), (x + 4.2, y + 3.2), (x - 4.2, y + 3.2)];
    let diamond = [(x, y - 4.8), (x + 4.8, y), (x, y + 4.8), (x - 4.8, y)];
    match index % 7 {
        0 => svg.circle((x, y), 3.6, &filled),
        1 => svg.rectangle((x - 3.4, y - 3.4), (6.8, 6.8), &hollow),
        2 => svg.polygon(&up, &filled),
        3 => svg.circle((x, y), 3.6, &hollow),
        4 => svg.polygon(&diamond, &filled),
        5 => svg.rectangle((x - 3.4, y - 3.4), (6.8, 6.8), &filled),
        _ => svg.polygon(&diamond, &hollow),
    }
}

/// A name's box: where its text begins, its foot line, its width.
#[derive(Clone, Copy)]
struct Label {
    left: f64,
    foot: f64,
    width: f64,
}

impl Label {
    /// Whether a point lies on the box or too close to it.
    fn covers(&self, (x, y): (f64, f64)) -> bool {
        let (left, right) = (self.left - 5.0, self.left + self.width + 2.0);
        (left..=right).contains(&x) && (self.foot - LABEL_HEIGHT..=self.foot + 4.0).contains(&y)
    }

    fn meets(&self, other: &Label) -> bool {
        let apart = self.left + self.width < other.left || other.left + other.width < self.left;
        !apart && (self.foot - other.foot).abs() < LABEL_HEIGHT + 2.0
    }
}

/// Names each curve close to its last point, where neither a curve nor another name is in the way.
fn draw_names(svg: &mut Svg, axes: &Axes, curves: &[Curve]) {
    let drawn: Vec<(f64, f64)> = curves.iter().flat_map(|curve| trace(axes, curve)).collect();
    let mut placed: Vec<Label> = Vec::new();
    for (index, curve) in curves.iter().enumerate() {
        let Some(end) = curve.points.last().map(|point| axes.place(point)) else {
            continue;
        };
        let at = |shift: f64| Label {
            left: end.0 + 10.0,
            foot: end.1 + 4.5 + shift,
            width: LETTER_WIDTH * curve.name.len() as f64,
        };
        let free = |label: &Label| {
            !drawn.iter().any(|&point| label.covers(point)) && !placed.iter().any(|other| label.meets(other))
        };
        // Ever farther down and up; on a crowded page the place beside the point has to do.
        let shifts = (0..60).flat_map(|step| [f64::from(step) * 2.0, f64::from(step) * -2.0]);
        let label = shifts.map(at).find(free).unwrap_or_else(|| at(0.0));
        placed.push(label);
        let style = format!(r#"font-size="13" fill="{}""#, COLOURS[index % COLOURS.len()]);
        svg.text((label.left, label.foot), Anchor::Start, &style, curve.name);
    }
}

/// Points along a curve, close enough that none jumps over a name.
fn trace(axes: &Axes, curve: &Curve) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> = curve.points.iter().map(|point| axes.place(point)).collect();
    let between = |pair: &[(f64, f64)]| {
        let (from, to) = (pair[0], pair[1]);
        (0..=100).map(move |step| {
            let part = f64::from(step) / 100.0;
            (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
        })
    };
    points.windows(2).flat_map(between).collect()
}
