// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// picture.mjs ADDRESS FILE [NAME;NAME...] - the page of the viewer as a picture, after pressing the
// tabs and buttons named.

import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.resolve("viewer/package.json"));
const { chromium } = require("playwright-core");
const [address, file, names = ""] = process.argv.slice(2);

const browser = await chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.goto(address);
await page.waitForFunction(() => window.abut?.frameTime >= 0);
for (const name of names.split(";").filter((text) => text !== "")) {
    const tab = page.getByRole("tab", { name, exact: true });
    const button = page.getByRole("button", { name, exact: true });
    await ((await tab.count()) > 0 ? tab : button.first()).click();
}
await page.mouse.move(600, 300);
await page.waitForTimeout(1000);
await page.screenshot({ path: file });
await browser.close();
