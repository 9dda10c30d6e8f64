// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// start_tests.mjs - `abut view` without a file: models to choose from.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { check, close, end, file, isTimed, near, open, ready, require, run, scrub, serveIn, test } from "./harness.mjs";

await test("models are listed and run on a click, and one can go back", async () => {
    mkdirSync(file("place/models/thumbnails"), { recursive: true });
    copyFileSync("models/hello.yaml", file("place/models/hello.yaml"));
    copyFileSync("models/thumbnails/hello.png", file("place/models/thumbnails/hello.png"));
    writeFileSync(file("place/models/wrong.yaml"), "abut: 1\ntitle: '<b>wrong</b>'\nbodies: 3\n");
    writeFileSync(file("place/models/notes.yaml"), "no: model\n");
    const { address, child } = await serveIn(file("place"));
    const page = await open(address, { bypassCSP: true });
    check((await page.locator(".cards li").count()) === 2, "two of the three files are models");
    check(await page.locator(".card img").evaluate((image) => image.complete && image.naturalWidth > 100), "a picture of the model");
    check((await page.locator(".card b").allTextContents()).join() === "A bouncing ball,<b>wrong</b>", "titles, and no markup from them");
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run());
    for (const fault of violations.filter(({ impact }) => impact === "serious" || impact === "critical")) {
        check(false, `${fault.id}: ${fault.help}`);
    }
    // a model that is wrong is said so, with the list
    await page.locator("[data-model='wrong.yaml']").click();
    await page.waitForFunction(() => document.querySelector(".start .fact")?.textContent.includes("cannot run"));
    await page.locator("[data-model='hello.yaml']").press("Enter"); // by keyboard too
    await page.waitForFunction(() => window.abut?.frameTime >= 0);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.05);
    await page.getByRole("button", { name: "Models", exact: true }).click();
    await page.locator(".cards li").first().waitFor();
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");
});

await test("models stand by theme, with what they take", async () => {
    const folder = file("themes/models");
    mkdirSync(folder, { recursive: true });
    for (const name of ["hello.yaml", "stack.yaml", "gripper.yaml", "themes.txt"]) {
        copyFileSync(`models/${name}`, `${folder}/${name}`);
    }
    copyFileSync("models/hello.yaml", `${folder}/mine.yaml`);
    writeFileSync(`${folder}/times.txt`, "# a comment\nhello.yaml 0.05 3\nstack.yaml 20 2\n");
    const { address, child } = await serveIn(file("themes"));
    const page = await open(address);
    check((await page.locator(".theme h2").allTextContents()).join() === "To begin with,Rest and stacks,More", "themes in their order");
    const filesOf = async (theme) => (await page.locator(`.theme:has(h2:text-is('${theme}')) .file`).allTextContents()).join("|");
    check((await filesOf("To begin with")) === "gripper.yaml|hello.yaml · 3 s, in real time", await filesOf("To begin with"));
    check((await filesOf("Rest and stacks")) === "stack.yaml · 2 s, about 10 times slower than real time", await filesOf("Rest and stacks"));
    check((await filesOf("More")) === "mine.yaml", await filesOf("More"));
    await close(page);
    await end(child);
});

await test("of a model slower than real time a record is shown first, then it is run", async () => {
    const folder = file("recorded/models");
    mkdirSync(folder, { recursive: true });
    copyFileSync("models/hello.yaml", `${folder}/hello.yaml`);
    copyFileSync("models/gripper.yaml", `${folder}/gripper.yaml`);
    writeFileSync(`${folder}/times.txt`, "hello.yaml 30 3\ngripper.yaml 0.1 3\n");
    for (const name of ["hello", "gripper"]) {
        run("run", `${folder}/${name}.yaml`, "-q", "-o", file(`recorded/${name}.abut.db`));
    }
    const { address, child } = await serveIn(file("recorded"));
    const page = await open(address);
    const said = await page.locator("[data-model='hello.yaml'] .file").textContent();
    check(said === "hello.yaml · 3 s, recorded: shown first, then run on a click", said);
    check((await page.locator("[data-model='gripper.yaml'] .file").textContent()).endsWith("in real time"), "fast models run at once");
    await page.locator("[data-model='hello.yaml']").click();
    await page.getByRole("button", { name: "Run live", exact: true }).waitFor();
    await page.waitForFunction(() => window.abut?.frameTime >= 0);
    await scrub(page, 2.5); // it is there already
    near(await page.evaluate(() => window.abut.frameTime), 2.5, 0.011, "any instant at once");
    await page.getByRole("button", { name: "Run live", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut?.frameTime > 0.05);
    await page.getByRole("button", { name: "Models", exact: true }).click();
    await page.locator("[data-model='hello.yaml']").click();
    await page.getByRole("button", { name: "Models", exact: true }).click(); // from the record too
    await page.locator(".cards li").first().waitFor();
    await close(page);
    check((await end(child)) === 0, "abut view ends in order");
});

await test("where there are no models the page says so", async () => {
    mkdirSync(file("nothing"), { recursive: true });
    const { address, child } = await serveIn(file("nothing"));
    const page = await open(address);
    await ready(page);
    const text = await page.locator(".start .fact").textContent();
    check(text.startsWith("There are no models here") || text.includes("share/abut/models"), text);
    await close(page);
    await end(child);
});

await test("a stranger finds in three clicks what force a finger needs so that the ball does not slip", async () => {
    mkdirSync(file("first/models"), { recursive: true });
    copyFileSync("models/gripper.yaml", file("first/models/gripper.yaml"));
    const { address, child } = await serveIn(file("first"));
    const page = await open(address);
    const begun = performance.now();
    await page.locator("[data-model='gripper.yaml']").click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Go on", exact: true }).waitFor(); // 3 s of the model
    // the coefficient of friction is the first value there
    const friction = Number(await page.locator(".leading [data-path$=sliding_friction]").inputValue());
    await page.getByRole("button", { name: "ball", exact: true }).click();
    const rows = page.locator("table[aria-label='forces on ball'] tr:has(th:text-is('contact with left')) td");
    const [x, , z] = (await rows.allTextContents()).map(Number);
    const seconds = (performance.now() - begun) / 1000;
    // half the weight is carried by each finger: 1100 kg/m3, a ball of 20 mm
    const half = 0.5 * 1100 * (4 / 3) * Math.PI * 0.02 ** 3 * 9.81;
    near(z, half, 1e-3 * half, "the friction at one finger");
    near(z / friction, half / 0.6, 1e-3 * half, "so it must press by 0.301 N");
    check(x > z / friction, `and presses by ${x} N: the ball does not slip`);
    check(!isTimed || seconds < 60, `found after ${seconds.toFixed(1)} s`);
    await close(page);
    await end(child);
});
