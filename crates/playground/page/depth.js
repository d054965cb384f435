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
  /** Looks at times, and returns those beside the deepest, and the gap there. */
  const look = (times) => {
    const gaps = gapsAt(times), least = gaps.indexOf(Math.min(...gaps));
    if (-gaps[least] > best.depth) best = { time: times[least], depth: -gaps[least] };
    return [times[Math.max(least - 1, 0)], times[Math.min(least + 1, times.length - 1)], gaps[least]];
  };
  let [low, high] = look(times);
  // between these again: each time an eighth is left
  for (let round = 0; round < 6; round++) [low, high] = look(Array.from({ length: 17 }, (_, at) => low + ((high - low) * at) / 16));
  let time = from;
  for (let count = 0; count < MOST_GAPS && !(best.depth > slop); count++) {
    const [, , gap] = look([time]);
    // until then no gap can fall below the slop
    const next = time + (slop + gap) / rate;
    if (next >= to) return { ...best, sure: true };
    if (next === time) break;
    time = next;
  }
  return { ...best, sure: best.depth > slop };
}
