//! The artificial potential that pushes links away from obstacles.

use photofinish::Tracker;
use photofinish::gjk::Closest;
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish_robot::{Piece, Robot, Scene};

use crate::Failure;
use crate::arm::{Angles, LENGTHS, Posture};

/// The potential H: the sum over obstacles i and links j of `U_ij`. This is (1/d - 1/d0)^2 / 2 if the distance d of
/// link and obstacle is less than d0, else 0.
///
/// It is the usual repulsive potential (O. Khatib 1986), with the factor 1.
pub struct Potential {
    limit_distance: f64,
    pairs: Vec<LinkAndObstacle>,
}

/// A link and an obstacle, with a tracker for each of the link's convex pieces, as the arm moves little between calls.
struct LinkAndObstacle {
    link: usize,
    obstacle: Posed<AnyShape<f64, 3>, f64, 3>,
    name: String,
    pieces: Vec<(Piece, Tracker<f64, 3>)>,
}

impl Potential {
    /// Returns the potential of all links and all objects.
    ///
    /// # Errors
    /// If a pose is invalid.
    pub fn new(robot: &Robot, scene: &Scene, limit_distance: f64) -> Result<Self, Failure> {
        let mut pairs = Vec::new();
        for object in scene.objects() {
            // a pyramid is convex, one piece; the base comes before the links
            let [obstacle] = object.pieces() else {
                return Err(format!("the {} is not convex", object.name()).into());
            };
            for link in 0..LENGTHS.len() {
                let pieces = robot.links()[link + 1].pieces().iter();
                pairs.push(LinkAndObstacle {
                    link,
                    obstacle: Posed::new(obstacle.shape.clone(), &obstacle.pose)?,
                    name: object.name().to_owned(),
                    pieces: pieces
                        .map(|piece| (piece.clone(), Tracker::new()))
                        .collect(),
                });
            }
        }
        Ok(Self {
            limit_distance,
            pairs,
        })
    }

    /// Returns the gradient of H over the joint angles.
    ///
    /// Let n be the unit vector from the link's closest point to the obstacle's, and J the Jacobian of the link's
    /// point. The gradient of d over the angles is -J^T n, and so the gradient of U is (1/d - 1/d0) / d^2 J^T n.
    ///
    /// # Errors
    /// If a link overlaps an obstacle: the potential is infinite there.
    pub fn gradient(&mut self, posture: &Posture) -> Result<Angles, Failure> {
        let mut gradient = Angles::zeros();
        for pair in &mut self.pairs {
            let closest = pair.closest(posture)?;
            let d = closest.distance;
            if d < self.limit_distance {
                let push = (1.0 / d - 1.0 / self.limit_distance) / (d * d);
                let jacobian = posture.jacobian(pair.link, &closest.contact.witness_a);
                gradient += jacobian.tr_mul(&closest.contact.normal) * push;
            }
        }
        Ok(gradient)
    }
}

impl LinkAndObstacle {
    /// Returns the closest points of the link, A, and the obstacle, B.
    fn closest(&mut self, posture: &Posture) -> Result<Closest<f64, 3>, Failure> {
        let frame = posture.link(self.link);
        let mut nearest: Option<Closest<f64, 3>> = None;
        for (piece, tracker) in &mut self.pieces {
            let posed = Posed::new(&piece.shape, &(frame * piece.pose))?;
            let Some(closest) = tracker.distance(&posed, &self.obstacle) else {
                return Err(format!("link {} overlaps the {}", self.link + 1, self.name).into());
            };
            if nearest.is_none_or(|known| closest.distance < known.distance) {
                nearest = Some(closest);
            }
        }
        Ok(nearest.expect("a link has pieces"))
    }
}
