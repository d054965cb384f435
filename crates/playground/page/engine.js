// Passes scenes to the module of WebAssembly as numbers, and reads what it answers. `src/scene.rs` describes the numbers.

const KINDS = ["ball", "cuboid", "capsule", "hull", "segment", "triangle"];

/** The convex pieces of a shape as `src/scene.rs` takes them: kind, numbers and place. */
function piecesOf(shape, still) {
  const [kind, is] = Object.entries(shape)[0];
  const piece = (kind, numbers, place = still) => [KINDS.indexOf(kind), numbers.length, ...numbers, ...place];
  switch (kind) {
    case "ball": return [piece(kind, [is.r])];
    case "cuboid": return [piece(kind, is.half)];
    case "capsule": return [piece(kind, [is.half_height, is.r])];
    case "hull": return [piece(kind, is.points.flat())];
    case "line": {
      const ends = is.closed ? [...is.points, is.points[0]] : is.points;
      return ends.slice(1).map((end, at) => piece("segment", [...ends[at], ...end]));
    }
    case "mesh": return is.triangles.map((corners) => piece("triangle", corners.flatMap((at) => is.points[at])));
    case "compound": return is.flatMap((part) => piecesOf(part.shape, [...part.pos, ...rotationOf(part)]));
  }
  throw new Error(`unknown shape ${kind}`);
}

const rotationOf = ({ pos, angle, quat }) => (pos.length === 2 ? [angle ?? 0] : quat ?? [0, 0, 0, 1]);

/** A scene as numbers. */
export function numbersOf({ bodies, interval, focus, parts, samples, slop }) {
  const flat = bodies[0].pos.length === 2;
  const still = flat ? [0, 0, 0] : [0, 0, 0, 0, 0, 0, 1];
  const numbers = [flat ? 2 : 3, ...interval, samples, ...(focus ?? [-1, -1]), parts, slop, bodies.length];
  for (const body of bodies) {
    const pieces = piecesOf(body.shape, still);
    numbers.push(...body.pos, ...rotationOf(body), ...body.linvel, ...[body.angvel].flat(), pieces.length, ...pieces.flat());
  }
  return Float64Array.from(numbers);
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

/**
 * Returns the questions that the module answers. A module that has trapped may be in any state, so that the next question
 * goes to a new one.
 */
export function engineOf(module) {
  const fresh = () => new WebAssembly.Instance(module).exports;
  let exports = fresh();
  const ask = (name, scene) => {
    const given = numbersOf(scene);
    const place = exports.room(given.length);
    new Float64Array(exports.memory.buffer, place, given.length).set(given);
    let count;
    try {
      count = exports[name]();
    } catch (trap) {
      exports = fresh();
      throw trap;
    }
    if (exports.text_length() > 0) {
      const text = new Uint8Array(exports.memory.buffer, exports.text(), exports.text_length());
      throw new Error(new TextDecoder().decode(text));
    }
    return new Float64Array(exports.memory.buffer, exports.numbers(), count).slice();
  };
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
