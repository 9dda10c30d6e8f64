// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_tests.mjs - what the program and the page write: pages, glTF, pictures, films, tables.

import { check, close, file, near, open, require, run, saved, scrub, series, test } from "./harness.mjs";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";

await test("the file of its own needs no network, and names are no markup", async () => {
    const name = "<u>ball</u>"; // as much as a name of a body may hold
    const title = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
    const model = readFileSync("models/hello.yaml", "utf8")
        .replace('title: "A bouncing ball"', `title: "${title}"`)
        .replace("  ball:\n", `  "${name}":\n`)
        .replace("[ground, ball]", '["*", "*"]')
        .replace(/^outputs:.*$/m, "");
    writeFileSync(file("hostile.yaml"), model);
    run("run", file("hostile.yaml"), "-q", "-o", file("hostile.abut.db"));
    run("export", file("hostile.abut.db"), "--html", "-o", file("hostile"));
    const page = await open(`file://${file("hostile.html")}`, { offline: true });
    let alerts = 0;
    page.on("dialog", (dialog) => { alerts++; void dialog.dismiss(); });
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("tab", { name: "Events" }).click();
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "speed", exact: true }).first().click();
    check((await page.locator("img, u").count()) === 0 && alerts === 0, "a name became markup");
    check((await page.locator("h1").textContent()) === title, "the title is shown as it is");
    await scrub(page, 0.4);
    const speed = Number.parseFloat(await page.locator("output.value").first().textContent());
    near(speed, Math.hypot(0.5, 9.81 * 0.4), 1e-4, "speed in free fall");
    await close(page);
});

await test("glTF exports are valid and move", async () => {
    const validator = require("gltf-validator");
    for (const model of ["gripper", "hello", "tippe_top", "soft_cube"]) {
        run("run", `models/${model}.yaml`, "-q", "--set", "simulation.end_time=0.3", "-o", file("glb.abut.db"));
        run("export", file("glb.abut.db"), "--glb", "-o", file(model));
        const bytes = new Uint8Array(readFileSync(file(`${model}.glb`)));
        const report = await validator.validateBytes(bytes);
        check(report.issues.numErrors === 0, `${model}: ${JSON.stringify(report.issues.messages[0])}`);
        check(report.info.animationCount === 1 && report.info.drawCallCount > 0, `${model} has no animation`);
        check(report.info.hasMorphTargets === (model === "soft_cube"), `${model}: what deforms has morph targets`);
    }
});

// Two masses on x, at 0.5 m at rest, swing out by q as the body spins.
await test("glTF and VTK have flexible bodies as they deform", async () => {
    const masses = file("deformed.abut.db");
    run("run", "models/breathing_masses.yaml", "-q", "--set", "simulation.end_time=0.2", "-o", masses);
    const q = series(masses, "masses.q(1)").at(-1)[1];
    run("export", masses, "--glb", "--exaggerate", "3", "-o", file("deformed"));
    const bytes = readFileSync(file("deformed.glb"));
    const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
    const channel = json.animations[0].channels.find(({ target }) => target.path === "weights");
    const accessor = json.accessors[json.animations[0].samplers[channel.sampler].output];
    const at = 28 + bytes.readUInt32LE(12) + json.bufferViews[accessor.bufferView].byteOffset;
    near(bytes.readFloatLE(at + 4 * (accessor.count - 1)), 3 * q, 1e-6, "the last weight");
    const moved = json.accessors[json.meshes[0].primitives[0].targets[0].POSITION];
    near(moved.max[0], 1, 1e-6, "what the mode moves the surface by");

    run("export", masses, "--vtk", "--exaggerate", "3", "-o", file("deformed"));
    const last = readdirSync(file("deformed.vtk")).filter((name) => name.startsWith("bodies")).sort().at(-1);
    const points = Buffer.from(/Name="Points"[^>]*>([^<]*)</.exec(readFileSync(`${file("deformed.vtk")}/${last}`, "utf8"))[1], "base64");
    const size = (i) => Math.hypot(points.readDoubleLE(8 + 24 * i), points.readDoubleLE(16 + 24 * i), points.readDoubleLE(24 + 24 * i));
    const farthest = Math.max(...Array.from({ length: (points.length - 8) / 24 }, (_, i) => size(i)));
    near(farthest, 0.5 + 3 * q, 1e-9, "the farthest point of VTK");
});

await test("the page saves pictures, films, tables and plots", async () => {
    run("run", "models/hello.yaml", "-q", "--set", "simulation.end_time=0.6", "-o", file("save.abut.db"));
    run("export", file("save.abut.db"), "--html", "-o", file("save"));
    const page = await open(`file://${file("save.html")}`, { offline: true, acceptDownloads: true });
    const press = (name) => () => page.getByRole("button", { name, exact: true }).click();
    const size = await page.evaluate(() => { const { clientWidth, clientHeight } = document.querySelector(".canvas"); return [clientWidth, clientHeight]; });
    const png = (await saved(page, press("Save a picture (PNG)"))).bytes;
    check(png.subarray(1, 4).toString() === "PNG" && png.readUInt32BE(16) === 2 * size[0], `PNG, ${png.readUInt32BE(16)} pixels wide`);

    await page.getByLabel("speed of replay").selectOption("1");
    const gif = (await saved(page, press("Save a film (GIF)"))).bytes;
    check(gif.subarray(0, 6).toString() === "GIF89a", "GIF");
    const decoded = await page.evaluate(async (letters) => {
        const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
        const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
        await decoder.tracks.ready;
        await decoder.completed;
        const { frameCount } = decoder.tracks.selectedTrack;
        const images = await Promise.all([0, frameCount - 1].map(async (frameIndex) => {
            const { image } = await decoder.decode({ frameIndex });
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            image.close(); // else the browser complains when it happens to collect it
            return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
        }));
        return { frameCount, moved: images[0].filter((x, i) => Math.abs(x - images[1][i]) > 60).length };
    }, gif.toString("base64"));
    check(decoded.frameCount === 12 && decoded.moved > 50, `${decoded.frameCount} pictures, ${decoded.moved} values that changed from first to last`);

    const webm = (await saved(page, press("Save a film (WebM)"))).bytes;
    check(webm.readUInt32BE(0) === 0x1a45dfa3 && webm.length > 2000, `WebM, ${webm.length} bytes`);

    await page.getByRole("button", { name: "ball", exact: true }).click();
    await page.getByRole("button", { name: "position z", exact: true }).click();
    const csv = (await saved(page, press("Save ball.position.z as CSV"))).bytes.toString().trim().split("\r\n");
    const rows = series(file("save.abut.db"), "ball.position.z");
    check(csv.length === rows.length + 1 && csv[0] === 'time [s],"ball.position.z [m]"', `CSV, ${csv.length} lines`);
    near(Number(csv[21].split(",")[1]), rows[20][1], 1e-7, "a value of the table, in float32");
    const svg = (await saved(page, press("Save ball.position.z as SVG"))).bytes.toString();
    check(svg.startsWith("<svg") && await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("path[stroke='#2563c9']") !== null, svg), "SVG");
    const plot = (await saved(page, press("Save ball.position.z as PNG"))).bytes;
    check(plot.subarray(1, 4).toString() === "PNG", "PNG of a plot");
    await close(page);
});

await test("the gallery opens from disk without a network, each file below 5 MB", async () => {
    const files = readdirSync("docs/gallery").filter((name) => name.endsWith(".html"));
    check(files.length >= 3, `there are ${files.length} files`);
    for (const name of files) {
        check(statSync(`docs/gallery/${name}`).size < 5e6, `${name} is too large`);
        const page = await open(`file://${process.cwd()}/docs/gallery/${name}`, { offline: true });
        const before = await page.evaluate(() => window.abut.frameTime);
        check(before > 0, `${name} opens at the time it is meant to`);
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((t) => window.abut.frameTime > t, before);
        if (name.includes("pressure")) {
            check((await page.evaluate(() => window.abut.mapped)).count > 0, `${name} shows no pressure`);
        }
        await close(page);
    }
});
