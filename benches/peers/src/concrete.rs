//! Turns a pair of shapes of any kind into a pair whose types the compiler knows, as most user code has them.

use photofinish::shape::AnyShape;
use photofinish::{Real, SupportMap};

/// An operation on two shapes of any types.
pub trait Visitor<T: Real> {
    type Output;

    fn visit<A, B>(self, a: A, b: B) -> Self::Output
    where
        A: SupportMap<T, 3> + 'static,
        B: SupportMap<T, 3> + 'static;
}

/// Returns whether the bodies of a pair must be swapped before [`visit`], which handles only half of all pairs of
/// types.
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

/// Tries each kind of shape together with itself and with the kinds after it.
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

/// Calls the visitor with the shapes in their own types. The pair must not be [reversed](is_reversed).
pub fn visit<T: Real, V: Visitor<T>>(
    visitor: V,
    a: AnyShape<T, 3>,
    b: AnyShape<T, 3>,
) -> V::Output {
    visit_pairs!(visitor, a, b, Ball Cuboid Capsule Cylinder Cone Segment Triangle ConvexHull);
    unreachable!("the bodies are of these kinds, and in this order")
}
