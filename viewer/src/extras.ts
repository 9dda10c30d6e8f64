// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// extras.ts - what helps to look: frames of bodies, centres of mass, ellipsoids of inertia, axes of
// joints, traces, a measured distance, the pull of the mouse.

import {
    BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, InstancedMesh, Line, LineBasicMaterial,
    LineSegments, Matrix3, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";
import { format, h } from "./dom";
import type { BodyInfo, Frame, Scene, SeriesData } from "./messages";
import type { Bodies } from "./picture/bodies";
import type { Stage } from "./picture/stage";

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

/** Lines that show what a joint leaves free, about and along z of its frame, for a length of 1. */
function jointLines(type: string): number[] {
    const ring = (turn: (x: number, y: number) => number[], radius = 0.3) =>
        Array.from({ length: 24 }, (_, i) => [i, i + 1].flatMap((k) =>
            turn(radius * Math.cos((k * Math.PI) / 12), radius * Math.sin((k * Math.PI) / 12)))).flat();
    const flat = ring((x, y) => [x, y, 0]);
    const axis = [0, 0, -1, 0, 0, 1];
    const heads = [1, -1].flatMap((s) => [0.09, -0.09].flatMap((x) => [0, 0, s, x, 0, 0.8 * s]));
    const cross = [-0.3, 0, 0, 0.3, 0, 0, 0, -0.3, 0, 0, 0.3, 0];
    const lines: Record<string, number[]> = {
        revolute: [...axis, ...flat],
        prismatic: [...axis, ...heads],
        cylindrical: [...axis, ...heads, ...flat],
        screw: [...axis, ...heads, ...flat],
        spherical: [...flat, ...ring((x, y) => [x, 0, y]), ...ring((x, y) => [0, x, y])],
        planar: [...cross, ...flat, 0, 0, 0, 0, 0, 1],
        inline: [...axis, ...heads],
        universal: [...cross.map((x) => 3 * x)],
    };
    return lines[type] ?? [...cross, 0, 0, -0.3, 0, 0, 0.3];
}

/** Lines as thin rods, which are as wide on any screen. */
function rods(lines: number[], radius = 0.02): BufferGeometry {
    const points: number[] = [];
    const [from, along, side, other] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    const corner = (i: number, share: number) => {
        const angle = (i * Math.PI) / 3;
        return from.clone().addScaledVector(along, share)
            .addScaledVector(side, radius * Math.cos(angle)).addScaledVector(other, radius * Math.sin(angle)).toArray();
    };
    for (let k = 0; k < lines.length; k += 6) {
        from.fromArray(lines, k);
        along.fromArray(lines, k + 3).sub(from);
        side.set(Math.abs(along.x) < 0.5 * along.length() ? 1 : 0, Math.abs(along.x) < 0.5 * along.length() ? 0 : 1, 0).cross(along).normalize();
        other.copy(along).normalize().cross(side);
        for (let i = 0; i < 6; i++) {
            const [a, b, c, d] = [corner(i, 0), corner(i + 1, 0), corner(i, 1), corner(i + 1, 1)];
            points.push(...a, ...b, ...c, ...b, ...d, ...c);
        }
    }
    return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}

interface Shown {
    frames: LineSegments;
    centers: InstancedMesh;
    ellipsoids: InstancedMesh;
    ellipsoidPoses: Matrix4[];
    joints: { body: number; lines: Mesh; pose: Matrix4 }[];
}

export class Extras {
    show = { frames: false, centers: false, ellipsoids: false, joints: false };
    readonly note = h("div", { class: "measure", hidden: true, role: "status" });
    private shown: Shown | null = null; // made when first wanted
    private readonly traces = new Map<number, Line>();
    private readonly ruler = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#00897b", depthTest: false, transparent: true }));
    private readonly pull = new Line(new BufferGeometry(), new LineBasicMaterial({ color: "#00a86b", depthTest: false, transparent: true }));
    private measured: Vector3[] = [];

    constructor(private readonly stage: Stage, private readonly scene: Scene, private readonly bodies: Bodies) {
        for (const line of [this.ruler, this.pull]) {
            line.visible = false;
            line.frustumCulled = false;
            line.renderOrder = 4;
            stage.scene.add(line);
        }
        stage.host.append(this.note);
    }

    /** Bodies without a shape, as sticks from the centre of mass to their joints. */
    private makeSticks(frame: Frame): void {
        const { scene } = this;
        const hasShape = new Set(scene.shapes.map(({ body }) => body - 1));
        scene.bodies.forEach((info, b) => {
            if (hasShape.has(b) || info.mobility === "fixed") {
                return;
            }
            const material = new MeshLambertMaterial({ color: this.bodies.colourOf(b), side: DoubleSide });
            const back = this.bodies.poseOf(frame, b).invert();
            const center = new Vector3(...info.center);
            const reach = 0.12 * this.stage.seenSize();
            const lines = scene.joints.filter((joint) => joint.body_a - 1 === b || joint.body_b - 1 === b).flatMap((joint) => {
                const place = new Vector3(...joint.position);
                if (joint.body_a > 0) {
                    place.applyMatrix4(this.bodies.poseOf(frame, joint.body_a - 1));
                }
                return [...center.toArray(), ...place.applyMatrix4(back).toArray()];
            });
            const mesh = new Mesh(rods(lines.map((x) => x / reach), 0.05).scale(reach, reach, reach), material);
            mesh.geometry.computeVertexNormals();
            mesh.matrixAutoUpdate = false;
            mesh.frustumCulled = false;
            this.sticks.push({ body: b, mesh });
            const ball = new Mesh(new SphereGeometry(0.1 * reach, 16, 12).translate(...info.center), material);
            ball.matrixAutoUpdate = false;
            this.sticks.push({ body: b, mesh: ball });
            this.stage.scene.add(mesh, ball);
        });
    }
    private readonly sticks: { body: number; mesh: Mesh }[] = [];
    private isFirst = true;

    private make(): Shown {
        const { scene, stage } = this;
        const count = scene.bodies.length;
        const size = 0.06 * stage.seenSize();
        const above = { depthTest: false, transparent: true, toneMapped: false };
        const frames = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, ...above }));
        const colours = new Float32Array(18 * count);
        for (let i = 0; i < colours.length; i++) {
            colours[i] = [1, 0.1, 0.1, 1, 0.1, 0.1, 0.1, 0.6, 0.1, 0.1, 0.6, 0.1, 0.1, 0.3, 1, 0.1, 0.3, 1][i % 18];
        }
        frames.geometry.setAttribute("position", new BufferAttribute(new Float32Array(18 * count), 3).setUsage(DynamicDrawUsage));
        frames.geometry.setAttribute("color", new BufferAttribute(colours, 3));
        const centers = new InstancedMesh(new SphereGeometry(0.12 * size, 16, 12), new MeshBasicMaterial({ color: "#e64980", ...above }), count);
        const ellipsoids = new InstancedMesh(new SphereGeometry(1, 24, 16), new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.5 }), count);
        scene.bodies.forEach((_, b) => ellipsoids.setColorAt(b, new Color(this.bodies.colourOf(b))));
        const material = new MeshBasicMaterial({ color: "#e64980", ...above });
        const joints = scene.joints.map((joint) => {
            const lines = new Mesh(rods(jointLines(joint.type)), material);
            const [w, x, y, z] = joint.orientation;
            const reach = 0.11 * stage.seenSize();
            const pose = new Matrix4().compose(new Vector3(...joint.position), new Quaternion(x, y, z, w), new Vector3(reach, reach, reach));
            lines.matrixAutoUpdate = false;
            return { body: joint.body_a - 1, lines, pose };
        });
        for (const part of [frames, centers, ellipsoids, ...joints.map(({ lines }) => lines)]) {
            part.frustumCulled = false;
            part.renderOrder = 2;
            stage.scene.add(part);
        }
        const ellipsoidPoses = scene.bodies.map((info) =>
            info.mass > 0 && info.mobility === "free" ? inertiaEllipsoid(info) : new Matrix4().makeScale(0, 0, 0));
        return { frames, centers, ellipsoids, ellipsoidPoses, joints };
    }

    update(frame: Frame): void {
        const { show } = this;
        if (this.isFirst) {
            this.isFirst = false;
            this.makeSticks(frame);
        }
        for (const { body, mesh } of this.sticks) {
            mesh.visible = this.bodies.isShown(body);
            this.bodies.poseOf(frame, body, mesh.matrix);
            mesh.matrixWorldNeedsUpdate = true;
        }
        if (!(this.shown || show.frames || show.centers || show.ellipsoids || show.joints)) {
            return;
        }
        const shown = (this.shown ??= this.make());
        shown.frames.visible = show.frames;
        shown.centers.visible = show.centers;
        shown.ellipsoids.visible = show.ellipsoids;
        this.scene.bodies.forEach((_, b) => this.placeBody(shown, frame, b));
        shown.frames.geometry.getAttribute("position").needsUpdate = true;
        shown.centers.instanceMatrix.needsUpdate = shown.ellipsoids.instanceMatrix.needsUpdate = true;
        for (const { body, lines, pose } of shown.joints) {
            lines.visible = show.joints && (body < 0 || this.bodies.isShown(body));
            if (body >= 0) {
                lines.matrix.multiplyMatrices(this.bodies.poseOf(frame, body, this.pose), pose);
            } else {
                lines.matrix.copy(pose);
            }
            lines.matrixWorldNeedsUpdate = true;
        }
    }
    private readonly pose = new Matrix4();
    private readonly local = new Matrix4();
    private placeBody(shown: Shown, frame: Frame, b: number): void {
        const info = this.scene.bodies[b];
        const pose = this.bodies.poseOf(frame, b, this.pose);
        const e = pose.elements;
        const isShown = this.bodies.isShown(b);
        const scale = isShown && info.mass > 0 ? 1 : 0;
        const reach = isShown ? 0.06 * this.stage.seenSize() : 0;
        const points = shown.frames.geometry.getAttribute("position");
        for (let axis = 0; axis < 3; axis++) {
            points.setXYZ(6 * b + 2 * axis, e[12], e[13], e[14]);
            points.setXYZ(6 * b + 2 * axis + 1, e[12] + reach * e[4 * axis], e[13] + reach * e[4 * axis + 1], e[14] + reach * e[4 * axis + 2]);
        }
        shown.centers.setMatrixAt(b, this.local.makeScale(scale, scale, scale)
            .setPosition(new Vector3(...info.center).applyMatrix4(pose)));
        shown.ellipsoids.setMatrixAt(b, scale > 0 ? this.local.multiplyMatrices(pose, shown.ellipsoidPoses[b]) : this.local.makeScale(0, 0, 0));
    }
    /** Where the middle of a joint is seen, for tests. */
    jointPlace(index: number): Vector3 | null {
        const joint = this.shown?.joints[index];
        return joint ? new Vector3().setFromMatrixPosition(joint.lines.matrix) : null;
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
