// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ties.ts - springs and ropes, as lines between their ends.

import { Matrix4, Vector3 } from "three";
import type { ForceInfo, Frame, Scene, Vec3 } from "../messages";
import type { Bodies } from "./bodies";
import type { Stage } from "./stage";
import { Sticks } from "./sticks";

const colour = "#7a8290";
const tying = new Set(["spring", "rope", "line_of_sight"]);

export class Ties {
    isShown = true;
    readonly hasSome: boolean;
    private readonly ties: ForceInfo[];
    private readonly lines: Sticks;
    private readonly pose = new Matrix4();

    constructor(private readonly stage: Stage, scene: Scene, private readonly bodies: Bodies) {
        this.ties = scene.forces.filter(({ type, point_a }) => tying.has(type) && point_a !== undefined);
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
            this.lines.add(end(tie.body_a, tie.point_a), end(tie.body_b, tie.point_b), 0.002 * this.stage.seenSize());
        }
        this.lines.done();
    }
}
