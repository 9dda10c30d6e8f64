// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hand.ts - what a hand does to a live run: it pulls a body by a spring, or gives it a blow.

import { Plane, Vector3 } from "three";
import { format, h } from "./dom";
import type { Extras } from "./extras";
import type { Frame, Scene, Vec3 } from "./messages";
import type { Bodies } from "./picture/bodies";
import type { Stage } from "./picture/stage";
import type { Source } from "./source";

export class Hand {
    private drawPull: ((frame: Frame) => void) | null = null;

    constructor(
        private readonly source: Source,
        private readonly stage: Stage,
        private readonly bodies: Bodies,
        private readonly extras: Extras,
        private readonly now: () => Frame | null,
    ) {}

    draw(frame: Frame): void {
        this.drawPull?.(frame);
    }
    /** A spring from the point picked to the pointer, in the plane of the picture. */
    beginPull(event: PointerEvent): void {
        const hit = this.bodies.pick(this.stage.rayAt(event));
        const frame = this.now();
        if (!hit || !frame || this.source.scene.bodies[hit.body].mass === 0) {
            return;
        }
        event.stopPropagation();
        event.preventDefault();
        const { controls, camera } = this.stage;
        controls.enabled = false;
        const canvas = this.stage.renderer.domElement;
        canvas.setPointerCapture(event.pointerId);
        const local = hit.point.clone().applyMatrix4(this.bodies.poseOf(frame, hit.body).invert());
        const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), hit.point);
        let sent = 0;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let target: Vector3 | null = null;
        this.drawPull = (frame) => this.extras.showPull(local.clone().applyMatrix4(this.bodies.poseOf(frame, hit.body)), target);
        const move = (pointer: PointerEvent) => {
            target = this.stage.rayAt(pointer).ray.intersectPlane(plane, new Vector3());
            const frame = this.now();
            if (!target || !frame) {
                return;
            }
            this.drawPull?.(frame);
            // at most every 50 ms, and always the last
            timer ??= setTimeout(() => {
                timer = undefined;
                sent = performance.now();
                this.source.send({ do: "pull", body: hit.body + 1, at: local.toArray(), to: target!.toArray() });
            }, Math.max(0, sent + 50 - performance.now()));
        };
        const end = () => {
            clearTimeout(timer);
            canvas.removeEventListener("pointermove", move);
            canvas.removeEventListener("pointerup", end);
            canvas.removeEventListener("pointercancel", end);
            controls.enabled = true;
            this.drawPull = null;
            this.extras.showPull(null, null);
            this.source.send({ do: "pull", body: 0 });
        };
        canvas.addEventListener("pointermove", move);
        canvas.addEventListener("pointerup", end);
        canvas.addEventListener("pointercancel", end);
    }
}

/** A blow on a body: which, how much and where, and the button. */
export class Blow {
    readonly element: HTMLElement;
    private readonly body: HTMLSelectElement;
    private readonly impulse: HTMLInputElement[];
    private readonly speed = h("span", { class: "unit" });

    constructor(private readonly scene: Scene, source: Source) {
        const moving = scene.bodies.flatMap((info, b) => (info.mass > 0 ? [b] : []));
        this.body = h("select", { "aria-label": "body that gets the impulse", onchange: () => this.suggest() },
            ...moving.slice(0, 2000).map((b) => h("option", { value: b }, scene.bodies[b].name)));
        this.impulse = ["x", "y", "z"].map((axis) => h("input", {
            type: "number", step: "any", "aria-label": `impulse ${axis} in N s`, value: 0, oninput: () => this.tell(),
        }));
        this.element = h("fieldset", { class: "blow", hidden: moving.length === 0 }, h("legend", {}, "impulse"),
            h("label", { class: "field" }, "on", this.body),
            h("div", { class: "field" }, ...this.impulse, h("span", { class: "unit" }, "N s")),
            h("div", { class: "field" },
                h("button", {
                    type: "button",
                    onclick: () => source.send({
                        do: "push", body: this.chosen() + 1, at: scene.bodies[this.chosen()].center, impulse: this.vector(),
                    }),
                }, "Apply impulse"), this.speed));
        this.suggest();
    }
    private chosen(): number {
        return Number(this.body.value);
    }
    private vector(): Vec3 {
        return this.impulse.map((input) => input.valueAsNumber || 0) as Vec3;
    }
    select(body: number | null): void {
        if (body !== null && this.scene.bodies[body].mass > 0) {
            this.body.value = String(body);
            this.suggest();
        }
    }
    /** What makes the body 1 m/s faster upwards. */
    private suggest(): void {
        const mass = this.scene.bodies[this.chosen()]?.mass ?? 0;
        this.impulse.forEach((input, i) => (input.value = String(i === 2 ? Number(mass.toPrecision(3)) : 0)));
        this.tell();
    }
    private tell(): void {
        const mass = this.scene.bodies[this.chosen()]?.mass ?? 0;
        this.speed.textContent = mass > 0 ? `${format(Math.hypot(...this.vector()) / mass, 3)} m/s` : "";
    }
}
