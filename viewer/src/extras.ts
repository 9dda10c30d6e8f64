// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// extras.ts - what helps to look: frames of bodies, centres of mass, ellipsoids of inertia, traces,
// a measured distance, the pull of the mouse.

import {
    AxesHelper, BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Matrix3, Matrix4,
    Mesh, MeshBasicMaterial, SphereGeometry, Vector3,
} from "three";
import type { Bodies } from "./bodies";
import { format, h } from "./dom";
import type { BodyInfo, Frame, Scene, SeriesData } from "./messages";
import type { Stage } from "./stage";

/** Eigenvalues and vectors of a symmetric 3 x 3 matrix, by Jacobi rotations. */
function principal(m: number[]): { values: number[]; axes: Matrix3 } {
    const a = [[m[0], m[3], m[4]], [m[3], m[1], m[5]], [m[4], m[5], m[2]]];
    const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    for (let sweep = 0; sweep < 30; sweep++) {
        for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
            if (Math.abs(a[p][q]) < 1e-14 * (Math.abs(a[p][p]) + Math.abs(a[q][q]))) {
                continue;
            }
            const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            for (let k = 0; k < 3; k++) {
                [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
            }
            for (let k = 0; k < 3; k++) {
                [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
                [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
            }
        }
    }
    return {
        values: [a[0][0], a[1][1], a[2][2]],
        axes: new Matrix3().set(v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2], v[2][0], v[2][1], v[2][2]),
    };
}

/** The homogeneous ellipsoid with the same mass and inertia: I_x = m/5 (b² + c²). */
function inertiaEllipsoid(body: BodyInfo): Matrix4 {
    const { values, axes } = principal(body.inertia);
    const sum = values[0] + values[1] + values[2];
    const radius = (i: number) => Math.sqrt(Math.max(1e-12, (2.5 / body.mass) * (sum - 2 * values[i])));
    const turn = new Matrix4().setFromMatrix3(axes);
    if (turn.determinant() < 0) {
        turn.scale(new Vector3(1, 1, -1));
    }
    return new Matrix4().makeTranslation(...body.center).multiply(turn)
        .scale(new Vector3(radius(0), radius(1), radius(2)));
}

export class Extras {
    show = { frames: false, centers: false, ellipsoids: false };
    readonly note = h("div", { class: "measure", hidden: true, role: "status" });
    private readonly parts: { body: number; frame: AxesHelper; center: Mesh; ellipsoid: Mesh; ellipsoidPose: Matrix4 }[];
    private readonly traces = new Map<number, Line>();
    private readonly ruler = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#00897b", depthTest: false, transparent: true }));
    private readonly pull = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#00a86b", depthTest: false, transparent: true }));
    private measured: Vector3[] = [];

    constructor(private readonly stage: Stage, private readonly scene: Scene, private readonly bodies: Bodies) {
        const size = 0.06 * stage.size();
        const group = new Group();
        const dot = new SphereGeometry(0.12 * size, 16, 12);
        const ball = new SphereGeometry(1, 24, 16);
        this.parts = scene.bodies.map((info, body) => {
            const frame = new AxesHelper(size);
            const center = new Mesh(dot, new MeshBasicMaterial({ color: "#1b1f24", depthTest: false, transparent: true }));
            const ellipsoid = new Mesh(ball, new MeshBasicMaterial({ color: bodies.colourOf(body), wireframe: true, transparent: true, opacity: 0.5 }));
            const hasInertia = info.mass > 0 && info.mobility === "free";
            ellipsoid.matrixAutoUpdate = frame.matrixAutoUpdate = false;
            for (const part of [frame, center, ellipsoid]) {
                part.visible = false;
                part.renderOrder = 2;
            }
            group.add(frame, center, ellipsoid);
            return { body, frame, center, ellipsoid, ellipsoidPose: hasInertia ? inertiaEllipsoid(info) : new Matrix4().makeScale(0, 0, 0) };
        });
        for (const line of [this.ruler, this.pull]) {
            line.visible = false;
            line.frustumCulled = false;
            line.renderOrder = 4;
            group.add(line);
        }
        stage.scene.add(group);
        stage.host.append(this.note);
    }

    update(frame: Frame): void {
        const pose = new Matrix4();
        for (const part of this.parts) {
            const info = this.scene.bodies[part.body];
            const isShown = this.bodies.isShown(part.body);
            part.frame.visible = this.show.frames && isShown;
            part.center.visible = this.show.centers && isShown && info.mass > 0;
            part.ellipsoid.visible = this.show.ellipsoids && isShown && info.mass > 0;
            this.bodies.poseOf(frame, part.body, pose);
            part.frame.matrix.copy(pose);
            part.center.position.set(...info.center).applyMatrix4(pose);
            part.ellipsoid.matrix.multiplyMatrices(pose, part.ellipsoidPose);
        }
    }

    // ---- traces ----

    hasTrace(body: number): boolean {
        return this.traces.has(body);
    }
    addTrace(body: number, parts: SeriesData[]): void {
        this.removeTrace(body);
        const points = new Float32Array(3 * parts[0].values.length);
        parts.forEach((part, axis) => part.values.forEach((value, i) => (points[3 * i + axis] = value)));
        const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
        const line = new Line(geometry, new LineBasicMaterial({ color: this.bodies.colourOf(body) }));
        this.traces.set(body, line);
        this.stage.scene.add(line);
        this.stage.draw();
    }
    removeTrace(body: number): void {
        const line = this.traces.get(body);
        if (line) {
            this.stage.scene.remove(line);
            this.traces.delete(body);
            this.stage.draw();
        }
    }

    // ---- measuring ----

    measure(point: Vector3): void {
        this.measured = this.measured.length === 2 ? [point] : [...this.measured, point];
        if (this.measured.length === 2) {
            const d = this.measured[1].clone().sub(this.measured[0]);
            this.line(this.ruler, this.measured);
            this.note.textContent = `${format(d.length(), 5)} m   (${format(d.x)}, ${format(d.y)}, ${format(d.z)})`;
        } else {
            this.ruler.visible = false;
            this.note.textContent = "Pick the second point";
        }
        this.note.hidden = false;
        this.stage.draw();
    }
    stopMeasuring(): void {
        this.measured = [];
        this.ruler.visible = false;
        this.note.hidden = true;
        this.stage.draw();
    }
    showPull(from: Vector3 | null, to: Vector3 | null): void {
        this.pull.visible = from !== null && to !== null;
        if (from && to) {
            this.line(this.pull, [from, to]);
        }
        this.stage.draw();
    }
    private line(line: Line, points: Vector3[]): void {
        line.geometry.setFromPoints(points);
        line.visible = true;
    }
}
