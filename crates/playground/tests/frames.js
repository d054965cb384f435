// Measures how long frames take while a body is dragged, and how long the page loads. `node tests/frames.js`
import { Visit, launch } from "./browser.js";

const browser = await launch();
for (const [name, x, y] of [["crowd", 445, 288], ["bar-and-post", 440, 165], ["gears", 252, 262]]) {
  const visit = await Visit.to(browser, name);
  const box = await visit.page.locator("#view").boundingBox();
  const from = [box.x + x, box.y + y];
  await visit.page.mouse.move(...from);
  await visit.page.mouse.down();
  // moves come from the page itself: those of the driver are slower than frames
  const [work, between] = await visit.page.evaluate(([x, y]) => new Promise((done) => {
    const view = document.getElementById("view"), [work, stamps] = [[], []];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => ask((now) => {
      const began = performance.now();
      draw(now);
      work.push(performance.now() - began);
    });
    const step = (now) => {
      stamps.push(now);
      if (stamps.length > 300) return done([work, stamps.slice(1).map((stamp, at) => stamp - stamps[at])]);
      const [clientX, clientY] = [x + 60 * Math.sin(stamps.length / 20), y + 40 * Math.sin(stamps.length / 13)];
      view.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, clientX, clientY, buttons: 1, bubbles: true }));
      ask(step);
    };
    ask(step);
  }), from);
  const of = (times) => {
    const sorted = [...times].sort((one, other) => one - other);
    return `median ${sorted[sorted.length >> 1].toFixed(1)}, worst ${sorted.at(-1).toFixed(1)} ms`;
  };
  console.log(`${name}: loaded in ${visit.loaded.toFixed(0)} ms; work in a frame: ${of(work)}; from frame to frame: ${of(between)}`);
  await visit.close();
}
await browser.close();
