/** Two coordinates in the plane, three in space. */
export type Vector = number[] | Float64Array | Float32Array;

/** A convex shape in its own frame. `round` is a radius by which it is rounded. */
export type Shape =
  | { ball: { r: number } }
  | { cuboid: { half: Vector; round?: number } }
  /** Along y. */
  | { capsule: { half_height: number; r: number } }
  | { cylinder: { half_height: number; r: number; round?: number } }
  | { cone: { half_height: number; r: number; round?: number } }
  /** The convex hull of points. */
  | { hull: { points: Vector[]; round?: number } }
  | { triangle: { points: [Vector, Vector, Vector]; round?: number } }
  | { segment: { points: [Vector, Vector]; round?: number } };

/** A body where it is at time 0. `angle` is in radians, in the plane; `quat` is x, y, z, w, in space. */
export interface Placed<S> {
  shape: S;
  pos: Vector;
  angle?: number;
  quat?: [number, number, number, number];
}

/** A shape, or pieces: shapes placed in the frame of the body, a line in the plane, a mesh in space. */
export type Form =
  | Shape
  | { compound: Placed<Shape>[] }
  | { line: { points: [number, number][]; closed?: boolean } }
  | { mesh: { points: [number, number, number][]; triangles: [number, number, number][] } };

/** A body and how it moves: its centre at a velocity and an acceleration, while it turns about it at a constant speed. */
export interface Body extends Placed<Form> {
  linvel?: Vector;
  /** Radians per second: a number in the plane, a vector in space. */
  angvel?: number | [number, number, number];
  /** The centre of rotation in the frame of the body: its origin by default. */
  center?: Vector;
  acc?: Vector;
}

export interface Settings {
  /** The start and the end: 0 and 1 by default. */
  interval?: [number, number];
  /** The distance at which bodies count as touching: 0 by default. */
  targetDistance?: number;
  /** How much farther apart they may be at an impact. */
  tolerance?: number;
  /** The work after which the search gives up. */
  budget?: number;
  /** What is done with bodies that start in contact: by default the contact is the answer. */
  initialContact?: "stop" | "ignoreSeparating";
  /** Asks how deep bodies overlap at the start, exactly. */
  exactDepth?: boolean;
}

/** What touches: the index of a corner, those of the corners of an edge, the index of a face, or what is curved or unknown. */
export type Feature = "curved" | { vertex: number } | { edge: [number, number] } | { face: number };

/** Where bodies touch or are nearest. The normal points from A to B. */
export interface Contact {
  normal: number[];
  witnessA: number[];
  witnessB: number[];
  featureA: Feature;
  featureB: Feature;
}

export interface Statistics {
  subintervals: number;
  gjkRuns: number;
  gjkIterations: number;
  rootIterations: number;
  supportEvaluations: number;
  photoFinish: boolean;
}

/** A contact at the start that was not the answer, as `ignoreSeparating` asks. */
export interface StartContact extends Contact {
  distance: number;
  /** The distance that the bodies are proven to keep until then, while they count as in contact. */
  keptDistance: number;
  keptUntil: number;
  /** From when on they keep the target distance: null if they are never proven to. */
  resumedAt: number | null;
}

export interface Separated {
  outcome: "separated";
  /** For two shapes: how much farther than the target distance they stay apart. */
  clearance?: number;
  /** For bodies of pieces: from when on they keep the target distance, */
  clearFrom?: number;
  /** and the signed distance that they keep all the time. */
  keptDistance?: number;
}

export interface Impact extends Contact {
  outcome: "impact";
  time: number;
  distance: number;
  tolerance: number;
}

export interface Overlapping extends Contact {
  outcome: "overlapping";
  depth: number;
  /** What is proven of the depth. */
  lowerBound: number;
  iterations: number;
  /** Why the search for the depth ended. */
  termination: "converged" | "rounding" | "stopped" | "exhausted";
}

/** The bodies stay in contact until the end, and do not drive into each other. */
export type Stays = ({ outcome: "stays" } & StartContact) | {
  /** For bodies of pieces. */
  outcome: "stays";
  keptDistance: number;
  clearFrom: null;
};

export interface DrivesIn extends StartContact {
  outcome: "drives_in";
}

interface More {
  /** For bodies of pieces that touch: which piece of A and which of B. */
  pieces?: [number, number];
  /** Of the two shapes, or of the two pieces that touch: not there for bodies of pieces that do not touch. */
  statistics?: Statistics;
  /** Null unless `ignoreSeparating` had a contact to go on from; not there where there are no statistics. */
  initialContact?: StartContact | null;
}

export type Answer = More & (Separated | Impact | Overlapping | Stays | DrivesIn);

/** A proof as a file has it: `docs/certificate.md` of photofinish describes it. */
export type Certificate = object;

/** Returns when two bodies first touch. Throws an `Error` that says why, if that is not known. */
export function timeOfImpact(a: Body, b: Body, settings?: Settings): Answer;

/** Returns the same, with the proof for the time before. */
export function certify(a: Body, b: Body, settings?: Settings): Answer & { certificate: Certificate };

/**
 * Checks that two bodies keep the target distance during the interval. Returns how much farther apart they are proven to be.
 * Throws if the certificate does not prove that. It ends at an impact, and with `ignoreSeparating` it starts to keep the target
 * distance at `initialContact.resumedAt`, or `clearFrom` for bodies of pieces.
 */
export function verify(a: Body, b: Body, certificate: Certificate, settings?: Settings): number;

/** Returns the signed distance at a time: negative if they overlap. */
export function distance(a: Body, b: Body, time?: number): Contact & { distance: number; pieces?: [number, number] };
