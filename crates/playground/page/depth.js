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
  const gaps = gapsAt(times);
  const least = gaps.indexOf(Math.min(...gaps));
  let best = { time: times[least], depth: -gaps[least] };
  const look = (time) => {
    const [depth] = gapsAt([time]).map((gap) => -gap);
    if (depth > best.depth) best = { time, depth };
    return depth;
  };
  // a golden section between the neighbours of the deepest sample
  const share = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [times[Math.max(least - 1, 0)], times[Math.min(least + 1, times.length - 1)]];
  let [left, right] = [high - share * (high - low), low + share * (high - low)];
  let [atLeft, atRight] = [look(left), look(right)];
  for (let step = 0; step < 24; step++) {
    if (atLeft > atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - share * (high - low);
      atLeft = look(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + share * (high - low);
      atRight = look(right);
    }
  }
  if (best.depth > slop) return { ...best, sure: true };
  let time = from;
  for (let count = 0; count < MOST_GAPS; count++) {
    const depth = look(time);
    if (depth > slop) return { ...best, sure: true };
    // until then no gap can fall below the slop
    const next = time + (slop - depth) / rate;
    if (next >= to) return { ...best, sure: true };
    if (next === time) break;
    time = next;
  }
  return { ...best, sure: false };
}
