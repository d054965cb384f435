// The handles of the body that is chosen: to turn it, to give it a velocity and a spin.

import { arrow, label } from "./view.js";
import { poseAt, reach, round } from "./scene.js";

/** A velocity is drawn as the way in a quarter of the interval, so that its handle is in the picture. */
export const aheadIn = ({ interval: [start, end] }) => (end - start) / 4;
/** A spin is drawn as the turn of so many seconds. */
export const TURN_AHEAD = 0.1;

/** How much farther out each handle is than the one before, in pixels: more than it is wide. */
const APART = 22;

/** Where the handles of a body are on the screen. */
export function handlesOf(camera, body, { time, scene }) {
  const pose = poseAt(body, time);
  const center = camera.toScreen([pose.x, pose.y]);
  // no farther than there is room in the picture
  const room = Math.min(...center, ...camera.size.map((size, axis) => size - center[axis])) - 3 * APART - 11;
  const far = Math.max(20, Math.min(reach(body.shape) * camera.scale, room));
  const around = (radius, angle) => [center[0] + radius * Math.cos(angle), center[1] - radius * Math.sin(angle)];
  const speed = Math.hypot(...body.linvel);
  const way = speed > 0 ? Math.atan2(body.linvel[1], body.linvel[0]) : 0;
  const [ring, outer] = [far + APART, far + 2 * APART];
  const ahead = body.angvel * TURN_AHEAD;
  return {
    center, ring, outer, turned: pose.angle, ahead, far,
    turn: around(ring, pose.angle),
    spin: around(outer, pose.angle + ahead),
    velocity: around(outer + APART + speed * aheadIn(scene) * camera.scale, way),
    foot: around(outer + 6, way),
  };
}

export function drawHandles(context, camera, body, now, colors, active) {
  const handles = handlesOf(camera, body, now);
  const { center, ring, outer, turned, ahead } = handles;
  context.lineWidth = 1.5;
  context.strokeStyle = context.fillStyle = colors.handle;
  context.globalAlpha = 0.35;
  context.beginPath();
  context.arc(...center, ring, 0, 2 * Math.PI);
  context.stroke();
  context.globalAlpha = 1;
  // the arc of the spin: what is more than a turn is a whole circle
  context.beginPath();
  const drawn = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, ahead));
  context.arc(...center, outer, -turned, -turned - drawn, drawn > 0);
  context.stroke();
  context.lineWidth = 2;
  arrow(context, handles.foot, handles.velocity);
  for (const name of ["turn", "spin", "velocity"]) {
    const [x, y] = handles[name];
    context.beginPath();
    context.arc(x, y, name === active ? 11 : 9, 0, 2 * Math.PI);
    context.fillStyle = name === active ? colors.handle : colors.panel;
    context.fill();
    context.strokeStyle = colors.handle;
    context.stroke();
    const sign = { turn: "↻", spin: "ω", velocity: "v" }[name];
    label(context, sign, [x, y + 4], name === active ? colors.panel : colors.handle, "center", "600 12px system-ui, sans-serif");
  }
}

/** The handle at a point of the screen. */
export function handleAt(camera, body, now, [x, y], near) {
  const handles = handlesOf(camera, body, now);
  const away = (name) => Math.hypot(handles[name][0] - x, handles[name][1] - y);
  const nearest = ["turn", "spin", "velocity"].sort((p, q) => away(p) - away(q))[0];
  return away(nearest) <= near ? nearest : null;
}

/** Begins a drag, and returns what changes the body as the pointer moves: from points of the screen. */
export function dragging(camera, body, now, handle, from) {
  const { time } = now;
  const start = structuredClone(body);
  const [grip, pose] = [camera.toWorld(from), poseAt(body, time)];
  const { center, outer } = handlesOf(camera, body, now);
  let last = Math.atan2(center[1] - from[1], from[0] - center[0]);
  let turned = 0;
  // a turn may be dragged around more than once
  const turn = ([x, y]) => {
    const now = Math.atan2(center[1] - y, x - center[0]);
    turned += ((now - last + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    last = now;
    return turned;
  };
  return {
    body(to) {
      const point = camera.toWorld(to);
      body.pos = start.pos.map((x, axis) => round(x + point[axis] - grip[axis]));
    },
    turn(to) {
      body.angle = round(start.angle + turn(to));
    },
    spin(to) {
      const spin = start.angvel + turn(to) / TURN_AHEAD;
      body.angvel = Math.abs(spin) < 0.3 ? 0 : round(spin);
      // the body stays where it is now, so that the handles do not run away
      body.angle = round(pose.angle - body.angvel * time);
    },
    velocity([x, y]) {
      const [dx, dy] = [x - center[0], center[1] - y];
      const drawn = Math.hypot(dx, dy), beyond = drawn - outer - APART;
      const ahead = aheadIn(now.scene) * camera.scale * drawn;
      body.linvel = beyond < 3 ? [0, 0] : [round((beyond * dx) / ahead), round((beyond * dy) / ahead)];
      body.pos = [pose.x, pose.y].map((x, axis) => round(x - body.linvel[axis] * time));
    },
  }[handle];
}
