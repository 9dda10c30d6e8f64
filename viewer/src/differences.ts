// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// differences.ts - two runs: which values their models were given otherwise, and which body went
// another way first.

import { format, h } from "./dom";
import type { SeriesData } from "./messages";
import { bodyQuantities } from "./quantities";
import type { Source } from "./source";

const mostBodies = 60;
const mostShown = 5;
/** Bodies this far apart, as part of the scene, are seen to go different ways. */
const apart = 1e-3;

interface Parting {
    name: string;
    time: number; // s
}

/** The first time at which two paths (x, y, z over time each) are further apart than `limit`; NaN: never. */
export function partingTime(one: SeriesData[], other: SeriesData[], limit: number): number {
    const times = one[0].time;
    const last = other[0].time.length - 1;
    let j = 0;
    for (let i = 0; i < times.length && times[i] <= other[0].time[last]; i++) {
        while (j < last && other[0].time[j + 1] <= times[i]) {
            j++;
        }
        const next = Math.min(j + 1, last);
        const length = other[0].time[next] - other[0].time[j];
        const share = length > 0 ? (times[i] - other[0].time[j]) / length : 0;
        const distance = Math.hypot(...one.map(({ values }, k) =>
            values[i] - ((1 - share) * other[k].values[j] + share * other[k].values[next])));
        if (distance > limit) {
            return times[i];
        }
    }
    return NaN;
}

export class DifferencePanel {
    readonly element = h("div", { class: "differences scroll", role: "region", tabindex: "0", "aria-label": "What differs" });
    private readonly results = h("ol", { class: "rows-plain", "aria-label": "What went another way first" }, h("li", {}, "…"));

    constructor(private readonly first: Source, private readonly second: Source, private readonly jump: (time: number, body: number) => void) {
        const { values, same_text: isSame } = first.differences ?? { values: [], same_text: true };
        this.element.append(
            h("p", { class: "fact" }, `${first.scene.record} and ${second.scene.record}`),
            h("h3", {}, "values"),
            values.length > 0
                ? h("table", { "aria-label": "Values that differ" },
                    h("thead", {}, h("tr", {}, ...["value", "first", "second"].map((name) => h("th", { scope: "col" }, name)))),
                    h("tbody", {}, ...values.map(({ path, group, label, unit, first: one, second: other }) =>
                        h("tr", { "data-path": path, title: path }, h("th", { scope: "row" }, `${group}: ${label}`, h("small", {}, unit === "-" ? "" : ` ${unit}`)),
                            h("td", {}, one || "–"), h("td", {}, other || "–")))))
                : h("p", { class: "empty" }, isSame ? "No value of the models differs." : "The files of the models differ, but in no value that can be set in a run."),
            values.length > 0 && !isSame ? h("p", { class: "hint" }, "The files of the models differ; what cannot be set in a run is not compared.") : "",
            h("h3", {}, "results"), this.results);
        void this.look();
    }
    private async look(): Promise<void> {
        const { scene } = this.first;
        const limit = apart * Math.hypot(...scene.high.map((high, i) => high - scene.low[i]));
        const partings: (Parting & { body: number })[] = [];
        const moving = scene.bodies.flatMap(({ mobility }, b) => (mobility === "fixed" ? [] : [b])).slice(0, mostBodies);
        for (const body of moving) {
            const { name } = scene.bodies[body];
            const there = this.second.scene.bodies.findIndex((info) => info.name === name);
            if (there >= 0) {
                const pathOf = (source: Source, b: number) => Promise.all(bodyQuantities(source.scene, b).slice(0, 3).map((q) => source.series(q)));
                const time = partingTime(await pathOf(this.first, body), await pathOf(this.second, there), limit);
                partings.push({ name, time, body });
            }
        }
        const found = partings.filter(({ time }) => !Number.isNaN(time)).sort((a, b) => a.time - b.time);
        const size = `${format(limit, 2)} m`;
        this.results.replaceChildren(...found.slice(0, mostShown).map(({ name, time, body }) =>
            h("li", {}, h("button", { type: "button", class: "link", onclick: () => this.jump(time, body) }, h("b", {}, name), ` from ${format(time, 5)} s on`))));
        this.results.append(h("li", { class: "note" }, found.length === 0
            ? `No body is ever ${size} from where it is in the second run.`
            : `further apart than ${size}, a thousandth of the scene${found.length > mostShown ? `; ${found.length - mostShown} more later` : ""}`));
    }
}
