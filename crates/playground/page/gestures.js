// Pointers and wheel: one pointer drags, two zoom.

/** Tells `stage` of presses, moves and releases in points of the canvas, while `on` holds. */
export function wireGestures(canvas, stage, on) {
  const pointers = new Map();
  const pointOf = (event) => [event.offsetX, event.offsetY];
  const spread = () => {
    const [[x0, y0], [x1, y1]] = pointers.values();
    return { far: Math.hypot(x1 - x0, y1 - y0), middle: [(x0 + x1) / 2, (y0 + y1) / 2] };
  };
  let before = null;
  const down = (event) => {
    if (!on() || event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    if (pointers.size === 2) {
      stage.cancel();
      before = spread();
    } else if (pointers.size === 1) {
      stage.press(pointOf(event), event.pointerType === "touch" ? 26 : 13, event);
    }
  };
  const move = (event) => {
    if (!pointers.has(event.pointerId)) {
      if (on()) canvas.style.cursor = stage.cursorAt(pointOf(event));
      return;
    }
    pointers.set(event.pointerId, pointOf(event));
    if (pointers.size === 1 && !before) stage.move(pointOf(event), event);
    if (pointers.size !== 2) return;
    const now = spread();
    stage.zoom(now.far / (before.far || 1), now.middle);
    before = now;
  };
  const cancelled = (event) => {
    if (pointers.size === 1 && pointers.has(event.pointerId)) stage.cancel();
    up(event);
  };
  const up = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size === 0 && !before) stage.release();
    if (pointers.size === 0) before = null;
  };
  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", cancelled);
  canvas.addEventListener("wheel", (event) => {
    if (!on()) return;
    event.preventDefault();
    stage.zoom(Math.exp(-event.deltaY * 0.0015), pointOf(event));
  }, { passive: false });
}
