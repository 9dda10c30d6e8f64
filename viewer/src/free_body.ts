// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// free_body.ts - all forces on one body at an instant: its weight, contacts, joints, force elements,
// and their sum.

import { format, h } from "./dom";
import { Field, norm, type Frame, type Scene, type Vec3 } from "./messages";

export interface Load {
    name: string; // "contact with table"
    force: Vec3; // on the body, N
    points: number; // of contact; 0 for other loads
}

const plus = (a: Vec3, b: Vec3, sign: number): Vec3 => [a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2]];
const none: Vec3 = [0, 0, 0];

/** `body` from 0. Contacts with one body are one load. */
export function loadsOn(scene: Scene, frame: Frame, body: number): Load[] {
    const { mass } = scene.bodies[body];
    const loads: Load[] = [];
    const gravity = scene.gravity ?? none;
    if (mass > 0 && norm(gravity) > 0) {
        loads.push({ name: "weight", force: plus(none, gravity, mass), points: 0 });
    }
    const contacts = new Map<number, Load>();
    for (let i = 0; i < frame.contactCount; i++) {
        const a = scene.shapes[frame.shapeA(i)].body - 1;
        const b = scene.shapes[frame.shapeB(i)].body - 1;
        if (a !== body && b !== body) {
            continue;
        }
        const other = a === body ? b : a;
        const load = contacts.get(other) ?? { name: `contact with ${scene.bodies[other].name}`, force: none, points: 0 };
        load.force = plus(load.force, frame.vector(i, Field.force), b === body ? 1 : -1);
        load.points++;
        contacts.set(other, load);
    }
    loads.push(...contacts.values());
    const add = (name: string, bodyA: number, bodyB: number, values: Float32Array, first: number) => {
        if (bodyA - 1 === body || bodyB - 1 === body) {
            const force: Vec3 = [values[first], values[first + 1], values[first + 2]];
            loads.push({ name, force: plus(none, force, bodyB - 1 === body ? 1 : -1), points: 0 });
        }
    };
    scene.joints.forEach(({ name, body_a, body_b }, j) => add(`joint ${name}`, body_a, body_b, frame.joints, 6 * j));
    scene.forces.forEach(({ name, body_a, body_b }, f) => add(`force ${name}`, body_a, body_b, frame.forces, 6 * f));
    return loads;
}

export const sumOf = (loads: Load[]): Vec3 => loads.reduce((sum, { force }) => plus(sum, force, 1), none);

/** The loads as a table; what is rounding beside the largest is zero. */
export class FreeBody {
    readonly element: HTMLElement;
    private readonly rows = h("tbody");
    constructor(private readonly scene: Scene, private readonly body: number) {
        const { name } = scene.bodies[body];
        this.element = h("section", { class: "free-body" }, h("h3", {}, `forces on ${name}`),
            h("table", { "aria-label": `forces on ${name}` },
                h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "from"),
                    ...["x", "y", "z", "size"].map((column) => h("th", { scope: "col" }, column, h("small", {}, " N"))))),
                this.rows));
    }
    update(frame: Frame): void {
        const loads = loadsOn(this.scene, frame, this.body);
        const most = loads.reduce((size, { force }) => Math.max(size, norm(force)), 0);
        const text = (value: number) => format(Math.abs(value) <= 1e-6 * most ? 0 : value, 4);
        const row = (name: string, force: Vec3, kind: string) => h("tr", { class: kind }, h("th", { scope: "row" }, name),
            ...force.map((part) => h("td", {}, text(part))), h("td", {}, text(norm(force))));
        this.rows.replaceChildren(...loads.map(({ name, force }) => row(name, force, "load")), row("sum", sumOf(loads), "sum"));
    }
}
