// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// viewer.mjs ABUT WORK - the page in a browser: replay, live and as a file of its own, against what
// the record says.
//
// Needs the packages of viewer/package.json (playwright-core, axe-core, gltf-validator) and
// Debian's Chromium. Prints a line per failed check and ends with "N passed, N failed".

import { spawn, execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");

const [abut, work] = process.argv.slice(2);
const browserPath = process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium";

// ---- checks ----

let passed = 0;
const failures = [];
let here = "";

function check(condition, sentence) {
    if (!condition) {
        failures.push(`${here}: ${sentence}`);
        console.log(`FAILED ${here}: ${sentence}`);
    }
}
function near(actual, expected, tolerance, sentence) {
    check(Math.abs(actual - expected) <= tolerance,
        `${sentence}: ${actual}, expected ${expected} within ${tolerance}`);
}
async function test(name, body) {
    here = name;
    const before = failures.length;
    const begun = performance.now();
    try {
        await body();
    } catch (problem) {
        failures.push(name);
        console.log(`FAILED ${name}: ${String(problem.message ?? problem).split("\n")[0]}`);
    }
    passed += failures.length === before ? 1 : 0;
    if (process.env.ABUT_VERBOSE) {
        console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${name}`);
    }
}

// ---- the program ----

const file = (name) => path.join(work, name);
const run = (...words) => execFileSync(abut, words, { encoding: "utf8" });

/** Times and values of a series, as the program exports it. */
function series(record, name) {
    const rows = run("export", record, name, "--csv", "-o", "-").trim().split(/\r?\n/).slice(1);
    return rows.map((row) => row.split(",").map(Number));
}

const servers = [];
async function serve(...words) {
    const begun = performance.now();
    const child = spawn(abut, ["view", "--no-open", ...words], { stdio: ["ignore", "pipe", "inherit"] });
    servers.push(child);
    let text = "";
    child.stdout.setEncoding("utf8");
    while (!text.includes("\n")) {
        const [part] = await Promise.race([
            once(child.stdout, "data"),
            once(child, "exit").then(() => { throw new Error("abut view has ended"); }),
        ]);
        text += part;
    }
    return { address: text.trim(), child, begun };
}
async function end(child) {
    if (child.exitCode === null) {
        child.kill("SIGINT");
        await once(child, "exit");
    }
    return child.exitCode;
}

// ---- pages ----

const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});

async function open(address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 600 }, ...options });
    const page = await context.newPage();
    page.troubles = [];
    page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
    page.on("pageerror", (problem) => page.troubles.push(problem.message));
    page.on("request", (request) => {
        if (!request.url().startsWith(address.split("?")[0].split("#")[0]) && !/^(data|blob):/.test(request.url())) {
            page.troubles.push(`asked for ${request.url()}`);
        }
    });
    await page.goto(address);
    await page.waitForFunction(() => window.abut?.frameTime >= 0 || document.querySelector("[role=alert]"));
    return page;
}
async function close(page, expected = []) {
    const troubles = page.troubles.filter((text) => !expected.some((part) => text.includes(part)));
    check(troubles.length === 0, `the page complains: ${troubles[0]}`);
    await page.context().close();
}
const frameTime = (page) => page.evaluate(() => window.abut.frameTime);

async function scrub(page, time) {
    await page.locator("input.scrub").evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
    }, String(time));
    await page.waitForFunction((t) => Math.abs(window.abut.frameTime - t) < 0.011, time);
}

// ---- the tests ----

const hello = file("hello.abut.db");
run("run", "models/hello.yaml", "-q", "-o", hello);
const heights = series(hello, "ball.position.z");
const replay = await serve(hello);

await test("a record of a hundred bodies is served within a second", async () => {
    const bodies = Array.from({ length: 100 }, (_, i) =>
        `  b${i}: {position: [${i % 10}, ${Math.floor(i / 10)}, ${1 + 0.01 * i}], shapes: [{sphere: {radius: 0.3}, material: steel}]}`);
    writeFileSync(file("hundred.yaml"), ["abut: 1", "gravity: [0, 0, -9.81]",
        "materials: {steel: {youngs_modulus: 2.1e9, poissons_ratio: 0.3, density: 7850}}",
        "pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]",
        "bodies:", "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}", ...bodies,
        "simulation: {end_time: 0.2, output_interval: 0.01, tolerance: 1.0e-5}", ""].join("\n"));
    run("run", file("hundred.yaml"), "-q", "-o", file("hundred.abut.db"));
    const { address, child, begun } = await serve(file("hundred.abut.db"));
    const started = performance.now() - begun;
    const page = await open(address);
    // told, not checked: the page draws without a GPU here and shares the machine
    const mark = await page.waitForFunction(() =>
        performance.getEntriesByName("first picture")[0]?.startTime);
    const shown = await mark.jsonValue();
    console.log(`first picture of 100 bodies: server ${started.toFixed(0)} ms, page ${shown.toFixed(0)} ms`);
    check(started < 1000, "the server took more than a second");
    await close(page);
    await end(child);
});

await test("bodies are seen where the record says", async () => {
    const page = await open(replay.address);
    for (const index of [0, 40, 120]) {
        const [time, z] = heights[index];
        await scrub(page, time);
        const x = 0.5 * time; // before friction acts; after it the page's own number serves
        const seen = await page.evaluate(() => window.abut.seen("ball"));
        const { m, size } = await page.evaluate(() => ({
            m: window.abut.projection(),
            size: [document.querySelector(".canvas").clientWidth, document.querySelector(".canvas").clientHeight],
        }));
        const px = index <= 40 ? x : series(hello, "ball.position.x")[index][1];
        const clip = [0, 1, 3].map((row) => m[row] * px + m[row + 4] * 0 + m[row + 8] * z + m[row + 12]);
        near(seen.x, (0.5 + 0.5 * clip[0] / clip[2]) * size[0], 0.5, `x of the ball at t = ${time}`);
        near(seen.y, (0.5 - 0.5 * clip[1] / clip[2]) * size[1], 0.5, `y of the ball at t = ${time}`);
    }
    // and the picture itself shows the ball there: its colour is blue on light grey
    await scrub(page, 0);
    const { x, y } = await page.evaluate(() => window.abut.seen("ball"));
    const pixel = await page.evaluate(([x, y]) => window.abut.pixels(x, y), [x, y]);
    check(pixel[2] > pixel[0] + 20, `the pixel at the ball is ${pixel}, not blue`);
    await close(page);
});

await test("an event is jumped to and a value read", async () => {
    const page = await open(replay.address);
    await page.getByRole("tab", { name: "Events" }).click();
    const row = page.locator(".rows li").nth(2); // the second touch
    const time = Number(await row.locator(".when").textContent());
    await row.getByRole("button").click();
    await page.waitForFunction((t) => Math.abs(window.abut.frameTime - t) < 0.011, time);
    check((await frameTime(page)) <= time + 1e-9, "the frame shown is the last not after the event");
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "normal force" }).click();
    const forces = series(hello, "contact(ground, ball).normal_force");
    const contact = forces.findIndex(([t, f]) => t > time && f > 0);
    await scrub(page, forces[contact][0]);
    const text = await page.locator("output[data-series='contact(ground, ball).normal_force']").textContent();
    near(Number.parseFloat(text), forces[contact][1], 1e-5 * forces[contact][1], "the force beside the plot");
    await close(page);
});

await test("keys play, step and look", async () => {
    const page = await open(replay.address);
    await page.locator(".canvas").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => window.abut.frameTime > 0);
    near(await frameTime(page), heights[1][0], 1e-12, "one frame on");
    await page.keyboard.press("End");
    await page.waitForFunction(() => window.abut.frameTime > 2.9);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.abut.frameTime === 0);
    await page.keyboard.press(" ");
    await page.waitForFunction(() => window.abut.frameTime > 0.05);
    await page.keyboard.press(" ");
    await close(page);
});

await test("axe finds no serious fault, light, dark and narrow", async () => {
    const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    for (const [hash, width] of [["#theme=light", 1280], ["#theme=dark", 390]]) {
        const page = await open(replay.address + hash, { viewport: { width, height: 720 }, bypassCSP: true });
        await page.getByRole("button", { name: "balance" }).click();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        for (const fault of violations.filter(({ impact }) => impact === "serious" || impact === "critical")) {
            check(false, `${hash} ${width}: ${fault.id}: ${fault.help}: ${fault.nodes[0]?.html.slice(0, 120)}`);
        }
        check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: the page is wider than the window`);
        await close(page);
    }
});

await test("nobody gets in without the token", async () => {
    const address = new URL(replay.address);
    check((await fetch(address)).status === 200, "with the token");
    check((await fetch(address.origin)).status === 403, "without");
    const policy = await (await fetch(address)).text();
    check(/script-src 'sha256-/.test(policy) && !/unsafe/.test(policy.slice(0, 2000)), "scripts are allowed by fingerprint alone");
});
await end(replay.child);

await test("the file of its own needs no network, and names are no markup", async () => {
    const name = "<u>ball</u>"; // as much as a name of a body may hold
    const title = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
    const model = readFileSync("models/hello.yaml", "utf8")
        .replace('title: "A bouncing ball"', `title: "${title}"`)
        .replace("  ball:\n", `  "${name}":\n`)
        .replace("[ground, ball]", '["*", "*"]')
        .replace(/^outputs:.*$/m, "");
    writeFileSync(file("hostile.yaml"), model);
    run("run", file("hostile.yaml"), "-q", "-o", file("hostile.abut.db"));
    run("export", file("hostile.abut.db"), "--html", "-o", file("hostile"));
    const page = await open(`file://${file("hostile.html")}`, { offline: true });
    let alerts = 0;
    page.on("dialog", (dialog) => { alerts++; void dialog.dismiss(); });
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("tab", { name: "Events" }).click();
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "speed", exact: true }).first().click();
    check((await page.locator("img, u").count()) === 0 && alerts === 0, "a name became markup");
    check((await page.locator("h1").textContent()) === title, "the title is shown as it is");
    await scrub(page, 0.4);
    const speed = Number.parseFloat(await page.locator("output.value").first().textContent());
    near(speed, Math.hypot(0.5, 9.81 * 0.4), 1e-4, "speed in free fall");
    await close(page);
});

await test("a live run starts, takes a change and a pull, and can be repeated", async () => {
    const model = `abut: 1
gravity: [0, 0, -9.81]
materials: {wood: {youngs_modulus: 1.0e+7, poissons_ratio: 0.3, density: 700}}
pairs: [{materials: [wood, wood], restitution: 0.1, sliding_friction: 0.02}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: wood}]}
  block: {position: [0, 0, 0.0501], velocity: [2, 0, 0], shapes: [{box: {size: [0.2, 0.2, 0.1]}, material: wood}]}
simulation: {end_time: 600, output_interval: 0.02, tolerance: 1.0e-6}
`;
    writeFileSync(file("live.yaml"), model);
    const record = file("live.abut.db");
    const { address, child } = await serve(file("live.yaml"), "-o", record);
    const page = await open(address);
    const speedOf = async () => Number.parseFloat(await page.locator("tr:has(button:text-is('speed')) td").first().textContent());
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.3);
    const number = page.locator("input[data-path='pairs.0.sliding_friction']");
    await number.fill("0.8");
    await number.press("Enter");
    const changes = page.locator(".changes li");
    await changes.first().waitFor();
    check((await changes.first().textContent()).includes("pairs.0.sliding_friction = 0.8"), "the change is listed");
    await page.getByRole("button", { name: "block", exact: true }).click();
    const changed = await frameTime(page);
    await page.waitForFunction((t) => window.abut.frameTime > t + 0.5, changed);
    check((await speedOf()) < 0.01, "0.8 stops in 0.25 s what 0.02 lets slide for 10 s");

    const box = await page.locator(".canvas").boundingBox();
    const before = await page.evaluate(() => window.abut.positionOf("block"));
    const { x, y } = await page.evaluate(() => window.abut.seen("block"));
    await page.mouse.move(box.x + x, box.y + y);
    await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(box.x + x, box.y + y - 120, { steps: 4 });
    await page.waitForFunction((z) => window.abut.positionOf("block")[2] > z + 0.05, before[2]);
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    // the past is there too
    await scrub(page, 0.2);
    near(await frameTime(page), 0.2, 0.011, "scrubbed back in a live run");
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");

    const speeds = series(record, "block.speed");
    const change = speeds.findIndex(([t]) => t > changed);
    check(speeds[5][1] > 1.9, "it slid before the change");
    check(speeds.slice(change).some(([, v]) => v < 0.01), "and stopped after it");
    run("repeat", record, "-o", file("again.abut.db"));
    run("compare", record, file("again.abut.db")); // throws when they differ
});

await test("a reset begins anew with the values chosen, a step goes one frame", async () => {
    const { address, child } = await serve("models/hello.yaml");
    const page = await open(address);
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0);
    near(await frameTime(page), 0.01, 1e-12, "one frame");
    const number = page.locator("input[data-path='gravity.2']");
    await number.fill("-1.62");
    await number.press("Enter");
    await page.locator(".changes li").first().waitFor();
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime === 0);
    check((await page.locator(".changes li").count()) === 0, "changes are of the run before");
    check((await number.inputValue()) === "-1.62", "the value stays");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.45);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await scrub(page, 0.4); // it flies for 1.05 s
    const time = await frameTime(page);
    const [, , z] = await page.evaluate(() => window.abut.positionOf("ball"));
    near(z, 1 - 0.5 * 1.62 * time * time, 1e-6, "fall with the gravity chosen, in float32");
    await close(page);
    await end(child);
});

await test("glTF exports are valid and move", async () => {
    const validator = require("gltf-validator");
    for (const model of ["gripper", "hello", "tippe_top"]) {
        run("run", `models/${model}.yaml`, "-q", "--set", "simulation.end_time=0.3", "-o", file("glb.abut.db"));
        run("export", file("glb.abut.db"), "--glb", "-o", file(model));
        const bytes = new Uint8Array(readFileSync(file(`${model}.glb`)));
        const report = await validator.validateBytes(bytes);
        check(report.issues.numErrors === 0, `${model}: ${JSON.stringify(report.issues.messages[0])}`);
        check(report.info.animationCount === 1 && report.info.drawCallCount > 0, `${model} has no animation`);
    }
});

await browser.close();
for (const server of servers) {
    server.kill("SIGKILL");
}
console.log(`${passed} passed, ${new Set(failures.map((text) => text.split(":")[0])).size} failed`);
if (existsSync(work) && failures.length === 0) {
    rmSync(work, { recursive: true });
}
process.exit(failures.length > 0 ? 1 : 0);
