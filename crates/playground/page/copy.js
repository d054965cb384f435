// The pair in focus as a program in Rust or Python, and as cases in JSON.

import { partsOf, placed } from "./scene.js";

/** A body without its name. */
const asked = ({ name: _, ...body }) => body;

const number = (x) => (Number.isInteger(x) ? `${x}.0` : `${x}`);
const vector = (v) => `vector![${v.map(number).join(", ")}]`;

/** The shape of a case in Rust, and the name of its type. */
function shapeOf(shape) {
  const [kind, is] = Object.entries(shape)[0];
  switch (kind) {
    case "ball": return ["Ball", `Ball::new(${number(is.r)})?`];
    case "cuboid": return ["Cuboid", `Cuboid::new(${vector(is.half)})?`];
    case "capsule": return ["Capsule", `Capsule::new(${number(is.half_height)}, ${number(is.r)})?`];
    case "hull": return ["ConvexHull", `ConvexHull::new(&[${is.points.map(vector).join(", ")}])?`];
  }
  throw new Error(`unknown shape ${kind}`);
}

const isConvex = ({ shape }) => ["ball", "cuboid", "capsule", "hull"].includes(Object.keys(shape)[0]);

function poseOf(part, uses) {
  if (part.pos.length === 2) {
    uses.nalgebra.add("Isometry2");
    return `Isometry2::new(${vector(part.pos)}, ${number(part.angle ?? 0)})`;
  }
  ["Isometry3", "Quaternion", "UnitQuaternion"].forEach((name) => uses.nalgebra.add(name));
  const [x, y, z, w] = (part.quat ?? [0, 0, 0, 1]).map(number);
  return `Isometry3::from_parts(${vector(part.pos)}.into(), UnitQuaternion::new_normalize(Quaternion::new(${w}, ${x}, ${y}, ${z})))`;
}

/** A body of pieces in Rust. */
function rustOf({ shape, pos }, uses) {
  const [kind, is] = Object.entries(shape)[0];
  const use = (name) => uses.pieces.add(name);
  if (kind === "line") {
    use("Polyline");
    return `Polyline::${is.closed ? "closed" : "open"}(vec![${is.points.map(vector).join(", ")}])?`;
  }
  if (kind === "mesh") {
    use("TriMesh");
    return `TriMesh::new(vec![${is.points.map(vector).join(", ")}], vec!${JSON.stringify(is.triangles)})?`;
  }
  if (kind !== "compound") {
    use("Convex");
    const [name, text] = shapeOf(shape);
    uses.shape.add(name);
    return `Convex::new(${text})?`;
  }
  use("Compound");
  ["AnyShape", "PosedShape"].forEach((name) => uses.shape.add(name));
  const parts = is.map((part) => {
    const [name, text] = shapeOf(part.shape);
    uses.shape.add(name);
    return `        PosedShape::new(${text}, &${poseOf(part, uses)})?.into(),\n`;
  });
  return `Compound::<AnyShape<f64, ${pos.length}>, f64, ${pos.length}>::new(vec![\n${parts.join("")}    ])?`;
}

/** A program that asks the same. */
export function asRust(a, b, [start, end]) {
  const convex = isConvex(a) && isConvex(b);
  const uses = { nalgebra: new Set(["vector"]), pieces: new Set(), shape: new Set() };
  const bodies = [["a", a], ["b", b]].map(([name, body]) => {
    const spin = body.pos.length === 2 ? number(body.angvel) : vector(body.angvel);
    const motion = `ConstantVelocity::new(${poseOf(body, uses)}, ${vector(body.linvel)}, ${spin})?`;
    if (!convex) {
      uses.pieces.add("MovingPieces");
      return `    let motion = ${motion};\n    let ${name} = MovingPieces::new(${rustOf(body, uses)}, motion);\n`;
    }
    const [type, text] = shapeOf(body.shape);
    uses.shape.add(type);
    return `    let motion = ${motion};\n    let ${name} = Moving::new(${text}, motion);\n`;
  });
  const list = (names) => [...names].sort().join(", ");
  const during = `${number(start)}..=${number(end)}`;
  return [
    `use nalgebra::{${list(uses.nalgebra)}};\n`,
    "use photofinish::motion::ConstantVelocity;\n",
    uses.pieces.size ? `use photofinish::pieces::{${list(uses.pieces)}};\n` : "",
    uses.shape.size ? `use photofinish::shape::{${list(uses.shape)}};\n` : "",
    convex ? "use photofinish::{Moving, time_of_impact};\n" : "use photofinish::Query;\n",
    "\nfn main() -> Result<(), Box<dyn std::error::Error>> {\n",
    ...bodies,
    convex
      ? `    println!("{:?}", time_of_impact(&a, &b, ${during})?.outcome);\n`
      : `    println!("{:?}", Query::new().first_contact(&a, &b, ${during})?.contact);\n`,
    "    Ok(())\n}\n",
  ].join("");
}

/** The bodies of cases that a body of the plane consists of. A case has one shape. */
function casesOf(body) {
  const { shape: whole, ...motion } = asked(body);
  return partsOf(whole).map(({ shape, pos: at, angle = 0 }) => {
    if (!at) return { shape, ...motion };
    // the body turns about its own middle, seen from the part
    const center = placed({ x: 0, y: 0, angle: -angle }, at.map((x) => -x));
    const pos = placed({ x: body.pos[0], y: body.pos[1], angle: body.angle }, at);
    return { shape, ...motion, pos, angle: body.angle + angle, center };
  });
}

/** Lines of JSON, one for each pair of convex pieces, or null in space, where only shapes are cases. */
export function asCases(a, b, interval) {
  const flat = a.pos.length === 2;
  if (!flat && !(isConvex(a) && isConvex(b))) return null;
  const [ofA, ofB] = flat ? [casesOf(a), casesOf(b)] : [[asked(a)], [asked(b)]];
  return ofA.flatMap((one, i) => ofB.map((other, j) =>
    JSON.stringify({ id: `playground ${i} ${j}`, kind: "time_of_impact", a: one, b: other, interval })));
}

/** A program that asks the program photofinish. */
export function asPython(a, b, interval) {
  const cases = asCases(a, b, interval);
  return cases && `# needs the program photofinish: cargo install --path crates/cli
import subprocess

cases = r"""
${cases.join("\n")}
"""
answer = subprocess.run(["photofinish", "query", "-"], input=cases.strip(), text=True, capture_output=True)
print(answer.stdout, answer.stderr)
`;
}
