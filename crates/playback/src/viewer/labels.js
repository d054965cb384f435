// The names of the sides, and how many events each has had.

class Labels {
  constructor(parent, motion) {
    this.parent = parent;
    this.motion = motion;
    this.sides = motion.data.sides.map((name, side) => {
      const bodies = motion.shown.filter((body) => motion.data.bodies[body].side === side), box = motion.box(bodies);
      const label = parent.appendChild(document.createElement("div")), count = document.createElement("span");
      label.append(name, count);
      count.textContent = motion.data.events_are; // for the height
      const ends = [box.low, box.high];
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [0, 1, 2].map((axis) => ends[(corner >> axis) & 1][axis]));
      return { label, count, middle: box.middle, corners };
    });
  }

  /** The room that the labels take above what they name, in pixels. */
  get height() { return Math.max(0, ...this.sides.map(({ label }) => label.offsetHeight + 6)); }

  /** Puts each label above its side, and counts the events up to now. */
  show(camera, past) {
    const { events_are, bodies } = this.motion.data;
    const { clientWidth: width, clientHeight: height } = this.parent;
    const { matrix } = camera.matrix(width / height);
    const top = find("title").getBoundingClientRect().bottom + 4;
    const bottom = find("controls").getBoundingClientRect().top - 4;
    // all in one line, above the highest side
    const highest = Math.max(...this.sides.flatMap(({ corners }) => corners.map((corner) => projected(matrix, corner)[1])));
    const line = ((1 - highest) / 2) * height - this.height;
    this.sides.forEach(({ label, count, middle }, side) => {
      const own = past.filter(({ body }) => bodies[body].side === side);
      count.textContent = events_are && `${events_are}: ${own.length}`;
      label.classList.toggle("flash", own.some(({ age }) => age < 1));
      const { offsetWidth: wide, offsetHeight: high } = label;
      const left = Math.min(Math.max(((1 + projected(matrix, middle)[0]) / 2) * width - wide / 2, 4), width - wide - 4);
      const above = Math.min(Math.max(line, top), bottom - high);
      label.style.transform = `translate(${Math.round(left)}px, ${Math.round(above)}px)`;
    });
  }
}
