// Where the viewer looks from, and how the pointer changes that.

/** Orbits around a point; in the plane it looks straight at it. The y axis is up. */
class Camera {
  constructor(motion) {
    this.motion = motion;
    this.flat = motion.data.flat;
    const from = motion.data.view || [0.53, 0.34, 0.77];
    this.first = this.flat ? { yaw: 0, pitch: 0 }
      : { yaw: Math.atan2(from[0], from[2]), pitch: Math.asin(from[1] / Math.hypot(...from)) };
  }

  /**
   * Looks from the first direction, from where all that is shown at any time is in the picture, but for margins.
   *
   * An eye e sees a sphere below the upper edge of the picture iff y - e.y + radius / cos <= slope (e.z - z), with the
   * slope of that edge, z towards the eye. For all spheres and all four edges these are four bounds: the nearest eye
   * satisfies the two of the width or those of the height as equations.
   */
  fit({ width, height, top, bottom, side }) {
    Object.assign(this, { ...this.first, moved: false });
    const axes = this.axes(), slope = Math.tan(FIELD / 2);
    const across = (slope * (width - 2 * side)) / height;
    const edges = [["right", 1, across], ["right", -1, across],
      ["up", 1, slope * (1 - (2 * top) / height)], ["up", -1, slope * (1 - (2 * bottom) / height)]];
    const most = [-Infinity, -Infinity, -Infinity, -Infinity];
    let [nearest, farthest] = [-Infinity, Infinity];
    const visit = (center, radius) => {
      const z = this.flat ? 0 : dot(axes.back, center);
      nearest = Math.max(nearest, z + radius);
      farthest = Math.min(farthest, z - radius);
      edges.forEach(([axis, sign, steep], edge) => {
        const reach = radius * (this.flat ? 1 : Math.hypot(1, steep));
        most[edge] = Math.max(most[edge], sign * dot(axes[axis], center) + steep * z + reach);
      });
    };
    for (const body of this.motion.shown) this.motion.spheres(body, visit);
    if (!(nearest >= farthest)) visit([0, 0, 0], 1);
    const depths = [0, 2].map((edge) => (most[edge] + most[edge + 1]) / (edges[edge][2] + edges[edge + 1][2]));
    const middle = this.flat ? 0 : (nearest + farthest) / 2;
    const depth = Math.max(...depths, middle + 1e-3 * (nearest - farthest || 1));
    const [x, y] = [0, 2].map((edge) =>
      (most[edge] - edges[edge][2] * depth + edges[edge + 1][2] * depth - most[edge + 1]) / 2);
    this.distance = this.reach = depth - middle;
    this.at = axes.back.map((back, axis) => x * axes.right[axis] + y * axes.up[axis] + middle * back);
  }

  /** The direction towards the eye, and the directions to the right and up on the screen. */
  axes() {
    const [sy, cy, sp, cp] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    const back = [sy * cp, sp, cy * cp];
    const right = [cy, 0, -sy];
    return { back, right, up: cross(back, right) };
  }

  /** Turns, or goes along in the plane, by pixels on the screen. */
  orbit(dx, dy, height) {
    if (this.flat) { this.pan(dx, dy, height); return; }
    this.moved = true;
    this.yaw -= dx * 0.007;
    this.pitch = Math.max(-1.55, Math.min(1.55, this.pitch + dy * 0.007));
  }

  pan(dx, dy, height) {
    this.moved = true;
    const { right, up } = this.axes();
    const scale = (2 * this.distance * Math.tan(FIELD / 2)) / height;
    for (let axis = 0; axis < 3; axis++) this.at[axis] += (-dx * right[axis] + dy * up[axis]) * scale;
  }

  zoom(factor) {
    this.moved = true;
    this.distance = Math.min(Math.max(this.distance * factor, 1e-3 * this.reach), 50 * this.reach);
  }

  /** The matrix from the world to the screen, column by column, and the eye. */
  matrix(aspect) {
    const { back, right, up } = this.axes();
    const eye = this.at.map((x, axis) => x + back[axis] * this.distance);
    const near = this.distance * 0.01, far = this.distance * 60;
    const f = 1 / Math.tan(FIELD / 2);
    const rows = this.flat
      ? [[f / aspect / this.distance, 0, 0, 0], [0, f / this.distance, 0, 0], [0, 0, -2 / far, 0], [0, 0, 0, 1]]
      : [[f / aspect, 0, 0, 0], [0, f, 0, 0],
        [0, 0, -(far + near) / (far - near), (-2 * far * near) / (far - near)], [0, 0, -1, 0]];
    return { matrix: product(rows, [right, up, back], eye), eye, back };
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
      } else if (event.shiftKey || event.buttons > 1) this.pan(dx, dy, element.clientHeight);
      else this.orbit(dx, dy, element.clientHeight);
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

/** Returns the matrix, column by column, that looks from an eye along axes, and then does what the rows say. */
function product(rows, axes, eye) {
  const view = [...axes.map((axis) => [...axis, -dot(axis, eye)]), [0, 0, 0, 1]];
  const out = new Float32Array(16);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      for (let k = 0; k < 4; k++) out[column * 4 + row] += rows[row][k] * view[k][column];
    }
  }
  return out;
}

/** Returns where a matrix takes a point: from -1 to 1 across the screen and up. */
function projected(matrix, point) {
  const [x, y, , w] = [0, 1, 2, 3].map((row) =>
    matrix[row] * point[0] + matrix[4 + row] * point[1] + matrix[8 + row] * point[2] + matrix[12 + row]);
  return [x / w, y / w, w];
}

/** The angle from the bottom of the picture to its top. */
const FIELD = 0.7;
