// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// side_by_side.mjs ABUT BEFORE [NAME...] - docs/gallery/NAME.webp: a model on the page at 1440 and 390
// pixels, by `abut render`, and as a card of the list of models; above as the program BEFORE draws it, below
// as ABUT does, light and dark. BEFORE is built from an older commit in a working tree of its own.
// Needs node, python3, Chromium and viewer/node_modules. Run it where this repository is.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");
const [now, before] = process.argv.slice(2, 4).map((name) => path.resolve(name));
const wanted = process.argv.slice(4);

// the model, how the page opens, the instant, and what the run is set to
const models = [
    { name: "gripper", at: 0.62 },
    { name: "dominoes", at: 1.2, set: ["simulation.output_interval=0.02"] },
    { name: "thousand_balls", at: 1, make: ["models/make_pile.py", "spheres", "1000"], set: ["simulation.end_time=1"] },
    { name: "ball_in_bowl_pressure", at: 0.212 },
    { name: "gear_train", at: 0.03, set: ["simulation.end_time=0.04"] },
    { name: "billiard_16", at: 1 },
    { name: "roller_chain", at: 0.1, set: ["simulation.end_time=0.11"] },
    { name: "arch", at: 1, set: ["simulation.end_time=2"] },
    { name: "ball_bearing", at: 0.1 },
    { name: "planar_box", at: 1 },
    { name: "cam_and_follower", at: 0.1, set: ["simulation.end_time=0.2"] },
    { name: "snap_hook", at: 0.06 },
    { name: "house_of_cards", at: 1 },
];

const work = mkdtempSync(path.join(os.tmpdir(), "side_by_side."));
const file = (name) => path.join(work, name);
const browser = await chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const quietly = { stdio: ["ignore", "ignore", "ignore"] };

/** The page of a file, when it has come to rest. */
async function picture(address, name, [width, height], theme) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
    await page.goto(address);
    await page.waitForFunction(() => window.abut?.frameTime >= 0 && window.abut.hasShadows !== false, undefined, { timeout: 120_000 });
    await page.waitForTimeout(1200);
    await page.screenshot({ path: file(name) });
    await page.close();
}

/** All of one program: records, exports, pictures, and the cards of its list. */
async function draw(abut, tag, themes) {
    const folder = path.dirname(path.dirname(path.dirname(path.dirname(path.dirname(abut))))); // of its sources
    for (const { name, at, make, set = [] } of models.filter((model) => wanted.length === 0 || wanted.includes(model.name))) {
        const model = make ? file(`${name}.yaml`) : path.join(folder, "models", `${name}.yaml`);
        if (make) {
            writeFileSync(model, execFileSync("python3", make));
        }
        const record = file(`${name}.${tag}.abut.db`);
        try {
            execFileSync(abut, ["run", model, "-q", ...set.flatMap((value) => ["--set", value]), "-o", record], quietly);
            execFileSync(abut, ["export", record, "--html", "-o", file(`${name}.${tag}`)], quietly);
            execFileSync(abut, ["render", record, "--time", String(at), "--width", "640", "--height", "480", "-o", file(`${name}.${tag}.render`)], quietly);
        } catch (problem) {
            console.log(`${name}: ${tag} does not run: ${String(problem.message).split("\n")[0]}`);
            continue;
        }
        for (const theme of themes) {
            const address = `file://${file(`${name}.${tag}.html`)}#t=${at}&theme=${theme}&fine`;
            await picture(address, `${name}.${tag}.${theme}.wide.png`, [1440, 900], theme);
            await picture(address, `${name}.${tag}.${theme}.phone.png`, [390, 844], theme);
        }
        rmSync(record);
        console.log(`${name}, ${tag}`);
    }
    const child = spawn(abut, ["view", "--no-open"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const [address] = await once(child.stdout.setEncoding("utf8"), "data");
    for (const theme of themes) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
        await page.goto(address.trim());
        await page.locator("[data-model]").first().waitFor();
        for (const { name } of models) {
            const card = page.locator(`[data-model="${name}.yaml"]`);
            if ((await card.count()) > 0) {
                await card.screenshot({ path: file(`${name}.${tag}.${theme}.card.png`) });
            }
        }
        await page.close();
    }
    child.kill("SIGINT");
    await once(child, "exit");
}

/** One sheet, as WebP. */
async function sheet(name) {
    const cell = (picture, height) => (existsSync(file(picture))
        ? `<img style="height:${height}px" src="data:image/png;base64,${readFileSync(file(picture)).toString("base64")}">` : `<i>none</i>`);
    const row = (title, tag, theme) => `<tr><th>${title}</th><td>${cell(`${name}.${tag}.${theme}.wide.png`, 330)}</td>` +
        `<td>${cell(`${name}.${tag}.${theme}.phone.png`, 330)}</td><td>${theme === "light" ? cell(`${name}.${tag}.render.png`, 260) : ""}</td>` +
        `<td>${cell(`${name}.${tag}.${theme}.card.png`, 215)}</td></tr>`;
    const page = await browser.newPage({ viewport: { width: 1340, height: 1080 } });
    await page.setContent(`<style>body{margin:0;padding:6px;font:15px sans-serif;background:#fff}td{padding:2px;vertical-align:top}` +
        `th{writing-mode:sideways-lr;font-weight:600}img{border:1px solid #ccc;display:block}i{color:#888}</style><table>` +
        `<tr><th></th><td>page, 1440 pixels</td><td>390 pixels</td><td>abut render</td><td>card</td></tr>` +
        `${row("before", "before", "light")}${row("now", "now", "light")}${row("now, dark", "now", "dark")}</table>`);
    await page.waitForTimeout(200);
    const { width, height } = await page.evaluate(() => document.querySelector("table").getBoundingClientRect());
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70, clip: { x: 0, y: 0, width: width + 12, height: height + 12, scale: 0.85 }, captureBeyondViewport: true });
    writeFileSync(`docs/gallery/${name}.webp`, Buffer.from(data, "base64"));
    await page.close();
}

await draw(before, "before", ["light"]);
await draw(now, "now", ["light", "dark"]);
for (const { name } of models.filter((model) => wanted.length === 0 || wanted.includes(model.name))) {
    await sheet(name);
}
await browser.close();
if (process.env.ABUT_KEEP) {
    console.log(work);
} else {
    rmSync(work, { recursive: true });
}
