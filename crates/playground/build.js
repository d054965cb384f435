// Builds the page: the wasm, the scripts and the style in one HTML file. `node build.js [FILE]`
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { built, repository } from "./build-wasm.js";

const of = (name) => fileURLToPath(new URL(`page/${name}`, import.meta.url));
const file = process.argv[2] ?? `${repository}target/playground.html`;

async function bundled(name) {
  const settings = { bundle: true, minify: true, format: "esm", target: "es2023", write: false };
  const { outputFiles } = await build({ entryPoints: [of(name)], ...settings });
  return Buffer.from(outputFiles[0].contents);
}

const script = await bundled("main.js");
const all = Buffer.concat([script, built("photofinish-playground", "photofinish_playground")]);
const packed = execFileSync("xz", ["--format=lzma", "-9e", "--stdout"], { input: all, maxBuffer: all.length });
const { code: style } = await transform(readFileSync(of("style.css"), "utf8"), { loader: "css", minify: true });
const parts = { style, begin: await bundled("begin.js"), size: all.length, script: script.length, packed: packed.toString("base64") };
const page = readFileSync(of("page.html"), "utf8").replace(/{{(\w+)}}/g, (_, name) => parts[name]);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, page);
console.log(`${file}: ${Buffer.byteLength(page)} bytes`);
