// The page: what is chosen, the time, and what happens when something changes.

import { fromAddress, toAddress } from "./address.js";
import { Chart } from "./chart.js";
import { checked } from "./check.js";
import { engineOf } from "./engine.js";
import { wireControls } from "./controls.js";
import { byId, markStep, made, showAnswers, showBodies, showNumbers, showPairs, showSteps } from "./panel.js";
import { Plane } from "./plane.js";
import { presets } from "./presets.js";
import { MOST_BODIES } from "./scene.js";
import { Space } from "./space.js";
import { lifted, spacePresets } from "./lift.js";
import { tell } from "./tell.js";
import { seconds } from "./words.js";

const known = { ...presets, ...spacePresets };
const engine = engineOf(await WebAssembly.compile(globalThis.photofinishModule));

const app = {
  tab: "plane", scene: presets["bar-and-post"].scene, origin: null,
  selected: null, time: 0, playing: false, step: null, mode: null, told: null,
  /** The spans that hold now, or the vector of the step that is looked at. */
  get spans() {
    const { told, step, time } = this;
    if (!told?.answer) return [];
    const at = step === null ? null : told.steps[step];
    if (at?.step === "vector") return [{ frame: 0, direction: at.direction, pieces: this.piecesAt(step) }];
    if (at?.step === "span") return [told.spans[at.span]];
    return told.spans.filter(({ start, end }) => start <= time && time <= end && end > start).slice(0, 60);
  },
  /** The pieces that a step of the search is about. */
  piecesAt(step) {
    return this.told.steps.slice(0, step + 1).findLast(({ step }) => step === "asked")?.pieces ?? [0, 0];
  },
  changed() {
    this.stale = true;
    this.step = null;
    this.redraw();
  },
  settled,
  redraw,
  choose(index) {
    this.selected = index;
    showBodies(this);
    redraw();
  },
  focus(pair) {
    this.scene.focus = pair;
    this.changed();
    settled();
  },
  insert(body) {
    if (this.scene.bodies.length >= MOST_BODIES) return say(`There is room for ${MOST_BODIES} bodies.`);
    this.scene.bodies.push(body);
    this.selected = this.scene.bodies.length - 1;
    this.changed();
    settled();
  },
  duplicate(index) {
    const copy = structuredClone(this.scene.bodies[index]);
    copy.pos[0] += 0.4;
    copy.pos[1] += 0.4;
    this.insert(copy);
  },
  remove(index) {
    this.scene.bodies.splice(index, 1);
    this.scene.focus = null;
    this.selected = null;
    this.changed();
    settled();
  },
  goTo(step) {
    if (!this.told.steps[step]) return;
    this.step = step;
    this.time = this.told.steps[step].time;
    markStep(this);
    redraw();
  },
  setMode, setTime, play, undo, remember, show, showPreset, showOther, toPlane, toSpace, say,
  get stage() {
    return stages[this.tab];
  },
};

const stages = { plane: new Plane(byId("view"), app), space: new Space(byId("view"), app) };
const chart = new Chart(byId("chart"), setTime);

/** How many gaps are measured: fewer while a drag would not keep up. */
let samples = 240;

function colorsNow() {
  const style = getComputedStyle(document.documentElement);
  const probe = made("span");
  document.body.append(probe);
  const of = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ["grid", "text", "faint", "proof", "impact", "ghost", "panel"];
  const colors = Object.fromEntries(names.map((name) => [name, of(name)]));
  colors.handle = of("accent");
  probe.remove();
  const dark = style.colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  colors.bodies = dark
    ? ["#6aa9ff", "#ffb454", "#5fd39a", "#ef8fd0", "#c3b1ff", "#8fd8e8", "#e0d36b", "#ff9d8a", "#a8c88a", "#b9c0cc"]
    : ["#1f5fbf", "#b36200", "#1b7f4d", "#a8327f", "#5f48b0", "#0f7285", "#857000", "#b5432e", "#4d7326", "#56606e"];
  return colors;
}
let colors = colorsNow();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  colors = colorsNow();
  redraw();
});

let waiting = false;
let before = 0;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(frame);
}

function frame(now) {
  waiting = false;
  if (app.playing) {
    // the interval takes three seconds
    const [start, end] = app.scene.interval;
    app.time += ((end - start) * Math.min(now - before, 100)) / 3000;
    if (app.time > end) app.time = start;
  }
  before = now;
  if (app.stale) {
    const began = performance.now();
    app.told = tell(engine, app.scene, samples);
    app.stale = false;
    samples = performance.now() - began > 9 ? Math.max(40, samples / 2) : samples;
    showAnswers(app);
    showNumbers();
  }
  app.stage.draw(colors);
  chart.draw({ interval: app.scene.interval, told: app.told, time: app.time, contenders: app.told.contenders, colors });
  byId("time").value = app.time;
  byId("clock").textContent = seconds(app.time);
  if (app.playing) redraw();
}

/** After a change: what need not follow every frame. */
function settled(keys) {
  samples = 240;
  app.stale = true;
  redraw();
  requestAnimationFrame(() => {
    showBodies(app);
    showPairs(app);
    showSteps(app);
    remember(keys);
  });
}

/** What can be undone: scenes as texts, each with its tab and where it came from. */
const past = [];
const MOST_PAST = 200;
/** Keys that follow each other within so many milliseconds are undone together. */
const TOGETHER = 1000;

/** Remembers the scene for undo and in the address. `keys` names what keys change: a few in a row are one change. */
async function remember(keys) {
  const text = JSON.stringify(app.scene);
  const last = past.at(-1), now = performance.now();
  if (last?.text !== text) {
    const together = keys !== undefined && last?.keys === keys && last.origin === app.origin && now - last.at < TOGETHER;
    if (together) past.pop();
    past.push({ text, keys, at: now, origin: app.origin, tab: app.tab });
    if (past.length > MOST_PAST) past.shift();
  }
  byId("undo").disabled = past.length < 2;
  // a scene that was changed is one's own
  const { preset, about } = app.origin.text === text ? app.origin : { preset: "", about: "" };
  byId("preset").value = preset;
  byId("about").textContent = about;
  const hash = preset || (await toAddress(app.scene));
  if (JSON.stringify(app.scene) === text) history.replaceState(null, "", `#${hash}`);
}

function undo() {
  if (past.length < 2) return;
  past.pop();
  const { text, origin, tab } = past.at(-1);
  const isOther = origin !== app.origin;
  app.origin = origin;
  show(JSON.parse(text), isOther, tab);
}

/** Shows another scene. One without bodies may be of either tab. */
function show(scene, fit = false, tab = app.tab) {
  app.scene = structuredClone(scene);
  app.tab = scene.bodies.length ? (scene.bodies[0].pos.length === 3 ? "space" : "plane") : tab;
  for (const name of ["plane", "space"]) {
    byId(`tab-${name}`).setAttribute("aria-selected", name === app.tab);
    byId(`tab-${name}`).tabIndex = name === app.tab ? 0 : -1;
  }
  byId("stage").setAttribute("aria-labelledby", `tab-${app.tab}`);
  for (const id of ["draw-hull", "draw-line"]) byId(id).hidden = app.tab === "space";
  if (!(app.selected < app.scene.bodies.length)) app.selected = null;
  const [start, end] = app.scene.interval;
  Object.assign(byId("time"), { min: start, max: end });
  byId("end").value = end;
  byId("parts").value = app.scene.parts;
  setTime(Math.min(app.time, end));
  if (fit) app.stage.fit();
  app.changed();
  settled();
}

function showPreset(name) {
  app.time = 0;
  const preset = known[name];
  showOther(preset.scene, preset.text, name);
}

/** Shows a scene that is not the one before with a change. */
function showOther(scene, about, preset = "", tab = "plane") {
  showLeft({ scene, origin: { preset, about, text: JSON.stringify(scene) } }, tab);
}

/** Shows a scene as it was left. */
function showLeft({ scene, origin }, tab) {
  app.origin = origin;
  app.selected = null;
  show(scene, true, tab);
}

async function showAddress() {
  const name = location.hash.slice(1);
  if (Object.hasOwn(known, name)) return showPreset(name);
  if (!name) return showPreset("bar-and-post");
  let scene;
  try {
    scene = await fromAddress(name);
  } catch {
    say("The address has no scene that can be read.");
    return showPreset("bar-and-post");
  }
  try {
    scene = checked(scene);
  } catch ({ message }) {
    say(`The scene of the address cannot be shown. ${message}`);
    return showPreset("bar-and-post");
  }
  showOther(scene, "");
}

function setTime(time) {
  app.time = time;
  app.step = null;
  redraw();
}

let fading;
function say(text) {
  byId("toast").textContent = text;
  byId("toast").classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => byId("toast").classList.remove("shown"), 2500);
}

function play(on = !app.playing) {
  app.playing = on;
  app.step = null;
  byId("play").textContent = on ? "❚❚" : "▶";
  byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
  redraw();
}

function setMode(mode) {
  app.mode = mode;
  if (!mode) stages.plane.stroke = null;
  for (const name of ["hull", "line"]) byId(`draw-${name}`).setAttribute("aria-pressed", app.mode === name);
  byId("hint").hidden = !app.mode;
  byId("hint").textContent = app.mode === "hull" ? "Draw around a hull, in one stroke." : "Draw a line, in one stroke.";
}

/** The scene of the plane that was left for space, and the one of space that was left for it. */
let left = null, kept = null;

/** Space as it was left, if the plane is as it was then, or the same bodies in space. */
function toSpace() {
  const { scene, origin } = app;
  left = { scene, origin };
  if (kept?.plane === JSON.stringify(scene)) return showLeft(kept, "space");
  showOther(lifted(scene), "The same bodies, with a thickness.", "", "space");
}

/** The plane as it was left. */
function toPlane() {
  const { scene, origin } = app;
  if (left) showLeft(left, "plane");
  else showPreset("bar-and-post");
  kept = { scene, origin, plane: JSON.stringify(app.scene) };
}

wireControls(app, engine);
await showAddress();
// not before there is something to draw
window.addEventListener("hashchange", showAddress);
new ResizeObserver(redraw).observe(byId("view"));
document.documentElement.dataset.ready = "true";
