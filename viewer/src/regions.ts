// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regions.ts - the outlines of regions within the contours in which two meshes meet, on top of the
// bodies that hide them.

import { CylinderGeometry, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { Swarm } from "./arrows";
import type { Frame } from "./messages";
import type { Stage } from "./stage";

export const regionColour = "#0ca5c4";

const up = new Vector3(0, 1, 0);

export class Regions {
    isShown = true;
    /** Called once, when there is something to show. */
    onSeen: () => void = () => {};
    private isSeen = false;
    private readonly lines: Swarm;

    constructor(private readonly stage: Stage) {
        // without lids: the pieces of a line join
        this.lines = new Swarm(stage, new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0),
            new MeshBasicMaterial({ color: regionColour, depthTest: false, transparent: true, toneMapped: false }));
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
        const width = 0.0018 * this.stage.size();
        const [from, to] = [new Vector3(), new Vector3()];
        const [turn, matrix] = [new Quaternion(), new Matrix4()];
        for (let at = 0; at < points.length; at += 3) {
            from.fromArray(points, at);
            to.fromArray(points, (at + 3) % points.length).sub(from);
            const length = to.length();
            if (length > 0) {
                turn.setFromUnitVectors(up, to.divideScalar(length));
                this.lines.add(matrix.compose(from, turn, new Vector3(width, length, width)));
            }
        }
    }
}
