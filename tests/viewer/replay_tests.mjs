// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// replay_tests.mjs - a record on the page, against what the record says.

import { check, close, end, file, frameTime, near, open, require, run, scrub, serve, series, test } from "./harness.mjs";
import { readFileSync } from "node:fs";

const hello = file("hello.abut.db");
run("run", "models/hello.yaml", "-q", "-o", hello);
const heights = series(hello, "ball.position.z");
const replay = await serve(hello);

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

await test("rounding is shown as zero", async () => {
    const gripper = file("gripper.abut.db");
    run("run", "models/gripper.yaml", "-q", "-o", gripper);
    const page = await open((await serve(gripper)).address);
    await page.getByTitle(/^ball \(free/).click();
    await page.getByRole("tab", { name: "Values" }).click();
    for (const [time, x] of series(gripper, "ball.position.x").filter((_, i) => i % 60 === 40)) {
        await scrub(page, time);
        const texts = await page.locator(".values td:not(.unit)").allTextContents();
        check(Math.abs(x) < 1e-15 && texts[0] === "0", `position x of ${x} m is shown as ${texts[0]}`);
        check(texts.length > 8 && !texts.some((text) => /e-1[2-9]/.test(text)), `noise among ${texts}`);
    }
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
    // where pictures come slowly they are coarse while playing; at rest they have all pixels again
    await page.waitForFunction(() => {
        const canvas = document.querySelector(".canvas canvas");
        return canvas.width === Math.floor(canvas.clientWidth * Math.min(devicePixelRatio, 2));
    });
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

await test("a part is played again and again, instants are kept, and dense events are one mark", async () => {
    const record = file("timeline.abut.db");
    run("run", "models/hello.yaml", "-q", "-o", record);
    const { address, child } = await serve(record);
    const page = await open(address);
    const told = await page.evaluate(() => window.abut.told.length);
    await page.waitForFunction(() => window.abut.timeline.groups > 0);
    const { groups, largest } = await page.evaluate(() => window.abut.timeline);
    check(groups < told && largest > 1, `${told} events are ${groups} marks, up to ${largest} in one`);
    await scrub(page, 0.5);
    await page.keyboard.press("l");
    await scrub(page, 0.7);
    await page.keyboard.press("l");
    const { loop } = await page.evaluate(() => window.abut.timeline);
    near(loop[0], 0.5, 0.011, "the part begins there");
    near(loop[1], 0.7, 0.011, "and ends there");
    const seen = [];
    await page.getByRole("button", { name: "Play", exact: true }).click();
    for (let i = 0; i < 14; i++) {
        seen.push(await frameTime(page));
        await page.waitForTimeout(100);
    }
    check(seen.every((time) => time > 0.48 && time < 0.72), `it plays from 0.5 to 0.7 s: ${seen}`);
    check(seen.some((time, i) => i > 0 && time < seen[i - 1]), "and again");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Play all again (L)" }).click();
    check((await page.evaluate(() => window.abut.timeline.loop)) === null, "all is played again");
    await scrub(page, 1);
    await page.getByRole("button", { name: "Keep this instant (K)" }).click();
    await scrub(page, 2);
    await page.keyboard.press(",");
    await page.waitForFunction(() => Math.abs(window.abut.frameTime - 1) < 1e-6);
    await page.keyboard.press("k");
    check((await page.evaluate(() => window.abut.timeline.kept.length)) === 0, "and let go");
    await close(page);
    await end(child);
});
