// How deep two bodies overlap, measured so that no overlap between two samples is overlooked.

import { reach as reachInPlane } from "./scene.js";
import { reach as reachInSpace } from "./solid.js";

/** How many gaps are measured to prove that none is deep. */
const MOST_GAPS = 1500;

/** A bound of how fast the gap of two bodies changes. */
export function rateOf([a, b]) {
  const reach = a.pos.length === 2 ? reachInPlane : reachInSpace;
  const spin = ({ shape, angvel }) => Math.hypot(...[angvel].flat()) * reach(shape);
  return (Math.hypot(...a.linvel.map((x, axis) => x - b.linvel[axis])) + spin(a) + spin(b)) * (1 + 1e-9);
}

/**
 * Looks for the deepest overlap from one time to another. `gapsAt` measures gaps, `known` has times that may be deep. Returns a
 * time and how deep it is. That is `sure` if it is more than `slop`, or if no time between can be deeper than `slop`.
 */
export function deepest(gapsAt, rate, slop, [from, to], known) {
  const times = [from, to, ...known.filter((time) => time > from && time < to)];
  for (let at = 1; at < 24; at++) times.push(from + ((to - from) * at) / 24);
  // most overlaps are soon after the impact
  for (let after = (to - from) / 24; after > (to - from) * 1e-9; after /= 1.6) times.push(from + after);
  times.sort((one, other) => one - other);
  let best = { depth: -Infinity };
  /** Looks at times, and returns their gaps and which of them is the deepest. */
  const look = (times) => {
    const gaps = gapsAt(times), least = gaps.indexOf(Math.min(...gaps));
    if (-gaps[least] > best.depth) best = { time: times[least], depth: -gaps[least] };
    return { gaps, least };
  };
  // between the neighbours of the deepest time again: each time a quarter is left
  let [low, high, among] = [from, to, times];
  for (let round = 0; round <= 7; round++) {
    const { least } = look(among);
    [low, high] = [among[least - 1] ?? low, among[least + 1] ?? high];
    among = [1, 2, 3, 4, 5, 6, 7].map((part) => low + ((high - low) * part) / 8);
  }
  // Where an overlap may still be deep, halved until it may not. A gap changes no faster than the rate, so that from one
  // time to another it is at least (gap + other gap - rate * time) / 2.
  const mayBeDeep = ([from, to]) => from.gap + to.gap + 2 * slop < rate * (to.time - from.time);
  const ends = look([from, to]).gaps.map((gap, at) => ({ gap, time: [from, to][at] }));
  let open = [ends].filter(mayBeDeep);
  for (let count = 0; open.length && count < MOST_GAPS && !(best.depth > slop); count += open.length) {
    const middles = open.map(([from, to]) => (from.time + to.time) / 2);
    const { gaps } = look(middles);
    open = open.flatMap(([from, to], at) => {
      const middle = { gap: gaps[at], time: middles[at] };
      return [[from, middle], [middle, to]].filter(mayBeDeep);
    });
  }
  return { ...best, sure: !open.length || best.depth > slop };
}
