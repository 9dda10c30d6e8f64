// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_tests.mjs - several series in a plot, one over another, marks of events.

import { check, close, end, file, near, open, run, saved, scrub, serve, series, test } from "./harness.mjs";

await test("a plot takes several series, draws one over another, and marks what happened", async () => {
    const record = file("plots.abut.db");
    run("run", "models/hello.yaml", "-q", "-o", record);
    const { address, child } = await serve(record);
    const page = await open(address);
    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.getByRole("button", { name: "position z", exact: true }).click();
    await page.getByRole("button", { name: "Add to the plot of ball.position.z" }).click();
    await page.getByRole("button", { name: "velocity z", exact: true }).click();
    await page.locator("output[data-series='ball.velocity.z']").waitFor();
    check((await page.locator(".plot").count()) === 1, "both are in one plot");
    const told = await page.evaluate(() => window.abut.told.filter(({ body_a, body_b }) => body_a || body_b).length);
    check(told > 3, `${told} events`);
    await page.waitForFunction((count) => Number(document.querySelector(".plot").dataset.events) === count, told);
    // a third unit has no axis there
    await page.getByRole("button", { name: "angular speed", exact: true }).click();
    await page.locator(".plot").nth(1).waitFor();

    await scrub(page, 0.3);
    const [z, v] = ["position.z", "velocity.z"].map((name) => series(record, `ball.${name}`));
    const value = async (name) => Number.parseFloat(await page.locator(`output[data-series='ball.${name}']`).textContent());
    const now = await page.evaluate(() => window.abut.frameTime);
    const at = (rows) => rows.find(([t]) => Math.abs(t - now) < 1e-9)[1];
    near(await value("position.z"), at(z), 1e-5, "height");
    near(await value("velocity.z"), at(v), 1e-4, "velocity");
    const table = (await saved(page, () => page.getByRole("button", { name: "Save ball.position.z as CSV" }).click())).bytes.toString().split("\r\n");
    check(table[0] === 'time [s],"ball.position.z [m]","ball.velocity.z [m/s]"', table[0]);
    near(Number(table[31].split(",")[2]), v[30][1], 1e-12, "the table has both");

    // the plane of both: the dot is where height and velocity say
    await page.getByLabel("ball.position.z over").selectOption({ label: "over ball.position.z" });
    const phase = page.locator("canvas.phase");
    check((await phase.getAttribute("aria-label")) === "ball.velocity.z over ball.position.z", "velocity over height");
    const dot = () => phase.evaluate((canvas) => {
        const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let [x, y, count] = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) {
            if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] < 100 && data[i + 3] > 200) {
                x += (i / 4) % width;
                y += Math.floor(i / 4 / width);
                count++;
            }
        }
        return { x: x / count, y: y / count, count };
    });
    const first = await dot();
    await scrub(page, 0);
    const second = await dot();
    check(second.count > 20 && second.x > first.x + 20 && second.y < first.y - 20, `at the start higher and not yet falling: ${JSON.stringify([first, second])}`);
    const svg = (await saved(page, () => page.getByRole("button", { name: "Save ball.position.z as SVG" }).click())).bytes.toString();
    check(svg.includes(">ball.velocity.z [m/s]<") && svg.includes(">ball.position.z [m]<"), "the picture names both axes");

    // rounding alone is a line at zero, not a mountain range
    await page.getByRole("button", { name: "Add to the plot of ball.position.z" }).click(); // no more
    await page.getByRole("button", { name: "position y", exact: true }).click();
    await page.locator("output[data-series='ball.position.y']").waitFor();
    const flat = (await saved(page, () => page.getByRole("button", { name: "Save ball.position.y as SVG" }).click())).bytes.toString();
    check(flat.includes(">-1<") && flat.includes(">1<") && !/>[^<]*e-1\d</.test(flat), "an axis without noise");
    await close(page);
    await end(child);
});
