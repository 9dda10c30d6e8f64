// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ties.ts - springs and ropes, as coils and lines between their ends.

import { Matrix4, Vector3 } from "three";
import type { ForceInfo, Frame, Scene, Vec3 } from "../messages";
import type { Bodies } from "./bodies";
import type { Stage } from "./stage";
import { Sticks } from "./sticks";

const colour = "#7a8290";
const coils = 20; // springs that are drawn as coils, at most
const turns = 8; // of a coil
const steps = 10; // lines of a turn
const lead = 0.12; // of its length, straight at each end
const tying = new Set(["spring", "rope", "line_of_sight"]);

export class Ties {
    isShown = true;
    readonly hasSome: boolean;
    private readonly ties: ForceInfo[];
    private readonly springs: number;
    private readonly lines: Sticks;
    private readonly pose = new Matrix4();

    constructor(private readonly stage: Stage, scene: Scene, private readonly bodies: Bodies) {
        this.ties = scene.forces.filter(({ type, point_a }) => tying.has(type) && point_a !== undefined);
        this.springs = this.ties.filter(({ type }) => type === "spring").length;
        this.hasSome = this.ties.length > 0;
        this.lines = new Sticks(stage, colour, false);
    }
    update(frame: Frame): void {
        const end = (body: number, point?: Vec3) => {
            const place = new Vector3(...(point as Vec3));
            return body > 0 ? place.applyMatrix4(this.bodies.poseOf(frame, body - 1, this.pose)) : place;
        };
        this.lines.clear();
        for (const tie of this.isShown ? this.ties : []) {
            const [from, to] = [end(tie.body_a, tie.point_a), end(tie.body_b, tie.point_b)];
            const places = tie.type === "spring" && this.springs <= coils ? this.coil(from, to) : [from, to];
            places.slice(1).forEach((place, k) => this.lines.add(places[k], place, 0.002 * this.stage.seenSize()));
        }
        this.lines.done();
    }
    /** A coil with straight ends, as places on it. */
    private coil(from: Vector3, to: Vector3): Vector3[] {
        const along = to.clone().sub(from);
        const radius = Math.min(0.02 * this.stage.seenSize(), 0.2 * along.length());
        const x = new Vector3(Math.abs(along.x) < 0.5 * along.length() ? 1 : 0, Math.abs(along.x) < 0.5 * along.length() ? 0 : 1, 0).cross(along).setLength(radius);
        const y = along.clone().cross(x).setLength(radius);
        const at = (share: number) => from.clone().addScaledVector(along, lead + (1 - 2 * lead) * share);
        const turned = Array.from({ length: turns * steps + 1 }, (_, k) => {
            const angle = (2 * Math.PI * k) / steps;
            return at(k / (turns * steps)).addScaledVector(x, Math.cos(angle)).addScaledVector(y, Math.sin(angle));
        });
        return [from, at(0), ...turned, at(1), to];
    }
}
