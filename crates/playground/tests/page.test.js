// The page in a real browser: drags, keys and fingers change the scene, and the answer follows.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { toAddress } from "../page/address.js";
import { spacePresets } from "../page/lift.js";
import { presets } from "../page/presets.js";
import { ball, box, capsule, scene } from "../page/scene.js";
import { Visit, launch, page } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const bar = presets["bar-and-post"].scene;

/** Opens a scene, acts on it, and checks that the browser had nothing to report and asked no network. */
async function visit(hash, act, settings) {
  const visit = await Visit.to(browser, hash, settings);
  await act(visit);
  assert.deepEqual(visit.reports, []);
  await visit.close();
}

test("the page is small", () => {
  assert.ok(statSync(page).size < 400_000, `${statSync(page).size} bytes`);
});

test("every scene has an answer, in light and dark, and none reports an error", async () => {
  for (const [name, { title }] of Object.entries({ ...presets, ...spacePresets })) {
    for (const colorScheme of ["light", "dark"]) {
      await visit(name, async (it) => {
        assert.match(await it.text("answer"), /touch|overlap/);
        assert.equal(await it.page.locator("#preset option:checked").innerText(), title);
        assert.equal(await it.page.locator("#others-list dd").count(), 2);
        await it.picture(`${name}-${colorScheme}`);
      }, { colorScheme });
    }
  }
});

test("a body is dragged, and its answer follows at once", () => visit("bar-and-post", async (it) => {
  const from = await it.place(bar, 1, "body");
  await it.page.mouse.move(...from);
  await it.page.mouse.down();
  await it.page.mouse.move(from[0] + 300, from[1] - 150, { steps: 6 });
  await it.rest();
  assert.match(await it.text("answer"), /never touch/);
  assert.notEqual(await it.page.getByLabel("x", { exact: true }).inputValue(), "1.05");
  await it.page.mouse.up();
  const { bodies } = await it.scene();
  const { camera } = await it.camera(bar);
  assert.ok(Math.abs(bodies[1].pos[0] - 1.05 - 300 / camera.scale) < 0.01);
  assert.ok(Math.abs(bodies[1].pos[1] - 0.1 - 150 / camera.scale) < 0.01);
  await it.press("Control+z");
  assert.match(await it.text("answer"), /first touch at 0\.409/);
}));

test("bodies that overlap at the start are nobody's miss", () => visit("bar-and-post", async (it) => {
  await it.page.locator("#bodies button").nth(1).click();
  await it.page.getByLabel("y", { exact: true }).fill("1.4");
  await it.rest();
  assert.match(await it.text("answer"), /overlap at the start/);
  assert.doesNotMatch(await it.text("others-list"), /Wrong/);
}));

test("handles turn a body, and change its velocity and spin", () => visit("bar-and-post", async (it) => {
  await it.page.mouse.click(...(await it.place(bar, 0, "body")));
  await it.drag(await it.place(bar, 0, "turn"), [200, 200]);
  const turned = await it.scene();
  assert.ok(Math.abs(turned.bodies[0].angle - bar.bodies[0].angle) > 0.3);
  await it.drag(await it.place(await it.scene(), 0, "spin"), [-60, 90]);
  const spun = await it.scene();
  assert.ok(Math.abs(spun.bodies[0].angvel - 6.283) > 1);
  assert.equal(spun.bodies[0].angle, turned.bodies[0].angle);
  await it.page.locator("#fit").click();
  await it.rest();
  await it.drag(await it.place(spun, 0, "velocity"), [120, -40]);
  const { linvel } = (await it.scene()).bodies[0];
  assert.ok(linvel[0] > 0.5, `${linvel}`);
}));

test("keys move, turn, spin, remove and go through time", () => visit("bar-and-post", async (it) => {
  await it.page.locator("#view").focus();
  await it.press("b", "ArrowRight", "ArrowUp", "Shift+ArrowLeft", "[", "{");
  const body = (await it.scene()).bodies[1];
  assert.deepEqual([body.pos, body.linvel, body.angle, body.angvel], [[1.1, 0.15], [-0.1, 0], 0.087, 0.5]);
  await it.press(".", ".");
  assert.equal(await it.text("clock"), "0.01 s");
  await it.press(" ");
  assert.equal(await it.page.locator("#play").getAttribute("aria-label"), "Pause");
  await it.page.waitForFunction(() => parseFloat(document.getElementById("clock").textContent) > 0.05);
  await it.press(" ", "Delete");
  assert.equal(await it.text("answer"), "Add a second body.");
  await it.press("Control+z");
  assert.match(await it.text("answer"), /touch/);
}));

test("a finger drags, and two zoom", () => visit("bar-and-post", async (it) => {
  const client = await it.context.newCDPSession(it.page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [x, y] = await it.place(bar, 1, "body");
  await touch("touchStart", [x, y]);
  for (let step = 1; step < 6; step++) await touch("touchMove", [x + 8 * step, y]);
  await touch("touchEnd");
  await it.rest();
  const moved = await it.scene();
  assert.ok(moved.bodies[1].pos[0] > 1.2, `${moved.bodies[1].pos}`);
  const shot = () => it.page.locator("#view").screenshot();
  const before = await shot();
  await touch("touchStart", [60, 300], [200, 300]);
  await touch("touchMove", [30, 300], [300, 300]);
  await touch("touchEnd");
  await it.rest();
  assert.notDeepEqual(await shot(), before);
  assert.deepEqual(await it.scene(), moved);
  await it.picture("phone");
  const [wide, screen] = await it.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= screen, `${wide} pixels on a screen of ${screen}`);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }));

test("hulls and lines are drawn, and kinds are added", () => visit("bar-and-post", async (it) => {
  const { corner } = await it.camera(bar);
  const stroke = async (points) => {
    await it.page.mouse.move(corner[0] + points[0][0], corner[1] + points[0][1]);
    await it.page.mouse.down();
    for (const [x, y] of points) await it.page.mouse.move(corner[0] + x, corner[1] + y, { steps: 4 });
    await it.page.mouse.up();
    await it.rest();
  };
  await it.page.locator("#draw-hull").click();
  await stroke([[650, 200], [750, 220], [720, 300], [640, 290], [650, 200]]);
  await it.page.locator("#draw-line").click();
  await stroke([[100, 400], [200, 450], [300, 380]]);
  for (const kind of ["ball", "box", "capsule", "hull", "compound", "line"]) await it.page.locator("#add").selectOption(kind);
  await it.rest();
  const { bodies } = await it.scene();
  assert.deepEqual(bodies.map(({ shape }) => Object.keys(shape)[0]),
    ["capsule", "ball", "hull", "line", "ball", "cuboid", "capsule", "hull", "compound", "line"]);
  assert.ok(bodies[2].shape.hull.points.length >= 4 && bodies[3].shape.line.points.length >= 3);
  await it.page.locator("#add").selectOption("ball");
  assert.match(await it.text("toast"), /room for 10/);
  await it.page.locator("#all-pairs summary").click();
  assert.equal(await it.page.locator("#pairs button").count(), 46);
  await it.page.locator("#pairs button", { hasText: "C and D" }).click();
  await it.rest();
  assert.match(await it.text("answer"), /C \(hull\) and D \(line\)/);
  await it.picture("drawn");
}));

test("an address brings the scene back", () => visit("gears", async (it) => {
  await it.page.locator("#view").focus();
  await it.press("a", "ArrowLeft");
  const [answer, scene, hash] = [await it.text("answer"), await it.scene(), it.hash()];
  await visit(hash.slice(1), async (other) => {
    assert.equal(await other.text("answer"), answer);
    assert.deepEqual(await other.scene(), scene);
  });
  await visit("nonsense", async (other) => assert.match(await other.text("toast"), /no scene that can be read/));
}));

test("time is scrubbed, and the search gone through step by step", () => visit("photo-finish", async (it) => {
  const box = await it.page.locator("#chart").boundingBox();
  await it.drag([box.x + 60, box.y + 60], [box.width / 2, 0]);
  assert.ok(Math.abs(parseFloat(await it.text("clock")) - 0.5) < 0.06);
  const steps = await it.page.locator("#steps button").count();
  assert.ok(steps > 20);
  for (let step = 0; step < 3; step++) await it.page.locator("#step-on").click();
  assert.match(await it.text("step-count"), /step 3 of/);
  assert.equal(await it.page.locator("#steps [aria-current]").count(), 1);
  // the picture is there, however far down the panel one is
  await it.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok(await it.page.evaluate(() => scrollY) > 100);
  assert.ok((await it.page.locator("#view").boundingBox()).y > 0);
}));

test("numbers change a body, and what is no number does not", () => visit("bullet-and-wall", async (it) => {
  await it.page.locator("#bodies button").first().click();
  const field = (name) => it.page.getByLabel(name, { exact: true });
  await field("velocity x").fill("10");
  await field("radius").fill("-1");
  await it.page.keyboard.press("Tab");
  await it.rest();
  const { bodies } = await it.scene();
  assert.deepEqual([bodies[0].linvel[0], bodies[0].shape.capsule.r], [10, 0.05]);
  assert.match(await it.text("answer"), /never touch/);
  // the focus stays where it was when the fields are shown anew
  assert.equal(await it.page.evaluate(() => document.activeElement.labels[0].textContent), "x");
}));

test("more parts help the sweep", () => visit("bar-and-post", async (it) => {
  const sweep = it.page.locator("#others-list dd").first();
  assert.match(await sweep.innerText(), /Wrong/);
  await it.page.locator("#parts").selectOption("64");
  await it.rest();
  assert.match(await sweep.innerText(), /✓ It says 0\.4/);
  await it.page.locator("#miss-sweep").click();
  await it.rest();
  assert.match(await sweep.innerText(), /Wrong. It says that they never touch/);
}));

test("space shows the same bodies, and they are dragged there too", () => visit("bar-and-post", async (it) => {
  const answer = await it.text("answer");
  await it.page.locator("#tab-space").click();
  await it.rest();
  assert.equal(await it.text("answer"), answer);
  const box = await it.page.locator("#view").boundingBox();
  const before = await it.scene();
  const picture = await it.page.locator("#view").screenshot();
  await it.drag([box.x + 40, box.y + box.height - 60], [90, 20]);
  assert.notDeepEqual(await it.page.locator("#view").screenshot(), picture);
  assert.deepEqual(await it.scene(), before);
  await it.page.locator("#view").focus();
  await it.press("a", "ArrowUp", "Shift+ArrowRight", "]", "}");
  const [{ pos, linvel, quat, angvel }] = (await it.scene()).bodies;
  assert.ok(pos[1] > before.bodies[0].pos[1] && linvel[0] > 0 && angvel[2] < 6.283);
  assert.notDeepEqual(quat, before.bodies[0].quat);
  // a number, its velocity and its spin stand side by side, also after the one size of a ball
  await it.press("b");
  const tops = ["x", "velocity x", "spin x"].map(async (name) => (await it.page.getByLabel(name, { exact: true }).boundingBox()).y);
  assert.equal(new Set(await Promise.all(tops)).size, 1);
  for (let count = 0; count < 2; count++) await it.page.locator("#add").selectOption("ball");
  await it.rest();
  const [one, other] = (await it.scene()).bodies.slice(2);
  assert.ok(Math.hypot(...one.pos.map((x, axis) => x - other.pos[axis])) > 0.6);
  await it.page.locator("#tab-space").press("ArrowLeft");
  assert.equal(await it.page.locator("#tab-plane").getAttribute("aria-selected"), "true");
  // one's own scene is there again after a look at space
  await it.page.locator("#view").focus();
  await it.press("b", "ArrowRight");
  const own = await it.scene();
  await it.page.locator("#tab-space").click();
  await it.rest();
  await it.page.locator("#tab-plane").click();
  await it.rest();
  assert.deepEqual(await it.scene(), own);
}));

test("in space a body is grabbed wherever it is seen", async () => {
  const solid = (shape, pos) => ({ shape, pos, quat: [0, 0, 0, 1], linvel: [0, 0, 0], angvel: [0, 0, 0] });
  // the eye is at (0.45, 0.34, 0.82): the balls cover each other, and the first one is in front
  const balls = [solid(ball(0.5), [0.45, 0.34, 0.82]), solid(ball(0.5), [-0.45, -0.34, -0.82])];
  for (const [bodies, seen, beside] of [
    [[solid(box(2, 2, 0.25), [0, 0, 0])], [60, 20], [350, 0]],
    [[solid(capsule(2, 0.2), [0, 0, 0])], [0, 70], [70, 0]],
    [balls, [0, 0], [300, 0]],
    [balls.toReversed(), [0, 0], [300, 0]],
  ]) {
    await visit(await toAddress(scene(bodies)), async (it) => {
      const view = await it.page.locator("#view").boundingBox();
      const on = ([x, y]) => [view.x + view.width / 2 + x, view.y + view.height / 2 + y];
      const cursor = async (at) => {
        await it.page.mouse.move(...on(at));
        return it.page.locator("#view").evaluate((view) => view.style.cursor);
      };
      assert.deepEqual([await cursor(seen), await cursor(beside)], ["grab", "default"]);
      await it.drag(on(seen), [40, 0]);
      const moved = (await it.scene()).bodies.map(({ pos }, index) => pos.join() !== bodies[index].pos.join());
      assert.deepEqual(moved, bodies.map(({ pos }) => pos[0] >= 0));
    });
  }
});

test("space is there again after a look at the plane", async () => {
  await visit("bar-and-post", async (it) => {
    const go = async (tab) => {
      await it.page.locator(`#tab-${tab}`).click();
      await it.rest();
    };
    await go("space");
    assert.match(await it.text("about"), /thickness/);
    await it.page.locator("#bodies button").first().click();
    await it.press("ArrowUp");
    await it.page.locator("#add").selectOption("box");
    await it.rest();
    assert.equal(await it.text("about"), "");
    const own = await it.scene();
    await go("plane");
    await go("space");
    assert.deepEqual(await it.scene(), own);
    // a change of the plane is one of space too
    await go("plane");
    await it.page.locator("#bodies button").first().click();
    await it.press("ArrowUp", "Delete");
    await go("space");
    assert.equal(await it.page.locator("#bodies button").count(), 1);
    // also what has no body stays in its tab
    await it.page.locator("#bodies button").first().click();
    await it.press("Delete");
    await go("plane");
    await go("space");
    assert.equal(await it.text("answer"), "Add two bodies.");
    await it.page.locator("#add").selectOption("box");
    await it.rest();
    assert.equal((await it.scene()).bodies[0].pos.length, 3);
    await it.press("Control+z");
    assert.equal(await it.page.locator("#tab-space").getAttribute("aria-selected"), "true");
  });
  await visit("crossing-rods", async (it) => {
    for (const tab of ["plane", "space"]) await it.page.locator(`#tab-${tab}`).click();
    await it.rest();
    assert.equal(await it.page.locator("#preset").inputValue(), "crossing-rods");
  });
});

test("in a low window one can scroll to the chart", () => visit("bar-and-post", async (it) => {
  await it.page.locator("#chart").evaluate((chart) => scrollBy(0, chart.getBoundingClientRect().bottom - innerHeight));
  const { y, height } = await it.page.locator("#chart").boundingBox();
  assert.ok(y + height < 481, `${y + height}`);
}, { viewport: { width: 1280, height: 480 } }));

test("names of numbers stand in one line", () => visit("bar-and-post", async (it) => {
  await it.page.locator("#bodies button").first().click();
  for (const label of await it.page.locator("#fields label").all()) {
    const [{ height }, fits] = [await label.boundingBox(), await label.evaluate((label) => label.scrollWidth <= label.clientWidth)];
    assert.ok(height < 36 && fits, await label.innerText());
  }
}));

test("all controls have a name", () => visit("crowd", async (it) => {
  const nameless = await it.page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea, canvas")]
    .filter((element) => !(element.ariaLabel || element.textContent.trim() || element.labels?.length || element.title)).length);
  assert.equal(nameless, 0);
}));

test("addresses that bring nothing to show say so", async () => {
  const others = { ...bar, interval: ["a", "b"] };
  for (const [hash, text] of [["constructor", /no scene/], ["__proto__", /no scene/], [await toAddress(others), /interval/]]) {
    await visit(hash, async (it) => {
      assert.match(await it.text("toast"), text);
      assert.match(await it.text("answer"), /first touch at 0\.409/);
    });
  }
  await visit(await toAddress({ ...bar, bodies: [] }), async (it) => {
    assert.equal(await it.text("toast"), "");
    assert.equal(await it.text("answer"), "Add two bodies.");
  });
});

test("large numbers do not stop the page, and what is refused says so", () => visit("photo-finish", async (it) => {
  await it.page.locator("#end").fill("30");
  await it.page.locator("#end").press("Tab");
  await it.rest();
  assert.match(await it.text("others-list"), /not asked/);
  await it.page.locator("#end").fill("1000");
  await it.page.locator("#end").press("Tab");
  assert.match(await it.text("toast"), /from 0.000001 s to 100 s/);
  await it.page.locator("#bodies button").first().click();
  await it.page.getByLabel("spin (rad/s)").fill("1000000");
  await it.rest();
  await it.page.getByLabel("x", { exact: true }).fill("1e16");
  await it.page.keyboard.press("Tab");
  assert.match(await it.text("toast"), /number/);
  await it.page.getByLabel("velocity x", { exact: true }).fill("1000000");
  await it.page.locator("#fit").click();
  await it.rest();
  assert.match(await it.text("answer"), /touch/);
}));

test("keys in a row are undone together, and undo goes back to another scene", () => visit("bar-and-post", async (it) => {
  const about = await it.text("about");
  await it.page.locator("#preset").selectOption("cage");
  await it.rest();
  await it.page.locator("#bodies button").first().click();
  await it.press("ArrowRight", "ArrowRight", "ArrowRight");
  assert.ok((await it.scene()).bodies[0].pos[0] > 0.1);
  await it.press("Control+z");
  assert.equal(await it.page.locator("#preset").inputValue(), "cage");
  await it.press("Control+z");
  assert.deepEqual([await it.page.locator("#preset").inputValue(), await it.text("about")], ["bar-and-post", about]);
}));

test("Escape and a second finger end a stroke without a body", async () => {
  await visit("bar-and-post", async (it) => {
    const { corner: [x, y] } = await it.camera(bar);
    await it.page.locator("#draw-hull").click();
    await it.page.mouse.move(x + 600, y + 200);
    await it.page.mouse.down();
    await it.page.mouse.move(x + 700, y + 300, { steps: 5 });
    await it.page.keyboard.press("Escape");
    await it.page.mouse.move(x + 600, y + 350, { steps: 5 });
    await it.page.mouse.up();
    await it.rest();
    assert.equal(await it.page.locator("#bodies button").count(), 2);
  });
  await visit("bar-and-post", async (it) => {
    const client = await it.context.newCDPSession(it.page);
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const { corner: [x, y] } = await it.camera(bar);
    await it.page.locator("#draw-line").click();
    await touch("touchStart", [x + 40, y + 60]);
    for (let step = 1; step < 8; step++) await touch("touchMove", [x + 40 + 20 * step, y + 60]);
    await touch("touchStart", [x + 180, y + 60], [x + 250, y + 150]);
    await touch("touchEnd");
    await it.rest();
    assert.equal(await it.page.locator("#bodies button").count(), 2);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});

test("the wheel goes on from where the picture was fitted", () => visit("bar-and-post", async (it) => {
  await it.page.locator("#bodies button").nth(1).click();
  await it.page.getByLabel("velocity x", { exact: true }).fill("5000");
  await it.page.keyboard.press("Tab");
  await it.page.locator("#fit").click();
  await it.rest();
  const box = await it.page.locator("#view").boundingBox();
  await it.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const shot = async () => (await it.page.locator("#view").screenshot()).toString("base64");
  const fitted = await shot();
  await it.page.mouse.wheel(0, 300);
  await it.page.waitForTimeout(100);
  await it.page.mouse.wheel(0, -300);
  await it.page.waitForTimeout(100);
  assert.equal(await shot(), fitted);
}));

test("on a phone the answer stands above the picture", () => visit("bar-and-post", async (it) => {
  const answer = await it.page.locator("#answer").boundingBox();
  assert.ok(answer.y < 300, `${answer.y}`);
  const time = await it.page.locator("#time").boundingBox();
  assert.ok(time.width > 150, `${time.width}`);
}, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }));
