import { unpack, wire } from "./wire.js";
import packed from "./wasm.js";

const ask = wire(await unpack(packed));

const renamed = (value, name) => {
  if (Array.isArray(value)) return value.map((element) => renamed(element, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), renamed(inner, name)]));
};
const camel = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function answered(question, a, b, settings = {}, more = {}) {
  const { initialContact, ...others } = settings;
  const renamedSettings = renamed(others, snake);
  if (initialContact !== undefined) renamedSettings.initial_contact = snake(initialContact);
  const answer = ask("ask", { ask: question, a, b, settings: renamedSettings, ...more });
  if (answer.error) throw new Error(answer.error);
  return answer;
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
  return answered("verify", a, b, settings, { certificate }).clearance;
}

export function distance(a, b, time = 0) {
  return renamed(answered("distance", a, b, { interval: [time, time] }), camel);
}
