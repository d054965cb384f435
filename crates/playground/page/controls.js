// Buttons, fields and keys.

import { LONGEST, PARTS } from "./check.js";
import { asCases, asPython, asRust } from "./copy.js";
import { spacePresets } from "./lift.js";
import { byId, made } from "./panel.js";
import { presets } from "./presets.js";
import { ball, box, capsule, compound, hull, letter, line, part } from "./scene.js";
import { findMiss } from "./tell.js";

const kinds = {
  ball: () => ball(0.3),
  box: () => box(0.5, 0.3),
  capsule: () => capsule(0.4, 0.15),
  hull: () => hull([[0.5, 0], [0.1, 0.45], [-0.4, 0.25], [-0.35, -0.3], [0.2, -0.4]]),
  compound: () => compound([part(box(0.5, 0.12), [0, -0.3]), part(box(0.12, 0.4), [-0.38, 0.1])]),
  line: () => line([[-0.8, 0.2], [-0.2, -0.1], [0.3, 0.1], [0.8, -0.2]]),
};

/** Makes all controls do what they say. */
export function wireControls(app, engine) {
  wireScenes(app);
  wireTime(app);
  wireBodies(app);
  wireMisses(app, engine);
  byId("step-on").onclick = () => app.goTo(Math.min((app.step ?? -1) + 1, app.told.steps.length - 1));
  byId("step-back").onclick = () => app.goTo(Math.max((app.step ?? 1) - 1, 0));
  document.querySelectorAll("[data-copy]").forEach((button) => (button.onclick = () => copyPair(app, button.dataset.copy)));
  window.addEventListener("keydown", (event) => keys(app, event));
}

function wireScenes(app) {
  for (const [group, all] of [["Plane", presets], ["Space", spacePresets]]) {
    const options = Object.entries(all).map(([value, { title }]) => made("option", { value, textContent: title }));
    byId("preset").append(made("optgroup", { label: group }, ...options));
  }
  byId("preset").prepend(made("option", { value: "", textContent: "Your own", hidden: true }));
  byId("preset").onchange = ({ target }) => app.showPreset(target.value);
  byId("undo").onclick = app.undo;
  byId("share").onclick = async () => {
    await app.remember();
    copy(app, location.href, "the address");
  };
  byId("tab-plane").onclick = () => app.tab === "space" && app.toPlane();
  byId("tab-space").onclick = () => app.tab === "plane" && app.toSpace();
  document.querySelector("[role=tablist]").addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = byId(app.tab === "plane" ? "tab-space" : "tab-plane");
    other.click();
    other.focus();
  });
}

function wireTime(app) {
  byId("time").oninput = ({ target }) => app.setTime(Number(target.value));
  byId("play").onclick = () => app.play();
  byId("end").onchange = ({ target }) => {
    const end = Number(target.value);
    const [start, before] = app.scene.interval;
    if (end > start && end >= 1e-6 && end <= LONGEST) return app.show({ ...app.scene, interval: [start, end] });
    app.say(`The end must be from 0.000001 s to ${LONGEST} s, and after the start.`);
    target.value = before;
  };
}

function wireBodies(app) {
  byId("add").onchange = ({ target }) => {
    if (target.value) app.stage.place(kinds[target.value]());
    target.value = "";
  };
  for (const mode of ["hull", "line"]) byId(`draw-${mode}`).onclick = () => app.setMode(app.mode === mode ? null : mode);
  byId("fit").onclick = () => {
    app.stage.fit();
    app.redraw();
  };
}

function wireMisses(app, engine) {
  byId("parts").append(...PARTS.map((n) => made("option", { value: n, textContent: n === 1 ? "1 part" : `${n} parts` })));
  byId("parts").onchange = ({ target }) => {
    app.scene.parts = Number(target.value);
    app.settled();
  };
  for (const key of ["sweep", "cast"]) {
    let seed = 0;
    byId(`miss-${key}`).onclick = () => {
      const found = findMiss(engine, key, seed + 1, 4000);
      if (!found) return app.say("No miss among 4000 random scenes.");
      seed = found.seed;
      app.showOther(found.scene, `Random scene ${seed}.`);
    };
  }
}

async function copy(app, text, what) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(`Copied ${what}.`);
  } catch {
    app.say("The browser does not let this page copy: take it from the box.");
  }
}

function copyPair(app, kind) {
  const { told, scene } = app;
  if (!told.focus) return app.say("There is no pair to copy.");
  const pair = told.focus.map((index) => scene.bodies[index]);
  const cases = () => asCases(...pair, scene.interval)?.join("\n");
  const text = { rust: asRust, python: asPython, json: cases }[kind](...pair, scene.interval);
  byId("copied").hidden = true;
  if (!text) return app.say("Cases have no compounds and meshes in space.");
  Object.assign(byId("copied"), { value: text, hidden: false });
  copy(app, text, `${told.focus.map(letter).join(" and ")}`);
}

function keys(app, event) {
  if (event.target.matches("input, textarea, select")) return;
  const control = event.ctrlKey || event.metaKey;
  const did = control ? event.key === "z" && !event.altKey && (app.undo(), true) : !event.altKey && pressed(app, event);
  if (did) event.preventDefault();
}

/** Does what a key asks. Returns whether it asks anything. */
function pressed(app, { key, shiftKey, target }) {
  // a button that chooses a body keeps the focus, and its own keys
  const isChoice = target.closest("#bodies") && key !== " " && key !== "Enter";
  if (target !== byId("view") && target !== document.body && !isChoice) return false;
  const { bodies, interval: [start, end] } = app.scene;
  const body = bodies[app.selected];
  const named = key.length === 1 ? key.toUpperCase().charCodeAt(0) - 65 : -1;
  if (key === " ") app.play();
  else if (key === "," || key === ".") {
    const by = (key === "," ? -0.005 : 0.005) * (end - start);
    app.setTime(Math.min(end, Math.max(start, app.time + by)));
  } else if (bodies[named]) app.choose(named);
  else if (key === "Escape") app.mode ? app.setMode(null) : app.choose(null);
  else if (body && key === "Delete") app.remove(app.selected);
  else if (body && app.stage.nudge(body, key, shiftKey)) {
    app.changed();
    app.settled(`${app.selected}`);
  } else return false;
  return true;
}
