// The panel beside the picture: answers, bodies and the search.

import { MOST } from "./check.js";
import { kindOf, letter } from "./scene.js";
import { answerOf, named, proofOf, seconds, stepOf } from "./words.js";

export const byId = (id) => document.getElementById(id);

/** Makes an element. */
export function made(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

/** Replaces the children of an element. The control that had the focus is followed by the one in its place. */
function replaceChildren(parent, children) {
  const controls = () => [...parent.querySelectorAll("button, input")];
  const focused = controls().indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (focused >= 0) controls()[focused]?.focus({ preventScroll: true });
}

const setText = (element, text) => element.textContent !== text && (element.textContent = text);

/** What changes with every frame of a drag. */
export function showAnswers({ scene, told }) {
  if (scene.bodies.length < 2) {
    setText(byId("answer"), scene.bodies.length ? "Add a second body." : "Add two bodies.");
    setText(byId("proof"), "");
    return byId("others-list").replaceChildren();
  }
  if (told.error) {
    setText(byId("answer"), `No answer: ${told.error}.`);
    setText(byId("proof"), "");
    return byId("others-list").replaceChildren();
  }
  const names = told.focus.map((index) => named(scene, index));
  setText(byId("answer"), answerOf(told.answer, ...names));
  setText(byId("proof"), proofOf(told.answer, told.spans, told.steps));
  const signs = { right: "✓", wrong: "✗", none: "–" };
  const list = byId("others-list");
  if (!list.children.length) list.append(...told.contenders.flatMap(({ name }) => [made("dt", { textContent: name }), made("dd")]));
  told.contenders.forEach(({ verdict, text }, index) => {
    const says = list.children[2 * index + 1];
    setText(says, `${signs[verdict]} ${verdict === "wrong" ? "Wrong. " : ""}${text}`);
    says.className = verdict;
  });
}

/** What begins a row of the fields. */
const FIRST = { className: "first" };

/** The buttons of the bodies, and the numbers of the chosen one. */
export function showBodies(app) {
  const { scene, selected } = app;
  replaceChildren(byId("bodies"), scene.bodies.map((body, index) => {
    const button = made("button", { textContent: `${letter(index)} ${kindOf(body)}`, onclick: () => app.choose(index) });
    button.setAttribute("aria-pressed", index === selected);
    return button;
  }));
  const body = scene.bodies[selected];
  fieldsNow = [];
  const fields = body ? app.tab === "plane" ? planeFields(body) : spaceFields(body) : [];
  byId("fields").className = app.tab;
  replaceChildren(byId("fields"), [...fields.map((field) => fieldOf(app, field)), ...(body ? bodyButtons(app, selected) : [])]);
}

const shown = (read) => Number(read().toPrecision(5));

/** The fields that are shown, and what they read. */
let fieldsNow = [];

/** Shows the numbers of the chosen body anew, but for the one that is being written. */
export function showNumbers() {
  for (const [input, read] of fieldsNow) {
    if (input !== document.activeElement) input.value = shown(read);
  }
}

const refused = ({ value }, min = -MOST) => value === "" || !(Number(value) >= min && Number(value) <= MOST);

function fieldOf(app, { name, unit = "", read, write, step = 0.05, min, className = "" }) {
  const input = made("input", { type: "number", step, value: shown(read) });
  if (min !== undefined) input.min = min;
  fieldsNow.push([input, read]);
  input.addEventListener("input", () => {
    const value = Number(input.value);
    if (refused(input, min)) return;
    write(value);
    app.changed();
  });
  input.addEventListener("change", () => {
    if (refused(input, min)) {
      app.say(`A number from ${min ?? -MOST} to ${MOST} is needed here.`);
      input.value = shown(read);
    }
    app.settled();
  });
  return made("label", { className }, unit ? `${name} (${unit})` : name, input);
}

function bodyButtons(app, index) {
  const copy = made("button", { ...FIRST, textContent: "Duplicate", onclick: () => app.duplicate(index) });
  const remove = made("button", { textContent: "Remove", onclick: () => app.remove(index) });
  return [copy, remove];
}

const item = (name, object, key, index, more = {}) =>
  ({ name, read: () => object[key][index], write: (x) => (object[key] = object[key].with(index, x)), ...more });
const of = (name, object, key, more = {}) => ({ name, read: () => object[key], write: (x) => (object[key] = x), ...more });

function planeFields(body) {
  const degrees = { read: () => (body.angle * 180) / Math.PI, write: (x) => (body.angle = (x * Math.PI) / 180) };
  return [
    ...shapeFields(body),
    item("x", body, "pos", 0, FIRST), item("y", body, "pos", 1),
    item("velocity x", body, "linvel", 0, { step: 0.1 }), item("velocity y", body, "linvel", 1, { step: 0.1 }),
    { name: "angle", unit: "°", step: 5, ...degrees },
    of("spin", body, "angvel", { unit: "rad/s", step: 0.5 }),
  ];
}

function spaceFields(body) {
  const axes = ["x", "y", "z"];
  return [
    ...shapeFields(body),
    ...axes.flatMap((name, axis) => [
      item(name, body, "pos", axis, FIRST), item(`velocity ${name}`, body, "linvel", axis, { step: 0.1 }),
      item(`spin ${name}`, body, "angvel", axis, { step: 0.5 }),
    ]),
  ];
}

/** The sizes of a shape. They are written to a new shape, as the points of one are kept. */
function shapeFields(body) {
  const now = () => Object.values(body.shape)[0];
  const [kind] = Object.keys(body.shape);
  const size = (name, key) => ({
    name, min: 0.001, read: () => now()[key], write: (x) => (body.shape = { [kind]: { ...now(), [key]: x } }),
  });
  const half = (_, axis) => ({
    name: `half ${"xyz"[axis]}`, min: 0.001, read: () => now().half[axis],
    write: (x) => (body.shape = { cuboid: { half: now().half.map((old, other) => (other === axis ? x : old)) } }),
  });
  switch (kind) {
    case "ball": return [size("radius", "r")];
    case "capsule": return [size("half length", "half_height"), size("radius", "r")];
    case "cuboid": return now().half.map(half);
  }
  return [];
}

/** The list of all pairs, if there are more than two bodies. */
export function showPairs(app) {
  const { scene, told } = app;
  byId("all-pairs").hidden = scene.bodies.length < 3;
  if (scene.bodies.length < 3 || told.error) return;
  const of = ({ outcome, time }) =>
    ({ impact: `touch at ${seconds(time)}`, separated: "never touch", overlapping: "overlap at the start", unknown: "not known" })[outcome];
  const first = made("button", { textContent: "Look at those that meet first", onclick: () => app.focus(null) });
  first.setAttribute("aria-pressed", scene.focus === null);
  const buttons = told.pairs.map((it) => {
    const button = made("button", { textContent: `${it.pair.map(letter).join(" and ")} ${of(it)}`, onclick: () => app.focus(it.pair) });
    button.setAttribute("aria-pressed", scene.focus?.join() === it.pair.join());
    return button;
  });
  replaceChildren(byId("pairs"), [first, ...buttons]);
}

const MOST_STEPS = 300;

/** The steps of the search. */
export function showSteps(app) {
  const { told } = app;
  const steps = (told.steps ?? []).slice(0, MOST_STEPS);
  const names = (told.focus ?? []).map((index) => `body ${letter(index)}`);
  replaceChildren(byId("steps"), steps.map((step, index) => {
    const text = stepOf(step, told.spans, names);
    return made("li", {}, made("button", { textContent: text, onclick: () => app.goTo(index) }));
  }));
  markStep(app);
}

/** Marks the step that is looked at. */
export function markStep({ told, step }) {
  const buttons = byId("steps").querySelectorAll("button");
  buttons.forEach((button, index) => (index === step ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
  buttons[step]?.scrollIntoView({ block: "nearest" });
  const count = told.steps?.length ?? 0;
  const more = count > MOST_STEPS ? `, of which the first ${MOST_STEPS} are here` : "";
  byId("step-count").textContent = step === null ? `${count} steps${more}` : `step ${step + 1} of ${count}${more}`;
}
