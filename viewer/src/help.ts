// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// help.ts - keys, and where what is seen is from.

import { h } from "./dom";
import type { Scene } from "./messages";

const keys: [string, string][] = [
    ["Space", "play, pause"],
    ["← →", "one frame back, on (Shift: ten)"],
    ["↑ ↓", "faster, slower"],
    ["Home End", "to the start, to the end"],
    ["N P", "next, previous event"],
    ["K", "keep this instant, or let it go"],
    [", .", "previous, next instant kept"],
    ["L", "play a part: from here, up to here, all again"],
    ["F", "see all"],
    ["0 1 2 3", "look from a corner, the front, the right, the top"],
    ["C", "points and forces of contacts on, off"],
    ["M", "measure between two picks"],
    ["D", "dark, light"],
    ["Shift-drag", "pull a body (live)"],
];

export function makeHelp(scene: Scene): HTMLDialogElement {
    const dialog = h("dialog", { "aria-label": "Keys and help" },
        h("h2", {}, "Keys"),
        h("dl", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])),
        h("p", { class: "fact" }, `${scene.model}, by ${scene.program}, ${scene.started}. Drag turns, right drag moves, the wheel zooms; click a body for its values.`),
        h("button", { type: "button", onclick: () => dialog.close() }, "Close"));
    return dialog;
}
