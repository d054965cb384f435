// Where the viewer looks from, and how the pointer changes that.

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Orbits around a point; in the plane it looks straight at it. The y axis is up. */
class Camera {
  constructor(motion) {
    this.flat = motion.data.flat;
    const { low, high } = motion.bounds();
    const middle = low.map((x, axis) => (x + high[axis]) / 2);
    const size = Math.hypot(...low.map((x, axis) => high[axis] - x)) || 1;
    const [from, at] = motion.data.view || [null, middle];
    const arm = from ? from.map((x, axis) => x - at[axis]) : null;
    const distance = arm ? Math.hypot(...arm) : size * 1.15;
    this.first = {
      at,
      distance,
      yaw: this.flat ? 0 : arm ? Math.atan2(arm[0], arm[2]) : 0.6,
      pitch: this.flat ? 0 : arm ? Math.asin(arm[1] / distance) : 0.35,
    };
    this.reset();
  }

  reset() { Object.assign(this, { ...this.first, at: [...this.first.at] }); }

  /** The direction towards the eye, and the directions to the right and up on the screen. */
  axes() {
    const [sy, cy, sp, cp] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    const back = [sy * cp, sp, cy * cp];
    const right = [cy, 0, -sy];
    return { back, right, up: cross(back, right) };
  }

  orbit(dx, dy) {
    this.yaw -= dx * 0.007;
    this.pitch = Math.max(-1.55, Math.min(1.55, this.pitch + dy * 0.007));
  }

  pan(dx, dy, height) {
    const { right, up } = this.axes();
    const scale = (2 * this.distance * Math.tan(FIELD / 2)) / height;
    for (let axis = 0; axis < 3; axis++) this.at[axis] += (-dx * right[axis] + dy * up[axis]) * scale;
  }

  zoom(factor) { this.distance = Math.min(Math.max(this.distance * factor, 1e-3 * this.first.distance), 50 * this.first.distance); }

  /** The matrix from the world to the screen, column by column, and the eye. */
  matrix(aspect) {
    const { back, right, up } = this.axes();
    const eye = this.at.map((x, axis) => x + back[axis] * this.distance);
    const view = [right, up, back].map((axis) => [...axis, -dot(axis, eye)]);
    const near = this.distance * 0.01, far = this.distance * 60;
    const f = 1 / Math.tan(FIELD / 2);
    const rows = this.flat
      ? [[f / aspect / this.distance, 0, 0, 0], [0, f / this.distance, 0, 0], [0, 0, -2 / far, 0], [0, 0, 0, 1]]
      : [[f / aspect, 0, 0, 0], [0, f, 0, 0],
        [0, 0, -(far + near) / (far - near), (-2 * far * near) / (far - near)], [0, 0, -1, 0]];
    view.push([0, 0, 0, 1]);
    const out = new Float32Array(16);
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        for (let k = 0; k < 4; k++) out[column * 4 + row] += rows[row][k] * view[k][column];
      }
    }
    return { matrix: out, eye, back };
  }

  /** Lets pointers on an element orbit (or pan with a second button, shift, or in the plane) and zoom. */
  listen(element, changed) {
    const pointers = new Map();
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    const release = (event) => pointers.delete(event.pointerId);
    element.addEventListener("pointerup", release);
    element.addEventListener("pointercancel", release);
    element.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
      if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const spread = (x, y) => Math.hypot(x - other[0], y - other[1]) || 1;
        this.zoom(spread(...last) / spread(event.clientX, event.clientY));
        this.pan(dx / 2, dy / 2, element.clientHeight);
      } else if (this.flat || event.shiftKey || event.buttons > 1) this.pan(dx, dy, element.clientHeight);
      else this.orbit(dx, dy);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      changed();
    });
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
      this.zoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * 0.0015));
      changed();
    }, { passive: false });
  }
}

/** The angle from the bottom of the picture to its top. */
const FIELD = 0.7;
