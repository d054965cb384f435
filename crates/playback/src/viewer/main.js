// The clock and its buttons.

const find = (id) => document.getElementById(id);

class Player {
  constructor(motion, scene, camera, labels) {
    Object.assign(this, { motion, scene, camera, labels, time: 0, playing: false, last: null, waiting: false });
    find("time").max = motion.end;
    find("play").onclick = () => this.play(!this.playing);
    find("next").onclick = () => this.step(1, this.stops);
    find("previous").onclick = () => this.step(-1, this.stops);
    find("later").onclick = () => this.step(1, this.moments);
    find("earlier").onclick = () => this.step(-1, this.moments);
    find("events").hidden = motion.data.events_are === "";
    find("home").onclick = () => { this.fit(); this.redraw(); };
    find("time").oninput = (event) => { this.play(false); this.seek(Number(event.target.value)); };
    for (const id of ["points", "speed"]) find(id).onchange = () => this.redraw();
    find("micro").onchange = () => { this.drawMarks(); this.redraw(); };
    window.addEventListener("keydown", (event) => this.key(event));
    const sizes = new ResizeObserver(() => this.resized());
    for (const id of ["view", "title", "controls"]) sizes.observe(find(id));
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", () => { this.readColors(); this.redraw(); });
    camera.listen(scene.canvas, () => this.redraw());
    this.readColors();
    this.fit();
    this.drawMarks();
  }

  get speed() { return Number(find("speed").value); }
  get stops() { return this.motion.stops(find("micro").checked); }
  get moments() { return [...new Set(this.motion.events.map((event) => event.time))]; }

  readColors() {
    const style = getComputedStyle(document.body);
    const numbers = (color) => color.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255);
    this.colors = { back: numbers(style.backgroundColor), ink: numbers(style.color) };
  }

  /** Shows everything between the title and the buttons. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.scene.canvas;
    const top = find("title").getBoundingClientRect().bottom + this.labels.height + 2 * GAP;
    const bottom = height - find("controls").getBoundingClientRect().top + 8;
    this.camera.fit({ width, height, top, bottom, side: 12 });
  }

  resized() {
    if (!this.camera.moved) this.fit();
    this.drawMarks();
    this.redraw();
  }

  play(on) {
    if (on && this.time >= this.motion.end) this.seek(0);
    this.playing = on;
    this.last = null;
    find("play").textContent = on ? "\u275a\u275a" : "\u25b6";
    find("play").setAttribute("aria-label", on ? "Pause" : "Play");
    this.redraw();
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.motion.end);
    this.redraw();
  }

  /** Pauses at the next of these times, or at the one before. */
  step(sign, times) {
    this.play(false);
    const unit = this.motion.data.time_unit, now = this.time / unit;
    const beyond = times.filter((time) => sign * (time - now) > 0.5);
    if (beyond.length) this.seek((sign > 0 ? beyond[0] : beyond[beyond.length - 1]) * unit);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // buttons, boxes and lists have a use of their own for the space bar and the arrows
    const { type, tagName } = event.target;
    const own = tagName === "SELECT" || ([" ", "Enter"].includes(event.key) && (tagName === "BUTTON" || type === "checkbox"));
    if (own) return;
    const turn = (dx, dy) => { this.camera.orbit(dx, dy, this.scene.canvas.clientHeight); this.redraw(); };
    const zoom = (factor) => { this.camera.zoom(factor); this.redraw(); };
    const go = (seconds) => { this.play(false); this.seek(this.time + seconds); };
    const actions = {
      " ": () => this.play(!this.playing),
      n: () => this.step(1, this.stops),
      p: () => this.step(-1, this.stops),
      e: () => this.step(1, this.moments),
      w: () => this.step(-1, this.moments),
      h: () => find("home").click(),
      "+": () => zoom(0.8),
      "-": () => zoom(1.25),
      ArrowRight: () => (event.shiftKey ? turn(-20, 0) : go(1 / 60)),
      ArrowLeft: () => (event.shiftKey ? turn(20, 0) : go(-1 / 60)),
      ArrowUp: () => event.shiftKey && turn(0, 20),
      ArrowDown: () => event.shiftKey && turn(0, -20),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => { this.waiting = false; this.frame(now); });
  }

  frame(now) {
    if (this.playing) {
      // a tab in the background makes no frames: the clock goes on from where it was
      if (this.last !== null) this.time += Math.min((now - this.last) / 1000, 0.25) * this.speed;
      this.last = now;
      if (this.time >= this.motion.end) { this.time = this.motion.end; this.play(false); } else this.redraw();
    }
    this.scene.draw(this.time, this.camera, this.speed, find("points").checked, this.colors);
    const { events, data } = this.motion;
    const past = this.motion.eventsUntil(this.time, FLASHES * this.speed);
    this.labels.show(this.camera, past);
    find("time").value = this.time;
    find("time").setAttribute("aria-valuetext", `${this.time.toFixed(3)} seconds`);
    find("clock").textContent = `${this.time.toFixed(3)} s of ${this.motion.end.toFixed(2)} s`;
    const unit = data.time_unit, stops = this.stops;
    const count = stops.filter((time) => time * unit <= this.time + 0.5 * unit).length;
    find("impact").textContent = stops.length ? `impact ${count} of ${stops.length}` : "";
    find("event").textContent = `${data.events_are}: ${past.length} of ${events.length}`;
  }

  /** Draws a line for each impact above the slider, and a broad one for each event. */
  drawMarks() {
    const canvas = find("marks"), pen = canvas.getContext("2d");
    canvas.width = canvas.clientWidth || 1;
    const place = (time) => (time / (this.motion.data.end || 1)) * (canvas.width - 1);
    pen.fillStyle = "rgba(200, 80, 48, 0.6)";
    for (const time of this.stops) pen.fillRect(place(time), 4, 1, 10);
    pen.fillStyle = "#e0008c";
    for (const time of this.moments) pen.fillRect(place(time) - 2, 0, 4, 14);
  }
}

let player; // for scripts in the page
(async () => {
  try {
    const motion = new Motion(await readDocument());
    player = new Player(motion, new Scene(find("view"), motion), new Camera(motion), new Labels(find("labels"), motion));
    player.frame(0);
    // an address that ends with #1.5 shows that time
    const time = location.hash === "" ? NaN : Number(location.hash.slice(1));
    if (Number.isFinite(time)) player.seek(time); else player.play(true);
  } catch (error) {
    find("note").hidden = false;
    find("note").textContent = error.message;
    console.error(error);
  }
})();
