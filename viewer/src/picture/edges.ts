// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// edges.ts - sharp edges of bodies as lines, instance by instance as the bodies themselves, and the rings
// of wood.

import {
    BufferAttribute, Color, InstancedBufferAttribute, InstancedBufferGeometry, LineSegments, ShaderMaterial, Vector3,
    type InstancedMesh, type MeshLambertMaterial, type MeshStandardMaterial,
} from "three";

const crease = Math.cos(Math.PI / 6);

/** Ends of the edges at which faces meet more sharply than 30 degrees, or of all. */
export function sharpEdges(points: Float32Array, indices: Uint32Array, all: boolean): Float32Array {
    const places = new Map<string, number>();
    const placeOf = Uint32Array.from({ length: points.length / 3 }, (_, i) => {
        const key = `${points[3 * i]},${points[3 * i + 1]},${points[3 * i + 2]}`;
        const place = places.get(key) ?? i;
        places.set(key, place);
        return place;
    });
    const edges = new Map<number, { a: number; b: number; normal: Vector3; isSharp: boolean }>();
    const count = points.length / 3;
    const corner = (i: number) => new Vector3().fromArray(points, 3 * i);
    for (let f = 0; f < indices.length; f += 3) {
        const [i, j, k] = [placeOf[indices[f]], placeOf[indices[f + 1]], placeOf[indices[f + 2]]];
        const origin = corner(i);
        const normal = corner(j).sub(origin).cross(corner(k).sub(origin));
        if (normal.lengthSq() === 0) {
            continue;
        }
        normal.normalize();
        for (const [a, b] of [[i, j], [j, k], [k, i]]) {
            const key = Math.min(a, b) * count + Math.max(a, b);
            const known = edges.get(key);
            if (known) {
                known.isSharp = known.normal.dot(normal) < crease;
            } else {
                edges.set(key, { a, b, normal, isSharp: true }); // a rim, until another face comes
            }
        }
    }
    const ends: number[] = [];
    for (const { a, b, isSharp } of edges.values()) {
        if (isSharp || all) {
            ends.push(...points.subarray(3 * a, 3 * a + 3), ...points.subarray(3 * b, 3 * b + 3));
        }
    }
    return new Float32Array(ends);
}

const vertexShader = `attribute mat4 pose; attribute vec3 tint;
    varying vec3 shade;
    #include <clipping_planes_pars_vertex>
    void main() {
        shade = tint;
        vec4 mvPosition = modelViewMatrix * pose * vec4(position, 1.0);
        gl_Position = projectionMatrix * mvPosition;
        #include <clipping_planes_vertex>
    }`;
const fragmentShader = `varying vec3 shade;
    uniform vec3 colour; uniform float own; uniform float opacity;
    #include <clipping_planes_pars_fragment>
    void main() {
        #include <clipping_planes_fragment>
        gl_FragColor = vec4(mix(colour, shade, own), opacity);
        #include <colorspace_fragment>
    }`;

/** Lines that go with the instances of a mesh: dark on its faces, or alone in its colours. */
export function makeEdges(ends: Float32Array, mesh: InstancedMesh, isAlone: boolean, opacity: number, dark: string): LineSegments {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(ends, 3));
    geometry.setAttribute("pose", mesh.instanceMatrix);
    geometry.setAttribute("tint", mesh.instanceColor as InstancedBufferAttribute);
    geometry.instanceCount = mesh.count;
    const lines = new LineSegments(geometry, new ShaderMaterial({
        vertexShader, fragmentShader, clipping: true, transparent: true, depthWrite: false,
        uniforms: { colour: { value: new Color(dark) }, own: { value: isAlone ? 1 : 0 }, opacity: { value: (isAlone ? 1 : 0.42) * Math.min(1, opacity + 0.15) } },
    }));
    lines.frustumCulled = false;
    lines.renderOrder = 1;
    return lines;
}

/** Of a pixel at `inWood`, a place in the shape by its size. */
export const grainShader = `
    vec2 ring = inWood.yz + vec2(0.31 + 0.05 * sin(4.0 * inWood.x), 0.17 + 0.04 * sin(5.0 * inWood.x + 1.0));
    diffuseColor.rgb *= 1.0 - grain * (0.5 + 0.5 * sin(42.0 * sqrt(ring.x * ring.x + 1.3 * ring.y * ring.y)));`;

/** Darker rings about a line through the shape, as a saw shows them. */
export function addGrain(material: MeshLambertMaterial | MeshStandardMaterial, grain: number, size: number): void {
    material.onBeforeCompile = (shader) => {
        shader.uniforms.grain = { value: grain };
        shader.uniforms.grainSize = { value: size };
        shader.vertexShader = shader.vertexShader
            .replace("void main() {", "varying vec3 inWood; uniform float grainSize;\nvoid main() {\ninWood = position / grainSize;");
        shader.fragmentShader = shader.fragmentShader
            .replace("void main() {", "varying vec3 inWood; uniform float grain;\nvoid main() {")
            .replace("#include <color_fragment>", `#include <color_fragment>${grainShader}`);
    };
    material.customProgramCacheKey = () => "grain";
}
