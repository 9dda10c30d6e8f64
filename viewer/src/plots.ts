// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plots.ts - series over time, tied to the player: a line at the present, a click jumps there,
// dragging zooms, a double click shows all again.

import uPlot from "uplot";
import { download, fileName, format, h, iconButton } from "./dom";
import type { SeriesData } from "./messages";
import type { Quantity } from "./quantities";
import type { Source } from "./source";

const icons = {
    close: "M6 6l12 12M18 6L6 18",
};

interface Plot {
    quantity: Quantity;
    data: SeriesData;
    other: SeriesData | null; // of the second run
    isDifference: boolean; // shown: this less that
    chart: uPlot;
    card: HTMLElement;
    value: HTMLElement;
}

/** Index of the last time not after `time`. */
function indexAt(times: Float64Array, time: number): number {
    let low = 0;
    for (let high = times.length; high - low > 1; ) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/** In between, on a straight line; NaN outside and beside values that are not there. */
function valueAt({ time, values }: SeriesData, at: number): number {
    if (time.length === 0 || at < time[0] - 1e-9 || at > time[time.length - 1] + 1e-9) {
        return NaN;
    }
    const i = indexAt(time, at);
    const length = i + 1 < time.length ? time[i + 1] - time[i] : 0;
    const share = length > 0 ? Math.max(0, Math.min(1, (at - time[i]) / length)) : 0;
    return share === 0 ? values[i] : (1 - share) * values[i] + share * values[i + 1];
}

/** What a chart draws: one run, both, or their difference, at the times of the first. */
function curvesOf(data: SeriesData, other: SeriesData | null, isDifference: boolean): uPlot.AlignedData {
    const given = (value: number) => (Number.isNaN(value) ? null : value);
    const times = Array.from(data.time);
    const mine = Array.from(data.values, given);
    if (other === null) {
        return [times, mine];
    }
    const theirs = times.map((time) => valueAt(other, time));
    return isDifference ? [times, theirs.map((value, i) => given(data.values[i] - value))] : [times, mine, theirs.map(given)];
}

export class Plots {
    readonly element = h("section", { class: "plots", "aria-label": "Plots", hidden: true });
    private readonly plots: Plot[] = [];
    private time = 0;

    constructor(private readonly source: Source, private readonly second: Source | null, private readonly jump: (time: number) => void) {
        new ResizeObserver(() => this.resize()).observe(this.element);
    }

    has(series: string): boolean {
        return this.plots.some((plot) => plot.quantity.series === series);
    }
    async toggle(quantity: Quantity): Promise<void> {
        const old = this.plots.find((plot) => plot.quantity.series === quantity.series);
        if (old) {
            this.remove(old);
            return;
        }
        const [data, other] = await Promise.all([
            this.source.series(quantity).catch(() => null),
            this.second?.series(quantity).catch(() => null) ?? null,
        ]);
        if (data !== null && !this.has(quantity.series)) {
            this.add(quantity, data, other);
        }
    }
    private add(quantity: Quantity, data: SeriesData, other: SeriesData | null): void {
        const value = h("output", { class: "value", "data-series": quantity.series });
        const box = h("div", { class: "chart" });
        const card = h("figure", { class: "plot", "aria-label": `Plot of ${quantity.series}` },
            h("figcaption", {},
                h("span", { class: "name", title: quantity.series }, quantity.series), value,
                h("span", { class: "tools" },
                    other ? h("button", {
                        type: "button", "aria-pressed": "false", "aria-label": `Difference of ${quantity.series}`, title: "this run less the second",
                        onclick: (event: MouseEvent) => {
                            plot.isDifference = !plot.isDifference;
                            (event.currentTarget as HTMLElement).setAttribute("aria-pressed", String(plot.isDifference));
                            this.restyle();
                            this.showValue(plot);
                        },
                    }, "difference") : null,
                    ...(["CSV", "SVG", "PNG"] as const).map((kind) =>
                        h("button", { type: "button", "aria-label": `Save ${quantity.series} as ${kind}`, onclick: () => this.save(plot, kind) }, kind)),
                    iconButton(`Close plot of ${quantity.series}`, icons.close, () => this.remove(plot)))),
            box);
        this.element.hidden = false;
        this.element.append(card);
        const plot: Plot = { quantity, data, other, isDifference: false, card, value, chart: this.chart(quantity, curvesOf(data, other, false), box) };
        this.plots.push(plot);
        this.resize();
        this.showValue(plot);
    }
    private chart(quantity: Quantity, curves: uPlot.AlignedData, box: HTMLElement): uPlot {
        const style = getComputedStyle(document.documentElement);
        const colour = (name: string) => style.getPropertyValue(name).trim();
        const axis = {
            stroke: colour("--soft"),
            grid: { stroke: colour("--line"), width: 1 },
            ticks: { stroke: colour("--line"), width: 1, size: 4 },
            font: "11px system-ui, sans-serif",
        };
        const chart = new uPlot({
            width: 320,
            height: 130,
            legend: { show: false },
            cursor: { drag: { x: true, y: false, dist: 6 }, points: { size: 5 } },
            scales: { x: { time: false } },
            axes: [
                { ...axis, size: 26, values: (_u, splits) => splits.map((v) => `${format(v)}`) },
                { ...axis, size: 62, values: (_u, splits) => splits.map((v) => format(v)), label: quantity.unit, labelSize: 14, labelFont: "11px system-ui, sans-serif" },
            ],
            series: [
                {}, { stroke: colour("--accent"), width: 1.5, spanGaps: false, points: { show: false } },
                ...(curves.length > 2 ? [{ stroke: colour("--ghost"), width: 1.5, dash: [6, 4], spanGaps: false, points: { show: false } }] : []),
            ],
            hooks: { draw: [(u) => this.drawPresent(u)] },
        }, curves, box);
        let downAt = 0;
        chart.over.addEventListener("mousedown", (event) => (downAt = event.clientX));
        chart.over.addEventListener("click", (event) => {
            if (Math.abs(event.clientX - downAt) < 4) {
                const left = event.clientX - chart.over.getBoundingClientRect().left;
                this.jump(chart.posToVal(left, "x"));
            }
        });
        return chart;
    }
    private drawPresent(chart: uPlot): void {
        const x = Math.round(chart.valToPos(this.time, "x", true));
        const { ctx, bbox } = chart;
        if (x < bbox.left || x > bbox.left + bbox.width) {
            return;
        }
        ctx.save();
        ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--present");
        ctx.lineWidth = 1.5 * devicePixelRatio;
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
        ctx.restore();
    }

    setTime(time: number): void {
        this.time = time;
        for (const plot of this.plots) {
            plot.chart.redraw(false, false);
            this.showValue(plot);
        }
    }
    private showValue(plot: Plot): void {
        const { data, other, quantity } = plot;
        const at = data.values[indexAt(data.time, this.time + 1e-12)];
        const there = other ? valueAt(other, this.time) : NaN;
        const text = plot.isDifference ? format(at - there, 6) : other ? `${format(at, 6)} / ${format(there, 6)}` : format(at, 6);
        plot.value.textContent = `${text} ${quantity.unit}`;
    }
    /** Reads all series anew: a live run goes on. */
    async refresh(): Promise<void> {
        for (const plot of [...this.plots]) {
            plot.data = await this.source.series(plot.quantity);
            plot.chart.setData(curvesOf(plot.data, plot.other, plot.isDifference));
            this.showValue(plot);
        }
    }
    restyle(): void {
        for (const plot of this.plots) {
            const box = plot.card.querySelector<HTMLElement>(".chart");
            if (box) {
                plot.chart.destroy();
                plot.chart = this.chart(plot.quantity, curvesOf(plot.data, plot.other, plot.isDifference), box);
            }
        }
        this.resize();
    }
    private remove(plot: Plot): void {
        plot.chart.destroy();
        plot.card.remove();
        this.plots.splice(this.plots.indexOf(plot), 1);
        this.element.hidden = this.plots.length === 0;
        this.onChange();
    }
    onChange: () => void = () => {};
    private resize(): void {
        for (const { card, chart } of this.plots) {
            const box = card.querySelector<HTMLElement>(".chart");
            if (box && box.clientWidth > 0) {
                chart.setSize({ width: box.clientWidth, height: Math.max(90, box.clientHeight) });
            }
        }
    }

    // ---- exports ----

    private save(plot: Plot, kind: "CSV" | "SVG" | "PNG"): void {
        const name = fileName(plot.quantity.series);
        if (kind === "CSV") {
            const { data, other, quantity } = plot;
            const text = (value: number) => (Number.isNaN(value) ? "" : String(value));
            const rows = Array.from(data.time, (t, i) => {
                const there = other ? valueAt(other, t) : NaN;
                return `${t},${text(data.values[i])}${other ? `,${text(there)},${text(data.values[i] - there)}` : ""}`;
            });
            const title = `"${quantity.series.replaceAll('"', '""')} [${quantity.unit}]"`;
            const titles = other ? `${title},second run,difference` : title;
            download(`${name}.csv`, new Blob([`time [s],${titles}\r\n${rows.join("\r\n")}\r\n`], { type: "text/csv" }));
        } else if (kind === "SVG") {
            download(`${name}.svg`, new Blob([pictureOf(plot)], { type: "image/svg+xml" }));
        } else {
            plot.chart.ctx.canvas.toBlob((blob) => blob && download(`${name}.png`, blob));
        }
    }
}

/** A plot as SVG, its present zoom. */
function pictureOf({ chart, quantity }: Plot): string {
    const [width, height, left, right, top, bottom] = [720, 300, 80, 16, 34, 42];
    const { min: x0 = 0, max: x1 = 1 } = chart.scales.x;
    const { min: y0 = 0, max: y1 = 1 } = chart.scales.y;
    const x = (t: number) => left + ((t - x0) / (x1 - x0 || 1)) * (width - left - right);
    const y = (v: number) => height - bottom - ((v - y0) / (y1 - y0 || 1)) * (height - top - bottom);
    const safe = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
    const [times, ...curves] = chart.data;
    const pathOf = (values: ArrayLike<number | null | undefined>) => {
        let path = "";
        let isDown = false;
        for (let i = 0; i < times.length; i++) {
            const value = values[i];
            if (times[i] < x0 || times[i] > x1 || value === null || value === undefined) {
                isDown = false;
                continue;
            }
            path += `${isDown ? "L" : "M"}${x(times[i]).toFixed(2)} ${y(value).toFixed(2)}`;
            isDown = true;
        }
        return path;
    };
    const colours = ["#2563c9", "#d6336c"];
    const ticks = (low: number, high: number) => Array.from({ length: 6 }, (_, i) => low + (i * (high - low)) / 5);
    const grid = [
        ...ticks(x0, x1).map((t) => `<path d="M${x(t).toFixed(1)} ${top}V${height - bottom}" stroke="#ddd"/><text x="${x(t).toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${format(t)}</text>`),
        ...ticks(y0, y1).map((v) => `<path d="M${left} ${y(v).toFixed(1)}H${width - right}" stroke="#ddd"/><text x="${left - 6}" y="${(y(v) + 4).toFixed(1)}" text-anchor="end">${format(v)}</text>`),
    ].join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">` +
        `<rect width="100%" height="100%" fill="#fff"/>${grid}` +
        curves.map((values, i) => `<path d="${pathOf(values)}" fill="none" stroke="${colours[i]}" stroke-width="1.6"/>`).join("") +
        `<text x="${left}" y="20" font-weight="bold">${safe(quantity.series)} [${safe(quantity.unit)}]</text>` +
        `<text x="${width - right}" y="${height - 8}" text-anchor="end">time [s]</text></svg>`;
}
