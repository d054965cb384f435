// Random scenes: the same for the same seed, in every browser.

import { ball, body, box, capsule, hull, hullOf, round, scene } from "./scene.js";

/** Returns a source of numbers from 0 to 1: a linear congruential generator of 32 bits, of which the upper 24 count. */
export function dice(seed) {
  let state = (seed * 2654435761 + 97) >>> 0;
  const next = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) / 2 ** 24;
  for (let warm = 0; warm < 4; warm++) next();
  return next;
}

/** Two bodies of which one flies past or into the other, while both may turn. */
export function randomScene(seed) {
  const next = dice(seed);
  const between = (low, high) => round(low + (high - low) * next());
  const shape = () => {
    const kind = Math.floor(next() * 4);
    if (kind === 0) return ball(between(0.1, 0.5));
    if (kind === 1) return box(between(0.2, 1.6), between(0.05, 0.4));
    if (kind === 2) return capsule(between(0.2, 1.6), between(0.05, 0.2));
    const corners = Array.from({ length: 3 + Math.floor(next() * 4) }, () => [between(-0.8, 0.8), between(-0.8, 0.8)]);
    return hullOf(corners).length > 2 ? hull(hullOf(corners)) : ball(0.3);
  };
  const turn = () => (next() < 0.3 ? 0 : between(-3, 3));
  const still = body(shape(), [0, 0], { angle: between(-3, 3), angvel: turn() });
  const from = [between(1.5, 3), between(-2, 2)];
  const to = [-between(1.5, 3), between(-2, 2)];
  const linvel = [to[0] - from[0], to[1] - from[1]].map(round);
  return scene([still, body(shape(), from, { angle: between(-3, 3), linvel, angvel: turn() })]);
}
