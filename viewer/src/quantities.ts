// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// quantities.ts - series by name, named as in model files: "ball.position.z",
// "contact(ground, ball).normal_force", "energy.balance". A page with the data in it computes them
// from its frames; one that talks to the program asks there.

import { Field, norm, type Frame, type Scene } from "./messages";

export interface Quantity {
    label: string; // "position z"
    series: string; // "ball.position.z"
    unit: string;
    value(frame: Frame): number;
}

const axes = ["x", "y", "z"];

export function bodyQuantities(scene: Scene, body: number): Quantity[] {
    const name = scene.bodies[body].name;
    const vector = (label: string, unit: string, first: number): Quantity[] =>
        axes.map((axis, i) => ({
            label: `${label.replace("_", " ")} ${axis}`,
            series: `${name}.${label}.${axis}`,
            unit,
            value: (frame) => frame.body(body, first + i),
        }));
    const speed = (label: string, unit: string, first: number): Quantity => ({
        label: label.replace("_", " "),
        series: `${name}.${label}`,
        unit,
        value: (f) => norm([f.body(body, first), f.body(body, first + 1), f.body(body, first + 2)]),
    });
    return [
        ...vector("position", "m", 0),
        ...vector("velocity", "m/s", 7),
        speed("speed", "m/s", 7),
        ...vector("angular_velocity", "rad/s", 10),
        speed("angular_speed", "rad/s", 10),
    ];
}

/** Contacts of the pair of bodies (from 0), each with +1, or -1 written the other way round. */
function* contactsOf(scene: Scene, frame: Frame, a: number, b: number) {
    for (let i = 0; i < frame.contactCount; i++) {
        const first = scene.shapes[frame.shapeA(i)].body - 1;
        const second = scene.shapes[frame.shapeB(i)].body - 1;
        if (first === a && second === b) {
            yield { contact: i, sign: 1 };
        } else if (first === b && second === a) {
            yield { contact: i, sign: -1 };
        }
    }
}

export function contactQuantities(scene: Scene, a: number, b: number): Quantity[] {
    const name = `contact(${scene.bodies[a].name}, ${scene.bodies[b].name})`;
    const sum = (label: string, unit: string, get: (f: Frame, i: number, sign: number) => number) => ({
        label: label.replace(/[_.]/g, " "),
        series: `${name}.${label}`,
        unit,
        value(frame: Frame) {
            let total = 0;
            for (const { contact, sign } of contactsOf(scene, frame, a, b)) {
                total += get(frame, contact, sign);
            }
            return total;
        },
    });
    return [
        sum("normal_force", "N", (f, i) => f.contact(i, Field.normalForce)),
        {
            label: "friction force",
            series: `${name}.friction_force`,
            unit: "N",
            value(frame) {
                const total: [number, number, number] = [0, 0, 0];
                for (const { contact, sign } of contactsOf(scene, frame, a, b)) {
                    frame.friction(contact).forEach((part, i) => (total[i] += sign * part));
                }
                return norm(total);
            },
        },
        {
            label: "depth",
            series: `${name}.depth`,
            unit: "m",
            value(frame) {
                let deepest = 0;
                for (const { contact } of contactsOf(scene, frame, a, b)) {
                    deepest = Math.max(deepest, frame.contact(contact, Field.depth));
                }
                return deepest;
            },
        },
        ...axes.map((axis, i) =>
            sum(`force.${axis}`, "N", (f, c, sign) => sign * f.vector(c, Field.force)[i])),
        {
            label: "pressure",
            series: `${name}.pressure`,
            unit: "Pa",
            value(frame) {
                let most = 0;
                for (const { contact } of contactsOf(scene, frame, a, b)) {
                    most = Math.max(most, frame.contact(contact, Field.pressure));
                }
                return most;
            },
        },
        sum("area", "m²", (f, i) => f.contact(i, Field.area)),
        sum("energy", "J", (f, i) => f.contact(i, Field.energy)),
        ...(scene.has_regions ? [sum("regions", "", (f, i) => {
            let count = 0;
            for (let region = 0; region < f.regionCount; region++) {
                count += f.regionContact(region) === i ? 1 : 0;
            }
            return count;
        })] : []),
    ];
}

const book = [
    "kinetic", "gravity", "springs", "contacts", "contact_damping",
    "sliding_friction", "rolling_resistance", "dampers", "applied_work", "drive_work", "strain", "modal_damping",
];
const work = [8, 9]; // of the book: done on the bodies
const rigid = 10; // of the book without modes

export function energyQuantities(hasModes: boolean): Quantity[] {
    return [
        ...book.slice(0, hasModes ? book.length : rigid).map((name, i) => ({
            label: name.replace("_", " "),
            series: `energy.${name}`,
            unit: "J",
            value: (frame: Frame) => frame.energy[i],
        })),
        {
            label: "balance",
            series: "energy.balance",
            unit: "J",
            // kinetic + potential + stored + lost - work
            value: (frame) =>
                frame.energy.reduce((sum, part, i) => sum + (work.includes(i) ? -part : part), 0),
        },
    ];
}

/** A force and a torque, six numbers of a list that a frame has. */
function loadQuantities(name: string, kinds: [string, string], get: (frame: Frame, part: number) => number): Quantity[] {
    return kinds.flatMap((kind, k) =>
        axes.map((axis, i) => ({
            label: `${kind.replace("_", " ")} ${axis}`,
            series: `${name}.${kind}.${axis}`,
            unit: k === 0 ? "N" : "N m",
            value: (frame: Frame) => get(frame, 3 * k + i),
        })));
}

export function jointQuantities(scene: Scene, joint: number): Quantity[] {
    const { name, limits } = scene.joints[joint];
    return [
        ...loadQuantities(`joint(${name})`, ["force", "torque"], (frame, part) => frame.joints[6 * joint + part]),
        ...(limits ? loadQuantities(`joint(${name})`, ["limit_force", "limit_torque"], (frame, part) => frame.limits[6 * joint + part]) : []),
    ];
}

/** Of a spring, a rope, ...: what it does to its second body. */
export function forceQuantities(scene: Scene, force: number): Quantity[] {
    const name = `force(${scene.forces[force].name})`;
    const part = (frame: Frame, i: number) => frame.forces[6 * force + i];
    return [
        { label: "size", series: `${name}.size`, unit: "N", value: (f) => norm([part(f, 0), part(f, 1), part(f, 2)]) },
        ...loadQuantities(name, ["force", "torque"], part),
    ];
}

export function requestQuantities(scene: Scene): Quantity[] {
    return scene.requests.map((request, i) => ({
        label: request.name,
        series: request.name,
        unit: request.unit,
        value: (frame: Frame) => frame.requests[i],
    }));
}

/** Every pair of bodies that touches at some event. */
export function pairKey(a: number, b: number): string {
    return a < b ? `${a} ${b}` : `${b} ${a}`;
}
