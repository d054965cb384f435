// Scenes in space: those of the plane with a thickness, and some of their own.

import { ball, body, box, capsule, compound, endsOf, scene } from "./scene.js";

const THICK = 0.25;

const about = (angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

function liftedShape(shape) {
  const [kind, is] = Object.entries(shape)[0];
  const both = (points) => points.flatMap(([x, y]) => [[x, y, -THICK], [x, y, THICK]]);
  switch (kind) {
    case "cuboid": return box(...is.half, THICK);
    case "hull": return { hull: { points: both(is.points) } };
    case "compound":
      return compound(is.map(({ shape, pos, angle }) => ({ shape: liftedShape(shape), pos: [...pos, 0], quat: about(angle ?? 0) })));
    case "line": {
      const ends = endsOf(is);
      const triangles = ends.slice(1).flatMap((_, at) => [[2 * at, 2 * at + 1, 2 * at + 2], [2 * at + 1, 2 * at + 3, 2 * at + 2]]);
      return { mesh: { points: ends.flatMap(([x, y]) => [[x, y, -4 * THICK], [x, y, 4 * THICK]]), triangles } };
    }
  }
  return shape;
}

/** The same scene in space: bodies turn about z. */
export function lifted({ bodies, ...more }) {
  const lift = ({ shape, pos, angle, linvel, angvel, ...more }) =>
    ({ ...more, shape: liftedShape(shape), pos: [...pos, 0], quat: about(angle), linvel: [...linvel, 0], angvel: [0, 0, angvel] });
  return { ...more, bodies: bodies.map(lift) };
}

/** A body of space. */
function solid(shape, pos, { quat = [0, 0, 0, 1], angvel = [0, 0, 0], ...more } = {}) {
  const { angle: _, ...made } = body(shape, pos, more);
  return { ...made, quat, angvel };
}

function ring() {
  const count = 10, on = (at) => (at / count) * 2 * Math.PI;
  return compound(Array.from({ length: count }, (_, at) => ({
    shape: box(0.36, 0.09, 0.09), pos: [Math.cos(on(at)), Math.sin(on(at)), 0], quat: about(on(at) + Math.PI / 2),
  })));
}

export const spacePresets = {
  "bar-and-ball": {
    title: "The bar and the ball of the README",
    text: "The bar turns at 50 radians per second, eight times in all. The impact is at 0.02806696 s.",
    scene: scene([
      solid(capsule(2, 0.05), [0, 0, 0], { angvel: [0, 0, 50], name: "bar" }),
      solid(ball(0.2), [1.5, 0, 0]),
    ]),
  },
  "crossing-rods": {
    title: "Two rods that tumble past each other",
    text: "Long edges cross: the separating vector is square to both.",
    scene: scene([
      solid(box(1.3, 0.07, 0.07), [0, 0, 0], { angvel: [0.5, 2.5, 1], name: "rod" }),
      solid(box(0.07, 1.3, 0.07), [0.3, 0.2, 2], { linvel: [0, 0, -3.4], angvel: [2, 0, 1.5], name: "rod" }),
    ]),
  },
  "through-a-ring": {
    title: "A dart through a ring",
    text: "A ring of ten boxes tumbles, and a dart flies through it.",
    scene: scene([
      solid(ring(), [0, 0, 0], { angvel: [0.8, 0.3, 2], name: "ring" }),
      solid(capsule(0.5, 0.06), [-0.2, 0.1, 3], { quat: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], linvel: [0.3, 0, -6], angvel: [1.5, 0.5, 0], name: "dart" }),
    ]),
  },
};
