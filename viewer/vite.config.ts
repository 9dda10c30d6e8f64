// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds dist/view.html: the whole page, script and style inside, allowed by their fingerprints
// alone (Content-Security-Policy). The same file is served by `abut view` and carries the data of
// `abut export --html`.

import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

const fingerprint = (text: string) =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function onePage(): Plugin {
    return {
        name: "one-page",
        enforce: "post",
        generateBundle(_options, bundle) {
            const page = bundle["view.html"];
            let script = "";
            let style = "";
            for (const [name, file] of Object.entries(bundle)) {
                if (file.type === "chunk") {
                    script = file.code.trim().replaceAll("</script", "<\\/script");
                } else if (name.endsWith(".css")) {
                    style = String(file.source).trim();
                }
                if (name !== "view.html") {
                    delete bundle[name];
                }
            }
            if (page?.type !== "asset" || script === "" || style === "") {
                throw new Error("expected one page, one script and one style");
            }
            const policy =
                `default-src 'none'; script-src ${fingerprint(script)}; ` +
                `style-src ${fingerprint(style)}; img-src 'self' data: blob:; ` +
                `connect-src 'self' ws://localhost:* ws://127.0.0.1:*; base-uri 'none'; form-action 'none'`;
            page.source = String(page.source)
                .replace(/\s*<script type="module"[^>]*><\/script>/, "")
                .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
                .replace("<!-- policy -->", () =>
                    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
                .replace("<!-- style -->", () => `<style>${style}</style>`)
                .replace("<!-- script -->", () => `<script type="module">${script}</script>`);
        },
    };
}

export default defineConfig({
    base: "./",
    build: {
        target: "es2022",
        assetsInlineLimit: 1_000_000,
        cssCodeSplit: false,
        modulePreload: false,
        chunkSizeWarningLimit: 2000,
        rollupOptions: { input: "view.html" },
    },
    plugins: [onePage()],
});
