//! The parts of a moving picture in SVG: times, keyframes and texts.
//!
//! Styles move it, so that it plays in an `img`, and stands still for those who ask for less motion.

use std::fmt::Write;

/// The size of the picture.
pub const SIZE: [f64; 2] = [840.0, 440.0];
/// The length of the motion in seconds.
const SECONDS: f64 = 14.0;
/// The times of the flight between which the motion is slow.
pub const SLOW: (f64, f64) = (0.44, 0.62);
/// Times of the flight, and which share of the motion has passed by then. The rest of the motion is a pause.
const CLOCK: [(f64, f64); 4] = [(0.0, 0.0), (SLOW.0, 0.28), (SLOW.1, 0.66), (1.0, 0.88)];

const STYLE: &str = "
text{font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:14px;fill:var(--ink)}
svg{--paper:#fff;--edge:#d0d7de;--ink:#1f2328;--soft:#59636e;--bar:#57606a;--ball:#0550ae;--side:#ddf4ff;--line:#0969da;\
--wrong:#bc4c00}
@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--edge:#3d444d;--ink:#e6edf3;--soft:#9198a1;--bar:#b1bac4;\
--ball:#79c0ff;--side:#10294a;--line:#58a6ff;--wrong:#f0883e}}
.card{fill:var(--paper);stroke:var(--edge)}
.head{font-size:17px;font-weight:600}
.small text{font-size:12px;fill:var(--soft)}
.way{fill:none;stroke:var(--edge);stroke-width:.025;stroke-dasharray:.08 .08}
.bar{fill:var(--bar)}
.ball{fill:var(--ball)}
.pin{fill:var(--paper)}
.ghost{fill:none;stroke:var(--wrong);stroke-width:.035}
.side{fill:var(--side)}
.plane{stroke:var(--line);stroke-width:.04;stroke-dasharray:.16 .08}
.axis{stroke:var(--soft);stroke-width:1.5}
.proven{fill:var(--line)}
.hatch{fill:url(#hatch);stroke:var(--wrong)}
.mark{fill:var(--paper);stroke:var(--ink);stroke-width:2}
.ring{fill:none;stroke:var(--ink);stroke-width:3px;vector-effect:non-scaling-stroke}
.wrong{fill:var(--wrong);font-weight:600}
.right{fill:var(--line);font-weight:600}
";

/// Returns the share of the motion that has passed at a time of the flight, in per cent.
pub fn percent(time: f64) -> f64 {
    let next = CLOCK.partition_point(|knot| knot.0 < time);
    let [from, to] = [CLOCK[next.max(1) - 1], CLOCK[next.max(1)]];
    100.0 * (from.1 + (to.1 - from.1) * (time - from.0) / (to.0 - from.0))
}

/// The document while it is written.
#[derive(Default)]
pub struct Page {
    motions: String,
    body: String,
    moved: usize,
}

impl Page {
    /// Adds to what is drawn.
    pub fn draw(&mut self, svg: &str) {
        self.body += svg;
        self.body += "\n";
    }

    /// Returns the class of a motion with these keyframes: shares in per cent, and styles.
    pub fn motion(&mut self, frames: &[(f64, String)]) -> String {
        let name = format!("m{}", self.moved);
        self.moved += 1;
        let _ = write!(
            self.motions,
            ".{name}{{animation:{name} {SECONDS}s linear infinite}}\n@keyframes {name}{{"
        );
        for (share, style) in frames {
            let share = share.clamp(0.0, 100.0);
            let _ = write!(self.motions, "{share:.3}%{{{style}}}");
        }
        self.motions += "}\n";
        name
    }

    /// Returns the class of what has a style that depends on the time of the flight, from time 0 to `until` and beyond.
    pub fn flying(&mut self, until: f64, style: impl Fn(f64) -> String) -> String {
        let knots = CLOCK.iter().map(|knot| knot.0);
        let times = knots.filter(|time| *time < until).chain([until]);
        let mut frames: Vec<_> = times.map(|time| (percent(time), style(time))).collect();
        frames.push((100.0, style(until)));
        self.motion(&frames)
    }

    /// Returns the class of what is seen between two shares of the motion only, in per cent.
    pub fn seen(&mut self, from: f64, to: f64) -> String {
        self.seen_in(from, to, &[])
    }

    /// Returns the class of what is seen between two shares only, and has these styles meanwhile.
    pub fn seen_in(&mut self, from: f64, to: f64, styles: &[(f64, String)]) -> String {
        const SOON: f64 = 0.002;
        let hidden = |share| (share, "opacity:0".to_owned());
        let mut frames = Vec::new();
        if from > 0.0 {
            frames.extend([hidden(0.0), hidden(from - SOON)]);
        }
        let plain = [(from, String::new()), (to, String::new())];
        let styles = if styles.is_empty() { &plain } else { styles };
        let seen = |(share, style): &(f64, String)| (*share, format!("opacity:1;{style}"));
        frames.extend(styles.iter().map(seen));
        if to < 100.0 {
            frames.extend([hidden(to + SOON), hidden(100.0)]);
        } else if let Some((_, style)) = styles.last() {
            frames.push((100.0, format!("opacity:1;{style}")));
        }
        self.motion(&frames)
    }

    /// Returns the whole document.
    pub fn finish(self, title: &str) -> String {
        let [width, height] = SIZE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}\
             @media(prefers-reduced-motion:no-preference){{\n{}}}\n</style>\n{}</svg>\n",
            self.motions, self.body
        )
    }
}
