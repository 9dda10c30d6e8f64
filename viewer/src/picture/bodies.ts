// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bodies.ts - the shapes of all bodies. Equal shapes are drawn as instances of one geometry, so
// that thousands of them cost one call.

import {
    Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, FrontSide, Group, InstancedMesh, LineSegments, Matrix4,
    MeshLambertMaterial, MeshStandardMaterial, Quaternion, Raycaster, Vector3,
} from "three";
import type { Frame, LookInfo, Scene, ShapeInfo } from "../messages";
import { drawBalls, makeBallDepth, makeDisc, pickBalls } from "./balls";
import { Deformation } from "./deform";
import { addGrain, makeEdges, sharpEdges } from "./edges";
import type { Ground } from "./grounds";
import { Outline } from "./outline";
import type { Stage } from "./stage";

// Calm hues that stay apart for most colour-blind eyes.
const hues = ["#3b7dd8", "#e08a2e", "#3f9e78", "#b65fa8", "#c9a227", "#5aa9c9", "#d2635a", "#7c75c4"];
const still = "#9aa5b1"; // bodies that do not move by forces

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

const dark = 0.74;

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
            colours.fill(isDark ? dark : 1, 3 * i, 3 * i + 9);
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

const manyBalls = 100; // from so many of a kind they are drawn as discs
const shadowsMost = 3_000_000; // triangles of a batch that still throws shadows

const edgesMost = 60_000; // triangles of a geometry whose sharp edges are still looked for
const thin = 0.28; // opacity of what would hide the action

interface Batch {
    mesh: InstancedMesh;
    surface: BufferGeometry; // of a shape; what is drawn for balls is not
    radius: number; // of balls that are drawn as discs, else 0
    lines: LineSegments | null; // sharp edges
    shapes: number[];
    look: LookInfo;
    opacity: number;
    onlyEdges: boolean;
}

/** How a body is to be drawn, where someone chose. */
export interface BodyStyle {
    opacity: number;
    onlyEdges: boolean;
}

const plain: LookInfo = { name: "PLAIN", colour: 0xffffff, own: 0, rough: 0.6, metal: 0, opacity: 1, grain: 0 };

/** The colour of a body with that of its material in it. */
function tinted(hue: string, look: LookInfo): string {
    const body = Number.parseInt(hue.slice(1), 16);
    const part = (shift: number) => Math.round((1 - look.own) * ((body >> shift) & 255) + look.own * ((look.colour >> shift) & 255));
    return `#${((part(16) << 16) | (part(8) << 8) | part(0)).toString(16).padStart(6, "0")}`;
}

export class Bodies {
    readonly group = new Group();
    hidden = new Set<number>(); // bodies, from 0
    isolated: number | null = null;
    selected: number | null = null;
    showDisplay = true; // shapes that never touch
    showContact = true;
    opacity = 1;
    onlyEdges = false;
    exaggeration = 1; // of what flexible bodies deform by
    private readonly deformations = new Map<number, Deformation>(); // by shape
    readonly styles = new Map<number, BodyStyle>(); // of bodies that have one of their own
    private veiled = new Set<number>(); // bodies that would hide the action
    private batches: Batch[] = [];
    private readonly grounds: { ground: Ground; shape: ShapeInfo }[] = [];
    private readonly local: Matrix4[]; // of shapes in their bodies
    private readonly hues: string[]; // by body
    private readonly colours: string[]; // with the material of the first shape
    private readonly poses: Matrix4[]; // of bodies at the instant shown
    private readonly geometries = new Map<number, BufferGeometry>();
    private readonly edges = new Map<number, Float32Array>();
    private readonly outline: Outline | null;
    private frame: Frame | null = null;
    private isFine = false;
    private readonly pose = new Matrix4();
    private readonly place = new Vector3();
    private readonly turn = new Quaternion();
    private readonly one = new Vector3(1, 1, 1);
    private readonly nowhere = new Matrix4().makeScale(0, 0, 0);

    constructor(private readonly stage: Stage, private readonly scene: Scene, private readonly ghost: string | null = null, hasGrounds = ghost === null) {
        let moving = 0;
        this.outline = ghost === null && hasGrounds ? new Outline(stage) : null;
        this.hues = scene.bodies.map((info) => info.mobility === "fixed" ? still : hues[moving++ % hues.length]);
        this.colours = [...this.hues];
        for (const shape of [...scene.shapes].reverse()) {
            this.colours[shape.body - 1] = this.colourOfShape(shape);
        }
        this.local = scene.shapes.map((shape) => {
            const [w, x, y, z] = shape.orientation;
            return new Matrix4().compose(
                new Vector3(...shape.position), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
        });
        this.poses = scene.bodies.map(() => new Matrix4());
        this.disc = makeDisc(stage.isSoftware ? 16 : 32);
        this.rebuild();
        if (hasGrounds) {
            this.addGrounds();
        }
        stage.scene.add(this.group);
    }

    // ---- batches ----

    private lookOf(shape: ShapeInfo): LookInfo {
        return this.scene.looks?.[shape.look] ?? plain;
    }
    private colourOfShape(shape: ShapeInfo): string {
        return tinted(this.hues[shape.body - 1], this.lookOf(shape));
    }
    private opacityOf(shape: ShapeInfo): number {
        const body = shape.body - 1;
        const own = this.styles.get(body)?.opacity;
        const veil = own === undefined && this.opacity === 1 && this.veiled.has(body) ? thin : 1;
        return (own ?? this.opacity) * this.lookOf(shape).opacity * veil;
    }
    private showsOnlyEdges(shape: ShapeInfo): boolean {
        return this.styles.get(shape.body - 1)?.onlyEdges ?? this.onlyEdges;
    }
    /** Groups shapes that are drawn in one call. */
    rebuild(): void {
        for (const { mesh, lines } of this.batches) {
            this.group.remove(mesh);
            mesh.dispose();
            lines?.geometry.dispose();
            (mesh.material as MeshLambertMaterial).dispose();
        }
        this.group.clear();
        this.batches = [];
        const groups = new Map<string, number[]>();
        this.scene.shapes.forEach((shape, s) => {
            if (shape.geometry >= 0) {
                const key = `${shape.geometry} ${shape.look} ${this.opacityOf(shape)} ${this.showsOnlyEdges(shape)}`;
                const list = groups.get(key);
                list ? list.push(s) : groups.set(key, [s]);
            }
        });
        for (const shapes of groups.values()) {
            this.addBatch(shapes);
        }
        this.stage.moveShadows();
        if (this.isFine) {
            this.batches.forEach((batch) => this.refineBatch(batch));
        }
        if (this.selected !== null) {
            this.recolour();
        }
        if (this.frame) {
            this.show(this.frame);
        }
    }
    private geometryOf(index: number, kind: string): BufferGeometry {
        let geometry = this.geometries.get(index);
        if (!geometry) {
            geometry = makeGeometry(this.scene, index, kind);
            this.geometries.set(index, geometry);
        }
        return geometry;
    }
    private addBatch(shapes: number[]): void {
        const { ghost } = this;
        const first = this.scene.shapes[shapes[0]];
        if (this.scene.geometries[first.geometry].triangles === 0) {
            return;
        }
        const look = this.lookOf(first);
        const opacity = ghost !== null ? 0.3 : this.opacityOf(first);
        const onlyEdges = ghost === null && this.showsOnlyEdges(first);
        const material = new MeshLambertMaterial({ // of the first picture: soon compiled
            vertexColors: ghost === null,
            transparent: opacity < 1,
            opacity,
            depthWrite: opacity > 0.6,
            side: open.has(first.kind) ? DoubleSide : FrontSide,
            polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1, // behind the lines of edges
        });
        const surface = this.geometryOf(first.geometry, first.kind);
        const radius = first.kind === "sphere" && shapes.length >= manyBalls ? first.radius : 0;
        const mesh = new InstancedMesh(radius > 0 ? this.disc : surface, material, shapes.length);
        if (radius > 0) {
            mesh.customDepthMaterial = makeBallDepth(radius);
            mesh.raycast = pickBalls(mesh, radius);
        }
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.frustumCulled = false;
        mesh.visible = !onlyEdges;
        const isLight = (mesh.geometry.getAttribute("position").count / 3) * shapes.length < shadowsMost;
        mesh.castShadow = ghost === null && isLight && opacity > 0.6;
        mesh.receiveShadow = ghost === null && isLight;
        shapes.forEach((s, i) => mesh.setColorAt(i, new Color(ghost ?? this.colourOfShape(this.scene.shapes[s]))));
        this.group.add(mesh);
        const batch: Batch = { mesh, surface, radius, lines: null, shapes, look, opacity, onlyEdges };
        this.patch(batch, material);
        this.batches.push(batch);
        if (onlyEdges || (this.areEdgesDrawn && ghost === null)) {
            this.addLines(batch);
        }
    }
    /** What the shaders of a batch do besides. */
    private patch({ radius, look, surface }: Batch, material: MeshLambertMaterial | MeshStandardMaterial): void {
        if (radius > 0) {
            drawBalls(material, radius, this.ghost === null ? dark : 1, look.grain);
            material.vertexColors = false;
            material.polygonOffset = false;
        } else if (look.grain > 0) {
            addGrain(material, look.grain, surface.boundingSphere?.radius ?? 1);
        }
    }
    private readonly disc: BufferGeometry;
    private areEdgesDrawn = false;
    private addLines(batch: Batch): void {
        const index = this.scene.shapes[batch.shapes[0]].geometry;
        const { triangles } = this.scene.geometries[index];
        if (batch.lines !== null || triangles > edgesMost) {
            return;
        }
        let ends = this.edges.get(index);
        if (!ends) {
            ends = sharpEdges(this.scene.pointsOf(index), this.scene.indicesOf(index), false);
            this.edges.set(index, ends);
        }
        if (batch.onlyEdges && ends.length === 0) { // a ball has none: its net
            ends = sharpEdges(this.scene.pointsOf(index), this.scene.indicesOf(index), true);
        }
        if (ends.length > 0) {
            batch.lines = makeEdges(ends.slice(), batch.mesh, batch.onlyEdges, batch.opacity, this.stage.colours.edge);
            batch.lines.userData.ends = ends; // at rest
            this.group.add(batch.lines);
        }
    }
    private addGrounds(): void {
        for (const shape of this.scene.shapes.filter((shape) => shape.geometry < 0)) {
            this.grounds.push({ ground: this.stage.addGround(), shape });
        }
    }

    /** Sharp edges as lines, after the first picture. */
    drawEdges(): void {
        this.areEdgesDrawn = true;
        if (this.ghost === null) {
            this.batches.forEach((batch) => this.addLines(batch));
        }
        if (this.frame) {
            this.deform(this.frame);
        }
    }
    /** The look after the first picture. */
    refine(): void {
        this.isFine = true;
        this.batches.forEach((batch) => this.refineBatch(batch));
    }
    private refineBatch(batch: Batch): void {
        const { mesh, look } = batch;
        const { vertexColors, transparent, opacity, depthWrite, side } = mesh.material as MeshLambertMaterial;
        const material = new MeshStandardMaterial({
            roughness: Math.max(0.18, look.rough), metalness: 0.85 * look.metal, vertexColors, transparent, opacity, depthWrite, side,
            polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
        });
        this.patch(batch, material);
        mesh.material = material;
    }

    colourOf(body: number): string {
        return this.colours[body];
    }
    recolour(): void {
        const colour = new Color();
        for (const { mesh, shapes } of this.batches) {
            shapes.forEach((s, i) => {
                const shape = this.scene.shapes[s];
                colour.set(this.ghost ?? this.colourOfShape(shape));
                mesh.setColorAt(i, colour);
            });
            if (mesh.instanceColor) {
                mesh.instanceColor.needsUpdate = true;
            }
        }
        this.outlineSelected();
    }

    /** Not before it came in. */
    private isThere(body: number): boolean {
        const { frame } = this;
        return frame === null || (body < frame.bodyCount && frame.time >= (this.scene.bodies[body].enters ?? -Infinity));
    }
    isShown(body: number): boolean {
        return this.isThere(body) && (this.isolated === null ? !this.hidden.has(body) : this.isolated === body);
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
        this.frame = frame;
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
        this.deform(frame);
        this.stage.moveShadows();
        this.outlineSelected();
        for (const { ground, shape } of this.grounds) {
            const body = shape.body - 1;
            ground.mesh.visible = this.isShown(body);
            this.pose.multiplyMatrices(poses[body], this.local[this.scene.shapes.indexOf(shape)]);
            ground.place(new Vector3(shape.size[0], shape.size[1], shape.size[2]), this.pose);
        }
    }
    /** Surfaces of flexible bodies, each of which is a batch of its own. */
    private deform(frame: Frame): void {
        for (const { mesh, lines, shapes: [s] } of this.batches) {
            const shape = this.scene.shapes[s];
            if (!shape.modes) {
                continue;
            }
            const deformation = this.deformations.get(s) ?? new Deformation(this.scene, shape);
            this.deformations.set(s, deformation);
            deformation.show(frame, this.exaggeration, mesh.geometry);
            if (lines) {
                deformation.showEdges(lines);
            }
        }
    }
    /** Around the surfaces of a body, in its frame. */
    boxOf(body: number): Box3 {
        const box = new Box3();
        for (const { surface, shapes } of this.batches) {
            for (const s of shapes.filter((s) => this.scene.shapes[s].body - 1 === body)) {
                surface.computeBoundingBox();
                box.union((surface.boundingBox ?? new Box3()).clone().applyMatrix4(this.local[s]));
            }
        }
        return box;
    }
    get areFlexible(): boolean {
        return this.scene.shapes.some(({ modes }) => modes);
    }
    /** A line around the body that is selected. */
    private outlineSelected(): void {
        const { selected, frame } = this;
        const isSeen = selected !== null && frame !== null && this.isShown(selected);
        this.outline?.show(!isSeen ? [] : this.batches.flatMap(({ surface, shapes }) => shapes
            .filter((s) => {
                const { body, collides } = this.scene.shapes[s];
                return body - 1 === selected && (collides ? this.showContact : this.showDisplay);
            })
            .map((s) => ({ geometry: surface, pose: this.poseOfShape(frame, s, new Matrix4()) }))));
    }
    setOpacity(opacity: number): void {
        this.opacity = opacity;
        this.rebuild();
    }
    setOnlyEdges(on: boolean): void {
        this.onlyEdges = on;
        this.rebuild();
    }
    /** Of one body; what is as all others needs no style. */
    setStyle(body: number, style: BodyStyle): void {
        const isOwn = style.opacity !== this.opacity || style.onlyEdges !== this.onlyEdges;
        isOwn ? this.styles.set(body, style) : this.styles.delete(body);
        this.rebuild();
    }
    styleOf(body: number): BodyStyle {
        return this.styles.get(body) ?? { opacity: this.opacity, onlyEdges: this.onlyEdges };
    }
    /** Bodies to be seen through; true if that is new. */
    setVeils(bodies: Set<number>): boolean {
        const isSame = bodies.size === this.veiled.size && [...bodies].every((body) => this.veiled.has(body));
        this.veiled = bodies;
        if (!isSame) {
            this.rebuild();
        }
        return !isSame;
    }
    get veils(): number[] {
        return [...this.veiled];
    }

    /** Bodies that a ray meets, with how far away. */
    hits(ray: Raycaster): { body: number; distance: number; point: Vector3 }[] {
        return ray.intersectObjects(this.batches.filter(({ onlyEdges }) => !onlyEdges).map(({ mesh }) => mesh), false).flatMap((hit) => {
            const batch = this.batches.find(({ mesh }) => mesh === hit.object);
            return batch && hit.instanceId !== undefined
                ? [{ body: this.scene.shapes[batch.shapes[hit.instanceId]].body - 1, distance: hit.distance, point: hit.point }] : [];
        });
    }
    /** The body under a ray, and where. */
    pick(ray: Raycaster): { body: number; point: Vector3 } | null {
        return this.hits(ray)[0] ?? null;
    }
    get triangles(): number {
        return this.scene.geometries.reduce((sum, { triangles }) => sum + triangles, 0);
    }
}
