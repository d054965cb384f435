// Scenes that are worth a link.

import { randomScene } from "./random.js";
import { ball, body, box, capsule, compound, gear, hull, line, part, round, scene } from "./scene.js";

const turn = Math.PI / 2;

function gears() {
  const [teeth, root, tip] = [10, 0.85, 1.15];
  const wheel = gear(teeth, root, tip);
  // the tooth of one comes into a gap of the other
  const apart = 2.08;
  const left = body(wheel, [-apart / 2, 0], { angvel: 3, name: "gear" });
  const right = body(wheel, [apart / 2, 0], { angle: Math.PI / teeth, angvel: -2.7, name: "gear" });
  return scene([left, right]);
}

function street() {
  const heights = [0, 0.1, 0.05, 0.05, 0.35, 0.3];
  return line(heights.map((y, at) => [at - 4, y]));
}

function arm() {
  const bones = [part(capsule(0.7, 0.13), [0.7, 0], turn), part(capsule(0.6, 0.1), [1.72, 0.42], -0.75)];
  return compound(bones);
}

function crowd() {
  const bodies = [body(compound([part(box(1.6, 0.1), [0, 0]), part(box(0.1, 1.6), [0, 0])]), [0, 0], { angvel: 4, name: "cross" })];
  const shapes = [ball(0.22), box(0.25, 0.15), capsule(0.2, 0.12)];
  for (let at = 0; at < 9; at++) {
    const angle = (at / 9) * 2 * Math.PI + 0.3, [cos, sin] = [Math.cos(angle), Math.sin(angle)].map(round);
    const linvel = [-0.9 * sin - 1.7 * cos, 0.9 * cos - 1.7 * sin].map(round);
    bodies.push(body(shapes[at % 3], [2.4 * cos, 2.4 * sin], { linvel, angle, angvel: at % 2 ? 3 : -2 }));
  }
  return scene(bodies);
}

export const presets = {
  "bar-and-post": {
    title: "A spinning bar and a post",
    text: "The bar turns once while it falls past a post. The sweep knows the poses at the ends alone, where it is turned alike: ask it in more parts.",
    scene: scene([
      body(capsule(1.4, 0.08), [0, 1.4], { angle: turn, linvel: [0, -2.2], angvel: 6.283, name: "bar" }),
      body(ball(0.15), [1.05, 0.1], { name: "post" }),
    ]),
  },
  "bullet-and-wall": {
    title: "A bullet and a wall",
    text: "The bullet is past the wall after one step of an engine. No body turns, so that all agree.",
    scene: scene([
      body(capsule(0.08, 0.05), [-3, 0.2], { angle: turn, linvel: [60, 0], name: "bullet" }),
      body(box(0.04, 1.2), [1, 0], { name: "wall" }),
    ], { interval: [0, 0.1] }),
  },
  "photo-finish": {
    title: "A photo finish",
    text: "The ball flies through the circle that the bar sweeps, close by its middle, and is never nearer than 0.0003. A chain of spans that reaches the end is a photo finish.",
    scene: scene([
      body(box(1.5, 0.06), [0, 0], { angle: 0.1, angvel: 7, name: "bar" }),
      body(ball(0.15), [-2.2, 0.4], { linvel: [5.1, -1.45] }),
    ]),
  },
  gears: {
    title: "The teeth of two gears",
    text: "One turns a little faster than the other, until two teeth meet. All 121 pairs of pieces are proven apart until then.",
    scene: gears(),
  },
  wheel: {
    title: "A wheel that rolls",
    text: "A wheel without a rim rolls over a street of segments, up to the slope that is too high for it.",
    scene: scene([
      body(compound([0, 1, 2].map((at) => part(box(0.5, 0.09), [0, 0], (at * Math.PI) / 3))), [-3.1, 0.72], { linvel: [2.6, 0], angvel: -5.2, name: "wheel" }),
      body(street(), [0, 0], { name: "street" }),
    ]),
  },
  elbow: {
    title: "The elbow of a robot",
    text: "The arm swings about its shoulder. Its elbow clears the shelf, and its hand does not.",
    scene: scene([
      body(arm(), [-1, -0.6], { angle: -0.9, angvel: 1.9, name: "arm" }),
      body(compound([part(box(0.5, 0.04), [0, 0]), part(box(0.04, 0.4), [0.46, 0.4])]), [1.15, 0.95], { name: "shelf" }),
    ]),
  },
  crowd: {
    title: "Ten bodies",
    text: "All 45 pairs are asked at every change. The pair that meets first is looked at closely.",
    scene: crowd(),
  },
  cage: {
    title: "A bar in a cage",
    text: "A closed line is a surface without an inside: the bar turns within it, and drifts until an end touches.",
    scene: scene([
      body(capsule(0.85, 0.06), [0, 0], { linvel: [0.35, 0.1], angvel: 5, name: "bar" }),
      body(line([[1.2, 0], [0.6, 1.04], [-0.6, 1.04], [-1.2, 0], [-0.6, -1.04], [0.6, -1.04]], true), [0, 0], { name: "cage" }),
    ]),
  },
  "miss-of-the-sweep": {
    title: "The first miss of the sweep",
    text: "Of random scenes the first of which parry's sweep says that the bodies never touch, though they do. No body turns by half a turn, so that the poses at both ends tell the way.",
    scene: randomScene(7),
  },
  "miss-of-the-cast": {
    title: "The first miss of the cast",
    text: "Of random scenes the first of which parry's nonlinear cast says that the bodies never touch, though they do.",
    scene: randomScene(161),
  },
};
