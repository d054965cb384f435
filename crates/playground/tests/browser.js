// Opens the built page in a Chromium without a window.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { handlesOf } from "../page/handles.js";
import { poseAt } from "../page/scene.js";
import { Camera } from "../page/view.js";

export const page = fileURLToPath(new URL("../../../target/playground.html", import.meta.url));
const pictures = fileURLToPath(new URL("../../../target/playground/", import.meta.url));
mkdirSync(pictures, { recursive: true });

/** Starts the browser that `PHOTOFINISH_BROWSER` names, or Debian's. */
export const launch = () => chromium.launch({
  executablePath: process.env.PHOTOFINISH_BROWSER ?? "/usr/bin/chromium", args: ["--no-sandbox"],
});

/** A page that is open, and what one does on it. */
export class Visit {
  static async to(browser, hash, settings = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, offline: true, ...settings });
    const visit = new Visit();
    Object.assign(visit, { context, reports: [], page: await context.newPage() });
    visit.page.on("console", (message) => visit.reports.push(message.text()));
    visit.page.on("pageerror", (error) => visit.reports.push(error.message));
    visit.page.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) visit.reports.push(request.url());
    });
    const before = performance.now();
    await visit.page.goto(`file://${page}#${hash}`);
    await visit.page.waitForFunction(() => document.documentElement.dataset.ready);
    visit.loaded = performance.now() - before;
    await visit.rest();
    return visit;
  }
  /** Waits until what follows a change is done. */
  rest() {
    return this.page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    });
  }
  text(id) {
    return this.page.locator(`#${id}`).innerText();
  }
  hash() {
    return new URL(this.page.url()).hash;
  }
  /** Where the plane's camera stands after it has fitted a scene, and the corner of the picture. */
  async camera(scene) {
    const box = await this.page.locator("#view").boundingBox();
    const [clientWidth, clientHeight] = await this.page.locator("#view").evaluate((view) => [view.clientWidth, view.clientHeight]);
    const camera = new Camera({ clientWidth, clientHeight });
    camera.fit(scene);
    return { camera, corner: [box.x + 1, box.y + 1] };
  }
  /** Where a handle of a body is on the screen: `body`, `turn`, `spin` or `velocity`. */
  async place(scene, index, handle) {
    const { camera, corner } = await this.camera(scene);
    const { x, y } = poseAt(scene.bodies[index], 0);
    const at = handle === "body" ? camera.toScreen([x, y]) : handlesOf(camera, scene.bodies[index], { time: 0, scene })[handle];
    return at.map((it, axis) => it + corner[axis]);
  }
  async drag([x, y], [dx, dy], steps = 8) {
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + dx, y + dy, { steps });
    await this.page.mouse.up();
    await this.rest();
  }
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.rest();
  }
  /** The scene as its address has it. */
  async scene() {
    await this.page.waitForTimeout(60);
    return fromHash(this.hash());
  }
  picture(name) {
    return this.page.screenshot({ path: `${pictures}${name}.png` });
  }
  close() {
    return this.context.close();
  }
}

async function fromHash(hash) {
  const { fromAddress } = await import("../page/address.js");
  return fromAddress(hash.slice(1));
}
