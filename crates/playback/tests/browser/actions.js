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
  const picture = () => byId("view").toDataURL();
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
  shown.push(`drag changes the picture ${dragged !== home}, and so does the wheel ${zoomed !== dragged}, ` +
    `and the view comes back ${picture() === home}`);

  await scrub(0.4);
  const early = picture();
  await scrub(0.5);
  const withPoints = picture();
  shown.push(`scrubbing changes the picture ${early !== withPoints}`);
  await press("points");
  shown.push(`points hide ${picture() !== withPoints}`);
  shown.push(`errors: ${window.pageErrors.join("; ") || "none"}`);
  await fetch(`http://127.0.0.1:${location.search.slice(1)}/`, { method: "POST", mode: "no-cors", body: shown.join("\n") });
})();
