// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// start_tests.mjs - `abut view` without a file: models to choose from.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { check, close, end, file, open, ready, require, serveIn, test } from "./harness.mjs";

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
    await close(page, ["ERR_CONNECTION", "WebSocket"]);
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
