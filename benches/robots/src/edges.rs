//! A planner's stream: short edges in a few scenes, half of them colliding, which contenders check one after the other.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Result, ensure};
use photofinish_robot::{Checker, Path, Planner, Rules, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::contender::{Answer, Contender};
use crate::data::{Case, Data};
use crate::table::median;
use crate::{ours, sampling};

/// The lengths of edges, in radians of joint space.
const LENGTHS: [f64; 4] = [0.1, 0.3, 1.0, 3.0];
/// The scenes that edges are drawn in: one of each of the first kinds of problems.
const SCENES: usize = 5;

/// A contender that asks a planner's question.
pub struct OfPlanner {
    name: String,
    data: Rc<Data>,
    planners: Vec<Planner<'static>>,
}

impl OfPlanner {
    /// Returns a contender with a planner for each scene.
    pub fn new(name: &str, data: &Rc<Data>, rules: &Rules) -> Result<Self> {
        // the program ends with the contender
        let checkers: &'static [Checker] = ours::checkers(data, rules)?.leak();
        let joints: Vec<_> = data.robot.coordinates().collect();
        let planners = checkers.iter().map(|checker| Ok(checker.planner(&joints)?));
        Ok(Self {
            name: name.to_owned(),
            data: data.clone(),
            planners: planners.collect::<Result<_>>()?,
        })
    }
}

impl Contender for OfPlanner {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, path: usize) -> Answer {
        let case = &self.data.cases[path];
        let planner = &mut self.planners[case.scene];
        for (segment, ends) in case.path.positions.windows(2).enumerate() {
            match planner
                .edge(&ends[0], &ends[1])
                .expect("an edge of this robot")
            {
                Verdict::Clear => {}
                Verdict::Contact(meeting) => {
                    return Answer::Collides(segment as f64 + meeting.share);
                }
                Verdict::Undecided(_) => return Answer::Open,
            }
        }
        Answer::Clear
    }
}

/// Returns the robot and the first scenes of different kinds, with random edges instead of paths: `count` clear ones and
/// `count` colliding ones of each length in each scene. All of them begin at a posture that is clear, as a planner's do.
pub fn draw(mut data: Data, count: usize) -> Result<Data> {
    let mut rng = StdRng::seed_from_u64(49);
    let mut kinds = Vec::new();
    let mut scenes = Vec::new();
    for case in &data.cases {
        let kind = case.name.split('/').next().unwrap_or_default().to_owned();
        if !kinds.contains(&kind) && scenes.len() < SCENES {
            kinds.push(kind);
            scenes.push(case.scene);
        }
    }
    data.scenes = scenes
        .iter()
        .map(|&scene| data.scenes[scene].clone())
        .collect();
    // the edges are where plans are
    let plans: Vec<_> = data
        .cases
        .drain(..)
        .flat_map(|case| case.path.positions)
        .collect();
    let range = |joint: usize| {
        let values = plans.iter().map(|posture| posture[joint]);
        values.fold((f64::MAX, f64::MIN), |(least, most), q| {
            (least.min(q), most.max(q))
        })
    };
    let ranges: Vec<_> = (0..plans[0].len()).map(range).collect();
    let checkers = ours::checkers(&data, &ours::rules().accuracy(1.0))?;
    for (scene, checker) in checkers.iter().enumerate() {
        for length in LENGTHS {
            let mut wanted = [count, count];
            while wanted != [0, 0] {
                let start: Vec<f64> = ranges
                    .iter()
                    .map(|&(least, most)| rng.random_range(least..most))
                    .collect();
                let way: Vec<f64> = ranges.iter().map(|_| rng.random_range(-1.0..1.0)).collect();
                let scale = length / way.iter().map(|x| x * x).sum::<f64>().sqrt();
                let end = start
                    .iter()
                    .zip(&way)
                    .map(|(q, way)| q + scale * way)
                    .collect();
                let path = Path::new(vec![start, end]);
                let solution = checker.check(&path)?;
                let collides = !solution.is_clear();
                let begins_clear = solution.impact().is_none_or(|impact| impact.share > 0.0);
                if !begins_clear || wanted[usize::from(collides)] == 0 {
                    continue;
                }
                wanted[usize::from(collides)] -= 1;
                data.cases.push(Case {
                    scene,
                    name: format!("{length}"),
                    path,
                    collides,
                    depth: 0.0,
                });
            }
        }
    }
    Ok(data)
}

/// Lets each contender check all edges, one after the other, in turns. Prints the median time of an edge by length, and
/// how many answers differ from those of whole checks.
pub fn race(contenders: &mut [Box<dyn Contender>], data: &Data, rounds: usize) -> Result<()> {
    ensure!(!data.cases.is_empty(), "no edges");
    let cases = &data.cases;
    let mut times = vec![vec![Vec::new(); cases.len()]; contenders.len()];
    let mut answers = vec![vec![Answer::Open; cases.len()]; contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            for (edge, answer) in answers[index].iter_mut().enumerate() {
                let start = Instant::now();
                *answer = black_box(contenders[index].check(black_box(edge)));
                times[index][edge].push(start.elapsed().as_secs_f64());
            }
        }
    }
    println!("median us an edge; (mean); w: answers that are wrong or open");
    print!("{:<40}", "");
    for group in ["clear", "colliding"] {
        LENGTHS
            .iter()
            .for_each(|length| print!(" {:>20}", format!("{group} {length}")));
    }
    println!();
    for (contender, (times, answers)) in contenders.iter().zip(times.into_iter().zip(answers)) {
        print!("{:<40}", contender.name());
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        for collides in [false, true] {
            for length in LENGTHS {
                let is_in = |edge: &usize| {
                    cases[*edge].collides == collides && cases[*edge].name == format!("{length}")
                };
                let edges: Vec<_> = (0..cases.len()).filter(is_in).collect();
                let own: Vec<_> = edges.iter().map(|&edge| 1e6 * medians[edge]).collect();
                let mean = own.iter().sum::<f64>() / own.len() as f64;
                let wrong = edges.iter().filter(|&&edge| match answers[edge] {
                    Answer::Clear => collides,
                    Answer::Collides(_) => !collides,
                    Answer::Open => true,
                });
                let text = format!("{:.1} ({mean:.1}) w{}", median(own.clone()), wrong.count());
                print!(" {text:>20}");
            }
        }
        println!();
    }
    Ok(())
}

/// Returns the contenders of a planner's stream.
pub fn contenders(data: &Rc<Data>, step: f64) -> Result<Vec<Box<dyn Contender>>> {
    let rules = ours::rules().accuracy(1.0);
    let with_self = Rules::new().exclude(crate::data::BASE).accuracy(1.0);
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(OfPlanner::new("photofinish, planner", data, &rules)?),
        Box::new(OfPlanner::new(
            "photofinish, planner, with self",
            data,
            &with_self,
        )?),
        Box::new(ours::WholePath::new("photofinish, check", data, &rules)?),
        Box::new(ours::WholePath::new(
            "photofinish, check, with self",
            data,
            &with_self,
        )?),
    ];
    #[cfg(coal)]
    for step in [step, 10.0 * step] {
        let tests = crate::coal::tests(data)?;
        let name = format!("coal, sampling at {step}");
        contenders.push(Box::new(sampling::Sampling::new(&name, data, tests, step)));
    }
    let name = format!("GJK, sampling at {step}");
    let tests = crate::gjk::tests(data)?;
    contenders.push(Box::new(sampling::Sampling::new(&name, data, tests, step)));
    Ok(contenders)
}
