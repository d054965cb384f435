// Bodies of space: their places, and the faces of their pieces.

import { partsOf, remembered } from "./scene.js";

export const add = (a, b) => a.map((x, axis) => x + b[axis]);
export const sub = (a, b) => a.map((x, axis) => x - b[axis]);
export const times = (a, k) => a.map((x) => x * k);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a) => Math.hypot(...a);
export const unit = (a) => times(a, 1 / (norm(a) || 1));

export function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function turn([x, y, z, w], v) {
  const t = times(cross([x, y, z], v), 2);
  return add(add(v, times(t, w)), cross([x, y, z], t));
}

export function rotation(vector) {
  const angle = norm(vector);
  return angle === 0 ? [0, 0, 0, 1] : [...times(vector, Math.sin(angle / 2) / angle), Math.cos(angle / 2)];
}

export const poseAt = (body, time) => ({
  pos: add(body.pos, times(body.linvel, time)),
  quat: product(rotation(times(body.angvel, time)), body.quat),
});

export const placed = ({ pos, quat }, point) => add(pos, turn(quat, point));

/** The faces of the hull of points, as lists of indices, counterclockwise from outside. By trying all planes. */
function facesOf(points) {
  const faces = [], seen = new Set();
  const size = Math.max(...points.map(norm));
  for (let i = 0; i < points.length; i++) for (let j = i + 1; j < points.length; j++) for (let k = j + 1; k < points.length; k++) {
    const normal = unit(cross(sub(points[j], points[i]), sub(points[k], points[i])));
    if (norm(normal) < 0.5) continue;
    const heights = points.map((p) => dot(normal, sub(p, points[i])));
    const above = heights.some((h) => h > 1e-9 * size), below = heights.some((h) => h < -1e-9 * size);
    if (above && below) continue;
    const on = points.map((_, at) => at).filter((at) => Math.abs(heights[at]) <= 1e-9 * size);
    if (seen.has(on.join())) continue;
    seen.add(on.join());
    faces.push(around(on, points, above ? times(normal, -1) : normal));
  }
  return faces;
}

/** Orders the corners of a face around its middle. */
function around(face, points, normal) {
  const middle = times(face.map((at) => points[at]).reduce(add), 1 / face.length);
  const x = unit(sub(points[face[0]], middle)), y = cross(normal, x);
  const angle = (at) => Math.atan2(dot(sub(points[at], middle), y), dot(sub(points[at], middle), x));
  return [...face].sort((p, q) => angle(p) - angle(q));
}

/** The convex pieces of a shape of space in its frame: points, the radius around them, and faces if they are flat. */
export const pieces = remembered((shape) => partsOf(shape).map(({ shape, pos = [0, 0, 0], quat = [0, 0, 0, 1] }) => {
  const { points, radius = 0, ...faces } = outlineOf(shape);
  return { points: points.map((p) => placed({ pos, quat }, p)), radius, ...faces };
}));

function outlineOf(shape) {
  const [kind, is] = Object.entries(shape)[0];
  const flat = (points) => ({ points, faces: facesOf(points) });
  switch (kind) {
    case "ball":
      return { points: [[0, 0, 0]], radius: is.r };
    case "capsule":
      return { points: [[0, -is.half_height, 0], [0, is.half_height, 0]], radius: is.r };
    case "cuboid":
      return flat([...Array(8).keys()].map((at) => is.half.map((half, axis) => ((at >> axis) & 1 ? half : -half))));
    case "hull":
      return flat(is.points);
  }
  return { ...is, faces: [[0, 1, 2]], open: true };
}

export const reach = (shape) =>
  Math.max(...pieces(shape).flatMap(({ points, radius }) => points.map((p) => norm(p) + radius)));

/** How far pieces reach along a vector, in the world, and where. */
export function support(pieces, pose, s) {
  let best = { along: -Infinity };
  for (const { points, radius } of pieces) for (const p of points) {
    const at = placed(pose, p), along = dot(at, s) + radius;
    if (along > best.along) best = { along, point: add(at, times(s, radius)) };
  }
  return best;
}
