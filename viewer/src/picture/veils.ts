// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// veils.ts - which bodies hide the action from the eye, so that they are seen through: what stands still
// before what moves, or whatever is before a map of pressure.

import { Matrix4, Raycaster, Vector3 } from "three";
import type { Frame, Scene } from "../messages";
import type { Bodies } from "./bodies";
import type { Stage } from "./stage";

const much = 0.3; // share of the places looked for
const most = 40; // places
const trianglesMost = 200_000; // more would take too long

function every<T>(list: T[], count: number): T[] {
    const step = Math.max(1, list.length / count);
    return Array.from({ length: Math.min(list.length, count) }, (_, i) => list[Math.floor(i * step)]);
}

export class Veils {
    isOn = true;
    private readonly ray = new Raycaster();

    constructor(private readonly stage: Stage, private readonly scene: Scene, private readonly bodies: Bodies) {}

    /** True if what is seen has changed. */
    update(frame: Frame, hasMap: boolean): boolean {
        if (!this.isOn || this.bodies.triangles > trianglesMost || this.scene.shapes.length > 2000) {
            return this.bodies.setVeils(new Set());
        }
        const isMapped = hasMap && frame.mapCount > 0;
        const places = isMapped ? this.mapped(frame) : this.moving(frame);
        const counts = new Map<number, number>();
        for (const place of places) {
            this.before(place).forEach((body) => counts.set(body, (counts.get(body) ?? 0) + 1));
        }
        const hiding = [...counts].filter(([body, count]) =>
            count >= much * places.length && (isMapped || this.scene.bodies[body].mobility === "fixed"));
        return this.bodies.setVeils(new Set(hiding.map(([body]) => body)));
    }
    private before(place: Vector3): Set<number> {
        const eye = this.stage.camera.position;
        const away = place.clone().sub(eye);
        const distance = away.length();
        this.ray.set(eye, away.divideScalar(distance));
        this.ray.far = distance - 2e-3 * this.stage.size();
        return new Set(this.bodies.hits(this.ray).map(({ body }) => body));
    }
    private moving(frame: Frame): Vector3[] {
        const moving = this.scene.bodies.flatMap((info, b) => (info.mobility !== "fixed" && this.bodies.isShown(b) ? [b] : []));
        return every(moving, most).map((b) => new Vector3(...this.scene.bodies[b].center).applyMatrix4(this.bodies.poseOf(frame, b)));
    }
    private mapped(frame: Frame): Vector3[] {
        const pose = new Matrix4();
        const rows = Array.from({ length: frame.mapCount }, (_, row) => row).filter((row) => frame.mapValue(row, "pressure") > 0);
        return every(rows, most).map((row) => {
            const shape = frame.mapShape(row);
            const points = this.scene.pointsOf(this.scene.shapes[shape].geometry);
            return new Vector3().fromArray(points, 3 * frame.mapPoint(row)).applyMatrix4(this.bodies.poseOfShape(frame, shape, pose));
        });
    }
}
