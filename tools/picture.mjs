// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// picture.mjs ADDRESS FILE [NAME;NAME...] [WIDTHxHEIGHT] - the page of the viewer as a picture with
// two pixels for one, made smaller afterwards, after pressing the tabs, buttons and switches named.

import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");
const [address, file, names = "", size = "1280x720"] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);

const browser = await chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: Number(process.env.ABUT_PIXELS ?? 2) });
await page.goto(`${address}${address.includes("#") ? "&" : "#"}fine`);
await page.waitForFunction(() => window.abut?.frameTime >= 0 || document.querySelector(".cards li, [role=alert]"));
for (const name of names.split(";").filter((text) => text !== "")) {
    const kinds = ["tab", "button", "checkbox"].map((role) => page.getByRole(role, { name, exact: true }).first());
    for (const element of kinds) {
        if ((await element.count()) > 0) {
            await element.click();
            break;
        }
    }
}
await page.mouse.move(0.47 * width, 0.42 * height);
await page.waitForTimeout(1500);
await page.screenshot({ path: file });
await browser.close();
