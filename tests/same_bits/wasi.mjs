// Runs a program that was compiled for wasm32-wasip1, a 32-bit machine, in Node.js 20 or later:
//
//     rustup target add wasm32-wasip1
//     export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/tests/same_bits/wasi.mjs"
//     cargo test --target wasm32-wasip1 -p photofinish-tests -p photofinish-robot-files --test same_bits
//
// The program is given the files of this repository. So `reading` of photofinish-robot-files, which writes
// files in the folder for temporary ones, does not run there.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";
const [program, ...rest] = process.argv.slice(2);
const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const preopens = { [repository]: repository };
const args = [program, ...rest];
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
