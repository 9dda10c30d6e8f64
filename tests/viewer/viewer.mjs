// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// viewer.mjs ABUT WORK [GROUP...] - the page in a browser: replay, live and as a file of its own,
// against what the record says.
//
// Needs the packages of viewer/package.json (playwright-core, axe-core, gltf-validator) and
// Debian's Chromium. Prints a line per failed check and ends with "N passed, N failed".

import { existsSync, rmSync } from "node:fs";
import { browser, failures, passed, servers, work } from "./harness.mjs";

const groups = ["size", "replay", "plot", "picture", "surface", "regions", "contact", "compare", "start", "live", "live_again", "phone",
    "guard", "export"];
const wanted = process.argv.slice(4);
for (const name of wanted.length > 0 ? wanted : groups) {
    await import(`./${name}_tests.mjs`);
}

await browser.close();
for (const server of servers) {
    server.kill("SIGKILL");
}
console.log(`${passed} passed, ${new Set(failures.map((text) => text.split(":")[0])).size} failed`);
if (existsSync(work) && failures.length === 0) {
    rmSync(work, { recursive: true });
}
process.exit(failures.length > 0 ? 1 : 0);
