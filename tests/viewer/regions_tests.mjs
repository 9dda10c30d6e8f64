// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regions_tests.mjs - outlines of regions of contacts and their table, loads of limits and ropes.

import { readFileSync } from "node:fs";
import { check, close, end, file, near, open, require, run, scrub, serve, series, test } from "./harness.mjs";

const record = file("punch.abut.db");
run("run", "tests/verify/artisynth/regions_punch.yaml", "-q", "--set", "simulation.end_time=1", "-o", record);

/** Rows of the export at a time, by the names in its header without units. */
function regionsAt(time) {
    const [head, ...rows] = run("export", record, "--regions", "-o", "-").trim().split(/\r?\n/).map((row) => row.split(","));
    const names = head.map((name) => name.replace(/ \[.*/, ""));
    return rows.filter(([t]) => Math.abs(Number(t) - time) < 1e-9)
        .map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])));
}
/** What stands in a cell of the regions, with three digits. */
async function told(page, row) {
    const cell = (name) => page.locator(`table[aria-label=regions] td[data-name='${name}']`).first().textContent();
    near(Number(await cell("area")), 1e6 * row.area, 6e-3 * 1e6 * row.area, "area");
    near(Number(await cell("depth")), 1e3 * row.depth, 6e-3 * 1e3 * row.depth, "depth");
    near(Number(await cell("normal")), row.normal_force, 6e-3 * row.normal_force, "normal force");
}
/** Pixels of the colour of outlines: more blue than red by far, and green between. */
const outlined = (page) => page.evaluate(() => {
    const { width, height } = document.querySelector(".canvas").getBoundingClientRect();
    const pixels = window.abut.pixels(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
        count += pixels[i] < 60 && pixels[i + 1] > 140 && pixels[i + 2] > 170 ? 1 : 0;
    }
    return count;
});

for (const kind of ["served", "file"]) {
    await test(`outlines and areas of regions are shown, ${kind}`, async () => {
        const [row] = regionsAt(0.5);
        check(Number(row.area) > 0.9, "the punch stands on its plate");
        let child = null;
        let address;
        if (kind === "served") {
            ({ address, child } = await serve(record));
        } else {
            run("export", record, "--html", "-o", file("punch"));
            address = `file://${file("punch.html")}`;
        }
        const page = await open(`${address}#forces=off`, child ? {} : { offline: true });
        await scrub(page, 0.5);
        await page.getByRole("tab", { name: "Contacts" }).click();
        await told(page, row);
        check((await page.locator("table[aria-label=regions] tbody tr").count()) === 1, "one region");
        const seen = await outlined(page);
        check(seen > 100, `${seen} pixels of an outline`);
        const box = page.getByRole("checkbox", { name: "outlines of regions" });
        await box.uncheck();
        check((await outlined(page)) === 0, "an outline stays after it was switched off");
        await box.check();
        await page.locator("table[aria-label=regions] button").first().click();
        check((await page.locator("tr", { has: page.getByRole("button", { name: "regions", exact: true }) }).locator("td").first().textContent()) === "1",
            "the number of regions among the values of the pair");
        await close(page);
        if (child) {
            await end(child);
        }
    });
}

await test("axe finds no serious fault beside the table of regions", async () => {
    const page = await open(`file://${file("punch.html")}#t=0.5`, { offline: true, bypassCSP: true });
    await page.getByRole("tab", { name: "Contacts" }).click();
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run());
    for (const fault of violations.filter(({ impact }) => impact === "serious" || impact === "critical")) {
        check(false, `${fault.id}: ${fault.help}: ${fault.nodes[0]?.html.slice(0, 120)}`);
    }
    await close(page);
});

await test("without regions nothing of them is shown", async () => {
    run("run", "models/end_stops.yaml", "-q", "-o", file("stops.abut.db"));
    run("export", file("stops.abut.db"), "--html", "-o", file("stops"));
    const page = await open(`file://${file("stops.html")}`, { offline: true });
    check(await page.getByRole("checkbox", { name: "outlines of regions" }).isHidden(), "no switch");
    await page.getByRole("tab", { name: "Contacts" }).click();
    check(await page.locator("table[aria-label=regions]").isHidden(), "no table");
    await close(page);
});

await test("limits and ropes have values, plots and names", async () => {
    const stops = file("stops.abut.db");
    const { address, child } = await serve(stops);
    const page = await open(address);
    await scrub(page, 3.9);
    await page.getByRole("tab", { name: "Values" }).click();
    const shown = async (body, section, label) => {
        await page.locator(".tree button.name", { hasText: body }).click();
        const table = page.locator(".details section", { has: page.locator("h3", { hasText: section }) });
        const row = table.locator("tr", { has: page.getByRole("button", { name: label, exact: true }) });
        await row.getByRole("button").click();
        return Number(await row.locator("td").first().textContent());
    };
    const at = (name) => series(stops, name).find(([t]) => Math.abs(t - 3.9) < 1e-9)[1];
    for (const [body, section, label, name] of [
        ["lever", "hinge", "limit torque y", "joint(hinge).limit_torque.y"],
        ["ball", "rope", "size", "force(rope).size"],
    ]) {
        const wanted = at(name);
        check(Math.abs(wanted) > 1, `${name} carries something`);
        near(await shown(body, section, label), wanted, 1e-4 * Math.abs(wanted), name);
        await page.locator(`figure[aria-label="Plot of ${name}"]`).waitFor();
    }
    // the rope is drawn from its hook to the ball
    const [hook, ball] = await page.evaluate(() => [window.abut.seen("hook"), window.abut.seen("ball")]);
    const middle = { x: 0.6 * hook.x + 0.4 * ball.x, y: 0.6 * hook.y + 0.4 * ball.y };
    const around = () => page.evaluate(({ x, y }) => window.abut.pixels(x - 3, y - 3, 7, 7).join(), middle);
    const withRope = await around();
    await page.getByRole("checkbox", { name: "springs and ropes" }).uncheck();
    check((await around()) !== withRope, "the rope is not seen");

    await page.getByRole("tab", { name: "Events" }).click();
    const texts = await page.locator(".events .what").allTextContents();
    check(texts.some((text) => text.includes("rope")) && texts.some((text) => text.includes("hinge (limit)")),
        `events name what hit: ${texts.slice(0, 3)}`);
    await close(page);
    await end(child);
});
