// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// first_path.mjs ABUT [FILE.webp] - the way of somebody who sees the page for the first time, from the list
// of models to the force that a finger of the gripper needs, as an animated picture for README.md
// (docs/figures/first_path.webp). The same way is a test: tests/viewer/start_tests.mjs.
// Needs node, Chromium and viewer/node_modules. Run it where models/ is.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");
const [abut, out = "docs/figures/first_path.webp"] = process.argv.slice(2);
const [width, height, scale] = [1000, 640, 0.8];
const most = 600_000; // bytes

const child = spawn(abut, ["view", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const [address] = await once(child.stdout.setEncoding("utf8"), "data");
const browser = await chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
page.setDefaultTimeout(300_000);
const session = await page.context().newCDPSession(page);
await page.goto(address.trim());

// ---- pictures ----

const pictures = []; // { still, time in ms }
let pointer = { x: 0.8 * width, y: 0.85 * height };
let words = "";

/** The page with the pointer and a sentence on it, shown for so long. */
async function keep(time) {
    await page.evaluate(({ x, y, words: sentence }) => {
        const add = (id, style, text = "") => {
            const element = document.getElementById(id) ?? document.body.appendChild(Object.assign(document.createElement("div"), { id }));
            element.style.cssText = `position:fixed;z-index:99;pointer-events:none;${style}`;
            element.textContent = text;
        };
        add("shown-pointer", `left:${x - 9}px;top:${y - 9}px;width:18px;height:18px;border-radius:50%;background:#e8590ccc;border:2px solid #fff;box-sizing:border-box`);
        add("shown-words", `left:50%;bottom:64px;transform:translateX(-50%);padding:7px 14px;border-radius:7px;background:#1b2430ee;color:#fff;font:600 17px sans-serif;white-space:nowrap;${sentence === "" ? "display:none" : ""}`, sentence);
    }, { ...pointer, words });
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 55, clip: { x: 0, y: 0, width, height, scale } });
    pictures.push({ still: Buffer.from(data, "base64"), time });
}
/** The pointer goes to an element, and presses it. */
async function press(locator, sentence) {
    words = sentence;
    await locator.waitFor();
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    const [from, to] = [pointer, { x: box.x + 0.5 * box.width, y: box.y + 0.5 * box.height }];
    for (const part of [0, 0.5, 1]) {
        pointer = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
        await keep(part === 0 ? 1100 : part === 1 ? 700 : 120);
    }
    await locator.click();
}

// ---- the way ----

await press(page.locator("[data-model='gripper.yaml']"), "What force must a finger have, so that the ball does not slip?");
await page.waitForFunction(() => window.abut?.frameTime >= 0 && window.abut.hasShadows);
await press(page.getByRole("button", { name: "Start", exact: true }), "1. Start");
words = "";
for (let time = 0.3; time <= 1.5; time += 0.3) {
    await page.waitForFunction((t) => window.abut.frameTime >= t, time);
    await keep(250);
}
await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
const friction = Number(await page.locator(".leading [data-path$=sliding_friction]").inputValue());
await press(page.getByRole("button", { name: "ball", exact: true }), "2. The ball: all forces on it");
const row = page.locator("table[aria-label='forces on ball'] tr:has(th:text-is('contact with left'))");
const [x, , z] = (await row.locator("td").allTextContents()).map(Number);
await row.evaluate((element) => (element.style.background = "#ffe8a3"));
words = `each finger holds ${z.toFixed(3)} N by friction of ${friction}: it needs ${(z / friction).toFixed(2)} N, and has ${x.toFixed(0)} N`;
const place = await row.boundingBox();
pointer = { x: place.x + 0.9 * place.width, y: place.y + 0.5 * place.height };
await keep(4500);
await browser.close();
child.kill("SIGINT");
await once(child, "exit");

// ---- one file: RIFF with VP8X, ANIM and a chunk ANMF for each picture (the WebP container) ----

const u24 = (value) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);
function chunk(name, body) {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}
/** The coded pixels of a still WebP. */
function pixelsOf(still) {
    for (let at = 12; at < still.length; ) {
        const size = still.readUInt32LE(at + 4);
        const end = at + 8 + size + (size & 1);
        if (still.toString("latin1", at, at + 4).startsWith("VP8") && still[at + 3] !== 0x58) {
            return still.subarray(at, end);
        }
        at = end;
    }
    throw new Error("no pixels in a picture");
}
const [wide, high] = [Math.round(scale * width), Math.round(scale * height)];
const size = [u24(wide - 1), u24(high - 1)];
const frames = pictures.map(({ still, time }) => chunk("ANMF", Buffer.concat([u24(0), u24(0), ...size, u24(time), Buffer.from([2]), pixelsOf(still)])));
const body = Buffer.concat([Buffer.from("WEBP"),
    chunk("VP8X", Buffer.concat([Buffer.from([2, 0, 0, 0]), ...size])),
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])), ...frames]);
const file = chunk("RIFF", body);
if (file.length > most) {
    throw new Error(`${file.length} bytes, more than ${most}`);
}
writeFileSync(out, file);
console.log(`${out}: ${pictures.length} pictures, ${file.length} bytes`);
