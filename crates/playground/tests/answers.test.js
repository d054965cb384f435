// The answers of the page's module: what each contender says about the scenes, and the same bits as a native program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { numbersOf } from "../page/engine.js";
import { lifted, spacePresets } from "../page/lift.js";
import { presets } from "../page/presets.js";
import { dice, randomScene } from "../page/random.js";
import { findMiss, tell } from "../page/tell.js";
import { unpackLzma } from "../page/unpack.js";
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
  const exports = new WebAssembly.Instance(module).exports;
  const ask = (name, numbers) => {
    const place = exports.room(numbers.length);
    new Float64Array(exports.memory.buffer, place, numbers.length).set(numbers);
    const count = exports[name]();
    assert.equal(exports.text_length(), 0);
    return new Float64Array(exports.memory.buffer, exports.numbers(), count).slice();
  };
  const [given, ours] = [[], []];
  let impacts = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const flat = { ...randomScene(seed), samples: 8, slop: 0.005 };
    const numbers = numbersOf(seed % 2 ? lifted(flat) : flat);
    const examined = ask("examine_scene", numbers);
    impacts += examined[5] === 1;
    const gaps = ask("measure_gaps", numbers.map((number, at) => (at === 4 || at === 5 ? examined[at - 4] : number)));
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
