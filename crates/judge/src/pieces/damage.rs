//! Damage to certificates that their check must find.

use photofinish::Real;
use photofinish::pieces::{PiecesCertificate, ProofStep};
use photofinish_oracle::planted::Dice;

/// How often each kind of damage is done to a certificate.
const TIMES: usize = 1;

/// Damages a certificate for `[from, until]` in several ways, and returns how many there were.
///
/// # Errors
/// The damage that the check did not find.
pub fn all<T: Real, const D: usize>(
    certificate: &PiecesCertificate<T, D>,
    [from, until]: [T; 2],
    seed: u64,
    holds: &mut dyn FnMut(&PiecesCertificate<T, D>) -> bool,
) -> Result<u64, String> {
    let mut dice = Dice::new(seed ^ 0xda_4a_6e);
    let of_claim = |number: &usize| {
        let chapter = &certificate.chapters[*number];
        chapter.start < until && chapter.end > from && !chapter.steps.is_empty()
    };
    let chapters: Vec<usize> = (0..certificate.chapters.len()).filter(of_claim).collect();
    if chapters.is_empty() {
        return Err("no chapter about the claim".to_owned());
    }
    let mut done = 0;
    for _ in 0..TIMES {
        let number = chapters[dice.pick(chapters.len())];
        let step = dice.pick(certificate.chapters[number].steps.len());
        let mut refuse = |what: &str, damaged: PiecesCertificate<T, D>| {
            done += 1;
            if holds(&damaged) {
                Err(format!("{what}: step {step} of chapter {number}"))
            } else {
                Ok(())
            }
        };
        let mut damaged = certificate.clone();
        damaged.chapters[number].steps.remove(step);
        refuse("a step removed", damaged)?;

        let mut damaged = certificate.clone();
        damaged.chapters.remove(number);
        refuse("a chapter removed", damaged)?;

        let mut damaged = certificate.clone();
        let chapter = &mut damaged.chapters[number];
        let later = chapter.start + (chapter.end - chapter.start) * T::of(0.25);
        if later > chapter.start && later > from {
            chapter.start = later;
            refuse("a chapter that begins later", damaged)?;
        }

        let mut damaged = certificate.clone();
        let chapter = &mut damaged.chapters[number];
        let [start, end] = [chapter.start, chapter.end];
        match chapter.steps[step] {
            ProofStep::Separated(ref mut interval) => {
                interval.direction = -interval.direction;
                refuse("a direction reversed", damaged)?;
                let mut damaged = certificate.clone();
                if let ProofStep::Separated(interval) = &mut damaged.chapters[number].steps[step] {
                    let later = interval.start + (interval.end - interval.start) * T::of(0.5);
                    if later > interval.start {
                        interval.start = later;
                        refuse("a step that begins later", damaged)?;
                    }
                }
            }
            ProofStep::Pieces(of) => {
                let claimed = [start.max(from), end.min(until)];
                let intervals = &mut damaged.pieces[of as usize].1.intervals;
                let about = intervals
                    .iter()
                    .position(|i| i.start < claimed[1] && i.end > claimed[0]);
                let Some(about) = about else {
                    return Err(format!("no interval for pieces: step {step} of {number}"));
                };
                intervals[about].direction = -intervals[about].direction;
                refuse("a direction of two pieces reversed", damaged)?;

                let mut damaged = certificate.clone();
                damaged.pieces[of as usize].1.intervals.clear();
                refuse("nothing about two pieces", damaged)?;

                let mut damaged = certificate.clone();
                damaged.pieces[of as usize].0.0 ^= 1;
                refuse("a certificate of other pieces", damaged)?;
            }
            ProofStep::SplitA => {
                chapter.steps[step] = ProofStep::SplitB;
                // two trees of the same form may be split in either order
                if !holds(&damaged) {
                    done += 1;
                }
            }
            ProofStep::SplitB => {
                chapter.steps[step] = ProofStep::Pieces(0);
                refuse("a split called a pair of pieces", damaged)?;
            }
            ProofStep::LetsPass { ref mut end, .. } => {
                *end = from;
                refuse("pieces that are let pass for no time", damaged)?;
            }
        }
    }
    Ok(done)
}
