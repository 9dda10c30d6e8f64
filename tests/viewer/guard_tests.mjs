// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// guard_tests.mjs - a run goes on at its speed whatever others do to the server. What the server refuses
// is in apps/abut/view/server_test.c.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { check, close, end, file, open, serve, test } from "./harness.mjs";

/** Time simulated, as the record has it, and processor time of the thread that computes: of all but the
 *  first, the busiest; s. */
function progress(record, pid) {
    const script = `import glob, sqlite3, sys
time = sqlite3.connect(sys.argv[1]).execute("SELECT time FROM frames ORDER BY idx DESC LIMIT 1").fetchone()[0]
cost = max(int(open(path).read().split()[0]) for path in glob.glob(f"/proc/{sys.argv[2]}/task/*/schedstat") if f"task/{sys.argv[2]}/" not in path)
print(time, 1e-9 * cost)`;
    const [time, cost] = execFileSync("python3", ["-c", script, record, String(pid)], { encoding: "utf8" }).split(" ").map(Number);
    return { time, cost };
}

await test("200 silent sockets and a reader that does not read cost a run nothing", async () => {
    writeFileSync(file("fast.yaml"), readFileSync("models/hello.yaml", "utf8")
        .replace(/restitution: [\d.]+/, "restitution: 1").replace(/end_time: \d+/, "end_time: 1.0e+6").replace(/output_interval: [\d.]+/, "output_interval: 0.1"));
    const { address, child } = await serve(file("fast.yaml"), "-o", file("fast.abut.db"));
    const page = await open(address);
    await page.evaluate(() => window.abut.tell({ do: "speed", value: 0 }));
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.abut.frameTime > 1);
    await close(page); // drawing would take the processor from the run
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const { port, searchParams, host } = new URL(address);
    /** Simulated seconds by seconds of the computing thread. */
    const speed = async () => {
        const before = progress(file("fast.abut.db"), child.pid);
        await pause(1200);
        const after = progress(file("fast.abut.db"), child.pid);
        return (after.time - before.time) / (after.cost - before.cost);
    };
    let ratio = 0;
    // again where it looks slower: noise changes, a cost would stay
    for (let attempt = 0; attempt < 10 && ratio < 0.9; attempt++) {
        const alone = [];
        const crowded = [];
        for (let round = 0; round < 2; round++) {
            alone.push(await speed());
            const sockets = Array.from({ length: 200 }, () => net.connect(Number(port), "127.0.0.1").on("error", () => {}));
            const lazy = net.connect(Number(port), "127.0.0.1").on("error", () => {});
            lazy.write(`GET /socket?token=${searchParams.get("token")} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            lazy.pause();
            await pause(200);
            crowded.push(await speed());
            [...sockets, lazy].forEach((socket) => socket.destroy());
            await pause(200);
        }
        const now = (crowded[0] + crowded[1]) / (alone[0] + alone[1]);
        console.log(`simulated by computing time: alone ${alone.map((x) => x.toFixed(1)).join(", ")}, crowded ${crowded.map((x) => x.toFixed(1)).join(", ")}, ratio ${now.toFixed(2)}`);
        ratio = Math.max(ratio, now);
    }
    check(ratio > 0.75, `the run is slower by ${(1 / ratio).toFixed(2)} with 200 sockets`);
    await end(child);
});
