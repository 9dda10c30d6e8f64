// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// picture_tests.mjs - what the picture looks like: grounds and walls, what is framed, what is seen
// through, materials, edges, and that nothing is drawn when nothing changes.

import { writeFileSync } from "node:fs";
import { check, close, end, file, open, run, scrub, serve, test } from "./harness.mjs";

/** A model of these bodies on a ground, run for a moment and exported; its page, opened as asked. */
async function page(name, bodies, look = "", more = "") {
    writeFileSync(file(`${name}.yaml`), `abut: 1
gravity: [0, 0, -9.81]
materials:
  steel: {youngs_modulus: 2.1e9, poissons_ratio: 0.3, density: 7850}
  oak: {youngs_modulus: 1.0e9, poissons_ratio: 0.3, density: 700}
pairs:
  - {materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}
  - {materials: [steel, oak], restitution: 0.5, sliding_friction: 0.3}
  - {materials: [oak, oak], restitution: 0.5, sliding_friction: 0.3}
bodies:
${bodies}
simulation: {end_time: 0.04, output_interval: 0.01}
${more}`);
    run("run", file(`${name}.yaml`), "-q", "-o", file(`${name}.abut.db`));
    run("export", file(`${name}.abut.db`), "--html", "-o", file(name));
    return open(`file://${file(`${name}.html`)}#theme=light&forces=off${look}`, { offline: true });
}
const ground = "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n";
const ball = "  ball: {position: [0, 0, 0.3], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n";
const wall = (name, place, normal) => `  ${name}: {mobility: fixed, position: [${place}], shapes: [{plane: {normal: [${normal}]}, material: steel}]}\n`;

/** Pixels of the picture for which a condition holds. */
const count = (page, condition) => page.evaluate((text) => {
    const holds = new Function("r", "g", "b", `return ${text}`);
    const { clientWidth, clientHeight } = document.querySelector(".canvas");
    const pixels = window.abut.pixels(0, 0, clientWidth, clientHeight);
    let sum = 0;
    for (let i = 0; i < pixels.length; i += 4) {
        sum += holds(pixels[i], pixels[i + 1], pixels[i + 2]) ? 1 : 0;
    }
    return sum;
}, condition);
const isBlue = "b > r + 45";

await test("walls between the eye and the action do not hide it", async () => {
    const free = await page("free", ground + ball);
    const without = await count(free, isBlue);
    await close(free);
    const boxed = await page("boxed", ground + ball + wall("a", "0.3, 0, 0", "-1, 0, 0") + wall("b", "-0.3, 0, 0", "1, 0, 0")
        + wall("c", "0, -0.3, 0", "0, 1, 0") + wall("d", "0, 0.3, 0", "0, -1, 0"));
    const within = await count(boxed, isBlue);
    check(without > 2000 && within > 0.8 * without, `${within} pixels of the ball between walls, ${without} without them`);
    await close(boxed);
});

await test("the ground has a grid and fades into the background", async () => {
    const here = await page("ground", ground + ball);
    const [top, low] = await here.evaluate(() => {
        const { clientHeight } = document.querySelector(".canvas");
        return [window.abut.pixels(4, 4), window.abut.pixels(4, clientHeight - 4)];
    });
    check(top[0] === 0xf4 && top[1] === 0xf6 && top[2] === 0xf8, `${top} at the horizon`);
    check(low[0] < top[0] - 6, `${low} below, ${top} at the horizon`);
    await close(here);
});

await test("of a long row the part is framed where something moves, until all is asked for", async () => {
    const row = Array.from({ length: 40 }, (_, i) =>
        `  b${i}: {position: [${i}, 0, 1], velocity: [0, ${i === 12 ? 8 : 0}, 0], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n`);
    const here = await page("row", row.join(""));
    const apart = () => here.evaluate(() => {
        const [a, b] = ["b11", "b13"].map((name) => window.abut.seen(name));
        return { middle: 0.5 * (a.x + b.x), distance: Math.hypot(b.x - a.x, b.y - a.y) };
    });
    const width = await here.evaluate(() => document.querySelector(".canvas").clientWidth);
    const near = await apart();
    check(near.distance > 0.2 * width && Math.abs(near.middle - 0.5 * width) < 0.1 * width, `${JSON.stringify(near)} of ${width} pixels where one moves`);
    await here.keyboard.press("f");
    const all = await apart();
    check(all.distance < 0.06 * width, `${JSON.stringify(all)} when all is framed`);
    await scrub(here, 0.04);
    check((await apart()).distance < 0.06 * width, "the camera goes back after all was asked for");
    await close(here);
});

await test("a spring is a coil, and its end belongs to the picture", async () => {
    const triangles = async (name, force) => {
        const here = await page(name, ball, "", `forces: [{type: ${force}, between: [world, ball], point_a: [0, 0, 2]}]`);
        const drawn = await here.evaluate(() => window.abut.drawn.triangles);
        const { high } = await here.evaluate(() => window.abut.framed);
        check(high[2] > 1.99, `${name}: the picture ends at ${high[2]} m`);
        await close(here);
        return drawn;
    };
    const rope = await triangles("rope", "rope");
    const spring = await triangles("spring", "spring, stiffness: 1, length: 1");
    // 8 turns of 10 lines and 4 more, of 6 sides with 2 triangles, where the rope has one line
    check(spring - rope === (8 * 10 + 4 - 1) * 6 * 2, `${spring} triangles with a spring, ${rope} with a rope`);
});

await test("of many warnings a few are shown, the others on demand", async () => {
    const twins = Array.from({ length: 6 }, (_, i) => [0, 0.195].map((y, k) =>
        `  b${2 * i + k}: {position: [${i}, ${y}, 1], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n`)).flat();
    const here = await page("twins", twins.join(""));
    const seen = () => here.locator(".warnings li:visible").count();
    check((await seen()) === 3, `${await seen()} warnings at once`);
    await here.getByText("3 more").click();
    check((await seen()) === 6, `${await seen()} warnings in all`);
    await close(here);
});

await test("nothing is drawn when nothing changes", async () => {
    const here = await page("idle", ground + ball);
    await here.waitForTimeout(600);
    const before = await here.evaluate(() => window.abut.pictures);
    await here.waitForTimeout(1500);
    const after = await here.evaluate(() => window.abut.pictures);
    check(after === before, `${after - before} pictures were drawn in 1.5 s of rest`);
    await close(here);
});

await test("what stands still and hides the action is seen through", async () => {
    const plate = "  plate: {mobility: fixed, position: [0.3, -0.4, 0.35], shapes: [{box: {size: [1, 0.02, 1]}, material: steel}]}\n";
    const here = await page("plate", ball + plate);
    await here.waitForFunction(() => window.abut.veils.includes("plate"));
    const through = await count(here, isBlue);
    await here.getByRole("checkbox", { name: "see through what hides" }).uncheck();
    await here.waitForFunction(() => window.abut.veils.length === 0);
    const hidden = await count(here, isBlue);
    check(through > 500 && hidden < 0.3 * through, `${through} pixels of the ball behind the plate, ${hidden} when it is solid`);
    await here.keyboard.press("3");
    await here.getByRole("checkbox", { name: "see through what hides" }).check();
    await here.waitForTimeout(500);
    check((await here.evaluate(() => window.abut.veils.length)) === 0, "from the top nothing is hidden");
    await close(here);
});

await test("a map of pressure is seen without anyone's doing", async () => {
    run("run", "models/ball_in_bowl_pressure.yaml", "-q", "--set", "simulation.end_time=0.22", "-o", file("bowl.abut.db"));
    run("export", file("bowl.abut.db"), "--html", "-o", file("bowl"));
    const here = await open(`file://${file("bowl.html")}#theme=light&forces=off&t=0.212`, { offline: true });
    await here.waitForFunction(() => window.abut.veils.length > 0);
    const seen = await count(here, "g > b + 15 && g > r");
    check(seen > 60, `${seen} pixels of the map's green are seen`);
    await here.getByRole("checkbox", { name: "see through what hides" }).uncheck();
    await here.waitForFunction(() => window.abut.veils.length === 0);
    const solid = await count(here, "g > b + 15 && g > r");
    check(solid < 0.3 * seen, `${solid} pixels of it are seen through solid bodies, ${seen} before`);
    await close(here);
});

await test("one body can be made faint, or its edges alone be drawn", async () => {
    const here = await page("faint", ball + "  box: {position: [0.4, 0, 0.3], shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: steel}]}\n");
    await here.getByRole("button", { name: "box", exact: true }).click();
    const changed = () => here.evaluate(() => window.abut.changed());
    await here.evaluate(() => window.abut.keep());
    const slider = here.getByLabel("opacity of this body");
    const set = (value) => slider.evaluate((input, text) => { input.value = text; input.dispatchEvent(new Event("input")); }, value);
    const blue = await count(here, isBlue);
    await set("0.2");
    check((await changed()) > 500, "a fainter body looks the same");
    check(Math.abs((await count(here, isBlue)) - blue) < 0.02 * blue, "another body became faint too");
    await set("1");
    check((await changed()) === 0, "it stays faint");
    await here.getByRole("checkbox", { name: "edges of this body only" }).check();
    check((await changed()) > 500, "its faces are still there");
    await here.getByRole("checkbox", { name: "edges only", exact: true }).check();
    check((await count(here, isBlue)) < 0.95 * blue, "the ball has its faces still");
    await close(here);
});

await test("planar models open from the top, wood is brown, and names keep the colours", async () => {
    const plank = "  plank: {mobility: planar, shapes: [{box: {size: [0.4, 0.1, 0.1]}, material: oak}]}\n";
    const here = await page("plank", plank);
    const m = await here.evaluate(() => window.abut.projection());
    check(Math.abs(m[8]) < 1e-3 && Math.abs(m[9]) < 1e-3, "z is not towards the eye");
    check((await count(here, "r > b + 20")) > 2000, "no brown");
    const swatch = await here.locator(".swatch").first().evaluate((mark) => getComputedStyle(mark).backgroundColor.match(/\d+/g).map(Number));
    check(swatch[0] > swatch[2] + 10, `the swatch of a plank is ${swatch}`);
    await scrub(here, 0.04);
    await close(here);
});

await test("each point of a contact has its arrow, and a body that is selected only its own", async () => {
    const here = await page("blocks", ground + "  box: {position: [0.4, 0, 0.1], shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: steel}]}\n"
        + "  ball: {position: [0, 0, 0.1], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n");
    await here.keyboard.press("c");
    await scrub(here, 0.04);
    const forces = () => here.evaluate(() => window.abut.forces);
    const all = await forces();
    check(all.total === 5 && all.arrows === 5 && !all.isChained, `four corners and a ball: ${JSON.stringify(all)}`);
    await here.getByRole("button", { name: "ball", exact: true }).click();
    check((await forces()).arrows === 1, `the ball's: ${JSON.stringify(await forces())}`);
    await here.getByRole("button", { name: "box", exact: true }).click();
    check((await forces()).arrows === 4, `the box's: ${JSON.stringify(await forces())}`);
    await close(here);
});

await test("of a pile the strongest forces are chains, and arrows on demand", async () => {
    const balls = Array.from({ length: 160 }, (_, i) =>
        `  b${i}: {position: [${0.199 * (i % 16)}, ${0.199 * Math.floor(i / 16)}, 0.0999], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n`);
    const here = await page("pile", ground + balls.join(""));
    await here.keyboard.press("c");
    await scrub(here, 0.04);
    const forces = () => here.evaluate(() => window.abut.forces);
    const chains = await forces();
    check(chains.isChained && chains.arrows === 0 && chains.shown > 0 && chains.total > 150, JSON.stringify(chains));
    check(/forces from body to body/.test(await here.locator(".legend").textContent()), "the legend says what chains are");
    await here.getByRole("button", { name: "b17", exact: true }).click();
    const own = await forces();
    check(!own.isChained && own.arrows > 0 && own.arrows <= 5, `of one ball: ${JSON.stringify(own)}`);
    await here.getByRole("button", { name: "b17", exact: true }).click();
    await here.getByLabel("forces that are shown").selectOption("all");
    const every = await forces();
    check(!every.isChained && every.arrows === every.total, `all arrows: ${JSON.stringify(every)}`);
    // two passes of a normal force and friction, each a shaft of 2 triangles and a head of 1, and of a point of 2
    const triangles = () => here.evaluate(() => window.abut.drawn.triangles);
    const withAll = await triangles();
    await here.keyboard.press("c");
    const share = (withAll - (await triangles())) / every.total;
    check(share > 8 && share <= 2 * (2 * (2 + 1) + 2), `${share} triangles for a force`);
    await close(here);
});

await test("many balls are round discs that are picked as balls, and shadows are kept while nothing moves", async () => {
    const balls = Array.from({ length: 160 }, (_, i) =>
        `  b${i}: {position: [${0.25 * (i % 16)}, ${0.25 * Math.floor(i / 16)}, 0.0999], shapes: [{sphere: {radius: 0.1}, material: oak}]}\n`);
    const here = await page("discs", ground + balls.join(""));
    await scrub(here, 0.04);
    await here.keyboard.press("3");
    await here.waitForTimeout(300);
    const cost = () => here.evaluate(() => {
        window.abut.pixels(0, 0);
        const still = window.abut.triangles;
        return { still, moved: window.abut.drawn.triangles };
    });
    const { still, moved } = await cost();
    check(still < 160 * 31 && moved > 1.9 * (still - 10), `${still} triangles for 160 balls, ${moved} with shadows`);
    // from above: the colour reaches 0.85 radii from the middle in all directions, and ends before 1.2 radii
    const seen = await here.evaluate(() => {
        const at = (name) => window.abut.seen(name);
        const [middle, next] = [at("b72"), at("b73")];
        const radius = 0.4 * Math.hypot(next.x - middle.x, next.y - middle.y);
        const colour = (part, i) => {
            const angle = (2 * Math.PI * i) / 32;
            return window.abut.pixels(Math.round(middle.x + part * radius * Math.cos(angle)), Math.round(middle.y + part * radius * Math.sin(angle))).slice(0, 3);
        };
        const spread = ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b);
        const angles = Array.from({ length: 32 }, (_, i) => i);
        const picked = window.abut.picked("b72");
        return {
            radius, inside: Math.min(...angles.map((i) => spread(colour(0.85, i)))), outside: Math.max(...angles.map((i) => spread(colour(1.2, i)))),
            away: picked && Math.hypot(...window.abut.positionOf("b72").map((x, i) => x - picked.point[i])),
        };
    });
    check(seen.radius > 5 && seen.inside > 1.5 * seen.outside, `a disc of colour on the ground: ${JSON.stringify(seen)}`);
    check(Math.abs(seen.away - 0.1) < 1e-6, `picked ${seen.away} from the middle of a ball of radius 0.1`);
    await close(here);
});

await test("what is selected has a line around it and keeps its colours", async () => {
    const record = file("outline.abut.db");
    run("run", "models/hello.yaml", "-q", "-o", record);
    const { address, child } = await serve(record);
    const page = await open(`${address}#t=0.2&forces=off`);
    await page.evaluate(() => window.abut.keep());
    const { x, y } = await page.evaluate(() => window.abut.seen("ball"));
    const pixel = () => page.evaluate(([u, v]) => window.abut.pixels(u, v), [x, y]);
    const before = await pixel();
    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.waitForFunction(() => window.abut.changed() > 60);
    const after = await pixel();
    check(before.every((part, i) => Math.abs(part - after[i]) <= 2), `the ball has its colour: ${before}, ${after}`);
    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.waitForFunction(() => window.abut.changed() === 0);
    await close(page);
    await end(child);
});
