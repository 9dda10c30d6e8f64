// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// arrows.ts - contacts: points, normals, arrows of the normal force and of friction. All arrows
// have one linear scale; the legend says how long a round force is in the middle of the view.

import {
    BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DynamicDrawUsage,
    InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, MeshBasicMaterial, Quaternion,
    SphereGeometry, Vector3,
} from "three";
import { format, h, niceBelow } from "./dom";
import { Field, norm, type Frame } from "./messages";
import type { Stage } from "./stage";

const normalColour = "#d62246";
const frictionColour = "#f2a900";
const pointColour = "#7b2cbf";

export type Scaling = "fitting" | "expanding" | "fixed";

const up = new Vector3(0, 1, 0);

/** Instances that grow in number as needed. */
export class Swarm {
    private mesh: InstancedMesh;
    private count = 0;
    constructor(private readonly stage: Stage, private readonly geometry: BufferGeometry, private readonly material: MeshBasicMaterial) {
        this.mesh = this.grow(64);
    }
    private grow(room: number): InstancedMesh {
        const mesh = new InstancedMesh(this.geometry, this.material, room);
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.frustumCulled = false;
        mesh.renderOrder = 3;
        this.stage.scene.add(mesh);
        return mesh;
    }
    clear(): void {
        this.count = 0;
    }
    add(matrix: Matrix4): void {
        if (this.count === this.mesh.instanceMatrix.count) {
            const old = this.mesh;
            this.mesh = this.grow(2 * this.count);
            this.mesh.instanceMatrix.array.set(old.instanceMatrix.array);
            this.stage.scene.remove(old);
            old.dispose();
        }
        this.mesh.setMatrixAt(this.count++, matrix);
    }
    done(): void {
        this.mesh.count = this.count;
        this.mesh.visible = this.count > 0;
        this.mesh.instanceMatrix.needsUpdate = true;
    }
}

/** Arrows from a point along a vector: a shaft and a head, on top of everything. */
class Arrows {
    private readonly shafts: Swarm;
    private readonly heads: Swarm;
    private readonly turn = new Quaternion();
    private readonly matrix = new Matrix4();
    constructor(stage: Stage, colour: string) {
        const material = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.92, toneMapped: false });
        this.shafts = new Swarm(stage, new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0), material);
        this.heads = new Swarm(stage, new ConeGeometry(1, 1, 16).translate(0, 0.5, 0), material);
    }
    clear(): void {
        this.shafts.clear();
        this.heads.clear();
    }
    add(from: Vector3, along: Vector3, thickness: number): void {
        const length = along.length();
        if (length < 1e-3 * thickness) {
            return;
        }
        const direction = along.clone().divideScalar(length);
        const head = Math.min(4.5 * thickness, 0.5 * length);
        const width = Math.min(thickness, 0.3 * length);
        this.turn.setFromUnitVectors(up, direction);
        this.shafts.add(this.matrix.compose(from, this.turn, new Vector3(width, length - head, width)));
        this.heads.add(this.matrix.compose(
            from.clone().addScaledVector(direction, length - head), this.turn,
            new Vector3(2.2 * width, head, 2.2 * width)));
    }
    done(): void {
        this.shafts.done();
        this.heads.done();
    }
}

export class Contacts {
    show = { forces: true, friction: true, points: true, normals: false };
    scaling: Scaling = "expanding";
    factor = 1; // chosen by hand
    onBody: "b" | "a" = "b"; // which body the arrows act on
    readonly legend = h("div", { class: "legend", role: "note", "aria-label": "scale of the arrows" });
    private largest = 0; // force that the scale is made for, N
    private readonly forces: Arrows;
    private readonly frictions: Arrows;
    private readonly points: Swarm;
    private readonly normals: LineSegments;

    constructor(private readonly stage: Stage) {
        this.forces = new Arrows(stage, normalColour);
        this.frictions = new Arrows(stage, frictionColour);
        this.points = new Swarm(stage, new SphereGeometry(1, 16, 12),
            new MeshBasicMaterial({ color: pointColour, depthTest: false, transparent: true, toneMapped: false }));
        this.normals = new LineSegments(new BufferGeometry(),
            new LineBasicMaterial({ color: new Color(pointColour), depthTest: false, transparent: true }));
        this.normals.frustumCulled = false;
        this.normals.renderOrder = 3;
        stage.scene.add(this.normals);
        stage.host.append(this.legend);
    }

    /** Metres per newton. */
    private scale(): number {
        return this.largest > 0 ? (this.factor * 0.22 * this.stage.size()) / this.largest : 0;
    }
    forget(): void {
        this.largest = 0;
    }

    update(frame: Frame): void {
        let most = 0;
        for (let i = 0; i < frame.contactCount; i++) {
            most = Math.max(most, norm(frame.vector(i, Field.force)));
        }
        if (this.scaling === "fitting" || this.largest === 0) {
            this.largest = most > 0 ? most : this.largest;
        } else if (this.scaling === "expanding") {
            this.largest = Math.max(this.largest, most);
        }
        this.place(frame);
    }
    private place(frame: Frame): void {
        const scale = this.scale() * (this.onBody === "b" ? 1 : -1);
        const thickness = 0.0035 * this.stage.size();
        const matrix = new Matrix4();
        const ends: number[] = [];
        this.forces.clear();
        this.frictions.clear();
        this.points.clear();
        for (let i = 0; i < frame.contactCount; i++) {
            const point = new Vector3(...frame.vector(i, Field.point));
            const normal = new Vector3(...frame.vector(i, Field.normal));
            const pressing = frame.contact(i, Field.normalForce);
            if (this.show.forces) {
                this.forces.add(point, normal.clone().multiplyScalar(pressing * scale), thickness);
            }
            if (this.show.friction) {
                this.frictions.add(point, new Vector3(...frame.friction(i)).multiplyScalar(scale), thickness);
            }
            if (this.show.points) {
                this.points.add(matrix.makeScale(1.6 * thickness, 1.6 * thickness, 1.6 * thickness).setPosition(point));
            }
            if (this.show.normals) {
                const end = point.clone().addScaledVector(normal, 0.08 * this.stage.size());
                ends.push(...point.toArray(), ...end.toArray());
            }
        }
        this.forces.done();
        this.frictions.done();
        this.points.done();
        this.normals.geometry.setAttribute("position", new BufferAttribute(new Float32Array(ends), 3));
    }

    /** A round force and how long its arrow is here. */
    drawLegend(): void {
        const perNewton = Math.abs(this.scale()) * this.stage.pixelsPerMetre();
        if (perNewton === 0 || !(this.show.forces || this.show.friction)) {
            this.legend.hidden = true;
            return;
        }
        this.legend.hidden = false;
        const force = niceBelow(110 / perNewton);
        const row = (name: string, colour: string) =>
            h("span", { class: `key ${name}` }, h("i", { class: colour }), name);
        const bar = h("span", { class: "bar" });
        bar.style.width = `${force * perNewton}px`;
        this.legend.replaceChildren(
            h("div", {}, bar, h("b", {}, ` ${format(force)} N`)),
            h("div", {},
                this.show.forces ? row("normal force", "normal") : null,
                this.show.friction ? row("friction", "friction") : null));
        this.legend.title = `Arrows show the force on the second body of a contact and are linear in it; this length is right in the middle of the view. Scale: ${this.scaling}.`;
    }
}
