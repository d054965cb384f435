// The gap over time, with the spans that are proven. One scrubs through time on it.

import { contextOf, label } from "./view.js";
import { length } from "./words.js";

const MARGIN = { left: 54, right: 12, top: 16, bottom: 34 };

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

    this.drawSpans(context, told?.spans ?? [], x, bottom, colors);
    context.strokeStyle = colors.faint;
    context.lineWidth = 1;
    context.strokeRect(MARGIN.left, MARGIN.top, wide - MARGIN.left - MARGIN.right, bottom - MARGIN.top);
    for (const gap of highest > 1e-5 ? [0, highest] : [0]) label(context, length(gap), [MARGIN.left - 6, y(gap) + 4], colors.text, "right", "11px system-ui, sans-serif");
    label(context, "gap", [4, MARGIN.top - 4], colors.text, "left", "11px system-ui, sans-serif");
    this.drawCurve(context, gaps, interval, x, y, colors);

    const impact = told?.answer?.outcome === "impact" ? told.answer.time : undefined;
    if (impact !== undefined) this.mark(context, x(impact), bottom, "impact", colors.impact, 0);
    contenders.filter((it) => it.time !== undefined).forEach((it, row) => this.mark(context, x(it.time), bottom, it.key, colors.ghost, row + 1));

    context.strokeStyle = colors.text;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(time), 4);
    context.lineTo(x(time), bottom + 4);
    context.stroke();
    label(context, `${length(start)} s`, [MARGIN.left, high - 4], colors.faint, "left", "11px system-ui, sans-serif");
    label(context, `${length(end)} s`, [wide - MARGIN.right, high - 4], colors.faint, "right", "11px system-ui, sans-serif");
  }

  /** A strip below the curve, one field for each span, and its shade behind the curve. */
  drawSpans(context, spans, x, bottom, colors) {
    const rows = rowsOf(spans);
    const thick = 14 / rows.length;
    rows.forEach((row, at) => {
      row.forEach((span, index) => {
        const [from, to] = [x(span.start), x(span.end)];
        context.fillStyle = index % 2 ? colors.proof : colors.proof2;
        if (rows.length === 1) {
          context.globalAlpha = 0.18;
          context.fillRect(from, MARGIN.top, to - from, bottom - MARGIN.top);
          context.globalAlpha = 1;
        }
        context.fillRect(from, bottom + 4 + at * thick, Math.max(to - from - 1, 1), Math.max(thick - 1, thick / 2));
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

  mark(context, x, bottom, text, color, row) {
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = 2;
    context.setLineDash(row ? [3, 3] : []);
    context.beginPath();
    context.moveTo(x, MARGIN.top);
    context.lineTo(x, bottom);
    context.stroke();
    context.setLineDash([]);
    const left = x > this.canvas.clientWidth * 0.7;
    label(context, text, [x + (left ? -5 : 5), MARGIN.top + 12 + 13 * row], color, left ? "right" : "left", "600 11px system-ui, sans-serif");
  }
}

/** Spans in as few rows as need be, so that none covers another. */
function rowsOf(spans) {
  const rows = [];
  for (const span of spans.filter(({ start, end }) => end > start)) {
    const row = rows.slice(0, 12).find((row) => row.at(-1).end <= span.start + 1e-12);
    if (row) row.push(span);
    else if (rows.length < 12) rows.push([span]);
  }
  return rows.length ? rows : [[]];
}
