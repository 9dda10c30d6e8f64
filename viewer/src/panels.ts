// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// panels.ts - lists beside the picture: bodies, events, what is known of the selection.

import { format, h, icon } from "./dom";
import { FreeBody } from "./free_body";
import type { EventInfo, Frame, Scene } from "./messages";
import type { Bodies } from "./picture/bodies";
import type { Source } from "./source";
import { eventColours } from "./timeline";
import {
    bodyQuantities, contactQuantities, energyQuantities, forceQuantities, jointQuantities, requestQuantities,
    type Quantity,
} from "./quantities";

const fewWarnings = 3; // that are shown at once

const icons = {
    eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
    only: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 100 8 4 4 0 000-8z",
    follow: "M4 12h12M12 6l6 6-6 6M21 5v14",
    trace: "M3 18c4 0 4-12 9-12s4 9 9 9",
};

/** A button that is pressed or not. */
function toggleButton(label: string, path: string, isOn: boolean, onClick: (on: boolean) => void): HTMLButtonElement {
    const button = h("button", { type: "button", class: "icon small", "aria-label": label, title: label, "aria-pressed": String(isOn) });
    button.append(icon(path));
    button.addEventListener("click", (event) => {
        event.stopPropagation();
        onClick(button.getAttribute("aria-pressed") !== "true");
    });
    return button;
}

// ---- bodies ----

export interface TreeActions {
    select(body: number | null): void;
    changed(): void; // what is shown
    follow(body: number | null): void;
    trace(body: number, on: boolean): void;
}

export class Tree {
    readonly element: HTMLElement;
    followed: number | null = null;
    private readonly traced = new Set<number>();
    private readonly list = h("ul", { class: "tree", "aria-label": "Bodies" });
    private readonly filter: HTMLInputElement;

    constructor(private readonly scene: Scene, private readonly bodies: Bodies, private readonly actions: TreeActions) {
        this.filter = h("input", { type: "search", placeholder: "Find a body", "aria-label": "Find a body", oninput: () => this.render() });
        this.element = h("section", { class: "bodies", "aria-label": "Bodies" },
            h("h2", {}, "Bodies", h("span", { class: "count" }, String(scene.bodies.length))),
            scene.bodies.length > 8 ? this.filter : null, this.list);
        this.render();
    }
    render(): void {
        const wanted = this.filter.value.toLowerCase();
        const rows: HTMLElement[] = [];
        let more = 0;
        this.scene.bodies.forEach((body, b) => {
            if (wanted !== "" && !body.name.toLowerCase().includes(wanted)) {
                return;
            }
            if (rows.length >= 300) {
                more++;
                return;
            }
            rows.push(this.row(b));
        });
        if (more > 0) {
            rows.push(h("li", { class: "more" }, `and ${more} more: find them by name`));
        }
        this.list.replaceChildren(...rows);
    }
    private row(b: number): HTMLElement {
        const body = this.scene.bodies[b];
        const { bodies } = this;
        const swatch = h("i", { class: "swatch" });
        swatch.style.background = bodies.colourOf(b);
        const name = h("button", {
            type: "button", class: "name", "aria-pressed": String(bodies.selected === b),
            title: `${body.name} (${body.mobility}${body.mass > 0 ? `, ${format(body.mass)} kg` : ""})`,
            onclick: () => this.actions.select(bodies.selected === b ? null : b),
        }, swatch, body.name);
        const row = h("li", { class: bodies.isShown(b) ? "" : "off" }, name,
            toggleButton(`Follow ${body.name}`, icons.follow, this.followed === b, (on) => {
                this.followed = on ? b : null;
                this.actions.follow(this.followed);
                this.render();
            }),
            toggleButton(`Trace of ${body.name}`, icons.trace, this.traced.has(b), (on) => {
                on ? this.traced.add(b) : this.traced.delete(b);
                this.actions.trace(b, on);
                this.render();
            }),
            toggleButton(`Show only ${body.name}`, icons.only, bodies.isolated === b, (on) => {
                bodies.isolated = on ? b : null;
                this.actions.changed();
                this.render();
            }),
            toggleButton(`Show ${body.name}`, icons.eye, bodies.isShown(b), (on) => {
                bodies.isolated = null;
                on ? bodies.hidden.delete(b) : bodies.hidden.add(b);
                this.actions.changed();
                this.render();
            }));
        return row;
    }
}

// ---- events ----

const rowHeight = 26; // px

/** A long list of which only the rows in sight are made. */
export class EventList {
    readonly element = h("div", { class: "events" });
    private readonly kinds = h("div", { class: "kinds", role: "group", "aria-label": "Kinds of events" });
    private readonly view = h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Events" });
    private readonly inner = h("ol", { class: "rows" });
    private readonly empty = h("p", { class: "empty" }, "Nothing happened.");
    private readonly off = new Set<string>();
    private events: EventInfo[] = [];
    private shown: EventInfo[] = [];
    private time = 0;

    constructor(private readonly scene: Scene, private readonly jump: (event: EventInfo) => void) {
        this.view.append(this.inner, this.empty);
        this.element.append(this.kinds, this.view);
        this.view.addEventListener("scroll", () => this.render());
        new ResizeObserver(() => this.render()).observe(this.view);
    }
    setEvents(events: EventInfo[], total: number): void {
        this.events = events;
        const counts = new Map<string, number>();
        events.forEach((event) => counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1));
        this.kinds.replaceChildren(...[...counts].map(([kind, count]) => {
            const chip = h("button", {
                type: "button", class: "chip", "aria-pressed": String(!this.off.has(kind)),
                onclick: () => {
                    this.off.has(kind) ? this.off.delete(kind) : this.off.add(kind);
                    chip.setAttribute("aria-pressed", String(!this.off.has(kind)));
                    this.choose();
                },
            }, dot(kind), `${kind} ${count}`);
            return chip;
        }));
        if (total > events.length) {
            this.kinds.append(h("span", { class: "note" }, `the first ${events.length} of ${total}`));
        }
        this.choose();
    }
    setTime(time: number): void {
        this.time = time;
        this.render();
    }
    private choose(): void {
        this.shown = this.events.filter((event) => !this.off.has(event.kind));
        this.inner.style.height = `${rowHeight * this.shown.length}px`;
        this.empty.hidden = this.shown.length > 0;
        this.render();
    }
    private render(): void {
        const first = Math.max(0, Math.floor(this.view.scrollTop / rowHeight) - 4);
        const last = Math.min(this.shown.length, first + Math.ceil((this.view.clientHeight || 300) / rowHeight) + 8);
        const rows: HTMLElement[] = [];
        for (let i = first; i < last; i++) {
            rows.push(this.row(this.shown[i], i));
        }
        this.inner.replaceChildren(...rows);
    }
    private row(event: EventInfo, i: number): HTMLElement {
        const row = h("li", { class: event.time <= this.time ? "past" : "" },
            h("button", { type: "button", class: "link", title: more(event), onclick: () => this.jump(event) },
                dot(event.kind), h("span", { class: "when" }, event.time.toFixed(5)),
                h("span", { class: "what" }, `${event.kind} ${this.subject(event)}`),
                h("span", { class: "how" }, detail(event))));
        row.style.top = `${rowHeight * i}px`;
        return row;
    }
    private subject(event: EventInfo): string {
        if (event.path !== undefined) {
            return event.path;
        }
        if (event.sensor !== undefined) {
            return this.scene.sensors[event.sensor - 1] ?? "";
        }
        const link = event.link ?? 0;
        const linked = link > 0 ? this.scene.forces[link - 1] : this.scene.joints[-1 - link];
        if (link !== 0 && linked) {
            return link > 0 ? linked.name : `${linked.name} (limit)`;
        }
        const name = (body?: number) => this.scene.bodies[(body ?? 0) - 1]?.name ?? "";
        return `${name(event.body_a)} · ${name(event.body_b)}`;
    }
}

function dot(kind: string): HTMLElement {
    const mark = h("i", { class: "dot" });
    mark.style.background = eventColours[kind] ?? "#868e96";
    return mark;
}

/** What a row has no room for. */
function more(event: EventInfo): string {
    const law = event.law ? [event.law, ...(event.numbers ?? []).map((n) => `${n.name} ${format(n.value, 4)} ${n.unit}`)] : [];
    const parts = [law.join(", "), event.restart ? `restart: ${event.restart}` : ""];
    return parts.filter((part) => part !== "").join("\n");
}

function detail(event: EventInfo): string {
    if (event.kind === "touch" && event.speed !== undefined) {
        return `${format(event.speed, 3)} m/s`;
    }
    if (event.impulse !== undefined) {
        return `${format(event.impulse, 3)} N s`;
    }
    if (event.kind === "release" && event.duration !== undefined && event.duration !== null) {
        return `after ${format(event.duration, 3)} s`;
    }
    return typeof event.value === "number" ? format(event.value, 4) : (event.value ?? "");
}

// ---- what can be plotted ----

export interface Selection {
    body: number | null;
    pair: [number, number] | null;
}

export class Details {
    readonly element = h("div", { class: "details scroll", role: "region", tabindex: "0", "aria-label": "Values and plots" });
    private values: { cell: HTMLElement; quantity: Quantity }[] = [];
    private freeBody: FreeBody | null = null;
    private largest = new Map<string, number>(); // by unit, of what was shown

    constructor(
        private readonly scene: Scene,
        private readonly isPlotted: (series: string) => boolean,
        private readonly plot: (quantity: Quantity) => Promise<void>,
        private readonly touching: () => [number, number][],
        private readonly lookOf: (body: number) => HTMLElement,
    ) {}

    show(selection: Selection, frame: Frame | null): void {
        this.values = [];
        this.freeBody = null;
        const parts: HTMLElement[] = [];
        if (selection.pair) {
            const [a, b] = selection.pair;
            parts.push(this.table(`${this.scene.bodies[a].name} · ${this.scene.bodies[b].name}`, contactQuantities(this.scene, a, b)));
        }
        if (selection.body !== null) {
            const body = this.scene.bodies[selection.body];
            parts.push(
                h("p", { class: "fact" }, `${body.mobility}${body.mass > 0 ? `, ${format(body.mass)} kg` : ""}${this.materials(selection.body)}`),
                this.lookOf(selection.body));
            this.freeBody = new FreeBody(this.scene, selection.body);
            parts.push(this.freeBody.element,
                this.table(body.name, bodyQuantities(this.scene, selection.body)));
            for (const [a, b] of this.touching()) {
                if (a === selection.body || b === selection.body) {
                    parts.push(this.table(`${this.scene.bodies[a].name} · ${this.scene.bodies[b].name}`, contactQuantities(this.scene, a, b)));
                }
            }
            this.scene.joints.forEach((joint, j) => {
                if (joint.body_a - 1 === selection.body || joint.body_b - 1 === selection.body) {
                    parts.push(this.table(`${joint.name} (${joint.type})`, jointQuantities(this.scene, j)));
                }
            });
            this.scene.forces.forEach((force, f) => {
                if (force.body_a - 1 === selection.body || force.body_b - 1 === selection.body) {
                    parts.push(this.table(`${force.name} (${force.type})`, forceQuantities(this.scene, f)));
                }
            });
        }
        if (parts.length === 0) {
            parts.push(h("p", { class: "empty" }, "Click a body or a contact to see its values here and to plot them."));
            if (this.scene.requests.length > 0) {
                parts.push(this.table("outputs", requestQuantities(this.scene)));
            }
            parts.push(this.table("energy", energyQuantities(this.scene.shapes.some(({ modes }) => modes))));
        }
        if (this.scene.warnings.length > 0) {
            const list = (from: number, to?: number) => h("ul", { class: "warnings" }, ...this.scene.warnings.slice(from, to).map((text) => h("li", {}, text)));
            const more = this.scene.warnings.length - fewWarnings;
            parts.push(h("h3", {}, "warnings"), list(0, more > 1 ? fewWarnings : undefined));
            if (more > 1) {
                parts.push(h("details", {}, h("summary", {}, `${more} more`), list(fewWarnings)));
            }
        }
        this.element.replaceChildren(...parts);
        if (frame) {
            this.update(frame);
        }
    }
    private materials(body: number): string {
        const names = this.scene.shapes.flatMap((shape) => (shape.body - 1 === body && shape.material ? [shape.material] : []));
        return names.length > 0 ? `, ${[...new Set(names)].join(", ")}` : "";
    }
    private table(title: string, quantities: Quantity[]): HTMLElement {
        const rows = quantities.map((quantity) => {
            const cell = h("td", {});
            this.values.push({ cell, quantity });
            const button = h("button", {
                type: "button", class: "link", "aria-pressed": String(this.isPlotted(quantity.series)),
                title: `Plot ${quantity.series}`,
                onclick: async () => {
                    await this.plot(quantity);
                    button.setAttribute("aria-pressed", String(this.isPlotted(quantity.series)));
                },
            }, quantity.label);
            return h("tr", {}, h("th", { scope: "row" }, button), cell, h("td", { class: "unit" }, quantity.unit));
        });
        return h("section", {}, h("h3", {}, title), h("table", { class: "values" }, h("tbody", {}, ...rows)));
    }
    update(frame: Frame): void {
        this.freeBody?.update(frame);
        const values = this.values.map(({ quantity }) => quantity.value(frame));
        this.values.forEach(({ quantity: { unit } }, i) =>
            this.largest.set(unit, Math.max(this.largest.get(unit) ?? 0, Math.abs(values[i]) || 0)));
        this.values.forEach(({ cell, quantity: { unit } }, i) =>
            (cell.textContent = format(Math.abs(values[i]) < this.noise(unit) ? 0 : values[i], 5)));
    }
    /** What is less says nothing: rounding of what was seen in the same unit; of places and turns, in a second. */
    private noise(unit: string): number {
        const seen = (of: string) => this.largest.get(of) ?? 0;
        return 1e-12 * Math.max(seen(unit), unit === "m/s" ? seen("m") : unit === "rad/s" ? 1 : 0);
    }
    refreshPressed(): void {
        this.element.querySelectorAll<HTMLButtonElement>("button.link[aria-pressed]").forEach((button) =>
            button.setAttribute("aria-pressed", String(this.isPlotted((button.title ?? "").replace(/^Plot /, "")))));
    }
}

/** Pairs of bodies (from 0) that touch now, and those that a body touched once; twelve at most. */
export function touchingPairs({ scene, events }: Source, frame: Frame | null, body: number | null): [number, number][] {
    const pairs = new Map<string, [number, number]>();
    const add = (a: number, b: number) => pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]);
    for (let i = 0; frame && i < frame.contactCount; i++) {
        add(scene.shapes[frame.shapeA(i)].body - 1, scene.shapes[frame.shapeB(i)].body - 1);
    }
    for (const event of events) {
        if (event.body_a && event.body_b && !event.link && (event.body_a - 1 === body || event.body_b - 1 === body)) {
            add(event.body_a - 1, event.body_b - 1);
        }
    }
    return [...pairs.values()].slice(0, 12);
}
