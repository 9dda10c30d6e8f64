// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline.ts - a line around what is selected, so that its colours stay: the body marks where it is
// seen, and a hull some pixels larger is drawn where it is not.

import {
    AlwaysStencilFunc, BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, NotEqualStencilFunc,
    ReplaceStencilOp, ShaderMaterial, Vector2, Vector3, type Matrix4,
} from "three";
import type { Stage } from "./stage";

const width = 3; // px
const smoothMost = 200_000; // triangles of a surface whose corners are still joined

/** The same surface with one normal at each place, so that the hull has no gaps at edges. */
function joined(geometry: BufferGeometry): BufferGeometry {
    const place = geometry.getAttribute("position");
    const own = geometry.getAttribute("normal");
    const out = new BufferGeometry();
    out.setAttribute("position", place);
    out.setIndex(geometry.getIndex());
    if (!own || place.count > 3 * smoothMost) {
        out.setAttribute("normal", own ?? place);
        return out;
    }
    const sums = new Map<string, Vector3>();
    const key = (i: number) => `${place.getX(i)},${place.getY(i)},${place.getZ(i)}`;
    for (let i = 0; i < place.count; i++) {
        const sum = sums.get(key(i)) ?? new Vector3();
        sum.add(new Vector3(own.getX(i), own.getY(i), own.getZ(i)));
        sums.set(key(i), sum);
    }
    const normals = new Float32Array(3 * place.count);
    for (let i = 0; i < place.count; i++) {
        sums.get(key(i))!.clone().normalize().toArray(normals, 3 * i);
    }
    out.setAttribute("normal", new BufferAttribute(normals, 3));
    return out;
}

export class Outline {
    private readonly group = new Group();
    private readonly geometries = new Map<BufferGeometry, BufferGeometry>();
    private readonly size = new Vector2();
    private readonly mask = new MeshBasicMaterial({
        colorWrite: false, depthTest: false, depthWrite: false, transparent: true, side: DoubleSide,
        stencilWrite: true, stencilRef: 1, stencilFunc: AlwaysStencilFunc, stencilZPass: ReplaceStencilOp,
    });
    private readonly line = new ShaderMaterial({
        depthTest: false, depthWrite: false, transparent: true, side: DoubleSide,
        stencilWrite: true, stencilRef: 1, stencilFunc: NotEqualStencilFunc,
        uniforms: { pixel: { value: new Vector2() }, tint: { value: new Color("#f08c00") } },
        vertexShader: `uniform vec2 pixel;
            void main() {
                gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
                vec2 away = (projectionMatrix * vec4(normalMatrix * normal, 0.0)).xy;
                float length2 = dot(away, away);
                gl_Position.xy += length2 > 0.0 ? inversesqrt(length2) * away * pixel * gl_Position.w : vec2(0.0);
            }`,
        fragmentShader: `uniform vec3 tint;
            void main() { gl_FragColor = vec4(tint, 1.0); }`,
    });

    constructor(private readonly stage: Stage) {
        stage.scene.add(this.group);
    }
    /** Around these surfaces, each with its pose; none: no line. */
    show(surfaces: { geometry: BufferGeometry; pose: Matrix4 }[]): void {
        this.group.clear();
        this.stage.renderer.getSize(this.size);
        this.line.uniforms.pixel.value.set((2 * width) / this.size.x, (2 * width) / this.size.y);
        for (const { geometry, pose } of surfaces) {
            let surface = this.geometries.get(geometry);
            if (!surface) {
                surface = joined(geometry);
                this.geometries.set(geometry, surface);
            }
            for (const [material, order] of [[this.mask, 10], [this.line, 11]] as const) {
                const mesh = new Mesh(surface, material);
                mesh.matrixAutoUpdate = false;
                mesh.matrix.copy(pose);
                mesh.renderOrder = order;
                mesh.frustumCulled = false;
                this.group.add(mesh);
            }
        }
    }
}
