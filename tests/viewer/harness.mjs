// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// harness.mjs - checks, the program and the pages of the browser tests. Arguments: ABUT WORK.

import { spawn, execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";

export const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");

export const [abut, work] = process.argv.slice(2).map((name) => path.resolve(name));
const browserPath = process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium";

// ms; what is waited for comes, on a busy machine late. ABUT_PATIENCE gives another, ABUT_ONLY words of
// the tests wanted.
const forever = Number(process.env.ABUT_PATIENCE ?? 600_000);

/** Whether times are part of what is checked: only where nothing else runs. Else they are printed. */
export const isTimed = Boolean(process.env.ABUT_CI_STRICT);

// ---- checks ----

export let passed = 0;
export const failures = [];
let here = "";

export function check(condition, sentence) {
    if (!condition) {
        failures.push(`${here}: ${sentence}`);
        console.log(`FAILED ${here}: ${sentence}`);
    }
}
export function near(actual, expected, tolerance, sentence) {
    check(Math.abs(actual - expected) <= tolerance,
        `${sentence}: ${actual}, expected ${expected} within ${tolerance}`);
}
export async function test(name, body) {
    if (!name.includes(process.env.ABUT_ONLY ?? "")) {
        return;
    }
    here = name;
    const before = failures.length;
    const begun = performance.now();
    try {
        await body();
    } catch (problem) {
        failures.push(name);
        const where = /(\w+_tests\.mjs:\d+)/.exec(problem.stack ?? "")?.[1] ?? "";
        console.log(`FAILED ${name}: ${String(problem.message ?? problem).split("\n")[0]} ${where}`);
    }
    passed += failures.length === before ? 1 : 0;
    if (process.env.ABUT_VERBOSE) {
        console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${name}`);
    }
}

// ---- the program ----

export const file = (name) => path.join(work, name);
export const run = (...words) => execFileSync(abut, words, { encoding: "utf8" });

/** Times and values of a series, as the program exports it. */
export function series(record, name) {
    const rows = run("export", record, name, "--csv", "-o", "-").trim().split(/\r?\n/).slice(1);
    return rows.map((row) => row.split(",").map(Number));
}

export const servers = [];
export async function serve(...words) {
    return serveIn(undefined, ...words);
}
/** In a folder of its own. */
export async function serveIn(cwd, ...words) {
    const begun = performance.now();
    const child = spawn(abut, ["view", "--no-open", ...words], { cwd, stdio: ["ignore", "pipe", "inherit"] });
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
export async function end(child) {
    if (child.exitCode === null) {
        child.kill("SIGINT");
        await once(child, "exit");
    }
    return child.exitCode;
}

// ---- pages ----

export const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});

/** A page without anything yet. */
export async function blank(options = {}) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 600 }, ...options });
    context.setDefaultTimeout(forever);
    const page = await context.newPage();
    page.troubles = [];
    page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
    page.on("pageerror", (problem) => page.troubles.push(problem.message));
    return page;
}
export async function open(address, options = {}) {
    const page = await blank(options);
    page.on("request", (request) => {
        if (!request.url().startsWith(address.split("?")[0].split("#")[0]) && !/^(data|blob):/.test(request.url())) {
            page.troubles.push(`asked for ${request.url()}`);
        }
    });
    await page.goto(address);
    await ready(page);
    return page;
}
/** The first frame is there with its shadows, or a list of models, or a complaint. (A file of the gallery
 *  may have an older page that does not tell of shadows.) */
export async function ready(page) {
    await page.waitForFunction(() => {
        const { hasShadows, frameTime } = window.abut ?? {};
        return (frameTime >= 0 && hasShadows !== false) || document.querySelector(".start, [role=alert]");
    });
}
/** What a button saves, as bytes. */
export async function saved(page, press) {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
export async function close(page, expected = []) {
    const troubles = page.troubles.filter((text) => !expected.some((part) => text.includes(part)));
    check(troubles.length === 0, `the page complains: ${troubles[0]}`);
    await page.context().close();
}
export const frameTime = (page) => page.evaluate(() => window.abut.frameTime);

export async function scrub(page, time) {
    await page.locator("input.scrub").evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
    }, String(time));
    await page.waitForFunction((t) => Math.abs(window.abut.frameTime - t) < 0.011, time);
}

// ---- models ----

/** A block that slides on a plane. */
export const slidingBlock = (simulation) => `abut: 1
gravity: [0, 0, -9.81]
materials: {wood: {youngs_modulus: 1.0e+7, poissons_ratio: 0.3, density: 700}}
pairs: [{materials: [wood, wood], restitution: 0.1, sliding_friction: 0.02}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: wood}]}
  block: {position: [0, 0, 0.0501], velocity: [2, 0, 0], shapes: [{box: {size: [0.2, 0.2, 0.1]}, material: wood}]}
simulation: {${simulation}, output_interval: 0.02, tolerance: 1.0e-6}
`;
