// Runs a program that was compiled for wasm32-wasip1, a 32-bit machine, in Node.js 20 or later:
//
//     rustup target add wasm32-wasip1
//     export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/tests/same_bits/wasi.mjs"
//     cargo test --target wasm32-wasip1 -p photofinish-tests -p photofinish-robot-files --test same_bits
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env: process.env, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
