// Acts on the page as a user does, and writes down what it shows.
(async () => {
  const byId = (id) => document.getElementById(id);
  const frames = async (count) => { for (; count > 0; count--) await new Promise(requestAnimationFrame); };
  const until = async (holds) => { for (let tries = 0; !holds() && tries < 2000; tries++) await frames(1); };
  const shown = [];
  const state = () => `${byId("clock").textContent}, ${byId("impact").textContent}`;
  const press = async (id) => { byId(id).click(); await frames(2); };
  const scrub = async (time) => {
    byId("time").value = time;
    byId("time").dispatchEvent(new Event("input"));
    await frames(2);
  };
  const key = async (name) => { window.dispatchEvent(new KeyboardEvent("keydown", { key: name })); await frames(2); };
  const picture = () => {
    const view = byId("view"), copy = new OffscreenCanvas(view.width, view.height).getContext("2d");
    copy.drawImage(view, 0, 0);
    return copy.getImageData(0, 0, view.width, view.height).data;
  };
  // the same view may differ by a few shades along an edge
  const differ = (one, other) => {
    let sum = 0;
    for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at]);
    return sum > 4000;
  };
  const pointer = (type, x, y) => byId("view").dispatchEvent(
    new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, buttons: 1, bubbles: true }));

  byId("view").setPointerCapture = () => {}; // made-up pointers cannot be captured
  // the page plays from its start; pause it somewhere, and scrub
  await until(() => byId("clock").textContent.startsWith("0.1"));
  await press("play");
  await scrub(0.75);
  shown.push(`paused at ${state()}`);
  await frames(10);
  shown.push(`still at ${state()}`);
  for (let step = 0; step < 3; step++) { await press("next"); shown.push(`next: ${state()}`); }
  await press("previous");
  shown.push(`previous: ${state()}`);
  await key("n");
  shown.push(`key N: ${state()}`);
  await press("micro");
  shown.push(`with resting contacts: ${state()}`);
  await scrub(0);
  await press("next");
  await press("next");
  shown.push(`start, next, next: ${state()}`);

  byId("speed").value = "4";
  const before = byId("clock").textContent;
  await key(" ");
  await frames(6);
  const goesOn = byId("clock").textContent !== before;
  await until(() => byId("clock").textContent.startsWith("2.500"));
  await frames(2);
  shown.push(`playing: goes on ${goesOn}, ends at ${state()}`);

  const home = picture();
  pointer("pointerdown", 200, 200);
  pointer("pointermove", 260, 220);
  pointer("pointerup", 260, 220);
  await frames(2);
  const dragged = picture();
  byId("view").dispatchEvent(new WheelEvent("wheel", { deltaY: 240, cancelable: true }));
  await frames(2);
  const zoomed = picture();
  await press("home");
  shown.push(`drag changes the picture ${differ(dragged, home)}, and so does the wheel ${differ(zoomed, dragged)}, ` +
    `and the view comes back ${!differ(picture(), home)}`);

  await scrub(0.4);
  const early = picture();
  await scrub(0.5);
  const withPoints = picture();
  shown.push(`scrubbing changes the picture ${differ(early, withPoints)}`);
  await press("points");
  shown.push(`points hide ${differ(picture(), withPoints)}`);

  // the first view holds every corner at every time, between the title with the labels and the buttons, and not more
  await press("home");
  const { motion, camera } = player, [wide, high] = [innerWidth, innerHeight];
  const { matrix } = camera.matrix(wide / high);
  const rect = (element) => element.getBoundingClientRect();
  const labels = [...byId("labels").children];
  let [left, right, upper, lower] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let time = 0; time <= motion.end; time += motion.end / 40) {
    motion.data.bodies.forEach(({ mesh }, body) => {
      const { points } = motion.data.meshes[mesh], pose = [...motion.pose(body, time)];
      for (let at = 0; at < points.length; at += 3) {
        const [x, y] = projected(matrix, placed(pose, points.slice(at, at + 3).map((x) => x * motion.data.length_unit)));
        [left, right] = [Math.min(left, (1 + x) / 2 * wide), Math.max(right, (1 + x) / 2 * wide)];
        [upper, lower] = [Math.min(upper, (1 - y) / 2 * high), Math.max(lower, (1 - y) / 2 * high)];
      }
    });
  }
  const room = [rect(byId("title")).bottom + rect(labels[0]).height, rect(byId("controls")).top];
  const isIn = left >= 0 && right <= wide && upper >= room[0] && lower <= room[1];
  const fills = Math.max((right - left) / wide, (lower - upper) / (room[1] - room[0]));
  shown.push(`the first view holds all ${isIn || [left, right, upper, lower, room]}, and is full ${fills > 0.75 || fills}`);

  const boxes = [...labels, byId("title"), byId("controls")].map(rect);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const clash = boxes.some((a, index) => boxes.slice(index + 1).some((b) => !apart(a, b)));
  shown.push(`labels, title and buttons are apart ${!clash}`);

  // text is as dark, or as light, as guidelines ask for, on whatever is behind its panel, in the light and in the dark
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const bright = (color) => {
    const [r, g, b] = color.map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = [...document.querySelectorAll("h1, header p, footer output, footer label, #labels div, #labels span")];
  const themes = [...document.styleSheets[0].cssRules].find((rule) => rule.media?.mediaText.includes("dark")).media;
  const contrasts = ["not all", "all"].flatMap((dark) => texts.flatMap((element) => [0, 255].map((behind) => {
    themes.mediaText = dark;
    const panel = numbers(getComputedStyle(element.closest("header, footer, #labels div")).backgroundColor);
    const back = panel.slice(0, 3).map((x) => x * (panel[3] ?? 1) + behind * (1 - (panel[3] ?? 1)));
    const [one, other] = [bright(back), bright(numbers(getComputedStyle(element).color).slice(0, 3))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  })));
  themes.mediaText = "not all";
  shown.push(`text is readable ${Math.min(...contrasts) >= 4.5 || contrasts.join()}`);

  const flashing = () => {
    const data = picture();
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at] > 200 && data[at + 1] < 40 && data[at + 2] > 110;
    return count > 100;
  };
  const told = () => `${byId("clock").textContent.slice(0, 7)}, ${byId("event").textContent}, ` +
    `${labels.map((label) => label.textContent).join(", ")}, flash ${flashing()}`;
  byId("speed").value = "1";
  await scrub(0);
  shown.push(`start: ${told()}`);
  await press("later");
  shown.push(`next event: ${told()}`);
  await key("e");
  shown.push(`key E: ${told()}`);
  await press("earlier");
  shown.push(`previous event: ${told()}`);
  await key("e");
  await key("w");
  shown.push(`keys E, W: ${told()}`);
  await scrub(2.4);
  shown.push(`later: ${told()}`);
  const last = motion.data.bodies.length - 1;
  shown.push(`the last body is there ${motion.isThere(last, 2.2)}, and has left ${!motion.isThere(last, 2.25)}`);

  const shaded = picture(), { sun } = player.scene, sunlight = sun.matrix;
  sun.matrix = new Float32Array(16).fill(0, 0, 15).fill(1, 15); // nothing comes between the sun and anything
  await scrub(2.4);
  shown.push(`shadows fall in space alone ${differ(picture(), shaded) !== motion.data.flat}`);
  sun.matrix = sunlight;

  const bar = byId("marks").getContext("2d").getImageData(0, 1, byId("marks").width, 1).data;
  let marks = 0;
  for (let at = 4; at < bar.length; at += 4) marks += bar[at + 3] > 0 && bar[at - 1] === 0;
  shown.push(`events on the time bar: ${marks}`);
  const unnamed = [...document.querySelectorAll("button, select, input, canvas:not([aria-hidden])")].filter((element) =>
    !element.ariaLabel && !element.closest("label") && !/[a-z]/.test(element.textContent));
  shown.push(`controls without a name: ${unnamed.length}`);
  byId("view").focus();
  const beforeKeys = picture();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", shiftKey: true }));
  await frames(2);
  const turned = picture();
  await key("-");
  shown.push(`keys turn ${differ(turned, beforeKeys)}, and zoom ${differ(picture(), turned)}`);
  shown.push(`errors: ${window.pageErrors.join("; ") || "none"}`);
  // the test takes what is posted, and ends the browser without an answer
  const post = { method: "POST", mode: "no-cors", body: shown.join("\n") };
  await fetch(`http://127.0.0.1:${location.search.slice(1)}/`, post).catch(() => {});
})();
