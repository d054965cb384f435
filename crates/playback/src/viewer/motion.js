// The recorded motion: tracks of poses, and where each body is at a time.

/** Returns the document that the page holds: base64 of gzip of JSON. */
async function readDocument() {
  const text = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
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

/** The bodies, their tracks and their contacts. */
class Motion {
  constructor(data) {
    this.data = data;
    this.tracks = data.bodies.map((body) => new Track(body.track));
    this.contacts = data.contacts;
    this.end = data.end * data.time_unit;
    this.scratch = new Float64Array(7);
  }

  pose(body, seconds) {
    return this.tracks[body].pose(seconds / this.data.time_unit, this.data.length_unit, this.scratch);
  }

  /** Whether a body has its first pose by now. */
  isThere(body, seconds) {
    return this.tracks[body].times[0] <= seconds / this.data.time_unit + 0.5;
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

  /** A box around the places of all that moves, or around everything if nothing does. */
  bounds() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const moving = this.tracks.map((track) => track.moves);
    const all = !moving.includes(true);
    const sizes = this.data.meshes.map(({ points }) => points.reduce((size, x) => Math.max(size, Math.abs(x)), 0));
    this.tracks.forEach((track, body) => {
      if (!moving[body] && !all) return;
      const size = sizes[this.data.bodies[body].mesh] * this.data.length_unit;
      for (let axis = 0; axis < 3; axis++) {
        for (const x of track.columns[axis + 1]) {
          low[axis] = Math.min(low[axis], x * this.data.length_unit - size);
          high[axis] = Math.max(high[axis], x * this.data.length_unit + size);
        }
      }
    });
    return low[0] <= high[0] ? { low, high } : { low: [-1, -1, -1], high: [1, 1, 1] };
  }
}
