// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// formulas.js - draws the formulas of a page with KaTeX.

"use strict";

document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll(".math")) {
        const text = element.textContent.trim().replace(/^\\[([]/, "").replace(/\\[)\]]$/, "");
        katex.render(text, element, {displayMode: element.tagName === "DIV", throwOnError: false});
    }
});
