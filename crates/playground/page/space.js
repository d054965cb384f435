// Space: draws it, and changes bodies as they are dragged. One drags beside the bodies to look from elsewhere.

import { lifted } from "./lift.js";
import { body as planeBody, distanceTo, hullOf, isWithin, letter, round, spotOf } from "./scene.js";
import { wireGestures } from "./gestures.js";
import { aheadIn, TURN_AHEAD } from "./handles.js";
import { add, cross, dot, norm, placed, pieces, poseAt, product, reach, rotation, sub, support, times, turn, unit } from "./solid.js";
import { arrow, BOLD, contextOf, drawLegend, ghostsOf, halo, label } from "./view.js";

const EYE = 3.2;

export class Space {
  constructor(canvas, app) {
    Object.assign(this, { canvas, app, yaw: 0.5, pitch: 0.35, middle: [0, 0, 0], far: 6, drag: null, parts: [] });
    wireGestures(canvas, this, () => app.tab === "space");
  }

  fit() {
    const { bodies, interval } = this.app.scene;
    const ends = bodies.flatMap((body) => interval.map((time) => ({ at: poseAt(body, time).pos, far: reach(body.shape) })));
    if (!ends.length) return;
    const side = (sign) => [0, 1, 2].map((axis) => sign * Math.max(...ends.map(({ at, far }) => sign * at[axis] + far)));
    const [low, high] = [side(-1), side(1)];
    this.middle = times(add(low, high), 0.5);
    this.far = Math.max(1, norm(sub(high, low)) * 0.36);
    this.axesNow = this.axes;
    for (let tried = 0; tried < 9 && !ends.every(({ at, far }) => this.shows(at, far)); tried++) this.far *= 1.1;
  }

  get size() {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  /** The axes of the view in the world: to the right, up, and to the eye. */
  get axes() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const toEye = [sy * cp, sp, cy * cp], right = [cy, 0, -sy];
    return [right, cross(toEye, right), toEye];
  }

  /** A point on the screen, how far before the middle it lies, and pixels per unit there. */
  project(point) {
    const [right, up, toEye] = this.axesNow;
    const from = sub(point, this.middle), depth = dot(from, toEye);
    const [w, h] = this.size;
    const scale = (Math.min(w, h) * 0.5 * EYE) / Math.max(EYE * this.far - depth, 0.05 * this.far);
    return { x: w / 2 + dot(from, right) * scale, y: h / 2 - dot(from, up) * scale, depth, scale };
  }

  /** Whether a ball is in the picture as a whole. */
  shows(middle, radius) {
    const { x, y, scale } = this.project(middle);
    return isWithin(this.size, [x, y], radius * scale);
  }

  draw(colors) {
    const { scene, time, selected, told, spans } = this.app;
    this.axesNow = this.axes;
    const context = contextOf(this.canvas);
    const parts = (this.parts = []);
    scene.bodies.forEach((body, index) => {
      const color = colors.bodies[index % colors.bodies.length];
      this.addBody(parts, body, poseAt(body, time), { color, width: index === selected ? 2.5 : 1, shade: true }, index);
    });
    for (const { ghost, dash } of ghostsOf(told?.contenders)) {
      told.focus.forEach((index) => this.addBody(parts, scene.bodies[index], poseAt(scene.bodies[index], ghost), { color: colors.ghost, width: 1.2, dash }));
    }
    if (told?.focus && spans.length) this.addPlane(parts, this.nearest(spans), colors);
    parts.sort((one, other) => one.depth - other.depth).forEach((part) => part.draw(context));
    scene.bodies.forEach((body, index) => {
      const { x, y } = this.project(poseAt(body, time).pos);
      halo(context, letter(index), [x, y + 5], colors.text, colors.panel, BOLD);
    });
    drawLegend(context, this.size, told?.contenders, spans.length > 0, colors, true);
    if (selected !== null) this.drawHandles(context, scene.bodies[selected], time, colors);
    const foot = "Drag beside the bodies to look from elsewhere.";
    label(context, foot, [10, this.size[1] - 10], colors.faint, "left");
  }

  /** Adds what is drawn of a body. With its index it can be grabbed there. */
  addBody(parts, body, pose, style, index) {
    for (const { points, radius, faces, open } of pieces(body.shape)) {
      const at = points.map((p) => placed(pose, p)), on = at.map((p) => this.project(p));
      if (!faces) {
        const depth = on.reduce((sum, { depth }) => sum + depth, 0) / on.length;
        parts.push({ depth, index, outline: () => on.flatMap((p) => circle(p, radius)), draw: (context) => drawRound(context, on, radius, style) });
        continue;
      }
      for (const face of faces) {
        const normal = unit(cross(sub(at[face[1]], at[face[0]]), sub(at[face[2]], at[face[0]])));
        const eye = add(this.middle, times(this.axesNow[2], EYE * this.far));
        const facing = dot(normal, unit(sub(eye, at[face[0]])));
        if (facing < 0 && !open && style.shade) continue;
        const corners = face.map((index) => on[index]);
        const depth = corners.reduce((sum, { depth }) => sum + depth, 0) / corners.length;
        const outline = () => corners.map(({ x, y }) => [x, y]);
        parts.push({ depth, index, outline, draw: (context) => drawFace(context, corners, Math.abs(facing), style) });
      }
    }
  }

  /** Where the span that clears least keeps two pieces apart now: its vector, and how far both reach along it. */
  nearest(spans) {
    const { scene, told, time } = this.app;
    const bodies = told.focus.map((index) => scene.bodies[index]);
    const poses = bodies.map((body) => poseAt(body, time));
    const kept = spans.map(({ frame, direction, pieces: indices }) => {
      const s = frame === 0 ? direction : turn(poses[frame - 1].quat, direction);
      const [a, b] = bodies.map((body, side) => support([pieces(body.shape)[indices[side]]], poses[side], times(s, side ? -1 : 1)));
      return { s, a, b, clear: -b.along - a.along };
    });
    return kept.reduce((one, other) => (other.clear < one.clear ? other : one));
  }

  /** The plane that separates two pieces, square to a vector. */
  addPlane(parts, { s, a, b }, colors) {
    const near = times(add(a.point, b.point), 0.5);
    const middle = add(near, times(s, (a.along - b.along) / 2 - dot(near, s)));
    const x = unit(cross(s, Math.abs(s[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])), y = cross(s, x);
    const half = 0.35 * this.far;
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => this.project(add(middle, add(times(x, i * half), times(y, j * half)))));
    const tip = this.project(add(middle, times(s, 0.15 * this.far))), foot = this.project(middle);
    parts.push({ depth: foot.depth, draw: (context) => {
      context.globalAlpha = 0.25;
      path(context, corners);
      context.fillStyle = context.strokeStyle = colors.proof;
      context.fill();
      context.globalAlpha = 1;
      context.lineWidth = 1.5;
      context.stroke();
      arrow(context, [foot.x, foot.y], [tip.x, tip.y]);
    } });
  }

  /** The handles of the velocity and of the spin, whose arrow is its axis. */
  handles(body, time) {
    const { pos } = poseAt(body, time), [right, up] = this.axesNow ?? this.axes;
    // beside a small body they would cover it
    const far = Math.max(reach(body.shape), 0.15 * this.far);
    const handle = (vector, ahead, otherwise) => {
      const along = norm(vector) > 0 ? unit(vector) : otherwise;
      return { foot: add(pos, times(along, far)), tip: add(pos, times(along, far * 1.25 + norm(vector) * ahead)) };
    };
    return { pos, far, velocity: handle(body.linvel, aheadIn(this.app.scene), right), spin: handle(body.angvel, TURN_AHEAD, up) };
  }

  drawHandles(context, body, time, colors) {
    const handles = this.handles(body, time);
    for (const [name, sign] of [["velocity", "v"], ["spin", "ω"]]) {
      const [foot, tip] = [handles[name].foot, handles[name].tip].map((p) => this.project(p));
      context.strokeStyle = context.fillStyle = colors.handle;
      context.lineWidth = 2;
      arrow(context, [foot.x, foot.y], [tip.x, tip.y]);
      context.beginPath();
      context.arc(tip.x, tip.y, 9, 0, 2 * Math.PI);
      context.fillStyle = colors.panel;
      context.fill();
      context.stroke();
      label(context, sign, [tip.x, tip.y + 4], colors.handle, "center", "600 12px system-ui, sans-serif");
    }
  }

  cursorAt(point) {
    if (this.handleDrag(point, 13)) return "pointer";
    return this.bodyAt(point, 13) === undefined ? "default" : "grab";
  }

  press(point, near) {
    const { app } = this;
    this.axesNow = this.axes;
    this.last = point;
    this.drag = this.handleDrag(point, near) ?? this.bodyDrag(point, near);
    if (!this.drag) app.choose(null);
  }

  handleDrag(point, near) {
    const { app } = this;
    if (app.selected === null) return null;
    const body = app.scene.bodies[app.selected];
    const { pos, far, ...handles } = this.handles(body, app.time);
    const away = (name) => {
      const { x, y } = this.project(handles[name].tip);
      return Math.hypot(x - point[0], y - point[1]);
    };
    const name = ["velocity", "spin"].sort((p, q) => away(p) - away(q))[0];
    if (away(name) > near) return null;
    const [key, ahead] = name === "velocity" ? ["linvel", aheadIn(app.scene)] : ["angvel", TURN_AHEAD];
    let tip = handles[name].tip;
    return (move) => {
      tip = add(tip, this.unproject(move, tip));
      const way = sub(tip, pos), beyond = norm(way) - far * 1.25;
      body[key] = beyond < 0.01 * far ? [0, 0, 0] : times(unit(way), beyond / ahead).map(round);
    };
  }

  /** The body that one sees at a point of the screen, or the nearest one. */
  bodyAt(point, near) {
    // what is drawn last covers the others
    const seen = this.parts.filter(({ index }) => index !== undefined).reverse();
    const [first] = seen.map(({ index, outline }) => ({ index, away: distanceTo(hullOf(outline()), point) }))
      .filter(({ away }) => away <= near).sort((one, other) => one.away - other.away);
    return first?.index;
  }

  bodyDrag(point, near) {
    const { app } = this;
    const under = this.bodyAt(point, near);
    if (under === undefined) return null;
    app.choose(under);
    const body = app.scene.bodies[under];
    let pos = body.pos;
    return (move) => {
      pos = add(pos, this.unproject(move, pos));
      body.pos = pos.map(round);
    };
  }

  /** A move on the screen as one in the world, where a point is. */
  unproject([dx, dy], at) {
    const { scale } = this.project(at);
    const [right, up] = this.axesNow;
    return add(times(right, dx / scale), times(up, -dy / scale));
  }

  move(point) {
    const by = [point[0] - this.last[0], point[1] - this.last[1]];
    this.last = point;
    if (this.drag) {
      this.drag(by);
      return this.app.changed();
    }
    this.yaw -= by[0] * 0.008;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + by[1] * 0.008));
    this.app.redraw();
  }

  release() {
    if (this.drag) this.app.settled();
    this.drag = null;
  }

  cancel() {
    this.release();
  }

  zoom(factor) {
    this.far = Math.min(1e9, Math.max(0.1, this.far / factor));
    this.app.redraw();
  }

  place(shape) {
    const { app, middle } = this;
    const [body] = lifted({ bodies: [planeBody(shape, [0, 0])] }).bodies;
    const far = reach(body.shape);
    body.pos = spotOf(middle, far, app.scene.bodies, reach);
    app.insert(body);
    if (!this.shows(body.pos, far)) this.fit();
  }

  nudge(body, key, shift) {
    const [right, up, toEye] = this.axes;
    const step = { ArrowLeft: times(right, -1), ArrowRight: right, ArrowUp: up, ArrowDown: times(up, -1) }[key];
    if (step) {
      const [of, size] = shift ? ["linvel", 0.1] : ["pos", 0.05];
      body[of] = add(body[of], times(step, size)).map(round);
    } else if (key === "[" || key === "]") body.quat = unit(product(rotation(times(toEye, (key === "[" ? 1 : -1) * (Math.PI / 36))), body.quat));
    else if (key === "{" || key === "}") body.angvel = add(body.angvel, times(toEye, key === "{" ? 0.5 : -0.5)).map(round);
    else return false;
    return true;
  }
}

/** Corners around a ball on the screen. */
const circle = ({ x, y, scale }, radius) => Array.from({ length: 16 }, (_, at) => {
  const angle = (at * Math.PI) / 8;
  return [x + radius * scale * Math.cos(angle), y + radius * scale * Math.sin(angle)];
});

function path(context, corners) {
  context.beginPath();
  corners.forEach(({ x, y }, at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function drawFace(context, corners, facing, { color, width, dash = [], shade }) {
  path(context, corners);
  if (shade) {
    context.fillStyle = `color-mix(in srgb, ${color}, black ${Math.round(45 * (1 - facing))}%)`;
    context.globalAlpha = 0.85;
    context.fill();
    context.globalAlpha = 1;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.stroke();
  context.setLineDash([]);
}

/** A ball, or two balls and what is between them. */
function drawRound(context, on, radius, { color, width, dash = [], shade }) {
  const [a, b] = [on[0], on.at(-1)], [ra, rb] = [radius * a.scale, radius * b.scale];
  const away = Math.hypot(b.x - a.x, b.y - a.y);
  context.beginPath();
  if (away <= Math.abs(ra - rb)) context.arc(ra > rb ? a.x : b.x, ra > rb ? a.y : b.y, Math.max(ra, rb), 0, 2 * Math.PI);
  else {
    const along = Math.atan2(b.y - a.y, b.x - a.x), open = Math.acos((ra - rb) / away);
    context.arc(a.x, a.y, ra, along + open, along - open);
    context.arc(b.x, b.y, rb, along - open, along + open);
    context.closePath();
  }
  if (shade) {
    const light = context.createLinearGradient(a.x - ra, a.y - ra, b.x + rb, b.y + rb);
    light.addColorStop(0, color);
    light.addColorStop(1, `color-mix(in srgb, ${color}, black 45%)`);
    context.fillStyle = light;
    context.globalAlpha = 0.85;
    context.fill();
    context.globalAlpha = 1;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.stroke();
  context.setLineDash([]);
}
