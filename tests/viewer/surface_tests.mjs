// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_tests.mjs - maps of pressure and depth on surfaces, the tables of contacts and patches, and
// what helps to look.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { check, close, end, file, near, open, run, scrub, serve, series, test } from "./harness.mjs";

const record = file("maps.abut.db");
run("run", "tests/verify/artisynth/maps.yaml", "-q", "--set", "simulation.end_time=0.06", "--set", "simulation.output_interval=0.01", "-o", record);

/** The largest pressure and depth of a frame, from the blob itself. */
function largest(frame) {
    const script = `import sqlite3, struct, sys
blob = sqlite3.connect(sys.argv[1]).execute("SELECT rows FROM maps WHERE frame = ?", (int(sys.argv[2]),)).fetchone()[0]
rows = struct.iter_unpack("<8d", blob)
rows = list(rows)
print(max(r[6] for r in rows), max(r[7] for r in rows), len(rows))`;
    return execFileSync("python3", ["-c", script, record, String(frame)], { encoding: "utf8" }).trim().split(" ").map(Number);
}
const early = Number(execFileSync("python3", ["-c", "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT min(frame) FROM maps').fetchone()[0])", record], { encoding: "utf8" }));
const mapped = (page) => page.evaluate(() => window.abut.mapped);

await test("maps show what the record has, with a bar in its unit", async () => {
    const { address, child } = await serve(record);
    const page = await open(`${address}#hide=cylinder&forces=off`);
    const [low, high] = [largest(early), largest(5)];
    await scrub(page, 0.05);
    let now = await mapped(page);
    check(now.count === high[2], `${now.count} rows, the record has ${high[2]}`);
    near(now.high, high[0], 1e-6 * high[0], "the largest pressure");
    check(/^pressure \[(Pa|kPa|MPa)\]$/.test(await page.locator(".colours .title").textContent()), "the bar says what and in which unit");
    const unit = { Pa: 1, kPa: 1e3, MPa: 1e6 }[/\[(.*)\]/.exec(await page.locator(".colours .title").textContent())[1]];
    near(unit * Number(await page.locator(".colours .marks span").last().textContent()), high[0], 0.006 * high[0], "the end of the bar");

    // the picture has colours of the map, and has none without it
    const coloured = async () => {
        const pixels = await page.evaluate(() => window.abut.pixels(200, 100, 300, 300));
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) { // yellow to green: more green than blue
            count += pixels[i + 1] > pixels[i + 2] + 30 ? 1 : 0;
        }
        return count;
    };
    const choose = (name, value) => page.getByLabel(name, { exact: true }).selectOption(value);
    check((await coloured()) > 200, `${await coloured()} pixels have a colour of the map`);
    await choose("map on surfaces", "off");
    check((await coloured()) === 0, "no map, no colours");
    check(await page.locator(".colours").isHidden(), "no map, no bar");

    // ranges
    await choose("map on surfaces", "pressure");
    await scrub(page, 0.05);
    await scrub(page, 0.01 * early);
    near((await mapped(page)).high, Math.max(high[0], low[0]), 1e-6 * high[0], "expanding: the largest so far");
    await choose("range of colours", "fitting");
    near((await mapped(page)).high, low[0], 1e-6 * low[0], "fitting: the largest now");
    await choose("range of colours", "fixed");
    await page.getByLabel("highest value of the colours").fill("123456");
    await page.getByLabel("highest value of the colours").press("Enter");
    await scrub(page, 0.05);
    now = await mapped(page);
    check(now.high === 123456, `fixed: ${now.high}`);
    await choose("map on surfaces", "depth");
    near((await mapped(page)).high, high[1], 1e-6 * high[1], "the largest depth");
    check(/^depth \[.?m\]$/.test(await page.locator(".colours .title").textContent()), "depth in its unit");

    // the table of patches
    await page.getByRole("tab", { name: "Contacts" }).click();
    const cell = async (name) => page.locator(`table[aria-label=patches] td[data-name='${name}']`).first().textContent();
    const value = (name) => series(record, `contact(plate, cylinder).${name}`)[5][1];
    near(Number(await cell("area")), 1e6 * value("area"), 6e-3 * 1e6 * value("area"), "area");
    near(Number(await cell("max.")), 1e-6 * value("pressure"), 6e-3 * 1e-6 * value("pressure"), "greatest pressure");
    const force = Math.hypot(...["x", "y", "z"].map((axis) => value(`force.${axis}`)));
    near(Number(await cell("force")), force, 6e-3 * force, "resultant");
    const centre = (await cell("centre")).split(" ").map(Number);
    ["x", "y", "z"].forEach((axis, i) => near(centre[i], 1e3 * value(`point.${axis}`), 6e-3 * Math.abs(centre[i]) + 1e-3, `centre of pressure ${axis}`));
    check(["stick", "slip"].includes(await cell("state")), "state");
    await close(page);
    await end(child);
});

/** A closed box between two corners as an OBJ file, with sides of n by n squares. */
function boxMesh(low, high, n) {
    const numbers = new Map();
    const number = (corner) => {
        const key = corner.join(" ");
        numbers.set(key, numbers.get(key) ?? numbers.size + 1);
        return numbers.get(key);
    };
    const faces = [];
    for (const axis of [0, 1, 2]) {
        for (const side of [0, n]) {
            for (let cell = 0; cell < n * n; cell++) {
                const [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) => {
                    const corner = [0, 0, 0];
                    corner[axis] = side;
                    corner[(axis + 1) % 3] = (cell % n) + i;
                    corner[(axis + 2) % 3] = Math.floor(cell / n) + j;
                    return number(corner);
                });
                faces.push(...(side > 0 ? [[a, b, c], [a, c, d]] : [[a, c, b], [a, d, c]]));
            }
        }
    }
    const place = (key) => key.split(" ").map((k, axis) => low[axis] + (Number(k) / n) * (high[axis] - low[axis])).join(" ");
    return [...[...numbers.keys()].map((key) => `v ${place(key)}`), ...faces.map((face) => `f ${face.join(" ")}`)].join("\n");
}

await test("a constant pressure has one colour, up to its border and however near the limits of the colours are", async () => {
    writeFileSync(file("block.obj"), boxMesh([-0.05, -0.05, -0.05], [0.05, 0.05, 0.05], 4));
    writeFileSync(file("slab.obj"), boxMesh([-0.2, -0.2, -0.05], [0.2, 0.2, 0], 6));
    writeFileSync(file("flat.yaml"), `abut: 1
gravity: [0, 0, -9.81]
materials: {stuff: {density: 1000}}
pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: 0.3}]
bodies:
  slab: {mobility: fixed, shapes: [{mesh: {file: slab.obj, collide: surface}, material: stuff}]}
  block: {position: [0, 0, 0.04977], shapes: [{mesh: {file: block.obj, collide: surface}, material: stuff}]}
contacts:
  - between: [block, slab]
    normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.05, damping: 0.1}
    manifold: vertices
    maps: true
simulation: {end_time: 0.02, output_interval: 0.01}
`);
    run("run", file("flat.yaml"), "-q", "-o", file("flat.abut.db"));
    run("export", file("flat.abut.db"), "--html", "--look", "t=0&theme=light&forces=off&look=0.5,-1,-0.6", "-o", file("flat"));
    const page = await open(`file://${file("flat.html")}`, { offline: true });
    await page.waitForFunction(() => window.abut.veils.length > 0);
    // pixels of the colour at the end of the scale, in the middle of it, and at its beginning
    const counted = () => page.evaluate(() => {
        const { clientWidth, clientHeight } = document.querySelector(".canvas");
        const pixels = window.abut.pixels(0, 0, clientWidth, clientHeight);
        const sum = { yellow: 0, green: 0, violet: 0, strongest: 0 };
        for (let i = 0; i < pixels.length; i += 4) {
            const [r, g, b] = pixels.slice(i, i + 3);
            sum.yellow += r > b + 60 && g > b + 60 ? 1 : 0;
            sum.green += g > r + 40 && g > b - 20 ? 1 : 0;
            sum.violet += b > g + 40 && r > g + 15 ? 1 : 0;
            sum.strongest = Math.max(sum.strongest, r - b);
        }
        return sum;
    });
    const { high } = await mapped(page);
    check(high > 100, `the pressure is ${high} Pa`);
    const whole = await counted();
    check(whole.yellow > 3000 && whole.green < 0.01 * whole.yellow && whole.violet < 0.01 * whole.yellow, `from 0 on: ${JSON.stringify(whole)}`);
    // red less blue of the scale's end is 166, here by 13 % less for the light; behind what is seen through it would be 104
    check(whole.strongest > 130, `the slab that is seen through leaves ${whole.strongest} of the colour`);
    await page.getByLabel("range of colours").selectOption("fixed");
    for (const name of ["lowest", "highest"]) {
        const input = page.getByLabel(`${name} value of the colours`);
        await input.fill(String(high));
        await input.press("Enter");
    }
    const tight = await counted();
    check(tight.green > 3000 && tight.yellow + tight.violet < 0.01 * tight.green, `from and to the same value: ${JSON.stringify(tight)}`);
    await close(page);
});

await test("a file of its own shows the map too", async () => {
    run("export", record, "--html", "--look", "t=0.05&map=depth&opacity=0.4", "-o", file("maps"));
    const page = await open(`file://${file("maps.html")}`, { offline: true });
    near((await mapped(page)).high, largest(5)[1], 1e-6 * largest(5)[1], "opened at the time and with the map asked for");
    await close(page);
});

// Two masses on x, at 0.5 m at rest, swing out by q as the body spins.
await test("flexible bodies are drawn as they deform, in the page and in a file of its own", async () => {
    const masses = file("breathing.abut.db");
    run("run", "models/breathing_masses.yaml", "-q", "-o", masses);
    const q = series(masses, "masses.q(1)");
    const [time, most] = q.reduce((best, row) => (Math.abs(row[1]) > Math.abs(best[1]) ? row : best));
    const wide = (page) => page.evaluate(() => window.abut.boxOf("masses").high[0]);
    const { address, child } = await serve(masses);
    const page = await open(address);
    near(await wide(page), 0.5 + q[0][1], 1e-6, "at rest");
    await scrub(page, time);
    near(await wide(page), 0.5 + most, 1e-6, "as far out as the record has it");
    check((await page.getByText("strain", { exact: true }).count()) === 1, "the book has strain");
    await page.evaluate(() => window.abut.keep());
    await page.getByLabel("how much more flexible bodies deform").fill("0.5");
    near(await wide(page), 0.5 + 10 ** 0.5 * most, 1e-5, "exaggerated");
    check((await page.evaluate(() => window.abut.changed())) > 100, "the picture shows it");
    await page.getByRole("checkbox", { name: "edges only", exact: true }).check();
    near(await wide(page), 0.5 + 10 ** 0.5 * most, 1e-5, "as edges");
    await close(page);
    await end(child);
    run("export", masses, "--html", "--look", `t=${time}&exaggerate=2`, "-o", file("breathing"));
    const own = await open(`file://${file("breathing.html")}`, { offline: true });
    near(await wide(own), 0.5 + 2 * most, 1e-5, "in a file of its own");
    await close(own);
});

await test("what slides and what sticks is told", async () => {
    run("run", "models/sticking.yaml", "-q", "-o", file("sticking.abut.db"));
    run("export", file("sticking.abut.db"), "--html", "-o", file("sticking"));
    const page = await open(`file://${file("sticking.html")}`, { offline: true });
    const events = await page.evaluate(() => window.abut.told.filter(({ kind }) => kind === "stick" || kind === "slip"));
    check(events.length > 0, "the model sticks or slips");
    await page.getByRole("tab", { name: "Contacts" }).click();
    const states = new Set();
    for (const event of events.slice(0, 6)) {
        await scrub(page, event.time + 0.02);
        for (const text of await page.locator("td[data-name=state]").allTextContents()) {
            states.add(text);
        }
    }
    check(states.has("stick") || states.has("slip"), `states told: ${[...states]}`);
    await close(page);
});

await test("joints, centres, ellipsoids, frames, a cut, a trace and a measure are drawn", async () => {
    run("run", "models/gripper.yaml", "-q", "--set", "simulation.end_time=0.9", "--set", "simulation.output_interval=0.05", "-o", file("gripper.abut.db"));
    run("export", file("gripper.abut.db"), "--html", "-o", file("gripper"));
    const page = await open(`file://${file("gripper.html")}`, { offline: true });
    const changed = () => page.evaluate(() => window.abut.changed());
    await page.evaluate(() => window.abut.keep());
    for (const name of ["joints", "centres of mass", "inertia ellipsoids", "frames"]) {
        await page.getByRole("checkbox", { name, exact: true }).check();
        check((await changed()) > 30, `${name} are not seen`);
        await page.getByRole("checkbox", { name, exact: true }).uncheck();
        check((await changed()) === 0, `${name} stay after they were switched off`);
    }
    await page.getByLabel("section plane").selectOption("x");
    check((await changed()) > 100, "a section cuts nothing");
    await page.getByLabel("section plane").selectOption("off");
    await page.getByRole("button", { name: "Trace of ball" }).click();
    await page.waitForFunction(() => window.abut.changed() > 20); // a trace is seen
    await page.keyboard.press("m");
    const box = await page.locator(".canvas").boundingBox();
    const places = await page.evaluate(() => ["ball", "table"].map((name) => window.abut.picked(name)));
    for (const { x, y } of places) {
        await page.mouse.click(box.x + x, box.y + y);
    }
    const [, metres] = /^([\d.e-]+) m/.exec(await page.locator(".measure").textContent()) ?? [];
    const [a, b] = places;
    const distance = Math.hypot(...a.point.map((x, i) => x - b.point[i]));
    near(Number(metres), distance, 1e-3 * distance, "the distance between two picks");
    await close(page);
});
