// The clock and its buttons.

const find = (id) => document.getElementById(id);

class Player {
  constructor(motion, scene, camera) {
    Object.assign(this, { motion, scene, camera, time: 0, playing: false, last: null, waiting: false });
    find("time").max = motion.end;
    find("play").onclick = () => this.play(!this.playing);
    find("next").onclick = () => this.step(1);
    find("previous").onclick = () => this.step(-1);
    find("home").onclick = () => { this.camera.reset(); this.redraw(); };
    find("time").oninput = (event) => { this.play(false); this.seek(Number(event.target.value)); };
    for (const id of ["points", "speed"]) find(id).onchange = () => this.redraw();
    find("micro").onchange = () => { this.drawMarks(); this.redraw(); };
    window.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => { this.drawMarks(); this.redraw(); });
    camera.listen(scene.canvas, () => this.redraw());
    this.drawMarks();
  }

  get speed() { return Number(find("speed").value); }
  get stops() { return this.motion.stops(find("micro").checked); }

  play(on) {
    if (on && this.time >= this.motion.end) this.seek(0);
    this.playing = on;
    this.last = null;
    find("play").textContent = on ? "\u275a\u275a" : "\u25b6";
    this.redraw();
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.motion.end);
    this.redraw();
  }

  /** Pauses at the next impact, or at the one before. */
  step(sign) {
    this.play(false);
    const unit = this.motion.data.time_unit, now = this.time / unit;
    const beyond = this.stops.filter((time) => sign * (time - now) > 0.5);
    if (beyond.length) this.seek((sign > 0 ? beyond[0] : beyond[beyond.length - 1]) * unit);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      " ": () => this.play(!this.playing),
      n: () => this.step(1),
      p: () => this.step(-1),
      h: () => find("home").click(),
      ArrowRight: () => { this.play(false); this.seek(this.time + 1 / 60); },
      ArrowLeft: () => { this.play(false); this.seek(this.time - 1 / 60); },
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
    this.scene.draw(this.time, this.camera, this.speed, find("points").checked);
    find("time").value = this.time;
    find("clock").textContent = `${this.time.toFixed(3)} s of ${this.motion.end.toFixed(2)} s`;
    const unit = this.motion.data.time_unit, stops = this.stops;
    const past = stops.filter((time) => time * unit <= this.time + 0.5 * unit).length;
    find("impact").textContent = stops.length ? `impact ${past} of ${stops.length}` : "";
  }

  /** Draws a line for each impact above the slider. */
  drawMarks() {
    const canvas = find("marks"), pen = canvas.getContext("2d");
    canvas.width = canvas.clientWidth || 1;
    pen.fillStyle = "rgba(176, 58, 32, 0.55)";
    for (const time of this.stops) pen.fillRect((time / (this.motion.data.end || 1)) * (canvas.width - 1), 0, 1, 10);
  }
}

(async () => {
  try {
    const motion = new Motion(await readDocument());
    const player = new Player(motion, new Scene(find("view"), motion), new Camera(motion));
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
