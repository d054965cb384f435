// The gap over time, with the spans that are proven. One scrubs through time on it.

import { contextOf, halo, label } from "./view.js";
import { length } from "./words.js";

const MARGIN = { left: 54, right: 12, top: 16, bottom: 34 };
const SMALL = "11px system-ui, sans-serif";

export class Chart {
  constructor(canvas, scrub) {
    this.canvas = canvas;
    this.interval = [0, 1];
    const at = (event) => scrub(this.timeAt(event.offsetX));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      at(event);
    });
    canvas.addEventListener("pointermove", (event) => event.buttons && at(event));
  }

  timeAt(x) {
    const [start, end] = this.interval;
    const wide = this.canvas.clientWidth - MARGIN.left - MARGIN.right;
    return start + (end - start) * Math.min(1, Math.max(0, (x - MARGIN.left) / wide));
  }

  draw({ interval, told, time, contenders, colors }) {
    this.interval = interval;
    const context = contextOf(this.canvas);
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const [start, end] = interval;
    const x = (at) => MARGIN.left + ((at - start) / (end - start)) * (wide - MARGIN.left - MARGIN.right);
    const bottom = high - MARGIN.bottom;
    const gaps = told?.gaps ?? [];
    const highest = Math.max(1e-6, ...gaps), lowest = Math.min(0, ...gaps);
    const pad = 0.06 * (highest - lowest);
    const y = (gap) => MARGIN.top + ((highest + pad - gap) / (highest - lowest + 2 * pad)) * (bottom - MARGIN.top);

    const spans = (told?.spans ?? []).filter(({ start, end }) => end > start);
    this.drawSpans(context, spans, x, bottom, colors);
    context.strokeStyle = colors.faint;
    context.lineWidth = 1;
    context.strokeRect(MARGIN.left, MARGIN.top, wide - MARGIN.left - MARGIN.right, bottom - MARGIN.top);
    for (const gap of highest > 1e-5 ? [0, highest] : [0]) label(context, length(gap), [MARGIN.left - 6, y(gap) + 4], colors.text, "right", SMALL);
    label(context, "gap", [4, MARGIN.top - 4], colors.text, "left", SMALL);
    this.drawCurve(context, gaps, interval, x, y, colors);

    context.strokeStyle = colors.text;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(time), 4);
    context.lineTo(x(time), bottom + 4);
    context.stroke();

    const marks = contenders.filter((it) => it.time !== undefined)
      .map(({ time, key }, index) => ({ at: x(time), text: key, color: colors.ghost, dash: [3, 3], row: index + 1 }));
    const { outcome, time: impact } = told?.answer ?? {};
    if (outcome === "impact") marks.push({ at: x(impact), text: "impact", color: colors.impact, dash: [], row: 0 });
    this.drawMarks(context, marks, bottom, colors.panel);

    label(context, `${length(start)} s`, [MARGIN.left, high - 4], colors.faint, "left", SMALL);
    if (spans.length) label(context, "■ proven: they are apart", [(MARGIN.left + wide - MARGIN.right) / 2, high - 4], colors.proof, "center", SMALL);
    label(context, `${length(end)} s`, [wide - MARGIN.right, high - 4], colors.faint, "right", SMALL);
  }

  /** A strip below the curve, one field for each span, and its shade behind the curve. */
  drawSpans(context, spans, x, bottom, colors) {
    const rows = rowsOf(spans);
    const thick = 14 / rows.length;
    rows.forEach((row, at) => {
      row.forEach((span, index) => {
        const [from, to] = [x(span.start), x(span.end)];
        context.fillStyle = colors.proof;
        // by turns, so that one sees where one ends
        const strong = index % 2 ? 0.5 : 1;
        if (rows.length === 1) {
          context.globalAlpha = 0.16 * strong;
          context.fillRect(from, MARGIN.top, to - from, bottom - MARGIN.top);
        }
        context.globalAlpha = strong;
        context.fillRect(from, bottom + 4 + at * thick, Math.max(to - from - 1, 1), Math.max(thick - 1, thick / 2));
        context.globalAlpha = 1;
      });
    });
  }

  drawCurve(context, gaps, [start, end], x, y, colors) {
    if (!gaps.length) return;
    const at = (index) => x(start + ((end - start) * index) / (gaps.length - 1));
    context.beginPath();
    gaps.forEach((gap, index) => (index ? context.lineTo(at(index), y(gap)) : context.moveTo(at(index), y(gap))));
    context.strokeStyle = colors.text;
    context.lineWidth = 1.8;
    context.stroke();
    // below zero they overlap
    context.lineTo(at(gaps.length - 1), y(0));
    context.lineTo(at(0), y(0));
    context.save();
    context.clip();
    context.globalAlpha = 0.35;
    context.fillStyle = colors.impact;
    context.fillRect(0, y(0), this.canvas.clientWidth, this.canvas.clientHeight);
    context.restore();
    context.globalAlpha = 1;
    context.strokeStyle = colors.faint;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(at(0), y(0));
    context.lineTo(at(gaps.length - 1), y(0));
    context.stroke();
    context.setLineDash([]);
  }

  /** Lines at some times, and above all of them what they are. */
  drawMarks(context, marks, bottom, around) {
    context.lineWidth = 2;
    for (const { at, color, dash } of marks) {
      context.strokeStyle = color;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(at, MARGIN.top);
      context.lineTo(at, bottom);
      context.stroke();
    }
    context.setLineDash([]);
    for (const { at, text, color, row } of marks) {
      const [away, align] = at > this.canvas.clientWidth * 0.7 ? [-5, "right"] : [5, "left"];
      halo(context, text, [at + away, MARGIN.top + 12 + 13 * row], color, around, `600 ${SMALL}`, align);
    }
  }
}

/** Spans in as few rows as need be, so that none covers another. */
function rowsOf(spans) {
  const rows = [];
  for (const span of spans) {
    const row = rows.slice(0, 12).find((row) => row.at(-1).end <= span.start + 1e-12);
    if (row) row.push(span);
    else if (rows.length < 12) rows.push([span]);
  }
  return rows.length ? rows : [[]];
}
