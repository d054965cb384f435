// Answers in words.

import { kindOf, letter } from "./scene.js";

export const seconds = (time) => `${Number(time.toPrecision(7))} s`;
export const length = (value) => String(Number(value.toPrecision(3)));

export const named = (scene, index) => `${letter(index)} (${kindOf(scene.bodies[index])})`;

/** What photofinish answers about a pair, in one sentence. */
export function answerOf({ outcome, time }, a, b) {
  switch (outcome) {
    case "impact": return `${a} and ${b} first touch at ${seconds(time)}.`;
    case "separated": return `${a} and ${b} never touch.`;
    case "overlapping": return `${a} and ${b} overlap at the start.`;
  }
  return `It is not known whether ${a} and ${b} touch after ${seconds(time)}.`;
}

/** How that is known. */
export function proofOf({ outcome }, spans, steps) {
  if (outcome === "overlapping") return "Nothing is said about later times.";
  const impact = outcome !== "separated";
  const count = spans.filter((span) => span.end > span.start).length;
  if (count === 0) return impact ? "They touch at once." : "The balls around them never meet: nothing is left to prove.";
  const pairs = steps.filter((step) => step.step === "asked").length;
  const proof = count === 1 ? "One span, with a vector that separates them, proves" : `${count} spans, each with a vector that separates them, prove`;
  const where = pairs > 1 ? `, for ${pairs} pairs of pieces` : "";
  const finish = !impact && pairs === 0 && count > 1 ? ": a photo finish" : "";
  return `${proof} ${impact ? "that they are apart until then" : "it"}${where}${finish}.`;
}

const vector = (direction) => `(${direction.map((x) => x.toFixed(2)).join(", ")})`;

/** One step of a search in words. `names` are those of the bodies. */
export function stepOf(step, spans, names) {
  switch (step.step) {
    case "vector": return `At ${seconds(step.time)} the vector ${vector(step.direction)} leaves ${length(step.distance)} between them.`;
    case "tried": return `Is the impact at ${seconds(step.time)}? Along the vector that is followed the gap is ${length(step.distance)} then.`;
    case "asked": return `Piece ${step.pieces[0]} of ${names[0]} and piece ${step.pieces[1]} of ${names[1]}:`;
  }
  const { start, end, frame, margin } = spans[step.span];
  const turns = frame === 0 ? "that stays as it is" : `that turns with ${names[frame - 1]}`;
  return `Proven from ${seconds(start)} to ${seconds(end)}: a vector ${turns} keeps them ${length(margin)} apart at least.`;
}

/**
 * Judges what a contender says, but for lengths up to `slop`. `gapAt` measures a distance, `deepestIn` the deepest overlap
 * between two times. A verdict is `right`, `wrong` or `none`, with the time at which a ghost shows what is wrong.
 */
export function judge(says, answer, slop, gapAt, deepestIn) {
  const impact = answer.outcome === "impact" ? answer.time : undefined;
  const none = (text) => ({ verdict: "none", text });
  if (says.says === "not asked") return none("It is not asked: beyond 16 s or 1000 turns its search may not end.");
  if (says.says === "shapeless") return none("Its shapes cannot be built.");
  if (answer.outcome === "unknown") return none("There is no answer to compare with.");
  switch (says.says) {
    case "nothing": return none("It gives up.");
    case "crashed": return { verdict: "wrong", text: "It crashed." };
    case "free": {
      const text = "It says that they never touch.";
      if (answer.outcome === "separated") return { verdict: "right", text };
      const { time, depth, sure } = deepestIn(answer.time, Infinity, slop);
      if (depth > slop) return { verdict: "wrong", text: `${text} At ${seconds(time)} they overlap by ${length(depth)}.`, ghost: time };
      return sure ? { verdict: "right", text: `${text} They do by less than its slop.` } : none(`${text} They do: how deep is not judged.`);
    }
  }
  const text = says.says === "hit" ? `It says ${seconds(says.time)}.` : `It finds them overlapping at ${seconds(says.time)}.`;
  const begin = answer.outcome === "overlapping" ? answer.time : undefined;
  // a sweep in parts may find the overlap after an impact that is a part's end
  if (says.time <= begin || (says.says === "overlapping" && impact <= says.time)) return { verdict: "right", text };
  return judgeTime(says.time, impact ?? begin, slop, gapAt, deepestIn);
}

function judgeTime(time, impact, slop, gapAt, deepestIn) {
  const text = `It says ${seconds(time)}`;
  const gap = gapAt(time);
  const found = impact < time ? deepestIn(impact, time, slop) : { time, depth: -gap, sure: true };
  if (found.depth > slop) return { verdict: "wrong", text: `${text}. At ${seconds(found.time)} they overlap by ${length(found.depth)}.`, ghost: found.time };
  if (gap > slop) return { verdict: "wrong", text: `${text}, when they are ${length(gap)} apart.`, ghost: time };
  return found.sure ? { verdict: "right", text: `${text}.` } : { verdict: "none", text: `${text}. They touch before: how deep is not judged.` };
}
