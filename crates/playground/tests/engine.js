// The module of WebAssembly in Node, and the same code as a native program.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { engineOf } from "../page/engine.js";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

const file = `${repository}target/wasm32-unknown-unknown/web/photofinish_playground.wasm`;
export const module = await WebAssembly.compile(readFileSync(file));
export const engine = engineOf(module);

/** Runs cargo in the workspace, and returns what the program writes. */
export function cargo(args, input, more = {}) {
  return execFileSync("cargo", args, { cwd: repository, input, maxBuffer: 2 ** 30, stdio: ["pipe", "pipe", "inherit"], ...more });
}
