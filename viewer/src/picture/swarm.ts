// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// swarm.ts - one form at many places. Few are instances of a solid; many are drawn flat, a few triangles
// that the shader turns to the eye, all in one list of vertices: a renderer in software takes an instance
// for a drawing of its own, which costs more than its triangles.

import {
    BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, InstancedMesh, Mesh,
    type Material, type Matrix4, type MeshBasicMaterial,
} from "three";
import type { Stage } from "./stage";

const many = 100; // more are drawn flat

/** Triangles in a plane that stands across the view. */
export interface Flat {
    corners: number[]; // x, y of each, three to a triangle
    axes: string; // `aside` (x) and `along` (y) of the plane in view space, from `middle`, `way` and `width`
}
/** What lies along a line: turned about it until its width is seen. */
const alongLine = `vec3 along = way;
    vec3 aside = cross(along, isOrthographic ? vec3(0.0, 0.0, -1.0) : middle);
    aside *= width / max(length(aside), 1e-20);`;
export const flatShaft: Flat = { corners: [-1, 0, 1, 0, 1, 1, -1, 0, 1, 1, -1, 1], axes: alongLine };
export const flatHead: Flat = { corners: [-1, 0, 1, 0, 0, 1], axes: alongLine };
export const flatPoint: Flat = {
    corners: [-1, 0, 0, -1, 1, 0, -1, 0, 1, 0, 0, 1],
    axes: "vec3 aside = vec3(width, 0.0, 0.0); vec3 along = aside.yxz;",
};

function flatMaterial(material: MeshBasicMaterial, { axes }: Flat): MeshBasicMaterial {
    const own = material.clone();
    own.side = DoubleSide;
    own.forceSinglePass = true;
    own.onBeforeCompile = (shader) => {
        shader.vertexShader = shader.vertexShader
            .replace("void main() {", "attribute vec4 along_width;\nattribute vec2 corner;\nvoid main() {")
            .replace("#include <project_vertex>", `vec3 middle = (modelViewMatrix * vec4(position, 1.0)).xyz;
            vec3 way = (modelViewMatrix * vec4(along_width.xyz, 0.0)).xyz;
            float width = along_width.w;
            ${axes}
            vec4 mvPosition = vec4(middle + corner.x * aside + corner.y * along, 1.0);
            gl_Position = projectionMatrix * mvPosition;
        `);
    };
    own.customProgramCacheKey = () => axes;
    return own;
}

/** Vertices of flat forms; each has the place and the line of its form. */
class FlatList {
    readonly geometry = new BufferGeometry();
    private room = 0;
    constructor(private readonly form: Flat) {}

    private get size(): number {
        return this.form.corners.length / 2; // vertices of one
    }
    private grow(room: number): void {
        this.room = room;
        const { corners } = this.form;
        const all = new Float32Array(room * corners.length);
        for (let i = 0; i < room; i++) {
            all.set(corners, i * corners.length);
        }
        const changing = (width: number) => {
            const attribute = new BufferAttribute(new Float32Array(room * this.size * width), width);
            attribute.setUsage(DynamicDrawUsage);
            return attribute;
        };
        this.geometry.dispose();
        this.geometry.setAttribute("corner", new BufferAttribute(all, 2));
        this.geometry.setAttribute("position", changing(3));
        this.geometry.setAttribute("along_width", changing(4));
    }
    /** From the poses of `count` instances, 16 numbers each. */
    fill(poses: ArrayLike<number>, count: number): void {
        if (count > this.room) {
            this.grow(2 * count);
        }
        const position = this.geometry.getAttribute("position") as BufferAttribute;
        const line = this.geometry.getAttribute("along_width") as BufferAttribute;
        for (let i = 0; i < count; i++) {
            const at = 16 * i;
            const width = Math.hypot(poses[at], poses[at + 1], poses[at + 2]);
            for (let k = i * this.size; k < (i + 1) * this.size; k++) {
                position.setXYZ(k, poses[at + 12], poses[at + 13], poses[at + 14]);
                line.setXYZW(k, poses[at + 4], poses[at + 5], poses[at + 6], width);
            }
        }
        position.needsUpdate = line.needsUpdate = true;
        this.geometry.setDrawRange(0, count * this.size);
    }
}

/** Forms that grow in number as needed, drawn once with each of the materials, the first at first. */
export class Swarm {
    private solids: InstancedMesh[] = [];
    private readonly flats: Mesh[] = [];
    private readonly list: FlatList | null;
    private count = 0;
    constructor(
        private readonly stage: Stage, private readonly geometry: BufferGeometry, private readonly materials: MeshBasicMaterial[],
        flat: Flat | null = null,
    ) {
        this.list = flat && new FlatList(flat);
        if (flat !== null && this.list !== null) {
            const { geometry: vertices } = this.list;
            this.flats = materials.map((material) => this.show(new Mesh(vertices, flatMaterial(material, flat))));
        }
        this.grow(64);
    }
    private show<Shown extends Mesh<BufferGeometry, Material>>(mesh: Shown): Shown {
        mesh.frustumCulled = false;
        mesh.renderOrder = 3;
        this.stage.scene.add(mesh);
        return mesh;
    }
    private get poses() {
        return this.solids[0].instanceMatrix;
    }
    private grow(room: number): void {
        const old = this.solids;
        this.solids = this.materials.map((material) => this.show(new InstancedMesh(this.geometry, material, room)));
        this.poses.setUsage(DynamicDrawUsage);
        if (old.length > 0) {
            this.poses.array.set(old[0].instanceMatrix.array);
        }
        for (const mesh of this.solids) {
            mesh.instanceMatrix = this.poses;
        }
        for (const mesh of old) {
            this.stage.scene.remove(mesh);
            mesh.dispose();
        }
    }
    clear(): void {
        this.count = 0;
    }
    add(matrix: Matrix4): void {
        if (this.count === this.poses.count) {
            this.grow(2 * this.count);
        }
        this.solids[0].setMatrixAt(this.count++, matrix);
    }
    done(): void {
        const isFlat = this.list !== null && this.count > many;
        if (isFlat) {
            this.list?.fill(this.poses.array, this.count);
        }
        for (const mesh of this.flats) {
            mesh.visible = isFlat;
        }
        for (const mesh of this.solids) {
            mesh.count = this.count;
            mesh.visible = this.count > 0 && !isFlat;
        }
        this.poses.needsUpdate = !isFlat;
    }
}
