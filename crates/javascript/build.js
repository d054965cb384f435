// Writes what the npm package has beside its sources: the module of WebAssembly, and the licences. `node build.js`
import { copyFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { built, repository } from "../playground/build-wasm.js";

const npm = `${repository}crates/javascript/npm/`;
const packed = gzipSync(built("photofinish-javascript", "photofinish_javascript"), { level: 9 });
writeFileSync(`${npm}wasm.js`, `export default "${packed.toString("base64")}";\n`);
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(repository + licence, npm + licence);
