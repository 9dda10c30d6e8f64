// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compare_tests.mjs - two records in one picture.

import { check, close, end, file, near, open, run, saved, scrub, serve, series, test } from "./harness.mjs";

await test("a second run is a ghost at the same time, and plots show the difference", async () => {
    const [first, second] = ["one.abut.db", "two.abut.db"].map(file);
    run("run", "models/hello.yaml", "-q", "-o", first);
    run("run", "models/hello.yaml", "-q", "--set", "pairs.0.restitution=0.3", "--set", "simulation.output_interval=0.013", "-o", second);
    const { address, child } = await serve(first, second);
    const page = await open(address);
    await scrub(page, 1);
    await page.waitForFunction(() => window.abut.otherPositionOf("ball")?.[2] > 0);
    const rows = series(second, "ball.position.z");
    const index = rows.findLastIndex(([t]) => t <= 1 + 1e-9);
    await page.waitForFunction((z) => Math.abs(window.abut.otherPositionOf("ball")[2] - z) < 1e-6, rows[index][1]);

    // what differs: the values given, and where the runs part: at the first bounce
    const rowsOf = page.locator("table[aria-label='Values that differ'] tbody tr");
    check((await rowsOf.count()) === 1, `${await rowsOf.count()} values differ`);
    check((await rowsOf.first().getAttribute("data-path")) === "pairs.0.restitution", "the restitution");
    check((await rowsOf.first().locator("td").allTextContents()).join() === "0.7,0.3", "0.7 and 0.3");
    const parting = page.locator("ol[aria-label='What went another way first'] li button");
    await parting.first().waitFor();
    const when = Number.parseFloat(/from ([\d.]+) s/.exec(await parting.first().textContent())[1]);
    // the fall from 0.9 m takes sqrt(2 h / g); a thousandth of the scene is passed some frames later
    near(when, Math.sqrt(2 * 0.9 / 9.81), 0.03, "the ball parts at its first bounce");

    // the ghost is seen, and beside it the twin
    const changed = () => page.evaluate(() => window.abut.changed());
    const choose = (value) => page.getByLabel("second run", { exact: true }).selectOption(value);
    await page.evaluate(() => window.abut.keep());
    await choose("off");
    check((await changed()) > 50, "there is no ghost");
    await choose("ghost");
    check((await changed()) === 0, "the ghost does not come back");
    await choose("beside");
    check((await changed()) > 50, "there is no second run beside");

    // both curves, their values, and the difference
    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.getByRole("button", { name: "position z", exact: true }).click();
    const output = page.locator("output[data-series='ball.position.z']");
    await page.waitForFunction(() => document.querySelector("output.value")?.textContent.includes("/"));
    const mine = series(first, "ball.position.z").find(([t]) => Math.abs(t - 1) < 1e-6)[1];
    const [t0, z0] = rows[index];
    const [t1, z1] = rows[index + 1];
    const theirs = z0 + ((1 - t0) / (t1 - t0)) * (z1 - z0);
    const [a, b] = (await output.textContent()).split("/").map(Number.parseFloat);
    near(a, mine, 1e-5, "the first run's value");
    near(b, theirs, 1e-5, "the second run's value, between its frames");
    const csv = (await saved(page, () => page.getByRole("button", { name: "Save ball.position.z as CSV" }).click())).bytes.toString();
    check(csv.startsWith('time [s],"ball.position.z [m]",second run,difference'), "the table has both and the difference");
    await page.getByRole("button", { name: "Difference of ball.position.z" }).click();
    near(Number.parseFloat(await output.textContent()), mine - theirs, 1e-5, "the difference");
    await close(page);
    await end(child);
});
