// Asks all that the page shows about a scene.

import { randomScene } from "./random.js";
import { judge } from "./words.js";

/** parry calls this slop typical for its sweep. */
const SLOP = 0.005;

const NOTHING = { pairs: [], spans: [], steps: [], gaps: [], contenders: [] };

/** What is known of a scene: what the examination says, with the answer about the pair in focus and the contenders. */
export function tell(engine, { bodies, interval, focus, parts }, samples) {
  if (bodies.length < 2) return NOTHING;
  const scene = { bodies, interval, focus, parts, samples, slop: SLOP };
  let told;
  try {
    told = engine.examine(scene);
    scene.focus = told.focus;
    told.gaps = engine.gaps(scene);
  } catch ({ message }) {
    return { ...NOTHING, error: message };
  }
  told.answer = told.pairs.find(({ pair }) => pair.join() === told.focus.join());
  let says;
  try {
    says = engine.contend(scene);
  } catch {
    says = { sweep: { says: "crashed" }, cast: { says: "crashed" } };
  }
  const gapAt = (time) => engine.gaps({ ...scene, interval: [time, time], samples: 1 })[0];
  const [start, end] = interval;
  const timeOf = (index) => start + ((end - start) * index) / samples;
  const lowest = (from, to) => {
    const indices = told.gaps.map((_, index) => index).filter((index) => timeOf(index) >= from && timeOf(index) <= to);
    const least = indices.reduce((one, other) => (told.gaps[other] < told.gaps[one] ? other : one), indices[0]);
    return least === undefined ? Math.min(to, end) : timeOf(least);
  };
  // the sweep aims at its slop, within a quarter of it; the cast has none
  told.contenders = [
    { name: "parry's sweep", key: "sweep", slop: 2 * SLOP },
    { name: "parry's nonlinear cast", key: "cast", slop: 0.001 },
  ].map((contender) => ({
    ...contender, time: says[contender.key].time, ...judge(says[contender.key], told.answer, contender.slop, gapAt, lowest),
  }));
  return told;
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
