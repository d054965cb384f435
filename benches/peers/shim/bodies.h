// The plain C interface by which a library is asked about two bodies at rest. Each shim implements it under names of
// its own.

#pragma once

#include <cstddef>
#include <cstdint>

/// The kind of a shape, and the numbers that describe it. Axes are those of y, and a cone's apex is above its base.
enum Kind : int {
  /// The radius.
  BALL,
  /// Half of each edge.
  BOX,
  /// Half of the height between the centres of the caps, and the radius.
  CAPSULE,
  /// Half of the height, and the radius.
  CYLINDER,
  /// Half of the height, and the radius of the base.
  CONE,
  /// The vertices, three numbers each.
  HULL,
};

/// A shape, and where it is. The triangles of a hull have three vertices each, counterclockwise from outside.
struct Description {
  Kind kind;
  const double* numbers;
  std::size_t number_count;
  const std::uint32_t* triangles;
  std::size_t triangle_count;
  /// A quaternion x, y, z, w, not quite of unit length.
  double orientation[4];
  double position[3];
};

/// A signed distance, with the unit normal from A to B, and a point of A and one of B. All are in the world's frame. If
/// the bodies touch and the depth is not asked for, the distance is 0, and nothing else is set.
struct Found {
  double distance;
  double normal[3];
  double points[2][3];
};
