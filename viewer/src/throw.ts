// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// throw.ts - a ball or a box that is thrown into a live run: what, how fast and from where is chosen, the
// next click in the picture says whereto.

import { Plane, Raycaster, Vector3 } from "three";
import { h, niceBelow } from "./dom";
import type { Frame } from "./messages";
import type { Bodies } from "./picture/bodies";
import type { Stage } from "./picture/stage";
import type { Source } from "./source";

export type From = "eye" | "above" | "left" | "right";

const fromWords: Record<From, string> = { above: "from above", left: "from the left", right: "from the right", eye: "from the eye" };
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

export class Throw {
    readonly element: HTMLElement;
    isAimed = false; // the next click in the picture is the target
    onAim: (isAimed: boolean) => void = () => {};
    private readonly shape = h("select", { "aria-label": "shape of the new body" }, h("option", { value: "ball" }, "ball"), h("option", { value: "box" }, "box"));
    private readonly from: HTMLSelectElement;
    private readonly material: HTMLSelectElement;
    private readonly size: HTMLInputElement;
    private readonly mass: HTMLInputElement;
    private readonly speed: HTMLInputElement;
    private readonly button = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.aim(!this.isAimed) }, "Throw at …");

    constructor(private readonly source: Source, private readonly stage: Stage, private readonly bodies: Bodies) {
        const { scene } = source;
        const touching = scene.shapes.filter(({ collides, material }) => collides && material);
        const materials = [...new Set(touching.map(({ material }) => material as string))];
        const froms = (Object.keys(fromWords) as From[]).filter((from) => !stage.isPlanar || from !== "eye");
        const masses = scene.bodies.map(({ mass }) => mass).filter((mass) => mass > 0);
        const number = (name: string, unit: string, value: number) => h("input", { type: "number", step: "any", min: 0, value: String(Number(value.toPrecision(3))), "aria-label": `${name} of the new body in ${unit}` });
        this.from = h("select", { "aria-label": "from where" }, ...froms.map((from) => h("option", { value: from }, fromWords[from])));
        this.material = h("select", { "aria-label": "material of the new body" }, ...materials.map((name) => h("option", { value: name }, name)));
        this.size = number("size", "m", this.usualSize());
        this.mass = number("mass", "kg", masses.length > 0 ? median(masses) : 1000 * this.usualSize() ** 3);
        this.speed = number("speed", "m/s", niceBelow(stage.size()));
        const row = (label: string, input: HTMLElement, unit = "") => h("label", { class: "field" }, h("span", { class: "label" }, label), input, h("span", { class: "unit" }, unit));
        this.element = h("fieldset", { class: "throw" }, h("legend", {}, "throw a body in"),
            row("a", this.shape), row("size", this.size, "m"), row("mass", this.mass, "kg"),
            materials.length > 1 ? row("of", this.material) : null,
            row("speed", this.speed, "m/s"), row("", this.from),
            h("div", { class: "field" }, this.button, h("small", {}, "then click the target; Back to here removes it")));
    }
    /** Of what moves, else a tenth of the scene. */
    private usualSize(): number {
        const { scene } = this.source;
        const reaches = scene.bodies.flatMap(({ mass }, b) => {
            const box = mass > 0 ? this.bodies.boxOf(b) : null;
            const size = box && !box.isEmpty() ? box.getSize(new Vector3()) : null;
            return size ? [this.stage.isPlanar ? Math.min(size.x, size.y) : Math.min(...size.toArray())] : [];
        });
        return Math.min(reaches.length > 0 ? median(reaches) : Infinity, niceBelow(0.1 * this.stage.size()));
    }
    aim(on: boolean): void {
        this.isAimed = on;
        this.button.setAttribute("aria-pressed", String(on));
        this.onAim(on);
    }
    /** At what is under the pointer, else at the ground, else at the middle of the picture's depth. */
    at(ray: Raycaster, frame: Frame | null): void {
        const size = this.size.valueAsNumber;
        const mass = this.mass.valueAsNumber;
        const speed = this.speed.valueAsNumber;
        const target = this.targetOf(ray, frame);
        if (target && size > 0 && mass > 0 && speed >= 0) {
            const way = this.wayOf(ray);
            if (this.from.value === "left" || this.from.value === "right") {
                target.addScaledVector(this.stage.up, 0.6 * size); // above the ground that was clicked
            }
            const start = target.clone().addScaledVector(way, -this.lengthOf(ray, target, way, size));
            this.source.send({
                do: "throw", shape: this.shape.value, material: this.material.value, size, mass,
                at: start.toArray(), velocity: way.multiplyScalar(speed).toArray(),
            });
        }
        this.aim(false);
    }
    private targetOf(ray: Raycaster, frame: Frame | null): Vector3 | null {
        const { stage, source } = this;
        if (stage.isPlanar) {
            const body = source.scene.bodies.findIndex(({ mobility }) => mobility === "planar");
            const height = frame !== null && body >= 0 ? frame.position(body)[2] : 0;
            return ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -height), new Vector3());
        }
        const hit = this.bodies.pick(ray)?.point;
        if (hit) {
            return hit.clone();
        }
        const middle = stage.extent.getCenter(new Vector3());
        const planes = source.scene.shapes.filter(({ geometry }) => geometry < 0).flatMap(({ size, position }) => {
            const normal = new Vector3(...(size as [number, number, number]));
            const point = ray.ray.intersectPlane(new Plane(normal, -normal.dot(new Vector3(...position))), new Vector3());
            return point && point.distanceTo(middle) < 2 * stage.size() ? [point] : [];
        });
        const facing = new Plane().setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new Vector3()), middle);
        return planes.sort((a, b) => a.distanceTo(ray.ray.origin) - b.distanceTo(ray.ray.origin))[0] ?? ray.ray.intersectPlane(facing, new Vector3());
    }
    private wayOf(ray: Raycaster): Vector3 {
        const right = new Vector3().setFromMatrixColumn(this.stage.camera.matrixWorld, 0);
        const way = { eye: ray.ray.direction.clone(), above: this.stage.up.clone().negate(), left: right.clone(), right: right.negate() }[this.from.value as From];
        if (this.stage.isPlanar) {
            way.z = 0;
        }
        return way.lengthSq() > 1e-12 ? way.normalize() : new Vector3(0, -1, 0);
    }
    /** How far before its target it begins: half a scene, but not behind the eye or what stands in the way. */
    private lengthOf(ray: Raycaster, target: Vector3, way: Vector3, size: number): number {
        const back = new Raycaster(target, way.clone().negate(), 0.1 * size);
        const wall = this.bodies.hits(back)[0]?.distance ?? Infinity;
        const far = Math.min(Math.max(0.5 * this.stage.size(), 2 * size), Math.max(wall - 0.9 * size, 0.9 * size));
        return this.from.value === "eye" ? Math.min(far, 0.9 * target.distanceTo(ray.ray.origin)) : far;
    }
}
