// Scenes: bodies as the cases of photofinish write them, where they are at a time, and their outlines.

export const MOST_BODIES = 10;

/** A scene of these bodies. `parts` is in how many parts the interval is cut for the sweep. */
export const scene = (bodies, more = {}) => ({ bodies, interval: [0, 1], focus: null, parts: 1, ...more });

/** A body. Its pose is that at time 0. */
export const body = (shape, pos, more = {}) => ({ shape, pos, angle: 0, linvel: pos.map(() => 0), angvel: 0, ...more });

export const ball = (r) => ({ ball: { r } });
export const box = (...half) => ({ cuboid: { half } });
export const capsule = (half_height, r) => ({ capsule: { half_height, r } });
export const hull = (points) => ({ hull: { points } });
export const line = (points, closed = false) => ({ line: { points, closed } });
export const compound = (parts) => ({ compound: parts });
export const part = (shape, pos, angle = 0) => ({ shape, pos, angle });

/** A wheel of which each tooth is a trapezium, around a hull. */
export function gear(teeth, root, tip) {
  const on = (radius, angle) => [radius * Math.cos(angle), radius * Math.sin(angle)];
  const pitch = (2 * Math.PI) / teeth;
  const parts = [part(hull(Array.from({ length: teeth }, (_, tooth) => on(root, tooth * pitch))), [0, 0])];
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = tooth * pitch;
    const corner = (radius, share) => on(radius, middle + share * pitch);
    const corners = [corner(root * 0.93, -0.27), corner(root * 0.93, 0.27), corner(tip, 0.13), corner(tip, -0.13)];
    parts.push(part(hull(corners), [0, 0]));
  }
  return compound(parts);
}

/** Thousandths are enough for what is dragged. */
export const round = (x) => Math.round(x * 1000) / 1000;

/** Where a body of the plane is at a time. */
export const poseAt = (body, time) => ({
  x: body.pos[0] + body.linvel[0] * time,
  y: body.pos[1] + body.linvel[1] * time,
  angle: body.angle + body.angvel * time,
});

export function placed(pose, [x, y]) {
  const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
  return [pose.x + cos * x - sin * y, pose.y + sin * x + cos * y];
}

/** The convex hull of points, counterclockwise. */
export function hullOf(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const turn = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (points) => {
    const kept = [];
    for (const point of points) {
      while (kept.length > 1 && turn(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

/**
 * Where a body is added that reaches so far: a place on a spiral around the middle, at which it touches none of the bodies
 * at time 0. Around a crowd of huge bodies there may be none that is near enough.
 */
export function spotOf(middle, far, bodies, reach) {
  let spot, isFree = false;
  for (let at = 0; !isFree && at < 2000; at++) {
    const angle = at * 2.4, out = 0.25 * Math.sqrt(at), way = [out * Math.cos(angle), out * Math.sin(angle), 0];
    spot = middle.map((x, axis) => round(x + way[axis]));
    isFree = bodies.every(({ pos, shape }) => Math.hypot(...spot.map((x, axis) => x - pos[axis])) > far + reach(shape));
  }
  return spot;
}

/** Whether a disc is in a picture as a whole. */
export const isWithin = (size, center, radius) => size.every((most, axis) => Math.min(center[axis], most - center[axis]) >= radius);

/** The points of a line, of which a closed one ends where it begins. */
export const endsOf = ({ points, closed }) => (closed ? [...points, points[0]] : points);

/** The convex parts of a shape: each a shape, which has a place in the frame of the body if that is of a compound. */
export function partsOf(shape) {
  const { line, mesh, compound } = shape;
  if (line) {
    const ends = endsOf(line);
    return ends.slice(1).map((end, at) => ({ shape: { segment: { points: [ends[at], end] } } }));
  }
  if (mesh) return mesh.triangles.map((corners) => ({ shape: { triangle: { points: corners.map((at) => mesh.points[at]) } } }));
  return compound ?? [{ shape }];
}

/** Returns a function that remembers what it has returned for an object. */
export function remembered(make) {
  const known = new WeakMap();
  return (object) => {
    if (!known.has(object)) known.set(object, make(object));
    return known.get(object);
  };
}

/** The convex pieces of a shape of the plane in its frame: points, and the radius around them. */
export const pieces = remembered((shape) => partsOf(shape).map(({ shape, pos: [x, y] = [0, 0], angle = 0 }) => {
  const { points, radius = 0 } = outlineOf(shape);
  return { points: points.map((p) => placed({ x, y, angle }, p)), radius };
}));

function outlineOf(shape) {
  const [kind, is] = Object.entries(shape)[0];
  switch (kind) {
    case "ball":
      return { points: [[0, 0]], radius: is.r };
    case "cuboid": {
      const [w, h] = is.half;
      return { points: [[-w, -h], [w, -h], [w, h], [-w, h]] };
    }
    case "capsule":
      return { points: [[0, -is.half_height], [0, is.half_height]], radius: is.r };
    case "hull":
      return { points: hullOf(is.points) };
  }
  return is;
}

/** How far the points of a shape reach from the origin of its frame. */
export const reach = (shape) =>
  Math.max(...pieces(shape).flatMap(({ points, radius }) => points.map((p) => Math.hypot(...p) + radius)));

/** How far points reach along a vector, in the world. */
export function support(piece, pose, [x, y]) {
  let best = -Infinity, point;
  for (const p of piece.points) {
    const q = placed(pose, p);
    const along = q[0] * x + q[1] * y;
    if (along > best) [best, point] = [along, q];
  }
  return { along: best + piece.radius, point: [point[0] + piece.radius * x, point[1] + piece.radius * y] };
}

/** Whether a point of the world is in the body, or at most `near` from it. */
export function covers(body, time, point, near) {
  const pose = poseAt(body, time);
  return pieces(body.shape).some(({ points, radius }) => {
    const at = points.map((p) => placed(pose, p));
    return distanceTo(at, point) <= radius + near;
  });
}

/** How far a point is from a convex outline, counterclockwise. */
export function distanceTo(points, [x, y]) {
  if (points.length === 1) return Math.hypot(x - points[0][0], y - points[0][1]);
  let [least, inside] = [Infinity, points.length > 2];
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy));
    if (dx * (y - ay) - dy * (x - ax) < 0) inside = false;
  });
  return inside ? 0 : least;
}

export const letter = (index) => String.fromCharCode(65 + index);

/** What a body is, in a word. */
export function kindOf(body) {
  const kind = Object.keys(body.shape)[0];
  return body.name ?? (kind === "cuboid" ? "box" : kind);
}
