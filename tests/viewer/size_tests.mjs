// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// size_tests.mjs - how soon, how much memory, how many bodies.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import { gzipSync } from "node:zlib";
import { blank, check, close, end, file, isTimed, open, run, scrub, serve, test } from "./harness.mjs";

/** A model of so many balls in a square, each `step` from the next. */
function balls(name, count, step, simulation) {
    const side = Math.ceil(Math.sqrt(count));
    const bodies = Array.from({ length: count }, (_, i) =>
        `  b${i}: {position: [${step * (i % side)}, ${step * Math.floor(i / side)}, ${1 + (i % 7) / 7}], shapes: [{sphere: {radius: 0.3}, material: steel}]}`);
    writeFileSync(file(`${name}.yaml`), ["abut: 1", "gravity: [0, 0, -9.81]",
        "materials: {steel: {youngs_modulus: 2.1e9, poissons_ratio: 0.3, density: 7850}}",
        "pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]",
        "bodies:", "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}", ...bodies,
        `simulation: {${simulation}}`, ""].join("\n"));
    run("run", file(`${name}.yaml`), "-q", "-o", file(`${name}.abut.db`));
    return file(`${name}.abut.db`);
}

/** From the start of the command until the picture was on the screen, ms. */
async function firstPicture(record) {
    const page = await blank(); // as a browser that is open already
    const clock = Date.now();
    const { address, child, begun } = await serve(record);
    const started = performance.now() - begun;
    await page.goto(address);
    const mark = await page.waitForFunction(() => {
        const [entry] = performance.getEntriesByName("first picture");
        return entry && performance.timeOrigin + entry.startTime;
    });
    const shown = (await mark.jsonValue()) - clock;
    await close(page);
    await end(child);
    return { started, shown };
}

await test("a hundred bodies are seen within a second", async () => {
    const record = balls("hundred", 100, 1, "end_time: 0.2, output_interval: 0.01, tolerance: 1.0e-5");
    const load = os.loadavg()[0] / os.cpus().length;
    const times = [];
    // the best of a few, as others use the machine too; the browser draws without a GPU here
    for (let i = 0; i < 4 && !times.some(({ shown }) => shown < 1000); i++) {
        times.push(await firstPicture(record));
    }
    const least = Math.min(...times.map(({ shown }) => shown));
    console.log(`first picture of 100 bodies after ${times.map(({ shown }) => shown.toFixed(0)).join(", ")} ms, ` +
        `the server's part ${times.map(({ started }) => started.toFixed(0)).join(", ")} ms, load ${load.toFixed(1)} per core`);
    check(least < 1000 || !isTimed, `${least.toFixed(0)} ms`);
});

await test("the page is small", async () => {
    const size = gzipSync(readFileSync("viewer/dist/view.html"), { level: 9 }).length;
    console.log(`the page has ${(size / 1000).toFixed(0)} kB compressed`);
    check(size < 300_000, `${size} bytes compressed`);
});

await test("the size of a record does not matter", async () => {
    // frames copied by SQL, as they take long to compute
    const { execFileSync } = await import("node:child_process");
    const megabytes = Number(process.env.ABUT_MEGABYTES ?? 150);
    const record = balls("large", 100, 1, "end_time: 0.02, output_interval: 0.01, tolerance: 1.0e-4");
    const script = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("PRAGMA synchronous = OFF")
columns = [row[1] for row in db.execute("PRAGMA table_info(frames)")]
values = ", ".join(c if c not in ("idx", "time", "contacts") else {"idx": "n", "time": "0.01 * n", "contacts": "0"}[c] for c in columns)
size = db.execute("SELECT length(bodies) FROM frames WHERE idx = 1").fetchone()[0]
db.execute("WITH RECURSIVE k(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM k WHERE n < ?) "
           f"INSERT INTO frames SELECT {values} FROM k, frames WHERE idx = 1", (int(sys.argv[2]) * 1000000 // size,))
db.commit()
`;
    execFileSync("python3", ["-c", script, record, String(megabytes)]);
    const size = statSync(record).size;
    const { address, child } = await serve(record);
    const page = await open(address);
    const last = await page.evaluate(() => Number(document.querySelector("input.scrub").max));
    const begun = performance.now();
    await scrub(page, 0.6 * last);
    const passed = performance.now() - begun;
    await scrub(page, 0.1 * last);
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1000;
    console.log(`a record of ${(size / 1e6).toFixed(0)} MB: any frame after ${passed.toFixed(0)} ms, the server's memory ${peak.toFixed(0)} MB`);
    check(size > 0.9e6 * megabytes, "the record is too small for this test");
    check(peak < 60, `${peak} MB of memory`);
    await close(page);
    await end(child);
});

await test("ten thousand balls are drawn at once", async () => {
    const record = balls("many", 10000, 0.7, "end_time: 0.02, output_interval: 0.01, method: stepping, step: 0.01");
    const { address, child } = await serve(record);
    const page = await open(address);
    const drawn = await page.evaluate(() => [1, 2, 3].map(() => window.abut.drawn));
    const least = Math.min(...drawn.map(({ milliseconds }) => milliseconds));
    console.log(`10,000 balls: ${drawn[0].calls} calls, ${drawn[0].triangles} triangles, ${least.toFixed(0)} ms of the page per picture`);
    check(drawn[0].calls < 40, `${drawn[0].calls} calls to the GPU`);
    check(least < 100 || !isTimed, `${least} ms of the page per picture`);
    await close(page);
    await end(child);
});
