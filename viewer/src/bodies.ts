// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bodies.ts - the shapes of all bodies. Equal shapes are drawn as instances of one geometry, so
// that thousands of them cost one call.

import {
    BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, FrontSide, Group, InstancedMesh, Matrix4, Mesh,
    MeshLambertMaterial, MeshStandardMaterial, Quaternion, Raycaster, SphereGeometry, Vector3,
} from "three";
import type { Frame, Scene, ShapeInfo } from "./messages";
import type { Stage } from "./stage";

// Calm hues that stay apart for most colour-blind eyes.
const hues = ["#3b7dd8", "#e08a2e", "#3f9e78", "#b65fa8", "#c9a227", "#5aa9c9", "#d2635a", "#7c75c4"];
const still = "#9aa5b1"; // bodies that do not move by forces
const chosen = "#ffd166";

const open = new Set(["curve", "mesh", "text"]); // may show their inner side
const smooth = new Set(["sphere", "ellipsoid", "capsule", "torus"]);

/** Normals for a surface with sharp edges: faces that meet at more than 30 degrees do not share. */
function creaseNormals(points: Float32Array, indices: Uint32Array): BufferGeometry {
    const crease = Math.cos(Math.PI / 6);
    const faces = indices.length / 3;
    const normals = new Float32Array(3 * faces); // of faces, times twice the area
    const at = new Map<string, number[]>(); // faces around a place
    const key = (i: number) => `${points[3 * i]},${points[3 * i + 1]},${points[3 * i + 2]}`;
    const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
    const keys: string[] = Array.from({ length: points.length / 3 }, (_, i) => key(i));
    for (let f = 0; f < faces; f++) {
        a.fromArray(points, 3 * indices[3 * f]);
        b.fromArray(points, 3 * indices[3 * f + 1]).sub(a);
        c.fromArray(points, 3 * indices[3 * f + 2]).sub(a);
        b.cross(c).toArray(normals, 3 * f);
        for (let k = 0; k < 3; k++) {
            const place = keys[indices[3 * f + k]];
            const list = at.get(place);
            if (list) {
                list.push(f);
            } else {
                at.set(place, [f]);
            }
        }
    }
    const outPoints = new Float32Array(9 * faces);
    const outNormals = new Float32Array(9 * faces);
    const [own, other, sum] = [new Vector3(), new Vector3(), new Vector3()];
    for (let f = 0; f < faces; f++) {
        own.fromArray(normals, 3 * f);
        const length = own.length() || 1;
        for (let k = 0; k < 3; k++) {
            const index = indices[3 * f + k];
            sum.set(0, 0, 0);
            for (const g of at.get(keys[index]) ?? []) {
                other.fromArray(normals, 3 * g);
                if (other.dot(own) >= crease * length * (other.length() || 1)) {
                    sum.add(other);
                }
            }
            sum.normalize().toArray(outNormals, 9 * f + 3 * k);
            outPoints.set(points.subarray(3 * index, 3 * index + 3), 9 * f + 3 * k);
        }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(outPoints, 3));
    geometry.setAttribute("normal", new BufferAttribute(outNormals, 3));
    return geometry;
}

/** Alternate octants a little darker, so that one sees a ball turn. */
function addMarks(geometry: BufferGeometry, isRound: boolean): void {
    const position = geometry.getAttribute("position");
    const colours = new Float32Array(3 * position.count).fill(1);
    if (isRound) {
        const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
        for (let i = 0; i < position.count; i += 3) {
            a.fromBufferAttribute(position, i);
            b.fromBufferAttribute(position, i + 1);
            c.fromBufferAttribute(position, i + 2);
            a.add(b).add(c);
            const isDark = a.x * a.y * a.z > 0;
            colours.fill(isDark ? 0.74 : 1, 3 * i, 3 * i + 9);
        }
    }
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
}

function makeGeometry(scene: Scene, index: number, kind: string): BufferGeometry {
    const geometry = creaseNormals(scene.pointsOf(index), scene.indicesOf(index));
    addMarks(geometry, smooth.has(kind) || kind === "cylinder" || kind === "tube" || kind === "cone");
    geometry.computeBoundingSphere();
    return geometry;
}

/** For thousands: few triangles, smooth to the eye by their normals. */
function simpleBall(radius: number): BufferGeometry {
    const geometry = new SphereGeometry(radius, 14, 8).toNonIndexed();
    addMarks(geometry, true);
    geometry.computeBoundingSphere();
    return geometry;
}
const manyBalls = 500;
const shadowsMost = 3_000_000; // triangles of a batch that still throws shadows

interface Batch {
    mesh: InstancedMesh;
    shapes: number[];
}

export class Bodies {
    readonly group = new Group();
    hidden = new Set<number>(); // bodies, from 0
    isolated: number | null = null;
    selected: number | null = null;
    showDisplay = true; // shapes that never touch
    showContact = true;
    opacity = 1;
    private readonly batches: Batch[] = [];
    private readonly grounds: { mesh: Mesh; shape: ShapeInfo }[] = [];
    private readonly local: Matrix4[]; // of shapes in their bodies
    private readonly colours: string[]; // by body
    private readonly poses: Matrix4[]; // of bodies at the instant shown
    private readonly pose = new Matrix4();
    private readonly place = new Vector3();
    private readonly turn = new Quaternion();
    private readonly one = new Vector3(1, 1, 1);
    private readonly nowhere = new Matrix4().makeScale(0, 0, 0);

    constructor(private readonly stage: Stage, private readonly scene: Scene, ghost: string | null = null, hasGrounds = ghost === null) {
        let moving = 0;
        this.colours = scene.bodies.map((info) => info.mobility === "fixed" ? still : hues[moving++ % hues.length]);
        this.local = scene.shapes.map((shape) => {
            const [w, x, y, z] = shape.orientation;
            return new Matrix4().compose(
                new Vector3(...shape.position), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
        });
        this.poses = scene.bodies.map(() => new Matrix4());
        const users: number[][] = scene.geometries.map(() => []);
        scene.shapes.forEach((shape, s) => users[shape.geometry]?.push(s));
        scene.geometries.forEach((_, g) => this.addBatch(g, users[g], ghost));
        if (hasGrounds) {
            this.addGrounds();
        }
        stage.scene.add(this.group);
    }

    private addBatch(g: number, shapes: number[], ghost: string | null): void {
        if (shapes.length === 0 || this.scene.geometries[g].triangles === 0) {
            return;
        }
        const material = new MeshLambertMaterial({ // of the first picture: soon compiled
            vertexColors: ghost === null,
            transparent: ghost !== null,
            opacity: ghost !== null ? 0.3 : 1,
            depthWrite: ghost === null,
            side: open.has(this.scene.shapes[shapes[0]].kind) ? DoubleSide : FrontSide,
        });
        const first = this.scene.shapes[shapes[0]];
        const geometry = first.kind === "sphere" && shapes.length > manyBalls ? simpleBall(first.radius) : makeGeometry(this.scene, g, first.kind);
        const mesh = new InstancedMesh(geometry, material, shapes.length);
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.frustumCulled = false;
        const isLight = (geometry.getAttribute("position").count / 3) * shapes.length < shadowsMost;
        mesh.castShadow = mesh.receiveShadow = ghost === null && isLight;
        shapes.forEach((s, i) => mesh.setColorAt(i, new Color(ghost ?? this.colourOf(this.scene.shapes[s].body - 1))));
        this.group.add(mesh);
        this.batches.push({ mesh, shapes });
    }
    private addGrounds(): void {
        for (const shape of this.scene.shapes.filter((shape) => shape.geometry < 0)) {
            this.grounds.push({ mesh: this.stage.addGround(), shape });
        }
    }

    /** The look after the first picture. */
    refine(): void {
        for (const { mesh } of this.batches) {
            const { vertexColors, transparent, opacity, depthWrite, side } = mesh.material as MeshLambertMaterial;
            mesh.material = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.08, vertexColors, transparent, opacity, depthWrite, side });
        }
    }

    colourOf(body: number): string {
        return this.colours[body];
    }
    recolour(): void {
        const colour = new Color();
        for (const { mesh, shapes } of this.batches) {
            shapes.forEach((s, i) => {
                const body = this.scene.shapes[s].body - 1;
                colour.set(this.colourOf(body));
                if (body === this.selected) {
                    colour.lerp(new Color(chosen), 0.65);
                }
                mesh.setColorAt(i, colour);
            });
            if (mesh.instanceColor) {
                mesh.instanceColor.needsUpdate = true;
            }
        }
    }

    isShown(body: number): boolean {
        return this.isolated === null ? !this.hidden.has(body) : this.isolated === body;
    }
    poseOf(frame: Frame, body: number, out = new Matrix4()): Matrix4 {
        this.place.set(frame.body(body, 0), frame.body(body, 1), frame.body(body, 2));
        this.turn.set(frame.body(body, 4), frame.body(body, 5), frame.body(body, 6), frame.body(body, 3));
        return out.compose(this.place, this.turn, this.one);
    }
    poseOfShape(frame: Frame, shape: number, out: Matrix4): Matrix4 {
        return this.poseOf(frame, this.scene.shapes[shape].body - 1, out).multiply(this.local[shape]);
    }

    show(frame: Frame): void {
        const { poses } = this;
        poses.forEach((pose, b) => this.poseOf(frame, b, pose));
        for (const { mesh, shapes } of this.batches) {
            shapes.forEach((s, i) => {
                const shape = this.scene.shapes[s];
                const isWanted = shape.collides ? this.showContact : this.showDisplay;
                const body = shape.body - 1;
                mesh.setMatrixAt(i, isWanted && this.isShown(body)
                    ? this.pose.multiplyMatrices(poses[body], this.local[s])
                    : this.nowhere);
            });
            mesh.instanceMatrix.needsUpdate = true;
            mesh.boundingSphere = null; // of the instances, for picking
        }
        for (const { mesh, shape } of this.grounds) {
            const body = shape.body - 1;
            mesh.visible = this.isShown(body);
            this.pose.multiplyMatrices(poses[body], this.local[this.scene.shapes.indexOf(shape)]);
            this.stage.placeGround(mesh, new Vector3(shape.size[0], shape.size[1], shape.size[2]), this.pose);
        }
    }
    setOpacity(opacity: number): void {
        this.opacity = opacity;
        for (const { mesh } of this.batches) {
            const material = mesh.material as MeshLambertMaterial;
            material.transparent = opacity < 1;
            material.opacity = opacity;
            material.depthWrite = opacity > 0.6;
            material.needsUpdate = true;
        }
    }

    /** The body under a ray, and where. */
    pick(ray: Raycaster): { body: number; point: Vector3 } | null {
        const hit = ray.intersectObjects(this.batches.map((batch) => batch.mesh), false)[0];
        if (hit?.instanceId === undefined) {
            return null;
        }
        const batch = this.batches.find(({ mesh }) => mesh === hit.object);
        return batch ? { body: this.scene.shapes[batch.shapes[hit.instanceId]].body - 1, point: hit.point } : null;
    }
}
