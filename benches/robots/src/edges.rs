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
/// Clear edges, those that begin clear and collide, and those that begin in a collision.
pub const GROUPS: [&str; 3] = ["clear", "colliding", "at start"];
/// The scenes that edges are drawn in: one of each of the first kinds of problems.
const SCENES: usize = 5;
/// The most edges that are drawn to find those of a length in a scene.
const MOST_DRAWN: usize = 100_000;

/// A contender that asks a planner's question.
pub struct OfPlanner {
    name: String,
    planners: Vec<Planner<'static>>,
}

impl OfPlanner {
    /// Returns a contender with a planner for each scene.
    pub fn new(name: &str, data: &Data, rules: &Rules) -> Result<Self> {
        // the program ends with the contender
        let checkers: &'static [Checker] = ours::checkers(data, rules)?.leak();
        let planners = checkers
            .iter()
            .map(|checker| Ok(checker.planner(&data.joints)?));
        Ok(Self {
            name: name.to_owned(),
            planners: planners.collect::<Result<_>>()?,
        })
    }
}

impl Contender for OfPlanner {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, scene: usize, path: &Path) -> Answer {
        let planner = &mut self.planners[scene];
        for (segment, ends) in path.positions.windows(2).enumerate() {
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
/// `count` of each group of colliding ones, of each length in each scene. Those of a planner begin clear.
pub fn draw(mut data: Data, count: usize, rules: &Rules) -> Result<Data> {
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
    let checkers = ours::checkers(&data, rules)?;
    for (scene, checker) in checkers.iter().enumerate() {
        for length in LENGTHS {
            let mut wanted = [count; GROUPS.len()];
            for _ in 0..MOST_DRAWN {
                if wanted == [0; GROUPS.len()] {
                    break;
                }
                let start: Vec<f64> = ranges
                    .iter()
                    .map(|&(least, most)| rng.random_range(least..=most))
                    .collect();
                let way: Vec<f64> = ranges.iter().map(|_| rng.random_range(-1.0..1.0)).collect();
                let scale = length / way.iter().map(|x| x * x).sum::<f64>().sqrt();
                let end = start
                    .iter()
                    .zip(&way)
                    .map(|(q, way)| q + scale * way)
                    .collect();
                let path = Path::new(vec![start, end]).joints(data.joints.iter().cloned());
                let (group, collides) = group(checker, &path)?;
                if wanted[group] > 0 {
                    wanted[group] -= 1;
                    let name = format!("{} {length} rad", GROUPS[group]);
                    data.cases.push(Case {
                        scene,
                        name,
                        path,
                        collides,
                        depth: 0.0,
                    });
                }
            }
        }
    }
    Ok(data)
}

/// Returns the names of the columns of the edges that are drawn.
pub fn columns() -> Vec<String> {
    LENGTHS.map(|length| format!("{length} rad")).to_vec()
}

/// Returns the group of an edge, and whether it collides.
pub fn group(checker: &Checker, path: &Path) -> Result<(usize, bool)> {
    let solution = checker.check(path)?;
    let collides = !solution.is_clear();
    let begins_clear = solution.impact().is_none_or(|impact| impact.share > 0.0);
    Ok((usize::from(collides) + usize::from(!begins_clear), collides))
}

/// Lets each contender check all edges, one after the other, in turns. Prints the median time of an edge in each group and
/// column, and how many answers differ from those of whole checks.
pub fn race(
    contenders: &mut [Box<dyn Contender>],
    cases: &[Case],
    rounds: usize,
    columns: &[String],
) -> Result<()> {
    ensure!(!cases.is_empty(), "no edges");
    let mut times = vec![vec![Vec::new(); cases.len()]; contenders.len()];
    let mut answers = vec![vec![Answer::Open; cases.len()]; contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            for (edge, answer) in answers[index].iter_mut().enumerate() {
                let Case { scene, path, .. } = &cases[edge];
                let start = Instant::now();
                *answer = black_box(contenders[index].check(*scene, black_box(path)));
                times[index][edge].push(start.elapsed().as_secs_f64());
            }
        }
    }
    println!("median us an edge, the mean in brackets, and w: answers that are wrong or open");
    for group in GROUPS {
        if !cases.iter().any(|case| case.name.starts_with(group)) {
            continue;
        }
        print!("{group:<34}");
        columns.iter().for_each(|column| print!(" {column:>22}"));
        println!();
        for ((contender, times), answers) in contenders.iter().zip(&times).zip(&answers) {
            print!("  {:<32}", contender.name());
            for column in columns {
                let name = format!("{group} {column}");
                let edges: Vec<_> = (0..cases.len())
                    .filter(|&edge| cases[edge].name == name)
                    .collect();
                let own: Vec<_> = edges
                    .iter()
                    .map(|&edge| 1e6 * median(times[edge].clone()))
                    .collect();
                let mean = own.iter().sum::<f64>() / own.len() as f64;
                let wrong = edges
                    .iter()
                    .filter(|&&edge| is_wrong(answers[edge], cases[edge].collides));
                let text = format!("{:.1} ({mean:.1}) w{}", median(own.clone()), wrong.count());
                print!(" {text:>22}");
            }
            println!();
        }
    }
    Ok(())
}

/// Returns whether an answer is open, or not that of a whole check.
fn is_wrong(answer: Answer, collides: bool) -> bool {
    match answer {
        Answer::Clear => collides,
        Answer::Collides(_) => !collides,
        Answer::Open => true,
    }
}

/// Returns the contenders of a planner's stream: ours, and samplers with two steps.
pub fn contenders(data: &Rc<Data>, step: f64, with_self: bool) -> Result<Vec<Box<dyn Contender>>> {
    let rules = ours::rules(data, with_self).accuracy(1.0);
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(OfPlanner::new("photofinish, planner", data, &rules)?),
        Box::new(ours::WholePath::new("photofinish, check", data, &rules)?),
    ];
    for step in [step, 10.0 * step] {
        #[cfg(coal)]
        contenders.push(Box::new(sampling::Sampling::new(
            &format!("coal, sampling at {step}"),
            data,
            crate::coal::tests(data, &own_pairs(data, &rules)?)?,
            step,
        )));
        if !with_self {
            let name = format!("GJK, sampling at {step}");
            let tests = crate::gjk::tests(data)?;
            contenders.push(Box::new(sampling::Sampling::new(&name, data, tests, step)));
        }
    }
    Ok(contenders)
}

/// Returns the robot's own pairs that may not touch, in each scene, by the indices of the samplers' bodies.
#[cfg(coal)]
fn own_pairs(data: &Data, rules: &Rules) -> Result<Vec<Vec<[usize; 2]>>> {
    let body = |link: &str, piece: usize| {
        let mut bodies = data.chain.bodies.iter();
        bodies.position(|body| body.link == link && body.piece == piece)
    };
    let of_scene = |checker: &Checker| -> Result<_> {
        let distances = checker.distances(data.robot.rest())?;
        let own = distances
            .iter()
            .filter(|pair| pair.moves && !pair.between.is_object);
        let pair = own.filter_map(|pair| {
            let first = body(&pair.between.link, pair.pieces[0])?;
            Some([first, body(&pair.between.other, pair.pieces[1])?])
        });
        Ok(pair.collect())
    };
    ours::checkers(data, rules)?.iter().map(of_scene).collect()
}
