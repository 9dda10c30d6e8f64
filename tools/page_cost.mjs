// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// page_cost.mjs ABUT [COUNT...] - what a picture of the page costs, as a table: piles of balls in a box of 1, 100, 1000
// and 10 000, with no forces, what the page chooses (arrows, or chains where many touch), and all arrows. The time of
// the page is its own share, from the frame to the last command to the graphics; "drawn" is until the pixels are there,
// by a software renderer; "played" is how many pictures a second come while the record plays.
// Needs node, python3, Chromium and viewer/node_modules.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");
const abut = path.resolve(process.argv[2]);
const wanted = process.argv.slice(3).map(Number);
const work = mkdtempSync(path.join(os.tmpdir(), "page_cost."));
const browser = await chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});

/** Medians of three pictures, and how many come by themselves in two seconds without a cause. */
async function measure(page) {
    await page.waitForTimeout(1500);
    const cost = await page.evaluate(() => {
        const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
        const drawn = Array.from({ length: 3 }, () => window.abut.drawn);
        const whole = Array.from({ length: 3 }, () => {
            const begun = performance.now();
            window.abut.pixels(0, 0);
            return performance.now() - begun;
        });
        return { ...drawn[0], page: median(drawn.map(({ milliseconds }) => milliseconds)), whole: median(whole), forces: window.abut.forces };
    });
    await page.waitForTimeout(500);
    const before = await page.evaluate(() => window.abut.pictures);
    await page.waitForTimeout(2000);
    return { ...cost, idle: (await page.evaluate(() => window.abut.pictures)) - before };
}

/** Pictures a second while the record plays, once the page has found what it leaves out. */
async function play(page) {
    const told = () => page.evaluate(() => ({ pictures: window.abut.pictures, time: performance.now() }));
    await page.keyboard.press("Space");
    await page.waitForTimeout(8000);
    const first = await told();
    await page.waitForTimeout(6000);
    const last = await told();
    return (1000 * (last.pictures - first.pictures)) / (last.time - first.time);
}

console.log("| bodies | forces | arrows | draw calls | triangles | page [ms] | drawn [ms] | played [1/s] | pictures in 2 s of idling |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const [count, end] of [[1, 1], [100, 1], [1000, 1], [10000, 0.02]].filter(([count]) => wanted.length === 0 || wanted.includes(count))) {
    const model = path.join(work, "pile.yaml");
    writeFileSync(model, execFileSync("python3", ["models/make_pile.py", "spheres", String(count)], { maxBuffer: 1e9 }));
    const record = path.join(work, `${count}.abut.db`);
    execFileSync(abut, ["run", model, "-q", "--set", `simulation.end_time=${end}`, "--set", `simulation.output_interval=${end / 20}`, "-o", record], { stdio: "ignore" });
    execFileSync(abut, ["export", record, "--html", "-o", path.join(work, String(count))]);
    for (const forces of ["off", "auto", "all"]) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(`file://${work}/${count}.html#t=${end}${forces === "off" ? "&forces=off" : ""}`);
        await page.waitForFunction(() => window.abut?.frameTime >= 0 && window.abut.hasShadows, undefined, { timeout: 300_000 });
        if (forces !== "off") {
            await page.getByLabel("forces that are shown").selectOption(forces);
        }
        const { calls, triangles, page: own, whole, idle, forces: told } = await measure(page);
        const played = await play(page);
        console.log(`| ${count} | ${{ off: "none", auto: told.isChained ? "chains" : "strongest", all: "all" }[forces]} | ${forces === "off" ? 0 : told.arrows} | ${calls} | ${triangles} | ${own.toFixed(1)} | ${whole.toFixed(0)} | ${played.toFixed(1)} | ${idle} |`);
        await page.close();
        if (count === 10000 && forces === "off") {
            break; // nothing touches yet
        }
    }
}
await browser.close();
rmSync(work, { recursive: true });
