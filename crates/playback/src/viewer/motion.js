// The recorded motion: tracks of poses, and where each body is at a time.

/** Returns the document that the page holds: base64 of gzip of JSON. */
async function readDocument() {
  const text = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns where a pose takes a point: a position and a unit quaternion. */
function placed(pose, point) {
  const turn = pose.slice(3, 6);
  const twice = cross(turn, point).map((x) => 2 * x), again = cross(turn, twice);
  return point.map((x, axis) => x + pose[6] * twice[axis] + again[axis] + pose[axis]);
}

/** A track: the sums of the recorded differences, times in ticks. */
class Track {
  constructor(columns) {
    this.columns = columns.map((differences) => {
      const sums = new Int32Array(differences.length);
      let sum = 0;
      differences.forEach((difference, index) => { sums[index] = sum += difference; });
      return sums;
    });
    this.times = this.columns[0];
    this.at = 0;
  }

  /** Writes the pose at a time to seven numbers: a position and a unit quaternion. */
  pose(ticks, lengthUnit, out) {
    const { times, columns } = this;
    const last = times.length - 1;
    // most calls ask about the same two keys as the last one, or the next two
    let index = this.at;
    if (!(times[index] <= ticks && (index === last || ticks < times[index + 1]))) {
      let low = 0, high = last;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= ticks) low = middle; else high = middle - 1;
      }
      index = this.at = low;
    }
    const next = Math.min(index + 1, last);
    const span = times[next] - times[index];
    const share = span > 0 ? Math.min(Math.max((ticks - times[index]) / span, 0), 1) : 0;
    for (let slot = 0; slot < 7; slot++) {
      const column = columns[slot + 1];
      out[slot] = column[index] + (column[next] - column[index]) * share;
    }
    const scale = 1 / (Math.hypot(out[3], out[4], out[5], out[6]) || 1);
    for (let slot = 0; slot < 7; slot++) out[slot] *= slot < 3 ? lengthUnit : scale;
    return out;
  }

  get moves() { return this.columns.slice(1).some((column) => column.some((x) => x !== column[0])); }
}

/** The corners of a box around spheres. */
class Box {
  constructor() { Object.assign(this, { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] }); }

  add(center, radius) {
    for (let axis = 0; axis < 3; axis++) {
      this.low[axis] = Math.min(this.low[axis], center[axis] - radius);
      this.high[axis] = Math.max(this.high[axis], center[axis] + radius);
    }
  }

  get middle() { return this.low.map((x, axis) => (x + this.high[axis]) / 2); }
  /** The distance from the lowest corner to the highest. */
  get size() { return Math.max(0, Math.hypot(...this.low.map((x, axis) => this.high[axis] - x))); }
}

/** A fixed body is a ground, which need not be seen whole, if it is so many times as large as all that moves. */
const GROUND = 1.6;

/** The bodies, their tracks, their contacts and their events. */
class Motion {
  constructor(data) {
    this.data = data;
    this.tracks = data.bodies.map((body) => new Track(body.track));
    this.contacts = data.contacts;
    this.events = data.events;
    this.end = data.end * data.time_unit;
    this.scratch = new Float64Array(7);
    this.balls = data.meshes.map(({ points }) => this.ball(points));
    this.shown = this.shownWhole();
  }

  pose(body, seconds) {
    return this.tracks[body].pose(seconds / this.data.time_unit, this.data.length_unit, this.scratch);
  }

  /** Whether a body has its first pose by now, and has not left. */
  isThere(body, seconds) {
    const ticks = seconds / this.data.time_unit, { until } = this.data.bodies[body];
    return this.tracks[body].times[0] <= ticks + 0.5 && (until === null || ticks < until - 0.5);
  }

  /** The times of impacts, each once; of all contacts if none is an impact or `micro` asks for them. */
  stops(micro) {
    const impacts = this.contacts.filter((contact) => !contact.micro);
    const chosen = micro || impacts.length === 0 ? this.contacts : impacts;
    return [...new Set(chosen.map((contact) => contact.time))];
  }

  /** The contacts from `earliest` to `latest`, in seconds. */
  *contactsDuring(earliest, latest) {
    const [from, to] = [earliest, latest].map((time) => time / this.data.time_unit);
    let low = 0, high = this.contacts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.contacts[middle].time < from) low = middle + 1; else high = middle;
    }
    // rounding must not hide the contact that the clock was set to
    for (; low < this.contacts.length && this.contacts[low].time <= to + 0.5; low++) yield this.contacts[low];
  }

  /** The events up to a time, each with its age as a share of how long it lingers: 0 now, 1 from then on. */
  eventsUntil(seconds, lingers) {
    const { time_unit } = this.data;
    const past = this.events.filter((event) => event.time * time_unit <= seconds + 0.5 * time_unit);
    return past.map(({ time, body }) => ({ body, age: Math.min(Math.max((seconds - time * time_unit) / lingers, 0), 1) }));
  }

  /** A sphere around the points of a mesh: its centre and its radius. */
  ball(points) {
    const box = new Box(), unit = this.data.length_unit, corners = [];
    for (let at = 0; at < points.length; at += 3) corners.push([...points.slice(at, at + 3)].map((x) => x * unit));
    for (const corner of corners) box.add(corner, 0);
    const center = box.middle;
    const distances = corners.map((corner) => Math.hypot(...corner.map((x, axis) => x - center[axis])));
    return { center, radius: distances.reduce((most, x) => Math.max(most, x), 0), corners };
  }

  /** Calls back with spheres that hold a body wherever it is recorded. A body at rest has a point at each corner. */
  spheres(body, visit) {
    const { center, radius, corners } = this.balls[this.data.bodies[body].mesh];
    const { columns, times } = this.tracks[body], unit = this.data.length_unit;
    const key = (index) => columns.slice(1).map((column, slot) => column[index] * (slot < 3 ? unit : ROTATION_UNIT));
    if (this.moving[body]) for (let index = 0; index < times.length; index++) visit(placed(key(index), center), radius);
    else for (const corner of corners) visit(placed(key(0), corner), 0);
  }

  /** The bodies that the first view holds: all but grounds. */
  shownWhole() {
    this.moving = this.tracks.map((track) => track.moves);
    const bodies = this.tracks.map((_, body) => body), none = !this.moving.includes(true);
    const most = GROUND * this.box(bodies.filter((body) => this.moving[body])).size;
    return bodies.filter((body) => this.moving[body] || none || this.box([body]).size <= most);
  }

  /** The box that some bodies move in. */
  box(bodies) {
    const box = new Box();
    for (const body of bodies) this.spheres(body, (center, radius) => box.add(center, radius));
    return box;
  }
}
