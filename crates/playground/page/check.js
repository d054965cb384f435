// Checks scenes that come from an address, before anything is drawn or asked.

import { hullOf, MOST_BODIES } from "./scene.js";

/** No number of a scene is larger. */
export const MOST = 1e6;
/** The longest interval, in seconds. */
export const LONGEST = 100;
/** In how many parts the sweep is asked. */
export const PARTS = [1, 2, 4, 8, 16, 64];
/** The most points of a hull, and the most pieces of a body. */
const MOST_PIECES = 64;

const isNumber = (x) => typeof x === "number" && Math.abs(x) <= MOST;
const isSize = (x) => isNumber(x) && x >= 1e-6;
const isVector = (x, count) => Array.isArray(x) && x.length === count && x.every(isNumber);
const isList = (x, least, most = MOST_PIECES) => Array.isArray(x) && x.length >= least && x.length <= most;
const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const isTurn = (x) => isVector(x, 4) && Math.hypot(...x) > 1e-3;

function need(holds, what) {
  if (!holds) throw new Error(what);
}

/** Whether points of space span a volume. */
function isSolid(points) {
  const [origin, ...others] = points.map((p) => p);
  const rows = others.map((p) => p.map((x, axis) => x - origin[axis]));
  const size = Math.max(...rows.map((row) => Math.hypot(...row)));
  // what is left of all rows after the largest is taken out, three times
  let left = rows;
  for (let rank = 0; rank < 3; rank++) {
    const most = left.reduce((one, other) => (Math.hypot(...other) > Math.hypot(...one) ? other : one));
    const long = Math.hypot(...most);
    if (!(long > 1e-4 * size)) return false;
    const unit = most.map((x) => x / long);
    left = left.map((row) => {
      const along = row.reduce((sum, x, axis) => sum + x * unit[axis], 0);
      return row.map((x, axis) => x - along * unit[axis]);
    });
  }
  return true;
}

/** Whether points of the plane span an area. */
function isWide(points) {
  const corners = hullOf(points);
  const area = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length];
    return sum + x * nextY - y * nextX;
  }, 0);
  const size = Math.max(...points.map(([x, y]) => Math.hypot(x - points[0][0], y - points[0][1])));
  return corners.length > 2 && area > 1e-4 * size * size;
}

/** Checks a shape, and returns how many pieces it has. */
function piecesIn(shape, dimension, isPart = false) {
  need(isObject(shape) && Object.keys(shape).length === 1, "A shape must have one kind.");
  const [kind, is] = Object.entries(shape)[0];
  const points = (least) => need(isList(is?.points, least) && is.points.every((p) => isVector(p, dimension)), `The points of a ${kind} cannot be read.`);
  switch (kind) {
    case "ball":
      need(isSize(is?.r), "A radius must be above 0.");
      return 1;
    case "capsule":
      need(isSize(is?.r) && isSize(is.half_height), "The sizes of a capsule must be above 0.");
      return 1;
    case "cuboid":
      need(isVector(is?.half, dimension) && is.half.every(isSize), "The sizes of a box must be above 0.");
      return 1;
    case "hull":
      points(dimension + 1);
      need(dimension === 2 ? isWide(is.points) : isSolid(is.points), "A hull is flat.");
      return 1;
    case "line":
      need(!isPart && dimension === 2, "A line is a body of the plane.");
      points(2);
      need([true, false, undefined].includes(is.closed), "A line is closed or not.");
      return is.points.length;
    case "mesh": {
      need(!isPart && dimension === 3, "A mesh is a body of space.");
      need(isList(is?.points, 3, 3 * MOST_PIECES) && is.points.every((p) => isVector(p, 3)), "The points of a mesh cannot be read.");
      const isCorner = (at) => Number.isInteger(at) && at >= 0 && at < is.points.length;
      need(isList(is.triangles, 1) && is.triangles.every((it) => isVector(it, 3) && it.every(isCorner)), "A triangle of a mesh has no such corner.");
      return is.triangles.length;
    }
    case "compound":
      need(!isPart && isList(is, 1), `A compound has 1 to ${MOST_PIECES} parts.`);
      return is.reduce((sum, part) => {
        need(isObject(part) && isVector(part.pos, dimension), "A part of a compound has no place.");
        need(part.angle === undefined || isNumber(part.angle), "An angle is no number.");
        need(part.quat === undefined || isTurn(part.quat), "A rotation cannot be read.");
        return sum + piecesIn(part.shape, dimension, true);
      }, 0);
  }
  throw new Error("A shape is of no known kind.");
}

function checkBody(body, dimension) {
  need(isObject(body) && isVector(body.pos, dimension), "All bodies must be of the plane, or all of space.");
  need(isVector(body.linvel, dimension), "A velocity cannot be read.");
  need(dimension === 2 ? isNumber(body.angle) && isNumber(body.angvel) : isTurn(body.quat) && isVector(body.angvel, 3), "A rotation or a spin cannot be read.");
  need(body.name === undefined || (typeof body.name === "string" && body.name.length <= 40), "A name must be a short text.");
  piecesIn(body.shape, dimension);
}

/** Returns a scene that can be shown, or throws an error that says what is wrong with it. */
export function checked(scene) {
  need(isObject(scene) && isList(scene.bodies, 0, MOST_BODIES), `A scene has up to ${MOST_BODIES} bodies.`);
  const { bodies, interval, focus = null, parts = 1 } = scene;
  const dimension = bodies[0]?.pos?.length === 3 ? 3 : 2;
  bodies.forEach((body) => checkBody(body, dimension));
  need(isVector(interval, 2) && interval[0] >= -LONGEST && interval[1] <= LONGEST && interval[0] < interval[1], "The interval must have a start before its end.");
  need(PARTS.includes(parts), "The sweep is asked in 1, 2, 4, 8, 16 or 64 parts.");
  const isBody = (at) => Number.isInteger(at) && at >= 0 && at < bodies.length;
  need(focus === null || (isVector(focus, 2) && focus.every(isBody) && focus[0] < focus[1]), "The two bodies to look at are not there.");
  return { bodies, interval, focus, parts };
}
