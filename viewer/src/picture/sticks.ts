// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sticks.ts - lines that can be seen: thin round sticks from point to point.

import { CylinderGeometry, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { Swarm } from "./swarm";
import type { Stage } from "./stage";

const up = new Vector3(0, 1, 0);

export class Sticks {
    private readonly swarm: Swarm;
    private readonly along = new Vector3();
    private readonly turn = new Quaternion();
    private readonly matrix = new Matrix4();

    /** `isOnTop`: seen through what is before them. */
    constructor(stage: Stage, colour: string, isOnTop: boolean) {
        // without lids: the pieces of a line join
        this.swarm = new Swarm(stage, new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0),
            [new MeshBasicMaterial({ color: colour, depthTest: !isOnTop, transparent: isOnTop, toneMapped: false })]);
    }
    clear(): void {
        this.swarm.clear();
    }
    add(from: Vector3, to: Vector3, width: number): void {
        const length = this.along.copy(to).sub(from).length();
        if (length > 0) {
            this.turn.setFromUnitVectors(up, this.along.divideScalar(length));
            this.swarm.add(this.matrix.compose(from, this.turn, new Vector3(width, length, width)));
        }
    }
    done(): void {
        this.swarm.done();
    }
}
