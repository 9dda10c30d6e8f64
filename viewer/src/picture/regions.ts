// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regions.ts - the outlines of regions within the contours in which two meshes meet, on top of the
// bodies that hide them.

import { Vector3 } from "three";
import type { Frame } from "../messages";
import type { Stage } from "./stage";
import { Sticks } from "./sticks";

const colour = "#0ca5c4";

export class Regions {
    isShown = true;
    /** Called once, when there is something to show. */
    onSeen: () => void = () => {};
    private isSeen = false;
    private readonly lines: Sticks;

    constructor(private readonly stage: Stage) {
        this.lines = new Sticks(stage, colour, true);
    }
    update(frame: Frame): void {
        if (!this.isSeen && frame.regionCount > 0) {
            this.isSeen = true;
            this.onSeen();
        }
        this.lines.clear();
        if (this.isShown) {
            for (const { points } of frame.outlinesOf()) {
                this.addLoop(points);
            }
        }
        this.lines.done();
    }
    private addLoop(points: Float32Array): void {
        const width = 0.0018 * this.stage.seenSize();
        const [from, to] = [new Vector3(), new Vector3()];
        for (let at = 0; at < points.length; at += 3) {
            this.lines.add(from.fromArray(points, at), to.fromArray(points, (at + 3) % points.length), width);
        }
    }
}
