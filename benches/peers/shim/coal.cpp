// Asks coal about two bodies at rest, by `coal::distance` and `coal::collide` with a new request and result each. So
// every query has a solver of its own, which remembers nothing. GJK and EPA have their default tolerances.

#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bodies.h"

namespace {

using coal::Matrix3s;
using coal::Vec3s;

struct Body {
  std::unique_ptr<coal::CollisionGeometry> shape;
  coal::Transform3s pose;
};

/// Returns the shape. Axes of shapes are those of z.
std::unique_ptr<coal::CollisionGeometry> shape(const Description& about) {
  const double* numbers = about.numbers;
  switch (about.kind) {
    case BALL:
      return std::make_unique<coal::Sphere>(numbers[0]);
    case BOX:
      return std::make_unique<coal::Box>(2 * numbers[0], 2 * numbers[1], 2 * numbers[2]);
    case CAPSULE:
      return std::make_unique<coal::Capsule>(numbers[1], 2 * numbers[0]);
    case CYLINDER:
      return std::make_unique<coal::Cylinder>(numbers[1], 2 * numbers[0]);
    case CONE:
      return std::make_unique<coal::Cone>(numbers[1], 2 * numbers[0]);
    case HULL: {
      // coal's own hulls come from qhull, which ends the process for points in a plane
      auto points = std::make_shared<std::vector<Vec3s>>();
      for (std::size_t i = 0; i < about.number_count; i += 3) {
        points->emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
      }
      auto faces = std::make_shared<std::vector<coal::Triangle>>();
      for (std::size_t i = 0; i < about.triangle_count; ++i) {
        const std::uint32_t* corner = about.triangles + 3 * i;
        faces->emplace_back(corner[0], corner[1], corner[2]);
      }
      const auto point_count = static_cast<unsigned>(points->size());
      const auto face_count = static_cast<unsigned>(faces->size());
      return std::make_unique<coal::Convex<coal::Triangle>>(points, point_count, faces, face_count);
    }
  }
  throw std::logic_error("a shape that is never described");
}

coal::Transform3s placed(const Description& about) {
  const auto [x, y, z, w] = about.orientation;
  Matrix3s rotation = Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
  if (about.kind == CAPSULE || about.kind == CYLINDER || about.kind == CONE) {
    Matrix3s upright;
    upright << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    rotation = rotation * upright;
  }
  return coal::Transform3s(rotation, Eigen::Map<const Vec3s>(about.position));
}

void write(const Vec3s& from, double* to) { Eigen::Map<Vec3s>{to} = from; }

bool distance(const Body* a, const Body* b, bool depth, Found* found) {
  try {
    coal::DistanceRequest request;
    request.enable_signed_distance = depth;
    coal::DistanceResult result;
    coal::distance(a->shape.get(), a->pose, b->shape.get(), b->pose, request, result);
    // there is no normal where EPA fails, and without EPA where GJK counts bodies as touching: within its tolerance
    const bool has_normal = result.normal.allFinite();
    if (depth && !has_normal) {
      return false;
    }
    // some pairs of shapes have a closed form, which finds the depth in any case
    found->distance = depth ? result.min_distance : has_normal ? std::max(result.min_distance, 0.0) : 0.0;
    write(result.normal, found->normal);
    write(result.nearest_points[0], found->points[0]);
    write(result.nearest_points[1], found->points[1]);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

extern "C" {

/// Returns a body, or null.
Body* photofinish_coal_body(const Description* about) {
  try {
    return new Body{shape(*about), placed(*about)};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void photofinish_coal_free(Body* body) { delete body; }

/// Finds the distance. Returns false if coal fails.
bool photofinish_coal_distance(const Body* a, const Body* b, Found* found) { return distance(a, b, false, found); }

/// Returns 1 if the bodies touch, 0 if they do not, and -1 if coal fails.
int photofinish_coal_intersects(const Body* a, const Body* b) {
  try {
    coal::CollisionRequest request;
    request.enable_contact = false;
    // the search may end as soon as the distance is proven positive
    request.distance_upper_bound = 0;
    // GJK counts bodies as touching within its tolerance; by the default threshold, 1e-12, some of these are apart
    request.collision_distance_threshold = request.gjk_tolerance;
    coal::CollisionResult result;
    return coal::collide(a->shape.get(), a->pose, b->shape.get(), b->pose, request, result) > 0;
  } catch (const std::exception&) {
    return -1;
  }
}

/// Finds the distance, or the depth as a negative number. Returns false if coal fails.
bool photofinish_coal_signed(const Body* a, const Body* b, Found* found) { return distance(a, b, true, found); }

}  // extern "C"
