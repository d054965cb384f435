//! parry's nonlinear casts, answered by photofinish.

use photofinish::body::AnyBody;
use photofinish::motion::ConstantVelocity;
use photofinish::pieces::AnyPieces;
use photofinish::shape::AnyShape;
use photofinish::{InitialContact, MovingHalfSpace, Outcome, Query};
use rapier::math::{DIM, Pose, Real, Vector};
use rapier::parry::query::details::{NormalConstraints, ShapeCastOptions};
use rapier::parry::query::{
    ClosestPoints, Contact, ContactManifold, ContactManifoldsWorkspace, NonlinearRigidMotion,
    PersistentQueryDispatcher, QueryDispatcher, ShapeCastHit, ShapeCastStatus, ShapeDistance,
    ShapeIntersection, Unsupported,
};
use rapier::parry::shape::Shape;

use crate::Solid;
use crate::math::{Rotor, isometry, to_vector, vector};

/// Answers [`cast_shapes_nonlinear`](QueryDispatcher::cast_shapes_nonlinear) by proof: no impact is missed, however
/// fast bodies turn, and none is late.
///
/// All other questions are unsupported, so [chain](QueryDispatcher::chain) parry's own dispatcher after it. Both shapes
/// are converted in every call, which takes long for meshes: for those use [`Ccd`](crate::Ccd), which converts once.
///
/// A cast that ends undecided is a hit at the time up to which the bodies are proven free, with the status
/// [`OutOfIterations`](ShapeCastStatus::OutOfIterations). Shapes that photofinish does not know, and motions that are
/// not finite, are unsupported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProvenCasts;

type MovingBody = AnyBody<
    AnyShape<Real, DIM>,
    AnyPieces<Real, DIM>,
    ConstantVelocity<Real, Rotor, DIM>,
    Real,
    DIM,
>;

/// Returns a shape with its motion, if photofinish knows both.
fn moving(shape: &dyn Shape, motion: &NonlinearRigidMotion) -> Result<MovingBody, Unsupported> {
    let solid = Solid::of_shape(shape).map_err(|_| Unsupported)?;
    #[cfg(feature = "dim2")]
    let spin = motion.angvel;
    #[cfg(feature = "dim3")]
    let spin = vector(motion.angvel);
    let about = ConstantVelocity::new(isometry(&motion.start), vector(motion.linvel), spin)
        .and_then(|velocity| velocity.about(vector(motion.local_center)));
    let motion = about.map_err(|_| Unsupported)?;
    Ok(match solid {
        Solid::Form(form) => AnyBody::new(form, motion),
        Solid::Floor(floor) => MovingHalfSpace::new(floor, motion).into(),
    })
}

impl QueryDispatcher for ProvenCasts {
    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let policy = if stop_at_penetration {
            InitialContact::Stop
        } else {
            InitialContact::IgnoreSeparating
        };
        let query = Query::new().initial_contact(policy);
        let (a, b) = (moving(g1, motion1)?, moving(g2, motion2)?);
        let found = query
            .first_meeting(&a, &b, start_time..=end_time)
            .map_err(|_| Unsupported)?;
        let Some(contact) = found.contact else {
            return Ok(None);
        };
        let status = match &contact.answer {
            Err(_) => ShapeCastStatus::OutOfIterations,
            Ok(solution) => match solution.outcome {
                Outcome::Impact(_) => ShapeCastStatus::Converged,
                _ => ShapeCastStatus::PenetratingOrWithinTargetDist,
            },
        };
        let poses = [motion1, motion2].map(|motion| motion.position_at_time(contact.time));
        let place = contact.place();
        let point = |pose: &Pose, point: Option<Vector>| {
            point.map_or(Vector::ZERO, |point| pose.inverse_transform_point(point))
        };
        let normal = place.map_or(Vector::ZERO, |place| to_vector(&place.normal));
        Ok(Some(ShapeCastHit {
            time_of_impact: contact.time,
            witness1: point(&poses[0], place.map(|place| to_vector(&place.witness_a))),
            witness2: point(&poses[1], place.map(|place| to_vector(&place.witness_b))),
            normal1: poses[0].inverse_transform_vector(normal),
            normal2: poses[1].inverse_transform_vector(-normal),
            status,
            subshape1: contact.pieces.0,
            subshape2: contact.pieces.1,
        }))
    }

    fn intersection_test(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        Err(Unsupported)
    }

    fn distance(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        Err(Unsupported)
    }

    fn contact(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        Err(Unsupported)
    }

    fn closest_points(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        Err(Unsupported)
    }

    fn cast_shapes(
        &self,
        _: &Pose,
        _: Vector,
        _: &dyn Shape,
        _: &dyn Shape,
        _: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        Err(Unsupported)
    }
}

impl<ManifoldData, ContactData> PersistentQueryDispatcher<ManifoldData, ContactData>
    for ProvenCasts
{
    fn contact_manifolds(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Real,
        _: &mut Vec<ContactManifold<ManifoldData, ContactData>>,
        _: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn contact_manifold_convex_convex(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Option<&dyn NormalConstraints>,
        _: Option<&dyn NormalConstraints>,
        _: Real,
        _: &mut ContactManifold<ManifoldData, ContactData>,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }
}
