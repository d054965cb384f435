// The plane: draws it, and changes bodies as they are dragged.

import { dragging, drawHandles, handleAt } from "./handles.js";
import { body, covers, hull, hullOf, isWithin, line, poseAt, reach, round, spotOf } from "./scene.js";
import { Camera, contextOf, drawBody, drawGrid, drawLegend, drawName, drawSpans, drawWay, ghostsOf } from "./view.js";
import { wireGestures } from "./gestures.js";

export class Plane {
  /** `app` has the scene, what is chosen and the time. It is told of changes by `changed`, and of their end by `settled`. */
  constructor(canvas, app) {
    Object.assign(this, { canvas, app, camera: new Camera(canvas), stroke: null, drag: null, active: null });
    wireGestures(canvas, this, () => app.tab === "plane");
  }

  fit() {
    this.camera.fit(this.app.scene);
  }

  draw(colors) {
    const { scene, time, told, selected, spans } = this.app;
    const { camera } = this;
    const context = contextOf(this.canvas);
    drawGrid(context, camera, colors);
    const hue = (index) => colors.bodies[index % colors.bodies.length];
    const focus = told?.focus ?? [];
    scene.bodies.forEach((body, index) => {
      if (focus.includes(index) || index === selected) drawWay(context, camera, body, scene.interval, hue(index));
    });
    for (const ghost of ghostsOf(told?.contenders)) this.drawGhost(context, ghost, colors);
    scene.bodies.forEach((body, index) => {
      const width = index === selected ? 3 : 1.8;
      drawBody(context, camera, body, poseAt(body, time), { fill: `${hue(index)}55`, stroke: hue(index), width, mark: true });
    });
    scene.bodies.forEach((body, index) => drawName(context, camera, body, index, time, colors));
    const bodies = focus.map((index) => scene.bodies[index]);
    drawSpans(context, camera, spans, bodies, time, colors, 4);
    this.drawTouch(context, colors);
    drawLegend(context, camera.size, told?.contenders, spans.length > 0, colors);
    if (selected !== null && !this.stroke) drawHandles(context, camera, scene.bodies[selected], this.app, colors, this.active);
    if (this.stroke) this.drawStroke(context, colors);
  }

  /** The pair in focus at the time at which a contender is wrong. */
  drawGhost(context, { ghost, dash }, colors) {
    const { scene, told } = this.app;
    for (const body of told.focus.map((index) => scene.bodies[index])) {
      drawBody(context, this.camera, body, poseAt(body, ghost), { stroke: colors.ghost, width: 2, dash });
    }
  }

  /** The point of the impact, while it is not far from now. */
  drawTouch(context, colors) {
    const answer = this.app.told?.answer;
    if (answer?.outcome !== "impact") return;
    const [start, end] = this.app.scene.interval;
    if (Math.abs(answer.time - this.app.time) > 0.02 * (end - start)) return;
    const [x, y] = this.camera.toScreen(answer.witness);
    context.strokeStyle = colors.impact;
    context.lineWidth = 2.5;
    context.beginPath();
    for (let ray = 0; ray < 8; ray++) {
      const angle = (ray * Math.PI) / 4;
      context.moveTo(x + 7 * Math.cos(angle), y + 7 * Math.sin(angle));
      context.lineTo(x + 15 * Math.cos(angle), y + 15 * Math.sin(angle));
    }
    context.stroke();
  }

  drawStroke(context, colors) {
    context.strokeStyle = colors.handle;
    context.lineWidth = 2;
    context.beginPath();
    this.stroke.forEach((point, at) => {
      const [x, y] = this.camera.toScreen(point);
      at ? context.lineTo(x, y) : context.moveTo(x, y);
    });
    context.stroke();
  }

  cursorAt(point) {
    const { app, camera } = this;
    if (app.mode) return "crosshair";
    const body = app.scene.bodies[app.selected];
    if (body && handleAt(camera, body, app, point, 13)) return "pointer";
    const world = camera.toWorld(point);
    return app.scene.bodies.some((body) => covers(body, app.time, world, 6 / camera.scale)) ? "grab" : "default";
  }

  press(point, near) {
    const { app, camera } = this;
    this.last = point;
    if (app.mode) {
      this.stroke = [camera.toWorld(point)];
      this.kind = app.mode;
      return;
    }
    const { bodies } = app.scene;
    let handle = app.selected === null ? null : handleAt(camera, bodies[app.selected], app, point, near);
    if (!handle) {
      const world = camera.toWorld(point);
      const under = bodies.findLastIndex((body) => covers(body, app.time, world, near / 2 / camera.scale));
      app.choose(under < 0 ? null : under);
      handle = under < 0 ? null : "body";
    }
    this.active = handle;
    this.drag = handle && dragging(camera, bodies[app.selected], app, handle, point);
  }

  move(point) {
    if (this.stroke) {
      this.stroke.push(this.camera.toWorld(point));
      this.app.redraw();
    } else if (this.drag) {
      this.drag(point);
      this.app.changed();
    } else {
      const [from, to] = [this.last, point].map((at) => this.camera.toWorld(at));
      this.camera.middle = this.camera.middle.map((x, axis) => x + from[axis] - to[axis]);
      this.last = point;
      this.app.redraw();
    }
  }

  release() {
    if (this.stroke) this.drawn();
    else if (this.drag) this.app.settled();
    this.drag = this.active = null;
    this.app.redraw();
  }

  /** Ends a stroke without a body. A drag ends where it is. */
  cancel() {
    this.stroke = null;
    this.release();
  }

  zoom(factor, at) {
    this.camera.zoom(factor, at);
    this.app.redraw();
  }

  /** Makes a body of the stroke. */
  drawn() {
    const { app, stroke } = this;
    const isHull = this.kind === "hull";
    this.stroke = null;
    app.setMode(null);
    const points = simplified(stroke, (isHull ? 6 : 9) / this.camera.scale);
    const shape = isHull ? hullOf(points) : points;
    if (shape.length < (isHull ? 3 : 2)) return app.say("That was too short.");
    const middle = [0, 1].map((axis) => round(shape.reduce((sum, p) => sum + p[axis], 0) / shape.length));
    const own = shape.map((p) => p.map((x, axis) => round(x - middle[axis])));
    app.insert(body(isHull ? hull(hullOf(own)) : line(own), middle));
  }

  /** Adds a body of this shape where there is room. */
  place(shape) {
    const { app, camera } = this, far = reach(shape);
    const spot = spotOf(camera.middle, far, app.scene.bodies, reach);
    app.insert(body(shape, spot));
    if (!isWithin(camera.size, camera.toScreen(spot), far * camera.scale)) this.fit();
  }

  /** Moves the chosen body as keys ask. */
  nudge(body, key, shift) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (step && shift) body.linvel = body.linvel.map((x, axis) => round(x + 0.1 * step[axis]));
    else if (step) body.pos = body.pos.map((x, axis) => round(x + 0.05 * step[axis]));
    else if (key === "[" || key === "]") body.angle = round(body.angle + (key === "[" ? 1 : -1) * (Math.PI / 36));
    else if (key === "{" || key === "}") body.angvel = round(body.angvel + (key === "{" ? 0.5 : -0.5));
    else return false;
    return true;
  }
}

/** Leaves out points of a stroke that are nearer than that to the last one kept, and at most 24. */
function simplified(points, near) {
  const kept = [points[0]];
  for (const point of points) {
    const [x, y] = kept.at(-1);
    if (Math.hypot(point[0] - x, point[1] - y) >= near) kept.push(point);
  }
  const skip = Math.ceil(kept.length / 24);
  return kept.filter((_, at) => at % skip === 0 || at === kept.length - 1);
}
