// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_tables.ts - the contacts of an instant: one table of all, one of those that have an area,
// one of the regions they consist of.

import { download, format, h } from "./dom";
import { loadsOn, sumOf } from "./free_body";
import { Field, norm, RegionField, stateName, type Frame, type Scene, type Vec3 } from "./messages";

const mostRows = 200;
const mostSums = 50; // bodies

type Column = [name: string, unit: string, text: (frame: Frame, i: number, scene: Scene) => string, title?: (frame: Frame, i: number) => string];

const scaled = (field: number, factor: number) => (frame: Frame, i: number) => format(factor * frame.contact(i, field), 3);
const state = (frame: Frame, i: number) => stateName(frame.contact(i, Field.state)) || "–";

/** In another unit, without what is no more than `noise`. */
const cleaned = (value: number, factor: number, noise: number) => format(Math.abs(value) <= noise ? 0 : factor * value, 3);
const sizeOf = ({ low, high }: Scene) => norm([high[0] - low[0], high[1] - low[1], high[2] - low[2]]);
// rounding in the run, of places with 53 bits, is some units of 1e-16; what a page hears has 24 bits
const rounding = 1e-14;
const heard = 1e-7;

/** A place in mm without what is rounding beside the rest, or beside the scene. */
function place(point: Vec3, scene: Scene): string {
    const noise = Math.max(10 * heard * norm(point), heard * sizeOf(scene));
    return point.map((x) => cleaned(x, 1e3, noise)).join(" ");
}
const list = (vector: Vec3, digits: number) => vector.map((x) => format(x, digits)).join(", ");

/** A vector, without what is rounding beside its length. */
const vectorText = (vector: Vec3) => `(${vector.map((x) => cleaned(x, 1, 10 * heard * norm(vector))).join(" ")})`;

const contactColumns: Column[] = [
    ["state", "", state],
    ["depth", "mm", (frame, i, scene) => cleaned(frame.contact(i, Field.depth), 1e3, rounding * sizeOf(scene))],
    ["normal", "N", scaled(Field.normalForce, 1)],
    ["friction", "N", (frame, i) => cleaned(norm(frame.friction(i)), 1, heard * norm(frame.vector(i, Field.force))), (frame, i) => {
        const pressing = frame.contact(i, Field.normalForce);
        return pressing > 0 ? `${format(norm(frame.friction(i)) / pressing, 3)} of the normal force` : "";
    }],
    ["slip", "mm/s", (frame, i, scene) => cleaned(norm(frame.vector(i, Field.slip)), 1e3, rounding * sizeOf(scene))], // in 1 s
];

const patchColumns: Column[] = [
    ["state", "", state],
    ["area", "mm²", scaled(Field.area, 1e6)],
    ["max.", "MPa", (frame, i) => frame.contact(i, Field.pressure) > 0 ? format(1e-6 * frame.contact(i, Field.pressure), 3) : "–",
        (frame, i) => frame.contact(i, Field.points) > 0 ? `greatest pressure, of ${frame.contact(i, Field.points)} points` : "this law knows no pressure"],
    ["force", "N", (frame, i) => format(norm(frame.vector(i, Field.force)), 3),
        (frame, i) => `resultant (${list(frame.vector(i, Field.force), 4)}) N`],
    ["centre", "mm", (frame, i, scene) => place(frame.vector(i, Field.point), scene),
        (frame, i) => `centre of pressure (${list(frame.vector(i, Field.point), 6)}) m`],
];

const regional = (field: number, factor: number) => (frame: Frame, i: number) => format(factor * frame.region(i, field), 3);
const regionColumns: Column[] = [
    ["area", "mm²", regional(RegionField.area, 1e6)],
    ["depth", "mm", (frame, i, scene) => cleaned(frame.region(i, RegionField.depth), 1e3, rounding * sizeOf(scene))],
    ["normal", "N", regional(RegionField.normalForce, 1), (frame, i) => `on ${frame.regionPoints(i)} points`],
    ["centre", "mm", (frame, i, scene) => place(frame.regionVector(i, RegionField.center), scene),
        (frame, i) => `centre of the area (${list(frame.regionVector(i, RegionField.center), 6)}) m, ` +
            `normal of its plane (${list(frame.regionVector(i, RegionField.normal), 4)})`],
];
const contactItself = (_: Frame, i: number) => i;

class Table {
    readonly element: HTMLElement;
    private readonly body = h("tbody");
    /** `isTall`: the bodies have a row of their own above the numbers. */
    constructor(title: string, private readonly columns: Column[], private readonly scene: Scene, private readonly isTall: boolean, private readonly pick: (a: number, b: number) => void,
        private readonly contactOf: (frame: Frame, row: number) => number = contactItself,
        private readonly detail: ((frame: Frame, row: number) => string) | null = null) {
        this.element = h("section", {}, h("h3", {}, title), h("table", { "aria-label": title },
            h("thead", {}, h("tr", {}, isTall ? null : h("th", { scope: "col" }, "bodies"), ...columns.map(([name, unit]) =>
                h("th", { scope: "col" }, name, unit !== "" ? h("small", {}, ` ${unit}`) : null)))),
            this.body));
    }
    update(frame: Frame, items: number[]): void {
        this.element.hidden = items.length === 0;
        this.body.replaceChildren(...items.slice(0, mostRows).flatMap((i) => this.rows(frame, i)));
        if (items.length > mostRows) {
            this.body.append(h("tr", {}, h("td", { colspan: this.columns.length + 1 }, `and ${items.length - mostRows} more`)));
        }
    }
    private rows(frame: Frame, i: number): HTMLElement[] {
        const contact = this.contactOf(frame, i);
        const a = this.scene.shapes[frame.shapeA(contact)];
        const b = this.scene.shapes[frame.shapeB(contact)];
        const name = (properties: Record<string, string | number>) => h("th", properties, h("button", {
            type: "button", class: "link", onclick: () => this.pick(a.body - 1, b.body - 1),
            title: `${a.name}, ${b.name}`,
        }, `${this.scene.bodies[a.body - 1].name} · ${this.scene.bodies[b.body - 1].name}`));
        const numbers = this.columns.map(([column, , text, title]) =>
            h("td", { title: title?.(frame, i), "data-name": column }, text(frame, i, this.scene)));
        return this.isTall
            ? [h("tr", { class: "above" }, name({ scope: "rowgroup", colspan: this.columns.length })), h("tr", {}, ...numbers)]
            : [h("tr", {}, name({ scope: "row" }), ...numbers), ...(this.detail ? [h("tr", { class: "contact-detail" }, h("td", { colspan: this.columns.length + 1 }, this.detail(frame, i)))] : [])];
    }
}

export class ContactTables {
    readonly element = h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Contacts at this instant" });
    private readonly empty = h("p", { class: "empty" }, "Nothing touches at this instant.");
    private readonly contacts: Table;
    private readonly patches: Table;
    private readonly regions: Table;
    private readonly sums: HTMLElement;
    private readonly sumRows = h("tbody");
    private frame: Frame | null = null;

    constructor(private readonly scene: Scene, pick: (a: number, b: number) => void) {
        this.contacts = new Table("contacts", contactColumns, scene, false, pick, contactItself, (frame, i) =>
            `at ${place(frame.vector(i, Field.point), scene)} mm, normal ${vectorText(frame.vector(i, Field.normal))}, ` +
            `force on ${scene.bodies[scene.shapes[frame.shapeB(i)].body - 1].name} ${vectorText(frame.vector(i, Field.force))} N`);
        this.patches = new Table("patches", patchColumns, scene, true, pick);
        this.regions = new Table("regions", regionColumns, scene, false, pick, (frame, i) => frame.regionContact(i));
        this.sums = h("section", { class: "sums" }, h("h3", {}, "sum on each body"), h("table", { "aria-label": "sum on each body" },
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "body"), h("th", { scope: "col", title: "contacts" }, "no."),
                ...["x", "y", "z", "size"].map((column) => h("th", { scope: "col" }, column, h("small", {}, " N"))))),
            this.sumRows),
            h("button", { type: "button", onclick: () => this.save() }, "Save contacts as CSV"));
        this.element.append(this.sums, this.patches.element, this.regions.element, this.contacts.element, this.empty);
    }
    update(frame: Frame): void {
        const upTo = (length: number) => Array.from({ length }, (_, i) => i);
        const all = upTo(frame.contactCount);
        this.frame = frame;
        this.empty.hidden = all.length > 0;
        this.sums.hidden = all.length === 0;
        this.updateSums(frame, all);
        this.contacts.update(frame, all);
        this.patches.update(frame, all.filter((i) => frame.contact(i, Field.area) > 0));
        this.regions.update(frame, upTo(frame.regionCount));
    }
    /** What contacts do to each body that moves, all of them together. */
    private updateSums(frame: Frame, all: number[]): void {
        const touched = new Set(all.flatMap((i) => [frame.shapeA(i), frame.shapeB(i)].map((shape) => this.scene.shapes[shape].body - 1)));
        const bodies = [...touched].filter((body) => this.scene.bodies[body].mobility !== "fixed").sort((a, b) => a - b);
        this.sumRows.replaceChildren(...bodies.slice(0, mostSums).map((body) => {
            const loads = loadsOn(this.scene, frame, body).filter(({ points }) => points > 0);
            const sum = sumOf(loads);
            const noise = 1e-6 * loads.reduce((most, { force }) => Math.max(most, norm(force)), 0);
            return h("tr", {}, h("th", { scope: "row" }, this.scene.bodies[body].name),
                h("td", {}, String(loads.reduce((count, { points }) => count + points, 0))),
                ...[...sum, norm(sum)].map((part) => h("td", {}, cleaned(part, 1, noise))));
        }));
    }
    /** Every contact of the instant with point, normal and force, in SI units. */
    private save(): void {
        const { frame, scene } = this;
        if (frame === null) {
            return;
        }
        const named = (name: string) => `"${name.replaceAll('"', '""')}"`;
        const columns = ["body A", "body B", "shape A", "shape B", "state",
            ...["x", "y", "z"].map((axis) => `point ${axis} [m]`), ...["x", "y", "z"].map((axis) => `normal from A into B ${axis}`),
            "depth [m]", "normal force [N]", ...["x", "y", "z"].map((axis) => `force on B ${axis} [N]`), "slip [m/s]"];
        const rows = Array.from({ length: frame.contactCount }, (_, i) => {
            const [a, b] = [scene.shapes[frame.shapeA(i)], scene.shapes[frame.shapeB(i)]];
            return [named(scene.bodies[a.body - 1].name), named(scene.bodies[b.body - 1].name), named(a.name), named(b.name), stateName(frame.contact(i, Field.state)),
                ...frame.vector(i, Field.point), ...frame.vector(i, Field.normal), frame.contact(i, Field.depth), frame.contact(i, Field.normalForce),
                ...frame.vector(i, Field.force), norm(frame.vector(i, Field.slip))].join(",");
        });
        download(`contacts_${frame.time.toFixed(6)}s.csv`, new Blob([`${columns.join(",")}\r\n${rows.join("\r\n")}\r\n`], { type: "text/csv" }));
    }
}
