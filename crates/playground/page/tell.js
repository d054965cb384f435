// Asks all that the page shows about a scene.

import { deepest, rateOf } from "./depth.js";
import { randomScene } from "./random.js";
import { judge } from "./words.js";

/** parry calls this slop typical for its sweep. */
const SLOP = 0.005;

const NOTHING = { pairs: [], spans: [], steps: [], gaps: [], contenders: [] };

/** What is known of a scene: what the examination says, with the answer about the pair in focus and the contenders. */
export function tell(engine, { bodies, interval, focus, parts }, samples) {
  if (bodies.length < 2) return NOTHING;
  const scene = { bodies, interval, focus, parts, slop: SLOP };
  const [start, end] = interval;
  const times = Array.from({ length: samples + 1 }, (_, at) => start + ((end - start) * at) / samples);
  let told, pair;
  try {
    told = engine.examine(scene);
    // each question builds the shapes of all its bodies: here of two instead of all
    pair = { ...scene, bodies: told.focus.map((index) => bodies[index]), focus: [0, 1] };
    told.gaps = engine.gaps({ ...pair, times });
  } catch ({ message }) {
    return { ...NOTHING, error: message };
  }
  told.answer = told.pairs.find(({ pair }) => pair.join() === told.focus.join());
  const gapsAt = (times) => engine.gaps({ ...pair, times });
  const gapAt = (time) => gapsAt([time])[0];
  // times of gaps that are less than those beside them
  const known = times.filter((_, at) => told.gaps[at] <= Math.min(told.gaps[at - 1] ?? Infinity, told.gaps[at + 1] ?? Infinity));
  const rate = rateOf(pair.bodies);
  const deepestIn = (from, to, slop) => deepest(gapsAt, rate, slop, [from, Math.min(to, end)], known.slice(0, 40));
  // the sweep aims at its slop, within a quarter of it; the cast has none
  told.contenders = [
    { name: "parry's sweep", key: "sweep", slop: 2 * SLOP },
    { name: "parry's nonlinear cast", key: "cast", slop: 0.001 },
  ].map((contender) => {
    const says = askedOf(engine, contender.key, pair);
    return { ...contender, time: says.time, ...judge(says, told.answer, contender.slop, gapAt, deepestIn) };
  });
  return told;
}

/** What a contender says. A trap while the shapes are built is not its fault. */
function askedOf(engine, key, scene) {
  try {
    return engine.contend(key, scene);
  } catch {
    try {
      engine.contend("shapes", scene);
    } catch {
      return { says: "shapeless" };
    }
    return { says: "crashed" };
  }
}

/** Returns the first random scene of which a contender says that the bodies never touch, though they do, and its seed. */
export function findMiss(engine, key, seed, count) {
  for (let tried = seed; tried < seed + count; tried++) {
    const found = randomScene(tried);
    const { verdict, time, ghost } = tell(engine, found, 60).contenders.find((contender) => contender.key === key);
    if (verdict === "wrong" && time === undefined && ghost !== undefined) return { seed: tried, scene: found };
  }
  return null;
}
