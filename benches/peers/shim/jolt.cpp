// Asks Jolt about two bodies at rest, by its GJK and its EPA on the support functions of its convex shapes.
//
// As where Jolt collides convex shapes, A's frame is used, GJK runs on the cores without their radii and starts along
// the line between the centres of mass, and tolerances are the default ones, also that of hulls. Boxes, cylinders, cones
// and hulls have no convex radius, which would round their edges.

#include <Jolt/Jolt.h>

#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TaperedCylinderShape.h>
#include <Jolt/Physics/PhysicsSettings.h>

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <memory>

#include "bodies.h"

namespace {

using JPH::ConvexShape;
using JPH::EPAPenetrationDepth;
using JPH::Mat44;
using JPH::Vec3;
using Support = ConvexShape::Support;

/// A separation that no bodies exceed. Its square is still a number.
constexpr float FAR = 1e18f;

float single(double number) { return static_cast<float>(number); }

Vec3 vector(const double* numbers) { return Vec3(single(numbers[0]), single(numbers[1]), single(numbers[2])); }

struct Body {
  JPH::RefConst<JPH::Shape> shape;
  /// The orientation.
  Mat44 turn;
  /// The pose of the centre of mass.
  Mat44 pose;
  ConvexShape::SupportBuffer core_buffer;
  ConvexShape::SupportBuffer whole_buffer;
  /// The shape without its radius.
  const Support* core;
  /// The shape with its radius.
  const Support* whole;

  Body(const JPH::Shape* of, const Description& about) : shape(of) {
    const auto [x, y, z, w] = about.orientation;
    const JPH::Quat orientation(single(x), single(y), single(z), single(w));
    turn = Mat44::sRotation(orientation.Normalized());
    pose = turn.PreTranslated(shape->GetCenterOfMass()).PostTranslated(vector(about.position));
    const auto& convex = static_cast<const ConvexShape&>(*shape);
    const Vec3 unscaled = Vec3::sOne();
    core = convex.GetSupportFunction(ConvexShape::ESupportMode::ExcludeConvexRadius, core_buffer, unscaled);
    whole = convex.GetSupportFunction(ConvexShape::ESupportMode::IncludeConvexRadius, whole_buffer, unscaled);
  }

  float radius() const { return core->GetConvexRadius(); }
};

/// B in A's frame, and the axis along which a search starts. As in Jolt, the place of A is subtracted first.
struct Relative {
  Mat44 pose;
  JPH::TransformedConvexObject<Support> core;
  Vec3 axis;

  Relative(const Body& a, const Body& b)
      : pose(a.turn.InversedRotationTranslation() * b.pose.PostTranslated(-a.pose.GetTranslation())),
        core(pose, *b.core),
        axis(pose.GetTranslation()) {
    if (axis.IsNearZero()) {
      axis = Vec3::sAxisX();
    }
  }
};

/// Returns the settings of the shape.
JPH::Ref<JPH::ShapeSettings> settings(const Description& about) {
  const auto number = [&about](std::size_t i) { return single(about.numbers[i]); };
  switch (about.kind) {
    case BALL:
      return new JPH::SphereShapeSettings(number(0));
    case BOX:
      return new JPH::BoxShapeSettings(vector(about.numbers), 0.0f);
    case CAPSULE:
      return new JPH::CapsuleShapeSettings(number(0), number(1));
    case CYLINDER:
      return new JPH::CylinderShapeSettings(number(0), number(1), 0.0f);
    case CONE:
      return new JPH::TaperedCylinderShapeSettings(number(0), 0.0f, number(1), 0.0f);
    case HULL: {
      JPH::Array<Vec3> points;
      for (std::size_t i = 0; i < about.number_count; i += 3) {
        points.push_back(vector(about.numbers + i));
      }
      return new JPH::ConvexHullShapeSettings(points, 0.0f);
    }
  }
  return nullptr;
}

void write(Vec3 from, double* to) {
  for (int i = 0; i < 3; ++i) {
    to[i] = from[i];
  }
}

/// Takes points and a vector from A to B in A's frame.
void write(const Body& a, float distance, Vec3 normal, Vec3 on_a, Vec3 on_b, Found* found) {
  found->distance = distance;
  write(a.pose.Multiply3x3(normal).NormalizedOr(Vec3::sZero()), found->normal);
  write(a.pose * on_a, found->points[0]);
  write(a.pose * on_b, found->points[1]);
}

}  // namespace

extern "C" {

/// Returns a body, or null.
Body* photofinish_jolt_body(const Description* about) {
  const JPH::Ref<JPH::ShapeSettings> described = settings(*about);
  const JPH::ShapeSettings::ShapeResult made = described->Create();
  return made.IsValid() ? new Body(made.Get(), *about) : nullptr;
}

void photofinish_jolt_free(Body* body) { delete body; }

/// Finds the distance.
bool photofinish_jolt_distance(const Body* a, const Body* b, Found* found) {
  Relative relative(*a, *b);
  Vec3 on_a, on_b;
  JPH::GJKClosestPoint gjk;
  const float squared = gjk.GetClosestPoints(*a->core, relative.core, JPH::cDefaultCollisionTolerance, FLT_MAX,
                                             relative.axis, on_a, on_b);
  const float apart = std::sqrt(squared);
  const float distance = apart - a->radius() - b->radius();
  if (squared == 0.0f || distance <= 0.0f) {
    found->distance = 0.0;
    return true;
  }
  const Vec3 normal = relative.axis / apart;
  write(*a, distance, normal, on_a + a->radius() * normal, on_b - b->radius() * normal, found);
  return true;
}

/// Returns 1 if the bodies touch, 0 if they do not.
int photofinish_jolt_intersects(const Body* a, const Body* b) {
  Relative relative(*a, *b);
  JPH::GJKClosestPoint gjk;
  const float reach = a->radius() + b->radius();
  if (reach == 0.0f) {
    return gjk.Intersects(*a->core, relative.core, JPH::cDefaultCollisionTolerance, relative.axis);
  }
  // Jolt's test takes no radii, and with them inside the support functions it would not run on the cores
  Vec3 on_a, on_b;
  const float squared = gjk.GetClosestPoints(*a->core, relative.core, JPH::cDefaultCollisionTolerance, reach * reach,
                                             relative.axis, on_a, on_b);
  return squared <= reach * reach;
}

/// Finds the distance, or the depth as a negative number. Returns false if EPA finds no depth.
bool photofinish_jolt_signed(const Body* a, const Body* b, Found* found) {
  Relative relative(*a, *b);
  Vec3 on_a, on_b;
  EPAPenetrationDepth search;
  const auto status =
      search.GetPenetrationDepthStepGJK(*a->core, a->radius() + FAR, relative.core, b->radius(),
                                        JPH::cDefaultCollisionTolerance, relative.axis, on_a, on_b);
  if (status == EPAPenetrationDepth::EStatus::Colliding) {
    const float apart = relative.axis.Length();
    const float distance = apart - a->radius() - b->radius();
    // the point of A that the search returns is moved outwards by the large separation
    const Vec3 normal = relative.axis / apart;
    write(*a, distance, normal, on_b - distance * normal, on_b, found);
    return true;
  }
  const JPH::TransformedConvexObject<Support> whole(relative.pose, *b->whole);
  if (status == EPAPenetrationDepth::EStatus::NotColliding ||
      !search.GetPenetrationDepthStepEPA(*a->whole, whole, JPH::cDefaultPenetrationTolerance, relative.axis, on_a,
                                         on_b)) {
    return false;
  }
  write(*a, -(on_b - on_a).Length(), relative.axis, on_a, on_b, found);
  return true;
}

}  // extern "C"
