// Builds a package of the workspace as a module of WebAssembly.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the module of a package, of which `file` is the name. */
export function built(name, file, ...more) {
  const args = ["build", "--quiet", "-p", name, "--profile", "web", ...more];
  execFileSync(`${repository}.ci/wasm`, args, { cwd: repository, stdio: "inherit" });
  return readFileSync(`${repository}target/wasm32-unknown-unknown/web/${file}.wasm`);
}
