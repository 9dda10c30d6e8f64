// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_again_tests.mjs - live runs that go past their end, back to an earlier instant, and round again;
// models of other formats.

import { check, close, end, file, frameTime, near, open, run, scrub, serve, series, slidingBlock, test } from "./harness.mjs";
import { writeFileSync } from "node:fs";

await test("a model in XML shows its parameters too, and words and expressions are among them", async () => {
    const record = file("xml.abut.db");
    const { address, child } = await serve("models/bouncing_ball.xml", "-o", record);
    const page = await open(address);
    const paths = await page.locator("[data-path]").evaluateAll((inputs) => inputs.map((input) => input.dataset.path));
    check(paths.some((path) => path.endsWith("normal.penalty")), `the penalty of its law is among ${paths.length} parameters`);
    const penalty = page.locator(`[data-path="${paths.find((path) => path.endsWith("normal.penalty"))}"]`);
    check(Number(await penalty.inputValue()) > 0, "with its value");
    await penalty.fill(String(0.5 * Number(await penalty.inputValue())));
    await penalty.press("Enter");
    await page.locator(".changes li").first().waitFor();
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0);
    await close(page);
    await end(child);
    run("repeat", record, "-o", file("xml_again.abut.db"));
    run("compare", record, file("xml_again.abut.db")); // throws when they differ

    const gripper = await serve("models/gripper.yaml");
    const other = await open(gripper.address);
    const kinds = await other.locator(".parameter").evaluateAll((rows) => new Set(rows.map((row) => row.className.split(" ")[1])).size);
    check(kinds >= 3, "numbers, words and expressions have fields of their own");
    const lift = other.locator("[data-path='joints.0.z']");
    check((await lift.inputValue()).includes("step5"), "a drive is there as it was written");
    await lift.fill("step5(t, 0.5, 0, 1, 0.05)");
    await lift.press("Enter");
    await other.locator(".changes li").first().waitFor();
    check((await other.locator(".changes li").first().textContent()).includes("joints.0.z = step5(t, 0.5, 0, 1, 0.05)"), "and can be changed");
    await close(other);
    await end(gripper.child);
});

await test("a run goes past its end, and back to an earlier instant with what was done before it", async () => {
    writeFileSync(file("past.yaml"), slidingBlock("end_time: 0.3, max_step: 0.01"));
    const record = file("past.abut.db");
    const { address, child } = await serve(file("past.yaml"), "-o", record);
    const page = await open(address);
    const speed = page.getByLabel("speed of replay");
    await speed.selectOption("10");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
    near(await frameTime(page), 0.3, 1e-9, "it pauses at its end");
    // a change at the end, then on, beyond more than another length
    const friction = page.locator("[data-path='pairs.0.sliding_friction']");
    await friction.fill("0.03");
    await friction.press("Enter");
    await page.locator(".changes li").first().waitFor();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.8);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    // another change, and back to before it
    await friction.fill("0.5");
    await friction.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".changes li").length === 2);
    await scrub(page, 0.5);
    const before = await page.evaluate(() => window.abut.positionOf("block"));
    await page.getByRole("button", { name: "Back to here", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".changes li").length === 1);
    await page.waitForFunction(() => /paused/.test(document.querySelector(".live .status").textContent) && Math.abs(window.abut.frameTime - 0.5) < 1e-9);
    check((await page.evaluate(() => window.abut.positionOf("block"))).join() === before.join(), "the block is where it was, to the last bit");
    check((await friction.inputValue()) === "0.03", "with the friction of then");
    // from there another way
    await friction.fill("0.4");
    await friction.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".changes li").length === 2);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 1.1);
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");
    const speeds = series(record, "block.speed");
    const at = (time) => speeds.find(([t]) => Math.abs(t - time) < 1e-6)[1];
    // Coulomb friction, smoothed below 0.01 m/s: v falls by mu g t
    near(at(0.48) - at(0.32), -0.03 * 9.81 * 0.16, 0.02 * 0.03 * 9.81 * 0.16, "0.03 acts past the end");
    near(at(0.9) - at(0.6), -0.4 * 9.81 * 0.3, 0.02 * 0.4 * 9.81 * 0.3, "0.4 acts from 0.5 s");
    run("repeat", record, "-o", file("past_again.abut.db"));
    run("compare", record, file("past_again.abut.db")); // throws when they differ
});

await test("the tolerance acts from the next reset, and a loop begins anew", async () => {
    const { address, child } = await serve("models/hello.yaml");
    const page = await open(address);
    const tolerance = page.locator("[data-path='simulation.tolerance']");
    await tolerance.fill("1e-5");
    await tolerance.press("Enter");
    await page.locator(".changes li").first().waitFor();
    await tolerance.fill("-1");
    await tolerance.press("Enter");
    await page.waitForFunction(() => /tolerance/.test(document.querySelector(".live .status").textContent)); // refused by the reader
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime === 0 && !document.querySelector(".changes li"));
    check((await tolerance.inputValue()) === "1e-5", `the tolerance is that chosen: ${await tolerance.inputValue()}`);
    await page.getByLabel("loop", { exact: true }).check();
    await page.getByLabel("speed of replay").selectOption("10");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 1);
    await page.waitForFunction(() => window.abut.frameTime < 1);
    await page.waitForFunction(() => window.abut.frameTime > 1);
    await close(page);
    await end(child);
});
