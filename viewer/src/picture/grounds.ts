// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// grounds.ts - planes. Those that face up are soft grounds whose grid fades into the horizon. All others
// are walls: faint panes with a rim, as wide as what is framed, fainter between the eye and the bodies.
// Seen along itself, as in planar models, a plane is a line with what is behind it filled.

import {
    Color, DoubleSide, Group, Matrix4, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector2,
    Vector3, Vector4, type Camera,
} from "three";

export interface GroundColours {
    soft: string; // of the ground
    grid: string;
    glass: string; // of panes
    rim: string;
    solid: string; // behind a plane seen along itself
    shadow: number; // opacity
}

const others = 8; // planes that a pane is cut off at, at most
const farthest = 6; // sizes of what is framed to where a ground ends in the horizon
const shaded = 1.6; // likewise to where there may be shadows on it

const vertexShader = `varying vec3 spot;
    void main() {
        spot = (modelMatrix * vec4(position, 1.0)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(spot, 1.0);
    }`;
const planeShader = `varying vec3 spot;
    uniform vec3 soft; uniform vec3 grid; uniform vec3 glass; uniform vec3 rim;
    uniform vec3 origin; uniform vec3 normal; uniform vec3 across; uniform vec3 along; uniform vec3 up;
    uniform vec3 centre; uniform float size; uniform float step; uniform bool isFloor;
    uniform vec2 low; uniform vec2 high; uniform vec4 planes[${others}]; uniform int count;
    float lines(vec2 place, float width) {
        vec2 at = place / width;
        vec2 pixel = fwidth(at);
        vec2 near = abs(fract(at - 0.5) - 0.5) / pixel;
        return (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.25, 1.0, max(pixel.x, pixel.y)));
    }
    void main() {
        vec3 arm = spot - origin;
        vec2 place = vec2(dot(arm, across), dot(arm, along));
        if (isFloor) {
            float far = distance(spot, centre) / size;
            float line = max(0.5 * lines(place, 5.0 * step), 0.3 * lines(place, step));
            gl_FragColor = vec4(mix(soft, grid, line * (1.0 - smoothstep(1.0, 4.0, far))), 1.0 - smoothstep(0.6, ${farthest}.0, far));
        } else {
            vec2 inside = min(place - low, high - place);
            float margin = min(inside.x, inside.y);
            for (int i = 0; i < count; i++) {
                margin = min(margin, dot(planes[i].xyz, spot) - planes[i].w);
            }
            float pixel = fwidth(margin);
            if (margin < 0.0) discard;
            float edge = 1.0 - smoothstep(0.0, 1.8 * pixel, margin);
            float opacity = dot(normal, cameraPosition - origin) < 0.0 ? 0.03 + 0.25 * edge : 0.14 + 0.4 * edge;
            gl_FragColor = vec4(mix(glass, rim, edge), opacity);
        }
        #include <colorspace_fragment>
    }`;
const cutShader = `varying vec3 spot;
    uniform vec3 solid; uniform vec3 rim; uniform vec3 origin; uniform vec3 normal; uniform vec3 centre; uniform float size;
    void main() {
        float depth = -dot(normal, spot - origin);
        float far = length(spot - centre + normal * dot(normal, centre - origin)) / size;
        float line = 1.0 - smoothstep(0.8, 2.0, depth / fwidth(depth));
        float fill = (1.0 - smoothstep(0.0, 0.9, depth / size)) * (1.0 - smoothstep(0.8, 4.0, far));
        gl_FragColor = vec4(mix(solid, rim, line), max(fill, line * (1.0 - smoothstep(0.8, 4.0, far))));
        #include <colorspace_fragment>
    }`;

/** What all planes have in common. */
export interface Framed {
    low: Vector3; // of what is framed
    high: Vector3;
    size: number;
    step: number; // of the grid, m
    up: Vector3;
}

export class Ground {
    readonly mesh = new Group();
    readonly normal = new Vector3(0, 0, 1); // in the world
    readonly origin = new Vector3();
    private readonly material: ShaderMaterial;
    private readonly cutMaterial: ShaderMaterial;
    private readonly plane: Mesh;
    private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;
    private readonly cut: Mesh;

    constructor() {
        const colour = () => ({ value: new Color() });
        const own = { transparent: true, depthWrite: false, side: DoubleSide, vertexShader } as const;
        const common = { rim: colour(), origin: { value: this.origin }, normal: { value: this.normal }, centre: { value: new Vector3() }, size: { value: 1 } };
        this.material = new ShaderMaterial({
            ...own, fragmentShader: planeShader,
            uniforms: {
                ...common, soft: colour(), grid: colour(), glass: colour(),
                across: { value: new Vector3() }, along: { value: new Vector3() }, up: { value: new Vector3(0, 0, 1) }, step: { value: 1 }, isFloor: { value: false },
                low: { value: new Vector2() }, high: { value: new Vector2() }, count: { value: 0 },
                planes: { value: Array.from({ length: others }, () => new Vector4()) },
            },
        });
        this.cutMaterial = new ShaderMaterial({ ...own, fragmentShader: cutShader, uniforms: { ...common, solid: colour() } });
        const geometry = new PlaneGeometry(2, 2);
        this.plane = new Mesh(geometry, this.material);
        this.shade = new Mesh(geometry, new ShadowMaterial({ depthWrite: false, side: DoubleSide }));
        this.cut = new Mesh(new PlaneGeometry(2, 1).translate(0, -0.5, 0), this.cutMaterial);
        this.shade.receiveShadow = true;
        this.plane.renderOrder = this.cut.renderOrder = -2;
        this.shade.renderOrder = -1;
        for (const part of [this.plane, this.shade, this.cut]) {
            part.matrixAutoUpdate = false;
            part.frustumCulled = false;
            this.mesh.add(part);
        }
    }

    setColours(colours: GroundColours): void {
        const { soft, grid, glass, rim } = this.material.uniforms;
        (soft.value as Color).set(colours.soft);
        (grid.value as Color).set(colours.grid);
        (glass.value as Color).set(colours.glass);
        (rim.value as Color).set(colours.rim);
        (this.cutMaterial.uniforms.solid.value as Color).set(colours.solid);
        this.shade.material.opacity = colours.shadow;
    }

    /** `normal` in the frame of the shape, whose pose is given. */
    place(normal: Vector3, pose: Matrix4): void {
        this.normal.copy(normal).transformDirection(pose);
        this.origin.setFromMatrixPosition(pose);
    }

    /** Before each picture. */
    update(camera: Camera, framed: Framed, all: Ground[]): void {
        const { uniforms } = this.material;
        const { normal, origin } = this;
        const look = camera.getWorldDirection(new Vector3());
        const isCut = Math.abs(look.dot(normal)) < 0.02;
        const isFloor = normal.dot(framed.up) > 0.6 && normal.dot(camera.position.clone().sub(origin)) > 0;
        this.plane.visible = !isCut;
        this.shade.visible = isFloor && !isCut;
        this.cut.visible = isCut;
        const centre = uniforms.centre.value as Vector3;
        centre.addVectors(framed.low, framed.high).multiplyScalar(0.5);
        uniforms.size.value = framed.size;
        uniforms.step.value = framed.step;
        (uniforms.up.value as Vector3).copy(framed.up);
        const along = (uniforms.along.value as Vector3).copy(framed.up).addScaledVector(normal, -framed.up.dot(normal));
        if (along.lengthSq() < 1e-6) {
            along.set(Math.abs(normal.x) < 0.9 ? 1 : 0, Math.abs(normal.x) < 0.9 ? 0 : 1, 0).cross(normal);
        }
        along.normalize();
        (uniforms.across.value as Vector3).crossVectors(along, normal);
        uniforms.isFloor.value = isFloor;
        this.measure(framed);
        this.spread(centre, framed.size, isFloor);
        let count = 0;
        for (const other of all) {
            if (other !== this && other.mesh.visible && count < others) {
                (uniforms.planes.value as Vector4[])[count++].set(other.normal.x, other.normal.y, other.normal.z, other.normal.dot(other.origin));
            }
        }
        uniforms.count.value = count;
        if (isCut) {
            this.placeCut(look, centre, framed.size);
        }
    }
    /** How far what is framed reaches on the plane. */
    private measure(framed: Framed): void {
        const { uniforms } = this.material;
        const low = (uniforms.low.value as Vector2).set(Infinity, Infinity);
        const high = (uniforms.high.value as Vector2).set(-Infinity, -Infinity);
        const at = new Vector2();
        for (let i = 0; i < 8; i++) {
            const arm = new Vector3(
                i & 1 ? framed.high.x : framed.low.x, i & 2 ? framed.high.y : framed.low.y, i & 4 ? framed.high.z : framed.low.z).sub(this.origin);
            at.set(arm.dot(uniforms.across.value as Vector3), arm.dot(uniforms.along.value as Vector3));
            low.min(at);
            high.max(at);
        }
        low.addScalar(-0.02 * framed.size);
        high.addScalar(0.02 * framed.size);
    }
    /** The square that is drawn: no larger than what is seen of it, as every pixel of it costs. */
    private spread(centre: Vector3, size: number, isFloor: boolean): void {
        const { across, along, low, high } = this.material.uniforms;
        const foot = centre.clone().addScaledVector(this.normal, -this.normal.dot(centre.clone().sub(this.origin)));
        const middle = isFloor ? foot : this.origin.clone()
            .addScaledVector(across.value as Vector3, 0.5 * ((low.value as Vector2).x + (high.value as Vector2).x))
            .addScaledVector(along.value as Vector3, 0.5 * ((low.value as Vector2).y + (high.value as Vector2).y));
        const [wide, deep] = isFloor ? [farthest * size, farthest * size]
            : [0.5 * ((high.value as Vector2).x - (low.value as Vector2).x), 0.5 * ((high.value as Vector2).y - (low.value as Vector2).y)];
        const put = (part: Mesh, x: number, y: number) => {
            part.matrix.makeBasis(across.value as Vector3, along.value as Vector3, this.normal).scale(new Vector3(x, y, 1)).setPosition(middle);
            part.matrixWorldNeedsUpdate = true;
        };
        put(this.plane, wide, deep);
        put(this.shade, shaded * size, shaded * size);
    }
    private placeCut(look: Vector3, centre: Vector3, size: number): void {
        const across = new Vector3().crossVectors(this.normal, look).normalize();
        const out = new Vector3().crossVectors(across, this.normal);
        const foot = centre.clone().addScaledVector(this.normal, -this.normal.dot(centre.clone().sub(this.origin)));
        this.cut.matrix.makeBasis(across, this.normal, out).scale(new Vector3(8 * size, 4 * size, 1)).setPosition(foot);
        this.cut.matrixWorldNeedsUpdate = true;
    }
}

/** A sky that shining things mirror: bright above, darker below. */
export function skyColours(position: { count: number; getZ(i: number): number }, reach: number): Float32Array {
    const [above, horizon, below] = ["#ccdff8", "#fdfdfd", "#8a8d92"].map((text) => new Color(text));
    const colours = new Float32Array(3 * position.count);
    const colour = new Color();
    for (let i = 0; i < position.count; i++) {
        const height = position.getZ(i) / reach;
        colour.copy(horizon).lerp(height > 0 ? above : below, Math.min(1, Math.abs(height) * (height > 0 ? 1.3 : 3)));
        colour.toArray(colours, 3 * i);
    }
    return colours;
}
