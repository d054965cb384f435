//! The picture: on the left what happens if a cast is believed, on the right what photofinish proves.

use std::error::Error;

use photofinish::separation::Frame;

use crate::answer::{Found, Span, ask, direction, offset};
use crate::flight::{BALL, Flight, HALF, THIN};
use crate::page::{Page, SLOW, percent};

/// The length of 1 in the picture.
const SCALE: f64 = 76.0;
/// The middle of a panel, from its corner.
const MIDDLE: [f64; 2] = [205.0, 226.0];
/// Where time 0 and time 1 are on the line of time, from the corner of a panel; and its height.
const TIMES: [f64; 3] = [24.0, 386.0, 408.0];
/// How many times of a span a line is placed at. In between it moves at a constant speed.
const PLACES: u32 = 6;

/// Returns the picture of a flight that ends in an impact.
pub fn draw(flight: &Flight) -> Result<String, Box<dyn Error>> {
    let found = ask(flight)?;
    let mut page = Page::default();
    page.draw(
        "<defs><clipPath id=\"scene\"><rect x=\"1\" y=\"68\" width=\"406\" height=\"316\"/></clipPath>\
         <pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path d=\"M0 0V6\" stroke=\"var(--wrong)\" stroke-width=\"3\"/></pattern></defs>",
    );
    missed(&mut page, flight, &found);
    proven(&mut page, flight, &found)?;
    Ok(page.finish("A turning bar hits a ball. A cast misses the impact, photofinish proves it."))
}

/// Draws the left panel, where the bodies fly on.
fn missed(page: &mut Page, flight: &Flight, found: &Found) {
    let overlap = flight.overlap_after(found.impact);
    open_panel(page, 1.0, "parry’s cast, given the full motion");
    bodies(page, flight, 1.0, overlap.deepest);
    let [at, turned] = poses(flight, overlap.deepest);
    let ghost = page.seen(percent(overlap.deepest), 100.0);
    page.draw(&format!(
        "<g class=\"{ghost}\"><g transform=\"{turned}\">{}</g><circle r=\"{BALL}\" transform=\"{at}\" \
         class=\"ghost\"/></g></g></g>",
        bar("ghost")
    ));
    let shares = [found.impact, overlap.end].map(percent);
    let [left, right] = [found.impact, overlap.end].map(along);
    let hatched = page.seen(shares[0], 100.0);
    axis(page);
    page.draw(&format!(
        "<rect x=\"{left:.1}\" y=\"{}\" width=\"{:.1}\" height=\"12\" \
         class=\"hatch {hatched}\"/>",
        TIMES[2] - 6.0,
        right - left
    ));
    text(
        page,
        (0.0, shares[0]),
        "Its answer: they do not touch.",
        "",
        false,
    );
    text(
        page,
        (shares[0], shares[1]),
        "But they overlap.",
        "wrong",
        false,
    );
    let after = format!("Missed: they overlapped from {:.3} on.", found.impact);
    text(page, (shares[1], 100.0), &after, "wrong", true);
    close_panel(page, 1.0, overlap.deepest);
}

/// Draws the right panel, with a line for each span, up to the impact.
fn proven(page: &mut Page, flight: &Flight, found: &Found) -> Result<(), Box<dyn Error>> {
    let (count, impact) = (found.spans.len(), found.impact);
    open_panel(page, 431.0, "photofinish");
    let turning = page.flying(impact, |time| turned_by(flight, time));
    for (index, span) in found.spans.iter().enumerate() {
        plane(page, flight, span, &turning, index + 1 == count)?;
    }
    bodies(page, flight, impact, impact);
    let end = percent(impact);
    let ring = |share: f64, size: f64| (end + share, format!("transform:scale({size})"));
    let ring = page.seen_in(
        end,
        100.0,
        &[ring(0.0, 0.5), ring(3.0, 3.0), ring(6.0, 1.0)],
    );
    page.draw(&format!(
        "<g transform=\"translate({:.4} {:.4})\"><circle r=\".16\" class=\"ring {ring}\"/></g></g></g>",
        found.contact.x, found.contact.y
    ));
    axis(page);
    for (index, span) in found.spans.iter().enumerate() {
        let [left, right] = [span.start, span.end].map(along);
        let full = page.seen(percent(span.start), 100.0);
        page.draw(&format!(
            "<rect x=\"{left:.2}\" y=\"{}\" width=\"{:.2}\" height=\"12\" class=\"proven {full}\"/>",
            TIMES[2] - 6.0,
            right - left - 1.2
        ));
        let words = format!(
            "Line {} of {count} proves them apart until {:.3}.",
            index + 1,
            span.end
        );
        text(
            page,
            (percent(span.start), percent(span.end)),
            &words,
            "",
            false,
        );
    }
    let words = format!("First impact at {impact:.3}. Proven apart before.");
    text(page, (end, 100.0), &words, "right", true);
    close_panel(page, impact, impact);
    Ok(())
}

/// Draws the line that separates the bodies over a span, with the side on which the ball is. `turning` is the class of
/// what turns with the bar.
fn plane(
    page: &mut Page,
    flight: &Flight,
    span: &Span,
    turning: &str,
    last: bool,
) -> Result<(), Box<dyn Error>> {
    let place = |part: u32| {
        let time = span.start + (span.end - span.start) * f64::from(part) / f64::from(PLACES);
        let offset = offset(flight, span, time)?;
        Ok((
            percent(time),
            format!("transform:translateX({offset:.4}px)"),
        ))
    };
    let places = (0..=PLACES)
        .map(place)
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let to = if last { 100.0 } else { percent(span.end) };
    let class = page.seen_in(percent(span.start), to, &places);
    let (turning, angle) = match span.frame {
        Frame::A => (turning, flight.angle_at(span.end)),
        Frame::World | Frame::B => ("", 0.0),
    };
    page.draw(&format!(
        "<g class=\"{turning}\" transform=\"rotate({:.3})\"><g transform=\"rotate({:.3})\"><g class=\"{class}\" \
         transform=\"translate({:.4})\" opacity=\"{}\"><path d=\"M0-9H9V9H0\" class=\"side\"/><path d=\"M0-9V9\" \
         class=\"plane\"/></g></g></g>",
        angle.to_degrees(),
        (direction(flight, span, span.end) - angle).to_degrees(),
        offset(flight, span, span.end)?,
        u8::from(last)
    ));
    Ok(())
}

/// Returns where a time is on the line of time.
fn along(time: f64) -> f64 {
    TIMES[0] + (TIMES[1] - TIMES[0]) * time
}

/// Begins the panel that starts at `left`, and in it the scene, in the units and axes of the flight.
fn open_panel(page: &mut Page, left: f64, head: &str) {
    page.draw(&format!(
        "<g transform=\"translate({left} 1)\"><rect width=\"408\" height=\"438\" rx=\"10\" class=\"card\"/>\n\
         <text x=\"24\" y=\"34\" class=\"head\">{head}</text>\n\
         <g clip-path=\"url(#scene)\"><g transform=\"translate({} {}) scale({SCALE} -{SCALE})\">",
        MIDDLE[0], MIDDLE[1],
    ));
}

/// Draws the ways of both bodies, and the bodies, which move until a time. A picture that stands still shows them at
/// the time `still`.
fn bodies(page: &mut Page, flight: &Flight, until: f64, still: f64) {
    let turning = page.flying(until, |time| turned_by(flight, time));
    let flying = page.flying(until, |time| {
        let at = flight.ball_at(time);
        format!("transform:translate({:.4}px,{:.4}px)", at.x, at.y)
    });
    let [from, to] = flight.ball;
    let [at, turned] = poses(flight, still);
    page.draw(&format!(
        "<circle r=\"{}\" class=\"way\"/><path d=\"M{} {}L{} {}\" class=\"way\"/>\n\
         <g class=\"{turning}\" transform=\"{turned}\">{}<circle r=\".05\" class=\"pin\"/></g>\n\
         <circle r=\"{BALL}\" class=\"ball {flying}\" transform=\"{at}\"/>",
        HALF + THIN,
        from.x,
        from.y,
        to.x,
        to.y,
        bar("bar")
    ));
}

fn turned_by(flight: &Flight, time: f64) -> String {
    let angle = flight.angle_at(time).to_degrees();
    format!("transform:rotate({angle:.3}deg)")
}

fn bar(class: &str) -> String {
    let half = HALF + THIN;
    format!(
        "<rect x=\"-{half}\" y=\"-{THIN}\" width=\"{}\" height=\"{}\" rx=\"{THIN}\" class=\"{class}\"/>",
        2.0 * half,
        2.0 * THIN
    )
}

/// Returns the transforms of the ball and of the bar at a time.
fn poses(flight: &Flight, time: f64) -> [String; 2] {
    let at = flight.ball_at(time);
    let angle = flight.angle_at(time).to_degrees();
    [
        format!("translate({:.4} {:.4})", at.x, at.y),
        format!("rotate({angle:.3})"),
    ]
}

/// Writes what is said between two shares of the motion, in per cent.
fn text(page: &mut Page, (from, to): (f64, f64), words: &str, class: &str, still: bool) {
    let seen = page.seen(from, to);
    page.draw(&format!(
        "<text x=\"24\" y=\"58\" class=\"{class} {seen}\" opacity=\"{}\">{words}</text>",
        u8::from(still)
    ));
}

/// Draws the line of time.
fn axis(page: &mut Page) {
    let [left, right, y] = TIMES;
    let slow = page.seen(percent(SLOW.0), percent(SLOW.1));
    page.draw(&format!(
        "<path d=\"M{left} {y}H{right}\" class=\"axis\"/>\n\
         <g class=\"small\"><text x=\"{left}\" y=\"{low}\">time 0</text><text x=\"{right}\" y=\"{low}\" \
         text-anchor=\"end\">1</text><text x=\"{}\" y=\"{low}\" text-anchor=\"middle\" class=\"{slow}\" \
         opacity=\"0\">slow motion</text></g>",
        (left + right) / 2.0,
        low = y + 22.0
    ));
}

/// Draws the mark that moves along the line of time until a time, and ends the panel.
fn close_panel(page: &mut Page, until: f64, still: f64) {
    let moving = page.flying(until, |time| {
        format!("transform:translateX({:.2}px)", along(time))
    });
    page.draw(&format!(
        "<g class=\"{moving}\" transform=\"translate({:.2})\"><path d=\"M0 {}l6 -9h-12z\" class=\"mark\"/></g></g>",
        along(still),
        TIMES[2] - 7.0
    ));
}
