// What is copied asks the same as the page: programs in Rust, in Python, and cases.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { asCases, asPython, asRust } from "../page/copy.js";
import { spacePresets } from "../page/lift.js";
import { presets } from "../page/presets.js";
import { tell } from "../page/tell.js";
import { cargo, engine, repository } from "./engine.js";

const folder = `${repository}target/copied`;

/** The pair in focus of each scene, and the time at which it meets: infinity if it does not. */
const pairs = Object.entries({ ...presets, ...spacePresets }).map(([name, { scene }]) => {
  const { answer, focus } = tell(engine, scene, 10);
  const [a, b] = focus.map((index) => scene.bodies[index]);
  return { name, a, b, interval: scene.interval, time: answer.outcome === "separated" ? Infinity : answer.time };
});

const near = (found, time, name) => assert.ok(found === time || Math.abs(found - time) < 1e-9, `${name}: ${found}, not ${time}`);

test("programs in Rust print the answer", () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/src/bin`, { recursive: true });
  const manifest = `[workspace]\n[package]\nname = "copied"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\nnalgebra = "0.35"\nphotofinish = { path = "${repository}" }\n`;
  writeFileSync(`${folder}/Cargo.toml`, manifest);
  for (const { name, a, b, interval } of pairs) writeFileSync(`${folder}/src/bin/${name}.rs`, asRust(a, b, interval));
  cargo(["build", "--quiet", "--bins"], "", { cwd: folder });
  for (const { name, time } of pairs) {
    const printed = execFileSync(`${folder}/target/debug/${name}`, { encoding: "utf8" });
    const found = printed.match(/Impact\(Impact \{ time: ([\d.e-]+)/);
    near(found ? Number(found[1]) : Infinity, time, name);
  }
});

test("cases have the answer, alone and in Python", () => {
  cargo(["build", "--quiet", "--profile", "test", "-p", "photofinish-cli"]);
  const path = `${repository}target/debug:${process.env.PATH}`;
  const answers = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  for (const { name, a, b, interval, time } of pairs) {
    const cases = asCases(a, b, interval);
    if (!cases) continue;
    const input = cases.join("\n");
    const printed = execFileSync("photofinish", ["query", "-"], { input, encoding: "utf8", env: { ...process.env, PATH: path } });
    const times = answers(printed).map(({ outcome, time }) => (outcome === "impact" ? time : Infinity));
    assert.equal(times.length, cases.length);
    near(Math.min(...times), time, name);
    const python = execFileSync("python3", ["-"], { input: asPython(a, b, interval), encoding: "utf8", env: { ...process.env, PATH: path } });
    const timeless = (text) => text.trim().replace(/"nanoseconds":\d+/g, "");
    assert.equal(timeless(python), timeless(printed));
  }
});
