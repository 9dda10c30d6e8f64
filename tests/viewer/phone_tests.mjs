// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// phone_tests.mjs - the page at 390 pixels: nothing is cut, nothing wraps that should not.

import { check, close, end, open, scrub, serve, test } from "./harness.mjs";

await test("at 390 pixels buttons are one line each and names of series are whole", async () => {
    const { address, child } = await serve("models/gripper.yaml");
    const page = await open(address, { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 0.3);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await scrub(page, 0.1);
    const heightOf = async (name) => (await page.getByRole("button", { name, exact: true }).boundingBox()).height;
    check((await heightOf("Back to here")) < 1.05 * (await heightOf("Step")), "Back to here is one line");
    const bar = await page.locator(".live .status").evaluate((one) => one.scrollWidth - one.clientWidth);
    check(bar <= 0, `${bar} pixels of the words of the bar are cut`);

    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.locator("button", { hasText: "angular velocity x" }).first().click();
    await page.getByRole("button", { name: "Add to the plot of ball.angular_velocity.x" }).click();
    await page.getByRole("button", { name: "angular velocity y", exact: true }).click();
    await page.locator("output[data-series='ball.angular_velocity.y']").waitFor();
    const cut = await page.locator(".plot .name").evaluateAll((names) => names.map((one) => one.scrollWidth - one.clientWidth));
    check(cut.length === 2 && cut.every((pixels) => pixels <= 0), `${cut} pixels of the names are cut`);
    const tall = await page.locator(".plot .chart").first().evaluate((box) => box.clientHeight);
    check(tall > 120, `the plot has ${tall} pixels for its curves`);
    check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "the page is not wider than the screen");
    await close(page);
    await end(child);
});
