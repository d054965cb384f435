// The npm package as one installs it, and its answers bit by bit.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { lifted } from "../../playground/page/lift.js";
import { presets } from "../../playground/page/presets.js";
import { randomScene } from "../../playground/page/random.js";
import { built, repository } from "../../playground/build-wasm.js";
import { unpack, wire } from "../npm/wire.js";

let folder, photofinish;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "photofinish-"));
  const npm = (...args) => execFileSync("npm", args, { cwd: folder, encoding: "utf8" });
  const [{ filename, files }] = JSON.parse(npm("pack", "--json", `${repository}crates/javascript/npm`));
  const names = files.map(({ path }) => path).sort();
  const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "index.d.ts", "index.js", "package.json", "wasm.js", "wire.js"];
  assert.deepEqual(names, expected);
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  npm("install", "--offline", "--no-audit", `./${filename}`);
  photofinish = await import(pathToFileURL(join(folder, "node_modules/photofinish/index.js")));
});
after(() => rmSync(folder, { recursive: true }));

test("the README's lines say what the README says", () => {
  const readme = readFileSync(join(folder, "node_modules/photofinish/README.md"), "utf8");
  const [, code] = readme.match(/```js\n([^`]*)```/);
  writeFileSync(join(folder, "readme.js"), code);
  const printed = execFileSync("node", ["readme.js"], { cwd: folder, encoding: "utf8" });
  const [, promised] = code.match(/\/\/ (impact [\d.]+)/);
  assert.ok(printed.startsWith(promised), printed);
});

test("types fit the functions", () => {
  const declared = readFileSync(join(folder, "node_modules/photofinish/index.d.ts"), "utf8").matchAll(/export function (\w+)/g);
  assert.deepEqual([...declared].map(([, name]) => name).sort(), Object.keys(photofinish).sort());
});

test("a certificate proves the answer, and no more", () => {
  const { certify, verify } = photofinish;
  const bar = { shape: { cuboid: { half: [2, 0.1] } }, pos: [0, 0], angvel: 20 };
  const ball = { shape: { ball: { r: 0.25 } }, pos: [3, 0] };
  const { outcome, clearance, certificate } = certify(bar, ball, { interval: [0, 1] });
  assert.ok(outcome === "separated" && clearance > 0);
  assert.ok(verify(bar, ball, certificate, { interval: [0, 1] }) > 0);
  assert.throws(() => verify(bar, ball, certificate, { interval: [0, 1], targetDistance: 0.8 }), /interval/);
  assert.throws(() => verify(bar, { ...ball, pos: [2, 0] }, certificate), /interval/);
});

test("bodies of pieces, settings and errors", () => {
  const { certify, distance, timeOfImpact, verify } = photofinish;
  const stairs = { shape: { line: { points: [[0, 0], [1, 0], [1, 1], [2, 1]] } }, pos: [0, 0] };
  const ball = { shape: { ball: { r: 0.25 } }, pos: [1.5, 3], linvel: [0, -4] };
  const met = certify(ball, stairs, { interval: [0, 1] });
  assert.deepEqual(met.pieces, [0, 2]);
  assert.ok(Math.abs(met.time - 0.4375) < 1e-8);
  assert.ok(verify(ball, stairs, met.certificate, { interval: [0, met.time] }) >= 0);
  const stopped = timeOfImpact(ball, stairs, { targetDistance: 1, tolerance: 1e-6 });
  assert.ok(Math.abs(stopped.time - 0.1875) < 1e-6);
  assert.equal(distance(ball, stairs).distance, 1.75);
  assert.equal(distance(ball, stairs, 0.25).distance, 0.75);
  const mesh = { mesh: { points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]] } };
  const fork = { compound: [{ shape: { ball: { r: 0.1 } }, pos: [0, 0, 1] }, { shape: { ball: { r: 0.1 } }, pos: [0.2, 0.2, 0.5] }] };
  const fall = timeOfImpact({ shape: fork, pos: [0, 0, 0], linvel: [0, 0, -1] }, { shape: mesh, pos: [0, 0, 0] });
  assert.ok(fall.outcome === "impact" && Math.abs(fall.time - 0.4) < 1e-8);
  assert.deepEqual(fall.pieces, [1, 0]);
  const resting = { shape: { cuboid: { half: [1, 1] } }, pos: [0, 2] }, floor = { shape: { cuboid: { half: [5, 1] } }, pos: [0, 0] };
  assert.equal(timeOfImpact(resting, floor, { initialContact: "ignoreSeparating" }).outcome, "stays");
  assert.throws(() => timeOfImpact(ball, { ...stairs, shape: { bal: { r: 1 } } }), /body `b`.*bal/);
  assert.throws(() => timeOfImpact(ball, { ...ball, pos: [0, 0, 0] }), /coordinates/);
  assert.throws(() => timeOfImpact(ball, stairs, { interval: [1, 0] }), /interval|start/);
});

test("10,000 random questions have the same bits as in a native program", async () => {
  const [, packed] = readFileSync(join(folder, "node_modules/photofinish/wasm.js"), "utf8").match(/"(.*)"/);
  const ask = wire(await unpack(packed));
  const scenes = Object.values(presets).map(({ scene }) => scene);
  const questions = Array.from({ length: 10_000 }, (_, seed) => {
    const flat = seed < 20 ? scenes[seed >> 1] : randomScene(seed);
    const { bodies, interval } = seed % 2 ? lifted(flat) : flat;
    const [a, b] = bodies.map(({ name: _, ...body }) => body);
    return { ask: ["time_of_impact", "certify", "distance"][seed % 3], a, b, settings: { interval } };
  });
  const ours = questions.map((question) => ask("ask", question));
  assert.ok(ours.every((answer) => !answer.error));
  const impacts = ours.filter((answer) => (answer.answer ?? answer).outcome?.outcome === "impact").length;
  assert.ok(impacts > 2000 && impacts < 6000, `${impacts} impacts`);
  const args = ["run", "--quiet", "--release", "-p", "photofinish-javascript", "--example", "answer"];
  const input = questions.map((question) => JSON.stringify(question)).join("\n");
  const theirs = execFileSync("cargo", args, { cwd: repository, input, encoding: "utf8", maxBuffer: 2 ** 30 });
  theirs.trim().split("\n").forEach((line, at) => assert.deepEqual(ours[at], JSON.parse(line), JSON.stringify(questions[at])));
});

test("the table of exact answers", async () => {
  const module = built("photofinish-javascript", "examples/same_bits", "--example", "same_bits");
  const [rows, differences] = wire(await WebAssembly.compile(module))("compare", null);
  assert.ok(rows > 50, `${rows} rows`);
  assert.equal(differences, "");
});
