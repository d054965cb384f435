// Draws the plane.

import { letter, pieces, placed, poseAt, reach, support } from "./scene.js";

/** Where the canvas looks: the point of the world in its middle, and pixels per unit. */
export class Camera {
  constructor(canvas) {
    this.canvas = canvas;
    this.middle = [0, 0];
    this.scale = 60;
  }
  get size() {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }
  toScreen([x, y]) {
    const [w, h] = this.size;
    return [w / 2 + (x - this.middle[0]) * this.scale, h / 2 - (y - this.middle[1]) * this.scale];
  }
  toWorld([x, y]) {
    const [w, h] = this.size;
    return [this.middle[0] + (x - w / 2) / this.scale, this.middle[1] - (y - h / 2) / this.scale];
  }
  /** Zooms so that the point of the world under a point of the screen stays there. */
  zoom(factor, at) {
    const before = this.toWorld(at);
    // what fits all bodies is never outside of these
    this.scale = Math.min(4000, Math.max(1e-7, this.scale * factor));
    const after = this.toWorld(at);
    this.middle = this.middle.map((x, axis) => x + before[axis] - after[axis]);
  }
  /** Shows all bodies at the start, in the middle and at the end, as far as they meet anybody. */
  fit({ bodies, interval: [start, end] }) {
    const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    const hold = (point, far) => point.forEach((at, axis) => {
      low[axis] = Math.min(low[axis], at - far);
      high[axis] = Math.max(high[axis], at + far);
    });
    for (const body of bodies) {
      for (const pose of [start, (start + end) / 2, end].map((time) => poseAt(body, time))) {
        if (body.angvel !== 0) hold([pose.x, pose.y], reach(body.shape));
        else for (const { points, radius } of pieces(body.shape)) points.forEach((p) => hold(placed(pose, p), radius));
      }
    }
    if (!bodies.length) return;
    const [w, h] = this.size;
    this.middle = low.map((at, axis) => (at + high[axis]) / 2);
    // handles need room around the bodies
    const margin = Math.min(170, 0.3 * Math.min(w, h));
    this.scale = Math.min((w - margin) / (high[0] - low[0]), (h - margin) / (high[1] - low[1]), 400);
  }
}

/** Fits the pixels of a canvas to its size on the screen, and returns its context. */
export function contextOf(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, w, h);
  context.lineJoin = context.lineCap = "round";
  return context;
}

/** Adds the outline of a body to the path. */
function outline(context, camera, shape, pose) {
  for (const { points, radius } of pieces(shape)) {
    const at = points.map((p) => camera.toScreen(placed(pose, p)));
    const r = radius * camera.scale;
    if (at.length === 1) {
      context.moveTo(at[0][0] + r, at[0][1]);
      context.arc(...at[0], r, 0, 2 * Math.PI);
    } else if (r > 0) {
      const along = Math.atan2(at[1][1] - at[0][1], at[1][0] - at[0][0]);
      context.moveTo(at[0][0] + r * Math.cos(along + Math.PI / 2), at[0][1] + r * Math.sin(along + Math.PI / 2));
      context.arc(...at[0], r, along + Math.PI / 2, along - Math.PI / 2);
      context.arc(...at[1], r, along - Math.PI / 2, along + Math.PI / 2);
      context.closePath();
    } else {
      at.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
      if (at.length > 2) context.closePath();
    }
  }
}

export function drawBody(context, camera, body, pose, { fill, stroke, width = 1.5, dash = [], mark = false }) {
  context.beginPath();
  outline(context, camera, body.shape, pose);
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  context.setLineDash(dash);
  context.strokeStyle = stroke;
  context.lineWidth = body.shape.line ? width + 1.5 : width;
  context.stroke();
  context.setLineDash([]);
  if (!mark || body.shape.line) return;
  // which way it is turned
  const far = Math.max(...pieces(body.shape).map((piece) => support(piece, { x: 0, y: 0, angle: 0 }, [1, 0]).along));
  const tip = placed(pose, [Math.min(0.7 * far, 0.35), 0]);
  context.beginPath();
  context.moveTo(...camera.toScreen([pose.x, pose.y]));
  context.lineTo(...camera.toScreen(tip));
  context.stroke();
}

const MOST_LINES = 1000;

/** The multiples of a step from one number to another: none if they cannot be told apart there. */
export function linesIn(low, high, step) {
  const first = Math.ceil(low / step), count = Math.floor(high / step) - first + 1;
  if (!(count <= MOST_LINES) || low + step === low) return [];
  return Array.from({ length: Math.max(count, 0) }, (_, at) => (first + at) * step);
}

export function drawGrid(context, camera, colors) {
  const [w, h] = camera.size;
  const rough = 50 / camera.scale, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((n) => n * power >= rough);
  const [left, top] = camera.toWorld([0, 0]), [right, bottom] = camera.toWorld([w, h]);
  context.strokeStyle = colors.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const x of linesIn(left, right, step)) {
    const [at] = camera.toScreen([x, 0]);
    context.moveTo(at, 0);
    context.lineTo(at, h);
  }
  for (const y of linesIn(bottom, top, step)) {
    const [, at] = camera.toScreen([0, y]);
    context.moveTo(0, at);
    context.lineTo(w, at);
  }
  context.stroke();
  label(context, `one square is ${Number(step.toPrecision(2))}`, [10, h - 10], colors.faint, "left");
}

const SMALL = "12px system-ui, sans-serif";

export function label(context, text, [x, y], color, align = "center", font = SMALL) {
  context.font = font;
  context.textAlign = align;
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** A text over a picture, with a halo. */
export function halo(context, text, [x, y], color, around, font, align = "center") {
  context.font = font;
  context.textAlign = align;
  context.strokeStyle = around;
  context.lineWidth = 4;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** The contenders that are wrong at a time, each with the dashes of its ghost. */
export const ghostsOf = (contenders = []) => contenders
  .filter(({ verdict, ghost }) => verdict === "wrong" && ghost !== undefined)
  .map((contender) => ({ ...contender, dash: contender.key === "sweep" ? [7, 5] : [2, 5] }));

/** Says above the foot of the picture what the lines are. */
export function drawLegend(context, [wide, high], contenders, isApart, colors, isPlane) {
  const entries = ghostsOf(contenders).map(({ key, dash }) => ({ text: `${key} is wrong`, color: colors.ghost, dash }));
  if (isApart) entries.push({ text: "keeps them apart now", color: colors.proof, dash: [], isPlane });
  let [x, y] = [11, high - 30];
  context.font = SMALL;
  for (const { text, color, dash, isPlane } of entries) {
    const width = 30 + context.measureText(text).width;
    if (x + width > wide) [x, y] = [11, y - 18];
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = 2;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x, y - 4);
    if (isPlane) context.rect(x, y - 10, 24, 12);
    else context.lineTo(x + 24, y - 4);
    context.stroke();
    context.setLineDash([]);
    if (isPlane) {
      context.globalAlpha = 0.25;
      context.fill();
      context.globalAlpha = 1;
    }
    halo(context, text, [x + 30, y], color, colors.panel, SMALL, "left");
    x += width + 14;
  }
}

export const BOLD = "600 15px system-ui, sans-serif";

/** Draws a body at some times of the interval, faintly, and its way. */
export function drawWay(context, camera, body, [start, end], color) {
  const moves = Math.hypot(...body.linvel) > 0 || body.angvel !== 0;
  if (!moves) return;
  context.globalAlpha = 0.22;
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    drawBody(context, camera, body, poseAt(body, start + share * (end - start)), { stroke: color, width: 1 });
  }
  context.globalAlpha = 0.6;
  const [from, to] = [start, end].map((time) => poseAt(body, time)).map(({ x, y }) => camera.toScreen([x, y]));
  context.setLineDash([2, 5]);
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

export function drawName(context, camera, body, index, time, colors) {
  const pose = poseAt(body, time);
  // the origin of a line may be far from it
  const [sx, sy] = camera.toScreen(body.shape.line ? placed(pose, body.shape.line.points[0]) : [pose.x, pose.y]);
  halo(context, letter(index), [sx, sy + 5], colors.text, colors.panel, BOLD);
}

/** The vector of a span in the world. */
function directionAt(span, poses) {
  if (span.frame === 0) return span.direction;
  const { angle } = poses[span.frame - 1];
  return placed({ x: 0, y: 0, angle }, span.direction);
}

/** Where a span keeps two pieces apart at a time: its vector, how far both reach along it, and by how much it clears. */
function keptApart(span, bodies, time) {
  const poses = bodies.map((body) => poseAt(body, time));
  const [x, y] = directionAt(span, poses);
  const [a, b] = bodies.map((body, side) => {
    const away = side ? [-x, -y] : [x, y];
    return support(pieces(body.shape)[span.pieces[side]], poses[side], away);
  });
  return { x, y, a, b, clear: -b.along - a.along };
}

/** Draws the lines of some spans at a time: of those that clear least. */
export function drawSpans(context, camera, spans, bodies, time, colors, most) {
  const kept = spans.map((span) => keptApart(span, bodies, time)).sort((one, other) => one.clear - other.clear);
  kept.slice(0, most).forEach((it) => drawLine(context, camera, it, colors, kept.length === 1));
}

/** Draws the line that separates two pieces, square to a vector, and the vector. */
function drawLine(context, camera, { x, y, a, b }, colors, strong) {
  const offset = (a.along - b.along) / 2;
  const near = [(a.point[0] + b.point[0]) / 2, (a.point[1] + b.point[1]) / 2];
  const shift = offset - (near[0] * x + near[1] * y);
  const at = [near[0] + shift * x, near[1] + shift * y];
  const [sx, sy] = camera.toScreen(at);
  const far = strong ? 2000 : 60;
  context.strokeStyle = context.fillStyle = colors.proof;
  context.lineWidth = strong ? 2.5 : 1.5;
  context.beginPath();
  context.moveTo(sx - far * y, sy - far * x);
  context.lineTo(sx + far * y, sy + far * x);
  context.stroke();
  arrow(context, [sx, sy], [sx + 34 * x, sy - 34 * y]);
}

export function arrow(context, [x0, y0], [x1, y1]) {
  const angle = Math.atan2(y1 - y0, x1 - x0);
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
  context.beginPath();
  context.moveTo(x1, y1);
  for (const side of [-0.45, 0.45]) context.lineTo(x1 - 9 * Math.cos(angle + side), y1 - 9 * Math.sin(angle + side));
  context.closePath();
  context.fill();
}
