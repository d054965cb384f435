// The answers of the page's module: what each contender says about the scenes, and the same bits as a native program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { wire } from "../../javascript/npm/wire.js";
import { checked } from "../page/check.js";
import { deepest } from "../page/depth.js";
import { numbersOf } from "../page/engine.js";
import { handlesOf } from "../page/handles.js";
import { lifted, spacePresets } from "../page/lift.js";
import { presets } from "../page/presets.js";
import { dice, randomScene } from "../page/random.js";
import { findMiss, tell } from "../page/tell.js";
import { unpackLzma } from "../page/unpack.js";
import { Plane } from "../page/plane.js";
import { box, compound, isWithin, part, reach, scene } from "../page/scene.js";
import { reach as reachInSpace } from "../page/solid.js";
import { Space } from "../page/space.js";
import { Camera, linesIn } from "../page/view.js";
import { answerOf } from "../page/words.js";
import { cargo, engine, module } from "./engine.js";

/** What is said about a scene, a line each. */
function said(name, { title, scene }) {
  const told = tell(engine, scene, 240);
  const others = told.contenders.map(({ key, verdict, text }) => `  ${key}: ${verdict}. ${text}\n`);
  return `${name}: ${title}\n  photofinish: ${answerOf(told.answer, "A", "B")} Spans: ${told.spans.length}.\n${others.join("")}`;
}

test("what all say about the scenes", () => {
  const file = fileURLToPath(new URL("presets.txt", import.meta.url));
  const now = Object.entries({ ...presets, ...spacePresets }).map(([name, preset]) => said(name, preset)).join("");
  if (process.env.RENEW) writeFileSync(file, now);
  assert.equal(now, readFileSync(file, "utf8"));
});

test("the misses are the first that the search finds", () => {
  for (const key of ["sweep", "cast"]) {
    const { scene } = findMiss(engine, key, 1, 1000);
    assert.deepEqual(scene, presets[`miss-of-the-${key}`].scene);
  }
});

test("10,000 random scenes have the same bits as in a native program", () => {
  const wired = wire(module);
  const ask = (name, numbers) => new Float64Array(wired(name, new Uint8Array(numbers.buffer)).buffer);
  const [given, ours] = [[], []];
  let impacts = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const flat = { ...randomScene(seed), times: [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1], slop: 0.005 };
    const numbers = numbersOf(seed % 2 ? lifted(flat) : flat);
    const examined = ask("examine_scene", numbers);
    impacts += examined[5] === 1;
    const gaps = ask("measure_gaps", numbers.map((number, at) => (at === 3 || at === 4 ? examined[at - 3] : number)));
    given.push(Float64Array.of(numbers.length), numbers);
    for (const answer of [examined, gaps]) ours.push(Float64Array.of(answer.length), answer);
  }
  assert.ok(impacts > 3000 && impacts < 8000, `${impacts} impacts`);
  const bytes = (parts) => Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
  const args = ["run", "--quiet", "--release", "-p", "photofinish-playground", "--example", "examine"];
  const theirs = cargo(args, bytes(given));
  assert.equal(Buffer.compare(bytes(ours), theirs), 0);
});

test("bytes are unpacked as xz packed them", () => {
  const next = dice(3);
  const noise = Buffer.from(Array.from({ length: 3000 }, () => 256 * next()));
  const text = readFileSync(fileURLToPath(import.meta.url));
  for (const bytes of [noise, text, Buffer.concat([text, noise, text, Buffer.alloc(5000), text.subarray(7)])]) {
    const packed = execFileSync("xz", ["--format=lzma", "-9e", "--stdout"], { input: bytes });
    assert.equal(Buffer.compare(Buffer.from(unpackLzma(packed, bytes.length)), bytes), 0);
  }
});

test("scenes that cannot be built say why, and a body that is missing does too", () => {
  const [a, b] = presets["bar-and-post"].scene.bodies;
  const told = (bodies) => tell(engine, { bodies, interval: [0, 1], focus: null, parts: 1 }, 10);
  assert.match(told([a, { ...b, shape: { ball: { r: -1 } } }]).error, /radius/);
  assert.match(told([a, { ...b, pos: [NaN, 0] }]).error, /NaN|finite/);
  assert.deepEqual(told([a]).pairs, []);
});

test("no interval and no spin keeps the page waiting", () => {
  const { scene } = presets["photo-finish"];
  for (const [end, spin] of [[16, 7], [30, 7], [100, 7], [100, 1e6]]) {
    const bodies = scene.bodies.map((body) => ({ ...body, angvel: body.angvel && spin }));
    const began = performance.now();
    const { contenders: [, cast] } = tell(engine, { ...scene, bodies, interval: [0, end] }, 240);
    assert.ok(performance.now() - began < 5000);
    if (end > 16) assert.match(cast.text, /not asked/);
  }
  const gears = presets.gears.scene;
  const bodies = gears.bodies.map((body) => ({ ...body, angvel: 1e5 * body.angvel }));
  const began = performance.now();
  assert.equal(tell(engine, { ...gears, bodies }, 240).answer.outcome, "unknown");
  assert.ok(performance.now() - began < 10_000);
});

test("a deep overlap between two samples is no pardon", () => {
  const { scene } = presets["bar-and-post"];
  const [, cast] = tell(engine, { ...scene, interval: [0, 16] }, 40).contenders;
  assert.deepEqual([cast.verdict, cast.ghost > 0.4 && cast.ghost < 0.5], ["wrong", true]);
  assert.match(cast.text, /overlap by 0\.23/);
  // a dip that no sample meets is found, or nothing is judged
  const dip = (times) => times.map((time) => Math.min(0.5, 10 * Math.abs(time - 7.3456) - 0.02));
  const shallow = (times) => times.map(() => -0.0005);
  const found = deepest(dip, 10, 0.001, [0, 70], []);
  assert.ok(found.sure && found.depth > 0.001 && Math.abs(found.time - 7.3456) < 0.002);
  assert.equal(deepest(shallow, 1, 0.001, [0, 1e-3], []).sure, true);
  assert.equal(deepest(shallow, 1e6, 0.001, [0, 1], []).sure, false);
});

test("a shape that a contender cannot build is not its crash", () => {
  const [a, b] = presets["bar-and-post"].scene.bodies;
  const bodies = [a, { ...b, shape: { hull: { points: [[0, 0]] } } }];
  for (const { verdict } of tell(engine, { bodies, interval: [0, 1], focus: null, parts: 1 }, 10).contenders) assert.equal(verdict, "none");
});

test("scenes of addresses are checked", () => {
  for (const { scene } of Object.values({ ...presets, ...spacePresets })) assert.deepEqual(checked(structuredClone(scene)), scene);
  for (const seed of [1, 2, 3]) assert.ok(checked(lifted(randomScene(seed))));
  const { scene } = presets["bar-and-post"];
  const [a, b] = scene.bodies;
  assert.deepEqual(checked({ ...scene, bodies: [] }).bodies, []);
  const shaped = (shape) => ({ bodies: [a, { ...b, shape }] });
  const part = { shape: { ball: { r: 1 } }, pos: [0, 0] };
  const bad = [
    null, { bodies: 3 }, { bodies: Array(2000).fill(b) }, { bodies: [a, spacePresets["bar-and-ball"].scene.bodies[0]] },
    { bodies: [a, { ...b, pos: [1e16, 0] }] }, { bodies: [a, { ...b, pos: [0, "1"] }] }, { bodies: [a, { ...b, name: {} }] },
    { bodies: [a, { ...b, linvel: null }] }, { bodies: [a, { ...b, angvel: 1e9 }] },
    shaped({ ball: { r: -1 } }), shaped({ ball: { r: 1 }, cuboid: { half: [1, 1] } }), shaped({ egg: { r: 1 } }), shaped({ ball: null }),
    shaped({ hull: { points: [[0, 0]] } }), shaped({ hull: { points: [[0, 0], [1, 1], [2, 2]] } }), shaped({ line: { points: [[0, 0]] } }),
    shaped({ compound: [] }), shaped({ compound: [{ ...part, shape: { compound: [part] } }] }), shaped({ compound: Array(65).fill(part) }),
    { interval: ["a", "b"] }, { interval: [1, 0] }, { interval: [0, 1e6] }, { interval: [0] },
    { parts: 1e9 }, { parts: 0 }, { focus: [0, 7] }, { focus: [1, 0] }, { focus: "ab" },
  ];
  for (const it of bad) assert.throws(() => checked(it && { ...scene, ...it }), Error, JSON.stringify(it));
});

test("a grid has few lines, wherever it is", () => {
  assert.deepEqual(linesIn(-1.5, 2, 1), [-1, 0, 1, 2]);
  assert.deepEqual(linesIn(1e16, 1e16 + 4, 0.1), []);
  assert.deepEqual(linesIn(0, 1e9, 1), []);
});

test("handles do not touch, and are in the picture that was fitted", () => {
  const camera = new Camera({ clientWidth: 800, clientHeight: 500 });
  for (const { scene } of Object.values(presets)) {
    camera.fit(scene);
    for (const body of scene.bodies) for (const angvel of [0, 0.3, 6.3, 63]) for (const linvel of [[0, 0], body.linvel]) {
      const { turn, spin, velocity } = handlesOf(camera, { ...body, angle: 0, angvel, linvel }, { time: 0, scene });
      const away = [[turn, spin], [spin, velocity], [turn, velocity]].map(([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]));
      // one that is held has a radius of 11, another of 9
      assert.ok(Math.min(...away) > 20, `${away}`);
      for (const [x, y] of [turn, spin, velocity]) assert.ok(x > 9 && x < 791 && y > 9 && y < 491, `${body.name}: ${x}, ${y}`);
    }
  }
});

test("numbers that are cut off are refused", () => {
  const bytes = new Uint8Array(numbersOf(presets.gears.scene).buffer);
  assert.throws(() => wire(module)("examine_scene", bytes.subarray(0, -1)), /a number has 8 bytes/);
});

test("what is added touches nothing, and is in the picture", () => {
  const canvas = { addEventListener() {}, clientWidth: 300, clientHeight: 200 };
  for (const Stage of [Plane, Space]) {
    const app = { scene: scene([]), insert: (body) => app.scene.bodies.push(body) };
    const stage = new Stage(canvas, app);
    Object.assign(stage, { axesNow: stage.axes, far: 1 });
    for (let count = 0; count < 10; count++) stage.place(compound([part(box(0.5, 0.12), [0, -0.3]), part(box(0.12, 0.4), [-0.38, 0.1])]));
    assert.deepEqual(new Set(tell(engine, app.scene, 40).pairs.map(({ outcome }) => outcome)), new Set(["separated"]));
    for (const { pos, shape } of app.scene.bodies) {
      const { x, y, scale } = stage.camera ?? stage.project(pos);
      const center = stage.camera?.toScreen(pos) ?? [x, y], far = (stage.camera ? reach : reachInSpace)(shape);
      assert.ok(isWithin([300, 200], center, far * scale), `${pos}`);
    }
  }
});
