//! From a pair of any shapes to a pair of shapes whose types the compiler knows, as a user's code mostly has them.

use photofinish::shape::AnyShape;
use photofinish::{Real, SupportMap};

/// What is to be done with two shapes, whichever they are.
pub trait Visitor<T: Real> {
    type Output;

    fn visit<A, B>(self, a: A, b: B) -> Self::Output
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static;
}

/// Whether the bodies of a pair have to change places before [`visit`]: half of the pairs of types are enough.
pub fn is_reversed<T>(a: &AnyShape<T, 3>, b: &AnyShape<T, 3>) -> bool {
    rank(a) > rank(b)
}

fn rank<T>(shape: &AnyShape<T, 3>) -> u32 {
    match shape {
        AnyShape::Ball(_) => 0,
        AnyShape::Cuboid(_) => 1,
        AnyShape::Capsule(_) => 2,
        AnyShape::Cylinder(_) => 3,
        AnyShape::Cone(_) => 4,
        AnyShape::Segment(_) => 5,
        AnyShape::Triangle(_) => 6,
        _ => 7,
    }
}

/// Tries the kinds with themselves and those after them.
macro_rules! visit_pairs {
    ($visitor:ident, $a:ident, $b:ident,) => {};
    ($visitor:ident, $a:ident, $b:ident, $first:ident $($rest:ident)*) => {
        visit_pairs!(@first $visitor, $a, $b, $first, $first $($rest)*);
        visit_pairs!($visitor, $a, $b, $($rest)*);
    };
    (@first $visitor:ident, $a:ident, $b:ident, $first:ident, $($second:ident)*) => {
        if let AnyShape::$first(a) = &$a {
            $(if let AnyShape::$second(b) = &$b {
                return $visitor.visit(a.clone(), b.clone());
            })*
        }
    };
}

/// Has the visitor come by, which must not be [reversed](is_reversed).
pub fn visit<T: Real, V: Visitor<T>>(
    visitor: V,
    a: AnyShape<T, 3>,
    b: AnyShape<T, 3>,
) -> V::Output {
    visit_pairs!(visitor, a, b, Ball Cuboid Capsule Cylinder Cone Segment Triangle ConvexHull);
    unreachable!("the bodies are of these kinds, and in this order")
}
