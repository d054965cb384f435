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
import { unpack, wireOfValues } from "../npm/wire.js";

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

test("the package has the version of the library", () => {
  const [, version] = readFileSync(`${repository}Cargo.toml`, "utf8").match(/^version = "(.*)"/m);
  assert.equal(JSON.parse(readFileSync(join(folder, "node_modules/photofinish/package.json"), "utf8")).version, version);
});

test("types fit the functions", () => {
  const declared = readFileSync(join(folder, "node_modules/photofinish/index.d.ts"), "utf8").matchAll(/export function (\w+)/g);
  assert.deepEqual([...declared].map(([, name]) => name).sort(), Object.keys(photofinish).sort());
});

test("answers have the fields of their types, and no others", () => {
  const text = readFileSync(join(folder, "node_modules/photofinish/index.d.ts"), "utf8");
  const fieldsOf = (name) => [...text.match(new RegExp(`interface ${name}\\b[^{]*{([^}]*)}`))[1].matchAll(/^  (\w+)(\??):/gm)];
  const fits = (value, ...names) => {
    const fields = names.flatMap(fieldsOf);
    for (const key of Object.keys(value)) assert.ok(fields.some(([, field]) => field === key), `${key} is in none of ${names}`);
    for (const [, field, maybe] of fields) assert.ok(maybe || field in value, `${field} of ${names} is not there`);
  };
  const { distance, timeOfImpact } = photofinish;
  const settings = { initialContact: "ignoreSeparating" };
  const block = (y, vy = 0) => ({ shape: { cuboid: { half: [1, 1] } }, pos: [0, y], linvel: [0, vy] });
  const floor = { shape: { cuboid: { half: [5, 1] } }, pos: [0, 0] }, ground = { shape: { line: { points: [[-5, 1], [5, 1]] } }, pos: [0, 0] };
  for (const [a, b, type, ...more] of [
    [block(4, 3), floor, "Separated"], [block(4, 3), ground, "Separated"], [block(2, 1), ground, "Separated"],
    [block(4, -3), floor, "Impact", "Contact"], [block(4, -3), ground, "Impact", "Contact"],
    [block(1.5), floor, "Overlapping", "Contact"], [block(2, -1), floor, "DrivesIn", "StartContact", "Contact"],
  ]) {
    const answer = timeOfImpact(a, b, type === "Overlapping" ? {} : settings);
    assert.equal(answer.outcome, { DrivesIn: "drives_in" }[type] ?? type.toLowerCase());
    fits(answer, type, ...more, "More");
    if (answer.statistics) fits(answer.statistics, "Statistics");
    if (answer.initialContact) fits(answer.initialContact, "StartContact", "Contact");
  }
  const { outcome, statistics, initialContact, ...stays } = timeOfImpact(block(2), floor, settings);
  assert.equal(outcome, "stays");
  fits(stays, "StartContact", "Contact");
  assert.deepEqual(Object.keys(timeOfImpact(block(2), ground, settings)).sort(), ["clearFrom", "keptDistance", "outcome"]);
  const { distance: _, ...contact } = distance(block(4), floor);
  fits(contact, "Contact");
});

test("a certificate that looks past a contact proves the time after it", () => {
  const { certify, verify } = photofinish;
  const settings = { initialContact: "ignoreSeparating" };
  const block = { shape: { cuboid: { half: [1, 1] } }, pos: [0, 2], linvel: [0, 1] };
  const floor = { shape: { cuboid: { half: [5, 1] } }, pos: [0, 0] }, ground = { shape: { line: { points: [[-5, 1], [5, 1]] } }, pos: [0, 0] };
  const { certificate, initialContact } = certify(block, floor, settings);
  assert.throws(() => verify(block, floor, certificate, settings));
  assert.ok(verify(block, floor, certificate, { interval: [initialContact.resumedAt, 1] }) >= 0);
  const met = certify(block, ground, settings);
  assert.ok(verify(block, ground, met.certificate, { interval: [met.clearFrom, 1] }) >= 0);
});

test("what is no question says so by its name", () => {
  const { distance, timeOfImpact } = photofinish;
  const ball = { shape: { ball: { r: 0.25 } }, pos: [3, 0] }, other = { ...ball, pos: [0, 0] };
  for (const [settings, text] of [
    [3, /`settings` must be an object/], [null, /`settings` must be an object/], [{ tolerance: NaN }, /settings\.tolerance.*NaN/],
    [{ budget: Infinity }, /settings\.budget.*Infinity/], [{ budget: -1 }, /settings\.budget/], [{ tolerance: "1" }, /settings\.tolerance/],
    [{ initialContact: 3 }, /settings\.initialContact/], [{ initialContact: null }, /settings\.initialContact/],
    [{ target_distance: 1 }, /no setting `target_distance`.*targetDistance/], [{ interval: [0] }, /settings\.interval/],
  ]) assert.throws(() => timeOfImpact(ball, other, settings), text);
  assert.throws(() => timeOfImpact({ ...ball, pos: [3, NaN] }, other), /`a\.pos\[1\]` is NaN/);
  assert.throws(() => timeOfImpact(ball, null), /body `b`/);
  assert.throws(() => distance(ball, other, NaN), /`time`/);
  const part = { shape: { ball: { r: 1 } }, pos: [0, 0] };
  assert.throws(() => timeOfImpact({ ...ball, shape: { compound: [part], ball: { r: 1 } } }, other), /nothing else/);
  const typed = { ...ball, pos: new Float64Array([3, 0]), linvel: Float32Array.of(-4, 0) };
  assert.deepEqual(timeOfImpact(typed, other), timeOfImpact({ ...ball, linvel: [-4, 0] }, other));
  assert.equal(timeOfImpact(ball, other, { tolerance: undefined }).outcome, "separated");
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
  assert.throws(() => verify(bar, ball), /`certificate`/);
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
  const ask = wireOfValues(await unpack(packed));
  const scenes = Object.values(presets).map(({ scene }) => scene);
  const questions = Array.from({ length: 10_000 }, (_, seed) => {
    const flat = seed < 20 ? scenes[seed >> 1] : randomScene(seed);
    const { bodies, interval } = seed % 2 ? lifted(flat) : flat;
    const [a, b] = bodies.map(({ name: _, ...body }) => body);
    return { ask: ["time_of_impact", "certify", "distance"][seed % 3], a, b, settings: { interval } };
  });
  const ours = questions.map((question) => ask("ask", question));
  const impacts = ours.filter((answer) => (answer.answer ?? answer).outcome?.outcome === "impact").length;
  assert.ok(impacts > 2000 && impacts < 6000, `${impacts} impacts`);
  const args = ["run", "--quiet", "--release", "-p", "photofinish-javascript", "--example", "answer"];
  const input = questions.map((question) => JSON.stringify(question)).join("\n");
  const theirs = execFileSync("cargo", args, { cwd: repository, input, encoding: "utf8", maxBuffer: 2 ** 30 });
  theirs.trim().split("\n").forEach((line, at) => assert.deepEqual(ours[at], JSON.parse(line), JSON.stringify(questions[at])));
});

test("the table of exact answers", async () => {
  const module = built("photofinish-javascript", "examples/same_bits", "--example", "same_bits");
  const [rows, differences] = wireOfValues(await WebAssembly.compile(module))("compare", null);
  assert.ok(rows > 50, `${rows} rows`);
  assert.equal(differences, "");
});
