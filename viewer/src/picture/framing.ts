// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// framing.ts - the box that the camera frames: where things move and touch, and the ground below. A live
// run grows it, as nobody knows beforehand where bodies go.

import { Box3, Vector3 } from "three";
import type { Frame, Scene } from "../messages";
import type { Stage } from "./stage";

const ahead = 0.25; // room beyond a side, as part of what that side has grown: so it moves seldom
const farthest = 3; // sizes of the first box from the middle of all; what is farther away has flown off

const median = (values: number[]): number => values.sort((a, b) => a - b)[(values.length - 1) >> 1];

export class Framing {
    private readonly first: Box3;
    private readonly reached: Box3; // the first box and all places since

    constructor(private readonly stage: Stage, private readonly scene: Scene) {
        stage.setExtent(new Vector3(...(scene.action_low ?? scene.low)), new Vector3(...(scene.action_high ?? scene.high)));
        this.reachGrounds();
        this.first = stage.extent.clone();
        this.reached = this.first.clone();
    }

    /** The ground below what is seen belongs to the picture, if it is not far away. */
    private reachGrounds(): void {
        const { scene } = this;
        const { extent } = this.stage;
        for (const shape of scene.shapes.filter(({ geometry, body }) => geometry < 0 && scene.bodies[body - 1].mobility === "fixed")) {
            const normal = new Vector3(shape.size[0], shape.size[1], shape.size[2]);
            const middle = extent.getCenter(new Vector3());
            const foot = middle.clone().addScaledVector(normal, -normal.dot(middle.clone().sub(new Vector3(...shape.position))));
            if (foot.distanceTo(middle) < 8 * this.stage.size()) {
                extent.expandByPoint(foot);
            }
        }
        const whole = new Vector3(...scene.low).distanceTo(new Vector3(...scene.high));
        this.stage.setExtent(extent.min.clone(), extent.max.clone(), whole);
    }

    /** A side that a body has passed moves out to it, and a little further; the others stay. */
    follow(frame: Frame): void {
        const { first, reached } = this;
        const { extent } = this.stage;
        const places = this.scene.bodies.flatMap(({ mobility }, b) => (mobility === "fixed" || b >= frame.bodyCount ? [] : [new Vector3(...frame.position(b))]));
        if (places.every((place) => extent.containsPoint(place))) {
            return;
        }
        const middle = new Vector3(...([0, 1, 2] as const).map((i) => median(places.map((place) => place.getComponent(i)))));
        const usual = median(places.map((place) => place.distanceTo(middle)));
        const far = Math.max(farthest * first.getSize(new Vector3()).length(), 4 * usual);
        places.filter((place) => place.distanceTo(middle) < far).forEach((place) => reached.expandByPoint(place));
        const low = reached.min.clone().addScaledVector(reached.min.clone().sub(first.min), ahead);
        const high = reached.max.clone().addScaledVector(reached.max.clone().sub(first.max), ahead);
        if (!extent.equals(new Box3(low, high))) {
            this.stage.setExtent(low, high);
            this.stage.lookAgain();
        }
    }
    /** A run that begins anew is framed as at first. */
    restart(): void {
        if (!this.reached.equals(this.first)) {
            this.reached.copy(this.first);
            this.stage.setExtent(this.first.min, this.first.max);
            this.stage.lookAgain();
        }
    }
}
