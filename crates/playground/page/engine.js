// Passes scenes to the module of WebAssembly as numbers, and reads what it answers. `src/scene.rs` describes the numbers.

import { wire } from "../../javascript/npm/wire.js";
import { partsOf } from "./scene.js";

const KINDS = ["ball", "cuboid", "capsule", "hull", "segment", "triangle"];

/** A place as numbers. What has none is at the origin. */
const placeOf = ({ pos, angle, quat }, dimension) =>
  [...(pos ?? Array(dimension).fill(0)), ...(dimension === 2 ? [angle ?? 0] : quat ?? [0, 0, 0, 1])];

/** A convex part of a body as `src/scene.rs` takes it: kind, numbers and place. */
function pieceOf(part, dimension) {
  const [kind, { half, half_height, r, points }] = Object.entries(part.shape)[0];
  const numbers = points?.flat() ?? half ?? [half_height, r].filter((size) => size !== undefined);
  return [KINDS.indexOf(kind), numbers.length, ...numbers, ...placeOf(part, dimension)];
}

/** A scene as numbers. */
export function numbersOf({ bodies, interval, focus, parts, slop, times = [] }) {
  const dimension = bodies[0].pos.length;
  const numbers = [dimension, ...interval, ...(focus ?? [-1, -1]), parts, slop, bodies.length];
  for (const body of bodies) {
    const pieces = partsOf(body.shape).map((part) => pieceOf(part, dimension));
    numbers.push(...placeOf(body, dimension), ...body.linvel, ...[body.angvel].flat(), pieces.length, ...pieces.flat());
  }
  return Float64Array.from([...numbers, ...times]);
}

/** Reads what was examined. */
function examinedOf(numbers, dimension) {
  let at = 0;
  const next = () => numbers[at++];
  const vector = () => Array.from({ length: dimension }, next);
  const list = (read) => Array.from({ length: next() }, read);
  return {
    focus: [next(), next()],
    pairs: list(() => ({
      pair: [next(), next()], outcome: ["separated", "impact", "overlapping", "unknown"][next()], time: next(),
      pieces: [next(), next()], witness: vector(),
    })),
    spans: list(() => ({
      start: next(), end: next(), frame: next(), direction: vector(), margin: next(), pieces: [next(), next()],
    })),
    steps: list(() => {
      const [kind, first, second, third] = [next(), next(), next(), next()];
      const direction = vector();
      return [
        { step: "vector", time: first, distance: second, direction },
        { step: "tried", time: first, distance: second },
        { step: "span", time: first, span: third },
        { step: "asked", time: third, pieces: [first, second] },
      ][kind];
    }),
  };
}

/** Returns the questions that the module answers. */
export function engineOf(module) {
  const wired = wire(module);
  const ask = (name, scene) => new Float64Array(wired(name, new Uint8Array(numbersOf(scene).buffer)).buffer);
  return {
    examine: (scene) => examinedOf(ask("examine_scene", scene), scene.bodies[0].pos.length),
    gaps: (scene) => Array.from(ask("measure_gaps", scene)),
    /** What a contender says: `sweep` or `cast`. `shapes` only builds the shapes. */
    contend(contender, scene) {
      const [says, time] = ask({ shapes: "build_shapes", sweep: "ask_sweep", cast: "ask_cast" }[contender], scene);
      return { says: ["free", "hit", "overlapping", "nothing", "not asked"][says], time: [1, 2].includes(says) ? time : undefined };
    },
  };
}
