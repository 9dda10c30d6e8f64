// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// maps.ts - pressure or depth on surfaces that touch: the values a record has at the points of their
// meshes, as colours over the triangles, with a bar that says which colour is how much.

import {
    BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial,
} from "three";
import { h, withPrefix } from "../dom";
import type { Frame, Scene } from "../messages";
import type { Bodies } from "./bodies";
import type { Stage } from "./stage";

export type MapChoice = "off" | "pressure" | "depth";
export type MapRange = "fitting" | "expanding" | "fixed";

const units = { pressure: "Pa", depth: "m" };

// From dark to light, so that they also differ without colours, and none is that of an arrow.
const stops = ["#3a1a6e", "#33518f", "#21898c", "#58b868", "#f2e14c"];

const vertexShader = `attribute float value; attribute float inside;
    varying float amount; varying float shown; varying vec3 place;
    #include <clipping_planes_pars_vertex>
    void main() {
        amount = value;
        shown = inside;
        #include <begin_vertex>
        #include <project_vertex>
        place = mvPosition.xyz;
        #include <clipping_planes_vertex>
    }`;
// Lit a little from the eye, so that the shape can still be seen.
const fragmentShader = `varying float amount; varying float shown; varying vec3 place;
    uniform vec3 stops[${stops.length}]; uniform float low; uniform float high;
    #include <clipping_planes_pars_fragment>
    void main() {
        #include <clipping_planes_fragment>
        if (shown < 0.5) discard;
        float value = amount / shown; // as at the points that carry, also where others are near
        float at = clamp((value - low) / max(high - low, 1e-30), 0.0, 1.0) * ${stops.length - 1}.0;
        vec3 colour = stops[0];
        for (int i = 0; i < ${stops.length - 1}; i++) {
            colour = mix(colour, stops[i + 1], clamp(at - float(i), 0.0, 1.0));
        }
        vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
        gl_FragColor = vec4(colour * (0.75 + 0.25 * abs(normal.z)), 1.0);
        #include <colorspace_fragment>
    }`;

const noArea = 1e-9; // of the widest: a point that carries nothing may be told so much, and a pressure on it
const flat = 1e-4; // of the largest value: what differs by less is rounding, and has one colour

interface Overlay {
    mesh: Mesh;
    values: BufferAttribute;
    inside: BufferAttribute;
    set: number[]; // points that have a value now
}

export class Maps {
    private shown: MapChoice = "off";
    range: MapRange = "expanding";
    readonly bar = h("div", { class: "colours", role: "note", "aria-label": "colours of the map", hidden: true });
    /** Of the colours, in SI. */
    low = 0;
    high = 0;
    /** Called once, when there is something to show. */
    onSeen: () => void = () => {};
    private isSeen: boolean;
    private largest = 0; // of all values so far
    private isFixed = false; // the range was given by hand
    private readonly overlays = new Map<number, Overlay>(); // by shape
    private readonly material = new ShaderMaterial({
        vertexShader, fragmentShader, clipping: true, side: DoubleSide, transparent: true, // after the bodies that it is seen through
        polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4,
        uniforms: { stops: { value: stops.map((stop) => new Color(stop)) }, low: { value: 0 }, high: { value: 1 } },
    });

    constructor(private readonly stage: Stage, private readonly scene: Scene, private readonly bodies: Bodies) {
        this.isSeen = scene.has_maps;
        const ramp = h("div", { class: "ramp" });
        ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
        this.bar.append(h("div", { class: "title" }), ramp, h("div", { class: "marks" }));
        stage.host.append(this.bar);
    }

    forget(): void {
        this.largest = 0;
        if (!this.isFixed) {
            this.low = this.high = 0;
        }
    }
    get what(): MapChoice {
        return this.shown;
    }
    set what(what: MapChoice) {
        this.shown = what;
        this.largest = 0;
    }
    /** The range of the colours from now on, SI. */
    fix(low: number, high: number): void {
        this.range = "fixed";
        this.isFixed = true;
        this.low = low;
        this.high = high;
    }

    update(frame: Frame): void {
        this.clear();
        if (!this.isSeen && frame.mapCount > 0) {
            this.isSeen = true;
            this.onSeen();
        }
        if (this.what !== "off") {
            let most = 0;
            let widest = 0;
            for (let row = 0; row < frame.mapCount; row++) {
                widest = Math.max(widest, frame.mapValue(row, "area"));
            }
            for (let row = 0; row < frame.mapCount; row++) {
                most = Math.max(most, frame.mapValue(row, "area") > noArea * widest ? this.put(frame, row, this.what) : 0);
            }
            this.largest = Math.max(this.largest, most);
            if (this.range === "fitting" || (this.range === "fixed" && !this.isFixed && this.high === 0)) {
                this.low = 0;
                this.high = Math.max(most, flat * this.largest);
            } else if (this.range === "expanding") {
                this.low = 0;
                this.high = Math.max(this.high, most);
            }
            const span = Math.max(this.high - this.low, flat * Math.max(Math.abs(this.low), Math.abs(this.high)));
            this.material.uniforms.low.value = 0.5 * (this.low + this.high - span);
            this.material.uniforms.high.value = 0.5 * (this.low + this.high + span);
        }
        for (const [shape, overlay] of this.overlays) {
            overlay.mesh.visible = overlay.set.length > 0 && this.bodies.isShown(this.scene.shapes[shape].body - 1);
            if (overlay.mesh.visible) {
                this.bodies.poseOfShape(frame, shape, overlay.mesh.matrix);
                overlay.mesh.matrixWorldNeedsUpdate = true;
                overlay.values.needsUpdate = overlay.inside.needsUpdate = true;
            }
        }
        this.drawBar();
    }
    private put(frame: Frame, row: number, what: "pressure" | "depth"): number {
        const value = frame.mapValue(row, what);
        const point = frame.mapPoint(row);
        const overlay = this.overlayOf(frame.mapShape(row));
        if (overlay === null || point >= overlay.values.count || !(value > 0)) {
            return 0;
        }
        overlay.values.setX(point, value);
        overlay.inside.setX(point, 1);
        overlay.set.push(point);
        return value;
    }
    private clear(): void {
        for (const { values, inside, set } of this.overlays.values()) {
            for (const point of set) {
                values.setX(point, 0);
                inside.setX(point, 0);
            }
            set.length = 0;
        }
    }
    private overlayOf(shape: number): Overlay | null {
        const known = this.overlays.get(shape);
        const index = this.scene.shapes[shape]?.geometry ?? -1;
        if (known || index < 0) {
            return known ?? null;
        }
        const points = this.scene.pointsOf(index);
        const geometry = new BufferGeometry();
        const numbers = () => new BufferAttribute(new Float32Array(points.length / 3), 1).setUsage(DynamicDrawUsage);
        const [values, inside] = [numbers(), numbers()];
        geometry.setAttribute("position", new BufferAttribute(points, 3));
        geometry.setAttribute("value", values);
        geometry.setAttribute("inside", inside);
        geometry.setIndex(new BufferAttribute(this.scene.indicesOf(index), 1));
        const mesh = new Mesh(geometry, this.material);
        mesh.matrixAutoUpdate = false;
        mesh.frustumCulled = false;
        mesh.renderOrder = 1;
        this.stage.scene.add(mesh);
        const overlay = { mesh, values, inside, set: [] };
        this.overlays.set(shape, overlay);
        return overlay;
    }

    private drawBar(): void {
        this.bar.hidden = this.what === "off" || !this.isSeen;
        if (this.what === "off") {
            return;
        }
        const [title, , marks] = this.bar.children;
        const { factor, unit } = withPrefix(Math.max(Math.abs(this.high), Math.abs(this.low)), units[this.what]);
        title.textContent = `${this.what} [${unit}]`;
        marks.replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map((share) =>
            h("span", {}, this.high > this.low ? String(Number(((this.low + share * (this.high - this.low)) * factor).toPrecision(3))) : "–")));
        this.bar.title = { fitting: "from 0 to the largest now", expanding: "from 0 to the largest so far", fixed: "stays as it is" }[this.range];
    }
}
