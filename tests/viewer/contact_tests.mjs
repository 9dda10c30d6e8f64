// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_tests.mjs - contacts of an instant: where, which way, on which body; all forces on a body.

import { check, close, end, file, near, open, run, saved, scrub, serve, test } from "./harness.mjs";

await test("contacts say where and on which body they act, and a body shows all its forces", async () => {
    const record = file("held.abut.db");
    run("run", "models/gripper.yaml", "-q", "-o", record);
    const { address, child } = await serve(record);
    const page = await open(address);
    await scrub(page, 2.5); // the ball hangs between the fingers
    await page.getByRole("tab", { name: "Contacts" }).click();
    const detail = await page.locator("table[aria-label=contacts] .contact-detail").first().textContent();
    check(/^at -?[\d.e-]+ -?[\d.e-]+ -?[\d.e-]+ mm, normal \(.+\), force on (ball|left|right) \(.+\) N$/.test(detail), detail);
    const { bytes } = await saved(page, () => page.getByRole("button", { name: "Save contacts as CSV" }).click());
    const [head, ...rows] = bytes.toString().trim().split("\r\n").map((row) => row.split(","));
    check(head.length === 17 && rows.length === 2 && rows.every((row) => row.length === 17), `${rows.length} contacts of ${head.length} columns`);
    // forces on the ball: from the table, whichever of both it is
    const onBall = [0, 0, 0];
    for (const row of rows) {
        const sign = row[1] === '"ball"' ? 1 : -1;
        [13, 14, 15].forEach((column, axis) => (onBall[axis] += sign * Number(row[column])));
    }
    const weight = 1100 * (4 / 3) * Math.PI * 0.02 ** 3 * 9.81;
    near(onBall[2], weight, 1e-3 * weight, "friction carries the ball");
    const sums = await page.locator("table[aria-label='sum on each body'] tr:has(th:text-is('ball')) td").allTextContents();
    check(sums[0] === "2", `${sums[0]} contacts`);
    near(Number(sums[3]), weight, 2e-3 * weight, "the same in the table");

    // the body by itself: weight and contacts in balance, arrows of what acts on it
    await page.getByRole("button", { name: "ball", exact: true }).click();
    const loads = await page.locator("table[aria-label='forces on ball'] tbody tr").evaluateAll((trs) => trs.map((tr) => [...tr.children].map((cell) => cell.textContent)));
    check(loads.map(([name]) => name).join() === "weight,contact with left,contact with right,sum", loads.map(([name]) => name).join());
    near(Number(loads[0][3]), -weight, 1e-3 * weight, "weight");
    check(Number(loads[1][1]) > 0 && Number(loads[2][1]) < 0, "the left finger pushes right, the right one left");
    near(Number(loads[3][4]), 0, 1e-3 * Number(loads[1][4]), "nothing is left");
    await page.waitForFunction(() => /weight.*on ball/.test(document.querySelector(".legend").textContent));
    await page.getByRole("button", { name: "left", exact: true }).click();
    const onLeft = await page.locator("table[aria-label='forces on left'] tr:has(th:text-is('contact with ball')) td").first().textContent();
    near(Number(onLeft), -Number(loads[1][1]), 1e-3 * Number(loads[1][1]), "and the ball pushes back");
    await close(page);
    await end(child);
});
