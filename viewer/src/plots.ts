// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plots.ts - series over time or over each other, tied to the player: a line at the present, a click
// jumps there, dragging zooms, a double click shows all again. A plot has one axis for each of at most
// two units.

import uPlot from "uplot";
import { download, fileName, format, h, iconButton } from "./dom";
import type { EventInfo, SeriesData } from "./messages";
import { bounds, Phase } from "./phase";
import type { Quantity } from "./quantities";
import type { Source } from "./source";
import { eventColours } from "./timeline";

const icons = {
    close: "M6 6l12 12M18 6L6 18",
};

interface Curve {
    quantity: Quantity;
    data: SeriesData;
    other: SeriesData | null; // of the second run
    value: HTMLElement;
}

interface Plot {
    curves: Curve[]; // one or more
    isDifference: boolean; // shown: this less that
    over: number; // -1 time, else the curve the others are drawn over
    chart: uPlot | null; // over time
    phase: Phase | null;
    card: HTMLElement;
    names: HTMLElement;
    chooser: HTMLSelectElement;
    box: HTMLElement;
}

const curveColours = ["--accent", "--curve-2", "--curve-3", "--curve-4", "--curve-5"];
const mostCurves = curveColours.length;
const mostEvents = 400; // marks in a plot
const mostNames = 14; // of events in sight

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

/** What a chart draws: of every curve one run, both, or their difference, at the times of the first. */
function linesOf({ curves, isDifference }: Plot): uPlot.AlignedData {
    const given = (value: number) => (Number.isNaN(value) ? null : value);
    const [{ data: first }] = curves;
    const times = Array.from(first.time);
    const lines = curves.flatMap(({ data, other }) => {
        const isSame = data.time.length === first.time.length;
        const mine = isSame ? Array.from(data.values) : times.map((time) => valueAt(data, time));
        if (other === null) {
            return [mine.map(given)];
        }
        const theirs = times.map((time) => valueAt(other, time));
        return isDifference ? [theirs.map((value, i) => given(mine[i] - value))] : [mine.map(given), theirs.map(given)];
    });
    return [times, ...lines];
}
const unitsOf = ({ curves }: Plot) => [...new Set(curves.map(({ quantity }) => quantity.unit))];
const nameOf = ({ curves }: Plot) => curves.map(({ quantity }) => quantity.series).join(", ");

export class Plots {
    readonly element = h("section", { class: "plots", "aria-label": "Plots", hidden: true });
    private readonly plots: Plot[] = [];
    private time = 0;
    private target: Plot | null = null; // that takes the next series

    constructor(private readonly source: Source, private readonly second: Source | null, private readonly jump: (time: number) => void) {
        new ResizeObserver(() => this.resize()).observe(this.element);
    }

    get all(): Quantity[] {
        return this.plots.flatMap(({ curves }) => curves.map(({ quantity }) => quantity));
    }
    has(series: string): boolean {
        return this.plots.some(({ curves }) => curves.some(({ quantity }) => quantity.series === series));
    }
    async toggle(quantity: Quantity): Promise<void> {
        const old = this.plots.find(({ curves }) => curves.some((curve) => curve.quantity.series === quantity.series));
        if (old) {
            this.drop(old, quantity.series);
            return;
        }
        const [data, other] = await Promise.all([
            this.source.series(quantity).catch(() => null),
            this.second?.series(quantity).catch(() => null) ?? null,
        ]);
        if (data === null || this.has(quantity.series)) {
            return;
        }
        const curve = { quantity, data, other, value: h("output", { class: "value", "data-series": quantity.series }) };
        const { target } = this;
        const fits = target !== null && target.curves.length < mostCurves && new Set([...unitsOf(target), quantity.unit]).size <= 2;
        if (fits) {
            target.curves.push(curve);
            this.rebuild(target);
        } else {
            this.add(curve);
        }
    }
    private add(curve: Curve): void {
        const names = h("span", { class: "names" });
        const over = h("select", { "aria-label": `${curve.quantity.series} over`, onchange: () => { plot.over = Number(over.value); this.rebuild(plot); } });
        const box = h("div", { class: "chart" });
        const { series } = curve.quantity;
        const card = h("figure", { class: "plot", "aria-label": `Plot of ${series}` },
            h("figcaption", {}, names,
                h("span", { class: "tools" },
                    h("button", {
                        type: "button", class: "adds", "aria-pressed": "false", "aria-label": `Add to the plot of ${series}`, title: "What is clicked next comes into this plot",
                        onclick: () => this.aim(this.target === plot ? null : plot),
                    }, "add"), over,
                    curve.other ? h("button", {
                        type: "button", "aria-pressed": "false", "aria-label": `Difference of ${series}`, title: "this run less the second",
                        onclick: (event: MouseEvent) => {
                            plot.isDifference = !plot.isDifference;
                            (event.currentTarget as HTMLElement).setAttribute("aria-pressed", String(plot.isDifference));
                            this.rebuild(plot);
                        },
                    }, "difference") : null,
                    ...(["CSV", "SVG", "PNG"] as const).map((kind) =>
                        h("button", { type: "button", "aria-label": `Save ${series} as ${kind}`, onclick: () => this.save(plot, kind) }, kind)),
                    iconButton(`Close plot of ${series}`, icons.close, () => this.remove(plot)))),
            box);
        const plot: Plot = { curves: [curve], isDifference: false, over: -1, card, names, box, chooser: over, chart: null, phase: null };
        this.element.hidden = false;
        this.element.append(card);
        this.plots.push(plot);
        this.rebuild(plot);
    }
    private aim(plot: Plot | null): void {
        this.target = plot;
        this.plots.forEach((one) => one.card.querySelector(".adds")?.setAttribute("aria-pressed", String(one === plot)));
    }
    /** Draws anew: other curves, another axis, other colours. */
    private rebuild(plot: Plot): void {
        const { curves } = plot;
        plot.over = plot.over < curves.length ? plot.over : -1;
        plot.names.replaceChildren(...curves.map((curve, i) => {
            const dot = h("i", { class: "dot" });
            dot.style.background = `var(${curveColours[i]})`;
            return h("span", { class: "name", title: curve.quantity.series }, curves.length > 1 ? dot : null, curve.quantity.series, " ", curve.value);
        }));
        plot.chooser.hidden = curves.length < 2;
        plot.chooser.replaceChildren(h("option", { value: -1 }, "over time"),
            ...curves.map(({ quantity }, i) => h("option", { value: i }, `over ${quantity.series}`)));
        plot.chooser.value = String(plot.over);
        plot.chart?.destroy();
        plot.chart = null;
        plot.phase = null;
        plot.box.replaceChildren();
        if (plot.over >= 0) {
            plot.phase = new Phase(...this.phaseOf(plot));
            plot.box.append(plot.phase.element);
        } else {
            plot.chart = this.chart(plot);
        }
        this.resize();
        this.showValue(plot);
    }
    /** The curve it is drawn over, and the first of the others. */
    private phaseOf({ curves, over }: Plot): [{ name: string; unit: string; values: ArrayLike<number> }, { name: string; unit: string; values: ArrayLike<number> }] {
        const of = ({ quantity, data }: Curve) => ({ name: quantity.series, unit: quantity.unit, values: data.values });
        return [of(curves[over]), of(curves[over === 0 ? 1 : 0])];
    }
    private chart(plot: Plot): uPlot {
        const style = getComputedStyle(document.documentElement);
        const colour = (name: string) => style.getPropertyValue(name).trim();
        const axis = {
            stroke: colour("--soft"),
            grid: { stroke: colour("--line"), width: 1 },
            ticks: { stroke: colour("--line"), width: 1, size: 4 },
            font: "11px system-ui, sans-serif",
            labelFont: "11px system-ui, sans-serif",
        };
        const units = unitsOf(plot);
        const isDouble = (curve: Curve) => curve.other !== null && !plot.isDifference;
        const line = { width: 1.5, spanGaps: false, points: { show: false } };
        const chart = new uPlot({
            width: 320,
            height: 130,
            legend: { show: false },
            cursor: { drag: { x: true, y: false, dist: 6 }, points: { size: 5 }, sync: { key: "time", setSeries: false } },
            scales: {
                x: { time: false },
                ...Object.fromEntries(units.map((unit) => [`y ${unit}`, {
                    range: (_u: uPlot, low: number | null, high: number | null): [number, number] => low === null || high === null ? [-1, 1] : bounds(low, high),
                }])),
            },
            axes: [
                { ...axis, size: 24, values: (_u, splits) => splits.map((v) => format(v)), label: "s", labelSize: 11 },
                ...units.map((unit, i) => ({
                    ...axis, scale: `y ${unit}`, side: i === 0 ? 3 as const : 1 as const, size: 62, label: unit === "" ? "–" : unit, labelSize: 14,
                    grid: i === 0 ? axis.grid : { show: false },
                    values: (_u: uPlot, splits: number[]) => splits.map((v) => format(Math.abs(v) < 1e-14 ? 0 : v)),
                })),
            ],
            series: [{}, ...plot.curves.flatMap((curve, i) => {
                const own = { ...line, scale: `y ${curve.quantity.unit}`, stroke: colour(curveColours[i]) };
                return isDouble(curve) ? [own, { ...own, stroke: plot.curves.length > 1 ? own.stroke : colour("--ghost"), dash: [6, 4] }] : [own];
            })],
            hooks: { drawAxes: [(u) => this.drawEvents(u, plot)], draw: [(u) => this.drawPresent(u)] },
        }, linesOf(plot), plot.box);
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
    /** Of the bodies that its series name; of all where they name none. */
    private eventsOf({ curves }: Plot): EventInfo[] {
        const { bodies } = this.source.scene;
        const names = (series: string, name: string) => series.startsWith(`${name}.`) || new RegExp(`[(, ]${name.replace(/[^\w]/g, "\\$&")}[,)]`).test(series);
        const meant = new Set(bodies.flatMap(({ name }, b) => (curves.some(({ quantity }) => names(quantity.series, name)) ? [b + 1] : [])));
        const pair = curves.every(({ quantity }) => quantity.series.startsWith("contact("));
        const isMeant = (body?: number) => body !== undefined && meant.has(body);
        return this.source.events.filter(({ body_a, body_b }) => meant.size === 0 ||
            (pair ? isMeant(body_a) && isMeant(body_b) : isMeant(body_a) || isMeant(body_b)));
    }
    private drawEvents(chart: uPlot, plot: Plot): void {
        const { ctx, bbox } = chart;
        const { min = 0, max = 1 } = chart.scales.x;
        const seen = this.eventsOf(plot).filter(({ time }) => time >= min && time <= max);
        plot.card.dataset.events = String(seen.length);
        const scale = devicePixelRatio;
        ctx.save();
        ctx.font = `${10 * scale}px system-ui, sans-serif`;
        ctx.textAlign = "left";
        ctx.textBaseline = "alphabetic";
        let free = -Infinity; // where the last name ends
        seen.slice(0, mostEvents).forEach((event) => {
            const x = Math.round(chart.valToPos(event.time, "x", true));
            ctx.fillStyle = eventColours[event.kind] ?? "#868e96";
            ctx.globalAlpha = 0.55;
            ctx.fillRect(x, bbox.top, scale, bbox.height);
            if (seen.length <= mostNames && x > free) {
                ctx.globalAlpha = 1;
                ctx.fillText(event.kind, x + 3 * scale, bbox.top + 9 * scale);
                free = x + ctx.measureText(event.kind).width + 6 * scale;
            }
        });
        ctx.restore();
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
            plot.chart?.redraw(false, false);
            this.showValue(plot);
        }
    }
    private showValue(plot: Plot): void {
        for (const { data, other, quantity, value } of plot.curves) {
            const now = indexAt(data.time, this.time + 1e-12);
            const clean = (x: number) => format(Math.abs(x) < 1e-14 ? 0 : x, 6);
            const there = other ? valueAt(other, this.time) : NaN;
            const text = plot.isDifference ? clean(data.values[now] - there) : other ? `${clean(data.values[now])} / ${clean(there)}` : clean(data.values[now]);
            value.textContent = `${text} ${quantity.unit}`;
        }
        plot.phase?.show(indexAt(plot.curves[0].data.time, this.time + 1e-12));
    }
    /** Reads all series anew: a live run goes on. */
    async refresh(): Promise<void> {
        for (const plot of [...this.plots]) {
            for (const curve of plot.curves) {
                curve.data = await this.source.series(curve.quantity);
            }
            plot.chart?.setData(linesOf(plot));
            plot.phase?.set(...this.phaseOf(plot));
            this.showValue(plot);
        }
    }
    restyle(): void {
        this.plots.forEach((plot) => this.rebuild(plot));
    }
    private drop(plot: Plot, series: string): void {
        if (plot.curves.length === 1) {
            this.remove(plot);
            return;
        }
        plot.curves = plot.curves.filter(({ quantity }) => quantity.series !== series);
        this.rebuild(plot);
        this.onChange();
    }
    private remove(plot: Plot): void {
        plot.chart?.destroy();
        plot.card.remove();
        this.plots.splice(this.plots.indexOf(plot), 1);
        this.target = this.target === plot ? null : this.target;
        this.element.hidden = this.plots.length === 0;
        this.onChange();
    }
    onChange: () => void = () => {};
    private resize(): void {
        for (const { box, chart, phase } of this.plots) {
            if (box.clientWidth > 0) {
                const [width, height] = [box.clientWidth, Math.max(90, box.clientHeight)];
                chart?.setSize({ width, height });
                phase?.setSize(width, height);
            }
        }
    }

    // ---- exports ----

    private save(plot: Plot, kind: "CSV" | "SVG" | "PNG"): void {
        const name = fileName(nameOf(plot));
        if (kind === "CSV") {
            download(`${name}.csv`, new Blob([tableOf(plot)], { type: "text/csv" }));
        } else if (kind === "SVG") {
            download(`${name}.svg`, new Blob([pictureOf(plot)], { type: "image/svg+xml" }));
        } else {
            (plot.chart?.ctx.canvas ?? plot.phase?.element)?.toBlob((blob) => blob && download(`${name}.png`, blob));
        }
    }
}

/** Rows of time and of every curve; of two runs both and the difference. */
function tableOf({ curves }: Plot): string {
    const text = (value: number) => (Number.isNaN(value) ? "" : String(value));
    const titles = curves.map(({ quantity, other }) =>
        `"${quantity.series.replaceAll('"', '""')} [${quantity.unit}]"${other ? ",second run,difference" : ""}`);
    const rows = Array.from(curves[0].data.time, (t, i) => [String(t), ...curves.flatMap(({ data, other }) => {
        const mine = data.time.length === curves[0].data.time.length ? data.values[i] : valueAt(data, t);
        const there = other ? valueAt(other, t) : NaN;
        return other ? [text(mine), text(there), text(mine - there)] : [text(mine)];
    })].join(","));
    return `time [s],${titles.join(",")}\r\n${rows.join("\r\n")}\r\n`;
}

/** A plot as SVG, its present zoom. */
function pictureOf(plot: Plot): string {
    const [width, height, left, right, top, bottom] = [720, 300, 80, 16, 34, 42];
    const [times, curves, x0, x1, y0, y1] = planeOf(plot);
    const x = (t: number) => left + ((t - x0) / (x1 - x0 || 1)) * (width - left - right);
    const y = (v: number) => height - bottom - ((v - y0) / (y1 - y0 || 1)) * (height - top - bottom);
    const safe = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
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
    const colours = ["#2563c9", "#d6336c", "#2f9e44", "#e8590c", "#9c36b5"];
    const isOver = plot.over >= 0;
    const first = plot.curves[plot.over === 0 ? 1 : 0];
    const ticks = (low: number, high: number) => Array.from({ length: 6 }, (_, i) => low + (i * (high - low)) / 5);
    const grid = [
        ...ticks(x0, x1).map((t) => `<path d="M${x(t).toFixed(1)} ${top}V${height - bottom}" stroke="#ddd"/><text x="${x(t).toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${format(t)}</text>`),
        ...ticks(y0, y1).map((v) => `<path d="M${left} ${y(v).toFixed(1)}H${width - right}" stroke="#ddd"/><text x="${left - 6}" y="${(y(v) + 4).toFixed(1)}" text-anchor="end">${format(v)}</text>`),
    ].join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">` +
        `<rect width="100%" height="100%" fill="#fff"/>${grid}` +
        curves.map((values, i) => `<path d="${pathOf(values)}" fill="none" stroke="${colours[i % colours.length]}" stroke-width="1.6"/>`).join("") +
        `<text x="${left}" y="20" font-weight="bold">${safe(isOver ? first.quantity.series : nameOf(plot))} [${safe(isOver ? first.quantity.unit : unitsOf(plot).join("; "))}]</text>` +
        `<text x="${width - right}" y="${height - 8}" text-anchor="end">${isOver ? safe(`${plot.curves[plot.over].quantity.series} [${plot.curves[plot.over].quantity.unit}]`) : "time [s]"}</text></svg>`;
}

/** Times or the curve below, the curves, and the bounds of both axes; all curves of one picture share an axis. */
function planeOf({ curves, over, chart }: Plot): [ArrayLike<number>, ArrayLike<number | null | undefined>[], number, number, number, number] {
    const reach = (all: ArrayLike<number | null | undefined>[]) => {
        const values = all.flatMap((one) => Array.from(one)).filter((value): value is number => typeof value === "number" && !Number.isNaN(value));
        return bounds(values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity));
    };
    if (over >= 0 || chart === null) {
        const across = curves[over].data.values;
        const up = [curves[over === 0 ? 1 : 0].data.values];
        return [across, up, ...reach([across]), ...reach(up)];
    }
    const [times, ...lines] = chart.data;
    const { min = 0, max = 1 } = chart.scales.x;
    return [times, lines, min, max, ...reach(lines)];
}
