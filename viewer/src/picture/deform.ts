// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// deform.ts - the surface of a flexible body as its modes move it: places and normals of the corners of
// its triangles, and the ends of its edges.

import type { BufferAttribute, BufferGeometry, LineSegments } from "three";
import type { Frame, Scene, ShapeInfo } from "../messages";

const crease = Math.cos(Math.PI / 6); // as in bodies.ts

/** Of the triangle at corner `at`, times twice its area. */
function faceNormal(points: Float32Array, at: number, corners: Uint32Array, out: Float32Array, to: number): void {
    const [a, b, c] = [3 * corners[at], 3 * corners[at + 1], 3 * corners[at + 2]];
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    out[to] = uy * vz - uz * vy;
    out[to + 1] = uz * vx - ux * vz;
    out[to + 2] = ux * vy - uy * vx;
}

export class Deformation {
    private readonly rest: Float32Array;
    private readonly corners: Uint32Array;
    private readonly deflections: Float32Array;
    private readonly points: Float32Array; // as they are
    private readonly normals: Float32Array; // of faces
    private readonly first: Uint32Array; // of the faces that share the normal of a corner, in `faces`
    private readonly faces: Uint32Array;
    private ends: Uint32Array | null = null; // points at the ends of edges

    constructor(scene: Scene, private readonly shape: ShapeInfo) {
        this.rest = scene.pointsOf(shape.geometry);
        this.corners = scene.indicesOf(shape.geometry);
        this.deflections = scene.deflectionsOf(shape);
        this.points = this.rest.slice();
        this.normals = new Float32Array(this.corners.length);
        this.findNormals();
        const around: number[][] = Array.from({ length: this.rest.length / 3 }, () => []);
        this.corners.forEach((point, corner) => around[point].push(Math.floor(corner / 3)));
        const shared = Array.from(this.corners, (point, corner) => around[point].filter((face) => this.isSmooth(face, Math.floor(corner / 3))));
        this.first = new Uint32Array(shared.length + 1);
        shared.forEach((faces, corner) => (this.first[corner + 1] = this.first[corner] + faces.length));
        this.faces = Uint32Array.from(shared.flat());
    }
    private findNormals(): void {
        for (let at = 0; at < this.corners.length; at += 3) {
            faceNormal(this.points, at, this.corners, this.normals, at);
        }
    }
    private isSmooth(a: number, b: number): boolean {
        const n = this.normals;
        const dot = (i: number, k: number) => n[3 * i] * n[3 * k] + n[3 * i + 1] * n[3 * k + 1] + n[3 * i + 2] * n[3 * k + 2];
        return dot(a, b) >= crease * Math.sqrt(dot(a, a) * dot(b, b));
    }
    private movePoints(frame: Frame, factor: number): void {
        const { modes = 0, first_mode: first = 0 } = this.shape;
        const q = frame.modes.subarray(first, first + modes);
        this.rest.forEach((rest, i) => {
            let moved = 0;
            for (let k = 0; k < q.length; k++) {
                moved += this.deflections[i * modes + k] * q[k];
            }
            this.points[i] = rest + factor * moved;
        });
    }

    /** The surface in a frame, its deflections `factor` times as large. */
    show(frame: Frame, factor: number, geometry: BufferGeometry): void {
        const position = geometry.getAttribute("position") as BufferAttribute;
        const normal = geometry.getAttribute("normal") as BufferAttribute;
        this.movePoints(frame, factor);
        this.findNormals();
        for (let corner = 0; corner < this.corners.length; corner++) {
            const point = 3 * this.corners[corner];
            let [x, y, z] = [0, 0, 0];
            for (let i = this.first[corner]; i < this.first[corner + 1]; i++) {
                const face = 3 * this.faces[i];
                x += this.normals[face];
                y += this.normals[face + 1];
                z += this.normals[face + 2];
            }
            const size = Math.hypot(x, y, z) || 1;
            position.setXYZ(corner, this.points[point], this.points[point + 1], this.points[point + 2]);
            normal.setXYZ(corner, x / size, y / size, z / size);
        }
        position.needsUpdate = normal.needsUpdate = true;
        geometry.computeBoundingSphere();
    }

    /** Likewise lines whose ends were points of the surface at rest. */
    showEdges(lines: LineSegments): void {
        const position = lines.geometry.getAttribute("position") as BufferAttribute;
        if (!this.ends || this.ends.length !== position.count) {
            const points = new Map<string, number>();
            for (let i = 0; i < this.rest.length; i += 3) {
                points.set(this.rest.subarray(i, i + 3).join(), i);
            }
            const rest = lines.userData.ends as Float32Array;
            this.ends = Uint32Array.from({ length: position.count }, (_, i) => points.get(rest.subarray(3 * i, 3 * i + 3).join()) ?? 0);
        }
        this.ends.forEach((point, i) => position.setXYZ(i, this.points[point], this.points[point + 1], this.points[point + 2]));
        position.needsUpdate = true;
    }
}
