// The names of the sides, and how many events each has had.

/** The least distance between labels, and from the edges of the page, in pixels. */
const GAP = 6;

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
      return { side, label, count, middle: box.middle, corners };
    });
  }

  /** The room that the labels take above what they name, in pixels. */
  get height() { return Math.max(0, ...this.sides.map(({ label }) => label.offsetHeight + GAP)); }

  /** Counts the events up to now, and puts each label above its side. */
  show(camera, past) {
    const { events_are, bodies } = this.motion.data;
    for (const { side, label, count } of this.sides) {
      const own = past.filter(({ body }) => bodies[body].side === side);
      count.textContent = events_are && `${events_are}: ${own.length}`;
      label.classList.toggle("flash", own.some(({ age }) => age < 1));
    }
    this.place(camera);
  }

  /** Puts the labels in one line above the highest side, beside each other. */
  place(camera) {
    const { clientWidth: width, clientHeight: height } = this.parent;
    const { matrix } = camera.matrix(width / height);
    const across = (point) => ((1 + projected(matrix, point)[0]) / 2) * width;
    const highest = Math.max(...this.sides.flatMap(({ corners }) => corners.map((corner) => projected(matrix, corner)[1])));
    const top = find("title").getBoundingClientRect().bottom + GAP;
    const bottom = find("controls").getBoundingClientRect().top - this.height;
    const line = Math.min(Math.max(((1 - highest) / 2) * height - this.height, top), bottom);
    const placed = this.sides.map(({ label, middle }) => ({ label, wide: label.offsetWidth, left: across(middle) - label.offsetWidth / 2 }));
    placed.sort((one, other) => one.left - other.left);
    let end = GAP;
    for (const one of placed) end = (one.left = Math.max(one.left, end)) + one.wide + GAP;
    end = width - GAP;
    for (const one of placed.reverse()) end = (one.left = Math.min(one.left, end - one.wide)) - GAP;
    for (const { label, left } of placed) label.style.transform = `translate(${Math.round(left)}px, ${Math.round(line)}px)`;
  }
}
