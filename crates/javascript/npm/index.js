import { unpack, wireOfValues } from "./wire.js";
import packed from "./wasm.js";

const ask = wireOfValues(await unpack(packed));

const renamed = (value, name) => {
  if (Array.isArray(value)) return value.map((element) => renamed(element, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), renamed(inner, name)]));
};
const camel = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What settings may be. */
const settingKinds = {
  interval: ["a start and an end", (x) => Array.isArray(x) && x.length === 2 && x.every((it) => typeof it === "number")],
  targetDistance: ["a number", (x) => typeof x === "number"],
  tolerance: ["a number", (x) => typeof x === "number"],
  budget: ["a whole number", (x) => Number.isSafeInteger(x) && x >= 0],
  initialContact: ['"stop" or "ignoreSeparating"', (x) => x === "stop" || x === "ignoreSeparating"],
  exactDepth: ["true or false", (x) => typeof x === "boolean"],
};

/** Returns a value as JSON can have it: arrays of numbers of any type as usual ones, and no number that JSON lacks. */
function plain(value, path) {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`\`${path}\` is ${value}, and must be finite`);
  if (value === null) throw new Error(`\`${path}\` is null`);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return plain(Array.from(value), path);
  if (Array.isArray(value)) return value.map((element, at) => plain(element, `${path}[${at}]`));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner, `${path}.${key}`)]));
}

function settingsOf(settings) {
  if (settings === undefined) return {};
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) throw new Error("`settings` must be an object");
  const given = Object.entries(settings).filter(([, value]) => value !== undefined).map(([name, value]) => {
    if (!Object.hasOwn(settingKinds, name)) throw new Error(`there is no setting \`${name}\`, only ${Object.keys(settingKinds).join(", ")}`);
    const [kind, fits] = settingKinds[name];
    const checked = plain(value, `settings.${name}`);
    if (!fits(checked)) throw new Error(`\`settings.${name}\` must be ${kind}`);
    return [snake(name), name === "initialContact" ? snake(checked) : checked];
  });
  return Object.fromEntries(given);
}

function bodyOf(body, name) {
  if (body === null || typeof body !== "object") throw new Error(`body \`${name}\` must be an object`);
  return plain(body, name);
}

function answered(question, a, b, settings, more = {}) {
  return ask("ask", { ask: question, a: bodyOf(a, "a"), b: bodyOf(b, "b"), settings: settingsOf(settings), ...more });
}

/** The parts of an answer side by side. */
function flat({ outcome, ...more }) {
  return renamed({ ...outcome, ...more }, camel);
}

export function timeOfImpact(a, b, settings) {
  return flat(answered("time_of_impact", a, b, settings));
}

export function certify(a, b, settings) {
  const { answer, certificate } = answered("certify", a, b, settings);
  return { ...flat(answer), certificate };
}

export function verify(a, b, certificate, settings) {
  if (certificate === null || typeof certificate !== "object") throw new Error("`certificate` must be an object");
  return answered("verify", a, b, settings, { certificate }).clearance;
}

export function distance(a, b, time = 0) {
  if (!Number.isFinite(time)) throw new Error(`\`time\` is ${time}, and must be a finite number`);
  return renamed(answered("distance", a, b, { interval: [time, time] }), camel);
}
