//! Damage to certificates that their check must find.

use photofinish::pieces::{PiecesCertificate, ProofStep};
use photofinish::{CertifiedInterval, Real};
use photofinish_oracle::planted::Dice;

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
    let number = chapters[dice.pick(chapters.len())];
    let chapter = &certificate.chapters[number];
    let step = dice.pick(chapter.steps.len());
    let mut done = 0;
    let mut refuse = |what: &str, change: &dyn Fn(&mut PiecesCertificate<T, D>)| {
        done += 1;
        let mut damaged = certificate.clone();
        change(&mut damaged);
        if holds(&damaged) {
            Err(format!("{what}: step {step} of chapter {number}"))
        } else {
            Ok(())
        }
    };
    refuse("a step removed", &|c| {
        c.chapters[number].steps.remove(step);
    })?;
    refuse("a chapter removed", &|c| drop(c.chapters.remove(number)))?;
    let later = chapter.start + (chapter.end - chapter.start) * T::of(0.25);
    if later > chapter.start && later > from {
        refuse("a chapter that begins later", &|c| {
            c.chapters[number].start = later
        })?;
    }
    match chapter.steps[step] {
        ProofStep::Separated(interval) => {
            let with = |change: &dyn Fn(&mut CertifiedInterval<T, D>)| {
                let mut changed = interval;
                change(&mut changed);
                changed
            };
            let reversed = with(&|i| i.direction = -i.direction);
            refuse("a direction reversed", &|c| {
                c.chapters[number].steps[step] = ProofStep::Separated(reversed);
            })?;
            let later = interval.start + (interval.end - interval.start) * T::of(0.5);
            if later > interval.start {
                let later = with(&|i| i.start = later);
                refuse("a step that begins later", &|c| {
                    c.chapters[number].steps[step] = ProofStep::Separated(later);
                })?;
            }
        }
        ProofStep::Pieces(of) => {
            let of = of as usize;
            let claimed = [chapter.start.max(from), chapter.end.min(until)];
            let mut intervals = certificate.pieces[of].1.intervals.iter();
            let about = intervals.position(|i| i.start < claimed[1] && i.end > claimed[0]);
            let Some(about) = about else {
                return Err(format!("no interval for pieces: step {step} of {number}"));
            };
            refuse("a direction of two pieces reversed", &|c| {
                let direction = &mut c.pieces[of].1.intervals[about].direction;
                *direction = -*direction;
            })?;
            refuse("nothing about two pieces", &|c| {
                c.pieces[of].1.intervals.clear()
            })?;
            refuse("a certificate of other pieces", &|c| c.pieces[of].0.0 ^= 1)?;
        }
        ProofStep::SplitA => {
            // two trees of the same form may be split in either order
            let swapped = refuse("a split of the other body", &|c| {
                c.chapters[number].steps[step] = ProofStep::SplitB;
            });
            done -= u64::from(swapped.is_err());
        }
        ProofStep::SplitB => refuse("a split called a pair of pieces", &|c| {
            c.chapters[number].steps[step] = ProofStep::Pieces(0);
        })?,
        ProofStep::LetsPass { .. } => refuse("pieces that are let pass for no time", &|c| {
            if let ProofStep::LetsPass { end, .. } = &mut c.chapters[number].steps[step] {
                *end = from;
            }
        })?,
    }
    Ok(done)
}
