// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_tests.mjs - a model that runs while one looks: changes, pulls, pushes, repeats.

import { check, close, end, file, frameTime, near, open, run, scrub, serve, series, slidingBlock, test } from "./harness.mjs";
import { writeFileSync } from "node:fs";

await test("a live run starts, takes a change and a pull, and can be repeated", async () => {
    writeFileSync(file("live.yaml"), slidingBlock("end_time: 600"));
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
    // it lies again, so that no landing takes part in what follows
    for (let last = Infinity, now = before[2], tries = 0; Math.abs(now - last) > 1e-4 && tries < 50; tries++) {
        const from = await frameTime(page);
        await page.waitForFunction((t) => window.abut.frameTime > t + 0.2, from);
        last = now;
        now = (await page.evaluate(() => window.abut.positionOf("block")))[2];
    }
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    // a blow: 2.8 kg get 5.6 N s sideways
    await page.getByRole("tab", { name: "Parameters" }).click();
    await page.getByLabel("impulse y in N s").fill("5.6");
    await page.getByLabel("impulse z in N s").fill("0");
    const still = await frameTime(page);
    await page.getByRole("button", { name: "Apply impulse" }).click();
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.waitForFunction((t) => window.abut.frameTime > t, still);
    // the scale has grown with the run
    const [last, scaled] = await page.evaluate(() => [Number(document.querySelector("input.scrub").max), window.abut.timeline.scaledTo]);
    check(last > 1 && Math.abs(scaled - last) < 0.011 * last, `the scale ends at ${scaled} of ${last}`);
    // the past is there too
    await scrub(page, 0.2);
    near(await frameTime(page), 0.2, 0.011, "scrubbed back in a live run");
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");

    const speeds = series(record, "block.speed");
    const change = speeds.findIndex(([t]) => t > changed);
    check(speeds[5][1] > 1.9, "it slid before the change");
    check(speeds.slice(change).some(([, v]) => v < 0.01), "and stopped after it");
    const sideways = series(record, "block.velocity.y");
    // a frame may still have been on its way when the time was read: of those after it, the one that jumps most
    const first = sideways.findIndex(([t]) => t > still);
    const jump = Math.max(...sideways.slice(first).map(([, v], i) => v - sideways[first + i - 1][1]));
    // 2 m/s, less what friction of 0.8 takes in one frame of 0.02 s
    near(jump, 2, 0.8 * 9.81 * 0.02 * 1.5, "the speed that the blow gave");
    run("repeat", record, "-o", file("again.abut.db"));
    run("compare", record, file("again.abut.db")); // throws when they differ
});

await test("a live run that goes far is framed as closely as one that does not", async () => {
    writeFileSync(file("far.yaml"), slidingBlock("end_time: 600").replace("sliding_friction: 0.02", "sliding_friction: 0"));
    const { address, child } = await serve(file("far.yaml"));
    const page = await open(address);
    const first = await page.evaluate(() => window.abut.framed);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const reach = first.high[0] + 5 * Math.hypot(...first.low.map((x, i) => first.high[i] - x));
    await page.waitForFunction((x) => window.abut.positionOf("block")[0] > x, reach);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    const { low, high } = await page.evaluate(() => window.abut.framed);
    const [x] = await page.evaluate(() => window.abut.positionOf("block"));
    check(low[0] === first.low[0] && low[1] === first.low[1] && high[1] === first.high[1], "sides that nothing passed stay");
    check(high[0] >= x && high[0] < first.high[0] + 1.26 * (x - first.high[0]), `from ${first.high[0]} to ${high[0]}, the block at ${x}`);
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.waitForFunction((wide) => window.abut.framed.high[0] === wide, first.high[0]);
    await close(page);
    await end(child);
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
    // changes are of the run before; the list comes after the frame
    await page.waitForFunction(() => window.abut.frameTime === 0 && !document.querySelector(".changes li"));
    check((await number.inputValue()) === "-1.62", "the value stays");
    await page.getByLabel("speed of replay").selectOption("0.1"); // so that a busy machine is in time to pause
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

await test("the values that matter come first, the rest is found by words, and a change can be taken back", async () => {
    const { address, child } = await serve("models/gripper.yaml");
    const page = await open(address);
    await page.locator(".leading").waitFor();
    const shown = () => page.locator("[data-path]:visible").evaluateAll((fields) => fields.map((field) => field.dataset.path));
    const leading = await shown();
    check(leading.join() === "pairs.0.sliding_friction,pairs.0.restitution,gravity.2,joints.0.z,simulation.tolerance", `first are ${leading}`);
    // a search finds also what is hidden; a switch shows what acts and nothing else
    const search = page.getByRole("searchbox", { name: "Find a value" });
    await search.fill("young's rubber");
    check((await shown()).slice(5).join() === "materials.rubber.youngs_modulus", `found ${(await shown()).slice(5)}`);
    check((await page.locator(".parameter:has([data-path='materials.rubber.youngs_modulus']) .prefixed").textContent()) === "10 MPa", "1e7 Pa is 10 MPa");
    await search.fill("");
    await page.getByLabel(/^all \d+ that act here$/).check();
    const acting = await shown();
    check(acting.includes("contacts.0.friction.stiffness_ratio") && acting.length > 15, `${acting.length} values act`);
    check(!acting.some((path) => /vertex_area|thickness_field|layer_depth|sliding_regularization|z_speed/.test(path)), "what does nothing here is not among them");
    const rolling = page.locator("[data-path='pairs.0.rolling_resistance']");
    check((await rolling.inputValue()) === "" && (await rolling.getAttribute("placeholder")) === "0", "a default is shown in the empty field");
    check((await page.locator(".parameter:has([data-path='gravity.2']) .unit").textContent()) === "m/s²", "a unit is beside the field");
    // the slider of friction ends at 1.5
    const slider = page.getByLabel("pair rubber, rubber sliding friction, slider");
    await slider.evaluate((input) => {
        input.value = "1";
        input.dispatchEvent(new Event("input"));
        input.dispatchEvent(new Event("change"));
    });
    const friction = page.locator("[data-path='pairs.0.sliding_friction']");
    await page.locator(".changes li").first().waitFor();
    check((await friction.inputValue()) === "1.5", "the slider ends at 1.5");
    check((await page.locator(".changes li").first().textContent()).includes("= 1.5 was 0.6"), "the change says what was before");
    const late = await open(address); // comes after the change, and does not know what was before
    await late.locator(".changes li").first().waitFor();
    check(!(await late.locator(".changes li").first().textContent()).includes("was"), "a page that came later says nothing wrong");
    await close(late);
    await page.getByRole("button", { name: "Undo pairs.0.sliding_friction = 1.5" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".changes li").length === 2);
    check((await friction.inputValue()) === "0.6", "and is taken back");
    await close(page);
    await end(child);
});

await test("a ball is thrown in: it hits what it was thrown at, is listed, repeats, and goes again", async () => {
    const model = slidingBlock("end_time: 600").replace("velocity: [2, 0, 0]", "velocity: [0, 0, 0]")
        + "contacts: [{between: [ground, block], normal: {law: elastic}, friction: {law: regularized}}]\n";
    writeFileSync(file("throw.yaml"), model);
    const record = file("throw.abut.db");
    const { address, child } = await serve(file("throw.yaml"), "-o", record);
    const page = await open(address);
    const names = () => page.evaluate(() => window.abut.names.join());
    for (let steps = 0; steps < 5; steps++) { // paused: the body is seen at once where it comes in
        const from = await frameTime(page);
        await page.getByRole("button", { name: "Step", exact: true }).click();
        await page.waitForFunction((t) => window.abut.frameTime > t, from);
    }
    const before = await page.evaluate(() => ({ seen: window.abut.seen("block"), time: window.abut.frameTime, at: window.abut.positionOf("block") }));
    await page.getByLabel("size of the new body in m").fill("0.08");
    await page.getByLabel("mass of the new body in kg").fill("0.5");
    await page.getByLabel("speed of the new body in m/s").fill("3");
    await page.getByLabel("from where").selectOption("left");
    const throwAt = async (name) => {
        const box = await page.locator(".canvas").boundingBox();
        const { x, y } = await page.evaluate((body) => window.abut.seen(body), name);
        await page.getByRole("button", { name: "Throw at …" }).click();
        await page.mouse.click(box.x + x, box.y + y);
    };
    await throwAt("block");
    await page.waitForFunction(() => window.abut?.names.includes("thrown_1") && window.abut.positionOf("thrown_1"));
    check((await names()) === "ground,block,thrown_1", `bodies are ${await names()}`);
    const after = await page.evaluate(() => ({ seen: window.abut.seen("block"), time: window.abut.frameTime, at: window.abut.positionOf("block") }));
    check(after.time === before.time && after.at.every((x, i) => x === before.at[i]), "the rest is where it was");
    check(Math.hypot(after.seen.x - before.seen.x, after.seen.y - before.seen.y) < 0.01, "seen from where it was");
    check(await page.getByRole("button", { name: "thrown_1", exact: true }).isVisible(), "it is in the list of bodies");
    const changes = async () => (await page.locator(".changes li").allTextContents()).join("; ");
    await page.locator(".changes li").first().waitFor();
    check((await changes()).includes("thrown_1 thrown in"), `changes: ${await changes()}`);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction((t) => window.abut.frameTime > t + 0.7, before.time);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    const { ball, block } = await page.evaluate(() => ({ ball: window.abut.positionOf("thrown_1"), block: window.abut.positionOf("block") }));
    check(Math.hypot(block[0] - before.at[0], block[1] - before.at[1]) > 1e-3, `the block was moved: ${block}`);
    check(ball[2] > 0.039, `the ball did not fall through the ground: ${ball}`);

    // at what stands there already there is no room; the page says so
    await page.evaluate(() => window.abut.tell({ do: "throw", shape: "box", size: 0.1, mass: 1, at: window.abut.positionOf("block"), velocity: [0, 0, 0] }));
    await page.locator(".status", { hasText: "thrown_2 would begin" }).waitFor();

    // back to before it came in: it is not there any more
    await scrub(page, 0.04);
    await page.getByRole("button", { name: "Back to here" }).click();
    await page.waitForFunction(() => window.abut?.names.length === 2 && Math.abs(window.abut.frameTime - 0.04) < 0.011);
    check((await page.locator(".changes li").count()) === 0, "nor among the changes");
    // and it can be thrown again, and lives through a way back to after it came in
    await page.getByLabel("size of the new body in m").fill("0.08");
    await page.getByLabel("from where").selectOption("above");
    await throwAt("block");
    await page.waitForFunction(() => window.abut?.names.length === 3 && window.abut.positionOf("thrown_1"));
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.5);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await scrub(page, 0.2);
    const seen = await page.evaluate(() => window.abut.positionOf("thrown_1"));
    await page.getByRole("button", { name: "Back to here" }).click();
    await page.waitForFunction(() => document.querySelector(".status")?.textContent.includes("paused") && Math.abs(Number(document.querySelector("input.scrub").max) - 0.2) < 0.03);
    await page.waitForFunction(() => window.abut?.names.length === 3);
    await scrub(page, 0.2);
    const again = await page.evaluate(() => window.abut.positionOf("thrown_1"));
    check(again.every((x, i) => x === seen[i]), `the same place to the bit: ${again} and ${seen}`);
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");
    run("repeat", record, "-o", file("throw_again.abut.db"));
    run("compare", record, file("throw_again.abut.db")); // throws when they differ
    check(series(record, "thrown_1.velocity.z")[0][1] === 0, "at rest before it came in");

    const reset = await serve(file("throw.yaml"));
    const other = await open(reset.address);
    await other.evaluate(() => window.abut.tell({ do: "throw", shape: "box", size: 0.1, mass: 1, at: [0, 0, 1], velocity: [0, 0, 0] }));
    await other.waitForFunction(() => window.abut?.names.length === 3);
    await other.getByRole("button", { name: "Reset", exact: true }).click();
    await other.waitForFunction(() => window.abut?.names.length === 2);
    await close(other);
    await end(reset.child);
});
